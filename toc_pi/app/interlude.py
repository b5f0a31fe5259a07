"""Lessons in the middle of a game: the game pauses, and gets the latest observation afterwards."""

from collections.abc import Callable
from dataclasses import replace

from toc_pi.app.looking import observed_event
from toc_pi.app.sights import BoardFound, CameraLost, NotFound, Sight
from toc_pi.app.tutor import Tutor
from toc_pi.referee.events import Seen
from toc_pi.screen.scene import Scene
from toc_pi.vision.observer import Observation, ViewChange

OpenTutor = Callable[[str, bool], Tutor]
"""Opens the lessons of a pupil, with or without a camera."""


class Interlude:
    """Runs lessons, and stores what the game misses meanwhile.

    Args:
        tutor: runs the lessons.
            scene: of the game, to go back to.
            seen: the last observation of the board; None if there is none.

    Attributes:
        seen: the latest observation.
            state: the camera's latest state change during the lessons.
    """

    def __init__(self, tutor: Tutor, scene: Scene, seen: Seen | None) -> None:
        self._tutor = tutor
        self._scene = scene
        self.seen = seen
        self.state: Sight | None = None
        if seen is not None:
            tutor.see(seen)

    @property
    def over(self) -> bool:
        """Whether the pupil has ended the lessons."""
        return self._tutor.over

    @property
    def scene(self) -> Scene:
        """The game's scene with the view and colours shown now."""
        shown = self._tutor.room.scene
        view = self._scene.view if self._scene.by_hand else shown.view
        return replace(self._scene, view=view, night=shown.night, named=shown.named)

    def take(self, sight: Sight) -> None:
        """Handle what the camera saw."""
        self._tutor.take(sight)
        match sight:
            case Observation():
                event = observed_event(sight)
                self.seen = event if isinstance(event, Seen) else None
            case CameraLost() | NotFound() | BoardFound():
                self.state, self.seen = sight, None
            case ViewChange():
                pass

    def touch(self, choice: str, t: float) -> None:
        """Handle a tap."""
        self._tutor.touch(choice, t)

    def tick(self, t: float) -> None:
        """Handle the passing of time."""
        self._tutor.tick(t)
