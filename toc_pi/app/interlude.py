"""A lesson in the middle of a game: the game rests, and hears afterwards what was seen meanwhile."""

from collections.abc import Callable
from dataclasses import replace

from toc_pi.app.looking import told
from toc_pi.app.sights import BoardFound, CameraLost, NotFound, Sight
from toc_pi.app.tutor import Tutor
from toc_pi.referee.events import Seen
from toc_pi.screen.scene import Scene
from toc_pi.vision.observer import Observation, ViewChange

OpenTutor = Callable[[str, bool], Tutor]
"""Opens the lessons of a pupil, before a camera or not."""


class Interlude:
    """Lessons, and what the game misses meanwhile.

    Args:
        tutor: teaches.
        scene: of the game, to go back to.
        seen: what the board showed last; None where it isn't known.

    Attributes:
        seen: what it shows now.
        state: what the camera said of itself last, where that was during the lessons.
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
        """Whether the pupil has enough."""
        return self._tutor.over

    @property
    def scene(self) -> Scene:
        """The game's, in the view and the colours that are shown now."""
        shown = self._tutor.room.scene
        view = self._scene.view if self._scene.by_hand else shown.view
        return replace(self._scene, view=view, night=shown.night, named=shown.named)

    def take(self, sight: Sight) -> None:
        """Take in what the camera saw."""
        self._tutor.take(sight)
        match sight:
            case Observation():
                event = told(sight)
                self.seen = event if isinstance(event, Seen) else None
            case CameraLost() | NotFound() | BoardFound():
                self.state, self.seen = sight, None
            case ViewChange():
                pass

    def touch(self, choice: str, t: float) -> None:
        """Take in a tap."""
        self._tutor.touch(choice, t)

    def tick(self, t: float) -> None:
        """Take in that time has passed."""
        self._tutor.tick(t)
