"""What results are wanted: those that show certain pawns, as far as a board has been seen.

The referee never needs every result of a card: it has a board before it, sure of most holes, and asks which
results look like that. So the rules take the board along and search for it.
"""

from dataclasses import dataclass

from calibration.holes import Hole, Seat

Pawns = frozenset[tuple[Hole, Seat]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A board as far as it is known, out of the camps.

    Attributes:
        pawns: what surely stands there.
        open: holes of which nothing is known; every other hole without a pawn is empty.
        off: in how many entries (a pawn on a hole) a result may differ from it all the same.
    """

    pawns: Pawns
    open: frozenset[Hole] = frozenset()
    off: int = 0

    def shows(self, pawns: Pawns) -> bool:
        """Whether a position looks like that."""
        strays = sum(hole not in self.open for hole, _ in pawns - self.pawns)
        return len(self.pawns - pawns) + strays <= self.off


@dataclass(frozen=True, slots=True)
class Goal:
    """The same in numbers (see `masks`); as it is made, anything will do.

    Attributes:
        must: pawns that have to stand.
        may: pawns that may.
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
    """How much a search may cost, and has cost so far.

    Attributes:
        most: after how many positions it is given up; for questions that may go unanswered.
        spent: the positions that were searched.
    """

    most: int = 10**9
    spent: int = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be searched."""
        return self.spent >= self.most
