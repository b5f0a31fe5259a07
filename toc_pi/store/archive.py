"""Compresses earlier games once a newer one has begun.

The newest games keep all observations and taps, and can be replayed; older ones only verdicts, cards and
turns.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from calibration.holes import SEATS

SIGHTS_OF = 20
"""Number of newest games that keep their observations."""
LONG = 400
"""Longer bodies (characters) are compressed individually while a game is played."""
MAX_BYTES, MAX_GAME_BYTES = 1_000_000, 64_000_000
"""The largest body, and the largest game, uncompressed; damaged data may claim gigabytes."""
# Observations and ticks; dropped from older games.
_SIGHTS = ("Seen", "ViewChanged", "Tick", "State")
_FAST, _SMALL = 1, 9  # zlib levels: while people wait, and later

Entry = tuple[int, float, str, str, str]
"""Number, second, kind ("event" or "effect"), name and body."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """The stored data of a game.

    Attributes:
        sights: whether it includes what the camera saw.
        state: the referee's last state; `number` is the last entry included in it.
        turns: the settled turns in order.
        entries: events and effects in order.
    """

    sights: bool
    state: str | None
    number: int
    turns: tuple[str, ...]
    entries: tuple[Entry, ...]


_BLANKS = " \t\n\r"
"""The whitespace characters that JSON allows after a value: four, so each encodes two bits."""


def sealed(body: str, *beside: object) -> str:
    """A JSON text with a checksum of itself and of the values stored `beside` it.

    The checksum is 16 whitespace characters, which JSON ignores: earlier versions read such a text as one
    without it.
    """
    sum_ = zlib.crc32("\n".join((body, *map(str, beside))).encode())
    return body + "".join(_BLANKS[sum_ >> shift & 3] for shift in range(0, 32, 2))


def unsealed(text: str, *beside: object) -> str:
    """A text without its checksum; texts of earlier versions have none.

    Raises:
        ValueError: the checksum doesn't match.
    """
    body = text.rstrip(_BLANKS)
    if text not in (body, sealed(body, *beside)):
        raise ValueError("its checksum doesn't fit")
    return body


def sealed_winners(winners: Iterable[str], game: int, ended: str) -> str:
    """The winning seats as stored, with a checksum of them and of the game's end."""
    return sealed(" ".join(winners), game, ended)


def end_of(game: int, ended: object, winners: object) -> tuple[str | None, tuple[str, ...]]:
    """A game's end and winners from stored values; None and nobody while it is in progress.

    Raises:
        ValueError: it is damaged.
    """
    if ended is None and winners is None:
        return None, ()
    if not (isinstance(ended, str) and isinstance(winners, str)):
        raise ValueError("how it ended isn't a text")
    seats = tuple(unsealed(winners, game, ended).split())
    if not set(seats) <= set(SEATS):  # with its last character damaged, a checksum looks like none
        raise ValueError("it was won by somebody who isn't a seat")
    return ended, seats


def packed(body: str) -> str | bytes:
    """A body as stored while its game is played."""
    return zlib.compress(body.encode(), _FAST) if len(body) > LONG else body


def text_of(body: str | bytes, *beside: object) -> str:
    """A body as originally written.

    Args:
        body: as it is stored.
        beside: the values with which it was sealed.

    Raises:
        ValueError, zlib.error: it is damaged.
    """
    return unsealed(_inflated(body, MAX_BYTES).decode() if isinstance(body, bytes) else body, *beside)


def _inflated(body: bytes, most_bytes: int) -> bytes:
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(body, most_bytes)
    if not unpacking.eof:
        raise ValueError(f"it is incomplete, or larger than {most_bytes / 1e6:g} MB")
    return found


def kept_of(connection: sqlite3.Connection, game: int, entries: bool = True) -> StoredGame:
    """A game of an open journal, packed or not; `entries`, most of the data, are optional.

    Raises:
        ValueError, sqlite3.Error, zlib.error: what is stored can't be read.
    """
    found = connection.execute("SELECT body FROM archive WHERE game = ?", (game,)).fetchone()
    if found is not None:
        return _unpacked(found[0])
    state = connection.execute("SELECT number, body FROM states WHERE game = ?", (game,)).fetchone()
    turns = connection.execute("SELECT n, body FROM turns WHERE game = ? ORDER BY n", (game,)).fetchall()
    return StoredGame(
        True,
        None if state is None else text_of(state[1], game, state[0]),
        0 if state is None else state[0],
        tuple(text_of(body, game, n) for n, body in turns),
        entries_of(connection, game) if entries else (),
    )


def entries_of(
    connection: sqlite3.Connection, game: int, which: str = "", after: int = 0
) -> tuple[Entry, ...]:
    """Entries of an unpacked game after a number, in order.

    Args:
        which: a condition of SQL, beginning with AND; "" for all.

    Raises:
        ValueError, sqlite3.Error, zlib.error: they can't be read.
    """
    columns, where = "number, t, kind, name, body", f"game = ? AND number > ? {which}"
    query = f"SELECT {columns} FROM entries WHERE {where} ORDER BY number"
    rows = connection.execute(query, (game, after)).fetchall()
    return tuple((*row[:4], text_of(row[4], game, *row[:4])) for row in rows)


def last_sight(connection: sqlite3.Connection, game: int) -> str | None:
    """The last `Seen` event of an unpacked game."""
    newest = "(SELECT max(number) FROM entries WHERE game = ?1 AND kind = 'event' AND name = 'Seen')"
    found = entries_of(connection, game, f"AND number = {newest}")
    return found[0][4] if found else None


def pack_next(connection: sqlite3.Connection, current: int) -> bool:
    """Pack the oldest unpacked game, or drop the observations of one that is no longer among the newest.

    Args:
        connection: to the journal; no transaction is open.
        current: number of the current game.

    Returns:
        Whether there may be more to do.

    Raises:
        Exception: that game can't be read; it is left unchanged.
    """
    found = connection.execute("SELECT min(game) FROM entries").fetchone()[0]
    if found is None or found >= current:
        query = "SELECT min(game) FROM archive WHERE sights = 1 AND game <= ?"
        found = connection.execute(query, (current - SIGHTS_OF,)).fetchone()[0]
    if found is None:
        return False
    kept = kept_of(connection, found)
    sights = found > current - SIGHTS_OF
    body = _packed(kept, sights)
    _store(connection, found, len(kept.turns), sights, body)
    return True


def _packed(kept: StoredGame, sights: bool) -> bytes:
    entries = [entry for entry in kept.entries if sights or entry[3] not in _SIGHTS]
    content = {"number": kept.number, "state": kept.state, "turns": kept.turns, "entries": entries}
    return zlib.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(), _SMALL)


def _store(connection: sqlite3.Connection, game: int, turns: int, sights: bool, body: bytes) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT OR REPLACE INTO archive VALUES (?, ?, ?)", (game, int(sights), body))
        connection.execute("UPDATE games SET turns = ? WHERE id = ?", (turns, game))
        for table in ("entries", "turns", "states"):
            connection.execute(f"DELETE FROM {table} WHERE game = ?", (game,))


def _unpacked(body: bytes) -> StoredGame:
    content: Any = json.loads(_inflated(body, MAX_GAME_BYTES))
    try:
        entries = tuple(
            (int(n), float(t), str(kind), str(name), str(text))
            for n, t, kind, name, text in content["entries"]
        )
        sights = any(entry[3] in _SIGHTS for entry in entries)
        return StoredGame(
            sights, content["state"], int(content["number"]), tuple(map(str, content["turns"])), entries
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"packed: {error}") from error
