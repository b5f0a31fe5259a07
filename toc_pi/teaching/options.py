"""The open turn for teaching: what a card may do, whole plays and splits (M12) by parts; who could capture.

The search of all results doesn't record which pawn went where. Here a person builds one play, and each part
offered can be followed by others that use up the rest.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from calibration.holes import SEATS, Hole, Seat, is_home
from toc_pi.rules.engine import Engine, engine_of
from toc_pi.rules.game import JOKER, Again, Cards
from toc_pi.rules.goal_search import Shared
from toc_pi.rules.legal import ask, lawful, may_pass, results, same_pawn_moves
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group
from toc_pi.rules.pawn_moves import PawnMove, moves_of_play
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.splits import Expander, Split
from toc_pi.rules.table import Table


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
    again: Again = ""
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
    """The threats to a team's pawns on these holes, from every legal play of every rank.

    Args:
        rules: the rule set.
        table: the board and its players.
        position: the board, before the others' cards.
        seat: a seat of the team.
        holes: the holes; those without a pawn of the team are ignored.

        Returns:
            By hole, then by player, clockwise from the next one.
    """
    engine = engine_of(rules, table)
    number = engine.encode(position)
    team = engine.team[seat]
    owners = dict(position.pawns)
    wanted = [hole for hole in holes if hole in owners and SEATS.index(owners[hole]) in team]
    found: dict[tuple[Hole, Seat], list[Card]] = {}
    for player in _others(table, seat):
        for card in rules.cards:
            if card == JOKER:
                continue
            after = results(engine, number, player, card)
            for hole in wanted:
                if any(_is_captured(engine, number, one, owners[hole], hole) for one in after):
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


@dataclass(frozen=True, slots=True)
class SplitInProgress:
    """A split in progress.

    Attributes:
        position: the position after the parts so far.
        left: the rest of the number; 0 when it is complete.
        part: how many holes the last part used; 0 before the first.
        moves: what that part did: its pawn's move, then the captures.
    """

    position: Position
    left: int
    _split: Split = field(repr=False)
    _state: int = field(repr=False)
    part: int = 0
    moves: tuple[PawnMove, ...] = ()

    @property
    def used(self) -> int:
        """How much of the number the parts so far have used."""
        return self._split.number - self.left


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
    engine, number = ask(rules, table, position, seat, card)
    return tuple(
        SplitInProgress(position, found.split.number, found.split, number)
        for _, found in lawful(engine, number, seat, card)
        if isinstance(found, Shared) and found
    )


def whole_results(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card
) -> tuple[Position, ...]:
    """The results of a card's uses other than splits, each once.

    Raises:
        BadInput: as `legal_moves`.
    """
    engine, number = ask(rules, table, position, seat, card)
    made = lawful(engine, number, seat, card)
    found = {result: None for _, each in made if not isinstance(each, Shared) for result in each}
    if may_pass(engine, number, seat, card):
        found[number] = None
    return engine.decode_all(found)


def next_parts(begun: SplitInProgress) -> tuple[SplitInProgress, ...]:
    """The split after every part that may come next, if the rest can still be used up."""
    split, state = begun._split, begun._state
    engine, m = split.engine, split.engine.masks
    marks = (m.seats + 1) * m.holes
    expanders: dict[Group, Expander] = {}
    known: dict[tuple[int, int], bool] = {}

    def expand(state: int, left: int) -> list[tuple[int, int, int, int]]:
        """Each part of the rest: seat, hole, number, and the state after it."""
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

    found = []
    for seat, hole, number, after in expand(state, begun.left):
        left = begun.left - number
        if not can_finish(after, left):
            continue
        moved = state >> marks & m.plane & ~(1 << hole)
        arrived = bits(after >> marks & m.plane & ~moved)
        # No new mark: the pawn has moved to a hole that was marked already.
        end = arrived[0] if arrived else _end(split, state, after, seat, hole, number)
        position = engine.decode(after & m.board)
        move = _move(SEATS[seat], m.names[hole], m.names[end])
        moves = (move, *_captures(begun.position, position, move))
        found.append(SplitInProgress(position, left, split, after, number, moves))
    return tuple(found)


def _end(split: Split, before: int, after: int, seat: int, hole: int, number: int) -> int:
    """Where a pawn that left a hole is now; it may have captured one of its own seat."""
    m = split.engine.masks
    was, now = (state >> seat * m.holes & m.plane for state in (before, after))
    if new := now & ~was:
        return bits(new)[0]
    landed = (hole + number) % m.length
    return landed if now >> landed & 1 else (landed + m.stretch) % m.length


def _move(seat: Seat, start: Hole, end: Hole) -> PawnMove:
    return PawnMove("home" if is_home(end) else "go", seat, start, end)


def _captures(before: Position, after: Position, move: PawnMove) -> Iterator[PawnMove]:
    """The pawns that a part captured."""
    now = dict(after.pawns)
    for hole, seat in sorted(before.pawns):
        if hole != move.start and (hole == move.end or now.get(hole) != seat):
            yield PawnMove("capture", seat, hole)


ORDER = {"home": 0, "capture": 1, "out": 2, "swap": 3, "go": 4}
"""Order of options by what they do."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: a whole play, or the next part of a split.

    Attributes:
        card: the card.
        result: the board after it.
        moves: what it does, pawn by pawn; empty for a pass.
        begun: for a part, the split after it; None for a whole play.
    """

    card: Card
    result: Position
    moves: tuple[PawnMove, ...]
    begun: SplitInProgress | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the card is used up."""
        return self.begun is None or not self.begun.left

    @property
    def holes(self) -> frozenset[Hole]:
        """Every hole where one of its pawns starts or ends."""
        return frozenset(hole for move in self.moves for hole in (move.start, move.end) if hole is not None)


def options_of(moment: Moment, card: Card) -> tuple[Option, ...]:
    """All options of a card now, the most relevant first.

    A split is given by its first parts; `options_after` continues from one of them.

    Args:
        moment: the turn that is open.
        card: of the pack.

    Raises:
        BadInput: as `legal_moves`.
    """
    if moment.struck:
        return ()
    rules, table, position, seat = moment.rules, moment.table, moment.position, moment.seat
    if moment.again == "same" and moment.pawn is not None:
        moves = same_pawn_moves(rules, table, position, seat, moment.pawn, card)
        return _sorted([_whole(moment, card, after) for after, _ in moves])
    begun = begin_sharing(rules, table, position, seat, card)
    whole = [_whole(moment, card, after) for after in whole_results(rules, table, position, seat, card)]
    return _sorted([*whole, *(option for one in begun for option in options_after(card, one))])


def options_after(card: Card, begun: SplitInProgress) -> tuple[Option, ...]:
    """The next parts of a split in progress; after each the rest can be used up."""
    found = [Option(card, after.position, after.moves, after) for after in next_parts(begun)]
    return _sorted(list({(option.moves, option.result): option for option in found}.values()))


def find_option(options: tuple[Option, ...], hole: Hole, at: int) -> int:
    """The index of the next option, after `at`, that involves a hole; `at` if there is none."""
    for step in range(1, len(options) + 1):
        number = (at + step) % len(options)
        if hole in options[number].holes:
            return number
    return at


def ends_of(option: Option, seats: frozenset[Seat]) -> tuple[Hole, ...]:
    """The track holes to which an option moves pawns of some seats."""
    ends = [
        move.end
        for move in option.moves
        if move.kind != "capture" and move.seat in seats and move.end is not None and not is_home(move.end)
    ]
    return tuple(dict.fromkeys(ends))


def _whole(moment: Moment, card: Card, after: Position) -> Option:
    moves = moves_of_play(moment.rules, moment.table, moment.position, moment.seat, card, after)
    return Option(card, after, moves)


def _sorted(options: list[Option]) -> tuple[Option, ...]:
    return tuple(sorted(options, key=_rank))


def _rank(option: Option) -> tuple[int, int, tuple[str, ...]]:
    rank = min((ORDER[move.kind] for move in option.moves), default=len(ORDER))
    number = 0 if option.begun is None else option.begun.part
    return rank, -number, tuple(str(move.end or move.start) for move in option.moves)
