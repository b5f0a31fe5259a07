"""The goal of a search for results: a board, as far as it has been seen.

The referee never needs every result of a card: it knows most holes of the board, and asks which results agree
with them. So the search takes the board as its goal.
"""

from dataclasses import dataclass

from calibration.holes import Hole, Seat

Pawns = frozenset[tuple[Hole, Seat]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A partly known board, without camps.

    Attributes:
        pawns: the pawns that are surely there.
        open: unknown holes; every other hole without a pawn is empty.
        off: in how many (hole, seat) pairs a result may still differ.
    """

    pawns: Pawns
    open: frozenset[Hole] = frozenset()
    off: int = 0

    def shows(self, pawns: Pawns) -> bool:
        """Whether a position agrees with it."""
        strays = sum(hole not in self.open for hole, _ in pawns - self.pawns)
        return len(self.pawns - pawns) + strays <= self.off


@dataclass(frozen=True, slots=True)
class Goal:
    """The same as bit masks (see `masks`); the default admits everything.

    Attributes:
        must: pawns that must be there.
        may: pawns that may be there.
        must_not: pawns that may not.
        off: as in `Wanted`.
    """

    must: int = 0
    may: int = -1
    must_not: int = 0
    off: int = 0

    def admits(self, result: int) -> bool:
        """Whether a result is wanted."""
        lacking, surplus = self.must & ~result, result & self.must_not
        if not self.off:
            return not (lacking or surplus)
        return lacking.bit_count() + surplus.bit_count() <= self.off


ANYTHING = Goal()


@dataclass(slots=True)
class Effort:
    """The cost limit of a search, and its cost so far.

    Attributes:
        most: the limit; the search ends when it is reached.
        spent: the cost so far, about one for each position searched.
    """

    most: int = 10**9
    spent: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the limit is reached."""
        return self.spent >= self.most
