"""A table in a hall: its settings `[hall]` (none by default), its slip, and the files that it shares.

Through those the game and its publisher communicate without blocking.
"""

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from calibration.files.disk import Unreadable, read_plain
from toc_pi.documents import read_json
from toc_pi.errors import BadInput
from toc_pi.store.causes import cause_of
from toc_pi.store.folder import is_held, is_shared, write_over
from toc_pi.store.reading import FLAG, KeyReader, Kind, kind, table

KEY = "hall"
PASSWORD_FILE = "hall-password"
"""In a file beside the settings: settings are copied into the journal, a password isn't."""

PASSWORD_BYTES = 1000  # more than any broker allows


def _matching(pattern: str, allowed: str) -> Kind[str]:
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


MARK = "TOC-PI"


@dataclass(frozen=True, slots=True)
class Slip:
    """Access data that is typed at a table, or scanned.

    Attributes:
        broker: `mqtts://host`, or `mqtt://host` without encryption.
        hall, table, password: as in the settings.
        certificate: fingerprint of the broker's certificate; "" for a known authority.
    """

    broker: str
    hall: str
    table: str
    password: str
    certificate: str = ""

    @property
    def line(self) -> str:
        """The data as one line; capitals make a QR code smaller."""
        parts = (MARK, self.broker, self.hall, self.table, self.password, self.certificate)
        return " ".join(filter(None, parts)).upper()


def read_slip(line: str) -> Slip | None:
    """Parse a slip's line; None for any other text."""
    mark, *parts = line.split(" ")
    if mark != MARK or not 4 <= len(parts) <= 5:
        return None
    return Slip(*(part.lower() for part in parts))


LOCK = "publish.lock"  # held by the publisher
OUTBOX = "hall-outbox.json"  # the publisher's delivery cursor
_CALL, _NEWS = "hall-call", "hall-news.json"
Connection = Literal["here", "alone", "gone"]
"""Broker and hall are connected, only the broker, or neither."""


@dataclass(frozen=True, slots=True)
class SeatedTeam:
    """A team at the table: its name, its players, and its seats."""

    name: str
    players: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HallNews:
    """What a publisher knows of its hall.

    Attributes:
        connection: to the hall.
        why: reason for a missing connection.
        round: the number of the hall's newest round; 0 before the first.
        teams: of the match at this table; empty if none is assigned.
    """

    connection: Connection = "gone"
    why: str = ""
    round: int = 0
    teams: tuple[SeatedTeam, ...] = ()


def seated_teams(found: Any) -> tuple[SeatedTeam, ...]:
    """The teams of a seating, as the hall writes it."""
    return tuple(
        SeatedTeam(str(team["name"]), tuple(map(str, team["players"])), tuple(map(str, team["seats"])))
        for team in found
    )


PUBLISHED = "TOC_PI_PUBLISHED"
"""Environment variable for the publisher's folder, if it runs as another user than the game."""


def published_in(state: Path) -> Path:
    """The publisher's folder: the state folder, unless the environment names another."""
    return Path(os.environ.get(PUBLISHED) or state)


class HallFiles:
    """These files: the game's in the state folder, the publisher's in its own folder."""

    def __init__(self, state: Path) -> None:
        self._published = published_in(state)
        self._call = state / _CALL

    @property
    def calls(self) -> bool:
        """Whether the players call the arbiter."""
        return self._call.exists()

    def call(self, wanted: bool) -> None:
        """Make or withdraw the call for the arbiter.

        Raises:
            OSError: the disk fails.
        """
        if wanted:
            write_over(self._call, b"")
        else:
            self._call.unlink(missing_ok=True)

    def leave(self) -> None:
        """Forget the hall: what happens until another one is joined isn't sent later.

        Raises:
            OSError: the disk fails.
        """
        for path in (self._call, self._published / OUTBOX, self._published / _NEWS):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                if cause_of(error) != "denied":  # else it belongs to the other user, who deletes it
                    raise

    @property
    def news(self) -> HallNews | None:
        """The publisher's last news; None if none runs, or nothing was written."""
        if not is_held(self._published / LOCK):
            return None
        try:
            found = read_json(self._published / _NEWS)
            connection = next(one for one in get_args(Connection) if one == found["connection"])
            return HallNews(connection, str(found["why"]), int(found["round"]), seated_teams(found["teams"]))
        except (BadInput, OSError, KeyError, TypeError, ValueError, StopIteration):
            return None

    def tell(self, news: HallNews) -> None:
        """Write the publisher's news; disk errors are reported elsewhere."""
        with suppress(OSError):
            write_over(self._published / _NEWS, json.dumps(asdict(news), ensure_ascii=False).encode())
