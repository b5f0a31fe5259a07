"""Ambiguous positions: those that one careless player or two quick ones may have made."""

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Game
from toc_pi.rules.game import pack_of
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.table import Player, Table

Pawns = frozenset[tuple[Hole, Seat]]

BESIDE = 2  # holes: a pawn this near its right hole was put down carelessly


def is_one_move(before: Pawns, after: Pawns) -> bool:
    """Whether one pawn was moved, perhaps onto another one, or two changed places, and nothing else."""
    came, left = after - before, before - after
    if len(came) == 2 and len(left) == 2:
        return {hole for hole, _ in came} == {hole for hole, _ in left}
    if len(came) != 1:
        return not came
    ((hole, seat),) = came
    return all(pair[0] == hole or pair[1] == seat for pair in left)


def is_beside(table: Table, before: Pawns, first: Pawns, after: Pawns) -> bool:
    """Whether a pawn moved by the first player is only a hole or two off."""
    for hole, seat in first - before - after:
        for other, owner in after - first:
            here, there = table.track_index(hole), table.track_index(other)
            if (
                seat == owner
                and other not in dict(first)
                and here is not None
                and there is not None
                and abs(here - there) <= BESIDE
            ):
                return True
    return False


def may_be_two_turns(
    game: Game, before: Position, seat: Seat, card: Card, after: Pawns, then: Player
) -> bool:
    """Whether a wrong move of several pawns may as well be a right one and, after it, the next player's.

    Args:
        game: rules and table.
        before: the board before the move.
        seat: whose move it is.
        card: the player's card.
        after: the board after it.
        then: the seats of the next player.
    """
    if is_one_move(before.pawns, after):
        return False
    side = game.table.team_of(then[0])
    for first in legal_moves(game.rules, game.table, before, seat, card):
        if first.pawns == before.pawns or is_beside(game.table, before.pawns, first.pawns, after):
            continue
        came, taken = after - first.pawns, {hole for hole, _ in after - first.pawns}
        gone = [owner for hole, owner in first.pawns - after if hole not in taken]
        if came and all(owner in side for owner in (*gone, *(owner for _, owner in came))):
            return True  # the next player moved the side's pawns, legally or not, and captured
        if len(came) == 2 and is_one_move(first.pawns, after) and any(owner in then for _, owner in came):
            return True  # a swap, right or wrong
        for other in dict.fromkeys(pack_of(game.rules)):
            results = legal_moves(game.rules, game.table, first, then[0], other)
            if any(result.pawns == after for result in results):
                return True
    return False
