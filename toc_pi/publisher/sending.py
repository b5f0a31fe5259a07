"""Which messages of a record are sent when: again and again, until the hall has confirmed them.

The hall takes messages only in order, so after a silence everything from the first missing one on is sent
again. Pure: the time comes in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from toc_pi.store.follow import BEGINNING, Place

WINDOW = 32
"""How many messages may be unconfirmed at once."""
PATIENCE_S, MOST_PATIENCE_S = 5.0, 60.0
"""How long a confirmation is waited for, at first and at last."""


@dataclass(frozen=True, slots=True)
class RecordMessage:
    """One message of a record.

    Attributes:
        at: where it comes from; its name for ever.
        after: where the one before it came from.
        kind: `verdict`, `back` or `result`.
        check: a checksum of the journal's entry.
    """

    at: Place
    after: Place
    kind: str
    body: dict[str, Any]
    check: int = 0


Messages = tuple[RecordMessage, ...]


@dataclass(frozen=True, slots=True)
class Sending:
    """How far a record was sent.

    Attributes:
        confirmed: the last place that the hall has taken.
        sent: the last place that was sent since the last silence.
        due_s: when it is sent again.
        patience_s: how long the next confirmation is waited for.
        open: whether both broker and hall are there.
    """

    confirmed: Place = BEGINNING
    sent: Place = BEGINNING
    due_s: float = 0.0
    patience_s: float = PATIENCE_S
    open: bool = False

    def opened(self, is_open: bool) -> "Sending":
        """The same once broker and hall are there, or one of them isn't any more."""
        if is_open == self.open:
            return self
        return replace(self, open=is_open, sent=self.confirmed, patience_s=PATIENCE_S)

    def took(self, place: Place, now: float) -> "Sending":
        """The same once the hall has confirmed a place; a lower one than before is from an older hall."""
        if place == self.confirmed:
            return self
        sent = max(place, self.sent) if place > self.confirmed else place
        return replace(self, confirmed=place, sent=sent, due_s=now + PATIENCE_S, patience_s=PATIENCE_S)


def to_send(
    sending: Sending, waiting: Sequence[RecordMessage], now: float
) -> tuple[Sending, tuple[RecordMessage, ...]]:
    """The messages to be sent now.

    Args:
        sending: how far they were sent.
        waiting: those that aren't confirmed, in order.
        now: any steady clock, s.
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
