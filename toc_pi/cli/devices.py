"""`toc-pi test` and `toc-pi doctor`: are lamps, buttons, camera, screen and sound there, and do they work?"""

import argparse
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path

import cv2
import numpy as np

from hardware.buttons import open_buttons
from hardware.buzzer import open_buzzer
from hardware.camera import Frame, Picture
from hardware.errors import DeviceFailed
from hardware.lamps import LampState, Light, on_a_pi, open_lamps
from hardware.pins import BUTTON_PINS, LAMP_PINS, PINS
from hardware.rgb import SHADES, open_rgb
from hardware.sound import PLAYER, SPEAKER, Loudspeaker
from hardware.tones import TONES
from toc_pi.advice import translated
from toc_pi.app.cameras import open_camera
from toc_pi.app.fault_folder import write_fault_folder
from toc_pi.cli.colour import Tone, painted
from toc_pi.cli.folders import kept_places
from toc_pi.cli.given import check_camera
from toc_pi.cli.language import complain, say, spoken
from toc_pi.errors import BadInput
from toc_pi.messages import joined, said
from toc_pi.store.settings import Places, load_settings

PICTURES = 10
LAMP_S = 0.6
TONE_S, VOICE_S = 0.8, 4.0
VOICE_TEST = {"en": "Red: king. That isn't allowed.", "fr": "Rouge : roi. Ce coup n'est pas permis."}
ALL = "all"
LISTEN_S = 20.0
# Mean of a picture, 0 to 255, and variance of its Laplacian: beyond these a board can't be read.
DARK, BRIGHT, BLURRED = 25.0, 235.0, 15.0
LIBRARIES = ("numpy", "cv2", "pygame", "gpiozero")
SOUND_FROM_APT = {PLAYER[0]: "alsa-utils", SPEAKER[0]: "espeak-ng"}
FROM_APT = ("picamera2", "lgpio")
MODEL = Path("/proc/device-tree/model")
MOUNTS = Path("/proc/mounts")
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")
HOT_C = 75.0
GRAPHICS = Path("/dev/dri")
DEVICES = Path("/dev")
# Bits of `vcgencmd get_throttled`; those from 16 on have happened since the Pi was switched on.
THROTTLED = {
    0: "too little voltage now",
    1: "slowed down now",
    2: "throttled now",
    3: "too hot now",
    16: "too little voltage before",
    18: "throttled before",
}


def prepare(command: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `test` or `doctor`."""
    if command == "doctor":
        parser.add_argument(
            "-o",
            dest="folder",
            type=Path,
            metavar="FOLDER",
            help="write besides what a maker needs to find a fault, into a new folder to look through; "
            "nothing is sent",
        )
        parser.add_argument("--picture", action="store_true", help="put one picture of the camera into it")
        return
    parser.add_argument(
        "part", metavar="PART", choices=PARTS, help=said("one of: {parts}", parts=" ".join(PARTS))
    )
    parser.add_argument(
        "--camera", default="auto", metavar="C", help="auto, pi, 'usb 0' or 'film PATH' (default: auto)"
    )
    parser.add_argument(
        "--seconds", type=float, default=LISTEN_S, metavar="S", help="how long buttons and screen wait"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="PNG", help="keep the camera's last picture")


def execute(command: str, options: argparse.Namespace) -> int:
    """Try a part, or look at all of them.

    Raises:
        DeviceFailed: the part is missing or doesn't work.
        BadInput: there is no such camera setting.
    """
    if command == "doctor":
        return _doctor(options)
    PARTS[options.part](options)
    return 0


def _doctor(options: argparse.Namespace) -> int:
    if options.picture and options.folder is None:
        raise BadInput("--picture goes with -o FOLDER")
    places = kept_places()
    findings = examine(places)
    for finding in findings:
        print(finding.line(spoken(), in_colour=True))
    if options.folder is not None:
        picture = _picture(places) if options.picture else None
        names = write_fault_folder(options.folder, [each.line() for each in findings], places, picture)
        print()
        say(
            said(
                "written to {folder}: {files}; look through it before you send it",
                folder=options.folder,
                files=", ".join(names),
            )
        )
    return 0


def _picture(places: Places) -> Picture:
    camera_name = load_settings(places.settings).camera if places.settings.is_file() else "auto"
    with closing(open_camera(camera_name)) as camera:
        frame = camera.read()
    if frame is None:
        raise DeviceFailed("camera: no picture arrives")
    return frame.image


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the doctor looked at.

    Attributes:
        well: None where it doesn't matter on this machine.
        advice: what to do when it isn't well.
    """

    part: str
    found: str
    well: bool | None = True
    advice: str = ""

    def line(self, language: str = "en", *, in_colour: bool = False) -> str:
        """A line, with its advice below; in colour where the terminal has any."""
        bad = {"en": "BAD ", "fr": "MAL "}[language]
        sign = {True: "ok  ", False: bad, None: "-   "}[self.well]
        tone: Tone = "plain" if self.well is None else "good" if self.well else "bad"
        part, found, advice = (translated(words, language) for words in (self.part, self.found, self.advice))
        below = f"\n{'':16}-> {advice}" if self.well is False and advice else ""
        return f"{painted(sign, tone) if in_colour else sign}{part:<12}{found}{below}"


def examine(places: Places) -> list[Finding]:
    """Look at the machine and its parts, without lighting or moving anything."""
    machine = [_machine(), *map(_library, LIBRARIES), *map(_apt, FROM_APT)]
    return [
        *machine,
        _screen(),
        _camera(),
        _sound(),
        _disk(),
        _heat(),
        _power(),
        _settings(places),
        *_wires(),
    ]


def _machine() -> Finding:
    name = MODEL.read_text().strip("\0\n ") if MODEL.exists() else "not a Raspberry Pi"
    bits = platform.architecture()[0]
    version = platform.python_version()
    found = said(
        "{name}, {machine}, Python {version}", name=name, machine=platform.machine(), version=version
    )
    return Finding("machine", found, bits == "64bit", "only the 64-bit Raspberry Pi OS is supported")


def _library(name: str) -> Finding:
    # pygame greets on stdout unless told not to.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        version = getattr(import_module(name), "__version__", None) or metadata.version(name)
    except ImportError as error:
        return Finding(name, said("can't be loaded ({why})", why=error), False, "run: make setup")
    return Finding(name, version)


def _apt(name: str) -> Finding:
    try:
        import_module(name)
    except ImportError:
        return Finding(
            name, "missing", False if on_a_pi() else None, said("sudo apt install python3-{name}", name=name)
        )
    return Finding(name, "there")


def _screen() -> Finding:
    """Where a window would open; it isn't opened here, `toc-pi test screen` does."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if value := os.environ.get(name):
            return Finding("screen", said("a desktop ({name} {value})", name=name, value=value))
    cards = sorted(path.name for path in GRAPHICS.glob("card*"))
    if cards:
        return Finding("screen", said("no desktop; graphics {cards}", cards=", ".join(cards)))
    return Finding("screen", "none: the program goes on as text", False if on_a_pi() else None, "plug one in")


def _camera() -> Finding:
    """Which cameras are there; none is opened here, `toc-pi test camera` does."""
    found = [f"USB {path.name.removeprefix('video')}" for path in sorted(DEVICES.glob("video[0-9]"))]
    try:
        from picamera2 import Picamera2

        found = [str(info.get("Model")) for info in Picamera2.global_camera_info()] or found
    except ImportError:
        pass
    if found:
        return Finding("camera", ", ".join(found))
    return Finding("camera", "none", False if on_a_pi() else None, "check the ribbon cable, both ends")


def _sound() -> Finding:
    """Whether tones can be played and sentences spoken; nothing is played here."""
    missing = [package for program, package in SOUND_FROM_APT.items() if shutil.which(program) is None]
    if not missing:
        return Finding("sound", "tones and speech")
    advice = f"sudo apt install {' '.join(missing)}"
    return Finding(
        "sound", said("missing: {packages}", packages=" ".join(missing)), False if on_a_pi() else None, advice
    )


def _power() -> Finding:
    try:
        told = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, check=False)
        bits = int(told.stdout.strip().removeprefix("throttled="), 16)
    except (OSError, ValueError):
        return Finding("power", "not measured", None)
    said = [words for bit, words in THROTTLED.items() if bits >> bit & 1]
    return Finding("power", joined(said) or "enough", not said, "use the Pi's own power supply, and cool it")


def _settings(places: Places) -> Finding:
    if not places.settings.is_file():
        return Finding("settings", said("none yet ({path})", path=places.settings), None)
    try:
        load_settings(places.settings)
    except BadInput as error:
        return Finding("settings", str(error), False, "correct the file")
    return Finding("settings", str(places.settings))


def _disk() -> Finding:
    root = [line.split() for line in MOUNTS.read_text().splitlines()] if MOUNTS.exists() else []
    overlay = any(fields[1:3] == ["/", "overlay"] for fields in root) and on_a_pi()
    found = "read-only with an overlay: nothing survives power-off" if overlay else "writable"
    return Finding("disk", found, not overlay, "turn the overlay off in raspi-config, or games are lost")


def _heat() -> Finding:
    try:
        celsius = int(HEAT.read_text()) / 1000
    except (OSError, ValueError):
        return Finding("heat", "not measured", None)
    return Finding(
        "heat", f"{celsius:.0f} °C", celsius < HOT_C, "let air reach the Pi; it slows down when hot"
    )


def _wires() -> list[Finding]:
    return [
        Finding(
            pin.name,
            said(
                "{kind}, GPIO {gpio}, header pin {pin}, {wire} wire{note}",
                kind=pin.kind,
                gpio=pin.gpio,
                pin=pin.header,
                wire=pin.wire,
                note=said(" ({note})", note=pin.note) if pin.note else "",
            ),
            None,
        )
        for pin in PINS
    ]


def _try_lamps(_: argparse.Namespace) -> None:
    if not on_a_pi():
        say("This machine isn't a Raspberry Pi: the lamps are only simulated.")
    with closing(open_lamps(8)) as lamps:
        for pin in LAMP_PINS.values():
            say(
                said(
                    "{name} GPIO {gpio}, header pin {pin}, {wire} wire",
                    name=f"{pin.name:<8}",
                    gpio=pin.gpio,
                    pin=pin.header,
                    wire=pin.wire,
                )
            )
            lamps.show(LampState({pin.name: Light.ON}))
            time.sleep(LAMP_S)


def _try_rgb(_: argparse.Namespace) -> None:
    if not on_a_pi():
        say("This machine isn't a Raspberry Pi: the lamps are only simulated.")
    with closing(open_rgb({f"try-{colour}": colour for colour in SHADES})) as lamp:
        for colour in SHADES:
            print(colour, flush=True)
            lamp.show(LampState({f"try-{colour}": Light.ON}))
            time.sleep(LAMP_S)


def _try_buzzer(_: argparse.Namespace) -> None:
    if not on_a_pi():
        say("This machine isn't a Raspberry Pi: the buzzer is only simulated.")
    with closing(open_buzzer("full")) as buzzer:
        for name in TONES:
            print(name, flush=True)
            buzzer.tone(name)
            time.sleep(LAMP_S)


def _try_buttons(options: argparse.Namespace) -> None:
    if not on_a_pi():
        raise DeviceFailed("buttons: this machine isn't a Raspberry Pi, so none can be pressed")
    say(
        said(
            "Press each button: {names}. Waiting {seconds} s.",
            names=", ".join(BUTTON_PINS),
            seconds=f"{options.seconds:g}",
        )
    )
    missing = set(BUTTON_PINS)
    until = time.monotonic() + options.seconds
    with closing(open_buttons()) as buttons:
        while missing and time.monotonic() < until:
            for name in buttons.pressed():
                print(name, flush=True)
                missing.discard(name)
            time.sleep(0.02)
    if missing:
        wires = ", ".join(f"{name} (header pin {BUTTON_PINS[name].header})" for name in sorted(missing))
        raise DeviceFailed(said("buttons: nothing was heard from {wires}", wires=wires))


def _try_camera(options: argparse.Namespace) -> None:
    check_camera(options.camera)
    with closing(open_camera(options.camera)) as camera:
        frames = [frame for frame in (camera.read() for _ in range(PICTURES)) if frame is not None]
        model = getattr(camera, "model", "")
        cropped = not getattr(camera, "whole_view", True)
        wanders = not getattr(camera, "held", True)
    if not frames:
        raise DeviceFailed("camera: no picture arrives")
    for sentence in _judged(frames[-1]):
        say(sentence)
    span = frames[-1].t - frames[0].t
    if span > 0:
        say(said("{rate} pictures a second", rate=f"{(len(frames) - 1) / span:.1f}"))
    if model:
        say(said("camera module: {model}", model=model))
    if cropped:
        say("The picture is cropped: the sensor sees more than it delivers.")
    if wanders:
        say("The exposure keeps changing: expect more holes that it isn't sure of.")
    if options.output is not None:
        if not cv2.imwrite(str(options.output), frames[-1].image):
            raise BadInput(said("{path}: can't be written", path=options.output))
        say(said("the last picture is kept in {path}", path=options.output))


def _judged(frame: Frame) -> list[str]:
    """What a picture is like, and what to do about it."""
    height, width = frame.image.shape[:2]
    grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    light = float(np.mean(grey))
    detail = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    judged: list[str] = [
        said(
            "{width}x{height} px, brightness {light} of 255, detail {detail}",
            width=width,
            height=height,
            light=f"{light:.0f}",
            detail=f"{detail:.0f}",
        )
    ]
    if light < DARK:
        judged.append("Too dark: take the lens cap off, or light a lamp.")
    if light > BRIGHT:
        judged.append("Too bright: keep the sun off the board.")
    if detail < BLURRED:
        judged.append("Blurred or empty: turn the lens until the board is sharp.")
    return judged


def _try_screen(options: argparse.Namespace) -> None:
    from toc_pi.app.trial import try_screen
    from toc_pi.screen.display import NoDisplay

    say("Tap Yes or No; Esc ends.")
    try:
        tapped = try_screen(options.seconds, spoken())
    except NoDisplay as error:
        raise DeviceFailed(said("screen: {why}", why=error)) from error
    say(said("tapped: {what}", what=tapped) if tapped else "nothing was tapped")


def _try_sound(_: argparse.Namespace) -> None:
    failed: list[str] = []
    sound = Loudspeaker("full", complain=failed.append)
    for name in TONES:
        say(said("tone: {name}", name=name))
        sound.tone(name)
        time.sleep(TONE_S)
    sound.say(VOICE_TEST[spoken()], spoken())
    time.sleep(VOICE_S)
    sound.close()
    if failed:
        raise DeviceFailed(joined(failed))


def _try_all(options: argparse.Namespace) -> None:
    """Every part, one after the other; one that fails is said, and the next is tried."""
    failed = []
    for name, part in PARTS.items():
        if name == ALL:
            continue
        say(f"— {name}")
        try:
            part(options)
        except DeviceFailed as error:
            complain(str(error))
            failed.append(name)
    if failed:
        raise DeviceFailed(said("these parts aren't working yet: {parts}", parts=", ".join(failed)))


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "lamps": _try_lamps,
    "rgb": _try_rgb,
    "buzzer": _try_buzzer,
    "buttons": _try_buttons,
    "camera": _try_camera,
    "screen": _try_screen,
    "sound": _try_sound,
    ALL: _try_all,
}
