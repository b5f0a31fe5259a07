"""Captures a hand shown to the camera while a page asks for cards; these cards aren't played."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from toc_pi.events import Card, CardLaid, CardsHeld, CardTaken, OnPile
from toc_pi.screen.pages.page import Page
from toc_pi.teaching.play_phrases import PlayPhrases


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The cards shown so far.

    Attributes:
        cards: the rank of each card number, None until it is certain.
        last: the number of the last card laid, shown or played.
        laid, held: count of each rank laid open, and held up at once, since the page asked.
    """

    cards: Mapping[int, Card | None] = field(default_factory=dict)
    last: int = 0
    laid: Counter[Card] = field(default_factory=Counter)
    held: Counter[Card] = field(default_factory=Counter)

    @property
    def shown(self) -> Counter[Card]:
        """The hand: cards held up and laid down afterwards are the same."""
        return self.laid | self.held


def with_camera_prompt(page: Page, phrases: PlayPhrases) -> Page:
    """A page that asks for cards, with a note that they may be shown to the camera."""
    return replace(page, text=f"{page.text} {phrases.guide['open_hand']['text']}")


def asked_anew(hand: OpenHand) -> OpenHand:
    """What is kept of a hand when another page asks."""
    return OpenHand(hand.cards, hand.last)


def shown_hand(
    hand: OpenHand, event: OnPile | CardsHeld, *, asks: bool
) -> tuple[OpenHand, tuple[Card, ...], bool]:
    """Handle a camera event.

    Args:
        asks: whether a page asks for a hand.

    Returns:
        The new hand, its newly certain cards, and whether the event belongs to the hand.
    """
    after, is_hand = _seen(hand, event, asks=asks)
    new = tuple((after.shown - hand.shown).elements())
    return after, new if asks else (), is_hand


def _seen(hand: OpenHand, event: OnPile | CardsHeld, *, asks: bool) -> tuple[OpenHand, bool]:
    match event:
        case CardsHeld(_, held):
            return replace(hand, held=hand.held | Counter(held)) if asks else hand, True
        case CardLaid(_, n, _, card):
            if n not in hand.cards and not (asks and n > hand.last):
                return replace(hand, last=max(hand.last, n)), False
            known = hand.cards.get(n)
            told = Counter([card] if card is not None and known is None and asks else [])
            cards = {**hand.cards, n: known or card}
            return replace(hand, cards=cards, last=max(hand.last, n), laid=hand.laid + told), True
        case CardTaken(_, n):
            return hand, n in hand.cards
    return hand, hand.last in hand.cards
