"""Incremental journal reader: entries after a place, read while another process plays.

Entries are fsynced before they are returned, so that nobody else knows more than the journal after a power
cut.
"""

import json
import os
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.files.disk import is_missing
from toc_pi.store.archive import entries_of, kept_of, unsealed
from toc_pi.store.folder import stamp_of
from toc_pi.store.games import opened_to_read, reading
from toc_pi.store.journal_file import files_of
from toc_pi.store.journal_mark import LOG

JournalPlace = tuple[int, int]
"""Game number and entry number; places are ordered."""

BEGINNING: JournalPlace = (0, 0)
_TOLD = ("Paused", "Resumed")
"""Events that are returned along with the effects."""


@dataclass(frozen=True, slots=True)
class Added:
    """One entry of a game: an effect of the referee, or a pause.

    Attributes:
        name: class name.
        body: stored content.
    """

    place: JournalPlace
    name: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AddedGame:
    """A game with its new entries.

    Attributes:
        started: when it began (ISO 8601).
        settings: of its table, as in the settings file; empty if unreadable.
        entries: in order.
    """

    number: int
    started: str
    settings: Mapping[str, Any]
    entries: tuple[Added, ...]


@dataclass(frozen=True, slots=True)
class Additions:
    """The journal's content after a place.

    Attributes:
        stream: the journal's random name; places refer to it.
        games: the place's game, if it exists, and later ones, in order.
    """

    stream: str
    games: tuple[AddedGame, ...]


def newest_place(path: Path) -> tuple[str, JournalPlace] | None:
    """A journal's name, and its end; None if there is no journal yet.

    Raises:
        DamagedStore: it can't be read.
    """
    if is_missing(path):
        return None
    with reading(path), opened_to_read(path) as (connection, _):
        newest = connection.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()[0]
        return _name_of(connection), (int(newest) + 1, 0)


def read_added(path: Path, after: JournalPlace, most_games: int = 1000) -> Additions | None:
    """The entries after a place, of at most `most_games` games; None if there is no journal yet.

    Raises:
        DamagedStore: it can't be read.
    """
    if is_missing(path):
        return None
    with reading(path), opened_to_read(path) as (connection, _):
        connection.execute("BEGIN")
        query = "SELECT id, started, settings FROM games WHERE id >= ? ORDER BY id LIMIT ?"
        rows = connection.execute(query, (after[0], most_games)).fetchall()
        games = tuple(
            AddedGame(number, str(started), _settings(text, started), _entries(connection, number, after))
            for number, started, text in rows
        )
        stream = _name_of(connection)
        connection.execute("COMMIT")
    if any(game.entries for game in games):
        _sync(path)
    return Additions(stream, games)


def change_stamp(path: Path) -> tuple[object, ...]:
    """Cheap change stamp of the journal's files."""
    return stamp_of(path, path.with_name(path.name + LOG))


def _name_of(connection: sqlite3.Connection) -> str:
    return str(connection.execute("SELECT value FROM marks WHERE name = 'journal'").fetchone()[0])


def _settings(text: str, started: str) -> Mapping[str, Any]:
    try:
        found = json.loads(json.loads(unsealed(text, started))["content"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}
    return found if isinstance(found, dict) else {}


def _entries(connection: sqlite3.Connection, game: int, after: JournalPlace) -> tuple[Added, ...]:
    first = after[1] if game == after[0] else 0
    rows = entries_of(connection, game, f"AND (kind = 'effect' OR name IN {_TOLD})", first)
    if not rows and connection.execute("SELECT 1 FROM archive WHERE game = ?", (game,)).fetchone():
        rows = kept_of(connection, game).entries
    return tuple(
        Added((game, number), name, json.loads(body))
        for number, _, kind, name, body in rows
        if number > first and (kind == "effect" or name in _TOLD)
    )


def _sync(path: Path) -> None:
    """Fsync what was read; the writer does so too, so there is hardly anything to do.

    Raises:
        OSError: the disk fails.
    """
    for each in files_of(path):
        with suppress(FileNotFoundError):
            file = os.open(each, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            try:
                os.fsync(file)
            finally:
                os.close(file)
