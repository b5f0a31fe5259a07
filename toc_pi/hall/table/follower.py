"""Follows the journal: the entries that the hall hasn't confirmed yet, and the table's current state."""

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from toc_pi.effects import Ended, TakenBack, Verdict
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.hall.table.outbox import Outbox, RecordMessage, load_outbox, save_outbox
from toc_pi.hall.table.table_state import (
    TableState,
    effect_of,
    folded,
    opened,
    verdict_payload,
)
from toc_pi.hall.wire.protocol import InvalidPayload, checked
from toc_pi.store.hall import OUTBOX, published_in
from toc_pi.store.journal_reader import (
    BEGINNING,
    Added,
    Additions,
    JournalPlace,
    change_stamp,
    newest_place,
    read_added,
)

ShownState = tuple[TableState, str, str]
"""The table's state, the stream and the match being played: the inputs of the `state` payload."""
LOOK_ANYWAY_S = 5.0  # between two looks at a journal that seems unchanged
SAVE_S = 5.0  # between two times that a confirmation alone is written


class Follower:
    """Reads a growing journal; writes only the outbox.

    Args:
        journal: of the games.
        hall: the hall and the table's name in it.
        names: whether players' names may be sent.
        tell: called with a readable message about what was lost or can't be read.

    Attributes:
        outbox: how far the hall has confirmed.
        waiting: unconfirmed messages, in order.
    """

    def __init__(self, journal: Path, hall: str, *, names: bool, tell: Callable[[str], object]) -> None:
        self._journal = journal
        self._file = published_in(journal.parent) / OUTBOX
        self._hall = hall
        self._names = names
        self._tell = tell
        self._state: TableState | None = None
        self._read: JournalPlace = BEGINNING
        self._looked: tuple[object, ...] = ("never",)
        self._look_at_s = self._save_at_s = float("-inf")
        self._is_saved = True
        self._told = ""
        self.waiting: list[RecordMessage] = []
        self.outbox = self._load()
        self._rewind()

    @property
    def shown(self) -> ShownState | None:
        """The table's current state; None before its first game for this hall."""
        if self._state is None:
            return None
        return self._state, self.outbox.name, self.outbox.matches.get(self._state.game, "")

    def look(self, now: float) -> None:
        """Read new entries, if there are any; `now` is a monotonic clock, s."""
        looks = change_stamp(self._journal)
        if looks == self._looked and now < self._look_at_s:
            return
        self._look_at_s = now + LOOK_ANYWAY_S
        try:
            added = read_added(self._journal, self._read)
            if added is not None:
                self._take(added)
        except (DamagedStore, OSError) as error:
            self._say(str(error))
            return
        self._looked, self._told = looks, ""

    def took(self, stream: str, place: JournalPlace, now: float) -> None:
        """Advance the cursor to the place that the hall has confirmed."""
        if stream != self.outbox.name or place == self.outbox.confirmed or place < self.outbox.start:
            return
        is_older = place < self.outbox.confirmed
        check = next((message.check for message in self.waiting if message.at == place), 0)
        self.outbox = replace(self.outbox, confirmed=place, check=check)
        if is_older:
            self._rewind()
        self.waiting = [message for message in self.waiting if message.at > place]
        self._is_saved = False
        self.save(now)

    def seated(self, match: str) -> None:
        """Store the match that the hall named for this table."""
        if match != self.outbox.seating:
            self.outbox = replace(self.outbox, seating=match)
            self._write()

    def save(self, now: float, *, at_once: bool = False) -> None:
        """Write a changed outbox, at most every few seconds: the hall also knows how far it has confirmed."""
        if not self._is_saved and (at_once or now >= self._save_at_s + SAVE_S):
            self._save_at_s = now
            self._write()

    def _take(self, added: Additions) -> None:
        if added.stream != self.outbox.stream:
            # A new journal; its game in progress belongs to the hall's match.
            self._begin_anew(added.stream)
            return
        for game in added.games:
            if game.number < self.outbox.start[0]:
                continue
            if self._state is None or self._state.game != game.number:
                self._state = opened(game, names=self._names)
            if self._is_other_copy(game.number, game.entries):
                self._begin_anew(added.stream)
                return
            for entry in game.entries:
                self._fold(entry)

    def _fold(self, entry: Added) -> None:
        assert self._state is not None, "a game was opened"
        self._state = folded(self._state, entry)
        self._read = entry.place
        if entry.name == "Verdict" and entry.place[0] not in self.outbox.matches:
            self.outbox = self.outbox.bound(entry.place[0])
            self._write()
        if entry.place <= self.outbox.confirmed or (told := self._message(entry)) is None:
            return
        kind, body = told
        try:
            checked(f"record-{kind}", body)
        except InvalidPayload as error:  # it would be refused for ever, and hold up what comes after it
            self._say(str(error))
            return
        before = self.waiting[-1].at if self.waiting else self.outbox.confirmed
        self.waiting.append(RecordMessage(entry.place, before, kind, body, _check(entry)))

    def _message(self, entry: Added) -> tuple[str, dict[str, Any]] | None:
        """The record message of a journal entry; None if it isn't sent."""
        state = self._state
        assert state is not None, "a game was opened"
        match effect_of(entry):
            case Verdict() as verdict:
                return "verdict", verdict_payload(verdict)
            case TakenBack(_, n, seat, _):
                return "back", {"n": n, "seat": seat}
            case Ended(_, winners):
                return "result", {
                    "match": self.outbox.matches.get(entry.place[0], ""),
                    "started": state.started,
                    "winners": [*winners],
                    "teams": [[*team] for team in state.teams],
                    "people": dict(state.people),
                    "turns": len(state.settled),
                }
        return None

    def _is_other_copy(self, game: int, entries: tuple[Added, ...]) -> bool:
        """Whether the journal lacks a confirmed entry: it was replaced by an older copy."""
        confirmed = self.outbox.confirmed
        if self._read != (confirmed[0], 0) or game != confirmed[0] or confirmed <= self.outbox.start:
            return False
        found = next((entry for entry in entries if entry.place == confirmed), None)
        return found is None or self.outbox.check not in (0, _check(found))

    def _begin_anew(self, stream: str) -> None:
        """Follow a new journal, from its newest game on."""
        newest = newest_place(self._journal)
        game = 0 if newest is None else max(newest[1][0] - 1, 0)
        self.outbox = self.outbox.begun(stream, (game, 0))
        self._write()
        self._rewind()

    def _rewind(self) -> None:
        """Read again from the start of the last confirmed game."""
        self._state, self._read = None, (self.outbox.confirmed[0], 0)
        self._looked = ("never",)
        self.waiting.clear()

    def _load(self) -> Outbox:
        """The outbox of this hall, or a new one that starts after the journal's last entry."""
        outbox: Outbox | None = None
        try:
            outbox = load_outbox(self._file)
            outbox = None if outbox is None or outbox.hall != self._hall else outbox
        except DamagedStore as error:
            self._say(str(error))
        except OSError as error:  # it may be intact: overwriting it would send everything twice
            raise BadInput("{path}: {why}", path=self._file, why=error.strerror) from error
        try:
            newest = newest_place(self._journal)
        except (DamagedStore, OSError) as error:
            self._say(str(error))
            newest = None
        if newest is not None and outbox is not None and not outbox.stream:
            outbox = outbox.begun(newest[0], BEGINNING)  # the table joined before its first game
        elif newest is not None and (outbox is None or outbox.stream != newest[0]):
            outbox = (outbox or Outbox(self._hall)).begun(*newest)
        outbox = outbox or Outbox(self._hall)
        self.outbox = outbox
        self._write()
        return outbox

    def _write(self) -> None:
        try:
            save_outbox(self._file, self.outbox)
            self._is_saved = True
        except OSError as error:
            self._is_saved = False
            self._say(str(error))

    def _say(self, fault: str) -> None:
        """Report a fault, once while it lasts."""
        if fault != self._told:
            self._told = fault
            self._tell(fault)


def _check(entry: Added) -> int:
    """A checksum of an entry, to detect an older copy of the journal that diverged."""
    return zlib.crc32(json.dumps([entry.name, entry.body], sort_keys=True).encode())
