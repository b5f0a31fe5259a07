"""What is believed of the table before a look: where the pawns stand, and which ones are off the board."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from calibration.holes import Seat
from toc_pi.belief.look import Pawns
from toc_pi.rules.position import Position

Absent = tuple[tuple[Seat, int], ...]
"""A count of pawns a seat, in order; seats without any are left out."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What the turns that count have left.

    Attributes:
        record: every position that fits them, the likeliest first; they differ in freshness alone.
        absent: pawns that have been off the board for long: captured ones lie beside it for a while.
    """

    record: tuple[Position, ...]
    absent: Absent = ()

    @property
    def pawns(self) -> Pawns:
        """The recorded position, as far as it can be seen."""
        return self.record[0].pawns

    @property
    def missing(self) -> Counter[Seat]:
        """The pawns that have been off the board for long, as a count. Not to be changed."""
        return _counted(self.absent)


def absent_of(missing: Counter[Seat]) -> Absent:
    """A count of missing pawns as a belief holds it."""
    return tuple(sorted((seat, count) for seat, count in missing.items() if count > 0))


@lru_cache(maxsize=256)  # asked several times an event
def _counted(absent: Absent) -> Counter[Seat]:
    return Counter(dict(absent))
