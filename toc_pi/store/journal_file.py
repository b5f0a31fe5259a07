"""The journal's file: an SQLite database that is made, checked, written to as a whole, or put aside."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from toc_pi.errors import DamagedStore

APPLICATION = 0x546F6350  # "TocP", written into the file's head
VERSION = 1
BUSY_MS = 5000

_TABLES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    settings TEXT NOT NULL,
    ended TEXT,
    winners TEXT
);
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    t REAL NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('event', 'effect')),
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE turns (
    game INTEGER NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE states (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    number INTEGER NOT NULL,
    body TEXT NOT NULL
);
"""

Row = tuple[str, tuple[object, ...]]
"""A statement and its values."""


def set_aside(path: Path) -> Path:
    """Put a damaged journal aside with what belongs to it, and say where."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for ending in ("-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    path.rename(aside)
    return aside


def open_file(path: Path) -> sqlite3.Connection:
    """A connection to a journal that is whole.

    Raises:
        DamagedStore: what lay there is no journal or is torn; it was put aside, and opening again works.
        sqlite3.OperationalError: the file can't be made or opened.
    """
    try:
        return _connect(path)
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, _ForeignFile) as error:
        try:
            aside = set_aside(path)
        except OSError as fault:
            raise DamagedStore(f"{path}: {error}; it can't be put aside ({fault})") from fault
        raise DamagedStore(f"{path}: {error}; it was put aside as {aside.name}") from error


class _ForeignFile(Exception):
    """A file that is a database, but no journal of this program."""


def _connect(path: Path) -> sqlite3.Connection:
    is_new = not path.exists() or path.stat().st_size == 0
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        if not is_new:
            _check(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            _make(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection) -> None:
    """Refuse what isn't a whole journal."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == 0 and not tables:
        return  # power was cut before the tables were made
    if application != APPLICATION:
        raise _ForeignFile("it is no journal of toc-pi")
    if version > VERSION:
        raise _ForeignFile(f"it is from a newer toc-pi (version {version}; this one knows {VERSION})")
    if not {"games", "entries", "turns", "states"} <= tables:
        raise _ForeignFile(f"tables are missing; it has {', '.join(sorted(tables)) or 'none'}")
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise _ForeignFile(f"it is torn: {' '.join(found.split())}")


def _make(connection: sqlite3.Connection) -> None:
    """Make the tables, all or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _TABLES.split(";"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def write_rows(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Write rows together; on an error none of them."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement, values in rows:
            connection.execute(statement, values)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn a fault of the file into an error of ours."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise DamagedStore(f"{path}: {error}") from error


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a journal for reading, also on a disk that can't be written."""
    where = f"{path.absolute().as_uri()}?mode=ro"
    if not path.with_name(path.name + "-wal").exists() and not os.access(path.parent, os.W_OK):
        where += "&immutable=1"  # nobody writes: without that, SQLite wants to make its files beside it
    connection = sqlite3.connect(where, uri=True, isolation_level=None)
    try:
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise sqlite3.DatabaseError("it is no journal of toc-pi")
    except BaseException:
        connection.close()
        raise
    return connection


def is_full(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorname", "") in ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR")
