"""The race: how many holes a player's pawns still have to go, turn after turn."""

from collections.abc import Iterable

from calibration.holes import CENTRE, PAWNS_A_SEAT, Hole, Seat, is_home, seat_of, start_hole
from toc_pi.app.report_steps import Pawns
from toc_pi.rules.table import Player, Table


def holes_to_go(table: Table, pawns: Pawns, fresh: frozenset[Hole], player: Player) -> int:
    """How many holes all pawns of a player have to go until they are home.

    Coming out counts as one hole. A pawn that has passed its home goes round once more. For a pawn in the
    centre, whose exit isn't known, half a round is counted.
    """
    return sum(_to_go(table, pawns, fresh, seat) for seat in player)


def race(table: Table, boards: Iterable[tuple[Pawns, frozenset[Hole]]]) -> tuple[tuple[int, ...], ...]:
    """For each player, the holes left to go on each of the boards."""
    known = tuple(boards)
    return tuple(
        tuple(holes_to_go(table, pawns, fresh, player) for pawns, fresh in known) for player in table.players
    )


def _to_go(table: Table, pawns: Pawns, fresh: frozenset[Hole], seat: Seat) -> int:
    entry = table.track_length - table.stretch + table.home_entry
    homes = sum(entry + number for number in range(1, PAWNS_A_SEAT + 1))
    gone = [_gone(table, hole, seat, entry, hole in fresh) for hole, owner in pawns if owner == seat]
    waiting = PAWNS_A_SEAT - len(gone)
    return homes - sum(gone) + waiting


def _gone(table: Table, hole: Hole, seat: Seat, entry: int, is_fresh: bool) -> int:
    """How far a pawn has come from its start, in holes; negative if it has passed its home."""
    length = table.track_length
    if hole == CENTRE:
        return length // 2
    if is_home(hole):
        return entry + int(hole[-1]) if seat_of(hole) == seat else -1
    start, index = table.track_index(start_hole(seat)), table.track_index(hole)
    assert start is not None
    assert index is not None
    way = (index - start) % length
    if not way and entry == length and not is_fresh:
        return length
    return way if way <= entry else way - length
