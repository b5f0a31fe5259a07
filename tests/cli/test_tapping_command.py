"""Taps in a window for `board learn` and `calibrate --tap`: on a test display, and without one."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from drawn import draw_attic
from own_display import SCREEN, Display
from patience import PATIENCE_S

from calibration.board.board_file import load_board, write_board
from toc_pi.cli.main import main
from toc_pi.screen.pages.tapping import place_taps
from toc_pi.screen.pages.tapping_draw import FELT, GREEN_ON

SIZE = (1280, 720)
Attic = tuple[Path, dict[str, tuple[float, float]]]
DATA = Path(__file__).parents[1] / "data" / "calibration"
BELOW = slice(round(place_taps(SCREEN, SIZE).bar), SCREEN[1])


def tap(display: Display, place: tuple[float, float]) -> None:
    """Tap a place of the picture: a little beside it, then drag there."""
    x, y = map(round, place_taps(SCREEN, SIZE).on_canvas(place))
    display.xdotool("mousemove", x + 4, y + 3, "mousedown", 1, "mousemove", x, y, "mouseup", 1)


def begun(display: Display, *words: object) -> subprocess.Popen[str]:
    program = subprocess.Popen(
        [sys.executable, "-m", "toc_pi", *map(str, words)],
        env=display.surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    display.wait_for(FELT, (slice(0, 50), slice(0, 800)), 2000)
    return program


@pytest.fixture
def attic(tmp_path: Path) -> Attic:
    """A drawn empty board, and the places of its holes and corners in the picture."""
    picture = tmp_path / "attic.png"
    places = draw_attic(picture)
    corners = {f"corner {number}": corner for number, corner in enumerate(CORNERS)}
    return picture, {**places, **corners}


CORNERS = ((300.0, 60.0), (900.0, 60.0), (900.0, 660.0), (300.0, 660.0))


def test_a_board_is_tapped_looked_at_corrected_and_written(display: Display, attic: Attic) -> None:
    picture, places = attic
    out = picture.with_name("tapped.toml")
    program = begun(display, "board", "learn", picture, "--width", 400, "-o", out)
    for corner in CORNERS:
        tap(display, corner)
    display.xdotool("key", "Return")
    for seat in "abcd":
        tap(display, places[f"{seat}0"])
    tap(display, (100.0, 600.0))
    display.xdotool("key", "BackSpace")
    display.xdotool("key", "Return")
    display.wait_for(GREEN_ON, (BELOW, slice(0, 800)), 1500)
    # A hole is moved a little, and the mouse accepts.
    x, y = place_taps(SCREEN, SIZE).on_canvas(places["b7"])
    display.xdotool("mousemove", round(x), round(y), "mousedown", 1, "mousemove", round(x) + 6, round(y))
    display.xdotool("mouseup", 1)
    done = place_taps(SCREEN, SIZE).buttons["done"].middle
    assert not out.exists(), "nothing is written before it is accepted"
    display.xdotool("mousemove", round(done[0]), round(done[1]), "click", 1)
    said, complained = program.communicate(timeout=PATIENCE_S)
    assert (program.returncode, complained) == (0, "")
    assert "4 seats" in said
    learnt, board = load_board(str(out)), load_board("square-40")
    scale = place_taps(SCREEN, SIZE).scale
    for hole, (x, y) in board.holes.items():
        if "C" not in hole:
            moved = 6 / scale / 1.5 * (hole == "b7")
            assert np.hypot(learnt.holes[hole][0] - x - moved, learnt.holes[hole][1] - y) < 2.5, hole


def test_every_hole_of_another_game_is_tapped(display: Display, attic: Attic) -> None:
    picture, places = attic
    out = picture.with_name("ludo.toml")
    options = ["--width", 400, "--game", "other", "--outline", *(f"{x:.0f},{y:.0f}" for x, y in CORNERS)]
    program = begun(display, "board", "learn", picture, *options, "-o", out)
    chosen = [f"a{number}" for number in range(9)]
    for hole in chosen:
        tap(display, places[hole])
    display.xdotool("key", "Return")
    display.wait_for(GREEN_ON, (BELOW, slice(0, 800)), 200)
    display.xdotool("key", "Return")
    program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0
    learnt, board = load_board(str(out)), load_board("square-40")
    assert list(learnt.holes) == [f"h{number + 1}" for number in range(9)]
    off = [
        np.subtract(place, board.holes[hole])
        for hole, place in zip(chosen, learnt.holes.values(), strict=True)
    ]
    assert np.abs(off).max() < 2.0


def test_escape_leaves_and_nothing_is_written(display: Display, attic: Attic) -> None:
    picture, _ = attic
    program = begun(display, "board", "learn", picture, "--width", 400)
    tap(display, CORNERS[0])
    display.xdotool("key", "Escape")
    said, complained = program.communicate(timeout=PATIENCE_S)
    assert (program.returncode, said) == (130, "")
    assert complained == "toc-pi: left, nothing was written\n"
    assert not picture.with_suffix(".toml").exists()


def test_a_known_board_is_found_by_four_taps(display: Display, tmp_path: Path) -> None:
    truth = json.loads((DATA / "005.json").read_text())
    holes = tmp_path / "holes.json"
    holes.write_text(json.dumps(truth["holes"]))
    options = ["--board", "square-40", "--holes", holes, "--tap", "--json"]
    program = begun(display, "calibrate", DATA / "005.jpg", *options)
    for x, y in truth["outline4"]:
        tap(display, (x + 3, y - 4))
    display.xdotool("key", "Return")
    said, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0
    assert np.abs(np.array(json.loads(said)["corners"]) - truth["outline4"]).max() < 2.0


def test_without_a_display_the_points_are_to_be_typed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    attic: Attic,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    picture, _ = attic
    assert main(["board", "learn", str(picture), "--width", "400"]) == 4
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert "no display" in printed
    assert "(--starts x,y …)" in printed
    board = tmp_path / "attic.toml"
    write_board(load_board("square-40"), board)
    assert main(["calibrate", str(picture), "--board", str(board), "--tap"]) == 4
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert "--corners x,y x,y x,y x,y" in printed
