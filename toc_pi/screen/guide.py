"""A page that teaches, as data: a board with arrows, a few words, keys; shown over a game that goes on.

A guide knows no size: `guide_layout` puts it onto a screen of any size, `guide_draw` paints it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.holes import Hole, Seat
from toc_pi.screen.page import Key


@dataclass(frozen=True, slots=True)
class Way:
    """An arrow on the board.

    Attributes:
        seat: whose pawn goes.
        start: from where; None for its camp.
        end: to where; None for its camp: the pawn is captured.
        number: the same as in the words; 0 for none.
        pale: it is there already, or isn't the one that the words are about.
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
        seat: whose sign stands before it.
        card: whose face stands beside it; "" for none.
        text: what is said.
        more: smaller, below it.
        pawns: the board that is shown, without camps; None for no board.
        fresh: the holes of its fresh pawns.
        ways: the arrows on it, the one that counts last.
        cards: keys of cards, in the place of a board.
        keys: at the bottom.
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
