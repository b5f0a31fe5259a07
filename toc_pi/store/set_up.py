"""Settings made on the screen: written atomically to a place where the program may write.

A service may not write into /etc: then they are in its state folder, and override the file in /etc.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.files.disk import kind_of, write_whole
from toc_pi.documents import toml, toml_key
from toc_pi.store.quarantine import is_odd, quarantine
from toc_pi.store.settings import DataFolders, read_settings

FOLDER = "set-up"
HEAD = "# Settings of toc-pi, as they were set up on its screen.\n"


def set_up_places(places: DataFolders) -> DataFolders:
    """The folders with the settings in force: those made on the screen, else the usual ones."""
    own = replace(places, config=places.state / FOLDER)
    return own if kind_of(own.settings) == "file" else places


def settings_text(settings: Mapping[str, Any]) -> str:
    """The text of a settings file."""
    return HEAD + "".join(f"{toml_key(key)} = {toml(value)}\n" for key, value in settings.items())


def write_settings(places: DataFolders, settings: Mapping[str, Any]) -> DataFolders:
    """Write settings atomically.

    Args:
        places: the usual folders.
        settings: the settings.

    Returns:
        The folders they were written to.

    Raises:
        BadInput: they are invalid; nothing was written.
        OSError: they can't be written anywhere.
    """
    usual, own = places, replace(places, config=places.state / FOLDER)
    read_settings(settings, usual.settings)
    content = settings_text(settings).encode()
    try:
        _write(usual.settings, content)
    except OSError:
        _write(own.settings, content)
        return own
    with suppress(OSError):
        own.settings.unlink(missing_ok=True)
    return usual


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_odd(path):
        quarantine(path)
    write_whole(path, content)
