"""Writes the journal in a thread of its own, so that the screen never waits for a disk.

Rows are first appended to the tail (see `tail`), then put into the database, several batches together if the
disk is slow. When everything is written, earlier games are packed, one at a time.
"""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from toc_pi.errors import DamagedStore
from toc_pi.messages import said
from toc_pi.store.archive import pack_next, packed
from toc_pi.store.journal_file import (
    Row,
    Unwritable,
    error_line,
    is_full,
    moved_away,
    open_file,
    write_rows,
)
from toc_pi.store.tail import Tail

AGAIN_S = 2.0
"""Time after which a failed write is retried; it is also retried with the next rows."""
# Shown to players while the journal can't be written.
NOT_YET = "{path}: {why}; the game goes on, what happens now is not kept yet"

Batch = tuple[int, Sequence[Row]]


class Writer:
    """Writes rows in order.

    Args:
        path: of the journal.
        connection: to it; closed by `close`.
        tail: of the journal; None if nothing can be written.
        number: of the last batch in the database.
        whole: returns all rows of the current game, for a new journal.
        give_room: frees reserved disk space; False if there is none.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        tail: Tail | None,
        number: int,
        whole: Callable[[], list[Row]],
        give_room: Callable[[], bool],
    ) -> None:
        self._path = path
        self._connection = connection
        self._tail = tail
        self._number = number
        self._whole = whole
        self._give_room = give_room
        self._waiting: list[Batch] = []
        self._changed = threading.Condition()
        self._tries = 0
        self._stopped = False
        self._game: int | None = None  # the current game: earlier ones are packed
        self._renewed = False
        self._thread: threading.Thread | None = None
        self.trouble: str | None = None
        self.notices: list[str] = []

    def hand(self, rows: Sequence[Row], game: int) -> None:
        """Queue rows; they are in the tail when this returns, and in the database a moment later."""
        with self._changed:
            self._number += 1
            batch = self._number, rows
            if self._tail is not None:
                try:
                    self._tail.write(*batch)
                except OSError as error:
                    if not self._give_room() or not self._written(batch):
                        self.trouble = said(NOT_YET, path=self._path, why=error.strerror or error)
            self._waiting.append(batch)
            self._game = game
            self._changed.notify_all()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
                self._thread.start()

    def flush(self) -> bool:
        """Wait until everything is in the database; False if writing failed."""
        with self._changed:
            tries = self._tries
            self._changed.notify_all()
            while self._waiting and not (self.trouble and self._tries >= tries + 2):
                self._changed.wait()
            return not self._waiting

    def close(self) -> None:
        """Write everything pending and close the files."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()
        with suppress(sqlite3.Error):
            self._connection.close()
        if self._tail is not None:
            self._tail.close()

    def _written(self, batch: Batch) -> bool:
        try:
            if self._tail is not None:
                self._tail.write(*batch)
        except OSError:
            return False
        return True

    def _run(self) -> None:
        packing = True
        while True:
            with self._changed:
                while not self._waiting and not self._stopped and not packing:
                    self._changed.wait()
                batches, stopped, game = list(self._waiting), self._stopped, self._game
            if batches:
                done = self._write(batches)
                packing = packing or any(name == "game" for _, rows in batches for name, _ in rows)
                with self._changed:
                    self._tries += 1
                    self._changed.notify_all()
                    if not done and not self._stopped:
                        self._changed.wait(AGAIN_S)
            if stopped and (not batches or not done):
                return
            if not batches and not stopped:
                packing = game is not None and self._pack(game)

    def _write(self, batches: Sequence[Batch]) -> bool:
        rows = [_stored(row) for _, each in batches for row in each]
        rows.append(("mark", ("tail", batches[-1][0])))
        try:
            try:
                write_rows(self._connection, rows)
            except sqlite3.Error as error:
                if not is_full(error) or not self._give_room():
                    raise
                write_rows(self._connection, rows)
        except Exception as error:
            if _is_damage(error) and not self._renewed and self._begin_anew(error):
                return self._write(self._waiting)
            self.trouble = said(NOT_YET, path=self._path, why=error_line(error))
            return False
        with self._changed:
            del self._waiting[: len(batches)]
            if not self._waiting:
                self.trouble = None
                if self._tail is not None:
                    self._tail.clear()
        return True

    def _begin_anew(self, fault: Exception) -> bool:
        """Put aside a journal found damaged while writing, and continue in a new one."""
        with self._changed:
            self._renewed = True
            with suppress(sqlite3.Error):
                self._connection.close()
            try:
                aside = moved_away(self._path)
                self._connection = open_file(self._path)
                tail = Tail(self._path.with_name(f"{self._path.name}-tail"))
            except (Unwritable, DamagedStore, OSError):
                return False
            if self._tail is not None:
                self._tail.close()
            self._tail = tail
            self._waiting = [(self._number, self._whole())]
            self.notices.append(
                said(
                    "{path}: {why}; {aside}; the game goes on in a new one",
                    path=self._path,
                    why=error_line(fault),
                    aside=aside,
                )
            )
            return True

    def _pack(self, game: int) -> bool:
        """Pack one earlier game; False if there is none, or it can't be read."""
        try:
            return pack_next(self._connection, game)
        except Exception:
            # Damage in an old game is reported when it is read.
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            return False


def _stored(row: Row) -> Row:
    name, values = row
    return (name, (*values[:-1], packed(str(values[-1])))) if name == "entry" else row


def _is_damage(error: Exception) -> bool:
    """Whether an error means that the file is damaged (not that the disk is full or gone)."""
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CONSTRAINT", "SQLITE_ERROR")) or not (
        isinstance(error, sqlite3.OperationalError | OSError)
    )
