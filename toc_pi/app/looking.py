"""What looks at pictures, and what it says as the referee is told it."""

from typing import Protocol

from calibration.holes import Hole, Seat
from hardware.camera import Frame, Picture
from toc_pi.referee.events import Seen, ViewChanged
from toc_pi.vision.observer import Observation, ViewChange


class PictureObserver(Protocol):
    """What looks at every picture: `toc_pi.vision.observer.Observer`, or a stand-in."""

    def look(self, t: float, image: Picture) -> tuple[Observation | ViewChange, ...]:
        """What this picture adds to what was known."""
        ...

    def set_otherwise(self, t: float) -> tuple[ViewChange, ...]:
        """The camera was set otherwise before the next picture."""
        ...


class Looking:
    """An eye that is shown one frame after the other, and told when the camera was set otherwise.

    Args:
        eye: looks.
        settings: of the camera, when it was looked through last.

    Attributes:
        settings: the same, now.
    """

    def __init__(self, eye: PictureObserver, settings: int = 0) -> None:
        self._eye = eye
        self.settings = settings

    def look(self, frame: Frame) -> tuple[Observation | ViewChange, ...]:
        """What this frame adds to what was known."""
        relit: tuple[ViewChange, ...] = ()
        if frame.settings != self.settings:
            self.settings = frame.settings
            relit = self._eye.set_otherwise(frame.t)
        return (*relit, *self._eye.look(frame.t, frame.image))


def told(sight: Observation | ViewChange) -> Seen | ViewChanged:
    """What the eye noticed, as the referee is told it."""
    if isinstance(sight, ViewChange):
        return ViewChanged(sight.t, sight.state)
    return Seen(
        sight.t,
        {Hole(hole): Seat(pawn) for hole, pawn in sight.holes.items()},
        frozenset(map(Hole, sight.unsure)),
        {Hole(hole): odds for hole, odds in sight.probability.items()},
        {Hole(hole): odds for hole, odds in sight.white.items()},
    )
