"""Lists and exports earlier games."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from calibration.files.disk import is_missing
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import said
from toc_pi.store.archive import kept_of
from toc_pi.store.codec import Json
from toc_pi.store.journal_file import opened_to_read, reading
from toc_pi.store.mark import Loss, gone
from toc_pi.store.saved import Saved, read_saved

_LEFT = "it was left where it is"


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of the journal, for a list.

    Attributes:
        id: its number.
        started: when it began (ISO 8601).
        settings: its settings as stored.
        turns: how many turns were settled; None if they can't be read.
        ended: when it ended; None while it isn't over.
        winners: the seats that won.
        lost: how many of its last turns an accident took away.
    """

    id: int
    started: str
    settings: Json
    turns: int | None
    ended: str | None
    winners: tuple[str, ...]
    lost: int = 0


def list_games(path: Path) -> tuple[PastGame, ...]:
    """Every game of a journal, the newest first; empty if there is no journal yet.

    Raises:
        DamagedStore: the file is no journal, or is torn; it is left where it is.
    """
    return _games(path, "ORDER BY id DESC")


def find_game(path: Path, game: int) -> PastGame:
    """A game of a journal.

    Raises:
        BadInput: there is no such game.
        DamagedStore: the file is no journal, or is torn; it is left where it is.
    """
    found = _games(path, f"WHERE id = {int(game)}") if 0 < game < 1 << 62 else ()
    if not found:
        if (loss := find_loss(path)) is not None and loss.touches(game):
            raise DamagedStore(said("{path}: {why}", path=path, why=loss.message()))
        raise BadInput(
            said("{path}: there is no game {number} (toc-pi games lists them)", path=path, number=game)
        )
    return found[0]


def newest_game(path: Path) -> PastGame | None:
    """The newest game; None if there is none.

    Raises:
        DamagedStore: the file is no journal, or is torn; it is left where it is.
    """
    found = _games(path, "ORDER BY id DESC LIMIT 1")
    return found[0] if found else None


def export_game(path: Path, game: int) -> Iterator[Json]:
    """Everything that happened in a game, in order: first its settings, then every event and effect.

    Yields:
        `{"game": 3, "started": …, "settings": …}`, then `{"n": 1, "t": 4.2, "event": "Declared", …}` or
        `{"n": 2, "t": 4.2, "effect": "Verdict", …}`, each with the value's own fields under `is`. Of an older
        game, whose `sights` are false, what the camera saw is left out.

    Raises:
        BadInput: there is no such game.
        DamagedStore: the file is no journal, or is torn.
    """
    past = find_game(path, game)
    with reading(path, _LEFT), opened_to_read(path) as (connection, _):
        kept = kept_of(connection, game)
        lines = [
            {"n": number, "t": t, kind: name, "is": json.loads(body)}
            for number, t, kind, name, body in kept.entries
        ]
    yield {
        "game": past.id,
        "started": past.started,
        "settings": past.settings,
        "ended": past.ended,
        "winners": list(past.winners),
        "sights": kept.sights,
    }
    yield from lines


def load_game(path: Path, game: int) -> Saved:
    """A game as far as it was written. Read-only: nothing is created, repaired or put aside.

    Raises:
        BadInput: there is no such game.
        DamagedStore: the file is no journal, or what it keeps of the game can't be read.
    """
    find_game(path, game)
    with reading(path, _LEFT), opened_to_read(path) as (connection, _):
        return read_saved(connection, path, game)


def find_loss(path: Path) -> Loss | None:
    """What a journal has lost since it was last written; None for nothing.

    Raises:
        DamagedStore: the file is no journal, or can't be read.
    """
    with reading(path, _LEFT):
        if is_missing(path):
            return gone(path)
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
        settings = json.loads(text)
    except (ValueError, TypeError):
        settings = None  # damaged: reported when they are needed
    if turns is None:
        with suppress(sqlite3.DatabaseError):  # damaged: reported when the game is read
            query = "SELECT count(*) FROM turns WHERE game = ?"
            turns = connection.execute(query, (number,)).fetchone()[0]
    turns = None if turns is None else int(turns)
    winning = tuple(str(winners or "").split())
    return PastGame(number, str(started), settings, turns, ended, winning, lost if type(lost) is int else 0)
