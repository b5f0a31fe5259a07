"""What kind of play the search for reasons is putting together, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass

from oracle.seating import Spot
from oracle.tables import Use


@dataclass(frozen=True)
class Plan:
    """What kind of play is being put together, and how far it has come.

    Attributes:
        kind: `plays` (each move a play of its own), `number` (one use's number among several pawns), `split`.
        use: the index of the use whose number is shared out.
        loose: the parts of a split make whatever they make: `split-total`.
        total: what the measured parts make so far.
        free: a part was not measured.
        parts: the pawns that parts have moved, by where they are now; captured ones by a negative number.
        extras: whether there were plays besides the parts of a split.
        own: whose pawns are own (changes as a seven spills).
    """

    kind: str
    own: tuple[str, ...]
    use: Use | None = None
    loose: bool = False
    total: int = 0
    free: bool = False
    parts: frozenset[Spot] = frozenset()
    lost: int = 0
    extras: bool = False
