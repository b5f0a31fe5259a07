"""Small files through which a table's game and its publisher communicate without blocking."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from toc_pi.documents import read_json
from toc_pi.errors import BadInput
from toc_pi.store.causes import cause_of
from toc_pi.store.folder import is_held, write_over

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
