"""The computer players of a session: their pages, when their cards are entered, and when they decide.

Cards are face up on the screen only while somebody enters them, or asks to see the one that is given away; a
tap covers them. The other players mustn't see them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from calibration.holes import Seat
from toc_pi.app.teaching.moves_page import ways_of
from toc_pi.app.teaching.thinking import HintJob, JobResult
from toc_pi.effects import Echo, Effect, TakenBack
from toc_pi.events import Declared
from toc_pi.languages import capital, face_of
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.game import Cards, unseen, without
from toc_pi.rules.position import Card
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.screen.panel import LOST
from toc_pi.screen.scene import Scene
from toc_pi.teaching.chair import (
    Chair,
    corrected,
    decided,
    gift,
    has_decided,
    mates,
    missing,
    reason_of,
    sync_chair,
    taken_back,
    with_cards,
    withdrawn,
)
from toc_pi.teaching.hint import Advice
from toc_pi.teaching.options import Moment
from toc_pi.teaching.play_phrases import PlayPhrases

READ_S = 3.0  # how long a verdict is shown before a page covers it
CHOSEN = ("optional", "at-turn")  # exchanges that are optional


@dataclass(frozen=True, slots=True)
class CardEntry:
    """The page for entering a computer player's cards.

    Attributes:
        chair, moment: the player, and the open turn.
        want: number of cards.
        typed: the cards entered so far.
        covered: whether they are hidden.
        mate: who gave them; None if they were dealt.
    """

    chair: Chair
    moment: Moment
    want: int
    typed: Cards = ()
    covered: bool = False
    mate: Seat | None = None

    def tapped(self, key: str) -> "tuple[ChairPage | None, Chair]":
        """The page after a tap (None once closed), and the player."""
        chair, (kind, _, which) = self.chair, key.partition(":")
        match kind:
            case "card" if len(self.typed) < self.want and self._left(Card(which)) > 0:
                return replace(self, typed=(*self.typed, Card(which)), covered=False), chair
            case "erase":
                return replace(self, typed=self.typed[:-1]), chair
            case "hide" | "show":
                return replace(self, covered=not self.covered), chair
            case "done" if len(self.typed) == self.want:
                full = with_cards(chair, self.typed)
                if self.mate is not None:
                    return None, replace(full, exchanged=True)
                return _exchange(full, self.moment), full
            case "later":
                return None, replace(chair, typed=self.typed if self.mate is None else ())
        return self, chair

    def _left(self, card: Card) -> int:
        """How many of a rank may still be dealt."""
        known = (*self.moment.played, *self.chair.hand, *self.typed)
        return unseen(self.moment.rules, known).get(card, 0)

    def guide(self, phrases: PlayPhrases) -> Page:
        """Lay the page out."""
        texts, keys = phrases.guide["chair"], phrases.guide["chair_keys"]
        who = phrases.person(self.chair.seat)
        kind = "deal" if self.mate is None else "got"
        text = texts[f"{kind}_one" if self.want == 1 else f"{kind}_text"].format(
            who=who, count=self.want, mate="" if self.mate is None else phrases.person(self.mate)
        )
        left = self.want - len(self.typed)
        cards = tuple(
            Key(f"card:{card}", face_of(card, phrases.faces), plain=not left or self._left(card) <= 0)
            for card in self.moment.rules.cards
        )
        feet = [Key("erase", keys["erase"]), Key("hide", keys["show" if self.covered else "hide"])]
        feet = feet if self.typed else []
        if not left:
            feet.append(Key("done", keys["done"], strong=True))
        return Page(
            "help",
            texts["deal"].format(who=who),
            text,
            cards,
            (*feet, Key("later", keys["later"])),
            Shape.TEXT,
            seat=self.chair.seat,
            more=texts["left"].format(count=left) if left else texts["full"],
            hand=_faces(self.typed, phrases, covered=self.covered),
        )


@dataclass(frozen=True, slots=True)
class Giving:
    """The page for giving cards to a team-mate; they are shown only on request."""

    chair: Chair
    moment: Moment
    cards: Cards
    mate: Seat
    shown: bool = False

    def tapped(self, key: str) -> "tuple[ChairPage | None, Chair]":
        """The page and the player after a tap."""
        match key:
            case "show" | "hide":
                return replace(self, shown=not self.shown), self.chair
            case "done":
                rest = replace(self.chair, hand=without(self.chair.hand, *self.cards))
                return CardEntry(rest, self.moment, len(self.cards), mate=self.mate), rest
        return self, self.chair

    def guide(self, phrases: PlayPhrases) -> Page:
        """Lay the page out."""
        texts, keys = phrases.guide["chair"], phrases.guide["chair_keys"]
        who, mate = phrases.person(self.chair.seat), phrases.person(self.mate)
        both = (
            Key("show", keys["hide" if self.shown else "show"]),
            Key("done", keys["done"], strong=self.shown),
        )
        return Page(
            "help",
            texts["give"].format(who=who, mate=mate),
            texts["give_text"].format(mate=mate),
            feet=both,
            shape=Shape.TEXT,
            seat=self.chair.seat,
            hand=_faces(self.cards, phrases, covered=not self.shown),
        )


@dataclass(frozen=True, slots=True)
class Asking:
    """The page that asks whether cards are exchanged in this deal."""

    chair: Chair
    moment: Moment
    mate: Seat

    def tapped(self, key: str) -> "tuple[ChairPage | None, Chair]":
        """The page after a tap (None once closed), and the player."""
        if key == "exchange":
            return _giving(self.chair, self.moment, self.mate), self.chair
        return (None, replace(self.chair, exchanged=True)) if key == "no" else (self, self.chair)

    def guide(self, phrases: PlayPhrases) -> Page:
        """Lay the page out."""
        texts, keys = phrases.guide["chair"], phrases.guide["chair_keys"]
        who, mate = phrases.person(self.chair.seat), phrases.person(self.mate)
        both = (Key("exchange", keys["exchange"]), Key("no", keys["no"]))
        text = texts["ask_text"].format(who=who, mate=mate)
        return Page("help", texts["ask"], text, feet=both, shape=Shape.TEXT, seat=self.chair.seat)


@dataclass(frozen=True, slots=True)
class DecisionPage:
    """The page with a decision and its reason; the first advice is the decision."""

    chair: Chair
    moment: Moment
    advices: tuple[Advice, ...]
    hand: Cards

    def guide(self, phrases: PlayPhrases) -> Page:
        """Lay the page out."""
        words, best, moment = phrases.guide, self.advices[0], self.moment
        texts = words["chair"]
        return Page(
            "help",
            texts["plays"].format(who=phrases.person(self.chair.seat)),
            self.sentence(phrases),
            feet=(Key("close", words["chair_keys"]["close"], strong=True),),
            shape=Shape.TEXT,
            seat=self.chair.seat,
            card=face_of(best.card or "", phrases.faces),
            more=texts["move"] if best.do == "card" else "",
            pawns=dict(moment.position.pawns),
            fresh=moment.position.fresh,
            ways=ways_of(best.moves),
        )

    def sentence(self, phrases: PlayPhrases) -> str:
        """Its move and reason as a sentence, for screen and speech."""
        words, best, moment = phrases.guide, self.advices[0], self.moment
        reason = reason_of(moment, self.advices, frozenset(moment.table.team_of(self.chair.seat)))
        because = words["because"][reason.code].format(
            who="" if reason.seat is None else phrases.plain.who(reason.seat),
            hole=reason.hole,
            games=round(100 * best.win),
        )
        form = {"card": "because", "pass": "passes"}.get(best.do, best.do)
        said = words["chair"][form].format(
            who=phrases.person(self.chair.seat),
            card="" if best.card is None else rule_texts(phrases.language).name(best.card),
            cards=" ".join(map(phrases.plain.card, self.hand)),
            moves=phrases.moves(best.moves),
            reason=because,
        )
        return capital(said) if best.do == "card" else said


ChairPage = CardEntry | Giving | Asking


def open_tapping(chair: Chair, moment: Moment) -> CardEntry:
    """Open the page for entering its missing cards."""
    want = missing(chair, moment)
    return CardEntry(chair, moment, want, chair.typed[:want], covered=bool(chair.typed))


def _exchange(chair: Chair, moment: Moment) -> ChairPage | None:
    """The exchange page after the deal, if nobody has played in this deal yet."""
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


def _faces(cards: Cards, phrases: PlayPhrases, *, covered: bool) -> tuple[str, ...]:
    """Cards as shown on the screen; covered ones are empty."""
    return tuple("" if covered else face_of(card, phrases.faces) for card in cards)


class Chairs:
    """Keeps each computer player's cards, and decides what is due next."""

    def __init__(self, chairs: Iterable[Chair] = ()) -> None:
        self._chairs = {chair.seat: chair for chair in chairs}
        self._undone: Seat | None = None
        self._before: list[dict[Seat, Chair]] = []  # one for each redoable undo
        self._rests = 0
        self._later = 0

    def __contains__(self, seat: Seat) -> bool:
        """Whether the program plays a seat."""
        return seat in self._chairs

    def begin(self) -> None:
        """Reset for a new or resumed game: the players' cards are unknown."""
        self._undone, self._rests, self._later = None, 0, 0
        for chair in self._chairs.values():
            self.keep(Chair(chair.seat, chair.strength))

    def keep(self, chair: Chair) -> None:
        """Store a player's new state."""
        self._chairs[chair.seat] = chair

    def put_off(self, moment: Moment) -> None:
        """Postpone entering its cards: don't ask again this turn."""
        self._later = moment.n

    def resume_chair(self, moment: Moment) -> None:
        """Resume the computer player on request."""
        if moment.seat in self:
            self._rests = self._later = 0

    def rests(self, moment: Moment) -> bool:
        """Whether the player on turn waits to be asked: its play was taken back."""
        return moment.seat in self and self._rests == moment.n

    def on_effect(self, what: Effect, moment: Moment | None) -> None:
        """Handle an effect of the game."""
        match what:
            case TakenBack(_, n):
                self._undone, self._rests = None, n
                for chair in self._chairs.values():
                    self.keep(taken_back(chair, n))
            case Echo(_, seat, "undo", n=n):
                self._undone = seat
                self._before = [*self._before[: n - 1], dict(self._chairs)] if n else []
            case Echo(_, _, "redo") if self._before:
                self._undone, self._chairs = None, self._before.pop()
            case Echo(_, seat, "card" | "discard", card) if moment is not None and card is not None:
                if seat in self and moment.seat == seat:
                    self.keep(corrected(self._chairs[seat], moment, card))

    def due(self, moment: Moment, scene: Scene, t: float) -> CardEntry | HintJob | None:
        """What is due next: a page for entering cards, or a position to search.

        Nothing is due while the scene shows a question, a repair or the like, or a verdict is still being
        read.
        """
        if not self._chairs or not _is_idle(scene):
            return None
        self._withdraw(moment)
        for chair in self._chairs.values():
            self.keep(sync_chair(chair, moment))
        read = scene.game.verdict is None or t >= scene.game.verdict.t + READ_S
        if read and moment.n not in (self._later, self._rests):
            for chair in self._chairs.values():
                if missing(chair, moment):
                    return open_tapping(chair, moment)
        own = self._chairs.get(moment.seat)
        if own is None or missing(own, moment) or not own.hand or has_decided(own, moment):
            return None
        if moment.card is not None or scene.game.declared is not None or self._rests == moment.n:
            return None
        return HintJob(moment, own.hand, own.strength, moment.n)

    def decide(
        self, moment: Moment, answer: JobResult, t: float
    ) -> tuple[DecisionPage | None, tuple[Declared, ...]]:
        """A player's decision after a search, and its declarations to the referee.

        Without an answer its cards must be wrong.
        """
        chair = self._chairs[moment.seat]
        if not isinstance(answer, tuple) or not answer:
            self.keep(withdrawn(chair))
            return None, ()
        self.keep(decided(chair, moment, answer[0]))
        return DecisionPage(chair, moment, answer, chair.hand), _declared(chair, moment, answer[0], t)

    def _withdraw(self, moment: Moment) -> None:
        """Withdraw the decision for a card that was taken back: the player may never have held it."""
        seat, self._undone = self._undone, None
        if seat is not None and seat in self and has_decided(self._chairs[seat], moment):
            self.keep(withdrawn(self._chairs[seat]))
            self._rests = moment.n


def _declared(chair: Chair, moment: Moment, advice: Advice, t: float) -> tuple[Declared, ...]:
    passes = Declared(t, chair.seat, "pass")
    match advice.do:
        case "card" | "pass":
            played = Declared(t, chair.seat, "card", advice.card)
            return (played,) if advice.result.pawns != moment.position.pawns else (played, passes)
        case "discard":
            return (Declared(t, chair.seat, "discard", advice.card),)
        case "throw":
            return (Declared(t, chair.seat, "throw", cards=chair.hand),)
    return (passes,)


def _is_idle(scene: Scene) -> bool:
    """Whether the screen is idle."""
    busy = (
        scene.game.question is not None
        or scene.game.repair
        or scene.game.flagged is not None
        or scene.game.winners
    )
    waits = (
        scene.game.paused
        or scene.dialog.leaving
        or scene.dialog.correcting
        or scene.dialog.thrown is not None
    )
    return (
        scene.board.looked and scene.game.turn is not None and not (busy or waits or scene.board.view in LOST)
    )
