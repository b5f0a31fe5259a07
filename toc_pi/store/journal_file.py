"""The journal's file: an SQLite database, created, checked, written in transactions, or put aside.

It isn't checked completely when opened: years of games would take too long. The schema, every statement and
the last game are checked; damage in other pages is found when they are read.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from toc_pi.errors import DamagedStore
from toc_pi.messages import joined, on_one_line, said
from toc_pi.store.aside import DAMAGED, copy_aside, is_odd, put_aside
from toc_pi.store.torn import commits_of, is_torn

APPLICATION = 0x546F6350  # "TocP", written into the file's head
VERSION = 3  # of the tables
BUSY_MS = 5000  # how long SQLite waits for another process that has locked the file
BESIDE = ("-wal", "-shm", "-journal", "-tail")
"""Suffixes of the files that belong to a journal."""

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

_SECOND = """
ALTER TABLE games ADD COLUMN turns INTEGER;
CREATE TABLE archive (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    sights INTEGER NOT NULL,
    body BLOB NOT NULL
);
CREATE INDEX archive_sights ON archive (game) WHERE sights = 1;
CREATE TABLE marks (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
"""
"""Added by version 2: packed games, and a mark of how far the tail has been moved into the database.

Version 3 has the same tables; turns and states are records (see `records`) of the form stored with each game.
"""

# What writes each kind of row.
STATEMENTS: Mapping[str, str] = {
    "game": "INSERT INTO games (id, started, settings) VALUES (?, ?, ?)",
    "entry": "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
    "fewer turns": "DELETE FROM turns WHERE game = ? AND n > ?",
    "turn": "INSERT OR REPLACE INTO turns VALUES (?, ?, ?)",
    "state": "INSERT OR REPLACE INTO states VALUES (?, ?, ?)",
    "end": "UPDATE games SET ended = ?, winners = ? WHERE id = ?",
    "mark": "INSERT OR REPLACE INTO marks VALUES (?, ?)",
    "drop": "DELETE FROM entries WHERE game = ? AND number > ?",
}

Row = tuple[str, tuple[object, ...]]
"""The name of a statement and its values."""


def open_file(path: Path) -> sqlite3.Connection:
    """A connection to a journal that can be written.

    Raises:
        DamagedStore: the file is no journal or is damaged; it was put aside, and opening again works.
        Unwritable: nothing can be written there.
    """
    for ending in (*BESIDE, ".reserve"):
        each = path.with_name(path.name + ending)
        if is_odd(each):
            try:
                aside = put_aside(each)
            except OSError as error:
                raise Unwritable(
                    said("{name} isn't a file ({why})", name=each.name, why=error.strerror)
                ) from error
            raise DamagedStore(
                said("{each}: it isn't a file; it was put aside as {name}", each=each, name=aside.name)
            )
    try:
        return _connect(path)
    except DamagedStore:
        raise
    except Exception as error:
        if _is_the_disk(error, path):
            raise Unwritable(f"{getattr(error, 'strerror', None) or error}") from error
        kind = f"version-{error.version}" if isinstance(error, _NewerFile) else DAMAGED
        raise DamagedStore(
            said("{path}: {why}", path=path, why=joined((error_line(error), moved_away(path, kind))))
        ) from error


def moved_away(path: Path, kind: str = DAMAGED) -> str:
    """Put a journal and its files aside; returns a message.

    Args:
        path: the journal.
        kind: a word for the new name.

    Raises:
        Unwritable: it can't be put aside.
    """
    try:
        return said("it was put aside as {aside}", aside=put_aside(path, BESIDE, kind).name)
    except OSError as error:
        raise Unwritable(
            said("it is damaged and can't be put aside ({fault})", fault=error.strerror)
        ) from error


class Unwritable(Exception):
    """The disk or folder isn't writable."""


class _ForeignFile(Exception):
    """The file is a database, but no journal of this program."""


class _NewerFile(Exception):
    """The journal is from a later version of this program.

    Args:
        version: of the journal.
    """

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(
            said(
                "it is from a newer toc-pi (version {version}; this one knows {known})",
                version=version,
                known=VERSION,
            )
        )


def _is_the_disk(error: Exception, path: Path) -> bool:
    """Whether an error is caused by the disk or another process, not by the file."""
    if not os.access(path.parent, os.W_OK | os.X_OK):
        return True
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_FULL", "SQLITE_BUSY", "SQLITE_LOCKED")) or is_full(error):
        return True
    return not os.path.lexists(path)


def error_line(error: Exception) -> str:
    """An error on one line."""
    return on_one_line(str(error)) or type(error).__name__


def _connect(path: Path) -> sqlite3.Connection:
    if is_odd(path):
        raise _ForeignFile("it isn't a file")
    wal = path.with_name(path.name + "-wal")
    commits = commits_of(wal)
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA cell_size_check = ON")
        version = _version(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        if commits and is_torn(commits, connection.execute("PRAGMA wal_checkpoint").fetchone()[1]):
            aside = copy_aside(wal)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.close()
            raise DamagedStore(
                said("{wal}: it is incomplete; it was put aside as {name}", wal=wal, name=aside.name)
            )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if version < VERSION:
            _make(connection, version)
        _try(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _version(connection: sqlite3.Connection) -> int:
    """The version of a journal; 0 for a file that is still empty."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == 0 and not tables:
        return 0  # new, or power failed before the tables were made
    if application != APPLICATION:
        raise _ForeignFile("it isn't a toc-pi journal")
    if version > VERSION:
        raise _NewerFile(version)
    if version < 1:
        raise _ForeignFile(said("it has the version {version}, which there never was", version=version))
    if not {"games", "entries", "turns", "states"} <= tables:
        raise _ForeignFile(
            said("tables are missing; it has {detail}", detail=", ".join(sorted(tables)) or "none")
        )
    return version


def _make(connection: sqlite3.Connection, version: int) -> None:
    """Create the tables that a version lacks, all or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        tables = (_TABLES if version < 1 else "") + (_SECOND if version < 2 else "")
        for statement in tables.split(";"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _try(connection: sqlite3.Connection) -> None:
    """Prepare every statement, read the newest row of each table, and count the turns of the newest games."""
    for statement in STATEMENTS.values():
        connection.execute(f"EXPLAIN {statement}", (None,) * statement.count("?")).fetchall()
    for table, key in (("games", "id"), ("states", "game"), ("turns", "game")):
        connection.execute(f"SELECT * FROM {table} ORDER BY {key} DESC LIMIT 1").fetchall()
    newest = "(SELECT max(id) FROM games)"
    connection.execute(f"SELECT count(*) FROM turns WHERE game >= {newest} - 1").fetchall()
    connection.execute("SELECT game, number FROM entries ORDER BY game DESC, number DESC LIMIT 1").fetchall()
    connection.execute("SELECT game, sights FROM archive ORDER BY game DESC LIMIT 1").fetchall()
    connection.execute("SELECT game FROM archive WHERE sights = 1 ORDER BY game LIMIT 1").fetchall()
    marks = dict(connection.execute("SELECT name, value FROM marks"))
    if not isinstance(marks.get("tail", 0), int):
        raise _ForeignFile("its marks are damaged")


def write_rows(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Write rows in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for name, values in rows:
            connection.execute(STATEMENTS[name], values)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


@contextmanager
def reading(path: Path, done: str = "") -> Iterator[None]:
    """Convert any error caused by a damaged file into `DamagedStore`.

    Args:
        path: the file.
        done: what was done with it, for the message.
    """
    try:
        yield
    except DamagedStore:
        raise
    except Exception as error:
        raise DamagedStore(
            said("{path}: {why}", path=path, why=joined(filter(None, (error_line(error), done))))
        ) from error


@contextmanager
def opened_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a journal read-only, also on a read-only disk; nothing is created or repaired.

    Raises:
        sqlite3.Error, OSError: it can't be read, or is no journal.
    """
    for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        if is_odd(each):
            raise OSError(f"{each.name} is no file")
    with tempfile.TemporaryDirectory(prefix="toc-pi-") as scratch:
        connection = _open_to_read(path, Path(scratch))
        try:
            yield connection
        finally:
            connection.close()


def _open_to_read(path: Path, scratch: Path) -> sqlite3.Connection:
    wal = path.with_name(path.name + "-wal")
    where = f"{path.absolute().as_uri()}?mode=ro"
    if not wal.exists() and not os.access(path.parent, os.W_OK):
        where += "&immutable=1"  # otherwise SQLite tries to create files beside it
    try:
        return _checked(where)
    except sqlite3.OperationalError:
        if not wal.exists() or os.access(path.parent, os.W_OK):
            raise
    # SQLite can't read the write-ahead log without creating another file beside it: read a copy.
    for file in (path, wal):
        shutil.copyfile(file, scratch / file.name)
    return _checked((scratch / path.name).as_uri())


def _checked(where: str) -> sqlite3.Connection:
    connection = sqlite3.connect(where, uri=True, isolation_level=None)
    # A damaged character affects one game; the others are still listed.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise sqlite3.DatabaseError("it isn't a toc-pi journal")
        if (version := version_of(connection)) > VERSION:
            raise _NewerFile(version)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def version_of(connection: sqlite3.Connection) -> int:
    """The version of an open journal."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_full(error: Exception) -> bool:
    """Whether an error means that the disk is full."""
    names = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR")
    return getattr(error, "sqlite_errorname", "") in names


def open_in_memory() -> sqlite3.Connection:
    """A journal in memory, for when the disk can't be written."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _make(connection, 0)
    return connection


def copy_newest_game(path: Path, into: sqlite3.Connection) -> None:
    """Copy the newest game of a read-only journal.

    Raises:
        Exception: it can't be read, whatever the reason; nothing was copied.
    """
    columns = {"games": "id, started, settings, ended, winners", "entries": "*", "turns": "*", "states": "*"}
    taken = {}
    with opened_to_read(path) as connection:
        newest = connection.execute("SELECT max(id) FROM games").fetchone()[0]
        for table, names in columns.items():
            key = "id" if table == "games" else "game"
            query = f"SELECT {names} FROM {table} WHERE {key} = ?"
            taken[table] = connection.execute(query, (newest,)).fetchall()
        if version_of(connection) > 1:
            taken["marks"] = connection.execute("SELECT name, value FROM marks").fetchall()
    into.execute("BEGIN")
    try:
        for table, rows in taken.items():
            names = f"({columns['games']})" if table == "games" else ""
            for row in rows:
                places = ", ".join("?" * len(row))
                into.execute(f"INSERT OR REPLACE INTO {table} {names} VALUES ({places})", row)
        into.execute("COMMIT")
    except BaseException:
        into.execute("ROLLBACK")
        raise
