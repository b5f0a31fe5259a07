"""Accepts the messages of a table's record, each once and in order, and limits their rate.

Pure: the caller stores and publishes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

RecordPlace = tuple[int, int]
StreamOf = tuple[str, str]
"""A table, and the name of its journal."""

Fate = Literal["new", "repeat", "gap"]

RATE, BURST = 50.0, 200.0
"""Messages a second that a table may send on average, and the largest burst."""
RARE_RATE, RARE_BURST = 0.2, 30.0
"""The same for messages that the hall stores permanently: results, and new streams."""
TOLD_EVERY_S = 60.0
"""Least time between two reported faults of one table."""


def fate_of(
    taken: Mapping[StreamOf, RecordPlace],
    stream: StreamOf,
    at: RecordPlace,
    after: RecordPlace,
    *,
    is_first: bool,
) -> Fate:
    """Whether a message is the next one of its stream.

    An unknown stream starts with its table's first message: earlier ones may have been lost on the way.
    """
    if at <= after:
        return "gap"  # never sent by a table
    if stream not in taken:
        return "new" if is_first else "gap"
    if taken[stream] == after:
        return "new"
    return "repeat" if at <= taken[stream] else "gap"


@dataclass(slots=True)
class Rates:
    """Rate limiter for each table's messages, and for reports of its faults."""

    rate: float = RATE
    burst: float = BURST
    left: dict[str, tuple[float, float]] = field(default_factory=dict)
    told: dict[str, float] = field(default_factory=dict)

    def allow(self, table: str, now: float) -> bool:
        """Whether another message of a table may be handled now, s."""
        tokens, since = self.left.get(table, (self.burst, now))
        tokens = min(self.burst, tokens + (now - since) * self.rate)
        allowed = tokens >= 1.0
        self.left[table] = (tokens - 1.0 if allowed else tokens, now)
        return allowed

    def may_tell(self, table: str, now: float) -> bool:
        """Whether a fault of a table may be reported now."""
        if now < self.told.get(table, float("-inf")) + TOLD_EVERY_S:
            return False
        self.told[table] = now
        return True
