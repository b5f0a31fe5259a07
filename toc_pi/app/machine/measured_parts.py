"""Camera and window, measured for the report: frame rate, gaps, faults, controls; time to draw."""

import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

import pygame

from hardware.camera import Camera, Frame
from toc_pi.app.camera.camera_reader import CameraReader, begin_thread
from toc_pi.app.camera.inspection import Inspection, Timing
from toc_pi.app.machine.measurements import quantiles_ms, timed_s
from toc_pi.languages import Language, translated
from toc_pi.messages import said
from toc_pi.screen.display import driver
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.screen.scene import Scene
from toc_pi.screen.window import Quit, Window
from toc_pi.store.table_config import is_live

OPENING_S = 90.0  # longest time for opening a camera and trying its controls
END_S = 3.0  # longest time for closing it
DROPPED = 1.5  # an interval this many times the median means a dropped picture


@dataclass(slots=True)
class Arrivals:
    """Arrival times of pictures since the last call of `taken`.

    Attributes:
        at_s: when each was delivered, and its timestamp by the camera's clock.
        late_s: latency of each; empty if the camera's clock isn't the system's.
        faults: number of pictures with each fault.
    """

    at_s: list[tuple[float, float]] = field(default_factory=list)
    late_s: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)


def rate_of(arrivals: Arrivals) -> dict[str, Any]:
    """Frame rate, dropped pictures, longest gap, and latency."""
    taken = [taken for _, taken in arrivals.at_s]
    gaps = [after - before for before, after in pairwise(taken) if after > before]
    if not gaps:
        return {"pictures": len(taken)}
    usual = statistics.median(gaps)
    dropped = sum(round(gap / usual) - 1 for gap in gaps if gap > DROPPED * usual)
    span = arrivals.at_s[-1][0] - arrivals.at_s[0][0]
    found: dict[str, Any] = {
        "pictures": len(taken),
        "pictures_a_second": round((len(taken) - 1) / span, 2) if span > 0 else None,
        "dropped": dropped,
        "longest_gap_ms": round(1000 * max(gaps), 1),
    }
    if arrivals.late_s:
        found["age_ms"] = round(1000 * statistics.median(arrivals.late_s), 1)
        found["oldest_ms"] = round(1000 * max(arrivals.late_s), 1)
    if arrivals.faults:
        found["faults"] = dict(arrivals.faults)
    return found


class MeasuredCamera:
    """Opens a camera, tests its controls, and reads it until it is closed.

    A call that never returns only blocks its own thread.

    Args:
        name: as in the settings.
        open_camera: opens it.
        clock: seconds; `since_boot`: the clock of a camera module's sensor.
    """

    def __init__(
        self,
        name: str,
        open_camera: Callable[[str], Camera],
        clock: Callable[[], float] = time.monotonic,
        since_boot: Callable[[], float] = lambda: time.clock_gettime(time.CLOCK_BOOTTIME),
    ) -> None:
        self._name, self._open_camera = name, open_camera
        self._clock, self._since_boot = clock, since_boot
        self._lock = threading.Lock()
        self._arrivals = Arrivals()
        self._camera: Camera | None = None
        self.found: dict[str, Any] = {"camera": "film" if not is_live(name) else name}
        self.reader = self._begun()

    def _begun(self) -> CameraReader:
        live = is_live(self._name)

        def count_fault(_frame: Frame, _usable: bool) -> None:
            if reader.fault is not None:
                with self._lock:
                    self._arrivals.faults[reader.fault.value] += 1

        timing = Timing(live=live, ahead_s=0.0)
        reader = CameraReader(lambda: self, Inspection(live=live), timing, count_fault, self._clock)
        begin_thread(reader)
        return reader

    def read(self) -> Frame | None:
        """The next picture, in the camera's thread; opens the camera first."""
        camera = self._camera or self._opened()
        frame = camera.read()
        if frame is not None:
            first_s = getattr(camera, "first_s", None)
            with self._lock:
                self._arrivals.at_s.append((self._clock(), frame.t))
                if first_s is not None:
                    self._arrivals.late_s.append(self._since_boot() - first_s - frame.t)
        return frame

    def _opened(self) -> Camera:
        begun = self._clock()
        self._camera = camera = self._open_camera(self._name)
        found = {"camera": type(camera).__name__, "opened_s": round(self._clock() - begun, 2)}
        for name in ("model", "size", "whole_view", "exposure_locked"):
            if hasattr(camera, name):
                found[name] = getattr(camera, name)
        if hasattr(camera, "locked"):
            found["locked"] = asdict(camera.locked)
        if "controls" in self.found:
            found["controls"] = self.found["controls"]
        elif hasattr(camera, "try_controls"):
            trials = camera.try_controls()
            found["controls"] = [{**asdict(trial), "obeyed": trial.obeyed} for trial in trials]
        self.found = found
        return camera

    def taken(self) -> Arrivals:
        """Arrivals since the last call."""
        with self._lock:
            arrivals, self._arrivals = self._arrivals, Arrivals()
        return arrivals

    def close(self) -> None:
        """Close the camera; called by its thread at the end."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def leave(self) -> None:
        """Stop reading, and wait up to `END_S` for its thread to close it.

        A process that exits while OpenCV reads a picture is aborted.
        """
        self.reader.leave()
        until = time.monotonic() + END_S
        while not self.reader.ended and time.monotonic() < until:
            time.sleep(0.01)

    @property
    def failure(self) -> str:
        """Why no more pictures come; "" while they do."""
        if self.reader.failure is not None:
            return str(self.reader.failure)
        return "the film is over" if self.reader.over else ""

    def begin_again(self) -> None:
        """Reopen it after a failure or the end of a film."""
        self.reader = self._begun()


DRAWN = 12  # drawings of each kind of page


def measuring_page(language: Language, past_s: float, most_s: float, doing: str = "") -> Page:
    """The progress page, updated each second."""
    past, most = (f"{int(each) // 60}:{int(each) % 60:02}" for each in (past_s, most_s))
    title = translated(said("This machine is being measured"), language)
    text = translated(said("{past} of {most} minutes. {doing}", past=past, most=most, doing=doing), language)
    stop = translated(said("Stop: what was measured is kept"), language)
    return Page("measuring", title, text, feet=(Key("stop", stop),), shape=Shape.TEXT)


class MeasuredScreen:
    """The window.

    Args:
        turned: rotation of the picture, degrees clockwise.
        language: of its page.
        scenes: two pictures of a game, which are drawn in turn.

    Raises:
        NoDisplay: there is no display.
    """

    def __init__(self, turned: int, language: Language, scenes: Callable[[], tuple[Scene, Scene]]) -> None:
        begun = time.perf_counter()
        self._window = Window(title="toc-pi doctor", turned=turned)
        self._opened_s = time.perf_counter() - begun
        self._language = language
        self._scenes = scenes
        self.touches = 0
        self.stopped = False

    def measure(self) -> dict[str, Any]:
        """Time to draw and show a game's scene and a page."""
        window, games, pages = self._window, [], []
        for number, scene in enumerate(self._scenes() * (DRAWN // 2)):
            window.show(scene)
            games.append(timed_s(window.present))
            window.page(measuring_page(self._language, number, DRAWN))
            pages.append(timed_s(window.present))
            window.page(None)
        return {
            "driver": driver(),
            "size": pygame.display.get_window_size(),
            "opened_s": round(self._opened_s, 2),
            "game": quantiles_ms(games[1:]),
            "page": quantiles_ms(pages[1:]),
        }

    def tell(self, past_s: float, most_s: float, doing: str) -> float:
        """Show the progress; returns the time to draw it, s."""
        self._window.page(measuring_page(self._language, past_s, most_s, doing))
        return timed_s(self._window.present)

    def look(self) -> None:
        """Handle touches and keys: sets `stopped` when somebody ends it."""
        for event in self._window.events():
            self.touches += 1
            self.stopped = self.stopped or isinstance(event, Quit) or event.choice == "stop"

    def close(self) -> None:
        """Close the window."""
        self._window.close()
