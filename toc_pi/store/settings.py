"""Where files live, and the settings of an evening: a table, a language, a camera."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from calibration.holes import Seat
from toc_pi.documents import read_toml
from toc_pi.errors import BadInput
from toc_pi.faces import FACES, Faces
from toc_pi.messages import said
from toc_pi.store.table_settings import KEYS, SettingsReader, TableSettings

NAME = "toc-pi"
LANGUAGES = ("en", "fr")
Loudness = Literal["off", "low", "full"]
LOUDNESS: tuple[Loudness, ...] = ("off", "low", "full")
Declaring = Literal["free", "strict"]
DECLARING: tuple[Declaring, ...] = ("free", "strict")
"""Cards may be told after the move, or not at all; or each is told before its move."""
Hints = Literal["silent", "asked", "first", "shown"]
HINTS: tuple[Hints, ...] = ("silent", "asked", "first", "shown")
HINT_LIMITS = (0, 1, 3, 5, 10)
"""How many hints a player may ask for in a game; 0 for any number."""
STRENGTHS = (1, 2, 3)
"""How well the program plays an empty chair."""
Letters = Literal["normal", "large"]
LETTERS: tuple[Letters, ...] = ("normal", "large")
Wiring = Literal["lamps", "rgb"]
WIRINGS: tuple[Wiring, ...] = ("lamps", "rgb")
"""A lamp for each seat, or one RGB lamp and a buzzer."""
TURNS = (0, 90, 180, 270)
"""How a panel may hang: degrees clockwise."""
CAMERAS = "auto, pi, usb 0 … usb 9, or film PATH"
NO_CAMERA = "none"
"""Instead of a camera's name: nobody looks, and pawns are moved on the screen."""
OF_THE_ROOM = (
    *("language", "camera", "sound", "speech", "night", "names"),
    *("declare", "hints", "letters", "turned", "wiring", "levels", "hint_limit", "chairs", "faces"),
)
"""Settings that are no part of a game: it goes on when they change."""
_OF_A_CLIP = ("name", "film", "setup")
"""Keys that a clip's settings have besides, and that do no harm in those of an evening."""
_CAMERA = re.compile(r"auto|pi|usb [0-9]|film .+")


@dataclass(frozen=True, slots=True)
class DataFolders:
    """The two folders that the program keeps files in (CONTRACT, Files it keeps).

    Attributes:
        config: settings.
        state: calibration and games.
    """

    config: Path
    state: Path

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.config / "settings.toml"

    @property
    def calibration(self) -> Path:
        """The last calibration."""
        return self.state / "calibration"

    @property
    def games(self) -> Path:
        """The journal of games."""
        return self.state / "games.sqlite"

    @property
    def lock(self) -> Path:
        """Held by the program that writes there."""
        return self.state / "lock"


APPLIANCE = DataFolders(Path("/etc/toc-pi"), Path("/var/lib/toc-pi"))
"""Where the service keeps them (systemd/toc-pi.service)."""


def find_places(environment: Mapping[str, str], home: Path) -> DataFolders:
    """The folders of this user or service.

    `TOC_PI_HOME` moves all below one folder; a service is told its folders by systemd.

    Args:
        environment: the process's.
        home: the user's home folder.
    """
    if moved := environment.get("TOC_PI_HOME"):
        return DataFolders(Path(moved) / "config", Path(moved) / "state")

    def place(service: str, xdg: str, usual: str) -> Path:
        if told := environment.get(service):
            return Path(told.split(":")[0])
        return Path(environment.get(xdg) or home / usual) / NAME

    return DataFolders(
        place("CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", ".config"),
        place("STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state"),
    )


def places_to_look(
    own: DataFolders, environment: Mapping[str, str], *, is_root: bool, appliance: DataFolders = APPLIANCE
) -> DataFolders:
    """Where to look for earlier games and settings: with `sudo` the appliance's, where root has none himself.

    Args:
        own: the folders of this user.
        environment: the process's; whoever was told other folders looks there.
        is_root: whether this user may read the appliance's.
        appliance: its folders.
    """
    told = ("TOC_PI_HOME", "STATE_DIRECTORY", "CONFIGURATION_DIRECTORY", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    if not is_root or any(environment.get(name) for name in told):
        return own
    if own.settings.exists() or own.games.exists():
        return own
    return appliance if appliance.settings.exists() or appliance.games.exists() else own


@dataclass(frozen=True, slots=True)
class Settings:
    """What an evening needs to know.

    Attributes:
        table: board, pawns, rules, seats.
        language: "en" or "fr".
        camera: `auto` (the Pi's, else a USB one), `pi`, `usb N`, `film PATH`, or `none`.
        sound: how loud tones and speech are: `off`, `low` or `full`.
        speech: whether turns, cards and verdicts are spoken.
        night: whether the screen begins with dark colours.
        declare: whether cards are told before each move (`strict`) or as people like (`free`).
        hints: how much is explained: nothing more (`silent`), what is asked for, each kind of thing the
            `first` time, or all that a card may do is `shown`.
        levels: the same for a player alone, by seat.
        hint_limit: how many hints a player may ask for in a game; 0 for any number.
        chairs: seats that the program plays, each with how well it does, 1 to 3.
        letters: how large words are: `normal` or `large`.
        turned: how far the screen's picture is turned clockwise, degrees.
        faces: the letters of the pack's jack, queen and king: `JQK`, or `VDR`.
        wiring: a lamp for each seat (`lamps`), or one RGB lamp and a buzzer (`rgb`).
    """

    table: TableSettings
    language: str
    camera: str
    sound: Loudness = "low"
    speech: bool = True
    night: bool = False
    declare: Declaring = "free"
    hints: Hints = "asked"
    letters: Letters = "normal"
    turned: int = 0
    levels: Mapping[Seat, Hints] = field(default_factory=dict)
    hint_limit: int = 0
    chairs: Mapping[Seat, int] = field(default_factory=dict)
    faces: Faces = "JQK"
    wiring: Wiring = "lamps"


def load_settings(path: Path) -> Settings:
    """Read and check the settings of an evening.

    Raises:
        BadInput: the file is missing, or says what it may not: every fault at once.
    """
    if not path.is_file():
        make = "" if path.parent.is_dir() else f"mkdir -p {shlex.quote(str(path.parent))} && "
        write = f"{make}toc-pi config --example > {shlex.quote(str(path))}"
        raise BadInput(said("{path}: no settings yet; begin with: {command}", path=path, command=write))
    return read_settings(read_toml(path), path)


def read_settings(told: Mapping[str, Any], path: Path) -> Settings:
    """Check settings.

    Args:
        told: what they say.
        path: where they came from, for messages; a board file may lie beside it.

    Raises:
        BadInput: they say what they may not: every fault at once.
    """
    reader = SettingsReader(path, told)
    language = reader.text("language", "en")
    if language not in LANGUAGES:
        reader.fault("language", language, " ".join(LANGUAGES))
    camera = reader.text("camera", "auto") or "auto"
    if not is_camera(camera) and camera != NO_CAMERA:
        reader.fault("camera", camera, said("{words}, or none", words=CAMERAS))
    sound = reader.choice("sound", LOUDNESS, "low")
    speech, night = reader.flag("speech", True), reader.flag("night", False)
    declare = reader.choice("declare", DECLARING, "free")
    hints = reader.choice("hints", HINTS, "asked")
    letters = reader.choice("letters", LETTERS, "normal")
    turned = reader.choice("turned", TURNS, 0)
    levels, chairs = reader.by_seat("levels", HINTS), reader.by_seat("chairs", STRENGTHS)
    limit = reader.choice("hint_limit", HINT_LIMITS, 0)
    faces = reader.choice("faces", FACES, "JQK")
    wiring = reader.choice("wiring", WIRINGS, "lamps")
    reader.only({*KEYS, *_OF_A_CLIP, *OF_THE_ROOM})
    table = reader.table()
    return Settings(
        table, str(language), camera, sound, speech, night, declare, hints, letters, turned,
        levels, limit, chairs, faces, wiring,
    )  # fmt: skip


def is_camera(name: str) -> bool:
    """Whether a camera may be called so, in the settings and on the command line."""
    return _CAMERA.fullmatch(name) is not None


def example_settings(language: str = "en") -> str:
    """Settings to begin with, explained line by line in a language."""
    return (files("toc_pi.store") / f"example.{language}.toml").read_text(encoding="utf-8")
