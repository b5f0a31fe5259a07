"""The measurements of the machine's report, one per part, without pictures or names."""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from calibration.setup.calibration_file import Calibration
from hardware.camera import Picture
from hardware.capture import Film
from hardware.lamps import LampState, PinButtons, lamp_names, open_lamps
from hardware.mounts import Mount, mount_of
from hardware.panel import heat_c
from hardware.pins import BUTTON_PINS, MODEL, on_a_pi
from hardware.sound import PLAYER, SPEAKER, TONES, VOICES, run_command, tone
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.vision.motion_gate import MotionGate, make_field
from toc_pi.vision.reading import make_reader, read_with

Measured = dict[str, Any]

LIBRARIES = ("numpy", "cv2", "pygame", "gpiozero", "picamera2", "libcamera", "lgpio")
SYNCS = 40  # writes that are synced
BLOCK = 4096  # bytes of each
SAMPLES = 4  # pictures of the shipped film that are read repeatedly
TIMES = 12  # repetitions of reading and gate
SPEECH = "Red: king."
STEP_S = 0.2  # each lamp shines for this long
SPEAK_S = 20.0  # longest time that speech may take
IMPORTS = "import toc_pi.app.session"


def quantiles_ms(spans_s: Iterable[float]) -> Measured:
    """The median and the maximum of some durations, ms."""
    spans = sorted(1000 * span for span in spans_s)
    if not spans:
        return {}
    return {
        "times": len(spans),
        "median_ms": round(statistics.median(spans), 2),
        "most_ms": round(spans[-1], 2),
    }


def timed_s(what: Callable[[], object]) -> float:
    """Duration of a call, seconds."""
    begun = time.perf_counter()
    what()
    return time.perf_counter() - begun


def measure_versions(root: Path = Path("/")) -> Measured:
    """Installed versions; None for what is missing."""
    release = _pairs(root / "etc/os-release", "=")
    found: Measured = {
        "python": platform.python_version(),
        "kernel": platform.release(),
        "system": release.get("PRETTY_NAME", "").strip('"'),
        "from": "clone" if sys.prefix != sys.base_prefix else "package",
    }
    for name in LIBRARIES:
        found[name] = _version(name)
    return found


def _version(name: str) -> str | None:
    try:
        module = import_module(name)
    except Exception:  # a library for another architecture may fail in any way
        return None
    with_number = getattr(module, "__version__", None)
    if with_number is None:
        try:
            with_number = metadata.version(name)
        except metadata.PackageNotFoundError:
            return "there"
    return str(with_number)


def _pairs(path: Path, between: str) -> Mapping[str, str]:
    """Lines `name between value` of a file; empty if it can't be read."""
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    return {name.strip(): value.strip() for name, _, value in (line.partition(between) for line in lines)}


def measure_machine(root: Path = Path("/")) -> Measured:
    """The kind of machine."""
    memory = _pairs(root / "proc/meminfo", ":").get("MemTotal", "0 kB")
    return {
        "model": MODEL.read_text().strip("\0\n ") if MODEL.exists() else "not a Raspberry Pi",
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "memory_mb": int(memory.split()[0]) // 1024,
    }


def machine_sample(root: Path = Path("/"), power: Callable[[], int | None] = lambda: None) -> Measured:
    """The machine's temperature, power, clock, load and memory; None for what isn't measured."""
    memory = _pairs(root / "proc/meminfo", ":")
    own = _pairs(root / "proc/self/status", ":")
    megahertz = _number(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq")
    return {
        "heat_c": heat_c(root / "sys/class/thermal/thermal_zone0/temp"),
        "throttled": None if (bits := power()) is None else hex(bits),
        "mhz": None if megahertz is None else round(megahertz / 1000),
        "load": _number(root / "proc/loadavg"),
        "available_mb": _kilobytes(memory.get("MemAvailable")),
        "resident_mb": _kilobytes(own.get("VmRSS")),
    }


def _number(path: Path) -> float | None:
    try:
        return float(path.read_text("ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return None


def _kilobytes(text: str | None) -> int | None:
    """Megabytes of a text such as `948 kB`."""
    return None if not text else int(text.split()[0]) // 1024


def measure_start() -> Measured:
    """The program's load time, and the time from power-on to the service's first page."""
    imports = timed_s(
        lambda: subprocess.run([sys.executable, "-c", IMPORTS], check=True, capture_output=True)
    )
    found: Measured = {"program_loaded_s": round(imports, 2)}
    asked = ("systemctl", "show", "toc-pi", "-p", "ActiveEnterTimestampMonotonic", "--value")
    try:
        since_boot = int(run_command(asked, b"", 5.0))
    except (OSError, ValueError, subprocess.SubprocessError):
        since_boot = 0
    found["service_ready_s"] = round(since_boot / 1e6, 1) if since_boot else None
    return found


def measure_disk(folder: Path, mounts: list[Mount]) -> Measured:
    """Duration of small synced writes in the folder of games.

    Raises:
        OSError: nothing can be written there.
    """
    there = next(path for path in (folder, *folder.parents) if path.is_dir())
    spans = []
    with tempfile.TemporaryFile(dir=there) as file:
        for number in range(SYNCS):
            block = number.to_bytes(2, "big") * (BLOCK // 2)

            def write(block: bytes = block) -> None:
                file.write(block)
                file.flush()
                os.fsync(file.fileno())

            spans.append(timed_s(write))
        status = os.fstatvfs(file.fileno())
    mount = mount_of(os.path.realpath(there), mounts)
    return {
        **quantiles_ms(spans),
        "kind": None if mount is None else mount.kind,
        "free_mb": status.f_bavail * status.f_frsize // 1_000_000,
    }


def measure_lamps(seats: int) -> Measured:
    """Duration of switching a lamp; lamps of seats that the table lacks may be a small screen's pins."""
    spans = []
    with closing(open_lamps(seats)) as lamps:
        for name in lamp_names(seats):
            spans.append(timed_s(partial(lamps.show, LampState({name: "on"}))))
            time.sleep(STEP_S)
    return {"simulated": not on_a_pi(), **quantiles_ms(spans)}


def measure_buttons() -> Measured:
    """Whether the buttons' pins work, and are quiet while nobody presses."""
    with closing(PinButtons()) as buttons:
        time.sleep(1.0)
        return {"pins": len(BUTTON_PINS), "simulated": not on_a_pi(), "pressed_alone": len(buttons.pressed())}


def measure_sound() -> Measured:
    """Overhead of playing a tone, and time to compute speech; or why not."""
    found: Measured = {}
    for what, measure in (("tones", _tones), ("speech", _speech)):
        try:
            found[what] = measure()
        except (OSError, subprocess.SubprocessError) as error:
            found[what] = {"missing": f"{type(error).__name__}: {error}"[:200]}
    return found


def _tones() -> Measured:
    spans = []
    for name, notes in TONES.items():
        length = sum(seconds for _, seconds in notes)
        spans.append(timed_s(partial(run_command, PLAYER, tone(name, 0.5), SPEAK_S)) - length)
    return quantiles_ms(spans)


def _speech() -> Measured:
    command = (*SPEAKER, "-v", VOICES["en"])
    return quantiles_ms([timed_s(lambda: run_command(command, SPEECH.encode(), SPEAK_S)) for _ in range(3)])


class ReadingLoad:
    """Reads the shipped film's pictures, as a game reads its camera's."""

    def __init__(self) -> None:
        """Find the board.

        Raises:
            BadInput, CannotSee: that isn't possible.
        """
        clip = load_clip("sample")
        with closing(Film(clip.film)) as film:
            pictures: list[Picture] = [frame.image for frame in setup_pictures(clip, film)]
        begun = time.perf_counter()
        calibration: Calibration = find_board(clip, pictures)
        self.found_s = time.perf_counter() - begun
        height, width = pictures[0].shape[:2]
        self._gate = MotionGate(
            make_field(calibration.board, calibration.pose, calibration.pawns, (width, height))
        )
        self._reader = make_reader(calibration)
        self._pictures = pictures[:SAMPLES]
        self._at = 0

    def pass_gate(self) -> float:
        """Process a picture with the motion gate; returns seconds."""
        return timed_s(lambda: self._gate.process(self._next()))

    def read(self) -> float:
        """Read a picture fully, as when the board has become still; returns seconds."""
        return timed_s(lambda: read_with(self._next(), self._reader))

    def _next(self) -> Picture:
        self._at = (self._at + 1) % len(self._pictures)
        return self._pictures[self._at]


def measure_reading(load: ReadingLoad) -> Measured:
    """Durations of finding the board, of the gate, and of a reading."""
    load.pass_gate(), load.read()
    return {
        "board_found_s": round(load.found_s, 2),
        "gate": quantiles_ms(load.pass_gate() for _ in range(TIMES)),
        "reading": quantiles_ms(load.read() for _ in range(TIMES)),
    }
