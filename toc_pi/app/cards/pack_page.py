"""The page for scanning a family's pack: what was read, how many cards, corrections."""

from dataclasses import dataclass

from toc_pi.app.cards.laying import PackScan
from toc_pi.events import RANKS, Card
from toc_pi.languages import Language, capital, face_of, filled, listed, load_texts, translated
from toc_pi.screen.pages.page import Key, Page, Shape

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
