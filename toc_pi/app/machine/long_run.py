"""Stress test: camera, screen, lamps, sound and reading together.

Minutes with a game's load (the motion gate at 30 pictures a second, a reading now and then) alternate with
minutes in which pictures are read as fast as the machine can, which shows heat and power problems.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hardware.lamps import Lamps, LampState
from hardware.sound import Sound
from toc_pi.app.machine.measured_camera import MeasuredCamera, rate_of
from toc_pi.app.machine.measured_screen import MeasuredScreen
from toc_pi.app.machine.measurements import ReadingLoad, quantiles_ms
from toc_pi.messages import said

SAMPLE_S = 10.0  # between two samples
CHANGE_S = 1.0  # between two changes of screen and lamps
TONE_S = 30.0  # between two tones
READ_S = 5.0  # between two readings in minutes like a game's
PACE_S = 1 / 30  # between two pictures in minutes like a game's
AGAIN_S = 5.0  # until a camera that failed is opened again


@dataclass
class LongRun:
    """The stress test; parts that aren't available are None.

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
