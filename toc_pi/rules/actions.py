"""The actions of players, as values (RULES 4): to deal, give a card, play, discard, throw, stop."""

from dataclasses import dataclass

from toc_pi.rules.pack import Cards
from toc_pi.rules.position import Card, Position


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer deals. `hands`: the cards of each player, where they are known."""

    hands: tuple[Cards, ...] = ()


@dataclass(frozen=True, slots=True)
class Give:
    """The player on turn gives cards to his team-mate; `UNKNOWN` ones if they weren't seen."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Keep:
    """The player on turn declines an optional exchange."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card is played. `result`: the board after it; `drawn`: the card drawn after it, if known."""

    card: Card
    result: Position
    drawn: Cards = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """A card is discarded without effect: nothing could be played, or a 10 requires it."""

    card: Card
    drawn: Cards = ()


@dataclass(frozen=True, slots=True)
class Throw:
    """The whole hand is laid down. `cards`: those that were shown."""

    cards: Cards
    drawn: Cards = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """The player keeps his right to another card for later."""


@dataclass(frozen=True, slots=True)
class TurnCorrection:
    """The players deviate from the rules: this player is on turn and holds these cards."""

    player: int
    hand: Cards


Action = Deal | Give | Keep | CardPlayed | Discard | Throw | Stop | TurnCorrection
