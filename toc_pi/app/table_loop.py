"""The loop shared by games and lessons: handles camera, touches and time, and presents one frame.

A camera's watcher, with OpenCV and vision, may be loaded while the first frame is already on the screen.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from toc_pi.app.camera.camera_events import CameraEvent, Watcher
from toc_pi.app.process import Alive, Loading, keep_alive, run
from toc_pi.app.stage import Stage
from toc_pi.screen.window import Quit, Tapped

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
        self.has_camera = later is not None or watcher.has_camera

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
