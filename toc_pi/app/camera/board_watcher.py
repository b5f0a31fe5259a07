"""From a camera to events: one thread reads it, another observes its pictures and queues events."""

import queue
import time
import traceback
from collections.abc import Callable

from calibration.errors import CannotSee
from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera, Frame
from toc_pi.app.camera.camera_events import (
    BoardFound,
    Broken,
    CameraEvent,
    CameraFault,
    CameraLost,
    NotFound,
    Watcher,
)
from toc_pi.app.camera.camera_reader import CameraReader, begin_thread, film_of, open_camera
from toc_pi.app.camera.camera_service import CameraService
from toc_pi.app.camera.inspection import board_box, wait_s
from toc_pi.app.camera.waiting_pawns import OpenCardWatch, open_observer
from toc_pi.app.process import give_back
from toc_pi.app.setup.finding import SETUP_PICTURES, Calibrate, OutOfCamps
from toc_pi.errors import BadInput
from toc_pi.events import Card, Looked, Seen, ViewChanged
from toc_pi.vision.observer import Observer


class FrameObserver:
    """Passes frames to an observer, and tells it when the camera's settings changed.

    Args:
        settings: the camera's settings number when the board was learned.
    """

    def __init__(self, observer: Observer, settings: int = 0) -> None:
        self._observer = observer
        self._settings = settings
        self._asks = False

    def look(self, frame: Frame) -> tuple[Looked, ...]:
        """The events for the referee that follow from this frame."""
        relit: tuple[ViewChanged, ...] = ()
        if frame.settings != self._settings:
            self._settings = frame.settings
            relit = self._observer.settings_changed(frame.t)
        return (*relit, *self._observer.look(frame.t, frame.image))

    def teach(self, n: int, card: Card) -> None:
        """Forward the rank of the n-th card on the pile."""
        self._observer.teach(n, card)

    def ask_for_cards(self, asks: bool) -> None:
        """Enable or disable reading of held-up cards, if that changes."""
        if asks != self._asks:
            self._asks = asks
            self._observer.ask_for_cards(asks)


SETUP_STEP_S = 0.25  # least time between two pictures from which the board is learned
TRY_AGAIN_S = 3.0  # least time between two searches for the board
LONGEST_SEARCH_S = 180.0
"""Time limit for finding the board: it takes 1 to 2 s on a desktop computer, up to a minute on the smallest
Pi.
"""
LONGEST_LOOK_S = 10.0  # longest time for one picture; not reached even on the smallest Pi


class BoardWatcher(CameraService, Watcher):
    """Finds the board in a camera's pictures, observes it, and queues the events.

    Whenever the camera was lost, the board is found again, since it may have moved.

    Args:
        calibrate: finds the board in still pictures; raises CannotSee.
        live, started_s, keep, begin: as of `CameraService`.
    """

    has_camera = True

    def __init__(  # noqa: PLR0913  # camera, clock and threads are passed in
        self,
        open_camera: Callable[[], Camera],
        calibrate: Calibrate,
        open_observer: Callable[[Calibration], Observer] = Observer,
        clock: Callable[[], float] = time.monotonic,
        *,
        live: bool = True,
        started_s: float = 0.0,
        keep: Callable[[Frame], None] = lambda _: None,
        begin: Callable[[CameraReader], None] = begin_thread,
    ) -> None:
        super().__init__(open_camera, clock, live=live, started_s=started_s, keep=keep, begin=begin)
        self._calibrate = calibrate
        self._open_observer = open_observer
        self._events: queue.SimpleQueue[tuple[int, CameraEvent]] = queue.SimpleQueue()
        self._taught: queue.SimpleQueue[tuple[int, Card]] = queue.SimpleQueue()
        self._asks = False
        self._searching_since_s: float | None = None
        self._looking_since_s: float | None = None
        self._seen_epoch = 0
        self._setup: list[Frame] = []
        self._tried_t: float | None = None
        self._observer: FrameObserver | None = None
        self._mishaps = 0
        self._rests_until_s = clock()
        self.looked = 0

    @property
    def searching(self) -> bool:
        """Whether the board is being searched, within `LONGEST_SEARCH_S`: no observations are expected
        then.
        """
        since = self._searching_since_s
        return since is not None and self._clock() - since < LONGEST_SEARCH_S

    @property
    def stuck(self) -> bool:
        """Whether the observer has worked on one picture for too long; a hanging camera doesn't count."""
        since = self._looking_since_s
        return since is not None and not self.searching and self._clock() - since > LONGEST_LOOK_S

    def teach(self, n: int, card: Card) -> None:
        """Queue card n's confirmed rank for pack learning."""
        self._taught.put((n, card))

    def ask_for_cards(self, asks: bool) -> None:
        """Enable or disable reading of held-up cards, from the next picture on."""
        self._asks = asks

    def take(self) -> tuple[CameraEvent, ...]:
        """Events since the last call; also polls the camera."""
        events: list[CameraEvent] = []
        while not self._events.empty():
            epoch, event = self._events.get()
            if isinstance(event, Broken) or epoch == self.epoch:
                events.append(event)
            if self._live and epoch == self.epoch and isinstance(event, BoardFound):
                self.know_board(board_box(event.calibration))
        lost = self.poll()
        if lost is not None:
            events.append(lost)
        # A fault of the camera already explains why no board is found.
        faulty = bool(self.fault)
        return tuple(each for each in events if not (faulty and isinstance(each, NotFound)))

    def work(self, epoch: int, frames: tuple[Frame, ...]) -> None:
        """Observe the newest picture, or search the board in it."""
        if self._clock() < self._rests_until_s:
            return
        frame = frames[-1]
        if epoch != self._seen_epoch:
            self._seen_epoch, self._setup, self._tried_t, self._observer = epoch, [], None, None
        self._looking_since_s = self._clock()
        try:
            events = self._look(frame)
            for event in events:
                self._events.put((epoch, event))
            if any(isinstance(event, BoardFound | Seen) for event in events):
                give_back()
        except BadInput as error:
            self._events.put((epoch, Broken(error)))
        except Exception as error:
            # A failure on one picture must not end the game.
            traceback.print_exc()
            self._observer, self._setup = None, []
            self._rests_until_s = self._clock() + wait_s(self._mishaps)
            self._mishaps += 1
            why = f"{type(error).__name__}: {error}"
            self._events.put((epoch, CameraLost(why, fault=CameraFault.UNREADABLE)))
        finally:
            self._looking_since_s = None

    def _look(self, frame: Frame) -> tuple[CameraEvent, ...]:
        if self._observer is None:
            return self._find(frame)
        self._learn()
        self._observer.ask_for_cards(self._asks)
        events = self._observer.look(frame)
        self.looked += 1
        return events

    def _learn(self) -> None:
        """Pass confirmed cards to the observer."""
        while not self._taught.empty():
            n, card = self._taught.get()
            if self._observer is not None:
                self._observer.teach(n, card)

    def stop(self) -> None:
        """Stop and close the camera, after passing on the last confirmed cards."""
        super().stop()
        if not self._thread.is_alive():
            self._learn()

    def _find(self, frame: Frame) -> tuple[CameraEvent, ...]:
        """Collect still pictures, and find the board in them."""
        self.looked += 1
        chosen = self._setup
        if chosen and frame.t < chosen[-1].t + SETUP_STEP_S:
            return ()
        self._setup = chosen = [*chosen[1 - SETUP_PICTURES :], frame]
        tried = self._tried_t
        if len(chosen) < SETUP_PICTURES or (tried is not None and frame.t < tried + TRY_AGAIN_S):
            return ()
        self._tried_t = frame.t
        self._searching_since_s = self._clock()
        try:
            calibration = self._calibrate([each.image for each in chosen])
        except CannotSee as error:
            # On a small computer the search took long; the board may have been corrected meanwhile.
            self._setup = []
            wrong = error if isinstance(error, OutOfCamps) else None
            return (NotFound(str(error), wrong.repair if wrong else {}, wrong.todo if wrong else ""),)
        finally:
            self._searching_since_s = None
        observer = self._open_observer(calibration)
        self._observer = FrameObserver(observer, frame.settings)
        self._setup = []
        return (BoardFound(frame.t, calibration, observer.camouflaged),)


LONGEST_HOLD_S = 60.0  # longest time a film is held at its beginning until the board is found


def open_watcher(
    name: str,
    find: Calibrate,
    started_s: float = 0.0,
    keep: Callable[[Frame], None] | None = None,
    watch_cards: OpenCardWatch | None = None,
) -> BoardWatcher:
    """Watch a board with the configured camera, retrying as long as it takes, or on a film.

    Args:
        started_s: the game's time at the start, s.
        keep: called with each picture.
        watch_cards: opens the pile tracker; None for no cards.

    Raises:
        BadFilm: there is no such film, or it can't be read.
    """
    film = film_of(name, LONGEST_HOLD_S)

    def opened() -> Camera:
        return film or open_camera(name)

    def found(calibration: Calibration) -> Observer:
        observer = open_observer(calibration, watch_cards)
        if film is not None:
            film.go_on()
        return observer

    return BoardWatcher(
        opened, find, found, started_s=started_s, live=film is None, keep=keep or (lambda _: None)
    )
