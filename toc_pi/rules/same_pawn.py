"""After a joker the same pawn again (RULES 4, `joker_again` same): what a card does with one pawn alone.

Only that pawn is the player's own in such a play: it takes the whole of a 7, an `any 5` moves nobody else,
a swap is a swap of it. What it may capture is asked as in any other play of his.
"""

from calibration.holes import SEATS, Hole, Seat
from toc_pi.rules.engine import engine_of
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
    """What a card may do with one pawn and no other.

    Args:
        rules: what is played.
        table: who plays.
        position: the board.
        seat: whose turn it is.
        pawn: where the pawn stands that the joker moved.
        card: the card after the joker.

    Returns:
        Each result with the hole where the pawn stands then; none for a pawn that isn't his team's.

    Raises:
        BadInput: the position can't be, nobody plays the seat, or the pack has no such card.
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


def played_pawn(
    rules: RuleSet,
    table: Table,
    before: Position,
    seat: Seat,
    card: Card,
    after: Position,
    pawn: Hole | None = None,
) -> Hole | None:
    """Where the pawn stands that a joker moved; None where several fit in different holes, or none does.

    Args:
        rules: what is played.
        table: who plays.
        before: the board before the joker.
        seat: whose turn it is.
        card: the joker.
        after: the board after it.
        pawn: where it stood before, if only one pawn could be played.
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
    if not ends:  # an illegal play that the table accepted
        ends = {hole for hole, owner in after.pawns - before.pawns if owner in team}
    return ends.pop() if len(ends) == 1 else None


def _moves(view: View, seat: int, hole: int, use: Use, rank: Card) -> list[tuple[int, int]]:
    """Each position that a use makes with one pawn, and the hole where that pawn stands then."""
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
    """Swaps of one pawn with any other (M11); of two own ones either counts as the other."""
    m, rules = view.engine.masks, view.engine.rules
    kept_own, kept_other = (
        view.on_start(which) for which in (rules.swap_own_pawn_not_on, rules.swap_other_pawn_not_on)
    )
    here = 1 << hole & m.track
    found = []
    for other in bits(view.occupied & m.track & ~here) if here else []:
        there = 1 << other
        if there & view.own and not rules.swap_two_own:
            continue
        either = there & view.own and not there & kept_own and not here & kept_other
        if either or (not here & kept_own and not there & kept_other):
            found.append((view.swapped(hole, other), other))
    return found
