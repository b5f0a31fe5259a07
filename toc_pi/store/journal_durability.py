"""Journal durability: SQLite's WAL, the thread that fsyncs it, and a mark file that detects losses.

SQLite drops unusable parts of its WAL, accepts the WAL of another database, and doesn't notice a missing one.
The mark, a small file, names the journal, its WAL, and the number of transactions. It is written before each
transaction, so that no transaction is uncounted at any moment; games and WALs are named once they exist.
"""

import json
import os
import sqlite3
import threading
import zlib
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from calibration.files.disk import is_missing
from toc_pi.errors import BadInput
from toc_pi.messages import Message, said
from toc_pi.store.archive import pack_next
from toc_pi.store.causes import is_damage
from toc_pi.store.folder import is_special_file, open_private
from toc_pi.store.records import from_json

MARK, LOG = "-mark", "-wal"
"""Suffixes of the mark file, and of SQLite's WAL."""

MAX_LOG_BYTES = 256_000_000
"""A larger WAL isn't read. One of an evening takes some megabytes."""
QUIET_S = 2.0
"""Time without writes after which maintenance starts."""
LOG_BYTES = 4_000_000
"""A longer WAL is checkpointed in a quiet moment."""
# Shown to players while the journal can't be written.
NOT_YET = "{path}: {why}; the game goes on, what happens now is not kept yet"

_WEEKDAYS = (
    *(said("Monday"), said("Tuesday"), said("Wednesday"), said("Thursday")),
    *(said("Friday"), said("Saturday"), said("Sunday")),
)
IN_USE = "in use"
"""A row in the journal: 1 while open, 0 after a clean close, when it is complete without its mark."""
_SIZE = 512  # size of the file, padded: one write
_SALTS = slice(16, 24)  # bytes of a WAL's header that are new with each WAL; sqlite.org/walformat.html
# Checkpoints and truncates the WAL, unless somebody is reading.
_EMPTY = "PRAGMA wal_checkpoint(TRUNCATE)"
SET_IN_USE = f"REPLACE INTO marks VALUES ('{IN_USE}', ?)"
# Written into the WAL anyway; an UPDATE to the same value isn't.
_CHANGE_NOTHING = "REPLACE INTO marks SELECT name, value FROM marks WHERE name = 'commits'"


@dataclass(frozen=True, slots=True)
class JournalMark:
    """The expected extent of a journal.

    Attributes:
        journal: its random name.
        salts: of its WAL, hexadecimal; "" while there is none.
        base: number of transactions in the database itself when that WAL was started.
        commits: number of transactions, including those in the WAL and the one being written.
        game: number of the last game.
        started: when it began (ISO 8601).
        turns: number of its settled turns.
    """

    journal: str
    salts: str = ""
    base: int = 0
    commits: int = 0
    game: int = 0
    started: str = ""
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Loss:
    """What a journal has lost: its last `games`, or 0 and the last `turns` of the last game.

    Attributes:
        game: number of the last game.
        started: when it began (ISO 8601).
        is_unsure: whether more may be missing, since the mark is gone.
    """

    games: int
    game: int
    started: str
    turns: int
    is_unsure: bool = False

    def message(self) -> Message:
        """The loss as a sentence, without a full stop."""
        try:
            begun = date.fromisoformat(self.started[:10])
        except ValueError:
            day, words = self.started[:10], ""
        else:
            day, words = begun.isoformat(), _WEEKDAYS[begun.weekday()]
        if self.is_unsure:
            return said("what was played last may be missing: the mark that would tell is gone or damaged")
        values = {"count": self.games or self.turns, "weekday": words, "day": day}
        if self.games > 1:
            return said("the last {count} games, up to {day}, can't be read any more", **values)
        if self.games:
            return said("{weekday}'s game ({day}) can't be read any more", **values)
        if self.turns > 1:
            return said("the last {count} turns of {weekday}'s game ({day}) couldn't be read", **values)
        if self.turns:
            return said("the last turn of {weekday}'s game ({day}) couldn't be read", **values)
        return said("the last moments of {weekday}'s game ({day}) couldn't be read", **values)

    def touches(self, game: int) -> bool:
        """Whether it is a loss of that game."""
        if self.is_unsure:
            return game >= self.game
        return game == self.game or self.game - self.games < game < self.game


class MarkFile:
    """The open mark file."""

    def __init__(self, path: Path, mark: JournalMark) -> None:
        """Write the first mark of a journal, and keep the file open.

        Raises:
            OSError: it can't be written.
        """
        self.mark = mark
        self._file = open_private(path.with_name(path.name + MARK), os.O_RDWR)
        self.write()
        os.ftruncate(self._file, _SIZE)

    def write(self, **changed: Any) -> None:
        """Update fields of the mark; on a full disk it stays behind, which is harmless."""
        self.mark = replace(self.mark, **changed)
        body = json.dumps(asdict(self.mark), separators=(",", ":")).encode()
        with suppress(OSError):
            os.pwrite(self._file, (b"%08x %s\n" % (zlib.crc32(body), body)).ljust(_SIZE, b"\n"), 0)

    def sync(self) -> None:
        """Fsync it."""
        os.fsync(self._file)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def read_mark(path: Path) -> JournalMark | None:
    """The mark of a journal; None if it is missing or damaged.

    Raises:
        OSError: it can't be opened.
    """
    file = path.with_name(path.name + MARK)
    if is_special_file(file):
        return None
    try:
        with file.open("rb") as opened:
            sum_, _, body = opened.read(_SIZE).rstrip(b"\n").partition(b" ")
        return from_json(JournalMark, json.loads(body)) if sum_ == b"%08x" % zlib.crc32(body) else None
    except (FileNotFoundError, ValueError, BadInput):
        return None


def salts_of(path: Path) -> str:
    """The salts of a journal's WAL, hexadecimal; "" if there is no WAL.

    Raises:
        OSError: it can't be opened.
    """
    with suppress(FileNotFoundError):
        file = os.open(path.with_name(path.name + LOG), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            return os.read(file, _SALTS.stop)[_SALTS].hex()
        finally:
            os.close(file)
    return ""


def is_own_log(path: Path, mark: JournalMark | None) -> bool:
    """Whether the WAL beside a journal may be read: it belongs to this very database.

    Raises:
        OSError, sqlite3.Error: a file can't be opened.
    """
    with suppress(FileNotFoundError):
        if path.with_name(path.name + LOG).stat().st_size > MAX_LOG_BYTES:
            return False
    if mark is None:
        return not is_missing(path)
    name, commits = _database(path)
    is_marked = salts_of(path) == mark.salts
    if not name:  # a power cut during a checkpoint: together they are complete
        return is_marked
    if name != mark.journal:
        return not is_marked
    return commits > mark.commits or (is_marked and commits >= mark.base)


def count_commits(connection: sqlite3.Connection) -> int:
    """The number of transactions in a journal."""
    return int(connection.execute("SELECT value FROM marks WHERE name = 'commits'").fetchone()[0])


def measure_loss(connection: sqlite3.Connection, mark: JournalMark | None) -> Loss | None:
    """What is missing in an open journal, by its mark, or by its state if there is no mark."""
    kept = dict(connection.execute("SELECT name, value FROM marks"))
    if mark is None:
        last = connection.execute("SELECT id, started FROM games ORDER BY id DESC LIMIT 1").fetchone()
        was_closed = kept.get(IN_USE) == 0
        return None if was_closed or not (last or kept.get("commits")) else _unsure(*last or (0, ""))
    if kept.get("journal") != mark.journal:
        return Loss(mark.game, mark.game, mark.started, 0) if mark.game else None
    if kept.get("commits", 0) >= mark.commits or not mark.game:
        return None
    newest = connection.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()[0]
    if newest < mark.game:
        return Loss(mark.game - newest, mark.game, mark.started, 0)
    turns = connection.execute("SELECT count(*) FROM turns WHERE game = ?", (mark.game,)).fetchone()[0]
    return Loss(0, mark.game, mark.started, max(0, mark.turns - turns))


def loss_if_database_missing(path: Path) -> Loss | None:
    """The loss if a journal's database is missing, by its mark or WAL; None if there never was one.

    Raises:
        OSError: they can't be opened.
    """
    mark = read_mark(path)
    if mark is None:
        return _unsure(0, "") if salts_of(path) else None
    return Loss(mark.game, mark.game, mark.started, 0) if mark.game else None


def _unsure(game: int, started: object) -> Loss:
    return Loss(0, game, str(started), 0, is_unsure=True)


def _database(path: Path) -> tuple[str, int]:
    """A journal's name and number of transactions in the database itself, without its WAL."""
    if is_missing(path):
        return "", 0
    try:
        where = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(where, uri=True)) as connection:
            kept = dict(connection.execute("SELECT name, value FROM marks"))
        return str(kept["journal"]), int(kept["commits"])
    except (sqlite3.Error, KeyError, ValueError, TypeError) as error:
        if not is_damage(error):
            raise
        return "", 0


class Syncer:
    """Background thread that fsyncs the journal's WAL; it starts with the first write.

    The loop commits without waiting. This thread fsyncs the WAL, then the mark; in quiet moments it packs
    earlier games and restarts the WAL.

    Attributes:
        mark: of the journal.
        writing: lock for writing.
        trouble: why written data can't be fsynced; None if it can.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, mark: MarkFile) -> None:
        """Take over a connection with fsync, and a mark; `close` closes both."""
        self.mark = mark
        self.writing = threading.Lock()
        self.trouble: str | None = None
        self._path = path
        self._connection = connection
        self._changed = threading.Condition()
        self._written = self._synced = 0
        self._game = 0
        self._stopped = False
        self._thread: threading.Thread | None = None

    def wrote(self, game: int) -> None:
        """Note a write, and the current game: earlier ones are packed."""
        with self._changed:
            self._written += 1
            self._game = game
            self._changed.notify_all()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
                self._thread.start()

    def flush(self) -> bool:
        """Wait until written data is fsynced; False if that fails."""
        with self._changed:
            self._changed.wait_for(lambda: self._synced == self._written)
        return self.trouble is None

    def close(self) -> None:
        """Fsync and checkpoint everything, and end the thread."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()
        with suppress(sqlite3.Error):
            self._connection.execute(SET_IN_USE, (0,))
        with suppress(sqlite3.Error, OSError):
            is_read, *_ = self._connection.execute(_EMPTY).fetchone()
            if not is_read:
                self.mark.write(salts="", base=count_commits(self._connection))
                self.mark.sync()
        self._connection.close()
        self.mark.close()

    def begin_log(self) -> None:
        """Checkpoint the WAL, and restart it with a transaction that changes nothing.

        The header of a WAL must be on the disk before its first pages, or a power cut mixes it with the
        previous one (sqlite.org/src/info/ff5be73dee): so this connection waits for the disk. Nobody may write
        until that header is there; nothing written after that is on the disk before the mark is.

        SQLite restarts a WAL with the first write after a complete checkpoint, unless somebody is reading it.
        So another writer mustn't be first: a reader here prevents that until it is this connection's turn.
        Another reader may prevent it then, too: the WAL continues.

        Raises:
            sqlite3.Error, OSError: that fails; the journal is unchanged.
        """
        with closing(sqlite3.connect(self._path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT value FROM marks").fetchone()
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            with self.writing:
                reader.close()
                _, frames, put = self._connection.execute(_EMPTY).fetchone()
                if 0 <= frames == put:
                    self.mark.write(salts="", base=count_commits(self._connection))
                self._connection.execute(_CHANGE_NOTHING)
                self.mark.write(salts=salts_of(self._path))
        self.mark.sync()

    def _run(self) -> None:
        wait_s: float | None = None
        log = os.open(self._path.with_name(self._path.name + LOG), os.O_RDWR | os.O_CLOEXEC)
        try:
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._stopped or self._synced != self._written, wait_s)
                    written, stopped = self._written, self._stopped
                if written != self._synced:
                    self._sync(log, written)
                    wait_s = 0.0
                elif stopped:
                    return
                elif self._pack():
                    wait_s = 0.0
                elif wait_s == 0.0:
                    wait_s = QUIET_S
                else:
                    wait_s = None
                    if os.fstat(log).st_size > LOG_BYTES:
                        with suppress(sqlite3.Error, OSError):
                            self.begin_log()
        finally:
            os.close(log)

    def _sync(self, log: int, written: int) -> None:
        try:
            os.fsync(log)
            self.mark.sync()
            self.trouble = None
        except OSError as error:
            self.trouble = said(NOT_YET, path=self._path, why=error.strerror)
        with self._changed:
            self._synced = written
            self._changed.notify_all()

    def _pack(self) -> bool:
        """Pack one earlier game; False if there is none, or it is unreadable."""
        try:
            return pack_next(self._connection, self._game, self.writing)
        except Exception:
            return False  # damage in an old game is reported when it is read
