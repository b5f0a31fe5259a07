"""Whether a write-ahead log has lost more than the last moment: SQLite drops what follows on a damaged page.

A log that was cut off by a power cut ends in one transaction that isn't whole; one that was damaged has whole
ones behind the damage. Only the heads of its pages are read.

Source: the layout of a WAL file, sqlite.org/walformat.html.
"""

import struct
from pathlib import Path

_HEAD, _FRAME = 32, 24


def commits_of(wal: Path) -> tuple[int, ...]:
    """The numbers, from 1, of the pages in a log that each end a transaction; empty where there is no log."""
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
    # Pages of an older round of the log may still lie behind those of this one.
    mine = head[16:24] if head[16:24] in salts else max(salts, key=salts.count, default=b"")
    return tuple(number for number, (_, ends, salt) in enumerate(frames, 1) if ends and salt == mine)


def is_torn(commits: tuple[int, ...], recovered: int) -> bool:
    """Whether more than the last transaction is missing.

    Args:
        commits: as they stand in the log.
        recovered: the pages that SQLite took as good.
    """
    return sum(number > recovered for number in commits) > 1
