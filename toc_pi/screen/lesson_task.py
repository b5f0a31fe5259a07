"""The task of a lesson, as the scene shows it."""

from dataclasses import dataclass
from typing import Literal

from calibration.holes import Hole, Seat

Way = tuple[Hole | None, Hole, Seat]
"""A pawn's move: from (None: its camp), to, and its seat."""


@dataclass(frozen=True, slots=True)
class LessonTask:
    """A lesson beside the board.

    Attributes:
        place: which lesson of how many.
        headline: a few large words.
        sentence: the current sentence.
        keys: buttons: key and label.
        ways: moves shown as arrows.
        shows: whether a play is demonstrated on the board, and whether it is allowed; "" if none is.
    """

    place: str
    headline: str
    sentence: str
    keys: tuple[tuple[str, str], ...] = ()
    ways: tuple[Way, ...] = ()
    shows: Literal["", "right", "wrong"] = ""
