"""Options of the open turn, for teaching: whole plays, splits (M12) by parts, and possible captures.

The search of all results doesn't record which pawn went where. Here a person builds one play, and each part
offered can be continued until the card is used up.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from calibration.holes import SEATS, Hole, Seat, is_home
from toc_pi.rules.engine import Effort, Engine, Goal, engine_of
from toc_pi.rules.game import JOKER, Cards, ExtraPlay
from toc_pi.rules.goal_search import Shared, toward
from toc_pi.rules.legal import ask, lawful, may_pass, same_pawn_moves
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group
from toc_pi.rules.pawn_moves import PawnMove, moves_of_play
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.split_states import Expander
from toc_pi.rules.splits import Split
from toc_pi.rules.table import Table

MAX_SEARCHED = 1000
"""How many positions of a split are searched for a capture."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn before its play.

    Attributes:
        rules, table: rules and table.
        n: the turn's number.
        position: the recorded position before this turn's play.
        seat: whose turn it is.
        card: the declared card; None before.
        again, pawn, struck: as in `rules.game.GameState`.
        played: cards seen since the pack was shuffled.
        counts: how many cards each player holds, by their first seat; empty if that is unknown.
        deal: dealer and number of their deal; identifies a deal.
    """

    rules: RuleSet
    table: Table
    n: int
    position: Position
    seat: Seat
    card: Card | None = None
    again: ExtraPlay = ""
    pawn: Hole | None = None
    struck: bool = False
    played: Cards = ()
    counts: Mapping[Seat, int] = field(default_factory=dict)
    deal: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Threat:
    """A pawn that another team could capture with its next card.

    Attributes:
        hole: the pawn's hole.
        seat: who could capture it (a player's first seat).
        cards: the ranks that can, without jokers.
    """

    hole: Hole
    seat: Seat
    cards: tuple[Card, ...]


def threats(
    rules: RuleSet, table: Table, position: Position, seat: Seat, holes: Iterable[Hole]
) -> tuple[Threat, ...]:
    """The threats to a team's pawns on these holes, from every legal play of every rank of the others.

    Returns:
        By hole, then by player, clockwise from the next one.
    """
    engine = engine_of(rules, table)
    number = engine.encode(position)
    team = engine.team[seat]
    owners = dict(position.pawns)
    wanted = [hole for hole in holes if hole in owners and SEATS.index(owners[hole]) in team]
    found: dict[tuple[Hole, Seat], list[Card]] = {}
    for player in _others(table, seat) if wanted else ():
        for card in rules.cards:
            if card == JOKER:
                continue
            for hole in wanted:
                if _may_capture(engine, number, player, card, owners[hole], hole):
                    found.setdefault((hole, player), []).append(card)
    return tuple(
        Threat(hole, player, tuple(found[hole, player]))
        for hole in wanted
        for player in _others(table, seat)
        if (hole, player) in found
    )


def _others(table: Table, seat: Seat) -> list[Seat]:
    """The first seats of the players of other teams, clockwise from the next one."""
    turn = table.players.index(table.player_of(seat))
    order = (*table.players[turn + 1 :], *table.players[:turn])
    return [player[0] for player in order if player[0] not in table.team_of(seat)]


def _may_capture(engine: Engine, number: int, player: Seat, card: Card, owner: Seat, hole: Hole) -> bool:
    """Whether a play of the card captures this pawn, searching at most `MAX_SEARCHED` positions."""
    m = engine.masks
    gone = Goal(must_not=m.put[SEATS.index(owner)][m.numbers[hole]])
    return any(
        _is_captured(engine, number, after, owner, hole)
        for _, made in lawful(engine, number, player, card)
        for after in toward(made, gone, Effort(MAX_SEARCHED))
    )


def _is_captured(engine: Engine, before: int, after: int, owner: Seat, hole: Hole) -> bool:
    """Whether this pawn was captured: it has left, its seat has one pawn fewer, and another seat's pawn
    moved.

    If an opponent's card moved it onto a pawn of its own seat, its seat also has one fewer, but no other
    seat's pawn moved.
    """
    m, seat = engine.masks, SEATS.index(owner)
    was, now = (number >> seat * m.holes & m.plane for number in (before, after))
    if now >> m.numbers[hole] & 1 or now.bit_count() >= was.bit_count():
        return False
    arrived = after & ~before & ((1 << m.seats * m.holes) - 1)
    return bool(arrived & ~(m.plane << seat * m.holes))


ORDER = {"home": 0, "capture": 1, "out": 2, "swap": 3, "go": 4}  # order of options by kind


@dataclass(frozen=True, slots=True)
class Option:
    """An option: a whole play, or the next part of a split (M12).

    Attributes:
        card: the card.
        result: the board after it.
        moves: what it does, pawn by pawn; a part's own move, then its captures; empty for a pass.
        left: the remainder of a split number; 0 if the card is used up.
        part: how many holes a part uses; 0 for a whole play.
    """

    card: Card
    result: Position
    moves: tuple[PawnMove, ...] = ()
    left: int = 0
    part: int = 0
    _split: Split | None = field(default=None, repr=False)
    _state: int = field(default=0, repr=False)

    @property
    def is_whole(self) -> bool:
        """Whether the card is used up."""
        return not self.left

    @property
    def used(self) -> int:
        """How much of a split number the parts so far have used."""
        return 0 if self._split is None else self._split.number - self.left

    @property
    def holes(self) -> frozenset[Hole]:
        """All start and end holes of its pawns."""
        return frozenset(hole for move in self.moves for hole in (move.start, move.end) if hole is not None)


def options_of(moment: Moment, card: Card) -> tuple[Option, ...]:
    """All options of a card now, the most relevant first.

    A split is given by its first parts; `options_after` continues from one of them.

    Raises:
        BadInput: as `legal_moves`.
    """
    if moment.struck:
        return ()
    rules, table, position, seat = moment.rules, moment.table, moment.position, moment.seat
    if moment.again == "same" and moment.pawn is not None:
        moves = same_pawn_moves(rules, table, position, seat, moment.pawn, card)
        return _sorted([_whole(moment, card, after) for after, _ in moves])
    engine, number = ask(rules, table, position, seat, card)
    results, splits = dict[int, None](), list[Option]()
    for _, found in lawful(engine, number, seat, card):
        if not isinstance(found, Shared):
            results |= dict.fromkeys(found)
        elif found:
            whole = found.split.number
            splits.append(Option(card, position, left=whole, _split=found.split, _state=number))
    if may_pass(engine, number, seat, card):
        results[number] = None
    plays = [_whole(moment, card, after) for after in engine.decode_all(results)]
    return _sorted([*plays, *(option for begun in splits for option in options_after(begun))])


def options_after(begun: Option) -> tuple[Option, ...]:
    """The next parts of a split in progress, each of which can still use up the rest."""
    split, state = begun._split, begun._state
    assert split is not None
    engine, m = split.engine, split.engine.masks
    marks = (m.seats + 1) * m.holes
    expanders: dict[Group, Expander] = {}
    known: dict[tuple[int, int], bool] = {}

    def expand(state: int, left: int) -> list[tuple[int, int, int, int]]:
        """The parts that fit into the rest: seat, hole, number, and the state after it."""
        acting = split.acting_in(state)
        expander = expanders.setdefault(acting, Expander(split, acting, is_marked=True))
        free = expander.free(state, m.plane & ~(1 << m.centre))
        return [
            (seat, hole, number, (state ^ change) + more)
            for seat, hole, more in expander.movers(state, free)
            for number, change in expander.parts(state, seat, hole, left)
        ]

    def can_finish(state: int, left: int) -> bool:
        if left and (state, left) not in known:
            steps = sorted(expand(state, left), key=lambda step: -step[2])
            known[state, left] = any(can_finish(after, left - number) for *_, number, after in steps)
        return not left or known[state, left]

    found: dict[tuple[tuple[PawnMove, ...], Position], Option] = {}
    for seat, hole, number, after in expand(state, begun.left):
        left = begun.left - number
        if not can_finish(after, left):
            continue
        moved = state >> marks & m.plane & ~(1 << hole)
        arrived = bits(after >> marks & m.plane & ~moved)
        # No new mark: the pawn has moved to a hole that was marked already.
        end = m.names[arrived[0] if arrived else _end(split, state, after, seat, hole, number)]
        position = engine.decode(after & m.board)
        move = PawnMove("home" if is_home(end) else "go", SEATS[seat], m.names[hole], end)
        moves = (move, *_captures(begun.result, position, move))
        found[moves, position] = Option(begun.card, position, moves, left, number, split, after)
    return _sorted(list(found.values()))


def _end(split: Split, before: int, after: int, seat: int, hole: int, number: int) -> int:
    """The present hole of a pawn that left a hole; it may have captured one of its own seat."""
    m = split.engine.masks
    was, now = (state >> seat * m.holes & m.plane for state in (before, after))
    if new := now & ~was:
        return bits(new)[0]
    landed = (hole + number) % m.length
    return landed if now >> landed & 1 else (landed + m.stretch) % m.length


def _captures(before: Position, after: Position, move: PawnMove) -> Iterator[PawnMove]:
    """The pawns that a part captured."""
    now = dict(after.pawns)
    for hole, seat in sorted(before.pawns):
        if hole != move.start and (hole == move.end or now.get(hole) != seat):
            yield PawnMove("capture", seat, hole)


def find_option(options: tuple[Option, ...], hole: Hole, at: int) -> int:
    """The index of the next option, after `at`, that involves a hole; `at` if there is none."""
    order = ((at + step) % len(options) for step in range(1, len(options) + 1))
    return next((number for number in order if hole in options[number].holes), at)


def _whole(moment: Moment, card: Card, after: Position) -> Option:
    moves = moves_of_play(moment.rules, moment.table, moment.position, moment.seat, card, after)
    return Option(card, after, moves)


def _sorted(options: list[Option]) -> tuple[Option, ...]:
    """Options by what they do, the largest parts first, then by their holes."""

    def rank(option: Option) -> tuple[int, int, tuple[str, ...]]:
        kind = min((ORDER[move.kind] for move in option.moves), default=len(ORDER))
        return kind, -option.part, tuple(str(move.end or move.start) for move in option.moves)

    return tuple(sorted(options, key=rank))
