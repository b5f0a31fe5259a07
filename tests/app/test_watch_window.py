"""The main task as a person sees it: a filmed game in a real window, at its own pace, until it is closed."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from own_display import Display, missing_tools, open_display
from patience import PATIENCE_S

from calibration.board.board_file import load_board
from calibration.holes import Hole
from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip
from toc_pi.screen.film_view import place_film, place_game
from toc_pi.screen.layout import place_board, place_lamp
from toc_pi.screen.palette import COLOURS, DAY
from toc_pi.screen.scene import opening

CLIP = Path(__file__).parents[1] / "data" / "short"
SETUP_S = 2.0
SPEED = 2.5
DESKTOP = (1280, 720)
FILM = (640, 360)
STAYS_S = 4.0
GAME = place_game(DESKTOP, FILM)


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Display]:
    """A display on which film and screen have room."""
    if missing := missing_tools():
        pytest.skip(f"{' and '.join(missing)} missing (apt install xvfb xdotool)")
    with open_display(tmp_path, DESKTOP) as display:
        yield display


def test_a_film_is_refereed_in_a_window_at_its_pace_until_it_is_closed(desktop: Display) -> None:
    display = desktop
    program = subprocess.Popen(
        [sys.executable, "-m", "toc_pi", "watch", str(CLIP), "--json", "--screen", "--speed", str(SPEED)],
        env=display.surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdout is not None
    rows: list[dict[str, Any]] = []
    printed_s: list[float] = []
    for line in program.stdout:
        rows.append(json.loads(line))
        printed_s.append(time.monotonic())
        if rows[-1]["event"] == "verdict" and rows[-1]["n"] == 5:
            break
    _matches(display, rows)
    # The pace begins right after the calibration; a slow machine may fall behind, but none may be ahead.
    assert rows[0]["event"] == "calibrated"
    film_s = rows[-1]["t"] - SETUP_S
    assert printed_s[-1] - printed_s[0] > film_s / SPEED, "no faster than it was asked to"
    _shows_the_film(display)
    display.wait_for(DAY.amber, (slice(600, 700), slice(100, 1100)), 5000)
    time.sleep(STAYS_S)
    assert program.poll() is None, "the summary stays until somebody taps"
    display.xdotool("mousemove", 640, 500, "click", 1)
    program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0


def test_esc_ends_a_film_with_what_was_seen_so_far_as_text(desktop: Display) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "toc_pi", "watch", str(CLIP), "--screen"],
        env=desktop.surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline()
    desktop.xdotool("key", "Escape")
    said, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0
    assert "The film is over" in said


def _shows_the_film(display: Display) -> None:
    """The film stands on the left, as the camera saw it but for the rings of what is read."""
    with closing(Film(CLIP / "film.mp4")) as film:
        first = film.read()
    assert first is not None
    area = place_film(DESKTOP, (first.image.shape[1], first.image.shape[0]))
    size = round(area.width), round(area.height)
    wanted = cv2.resize(first.image[..., ::-1], size, interpolation=cv2.INTER_AREA).astype(int)
    top, left = round(area.top), round(area.left)
    shown = display.picture()[top : top + size[1], left : left + size[0]]
    assert np.median(np.abs(shown - wanted)) < 12


def _matches(display: Display, rows: list[dict[str, Any]]) -> None:
    """Wait until the window shows the last line: the board as seen, and the red sign."""
    face = opening(load_board("square-40"), load_clip(str(CLIP)).colours).board.face
    view, colours = place_board(face, GAME), load_clip(str(CLIP)).colours
    seen = next(row for row in reversed(rows) if row["event"] == "seen")
    until = time.monotonic() + PATIENCE_S
    while True:
        picture = display.picture()
        wrong = [
            hole
            for hole, seat in seen["holes"].items()
            if _differs(picture, view.point(face.holes[Hole(hole)]), COLOURS[colours[seat]])
        ]
        left, top = round(GAME.panel.left), round(GAME.panel.top + 60)
        sign = picture[top : top + 140, left : left + 80]
        red = (np.abs(sign - DAY.bad).max(axis=-1) < 12).sum()
        # A hole or two may lie under an arrow's head.
        if len(wrong) <= 2 and red > 220:
            break
        assert time.monotonic() < until, (wrong, red)
        time.sleep(0.1)
    shining = [seat for seat in "abcd" if picture[_at(view.point(place_lamp(face, seat)))].sum() > 500]
    assert shining == ["c"], "the lamp of the seat in turn, as on its wire"


def _at(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[1]), round(point[0])


def _differs(
    picture: npt.NDArray[np.int64], point: tuple[float, float], colour: tuple[int, int, int]
) -> bool:
    return bool(np.abs(picture[_at(point)] - colour).max() > 40)
