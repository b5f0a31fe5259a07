"""Looks on where nobody referees: a board of another game, whose pawns move by rules that nobody told."""

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.holes import Hole
from toc_pi.referee.effects import Effect, State
from toc_pi.referee.events import Event, Seen, ViewChanged


class Onlooker:
    """Judges nothing; tells only what can be seen of the board."""

    def step(self, event: Event) -> tuple[Effect, ...]:
        """The view, where it has changed."""
        return (State(event.t, event.state),) if isinstance(event, ViewChanged) else ()


@dataclass(frozen=True, slots=True)
class PawnChange:
    """A pawn that went, came or left.

    Attributes:
        pawn: its name.
        start: where it stood; None for one that was brought.
        end: where it stands; None for one that was taken away.
    """

    pawn: str
    start: str | None
    end: str | None


def changes(before: Mapping[str, str], now: Seen) -> tuple[PawnChange, ...]:
    """What must have moved between two sights; nothing is said of holes that aren't sure.

    Pawns of one name can't be told apart: a hole that one left goes with the next that one came to.

    Args:
        before: every hole that was surely occupied.
        now: what is seen.
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
    """Every hole that is surely occupied; those that aren't sure now keep what was known of them."""
    kept = {hole: pawn for hole, pawn in before.items() if hole in now.unsure}
    return kept | {str(hole): str(seat) for hole, seat in now.holes.items()}
