"""A game's rules and table, a play and the ruling on it, and what stood on the board before a look."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from calibration.holes import Hole, Seat, is_home, seat_of
from toc_pi.effects import Particulars
from toc_pi.rules.position import Card, Pawns, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table

Declare = Literal["strict", "free", "camera"]


@dataclass(frozen=True, slots=True)
class Game:
    """The fixed facts of a game.

    Attributes:
        rules: the rule set, house rules included.
        table: board, players, teams.
        first: the seat that begins.
        white_face: fresh pawns stand white side up.
        declare: `strict`: every card is declared; `free`: an undeclared card is inferred from the move;
            `camera`: a card that was surely seen counts as declared, and else `free` holds.
    """

    rules: RuleSet
    table: Table
    first: Seat
    white_face: bool = False
    declare: Declare = "strict"


@dataclass(frozen=True, slots=True)
class Play:
    """A card played by a seat, to be matched with the board.

    Attributes:
        seat: who plays.
        card: the card; None if undeclared: it may be any of the pack.
        pawn: the hole of the one pawn that may be moved (`joker_again` same), or None for any.
    """

    seat: Seat
    card: Card | None
    pawn: Hole | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The rules' judgement of a board: legal, or the reasons why not, the most telling first.

    Attributes:
        legal: whether the rules allow it.
        reasons: codes of RULES 7.
        particulars: details of this move that the reasons' sentences can name, by code.
        card: the card they refer to; if none was declared, the one with the smallest breach.
    """

    legal: bool
    reasons: tuple[str, ...]
    particulars: Mapping[str, Particulars] = field(default_factory=dict)
    card: Card | None = None


LEGAL = Ruling(True, ())
"""The ruling on any legal move."""


def playable_part(position: Position) -> tuple[Position, Pawns]:
    """Split a position into what the rules can represent and the pawns they can't.

    Players may accept a pawn in another seat's home. It can't move from there, so the rules are given a
    position in which it is in its camp.
    """
    stuck = frozenset(
        (hole, seat) for hole, seat in position.pawns if is_home(hole) and seat_of(hole) != seat
    )
    if not stuck:
        return position, stuck
    return Position(position.pawns - stuck, position.fresh), stuck


Absent = tuple[tuple[Seat, int], ...]
"""Number of pawns of each seat, sorted by seat; seats with none are left out."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The state that the settled turns have led to.

    Attributes:
        record: every position consistent with them, the likeliest first; they differ only in freshness.
        absent: pawns known to be off the board: captured ones may lie beside it for a while.
    """

    record: tuple[Position, ...]
    absent: Absent = ()

    @property
    def pawns(self) -> Pawns:
        """The pawns of the recorded position (without freshness, which can't always be seen)."""
        return self.record[0].pawns

    @property
    def missing(self) -> Counter[Seat]:
        """The pawns known to be off the board, counted by seat. Do not modify."""
        return _counted(self.absent)


def absent_of(missing: Counter[Seat]) -> Absent:
    """Missing pawns in the form that `Belief.absent` has."""
    return tuple(sorted((seat, count) for seat, count in missing.items() if count > 0))


@lru_cache(maxsize=256)  # called several times per event
def _counted(absent: Absent) -> Counter[Seat]:
    return Counter(dict(absent))
