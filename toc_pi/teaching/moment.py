"""The turn that is open, as teaching is told of it: what lies on the board and is known, never a hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.holes import Hole, Seat
from toc_pi.rules.game import Again
from toc_pi.rules.pack import Cards
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn before its play.

    Attributes:
        rules, table: what is played.
        n: the turn's number.
        position: where the pawns stand on record, before what is played now.
        seat: whose turn it is.
        card: what was declared; None before.
        again, pawn, struck: what a joker or a 10 leaves to be done, as in `rules.game.Game`.
        played: cards that everybody has seen go since the pack was shuffled.
        counts: how many cards each player holds, by his first seat.
        deal: who deals and which of his deals it is, to tell one from the next.
    """

    rules: RuleSet
    table: Table
    n: int
    position: Position
    seat: Seat
    card: Card | None = None
    again: Again = ""
    pawn: Hole | None = None
    struck: bool = False
    played: Cards = ()
    counts: Mapping[Seat, int] = field(default_factory=dict)
    deal: tuple[int, int] = (0, 0)
