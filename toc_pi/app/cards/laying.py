"""Scan of a pack, laid card by card for the camera to learn: counts and corrections.

A card is learned once the next one is laid, or at the end: until then it can be corrected. In free order, a
card counts as its certain reading, or as the players say; in a given order, as that order says, unless
another rank is read with certainty.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from toc_pi.events import RANKS, Card, CardLaid

JOKER = RANKS[-1]
SUITS = 4
WITHOUT_JOKERS, WITH_JOKERS = 52, 54
CardStatus = Literal["right", "ask", "too-many"]
"""A card counts, or needs to be named by the players, or its rank has come often enough."""


def in_order(size: int) -> tuple[Card, ...]:
    """The order in which to lay a pack of a size: each suit from ace to king, then the jokers."""
    return RANKS[:-1] * SUITS + (JOKER,) * (size - WITHOUT_JOKERS)


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the pile.

    Attributes:
        n: its number there.
        read: the rank read with certainty; None for none.
        likely: the likeliest rank; None if no face is visible.
        named: its rank according to the players or the order; None if neither says.
        by_hand: whether the players named it.
    """

    n: int
    read: Card | None
    likely: Card | None
    named: Card | None = None
    by_hand: bool = False

    @property
    def card(self) -> Card | None:
        """The rank that it counts as."""
        return self.named or self.read


@dataclass(frozen=True, slots=True)
class PackScan:
    """The state of a pack scan.

    Attributes:
        size: of the pack.
        order: the prescribed order; empty for any.
        cards: the cards laid so far, in order.
        over: whether the players ended it.
    """

    size: int
    order: tuple[Card, ...] = ()
    cards: tuple[LaidCard, ...] = ()
    over: bool = False

    @property
    def counts(self) -> Mapping[Card, int]:
        """Number of cards laid of each rank."""
        return Counter(one.card for one in self.cards if one.card is not None)

    @property
    def done(self) -> int:
        """Number of cards that count."""
        return sum(self.state(place) == "right" for place in range(len(self.cards)))

    @property
    def complete(self) -> bool:
        """Whether the whole pack was laid, or the players ended the scan."""
        return self.over or self.done >= self.size

    @property
    def last_state(self) -> CardStatus | None:
        """The state of the last card; None if none was laid."""
        return self.state(len(self.cards) - 1) if self.cards else None

    def state(self, place: int) -> CardStatus:
        """Whether the card at a place of the pile counts."""
        laid = self.cards[place]
        card = laid.card
        disagrees = laid.read is not None and laid.read != card and not laid.by_hand
        if card is None or disagrees:
            return "ask"
        before = sum(one.card == card for one in self.cards[:place])
        return "right" if before < self.most(card) else "too-many"

    def most(self, card: Card) -> int:
        """How many cards of a rank the pack has."""
        return self.size - WITHOUT_JOKERS if card == JOKER else SUITS


def lay(laying: PackScan, seen: CardLaid) -> PackScan:
    """A card was laid, or read again; the players' correction is kept."""
    likely = max(seen.ranks, key=lambda rank: seen.ranks[rank], default=None)
    at = next((place for place, one in enumerate(laying.cards) if one.n == seen.n), len(laying.cards))
    laid = LaidCard(seen.n, seen.card, likely)
    if at < len(laying.cards):
        old = laying.cards[at]
        laid = replace(laid, named=old.named, by_hand=old.by_hand)
    elif at < len(laying.order):
        laid = replace(laid, named=laying.order[at])
    return replace(laying, cards=(*laying.cards[:at], laid, *laying.cards[at + 1 :]))


def take(laying: PackScan, n: int) -> PackScan:
    """A card was taken back."""
    return replace(laying, cards=tuple(one for one in laying.cards if one.n != n))


def name(laying: PackScan, card: Card) -> PackScan:
    """The players name the last card."""
    if not laying.cards:
        return laying
    last = replace(laying.cards[-1], named=card, by_hand=True)
    return replace(laying, cards=(*laying.cards[:-1], last))


def drop(laying: PackScan) -> PackScan:
    """The players say that the last card isn't one, or was laid by mistake."""
    return replace(laying, cards=laying.cards[:-1])


def end(laying: PackScan) -> PackScan:
    """The players end the scan."""
    return replace(laying, over=True)


def to_learn(before: PackScan, after: PackScan) -> Iterator[tuple[int, Card]]:
    """The cards whose rank is final now: those below the last one, at the end all."""
    known = {one.n for one in before.cards[: None if before.complete else -1]}
    ready = after.cards[: None if after.complete else -1]
    for place, one in enumerate(ready):
        if one.n not in known and one.card is not None and after.state(place) == "right":
            yield one.n, one.card
