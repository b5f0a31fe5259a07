"""Camera events and their source: plain values, so that a game can start before vision is loaded."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from calibration.holes import Hole
from toc_pi.events import Card, CardsHeld, OnPile, Seen, ViewChanged

if TYPE_CHECKING:  # it loads OpenCV
    from calibration.setup.calibration_file import Calibration


class CameraFault(StrEnum):
    """Camera faults, as keys of the window's texts."""

    MISSING = "missing"
    LOST = "lost"
    OPENING = "opening"
    HANGING = "hanging"
    BLACK = "black"
    WHITE = "white"
    FROZEN = "frozen"
    HALF = "half"
    SIZE = "size"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class CameraLost:
    """No usable picture arrives any more.

    Attributes:
        why: the driver's reason; "" if the fault says everything.
        over: whether a film has reached its end.
        fault: the camera's fault.
    """

    why: str
    over: bool = False
    fault: CameraFault = CameraFault.LOST


@dataclass(frozen=True, slots=True)
class BoardFound:
    """The board was found; games can begin.

    Attributes:
        camouflaged: the pawns that can hardly be seen in their own holes.
    """

    t: float
    calibration: "Calibration"
    camouflaged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotFound:
    """The board hasn't been found yet; the advice is for the players.

    Attributes:
        repair: the pawn that should be in each hole ("" for none) before the camera can go on.
        todo: how to do that, briefly.
    """

    advice: str
    repair: Mapping[Hole, str] = field(default_factory=dict)
    todo: str = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """A thread was ended by a defect of the program."""

    error: Exception


CameraEvent = BoardFound | NotFound | CameraLost | Broken | Seen | ViewChanged | OnPile | CardsHeld


class Watcher:
    """A source of camera events; without a camera there are none, and only its clock runs.

    Args:
        started_s: initial time, s.
    """

    has_camera = False

    def __init__(self, started_s: float) -> None:
        self._offset_s = time.monotonic() - started_s

    @property
    def stuck(self) -> bool:
        """Whether one picture has taken too long."""
        return False

    def start(self) -> None:
        """Begin."""

    def drop(self) -> None:
        """Forget the pictures so far."""

    def stop(self) -> None:
        """Stop, and close the camera."""

    def now(self) -> float:
        """Seconds of the game."""
        return time.monotonic() - self._offset_s

    def teach(self, n: int, card: Card) -> None:
        """Learn the appearance of the n-th card on the pile: its rank was confirmed."""

    def ask_for_cards(self, asks: bool) -> None:
        """Enable or disable reading of held-up cards."""

    def take(self) -> tuple[CameraEvent, ...]:
        """Events since the last call."""
        return ()
