"""The machine's report: all measurements in one file, written after each step, without pictures or names."""

import json
import re
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.errors import CannotSee
from calibration.files.disk import write_whole
from hardware.camera import Camera
from hardware.errors import BadFilm, DeviceFailed
from hardware.health import throttled_bits
from hardware.lamps import Lamps, LampState
from hardware.mounts import list_mounts
from hardware.sound import Loudspeaker, Sound
from toc_pi.app.machine import measurements
from toc_pi.app.machine.measured_parts import OPENING_S, MeasuredCamera, MeasuredScreen, rate_of
from toc_pi.app.machine.measurements import ReadingLoad, quantiles_ms
from toc_pi.app.stage import lamps_or_none
from toc_pi.errors import BadInput
from toc_pi.messages import joined, said
from toc_pi.screen.display import NoDisplay

KIND, SCHEMA = "toc-pi machine report", 1
CAMERA_S = 10.0  # how long a camera's pictures are counted before the long run
LOOK_S = 0.05  # between two polls whether the camera is open
MISSING = (DeviceFailed, NoDisplay, BadFilm, BadInput, CannotSee, OSError)
"""Exceptions of parts that are missing or broken."""

# What might identify a person or a network in a library's message: paths, addresses.
_HIDDEN = re.compile(
    r"/(?:home|root|media|mnt|run|tmp|var|etc)/[^\s:'\"]+|\b(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}\b"
)


def without_names(value: Any) -> Any:
    """A value of the report with paths, which may contain names, and addresses removed."""
    if isinstance(value, Mapping):
        return {key: without_names(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [without_names(each) for each in value]
    return _HIDDEN.sub("…", value) if isinstance(value, str) else value


@dataclass
class MachineReport:
    """Measures part after part; on a failure or interruption the file has everything measured so far.

    Args:
        out: the file.
        minutes: how long all parts work together in the end.
        camera: its name in the settings; `open_camera` opens it.
        seats: of the table.
        games: the folder of games.
        findings: what the doctor found.
        open_screen: opens the window.
        showing: shows what is being measured while that lasts.
        tell: called each second during the stress test with the seconds, and the state.
        clock, rest: current time, and sleep.
    """

    out: Path
    minutes: float
    camera: str
    open_camera: Callable[[str], Camera]
    seats: int
    games: Path
    findings: Iterable[Mapping[str, Any]]
    open_screen: Callable[[], MeasuredScreen]
    showing: Callable[[str], AbstractContextManager[None]]
    tell: Callable[[float, str], None]
    clock: Callable[[], float]
    rest: Callable[[float], None]
    document: dict[str, Any] = field(default_factory=dict)

    def run(self) -> Mapping[str, Any]:
        """Measure everything; returns the document that is also in the file.

        Raises:
            OSError: the file can't be written.
        """
        self.document = {"report": KIND, "schema": SCHEMA, "minutes_asked": self.minutes, "over_time": []}
        opened: list[MeasuredCamera | MeasuredScreen] = []
        try:
            self._run(opened)
        except KeyboardInterrupt:
            self.document["interrupted"] = True
        finally:
            for part in opened:
                part.leave() if isinstance(part, MeasuredCamera) else part.close()
            self._write()
        return self.document

    def _run(self, opened: list[MeasuredCamera | MeasuredScreen]) -> None:
        self._measure("findings", said("what is there"), lambda: list(self.findings))
        self._measure("versions", said("what is installed"), measurements.measure_versions)
        self._measure("machine", said("the machine"), measurements.measure_machine)
        self._measure("start", said("how long the program loads"), measurements.measure_start)
        self._measure("disk", said("the card"), lambda: measurements.measure_disk(self.games, list_mounts()))
        self._measure("lamps", said("the lamps"), lambda: measurements.measure_lamps(self.seats))
        self._measure("buttons", said("the buttons"), measurements.measure_buttons)
        self._measure("sound", said("the sound"), measurements.measure_sound)
        loads: list[measurements.ReadingLoad] = []

        def read() -> Any:
            loads.append(measurements.ReadingLoad())
            return measurements.measure_reading(loads[0])

        self._measure("reading", said("finding a board, and reading it"), read)
        camera: MeasuredCamera | None = None
        if self.camera != "none":
            camera = MeasuredCamera(self.camera, self.open_camera, self.clock)
            opened.append(camera)
            self._measure("camera", said("the camera"), lambda: self._measure_camera(camera))
        screens: list[MeasuredScreen] = []

        def open_screen() -> Any:
            screens.append(self.open_screen())
            opened.append(screens[0])
            return screens[0].measure()

        self._measure("screen", said("the screen"), open_screen)
        if self.minutes > 0:
            self._measure("long_run", said("all parts together"), lambda: self._long(loads, camera, screens))
        self.document.pop("unfinished", None)

    def _measure(self, name: str, doing: str, measure: Callable[[], Any]) -> None:
        """Measure a part; an exception is recorded as its result."""
        self.document["unfinished"] = name
        self._write()
        try:
            with self.showing(doing):
                result = measure()
        except MISSING as error:
            result = {"missing": str(error) or type(error).__name__}
        except Exception as error:
            result = {"failed": f"{type(error).__name__}: {error}"}
        self.document[name] = result

    def _measure_camera(self, camera: MeasuredCamera) -> Any:
        until = self.clock() + OPENING_S
        while not camera.reader.pictures and not camera.reader.ended:
            if self.clock() >= until:
                return {**camera.found, "missing": "it doesn't answer"}
            self.rest(LOOK_S)
        camera.taken()
        self.rest(CAMERA_S)
        found = {**camera.found, **rate_of(camera.taken())}
        return {**found, "missing": camera.failure} if camera.failure else found

    def _long(
        self,
        loads: list[measurements.ReadingLoad],
        camera: MeasuredCamera | None,
        screens: list[MeasuredScreen],
    ) -> Any:
        failed: list[str] = []
        begun = self.clock()
        with (
            closing(lamps_or_none(self.seats, failed.append)) as lamps,
            closing(Loudspeaker("low", complain=failed.append)) as sound,
        ):
            run = LongRun(
                machine=lambda: measurements.machine_sample(power=throttled_bits),
                load=loads[0] if loads else None,
                camera=camera,
                screen=screens[0] if screens else None,
                lamps=lamps,
                sound=sound,
                tell=self.tell,
                keep=self._keep,
                clock=self.clock,
                rest=self.rest,
            )
            try:
                run.run(60 * self.minutes)
            finally:
                self.document["minutes_measured"] = round((self.clock() - begun) / 60, 1)
        touches = screens[0].touches if screens else 0
        return {"touches": touches, "missing": joined(failed)} if failed else {"touches": touches}

    def _keep(self, sample: Mapping[str, Any]) -> None:
        self.document["over_time"].append(sample)
        # A disk that has become full must not end the measurements.
        with suppress(OSError):
            self._write()

    def _write(self) -> None:
        text = json.dumps(without_names(self.document), ensure_ascii=False, indent=1)
        write_whole(self.out, f"{text}\n".encode())


SAMPLE_S = 10.0  # between two samples
CHANGE_S = 1.0  # between two changes of screen and lamps
TONE_S = 30.0  # between two tones
READ_S = 5.0  # between two readings in minutes like a game's
PACE_S = 1 / 30  # between two pictures in minutes like a game's
AGAIN_S = 5.0  # until a camera that failed is opened again


@dataclass
class LongRun:
    """The stress test: all parts together; those that aren't available are None.

    Minutes with a game's load (the motion gate at 30 pictures a second, a reading now and then) alternate
    with minutes in which pictures are read as fast as the machine can, which shows heat and power problems.

    Args:
        machine: measures heat, power and memory.
        load, camera, screen, lamps, sound: parts under load.
        tell: called each second with the seconds passed, and the state.
        keep: called with each sample.
        clock, rest: current time, and sleep.
    """

    machine: Callable[[], Mapping[str, Any]]
    load: ReadingLoad | None
    camera: MeasuredCamera | None
    screen: MeasuredScreen | None
    lamps: Lamps
    sound: Sound
    tell: Callable[[float, str], None]
    keep: Callable[[Mapping[str, Any]], None]
    names: tuple[str, ...] = ("seat-a", "seat-b", "seat-c", "seat-d", "good", "wrong")
    clock: Callable[[], float] = time.monotonic
    rest: Callable[[float], None] = time.sleep
    _spans: dict[str, list[float]] = field(default_factory=dict)
    _due: dict[str, float] = field(default_factory=dict)
    _changes: int = 0
    _doing: str = ""

    def run(self, seconds: float) -> None:
        """Run for some seconds, or until it is stopped on the screen."""
        begun = self.clock()
        if self.camera is not None:
            self.camera.taken()
        self._due = {"sample": begun + SAMPLE_S}
        while (past := self.clock() - begun) < seconds:
            self._step(past, seconds)
            if self.screen is not None and self.screen.stopped:
                break
        if past > SAMPLE_S / 2:
            self._sample(self.clock() - begun)

    def _step(self, past: float, seconds: float) -> None:
        now = self.clock()
        is_full = int(past / 60) % 2 == 1
        if self.load is not None:
            self._note("gate", self.load.pass_gate())
            if is_full or self._is_due("read", now, READ_S):
                self._note("reading", self.load.read())
        if self._is_due("change", now, CHANGE_S):
            self._change(past, seconds)
        if self._is_due("tone", now, TONE_S):
            self.sound.tone("turn")
        if self._is_due("sample", now, SAMPLE_S):
            self._sample(past)
        camera = self.camera
        if camera is not None and camera.reader.ended and self._is_due("again", now, AGAIN_S):
            camera.begin_again()
        if self.screen is not None:
            self.screen.look()
        self.rest(0.0 if is_full and self.load is not None else max(0.0, PACE_S - (self.clock() - now)))

    def _is_due(self, what: str, now: float, every_s: float) -> bool:
        if now < self._due.get(what, now):
            return False
        self._due[what] = now + every_s
        return True

    def _note(self, what: str, seconds: float) -> None:
        self._spans.setdefault(what, []).append(seconds)

    def _change(self, past: float, seconds: float) -> None:
        self._changes += 1
        name = self.names[self._changes % len(self.names)]
        begun = time.perf_counter()
        self.lamps.show(LampState({name: "on"}))
        self._note("lamps", time.perf_counter() - begun)
        self.tell(past, self._doing)
        if self.screen is not None:
            self._note("page", self.screen.tell(past, seconds, self._doing))

    def _sample(self, past: float) -> None:
        sample: dict[str, Any] = {
            "t_s": round(past),
            "work": "full" if int((past - SAMPLE_S / 2) / 60) % 2 else "game",
        }
        sample |= self.machine()
        if self.camera is not None:
            sample["camera"] = rate_of(self.camera.taken())
            if self.camera.failure:
                sample["camera"]["missing"] = self.camera.failure
        sample |= {what: quantiles_ms(spans) for what, spans in self._spans.items()}
        self._spans = {}
        self.keep(sample)
        rate = sample.get("camera", {}).get("pictures_a_second")
        self._doing = said(
            "{rate} pictures a second, {heat} °C",
            rate="–" if rate is None else f"{rate:.1f}",
            heat="–" if sample["heat_c"] is None else f"{sample['heat_c']:.0f}",
        )
