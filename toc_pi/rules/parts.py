"""A number that is shared among pawns (M12), part by part: what can be done next so that it still comes out.

The search of all results (`splits`) doesn't remember who went where; here a person builds one play, and each
part that is offered can be followed by others that use up the rest.
"""

from dataclasses import dataclass, field, replace

from calibration.holes import SEATS, Hole, Seat
from toc_pi.rules.engine import Engine, engine_of
from toc_pi.rules.legal import plays, plays_of_mate
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group, View
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.sharing import Sharing
from toc_pi.rules.splits import Results, Shared, Split
from toc_pi.rules.table import Table
from toc_pi.rules.uses import uses_of


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a shared number.

    Attributes:
        seat: whose pawn.
        start, end: from where to where it goes.
        number: how many holes it takes.
        taken: the pawns that it captures.
    """

    seat: Seat
    start: Hole
    end: Hole
    number: int
    taken: tuple[tuple[Hole, Seat], ...] = ()


@dataclass(frozen=True, slots=True)
class SplitInProgress:
    """A number that is being shared.

    Attributes:
        before: where the pawns stood before the card.
        position: where they stand after the parts so far.
        parts: those so far.
        left: how many holes are still to go; 0 once it is all used.
    """

    before: Position
    position: Position
    parts: tuple[Part, ...]
    left: int
    _split: Split = field(repr=False)
    _state: int = field(repr=False)


def begin_sharing(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card
) -> tuple[SplitInProgress, ...]:
    """The numbers that a card lets somebody share from here; none where it lets nobody, or nothing fits.

    Args:
        rules: the rule set.
        table: the board and its players.
        position: where the pawns stand.
        seat: whose turn it is.
        card: what is played.

    Raises:
        BadInput: as `legal_moves`.
    """
    number, made = _made(rules, table, position, seat, card)
    return tuple(
        SplitInProgress(position, position, (), found.split.sharing.n, found.split, number)
        for found in made
        if isinstance(found, Shared) and found
    )


def whole_results(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card
) -> tuple[Position, ...]:
    """The results of a card's other uses, those that aren't shared, each once.

    Raises:
        BadInput: as `legal_moves`.
    """
    engine = engine_of(rules, table)
    number, made = _made(rules, table, position, seat, card)
    found = {result: None for each in made if not isinstance(each, Shared) for result in each}
    if any(use.kind == "pass" for use, _ in uses_of(rules, card)) and engine.acting(number, seat):
        found[number] = None
    return engine.decode_all(found)


def _made(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card
) -> tuple[int, tuple[Results, ...]]:
    """The position as a number, and what each use of the card makes of it."""
    engine = engine_of(rules, table)
    if seat not in engine.groups:
        table.player_of(seat)
    rules.uses(card)
    number = engine.encode(position)
    group = engine.acting(number, seat)
    if not group:
        return number, ()
    made = tuple(found for _, found in plays(engine, number, seat, card, group))
    if rules.mate_when_stuck and not any(made):
        made = tuple(found for _, found in plays_of_mate(engine, number, seat, card))
    return number, made


def next_parts(begun: SplitInProgress) -> tuple[tuple[Part, SplitInProgress], ...]:
    """Every part that may come next, with what it leads to: some play uses up what is left then."""
    found = []
    search = _PartSearch(begun._split)
    for part, state in search.parts(begun._state, begun.left):
        if not search.comes_out(state, begun.left - part.number):
            continue
        engine = begun._split.sharing.engine
        position = engine.decode(state & engine.masks.board)
        told = replace(part, taken=_taken(begun.position, position, part))
        left = begun.left - part.number
        found.append(
            (told, SplitInProgress(begun.before, position, (*begun.parts, told), left, begun._split, state))
        )
    return tuple(found)


def _taken(before: Position, after: Position, part: Part) -> tuple[tuple[Hole, Seat], ...]:
    now = dict(after.pawns)
    return tuple(
        (hole, seat)
        for hole, seat in sorted(before.pawns)
        if hole != part.start and (hole == part.end or now.get(hole) != seat)
    )


class _PartSearch:
    """Parts of one number, and whether what is left can be used up."""

    def __init__(self, split: Split) -> None:
        self._split = split
        self._known: dict[tuple[int, int], bool] = {}

    def parts(self, state: int, left: int) -> list[tuple[Part, int]]:
        """Every part that is allowed in a state, with the state after it."""
        sharing = self._split.sharing
        engine, m = sharing.engine, sharing.engine.masks
        acting = self._acting(state)
        marks = (m.seats + 1) * m.holes
        moved = state >> marks & m.plane
        taken = state >> marks + m.holes
        again, limit = engine.rules.split_again, sharing.limit
        view = View(engine, state, acting, sharing.team, m.put_moved)
        movable = m.plane & ~(1 << m.centre)
        if not again:
            movable &= ~moved
        if limit is not None and taken >= limit:
            movable &= moved
        found = []
        for seat in self._seats(engine, sharing, acting):
            for hole in bits(view.planes[seat] & movable):
                more = m.one_more if limit is not None and not moved >> hole & 1 else 0
                for number, after in sharing.parts(view, seat, hole, left):
                    arrived = after >> marks & m.plane & ~(moved & ~(1 << hole))
                    # A pawn that comes back to a hole that was marked already stands on the marked one.
                    end = bits(arrived)[0] if arrived else _end(view, after, seat, hole, number)
                    part = Part(SEATS[seat], m.names[hole], m.names[end], number)
                    found.append((part, after + more))
        return found

    def comes_out(self, state: int, left: int) -> bool:
        """Whether some parts use up what is left."""
        if not left:
            return True
        key = (state, left)
        if key not in self._known:
            parts = sorted(self.parts(state, left), key=lambda one: -one[0].number)
            self._known[key] = any(self.comes_out(after, left - part.number) for part, after in parts)
        return self._known[key]

    def _acting(self, state: int) -> Group:
        """Whose pawns are own: with `spill` the next mate's once all own ones are home."""
        sharing = self._split.sharing
        return sharing.engine.acting(state, sharing.seat) if self._split.spills else self._split.acting

    def _seats(self, engine: Engine, sharing: Sharing, acting: Group) -> Group:
        return sharing.team if engine.rules.split_with == "team" else acting


def _end(view: View, after: int, seat: int, hole: int, number: int) -> int:
    """Where a pawn of a seat stands that left a hole; it may have taken one of its own seat."""
    m = view.engine.masks
    now = after >> seat * m.holes & m.plane
    if new := now & ~view.planes[seat]:
        return bits(new)[0]
    landed = (hole + number) % m.length
    return landed if now >> landed & 1 else (landed + m.stretch) % m.length
