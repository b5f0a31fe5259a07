"""Opens cameras by name, and reads one in a thread of its own, which may hang."""

import math
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from hardware.camera import Camera, Frame
from hardware.capture import Film, Webcam
from hardware.errors import BadFilm, DeviceFailed
from hardware.picamera import PiCamera
from toc_pi.app.camera.camera_events import CameraFault
from toc_pi.app.camera.inspection import CameraFailed, Inspection, Timing
from toc_pi.messages import joined
from toc_pi.store.table_config import is_live

BEGINNING_S = 2.0  # in the first seconds of a clip the board is still (FOOTAGE.md, `setup`)
REST_S = 0.04  # pause between the last picture of a film's beginning and its repetition


class PacedFilm:
    """A film that delivers its pictures in real time, as a camera would.

    It can be held at its beginning, where all pawns are in their camps.

    Args:
        held_s: it continues by itself after this time.

    Raises:
        BadFilm: it can't be read.
    """

    def __init__(self, path: Path, held_s: float = 0.0) -> None:
        self._path = path
        self._film = Film(path)
        self._held_s = held_s
        self._begun: float | None = None
        self._ahead_s = self._last_s = 0.0

    def go_on(self) -> None:
        """Let it play to its end."""
        self._held_s = 0.0

    def read(self) -> Frame | None:
        """Wait until the next picture is due and return it; while held, the beginning repeats."""
        frame = self._film.read()
        if (frame is None or frame.t > BEGINNING_S) and self._last_s < self._held_s:
            self._film.close()
            self._film, self._ahead_s = Film(self._path), self._last_s + REST_S
            frame = self._film.read()
        if frame is None:
            return None
        self._last_s, now = frame.t + self._ahead_s, time.monotonic()
        self._begun = now - self._last_s if self._begun is None else self._begun
        time.sleep(max(0.0, self._begun + self._last_s - now))
        return replace(frame, t=self._last_s)

    def close(self) -> None:
        """Close the film."""
        self._film.close()


def film_of(name: str, held_s: float = math.inf) -> PacedFilm | None:
    """Open the configured film, held at its beginning; None if a camera is configured.

    Raises:
        BadFilm: it can't be read.
    """
    return None if is_live(name) else PacedFilm(Path(name.partition(" ")[2]), held_s)


def open_camera(name: str) -> Camera:
    """Open the configured camera.

    Args:
        name: `auto`, `pi`, `usb N` or `film PATH`, as `toc_pi.store.settings` allows.

    Raises:
        DeviceFailed: there is no such camera; with `auto`, none at all.
        BadFilm: the film can't be read.
    """
    kind, _, which = name.partition(" ")
    return _CAMERAS[kind](which)


def _first_found(_: str) -> Camera:
    tried: list[str] = []
    kinds: tuple[Callable[[], Camera], ...] = (PiCamera, Webcam)
    for make in kinds:
        try:
            return make()
        except DeviceFailed as error:
            tried.append(str(error))
    raise DeviceFailed("no camera found ({why})", why=joined(tried))


_CAMERAS: Mapping[str, Callable[[str], Camera]] = {
    "auto": _first_found,
    "pi": lambda _: PiCamera(),
    "usb": lambda which: Webcam(int(which)),
    "film": lambda which: PacedFilm(Path(which)),
}


class CameraReader:
    """Reads a camera step by step and stores its state; the table's loop only reads that state.

    A call into a camera may hang forever. Then the thread can't be ended, only abandoned: whatever it
    delivers later is ignored, and it closes its camera if the call ever returns.

    Args:
        timing: converts their times to seconds of the game.
        give: called with each picture, and whether it is usable.
        apart_s: the least time between two processed pictures, s; others are dropped.

    Attributes:
        heard_s: when it last gave a sign of life: started, opened, or delivered a picture.
        fault: the fault of its last picture.
        fault_since_s: when that fault began.
        failure: the error that ended it.
        over: whether a film has reached its end.
        ended: whether the thread has ended and the camera is closed.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        inspection: Inspection,
        timing: Timing,
        give: Callable[[Frame, bool], None],
        clock: Callable[[], float],
        apart_s: float = 0.0,
    ) -> None:
        self._open_camera = open_camera
        self._apart_s = apart_s
        self._look_s = clock()
        self.inspection = inspection
        self._timing = timing
        self._give = give
        self._clock = clock
        self._camera: Camera | None = None
        self._left = threading.Event()
        self.heard_s = clock()
        self.opened = False
        self.fault: CameraFault | None = None
        self.fault_since_s = self.heard_s
        self.pictures = 0
        self.failure: CameraFailed | None = None
        self.over = False
        self.ended = False

    def run(self) -> None:
        """Read until it fails, ends, or is abandoned."""
        try:
            while self.step():
                pass
        finally:
            self.ended = True

    def step(self) -> bool:
        """Open the camera, or read one picture; False once it has ended.

        Any exception, even a driver's KeyError, counts as a camera fault and doesn't end the program.
        """
        try:
            if not self._left.is_set() and self._step():
                return True
        except CameraFailed as failure:
            self.failure = failure
        except (DeviceFailed, BadFilm) as error:
            self._fail(str(error))
        except Exception as error:
            traceback.print_exc()
            self._fail(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)
        self._close()
        self.ended = True
        return False

    def _fail(self, why: str) -> None:
        self.failure = CameraFailed(CameraFault.LOST if self.opened else CameraFault.MISSING, why)

    def leave(self) -> None:
        """Abandon it; it ends as soon as the camera call returns."""
        self._left.set()

    def _step(self) -> bool:
        if self._camera is None:
            self._camera = self._open_camera()
            self.opened, self.heard_s = True, self._clock()
            return True
        frame = self._camera.read()
        now = self._clock()
        if self._left.is_set():
            return False
        if frame is None:
            self.over = True
            return False
        if now < self._look_s:
            self.heard_s = now
            return True
        self._look_s = now + self._apart_s
        fault = self.inspection.look(frame, now)
        placed = replace(frame, t=self._timing.place(frame.t, now))
        if fault is not self.fault:
            # In this order: the table's loop mustn't combine a new fault with an old start time.
            self.fault_since_s = now - self.inspection.lag_s
            self.fault = fault
        self.heard_s = now
        self.pictures += 1
        # Until the board is known, a part of one colour may be the table: finding the board decides.
        usable = fault is None or (fault is CameraFault.HALF and self.inspection.box is None)
        self._give(placed, usable)
        return True

    def _close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.close()
        except Exception:
            # It is abandoned anyway; opening the next one fails if this one still holds the device.
            traceback.print_exc()


def begin_thread(reader: CameraReader) -> None:
    """Read a camera in a daemon thread."""
    threading.Thread(target=reader.run, name="camera", daemon=True).start()
