"""The journal: every event of every game, stored before its effects are shown.

Each event is a transaction, which survives `kill -9`; a background thread fsyncs it, and a power cut loses
only the last moment, which is reported. See docs/decisions/0018-one-journal.md. A damaged file is quarantined
and reported; with a full or read-only disk the game continues.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path

from toc_pi.effects import Effect
from toc_pi.errors import ClosedStore, DamagedStore
from toc_pi.events import Event, Seen, Tick, ViewChanged
from toc_pi.messages import said
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import RefereeState
from toc_pi.referee.turns import SettledTurn
from toc_pi.store.archive import end_of, packed, sealed, sealed_winners
from toc_pi.store.causes import cause_of, is_damage, why_closed
from toc_pi.store.folder import keep_private
from toc_pi.store.games import Saved, opened_to_read, read_saved, reading, reading_game
from toc_pi.store.journal_file import (
    NOT_YET,
    JournalFile,
    SqlWrite,
    Unwritable,
    error_line,
    files_of,
    moved_away,
    newest_game_of,
    open_file,
)
from toc_pi.store.records import Json, course_json, name_of, open_json, to_json, turn_json

# Size of a file that is deleted when the disk is full, to make room for the last entries.
RESERVE_BYTES = 256 * 1024
TRY_AGAIN_S = 5.0  # between two attempts to write pending rows
_OFTEN = (Seen, ViewChanged, Tick)
"""Frequent events: written only when they have effects."""


class Journal:
    """An open journal; one process writes, any number read.

    Attributes:
        notices: readable messages about losses, removed once reported.
        damage: the same with file names; None if there is none.
        is_empty: whether it had no game when it was opened.
    """

    def __init__(self, path: Path) -> None:
        """Open or create a journal and its folder.

        Raises:
            DamagedStore: a file is damaged; it was quarantined, and opening again works.
        """
        self.path = path
        self.notices: list[str] = []
        self.damage: str | None = None
        self._game = 0
        self._begun = ("", "")
        self._number = 0
        self._turns: tuple[SettledTurn, ...] = ()
        self._last_course: tuple[SettledTurn, Json] | None = None
        self._state: RefereeState | None = None
        self._noted: Event | None = None
        self._reserve = path.with_name(path.name + ".reserve")
        # The rows to write next; they are replaced as a whole, since an interrupt may come at any moment.
        self._waiting: tuple[SqlWrite, ...] = ()
        self._trouble: str | None = None
        self._tried_t = float("-inf")
        self._renewed = False
        self._file: JournalFile | None = None
        try:
            self._file = self._open()
            self._keep_reserve()
        except Unwritable as error:
            self._trouble = said(NOT_YET, path=path, why=error)
        self._newest = 0
        with suppress(Exception), self._connected() as connection:
            self._newest = newest_game_of(connection)
        self._newest_at_first = self._newest
        self.is_empty = not self._newest

    @property
    def trouble(self) -> str | None:
        """Why nothing can be stored at the moment; None if it can."""
        return self._trouble or (self._file.trouble if self._file is not None else None)

    def flush(self) -> bool:
        """Write everything pending, and wait until it is fsynced; False if that isn't possible now."""
        self._write_waiting()
        return not self._waiting and self._file is not None and self._file.flush()

    def close(self) -> None:
        """Write everything pending and close the files; may be called twice."""
        self._write_waiting()
        self._close_file()

    def begin(self, settings: Json, started: str) -> int:
        """Begin a game at a local time (ISO 8601), with settings for continuing it; returns its number."""
        self._newest = self._game = max(self._newest, self._game) + 1
        self._number, self._turns, self._state, self._noted = 0, (), None, None
        self._begun = started, sealed(_text(settings), started)
        self._hand([("game", (self._game, *self._begun))])
        return self._game

    def note(self, event: Event) -> None:
        """Store a tap before it is handled; frequent events are stored by `append`."""
        if isinstance(event, _OFTEN):
            return
        self._hand([*self._time_rows(event), self._entry("event", event)])
        self._noted = event

    def append(self, event: Event, effects: Iterable[Effect], state: RefereeState) -> None:
        """Store an event, its effects and the new state, unless nothing has changed."""
        effects = tuple(effects)
        noted, self._noted = self._noted is event, None
        if not noted and not effects and _is_same(state, self._state):
            self._state = state
            self._try_again(event.t)
            return
        rows = [] if noted else [*self._time_rows(event), self._entry("event", event)]
        rows += [self._entry("effect", effect) for effect in effects]
        rows += self._turn_rows(state.turns)
        rows.append(self._state_row(state))
        self._state = state
        self._hand(rows)
        self._try_again(event.t)

    def end(self, ended: str, winners: Iterable[str]) -> None:
        """Store that the game is over."""
        self._hand([("end", (ended, sealed_winners(winners, self._game, ended), self._game))])

    def unfinished(self) -> Saved | None:
        """The last game, if it isn't over, for resuming.

        Raises:
            DamagedStore: it can't be read.
        """
        try:
            with reading(self.path), self._connected() as connection:
                query = "SELECT id, ended, winners FROM games ORDER BY id DESC LIMIT 1"
                row = connection.execute(query).fetchone()
                if row is None:
                    return None
                with reading_game(self.path, row[0]):
                    ended, _ = end_of(*row)
                return read_saved(connection, self.path, row[0]) if ended is None else None
        except ClosedStore:
            if self._file is not None:
                raise
            return None  # `trouble` says why

    def go_on(self, saved: Saved) -> tuple[Event, ...]:
        """Resume an earlier game.

        Returns:
            Taps that were stored but not handled (the power failed). They are returned only once: a tap that
            crashes the program mustn't crash it on every start.
        """
        self._game, self._state, self._number = saved.id, saved.state, saved.number
        self._turns = saved.state.turns if saved.state is not None else ()
        self._begun = saved.started, sealed(_text(saved.settings), saved.started)
        if not saved.pending:
            return ()
        pending = _text([to_json(event) for event in saved.pending])
        self._hand([("drop", (saved.id, saved.number)), ("mark", ("told again", pending))])
        return () if saved.told_again == pending else saved.pending

    def _open(self) -> JournalFile:
        file = open_file(self.path)
        self.damage = file.told
        if file.loss is not None:
            self.notices.append(file.loss.message())
        return file

    def _open_late(self) -> bool:
        """Open a journal that couldn't be opened before; False if it still isn't possible."""
        try:
            file = self._open()
        except (Unwritable, DamagedStore):
            return False
        if newest_game_of(file.connection) != self._newest_at_first:
            file.close()  # the numbers of this session's games are taken
            return False
        self._file = file
        return True

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """The journal's connection; read-only while it can't be opened for writing."""
        if self._file is not None:
            yield self._file.connection
            return
        with opened_to_read(self.path) as (connection, _):
            yield connection

    def _hand(self, rows: Iterable[SqlWrite]) -> None:
        """Write rows, after pending ones."""
        self._waiting = (*self._waiting, *rows)
        try:
            try:
                self._write()
            except sqlite3.Error as error:
                if cause_of(error) != "full" or not self._reserve_used():
                    raise
                self._write()
        except Exception as error:
            if is_damage(error) and not self._renewed and self._begin_anew(error):
                return
            self._trouble = said(NOT_YET, path=self.path, why=why_closed(error, files_of(self.path)))
        if self._waiting:
            self._waiting = _without_former_states(self._waiting)

    def _write_waiting(self) -> None:
        """Write pending rows, if possible now."""
        if self._waiting and (self._file is not None or self._open_late()):
            self._hand([])

    def _try_again(self, now: float) -> None:
        """The same, periodically, s of the game, whether anything happens or not."""
        if self._waiting and now >= self._tried_t + TRY_AGAIN_S:
            self._tried_t = now
            self._write_waiting()

    def _write(self) -> None:
        if self._file is not None:
            self._file.write(self._waiting, self._game, self._begun[0], len(self._turns))
            self._waiting, self._trouble = (), None

    def _begin_anew(self, fault: Exception) -> bool:
        """Quarantine a journal found damaged while writing, and continue in a new one."""
        self._renewed = True
        self._close_file()
        try:
            aside = moved_away(self.path)
            self._file = self._open()
        except (Unwritable, DamagedStore):
            return False
        told = "{path}: {why}; {aside}; the game goes on in a new one"
        self.notices.append(said(told, path=self.path.name, why=error_line(fault), aside=aside))
        self._waiting = (("game", (self._game, *self._begun)),)
        if self._state is not None:
            self._waiting += (*self._turn_rows_from(self._state.turns, 0), self._state_row(self._state))
        self._hand([])
        return True

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _entry(self, kind: str, value: Event | Effect) -> SqlWrite:
        self._number += 1
        # SQLite gives every time back as a float.
        row = (self._game, self._number, float(value.t), kind, name_of(value))
        return "entry", (*row, packed(sealed(_text(to_json(value)), *row)))

    def _time_rows(self, event: Event) -> Iterator[SqlWrite]:
        """A tick, if the state's time is later than the event's because intermediate events weren't
        stored.
        """
        if self._state is not None and event.t < self._state.t:
            yield self._entry("event", Tick(self._state.t))

    def _turn_rows(self, turns: tuple[SettledTurn, ...]) -> Iterator[SqlWrite]:
        """Rows for new settled turns, or turns taken back."""
        pairs = zip(self._turns, turns, strict=False)
        same = len([*takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs)])
        if same < len(self._turns):
            yield "fewer turns", (self._game, same)
        yield from self._turn_rows_from(turns, same)
        self._turns = turns

    def _turn_rows_from(self, turns: tuple[SettledTurn, ...], first: int) -> Iterator[SqlWrite]:
        before = self._course_of(turns[:first])
        for turn in turns[first:]:
            body = sealed(_text(turn_json(turn, before)), self._game, turn.n)
            yield "turn", (self._game, turn.n, body)
            before = self._course_of((turn,))

    def _state_row(self, state: RefereeState) -> SqlWrite:
        body = _text(open_json(state, self._course_of(state.turns)))
        body = sealed(body, self._game, self._number)
        return "state", (self._game, self._number, body)

    def _course_of(self, turns: tuple[SettledTurn, ...]) -> Json | None:
        """The course of the last of some turns, cached because every event needs it; None for no turn."""
        if not turns:
            return None
        if self._last_course is None or self._last_course[0] is not turns[-1]:
            self._last_course = turns[-1], course_json(turns[-1].course)
        return self._last_course[1]

    def _keep_reserve(self) -> None:
        """Reserve disk space that can be freed when the disk is full."""
        with suppress(OSError):
            if not self._reserve.exists() or self._reserve.stat().st_size < RESERVE_BYTES:
                self._reserve.write_bytes(bytes(RESERVE_BYTES))
            keep_private(self._reserve)

    def _reserve_used(self) -> bool:
        """Free the reserve; False if there is none."""
        with suppress(OSError):
            self._reserve.unlink()
            return True
        return False


def _without_former_states(rows: tuple[SqlWrite, ...]) -> tuple[SqlWrite, ...]:
    """Rows without states of a game that a later one replaces."""
    last = {values[0]: values for name, values in rows if name == "state"}
    return tuple(row for row in rows if row[0] != "state" or last[row[1][0]] is row[1])


def keep(journal: Journal, referee: Referee, event: Event) -> tuple[Effect, ...]:
    """Step a referee and store the effects before they are shown."""
    journal.note(event)
    effects = referee.step(event)
    journal.append(event, effects, referee.state)
    return effects


def _is_same(state: RefereeState, known: RefereeState | None) -> bool:
    """Whether only the time has changed; equal looks may have different probabilities, so identity counts."""
    return known is not None and state == known and _looks(state) == _looks(known)


def _looks(state: RefereeState) -> list[int]:
    """The identities of a state's looks."""
    episode = state.episode
    rest = None if episode.rest is None else episode.rest.look
    return [id(look) for look in (episode.look, rest, *(one.look for one in episode.former))]


def _text(value: Json | Mapping[str, Json]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
