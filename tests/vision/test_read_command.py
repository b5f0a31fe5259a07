"""`toc-pi read`, as specified in CONTRACT."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from footage import FOLDER, footage

from toc_pi.cli.main import main


@pytest.fixture(scope="module")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("read") / "table"
    footage("kitchen").calibration.save(path)
    return path


def test_json_has_a_line_a_picture(calibration: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = [str(FOLDER / "kitchen" / name) for name in ("still-0.jpg", "hand-1.jpg")]
    assert main(["read", *pictures, "--calibration", str(calibration), "--json"]) == 0
    clear, hand = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert clear["file"] == pictures[0]
    assert clear["state"] == "clear"
    assert set(clear["probability"]) == set(clear["holes"]) | set(clear["unsure"])
    assert hand["state"] == "hand"


def test_words_name_the_pawns(calibration: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(FOLDER / "kitchen" / "setup.jpg"), "--calibration", str(calibration)]) == 0
    assert "aC1 a" in capsys.readouterr().out


def test_show_draws_over_the_picture(calibration: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.png"
    picture = str(FOLDER / "kitchen" / "still-1.jpg")
    assert main(["read", picture, "--calibration", str(calibration), "--show", str(out)]) == 0
    assert cv2.imread(str(out)).shape == (360, 640, 3)


def test_a_black_picture_ends_with_advice(
    calibration: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "cap.png"), np.zeros((360, 640, 3), np.uint8))
    assert main(["read", str(tmp_path / "cap.png"), "--calibration", str(calibration), "--json"]) == 3
    seen = capsys.readouterr()
    assert json.loads(seen.out)["state"] == "blind"
    assert "toc-pi: " in seen.err


@pytest.mark.parametrize("kind", ["missing", "text", "small"])
def test_what_is_no_picture_is_refused(
    calibration: Path, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"{kind}.png"
    if kind == "text":
        path.write_text("no picture")
    elif kind == "small":
        cv2.imwrite(str(path), np.zeros((36, 64, 3), np.uint8))
    assert main(["read", str(path), "--calibration", str(calibration)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_calibration_comes_through_standard_input(calibration: Path) -> None:
    words = ["read", str(FOLDER / "kitchen" / "setup.jpg"), "--calibration", "-"]
    with calibration.open("rb") as whole:
        done = subprocess.run(
            [sys.executable, "-m", "toc_pi", *words], stdin=whole, capture_output=True, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert "aC1 a" in done.stdout


def test_standard_input_is_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "-", "--calibration", "-"]) == 2
    assert "only one file" in capsys.readouterr().err
