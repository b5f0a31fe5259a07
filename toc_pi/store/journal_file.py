"""The journal's file: an SQLite database, created, checked, written in transactions, or quarantined.

It isn't checked completely when opened: years of games would take too long. The schema and the last game are
checked; damage in other pages is found when they are read.
"""

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from calibration.files.disk import is_missing
from toc_pi.errors import DamagedStore
from toc_pi.messages import joined, on_one_line, said
from toc_pi.store.causes import is_damage, why_closed
from toc_pi.store.folder import DAMAGED, is_special_file, keep_private, open_private, quarantine
from toc_pi.store.journal_durability import (
    LOG,
    MARK,
    SET_IN_USE,
    JournalMark,
    Loss,
    MarkFile,
    Syncer,
    is_own_log,
    loss_if_database_missing,
    measure_loss,
    read_mark,
    salts_of,
)

APPLICATION = 0x546F6350  # "TocP", in the file's header
VERSION = 1  # of the tables and their content
BUSY_MS = 5000  # how long SQLite waits for another process's lock
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
"""Packed games are in `archive`; `marks` has the journal's random name and its number of transactions."""

# The statement for each kind of row.
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

SqlWrite = tuple[str, tuple[object, ...]]
"""The name of a statement and its values."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A journal open for writing.

    Attributes:
        connection: without fsync; the syncer's connection does that.
        loss: what it has lost since its last write; None for nothing.
        told: the same as a sentence, with quarantined files.
    """

    connection: sqlite3.Connection
    syncer: Syncer
    loss: Loss | None
    told: str | None


def open_file(path: Path) -> Opened:
    """Open or create a journal for writing; a WAL of another database is quarantined.

    Raises:
        DamagedStore: the file isn't a journal or is damaged; it was quarantined, and opening again works.
        Unwritable: a file can't be opened or written now; nothing is changed.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _opened(path)
    except (DamagedStore, Unwritable):
        raise
    except Exception as error:
        if not is_damage(error):
            raise Unwritable(why_closed(error, files_of(path))) from error
        aside = moved_away(path, error.kind if isinstance(error, _NotOurs) else DAMAGED)
        raise DamagedStore("{path}: {why}", path=path, why=joined((error_line(error), aside))) from error


def files_of(path: Path) -> tuple[Path, ...]:
    """A journal's file and those beside it, whether they exist or not."""
    return path, *(path.with_name(path.name + ending) for ending in BESIDE)


def _opened(path: Path) -> Opened:
    for each in (path, *(path.with_name(path.name + ending) for ending in (*BESIDE, ".reserve"))):
        if is_special_file(each):
            name = _put_aside(each)
            raise DamagedStore("{each}: it isn't a file; it was put aside as {name}", each=each, name=name)
    for each in files_of(path):
        keep_private(each)
    mark, told = read_mark(path), list[str]()
    gone_before = loss_if_database_missing(path) if is_missing(path) else None
    log, stray = (path.with_name(path.name + ending) for ending in (LOG, "-journal"))
    if log.exists() and not is_own_log(path, mark):
        told.append(said("the log was put aside as {name}", name=_put_aside(log)))
    if stray.exists():  # SQLite would roll it back into the database, whatever its origin
        _put_aside(stray)
    if is_missing(path):
        os.close(open_private(path, os.O_RDWR))
    with ExitStack() as stack:
        connection = stack.enter_context(closing(_connect(path)))
        loss = measure_loss(connection, mark) or gone_before
        syncing = stack.enter_context(
            closing(sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False))
        )
        syncing.execute("PRAGMA synchronous = NORMAL")
        syncing.execute("PRAGMA wal_autocheckpoint = 0")
        syncing.execute(SET_IN_USE, (1,))  # in the database itself, once the WAL is started
        if loss is not None and not loss.games and not loss.is_unsure:
            syncing.execute("UPDATE games SET lost = lost + ? WHERE id = ?", (loss.turns, loss.game))
        kept = dict(syncing.execute("SELECT name, value FROM marks"))
        new_mark = MarkFile(path, JournalMark(kept["journal"], salts_of(path), commits=kept["commits"]))
        syncer = Syncer(path, syncing, stack.enter_context(closing(new_mark)))
        syncer.begin_log()
        stack.pop_all()
    if loss is None:
        return Opened(connection, syncer, None, None)
    told.insert(0, said("{path}: {why}", path=path, why=loss.message()))
    return Opened(connection, syncer, loss, joined(told))


def _put_aside(path: Path, kind: str = DAMAGED) -> str:
    try:
        return quarantine(path, BESIDE, kind).name
    except OSError as error:
        why = said("it is damaged and can't be put aside ({fault})", fault=error.strerror)
        raise Unwritable(why) from error


def moved_away(path: Path, kind: str = DAMAGED) -> str:
    """Quarantine a journal and its files, with a word for the new name; returns a message.

    Raises:
        Unwritable: it can't be renamed.
    """
    return said("it was put aside as {aside}", aside=_put_aside(path, kind))


class Unwritable(Exception):
    """A file can't be opened or written now, but may be intact; the message says why."""


class _NotOurs(Exception):
    """The file isn't a readable journal; `kind` is a word for its new name."""

    kind = DAMAGED


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
        # Only the connection that starts and checkpoints the WAL waits for the disk (see `log.Syncer`).
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
        return 0  # new, or the power failed before the tables were created
    if application != APPLICATION or version < 1:
        raise _NotOurs("it isn't a journal of toc-pi")
    if version > VERSION:
        newer = "it is from a newer toc-pi (version {version}; this one knows {known})"
        error = _NotOurs(said(newer, version=version, known=VERSION))
        error.kind = f"version-{version}"
        raise error
    if not set(TABLES) <= tables:
        detail = ", ".join(sorted(tables)) or "none"
        raise _NotOurs(said("tables are missing; it has {detail}", detail=detail))
    return version


def _make(connection: sqlite3.Connection) -> None:
    """Create the tables atomically."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _try(connection: sqlite3.Connection) -> None:
    """Verify the schema, the newest row of each table, and the number of turns of the newest games."""
    with closing(sqlite3.connect(":memory:")) as new:
        new.executescript(_SCHEMA)
        if _schema_of(connection) != _schema_of(new):
            raise _NotOurs("its tables are damaged")
    for table, key in (("games", "id"), ("states", "game"), ("turns", "game")):
        connection.execute(f"SELECT * FROM {table} ORDER BY {key} DESC LIMIT 1").fetchall()
    newest = "(SELECT max(id) FROM games)"
    connection.execute(f"SELECT count(*) FROM turns WHERE game >= {newest} - 1").fetchall()
    connection.execute("SELECT game, number FROM entries ORDER BY game DESC, number DESC LIMIT 1").fetchall()
    connection.execute("SELECT game, sights FROM archive ORDER BY game DESC LIMIT 1").fetchall()
    connection.execute("SELECT game FROM archive WHERE sights = 1 ORDER BY game LIMIT 1").fetchall()
    marks = dict(connection.execute("SELECT name, value FROM marks"))
    if not (isinstance(marks.get("commits"), int) and isinstance(marks.get("journal"), str)):
        raise _NotOurs("its tables are damaged")


def _schema_of(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """The names and definitions of all tables and indexes."""
    return set(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def write_rows(connection: sqlite3.Connection, rows: Iterable[SqlWrite]) -> None:
    """Write rows in one transaction, and count it."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for name, values in rows:
            connection.execute(STATEMENTS[name], values)
        connection.execute("UPDATE marks SET value = value + 1 WHERE name = 'commits'")


def open_in_memory() -> sqlite3.Connection:
    """A journal in memory, if the disk can't be written."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _make(connection)
    return connection
