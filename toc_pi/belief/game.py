"""What a game is played by, one play to be matched with the board, and what the rules said about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from calibration.holes import Hole, Seat, is_home, seat_of
from toc_pi.belief.look import Pawns
from toc_pi.rules.particulars import Particulars
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table

Declare = Literal["strict", "free"]


@dataclass(frozen=True, slots=True)
class Game:
    """The table at which a game is played.

    Attributes:
        rules: the rule set, house rules included.
        table: board, players, teams.
        first: the seat that begins.
        white_face: fresh pawns stand white side up.
        declare: `strict`: every card is declared; `free`: where none is, it is worked out from the move.
    """

    rules: RuleSet
    table: Table
    first: Seat
    white_face: bool = False
    declare: Declare = "strict"


@dataclass(frozen=True, slots=True)
class Play:
    """A card of a seat, to be matched with the board.

    Attributes:
        seat: who plays.
        card: the card; None where nobody declared it, then it may be any of the pack.
        pawn: the hole of the one pawn that may be moved (`joker_again` same), or None for any.
    """

    seat: Seat
    card: Card | None
    pawn: Hole | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of a board: legal, or the reasons why not, the most telling first.

    Attributes:
        legal: whether the rules allow it.
        reasons: codes of RULES 7.
        particulars: what reasons can name of this very move, by code.
        card: the card that they are about; where none was declared, the one that is broken least.
    """

    legal: bool
    reasons: tuple[str, ...]
    particulars: Mapping[str, Particulars] = field(default_factory=dict, hash=False)
    card: Card | None = None


LEGAL = Ruling(True, ())


def playable_part(position: Position) -> tuple[Position, Pawns]:
    """A position as the rules know it, and the pawns that they know nothing of.

    Players may let a pawn stand in somebody else's home. It can't move from there, so for the rules it
    waits in its camp.
    """
    stuck = frozenset(
        (hole, seat) for hole, seat in position.pawns if is_home(hole) and seat_of(hole) != seat
    )
    if not stuck:
        return position, stuck
    return Position(position.pawns - stuck, position.fresh), stuck
