"""The modes of a session: watching, played by hand, or in a lesson."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toc_pi.events import Seen
from toc_pi.screen import scene as scenes

if TYPE_CHECKING:  # teaching is loaded once the first picture is shown
    from toc_pi.app.teaching.tutor import Tutor


@dataclass(frozen=True, slots=True)
class Watching:
    """The camera observes the board, or is searching for it for the first time.

    Attributes:
        seen: the last observation; None before the first.
    """

    seen: Seen | None = None


@dataclass(frozen=True, slots=True)
class WithoutCamera:
    """The camera doesn't see the board; with a screen, pawns are moved on it.

    Attributes:
        waived: whether the players chose that, so that they aren't asked to correct the board.
    """

    waived: bool = False


@dataclass(frozen=True, slots=True)
class InLesson:
    """The game is paused for lessons and continues afterwards with its scene and mode."""

    tutor: "Tutor"
    scene: scenes.Scene
    before: Watching | WithoutCamera
