"""What a play did, pawn by pawn: to be shown as arrows, described in words, and written as text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import prod
from typing import Literal

from calibration.holes import Hole, Seat, is_home, seat_of, start_hole
from toc_pi.rules.legal import alike_pair
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table

MoveKind = Literal["out", "go", "home", "swap", "capture"]


@dataclass(frozen=True, slots=True)
class PawnMove:
    """What happens to one pawn.

    Attributes:
        kind: it comes `out`, moves along the track (`go`) or into or in its `home`, changes places (`swap`),
            or goes back to its camp (`capture`).
        seat: the pawn's seat; in a swap the first one's.
        start: its hole before; None for a pawn that comes out.
        end: its hole after; None for a captured one; in a swap the other's hole, None if that is unknown.
        other: in a swap, the other pawn's seat.
    """

    kind: MoveKind
    seat: Seat
    start: Hole | None = None
    end: Hole | None = None
    other: Seat | None = None

    @property
    def place(self) -> int:
        """The number of the home hole where it ends; 0 elsewhere."""
        return int(self.end[-1]) if self.end is not None and is_home(self.end) else 0


def moves_of_play(
    rules: RuleSet, table: Table, before: Position, seat: Seat, card: Card, after: Position
) -> tuple[PawnMove, ...]:
    """Decompose a legal play as `pawn_moves_of` does, a swap of two pawns of one seat included (M11).

    Returns:
        Empty only for a pass.
    """
    if before.pawns != after.pawns:
        return pawn_moves_of(table, before, card, after)
    pair = alike_pair(rules, table, before, seat, card, after)
    if pair is None:
        return ()
    owner = dict(before.pawns)[pair[0]]
    return (PawnMove("swap", owner, *pair, owner),)


def pawn_moves_of(table: Table, before: Position, card: Card, after: Position) -> tuple[PawnMove, ...]:
    """Decompose a play; if several ways have the same result, the one that fits the card's number.

    Args:
        after: one of the card's results.

    Returns:
        Moves first, then captures; empty if no pawn moved (a pass).
    """
    moves = describe_change(table, before, card, after) or ()
    return tuple(move for move in moves if move.kind != "swap" or move.end is not None)


# The numbers of each card in any rule set. They only choose between several descriptions of the same result,
# so a family's own cards needn't be here.
_NUMBERS: Mapping[str, tuple[int, ...]] = {
    **{str(number): (number,) for number in range(2, 11)},
    "A": (1, 11),
    "J": (11,),
    "Q": (12,),
    "K": (13,),
    "*": (18,),
}

WAYS_TRIED = 600
"""Pairings of holes that are tried to describe a result."""

_Move = tuple[Hole, Hole]


def describe_change(
    table: Table, before: Position, card: Card, after: Position
) -> tuple[PawnMove, ...] | None:
    """The moves from one board to another; None for changes by hand that aren't moves.

    A swap of two pawns of one seat, of which one was fresh, shows only the hole of that one.
    """
    was, now = dict(before.pawns), dict(after.pawns)
    stale = {hole for hole in before.fresh - after.fresh if now.get(hole) == was[hole]}
    out = sorted(after.fresh - before.fresh)
    gone = [hole for hole in was if now.get(hole) != was[hole] or hole in stale or hole in out]
    come = [hole for hole in now if (was.get(hole) != now[hole] or hole in stale) and hole not in out]
    if len(gone) == len(come) == 2 and set(gone) == set(come):
        one, other = sorted(gone, key=_place)
        if was[one] != was[other] == now[one] and now[other] == was[one]:
            return (PawnMove("swap", was[one], one, other, was[other]),)
    if gone == come and stale == set(gone) and len(gone) == 1:
        return (PawnMove("swap", was[gone[0]], gone[0], None, was[gone[0]]),)
    moves: tuple[_Move, ...] = ()
    if gone:
        # A pawn that captured one of its own seat makes that hole look unchanged.
        short = {was[hole] for hole in gone} if len(gone) > len(come) and not out else set()
        kept = {*gone, *come, *after.fresh}
        stood = [hole for hole in was if was[hole] in short and hole not in kept]
        landed: tuple[Hole, ...] = ()
        least: int | None = None
        for extra in (one for count in range(min(len(stood), 2) + 1) for one in combinations(stood, count)):
            pairing = _pair(table, card, was, now, gone, come, extra)
            misfit = _misfit(table, card, pairing)
            if least is None or misfit < least:
                landed, least, moves = extra, misfit, pairing or ()
            if not least:
                break
        gone += landed
    taken = sorted((hole for hole in gone if hole not in dict(moves)), key=_place)
    found = (
        *(PawnMove("out", now[hole], None, hole) for hole in out),
        *(PawnMove("home" if is_home(end) else "go", now[end], start, end) for start, end in moves),
        *(PawnMove("capture", was[hole], hole) for hole in taken),
    )
    return found if _lead_to(after, before, found) else None


def _lead_to(after: Position, before: Position, moves: Iterable[PawnMove]) -> bool:
    """Whether moves on a board give another one; pawns put on occupied holes have captured."""
    at, put = dict(before.pawns), dict[Hole, Seat]()
    for move in moves:
        if move.start is not None:
            del at[move.start]
            if move.other is not None:
                put[move.start] = move.other
        if move.end is not None:
            put[move.end] = move.seat
    fresh = (before.fresh & at.keys()) - put.keys()
    came_out = {move.end for move in moves if move.kind == "out"}
    return frozenset((at | put).items()) == after.pawns and fresh | came_out == after.fresh


def _pair(
    table: Table,
    card: Card,
    was: Mapping[Hole, Seat],
    now: Mapping[Hole, Seat],
    gone: Iterable[Hole],
    come: Iterable[Hole],
    landed: Iterable[Hole],
) -> tuple[_Move, ...] | None:
    """Which pawn went where, so that the distances fit the card if possible; None if no pairing exists."""
    ways: list[list[tuple[_Move, ...]]] = []
    for seat in sorted({now[hole] for hole in (*come, *landed)}):
        ends = sorted((hole for hole in (*come, *landed) if now[hole] == seat), key=_place)
        starts = sorted((hole for hole in gone if was[hole] == seat), key=_place)
        found = [tuple(zip(way, ends, strict=True)) for way in permutations(starts, len(ends))]
        ways.append([way for way in found if all(start != end for start, end in way)])
    if prod(map(len, ways)) > WAYS_TRIED:  # changed by hand, not by a card
        ways = [found[:1] for found in ways]
    pairings = [tuple(move for part in way for move in part) for way in product(*ways)]
    if not pairings:
        return None
    best = min(pairings, key=lambda moves: _misfit(table, card, moves))
    return tuple(sorted(best, key=lambda move: _place(move[0])))


def _misfit(table: Table, card: Card, moves: tuple[_Move, ...] | None) -> int:
    """How far the steps of some moves are from a number of the card."""
    if moves is None:
        return table.track_length
    steps = sum(_distance(table, start, end, card) for start, end in moves)
    return min(abs(steps - number) for number in _NUMBERS[card])


def _distance(table: Table, start: Hole, end: Hole, card: Card) -> int:
    """Steps from hole to hole in the direction of the card; a jump (M8) counts as 0."""
    if is_home(start) and is_home(end):
        return abs(int(end[-1]) - int(start[-1]))
    here, there = table.track_index(start), table.track_index(end)
    more = 0
    if here is None:
        return 0
    if there is None:
        owner = seat_of(end)
        entry = table.track_index(start_hole(owner)) if owner else None
        if entry is None:
            return 0
        there, more = entry + table.home_entry - table.stretch, int(end[-1])
    around = table.track_length
    ways = [(there - here) % around + more]
    if ways[0] > table.stretch:
        ways.append(ways[0] - table.stretch)
    if card == "4" and not more:
        ways += [(here - there) % around, (here - there) % around - table.stretch]
    return min(ways, key=lambda way: min(abs(way - number) for number in _NUMBERS[card]))


def _place(hole: Hole) -> tuple[str, bool, int]:
    return hole[0], is_home(hole), int(hole[2:] if is_home(hole) else hole[1:] or 0)
