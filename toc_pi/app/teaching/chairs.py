"""The empty chairs of an evening: when their cards are entered, when they decide, and what they declare."""

from collections.abc import Iterable

from calibration.holes import Seat
from toc_pi.app.teaching.chair_pages import ChairPage, DecisionPage, open_tapping
from toc_pi.app.teaching.thinking import Answer, Hint
from toc_pi.effects import Echo, Effect, TakenBack
from toc_pi.events import Declared
from toc_pi.screen.panel import LOST
from toc_pi.screen.scene import Scene
from toc_pi.teaching.chair import (
    Chair,
    corrected,
    decided,
    has_decided,
    in_step,
    missing,
    taken_back,
    withdrawn,
)
from toc_pi.teaching.hint import Advice
from toc_pi.teaching.options import Moment

READ_S = 3.0
"""How long a verdict is shown before a page covers it."""


class Chairs:
    """Holds each chair's cards, and decides what is due next.

    Args:
        chairs: at the start.
    """

    def __init__(self, chairs: Iterable[Chair] = ()) -> None:
        self._chairs = {chair.seat: chair for chair in chairs}
        self._undone: Seat | None = None
        self._before: list[dict[Seat, Chair]] = []  # each undo that may be redone
        self._rests = 0
        self._later = 0

    def __contains__(self, seat: Seat) -> bool:
        """Whether the program plays a seat."""
        return seat in self._chairs

    def begin(self) -> None:
        """Reset for a game that begins or is resumed: their cards aren't known."""
        self._undone, self._rests, self._later = None, 0, 0
        for chair in self._chairs.values():
            self.keep(Chair(chair.seat, chair.strength))

    def keep(self, chair: Chair) -> None:
        """Store a chair's new state."""
        self._chairs[chair.seat] = chair

    def put_off(self, moment: Moment) -> None:
        """Put entering its cards off: nobody is asked again in this turn."""
        self._later = moment.n

    def wake(self, moment: Moment) -> None:
        """Let the chair on turn go on, on request."""
        if moment.seat in self:
            self._rests = self._later = 0

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

    def due(self, moment: Moment, scene: Scene, t: float) -> ChairPage | Hint | None:
        """What has to be done next: a page for entering cards, or a position to search.

        Args:
            moment: the open turn.
            scene: of the game; while it shows a question, repair or the like, nothing is due.
            t: now, s; players get time to read a verdict first.
        """
        if not self._chairs or not _is_calm(scene):
            return None
        self._withdraw(moment)
        for chair in self._chairs.values():
            self.keep(in_step(chair, moment))
        read = scene.verdict is None or t >= scene.verdict.t + READ_S
        if read and self._later != moment.n and self._rests != moment.n:
            for chair in self._chairs.values():
                if missing(chair, moment):
                    return open_tapping(chair, moment)
        own = self._chairs.get(moment.seat)
        if own is None or missing(own, moment) or not own.hand or has_decided(own, moment):
            return None
        if moment.card is not None or scene.declared is not None or self._rests == moment.n:
            return None
        return Hint(moment, own.hand, own.strength, moment.n)

    def decide(
        self, moment: Moment, answer: Answer, t: float
    ) -> tuple[DecisionPage | None, tuple[Declared, ...]]:
        """A chair's decision after the search, and its declarations to the referee.

        Args:
            moment: the turn that was searched.
            answer: the search's result; empty if its cards can't be right.
            t: now.
        """
        chair = self._chairs[moment.seat]
        if not isinstance(answer, tuple) or not answer:
            self.keep(withdrawn(chair))
            return None, ()
        self.keep(decided(chair, moment, answer[0]))
        return DecisionPage(chair, moment, answer, chair.hand), _declared(chair, moment, answer[0], t)

    def _withdraw(self, moment: Moment) -> None:
        """Withdraw the decision for a card that was taken back: the chair perhaps never held it."""
        seat, self._undone = self._undone, None
        if seat is not None and seat in self and has_decided(self._chairs[seat], moment):
            self.keep(withdrawn(self._chairs[seat]))
            self._rests = moment.n


def _declared(chair: Chair, moment: Moment, advice: Advice, t: float) -> tuple[Declared, ...]:
    match advice.do:
        case "card" | "pass":
            played = Declared(t, chair.seat, "card", advice.card)
            moves = advice.result.pawns != moment.position.pawns
            return (played,) if moves else (played, Declared(t, chair.seat, "pass"))
        case "discard":
            return (Declared(t, chair.seat, "discard", advice.card),)
        case "throw":
            return (Declared(t, chair.seat, "throw", cards=chair.hand),)
    return (Declared(t, chair.seat, "pass"),)


def _is_calm(scene: Scene) -> bool:
    """Whether nothing else has to be read or tapped."""
    busy = scene.question is not None or scene.repair or scene.flagged is not None or scene.winners
    waits = scene.paused or scene.leaving or scene.correcting or scene.thrown is not None
    return scene.looked and scene.turn is not None and not (busy or waits or scene.view in LOST)
