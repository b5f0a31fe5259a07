"""The journal: every event of every game, written to the disk before its effects are shown.

SQLite in WAL mode with synchronous FULL: what `append` has returned from survives `kill -9` and a power cut.
A file that isn't a journal, or is torn, is put aside and said; a disk that is full or read-only is survived:
the game goes on, what could not be written is kept in memory and tried again with the next event.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from toc_pi.errors import BadInput
from toc_pi.referee.effects import Effect
from toc_pi.referee.events import Event
from toc_pi.referee.game import Game
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import SettledTurn, State
from toc_pi.store.codec import Json, name_of, to_json
from toc_pi.store.journal_file import Row, is_full, open_file, reading, write_rows
from toc_pi.store.saved import Saved, read_saved

RESERVE_BYTES = 256 * 1024


class Journal:
    """An open journal; one program writes, any number may read."""

    def __init__(self, path: Path) -> None:
        """Open a journal, or make one.

        Args:
            path: the file; its folder is made where it is missing.

        Raises:
            DamagedStore: what lay there is no journal or is torn; it was put aside, and opening again works.
        """
        self.path = path
        self.trouble: str | None = None
        self._waiting: list[list[Row]] = []
        self._game = 0
        self._number = 0
        self._turns: tuple[SettledTurn, ...] = ()
        self._state: State | None = None
        self._reserve = path.with_name(path.name + ".reserve")
        self._connection: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = open_file(path)
        except (OSError, sqlite3.OperationalError) as error:
            why = getattr(error, "strerror", None) or error
            self.trouble = f"{path}: {why}; the game goes on, but nothing of it is kept"
        if self._connection is not None:
            self._keep_reserve()

    def close(self) -> None:
        """Write what still waits and let the file go; may be called twice."""
        if self._connection is not None:
            self._write()
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def begin(self, settings: Json, started: str) -> int:
        """Begin a game.

        Args:
            settings: what the program needs to go on with it, as JSON.
            started: when, as text of people's time (ISO 8601).

        Returns:
            The game's number.
        """
        newest = 0
        if self._connection is not None:
            with suppress(sqlite3.Error):
                newest = self._connection.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()[0]
        self._game, self._number, self._turns, self._state = max(newest, self._game) + 1, 0, (), None
        text = _text(settings)
        self._waiting.append(
            [("INSERT INTO games (id, started, settings) VALUES (?, ?, ?)", (self._game, started, text))]
        )
        self._write()
        return self._game

    def append(self, event: Event, effects: Iterable[Effect], state: State) -> bool:
        """Write an event, what followed from it and where it led; nothing where nothing has changed.

        Args:
            event: what the referee was told.
            effects: what it answered.
            state: its state now.

        Returns:
            Whether all of it is on the disk; if not, `trouble` says why in a line.
        """
        effects = tuple(effects)
        if not effects and state == self._state:
            return self.trouble is None
        rows: list[Row] = []
        for kind, value in (("event", event), *(("effect", effect) for effect in effects)):
            self._number += 1
            body = _text(to_json(value))
            rows.append(
                (
                    "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
                    (self._game, self._number, value.t, kind, name_of(value), body),
                )
            )
        rows += self._turn_rows(state.turns)
        body = _text({**to_json(replace(state, turns=())), "t": state.t})
        rows.append(("INSERT OR REPLACE INTO states VALUES (?, ?, ?)", (self._game, self._number, body)))
        self._state = state
        self._waiting.append(rows)
        return self._write()

    def end(self, ended: str, winners: Iterable[str]) -> None:
        """Note that the game is over."""
        row = ("UPDATE games SET ended = ?, winners = ? WHERE id = ?", (ended, " ".join(winners), self._game))
        self._waiting.append([row])
        self._write()

    def unfinished(self) -> Saved | None:
        """The last game, if it isn't over: to be gone on with."""
        if self._connection is None:
            return None
        with reading(self.path):
            row = self._connection.execute("SELECT id, ended FROM games ORDER BY id DESC LIMIT 1").fetchone()
        return self.load(row[0]) if row is not None and row[1] is None else None

    def load(self, game: int) -> Saved:
        """A game as far as it was written.

        Raises:
            BadInput: there is no such game.
            DamagedStore: what is stored of it can't be read.
        """
        if self._connection is None:
            raise BadInput(f"{self.path}: no journal is open")
        return read_saved(self._connection, self.path, game)

    def go_on(self, saved: Saved) -> None:
        """Append to an earlier game from now on."""
        self._game, self._state = saved.id, saved.state
        self._turns = saved.state.turns if saved.state is not None else ()
        if self._connection is not None:
            query = "SELECT coalesce(max(number), 0) FROM entries WHERE game = ?"
            with reading(self.path):
                self._number = self._connection.execute(query, (saved.id,)).fetchone()[0]

    def _turn_rows(self, turns: tuple[SettledTurn, ...]) -> Iterator[Row]:
        """What must be written of the settled turns: those that are new, and those taken back."""
        same = 0
        for old, new in zip(self._turns, turns, strict=False):
            if old is not new and old != new:
                break
            same += 1
        if same < len(self._turns):
            yield "DELETE FROM turns WHERE game = ? AND n > ?", (self._game, same)
        for turn in turns[same:]:
            yield "INSERT INTO turns VALUES (?, ?, ?)", (self._game, turn.n, _text(to_json(turn)))
        self._turns = turns

    def _write(self) -> bool:
        """Put on the disk all that waits, oldest first."""
        while self._waiting:
            if self._connection is None:
                return False
            try:
                write_rows(self._connection, self._waiting[0])
            except sqlite3.Error as error:
                if self._reserve_used() and is_full(error):
                    continue
                self.trouble = f"{self.path}: {error}; the game goes on, what happens now is not kept yet"
                return False
            self._waiting.pop(0)
        if self._connection is not None:
            self.trouble = None
        return True

    def _keep_reserve(self) -> None:
        """Set room aside that can be given back when the disk is full."""
        with suppress(OSError):
            if not self._reserve.exists() or self._reserve.stat().st_size < RESERVE_BYTES:
                self._reserve.write_bytes(bytes(RESERVE_BYTES))

    def _reserve_used(self) -> bool:
        """Give the room back; False where there is none."""
        try:
            self._reserve.unlink()
        except OSError:
            return False
        return True


def keep(journal: Journal, referee: Referee, event: Event) -> tuple[Effect, ...]:
    """Step a referee and write what followed, before anybody is shown it."""
    effects = referee.step(event)
    journal.append(event, effects, referee.state)
    return effects


def referee_of(game: Game, saved: Saved) -> Referee:
    """The referee of an earlier game, where it stood."""
    return Referee(game, saved.state)


def _text(value: Json | Mapping[str, Json]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
