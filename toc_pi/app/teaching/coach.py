"""Teaching during a game: pages on request about legal moves and reasons; the game goes on underneath."""

from collections.abc import Callable
from dataclasses import replace

from toc_pi.app.teaching.chairs import Asking, CardEntry, Chairs, DecisionPage, Giving
from toc_pi.app.teaching.helping import Helping, kinds_of_breach, kinds_of_card, kinds_of_play
from toc_pi.app.teaching.moves_page import MovesPage, open_moves_page
from toc_pi.app.teaching.thinking import Answer, Hint, Thinker
from toc_pi.app.teaching.why import Why, open_why, what_it_does
from toc_pi.belief.game import Game
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
from toc_pi.events import Event
from toc_pi.languages import translated
from toc_pi.phrases import Phrases
from toc_pi.screen.pages.guide import Guide
from toc_pi.screen.panel import LOST
from toc_pi.screen.scene import Scene
from toc_pi.teaching.options import Moment
from toc_pi.teaching.play_phrases import PlayPhrases

# Keys of the screen that this module handles; on its own pages they begin with PREFIX.
PREFIX = "guide:"
MAY, WHY = "may", "why"
Page = MovesPage | Why | CardEntry | Giving | Asking | DecisionPage


class Coach:
    """Opens and updates the teaching pages; closes them as soon as the game needs the screen.

    Args:
        show: called with a page to show over the game; None shows the game again.
        moment: returns the open turn; None once the game is over.
        game: rules and table.
        phrases: the referee's sentences.
        thinker: searches hints and the chairs' moves.
        helping: how much help each player gets unasked.
        chairs: those that the program plays.
        speak: speaks a sentence.
    """

    def __init__(  # noqa: PLR0913  # all that it works with is passed in
        self,
        show: Callable[[Guide | None], None],
        moment: Callable[[], Moment | None],
        game: Game,
        phrases: Phrases,
        thinker: Thinker,
        helping: Helping,
        chairs: Chairs | None = None,
        speak: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._show = show
        self._moment = moment
        self._game = game
        self._thinker = thinker
        self._helping = helping
        self._declared: Echo | None = None
        self._counted = 0
        self._chairs = chairs or Chairs()
        self._aloud = speak
        self._thought: Hint | None = None  # of a chair
        self._decision: DecisionPage | None = None
        self._open: Page | None = None
        self.speak(phrases)

    def speak(self, phrases: Phrases) -> None:
        """Switch to a language."""
        self._phrases, self._play_phrases = phrases, PlayPhrases(phrases)

    def takes(self, choice: str) -> bool:
        """Whether a tap belongs to these pages."""
        return choice in (MAY, WHY) or choice.startswith(PREFIX)

    def touch(self, choice: str, scene: Scene) -> None:
        """Handle a tap.

        Args:
            choice: `may`, `why`, or a page's key after `guide:`.
            scene: what is shown under it.
        """
        if choice == MAY:
            self._asked(self._moment())
        elif choice == WHY:
            self._set(self._why(scene.game.verdict))
        else:
            self._tapped(choice.removeprefix(PREFIX))

    def begin(self, scene: Scene) -> Scene:
        """The scene when a game begins or is resumed."""
        self._helping.begin()
        self._chairs.begin()
        self._counted = 0
        return self.dressed(replace(scene, preferences=replace(scene.preferences, teaches=True)))

    def dressed(self, scene: Scene) -> Scene:
        """The scene with the help level of the player on turn."""
        if scene.game.turn is None:
            return scene
        level = self._helping.level(scene.game.turn.seat)
        return replace(scene, preferences=replace(scene.preferences, hints=level))

    def on_effect(self, what: Effect, scene: Scene) -> Scene:
        """The scene after an effect of the game.

        A page that doesn't fit any more is closed, and something new to a player is explained.
        """
        if self._open is not None and _interrupts(what, self._open):
            self._set(None)
        self._chairs.on_effect(what, self._moment())
        self._declared = None if isinstance(what, Verdict | Turn | TakenBack) else self._declared
        match what:
            case Turn():
                return self.dressed(scene)
            case Echo(do="card"):
                self._declared = what
            case Verdict(legal=False) if self._helping.explain(what.seat, kinds_of_breach(what.reasons)):
                self._set(self._why(what))
            case Verdict(legal=True, do="card"):
                self._did_right(what)
        return scene

    def think(self, scene: Scene, t: float) -> tuple[Event, ...]:
        """Handle finished searches; return a chair's declarations for the referee."""
        if self._decision is not None:
            decision, self._decision = self._decision, None
            self._set(decision)
            words = self._play_phrases
            said = (words.person(decision.chair.seat), decision.sentence(words))
            self._aloud(translated(": ", words.language).join(said))
        for thought in self._thinker.take():
            if self._thought is not None and thought.job is self._thought:
                return self._decided(self._thought, thought.answer, t)
            if isinstance(self._open, MovesPage | Why) and self._open.question is not None:
                self._set(self._open.answered(thought.answer))
        if self._open is None and self._thought is None and (moment := self._moment()) is not None:
            due = self._chairs.due(moment, scene, t)
            if isinstance(due, Hint):
                self._thought = due
                self._thinker.ask(due)
            elif due is not None:
                self._set(due)
        return ()

    def _decided(self, job: Hint, answer: Answer, t: float) -> tuple[Event, ...]:
        """A chair's declarations, if the turn is still the one that was searched."""
        self._thought = None
        if self._moment() != job.moment:
            return ()
        self._decision, declared = self._chairs.decide(job.moment, answer, t)
        return declared

    def _asked(self, moment: Moment | None) -> None:
        """Open the page of legal moves; if a chair is on turn, let it go on instead."""
        if moment is not None and moment.seat in self._chairs and moment.card is None:
            self._chairs.wake(moment)
        else:
            self._set(self._open_moves(moment))

    def explanation(self) -> str:
        """What the card just declared does, if its player's help level wants that explained.

        Called after all pending events were handled: a card may be declared with its move, or after it.
        """
        echo, self._declared = self._declared, None
        if echo is None or echo.card is None or echo.card not in self._game.rules.cards:
            return ""
        if not self._helping.explain(echo.seat, kinds_of_card(self._game.rules, echo.card)):
            return ""
        moment = self._moment()
        if self._helping.level(echo.seat) == "shown" and moment is not None and moment.card == echo.card:
            self._set(self._open_moves(moment))
        return what_it_does(self._game.rules, echo.card, self._phrases.language)

    def _did_right(self, verdict: Verdict) -> None:
        """Count what a player did right, once per turn however often the turn is corrected."""
        if verdict.n <= self._counted or verdict.card is None:
            return
        self._counted = verdict.n
        moves = open_why(self._game, verdict, "").moves
        self._helping.did_right(verdict.seat, kinds_of_play(self._game.rules, verdict.card, moves))

    def _open_moves(self, moment: Moment | None) -> MovesPage | None:
        return None if moment is None else open_moves_page(moment, self._helping.hints_left(moment.seat))

    def _why(self, verdict: Verdict | None) -> Why | None:
        if verdict is None or not (verdict.card or verdict.nearest or verdict.cards):
            return None
        reason = "" if verdict.legal else self._phrases.reason(verdict)
        return open_why(self._game, verdict, reason)

    def _tapped(self, key: str) -> None:
        match self._open:
            case MovesPage() | Why() as page:
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

    def _set(self, page: Page | None) -> None:
        if page is None and self._open is not None:
            self._drop()
        self._open = page
        self._show(None if page is None else page.guide(self._play_phrases))

    def _drop(self) -> None:
        """Cancel the running search."""
        self._thinker.drop()
        self._thought = None


def _interrupts(what: Effect, page: Page) -> bool:
    """Whether an effect has to be shown, or changes what a page is about."""
    if isinstance(what, Verdict) and what.legal and isinstance(page, CardEntry | Giving | Asking):
        return False  # others play on meanwhile
    match what:
        case Verdict() | TakenBack() | Question() | Offer() | Ended() | Cleared():
            return True
        case Repair(_, holes):
            return bool(holes)
        case State(_, state):
            return state in LOST
        case Turn() | Settled():
            # The explanation of a legal move stays open although the next turn has begun.
            return isinstance(page, MovesPage)
    return False
