"""A legal play, pawn by pawn: to be shown as arrows and described in words."""

from dataclasses import dataclass
from typing import Literal

from calibration.holes import Hole, Seat, is_home, seat_of
from toc_pi.rules.legal import alike_pair
from toc_pi.rules.play_notation import AFTERWARDS, CAPTURED, SWAP, UNCHANGED, write_play
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table

Kind = Literal["out", "go", "home", "swap", "capture"]


@dataclass(frozen=True, slots=True)
class PawnMove:
    """What happens to one pawn.

    Attributes:
        kind: it comes `out`, moves along the track (`go`) or into or in its `home`, changes places (`swap`),
            or goes back to its camp (`capture`).
        seat: the pawn's seat; in a swap the first one's.
        start: its hole before; None for a pawn that comes out.
        end: its hole after; None for a captured one; in a swap the other's hole.
        other: in a swap, the other pawn's seat.
    """

    kind: Kind
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
        table: the board and its players.
        before: the position before.
        card: what was played.
        after: one of the card's results.

    Returns:
        Moves first, then captures; empty if nothing moved (a pass).
    """
    words = write_play(table, before, card, after).split()[1:]
    if words[:1] == [AFTERWARDS]:
        return ()
    was, now = dict(before.pawns), dict(after.pawns)
    found: list[PawnMove] = []
    taken: list[PawnMove] = []
    for word in words:
        one, swapped, other = word.partition(SWAP)
        start, moved, end = word.partition("-")
        if word in (CAPTURED, UNCHANGED):
            continue
        if swapped:
            end_hole = Hole(other)
            found.append(PawnMove("swap", was[Hole(one)], Hole(one), end_hole, was.get(end_hole)))
        elif moved:
            hole = Hole(end)
            found.append(PawnMove("home" if is_home(hole) else "go", now[hole], Hole(start), hole))
        elif ":" in word:
            hole = Hole(word.partition(":")[0])
            taken.append(PawnMove("capture", was[hole], hole))
        else:
            seat = seat_of(Hole(word))
            assert seat is not None
            found.append(PawnMove("out", seat, None, Hole(word)))
    return (*found, *taken)
