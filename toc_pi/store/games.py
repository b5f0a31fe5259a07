"""Stored games, read-only: lists, exports, and loads them for resuming."""

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from calibration.files.disk import is_missing
from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput, ClosedStore, DamagedStore
from toc_pi.events import Event, Seen
from toc_pi.messages import joined, said
from toc_pi.referee.states import RefereeState
from toc_pi.store.archive import end_of, entries_of, kept_of, last_sight, unsealed
from toc_pi.store.causes import HARMLESS, cause_of, is_damage, why_closed
from toc_pi.store.folder import is_special_file
from toc_pi.store.journal_file import check_version, error_line, files_of
from toc_pi.store.journal_mark import (
    IMMUTABLE,
    LOG,
    MAX_LOG_BYTES,
    JournalMark,
    Loss,
    extent_at,
    extent_of,
    is_own_log,
    loss_if_database_missing,
    measure_loss,
    read_mark,
)
from toc_pi.store.records import Json, from_json, state_of

MAX_BYTES = 2_000_000_000  # size limit of a journal; 3,000 evenings take 143 MB
_TRIES = 5  # attempts to read a journal while another process writes
_EVENTS: Mapping[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as far as it was stored.

    Attributes:
        t: time of the last event, seconds; a restart continues from here.
        seen: last observed position, camps included; empty if never.
        started: when it began (ISO 8601).
        number: of the last entry included in the state.
        pending: taps stored after that but not handled before the program ended.
        told_again: the taps that were pending when a game was resumed before, as JSON.
    """

    id: int
    settings: Json
    state: RefereeState | None
    t: float
    seen: Mapping[Hole, Seat] = field(default_factory=dict)
    started: str = ""
    number: int = 0
    pending: tuple[Event, ...] = ()
    told_again: str = ""


def read_saved(connection: sqlite3.Connection, path: Path, game: int) -> Saved:
    """Read a game from an open journal.

    Raises:
        BadInput: there is no such game.
        DamagedStore: its data can't be read.
    """
    with reading(path):
        query = "SELECT settings, started, ended, winners FROM games WHERE id = ?"
        found = connection.execute(query, (game,)).fetchone()
    if found is None:
        raise BadInput("{path}: there is no game {number} (toc-pi games lists them)", path=path, number=game)
    settings, started, *end = found
    with reading(path), reading_game(path, game):
        end_of(game, *end)
        kept = kept_of(connection, game, entries=False)
        state = None
        if kept.state is not None:
            state = state_of(map(json.loads, kept.turns), json.loads(kept.state))
        sight = last_sight(connection, game)
        seen = {} if sight is None else from_json(Seen, json.loads(sight)).holes
        pending = _pending(connection, game, kept.number)
        t = state.t if state is not None else 0.0
        content = json.loads(unsealed(settings, started))
        again = connection.execute("SELECT value FROM marks WHERE name = 'told again'").fetchone()
        told_again = str(again[0]) if again is not None else ""
        return Saved(game, content, state, t, seen, started, kept.number, pending, told_again)


@contextmanager
def reading_game(path: Path, game: int) -> Iterator[None]:
    """Convert any error caused by one game's data into `DamagedStore`.

    Data refused by the rules counts as damage, too; a file that can't be opened now doesn't.
    """
    try:
        yield
    except DamagedStore:
        raise
    except Exception as error:
        if not is_damage(error):
            raise
        raise DamagedStore(
            "{path}: game {number} can't be read ({why}); the others can",
            path=path,
            number=game,
            why=error_line(error),
        ) from error


def event_of(name: str, body: Json) -> Event:
    """Read a stored event.

    Raises:
        BadInput: it is invalid.
    """
    if name not in _EVENTS:
        raise ValueError(f"{name} is no event")
    return from_json(_EVENTS[name], body)


def _pending(connection: sqlite3.Connection, game: int, number: int) -> tuple[Event, ...]:
    entries = entries_of(connection, game, "AND kind = 'event'", number)
    return tuple(event_of(name, json.loads(body)) for *_, name, body in entries if name != "Tick")


_LEFT = "it was left where it is"


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of the journal, for a list.

    Attributes:
        started, ended: when (ISO 8601); None while it isn't over.
        settings: stored settings.
        turns: number of settled turns; None if unreadable.
        winners: the winning seats; None if its end is unreadable.
        lost: number of its last turns lost by an accident.
    """

    id: int
    started: str
    settings: Json
    turns: int | None
    ended: str | None
    winners: tuple[str, ...] | None
    lost: int = 0


def list_games(path: Path) -> tuple[PastGame, ...]:
    """All games of a journal, newest first; empty if there is no journal yet.

    Raises:
        DamagedStore: the file isn't a journal, or is damaged; it is left alone.
    """
    return _games(path, "ORDER BY id DESC")


def find_game(path: Path, game: int) -> PastGame:
    """A game of a journal.

    Raises:
        BadInput: there is no such game.
        DamagedStore: as `list_games`.
    """
    found = _games(path, f"WHERE id = {int(game)}") if 0 < game < 1 << 62 else ()
    if not found:
        if (loss := find_loss(path)) is not None and loss.touches(game):
            raise DamagedStore("{path}: {why}", path=path, why=loss.message())
        raise BadInput("{path}: there is no game {number} (toc-pi games lists them)", path=path, number=game)
    return found[0]


def newest_game(path: Path) -> PastGame | None:
    """The newest game; None if there is none. Raises as `list_games`."""
    found = _games(path, "ORDER BY id DESC LIMIT 1")
    return found[0] if found else None


def export_game(path: Path, game: int) -> Iterator[Json]:
    """All entries of a game in order: first its settings, then every event and effect.

    Yields:
        `{"game": 3, "started": …, "settings": …}`, then `{"n": 1, "t": 4.2, "event": "Declared", …}` or
        `{"n": 2, "t": 4.2, "effect": "Verdict", …}`, each with the value's own fields under `is`. Of an older
        game, whose `sights` are false, observations are missing.

    Raises:
        BadInput, DamagedStore: as `find_game`.
    """
    past = find_game(path, game)
    with reading(path, _LEFT), opened_to_read(path) as (connection, _), reading_game(path, game):
        query = "SELECT id, ended, winners FROM games WHERE id = ?"
        ended, winners = end_of(*connection.execute(query, (game,)).fetchone())
        kept = kept_of(connection, game)
        lines = [
            {"n": number, "t": t, kind: name, "is": json.loads(body)}
            for number, t, kind, name, body in kept.entries
        ]
    yield {
        "game": past.id,
        "started": past.started,
        "settings": past.settings,
        "ended": ended,
        "winners": list(winners),
        "sights": kept.sights,
    }
    yield from lines


def load_game(path: Path, game: int) -> Saved:
    """A game as far as it was stored. Read-only: nothing is created, repaired or quarantined.

    Raises:
        BadInput: there is no such game.
        DamagedStore: as `list_games`, or the game's data can't be read.
    """
    find_game(path, game)
    with reading(path, _LEFT), opened_to_read(path) as (connection, _):
        return read_saved(connection, path, game)


def find_loss(path: Path) -> Loss | None:
    """What a journal has lost since its last write; None for nothing. Raises as `list_games`."""
    with reading(path, _LEFT):
        if is_missing(path):
            return loss_if_database_missing(path)
        with opened_to_read(path) as (_, loss):
            return loss


def _games(path: Path, which: str) -> tuple[PastGame, ...]:
    with reading(path, _LEFT):
        if is_missing(path):
            return ()
        with opened_to_read(path) as (connection, _):
            query = f"SELECT id, started, settings, ended, winners, turns, lost FROM games {which}"
            return tuple(_past_game(row, connection) for row in connection.execute(query).fetchall())


def _past_game(row: sqlite3.Row, connection: sqlite3.Connection) -> PastGame:
    number, started, text, ended, winners, turns, lost = row
    try:
        settings = json.loads(unsealed(text, started))
    except (ValueError, TypeError, AttributeError, RecursionError):
        settings = None  # damaged: reported when they are needed
    if turns is None:
        with suppress(sqlite3.DatabaseError):  # damaged: reported when the game is read
            query = "SELECT count(*) FROM turns WHERE game = ?"
            turns = connection.execute(query, (number,)).fetchone()[0]
    turns, lost = (value if type(value) is int else None for value in (turns, lost))
    try:
        ended, winning = end_of(number, ended, winners)
    except ValueError:
        ended, winning = None, None  # damaged: reported when the game is read
    return PastGame(number, _word(started), settings, turns, ended, winning, lost or 0)


def _word(value: object) -> str:
    """A stored text; damage may have turned it into any other type."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")


@contextmanager
def reading(path: Path, done: str = "") -> Iterator[None]:
    """Convert any error into `DamagedStore`; `done` says what happened to a damaged file.

    A file that only can't be opened now may be intact, and the message says so.
    """
    try:
        yield
    except DamagedStore:
        raise
    except Exception as error:
        if not is_damage(error):
            why = why_closed(error, files_of(path))
            told = said("it can't be read now: {why}", why=why)
            if cause_of(error) in HARMLESS:
                told = said("it can't be read now, and nothing is lost: {why}", why=why)
            raise ClosedStore("{path}: {why}", path=path, why=told) from error
        raise DamagedStore(
            "{path}: {why}", path=path, why=joined(filter(None, (error_line(error), done)))
        ) from error


@contextmanager
def opened_to_read(path: Path) -> Iterator[tuple[sqlite3.Connection, Loss | None]]:
    """Open a journal read-only, also on a read-only disk; nothing is created or repaired.

    Yields:
        A connection, and what the journal has lost since its last write.

    Raises:
        sqlite3.Error, OSError: it can't be read, or is no journal.
    """
    for each in files_of(path):
        if is_special_file(each):
            raise OSError(f"{each.name} is no file")
        if each.exists() and each.stat().st_size > MAX_BYTES:
            raise OSError(f"{each.name} is larger than {MAX_BYTES // 1_000_000_000} GB")
    loss: Loss | None = None
    with ExitStack() as stack:
        for _ in range(_TRIES):
            mark = _mark_of(path)
            with_log = _open_with_own_log(path, stack, mark)
            connection = with_log or stack.enter_context(closing(_open_to_read(path, stack, with_log=False)))
            before, loss = loss, measure_loss(connection, mark)
            if (with_log and loss is None) or (loss == before and _mark_of(path) == mark):
                break  # else it is being written
        yield connection, loss


def _mark_of(path: Path) -> JournalMark | None:
    """The mark of a journal, if it can be opened: games are readable without it."""
    with suppress(OSError):
        return read_mark(path)
    return None


def _open_with_own_log(path: Path, stack: ExitStack, mark: JournalMark | None) -> sqlite3.Connection | None:
    """A journal with its WAL, if there is one; None if the WAL belongs to another, or nothing is readable."""
    log = path.with_name(path.name + LOG)
    if not is_missing(log) and log.stat().st_size > MAX_LOG_BYTES:
        return None
    try:
        alone = extent_at(path, IMMUTABLE)
        connection = stack.enter_context(closing(_open_to_read(path, stack, with_log=True)))
        return connection if is_own_log(alone, extent_of(connection), mark) else None
    except Exception as error:
        if not is_damage(error):
            raise
        return None


def _open_to_read(path: Path, stack: ExitStack, *, with_log: bool) -> sqlite3.Connection:
    log, stray = path.with_name(path.name + LOG), path.with_name(f"{path.name}-journal")
    where = f"{path.absolute().as_uri()}?mode=ro"
    if not with_log or not (log.exists() or os.access(path.parent, os.W_OK)):
        return _checked(f"{where}{IMMUTABLE}")  # no file beside it is read or created
    try:
        if not stray.exists():  # SQLite would roll it back, whatever its origin
            return _checked(where)
    except sqlite3.OperationalError as error:
        if not log.exists() or (os.access(path.parent, os.W_OK) and cause_of(error) != "full"):
            raise
        if not log.stat().st_size:
            return _checked(f"{where}{IMMUTABLE}")
    # SQLite can't read the WAL without creating another file beside it: read a copy.
    scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="toc-pi-")))
    for file in (path, log):
        if file.exists():
            shutil.copyfile(file, scratch / file.name)
    return _checked((scratch / path.name).as_uri())


def _checked(where: str) -> sqlite3.Connection:
    connection = sqlite3.connect(where, uri=True, isolation_level=None)
    # A damaged character affects one game; others are still listed.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        check_version(connection)
    except BaseException:
        connection.close()
        raise
    return connection
