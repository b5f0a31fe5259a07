"""What a journal has lost, by a mark file beside it, and whether a WAL belongs to a journal.

SQLite drops unusable parts of its WAL, accepts the WAL of another database, and doesn't notice a missing one.
The mark, a small file, names the journal and the number of transactions. It is written before each
transaction, so that no transaction is uncounted at any moment; games are named once they exist.
"""

import json
import os
import sqlite3
import zlib
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from pathlib import Path
from typing import Any

from calibration.files.disk import is_missing
from toc_pi.errors import BadInput
from toc_pi.messages import Message, said
from toc_pi.store.causes import is_damage
from toc_pi.store.folder import is_special_file, open_private
from toc_pi.store.records import from_json

MARK, LOG = "-mark", "-wal"
"""Suffixes of the mark file, and of SQLite's WAL."""

MAX_LOG_BYTES = 256_000_000
"""A larger WAL isn't read. One of an evening takes some megabytes."""

_WEEKDAYS = (
    *(said("Monday"), said("Tuesday"), said("Wednesday"), said("Thursday")),
    *(said("Friday"), said("Saturday"), said("Sunday")),
)
IN_USE, THIS_LOG, LOG_BEFORE = "in use", "log", "log before"
"""Rows in the journal: 1 while open, 0 after a clean close, when it is complete without its mark; the random
name of its WAL, and that of the one before."""
IMMUTABLE = "&immutable=1"
"""Option of a database's address: SQLite neither reads nor creates files beside it."""
_SIZE = 512  # size of the file, padded: one write


@dataclass(frozen=True, slots=True)
class JournalMark:
    """The expected extent of a journal.

    Attributes:
        journal: its random name.
        commits: number of transactions, including the one being written.
        log: the random name of its WAL; "" before the first transaction.
        game: number of the last game.
        started: when it began (ISO 8601).
        turns: number of its settled turns.
    """

    journal: str
    commits: int = 0
    log: str = ""
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
        sentences = {
            "games": said("the last {count} games, up to {day}, can't be read any more", **values),
            "game": said("{weekday}'s game ({day}) can't be read any more", **values),
            "turns": said("the last {count} turns of {weekday}'s game ({day}) couldn't be read", **values),
            "turn": said("the last turn of {weekday}'s game ({day}) couldn't be read", **values),
            "": said("the last moments of {weekday}'s game ({day}) couldn't be read", **values),
        }
        lost = "game" if self.games else "turn" if self.turns else ""
        return sentences[f"{lost}s" if (self.games or self.turns) > 1 else lost]

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
        if sum_ != b"%08x" % zlib.crc32(body):
            return None
        found, names = json.loads(body), {part.name for part in fields(JournalMark)}
        return from_json(JournalMark, {name: found[name] for name in found.keys() & names})  # there was more
    except (FileNotFoundError, ValueError, AttributeError, BadInput):
        return None


@dataclass(frozen=True, slots=True)
class Extent:
    """How much a database holds, with its WAL or without.

    Attributes:
        journal: the journal's random name; "" if the database can't be read.
        commits: number of transactions.
        log, log_before: the random names of the last WAL that it has transactions of, and of the one before.
    """

    journal: str = ""
    commits: int = 0
    log: str = ""
    log_before: str = ""


def extent_of(connection: sqlite3.Connection) -> Extent:
    """The extent of an open journal; an empty one if it is damaged.

    Raises:
        sqlite3.Error: it can't be read now.
    """
    try:
        kept = dict(connection.execute("SELECT name, value FROM marks"))
        logs = (str(kept.get(name) or "") for name in (THIS_LOG, LOG_BEFORE))
        return Extent(str(kept["journal"]), int(kept["commits"]), *logs)
    except (sqlite3.Error, KeyError, ValueError, TypeError) as error:
        if not is_damage(error):
            raise
        return Extent()


def extent_at(path: Path, options: str = "") -> Extent:
    """The extent of a journal, read-only with options of its address, such as `IMMUTABLE`: without its WAL.

    Raises:
        sqlite3.Error: it can't be opened or read now.
    """
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{options}", uri=True)) as connection:
        return extent_of(connection)


def is_own_log(alone: Extent, whole: Extent, mark: JournalMark | None) -> bool:
    """Whether a WAL belongs to the very database beside it.

    A WAL holds its name and that of the WAL before it, which the database has completely. A copy of it from
    earlier has fewer transactions than the database.

    Args:
        alone: the database without the WAL. A power cut during a checkpoint may make it unreadable alone.
        whole: the database with it.
        mark: of the journal, if there is one; it counts unless it is older than the database.
    """
    if not alone.journal:
        return mark is None or whole.journal in ("", mark.journal)
    known = {alone.log}
    if mark is not None and mark.log and mark.journal == alone.journal and mark.commits >= alone.commits:
        known.add(mark.log)
    return (
        alone.journal == whole.journal
        and alone.commits <= whole.commits
        and known <= {whole.log, whole.log_before}
    )


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
        log = path.with_name(path.name + LOG)
        return _unsure(0, "") if not is_missing(log) and log.stat().st_size else None
    return Loss(mark.game, mark.game, mark.started, 0) if mark.game else None


def _unsure(game: int, started: object) -> Loss:
    return Loss(0, game, str(started), 0, is_unsure=True)
