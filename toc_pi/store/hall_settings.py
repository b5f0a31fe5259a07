"""The table `[hall]` of the settings: the hall to which a table sends its game; none by default."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.files.disk import Unreadable, read_plain
from toc_pi.errors import BadInput
from toc_pi.store.folder import is_shared, write_over
from toc_pi.store.reading import FLAG, KeyReader, Kind, kind, table

KEY = "hall"
PASSWORD_FILE = "hall-password"
"""In a file beside the settings: settings are copied into the journal, a password isn't."""

PASSWORD_BYTES = 1000  # more than any broker allows


def _matching(pattern: str, allowed: str) -> Kind[str]:
    """A text matching a pattern."""
    form = re.compile(pattern)
    return kind(allowed, lambda value: isinstance(value, str) and bool(form.fullmatch(value)), str)


_NAME = _matching("[a-z0-9][a-z0-9-]{0,31}", "a-z, 0-9, -")
_KINDS: Mapping[str, tuple[Kind[Any], Any]] = {
    "broker": (
        _matching(
            r"mqtts?://[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|mqtts?://\[[0-9a-f:]{2,39}\](:[0-9]{1,5})?",
            "mqtts://HOST, mqtt://HOST",
        ),
        "",
    ),
    "table": (_NAME, ""),
    "hall": (_NAME, "hall"),
    "names": (FLAG, False),
    "authority": (_matching(r"[^\x00]*", "PATH"), ""),
    "certificate": (_matching("(([a-z]{4}-){3}[a-z]{4})?", "abcd-efgh-jkmn-pqrs"), ""),
    "home_assistant": (FLAG, False),
}
"""The kind and default of each key's value; the first two are required."""


@dataclass(frozen=True, slots=True)
class HallSettings:
    """A table's access to a hall.

    Attributes:
        broker: `mqtts://host`, or `mqtt://host` without encryption; with a port if it isn't the usual one.
        hall, table: their names.
        names: whether players' names may be sent.
        authority: file of the broker's certificate authority; None for the system's.
        certificate: fingerprint of the only certificate to trust; "" to trust authorities.
        home_assistant: whether Home Assistant may find the table.
    """

    broker: str
    table: str
    hall: str = "hall"
    names: bool = False
    authority: Path | None = None
    certificate: str = ""
    home_assistant: bool = False

    @property
    def place(self) -> str:
        """The hall and the table's name in it, independent of the broker's address."""
        return f"{self.hall} {self.table}"


def hall_kind(value: Any, at: KeyReader) -> HallSettings:
    """The hall of some settings."""
    content = table("a table")(value, at)
    at.only(content, _KINDS)
    found = {key: at.read(key, kind, content.get(key, usual), usual) for key, (kind, usual) in _KINDS.items()}
    authority = at.path.parent / found["authority"] if found["authority"] else None
    return HallSettings(**found | {"authority": authority})


def read_hall(settings: Mapping[str, Any], path: Path) -> HallSettings | None:
    """The hall of some settings, read from a path; None if they name none.

    Raises:
        BadInput: it is invalid; the message lists every fault.
    """
    at = KeyReader(path)
    found: HallSettings | None = at.read(KEY, hall_kind, settings.get(KEY), None)
    at.finish()
    return found


def load_password(*folders: Path) -> str:
    """The table's password at the broker, from the first of some folders that has one.

    Raises:
        BadInput: it is missing, or others may read it.
    """
    path = next((path for folder in folders if (path := folder / PASSWORD_FILE).exists()), None)
    path = path or folders[0] / PASSWORD_FILE
    try:
        stat = path.stat()
        text = read_plain(path, PASSWORD_BYTES).decode("ascii").strip()
    except (OSError, ValueError, Unreadable) as error:
        raise BadInput("{path}: can't be read; toc-pi hall add-table makes a password", path=path) from error
    # What systemd's LoadCredential gives is root's; the service's right to read shows as that of a group.
    by_group = is_shared(path.parent) or stat.st_uid != os.geteuid()
    if stat.st_mode & (0o037 if by_group else 0o077):
        raise BadInput("{path}: others may read it (chmod 600 {path})", path=path)
    return text


def write_password(folder: Path, password: str) -> None:
    """Write the password file, readable only by its owner, or the group of a shared folder.

    Raises:
        OSError: it can't be written.
    """
    write_over(folder / PASSWORD_FILE, password.encode())
