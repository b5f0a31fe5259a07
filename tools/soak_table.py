"""The table of `tools/soak.py`: `toc-pi play` with a film as its webcam, in film time, with faults.

    python tools/soak_table.py PLAN.json

A process of the whole program. Only its edges are replaced: time, the webcam, the pins' answers. Time stands
still while the program is busy, and then goes on by one picture: eight hours take as long as this machine
needs for them.
"""

import json
import os
import struct
import subprocess  # noqa: F401  # takes its time from here before that is replaced
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
STEP_S = 0.2  # of film, between two pictures
WAIT_S = 0.1  # real time after which the film goes on although a thread doesn't wait for it: it may be gone
POLL_S = 0.001  # real time between two looks whether time has gone on
BUSY_S = 20.0  # the same while a picture is being looked at
STILL_S = 8.0  # for so long the board lies still before a film's first move, and after a fault of the camera
ENDED_S = 3.0  # after a film's end, until another game is begun
AGAIN_S = 20.0  # until that is tried again
YEAR_S = 365 * 86400.0
LOG = struct.Struct("5d")  # seconds of film, of this film, games begun, verdicts, taps that arrived


class FilmTime:
    """Seconds of film, which go on once everybody waits for that.

    Without locks: the signal that ends the program may arrive between any two of its instructions.
    """

    def __init__(self, begun_s: float) -> None:
        self.s = begun_s
        self.cameras = 0
        self._until: list[float] = []
        self._busy: list[None] = []

    def __call__(self) -> float:
        return self.s

    def sleep(self, seconds: float) -> None:
        """As time.sleep, in seconds of film."""
        until = self.s + seconds
        self._until.append(until)
        try:
            while self.s < until:
                PAUSE(POLL_S)
        finally:
            self._until.remove(until)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Time stands still meanwhile."""
        self._busy.append(None)
        try:
            yield
        finally:
            self._busy.pop()

    def _is_due(self, waited_s: float) -> bool:
        """Whether the table's loop and every camera wait for a later second, or can't be waited for."""
        if self._busy:
            return waited_s > BUSY_S
        return waited_s > WAIT_S or sum(until > self.s for until in self._until) > self.cameras

    def run(self) -> None:
        """Go on for ever, from when the table's loop begins."""
        while not self._until:
            PAUSE(POLL_S)
        while True:
            since = REAL()
            while not self._is_due(REAL() - since):
                PAUSE(POLL_S)
            self.s += STEP_S
            TABLE.note()


class Table:
    """The board before the camera, its film and its faults."""

    def __init__(self, plan: dict[str, Any], clock: FilmTime) -> None:
        self.faults = [SimpleNamespace(**each) for each in plan["faults"]]
        self.clock = clock
        self.path = Path(plan["film"])
        self.at_s = plan["at_s"]
        self.still_s = clock() + STILL_S
        self.counts = [0, 0, 0]
        self.rewound = False
        self._log = os.open(plan["log"], os.O_WRONLY)
        self._shown = os.open(plan["shown"], os.O_WRONLY | os.O_APPEND)
        self._film: Any = None
        self._image: Any = None
        self._next_s = clock()
        self._ended_s: float | None = None
        rng = np.random.default_rng(1)
        self._noise = [rng.integers(0, 3, (720, 1280, 3), np.uint8) for _ in range(5)]

    def has(self, *kinds: str) -> str | None:
        """The fault of one of these kinds that lasts now."""
        now = self.clock()
        return next(
            (each.kind for each in self.faults if each.kind in kinds and each.since <= now < each.until), None
        )

    def note(self) -> None:
        """Write down how far it is."""
        os.pwrite(self._log, LOG.pack(self.clock(), self.at_s, *self.counts), 0)

    def show(self, what: object, *, kept: bool) -> None:
        """Write down a verdict that is about to be shown, and whether people believe that it is stored."""
        self.counts[1] += 1
        os.write(self._shown, f"{'kept' if kept else 'told'} {json.dumps(what, sort_keys=True)}\n".encode())

    def rewind(self) -> None:
        """A game begins: the film, too."""
        self.counts[0] += 1
        self.at_s, self.rewound, self._ended_s = 0.0, True, None
        self.still_s = self.clock() + STILL_S

    def picture(self) -> Any:
        """What a working camera sees now."""
        if self._film is None or self.rewound:
            if self._film is not None:
                self._film.close()
            self.rewound, self._film = False, Film(self.path)
            while (frame := self._film.read()) is not None:
                self._image = frame.image
                if frame.t >= self.at_s:
                    break
            self._next_s = self.clock()
        if self.clock() >= max(self.still_s, self._next_s) and self._ended_s is None:
            self._next_s = self.clock() + STEP_S / 2
            frame = self._film.read()
            if frame is None:
                self._ended_s = self.clock()
            else:
                self.at_s, self._image = frame.t, frame.image
        return cv2.add(self._image, self._noise[round(self.clock() / STEP_S) % len(self._noise)])

    def taps(self) -> tuple[Any, ...]:
        """The taps that begin another game once the film is over."""
        if self._ended_s is None or self.clock() < self._ended_s + ENDED_S:
            return ()
        self._ended_s = self.clock() + AGAIN_S - ENDED_S
        return (Tapped("menu"), Tapped("yes", Key("yes", "", tap=RestartRequest(new=True))))


class TableCamera:
    """A webcam over this table."""

    def __init__(self, device: int = 0) -> None:
        if TABLE.has("gone"):
            raise DeviceFailed(
                "camera {number}: no such USB camera, or another program uses it", number=device
            )
        with CLOCK.at_work():
            self._opened_s = CLOCK()
            self._still = TABLE.picture()
            CLOCK.cameras += 1
            self._open = True

    def read(self) -> Any:
        """Wait for the next picture."""
        CLOCK.sleep(STEP_S)
        while TABLE.has("hanging"):
            CLOCK.sleep(STEP_S)
        kind = TABLE.has("gone", "black", "frozen")
        if kind is not None:
            TABLE.still_s = CLOCK() + STILL_S
        if kind == "gone":
            raise DeviceFailed("camera 0: no picture arrives; check its cable")
        if kind is None:
            self._still = TABLE.picture()
        image = np.zeros_like(self._still) if kind == "black" else self._still
        return Frame(CLOCK() - self._opened_s, image)

    def close(self) -> None:
        """Give it back."""
        if self._open:
            self._open = False
            CLOCK.cameras -= 1


PLAN = json.loads(Path(sys.argv[1]).read_text())
REAL, PAUSE = time.monotonic, time.sleep
CLOCK = FilmTime(PLAN["begun_s"])
REAL_S = time.time()
TABLE = Table(PLAN, CLOCK)


def wall() -> float:
    """The date and time: with the film, and for a while a year ahead."""
    return REAL_S + CLOCK() + (YEAR_S if TABLE.has("year") else 0.0)


time.monotonic, time.sleep, time.time = CLOCK, CLOCK.sleep, wall

# Imported after time was replaced: clocks are default arguments.
from gpiozero.pins.mock import MockPWMPin  # noqa: E402

from hardware.camera import Frame  # noqa: E402
from hardware.capture import Film  # noqa: E402
from hardware.errors import DeviceFailed  # noqa: E402
from toc_pi.app import session  # noqa: E402
from toc_pi.app.camera import camera_reader  # noqa: E402
from toc_pi.app.camera.board_watcher import BoardWatcher  # noqa: E402
from toc_pi.app.journaled_game import JournaledGame  # noqa: E402
from toc_pi.app.menu import RestartRequest  # noqa: E402
from toc_pi.cli.main import main  # noqa: E402
from toc_pi.effects import Verdict  # noqa: E402
from toc_pi.screen.pages.page import Key  # noqa: E402
from toc_pi.screen.window import Tapped, Window  # noqa: E402
from toc_pi.store.records import to_json  # noqa: E402


def around(owner: Any, name: str, make: Any) -> None:
    """Replace a function by one that is made of it."""
    setattr(owner, name, make(getattr(owner, name)))


def busy_while(work: Any) -> Any:
    """Time stands still while a picture is looked at."""

    def looked(*arguments: Any) -> None:
        with CLOCK.at_work():
            work(*arguments)

    return looked


def noting_verdicts(step: Any) -> Any:
    """Verdicts are written down between being stored and being shown."""

    def stepped(game: JournaledGame, event: Any) -> Any:
        effects = step(game, event)
        for each in effects:
            if isinstance(each, Verdict):
                TABLE.show(to_json(each), kept=game.trouble is None)
        return effects

    return stepped


def rewinding(begin: Any) -> Any:
    """A film begins with each game."""

    def begun(game: JournaledGame) -> Any:
        TABLE.rewind()
        return begin(game)

    return begun


def with_own_taps(events: Any) -> Any:
    """Taps that begin another game; of other people's, not those that leave it, unless that is wanted."""

    def tapped(window: Window) -> Any:
        found = events(window)
        TABLE.counts[2] += len(found)
        if TABLE.has("wild"):
            return found
        kept = (
            each
            for each in found
            if isinstance(each, Tapped) and each.key is None and not each.choice.startswith(("menu", "leav"))
        )
        return (*kept, *TABLE.taps())

    return tapped


def dark_while(write: Any) -> Any:
    """Pins that don't answer for a while; the history that mock pins keep is dropped."""

    def written(pin: MockPWMPin, value: Any) -> None:
        pin.clear_states()
        if TABLE.has("lamps"):
            raise OSError(5, "Input/output error")
        write(pin, value)

    return written


around(BoardWatcher, "work", busy_while)
around(JournaledGame, "step", noting_verdicts)
around(JournaledGame, "begin", rewinding)
around(Window, "events", with_own_taps)
around(MockPWMPin, "_set_state", dark_while)
camera_reader.Webcam = TableCamera  # type: ignore[assignment,misc]
session._now = lambda: time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(wall()))

if __name__ == "__main__":
    threading.Thread(target=CLOCK.run, name="film time", daemon=True).start()
    sys.exit(main(PLAN["command"]))
