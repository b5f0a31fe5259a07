"""A watcher of the board that is loaded, with OpenCV and vision, while the game is on the screen already."""

import time
from collections.abc import Callable

from toc_pi.app.camera.camera_events import CameraEvent
from toc_pi.app.loading import Loading
from toc_pi.app.table_loop import Watcher
from toc_pi.events import Card


class LateWatcher:
    """Passes everything to a watcher, once there is one; until then nothing is seen.

    Args:
        open_watcher: loads and opens it, in a thread; given what tells the game's time then, s.
        started_s: the game's time now, s.
    """

    def __init__(
        self,
        open_watcher: Callable[[Callable[[], float]], Watcher],
        started_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_watcher = open_watcher
        self._ahead_s = started_s - clock()
        self._clock = clock
        self._loading: Loading[Watcher] | None = None
        self._watcher: Watcher | None = None

    @property
    def stuck(self) -> bool:
        """Whether it has worked on one picture for too long."""
        return self._watcher is not None and self._watcher.stuck

    def start(self) -> None:
        """Begin to load it."""
        self._loading = Loading(lambda: self._open_watcher(self.now))

    def drop(self) -> None:
        """Forget the pictures so far."""
        if self._watcher is not None:
            self._watcher.drop()

    def stop(self) -> None:
        """End, and close the camera."""
        if self._loading is not None:
            self._loading.wait()
        if self._watcher is not None:
            self._watcher.stop()

    def now(self) -> float:
        """Seconds of the game."""
        return self._clock() + self._ahead_s if self._watcher is None else self._watcher.now()

    def teach(self, n: int, card: Card) -> None:
        """Pass on what the n-th card on the pile is."""
        if self._watcher is not None:
            self._watcher.teach(n, card)

    def ask_for_cards(self, asks: bool) -> None:
        """Pass on whether cards may be held up."""
        if self._watcher is not None:
            self._watcher.ask_for_cards(asks)

    def take(self) -> tuple[CameraEvent, ...]:
        """What was seen since the last call.

        Raises:
            Exception: it can't be loaded or opened.
        """
        if self._watcher is None and self._loading is not None:
            self._watcher = self._loading.take()
            if self._watcher is not None:
                self._watcher.start()
        return () if self._watcher is None else self._watcher.take()
