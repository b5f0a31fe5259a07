"""Two threads between a camera and the table: one keeps the newest picture, one looks at it."""

import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from calibration.errors import CannotSee
from calibration.holes import Hole
from calibration.record import Calibration
from hardware.camera import Camera, Frame, Picture
from hardware.errors import BadFilm, DeviceFailed
from toc_pi.app.finding import SETUP_PICTURES, OutOfCamps
from toc_pi.app.pipeline import Eye
from toc_pi.vision.observer import Observation, Observer, ViewChange

SETUP_STEP_S = 0.25
TRY_AGAIN_S = 3.0
WAIT_S = 0.5
LONGEST_SEARCH_S = 180.0
"""Finding the board takes a second or two on a desk's computer, and up to a minute on the smallest Pi."""


@dataclass(frozen=True, slots=True)
class Found:
    """The board was found; games can begin."""

    t: float
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class NotFound:
    """The board wasn't found yet; the advice is for people.

    Attributes:
        repair: which pawn should stand where ("" for none) before a game can begin.
    """

    t: float
    advice: str
    repair: Mapping[Hole, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CameraLost:
    """No pictures come any more, and why; `over` where a film has come to its end."""

    t: float
    why: str
    over: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """Something beside the game that people should know."""

    t: float
    sentence: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A thread met a defect of the program and ended."""

    error: Exception


Sight = Found | NotFound | CameraLost | Remark | Broken | Observation | ViewChange

Calibrate = Callable[[list[Picture]], Calibration]


class Sights:
    """Looks at a camera's pictures in the background; what it sees waits in a queue.

    A slow eye never works on old pictures: only the newest is kept.

    Args:
        camera: closed by `stop`.
        calibrate: finds the board in the setup pictures; raises CannotSee.
        open_eye: what looks at the pictures, once the board is found.
        started_s: the time until the first picture comes.
        clock: seconds, always forward.
    """

    def __init__(
        self,
        camera: Camera,
        calibrate: Calibrate,
        open_eye: Callable[[Calibration], Eye] = Observer,
        started_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera = camera
        self._calibrate = calibrate
        self._open_eye = open_eye
        self._searching_since_s: float | None = None
        self._told: queue.SimpleQueue[Sight] = queue.SimpleQueue()
        self._newest: Frame | None = None
        self._fresh = threading.Condition()
        self._stopped = threading.Event()
        self._started_s = started_s
        self._clock = clock
        self._ahead_s: float | None = None
        self.looked = 0
        self._threads = [
            threading.Thread(target=self._run, args=(self._film,), name="camera", daemon=True),
            threading.Thread(target=self._run, args=(self._look,), name="eye", daemon=True),
        ]

    def start(self) -> None:
        """Begin to look."""
        for thread in self._threads:
            thread.start()

    def now(self) -> float:
        """The time that the pictures count in, seconds; it stands still until the first one comes."""
        ahead = self._ahead_s
        return self._started_s if ahead is None else self._clock() - ahead

    @property
    def searching(self) -> bool:
        """Whether the board is being looked for: until then nothing else is seen, and all is well."""
        since = self._searching_since_s
        return since is not None and self._clock() - since < LONGEST_SEARCH_S

    def take(self) -> tuple[Sight, ...]:
        """What was seen since the last call."""
        sights = []
        while not self._told.empty():
            sights.append(self._told.get())
        return tuple(sights)

    def stop(self) -> None:
        """Stop looking and let the camera go."""
        self._stopped.set()
        with self._fresh:
            self._fresh.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=5.0)
        self._camera.close()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (DeviceFailed, BadFilm) as error:
            self._told.put(CameraLost(self.now(), str(error)))
        except Exception as error:
            self._told.put(Broken(error))

    def _film(self) -> None:
        while not self._stopped.is_set():
            frame = self._camera.read()
            if frame is None:
                self._told.put(CameraLost(self.now(), "the film is over", over=True))
                return
            self._ahead_s = self._clock() - frame.t
            with self._fresh:
                self._newest = frame
                self._fresh.notify()

    def _next(self) -> Frame | None:
        """The newest picture not yet looked at; None when it is time to stop."""
        with self._fresh:
            while self._newest is None and not self._stopped.is_set():
                self._fresh.wait(WAIT_S)
            frame, self._newest = self._newest, None
        return None if self._stopped.is_set() else frame

    def _look(self) -> None:
        calibration = self._find()
        if calibration is None:
            return
        observer = self._open_eye(calibration)
        while (frame := self._next()) is not None:
            for sight in observer.look(frame.t, frame.image):
                self._told.put(sight)
            self.looked += 1

    def _find(self) -> Calibration | None:
        chosen: list[Frame] = []
        tried: float | None = None
        while (frame := self._next()) is not None:
            self.looked += 1
            if chosen and frame.t < chosen[-1].t + SETUP_STEP_S:
                continue
            chosen = [*chosen[1 - SETUP_PICTURES :], frame]
            if len(chosen) < SETUP_PICTURES or (tried is not None and frame.t < tried + TRY_AGAIN_S):
                continue
            tried = frame.t
            self._searching_since_s = self._clock()
            try:
                calibration = self._calibrate([each.image for each in chosen])
            except CannotSee as error:
                repair = error.repair if isinstance(error, OutOfCamps) else {}
                self._told.put(NotFound(frame.t, str(error), repair))
                chosen = []  # on a small computer the search took long: people have put right what was wrong
                continue
            finally:
                self._searching_since_s = None
            self._told.put(Found(frame.t, calibration))
            return calibration
        return None
