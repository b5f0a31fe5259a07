"""The data folders, and the settings of an evening: preferences, table, camera.

Those made on the screen are written where the program may write. A service may not write into /etc: then they
are in its state folder, and override the file in /etc.
"""

import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from calibration.files.disk import is_missing, kind_of
from calibration.holes import Seat
from toc_pi.documents import read_toml, toml, toml_key
from toc_pi.errors import BadInput
from toc_pi.languages import FACES, LANGUAGES, Faces, Language, explained
from toc_pi.messages import said
from toc_pi.store.folder import raise_if_closed, write_over
from toc_pi.store.hall_settings import KEY as HALL
from toc_pi.store.hall_settings import HallSettings, read_hall
from toc_pi.store.table_settings import KEYS, SettingsReader, TableSettings

Loudness = Literal["off", "low", "full"]
LOUDNESS: tuple[Loudness, ...] = ("off", "low", "full")
Declaring = Literal["free", "camera", "strict"]
DECLARING: tuple[Declaring, ...] = ("free", "camera", "strict")
"""`free`: cards may be declared after the move, or not at all; `camera`: it reads those laid on the pile, and
else `free` holds; `strict`: they are declared before each move."""
Hints = Literal["silent", "asked", "first", "shown"]
HINTS: tuple[Hints, ...] = ("silent", "asked", "first", "shown")
HINT_LIMITS = (0, 1, 3, 5, 10)
"""How many hints a player may ask for in a game; 0 for any number."""
STRENGTHS = (1, 2, 3)
"""Playing strengths of the program for an empty chair."""
Letters = Literal["normal", "large"]
LETTERS: tuple[Letters, ...] = ("normal", "large")
TURNS = (0, 90, 180, 270)
"""Rotations of a panel, degrees clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The preferences, with defaults.

    Attributes:
        camera: `auto` (the Pi's, else a USB one), `pi`, `usb N`, `film PATH`, or `none` to play by touch.
        sound: how loud tones and speech are.
        speech: whether turns, cards and verdicts are spoken.
        declare: whether cards are declared before each move (`strict`), read by the camera (`camera`), or
            declared optionally (`free`).
        hints: how much is explained: nothing extra (`silent`), on request (`asked`), each kind of thing the
            `first` time, or everything a card may do (`shown`).
        turned: clockwise rotation of the screen's picture, degrees.
        levels: how much is explained to a player alone, by seat.
        hint_limit: how many hints a player may ask for in a game; 0 for any number.
        chairs: seats played by the program, with its strength, 1 to 3.
        faces: the letters of the pack's jack, queen and king: `JQK`, or `VDR`.
    """

    language: Language = "en"
    camera: str = "auto"
    sound: Loudness = "low"
    speech: bool = True
    declare: Declaring = "free"
    hints: Hints = "asked"
    letters: Letters = "normal"
    turned: int = 0
    levels: Mapping[Seat, Hints] = field(default_factory=dict)
    hint_limit: int = 0
    chairs: Mapping[Seat, int] = field(default_factory=dict)
    faces: Faces = "JQK"


PREFERENCES = tuple(part.name for part in fields(Preferences))
"""Their keys in settings."""

USUAL_PREFERENCES = Preferences()


def read_preferences(reader: SettingsReader) -> dict[str, Any]:
    """Read the preferences from settings, each by its key."""
    usual = USUAL_PREFERENCES
    return {
        "language": reader.choice("language", LANGUAGES, usual.language),
        "camera": reader.text("camera", usual.camera) or usual.camera,
        "sound": reader.choice("sound", LOUDNESS, usual.sound),
        "speech": reader.flag("speech", usual.speech),
        "declare": reader.choice("declare", DECLARING, usual.declare),
        "hints": reader.choice("hints", HINTS, usual.hints),
        "letters": reader.choice("letters", LETTERS, usual.letters),
        "turned": reader.choice("turned", TURNS, usual.turned),
        "levels": reader.by_seat("levels", HINTS),
        "hint_limit": reader.choice("hint_limit", HINT_LIMITS, usual.hint_limit),
        "chairs": reader.by_seat("chairs", STRENGTHS),
        "faces": reader.choice("faces", FACES, usual.faces),
    }


NAME = "toc-pi"
CAMERAS = "auto, pi, usb 0 … usb 9, or film PATH"
NO_CAMERA = "none"
"""Instead of a camera's name: no camera, pawns are moved on the screen."""
RETIRED = ("wiring",)
"""Settings of earlier versions, ignored."""
OF_THE_ROOM = (*PREFERENCES, "night", "names", "pawns", HALL, *RETIRED)
"""Settings that aren't part of a game: it continues when they change."""
_OF_A_CLIP = ("name", "film", "setup")
"""Additional keys of a clip's settings, ignored in those of an evening."""
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
    def pack(self) -> Path:
        """What was learned of the family's own pack of cards."""
        return self.state / "pack.json"

    @property
    def voices(self) -> Path:
        """The folder for voices of piper."""
        return self.state / "voices"

    @property
    def lock(self) -> Path:
        """Held by the program that writes there."""
        return self.state / "lock"


APPLIANCE = DataFolders(Path("/etc/toc-pi"), Path("/var/lib/toc-pi"))
"""Where the service keeps them (systemd/toc-pi.service)."""


_XDG = ("XDG_CONFIG_HOME", "XDG_STATE_HOME")


def find_places(environment: Mapping[str, str], home: Path) -> DataFolders:
    """The folders of this user or service.

    `TOC_PI_HOME` moves both below one folder; systemd passes a service its folders.
    """
    if moved := environment.get("TOC_PI_HOME"):
        return DataFolders(Path(moved) / "config", Path(moved) / "state")

    def place(service: str, xdg: str, usual: str) -> Path:
        if folders := environment.get(service):
            return Path(folders.split(":")[0])
        return Path(environment.get(xdg) or home / usual) / NAME

    return DataFolders(
        place("CONFIGURATION_DIRECTORY", _XDG[0], ".config"),
        place("STATE_DIRECTORY", _XDG[1], ".local/state"),
    )


def places_to_look(
    own: DataFolders, environment: Mapping[str, str], *, is_root: bool, appliance: DataFolders = APPLIANCE
) -> DataFolders:
    """The folders to read games and settings from: with `sudo` the appliance's, if root has none.

    This user's `own` ones are used if the environment names any folder.
    """
    variables = {*("TOC_PI_HOME", "STATE_DIRECTORY", "CONFIGURATION_DIRECTORY"), *_XDG}
    if not is_root or any(environment.get(name) for name in variables):
        return own
    used, others = (
        any(not is_missing(path) for path in (each.settings, each.games)) for each in (own, appliance)
    )
    return appliance if others and not used else own


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Preferences):
    """The settings of an evening; at night the screen begins with dark colours.

    Attributes:
        hall: the hall that the table takes part in; the game itself knows nothing of it.
    """

    table: TableSettings
    night: bool = False
    hall: HallSettings | None = None


def load_settings(path: Path) -> Settings:
    """Read and check the settings of an evening.

    Raises:
        BadInput: the file is missing or invalid; the message lists every fault.
    """
    if is_missing(path):
        make = "" if kind_of(path.parent) == "folder" else f"mkdir -p {shlex.quote(str(path.parent))} && "
        write = f"{make}toc-pi config --example > {shlex.quote(str(path))}"
        raise BadInput("{path}: no settings yet; begin with: {command}", path=path, command=write)
    try:
        content = read_toml(path)
    except BadInput as error:
        try:
            raise_if_closed(error, path)
        except OSError as closed:
            raise BadInput("{path}: {why}", path=path, why=closed.strerror) from error
        raise
    return read_settings(content, path)


def read_settings(settings: Mapping[str, Any], path: Path) -> Settings:
    """Check settings; a board file may be beside their own file, which messages name.

    Raises:
        BadInput: they are invalid; the message lists every fault.
    """
    reader = SettingsReader(path, settings)
    chosen = read_preferences(reader)
    if not is_usable_camera(chosen["camera"]):
        reader.fault("camera", chosen["camera"], said("{words}, or none", words=CAMERAS))
    night = reader.flag("night", False)
    reader.only({*KEYS, *_OF_A_CLIP, *OF_THE_ROOM})
    hall = read_hall(settings, path)
    return Settings(**chosen, table=reader.table(), night=night, hall=hall)


def is_live(name: str) -> bool:
    """Whether the settings name a camera rather than a film."""
    return not name.startswith("film ")


def is_usable_camera(name: str) -> bool:
    """Whether settings may name this camera: any, or none."""
    return is_camera(name) or name == NO_CAMERA


def is_camera(name: str) -> bool:
    """Whether a name is a valid camera, in settings and on the command line."""
    return _CAMERA.fullmatch(name) is not None


def example_settings(language: str = "en") -> str:
    """Example settings, explained line by line in a language."""
    text = (files("toc_pi.store") / "example.toml").read_text(encoding="utf-8")
    return explained(text.replace('language = "en"', f'language = "{language}"'), language)


SET_UP_FOLDER = "set-up"
HEAD = "# Settings of toc-pi, as they were set up on its screen.\n"


def set_up_places(places: DataFolders) -> DataFolders:
    """The folders with the settings in force: those made on the screen, else the usual ones."""
    own = replace(places, config=places.state / SET_UP_FOLDER)
    return own if kind_of(own.settings) == "file" else places


def settings_text(settings: Mapping[str, Any]) -> str:
    """The text of a settings file."""
    return HEAD + "".join(f"{toml_key(key)} = {toml(value)}\n" for key, value in settings.items())


def write_settings(places: DataFolders, settings: Mapping[str, Any]) -> DataFolders:
    """Write settings atomically; returns the folders they were written to.

    Raises:
        BadInput: they are invalid; nothing was written.
        OSError: they can't be written anywhere.
    """
    own = replace(places, config=places.state / SET_UP_FOLDER)
    read_settings(settings, places.settings)
    content = settings_text(settings).encode()
    try:
        write_over(places.settings, content)
    except OSError:
        write_over(own.settings, content)
        return own
    with suppress(OSError):
        own.settings.unlink(missing_ok=True)
    return places
