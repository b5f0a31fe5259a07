"""A game of the journal as far as it was written, to be gone on with or written down."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.referee.events import Seen
from toc_pi.referee.states import SettledTurn, State
from toc_pi.store.codec import Json, from_json
from toc_pi.store.journal_file import reading

_LASTING = ("record", "course", "absent", "asked_at", "t")  # of a state, whatever else a version has in it


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as far as it was written.

    Attributes:
        id: its number in the journal.
        settings: what the program kept of its settings.
        state: where the referee stood.
        t: the second of the last event; a new start goes on from here.
        seen: where pawns were last seen, those in camps too; empty if they never were.
    """

    id: int
    settings: Json
    state: State | None
    t: float
    seen: Mapping[Hole, Seat] = field(default_factory=dict)


def read_saved(connection: sqlite3.Connection, path: Path, game: int) -> Saved:
    """A game out of an open journal.

    Args:
        connection: to the journal.
        path: where it lies, for messages.
        game: its number.

    Raises:
        BadInput: there is no such game.
        DamagedStore: what is stored of it can't be read.
    """
    with reading(path):
        found = connection.execute("SELECT settings FROM games WHERE id = ?", (game,)).fetchone()
        if found is None:
            raise BadInput(f"{path}: there is no game {game} (toc-pi games lists them)")
        kept = connection.execute("SELECT body FROM states WHERE game = ?", (game,)).fetchone()
        turns = connection.execute("SELECT body FROM turns WHERE game = ? ORDER BY n", (game,)).fetchall()
        sights = connection.execute(
            "SELECT body FROM entries WHERE game = ? AND kind = 'event' AND name = ?"
            " ORDER BY number DESC LIMIT 1",
            (game, Seen.__name__),
        ).fetchone()
    try:
        state = None
        if kept is not None:
            played = tuple(from_json(SettledTurn, json.loads(body)) for (body,) in turns)
            state = replace(_state_of(json.loads(kept[0])), turns=played)
        seen = {} if sights is None else from_json(Seen, json.loads(sights[0])).holes
        return Saved(game, json.loads(found[0]), state, state.t if state is not None else 0.0, seen)
    except (BadInput, ValueError) as error:
        raise DamagedStore(f"{path}: game {game} can't be read ({error}); the others can") from error


def _state_of(found: Json) -> State:
    """A state as it was written; of another version's what lasts, for the board is looked at anew.

    Raises:
        BadInput: not even that can be read.
    """
    try:
        return from_json(State, found)
    except BadInput:
        if not isinstance(found, dict):
            raise
        lasting = {name: found[name] for name in _LASTING if name in found}
        return from_json(State, {**lasting, "phase": "over" if found.get("phase") == "over" else "ready"})
