"""Brings a journal and other files to the disk in threads, so that the screen never waits for a disk.

The loop commits to SQLite's log without waiting. This thread waits until the log is on the disk, then
the mark; in quiet moments it packs earlier games and begins the log anew.
"""

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path

from toc_pi.messages import said
from toc_pi.store.archive import pack_next
from toc_pi.store.mark import LOG, MarkFile, count_commits, salts_of

QUIET_S = 2.0
"""Nothing was written for so long: a moment to tidy up."""
LOG_BYTES = 4_000_000
"""A longer log is put into the database in a quiet moment."""
# Shown to players while the journal can't be written.
NOT_YET = "{path}: {why}; the game goes on, what happens now is not kept yet"


class DiskWorker:
    """Does what waits for the disk in a thread of its own; it ends with the last piece of work.

    Args:
        fail: called, in that thread, if the disk refuses something.
    """

    def __init__(self, fail: Callable[[OSError], object] = lambda _: None) -> None:
        self._fail = fail
        self._changed = threading.Condition()
        self._waiting: dict[str, Callable[[], object]] = {}
        self._thread: threading.Thread | None = None

    def do(self, name: str, work: Callable[[], object]) -> None:
        """Do a piece of work soon, instead of what waits under the same name."""
        with self._changed:
            self._waiting[name] = work
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="disk")
                self._thread.start()

    def wait(self) -> None:
        """Wait until everything is done."""
        with self._changed:
            self._changed.wait_for(lambda: self._thread is None)

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    self._thread = None
                    self._changed.notify_all()
                    return
                name = next(iter(self._waiting))
                work = self._waiting.pop(name)
            try:
                work()
            except OSError as error:
                self._fail(error)


class Syncer:
    """The thread; it starts with the first write.

    Args:
        path: of the journal.
        connection: its own, which waits for the disk (`synchronous = NORMAL`); closed by `close`.
        mark: of the journal.
        writing: held by whoever writes.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, mark: MarkFile, writing: threading.Lock
    ) -> None:
        self._path = path
        self._connection = connection
        self._mark = mark
        self._writing = writing
        self._changed = threading.Condition()
        self._written = self._synced = 0
        self._game = 0
        self._stopped = False
        self._thread: threading.Thread | None = None
        self.trouble: str | None = None

    def wrote(self, game: int) -> None:
        """Note that something was written, and which game is the current one: earlier ones are packed."""
        with self._changed:
            self._written += 1
            self._game = game
            self._changed.notify_all()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
                self._thread.start()

    def flush(self) -> bool:
        """Wait until what was written is on the disk; False if that fails."""
        with self._changed:
            self._changed.wait_for(lambda: self._synced == self._written)
        return self.trouble is None

    def close(self) -> None:
        """Bring everything to the disk, and end the thread."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()
        with suppress(sqlite3.Error, OSError):
            end_log(self._connection, self._mark)
        self._connection.close()
        self._mark.close()

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
                    self._begin_log(os.fstat(log).st_size)
                    wait_s = None
        finally:
            os.close(log)

    def _sync(self, log: int, written: int) -> None:
        try:
            os.fsync(log)
            self._mark.sync()
            self.trouble = None
        except OSError as error:
            self.trouble = said(NOT_YET, path=self._path, why=error.strerror)
        with self._changed:
            self._synced = written
            self._changed.notify_all()

    def _pack(self) -> bool:
        """Pack one earlier game; False if there is none, or it can't be read."""
        try:
            return pack_next(self._connection, self._game, self._writing)
        except Exception:
            # Damage in an old game is reported when it is read.
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            return False

    def _begin_log(self, log_bytes: int) -> None:
        if log_bytes > LOG_BYTES:
            with suppress(sqlite3.Error, OSError):
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                begin_log(self._path, self._connection, self._mark, self._writing)


def begin_log(
    path: Path,
    connection: sqlite3.Connection,
    mark: MarkFile,
    writing: AbstractContextManager[object] | None = None,
) -> None:
    """Put the log into the database, and begin it anew with a transaction that changes nothing.

    The header of a log must be on the disk before its first pages, or a power cut mixes it with the one
    before (sqlite.org/src/info/ff5be73dee): so the connection must be one that waits for the disk.

    Args:
        path: of the journal.
        connection: to it.
        mark: of the journal.
        writing: held as briefly as possible, for whoever writes waits for it: until that header is on the
            disk. Nothing written after that is on the disk before the mark is (see `Syncer`).

    Raises:
        sqlite3.Error, OSError: that fails; the journal is as it was.
    """
    with writing or nullcontext():
        if not _empty_log(connection, mark):
            return
        connection.execute("UPDATE marks SET value = value WHERE name = 'commits'")
        mark.write(salts=salts_of(path))
    mark.sync()


def end_log(connection: sqlite3.Connection, mark: MarkFile) -> None:
    """Put the log into the database, and empty it, unless somebody is reading it.

    Raises:
        sqlite3.Error, OSError: that fails; the journal is as it was.
    """
    if _empty_log(connection, mark):
        mark.sync()


def _empty_log(connection: sqlite3.Connection, mark: MarkFile) -> bool:
    if connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        return False
    mark.write(salts="", base=count_commits(connection))
    return True
