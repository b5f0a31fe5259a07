"""A stored game, to be continued or exported."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import said
from toc_pi.referee.events import Event, Seen
from toc_pi.referee.states import RefereeState
from toc_pi.store.archive import kept_of, last_sight, text_of
from toc_pi.store.codec import Json, from_json
from toc_pi.store.journal_file import error_line, reading
from toc_pi.store.recorded import state_of
from toc_pi.store.written_records import read_records

_PAST = ("Tick", "Disputed")
"""Taps and ticks that mean nothing after a break; the second is of earlier versions."""
_EVENTS: Mapping[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as far as it was written.

    Attributes:
        id: its number in the journal.
        settings: its settings as stored.
        state: the referee's last state.
        t: time of the last event, seconds; a restart continues from here.
        seen: where pawns were last seen, camps included; empty if never.
        started: when it began (ISO 8601).
        number: of the last entry included in the state.
        pending: taps stored after that, not handled before the program ended.
    """

    id: int
    settings: Json
    state: RefereeState | None
    t: float
    seen: Mapping[Hole, Seat] = field(default_factory=dict)
    started: str = ""
    number: int = 0
    pending: tuple[Event, ...] = ()


def read_saved(connection: sqlite3.Connection, path: Path, game: int) -> Saved:
    """Read a game from an open journal.

    Args:
        connection: to the journal.
        path: of the journal, for messages.
        game: its number.

    Raises:
        BadInput: there is no such game.
        DamagedStore: what is stored of it can't be read.
    """
    with reading(path):
        found = connection.execute("SELECT settings, started FROM games WHERE id = ?", (game,)).fetchone()
    if found is None:
        raise BadInput(
            said("{path}: there is no game {number} (toc-pi games lists them)", path=path, number=game)
        )
    settings, started = found
    try:
        kept = kept_of(connection, game, entries=False)
        state = None
        if kept.state is not None:
            state = state_of(*read_records(map(json.loads, kept.turns), json.loads(kept.state)))
        sight = last_sight(connection, game)
        seen = {} if sight is None else from_json(Seen, json.loads(sight)).holes
        pending = _pending(connection, game, kept.number)
        t = state.t if state is not None else 0.0
        return Saved(game, json.loads(settings), state, t, seen, started, kept.number, pending)
    except Exception as error:
        raise DamagedStore(
            said(
                "{path}: game {number} can't be read ({why}); the others can",
                path=path,
                number=game,
                why=error_line(error),
            )
        ) from error


def event_of(name: str, body: Json) -> Event:
    """Read a stored event.

    Raises:
        BadInput: it isn't one.
    """
    if name not in _EVENTS:
        raise ValueError(f"{name} is no event")
    return from_json(_EVENTS[name], body)


def _pending(connection: sqlite3.Connection, game: int, number: int) -> tuple[Event, ...]:
    query = "SELECT name, body FROM entries WHERE game = ? AND number > ? AND kind = 'event' ORDER BY number"
    rows = connection.execute(query, (game, number)).fetchall()
    return tuple(event_of(name, json.loads(text_of(body))) for name, body in rows if name not in _PAST)
