"""The page "What may I do?": legal moves of a card one by one or all at once, a 7 part by part, and hints.

Pure functions: a tap goes in, a page or a search request comes out. Nothing shown here is declared.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from calibration.holes import Hole
from toc_pi.app.teaching.thinking import Answer, Hint
from toc_pi.languages import Language, capital, face_of, load_texts
from toc_pi.rulebook.questions import rule_texts
from toc_pi.rules.pawn_moves import PawnMove
from toc_pi.rules.position import Card, Position
from toc_pi.screen.pages.guide import Guide, Way
from toc_pi.screen.pages.page import Key
from toc_pi.teaching.hint import Advice
from toc_pi.teaching.options import Moment, Option, ends_of, find_option, options_after, options_of, threats
from toc_pi.teaching.play_phrases import PlayPhrases

Words = Mapping[str, Mapping[str, str]]
STRENGTH = 3  # of the hint, see `teaching.hint`


@dataclass(frozen=True, slots=True)
class ChosenPart:
    """A chosen part of a split number, and its alternatives."""

    options: tuple[Option, ...]
    at: int

    @property
    def option(self) -> Option:
        """The part."""
        return self.options[self.at]


@dataclass(frozen=True, slots=True)
class MovesPage:
    """The state of the page.

    Attributes:
        moment: the turn that it is about.
        cards: those entered so far; the last one is shown.
        choosing: whether a card is to be tapped.
        options: the possible moves, or next parts.
        at: index of the one shown.
        every: whether all are shown at once.
        taken: chosen parts of a split number, in order.
        thinking: whether a hint is being searched.
        advice: the hint; None before.
        failed: whether no hint was found.
        hints: how many more this player may ask for; None for any number.
    """

    moment: Moment
    cards: tuple[Card, ...] = ()
    choosing: bool = False
    options: tuple[Option, ...] = ()
    at: int = 0
    every: bool = False
    taken: tuple[ChosenPart, ...] = ()
    thinking: bool = False
    advice: Advice | None = None
    failed: bool = False
    hints: int | None = None

    @property
    def card(self) -> Card | None:
        """The card that is shown."""
        return self.cards[-1] if self.cards else None

    @property
    def option(self) -> Option | None:
        """The move or part that is shown."""
        return self.options[self.at] if self.options else None


def open_moves_page(moment: Moment, hints: int | None = None) -> MovesPage:
    """Open the page for the declared card, or for tapping a card first."""
    opened = MovesPage(moment, hints=hints)
    if moment.struck:
        return opened
    return replace(opened, choosing=True) if moment.card is None else _with_card(opened, moment.card)


def tap(state: MovesPage, key: str) -> MovesPage | None:
    """The page after a tap; None once it is closed.

    Args:
        state: stays as it is.
        key: one of the page's keys, `card:7` or `hole:b12`.
    """
    kind, _, which = key.partition(":")
    count = len(state.options)
    match kind:
        case "close":
            return None
        case "card" if which:
            return _with_card(state, Card(which))
        case "card":
            return replace(state, choosing=True)
        case "previous" | "next" if count:
            step = 1 if kind == "next" else -1
            return replace(state, at=(state.at + step) % count, every=False, advice=None)
        case "all":
            return replace(state, every=not state.every, advice=None)
        case "hole" if count:
            at = find_option(state.options, Hole(which), state.at if not state.every else -1)
            return replace(state, at=at, every=False, advice=None)
        case "take" if state.option is not None and not state.option.is_whole:
            return _taken(state)
        case "back" if state.choosing:
            return replace(state, choosing=False)
        case "back" if state.taken:
            last = state.taken[-1]
            return replace(state, taken=state.taken[:-1], options=last.options, at=last.at, every=False)
        case "best" if question(state) is not None and not state.thinking:
            left = None if state.hints is None else state.hints - 1
            return replace(state, thinking=True, failed=False, every=False, hints=left)
    return state


def question(state: MovesPage) -> Hint | None:
    """The search request for a hint; None if there is nothing to choose, or no hint is left."""
    moment = state.moment
    if not state.cards or moment.struck or state.hints == 0:
        return None
    return Hint(moment, state.cards, STRENGTH)


def answered(state: MovesPage, answer: Answer) -> MovesPage:
    """The page once the hint's search has finished."""
    advices = answer if isinstance(answer, tuple) else ()
    best = next((one for one in advices if one.do in ("card", "pass")), None)
    if best is None:
        return replace(state, thinking=False, failed=True)
    return replace(state, thinking=False, advice=best, taken=())


def page(state: MovesPage, phrases: PlayPhrases, language: Language) -> Guide:
    """Lay the page out."""
    words = load_texts("guide", language)
    if state.choosing:
        return _choosing(state, phrases, words)
    keys, moment = _keys(state, words), state.moment
    plain = Guide(
        words["may"]["which"],
        moment.seat,
        "" if state.card is None else state.card,
        pawns=dict(moment.position.pawns),
        fresh=moment.position.fresh,
        keys=keys,
    )
    texts = words["may"]
    if state.thinking:
        return replace(plain, text=texts["thinking"])
    if state.failed:
        return replace(plain, text=texts["no_hint"])
    if state.advice is not None and state.advice.card is not None:
        return _advised(state, state.advice, plain, phrases, words)
    if state.option is None:
        text = texts["struck"]
        if state.card is not None and not moment.struck:
            text = texts["none_text"].format(card=rule_texts(language).name(state.card))
        return replace(plain, title=texts["none"], text=capital(text))
    if state.every and len(state.options) > 1:
        ways = tuple(way for n, one in enumerate(state.options, 1) for way in ways_of(one.moves, n))
        count = texts["every"].format(count=len(state.options))
        return replace(plain, title=count, text=texts["every_text"], ways=(*_done(state), *ways))
    return _one(state, state.option, plain, phrases, words)


def _one(state: MovesPage, option: Option, plain: Guide, phrases: PlayPhrases, words: Words) -> Guide:
    """One way to play, or one part."""
    texts, moment = words["may"], state.moment
    before = state.taken[-1].option.result if state.taken else moment.position
    title = texts["title"].format(at=state.at + 1, count=len(state.options))
    done = tuple(move for taken in state.taken for move in taken.option.moves)
    text = (
        phrases.moves(option.moves)
        if option.moves
        else texts["passes"].format(card=phrases.card(option.card))
    )
    if option.begun is not None:
        played = f"{phrases.moves((*done, *option.moves))}. " if option.is_whole else f"{text}. "
        rest = "" if option.is_whole else texts["part"].format(used=option.begun.used, left=option.begun.left)
        text = f"{played}{rest}".strip().rstrip(".")
    return replace(
        plain,
        title=title,
        text=f"{capital(text)}.",
        more=_risk(state, option.result, (*done, *option.moves), phrases) if option.is_whole else "",
        pawns=dict(before.pawns),
        fresh=before.fresh,
        ways=(*_done(state), *ways_of(option.moves)),
    )


def _advised(state: MovesPage, advice: Advice, plain: Guide, phrases: PlayPhrases, words: Words) -> Guide:
    """The hint's move, its winning chance, and what it doesn't know."""
    texts, card = words["may"], advice.card
    assert card is not None
    moves = advice.moves
    text = phrases.moves(moves) if moves else texts["passes"].format(card=phrases.card(card))
    knows = texts["unknown"]
    if len(state.cards) > 1:
        knows = texts["known"].format(cards=" ".join(map(phrases.card, state.cards)))
    if state.hints is not None:
        knows = f"{knows} {texts['left'].format(count=state.hints)}"
    return replace(
        plain,
        title=texts["best"],
        card=card,
        text=f"{capital(text)}. {capital(phrases.win(advice.win))}.",
        more=knows,
        ways=ways_of(moves),
    )


def _choosing(state: MovesPage, phrases: PlayPhrases, words: Words) -> Guide:
    cards = tuple(
        Key(f"card:{card}", face_of(card, phrases.faces), on=True if card in state.cards else None)
        for card in state.moment.rules.cards
    )
    feet = ("back", "close") if state.cards else ("close",)
    return Guide(
        words["may"]["which"],
        state.moment.seat,
        text=words["may"]["which_text"],
        cards=cards,
        keys=tuple(Key(key, words["keys"][key]) for key in feet),
    )


def _keys(state: MovesPage, words: Words) -> tuple[Key, ...]:
    texts = words["keys"]
    found = []
    if len(state.options) > 1:
        found += [Key("previous", texts["previous"]), Key("next", texts["next"])]
        found.append(Key("all", texts["one" if state.every else "all"]))
    if state.option is not None and not state.option.is_whole and not state.every and state.advice is None:
        found.append(Key("take", texts["take"], strong=True))
    if state.taken:
        found.append(Key("back", texts["back"]))
    if question(state) is not None and state.options and not state.taken:
        found.append(Key("best", texts["best"], plain=state.thinking))
    if state.moment.card is None and state.cards and not state.taken:
        found.append(Key("card", texts["card"]))
    return (*found, Key("close", texts["close"]))


def _with_card(state: MovesPage, card: Card) -> MovesPage:
    others = tuple(one for one in state.cards if one != card)
    options = options_of(state.moment, card)
    return MovesPage(state.moment, (*others, card), options=options, hints=state.hints)


def _taken(state: MovesPage) -> MovesPage:
    option = state.option
    assert option is not None
    assert option.begun is not None
    following = options_after(option.card, option.begun)
    taken = (*state.taken, ChosenPart(state.options, state.at))
    return replace(state, options=following, at=0, taken=taken, advice=None)


def _done(state: MovesPage) -> tuple[Way, ...]:
    """The chosen parts' arrows, pale."""
    return tuple(way for taken in state.taken for way in ways_of(taken.option.moves, pale=True))


def ways_of(moves: tuple[PawnMove, ...], number: int = 0, *, pale: bool = False) -> tuple[Way, ...]:
    """The arrows of actions; a captured pawn's is drawn first, below the others."""
    found: list[Way] = []
    for move in sorted(moves, key=lambda move: move.kind != "capture"):
        if move.kind == "capture":
            found.append(Way(move.seat, move.start, None, pale=pale))
            continue
        if move.kind == "swap" and move.other is not None:
            found.append(Way(move.other, move.end, move.start, pale=pale))
        found.append(Way(move.seat, move.start, move.end, number, pale))
    return tuple(found)


def _risk(state: MovesPage, after: Position, moves: tuple[PawnMove, ...], phrases: PlayPhrases) -> str:
    """Sentences about who can then reach the moved pawns of the player's team."""
    moment = state.moment
    whole = Option(state.card or Card(""), after, moves)
    holes = ends_of(whole, frozenset(moment.table.team_of(moment.seat)))
    reached = threats(moment.rules, moment.table, after, moment.seat, holes)
    return " ".join(f"{capital(phrases.threat(threat))}." for threat in reached)
