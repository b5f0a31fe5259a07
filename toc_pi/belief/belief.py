"""The state before a look: where the pawns stand, and how many of each seat are off the board."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from calibration.holes import Seat
from toc_pi.belief.look import Pawns
from toc_pi.rules.position import Position

Absent = tuple[tuple[Seat, int], ...]
"""Number of pawns of each seat, sorted by seat; seats with none are left out."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The state that the settled turns have led to.

    Attributes:
        record: every position consistent with them, the likeliest first; they differ only in freshness.
        absent: pawns known to be off the board: captured ones may lie beside it for a while.
    """

    record: tuple[Position, ...]
    absent: Absent = ()

    @property
    def pawns(self) -> Pawns:
        """The pawns of the recorded position (without freshness, which can't always be seen)."""
        return self.record[0].pawns

    @property
    def missing(self) -> Counter[Seat]:
        """The pawns known to be off the board, counted by seat. Do not modify."""
        return _counted(self.absent)


def absent_of(missing: Counter[Seat]) -> Absent:
    """Missing pawns in the form that `Belief.absent` has."""
    return tuple(sorted((seat, count) for seat, count in missing.items() if count > 0))


@lru_cache(maxsize=256)  # called several times per event
def _counted(absent: Absent) -> Counter[Seat]:
    return Counter(dict(absent))
