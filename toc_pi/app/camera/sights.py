"""From a camera to the table: one thread reads it, one observes its pictures and queues what it sees."""

import queue
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from calibration.errors import CannotSee
from calibration.holes import Hole
from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera, Frame, Picture
from toc_pi.app.camera.camera_reader import CameraReader, begin_thread
from toc_pi.app.camera.camera_watch import CameraWatch
from toc_pi.app.camera.inspection import CameraFault, Timing, board_box, wait_s
from toc_pi.app.setup.finding import SETUP_PICTURES, OutOfCamps
from toc_pi.errors import BadInput
from toc_pi.seen import Seen, ViewChanged
from toc_pi.vision.observer import Observer


class PictureObserver(Protocol):
    """Observes every picture: `toc_pi.vision.observer.Observer`, or a substitute."""

    @property
    def camouflaged(self) -> tuple[str, ...]:
        """The pawns that can hardly be seen in their own holes."""
        ...

    def look(self, t: float, image: Picture) -> tuple[Seen | ViewChanged, ...]:
        """The observations and view changes that follow from this picture."""
        ...

    def settings_changed(self, t: float) -> tuple[ViewChanged, ...]:
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

    def look(self, frame: Frame) -> tuple[Seen | ViewChanged, ...]:
        """The observations and view changes that follow from this frame."""
        relit: tuple[ViewChanged, ...] = ()
        if frame.settings != self._settings:
            self._settings = frame.settings
            relit = self._eye.settings_changed(frame.t)
        return (*relit, *self._eye.look(frame.t, frame.image))


SETUP_STEP_S = 0.25  # least time between two pictures from which the board is learned
TRY_AGAIN_S = 3.0  # least time between two searches for the board
WAIT_S = 0.5  # longest wait for a picture before the thread checks whether it has to stop
LONGEST_SEARCH_S = 180.0
"""Longest search for the board: 1 to 2 s on a desktop computer, up to a minute on the smallest Pi."""
LONGEST_LOOK_S = 10.0
"""Longest time for one picture; not reached even on the smallest Pi."""


@dataclass(frozen=True, slots=True)
class BoardFound:
    """The board was found; games can begin.

    Attributes:
        camouflaged: the pawns that can hardly be seen in their own holes.
    """

    t: float
    calibration: Calibration
    camouflaged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotFound:
    """The board wasn't found yet; the advice is for people.

    Attributes:
        repair: the pawn that should be in each hole ("" for none) before the camera can go on.
            todo: what to do about that, briefly.
    """

    t: float
    advice: str
    repair: Mapping[Hole, str] = field(default_factory=dict)
    todo: str = ""


@dataclass(frozen=True, slots=True)
class CameraLost:
    """No usable picture arrives any more.

    Attributes:
        why: the driver's reason; "" if the fault says everything.
        over: a film has reached its end.
        fault: the camera's fault.
    """

    t: float
    why: str
    over: bool = False
    fault: CameraFault = CameraFault.LOST


@dataclass(frozen=True, slots=True)
class Remark:
    """Something beside the game that people should know."""

    t: float
    sentence: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A thread ended by a defect of the program."""

    error: Exception


Sight = BoardFound | NotFound | CameraLost | Remark | Broken | Seen | ViewChanged

Calibrate = Callable[[list[Picture]], Calibration]


class Sights:
    """Observes a camera's pictures in the background, and queues the results.

    Only the newest picture is kept, so a slow observer never works on old ones. Whenever the camera was lost,
    the board is searched again, since it may have moved.

    Args:
        open_camera: opens it; called in a thread, again after each failure.
        calibrate: finds the board in still pictures; raises CannotSee.
        open_observer: opens the observer once the board is found.
        started_s: the game's time at the start, s.
        clock: monotonic, seconds.
        live: whether it is a camera; else a film, whose times are those of the game, and which is opened
            once.
        keep: called with each picture.
        begin: starts a camera reader in a thread.
    """

    def __init__(  # noqa: PLR0913  # camera, eye and clock are passed in
        self,
        open_camera: Callable[[], Camera],
        calibrate: Calibrate,
        open_observer: Callable[[Calibration], PictureObserver] = Observer,
        started_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        *,
        live: bool = True,
        keep: Callable[[Frame], None] = lambda _: None,
        begin: Callable[[CameraReader], None] = begin_thread,
    ) -> None:
        self._calibrate = calibrate
        self._open_observer = open_observer
        self._sights: queue.SimpleQueue[tuple[int, Sight]] = queue.SimpleQueue()
        self._newest: tuple[int, Frame] | None = None
        self._fresh = threading.Condition()
        self._stopped = threading.Event()
        self._clock = clock
        self._live = live
        ahead_s = started_s - clock()
        self._started_s = started_s
        self._ahead_s: float | None = ahead_s if live else None
        self._watch = CameraWatch(
            open_camera,
            Timing(live=live, ahead_s=ahead_s if live else started_s),
            self._give,
            keep,
            clock,
            live=live,
            begin=begin,
        )
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._searching_since_s: float | None = None
        self._looking_since_s: float | None = None
        # An observation is valid only in the epoch in which it was made.
        self._epoch = 0
        self._seen_epoch = 0
        self._setup: list[Frame] = []
        self._tried_t: float | None = None
        self._looking: Looking | None = None
        self._mishaps = 0
        self._rests_until_s = clock()
        self.looked = 0

    def start(self) -> None:
        """Start the camera and the observer's thread."""
        self._watch.look()
        self._thread.start()

    def now(self) -> float:
        """The time of the game, s; with a film it doesn't advance until its first picture."""
        ahead = self._ahead_s
        return self._started_s if ahead is None else self._clock() + ahead

    @property
    def searching(self) -> bool:
        """Whether the board is being searched, within `LONGEST_SEARCH_S`: then no observation is expected."""
        since = self._searching_since_s
        return since is not None and self._clock() - since < LONGEST_SEARCH_S

    @property
    def stuck(self) -> bool:
        """Whether the observer has worked on one picture for too long; a hanging camera doesn't count."""
        since = self._looking_since_s
        return since is not None and not self.searching and self._clock() - since > LONGEST_LOOK_S

    def look_anew(self) -> None:
        """Search for the board as at the start."""
        with self._fresh:
            self._epoch += 1
            self._newest = None
        self._watch.know_board(None)

    def take(self) -> tuple[Sight, ...]:
        """What was seen since the last call; also polls the camera."""
        sights: list[Sight] = []
        while not self._sights.empty():
            epoch, sight = self._sights.get()
            if isinstance(sight, Broken) or epoch == self._epoch:
                sights.append(sight)
            if self._live and epoch == self._epoch and isinstance(sight, BoardFound):
                self._watch.know_board(board_box(sight.calibration))
        lost = None if self._stopped.is_set() else self._watch.look()
        if lost is not None:
            self.look_anew()
            sights.append(CameraLost(self.now(), lost.why, lost.over, lost.fault or CameraFault.LOST))
        # A fault of the camera already explains why no board is found.
        faulty = self._watch.fault is not None
        return tuple(each for each in sights if not (faulty and isinstance(each, NotFound)))

    def stop(self) -> None:
        """Stop observing and close the camera; one that hangs is abandoned."""
        self._stopped.set()
        with self._fresh:
            self._fresh.notify_all()
        self._watch.end(self._thread)

    def _give(self, frame: Frame) -> None:
        """Store a picture for the observer; called in the camera's thread."""
        if not self._live:
            self._ahead_s = frame.t - self._clock()
        with self._fresh:
            self._newest = (self._epoch, frame)
            self._fresh.notify()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self.step(WAIT_S)

    def step(self, patience_s: float = 0.0) -> None:
        """Process the newest picture if one comes within `patience_s`; the observer thread's loop body."""
        with self._fresh:
            if self._newest is None:
                self._fresh.wait(patience_s)
            newest, self._newest = self._newest, None
        if newest is None or self._stopped.is_set() or self._clock() < self._rests_until_s:
            return
        epoch, frame = newest
        if epoch != self._seen_epoch:
            self._seen_epoch, self._setup, self._tried_t, self._looking = epoch, [], None, None
        self._looking_since_s = self._clock()
        try:
            for sight in self._look(frame):
                self._sights.put((epoch, sight))
        except BadInput as error:
            self._sights.put((epoch, Broken(error)))
        except Exception as error:
            # A failure on one picture may not end the game.
            traceback.print_exc()
            self._looking, self._setup = None, []
            self._rests_until_s = self._clock() + wait_s(self._mishaps)
            self._mishaps += 1
            self._sights.put(
                (epoch, CameraLost(frame.t, f"{type(error).__name__}: {error}", fault=CameraFault.UNREADABLE))
            )
        finally:
            self._looking_since_s = None

    def _look(self, frame: Frame) -> tuple[Sight, ...]:
        if self._looking is None:
            return self._find(frame)
        sights = self._looking.look(frame)
        self.looked += 1
        return sights

    def _find(self, frame: Frame) -> tuple[Sight, ...]:
        """Collect still pictures, and search the board in them."""
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
            # On a small computer the search took long; people may have corrected the board meanwhile
            self._setup = []
            wrong = error if isinstance(error, OutOfCamps) else None
            return (
                NotFound(frame.t, str(error), wrong.repair if wrong else {}, wrong.todo if wrong else ""),
            )
        finally:
            self._searching_since_s = None
        eye = self._open_observer(calibration)
        self._looking = Looking(eye, frame.settings)
        return (BoardFound(frame.t, calibration, eye.camouflaged),)
