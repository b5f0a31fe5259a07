"""The table `[hall]` of the settings: the hall that a table tells what happens; none by default."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.files.disk import Unreadable, read_plain
from toc_pi.documents import shown
from toc_pi.errors import BadInput, Faults
from toc_pi.messages import joined
from toc_pi.store.folder import is_shared, write_over

KEY = "hall"
PASSWORD_FILE = "hall-password"
"""Beside the settings: settings are copied into the journal, and a password isn't."""

PASSWORD_BYTES = 1000  # more than any password that a broker takes

KEYS = ("broker", "hall", "table", "names", "authority", "certificate", "home_assistant")
_BROKER = re.compile(
    r"mqtts?://[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|mqtts?://\[[0-9a-f:]{2,39}\](:[0-9]{1,5})?"
)
_NAME = re.compile("[a-z0-9][a-z0-9-]{0,31}")
_FINGERPRINT = re.compile("(([a-z]{4}-){3}[a-z]{4})?")


@dataclass(frozen=True, slots=True)
class HallSettings:
    """A table's place in a hall.

    Attributes:
        broker: `mqtts://host`, or `mqtt://host` without encryption; with a port if it isn't the usual one.
        hall, table: their names.
        names: whether the people's names may be sent.
        authority: the file of the broker's own certificate authority; None for those of the system.
        certificate: the fingerprint of the broker's certificate, which alone is trusted; "" for authorities.
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
        """Which table of which hall it is, whatever the broker's address."""
        return f"{self.hall} {self.table}"


def read_hall(settings: Mapping[str, Any], path: Path) -> HallSettings | None:
    """The hall of some settings, read from a path; None if they name none.

    Raises:
        BadInput: it is invalid; the message lists every fault.
    """
    table = settings.get(KEY)
    if table is None:
        return None
    faults = Faults()
    if not isinstance(table, dict):
        raise BadInput("{path}: [hall] isn't a table", path=path)
    for key in table:
        if key not in KEYS:
            faults.fault("{key} isn't known; allowed: {names}", key=f"hall.{key}", names=" ".join(KEYS))

    def text(key: str, usual: str, pattern: re.Pattern[str], allowed: str) -> str:
        value = table.get(key, usual)
        if not isinstance(value, str) or not pattern.fullmatch(value):
            faults.fault(
                "{key} = {value}; allowed: {allowed}", key=f"hall.{key}", value=shown(value), allowed=allowed
            )
        return str(value)

    def flag(key: str) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            faults.fault("{key} = {value}; allowed: true or false", key=f"hall.{key}", value=shown(value))
        return value is True

    letters = "a-z, 0-9, -"
    broker = text("broker", "", _BROKER, "mqtts://HOST, mqtt://HOST")
    authority = text("authority", "", re.compile(r"[^\x00]*"), "PATH")
    found = HallSettings(
        broker,
        text("table", "", _NAME, letters),
        text("hall", "hall", _NAME, letters),
        flag("names"),
        path.parent / authority if authority else None,
        text("certificate", "", _FINGERPRINT, "abcd-efgh-jkmn-pqrs"),
        flag("home_assistant"),
    )
    if faults:
        raise BadInput("{path}: {why}", path=path, why=joined(faults))
    return found


def load_password(*folders: Path) -> str:
    """The table's password at the broker, from the first of some folders that has one.

    Raises:
        BadInput: it is missing, or others may read it.
    """
    path = next((path for folder in folders if (path := folder / PASSWORD_FILE).exists()), None)
    path = path or folders[0] / PASSWORD_FILE
    try:
        mode = path.stat().st_mode
        text = read_plain(path, PASSWORD_BYTES).decode("ascii").strip()
    except (OSError, ValueError, Unreadable) as error:
        raise BadInput("{path}: can't be read; toc-pi hall add-table makes a password", path=path) from error
    if mode & (0o037 if is_shared(path.parent) else 0o077):
        raise BadInput("{path}: others may read it (chmod 600 {path})", path=path)
    return text


def write_password(folder: Path, password: str) -> None:
    """Write a password into its file, which nobody else may read but the group of a shared folder.

    Raises:
        OSError: it can't be written.
    """
    write_over(folder / PASSWORD_FILE, password.encode())
