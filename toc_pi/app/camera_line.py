"""One try with one camera: opened, read and closed in its own thread, which may never return."""

import threading
import traceback
from collections.abc import Callable
from dataclasses import replace

from hardware.camera import Camera, Frame
from hardware.errors import BadFilm, DeviceFailed
from toc_pi.app.camera_faults import CameraFailed, CameraFault
from toc_pi.app.inspection import Inspection, Timing


class CameraReader:
    """Reads a camera step by step and stores its state; the table's loop only reads that state.

    A call into a camera may hang for ever. Then the thread can't be ended, only abandoned: whatever it
    delivers later is ignored, and it closes its camera if the call ever returns.

    Args:
        open_camera: opens it.
        inspection: checks its pictures.
        timing: converts their times to seconds of the game.
        give: called with each usable picture.
        keep: called with each picture, usable or not.
        clock: monotonic, seconds.

    Attributes:
        heard_s: when it last gave a sign of life: started, opened, or delivered a picture.
        opened: whether it is open.
        fault: the fault of its last picture.
        fault_since_s: since when.
        failure: what ended it.
        over: a film has reached its end.
        ended: the thread has ended, and the camera is closed.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        inspection: Inspection,
        timing: Timing,
        give: Callable[[Frame], None],
        keep: Callable[[Frame], None],
        clock: Callable[[], float],
    ) -> None:
        self._open_camera = open_camera
        self.inspection = inspection
        self._timing = timing
        self._give = give
        self._keep = keep
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

        Any exception counts as the camera's fault and doesn't end the program: also a driver's KeyError.
        """
        try:
            if not self._left.is_set() and self._step():
                return True
        except CameraFailed as failure:
            self.failure = failure
        except (DeviceFailed, BadFilm) as error:
            self.failure = CameraFailed(CameraFault.LOST if self.opened else CameraFault.MISSING, str(error))
        except Exception as error:
            traceback.print_exc()
            why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            self.failure = CameraFailed(CameraFault.LOST if self.opened else CameraFault.MISSING, why)
        self._close()
        self.ended = True
        return False

    def leave(self) -> None:
        """Abandon it; it ends as soon as the camera answers."""
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
        fault = self.inspection.look(frame, now)
        placed = replace(frame, t=self._timing.place(frame.t, now))
        if fault is not self.fault:
            # In this order: the table's loop mustn't combine a new fault with an old start time.
            self.fault_since_s = now - self.inspection.lag_s
            self.fault = fault
        self.heard_s = now
        self.pictures += 1
        self._keep(placed)
        # Until the board is known, a part of one colour may be the table: finding the board will show.
        if fault is None or (fault is CameraFault.HALF and self.inspection.box is None):
            self._give(placed)
        return True

    def _close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.close()
        except Exception:
            # It is given up anyway; opening the next one fails if this one still holds the device.
            traceback.print_exc()


def begin_thread(line: CameraReader) -> None:
    """Read a camera in a thread that doesn't keep the program from ending."""
    threading.Thread(target=line.run, name="camera", daemon=True).start()
