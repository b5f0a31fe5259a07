"""Scan of a pack, laid card by card for the camera to learn: counts, corrections, and its page.

A card is learned once the next one is laid, or at the end: until then it can be corrected. In free order, a
card counts as its certain reading, or as the players say; in a given order, as that order says, unless
another rank is read with certainty.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from toc_pi.events import RANKS, Card, CardLaid
from toc_pi.languages import Language, capital, face_of, filled, listed, load_texts, translated
from toc_pi.screen.pages.page import Key, Page, Shape

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


ANY, ORDER, WRONG, NONE, BACK, DONE, NAME = "any", "order", "wrong", "none", "back", "done", "name"
"""The keys; `name:` is followed by a rank."""


@dataclass(frozen=True, slots=True)
class PackView:
    """What the page shows.

    Attributes:
        laying: the scan so far.
        message: why no card is visible now, in English; "" while they are.
        naming: whether the players said that the last card is wrong.
        alike: pairs of ranks that can't be distinguished.
    """

    laying: PackScan
    message: str = ""
    naming: bool = False
    alike: tuple[tuple[Card, Card], ...] = ()

    @property
    def asks(self) -> bool:
        """Whether the players have to name the last card."""
        laying = self.laying
        return not laying.complete and (self.naming or laying.last_state in ("ask", "too-many"))


def pack_page(view: PackView, language: Language, faces: str) -> Page:
    """The page for a state."""
    words, laying = load_texts("setup", language), view.laying
    texts, key = words["pack"], words["key"]
    counted = {"done": laying.done, "size": laying.size}
    if laying.complete:
        title = texts["over" if laying.done >= laying.size else "over_early"].format(**counted)
        return Page("pack-over", title, _alike(view, language), (), (Key(DONE, key["done"], strong=True),))
    if view.asks:
        return _naming(view, language, faces)
    done = Key(DONE, key["done"])
    if view.message:
        message = capital(translated(view.message, language))
        return Page("pack", texts["title"], message, (), (done,), Shape.PICTURE)
    if not laying.cards:
        keys = tuple(
            Key(one, texts[one], texts[f"{one}_below"], on=bool(laying.order) == (one == ORDER))
            for one in (ANY, ORDER)
        )
        return Page("pack-first", texts["title"], texts["first"], keys, (done,), sentences=True)
    last = laying.cards[-1].card
    assert last is not None
    title = filled(texts["counted"], {**counted, "card": a_card(last, language)}, language)
    keys = (Key(WRONG, texts["wrong"]), Key(NONE, texts["none"]))
    return Page("pack", title, _next(laying, language), keys, (done,), Shape.PICTURE)


def _next(laying: PackScan, language: Language) -> str:
    """What to lay next, as a sentence."""
    texts = load_texts("setup", language)["pack"]
    if len(laying.cards) >= len(laying.order):
        return texts["next"]
    return filled(texts["next_is"], {"card": a_card(laying.order[len(laying.cards)], language)}, language)


def _naming(view: PackView, language: Language, faces: str) -> Page:
    """Keys of all ranks, to name the last card."""
    words, laying = load_texts("setup", language), view.laying
    texts, last = words["pack"], laying.cards[-1]
    many = laying.last_state == "too-many"
    text = (
        filled(texts["many"], {"card": a_card(last.card, language)}, language) if many and last.card else ""
    )
    strong = last.card if view.naming else last.read or last.likely
    ranks = tuple(
        Key(f"{NAME}:{rank}", face_of(rank, faces), strong=rank == strong and not many)
        for rank in RANKS
        if laying.most(rank)
    )
    way = BACK if view.naming else DONE
    feet = (Key(NONE, texts["none"]), Key(way, words["key"][way]))
    return Page("pack-which", texts["which"], capital(text), ranks, feet, Shape.CARDS)


def a_card(card: Card, language: str) -> str:
    """A rank in a sentence: "a seven"."""
    return load_texts("names", language)["a_card"][card]


def _alike(view: PackView, language: Language) -> str:
    """A sentence about ranks that can't be distinguished, or that all can be."""
    texts = load_texts("setup", language)["pack"]
    if not view.alike:
        return texts["apart"]
    names = load_texts("names", language)["cards"]
    pairs = [listed([names[one], names[other]], language) for one, other in view.alike]
    return texts["alike"].format(pairs=", ".join(pairs))
