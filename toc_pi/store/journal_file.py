"""The journal's file: an SQLite database, created, checked, written in transactions, or put aside.

It isn't checked completely when opened: years of games would take too long. The schema and the last game
are checked; damage in other pages is found when they are read.
"""

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from toc_pi.errors import DamagedStore
from toc_pi.messages import joined, on_one_line, said
from toc_pi.store.mark import (
    LOG,
    MARK,
    JournalMark,
    Loss,
    MarkFile,
    is_own_log,
    measure_loss,
    read_mark,
    salts_of,
)
from toc_pi.store.quarantine import DAMAGED, is_odd, quarantine
from toc_pi.store.syncer import begin_log

APPLICATION = 0x546F6350  # "TocP", written into the file's head
VERSION = 1  # of the tables and of what is stored in them
BUSY_MS = 5000  # how long SQLite waits for another process that has locked the file
BESIDE = (LOG, "-shm", "-journal", MARK)
"""Suffixes of the files that belong to a journal."""

TABLES = ("games", "entries", "turns", "states", "archive", "marks")
_SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    settings TEXT NOT NULL,
    ended TEXT,
    winners TEXT,
    turns INTEGER,
    lost INTEGER NOT NULL DEFAULT 0
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
CREATE TABLE archive (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    sights INTEGER NOT NULL,
    body BLOB NOT NULL
);
CREATE INDEX archive_sights ON archive (game) WHERE sights = 1;
CREATE TABLE marks (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
INSERT INTO marks VALUES ('journal', lower(hex(randomblob(8)))), ('commits', 0)
"""
"""Packed games are in `archive`; `marks` holds the journal's random name and its number of transactions."""

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


@dataclass(frozen=True, slots=True)
class Opened:
    """A journal open for writing.

    Attributes:
        connection: that never waits for the disk.
        syncing: that does.
        mark: how far the journal has come.
        loss: what it has lost since it was last written; None for nothing.
        told: the same as a sentence, with what was put aside.
    """

    connection: sqlite3.Connection
    syncing: sqlite3.Connection
    mark: MarkFile
    loss: Loss | None
    told: str | None


def open_file(path: Path) -> Opened:
    """Open a journal to be written, or make one; a log that isn't its own is put aside.

    Raises:
        DamagedStore: the file is no journal or is damaged; it was put aside, and opening again works.
        Unwritable: nothing can be written there.
    """
    if is_odd(path):
        aside = moved_away(path)
        raise DamagedStore("{path}: it isn't a file; {aside}", path=path, aside=aside)
    for ending in (*BESIDE, ".reserve"):
        each = path.with_name(path.name + ending)
        if is_odd(each):
            aside = _quarantined(each)
            raise DamagedStore("{each}: it isn't a file; it was put aside as {name}", each=each, name=aside)
    log, told = path.with_name(path.name + LOG), list[str]()
    mark = read_mark(path)
    if log.exists() and not is_own_log(path, mark):
        told.append(said("the log was put aside as {name}", name=_quarantined(log)))
    # SQLite would roll it back into the database, whosever it is; with a log there is none.
    if (stray := path.with_name(f"{path.name}-journal")).exists():
        _quarantined(stray)
    try:
        connection = _connect(path)
        try:
            loss = measure_loss(connection, mark)
            if loss is not None:
                told.insert(0, said("{path}: {why}", path=path, why=loss.message()))
            return _begun(path, connection, loss, joined(told) if loss is not None else None)
        except BaseException:
            connection.close()
            raise
    except DamagedStore:
        raise
    except Exception as error:
        if _is_the_disk(error, path):
            raise Unwritable(f"{getattr(error, 'strerror', None) or error}") from error
        kind = f"version-{error.version}" if isinstance(error, _NewerFile) else DAMAGED
        raise DamagedStore(
            "{path}: {why}", path=path, why=joined((error_line(error), moved_away(path, kind)))
        ) from error


def _begun(path: Path, connection: sqlite3.Connection, loss: Loss | None, told: str | None) -> Opened:
    """Begin the log and the mark of an open journal; a game keeps how many turns it lost."""
    syncing = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        syncing.execute("PRAGMA synchronous = NORMAL")
        if loss is not None and not loss.games:
            syncing.execute("UPDATE games SET lost = lost + ? WHERE id = ?", (loss.turns, loss.game))
        kept = dict(syncing.execute("SELECT name, value FROM marks"))
        mark = MarkFile(path, JournalMark(kept["journal"], salts_of(path), commits=kept["commits"]))
        begin_log(path, syncing, mark)
    except BaseException:
        syncing.close()
        raise
    return Opened(connection, syncing, mark, loss, told)


def _quarantined(path: Path) -> str:
    try:
        return quarantine(path).name
    except OSError as error:
        raise Unwritable(said("{name} isn't usable ({why})", name=path.name, why=error.strerror)) from error


def moved_away(path: Path, kind: str = DAMAGED) -> str:
    """Put a journal and its files aside; returns a message.

    Args:
        path: the journal.
        kind: a word for the new name.

    Raises:
        Unwritable: it can't be put aside.
    """
    try:
        return said("it was put aside as {aside}", aside=quarantine(path, BESIDE, kind).name)
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
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA cell_size_check = ON")
        version = check_version(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        if version == 0:
            _make(connection)
        _try(connection)
        # Only the connection that begins the log and empties it waits for the disk (see `syncer`).
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def check_version(connection: sqlite3.Connection) -> int:
    """The version of a journal; 0 for a file that is still empty."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == 0 and not tables:
        return 0  # new, or power failed before the tables were made
    if application != APPLICATION or version < 1:
        raise _ForeignFile("it isn't a journal of toc-pi")
    if version > VERSION:
        raise _NewerFile(version)
    if not set(TABLES) <= tables:
        raise _ForeignFile(
            said("tables are missing; it has {detail}", detail=", ".join(sorted(tables)) or "none")
        )
    return version


def _make(connection: sqlite3.Connection) -> None:
    """Create the tables, all or none."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _try(connection: sqlite3.Connection) -> None:
    """Compare the schema, read the newest row of each table, and count the turns of the newest games."""
    with closing(sqlite3.connect(":memory:")) as new:
        new.executescript(_SCHEMA)
        if _schema_of(connection) != _schema_of(new):
            raise _ForeignFile(said("its tables are damaged"))
    for table, key in (("games", "id"), ("states", "game"), ("turns", "game")):
        connection.execute(f"SELECT * FROM {table} ORDER BY {key} DESC LIMIT 1").fetchall()
    newest = "(SELECT max(id) FROM games)"
    connection.execute(f"SELECT count(*) FROM turns WHERE game >= {newest} - 1").fetchall()
    connection.execute("SELECT game, number FROM entries ORDER BY game DESC, number DESC LIMIT 1").fetchall()
    connection.execute("SELECT game, sights FROM archive ORDER BY game DESC LIMIT 1").fetchall()
    connection.execute("SELECT game FROM archive WHERE sights = 1 ORDER BY game LIMIT 1").fetchall()
    marks = dict(connection.execute("SELECT name, value FROM marks"))
    if not (isinstance(marks.get("commits"), int) and isinstance(marks.get("journal"), str)):
        raise _ForeignFile(said("its tables are damaged"))


def _schema_of(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """The names and definitions of all tables and indexes."""
    return set(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def write_rows(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Write rows in one transaction, and count it."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for name, values in rows:
            connection.execute(STATEMENTS[name], values)
        connection.execute("UPDATE marks SET value = value + 1 WHERE name = 'commits'")


def is_full(error: Exception) -> bool:
    """Whether an error means that the disk is full."""
    names = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR")
    return getattr(error, "sqlite_errorname", "") in names


def is_damage(error: Exception) -> bool:
    """Whether an error means that the file is damaged (not that the disk is full or gone)."""
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CONSTRAINT", "SQLITE_ERROR")) or not (
        isinstance(error, sqlite3.OperationalError | OSError)
    )


def open_in_memory() -> sqlite3.Connection:
    """A journal in memory, for when the disk can't be written."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _make(connection)
    return connection
