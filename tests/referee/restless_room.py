"""A table with far more disturbances than any real one: nearly every hole may be unsure for a while.

The effects there are often neither right nor wrong; the tests check that they don't change. Times are tenths
of a second and probabilities come from a short list, so that limits are met exactly.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from noisy_room import Chances, Room
from simulator import Evening
from untold_evening import UntoldEvening

from calibration.holes import Hole, is_camp
from toc_pi.belief.game import Belief, Game
from toc_pi.events import (
    Answered,
    Dealt,
    Declared,
    Event,
    LeftTable,
    MovedBy,
    NotPassed,
    Paused,
    Resumed,
    Seen,
)
from toc_pi.referee.referee import Referee
from toc_pi.referee.turns import TurnPhase
from toc_pi.rules.game import UNKNOWN, pack_of

RESTLESS = Chances(
    illegal=0.2,
    withheld=0.05,
    unsure=0.02,
    misread=0.006,
    drops=0.03,
    late=0.3,
    slide=0.25,
    half=0.3,
    beside=0.15,
    retake=0.12,
    event=0.25,
    twice=0.1,
    slip=0.1,
    fumble=0.15,
    hurry=0.15,
)
NEAR = 0.15  # probability that a hole with a present or former pawn is unsure
LIKELY = (0.25, 0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.75, 0.85, 0.9, 0.95)
REST = (0.0, 0.003, 0.01, 0.02, 0.03, 0.1)


class RestlessRoom(Room):
    """A room with all kinds of unsure holes, and time steps of at least a tenth of a second."""

    _doubts: Mapping[Hole, Mapping[str, float]] = {}

    def __init__(self, game: Game, rng: Random, chances: Chances | None = None) -> None:
        # Each new belief, with the phase in which it came about, by the number of effects before it.
        self.conclusions: dict[int, list[tuple[TurnPhase, Belief]]] = {}
        super().__init__(game, rng, chances)

    def tell(self, event: Event) -> None:
        """Send an event to the referee, and note its belief if that has changed."""
        before = self.referee.state.belief
        super().tell(event)
        after = self.referee.state
        if after.belief != before:
            self.conclusions.setdefault(len(self.effects), []).append((after.phase, after.belief))

    def wait(self, seconds: float) -> None:
        """Let tenths of seconds pass."""
        self.t = round(self.t, 1)
        super().wait(max(round(seconds, 1), 0.1))

    def doubt(self) -> None:
        """Choose new unsure holes, some without any probabilities."""
        self.unsure = {}
        near = {hole for hole, _ in self.lying | self.course.position.pawns}
        near = {hole for hole in sorted(near) if self.rng.random() < NEAR}
        doubtful = sorted(near.union(self.some(self.chances.unsure)))
        self._doubts = {hole: self._chances(hole) for hole in doubtful}

    def _chances(self, hole: Hole) -> Mapping[str, float]:
        """Probabilities of the actual content, of another one, and of a third."""
        if self.rng.random() < 0.05:
            return {}
        content = str(self.board.get(hole, ""))
        others = [what for what in ("", *map(str, self.game.table.played)) if what != content]
        one, two = self.rng.sample(others, 2)
        likely, rest = self.rng.choice(LIKELY), self.rng.choice(REST)
        other = round(max(1.0 - likely - rest, 0.0), 3)
        chances = {content: likely, one if content == "" or self.rng.random() < 0.3 else "": other}
        return chances | ({two: rest} if rest and two not in chances else {})

    def seen(self) -> Seen:
        """An observation of the board."""
        observation = super().seen()
        holes = {hole: seat for hole, seat in observation.holes.items() if hole not in self._doubts}
        white = {
            hole: self.rng.choice((0.05, 0.5, 0.95))
            for hole in sorted(observation.white)
            if self.rng.random() < 0.9
        }
        probability = {hole: chances for hole, chances in self._doubts.items() if chances}
        return replace(
            observation, holes=holes, unsure=frozenset(self._doubts), probability=probability, white=white
        )

    def answer(self, after: frozenset[tuple[Hole, str]]) -> None:
        """Answer a question truthfully, wrongly, or not at all."""
        asked = self.referee.state.open.asked
        if asked is not None and self.rng.random() < 0.1:
            ways = [*(choice for choice, _ in asked.options), "none"]
            self.tell(Answered(self.t, asked.id, self.rng.choice(ways)))
        elif asked is not None and self.rng.random() < 0.2:
            super().answer(after)

    def set_right(self) -> None:
        """Correct the referee if it has lost track of the board."""
        state = self.referee.state
        lying = frozenset((hole, seat) for hole, seat in self.board.items() if not is_camp(hole))
        if (
            state.record[0].pawns == lying == self.course.position.pawns
            and state.course.turn == self.course.turn
        ):
            return
        hidden = tuple((UNKNOWN,) * len(hand) for hand in self.course.hands)
        course = replace(self.course, hands=hidden, stock=(UNKNOWN,) * len(self.course.stock))
        begun = Referee(self.game)
        self.board = self.laid_out(self.course.position.pawns)
        then = replace(begun.state.with_record((self.course.position,)), course=course, t=self.t)
        self.referee = Referee(self.game, then)

    def meddle(self) -> None:
        """Tap something superfluous."""
        seat, card = self.rng.choice(self.game.table.played), self.rng.choice(pack_of(self.game.rules))
        cards = tuple(self.rng.sample(pack_of(self.game.rules), 3))
        events: list[Event] = [
            *(Declared(self.t, seat, do) for do in ("accept", "undo", "redo", "pass")),
            *(Declared(self.t, seat, do, card) for do in ("card", "discard")),
            Declared(self.t, seat, "throw", None, cards),
            *(MovedBy(self.t, self.referee.state.n - late, seat) for late in (0, 1)),
            NotPassed(self.t, self.referee.state.n - 1, seat),
            Paused(self.t),
            Dealt(self.t, self.rng.choice((0, 5))),
            LeftTable(self.t, seat),
        ]
        event = self.rng.choice(events)
        self.tell(event)
        self.wait(self.rng.uniform(0.2, 3.0))
        if isinstance(event, Paused):
            self.tell(Resumed(self.t))
        elif isinstance(event, LeftTable):
            self.tell(LeftTable(self.t, seat, back=True))
        elif (asked := self.referee.state.open.asked) is not None:
            self.tell(Answered(self.t, asked.id, self.rng.choice([choice for choice, _ in asked.options])))
        self.wait(self.rng.uniform(0.2, 4.0))


class RestlessEvening(RestlessRoom, Evening):
    """An evening on which most cards are declared."""

    def turn(self) -> None:
        """One turn, and sometimes a superfluous tap."""
        super().turn()
        if self.rng.random() < 0.25:
            self.meddle()
        self.report.complaints.clear()
        self.set_right()


class RestlessUntoldEvening(RestlessRoom, UntoldEvening):
    """An evening without declared cards, except for superfluous taps."""

    def happening(self) -> None:
        """An event, or a superfluous tap."""
        self.meddle() if self.rng.random() < 0.5 else super().happening()
