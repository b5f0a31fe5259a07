"""Players who never tap a card: whole random games of which the referee only sees the moves."""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

from noisy_room import FRAME_S, Chances, Room
from players import Players

from toc_pi.belief.game import Game
from toc_pi.referee.effects import Question
from toc_pi.referee.order import start_course
from toc_pi.referee.referee import Referee
from toc_pi.rules.actions import CardPlayed, Discard, Throw
from toc_pi.rules.legal_actions import choices
from toc_pi.rules.pack import UNKNOWN

PATIENCE_S = 9.0
LATE_S = 1.0


@dataclass
class Untold:
    """The results of an evening.

    Attributes:
        moves: legal moves that changed the board.
        named: of these, judged legal with the right card among those named.
        alone: with that card alone.
        faults: what went wrong with the others, by kind.
        late: verdicts that came later than a second.
        questions: how many were asked.
        notes: the faults in full.
    """

    moves: int = 0
    named: int = 0
    alone: int = 0
    late: int = 0
    questions: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)


class UntoldEvening(Room):
    """One game in which nobody declares or discards a card on the screen."""

    def __init__(self, game: Game, rng: Random, chances: Chances | None = None) -> None:
        super().__init__(game, rng, chances)
        self.players = Players(game.table, rng)
        self.untold = Untold()

    def play(self, most_moves: int) -> Untold:
        """Play until somebody wins, or `most_moves` are made."""
        self.wait(1.0)
        while self.course.phase != "over" and self.untold.moves < most_moves:
            actions = choices(self.game.rules, self.game.table, self.course)
            action = self.players.choose(actions, self.course.turn, self.course.position)
            seen = isinstance(action, CardPlayed) and action.result.pawns != self.course.position.pawns
            if seen:
                if self.rng.random() < self.chances.event:
                    self.rng.choice([self.happening, self.tidy])()
                self.move(action)
            elif isinstance(action, Discard | Throw):
                self.wait(self.rng.uniform(1.5, 4.0))  # picks a card, lays it down
            self.course = self.applied(self.course, action)
            record = self.referee.state.record
            if record[0].pawns != self.lying and isinstance(action, CardPlayed):
                self.lost(action)
            elif seen and self.course.position not in record:
                self.fault("freshness", f"{[str(known) for known in record]}, is {self.course.position}")
        self.untold.questions = sum(isinstance(effect, Question) for effect in self.effects)
        return self.untold

    def move(self, action: CardPlayed) -> None:
        """Move pawns by hand and check the verdict."""
        seat = self.game.table.players[self.course.turn][0]
        own_seats = self.game.table.players[self.course.turn]
        before, mark = self.course.position, len(self.effects)
        self.wait(self.rng.uniform(0.5, 3.0))
        paused = self.hand(action.result.pawns, False, frozenset())
        gone = self.t
        end = self.t + PATIENCE_S
        while self.t < end and not self.verdicts(mark):
            self.wait(FRAME_S)
            self.answer(action.result.pawns)
        self.wait(self.rng.uniform(0.2, 1.0))
        self.untold.moves += 1
        verdicts = self.verdicts(mark)
        what = f"{self.game.rules.base} {seat} {action.card} {before} -> {action.result}"
        if not verdicts:
            self.fault("missed", f"{what} ({self.referee.state.phase.name})")
            return
        last = verdicts[-1]
        if not paused and verdicts[0].t - gone > LATE_S:
            self.untold.late += 1
            self.untold.notes.append(f"t={self.t:.1f} late by {verdicts[0].t - gone:.1f} s: {what}")
        if not last.legal:
            self.fault("flagged", f"{what}: {last.reasons}")
        elif last.seat not in own_seats:
            self.fault("wrong seat", f"{what}: {last.seat} {last.cards}")
        elif action.card not in last.cards:
            self.fault("wrong card", f"{what}: {last.cards}")
        else:
            self.untold.named += 1
            self.untold.alone += len(last.cards) == 1

    def lost(self, action: CardPlayed) -> None:
        """Correct a record that differs from the board, as players would."""
        self.fault("record", f"{action.card} {self.referee.state.record[0]} for {action.result}")
        hidden = tuple((UNKNOWN,) * len(hand) for hand in self.course.hands)
        course = replace(self.course, hands=hidden, stock=(UNKNOWN,) * len(self.course.stock))
        begun = Referee(self.game)
        course = start_course(begun.book, course)  # the true game may be between two deals
        state = replace(begun.state.with_record((self.course.position,)), course=course, t=self.t)
        self.referee = Referee(self.game, state)

    def fault(self, kind: str, what: str) -> None:
        """Record a fault."""
        self.untold.faults[kind] += 1
        self.untold.notes.append(f"t={self.t:.1f} {kind}: {what}")
