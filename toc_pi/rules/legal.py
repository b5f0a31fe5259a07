"""Every legal result of a card: what its uses make of a position, each result once (RULES 3, M15)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from calibration.holes import PAWNS_A_SEAT, SEATS, Seat
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import FIVE, Engine, Group, View, engine_of
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet, Use
from toc_pi.rules.sharing import Sharing
from toc_pi.rules.splits import Results, Shared, Split, toward
from toc_pi.rules.table import Table
from toc_pi.rules.wanted import ANYTHING, Effort, Goal, Pawns, Wanted

NEAREST_EFFORT = 1200
"""Positions searched for the results of a shared number that are nearest to a board."""
MOST_DIFFERING = 12
"""Entries in which they may differ: beyond, they don't look like it."""


def legal_moves(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card, wanted: Wanted | None = None
) -> tuple[Position, ...]:
    """Every distinct result of a card: the positions that its legal plays lead to.

    Args:
        rules: the rule set.
        table: the board and its players.
        position: where the pawns stand.
        seat: whose turn it is.
        card: what is played.
        wanted: a board that the results have to show; left out, all of them are listed.

    Returns:
        Each position once, in no particular order; none where the card has no legal play.

    Raises:
        BadInput: the position can't be, nobody plays the seat, or the pack has no such card.
    """
    engine, number = _asked(rules, table, position, seat, card)
    goal = None if wanted is None else engine.goal(wanted)
    return engine.decode_all(results(engine, number, seat, card, goal), position, number)


def find_moves(
    rules: RuleSet,
    table: Table,
    position: Position,
    seat: Seat,
    card: Card,
    wanted: Wanted | None = None,
    effort: Effort | None = None,
) -> Iterator[Position]:
    """The results that `legal_moves` gives, one after the other, for whoever may stop; some maybe twice.

    Args:
        rules, table, position, seat, card, wanted: as for `legal_moves`.
        effort: what the search of a shared number may cost; when that is spent, the rest isn't found.

    Raises:
        BadInput: as `legal_moves`.
    """
    engine, number = _asked(rules, table, position, seat, card)
    goal = ANYTHING if wanted is None else engine.goal(wanted)
    for _, found in _lawful(engine, number, seat, card):
        for result in toward(found, goal, effort):
            yield engine.decode(result, position, number)
    if _may_pass(engine, number, seat, card) and goal.admits(number):
        yield position


def _asked(rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card) -> tuple[Engine, int]:
    """The engine and the position as a number, of a question that can be answered."""
    engine = engine_of(rules, table)
    if seat not in engine.groups:
        table.player_of(seat)
    if card not in rules.cards:
        rules.uses(card)
    return engine, engine.encode(position)


def nearest_moves(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card, pawns: Pawns, most: int
) -> tuple[Position, ...]:
    """The results of a card that differ least from a board, the nearest ones first.

    A number shared among pawns may have too many results to look at: they are sought with ever more entries
    that differ, until there are enough, or too much was searched.

    Args:
        rules, table, position, seat, card: as for `legal_moves`.
        pawns: the board.
        most: how many are wanted.

    Raises:
        BadInput: as `legal_moves`.
    """
    engine, number = _asked(rules, table, position, seat, card)
    goal = engine.goal(Wanted(pawns))
    made = [found for _, found in _lawful(engine, number, seat, card)]
    near = {result for found in made if not isinstance(found, Shared) for result in found}
    shared = [found for found in made if isinstance(found, Shared)]
    effort = Effort(NEAREST_EFFORT)
    differing, found_here = 0, set[int]()
    while shared and len(found_here) < most and not effort.is_over and differing <= MOST_DIFFERING:
        for found in shared:
            found_here.update(found.toward(replace(goal, off=differing), effort))
        differing += 1

    def distance(result: int) -> int:
        return (goal.must & ~result).bit_count() + (result & goal.must_not).bit_count()

    return engine.decode_all(sorted(near | found_here, key=distance)[:most], position, number)


def results(
    engine: Engine,
    position: int,
    seat: Seat,
    card: Card,
    goal: Goal | None = None,
    effort: Effort | None = None,
) -> set[int]:
    """Every distinct result of a card as a number (see `masks`), or those that reach a goal."""
    found = set[int]()
    for _, made in _lawful(engine, position, seat, card):
        found.update(made if goal is None else toward(made, goal, effort))
    if _may_pass(engine, position, seat, card) and (goal is None or goal.admits(position)):
        found.add(position)
    return found


def _may_pass(engine: Engine, position: int, seat: Seat, card: Card) -> bool:
    """Whether the card may be passed with."""
    if not (engine.has_pass and any(use.kind == "pass" for use, _ in _uses(engine, card))):
        return False
    return bool(engine.acting(position, seat))


def _lawful(engine: Engine, position: int, seat: Seat, card: Card) -> Iterator[tuple[Use, Results]]:
    """The results of each use of a card but `pass`; of a stuck card with the mate's pawns too."""
    group = engine.acting(position, seat)
    if not group:
        return
    yield from plays(engine, position, seat, card, group)
    if engine.rules.mate_when_stuck and is_stuck(engine, position, seat, card):
        yield from plays_of_mate(engine, position, seat, card)


def movable_seats(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card
) -> frozenset[Seat]:
    """The seats with whose pawns a card has to do; of a shared number, all that parts of it may move.

    Raises:
        BadInput: as `legal_moves`.
    """
    engine, number = _asked(rules, table, position, seat, card)
    m = engine.masks
    seats, arrived = set[int](), 0
    for _, found in _lawful(engine, number, seat, card):
        if isinstance(found, Shared):
            seats |= found.split.seats(number) if found else set()
        else:
            for result in found:
                arrived |= result & ~number
    for place in range(m.seats):
        if arrived >> place * m.holes & m.plane:
            seats.add(place)
    return frozenset(SEATS[place] for place in seats)


def is_forced(engine: Engine, position: int, seat: Seat, card: Card) -> bool:
    """Whether the card has a play that must-play asks for."""
    if card in engine.rules.not_forced:
        return False
    return any(_asks(engine, position, use, found) for use, found in _lawful(engine, position, seat, card))


def _asks(engine: Engine, position: int, use: Use, found: Results) -> bool:
    """Whether must-play asks for one of these plays; not for those inside the home under `home`."""
    if "home" not in engine.rules.not_forced or use.kind == "swap":
        return bool(found)
    m = engine.masks
    outside = m.column * (m.track | 1 << m.centre)
    return any((position ^ after) & outside for after in toward(found, ANYTHING))


def is_stuck(engine: Engine, position: int, seat: Seat, card: Card) -> bool:
    """Whether the card has no legal play of the acting pawns, a pass apart (`mate_when_stuck`)."""
    group = engine.acting(position, seat)
    return not any(found for _, found in plays(engine, position, seat, card, group))


def plays_of_mate(engine: Engine, position: int, seat: Seat, card: Card) -> Iterator[tuple[Use, Results]]:
    """The plays of a card with the next mate's pawns as own, without spill (`mate_when_stuck`)."""
    mate = engine.next_mate(position, seat)
    if mate:
        yield from plays(engine, position, seat, card, mate, spills=False)


def plays(
    engine: Engine, position: int, seat: Seat, card: Card, group: Group, spills: bool = True
) -> Iterator[tuple[Use, Results]]:
    """The results of each use of a card but `pass`, with these seats' pawns as own; the last are kept."""
    key = (position, seat, card, group, spills)
    known, kept = engine.last_plays
    if known == key:
        yield from kept
        return
    made: list[tuple[Use, Results]] = []
    view, team = engine.view(position, group, seat), engine.team[seat]
    for use, rank in _uses(engine, card):
        found: Results
        if use.kind == "split":
            spill = spills and engine.rules.spill and engine.rules.split_with == "own"
            sharing = Sharing(engine, seat, use.number, use.mows, rank == FIVE)
            found = Shared(Split(sharing, group, spill), position)
        elif use.kind != "pass":
            found = []
            _MAKERS[use.kind](_Played(view, team, use, rank == FIVE, found))
        else:
            continue
        made.append((use, found))
        yield use, found
    engine.last_plays = (key, made)


def _uses(engine: Engine, card: Card) -> tuple[tuple[Use, Card], ...]:
    """`uses_of`, kept at hand."""
    known = engine.uses.get(card)
    if known is None:
        known = engine.uses[card] = uses_of(engine.rules, card)
    return known


@lru_cache(maxsize=1024)
def uses_of(rules: RuleSet, card: Card) -> tuple[tuple[Use, Card], ...]:
    """What a card can be used for, each with the rank it counts as; `any-card` is every other rank."""
    found = []
    for use in rules.cards[card]:
        if use.kind == "any-card":
            found += [
                (other, rank)
                for rank, uses in rules.cards.items()
                if rank != card
                for other in uses
                if other.kind != "any-card"
            ]
        else:
            found.append((use, card))
    return tuple(dict.fromkeys(found))


@dataclass(slots=True)
class _Played:
    """A use being played: by whom, and what it has made so far."""

    view: View
    team: Group
    use: Use
    five: bool
    found: list[int]

    @property
    def bound(self) -> bool:
        """Whether M9 is asked of own pawns."""
        return not (self.view.engine.rules.pass_own_start or self.five)

    def turns(self, is_own: bool) -> bool:
        """Whether pawns may turn in: `five_home` asks of a 5."""
        home = self.view.engine.rules.five_home
        return not self.five or home == "all" or (is_own and home == "own")

    def pawns(self, seats: Iterable[int], where: int) -> Iterator[tuple[int, int]]:
        """Each pawn of the seats that stands somewhere in a mask: seat and hole."""
        for seat in seats:
            for hole in bits(self.view.planes[seat] & where):
                yield seat, hole


def _come_out(play: _Played) -> None:
    """`out`: M10."""
    for own in play.view.acting:
        play.view.come_out(own, play.found)


def _go_forward(play: _Played) -> None:
    """`n`: M1, M2, M3."""
    view, use, bound, turns = play.view, play.use, play.bound, play.turns(is_own=True)
    m = view.engine.masks
    where = m.track if use.number >= PAWNS_A_SEAT else m.plane  # no pawn in its home goes that far
    for own in view.acting:
        for hole in bits(view.planes[own] & where):
            view.move_forward(own, hole, use.number, use.mows, bound, turns, play.found)


def _go_back(play: _Played) -> None:
    """`-n`: M4."""
    view, use = play.view, play.use
    for own, hole in play.pawns(view.acting, view.engine.masks.track):
        view.move_back(own, hole, use.number, use.mows, play.found)


def _move_opponent(play: _Played) -> None:
    """`opp n`: M14."""
    _move_others(play, [seat for seat in range(len(play.view.planes)) if seat not in play.team])


def _move_any(play: _Played) -> None:
    """`any n`: an own pawn on the track, or anybody's by M14."""
    view, use, bound, turns = play.view, play.use, play.bound, play.turns(is_own=True)
    for own, hole in play.pawns(view.acting, view.engine.masks.track):
        view.move_forward(own, hole, use.number, use.mows, bound, turns, play.found)
    _move_others(play, [seat for seat in range(len(view.planes)) if seat not in view.acting])


def _move_others(play: _Played, seats: list[int]) -> None:
    """M14: pawns on the track, not protected ones unless `protected_moved` holds; M9 isn't asked."""
    view, use, turns = play.view, play.use, play.turns(is_own=False)
    movable = view.engine.masks.track
    if not view.engine.rules.protected_moved:
        movable &= ~view.protected
    for other, hole in play.pawns(seats, movable):
        view.move_forward(other, hole, use.number, use.mows, False, turns, play.found)


def _swap(play: _Played) -> None:
    """`swap`: M11."""
    play.view.swap(play.found)


def _use_centre(play: _Played) -> None:
    """`centre`: M13."""
    view, m = play.view, play.view.engine.masks
    if not view.engine.table.centre:
        return
    for own, hole in play.pawns(view.acting, m.sevens):
        view.enter_centre(own, hole, play.found)
    for own, _ in play.pawns(view.acting, 1 << m.centre):
        view.leave_centre(own, play.found)


_MAKERS: Mapping[str, Callable[[_Played], None]] = {
    "out": _come_out,
    "forward": _go_forward,
    "back": _go_back,
    "opponent": _move_opponent,
    "any": _move_any,
    "swap": _swap,
    "centre": _use_centre,
}
