"""Whether a write-ahead log lost more than its last transaction.

SQLite drops everything after a damaged page.

A log cut off by a power failure ends with one incomplete transaction; a damaged one has complete transactions
after the damage. Only the headers of its pages are read.

Source: the layout of a WAL file, sqlite.org/walformat.html.
"""

import struct
from pathlib import Path

_HEAD, _FRAME = 32, 24  # bytes of the log's header and of each frame's header, see sqlite.org/fileformat.html


def commits_of(wal: Path) -> tuple[int, ...]:
    """The numbers, from 1, of the pages that end a transaction; empty if there is no log."""
    try:
        size = wal.stat().st_size
        with wal.open("rb") as file:
            head = file.read(_HEAD)
            if len(head) < _HEAD:
                return ()
            page = struct.unpack_from(">I", head, 8)[0]
            if not 512 <= page <= 65536:
                page = 4096
            frames = []
            for at in range(_HEAD, size - _FRAME - page + 1, _FRAME + page):
                file.seek(at)
                frames.append(struct.unpack(">II8s8x", file.read(_FRAME)))
    except (OSError, struct.error):
        return ()
    salts = [salt for _, _, salt in frames]
    # Pages of an older generation of the log may follow those of this one.
    current = head[16:24] if head[16:24] in salts else max(salts, key=salts.count, default=b"")
    return tuple(number for number, (_, ends, salt) in enumerate(frames, 1) if ends and salt == current)


def is_torn(commits: tuple[int, ...], recovered: int) -> bool:
    """Whether more than the last transaction is missing.

    Args:
        commits: the commit pages in the log.
        recovered: the number of pages that SQLite accepted.
    """
    return sum(number > recovered for number in commits) > 1
