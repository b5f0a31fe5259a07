"""A simulated table with a noisy camera: what hands do to the board, and the referee's events."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log
from random import Random

from calibration.holes import Hole, Seat, camp_holes, is_camp
from toc_pi.belief.game import Game
from toc_pi.effects import Cleared, Effect, Offer, TakenBack, Verdict
from toc_pi.errors import BadInput
from toc_pi.events import Answered, CameraView, Event, Seen, Tick, ViewChanged
from toc_pi.referee.referee import Referee
from toc_pi.rules.game import Action, Cards, GameState, new_game
from toc_pi.rules.position import Position
from toc_pi.rules.turn import apply

FRAME_S = 0.2

Pawns = frozenset[tuple[Hole, Seat]]


@dataclass(frozen=True, slots=True)
class Chances:
    """Probabilities of events, 0 to 1.

    Attributes:
        illegal: a move against the rules.
        withheld: cards are laid down without a play though one must be played.
        unsure: a hole is unsure for a whole clear view.
        misread: a hole is misread in a single frame.
        drops: in a clear and still view other holes become unsure.
        late: the card is declared after the move.
        slide: the hand leaves for a moment in mid-move, a pawn lifted or put on a hole on its way.
        half: a captured pawn, or a part of a split, is left for a while.
        beside: a captured pawn is left beside the board for some turns.
        retake: a settled turn is taken back, by a tap or by putting pawns back.
        event: a bump, a lamp, a covered camera, a straightened or fallen pawn between two turns.
        twice: a card is tapped twice.
        slip: another card is tapped first, and put right.
        fumble: a hand comes and goes before the move.
        hurry: the next turn is played before this one could be seen.
        undone: a turn or two are undone by a tap and done again by another.
        blamed: somebody taps that another player has moved, and puts it right.
        denied: a player who did lay a card down taps that they didn't.
        misled: a question is answered wrongly, and put right.
    """

    illegal: float = 0.05
    withheld: float = 0.003
    unsure: float = 0.01
    misread: float = 0.001
    drops: float = 0.005
    late: float = 0.3
    slide: float = 0.15
    half: float = 0.15
    beside: float = 0.05
    retake: float = 0.03
    event: float = 0.05
    twice: float = 0.05
    slip: float = 0.03
    fumble: float = 0.05
    hurry: float = 0.03
    undone: float = 0.03
    blamed: float = 0.02
    denied: float = 0.05
    misled: float = 0.2


@dataclass
class Report:
    """The results of a game.

    Attributes:
        turns: settled turns.
        verdicts: how many were given.
        illegal: the first reasons of the illegal moves that were made.
        complaints: effects, or missing effects, that contradict the truth.
        delays: seconds from the end of a hand (or the card) to the verdict.
        questions: how many were asked.
        ended: whether the game came to its end.
    """

    turns: int = 0
    verdicts: int = 0
    illegal: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    questions: int = 0
    ended: bool = False


class Room:
    """The board, the hands over it, and the camera; records the referee's events and effects."""

    def __init__(self, game: Game, rng: Random, chances: Chances | None = None) -> None:
        self.game = game
        self.rng = rng
        self.chances = chances or Chances()
        self.referee = Referee(game)
        self.report = Report()
        self.events: list[Event] = []
        self.effects: list[Effect] = []
        self.t = 0.0
        self.view: CameraView = "watching"
        self.course: GameState = new_game(game.rules, game.table, game.first)
        self.n = 1
        self.holes = game.table.holes
        self.board: dict[Hole, Seat] = {}
        self.beside: Counter[Seat] = Counter()
        self.unsure: dict[Hole, tuple[float, Seat]] = {}
        self.board = self.laid_out(self.course.position.pawns)

    @property
    def lying(self) -> Pawns:
        """The pawns outside their camps."""
        return frozenset((hole, seat) for hole, seat in self.board.items() if not is_camp(hole))

    def is_possible(self) -> bool:
        """Whether the present position is possible under the rules."""
        try:
            self.game.table.check(Position(self.lying))
        except BadInput:
            return False
        return True

    def applied(self, course: GameState, action: Action) -> GameState:
        """The true game after an action, with random shuffling."""
        return apply(self.game.rules, self.game.table, course, action, self.shuffled)

    def shuffled(self, cards: Cards) -> Cards:
        """The cards in a random order."""
        mixed = list(cards)
        self.rng.shuffle(mixed)
        return tuple(mixed)

    def hand(
        self,
        after: Pawns,
        in_parts: bool = False,
        shunned: frozenset[Pawns] = frozenset(),
        leaves: bool = True,
        tidy: bool = False,
        at_once: bool = False,
    ) -> bool:
        """A hand comes, sets the board up, and goes; sometimes it pauses half-way.

        Args:
            after: the pawns outside their camps then.
            in_parts: a split: its parts may come with a pause between.
            shunned: positions that it avoids on its way, because they would be legal.
            leaves: whether it goes.
            tidy: it leaves no captured pawn beside the board.
            at_once: nor does it keep one for a while; a pawn that nothing captured might have fallen over.

        Returns:
            Whether the last pause could be taken for the end of the move.
        """
        goal = self.laid_out(after)
        self.look_away("hand")
        self.wait(self.rng.uniform(0.4, 1.2))
        paused = False
        if self.rng.random() < self.chances.slide:
            before = dict(self.board)
            self.half_way(goal, shunned)
            self.look_away("watching")
            self.wait(0.2)
            self.look_away("hand")
            self.board = before
            self.wait(0.3)
        left, came = sorted(self.lying - after), sorted(after - self.lying)
        two_parts = len(left) == len(came) == 2 and len({seat for _, seat in (*left, *came)}) == 1
        half = self.lying - set(left[:1]) | set(came[:1])  # of a split; another legal play may look so
        if in_parts and two_parts and half not in shunned and self.rng.random() < self.chances.half:
            del self.board[left[0][0]]
            self.board[came[0][0]] = came[0][1]
            self.look_away("watching")
            self.wait(self.rng.uniform(0.8, 2.0))
            self.look_away("hand")
            self.wait(0.6)
        captured = [hole for hole in goal if is_camp(hole) and hole not in self.board]
        if captured and not tidy and self.rng.random() < self.chances.beside:
            left_out = self.rng.choice(captured)
            self.beside[goal.pop(left_out)] += 1
            paused = True
        elif captured and not at_once and self.rng.random() < self.chances.half:
            late = self.rng.choice(captured)
            self.board = {hole: seat for hole, seat in goal.items() if hole != late}
            self.look_away("watching")
            self.wait(self.rng.uniform(1.0, 3.0))
            self.look_away("hand")
            self.wait(0.6)
            paused = True
        self.board = goal
        if leaves:
            self.look_away("watching")
        return paused

    def half_way(self, goal: dict[Hole, Seat], shunned: frozenset[Pawns]) -> None:
        """Take up a pawn that will move, or put it on a hole on its way."""
        moving = [hole for hole in self.board if self.board.get(hole) != goal.get(hole) and not is_camp(hole)]
        if not moving:
            return
        hole = self.rng.choice(sorted(moving))
        seat = self.board.pop(hole)
        index = self.game.table.track_index(hole)
        if index is None or self.rng.random() < 0.5:
            return
        stop = self.game.table.track_hole(index + self.rng.randint(1, 5))
        if stop not in self.board and self.lying | {(stop, seat)} not in shunned:
            self.board[stop] = seat

    def laid_out(self, pawns: Pawns) -> dict[Hole, Seat]:
        """A board with these pawns out and the rest in camps, moving as few as possible."""
        goal = dict(pawns)
        for seat in self.game.table.played:
            waiting = 4 - sum(owner == seat for _, owner in pawns)
            self.beside[seat] = min(self.beside[seat], waiting)
            waiting -= self.beside[seat]
            kept = [hole for hole in camp_holes(seat) if self.board.get(hole) == seat][:waiting]
            free = [hole for hole in camp_holes(seat) if hole not in kept]
            for hole in [*kept, *free[: waiting - len(kept)]]:
                goal[hole] = seat
        return goal

    def visit(self, seconds: float) -> None:
        """A hand comes and goes; nothing has changed."""
        self.look_away("hand")
        self.wait(seconds)
        self.look_away("watching")

    def look_away(self, view: CameraView) -> None:
        """Change the camera's view."""
        if view == self.view:
            return
        self.view = view
        self.tell(ViewChanged(self.t, view))
        if view == "watching":
            self.doubt()

    def doubt(self) -> None:
        """Choose new unsure holes."""
        self.unsure = {
            hole: (self.rng.uniform(0.4, 0.88), self.rng.choice(self.game.table.played))
            for hole in self.some(self.chances.unsure)
        }

    def some(self, chance: float) -> Iterator[Hole]:
        """Each hole with a probability, by geometric sampling of the gaps."""
        at = -1
        while chance > 0.0:
            at += 1 + int(log(1.0 - self.rng.random()) / log(1.0 - chance))
            if at >= len(self.holes):
                return
            yield self.holes[at]

    def wait(self, seconds: float) -> None:
        """Let time pass; a clear view is observed repeatedly."""
        end = round(self.t + seconds, 4)
        while self.t < end - 1e-9:
            self.t = round(min(self.t + FRAME_S, end), 4)
            if self.view == "watching":
                if self.rng.random() < self.chances.drops:
                    self.doubt()
                self.tell(self.seen())
            else:  # an observation advances the time, too
                self.tell(Tick(self.t))

    def seen(self) -> Seen:
        """An observation of the board: with unsure holes, sometimes a misreading."""
        board = dict(self.board)
        for hole in self.some(self.chances.misread):
            if hole in board and self.rng.random() < 0.5:
                del board[hole]
            else:
                board[hole] = self.rng.choice(self.game.table.played)
        probability = {}
        for hole, (right, other) in self.unsure.items():
            pawn = str(board.pop(hole, ""))
            probability[hole] = {pawn: right, "" if pawn else str(other): round(1 - right, 3)}
        white = {}
        if self.game.white_face:
            fresh = self.course.position.fresh
            white = {hole: 0.95 if hole in fresh else 0.05 for hole in board if not is_camp(hole)}
        return Seen(self.t, board, frozenset(self.unsure), probability, white)

    def tell(self, event: Event) -> None:
        """Send an event to the referee, and record the effects."""
        self.events.append(event)
        self.effects += self.referee.step(event)

    def taken_back(self, mark: int) -> int:
        """How many turns were taken back since."""
        return sum(isinstance(effect, TakenBack) for effect in self.effects[mark:])

    def verdicts(self, mark: int) -> list[Verdict]:
        """The verdicts since."""
        return [effect for effect in self.effects[mark:] if isinstance(effect, Verdict)]

    def answer(self, after: Pawns) -> None:
        """Answer a question truthfully."""
        asked = self.referee.state.open.asked
        if asked is None:
            return
        fitting = [choice for choice, pawns in asked.options if pawns == after]
        self.tell(Answered(self.t, asked.id, fitting[0] if fitting else "none"))

    def complain(self, what: str) -> None:
        """Record a fault."""
        self.report.complaints.append(f"t={self.t:.1f}: {what}")

    # --- events that are no move

    def happening(self) -> None:
        """A bump, a lamp, a covered camera, a hand that straightens a pawn."""
        mark = len(self.effects)
        kind = self.rng.choice(["moved", "light", "blind", "hand"])
        self.look_away(kind)
        self.wait(self.rng.uniform(0.3, 2.0))
        self.look_away("watching")
        self.wait(self.rng.uniform(0.8, 3.0))
        self.must_be_silent(mark, f"a {kind}")

    def knock(self) -> None:
        """A pawn falls over, lies there for a while, and is put back."""
        standing = sorted(pair for pair in self.lying if self.game.table.track_index(pair[0]) is not None)
        if not standing:
            return
        mark, pawns = len(self.effects), self.lying
        self.look_away(self.rng.choice(["hand", "moved"]))
        self.wait(self.rng.uniform(0.3, 1.0))
        del self.board[self.rng.choice(standing)[0]]
        self.look_away("watching")
        self.wait(self.rng.uniform(0.8, 9.0))
        self.hand(pawns)
        self.wait(self.rng.uniform(0.8, 2.0))
        self.must_be_silent(mark, "a fallen pawn")

    def tidy(self) -> None:
        """Put pawns beside the board into their camps."""
        mark = len(self.effects)
        self.look_away("hand")
        self.wait(0.8)
        self.beside.clear()
        self.board = self.laid_out(self.lying)
        self.look_away("watching")
        self.wait(1.0)
        self.must_be_silent(mark, "tidying up")

    def must_be_silent(self, mark: int, what: str) -> None:
        """Complain about any effect except questions about sight."""
        said = [
            effect
            for effect in self.effects[mark:]
            if isinstance(effect, Verdict | Cleared | Offer | TakenBack)
        ]
        if said:
            self.complain(f"of {what} was said: {said}")
