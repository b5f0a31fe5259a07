"""Loads the board watcher, with OpenCV and vision, while the game is already on the screen."""

import time
from collections.abc import Callable

from toc_pi.app.camera.camera_events import CameraEvent
from toc_pi.app.loading import Loading
from toc_pi.app.table_loop import Watcher
from toc_pi.events import Card


class LateWatcher:
    """Forwards everything to a watcher once it is loaded; until then there are no observations.

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
        """Whether one picture has taken too long."""
        return self._watcher is not None and self._watcher.stuck

    def start(self) -> None:
        """Start loading it."""
        self._loading = Loading(lambda: self._open_watcher(self.now))

    def drop(self) -> None:
        """Forget the pictures so far."""
        if self._watcher is not None:
            self._watcher.drop()

    def stop(self) -> None:
        """Stop, and close the camera."""
        if self._loading is not None:
            self._loading.wait()
        if self._watcher is not None:
            self._watcher.stop()

    def now(self) -> float:
        """Seconds of the game."""
        return self._clock() + self._ahead_s if self._watcher is None else self._watcher.now()

    def teach(self, n: int, card: Card) -> None:
        """Forward the rank of the n-th card on the pile."""
        if self._watcher is not None:
            self._watcher.teach(n, card)

    def ask_for_cards(self, asks: bool) -> None:
        """Enable or disable reading of held-up cards."""
        if self._watcher is not None:
            self._watcher.ask_for_cards(asks)

    def take(self) -> tuple[CameraEvent, ...]:
        """Events since the last call.

        Raises:
            Exception: it can't be loaded or opened.
        """
        if self._watcher is None and self._loading is not None:
            self._watcher = self._loading.take()
            if self._watcher is not None:
                self._watcher.start()
        return () if self._watcher is None else self._watcher.take()
