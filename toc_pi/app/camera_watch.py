"""Keeps a camera going: notices what it lacks, and tries again for ever; asked by the table's own loop.

A device that hangs can't be opened twice: libcamera refuses a camera that is in use, and V4L2 opens it but
gives no pictures. Both say so at once, and that is one more try that failed: the game goes on by tapping
until the hung call comes back and its thread closes the device. Threads that never come back stay behind, a
few at most: then nothing more is tried until one of them does.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from hardware.camera import Camera, Frame
from toc_pi.app.camera_line import CameraReader, begin_thread
from toc_pi.app.inspection import BoardBounds, Inspection, Timing
from toc_pi.app.lacks import Lack, wait_s
from toc_pi.messages import said

SILENT_S = 4.0
"""Without a sign for so long, the camera is said not to answer."""
OPENING_S = 40.0
"""A Pi's camera takes some seconds to find its exposure, on the smallest Pi up to twenty."""
LEFT_S = 8.0
"""A read that hangs is left then; drivers that give up by themselves do so after 5 to 10 s."""
LACKS_S = 3.0
"""A lamp that is switched, or a sleeve before the lens, is gone again before."""
WELL_S = 20.0
"""Pictures for so long, and the next failure is the first again."""
MOST_LEFT = 4
END_S = 3.0
"""A thread or a camera that hasn't ended after so long is left to itself."""
SOON_S = 2.0
"""How long the camera that was left may take to be closed before the next one is opened."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What the camera lacks from now on, and why in its own words; `over` where a film is at its end."""

    lack: Lack | None
    why: str
    over: bool = False


class CameraWatch:
    """Opens a camera, again and again where it must.

    Args:
        open_camera: opens it.
        timing: tells the pictures' seconds of the game.
        give: takes each picture of use.
        keep: takes each picture.
        clock: seconds, always forward.
        live: a camera; a film is opened once, and never hangs.
        begin: lets a line be read, in a thread.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        timing: Timing,
        give: Callable[[Frame], None],
        keep: Callable[[Frame], None],
        clock: Callable[[], float],
        *,
        live: bool,
        begin: Callable[[CameraReader], None] = begin_thread,
    ) -> None:
        self._open_camera = open_camera
        self._timing = timing
        self._give = give
        self._keep = keep
        self._clock = clock
        self._live = live
        self._begin = begin
        self._line: CameraReader | None = None
        self._behind: list[CameraReader] = []
        self._next_s = clock()
        self._at_once = False
        self._left_s = clock()
        self._tries = 0
        self._well_since_s: float | None = None
        self._frozen = False
        self._said: Lack | None = None
        self._over = False
        self._box: BoardBounds | None = None

    @property
    def lack(self) -> Lack | None:
        """What was said to lack, as long as it does."""
        return self._said

    @property
    def left_behind(self) -> int:
        """How many threads hang in a camera that was given up."""
        self._behind = [line for line in self._behind if not line.ended]
        return len(self._behind)

    def know_board(self, box: BoardBounds | None) -> None:
        """Tell where the board lies in the picture, once that is known."""
        self._box = box
        if self._line is not None:
            self._line.inspection.box = box

    def look(self) -> Lost | None:
        """See how the camera is; what there is to be said about it."""
        now, line = self._clock(), self._line
        if self._over:
            return None
        if line is None:
            return self._try(now)
        if line.over:
            return self._end(line, now)
        if line.fault is not None:
            return self._give_up(line, line.fault.lack, str(line.fault), now)
        if line.ended:
            return self._give_up(line, Lack.LOST, "its thread has ended", now)
        if not self._live:
            return None
        silent_s = now - line.heard_s
        if silent_s >= (LEFT_S if line.opened else OPENING_S):
            return self._give_up(
                line, Lack.HANGING, said("no answer for {seconds} s", seconds=f"{silent_s:.0f}"), now
            )
        if silent_s >= SILENT_S:
            return self._say(
                Lack.HANGING if line.opened else Lack.OPENING,
                said("no answer for {seconds} s", seconds=f"{silent_s:.0f}"),
                now,
            )
        if line.lack is not None:
            return self._picture_lacks(line, line.lack, now)
        if line.pictures:
            self._is_well(now)
        return None

    def stop(self) -> None:
        """Leave the camera; whether its thread ends is its own matter."""
        self._over = True
        if self._line is not None:
            self._line.leave()

    def end(self, looker: threading.Thread) -> None:
        """Leave the camera; wait until it is closed and the thread that looks has ended, but not for ever.

        Args:
            looker: looks at the pictures; whoever calls this has told it to end.
        """
        self.stop()
        if looker.is_alive():
            looker.join(END_S)
        until = time.monotonic() + END_S
        while not self.ended and time.monotonic() < until:
            time.sleep(0.01)

    @property
    def ended(self) -> bool:
        """Whether the camera is closed."""
        return self._line is None or self._line.ended

    def _try(self, now: float) -> Lost | None:
        """Open the camera if it is time, and the one before it is closed or had time enough for it."""
        due = self._at_once or now >= self._next_s
        if not due or self.left_behind >= MOST_LEFT or (self._behind and now < self._left_s + SOON_S):
            return None
        self._at_once = False
        self._timing.begin()
        inspection = Inspection(live=self._live, suspect=self._frozen)
        inspection.box = self._box
        self._line = CameraReader(
            self._open_camera, inspection, self._timing, self._give, self._keep, self._clock
        )
        self._well_since_s = None
        try:
            self._begin(self._line)
        except RuntimeError as error:  # no thread can be begun
            self._line.ended = True
            return self._give_up(self._line, Lack.MISSING, str(error), now)
        return None

    def _end(self, line: CameraReader, now: float) -> Lost | None:
        if self._live:
            return self._give_up(line, Lack.LOST, "the camera gives no more pictures", now)
        self._over = True
        return Lost(None, "the film is over", over=True)

    def _give_up(self, line: CameraReader, lack: Lack, why: str, now: float) -> Lost | None:
        """Leave a camera, and say what it lacked; a film isn't opened again."""
        line.leave()
        self._behind.append(line)
        self._line, self._left_s = None, now
        self._over = not self._live
        if lack is Lack.MISSING and self.left_behind:
            lack = Lack.HANGING  # the device is there: it is our own thread that still holds it
        self._frozen = lack is Lack.FROZEN
        if self._said is None or now >= self._next_s:
            self._wait(now)
        return self._say(lack, why, now)

    def _picture_lacks(self, line: CameraReader, lack: Lack, now: float) -> Lost | None:
        """A picture that is none of use: said once it lasts, and the camera opened anew after a while."""
        self._well_since_s = None
        if now - line.lacking_s < LACKS_S and lack is not self._said:
            return None
        if self._said is not None and now >= self._next_s:
            self._at_once = True
            return self._give_up(line, lack, "", now)
        return self._say(lack, "", now)

    def _is_well(self, now: float) -> None:
        self._said, self._frozen = None, False
        if self._well_since_s is None:
            self._well_since_s = now
        if now - self._well_since_s >= WELL_S:
            self._tries = 0

    def _say(self, lack: Lack, why: str, now: float) -> Lost | None:
        if self._said is lack:
            return None
        if self._said is None and self._line is not None:
            self._wait(now)
        self._said = lack
        return Lost(lack, why)

    def _wait(self, now: float) -> None:
        self._next_s = now + wait_s(self._tries)
        self._tries += 1
