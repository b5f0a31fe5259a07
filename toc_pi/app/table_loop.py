"""The loop shared by games and lessons: handles camera, touches and time, and presents one frame.

A camera's watcher, with OpenCV and vision, may be loaded while the first frame is already on the screen.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from toc_pi.app.camera.camera_events import CameraEvent
from toc_pi.app.process import Alive, Loading, keep_alive, run
from toc_pi.app.stage import Stage
from toc_pi.events import Card
from toc_pi.screen.window import Quit, Tapped


class Watcher(Protocol):
    """A source of camera events, as implemented by `BoardWatcher`."""

    @property
    def stuck(self) -> bool:
        """Whether one picture has taken too long."""

    def start(self) -> None:
        """Begin."""

    def drop(self) -> None:
        """Forget the pictures so far."""

    def stop(self) -> None:
        """Stop, and close the camera."""

    def now(self) -> float:
        """Seconds of the game."""

    def teach(self, n: int, card: Card) -> None:
        """Learn the appearance of the n-th card on the pile: its rank was confirmed."""

    def ask_for_cards(self, asks: bool) -> None:
        """Enable or disable reading of held-up cards."""

    def take(self) -> tuple[CameraEvent, ...]:
        """Events since the last call."""


class NoWatcher:
    """A table without a camera: there are no events; only its clock runs.

    Args:
        started_s: initial time, s.
    """

    stuck = False

    def __init__(self, started_s: float) -> None:
        self._ahead_s = time.monotonic() - started_s

    def start(self) -> None:
        """Do nothing."""

    def drop(self) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""

    def now(self) -> float:
        """Seconds of the game."""
        return time.monotonic() - self._ahead_s

    def teach(self, n: int, card: Card) -> None:
        """Do nothing."""

    def ask_for_cards(self, asks: bool) -> None:
        """Do nothing."""

    def take(self) -> tuple[CameraEvent, ...]:
        """Nothing."""
        return ()


OpenWatcher = Callable[[Callable[[], float]], Watcher]
"""Loads and opens a watcher; given what tells the game's time then, s."""


class TableLoop(ABC):
    """A game, or lessons.

    Args:
        watcher: what the camera sees; started and stopped by `run`.
        later: opens the watcher that takes its place, in a thread; None for none.

    Attributes:
        has_camera: whether there is a camera, perhaps not open yet.
    """

    def __init__(self, watcher: Watcher, stage: Stage, later: OpenWatcher | None = None) -> None:
        self._watcher = watcher
        self._stage = stage
        self._later = later
        self._loading: Loading[Watcher] | None = None
        self.has_camera = later is not None or not isinstance(watcher, NoWatcher)

    @abstractmethod
    def take(self, event: CameraEvent) -> bool:
        """Handle a camera event; True if it is over."""

    @abstractmethod
    def touch(self, event: Quit | Tapped) -> bool:
        """Handle a touch; True if it is over."""

    @abstractmethod
    def tick(self, now: float) -> bool:
        """Advance time; True if it is over."""

    @property
    def works(self) -> bool:
        """Whether to feed the watchdog. A hanging camera is reported instead of restarting the program."""
        return not self._watcher.stuck

    def step(self, alive: Alive = keep_alive) -> bool:
        """Handle what has arrived since the last step, and present it once; False once it is over.

        Raises:
            Exception: the watcher can't be loaded or opened.
        """
        if self._loading is not None and (loaded := self._loading.take()) is not None:
            self._watcher, self._loading = loaded, None
            loaded.start()
        seen = [self.take(event) for event in self._watcher.take()]
        touched = [self.touch(event) for event in self._stage.touches()]
        if any((*seen, *touched)) or self.tick(self._watcher.now()):
            return False
        self._stage.present()
        if self.works:
            alive()
        return True

    def run(self, alive: Alive = keep_alive) -> None:
        """Run until it is over.

        Raises:
            Exception: raised in a thread; ends the program.
        """
        self._watcher.start()
        if (later := self._later) is not None:
            self._loading = Loading(lambda: later(self._watcher.now))
        try:
            run(self.step, alive)
        finally:
            if self._loading is not None:
                self._loading.wait()
            self._watcher.stop()
