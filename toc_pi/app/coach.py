"""Teaching over a running game: what may be done, and why, for whoever asks; the game goes on under it."""

from collections.abc import Callable, Mapping

from calibration.holes import Seat
from toc_pi.app import may as may_pages
from toc_pi.app import why as why_pages
from toc_pi.app.may import May
from toc_pi.app.thinking import Thinker
from toc_pi.app.why import Why
from toc_pi.phrases import Phrases
from toc_pi.referee.effects import (
    Cleared,
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
from toc_pi.referee.events import Event
from toc_pi.referee.game import Game
from toc_pi.screen.guide import Guide
from toc_pi.screen.panel import LOST
from toc_pi.screen.scene import Language, Scene
from toc_pi.teaching.moment import Moment
from toc_pi.teaching.told import Told

PREFIX = "guide:"
MAY, WHY = "may", "why"


class Coach:
    """Opens and turns the pages that teach; closes them as soon as the game has something to say.

    Args:
        show: shows a page over the game; None shows the game again.
        moment: the turn that is open; None once the game is over.
        game: rules and table.
        phrases: the referee's sentences.
        colours: of the seats.
        thinker: thinks about hints, and about how others play.
        language: of the pages.
    """

    def __init__(
        self,
        show: Callable[[Guide | None], None],
        moment: Callable[[], Moment | None],
        game: Game,
        phrases: Phrases,
        colours: Mapping[Seat, str],
        thinker: Thinker,
        language: Language = "en",
    ) -> None:
        self._show = show
        self._moment = moment
        self._game = game
        self._colours = colours
        self._thinker = thinker
        self.speak(phrases, language)
        self._open: May | Why | None = None

    def speak(self, phrases: Phrases, language: Language) -> None:
        """Go on in a language."""
        self._phrases, self._language = phrases, language
        self._told = Told(language, self._colours)

    @property
    def is_open(self) -> bool:
        """Whether a page lies over the game."""
        return self._open is not None

    def takes(self, choice: str) -> bool:
        """Whether a tap is about these pages."""
        return choice in (MAY, WHY) or choice.startswith(PREFIX)

    def touch(self, choice: str, scene: Scene, t: float) -> tuple[Event, ...]:
        """Take in a tap.

        Args:
            choice: `may`, `why`, or a page's key after `guide:`.
            scene: what is shown under it.
            t: now, in the time of the pictures.

        Returns:
            What the referee is to be told of it.
        """
        del t
        if choice == MAY:
            moment = self._moment()
            self._set(None if moment is None else may_pages.open_may(moment))
        elif choice == WHY:
            self._set(self._why(scene.verdict))
        else:
            self._tapped(choice.removeprefix(PREFIX))
        return ()

    def heard(self, what: Effect, scene: Scene) -> None:
        """Take in what happens in the game: a page that it doesn't fit any more is closed."""
        del scene
        if self._open is not None and _interrupts(what, self._open):
            self._set(None)

    def think(self, scene: Scene, t: float) -> tuple[Event, ...]:
        """Take in what was thought about meanwhile."""
        del scene, t
        for thought in self._thinker.take():
            match self._open:
                case May() as may if may.thinking:
                    self._set(may_pages.answered(may, thought.answer))
                case Why() as why if why.where:
                    self._set(why_pages.answered(why, thought.answer))
        return ()

    def _why(self, verdict: Verdict | None) -> Why | None:
        if verdict is None or not (verdict.card or verdict.cards):
            return None
        reason = "" if verdict.legal else self._phrases.reason(verdict)
        return why_pages.open_why(self._game, verdict, reason, self._phrases.clause(verdict))

    def _tapped(self, key: str) -> None:
        match self._open:
            case May() as may:
                following = may_pages.tap(may, key)
                if following is not None and following.thinking and not may.thinking:
                    job = may_pages.question(may)
                    if job is not None:
                        self._thinker.ask(job)
                elif following is None or following.cards != may.cards:
                    self._thinker.drop()
                self._set(following)
            case Why() as why:
                turned = why_pages.tap(why, key)
                if turned is not None and turned.where and (asked := why_pages.question(turned)):
                    self._thinker.ask(asked)
                self._set(turned)

    def _set(self, page: May | Why | None) -> None:
        if page is None and self._open is not None:
            self._thinker.drop()
        self._open = page
        match page:
            case May():
                self._show(may_pages.page(page, self._told, self._language))
            case Why():
                self._show(why_pages.page(page, self._told, self._language))
            case None:
                self._show(None)


def _interrupts(what: Effect, page: May | Why) -> bool:
    """Whether an effect has to be seen, or changes what a page is about."""
    match what:
        case Verdict() | TakenBack() | Question() | Offer() | Ended() | Cleared():
            return True
        case Repair(_, holes):
            return bool(holes)
        case State(_, state):
            return state in LOST
        case Turn() | Settled():
            # A right move is explained while the next turn has begun already.
            return isinstance(page, May)
    return False
