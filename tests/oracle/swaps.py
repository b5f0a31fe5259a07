"""Which rules a swap breaks, and a jump after it: RULES.md section 7 over M8 and M11."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.breaches import Codes, Mover, Scene, hop, land
from oracle.seating import Spot


def swap(mover: Mover, scene: Scene, one: Spot, other: Spot, has_swap: bool) -> Iterator[tuple[Codes, Scene]]:
    """Two pawns change places (M11), with the jumps that may wrongly follow."""
    table, rules = mover.table, mover.table.rules
    board = scene.board

    def kept(spot: Spot, rule: str) -> bool:
        if not isinstance(spot, int) or spot % table.stretch:
            return False
        own_start = spot == table.start(board[spot])
        return (
            rule == "any-start"
            or (rule == "own-start" and own_start)
            or (rule == "fresh" and spot in scene.fresh)
        )

    codes: set[str] = set() if has_swap else {"no-swap"}
    own = [spot for spot in (one, other) if board[spot] in mover.own]
    off_track = not (isinstance(one, int) and isinstance(other, int))
    if off_track or not own or (len(own) == 2 and not rules.swap_two_own):
        codes.add("swap-pair")
    shut_own = {s: kept(s, rules.swap_own_pawn_not_on) for s in (one, other)}
    shut_other = {s: kept(s, rules.swap_other_pawn_not_on) for s in (one, other)}
    if not own:
        readings = [shut_other[one] or shut_other[other]]
    elif len(own) == 1:
        stranger = other if own[0] == one else one
        readings = [shut_own[own[0]] or shut_other[stranger]]
    else:
        readings = [shut_own[one] or shut_other[other], shut_own[other] or shut_other[one]]
    if all(readings):
        codes.add("swapped-protected")
    after = scene.without({one, other}).put(one, board[other]).put(other, board[one])
    yield frozenset(codes), after
    for spot in (one, other):
        if spot in table.sevens:
            assert isinstance(spot, int)
            for hops in (1, 2):
                yield from _hop_after_swap(mover, after, spot, hops, frozenset(codes))


def _hop_after_swap(
    mover: Mover, scene: Scene, spot: int, hops: int, codes: Codes
) -> Iterator[tuple[Codes, Scene]]:
    seat = scene.board[spot]
    hopped = [(codes | {"jump-not-allowed"}, scene.without({spot}), spot)]
    for _ in range(hops):
        hopped = [
            (so_far | more, after, (at + mover.table.stretch) % mover.table.length)
            for so_far, now, at in hopped
            for more, after in hop(mover, now, seat, at, 1, 1)
        ]
    for so_far, now, at in hopped:
        more, after = land(mover, now, seat, at)
        yield so_far | more, after
