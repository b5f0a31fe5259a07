"""The page "What may I do?": legal moves of a card one by one or all at once, a 7 part by part, and hints.

A tap returns the next page. Nothing shown here is declared.
"""

from dataclasses import dataclass, replace

from calibration.holes import Hole, is_home
from toc_pi.app.teaching.thinking import HintJob, JobResult
from toc_pi.languages import capital, face_of
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.pawn_moves import PawnMove
from toc_pi.rules.position import Card
from toc_pi.screen.pages.page import Key, Page, PageArrow, Shape
from toc_pi.teaching.hint import Advice
from toc_pi.teaching.options import Moment, Option, find_option, options_after, options_of, threats
from toc_pi.teaching.play_phrases import PlayPhrases

STRENGTH = 3  # of the hint, see `teaching.hint`


@dataclass(frozen=True, slots=True)
class MovesPage:
    """The state of the page.

    Attributes:
        moment: the turn that it is about.
        cards: entered so far; the last one is shown.
        choosing: whether a card has to be tapped.
        options: the possible moves, or next parts.
        at: index of the shown one.
        every: whether all are shown at once.
        before: the page where the last part of a split number was chosen.
        thinking: whether a hint is being computed.
        advice: the hint; None before.
        failed: whether no hint was found.
        hints: number of hints left for this player; None for any number.
    """

    moment: Moment
    cards: tuple[Card, ...] = ()
    choosing: bool = False
    options: tuple[Option, ...] = ()
    at: int = 0
    every: bool = False
    before: "MovesPage | None" = None
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

    @property
    def taken(self) -> tuple[Option, ...]:
        """The chosen parts of a split number, in order."""
        before = self.before
        return () if before is None or before.option is None else (*before.taken, before.option)

    @property
    def may_ask(self) -> bool:
        """Whether a hint may be asked for."""
        return bool(self.cards) and not self.moment.struck and self.hints != 0

    @property
    def question(self) -> HintJob | None:
        """The pending search."""
        return HintJob(self.moment, self.cards, STRENGTH) if self.thinking else None

    def tapped(self, key: str) -> "MovesPage | None":
        """The page after a tap on a key, `card:7` or `hole:b12`; None once it is closed."""
        kind, _, which = key.partition(":")
        count = len(self.options)
        match kind:
            case "close":
                return None
            case "card" if which:
                return _with_card(self, Card(which))
            case "card":
                return replace(self, choosing=True)
            case "previous" | "next" if count:
                step = 1 if kind == "next" else -1
                return replace(self, at=(self.at + step) % count, every=False, advice=None)
            case "all":
                return replace(self, every=not self.every, advice=None)
            case "hole" if count:
                at = find_option(self.options, Hole(which), self.at if not self.every else -1)
                return replace(self, at=at, every=False, advice=None)
            case "take" if self.option is not None and not self.option.is_whole:
                return replace(self, options=options_after(self.option), at=0, before=self, advice=None)
            case "back" if self.choosing:
                return replace(self, choosing=False)
            case "back" if self.before is not None:
                return replace(self.before, every=False)
            case "best" if self.may_ask and not self.thinking:
                left = None if self.hints is None else self.hints - 1
                return replace(self, thinking=True, failed=False, every=False, hints=left)
        return self

    def shown(self, card: Card) -> "MovesPage":
        """The page after a card of an open hand was shown to the camera."""
        others = tuple(one for one in self.cards if one != card)
        return replace(self, cards=(*others, card))

    def answered(self, answer: JobResult) -> "MovesPage":
        """The page after the hint's search."""
        advices = answer if isinstance(answer, tuple) else ()
        best = next((one for one in advices if one.do in ("card", "pass")), None)
        if best is None:
            return replace(self, thinking=False, failed=True)
        return replace(self, thinking=False, advice=best, before=None)

    def guide(self, phrases: PlayPhrases) -> Page:
        """Lay the page out."""
        texts, moment = phrases.guide["may"], self.moment
        if self.choosing:
            return _choosing(self, phrases)
        plain = Page(
            "help",
            texts["which"],
            shape=Shape.TEXT,
            seat=moment.seat,
            card="" if self.card is None else face_of(self.card, phrases.faces),
            pawns=dict(moment.position.pawns),
            fresh=moment.position.fresh,
            feet=_keys(self, phrases),
        )
        if self.thinking:
            return replace(plain, text=texts["thinking"])
        if self.failed:
            return replace(plain, text=texts["no_hint"])
        if self.advice is not None and self.advice.card is not None:
            return _advised(self, self.advice, self.advice.card, plain, phrases)
        if self.option is None:
            text = texts["struck"]
            if self.card is not None and not moment.struck:
                text = texts["none_text"].format(card=rule_texts(phrases.language).name(self.card))
            return replace(plain, title=texts["none"], text=capital(text))
        if self.every and len(self.options) > 1:
            ways = tuple(way for n, one in enumerate(self.options, 1) for way in ways_of(one.moves, n))
            count = texts["every"].format(count=len(self.options))
            return replace(plain, title=count, text=texts["every_text"], ways=(*_done(self), *ways))
        return _one(self, self.option, plain, phrases)


def open_moves_page(moment: Moment, hints: int | None = None) -> MovesPage:
    """Open the page for the declared card, or to choose a card first."""
    opened = MovesPage(moment, hints=hints)
    if moment.struck:
        return opened
    return replace(opened, choosing=True) if moment.card is None else _with_card(opened, moment.card)


def _with_card(page: MovesPage, card: Card) -> MovesPage:
    others = tuple(one for one in page.cards if one != card)
    options = options_of(page.moment, card)
    return MovesPage(page.moment, (*others, card), options=options, hints=page.hints)


def _one(page: MovesPage, option: Option, plain: Page, phrases: PlayPhrases) -> Page:
    """One way to play, or one part."""
    texts, taken = phrases.guide["may"], page.taken
    before = taken[-1].result if taken else page.moment.position
    moves = (*(move for part in taken for move in part.moves), *option.moves)
    text = _does(moves if option.is_whole else option.moves, option.card, phrases)
    if not option.is_whole:
        text = f"{text}. {texts['part'].format(used=option.used, left=option.left)}".rstrip(".")
    return replace(
        plain,
        title=texts["title"].format(at=page.at + 1, count=len(page.options)),
        text=f"{capital(text)}.",
        more=_risk(page.moment, option, moves, phrases) if option.is_whole else "",
        pawns=dict(before.pawns),
        fresh=before.fresh,
        ways=(*_done(page), *ways_of(option.moves)),
    )


def _does(moves: tuple[PawnMove, ...], card: Card, phrases: PlayPhrases) -> str:
    """What a play does; one without moves passes."""
    return phrases.moves(moves) or phrases.guide["may"]["passes"].format(card=phrases.plain.card(card))


def _advised(page: MovesPage, advice: Advice, card: Card, plain: Page, phrases: PlayPhrases) -> Page:
    """The hint's move, its winning probability, and its limits."""
    texts = phrases.guide["may"]
    knows = texts["unknown"]
    if len(page.cards) > 1:
        knows = texts["known"].format(cards=" ".join(map(phrases.plain.card, page.cards)))
    if page.hints is not None:
        knows = f"{knows} {texts['left'].format(count=page.hints)}"
    return replace(
        plain,
        title=texts["best"],
        card=face_of(card, phrases.faces),
        text=f"{capital(_does(advice.moves, card, phrases))}. {capital(phrases.win(advice.win))}.",
        more=knows,
        ways=ways_of(advice.moves),
    )


def _choosing(page: MovesPage, phrases: PlayPhrases) -> Page:
    words = phrases.guide
    cards = tuple(
        Key(f"card:{card}", face_of(card, phrases.faces), on=True if card in page.cards else None)
        for card in page.moment.rules.cards
    )
    feet = ("back", "close") if page.cards else ("close",)
    return Page(
        "help",
        words["may"]["which"],
        words["may"]["which_text"],
        cards,
        tuple(Key(key, words["keys"][key]) for key in feet),
        Shape.TEXT,
        seat=page.moment.seat,
    )


def _keys(page: MovesPage, phrases: PlayPhrases) -> tuple[Key, ...]:
    texts = phrases.guide["keys"]
    found = []
    if len(page.options) > 1:
        found += [Key("previous", texts["previous"]), Key("next", texts["next"])]
        found.append(Key("all", texts["one" if page.every else "all"]))
    if page.option is not None and not page.option.is_whole and not page.every and page.advice is None:
        found.append(Key("take", texts["take"], strong=True))
    if page.before is not None:
        found.append(Key("back", texts["back"]))
    elif page.may_ask and page.options:
        found.append(Key("best", texts["best"], plain=page.thinking))
    if page.moment.card is None and page.cards and page.before is None:
        found.append(Key("card", texts["card"]))
    return (*found, Key("close", texts["close"]))


def _done(page: MovesPage) -> tuple[PageArrow, ...]:
    """Pale arrows of the chosen parts."""
    return tuple(way for part in page.taken for way in ways_of(part.moves, pale=True))


def ways_of(moves: tuple[PawnMove, ...], number: int = 0, *, pale: bool = False) -> tuple[PageArrow, ...]:
    """The arrows of moves; a captured pawn's is drawn first, below the others."""
    found: list[PageArrow] = []
    for move in sorted(moves, key=lambda move: move.kind != "capture"):
        if move.kind == "capture":
            found.append(PageArrow(move.seat, move.start, None, pale=pale))
            continue
        if move.kind == "swap" and move.other is not None:
            found.append(PageArrow(move.other, move.end, move.start, pale=pale))
        found.append(PageArrow(move.seat, move.start, move.end, number, pale))
    return tuple(found)


def _risk(moment: Moment, option: Option, moves: tuple[PawnMove, ...], phrases: PlayPhrases) -> str:
    """Sentences about who can then capture the pawns that the player's team has moved on the track."""
    team = moment.table.team_of(moment.seat)
    moved = (move.end for move in moves if move.kind != "capture" and move.seat in team)
    holes = dict.fromkeys(hole for hole in moved if hole is not None and not is_home(hole))
    reached = threats(moment.rules, moment.table, option.result, moment.seat, holes)
    return " ".join(f"{capital(phrases.threat(threat))}." for threat in reached)
