"""Keeps a camera running and processes its newest pictures, for games, lessons and set-up.

Faults are detected, and the camera is opened again, for ever.

A device that hangs can't be opened twice: libcamera refuses a camera that is in use, and V4L2 opens it but
gives no pictures. Both fail at once and count as one more failed attempt: the game goes on by tapping until
the hung call returns and its thread closes the device. Threads that never return are left behind, at most
`MAX_LEFT`: then nothing more is tried until one of them returns.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable

from hardware.camera import Camera, Frame
from toc_pi.app.camera.camera_events import CameraFault, CameraLost
from toc_pi.app.camera.camera_reader import CameraReader, begin_thread
from toc_pi.app.camera.inspection import BoardBounds, Inspection, Timing, wait_s
from toc_pi.messages import said

SILENT_S = 4.0  # time without a sign of life after which the camera counts as not answering
OPENING_S = 40.0
"""Longest time for opening: a Pi's camera takes seconds to find its exposure, up to 20 on the smallest."""
LEFT_S = 8.0
"""A hanging read is abandoned after this time; drivers with their own timeout return after 5 to 10 s."""
SHORTEST_FAULT_S = 3.0
"""Picture faults shorter than this aren't reported: a lamp being switched, a sleeve before the lens."""
WELL_S = 20.0  # after this time with pictures, the next failure counts as the first again
MAX_LEFT = 4  # maximum number of abandoned cameras that haven't been closed yet
END_S = 3.0  # longest wait for a thread or a camera to end
APART_S = 0.15
"""Of a camera's 30 pictures a second 6 are processed, more than the 5 of the films on which vision was
measured: waiting takes a third of the work (bench/program.py idle).
"""
SOON_S = 2.0  # how long an abandoned camera may take to close before the next one is opened


WAIT_S = 0.5  # longest wait for a picture before the worker's thread checks whether it has to stop


class CameraService(ABC):
    """Keeps a camera running, and processes its newest pictures in a thread of its own, skipping others.

    It is opened again after each fault; the loop that shows what is seen polls it.

    Args:
        open_camera: opens it; called in a thread, and again after each failure.
        live: whether it is a camera; else a film, whose times are the game's, which is opened once and never
            hangs.
        started_s: the game's time at the start, s.
        count: how many pictures are processed together.
        apart_s: the least time between two of these, s.
        keep: called with each picture, usable or not.

    Attributes:
        newest: the newest usable picture; None before the first one, and while the camera is lost.
        epoch: how often the pictures were dropped; results from earlier ones are invalid.
    """

    def __init__(  # noqa: PLR0913  # camera, clock and threads are passed in
        self,
        open_camera: Callable[[], Camera],
        clock: Callable[[], float] = time.monotonic,
        *,
        live: bool = True,
        started_s: float = 0.0,
        count: int = 1,
        apart_s: float = 0.0,
        keep: Callable[[Frame], None] = lambda _: None,
        begin: Callable[[CameraReader], None] = begin_thread,
    ) -> None:
        self._open_camera = open_camera
        self._clock = clock
        self._live = live
        self._started_s = started_s
        self._keep = keep
        self._begin = begin
        ahead_s = started_s - clock()
        self._ahead_s: float | None = ahead_s if live else None
        self._timing = Timing(live=live, ahead_s=ahead_s if live else started_s)
        self._apart_s = apart_s
        self._pictures: deque[Frame] = deque(maxlen=count)
        self._done: Frame | None = None
        self._fresh = threading.Condition()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="vision", daemon=True)
        self.newest: Frame | None = None
        self.epoch = 0
        # The camera's thread, those that hang in an abandoned one, and when the next one is begun.
        self._reader: CameraReader | None = None
        self._behind: list[CameraReader] = []
        self._next_s = self._left_s = clock()
        self._at_once = False
        self._tries = 0
        self._well_since_s: float | None = None
        self._frozen = False
        self._reported: CameraFault | None = None
        self._over = False

    @abstractmethod
    def work(self, epoch: int, frames: tuple[Frame, ...]) -> None:
        """Process the newest pictures, in chronological order."""

    @property
    def fault(self) -> str:
        """The reported fault while it lasts, a key of the window's texts; "" for none."""
        return self._reported or ""

    @property
    def left_behind(self) -> int:
        """Number of threads that hang in an abandoned camera."""
        self._behind = [reader for reader in self._behind if not reader.ended]
        return len(self._behind)

    def start(self) -> None:
        """Start the camera and the thread."""
        self._check(self._clock())
        self._thread.start()

    def stop(self) -> None:
        """Stop and close the camera, which takes up to `END_S` each; a hanging one is abandoned."""
        self._stopped.set()
        with self._fresh:
            self._fresh.notify_all()
        self._over = True
        if self._reader is not None:
            self._reader.leave()
        if self._thread.is_alive():
            self._thread.join(END_S)
        until = time.monotonic() + END_S
        while self._reader is not None and not self._reader.ended and time.monotonic() < until:
            time.sleep(0.01)

    def now(self) -> float:
        """The time of the game, s; with a film it doesn't advance until its first picture."""
        ahead = self._ahead_s
        return self._started_s if ahead is None else self._clock() + ahead

    def know_board(self, box: BoardBounds | None) -> None:
        """Set the board's bounds in this camera's picture; None if unknown."""
        if self._reader is not None:
            self._reader.inspection.box = box

    def drop(self) -> None:
        """Drop the pictures so far, and the board's bounds."""
        with self._fresh:
            self.epoch += 1
            self.newest = None
            self._pictures.clear()
        self.know_board(None)

    def poll(self) -> CameraLost | None:
        """Keep the camera running; returns a change of its state to report."""
        lost = self._check(self._clock())
        if lost is not None and not lost.over:
            self.drop()
        return lost

    def step(self, patience_s: float = 0.0) -> None:
        """Process the newest pictures if any arrive within `patience_s`; the thread's loop body."""
        with self._fresh:
            if not self._is_due():
                self._fresh.wait(patience_s)
            if not self._is_due() or self._stopped.is_set():
                return
            epoch, frames = self.epoch, tuple(self._pictures)
            self._done = frames[-1]
        self.work(epoch, frames)

    def _is_due(self) -> bool:
        pictures = self._pictures
        return len(pictures) == pictures.maxlen and pictures[-1] is not self._done

    def _run(self) -> None:
        while not self._stopped.is_set():
            self.step(WAIT_S)

    def _give(self, frame: Frame, usable: bool) -> None:
        """Store a picture; called in the camera's thread."""
        self._keep(frame)
        if not usable:
            return
        if not self._live:
            self._ahead_s = frame.t - self._clock()
        with self._fresh:
            self.newest, kept = frame, self._pictures
            if kept and (frame.t < kept[-1].t or frame.image.shape != kept[-1].image.shape):
                kept.clear()
            if not kept or frame.t >= kept[-1].t + self._apart_s:
                kept.append(frame)
                self._fresh.notify()

    def _check(self, now: float) -> CameraLost | None:
        """A change of the camera's state to report, if there is one."""
        reader = self._reader
        if self._over:
            return None
        if reader is None:
            return self._try(now)
        if reader.over:
            return self._end(reader, now)
        if reader.failure is not None:
            return self._give_up(reader, reader.failure.fault, str(reader.failure), now)
        if reader.ended:
            return self._give_up(reader, CameraFault.LOST, "its thread has ended", now)
        if not self._live:
            return None
        silent_s = now - reader.heard_s
        if silent_s >= SILENT_S:
            no_answer = said("no answer for {seconds} s", seconds=f"{silent_s:.0f}")
            if silent_s >= (LEFT_S if reader.opened else OPENING_S):
                return self._give_up(reader, CameraFault.HANGING, no_answer, now)
            return self._say(CameraFault.HANGING if reader.opened else CameraFault.OPENING, no_answer, now)
        if reader.fault is not None:
            return self._picture_faulty(reader, reader.fault, now)
        if reader.pictures:
            self._is_well(now)
        return None

    def _try(self, now: float) -> CameraLost | None:
        """Open the camera if it is due and the previous one is closed, or has had enough time to close."""
        due = self._at_once or now >= self._next_s
        if not due or self.left_behind >= MAX_LEFT or (self._behind and now < self._left_s + SOON_S):
            return None
        self._at_once = False
        self._timing.begin()
        inspection = Inspection(live=self._live, suspect=self._frozen)
        apart_s = APART_S if self._live else 0.0
        self._reader = CameraReader(
            self._open_camera, inspection, self._timing, self._give, self._clock, apart_s
        )
        self._well_since_s = None
        try:
            self._begin(self._reader)
        except RuntimeError as error:  # no thread can be begun
            self._reader.ended = True
            return self._give_up(self._reader, CameraFault.MISSING, str(error), now)
        return None

    def _end(self, reader: CameraReader, now: float) -> CameraLost | None:
        if self._live:
            return self._give_up(reader, CameraFault.LOST, "the camera gives no more pictures", now)
        self._over = True
        return CameraLost("the film is over", over=True)

    def _give_up(self, reader: CameraReader, fault: CameraFault, why: str, now: float) -> CameraLost | None:
        """Abandon a camera and report its fault; a film isn't reopened."""
        reader.leave()
        self._behind.append(reader)
        self._reader, self._left_s = None, now
        self._over = not self._live
        if fault is CameraFault.MISSING and self.left_behind:
            fault = CameraFault.HANGING  # the device exists: our own thread still holds it
        self._frozen = fault is CameraFault.FROZEN
        if self._reported is None or now >= self._next_s:
            self._wait(now)
        return self._say(fault, why, now)

    def _picture_faulty(self, reader: CameraReader, fault: CameraFault, now: float) -> CameraLost | None:
        """Handle an unusable picture: report it if it lasts, and reopen the camera after a while."""
        self._well_since_s = None
        if now - reader.fault_since_s < SHORTEST_FAULT_S and fault is not self._reported:
            return None
        if self._reported is not None and now >= self._next_s:
            self._at_once = True
            return self._give_up(reader, fault, "", now)
        return self._say(fault, "", now)

    def _is_well(self, now: float) -> None:
        self._reported, self._frozen = None, False
        if self._well_since_s is None:
            self._well_since_s = now
        if now - self._well_since_s >= WELL_S:
            self._tries = 0

    def _say(self, fault: CameraFault, why: str, now: float) -> CameraLost | None:
        if self._reported is fault:
            return None
        if self._reported is None and self._reader is not None:
            self._wait(now)
        self._reported = fault
        return CameraLost(why, fault=fault)

    def _wait(self, now: float) -> None:
        self._next_s = now + wait_s(self._tries)
        self._tries += 1
