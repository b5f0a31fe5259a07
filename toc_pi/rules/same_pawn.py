"""Plays with one pawn only, as after a joker (RULES 4, `joker_again` same).

Only that pawn is the player's own in such a play: it takes the whole 7, an `any 5` moves no other pawn, and a
swap is a swap of it. Captures follow the usual rules.
"""

from calibration.holes import SEATS, Hole, Seat
from toc_pi.rules.engine import engine_of
from toc_pi.rules.legal import is_stuck
from toc_pi.rules.masks import bits
from toc_pi.rules.moves import FIVE, View
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.rules.use import Use
from toc_pi.rules.uses import uses_of


def same_pawn_moves(
    rules: RuleSet, table: Table, position: Position, seat: Seat, pawn: Hole, card: Card
) -> tuple[tuple[Position, Hole], ...]:
    """The results of a card that moves one given pawn.

    Args:
        rules: the rule set.
        table: the board and its players.
        position: the board.
        seat: whose turn it is.
        pawn: the hole of the pawn that the joker moved.
        card: the card after the joker.

    Returns:
        Each result with the pawn's hole after it; empty for a pawn that isn't his team's.

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
    found: dict[tuple[Position, Hole], None] = {}
    for use, rank in uses_of(rules, card):
        for after, end in _moves(view, SEATS.index(owner), hole, use, rank):
            found[engine.decode(after & m.board), m.names[end]] = None
    return tuple(found)


def alike_pair(
    rules: RuleSet, table: Table, position: Position, seat: Seat, card: Card, after: Position
) -> tuple[Hole, Hole] | None:
    """Two pawns of one seat whose swap by a card gives a result in which no pawn seems moved (M11).

    Args:
        rules, table, position, seat, card: as for `legal_moves`.
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
        rules: the rule set.
        table: the board and its players.
        before: the board before the joker.
        seat: whose turn it is.
        card: the joker.
        after: the board after it.
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


def _moves(view: View, seat: int, hole: int, use: Use, rank: Card) -> list[tuple[int, int]]:
    """The positions after a use of one pawn, each with the pawn's hole."""
    m, rules = view.engine.masks, view.engine.rules
    five, on_track = rank == FIVE, hole < m.length
    found: list[int] = []
    if use.kind in ("forward", "split") or (use.kind == "any" and on_track):
        bound = not (rules.pass_own_start or five)
        turns = not five or rules.five_home != "none"
        view.move_forward(seat, 1 << hole, use.number, use.mows, bound, turns, found)
    elif use.kind == "back":
        view.move_back(seat, hole, use.number, use.mows, found)
    elif use.kind == "centre" and view.engine.table.centre:
        if hole == m.centre:
            view.leave_centre(seat, found)
        else:
            view.enter_centre(seat, hole, found)
    elif use.kind == "swap":
        return _swaps(view, hole)
    marks = m.seats + 1
    return [(after, bits(after >> marks * m.holes & m.plane)[0]) for after in found]


def _swaps(view: View, hole: int) -> list[tuple[int, int]]:
    """Swaps of one pawn with any other (M11); either of two own pawns can count as "the other"."""
    m, rules = view.engine.masks, view.engine.rules
    kept_own, kept_other = (
        view.on_start(which) for which in (rules.swap_own_pawn_not_on, rules.swap_other_pawn_not_on)
    )
    here = 1 << hole & m.track
    found = []
    for other in bits(view.occupied & m.track & ~here) if here else []:
        other_bit = 1 << other
        if other_bit & view.own and not rules.swap_two_own:
            continue
        either = other_bit & view.own and not other_bit & kept_own and not here & kept_other
        if either or (not here & kept_own and not other_bit & kept_other):
            found.append((view.swapped(hole, other), other))
    return found
