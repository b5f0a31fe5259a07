"""How far a table has told its hall what happened, in a small file, and which messages to send when.

Each message is repeated until the hall confirms it. The hall takes messages only in order, so after a silence
everything from the first missing one on is sent again. When to send is pure: the time comes in.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from toc_pi.store.folder import read_kept, write_over
from toc_pi.store.journal_reader import BEGINNING, JournalPlace

MAX_MATCHES = 20  # of the last games


@dataclass(frozen=True, slots=True)
class Outbox:
    """Delivery cursor of the table's event stream.

    Attributes:
        hall: the hall and the table's name in it; one hall's messages never go to another.
        stream: the journal's name; "" before there was one.
        part: 1, incremented when the journal was replaced by an older copy of itself.
        start: nothing before this place is sent.
        confirmed: the last place that the hall has confirmed.
        check: a checksum of the entry there; 0 if there is none.
        seating: the match that the hall named last; "" for none.
        matches: by game, the match that was named when its first turn was judged; only the last games.
    """

    hall: str
    stream: str = ""
    part: int = 1
    start: JournalPlace = BEGINNING
    confirmed: JournalPlace = BEGINNING
    check: int = 0
    seating: str = ""
    matches: dict[int, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The stream's name in the hall; it changes whenever the stream may restart at another place."""
        return f"{self.stream}.{self.part}.{self.start[0]}"

    def begun(self, stream: str, start: JournalPlace) -> "Outbox":
        """A cursor reset to a new journal or segment."""
        part = self.part + 1 if stream == self.stream else 1
        return replace(self, stream=stream, part=part, start=start, confirmed=start, check=0, matches={})

    def bound(self, game: int) -> "Outbox":
        """The cursor with a game assigned to the match named last, unless it has one."""
        if game in self.matches:
            return self
        matches = {**self.matches, game: self.seating}
        return replace(self, matches=dict(sorted(matches.items())[-MAX_MATCHES:]))


def load_outbox(path: Path) -> Outbox | None:
    """Load an outbox; None if there is no file.

    Raises:
        DamagedStore: the file is damaged; it was quarantined.
        OSError: it can't be opened (and may be intact), or can't be quarantined.
    """

    def parse(found: Any) -> Outbox:
        start, confirmed = _place(found["start"]), _place(found["confirmed"])
        matches = {int(game): str(match) for game, match in found["matches"].items()}
        hall, stream, seating = (str(found[key]) for key in ("hall", "stream", "seating"))
        place = (int(found["part"]), start, max(start, confirmed), int(found["check"]))
        return Outbox(hall, stream, *place, seating, matches)

    return read_kept(path, parse)


def save_outbox(path: Path, outbox: Outbox) -> None:
    """Write an outbox atomically.

    Raises:
        OSError: it can't be written.
    """
    write_over(path, json.dumps(asdict(outbox)).encode())


def _place(found: Any) -> JournalPlace:
    game, number = found
    if type(game) is not int or type(number) is not int or min(game, number) < 0:
        raise ValueError(f"{found!r} is no place")
    return game, number


WINDOW = 32
"""Maximum number of unconfirmed messages in flight."""
PATIENCE_S, MOST_PATIENCE_S = 5.0, 60.0
"""First and longest time to wait for a confirmation."""


@dataclass(frozen=True, slots=True)
class RecordMessage:
    """A record message.

    Attributes:
        at: its place in the stream, which identifies it permanently.
        after: the place of the message before it.
        kind: `verdict`, `back` or `result`.
        check: a checksum of the journal's entry.
    """

    at: JournalPlace
    after: JournalPlace
    kind: str
    body: dict[str, Any]
    check: int = 0


@dataclass(frozen=True, slots=True)
class Sending:
    """Progress of sending a record.

    Attributes:
        confirmed: the last place that the hall has confirmed.
        sent: the last place sent since the last timeout.
        due_s: when to resend.
        patience_s: current time limit for a confirmation.
        open: whether both broker and hall are online.
    """

    confirmed: JournalPlace = BEGINNING
    sent: JournalPlace = BEGINNING
    due_s: float = 0.0
    patience_s: float = PATIENCE_S
    open: bool = False

    def opened(self, is_open: bool) -> "Sending":
        """With `open` set: sending restarts when broker and hall come online."""
        if is_open == self.open:
            return self
        return replace(self, open=is_open, sent=self.confirmed, patience_s=PATIENCE_S)

    def took(self, place: JournalPlace, now: float) -> "Sending":
        """With a place confirmed; a lower one than before comes from an older copy of the hall."""
        if place == self.confirmed:
            return self
        sent = max(place, self.sent) if place > self.confirmed else place
        return replace(self, confirmed=place, sent=sent, due_s=now + PATIENCE_S, patience_s=PATIENCE_S)


def to_send(
    sending: Sending, waiting: Sequence[RecordMessage], now: float
) -> tuple[Sending, tuple[RecordMessage, ...]]:
    """The messages to send now.

    Args:
        sending: progress so far.
        waiting: unconfirmed messages, in order.
        now: any monotonic clock, s.
    """
    window = [message for message in waiting if message.at > sending.confirmed][:WINDOW]
    if not sending.open or not window:
        return sending, ()
    if sending.sent > sending.confirmed and now >= sending.due_s:
        patience = min(2 * sending.patience_s, MOST_PATIENCE_S)
        sending = replace(sending, sent=sending.confirmed, patience_s=patience)
    new = tuple(message for message in window if message.at > sending.sent)
    if not new:
        return sending, ()
    is_first = sending.sent == sending.confirmed
    due_s = now + sending.patience_s if is_first else sending.due_s
    return replace(sending, sent=new[-1].at, due_s=due_s), new
