"""The data folders, and the settings of an evening: table, language, camera."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from calibration.files.disk import is_missing, kind_of
from toc_pi.documents import read_toml
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.store.preferences import PREFERENCES, Preferences, read_preferences
from toc_pi.store.table_settings import KEYS, SettingsReader, TableSettings

NAME = "toc-pi"
Wiring = Literal["lamps", "rgb"]
WIRINGS: tuple[Wiring, ...] = ("lamps", "rgb")
"""A lamp for each seat, or one RGB lamp and a buzzer."""
CAMERAS = "auto, pi, usb 0 … usb 9, or film PATH"
NO_CAMERA = "none"
"""Instead of a camera's name: no camera, pawns are moved on the screen."""
OF_THE_ROOM = (*PREFERENCES, "night", "names", "pawns", "wiring")
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
    def voices(self) -> Path:
        """The folder for voices of piper."""
        return self.state / "voices"

    @property
    def lock(self) -> Path:
        """Held by the program that writes there."""
        return self.state / "lock"


APPLIANCE = DataFolders(Path("/etc/toc-pi"), Path("/var/lib/toc-pi"))
"""Where the service keeps them (systemd/toc-pi.service)."""


def find_places(environment: Mapping[str, str], home: Path) -> DataFolders:
    """The folders of this user or service.

    `TOC_PI_HOME` moves both below one folder; systemd passes a service its folders.

    Args:
        environment: of the process.
        home: the user's home folder.
    """
    if moved := environment.get("TOC_PI_HOME"):
        return DataFolders(Path(moved) / "config", Path(moved) / "state")

    def place(service: str, xdg: str, usual: str) -> Path:
        if folders := environment.get(service):
            return Path(folders.split(":")[0])
        return Path(environment.get(xdg) or home / usual) / NAME

    return DataFolders(
        place("CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", ".config"),
        place("STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state"),
    )


def places_to_look(
    own: DataFolders, environment: Mapping[str, str], *, is_root: bool, appliance: DataFolders = APPLIANCE
) -> DataFolders:
    """The folders to read games and settings from: with `sudo` the appliance's, if root has none.

    Args:
        own: the folders of this user.
        environment: of the process; folders named there are used.
        is_root: whether this user may read the appliance's.
        appliance: its folders.
    """
    variables = (
        "TOC_PI_HOME",
        "STATE_DIRECTORY",
        "CONFIGURATION_DIRECTORY",
        "XDG_STATE_HOME",
        "XDG_CONFIG_HOME",
    )
    if not is_root or any(environment.get(name) for name in variables):
        return own
    used, others = (
        any(not is_missing(path) for path in (each.settings, each.games)) for each in (own, appliance)
    )
    return appliance if others and not used else own


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Preferences):
    """The settings of an evening.

    Attributes:
        table: board, pawns, rules, seats.
        night: whether the screen begins with dark colours.
        wiring: a lamp for each seat (`lamps`), or one RGB lamp and a buzzer (`rgb`).
    """

    table: TableSettings
    night: bool = False
    wiring: Wiring = "lamps"


def load_settings(path: Path) -> Settings:
    """Read and check the settings of an evening.

    Raises:
        BadInput: the file is missing or invalid; the message lists every fault.
    """
    if is_missing(path):
        make = "" if kind_of(path.parent) == "folder" else f"mkdir -p {shlex.quote(str(path.parent))} && "
        write = f"{make}toc-pi config --example > {shlex.quote(str(path))}"
        raise BadInput(said("{path}: no settings yet; begin with: {command}", path=path, command=write))
    return read_settings(read_toml(path), path)


def read_settings(settings: Mapping[str, Any], path: Path) -> Settings:
    """Check settings.

    Args:
        settings: the settings.
        path: their file, for messages; a board file may be beside it.

    Raises:
        BadInput: they are invalid; the message lists every fault.
    """
    reader = SettingsReader(path, settings)
    chosen = read_preferences(reader)
    if not is_usable_camera(chosen.camera):
        reader.fault("camera", chosen.camera, said("{words}, or none", words=CAMERAS))
    night, wiring = reader.flag("night", False), reader.choice("wiring", WIRINGS, "lamps")
    reader.only({*KEYS, *_OF_A_CLIP, *OF_THE_ROOM})
    return Settings(**chosen.chosen(), table=reader.table(), night=night, wiring=wiring)


def is_usable_camera(name: str) -> bool:
    """Whether settings may name this camera: any, or none."""
    return is_camera(name) or name == NO_CAMERA


def is_camera(name: str) -> bool:
    """Whether a name is a valid camera, in settings and on the command line."""
    return _CAMERA.fullmatch(name) is not None


def example_settings(language: str = "en") -> str:
    """Example settings, explained line by line in a language."""
    return (files("toc_pi.store") / f"example.{language}.toml").read_text(encoding="utf-8")
