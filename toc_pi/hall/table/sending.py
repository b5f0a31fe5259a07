"""When to send which record messages: each is repeated until the hall confirms it.

The hall takes messages only in order, so after a silence everything from the first missing one on is sent
again. Pure: the time comes in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from toc_pi.store.journal_reader import BEGINNING, JournalPlace

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
