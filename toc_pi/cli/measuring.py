"""`toc-pi doctor --report FILE`: measures this machine for a while, and sums the file up in a few lines."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from toc_pi.app.camera.camera_reader import open_camera
from toc_pi.app.machine.machine_report import MachineReport
from toc_pi.app.machine.measured_parts import MeasuredScreen
from toc_pi.app.machine.trials import FEW_SEATS, trial_scene
from toc_pi.app.process import interrupt_on_signals
from toc_pi.cli.arguments import check_writable
from toc_pi.cli.terminal import INTERRUPTED, progress, say
from toc_pi.effects import Turn
from toc_pi.errors import BadInput, there_already
from toc_pi.languages import spoken
from toc_pi.messages import said
from toc_pi.screen.changes import after
from toc_pi.screen.scene import Scene
from toc_pi.store.settings import DataFolders, usable_settings

LONGEST_MIN = 24 * 60.0
PERSONAL = ("settings", "games", "screen")
"""Findings whose words may hold names or paths: only whether they are well is copied."""


def measure(out: Path, minutes: float, places: DataFolders, findings: Iterable[Mapping[str, Any]]) -> int:
    """Measure, write the file, and print what is in it; returns the exit status.

    Raises:
        BadInput: the file exists or can't be written, or the time is no time.
    """
    if not 0 <= minutes <= LONGEST_MIN:
        raise BadInput("--minutes {value}: 0 to 1440 is allowed", value=f"{minutes:g}")
    check_writable(out)
    if os.path.lexists(out):
        raise there_already(out)
    camera, turned, seats = "auto", 0, FEW_SEATS
    if (settings := usable_settings(places.settings)) is not None:  # else it is among the findings
        camera, turned, seats = settings.camera, settings.turned, len(settings.colours)
    interrupt_on_signals(0.0)  # what is measured is ended at once, to say in which part
    report = MachineReport(
        out=out,
        minutes=minutes,
        camera=camera,
        open_camera=open_camera,
        seats=seats,
        games=places.state,
        findings=(shown if shown["part"] not in PERSONAL else {**shown, "found": ""} for shown in findings),
        open_screen=lambda: MeasuredScreen(turned, spoken(), _scenes),
        showing=_showing,
        tell=_minute,
        clock=time.monotonic,
        rest=time.sleep,
    )
    document = report.run()
    print()
    for line in summary(document):
        say(line)
    say("written to {path}; nothing was sent", path=out)
    return INTERRUPTED if document.get("interrupted") else 0


@contextmanager
def _showing(doing: str) -> Iterator[None]:
    """Say what is measured, and count the seconds that it takes."""
    say("measuring: {what}", what=doing)
    with progress(doing):
        yield


def _minute(past_s: float, doing: str) -> None:
    if doing and past_s % 60 < 1:
        say("minute {minute}: {doing}", minute=round(past_s / 60), doing=doing)


def _scenes() -> tuple[Scene, Scene]:
    scene = trial_scene(spoken())
    return scene, after(scene, Turn(1.0, 2, scene.board.seats[1]))


_PARTS: Mapping[str, str] = {
    "camera": said("camera"),
    "screen": said("screen"),
    "lamps": said("lamps"),
    "buttons": said("buttons"),
    "reading": said("reading"),
    "disk": said("memory card"),
    "tones": said("tones"),
    "speech": said("speech"),
}


def summary(document: Mapping[str, Any]) -> Iterator[str]:
    """What the file says, in a few lines."""
    parts = {**document, **document.get("sound", {})}
    for part, name in _PARTS.items():
        found = parts.get(part)
        if not isinstance(found, Mapping):
            continue
        if missing := found.get("missing") or found.get("failed"):
            yield said("{part}: missing ({why})", part=name, why=missing)
        elif part in _LINES:
            yield from _LINES[part](found)
    yield from _over_time(document["over_time"])


def _camera(found: Mapping[str, Any]) -> Iterator[str]:
    if "pictures_a_second" in found:
        yield said(
            "camera {name}: {rate} pictures a second, {dropped} dropped, longest gap {gap} ms",
            name=found.get("model", found["camera"]),
            rate=found["pictures_a_second"],
            dropped=found["dropped"],
            gap=f"{found['longest_gap_ms']:.0f}",
        )
    trials = found.get("controls", ())
    if obeyed := ", ".join(trial["control"] for trial in trials if trial["obeyed"]):
        yield said("controls that obeyed: {names}", names=obeyed)
    if deaf := ", ".join(trial["control"] for trial in trials if not trial["obeyed"]):
        yield said("controls that didn't obey: {names}", names=deaf)


_LINES: Mapping[str, Callable[[Mapping[str, Any]], Iterable[str]]] = {
    "camera": _camera,
    "screen": lambda found: [
        said(
            "screen {driver}, {width}x{height}: a game's picture is drawn in {ms} ms",
            driver=found["driver"],
            width=found["size"][0],
            height=found["size"][1],
            ms=f"{found['game']['median_ms']:.0f}",
        )
    ],
    "lamps": lambda found: [
        said("lamps: only simulated here")
        if found["simulated"]
        else said("lamps: switched in {ms} ms at most", ms=f"{found['most_ms']:.1f}")
    ],
    "buttons": lambda found: [
        said("buttons: {count} presses while nobody pressed", count=count)
        for count in [found["pressed_alone"]]
        if count
    ],
    "reading": lambda found: [
        said(
            "a board is found in {found} s, a picture read in {ms} ms",
            found=found["board_found_s"],
            ms=f"{found['reading']['median_ms']:.0f}",
        )
    ],
    "disk": lambda found: [
        said(
            "the card ({kind}): a write takes {ms} ms, {most} ms at most",
            kind=found["kind"],
            ms=f"{found['median_ms']:.1f}",
            most=f"{found['most_ms']:.0f}",
        )
    ],
}
"""What is told of each part, by what was measured of it."""


def _over_time(samples: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    heats = [sample["heat_c"] for sample in samples if sample["heat_c"] is not None]
    if heats:
        yield said("heat: {least} to {most} °C", least=f"{min(heats):.0f}", most=f"{max(heats):.0f}")
    power = {sample["throttled"] for sample in samples} - {None}
    if power:
        words = ", ".join(sorted(power))
        yield said("power and throttling: {bits} (0x0 is well)", bits=words)
    resident = [sample["resident_mb"] for sample in samples if sample["resident_mb"] is not None]
    if resident:
        yield said("memory: {mb} MB at most", mb=max(resident))
