"""Earlier games: which there are, and what happened in them, for people and for other programs."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from toc_pi.errors import BadInput, DamagedStore
from toc_pi.store.codec import Json
from toc_pi.store.journal_file import open_to_read, reading
from toc_pi.store.saved import Saved, read_saved


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of the journal, for a list.

    Attributes:
        id: its number.
        started: when, as it was told (ISO 8601).
        settings: what the program kept of its settings.
        turns: how many turns were settled.
        ended: when it ended; None while it isn't over.
        winners: the seats that won.
    """

    id: int
    started: str
    settings: Json
    turns: int
    ended: str | None
    winners: tuple[str, ...]


def list_games(path: Path) -> tuple[PastGame, ...]:
    """Every game of a journal, the newest first; none where no journal has been begun.

    Raises:
        DamagedStore: the file is no journal, or is torn; it is left where it is.
    """
    if not path.exists():
        return ()
    query = (
        "SELECT id, started, settings, ended, winners,"
        " (SELECT count(*) FROM turns WHERE turns.game = games.id) FROM games ORDER BY id DESC"
    )
    try:
        with closing(open_to_read(path)) as connection:
            rows = connection.execute(query).fetchall()
        return tuple(
            PastGame(number, started, json.loads(settings), turns, ended, tuple((winners or "").split()))
            for number, started, settings, ended, winners, turns in rows
        )
    except (sqlite3.Error, ValueError) as error:
        raise DamagedStore(f"{path}: {error}; it was left where it is") from error


def export_game(path: Path, game: int) -> Iterator[Json]:
    """All that happened in a game, in order: first its settings, then every event and effect.

    Yields:
        `{"game": 3, "started": …, "settings": …}`, then `{"n": 1, "t": 4.2, "event": "Declared", …}` or
        `{"n": 2, "t": 4.2, "effect": "Verdict", …}`, each with the value's own fields under `is`.

    Raises:
        BadInput: there is no such game.
        DamagedStore: the file is no journal, or is torn.
    """
    found = [past for past in list_games(path) if past.id == game]
    if not found:
        raise BadInput(f"{path}: there is no game {game} (toc-pi games lists them)")
    past = found[0]
    yield {
        "game": past.id,
        "started": past.started,
        "settings": past.settings,
        "ended": past.ended,
        "winners": list(past.winners),
    }
    try:
        with closing(open_to_read(path)) as connection:
            query = "SELECT number, t, kind, name, body FROM entries WHERE game = ? ORDER BY number"
            for number, t, kind, name, body in connection.execute(query, (game,)):
                yield {"n": number, "t": t, kind: name, "is": json.loads(body)}
    except (sqlite3.Error, ValueError) as error:
        raise DamagedStore(f"{path}: {error}; it was left where it is") from error


def load_game(path: Path, game: int) -> Saved:
    """A game as far as it was written, read only: nothing is made, repaired or put aside.

    Raises:
        BadInput: there is no such game.
        DamagedStore: the file is no journal, or what it keeps of the game can't be read.
    """
    if not path.exists():
        raise BadInput(f"{path}: there is no game {game} (toc-pi games lists them)")
    with reading(path), closing(open_to_read(path)) as connection:
        return read_saved(connection, path, game)
