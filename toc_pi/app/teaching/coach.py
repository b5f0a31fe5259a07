"""In-game help: pages on request about legal moves and reasons, while the game continues underneath.

While a page asks for cards, a hand may be shown to the camera; these cards aren't played.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.holes import Seat
from toc_pi.app.journaled_game import JournaledGame
from toc_pi.app.stage import Stage
from toc_pi.app.teaching.chairs import Asking, CardEntry, Chairs, DecisionPage, Giving
from toc_pi.app.teaching.help_levels import Helping, kinds_of_breach, kinds_of_card, kinds_of_play, open_turn
from toc_pi.app.teaching.moves_page import MovesPage, open_moves_page
from toc_pi.app.teaching.thinking import HintJob, JobResult, ProcessThinker
from toc_pi.app.teaching.verdict_page import VerdictPage, open_why, what_it_does
from toc_pi.effects import (
    Cleared,
    Echo,
    Effect,
    Ended,
    Offer,
    Question,
    Repair,
    Settled,
    State,
    TakenBack,
    Turn,
    Verdict,
)
from toc_pi.events import Card, CardLaid, CardsHeld, CardTaken, Event, OnPile
from toc_pi.languages import translated
from toc_pi.screen.pages.page import Page
from toc_pi.screen.panel import LOST
from toc_pi.screen.window import Tapped
from toc_pi.teaching.options import Moment
from toc_pi.teaching.play_phrases import PlayPhrases

# Screen keys handled here, besides those of its own pages.
MAY, WHY = "may", "why"
HelpPage = MovesPage | VerdictPage | CardEntry | Giving | Asking | DecisionPage


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
    after, is_hand = hand, True
    match event:
        case CardsHeld(_, held):
            after = replace(hand, held=hand.held | Counter(held)) if asks else hand
        case CardLaid(_, n, _, card):
            known, is_hand = hand.cards.get(n), n in hand.cards or (asks and n > hand.last)
            after = replace(hand, last=max(hand.last, n))
            if is_hand:
                told = Counter([card] if card is not None and known is None and asks else [])
                after = replace(after, cards={**hand.cards, n: known or card}, laid=hand.laid + told)
        case CardTaken(_, n):
            is_hand = n in hand.cards
        case _:
            is_hand = hand.last in hand.cards
    new = tuple((after.shown - hand.shown).elements())
    return after, new if asks else (), is_hand


class Coach:
    """Opens and updates the help pages; closes them as soon as the game needs the screen."""

    def __init__(
        self,
        stage: Stage,
        game: JournaledGame,
        thinker: ProcessThinker,
        helping: Helping,
        chairs: Chairs | None = None,
    ) -> None:
        self._stage = stage
        self._game = game
        self._thinker = thinker
        self._helping = helping
        self._declared: Echo | None = None
        self._counted = 0
        self._chairs = chairs or Chairs()
        self._thought: HintJob | None = None  # of a computer player
        self._decision: DecisionPage | None = None
        self._open: HelpPage | None = None
        self._hand = OpenHand()
        self._rests: Seat | None = None
        self._phrases = PlayPhrases(stage.phrases)

    def speak(self) -> None:
        """Switch to the stage's language and help level."""
        self._phrases = PlayPhrases(self._stage.phrases)
        self._apply_help_level()

    def takes(self, tapped: Tapped) -> bool:
        """Whether a tap belongs to these pages."""
        return tapped.key is not None or tapped.choice in (MAY, WHY)

    def touch(self, tapped: Tapped) -> None:
        """Handle a tap: `may`, `why`, or a page's key."""
        if tapped.key is not None:
            self._tapped(tapped.choice)
        elif tapped.choice == MAY:
            self._asked(self._moment())
        else:
            self._set(self._why(self._stage.scene.game.verdict))

    def begin(self) -> None:
        """A game starts or is resumed."""
        self._helping.begin()
        self._chairs.begin()
        self._counted = 0
        scene = self._stage.scene
        self._stage.set(replace(scene, preferences=replace(scene.preferences, teaches=True)))
        self._apply_help_level()

    def pile_found(self) -> None:
        """The camera has found the board again, and counts cards from the referee's number on."""
        self._hand = OpenHand(last=self._game.state.laid)

    def shows_hand(self, event: OnPile | CardsHeld) -> bool:
        """Handle cards of an open hand, which aren't played; returns whether they were.

        Cards belong to a hand while a page asks for one.
        """
        self._hand, cards, is_hand = shown_hand(self._hand, event, asks=self.asks_for_cards)
        for card in cards:
            if isinstance(self._open, MovesPage):
                self._set(self._open.shown(card))
            else:
                self._tapped(f"card:{card}")
        return is_hand

    @property
    def asks_for_cards(self) -> bool:
        """Whether a page asks for cards, which may be shown to the camera."""
        return _asks_whom(self._open) is not None

    def _moment(self) -> Moment | None:
        """The open turn; None once the game is over."""
        return open_turn(self._game.game, self._game.state)

    def _apply_help_level(self) -> None:
        """Apply the current player's help level."""
        scene = self._stage.scene
        if scene.game.turn is not None:
            hints = self._helping.level(scene.game.turn.seat)
            self._stage.set(replace(scene, preferences=replace(scene.preferences, hints=hints)))

    def on_effect(self, what: Effect) -> None:
        """Handle a shown effect of the game.

        A page that doesn't fit any more is closed, and something new to a player is explained.
        """
        if self._open is not None and _interrupts(what, self._open):
            self._set(None)
        self._chairs.on_effect(what, self._moment())
        self._declared = None if isinstance(what, Verdict | Turn | TakenBack) else self._declared
        match what:
            case Turn():
                self._apply_help_level()
            case Echo(do="card"):
                self._declared = what
            case Verdict(legal=False) if self._helping.explain(what.seat, kinds_of_breach(what.reasons)):
                self._set(self._why(what))
            case Verdict(legal=True, do="card"):
                self._did_right(what)

    def think(self, t: float) -> tuple[Event, ...]:
        """Handle finished searches; returns a computer player's declarations for the referee."""
        if self._decision is not None:
            decision, self._decision = self._decision, None
            self._set(decision)
            words = self._phrases
            said = (words.person(decision.chair.seat), decision.sentence(words))
            self._stage.speak(translated(": ", words.language).join(said))
        for job, answer in self._thinker.take():
            if self._thought is not None and job is self._thought:
                return self._decided(self._thought, answer, t)
            if isinstance(self._open, MovesPage | VerdictPage) and self._open.question is not None:
                self._set(self._open.answered(answer))
        if self._open is None and self._thought is None and (moment := self._moment()) is not None:
            due = self._chairs.due(moment, self._stage.scene, t)
            self._say_rests(moment if self._chairs.rests(moment) else None)
            if isinstance(due, HintJob):
                self._thought = due
                self._thinker.ask(due)
            elif due is not None:
                self._set(due)
        return ()

    def _say_rests(self, moment: Moment | None) -> None:
        """Explain how to resume a computer player whose play was taken back; None once it is resumed."""
        rests = None if moment is None else moment.seat
        if rests != self._rests:
            self._rests = rests
            words = self._phrases
            told = "" if rests is None else words.guide["chair"]["rests"].format(who=words.person(rests))
            self._stage.hint(told)

    def _decided(self, job: HintJob, answer: JobResult, t: float) -> tuple[Event, ...]:
        """A computer player's declarations, if the searched turn is still open."""
        self._thought = None
        if self._moment() != job.moment:
            return ()
        self._decision, declared = self._chairs.decide(job.moment, answer, t)
        return declared

    def _asked(self, moment: Moment | None) -> None:
        """Open the page of legal moves; if a computer player is on turn, resume it instead."""
        if moment is not None and moment.seat in self._chairs and moment.card is None:
            self._chairs.resume_chair(moment)
        else:
            self._set(self._open_moves(moment))

    def explain(self) -> None:
        """Explain what the card just declared does, if the player's help level wants that.

        Called after all pending events: a card may be declared with its move, or after it.
        """
        echo, self._declared = self._declared, None
        rules = self._game.game.rules
        if echo is None or echo.card is None or echo.card not in rules.cards:
            return
        if not self._helping.explain(echo.seat, kinds_of_card(rules, echo.card)):
            return
        moment = self._moment()
        if self._helping.level(echo.seat) == "shown" and moment is not None and moment.card == echo.card:
            self._set(self._open_moves(moment))
        scene, does = self._stage.scene, what_it_does(rules, echo.card, self._phrases.language)
        self._stage.set(replace(scene, game=replace(scene.game, explained=does)))

    def _did_right(self, verdict: Verdict) -> None:
        """Count what a player did right, once per turn however often it is corrected."""
        if verdict.n <= self._counted or verdict.card is None:
            return
        self._counted = verdict.n
        moves = open_why(self._game.game, verdict, "").moves
        self._helping.did_right(verdict.seat, kinds_of_play(self._game.game.rules, verdict.card, moves))

    def _open_moves(self, moment: Moment | None) -> MovesPage | None:
        return None if moment is None else open_moves_page(moment, self._helping.hints_left(moment.seat))

    def _why(self, verdict: Verdict | None) -> VerdictPage | None:
        if verdict is None or not (verdict.card or verdict.nearest or verdict.cards):
            return None
        reason = "" if verdict.legal else self._stage.phrases.reason(verdict)
        return open_why(self._game.game, verdict, reason)

    def _tapped(self, key: str) -> None:
        match self._open:
            case MovesPage() | VerdictPage() as page:
                following = page.tapped(key)
                if following is not None and following.question is not None and page.question is None:
                    self._thought = None
                    self._thinker.ask(following.question)
                    if isinstance(page, MovesPage):
                        self._helping.use_hint(page.moment.seat)
                elif page.question is not None and (following is None or following.question is None):
                    self._drop()
                self._set(following)
            case CardEntry() | Giving() | Asking() as entry:
                after_it, chair = entry.tapped(key)
                if key == "later":
                    self._chairs.put_off(self._moment() or entry.moment)
                self._chairs.keep(chair)
                self._set(after_it)
            case DecisionPage() if key == "close":
                self._set(None)

    def _set(self, page: HelpPage | None) -> None:
        if page is None and self._open is not None:
            self._drop()
        if _asks_whom(page) != _asks_whom(self._open):
            self._hand = asked_anew(self._hand)
        self._open = page
        guide = None if page is None else page.guide(self._phrases)
        if guide is not None and self.asks_for_cards and self._game.game.declare == "camera":
            guide = with_camera_prompt(guide, self._phrases)
        self._stage.guide(guide)

    def _drop(self) -> None:
        self._thinker.drop()
        self._thought = None


def _asks_whom(page: HelpPage | None) -> Seat | None:
    """The player whose cards a page asks for."""
    if isinstance(page, CardEntry):
        return page.chair.seat
    return page.moment.seat if isinstance(page, MovesPage) and page.choosing else None


def _interrupts(what: Effect, page: HelpPage) -> bool:
    """Whether an effect must be shown, or changes a page's subject."""
    if isinstance(what, Verdict) and what.legal and isinstance(page, CardEntry | Giving | Asking):
        return False  # others may play meanwhile
    match what:
        case Verdict() | TakenBack() | Question() | Offer() | Ended() | Cleared():
            return True
        case Repair(_, holes):
            return bool(holes)
        case State(_, state):
            return state in LOST
        case Turn() | Settled():
            # The explanation of a legal move stays open after the next turn has begun.
            return isinstance(page, MovesPage)
    return False
