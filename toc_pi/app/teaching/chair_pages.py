"""The pages of an empty chair: its cards are tapped in unseen by the others, and its move is explained.

Pure functions: a tap goes in, a page and the chair come out. Cards are face up on the screen only while
somebody taps them in, or asks to see the one that is given away; a tap covers them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from calibration.holes import Seat
from toc_pi.app.teaching.moves_page import Words, ways_of
from toc_pi.languages import Language, capital, face_of, load_texts
from toc_pi.rulebook.questions import rule_texts
from toc_pi.rules.game import Cards, unseen, without
from toc_pi.rules.position import Card
from toc_pi.screen.pages.guide import Guide
from toc_pi.screen.pages.page import Key
from toc_pi.teaching.chair import Chair, gift, mates, missing, reason_of, with_cards
from toc_pi.teaching.hint import Advice
from toc_pi.teaching.options import Moment
from toc_pi.teaching.play_phrases import PlayPhrases

CHOSEN = ("optional", "at-turn")
"""Exchanges that are optional."""


@dataclass(frozen=True, slots=True)
class CardEntry:
    """The page on which cards are tapped in.

    Attributes:
        chair, moment: whose cards, and the open turn.
        want: number of cards.
        typed: the cards so far.
        covered: whether they are hidden.
        mate: who gave them; None if they were dealt.
    """

    chair: Chair
    moment: Moment
    want: int
    typed: Cards = ()
    covered: bool = False
    mate: Seat | None = None


@dataclass(frozen=True, slots=True)
class Giving:
    """The page on which cards are given to a team-mate; they are shown only on request."""

    chair: Chair
    moment: Moment
    cards: Cards
    mate: Seat
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Asking:
    """The page that asks whether cards are exchanged in this deal."""

    chair: Chair
    moment: Moment
    mate: Seat


@dataclass(frozen=True, slots=True)
class DecisionPage:
    """The page with its decision and the reason; the first advice is the decision."""

    chair: Chair
    moment: Moment
    advices: tuple[Advice, ...]
    hand: Cards


ChairPage = CardEntry | Giving | Asking | DecisionPage


def open_tapping(chair: Chair, moment: Moment) -> CardEntry:
    """Open the page on which its missing cards are tapped in."""
    want = missing(chair, moment)
    return CardEntry(chair, moment, want, chair.typed[:want], covered=bool(chair.typed))


def tap(page: ChairPage, key: str) -> tuple[ChairPage | None, Chair]:
    """The page after a tap, None once it is closed, and the chair after it."""
    chair, (kind, _, which) = page.chair, key.partition(":")
    match page:
        case CardEntry():
            return _tapped(page, kind, which)
        case Giving():
            if kind in ("show", "hide"):
                return replace(page, shown=not page.shown), chair
            if kind == "done":
                without_it = replace(chair, hand=without(chair.hand, *page.cards))
                return CardEntry(without_it, page.moment, len(page.cards), mate=page.mate), without_it
            return page, chair
        case Asking():
            if kind == "exchange":
                return _giving(chair, page.moment, page.mate), chair
            return (None, replace(chair, exchanged=True)) if kind == "no" else (page, chair)
    return (None, chair) if kind == "close" else (page, chair)


def _tapped(page: CardEntry, kind: str, which: str) -> tuple[ChairPage | None, Chair]:
    chair = page.chair
    match kind:
        case "card" if len(page.typed) < page.want and _left(page, Card(which)) > 0:
            return replace(page, typed=(*page.typed, Card(which)), covered=False), chair
        case "erase":
            return replace(page, typed=page.typed[:-1]), chair
        case "hide" | "show":
            return replace(page, covered=not page.covered), chair
        case "done" if len(page.typed) == page.want:
            full = with_cards(chair, page.typed)
            if page.mate is not None:
                full = replace(full, exchanged=True)
                return None, full
            return _exchange(full, page.moment), full
        case "later":
            return None, replace(chair, typed=page.typed if page.mate is None else ())
    return page, chair


def _left(page: CardEntry, card: Card) -> int:
    """How many of a card may still be dealt."""
    known = (*page.moment.played, *page.chair.hand, *page.typed)
    return unseen(page.moment.rules, known).get(card, 0)


def _exchange(chair: Chair, moment: Moment) -> ChairPage | None:
    """The page after the deal: the exchange, if nobody has played in this deal yet."""
    exchange, partners = moment.rules.exchange, mates(moment, chair.seat)
    begun = len({count for count in moment.counts.values() if count}) > 1
    if exchange == "none" or chair.exchanged or not partners or begun:
        return None
    if exchange in CHOSEN:
        return Asking(chair, moment, partners[0])
    return _giving(chair, moment, partners[0])


def _giving(chair: Chair, moment: Moment, mate: Seat) -> Giving:
    first_deal = moment.rules.exchange == "two-one" and moment.deal[1] == 1
    return Giving(chair, moment, gift(chair, moment, 2 if first_deal else 1), mate)


def page_of(page: ChairPage, names: Mapping[Seat, str], phrases: PlayPhrases, language: Language) -> Guide:
    """Lay the page out.

    Args:
        page: the open page.
        names: each seat's player name.
        phrases: describes plays.
        language: of the page.
    """
    words = load_texts("guide", language)
    who = names.get(page.chair.seat, page.chair.seat)
    match page:
        case CardEntry():
            return _tapping_page(page, names, phrases, words)
        case Giving():
            return _giving_page(page, names, phrases, words)
        case Asking():
            texts, keys = words["chair"], words["chair_keys"]
            text = texts["ask_text"].format(who=who, mate=names.get(page.mate, page.mate))
            both = (Key("exchange", keys["exchange"]), Key("no", keys["no"]))
            return Guide(texts["ask"], page.chair.seat, text=text, keys=both)
    return _decision_page(page, who, phrases, language)


def _tapping_page(page: CardEntry, names: Mapping[Seat, str], phrases: PlayPhrases, words: Words) -> Guide:
    texts, keys = words["chair"], words["chair_keys"]
    who = names.get(page.chair.seat, page.chair.seat)
    kind = "deal" if page.mate is None else "got"
    text = texts[f"{kind}_one" if page.want == 1 else f"{kind}_text"].format(
        who=who, count=page.want, mate=names.get(page.mate or page.chair.seat, "")
    )
    left = page.want - len(page.typed)
    rest = texts["left"].format(count=left) if left else texts["full"]
    cards = tuple(
        Key(f"card:{card}", face_of(card, phrases.faces), plain=not left or _left(page, card) <= 0)
        for card in page.moment.rules.cards
    )
    feet = [Key("erase", keys["erase"]), Key("hide", keys["show" if page.covered else "hide"])]
    feet = feet if page.typed else []
    if not left:
        feet.append(Key("done", keys["done"], strong=True))
    return Guide(
        texts["deal"].format(who=who),
        page.chair.seat,
        text=text,
        more=rest,
        hand=_faces(page.typed, phrases, covered=page.covered),
        cards=cards,
        keys=(*feet, Key("later", keys["later"])),
    )


def _faces(cards: Cards, phrases: PlayPhrases, *, covered: bool) -> tuple[str, ...]:
    """Cards as they lie on the screen; a covered one is empty."""
    return tuple("" if covered else face_of(card, phrases.faces) for card in cards)


def _giving_page(page: Giving, names: Mapping[Seat, str], phrases: PlayPhrases, words: Words) -> Guide:
    texts, keys = words["chair"], words["chair_keys"]
    who, mate = names.get(page.chair.seat, page.chair.seat), names.get(page.mate, page.mate)
    return Guide(
        texts["give"].format(who=who, mate=mate),
        page.chair.seat,
        text=texts["give_text"].format(mate=mate),
        hand=_faces(page.cards, phrases, covered=not page.shown),
        keys=(
            Key("show", keys["hide" if page.shown else "show"]),
            Key("done", keys["done"], strong=page.shown),
        ),
    )


def _decision_page(page: DecisionPage, who: str, phrases: PlayPhrases, language: Language) -> Guide:
    words = load_texts("guide", language)
    texts, best, moment = words["chair"], page.advices[0], page.moment
    text = play_sentence(page, who, phrases, language)
    is_play = best.do == "card" and best.card is not None
    return Guide(
        texts["plays"].format(who=who),
        page.chair.seat,
        best.card or "",
        text,
        texts["move"] if is_play else "",
        dict(moment.position.pawns),
        moment.position.fresh,
        ways_of(best.moves),
        keys=(Key("close", words["chair_keys"]["close"], strong=True),),
    )


def play_sentence(page: DecisionPage, who: str, phrases: PlayPhrases, language: Language) -> str:
    """Its move and the reason as a sentence: for the screen and for speech."""
    words = load_texts("guide", language)
    texts, best, moment = words["chair"], page.advices[0], page.moment
    team = frozenset(moment.table.team_of(page.chair.seat))
    reason = reason_of(moment, page.advices, team)
    because = words["because"][reason.code].format(
        who="" if reason.seat is None else phrases.who(reason.seat),
        hole=reason.hole,
        games=round(100 * best.win),
    )
    card = "" if best.card is None else rule_texts(language).name(best.card)
    match best.do:
        case "discard":
            return texts["discard"].format(who=who, card=card, reason=because)
        case "throw":
            cards = " ".join(map(phrases.card, page.hand))
            return texts["throw"].format(who=who, cards=cards, reason=because)
        case "stop":
            return texts["stop"].format(who=who)
        case "pass":
            return texts["passes"].format(who=who, card=card, reason=because)
    assert best.card is not None
    return capital(texts["because"].format(moves=phrases.moves(best.moves), reason=because))
