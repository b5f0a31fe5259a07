"""The observer's interface, and its observations as events for the referee."""

from typing import Protocol

from calibration.holes import Hole, Seat
from hardware.camera import Frame, Picture
from toc_pi.referee.events import Seen, ViewChanged
from toc_pi.vision.observer import Observation, ViewChange


class PictureObserver(Protocol):
    """Observes every picture: `toc_pi.vision.observer.Observer`, or a substitute."""

    @property
    def camouflaged(self) -> tuple[str, ...]:
        """The pawns that can hardly be seen in their own holes."""
        ...

    def look(self, t: float, image: Picture) -> tuple[Observation | ViewChange, ...]:
        """The observations and view changes that follow from this picture."""
        ...

    def settings_changed(self, t: float) -> tuple[ViewChange, ...]:
        """The camera's settings were changed before the next picture."""
        ...


class Looking:
    """Passes frames to an observer, and tells it when the camera's settings changed.

    Args:
        eye: the observer.
        settings: the camera's settings number when the board was learnt.
    """

    def __init__(self, eye: PictureObserver, settings: int = 0) -> None:
        self._eye = eye
        self._settings = settings

    def look(self, frame: Frame) -> tuple[Observation | ViewChange, ...]:
        """The observations and view changes that follow from this frame."""
        relit: tuple[ViewChange, ...] = ()
        if frame.settings != self._settings:
            self._settings = frame.settings
            relit = self._eye.settings_changed(frame.t)
        return (*relit, *self._eye.look(frame.t, frame.image))


def observed_event(sight: Observation | ViewChange) -> Seen | ViewChanged:
    """An observation or view change as an event for the referee."""
    if isinstance(sight, ViewChange):
        return ViewChanged(sight.t, sight.state)
    return Seen(
        sight.t,
        {Hole(hole): Seat(pawn) for hole, pawn in sight.holes.items()},
        frozenset(map(Hole, sight.unsure)),
        {Hole(hole): odds for hole, odds in sight.probability.items()},
        {Hole(hole): odds for hole, odds in sight.white.items()},
    )
