"""A game in a dim room, with a webcam, with somebody at the table: the same verdicts as in a clean film."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from rooms import Change, Refilmed, exposure, guest, sensor

from hardware.capture import Film
from toc_pi.app.film_session import Passed, watch
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.table_summary import game_of
from toc_pi.effects import State, Verdict

CLIP = load_clip(str(Path(__file__).parents[1] / "data" / "short"))
CORNERS = np.array(CLIP.corners, np.float64)
ROOMS: dict[str, Sequence[Change]] = {
    "clean": (),
    "a webcam": (exposure(0.06), sensor(900.0, 0.7, 2)),
    "a guest in a dim room": (guest(CORNERS, 2.5), sensor(300.0, 1.0, 3)),
}
LATER_S = 1.0  # noise makes each observation take longer
LESS = 0.06


@dataclass(frozen=True)
class Evening:
    """The verdicts on a film, and in how much of it the board was recognized as free."""

    verdicts: tuple[Verdict, ...]
    free: float


@cache
def evening(room: str) -> Evening:
    verdicts, states = [], []
    state = "watching"
    for happening in watch(CLIP, game_of(CLIP), Refilmed(Film(CLIP.film), ROOMS[room])):
        if isinstance(happening, Verdict):
            verdicts.append(happening)
        elif isinstance(happening, State):
            state = happening.state
        elif isinstance(happening, Passed):
            states.append(state == "watching")
    return Evening(tuple(verdicts), float(np.mean(states)))


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "clean"])
def test_a_game_is_judged_in_a_real_room_as_in_a_clean_film(room: str) -> None:
    clean, now = evening("clean"), evening(room)
    assert clean.verdicts
    assert [(v.legal, v.card, v.holes) for v in now.verdicts] == [
        (v.legal, v.card, v.holes) for v in clean.verdicts
    ]
    for verdict, usual in zip(now.verdicts, clean.verdicts, strict=True):
        assert verdict.reasons[:1] == usual.reasons[:1]
        assert verdict.t <= usual.t + LATER_S
    assert now.free >= clean.free - LESS
