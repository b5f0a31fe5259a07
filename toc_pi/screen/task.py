"""What a pupil is asked to do in a lesson, as the scene shows it."""

from dataclasses import dataclass

from calibration.holes import Hole, Seat

Way = tuple[Hole | None, Hole, Seat]
"""From where (None: out of the camp) to where a pawn goes, and whose it is."""


@dataclass(frozen=True, slots=True)
class Task:
    """A lesson beside the board.

    Attributes:
        place: which lesson of how many.
        headline: a few large words.
        said: the sentence that counts now.
        keys: what can be tapped, and what stands on it.
        ways: what is shown to be done, as arrows.
    """

    place: str
    headline: str
    said: str
    keys: tuple[tuple[str, str], ...] = ()
    ways: tuple[Way, ...] = ()
