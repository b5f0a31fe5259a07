"""Full board position from the settled position and the last observation."""

from collections.abc import Mapping, Sequence

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes
from toc_pi.rules.position import Position
from toc_pi.store.games import Saved


def standing_at_break(saved: Saved, seats: Sequence[Seat]) -> Mapping[Hole, Seat]:
    """The holes of all pawns when a game was interrupted: outside camps as settled, inside as last
    observed.
    """
    out = Position(frozenset()) if saved.state is None else saved.state.record[0]
    return standing(out, seats, saved.seen)


def standing(
    position: Position, seats: Sequence[Seat], seen: Mapping[Hole, Seat] | None = None
) -> Mapping[Hole, Seat]:
    """The holes of all pawns: outside camps as settled; inside as last observed, or in order."""
    out, known = dict(position.pawns), seen or {}
    for seat in seats:
        waiting = PAWNS_A_SEAT - sum(owner == seat for owner in out.values())
        camp = sorted(camp_holes(seat), key=lambda hole: known.get(hole) != seat)
        out |= dict.fromkeys(camp[:waiting], seat)
    return out
