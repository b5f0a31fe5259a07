"""A hand that is laid open before the camera while a page asks for cards: its cards aren't played."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from toc_pi.events import Card, CardLaid, CardTaken, OnPile


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The cards that were shown so far.

    Attributes:
        cards: the rank of each number that the camera gave, None until it is sure.
        last: the number of the last card that was laid, whether shown or played.
    """

    cards: Mapping[int, Card | None] = field(default_factory=dict)
    last: int = 0


def shown_hand(hand: OpenHand, event: OnPile, *, asks: bool) -> tuple[OpenHand, Card | None, bool]:
    """Handle what the camera saw.

    Args:
        asks: whether a page asks for a hand.

    Returns:
        The hand after it, a card of it that is surely known now, and whether the event is about the hand.
    """
    match event:
        case CardLaid(_, n, _, card):
            if n not in hand.cards and not (asks and n > hand.last):
                return replace(hand, last=max(hand.last, n)), None, False
            known = hand.cards.get(n)
            told = card if known is None else None
            return OpenHand({**hand.cards, n: known or card}, max(hand.last, n)), told if asks else None, True
        case CardTaken(_, n):
            return hand, None, n in hand.cards
    return hand, None, hand.last in hand.cards
