"""`toc-pi calibrate` on a single picture with a hand in it: the board is found, and the hand is said."""

import json
from pathlib import Path

import pytest

from toc_pi.cli.main import main

PICTURES = Path(__file__).parents[1] / "data" / "calibration"


def test_a_hand_at_set_up_is_said_and_read_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads((PICTURES / "008.json").read_text())
    (tmp_path / "holes.json").write_text(json.dumps(told["holes"]))
    picture, table = str(PICTURES / "008.jpg"), str(tmp_path / "table")
    corners = [f"{x},{y}" for x, y in told["outline4"]]  # a square's taps
    arguments = ["--board", told["board"], "--focal", str(told["focal"]), "--corners", *corners]
    holes = ["--holes", str(tmp_path / "holes.json"), "-o", table, "--json"]
    assert main(["calibrate", picture, *arguments, *holes]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["board"] == told["board"]
    assert "a hand or something else lies over the board near d" in said.err
    assert main(["read", picture, "--calibration", table, "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["state"] == "hand"
