"""Data of the search for the broken rules that explain a board (RULES 7)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from calibration.holes import SEATS, Hole, Seat
from toc_pi.rules.engine import Engine
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group, View
from toc_pi.rules.reasons.breaches import (
    BIT,
    CAPTURE_FORBIDDEN,
    MOVED_PROTECTED,
    MOWN_LEFT,
    PASSED_PAWN,
    PASSED_PROTECTED,
    SENT_BACK,
    SWAPPED_PROTECTED,
    TOOK_PROTECTED,
    Breaches,
    Route,
    jumped_over,
    moved_over,
)
from toc_pi.rules.ruleset_content import Use

MAX_REASONS = 3  # broken rules that together may explain a play
MANY = 99  # stands for no limit: no play has that many pawns or steps
# The uses of a card with a number, other than a split.
NUMBERED = ("forward", "back", "opponent", "any")
NO_NUMBER = Use("forward")
"""The use by which a card without a number is judged to move a pawn: every distance is wrong."""


class SearchStep(NamedTuple):
    """A pawn's move, or a swap, in a play that explains a board.

    Attributes:
        before, after: the positions.
        breaches: the rules that it breaks.
        seat, hole, end: the pawn, its hole (None: in its camp) and where it goes; seat -1 for a swap.
        route: its route; None for a swap.
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


Steps = tuple[SearchStep, ...]


class BestExplanation:
    """The incumbent: the smallest set of breaches so far; ties go to fewer moved pawns, then table order.

    Args:
        least: a lower bound of the pawns moved, whatever was broken.

    Attributes:
        breaches: the set.
        steps: the play with these breaches.
        sent: the pawns merely taken off the board, in their planes.
        part: the use whose number that play splits; None if there is none.
    """

    def __init__(self, least: int) -> None:
        self.breaches: Breaches = 0
        self._size = MAX_REASONS + 1
        self._moved = self._least = least
        self.steps: Steps = ()
        self.sent = 0
        self.part: Use | None = None

    def offer(
        self, breaches: Breaches, moved: int, steps: Steps = (), sent: int = 0, part: Use | None = None
    ) -> None:
        """Replace the incumbent if this set is better.

        Args:
            moved: how many pawns moved, not counting captured ones.
        """
        if not self.beats(breaches, moved):
            self.breaches, self._size, self._moved = breaches, breaches.bit_count(), moved
            self.steps, self.sent, self.part = steps, sent, part

    def beats(self, breaches: Breaches, moved: int = 0) -> bool:
        """Whether the incumbent is at least as good as this set, and all supersets, with `moved` pawns."""
        size = breaches.bit_count()
        if size != self._size:
            return size > self._size
        if size > MAX_REASONS:
            return True
        moved = max(moved, self._least)
        return moved > self._moved or (moved == self._moved and breaches <= self.breaches)

    def admits(self, bounds: Iterable[Breaches], more: Breaches, moved: int = 0) -> bool:
        """Whether one of these lower bounds, with more breaches added, can still beat the incumbent."""
        for bound in bounds:  # noqa: SIM110  # hot: a generator costs a tenth of the search
            if not self.beats(bound | more, moved):
                return True
        return False


@dataclass(frozen=True, slots=True)
class Problem:
    """One rank of a card, and the board to be explained by it.

    Attributes:
        engine: the rules at the table.
        seat: whose turn it is.
        acting: whose pawns are own.
        uses: what the card does.
        five: whether it counts as a 5.
        target: each seat's pawns on the board to be explained.
        spills: whether a split goes on with the next mates' pawns.
        best: the incumbent.
    """

    engine: Engine
    seat: Seat
    acting: Group
    uses: tuple[Use, ...]
    five: bool
    target: tuple[int, ...]
    spills: bool
    best: BestExplanation = field(compare=False)
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
        """In how many (hole, seat) bits a position differs from the board to be explained."""
        return ((position ^ self._wanted) & self._pawns).bit_count()

    def least_moved(self, position: int) -> int:
        """A lower bound of the pawns moved: each hole still to be filled needs one."""
        m = self.engine.masks
        moved = m.column * (position >> (m.seats + 1) * m.holes & m.plane)
        return (self._wanted & (~position | moved)).bit_count()

    def missing(self, view: View) -> list[int]:
        """For each seat, the holes that its pawns still have to fill."""
        return [wanted & ~pawns for wanted, pawns in zip(self.target, view.planes, strict=True)]


@dataclass(frozen=True, slots=True)
class SearchedPlay:
    """One way of playing a card, as searched.

    Attributes:
        whole: uses with a number that a single step may play entirely.
        part: the use whose number is split among the steps; None if there is none.
        exact: whether the parts must make the number.
        limit: how many pawns may take parts.
        again: whether a pawn may take several parts.
        always: the rules that every such play breaks.

    In addition, a pawn may come out, enter or leave the centre, or two be swapped, unless a number that isn't
    a split's is split (`is_shared`).
    """

    whole: tuple[Use, ...]
    part: Use | None = None
    exact: bool = True
    limit: int = MANY
    again: bool = False
    always: Breaches = 0

    @property
    def is_shared(self) -> bool:
        """Whether it splits a number that may not be split."""
        return self.part is not None and self.part.kind != "split"


class SearchState(NamedTuple):
    """A node of the search.

    Attributes:
        position: with a mark on each pawn that has moved, and their count in the bits above.
        used: how much of the number has been used.
        is_loose: whether some part isn't measured, so that it can stand for any missing rest.
        wholes: how many whole uses have been played.
        parts: 1 once a part has been played.
    """

    position: int
    used: int = 0
    is_loose: bool = False
    wholes: int = 0
    parts: int = 0


Pawn = tuple[Hole, Seat]


def involved_pawns(engine: Engine, seat: Seat, steps: Steps, sent: int) -> Mapping[str, tuple[Pawn, ...]]:
    """The pawns involved in each broken rule, other than those that moved.

    Args:
        steps: the play that explains the board.
        sent: the pawns merely taken off, in their planes.
    """
    m = engine.masks
    found: dict[Breaches, dict[Pawn, None]] = {}
    for step in steps:
        view = View(engine, step.before, step.acting, engine.team[seat])
        for breach, holes in _holes(engine, view, step).items():
            if step.breaches & breach:
                pawns = found.setdefault(breach, {})
                for hole in bits(holes):
                    owner = view.seat_at(hole)
                    # Leave out a pawn that only came there by an earlier step of the same play: nobody saw it
                    # there.
                    if steps[0].before & m.put[owner][hole]:
                        pawns[m.names[hole], SEATS[owner]] = None
    for place in bits(sent):
        owner, hole = divmod(place, m.holes)
        found.setdefault(SENT_BACK, {})[m.names[hole], SEATS[owner]] = None
    return {code: tuple(found[bit]) for code, bit in BIT.items() if found.get(bit)}


def _holes(engine: Engine, view: View, step: SearchStep) -> dict[Breaches, int]:
    """The holes of the pawns that a step involves, by breach."""
    m, rules = engine.masks, engine.rules
    if step.route is None:
        marks = (m.seats + 1) * m.holes
        swapped = (step.after & ~step.before) >> marks & m.plane
        kept = view.on_start(rules.swap_own_pawn_not_on) | view.on_start(rules.swap_other_pawn_not_on)
        return {SWAPPED_PROTECTED: swapped & kept}
    here = 0 if step.hole is None else 1 << step.hole
    path = 0 if step.hole is None else moved_over(m, step.route, step.seat, step.hole, step.end)
    path |= 1 << step.route.first if step.route.jump else 0
    under = jumped_over(engine, step.route)
    passed = view.occupied & (path | under) & ~here
    standing = sum(1 << hole for hole in bits(passed) if (step.after ^ step.before) & m.columns[hole] == 0)
    gone = passed & ~standing | view.occupied & 1 << step.end & ~here
    homes = m.plane & ~m.track & ~(1 << m.centre)
    forbidden = (0 if rules.own_capture else view.own) | (0 if rules.team_capture else view.mates)
    return {
        PASSED_PROTECTED: standing & view.blocks,
        PASSED_PAWN: standing & view.named(step.seat) & ~view.blocks,
        TOOK_PROTECTED: gone & (view.protected | homes),
        CAPTURE_FORBIDDEN: gone & forbidden,
        MOWN_LEFT: standing & path & ~view.kept,
        MOVED_PROTECTED: here,
    }
