"""The journal's file: an SQLite database, created, checked, written in transactions, or quarantined.

It isn't checked completely when opened: years of games would take too long. The schema and the last game are
checked; damage in other pages is found when they are read.
"""

import os
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from calibration.files.disk import is_missing
from toc_pi.errors import DamagedStore
from toc_pi.messages import joined, on_one_line, said
from toc_pi.store.archive import pack_next
from toc_pi.store.causes import is_damage, why_closed
from toc_pi.store.folder import DAMAGED, is_special_file, keep_private, open_private, quarantine
from toc_pi.store.journal_mark import (
    IMMUTABLE,
    IN_USE,
    LOG,
    LOG_BEFORE,
    MARK,
    MAX_LOG_BYTES,
    THIS_LOG,
    JournalMark,
    Loss,
    MarkFile,
    extent_at,
    extent_of,
    is_own_log,
    loss_if_database_missing,
    measure_loss,
    read_mark,
)

APPLICATION = 0x546F6350  # "TocP", in the file's header
VERSION = 1  # of the tables and their content
BUSY_MS = 5000  # how long SQLite waits for another connection's lock
LOG_BYTES = 4_000_000
"""A longer WAL is restarted in a quiet moment."""
QUIET_S = 2.0
"""Time without writes that makes a quiet moment."""
# Shown to players while the journal can't be written.
NOT_YET = "{path}: {why}; the game goes on, what happens now is not kept yet"
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

# The statement for each kind of row; running some again in the same order changes nothing.
STATEMENTS: Mapping[str, str] = {
    "game": "INSERT OR IGNORE INTO games (id, started, settings) VALUES (?, ?, ?)",
    "entry": "INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?)",
    "fewer turns": "DELETE FROM turns WHERE game = ? AND n > ?",
    "turn": "INSERT OR REPLACE INTO turns VALUES (?, ?, ?)",
    "state": "INSERT OR REPLACE INTO states VALUES (?, ?, ?)",
    "end": "UPDATE games SET ended = ?, winners = ? WHERE id = ?",
    "mark": "INSERT OR REPLACE INTO marks VALUES (?, ?)",
    "drop": "DELETE FROM entries WHERE game = ? AND number > ?",
}

_SET_IN_USE = f"REPLACE INTO marks VALUES ('{IN_USE}', ?)"
_NAME_LOG = (
    f"REPLACE INTO marks VALUES ('{LOG_BEFORE}', (SELECT value FROM marks WHERE name = '{THIS_LOG}')),"
    f" ('{THIS_LOG}', lower(hex(randomblob(8))))"
)
# Checkpoints the rest of the WAL and truncates it, unless somebody is reading.
_EMPTY = "PRAGMA wal_checkpoint(TRUNCATE)"

SqlWrite = tuple[str, tuple[object, ...]]
"""The name of a statement and its values."""


class JournalFile:
    """A journal that is open for writing.

    A transaction survives `kill -9` at once: the kernel has the WAL. A background thread fsyncs the WAL, then
    the mark, packs earlier games, and restarts a long WAL.

    Attributes:
        connection: of the thread that plays; its transactions don't wait for the disk.
        loss: what the journal has lost since its last write; None for nothing.
        told: the same as a sentence, with quarantined files.
        trouble: why written data can't be fsynced; None if it can.
    """

    def __init__(self, path: Path, mark: JournalMark | None, loss: Loss | None) -> None:
        """Open a journal whose WAL is its own.

        Args:
            path: of the journal, which may be missing.
            mark: as it was found.
            loss: known before it was opened.

        Raises:
            _NotOurs, sqlite3.Error, OSError: it can't be opened, or is damaged.
        """
        self.told: str | None = None
        self.trouble: str | None = None
        self._path = path
        self._game = 0
        self._log_name = ""
        self._is_closing = False
        self._changed = threading.Condition()
        with ExitStack() as stack:
            self.connection = stack.enter_context(closing(_connect(path)))
            self.loss = measure_loss(self.connection, mark) or loss
            self._background = stack.enter_context(
                closing(sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False))
            )
            _keep_log(self._background)
            self._background.execute(_SET_IN_USE, (1,))  # in the database itself, once the WAL is restarted
            if self.loss is not None and not self.loss.games and not self.loss.is_unsure:
                lost = "UPDATE games SET lost = lost + ? WHERE id = ?"
                self._background.execute(lost, (self.loss.turns, self.loss.game))
            extent = extent_of(self._background)
            self._commits = self._synced = extent.commits
            self._mark = stack.enter_context(
                closing(MarkFile(path, JournalMark(extent.journal, extent.commits)))
            )
            self._log = os.open(path.with_name(path.name + LOG), os.O_RDWR | os.O_CLOEXEC)
            stack.callback(os.close, self._log)
            self.restart_log()
            self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
            self._thread.start()
            self._files = stack.pop_all()

    def write(self, rows: Iterable[SqlWrite], game: int, started: str, turns: int) -> None:
        """Write rows in one transaction. After an interrupt the same may be written again.

        Args:
            rows: in order.
            game: number of the current game; earlier ones are packed.
            started: when it began (ISO 8601).
            turns: number of its settled turns.

        Raises:
            sqlite3.Error: nothing is written.
        """
        found = self.connection.execute("SELECT value FROM marks WHERE name = 'commits'").fetchone()
        commits, known = found[0] + 1, self._mark.mark
        is_new = known.game != game
        self._mark.write(commits=commits, log=self._log_name, turns=known.turns if is_new else turns)
        with self.connection:
            self.connection.execute("BEGIN IMMEDIATE")
            for name, values in rows:
                self.connection.execute(STATEMENTS[name], values)
            self.connection.execute("UPDATE marks SET value = ? WHERE name = 'commits'", (commits,))
        if is_new:
            self._mark.write(game=game, started=started, turns=turns)
        with self._changed:
            self._commits, self._game = commits, game
            self._changed.notify_all()

    def flush(self) -> bool:
        """Wait until written data is fsynced; False if that fails."""
        with self._changed:
            self._changed.wait_for(lambda: self._synced == self._commits)
        return self.trouble is None

    def restart_log(self) -> None:
        """Checkpoint the WAL, and restart it unless somebody is reading or writing.

        The checkpoint itself holds up nobody. The header of the new WAL must be on the disk before its first
        pages, or a power cut mixes it with the previous one (sqlite.org/src/info/ff5be73dee): so the first
        write waits for the disk, and is made here.

        Raises:
            sqlite3.Error: it can't be done now; the journal is unchanged.
        """
        commits = self._commits
        self._background.execute("PRAGMA wal_checkpoint(PASSIVE)")
        if commits != self._commits:  # a game goes on
            return
        _, frames, put = self._background.execute(_EMPTY).fetchone()
        if 0 <= frames == put:
            self._background.execute(_NAME_LOG)
            self._log_name = extent_of(self._background).log

    def close(self) -> None:
        """Fsync and checkpoint everything, and close the files."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._thread.join()
        with suppress(sqlite3.Error):
            self._background.execute(_SET_IN_USE, (0,))
            self._background.execute(_EMPTY)
        self._files.close()

    def _run(self) -> None:
        wait_s: float | None = None
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closing or self._synced != self._commits, wait_s)
                commits, is_closing = self._commits, self._is_closing
            if commits != self._synced:
                self._sync(commits)
                wait_s = 0.0
            elif is_closing:
                return
            elif wait_s == 0.0:
                wait_s = 0.0 if self._pack() else QUIET_S
            else:
                wait_s = None
                if os.fstat(self._log).st_size > LOG_BYTES:
                    with suppress(sqlite3.Error):
                        self.restart_log()

    def _sync(self, commits: int) -> None:
        try:
            os.fsync(self._log)
            self._mark.sync()
            self.trouble = None
        except OSError as error:
            self.trouble = said(NOT_YET, path=self._path, why=error.strerror)
        with self._changed:
            self._synced = commits
            self._changed.notify_all()

    def _pack(self) -> bool:
        """Pack one earlier game; False if there is none, or it is unreadable."""
        try:
            return pack_next(self._background, self._game)
        except Exception:
            return False  # damage in an old game is reported when it is read


def open_file(path: Path) -> JournalFile:
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


def _opened(path: Path) -> JournalFile:
    for each in (*files_of(path), path.with_name(path.name + ".reserve")):
        if is_special_file(each):
            name = _put_aside(each)
            raise DamagedStore("{each}: it isn't a file; it was put aside as {name}", each=each, name=name)
    for each in files_of(path):
        keep_private(each)
    mark, told = read_mark(path), list[str]()
    gone_before = loss_if_database_missing(path) if is_missing(path) else None
    log, stray = (path.with_name(path.name + ending) for ending in (LOG, "-journal"))
    if stray.exists():  # SQLite would roll it back into the database, whatever its origin
        _put_aside(stray)
    if log.exists() and not _is_usable(log, path, mark):
        told.append(said("the log was put aside as {name}", name=_put_aside(log)))
    if is_missing(path):
        os.close(open_private(path, os.O_RDWR))
    file = JournalFile(path, mark, gone_before)
    if file.loss is not None:
        file.told = joined((said("{path}: {why}", path=path, why=file.loss.message()), *told))
    return file


def _is_usable(log: Path, path: Path, mark: JournalMark | None) -> bool:
    if is_missing(path) or log.stat().st_size > MAX_LOG_BYTES:
        return False
    return is_own_log(extent_at(path, IMMUTABLE), extent_at(path), mark)


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
        _keep_log(connection)
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _keep_log(connection: sqlite3.Connection) -> None:
    """Let a connection wait for the disk only when it checkpoints or restarts the WAL, which none does by
    itself.
    """
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")


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


_NEWEST = (
    "SELECT * FROM games ORDER BY id DESC LIMIT 1",
    "SELECT * FROM states ORDER BY game DESC LIMIT 1",
    "SELECT * FROM turns ORDER BY game DESC LIMIT 1",
    "SELECT count(*) FROM turns WHERE game >= (SELECT max(id) FROM games) - 1",
    "SELECT game, number FROM entries ORDER BY game DESC, number DESC LIMIT 1",
    "SELECT game, sights FROM archive ORDER BY game DESC LIMIT 1",
    "SELECT game FROM archive WHERE sights = 1 ORDER BY game LIMIT 1",
)


def _try(connection: sqlite3.Connection) -> None:
    """Verify the schema, the newest row of each table, and the number of turns of the newest games."""
    with closing(sqlite3.connect(":memory:")) as new:
        new.executescript(_SCHEMA)
        if _schema_of(connection) != _schema_of(new):
            raise _NotOurs("its tables are damaged")
    for query in _NEWEST:
        connection.execute(query).fetchall()
    marks = dict(connection.execute("SELECT name, value FROM marks"))
    if not (isinstance(marks.get("commits"), int) and isinstance(marks.get("journal"), str)):
        raise _NotOurs("its tables are damaged")


def _schema_of(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """The names and definitions of all tables and indexes."""
    return set(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def newest_game_of(connection: sqlite3.Connection) -> int:
    """The number of the newest game of an open journal; 0 for none."""
    return int(connection.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()[0])
