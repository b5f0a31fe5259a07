"""The topic tree: who writes what, and what is retained (docs/hall-protocol.md, Topics)."""

import re
from dataclasses import dataclass

PROTOCOL = "toc/1"
"""The first levels of every topic; the number grows when older programs can't read newer payloads."""

_NAME = re.compile("[a-z0-9][a-z0-9-]{0,31}")
NAMES = "1 to 32 of a-z, 0-9 and -, not beginning with -"

RESERVED = ("hall", "wall")
"""Names of special clients at the broker; no table may have them."""


def is_name(text: object) -> bool:
    """Whether a text is a valid hall or table name: one topic level, without wildcards."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


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

    # Written by a table; `link` also by the broker, as its last will.

    def link(self, table: str) -> str:
        """Whether a table is online; retained."""
        return f"{self.root}/table/{table}/link"

    def state(self, table: str) -> str:
        """A table's current state; retained."""
        return f"{self.root}/table/{table}/state"

    def record(self, table: str) -> str:
        """A table's verdicts and results, in order, each repeated until the hall confirms it."""
        return f"{self.root}/table/{table}/record"

    # Written by the hall.

    @property
    def hall_link(self) -> str:
        """Whether the hall is online; retained, as is its last will."""
        return f"{self.root}/hall/link"

    def taken(self, table: str) -> str:
        """The hall's confirmation of a table's record; retained."""
        return f"{self.root}/hall/taken/{table}"

    def seating(self, table: str) -> str:
        """The match at a table, and who sits where; retained."""
        return f"{self.root}/hall/seating/{table}"

    def shown(self, what: str) -> str:
        """What the wall shows: `tournament`, `standings`, `matches`, `log`; retained."""
        return f"{self.root}/hall/{what}"

    def answer(self, arbiter: str) -> str:
        """The result of an arbiter's orders."""
        return f"{self.root}/arbiter/{arbiter}/answer"

    # Written by an arbiter.

    def order(self, arbiter: str) -> str:
        """An arbiter's orders to the hall."""
        return f"{self.root}/arbiter/{arbiter}/order"

    def writer(self, topic: str) -> tuple[str, str, str] | None:
        """The writer and topic: `("table", "t07", "record")`; None for an unknown topic."""
        levels = topic.removeprefix(f"{self.root}/").split("/")
        known = {("table", "link"), ("table", "state"), ("table", "record"), ("arbiter", "order")}
        if not topic.startswith(f"{self.root}/") or len(levels) != 3:
            return None
        kind, name, what = levels
        return (kind, name, what) if (kind, what) in known and is_name(name) else None


def discovery(hall: str, table: str) -> str:
    """Home Assistant's discovery topic of a table; retained."""
    return f"homeassistant/device/toc_{hall}_{table}/config".replace("-", "_")
