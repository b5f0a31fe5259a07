"""Every legal result of a card: what its uses make of a position, each result once (RULES 3, M15)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from calibration.holes import SEATS, Seat
from toc_pi.rules.engine import Engine, engine_of
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import FIVE, Group, View
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet, Use
from toc_pi.rules.sharing import sharing_of
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
    if wanted is None:
        found = every_result(engine, number, seat, card)
    else:
        found = results(engine, number, seat, card, engine.goal(wanted))
    return engine.numbering.decode(found) if found else ()


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
            yield engine.decode(result)
    if _may_pass(engine, number, seat, card) and goal.admits(number):
        yield position


def _asked(rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card) -> tuple[Engine, int]:
    """The engine and the position as a number, of a question that can be answered."""
    engine = engine_of(rules, table)
    if seat not in engine.groups:
        table.player_of(seat)
    if card not in rules.cards:
        rules.uses(card)
    return engine, engine.numbering.encode(position)


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
    if _may_pass(engine, number, seat, card):
        near.add(number)
    effort = Effort(NEAREST_EFFORT)
    differing, found_here = 0, set[int]()
    while shared and len(found_here) < most and not effort.is_over and differing <= MOST_DIFFERING:
        for found in shared:
            found_here.update(found.toward(replace(goal, off=differing), effort))
        differing += 1

    def distance(result: int) -> int:
        return (goal.must & ~result).bit_count() + (result & goal.must_not).bit_count()

    return engine.decode_all(sorted(near | found_here, key=distance)[:most])


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
    if (
        engine.has_pass
        and _may_pass(engine, position, seat, card)
        and (goal is None or goal.admits(position))
    ):
        found.add(position)
    return found


def every_result(engine: Engine, position: int, seat: Seat, card: Card) -> Collection[int]:
    """Every distinct result of a card as a number, each once; `results` for whoever wants nothing else."""
    ready = engine.uses.get(card)
    if ready is None:
        ready = engine.uses[card] = _ready(engine.rules, card)
    if not ready.is_plain:
        return results(engine, position, seat, card)
    view = engine.stand(position, seat)
    if view is None:
        return ()
    found: list[int] = []
    for one in ready.plays:
        if one.make is None:
            ((_, shared),) = plays(engine, position, seat, card, view.acting)
            return shared.every() if isinstance(shared, Shared) else shared
        one.make(view, one, found)
    return found if ready.is_distinct else set(found)


def _may_pass(engine: Engine, position: int, seat: Seat, card: Card) -> bool:
    """Whether the card may be passed with."""
    if not engine.has_pass or not any(use.kind == "pass" for use, _ in uses_of(engine.rules, card)):
        return False
    return bool(engine.acting(position, seat))


def _lawful(engine: Engine, position: int, seat: Seat, card: Card) -> Iterable[tuple[Use, Results]]:
    """The results of each use of a card but `pass`; of a stuck card with the mate's pawns too."""
    group = engine.acting(position, seat)
    if not group:
        return ()
    made = plays(engine, position, seat, card, group)
    if engine.rules.mate_when_stuck and not any(found for _, found in made):
        return chain(made, plays_of_mate(engine, position, seat, card))
    return made


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
    return any(True for _ in asked_results(engine, position, seat, card))


def asked_results(engine: Engine, position: int, seat: Seat, card: Card) -> Iterator[int]:
    """The results of the plays that must-play asks for; not of those inside the home under `home`."""
    rules, m = engine.rules, engine.masks
    if card in rules.not_forced:
        return
    outside = m.column * (m.track | 1 << m.centre)
    for use, found in _lawful(engine, position, seat, card):
        is_all_asked = "home" not in rules.not_forced or use.kind == "swap"
        for after in toward(found, ANYTHING):
            if is_all_asked or (position ^ after) & outside:
                yield after


def is_stuck(engine: Engine, position: int, seat: Seat, card: Card) -> bool:
    """Whether the card has no legal play of the acting pawns, a pass apart (`mate_when_stuck`)."""
    group = engine.acting(position, seat)
    return not any(found for _, found in plays(engine, position, seat, card, group))


def plays_of_mate(engine: Engine, position: int, seat: Seat, card: Card) -> Iterable[tuple[Use, Results]]:
    """The plays of a card with the next mate's pawns as own, without spill (`mate_when_stuck`)."""
    mate = engine.next_mate(position, seat)
    return plays(engine, position, seat, card, mate, spills=False) if mate else ()


def plays(
    engine: Engine, position: int, seat: Seat, card: Card, group: Group, spills: bool = True
) -> Iterable[tuple[Use, Results]]:
    """The results of each use of a card but `pass`, with these seats' pawns as own; the last are kept."""
    key = (position, seat, card, group, spills)
    known, made = engine.last_plays
    if known == key:
        return made
    made = []
    view = engine.view(position, group, seat)
    ready = engine.uses.get(card)
    if ready is None:
        ready = engine.uses[card] = _ready(engine.rules, card)
    for one in ready.plays:
        found: Results
        if one.make is None:
            spill = spills and engine.rules.spill and engine.rules.split_with == "own"
            sharing = sharing_of(engine, seat, one.use.number, one.use.mows, one.five)
            found = Shared(Split(sharing, group, spill), position)
        else:
            found = []
            one.make(view, one, found)
        made.append((one.use, found))
    engine.last_plays = (key, made)
    return made


def _ready(rules: RuleSet, card: Card) -> "Ready":
    """What a card can be used for, made ready."""
    made = _playable(rules, card)
    uses = [one.use for one in made]
    is_alone = len(uses) == 1 or not any(use.kind == "split" for use in uses)
    numbers = [use.number for use in uses if use.kind != "out"]
    moves_own = all(use.kind in ("out", "forward", "back") for use in uses)
    return Ready(
        made,
        is_plain=is_alone and len(made) == len(uses_of(rules, card)) and not rules.mate_when_stuck,
        # Two plays lead to one position only where they move one pawn by two numbers, or a number twice.
        is_distinct=moves_own and len(set(numbers)) == len(numbers) and not any(use.mows for use in uses),
    )


def _playable(rules: RuleSet, card: Card) -> "tuple[Playable, ...]":
    """What a card can be used for, made ready; not to pass."""
    found = []
    for use, rank in uses_of(rules, card):
        if use.kind == "pass":
            continue
        five = rank == FIVE
        found.append(
            Playable(
                use,
                None if use.kind == "split" else _MAKERS[use.kind],
                five,
                bound=not (rules.pass_own_start or five),
                own_turn=not five or rules.five_home in ("all", "own"),
                others_turn=not five or rules.five_home == "all",
            )
        )
    return tuple(found)


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


@dataclass(frozen=True, slots=True)
class Playable:
    """A use of a card, made ready.

    Attributes:
        use: what the card does.
        make: adds what it makes of a position; None for a number that is shared.
        five: whether the card counts as a 5.
        bound: whether M9 is asked of own pawns.
        own_turn, others_turn: whether own pawns, and others, may turn in (`five_home`).
    """

    use: Use
    make: Callable[[View, "Playable", list[int]], None] | None
    five: bool
    bound: bool
    own_turn: bool
    others_turn: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """What a card can be used for, made ready.

    Attributes:
        plays: its uses; not to pass.
        is_plain: there is nothing beside them, and a number that is shared is the only one.
        is_distinct: no two of its plays lead to the same position.
    """

    plays: tuple[Playable, ...]
    is_plain: bool
    is_distinct: bool


def _come_out(view: View, _: Playable, found: list[int]) -> None:
    """`out`: M10."""
    for own in view.acting:
        view.come_out(own, found)


def _go_forward(view: View, play: Playable, found: list[int]) -> None:
    """`n`: M1, M2, M3."""
    use = play.use
    for own in view.acting:
        if view.planes[own]:
            view.move_forward(own, view.planes[own], use.number, use.mows, play.bound, play.own_turn, found)


def _go_back(view: View, play: Playable, found: list[int]) -> None:
    """`-n`: M4."""
    for own in view.acting:
        for hole in bits(view.planes[own] & view.engine.masks.track):
            view.move_back(own, hole, play.use.number, play.use.mows, found)


def _move_opponent(view: View, play: Playable, found: list[int]) -> None:
    """`opp n`: M14."""
    _move_others(view, play, view.engine.opponents[view.acting], found)


def _move_any(view: View, play: Playable, found: list[int]) -> None:
    """`any n`: an own pawn on the track, or anybody's by M14."""
    use, track = play.use, view.engine.masks.track
    for own in view.acting:
        pawns = view.planes[own] & track
        view.move_forward(own, pawns, use.number, use.mows, play.bound, play.own_turn, found)
    _move_others(view, play, [seat for seat in range(len(view.planes)) if seat not in view.acting], found)


def _move_others(view: View, play: Playable, seats: Iterable[int], found: list[int]) -> None:
    """M14: pawns on the track, not protected ones unless `protected_moved` holds; M9 isn't asked."""
    movable = view.engine.masks.track
    if not view.engine.rules.protected_moved:
        movable &= ~view.protected
    for other in seats:
        pawns = view.planes[other] & movable
        if pawns:
            view.move_forward(other, pawns, play.use.number, play.use.mows, False, play.others_turn, found)


def _swap(view: View, _: Playable, found: list[int]) -> None:
    """`swap`: M11."""
    view.swap(found)


def _use_centre(view: View, _: Playable, found: list[int]) -> None:
    """`centre`: M13."""
    m = view.engine.masks
    if not view.engine.table.centre:
        return
    for own in view.acting:
        for hole in bits(view.planes[own] & m.sevens):
            view.enter_centre(own, hole, found)
        if view.planes[own] >> m.centre & 1:
            view.leave_centre(own, found)


_MAKERS: Mapping[str, Callable[[View, Playable, list[int]], None]] = {
    "out": _come_out,
    "forward": _go_forward,
    "back": _go_back,
    "opponent": _move_opponent,
    "any": _move_any,
    "swap": _swap,
    "centre": _use_centre,
}
