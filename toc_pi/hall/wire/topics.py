"""The topic tree: who writes what, and what is retained (docs/hall-protocol.md, Topics)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

PROTOCOL = "toc/1"
"""The first levels of every topic; the number grows when older programs can't read newer payloads."""

_NAME = re.compile("[a-z0-9][a-z0-9-]{0,31}")
NAMES = "1 to 32 of a-z, 0-9 and -, not beginning with -"

RESERVED = ("hall", "wall")
"""Names of special clients at the broker; no table may have them."""


def is_name(text: object) -> bool:
    """Whether a text is a valid hall or table name: one topic level, without wildcards."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


TopicKind = Literal["link", "state", "record", "hall_link", "taken", "seating", "shown", "order", "answer"]
_BELOW: Mapping[TopicKind, str] = {
    # Written by a table; `link` also by the broker, as its last will.
    "link": "table/{}/link",  # whether a table is online; retained
    "state": "table/{}/state",  # a table's current state; retained
    "record": "table/{}/record",  # verdicts and results, in order, each repeated until the hall confirms it
    # Written by the hall.
    "hall_link": "hall/link",  # whether the hall is online; retained, as is its last will
    "taken": "hall/taken/{}",  # the hall's confirmation of a table's record; retained
    "seating": "hall/seating/{}",  # the match at a table, and who sits where; retained
    "shown": "hall/{}",  # what the wall shows: `tournament`, `standings`, `matches`, `log`; retained
    "answer": "arbiter/{}/answer",  # the result of an arbiter's orders
    # Written by an arbiter.
    "order": "arbiter/{}/order",  # an arbiter's orders to the hall
}
"""Every topic of a hall, below its root: the name is that of a table or an arbiter, or of what is shown."""
OF_A_TABLE: tuple[TopicKind, ...] = ("link", "state", "record")
"""Those that a table writes."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one hall.

    Attributes:
        hall: its name; several halls may share a broker.
    """

    hall: str

    @property
    def root(self) -> str:
        """The prefix of all topics of this hall."""
        return f"{PROTOCOL}/{self.hall}"

    def __call__(self, kind: TopicKind, name: str = "") -> str:
        """A topic."""
        return f"{self.root}/{_BELOW[kind].format(name)}"

    def writer(self, topic: str) -> tuple[str, str, str] | None:
        """The writer and topic: `("table", "t07", "record")`; None for an unknown topic."""
        levels = topic.removeprefix(f"{self.root}/").split("/")
        known = {*(("table", kind) for kind in OF_A_TABLE), ("arbiter", "order")}
        if not topic.startswith(f"{self.root}/") or len(levels) != 3:
            return None
        kind, name, what = levels
        return (kind, name, what) if (kind, what) in known and is_name(name) else None


def discovery(hall: str, table: str) -> str:
    """Home Assistant's discovery topic of a table; retained."""
    return f"homeassistant/device/toc_{hall}_{table}/config".replace("-", "_")
