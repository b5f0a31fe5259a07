"""`toc-pi board`, `toc-pi targets` and `toc-pi calibrate`, as a person types them."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn import draw_attic

from calibration.board.board_file import load_board, shipped_boards, write_board
from toc_pi.cli.main import main

PICTURE = Path(__file__).parents[1] / "data" / "calibration" / "005.jpg"
TRUTH = json.loads(PICTURE.with_suffix(".json").read_text())


def test_list_and_check_and_show(capsys):
    assert main(["board", "list"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in shipped_boards())
    assert main(["board", "check", "star-60"]) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    assert main(["board", "show", "hexagon-55"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_check_names_all_faults_in_one_line(tmp_path, refused):
    path = tmp_path / "attic.toml"
    write_board(load_board("square-40"), path)
    path.write_text(path.read_text().replace("a3 =", "a33 =").replace("seats = 4", "seats = 3"))
    assert "seats = 3; 4, 6 or 8 are allowed" in refused("board", "check", str(path))


def test_targets_writes_a_sheet(tmp_path, capsys):
    path = tmp_path / "sheet.svg"
    assert main(["targets", "-o", str(path)]) == 0
    assert path.read_text().startswith("<svg")
    assert "print it at 100 %" in capsys.readouterr().out


def test_targets_writes_over_nothing(tmp_path, refused):
    path = tmp_path / "mine.svg"
    path.write_text("dear")
    complaint = refused("targets", "-o", str(path))
    assert "mine.svg: it already exists; nothing is overwritten, choose another name" in complaint
    assert path.read_text() == "dear"


def test_calibrate_prints_the_line_of_the_contract(tmp_path, capsys):
    holes, out = tmp_path / "holes.json", tmp_path / "x.calibration"
    holes.write_text(json.dumps(TRUTH["holes"]))
    options = ["--board", "square-40", "--holes", str(holes), "--focal", "1100", "--json", "-o", str(out)]
    assert main(["calibrate", str(PICTURE), *options]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["board"] == "square-40"
    assert line["elevation_deg"] == pytest.approx(TRUTH["elevation_deg"], abs=0.5)
    assert np.abs(np.array(line["corners"]) - TRUTH["outline4"]).max() < 2.0
    assert out.stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.png", "--board", "square-40"], "no such picture"),
        (["{picture}"], "--board is missing"),
        (["{picture}", "--board", "sqare"], "no such board"),
        (["{picture}", "--board", "square-40", "--corners", "1,2", "3,4", "5,x", "7,8"], "--corners 5,x"),
        (["{picture}", "--board", "square-40", "--focal", "7"], "--focal 7"),
        (["{picture}", "--board", "square-40", "--holes", "{text}"], "not JSON"),
        (["{text}", "--board", "square-40"], "a picture that can be read"),
        (["{picture}", "--board", "square-40", "--pawns", "tower,1,2"], "--pawns tower"),
        (["{picture}", "--board", "square-40", "--colours", "red"], "--colours red"),
    ],
)
def test_wrong_use_is_status_2_and_one_line(arguments, said, tmp_path, refused):
    text = tmp_path / "text.png"
    text.write_text("no picture")
    filled = [argument.format(picture=PICTURE, text=text) for argument in arguments]
    assert said in refused("calibrate", *filled)


@pytest.mark.parametrize(("level", "advice"), [(3, "take the cap off"), (200, "covers the lens")])
def test_no_sight_is_status_3_with_advice(level, advice, tmp_path, capsys):
    picture = tmp_path / "picture.png"
    cv2.imwrite(str(picture), np.full((720, 1280, 3), level, np.uint8))
    assert main(["calibrate", str(picture), "--board", "square-40"]) == 3
    assert advice in capsys.readouterr().err


def test_learn_shows_what_it_found(tmp_path, capsys):
    board = load_board("square-40")
    picture, shown, out = tmp_path / "attic.png", tmp_path / "seen.png", tmp_path / "attic.toml"
    places = draw_attic(picture)
    outline = ["300,60", "900,60", "900,660", "300,660"]
    starts = [f"{places[f'{seat}0'][0]:.0f},{places[f'{seat}0'][1]:.0f}" for seat in "abcd"]
    options = ["--width", "400", "--outline", *outline, "--starts", *starts]
    options += ["--show", str(shown), "-o", str(out)]
    assert main(["board", "learn", str(picture), *options]) == 0
    printed = capsys.readouterr()
    assert "4 seats" in printed.out
    assert printed.err == ""
    assert cv2.imread(str(shown)).shape == (720, 1280, 3)
    assert main(["board", "check", str(out)]) == 0
    learnt = load_board(str(out))
    assert np.hypot(*np.subtract(learnt.holes["b7"], board.holes["b7"])) < 2.0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--starts", "1,2", "3,x"], "--starts 3,x"),
        (["--starts", "1,2", "--width", "0"], "--width 0"),
        (["-o", "/no/such/folder/attic.toml"], "can't be written there"),
    ],
)
def test_learn_reports_wrong_arguments(arguments, said, refused, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    options = ["--width", "400", "--outline", "0,0", "9,0", "9,9", "0,9", *arguments]
    assert said in refused("board", "learn", str(PICTURE), *options)
