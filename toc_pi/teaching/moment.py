"""The open turn as passed to teaching: the board and public knowledge, never a hand."""

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
        rules, table: rules and table.
        n: the turn's number.
        position: the recorded position before this turn's play.
        seat: whose turn it is.
        card: the declared card; None before.
        again, pawn, struck: as in `rules.game.GameState`.
        played: cards seen since the pack was shuffled.
        counts: how many cards each player holds, by his first seat.
        deal: dealer and number of his deal; identifies a deal.
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
