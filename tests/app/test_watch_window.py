"""The main job as a person meets it: a filmed game in a real window, at its own pace, until it is closed."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from own_display import Display

from calibration.board import load_board
from calibration.holes import Hole
from toc_pi.app.clip import load_clip
from toc_pi.screen.layout import PANEL_LEFT, place_board, place_lamp
from toc_pi.screen.scene import opening
from toc_pi.screen.shapes import COLOURS
from toc_pi.screen.sprites import BAD

CLIP = Path(__file__).parents[1] / "data" / "short"
SETUP_S = 2.0
SPEED = 2.5
PATIENCE_S = 120.0


def test_a_film_is_refereed_in_a_window_at_its_pace_until_it_is_closed(display: Display) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "toc_pi", "watch", str(CLIP), "--json", "--screen", "--speed", str(SPEED)],
        env=display.surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert program.stdout is not None
    rows: list[dict[str, Any]] = []
    told: list[float] = []
    for line in program.stdout:
        rows.append(json.loads(line))
        told.append(time.monotonic())
        if rows[-1]["event"] == "verdict" and rows[-1]["n"] == 5:
            break
    _matches(display, rows)
    # The pace begins right after the calibration; a slow machine falls behind it, none may be ahead.
    assert rows[0]["event"] == "calibrated"
    film_s = rows[-1]["t"] - SETUP_S
    assert told[-1] - told[0] > film_s / SPEED, "no faster than it was asked to"
    display.xdotool("key", "Escape")
    program.stdout.close()
    assert program.wait(20) == 0


def _matches(display: Display, rows: list[dict[str, Any]]) -> None:
    """Wait until the window shows the last thing that was told: the board as seen, and the red sign."""
    face = opening(load_board("square-40"), load_clip(str(CLIP)).colours).face
    view, colours = place_board(face), load_clip(str(CLIP)).colours
    seen = next(row for row in reversed(rows) if row["event"] == "seen")
    until = time.monotonic() + PATIENCE_S
    while True:
        picture = display.picture()
        wrong = [
            hole
            for hole, seat in seen["holes"].items()
            if _differs(picture, view.point(face.holes[Hole(hole)]), COLOURS[colours[seat]])
        ]
        sign = picture[115:180, PANEL_LEFT : PANEL_LEFT + 60]
        red = (np.abs(sign - BAD).max(axis=-1) < 12).sum()
        # A hole or two may lie under an arrow's head.
        if len(wrong) <= 2 and red > 300:
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
