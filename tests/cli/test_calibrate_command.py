"""`toc-pi calibrate` reports a hand in a single picture, and pawns that aren't where declared."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.appearance.looks import LearnedAppearance
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import POINTS
from calibration.board.board_file import load_board
from calibration.camera import make_pose
from calibration.errors import CannotSee
from calibration.pose.found_pose import CORNERS_HELP, advice
from calibration.setup.calibration_file import Calibration
from calibration.setup.placement_check import PlacementErrors
from toc_pi.cli.main import main

PAWNS = PawnSet("peg", 28.0, 6.0, white_face=False)
PICTURES = Path(__file__).parents[1] / "data" / "calibration"


def test_a_hand_at_set_up_is_reported_and_read_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = json.loads((PICTURES / "008.json").read_text())
    (tmp_path / "holes.json").write_text(json.dumps(truth["holes"]))
    picture, table = str(PICTURES / "008.jpg"), str(tmp_path / "table")
    corners = [f"{x},{y}" for x, y in truth["outline4"]]  # a square's taps
    arguments = ["--board", truth["board"], "--focal", str(truth["focal"]), "--corners", *corners]
    holes = ["--holes", str(tmp_path / "holes.json"), "-o", table, "--json"]
    assert main(["calibrate", picture, *arguments, *holes]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["board"] == truth["board"]
    assert re.search(r"lies over the board: .*d\d.* weren't seen free", printed.err)
    assert main(["read", picture, "--calibration", table, "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["state"] == "hand"


def arguments_for_005(tmp_path: Path, holes: dict[str, str]) -> list[str]:
    """Complete arguments for a picture, with the given pawns."""
    truth = json.loads((PICTURES / "005.json").read_text())
    (tmp_path / "holes.json").write_text(json.dumps(holes))
    corners = [f"{x},{y}" for x, y in truth["outline4"]]
    pawns = ["--pawns", "marble,15,14", "--focal", str(truth["focal"])]
    holes_file = ["--holes", str(tmp_path / "holes.json"), "-o", str(tmp_path / "table")]
    picture = [str(PICTURES / "005.jpg"), "--board", "square-40", "--corners", *corners]
    return ["calibrate", *picture, *pawns, *holes_file]


def test_pawns_not_where_declared_are_named_and_nothing_is_written(
    tmp_path: Path, refused: Callable[..., str]
) -> None:
    holes = json.loads((PICTURES / "005.json").read_text())["holes"]
    assert holes.pop("a0") == "a"
    complaint = refused(*arguments_for_005(tmp_path, holes | {"aC3": "a"}), status=3)
    assert "an unexpected pawn on a0; set the pawns up that way" in complaint
    assert "--holes FILE" in complaint
    assert not (tmp_path / "table").exists()


def test_pawns_where_declared_are_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    holes = json.loads((PICTURES / "005.json").read_text())["holes"]
    assert main(arguments_for_005(tmp_path, holes)) == 0
    assert capsys.readouterr().err == ""
    assert (tmp_path / "table").exists()


def test_corners_far_from_where_the_board_is_found_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    holes = json.loads((PICTURES / "005.json").read_text())["holes"]
    arguments = arguments_for_005(tmp_path, holes)
    first = arguments.index("--corners") + 1
    x, y = map(float, arguments[first].split(","))
    for off, reported in ((14.0, False), (27.0, True)):
        arguments[first] = f"{x + off},{y}"
        assert main(arguments) == 0
        assert ("px from the corners that were given" in capsys.readouterr().err) == reported


def test_where_to_lay_the_cards_is_said_if_the_camera_declares_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["calibrate", "sample", "--declare", "camera"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "lay the cards in the middle of the board, face up, or where you like within the picture"
    ]


def test_one_wrong_declared_hole_with_full_camps_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    holes = tmp_path / "holes.json"
    holes.write_text('{"a0": "a"}')
    assert main(["calibrate", "sample", "--holes", str(holes)]) == 3
    printed = capsys.readouterr().err
    assert "unexpected pawn on aC1, aC2, aC3, aC4, bC1, bC2, bC3, bC4 …; " in printed


def test_options_are_suggested_only_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    image = np.asarray(cv2.imread(str(PICTURES / "005.jpg")), np.uint8)
    said = advice(image, tapped=False)
    for message in CORNERS_HELP:
        assert "--" not in message
        assert "tap" not in message, "who plays sees this on the screen and has nothing to tap there"

    def lost(*_args: object, **_options: object) -> None:
        raise CannotSee(said)

    monkeypatch.setattr("toc_pi.app.setup.finding.calibrate", lost)
    assert main(["calibrate", str(PICTURES / "005.jpg"), "--board", "square-40"]) == 3
    assert (
        capsys.readouterr().err == f"toc-pi: {said}; or tap its four corners (--tap, or typed: --corners)\n"
    )


@pytest.mark.parametrize(("words", "status"), [([], 0), (["--holes"], 3)])
def test_a_clip_implies_full_camps(
    words: list[str],
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Full camps at set-up are part of the clip format: a mismatch is only a warning."""
    picture = np.full((90, 160, 3), 90, np.uint8)
    body = np.zeros((1, POINTS, 3), np.float32)
    looks = LearnedAppearance(picture, picture[:, :, 0], ("a",), body, body + 1, np.zeros(6), 2.0, ())
    pose = make_pose(np.array([0.6, 0.1, 0]), np.array([-200, -200, 800.0]), 90.0, (79.5, 44.5), -0.1)
    found = Calibration(load_board("square-40"), pose, 0.4, PAWNS, looks, (160, 90))
    monkeypatch.setattr("toc_pi.app.setup.finding.calibrate", lambda *_args, **_options: found)
    wrong = PlacementErrors(missing=("aC1",))
    monkeypatch.setattr("toc_pi.cli.finding.placement_errors", lambda *_: wrong)
    holes = tmp_path / "holes.json"
    holes.write_text('{"aC1": "a"}')
    assert main(["calibrate", "sample", *words, *[str(holes) for _ in words]]) == status
    assert "no pawn on aC1" in capsys.readouterr().err
