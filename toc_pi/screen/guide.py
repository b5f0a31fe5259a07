"""A teaching page, as data: a board with arrows, a few words, keys; shown over a running game.

It is independent of size: `guide_layout` places it on a screen, `guide_draw` draws it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.holes import Hole, Seat
from toc_pi.screen.page import Key


@dataclass(frozen=True, slots=True)
class Way:
    """An arrow on the board.

    Attributes:
        seat: the pawn's seat.
        start: from; None for its camp.
        end: to; None for its camp (captured).
        number: the same as in the text; 0 for none.
        pale: done already, or not the subject of the text.
    """

    seat: Seat
    start: Hole | None
    end: Hole | None
    number: int = 0
    pale: bool = False


@dataclass(frozen=True, slots=True)
class Guide:
    """One page.

    Attributes:
        title: large.
        seat: of the sign before the title.
        card: the card shown beside it; "" for none.
        text: the main text.
        more: smaller text below it.
        pawns: the position shown, without camps; None for no board.
        fresh: the holes of its fresh pawns.
        ways: the arrows on it, the main one last.
        cards: card keys instead of a board.
        keys: at the bottom.
        hand: cards that lie before the smaller text; "" for one that is face down.
    """

    title: str
    seat: Seat | None = None
    card: str = ""
    text: str = ""
    more: str = ""
    pawns: Mapping[Hole, Seat] | None = None
    fresh: frozenset[Hole] = frozenset()
    ways: tuple[Way, ...] = ()
    cards: tuple[Key, ...] = ()
    keys: tuple[Key, ...] = field(default_factory=tuple)
    hand: tuple[str, ...] = ()
