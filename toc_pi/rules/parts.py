"""A split (M12) made part by part: which parts can come next so that the number can still be used up.

The search of all results (`splits`) doesn't record which pawn went where. Here a person builds one play, and
each part offered can be followed by others that use up the rest.
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
    """One part of a split.

    Attributes:
        seat: the pawn's seat.
        start, end: its hole before and after.
        number: how many holes it uses.
        taken: the pawns that it captures.
    """

    seat: Seat
    start: Hole
    end: Hole
    number: int
    taken: tuple[tuple[Hole, Seat], ...] = ()


@dataclass(frozen=True, slots=True)
class SplitInProgress:
    """A split in progress.

    Attributes:
        before: the position before the card.
        position: the position after the parts so far.
        parts: the parts so far.
        left: the rest of the number; 0 when it is complete.
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
    """The splits that a card allows from here; empty if there is none, or none can be completed.

    Args:
        rules: the rule set.
        table: the board and its players.
        position: the board.
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
    """The results of a card's uses other than splits, each once.

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
    """The encoded position, and the results of each use of the card."""
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
    """Every part that may come next, with the split after it, if the rest can still be used up."""
    found = []
    search = _PartSearch(begun._split)
    for part, state in search.parts(begun._state, begun.left):
        if not search.can_finish(state, begun.left - part.number):
            continue
        engine = begun._split.sharing.engine
        position = engine.decode(state & engine.masks.board)
        completed = replace(part, taken=_taken(begun.position, position, part))
        left = begun.left - part.number
        found.append(
            (
                completed,
                SplitInProgress(begun.before, position, (*begun.parts, completed), left, begun._split, state),
            )
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
    """Finds the parts of one number, and whether the rest can be used up."""

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
                    # No new mark: the pawn has moved to a hole that was marked already.
                    end = bits(arrived)[0] if arrived else _end(view, after, seat, hole, number)
                    part = Part(SEATS[seat], m.names[hole], m.names[end], number)
                    found.append((part, after + more))
        return found

    def can_finish(self, state: int, left: int) -> bool:
        """Whether some sequence of parts uses up the rest."""
        if not left:
            return True
        key = (state, left)
        if key not in self._known:
            parts = sorted(self.parts(state, left), key=lambda one: -one[0].number)
            self._known[key] = any(self.can_finish(after, left - part.number) for part, after in parts)
        return self._known[key]

    def _acting(self, state: int) -> Group:
        """The seats whose pawns are own; with `spill` the next mate's once all own ones are home."""
        sharing = self._split.sharing
        return sharing.engine.acting(state, sharing.seat) if self._split.spills else self._split.acting

    def _seats(self, engine: Engine, sharing: Sharing, acting: Group) -> Group:
        return sharing.team if engine.rules.split_with == "team" else acting


def _end(view: View, after: int, seat: int, hole: int, number: int) -> int:
    """Where a pawn that left a hole is now; it may have captured one of its own seat."""
    m = view.engine.masks
    now = after >> seat * m.holes & m.plane
    if new := now & ~view.planes[seat]:
        return bits(new)[0]
    landed = (hole + number) % m.length
    return landed if now >> landed & 1 else (landed + m.stretch) % m.length
