"""The journal's tail: the latest rows in a plain file, until they are in the database.

A line is written before its effects are shown, so it survives the program, even `kill -9`. It isn't synced to
the disk; the database does that, in its own thread.
"""

import json
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from toc_pi.store.journal_file import STATEMENTS, Row


class Tail:
    """An open tail, for use by one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Open or create it.

        Raises:
            OSError: it can't be created or written.
        """
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK
        self._file: int | None = os.open(path, flags, 0o600)
        self._length = os.fstat(self._file).st_size

    def write(self, number: int, rows: Sequence[Row]) -> None:
        """Append a batch of rows.

        Raises:
            OSError: it couldn't be written completely; earlier batches are kept.
        """
        if self._file is None:
            return
        body = json.dumps([number, rows], ensure_ascii=False, separators=(",", ":")).encode()
        line = b"%08x %s\n" % (zlib.crc32(body), body)
        try:
            written = os.write(self._file, line)
            if written < len(line):
                raise OSError(28, "no room for all of it")
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self._length)
            raise
        self._length += len(line)

    def clear(self) -> None:
        """Empty the tail: everything is in the database."""
        if self._file is not None and self._length:
            with suppress(OSError):
                os.ftruncate(self._file, 0)
                self._length = 0

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def read_tail(path: Path, after: int) -> Iterator[tuple[int, list[Row]]]:
    """The batches after a number, up to the first incomplete line.

    Args:
        path: of the tail; may be missing.
        after: the number of the last batch in the database.
    """
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except OSError:
        return
    for line in lines:
        batch = _batch(line)
        if batch is None:
            return
        number, rows = batch
        if number <= after:
            continue
        if number != after + 1:
            return
        after = number
        yield number, rows


def _batch(line: bytes) -> tuple[int, list[Row]] | None:
    """A line's number and rows; None if it is incomplete."""
    sum_, _, body = line.partition(b" ")
    if sum_ != b"%08x" % zlib.crc32(body):
        return None
    try:
        number, rows = json.loads(body)
        found = [(str(statement), tuple(values)) for statement, values in rows]
    except (ValueError, TypeError, RecursionError):
        return None
    if not isinstance(number, int) or not all(statement in STATEMENTS for statement, _ in found):
        return None
    return number, found


def is_whole(path: Path) -> bool:
    """Whether every complete line is intact; an incomplete last line is ignored."""
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return True
    return all(_batch(line) is not None for line in lines)
