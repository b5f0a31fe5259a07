"""Watching without a referee: a board of another game, whose rules aren't known."""

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.holes import Hole
from toc_pi.referee.effects import Effect, State
from toc_pi.referee.events import Event, Seen, ViewChanged


class ViewJudge:
    """A judge without rules: reports only the state of the view."""

    def step(self, event: Event) -> tuple[Effect, ...]:
        """The state of the view if it has changed."""
        return (State(event.t, event.state),) if isinstance(event, ViewChanged) else ()


@dataclass(frozen=True, slots=True)
class PawnChange:
    """A pawn that moved, was placed or was removed.

    Attributes:
        pawn: its name.
        start: its hole before; None if it was placed.
        end: its hole now; None if it was removed.
    """

    pawn: str
    start: str | None
    end: str | None


def changes(before: Mapping[str, str], now: Seen) -> tuple[PawnChange, ...]:
    """The changes between two observations; unsure holes are ignored.

    Pawns of one name can't be distinguished: vacated holes are paired with newly occupied ones in order.

    Args:
        before: every hole that was surely occupied.
        now: the new observation.
    """
    left: dict[str, list[str]] = {}
    came: dict[str, list[str]] = {}
    for hole, pawn in sorted(before.items()):
        if hole not in now.unsure and now.holes.get(Hole(hole)) != pawn:
            left.setdefault(pawn, []).append(hole)
    for hole, seat in sorted(now.holes.items()):
        if before.get(str(hole)) != str(seat):
            came.setdefault(str(seat), []).append(str(hole))
    out = []
    for pawn in sorted({*left, *came}):
        starts, ends = left.get(pawn, []), came.get(pawn, [])
        for number in range(max(len(starts), len(ends))):
            start = starts[number] if number < len(starts) else None
            end = ends[number] if number < len(ends) else None
            out.append(PawnChange(pawn, start, end))
    return tuple(out)


def standing_after(before: Mapping[str, str], now: Seen) -> dict[str, str]:
    """Every hole that is surely occupied; holes that are unsure now keep their earlier pawn."""
    kept = {hole: pawn for hole, pawn in before.items() if hole in now.unsure}
    return kept | {str(hole): str(seat) for hole, seat in now.holes.items()}
