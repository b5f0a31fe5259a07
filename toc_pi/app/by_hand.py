"""An evening without a camera: pawns are moved on the screen, and judged like those on the board."""

import time
from collections.abc import Mapping

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes, is_camp
from toc_pi.app.camera.sights import Sight
from toc_pi.referee.events import Event, Seen, ViewChanged
from toc_pi.rules.position import Position
from toc_pi.screen.scene import Scene


class NoSights:
    """Never sees anything; only its clock runs.

    Args:
        started_s: the clock's first reading, s.
    """

    def __init__(self, started_s: float) -> None:
        self._ahead_s = time.monotonic() - started_s
        self.looked = 0
        self.stuck = False

    def start(self) -> None:
        """Do nothing."""

    def look_anew(self) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""

    def now(self) -> float:
        """Seconds of the game."""
        return time.monotonic() - self._ahead_s

    def take(self) -> tuple[Sight, ...]:
        """Nothing."""
        return ()


def standing(position: Position, seats: tuple[Seat, ...]) -> Mapping[Hole, Seat]:
    """The holes of all pawns, including those in camps."""
    out = dict(position.pawns)
    waiting = {seat: PAWNS_A_SEAT - sum(owner == seat for owner in out.values()) for seat in seats}
    return out | {hole: seat for seat, count in waiting.items() for hole in camp_holes(seat)[:count]}


def is_moved(scene: Scene, pawns: Mapping[Hole, Seat]) -> bool:
    """Whether pawns on the screen differ from these; pawns in camps are ignored."""
    return {*scene.pawns.items()} - _in_camps(scene.pawns) != {*pawns.items()} - _in_camps(pawns)


def _in_camps(pawns: Mapping[Hole, Seat]) -> set[tuple[Hole, Seat]]:
    return {(hole, seat) for hole, seat in pawns.items() if is_camp(hole)}


def moved(scene: Scene, t: float) -> tuple[Event, ...]:
    """The events that the referee would get if hands had moved the pawns as they were moved on the screen."""
    return ViewChanged(t, "hand"), ViewChanged(t, "watching"), Seen(t, scene.pawns)
