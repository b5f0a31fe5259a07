"""What is asked when a board is to be explained, and the plays by which it may have come about (RULES 7)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from calibration.holes import Seat
from toc_pi.rules.breaches import Breaches, Route
from toc_pi.rules.engine import Engine
from toc_pi.rules.moves import Group, View
from toc_pi.rules.use import Use

MOST_REASONS = 3
MANY = 99
NUMBERED = ("forward", "back", "opponent", "any")
NO_NUMBER = Use("forward")
"""What a card without a number moves pawns by: no number is right."""


class Step(NamedTuple):
    """A pawn's move, or a swap, in a play that explains a board.

    Attributes:
        before, after: the positions.
        breaches: what it breaks.
        seat, hole, end: the pawn, where it stood (None: in its camp) and where it goes; seat -1 for a swap.
        route: the way that it takes; None for a swap.
        acting: whose pawns are own.
    """

    before: int
    after: int
    breaches: Breaches
    seat: int
    hole: int | None
    end: int
    route: Route | None
    acting: Group


Steps = tuple[Step, ...]


class Best:
    """The smallest set found so far; of two as small, the one for which fewer pawns moved, then by the table.

    Args:
        least: how many pawns must have moved, whatever was broken.

    Attributes:
        breaches: the set.
        steps: the play that breaks it.
        sent: the pawns that were merely taken off the board, in their planes.
        part: the use whose number that play shares out; None for none.
    """

    def __init__(self, least: int) -> None:
        self.breaches: Breaches = 0
        self._size = MOST_REASONS + 1
        self._moved = self._least = least
        self.steps: Steps = ()
        self.sent = 0
        self.part: Use | None = None

    def offer(
        self, breaches: Breaches, moved: int, steps: Steps = (), sent: int = 0, part: Use | None = None
    ) -> None:
        """Take a set if it is better.

        Args:
            breaches: the set.
            moved: how many pawns moved, captured ones not counted.
            steps: the play that breaks it.
            sent: the pawns that were merely taken off.
            part: the use whose number the play shares out.
        """
        if not self.beats(breaches, moved):
            self.breaches, self._size, self._moved = breaches, breaches.bit_count(), moved
            self.steps, self.sent, self.part = steps, sent, part

    def beats(self, breaches: Breaches, moved: int = 0) -> bool:
        """Whether neither this set nor any larger one that holds it can be better, as so many pawns move."""
        size = breaches.bit_count()
        if size != self._size:
            return size > self._size
        if size > MOST_REASONS:
            return True
        moved = max(moved, self._least)
        return moved > self._moved or (moved == self._moved and breaches <= self.breaches)

    def admits(self, hopes: Iterable[Breaches], more: Breaches, moved: int = 0) -> bool:
        """Whether one of some sets, with more broken, can still be better."""
        for hope in hopes:  # noqa: SIM110  asked so often that a generator costs a tenth of the search
            if not self.beats(hope | more, moved):
                return True
        return False


@dataclass(frozen=True, slots=True)
class Enquiry:
    """A card of one rank against a board.

    Attributes:
        engine: the rules at the table.
        seat: whose turn it is.
        acting: whose pawns are own.
        uses: what the card does.
        five: whether it counts as a 5.
        target: each seat's pawns on the board that is to be explained.
        spills: whether a split goes on with the next mates' pawns.
        best: gets every explanation.
    """

    engine: Engine
    seat: Seat
    acting: Group
    uses: tuple[Use, ...]
    five: bool
    target: tuple[int, ...]
    spills: bool
    best: Best = field(compare=False)
    _wanted: int = field(init=False, repr=False, compare=False)
    _pawns: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        m = self.engine.masks
        wanted = sum(plane << seat * m.holes for seat, plane in enumerate(self.target))
        object.__setattr__(self, "_wanted", wanted)
        object.__setattr__(self, "_pawns", (1 << m.seats * m.holes) - 1)

    @property
    def team(self) -> Group:
        """The seats of the player's team."""
        return self.engine.team[self.seat]

    def has(self, kind: str) -> bool:
        """Whether the card has a use of a kind."""
        return any(use.kind == kind for use in self.uses)

    def view(self, position: int, acting: Group) -> View:
        """A position of the search; pawns that move in it are marked."""
        return View(self.engine, position, acting, self.team, self.engine.masks.put_moved)

    def distance(self, position: int) -> int:
        """In how many places a position differs from the board that is to be explained."""
        return ((position ^ self._wanted) & self._pawns).bit_count()

    def least_moved(self, position: int) -> int:
        """How many pawns will have moved at least: a hole that is still to be filled takes one that moves."""
        m = self.engine.masks
        moved = m.column * (position >> (m.seats + 1) * m.holes & m.plane)
        return (self._wanted & (~position | moved)).bit_count()

    def missing(self, view: View) -> list[int]:
        """For each seat, the holes where a pawn of it has still to come."""
        return [wanted & ~pawns for wanted, pawns in zip(self.target, view.planes, strict=True)]


@dataclass(frozen=True, slots=True)
class SearchedPlay:
    """One way of playing a card that is searched.

    Attributes:
        whole: uses with a number of which a step may be one, whole.
        part: the use whose number is shared among the steps; None for none.
        exact: whether the parts must make the number.
        limit: how many pawns may take parts.
        again: whether a pawn may take several parts.
        always: what every such play breaks.

    Besides, a pawn may come out, enter or leave the centre, and two be swapped, but not where a number is
    shared among pawns that a card moves one at a time.
    """

    whole: tuple[Use, ...]
    part: Use | None = None
    exact: bool = True
    limit: int = MANY
    again: bool = False
    always: Breaches = 0

    @property
    def is_shared(self) -> bool:
        """Whether it shares out a number that isn't meant to be."""
        return self.part is not None and self.part.kind != "split"


class SearchState(NamedTuple):
    """Where a search stands.

    Attributes:
        position: with a mark on each pawn that has moved, and their number above.
        used: how much of the number is used up.
        is_loose: whether some part isn't measured: it makes up what is missing.
        wholes: how many whole uses have been played.
        parts: 1 once a part has been played.
    """

    position: int
    used: int = 0
    is_loose: bool = False
    wholes: int = 0
    parts: int = 0
