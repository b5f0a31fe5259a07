"""From a camera to the table: a thread reads it, one looks at its pictures, what is seen waits in a queue."""

import queue
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from calibration.errors import CannotSee
from calibration.holes import Hole
from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera, Frame, Picture
from toc_pi.app.camera_line import CameraReader, begin_thread
from toc_pi.app.camera_watch import CameraWatch
from toc_pi.app.finding import SETUP_PICTURES, OutOfCamps
from toc_pi.app.inspection import Timing, board_box
from toc_pi.app.lacks import Lack, wait_s
from toc_pi.app.looking import Looking, PictureObserver
from toc_pi.errors import BadInput
from toc_pi.vision.observer import Observation, Observer, ViewChange

SETUP_STEP_S = 0.25
TRY_AGAIN_S = 3.0
WAIT_S = 0.5
LONGEST_SEARCH_S = 180.0
"""Finding the board takes a second or two on a desk's computer, and up to a minute on the smallest Pi."""
LONGEST_LOOK_S = 10.0
"""No picture takes so long to be looked at, on the smallest Pi either."""


@dataclass(frozen=True, slots=True)
class BoardFound:
    """The board was found; games can begin."""

    t: float
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class NotFound:
    """The board wasn't found yet; the advice is for people.

    Attributes:
        repair: which pawn should stand where ("" for none) before the camera can look on.
        todo: what to do about that, in few words.
    """

    t: float
    advice: str
    repair: Mapping[Hole, str] = field(default_factory=dict)
    todo: str = ""


@dataclass(frozen=True, slots=True)
class CameraLost:
    """No picture of use comes any more.

    Attributes:
        why: in the camera's own words; "" where what it lacks says all.
        over: a film has come to its end.
        lack: what the camera lacks.
    """

    t: float
    why: str
    over: bool = False
    lack: Lack = Lack.LOST


@dataclass(frozen=True, slots=True)
class Remark:
    """Something beside the game that people should know."""

    t: float
    sentence: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A thread met a defect of the program and ended."""

    error: Exception


Sight = BoardFound | NotFound | CameraLost | Remark | Broken | Observation | ViewChange

Calibrate = Callable[[list[Picture]], Calibration]


class Sights:
    """Looks at a camera's pictures in the background; what it sees waits in a queue.

    A slow eye never works on old pictures: only the newest is kept. Whenever the camera was lost, the board
    is looked for anew: nobody knows what became of it.

    Args:
        open_camera: opens it, in a thread, as often as it takes.
        calibrate: finds the board in still pictures; raises CannotSee.
        open_eye: what looks at the pictures, once the board is found.
        started_s: the second at which the game goes on.
        clock: seconds, always forward.
        live: a camera; else a film, whose seconds are those of the game, and which is opened once.
        keep: takes each picture.
        begin: lets the camera be read, in a thread.
    """

    def __init__(  # noqa: PLR0913  # camera, eye and clock are passed in
        self,
        open_camera: Callable[[], Camera],
        calibrate: Calibrate,
        open_eye: Callable[[Calibration], PictureObserver] = Observer,
        started_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        *,
        live: bool = True,
        keep: Callable[[Frame], None] = lambda _: None,
        begin: Callable[[CameraReader], None] = begin_thread,
    ) -> None:
        self._calibrate = calibrate
        self._open_eye = open_eye
        self._told: queue.SimpleQueue[tuple[int, Sight]] = queue.SimpleQueue()
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
        # What the eye saw counts as long as nothing has begun anew since.
        self._epoch = 0
        self._seen_epoch = 0
        self._setup: list[Frame] = []
        self._settings = 0  # of the camera, when it was last looked through
        self._tried_t: float | None = None
        self._looking: Looking | None = None
        self._mishaps = 0
        self._rests_until_s = clock()
        self.looked = 0

    def start(self) -> None:
        """Begin to look."""
        self._watch.look()
        self._thread.start()

    def now(self) -> float:
        """The second of the game; a film's stands still until its first picture comes."""
        ahead = self._ahead_s
        return self._started_s if ahead is None else self._clock() + ahead

    @property
    def searching(self) -> bool:
        """Whether the board is being looked for: until then nothing else is seen, and all is well."""
        since = self._searching_since_s
        return since is not None and self._clock() - since < LONGEST_SEARCH_S

    @property
    def stuck(self) -> bool:
        """Whether the eye has been looking at one picture for too long to be well; a camera never counts."""
        since = self._looking_since_s
        return since is not None and not self.searching and self._clock() - since > LONGEST_LOOK_S

    def look_anew(self) -> None:
        """Look for the board as at the beginning."""
        with self._fresh:
            self._epoch += 1
            self._newest = None

    def take(self) -> tuple[Sight, ...]:
        """What was seen since the last call; the camera is seen after, too."""
        sights: list[Sight] = []
        while not self._told.empty():
            epoch, sight = self._told.get()
            if isinstance(sight, Broken) or epoch == self._epoch:
                sights.append(sight)
        lost = None if self._stopped.is_set() else self._watch.look()
        if lost is not None:
            self._watch.know_board(None)
            self.look_anew()
            sights.append(CameraLost(self.now(), lost.why, lost.over, lost.lack or Lack.LOST))
        # What the camera itself lacks explains why no board is found.
        lacking = self._watch.lack is not None
        return tuple(each for each in sights if not (lacking and isinstance(each, NotFound)))

    def stop(self) -> None:
        """Stop looking and let the camera go; one that hangs is left to itself."""
        self._stopped.set()
        with self._fresh:
            self._fresh.notify_all()
        self._watch.end(self._thread)

    def _give(self, frame: Frame) -> None:
        """Keep a picture for the eye; called in the camera's thread."""
        if not self._live:
            self._ahead_s = frame.t - self._clock()
        with self._fresh:
            self._newest = (self._epoch, frame)
            self._fresh.notify()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self.step(WAIT_S)

    def step(self, patience_s: float = 0.0) -> None:
        """Look at the newest picture, if one is there or comes soon; the eye's thread does nothing else."""
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
                self._told.put((epoch, sight))
        except BadInput as error:
            self._told.put((epoch, Broken(error)))
        except Exception as error:
            # The eye couldn't make anything of a picture: that may not end the game of those who play.
            traceback.print_exc()
            self._looking, self._setup = None, []
            self._rests_until_s = self._clock() + wait_s(self._mishaps)
            self._mishaps += 1
            self._told.put(
                (epoch, CameraLost(frame.t, f"{type(error).__name__}: {error}", lack=Lack.UNREADABLE))
            )
        finally:
            self._looking_since_s = None

    def _look(self, frame: Frame) -> tuple[Sight, ...]:
        if self._looking is None:
            return self._find(frame)
        sights = self._looking.look(frame)
        self._settings = self._looking.settings
        self.looked += 1
        return sights

    def _find(self, frame: Frame) -> tuple[Sight, ...]:
        """Collect still pictures, and look for the board in them."""
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
            self._setup = []  # on a small computer the search took long: people have put right what was wrong
            wrong = error if isinstance(error, OutOfCamps) else None
            return (
                NotFound(frame.t, str(error), wrong.repair if wrong else {}, wrong.todo if wrong else ""),
            )
        finally:
            self._searching_since_s = None
        self._looking = Looking(self._open_eye(calibration), self._settings)
        if self._live:
            self._watch.know_board(board_box(calibration))
        return (BoardFound(frame.t, calibration),)
