"""The data folders, and a session's settings: preferences, table, camera.

Settings made on the screen are written where the program may write. A service may not write to /etc: then
they are in its state folder, and override the file in /etc.
"""

import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from calibration.files.disk import is_missing, kind_of
from toc_pi.documents import read_toml, toml, toml_key
from toc_pi.errors import BadInput
from toc_pi.languages import explained
from toc_pi.store.folder import raise_if_closed, write_over
from toc_pi.store.reading import KeyReader
from toc_pi.store.table_config import CLIP_KEYS, PAWNS, RETIRED_KEYS, SETTINGS, TableConfig, read_table

NAME = "toc-pi"


@dataclass(frozen=True, slots=True)
class DataFolders:
    """The program's two data folders (CONTRACT, Files it keeps).

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
        """The model of the family's own pack of cards."""
        return self.state / "pack.json"

    @property
    def voices(self) -> Path:
        """The folder for voices of piper."""
        return self.state / "voices"

    @property
    def lock(self) -> Path:
        """Held by the program that writes to the folder."""
        return self.state / "lock"


APPLIANCE = DataFolders(Path("/etc/toc-pi"), Path("/var/lib/toc-pi"))
"""The service's folders (systemd/toc-pi.service)."""


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

    This user's `own` folders are used if the environment names any.
    """
    variables = {*("TOC_PI_HOME", "STATE_DIRECTORY", "CONFIGURATION_DIRECTORY"), *_XDG}
    if not is_root or any(environment.get(name) for name in variables):
        return own
    used, others = (
        any(not is_missing(path) for path in (each.settings, each.games)) for each in (own, appliance)
    )
    return appliance if others and not used else own


def load_settings(path: Path) -> TableConfig:
    """Read and check a session's settings.

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


def usable_settings(path: Path) -> TableConfig | None:
    """A session's settings; None if there are none that can be used."""
    try:
        return load_settings(path)
    except BadInput:
        return None


def read_settings(settings: Mapping[str, Any], path: Path) -> TableConfig:
    """Check settings; a board file may be beside their own file, which messages name.

    Raises:
        BadInput: they are invalid; the message lists every fault.
    """
    at = KeyReader(path)
    at.only(settings, SETTINGS, (*CLIP_KEYS, *RETIRED_KEYS))
    pawns = settings.get("pawns")
    at.below("pawns").only(pawns if isinstance(pawns, dict) else (), PAWNS)
    return read_table(at, settings, SETTINGS)


def example_settings(language: str = "en") -> str:
    """Example settings, explained line by line in a language."""
    text = (files("toc_pi.store") / "example.toml").read_text(encoding="utf-8")
    return explained(text.replace('language = "en"', f'language = "{language}"'), language)


SET_UP_FOLDER = "set-up"
HEAD = "# Settings of toc-pi, as they were set up on its screen.\n"


def set_up_places(places: DataFolders) -> DataFolders:
    """The folders with the settings in force: those made on the screen, else the defaults."""
    own = replace(places, config=places.state / SET_UP_FOLDER)
    return own if kind_of(own.settings) == "file" else places


def settings_text(settings: Mapping[str, Any]) -> str:
    """The text of a settings file."""
    return HEAD + "".join(f"{toml_key(key)} = {toml(value)}\n" for key, value in settings.items())


def write_settings(places: DataFolders, settings: Mapping[str, Any]) -> DataFolders:
    """Write settings atomically; returns the folders they were written to.

    Raises:
        BadInput: they are invalid; nothing was written.
        OSError: no folder is writable.
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
