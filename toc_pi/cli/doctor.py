"""`toc-pi doctor`: what this machine has, what it lacks, and how to fix that."""

import argparse
import json
import os
import platform
import shutil
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path

from calibration.files.disk import Unreadable, is_missing, read_plain
from hardware.camera import Picture
from hardware.errors import DeviceFailed
from hardware.health import HOT_C, LITTLE_BYTES, free_bytes, is_power_weak, throttled_bits
from hardware.mounts import keeping, list_mounts
from hardware.panel import heat_c
from hardware.pins import MODEL, on_a_pi
from hardware.sound import PLAYER, SPEAKER
from hardware.wiring import WIRING, Pin
from toc_pi.app.camera.camera_reader import open_camera
from toc_pi.app.journaled_game import screen_turned, stored_game_folders
from toc_pi.cli.arguments import Arguments, argument, check_camera, writing
from toc_pi.cli.reading import write_picture
from toc_pi.cli.terminal import DAMAGED, Tone, complain, painted, say
from toc_pi.documents import read_json
from toc_pi.errors import BadInput, ClosedStore, DamagedStore, there_already
from toc_pi.events import RANKS
from toc_pi.languages import spoken, translated
from toc_pi.messages import joined, said, with_hidden_shown
from toc_pi.screen.display import loads
from toc_pi.store.folder import raise_if_closed
from toc_pi.store.games import export_game, find_loss, list_games, newest_game
from toc_pi.store.settings import DataFolders, load_settings
from toc_pi.store.table_config import NO_CAMERA
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, alike, pack_of
from toc_pi.vision.cards.laid_card import reader_name

# What is checked: Python packages of the program, programs and packages from Debian, and files of Linux.
LIBRARIES = ("numpy", "cv2", "pygame", "gpiozero")
FROM_APT: Mapping[str, str] = {
    "git": "git",
    "make": "make",
    "python3-venv": "ensurepip",
    "python3-picamera2": "picamera2",
    "python3-pygame": "pygame",
    "python3-lgpio": "lgpio",
    "libegl1": "libEGL.so.1",
    "libgles2": "libGLESv2.so.2",
    "libgbm1": "libgbm.so.1",
    "libgl1": "libGL.so.1",
    "alsa-utils": PLAYER[0],
    "espeak-ng": SPEAKER[0],
}
"""The packages that a Pi needs from Debian, each with a program, Python module or library in it."""
FOR_A_CLONE = ("git", "make", "python3-venv")
"""Those of them that only a clone with an environment of its own needs, and the Debian package doesn't."""
MINUTES = 20.0  # of a report
AUTO = "auto"  # the camera, where settings name none
GRAPHICS = Path("/dev/dri")
DEVICES = Path("/dev")
# What to know of the wires of larger boards, by the seats of the smallest board that has them.
FOR_LARGER = {
    6: "boards of 6 and 8 seats; not beside a 3.5-inch SPI screen",
    8: "boards of 8 seats; not beside a 3.5-inch SPI screen",
}
# Bits of `vcgencmd get_throttled`; those from 16 on: happened at some time since the Pi was switched on.
THROTTLED = {
    0: "too little voltage now",
    1: "slowed down now",
    2: "throttled now",
    3: "too hot now",
    16: "too little voltage before",
    18: "throttled before",
}


def arguments(_command: str) -> Arguments:
    return (
        argument(
            "-o",
            dest="folder",
            type=Path,
            metavar="FOLDER",
            help="also write a report for finding a fault into a new folder; look through it first, "
            "nothing is sent",
        ),
        argument("--picture", action="store_true", help="put one picture of the camera into it"),
        argument(
            "--report",
            type=Path,
            metavar="FILE",
            help="measure this machine, and write a new file without pictures or names; nothing is sent",
        ),
        argument(
            "--minutes",
            type=float,
            default=MINUTES,
            metavar="M",
            help="how long a report measures (default: 20)",
        ),
        argument(
            "--place",
            action="store_true",
            help="only say how to move and turn the camera until it stands well",
        ),
        argument("--camera", metavar="C", help="the camera of --place (default: that of the settings)"),
    )


def execute(_command: str, options: argparse.Namespace) -> int:
    """Report what this machine has and what it lacks, and write it to a folder on request.

    Raises:
        BadInput: a picture is requested without a folder, or the folder exists.
        DeviceFailed: a picture is requested, and none arrives.
    """
    if options.picture and options.folder is None:
        raise BadInput("--picture goes with -o FOLDER")
    if options.report is not None and options.folder is not None:
        raise BadInput("-o FOLDER and --report FILE: one of them is allowed")
    places = stored_game_folders(complain)
    if options.place:
        return _place(places, options.camera)
    findings = examine(places)
    if options.report is not None:
        from toc_pi.cli.measuring import measure

        return measure(options.report, options.minutes, places, map(asdict, findings))
    for finding in findings:
        print(finding.line(spoken(), in_colour=True))
    if options.folder is not None:
        picture = _picture(places) if options.picture else None
        names = write_fault_folder(options.folder, [each.line() for each in findings], places, picture)
        print()
        values = {"folder": options.folder, "files": ", ".join(names)}
        say("written to {folder}: {files}; look through it before you send it", **values)
    return DAMAGED if any(each.part == "games" and each.well is False for each in findings) else 0


def _place(places: DataFolders, camera: str | None) -> int:
    """Say how to change the camera's place until it is right."""
    # Only here: it loads the window, and what finds boards.
    from toc_pi.app.setup.answers import stored_settings
    from toc_pi.app.setup.placing import open_view, place_camera

    settings = stored_settings(places)
    name = str(camera or settings.get("camera", AUTO)).replace(NO_CAMERA, AUTO)
    check_camera(name)
    cards = settings.get("declare") == "camera"
    view = open_view(name, str(settings.get("board", "")), cards=cards)
    place_camera(view, say, spoken(), screen_turned(places))
    return 0


def _picture(places: DataFolders) -> Picture:
    camera_name = load_settings(places.settings).camera if not is_missing(places.settings) else "auto"
    with closing(open_camera(camera_name)) as camera:
        frame = camera.read()
    if frame is None:
        raise DeviceFailed("camera: no picture arrives")
    return frame.image


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: `well` is None if it doesn't matter on this machine."""

    part: str
    found: str
    well: bool | None = True
    advice: str = ""

    def line(self, language: str = "en", *, in_colour: bool = False) -> str:
        """The finding as a line, with its advice below; with colour if the terminal supports it."""
        sign = {True: "ok  ", False: translated("BAD ", language), None: "-   "}[self.well]
        tone: Tone = "plain" if self.well is None else "good" if self.well else "bad"
        words = (self.part, self.found, self.advice)
        part, found, advice = (with_hidden_shown(translated(each, language)) for each in words)
        below = f"\n{'':16}-> {advice}" if self.well is False and advice else ""
        return f"{painted(sign, tone) if in_colour else sign}{part:<12}{found}{below}"


def examine(places: DataFolders) -> list[Finding]:
    """Check the machine and its parts, without switching anything on."""
    return [
        _machine(),
        *map(_library, LIBRARIES),
        _packages(),
        _screen(),
        _camera(),
        _disk(places.state),
        _heat(),
        _power(),
        _settings(places),
        _games(places),
        _pack(places),
        *map(_wire, WIRING.pins),
    ]


def _machine() -> Finding:
    name = MODEL.read_text().strip("\0\n ") if MODEL.exists() else "not a Raspberry Pi"
    found = said(
        "{name}, {machine}, Python {version}",
        name=name,
        machine=platform.machine(),
        version=platform.python_version(),
    )
    has_64_bits = platform.architecture()[0] == "64bit"
    return Finding("machine", found, has_64_bits, "only the 64-bit Raspberry Pi OS is supported")


def _library(name: str) -> Finding:
    try:
        version = getattr(import_module(name), "__version__", None) or metadata.version(name)
    except ImportError as error:
        advice = "run: make setup" if _is_clone() else "sudo apt install --fix-broken"
        return Finding(name, said("can't be loaded ({why})", why=error), False, advice)
    return Finding(name, version)


def _packages() -> Finding:
    needed = [name for name in FROM_APT if name not in FOR_A_CLONE or _is_clone()]
    missing = " ".join(package for package in needed if not _is_there(FROM_APT[package]))
    if not missing:
        return Finding("packages", "all there")
    found = said("missing: {packages}", packages=missing)
    return Finding("packages", found, False if on_a_pi() else None, f"sudo apt install {missing}")


def _is_clone() -> bool:
    return sys.prefix != sys.base_prefix


def _is_there(sign: str) -> bool:
    """Whether a program, Python module or library of that name is installed."""
    if ".so" in sign:
        return loads(sign)
    return shutil.which(sign) is not None or find_spec(sign) is not None


def _screen() -> Finding:
    """Where a window would open; opening it is left to `toc-pi test screen`."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if value := os.environ.get(name):
            return Finding("screen", said("a desktop ({name} {value})", name=name, value=value))
    cards = sorted(path.name for path in GRAPHICS.glob("card*"))
    if cards:
        return Finding("screen", said("no desktop; graphics {cards}", cards=", ".join(cards)))
    return Finding("screen", "none: the program goes on as text", False if on_a_pi() else None, "plug one in")


def _camera() -> Finding:
    """The cameras that exist; opening one is left to `toc-pi test camera`."""
    found = [f"USB {path.name.removeprefix('video')}" for path in sorted(DEVICES.glob("video[0-9]"))]
    with suppress(ImportError):
        from picamera2 import Picamera2

        found = [str(info.get("Model")) for info in Picamera2.global_camera_info()] or found
    if found:
        return Finding("camera", ", ".join(found))
    return Finding("camera", "none", False if on_a_pi() else None, "check the ribbon cable, both ends")


def _power() -> Finding:
    weak, bits = is_power_weak(), throttled_bits()
    if bits is None and not weak:
        return Finding("power", "not measured", None)
    bits = (bits or 0) | weak  # that is bit 0
    troubles = [words for bit, words in THROTTLED.items() if bits >> bit & 1]
    return Finding(
        "power", joined(troubles) or "enough", not troubles, "use the Pi's own power supply, and cool it"
    )


def _settings(places: DataFolders) -> Finding:
    if is_missing(places.settings):
        return Finding("settings", said("none yet ({path})", path=places.settings), None)
    try:
        load_settings(places.settings)
    except BadInput as error:
        return Finding("settings", str(error), False, "correct the file")
    return Finding("settings", str(places.settings))


def _games(places: DataFolders) -> Finding:
    try:
        loss = find_loss(places.games)
        count = len(list_games(places.games))
    except ClosedStore as error:
        return Finding("games", str(error), False)
    except DamagedStore as error:
        return Finding("games", str(error), False, "the next evening puts it aside and begins a new one")
    if loss is not None:
        return Finding("games", loss.message(), False, "the next evening goes on without them")
    return Finding("games", said("{count}, all that were written", count=count))


def _pack(places: DataFolders) -> Finding:
    """What the camera knows of the family's cards; a damaged file stays where it is."""
    try:
        known = UNKNOWN_PACK if is_missing(places.pack) else pack_of(read_json(places.pack))
    except BadInput as error:
        try:
            raise_if_closed(error, places.pack)
        except OSError as closed:
            return Finding("pack", said("{path}: {why}", path=places.pack, why=closed.strerror), False)
        return Finding("pack", str(error), False, "it will be put aside; teach it again: toc-pi cards learn")
    if not known.means:
        return Finding("pack", "not learned; any pack is read", None)
    if known.network != reader_name():
        found = said("learned by another version; it isn't used")
        return Finding("pack", found, False, "teach it again: toc-pi cards learn")
    found = said("{count} of {all} ranks are known", count=len(known.means), all=len(RANKS))
    if pairs := alike(known):
        shown = ", ".join(f"{one} {other}" for one, other in pairs)
        found = said("{found}; look the same: {pairs}", found=found, pairs=shown)
    return Finding("pack", found)


def _disk(folder: Path) -> Finding:
    """Whether the folder of games is there again after power-off."""
    state, free = keeping(folder, list_mounts(), on_a_pi=on_a_pi()), free_bytes(folder)
    little = state == "kept" and free is not None and free < LITTLE_BYTES
    troubles = {
        "forgotten": (
            said("{folder} is in memory: all is forgotten at power-off", folder=folder),
            "turn the overlay off in raspi-config, or see docs/appliance.md",
        ),
        "read-only": (
            said("{folder} is read-only: nothing more is kept", folder=folder),
            "switch off and on; if it stays so, use a new card",
        ),
        "full": (
            said("{folder}: {free} MB free", folder=folder, free=f"{(free or 0) / 1e6:.0f}"),
            "make room on the card",
        ),
    }
    found, advice = troubles.get("full" if little else state, ("writable", ""))
    return Finding("disk", found, not advice, advice)


def _heat() -> Finding:
    celsius = heat_c()
    if celsius is None:
        return Finding("heat", "not measured", None)
    return Finding(
        "heat", f"{celsius:.0f} °C", celsius < HOT_C, "let air reach the Pi; it slows down when hot"
    )


def _wire(pin: Pin) -> Finding:
    wired = said(
        "{kind}, GPIO {gpio}, header pin {pin}, {wire} wire{led}{note}",
        kind=pin.kind,
        gpio=pin.gpio,
        pin=pin.header,
        wire=pin.wire,
        led=said(", {led} LED with {ohm} ohm", led=pin.led, ohm=pin.ohm) if pin.led else "",
        note=said(" ({note})", note=FOR_LARGER[pin.seats]) if pin.seats in FOR_LARGER else "",
    )
    return Finding(pin.name, wired, None)


NEWEST_ROWS = 600  # entries of the last game's journal that are copied

# The text of README.txt in the folder.
_README = """This folder tells makers of toc-pi what they need to find a fault. Nothing was sent anywhere.
Look through it, take out what you don't want to show, and send it with a few words about what went wrong.

doctor.txt     what this machine has and lacks
settings.toml  your settings, as they are
game.jsonl     the newest entries of the last game: cards that were declared, pawns, verdicts
picture.png    only if you asked for it (--picture)
"""


def write_fault_folder(
    folder: Path, findings: Iterable[str], places: DataFolders, picture: Picture | None
) -> tuple[str, ...]:
    """Write the folder, which must not exist yet, or be empty; returns the names of its files.

    Raises:
        BadInput: the folder isn't empty, or can't be written.
    """
    with writing(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise there_already(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "README.txt").write_text(_README, "utf-8")
        (folder / "doctor.txt").write_text("\n".join(findings) + "\n", "utf-8")
        with suppress(Unreadable):
            (folder / "settings.toml").write_bytes(read_plain(places.settings))
        (folder / "game.jsonl").write_text("".join(f"{row}\n" for row in _last_game(places.games)), "utf-8")
        if picture is not None:
            write_picture(folder / "picture.png", picture)
    return tuple(sorted(path.name for path in folder.iterdir()))


def _last_game(path: Path) -> Iterable[str]:
    """The last game's head and its newest entries; an error row if the journal can't be read."""
    try:
        newest = newest_game(path)
        rows = [] if newest is None else [*export_game(path, newest.id)]
    except DamagedStore as error:
        rows = [{"error": str(error)}]
    return [json.dumps(row, ensure_ascii=False) for row in (*rows[:1], *rows[1:][-NEWEST_ROWS:])]
