"""The legal results of a card from a position, each once (RULES 3, M15)."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from calibration.holes import SEATS, Hole, Seat
from toc_pi.rules.engine import ANYTHING, Effort, Engine, Goal, Wanted, engine_of
from toc_pi.rules.goal_search import Results, Shared, toward
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import Group, View
from toc_pi.rules.position import Card, Pawns, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.ruleset_content import Use
from toc_pi.rules.splits import Split
from toc_pi.rules.table import Table
from toc_pi.rules.uses import ready, uses_of

NEAREST_EFFORT = 1200
"""Limit of positions searched for the results of a split that are nearest to a board."""
FEW = 1000
"""A split whose listing searches at most so many positions is listed also where the best results will do."""
MAX_DIFFERING = 12
"""The most (hole, seat) pairs in which such a result may differ from the board."""


def legal_moves(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card
) -> tuple[Position, ...]:
    """Every distinct result of a card: the positions after its legal plays, each once, in no order.

    Raises:
        BadInput: the position is impossible, nobody plays the seat, the pack has no such card, or a split has
            more results than can be listed.
    """
    engine, number = ask(rules, table, position, seat, card)
    found = every_result(engine, number, seat, card)
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
    """The results of `legal_moves` one by one, for callers that may stop early; may repeat.

    Args:
        wanted: a board that the results must show.
        effort: the cost limit for searching a split; results beyond it aren't found.

    Raises:
        BadInput: as `legal_moves`.
    """
    engine, number = ask(rules, table, position, seat, card)
    goal = ANYTHING if wanted is None else engine.goal(wanted)
    for _, found in lawful(engine, number, seat, card):
        for result in toward(found, goal, effort):
            yield engine.decode(result)
    if may_pass(engine, number, seat, card) and goal.admits(number):
        yield position


def ask(rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card) -> tuple[Engine, int]:
    """The engine and the encoded position, once the arguments are checked."""
    engine = engine_of(rules, table)
    if seat not in engine.groups:
        table.player_of(seat)
    if card not in rules.cards:
        rules.uses(card)
    return engine, engine.numbering.encode(position)


def nearest_moves(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card, pawns: Pawns, most: int
) -> tuple[Position, ...]:
    """The results of a card that differ least from a board, the nearest first.

    A split may have too many results to list: they are searched by increasing difference until there are
    enough, or the effort is spent.

    Args:
        most: the maximum number returned.

    Raises:
        BadInput: as `legal_moves`.
    """
    engine, number = ask(rules, table, position, seat, card)
    goal = engine.goal(Wanted(pawns))
    made = [found for _, found in lawful(engine, number, seat, card)]
    near = {result for found in made if not isinstance(found, Shared) for result in found}
    shared = [found for found in made if isinstance(found, Shared)]
    if may_pass(engine, number, seat, card):
        near.add(number)
    effort = Effort(NEAREST_EFFORT)
    differing, found_here = 0, set[int]()
    while shared and len(found_here) < most and not effort.is_over and differing <= MAX_DIFFERING:
        for found in shared:
            found_here.update(found.toward(replace(goal, off=differing), effort))
        differing += 1

    def distance(result: int) -> int:
        return (goal.must & ~result).bit_count() + (result & goal.must_not).bit_count()

    return engine.decode_all(sorted(near | found_here, key=distance)[:most])


def results(engine: Engine, position: int, seat: Seat, card: Card, goal: Goal | None = None) -> set[int]:
    """Every distinct result of a card as a number (see `masks`), or those that reach a goal."""
    found = set[int]()
    for _, made in lawful(engine, position, seat, card):
        found.update(made if goal is None else toward(made, goal))
    if may_pass(engine, position, seat, card) and (goal is None or goal.admits(position)):
        found.add(position)
    return found


def every_result(engine: Engine, position: int, seat: Seat, card: Card) -> Collection[int]:
    """Every distinct result of a card as a number, each once; a fast path of `results`."""
    known_uses = engine.uses.get(card)
    if known_uses is None:
        known_uses = engine.uses[card] = ready(engine.rules, card)
    if not known_uses.is_plain:
        return results(engine, position, seat, card)
    view = engine.stand(position, seat)
    if view is None:
        return ()
    found: list[int] = []
    for one in known_uses.plays:
        if one.make is None:
            ((_, shared),) = plays(engine, position, seat, card, view.acting)
            return shared.every() if isinstance(shared, Shared) else shared
        one.make(view, one, found)
    return found if known_uses.is_distinct else set(found)


def best_results(
    engine: Engine, position: int, seat: Seat, card: Card, worth: Callable[[int], float], width: int
) -> Collection[int]:
    """The results of a card, each once; of a split with too many to list, some that are worth much.

    Args:
        worth: the value of a position.
        width: how broadly the best results of such a split are searched (`best_states`).
    """
    made = [found for _, found in lawful(engine, position, seat, card)]
    if all(found.listed(FEW) is not None for found in made if isinstance(found, Shared)):
        return every_result(engine, position, seat, card)
    best = set[int]()
    for found in made:
        best.update(found.best(worth, width) if isinstance(found, Shared) else found)
    if may_pass(engine, position, seat, card):
        best.add(position)
    return best


def may_pass(engine: Engine, position: int, seat: Seat, card: Card) -> bool:
    """Whether the card may be played without moving (`pass`)."""
    if not engine.has_pass or not any(use.kind == "pass" for use, _ in uses_of(engine.rules, card)):
        return False
    return bool(engine.acting(position, seat))


def lawful(engine: Engine, position: int, seat: Seat, card: Card) -> Iterable[tuple[Use, Results]]:
    """The results of each use of a card except `pass`; if the card is stuck, with the mate's pawns too."""
    group = engine.acting(position, seat)
    if not group:
        return ()
    made = plays(engine, position, seat, card, group)
    if engine.rules.mate_when_stuck and not any(found for _, found in made):
        mate = engine.next_mate(position, seat)
        return chain(made, plays(engine, position, seat, card, mate, spills=False)) if mate else made
    return made


def movable_seats(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card
) -> frozenset[Seat]:
    """The seats whose pawns a card can affect; for a split, all seats that its parts may move.

    Raises:
        BadInput: as `legal_moves`.
    """
    engine, number = ask(rules, table, position, seat, card)
    m = engine.masks
    seats, arrived = set[int](), 0
    for _, found in lawful(engine, number, seat, card):
        if isinstance(found, Shared):
            seats |= found.seats() if found else set()
        else:
            for result in found:
                arrived |= result & ~number
    for place in range(m.seats):
        if arrived >> place * m.holes & m.plane:
            seats.add(place)
    return frozenset(SEATS[place] for place in seats)


def is_forced(engine: Engine, position: int, seat: Seat, card: Card) -> bool:
    """Whether the card has a play that must-play requires."""
    return any(True for _ in required_results(engine, position, seat, card))


def required_results(engine: Engine, position: int, seat: Seat, card: Card) -> Iterator[int]:
    """The results of the plays that must-play requires; without plays inside the home under `home`."""
    rules, m = engine.rules, engine.masks
    if card in rules.not_forced:
        return
    outside = m.column * (m.track | 1 << m.centre)
    for use, found in lawful(engine, position, seat, card):
        is_all_asked = "home" not in rules.not_forced or use.kind == "swap"
        for after in toward(found, ANYTHING):
            if is_all_asked or (position ^ after) & outside:
                yield after


def is_stuck(engine: Engine, position: int, seat: Seat, card: Card) -> bool:
    """Whether the card has no legal play of the acting pawns other than a pass (`mate_when_stuck`)."""
    group = engine.acting(position, seat)
    return not any(found for _, found in plays(engine, position, seat, card, group))


def plays(
    engine: Engine, position: int, seat: Seat, card: Card, group: Group, spills: bool = True
) -> Iterable[tuple[Use, Results]]:
    """The results of each use of a card except `pass`, with these seats' pawns as own; cached."""
    key = (position, seat, card, group, spills)
    known, made = engine.last_plays
    if known == key:
        return made
    made = []
    view = engine.view(position, group, seat)
    known_uses = engine.uses.get(card)
    if known_uses is None:
        known_uses = engine.uses[card] = ready(engine.rules, card)
    for one in known_uses.plays:
        found: Results
        if one.make is None:
            spill = spills and engine.rules.spill and engine.rules.split_with == "own"
            found = Shared(Split(engine, seat, one.use, one.five, group, spill), position)
        else:
            found = []
            one.make(view, one, found)
        made.append((one.use, found))
    engine.last_plays = (key, made)
    return made


def same_pawn_moves(
    rules: RuleSet, table: Table, position: Position, seat: Seat, pawn: Hole, card: Card
) -> tuple[tuple[Position, Hole], ...]:
    """The results of a card that moves one given pawn.

    Args:
        pawn: the hole of the pawn that the joker moved.
        card: the card after the joker.

    Returns:
        Each result with the pawn's hole after it; empty for a pawn that isn't their team's.

    Raises:
        BadInput: the position is impossible, nobody plays the seat, or the pack has no such card.
    """
    rules.uses(card)
    owner = dict(position.pawns).get(pawn)
    if owner is None or owner not in table.team_of(seat):
        return ()
    engine = engine_of(rules, table)
    m, number = engine.masks, engine.encode(position)
    view = View(engine, number, engine.groups[owner][0], engine.team[owner], m.put_moved)
    hole = m.names.index(pawn)
    view.only = 1 << hole
    marks = (m.seats + 1) * m.holes
    found: dict[tuple[Position, Hole], None] = {}
    for one in ready(rules, card).plays:
        made: list[int] = []
        if one.make is None:
            turns = one.own_turn
            view.move_forward(
                SEATS.index(owner), 1 << hole, one.use.number, one.use.mows, one.bound, turns, made
            )
        elif one.use.kind != "out":
            one.make(view, one, made)
        # Swaps in the order of the other pawns' holes: `alike_pair` takes the first.
        for after in sorted(made, key=lambda after: after >> marks & m.plane & ~view.only):
            moved = after >> marks & m.plane
            if one.use.kind != "swap" or moved & view.only:
                end = bits(moved & ~view.only or moved)[0]  # of a swap, where the other pawn was
                found[engine.decode(after & m.board), m.names[end]] = None
    return tuple(found)


def alike_pair(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card, after: Position
) -> tuple[Hole, Hole] | None:
    """Two pawns of one seat whose swap by a card gives a result in which no pawn seems moved (M11).

    Args:
        after: the result; its pawns stand as in `position`, and only freshness may differ.

    Returns:
        Their holes; None if the card has no such swap, so that the result is a `pass`.
    """
    engine = engine_of(rules, table)
    number = engine.encode(position)
    for group in engine.groups[seat]:
        if engine.is_home(number, group):
            continue
        for hole in sorted(hole for hole, owner in position.pawns if SEATS.index(owner) in group):
            moves = same_pawn_moves(rules, table, position, seat, hole, card)
            end = next((end for result, end in moves if result == after and end != hole), None)
            if end is not None:
                return hole, end
        if not (rules.mate_when_stuck and is_stuck(engine, number, seat, card)):
            return None
    return None


def played_pawn(
    rules: RuleSet,
    table: Table,
    before: Position,
    seat: Seat,
    card: Card,
    after: Position,
    pawn: Hole | None = None,
) -> Hole | None:
    """The hole of the pawn that a joker moved; None if several on different holes fit, or none.

    Args:
        pawn: its hole before, if only one pawn could be played.
    """
    out = after.fresh - before.fresh
    if len(out) == 1:
        return next(iter(out))
    team = table.team_of(seat)
    holes = [pawn] if pawn else sorted(hole for hole, owner in before.pawns if owner in team)
    ends = {
        end
        for hole in holes
        for result, end in same_pawn_moves(rules, table, before, seat, hole, card)
        if result == after
    }
    if not ends:  # an accepted illegal play
        ends = {hole for hole, owner in after.pawns - before.pawns if owner in team}
    return ends.pop() if len(ends) == 1 else None
