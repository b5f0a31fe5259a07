"""Players and a noisy camera: whole random games, told to a referee as a real evening would be.

The players know the rules engine's truth; the referee is told what a camera sees and what is tapped.
Whatever it says that isn't so, and whatever it doesn't say in time, is a complaint.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from calibration.holes import (
    Hole,
    Seat,
    board_holes,
    camp_holes,
    home_holes,
    is_camp,
    seats_of,
    start_hole,
    track_hole,
    track_index,
)
from toc_pi.errors import BadInput
from toc_pi.referee.effects import Cleared, Effect, Ended, Offer, Question, Verdict
from toc_pi.referee.events import Answered, Declared, Do, Event, Seen, Tick, View, ViewChanged
from toc_pi.referee.game import Game
from toc_pi.referee.referee import Referee
from toc_pi.rules.explain import explain
from toc_pi.rules.game import Game as Course
from toc_pi.rules.game import new_game
from toc_pi.rules.pack import Cards
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.rules.turn import Action, Deal, Discard, Give, Play, Stop, Throw, apply, choices

FRAME_S = 0.2
PATIENCE_S = 9.0


@dataclass(frozen=True, slots=True)
class Chances:
    """How often things happen; probabilities, 0 to 1.

    Attributes:
        illegal: a move against the rules.
        unsure: a hole that the eye won't decide, for a whole look.
        misread: a hole misread in a single frame.
        late: the card is declared after the move.
        slide: the hand leaves for a moment in mid-move.
        half: a captured pawn, or a part of a split, is left for a while.
        retake: a settled turn is taken back.
        event: a bump, a lamp, a covered camera between two turns.
        early: the next card is declared before this turn's verdict.
    """

    illegal: float = 0.05
    unsure: float = 0.01
    misread: float = 0.001
    late: float = 0.3
    slide: float = 0.15
    half: float = 0.15
    retake: float = 0.03
    event: float = 0.05


@dataclass
class Report:
    """What came of a game.

    Attributes:
        turns: settled turns.
        verdicts: how many were given.
        illegal: the first reasons of the illegal moves that were made.
        complaints: what the referee said or left unsaid against the truth.
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


class Evening:
    """One game, played by random people in front of a random camera."""

    def __init__(self, game: Game, rng: Random, chances: Chances | None = None) -> None:
        self.game = game
        self.rng = rng
        self.chances = chances or Chances()
        self.referee = Referee(game)
        self.report = Report()
        self.told: list[Event] = []
        self.heard: list[Effect] = []
        self.t = 0.0
        self.view: View = "watching"
        self.course: Course = new_game(game.rules, game.table, game.first)
        self.n = 1
        table = game.table
        self.holes = board_holes(table.seats, table.centre)
        self.board: dict[Hole, Seat] = {}
        for hole, seat in self.course.position.pawns:
            self.board[hole] = seat
        for seat in table.played:
            for hole in camp_holes(seat)[: 4 - list(self.board.values()).count(seat)]:
                self.board[hole] = seat
        self.unsure: dict[Hole, tuple[float, Seat]] = {}

    # --- the players

    def play(self, most_turns: int) -> Report:
        """Play until somebody wins, or so many turns are settled, or the referee is stuck."""
        self.wait(1.0)
        while self.course.phase != "over" and self.n <= most_turns and len(self.report.complaints) < 5:
            self.turn()
        self.report.turns = self.n - 1
        self.report.ended = self.course.phase == "over"
        if self.report.ended and not any(isinstance(effect, Ended) for effect in self.heard):
            self.complain("the game is over, and the referee hasn't said so")
        self.report.questions = sum(isinstance(effect, Question) for effect in self.heard)
        return self.report

    def turn(self) -> None:
        """One action of the player on turn."""
        actions = choices(self.game.rules, self.game.table, self.course)
        action = self.rng.choice(sorted(actions, key=_in_order))
        if isinstance(action, Deal | Give) or not isinstance(action, Play | Discard | Throw | Stop):
            self.course = self.applied(self.course, action)
            return
        if isinstance(action, Stop):
            self.course = self.applied(self.course, action)
            return
        if self.rng.random() < self.chances.event:
            self.happening()
        seat = self.rng.choice(self.game.table.players[self.course.turn])
        if isinstance(action, Discard):
            self.lay_down(seat, "discard", action.card, (), action)
        elif isinstance(action, Throw):
            self.lay_down(seat, "throw", None, action.cards, action)
        else:
            self.play_card(seat, action)

    def lay_down(self, seat: Seat, do: Do, card: Card | None, cards: Cards, action: Action) -> None:
        """Discard or throw: judged at once."""
        mark = len(self.heard)
        self.tell(Declared(self.t, seat, do, card, cards))
        said = [effect for effect in self.heard[mark:] if isinstance(effect, Verdict)]
        if len(said) != 1 or not said[0].legal or said[0].n != self.n:
            self.complain(f"{do} of {seat}: {said}")
        self.settle(action)
        self.wait(self.rng.uniform(0.4, 1.5))

    def play_card(self, seat: Seat, action: Play) -> None:
        """Play a card: perhaps wrongly first, perhaps in halves, perhaps taken back."""
        before = self.course.position
        if self.rng.random() < self.chances.illegal:
            wrong = wrong_move(self.game, before, seat, action.card, self.rng, self.course.pawn)
            earlier = {turn.record[0].pawns for turn in self.referee.state.turns}
            if wrong is not None and wrong[0] not in earlier:  # that would look like taking turns back
                after, reasons = wrong
                if not self.go_wrong(seat, action, after, reasons):
                    return
                self.correct(seat, action)
                return
        if not self.move(seat, action.card, before, action.result.pawns, True, ()):
            return
        self.settle(action)
        self.wait(self.rng.uniform(0.3, 1.5))
        if self.rng.random() < self.chances.retake and action.result.pawns != before.pawns:
            self.retake(seat, action, before)

    def go_wrong(
        self, seat: Seat, action: Play, after: frozenset[tuple[Hole, Seat]], reasons: Sequence[str]
    ) -> bool:
        """Make an illegal move and be told so."""
        self.report.illegal[reasons[0]] += 1
        return self.move(seat, action.card, self.course.position, after, False, reasons)

    def correct(self, seat: Seat, action: Play) -> None:
        """Put right what was flagged: back and anew, directly, let it stand, or taken back by a tap."""
        before, way = self.course.position, self.rng.choice(["back", "direct", "accept", "undo"])
        if way == "accept" and not self.is_possible():
            way = "back"
        self.wait(self.rng.uniform(0.3, 2.0))
        if way == "accept":
            mark = len(self.heard)
            self.tell(Declared(self.t, seat, "accept"))
            lying = frozenset((hole, owner) for hole, owner in self.board.items() if not is_camp(hole))
            settled = self.referee.state.record
            if settled[0].pawns != lying or any(isinstance(effect, Verdict) for effect in self.heard[mark:]):
                self.complain(f"accepted {action.card} of {seat}: record {settled[0]}")
            # Who is fresh in an accepted position is the referee's choice; the players follow it.
            self.settle(replace(action, result=settled[0]))
            self.wait(0.5)
            return
        if way == "undo":
            self.tell(Declared(self.t, seat, "undo"))
        if way != "direct":
            mark = len(self.heard)
            self.hand(before.pawns)
            self.wait(self.rng.uniform(1.2, 2.5))
            if any(isinstance(effect, Verdict) for effect in self.heard[mark:]):
                self.complain(f"a verdict while the pawns of {seat} were put back")
        again = way == "undo" and self.rng.random() < 0.5
        if not self.move(seat, action.card, before, action.result.pawns, True, (), declare=again, again=True):
            return
        self.settle(action)
        self.wait(self.rng.uniform(0.3, 1.5))

    def retake(self, seat: Seat, action: Play, before: Position) -> None:
        """Take a settled turn back by a tap and play it again."""
        after = self.course
        self.tell(Declared(self.t, seat, "undo"))
        self.n -= 1
        self.course = replace(after, position=before)
        if self.rng.random() < 0.5:
            self.hand(before.pawns)
            self.wait(self.rng.uniform(1.2, 2.0))
            declare = self.rng.random() < 0.5
            if not self.move(seat, action.card, before, action.result.pawns, True, (), declare, again=True):
                return
        else:
            self.hand(before.pawns)
            self.wait(1.5)
            if not self.move(seat, action.card, before, action.result.pawns, True, (), again=True):
                return
        self.course = after
        self.n += 1
        self.wait(0.5)

    def move(
        self,
        seat: Seat,
        card: Card,
        before: Position,
        after: frozenset[tuple[Hole, Seat]],
        legal: bool,
        reasons: Sequence[str],
        declare: bool = True,
        again: bool = False,
    ) -> bool:
        """Move pawns by hand, declare the card early or late, and hear exactly the right verdict in time."""
        mark = len(self.heard)
        late = self.rng.random() < self.chances.late
        if declare and not late:
            self.tell(Declared(self.t, seat, "card", card))
            self.wait(self.rng.uniform(0.2, 2.0))
        unfinished = self.hand(after, in_parts=legal and card == "7")
        gone = self.t
        if declare and late:
            self.wait(self.rng.uniform(0.2, 0.8))
            early = any(isinstance(effect, Verdict) for effect in self.heard[mark:])
            if early and not again:
                self.complain(f"a verdict before {seat} declared {card}")
            self.tell(Declared(self.t, seat, "card", card))
            gone = self.t
        end = self.t + PATIENCE_S
        if after == before.pawns:
            end += 3.0
        while self.t < end and not any(isinstance(effect, Verdict) for effect in self.heard[mark:]):
            self.wait(FRAME_S)
            self.answer(after, legal)
        self.wait(self.rng.uniform(0.0, 1.0))
        said = [effect for effect in self.heard[mark:] if isinstance(effect, Verdict)]
        what = f"{self.game.rules.base} n={self.n} {seat} {card} {before} -> {_text(after)}"
        if not said:
            self.complain(f"no verdict: {what} (phase {self.referee.state.phase.name}, {reasons})")
            return False
        first = said[0]
        self.report.verdicts += len(said)
        if len(said) > 1:
            self.complain(f"{len(said)} verdicts {[(v.legal, v.reasons) for v in said]}: {what}")
        if first.n != self.n:
            self.complain(f"n is {first.n}: {what}")
        if first.legal != legal:
            self.complain(f"said legal={first.legal} {first.reasons}, was {legal} {reasons}: {what}")
            return False
        if dict(first.holes) != dict(after):
            self.complain(f"holes differ {dict(set(first.holes.items()) ^ set(after))}: {what}")
        if not legal and first.reasons[:1] != tuple(reasons[:1]) and len(self.referee.state.record) == 1:
            self.complain(f"reasons {first.reasons}, were {reasons}: {what}")
        if not unfinished:
            self.report.delays.append(first.t - gone)
            if first.t - gone > 1.0 and after != before.pawns:
                self.report.slow.append(f"{first.t - gone:.1f} s {first.legal} {first.reasons}: {what}")
        return True

    def answer(self, after: frozenset[tuple[Hole, Seat]], legal: bool) -> None:
        """Answer a question as it is."""
        asked = self.referee.state.asked
        if asked is None:
            return
        fitting = [choice for choice, pawns in asked.options if pawns == after]
        del legal
        self.tell(Answered(self.t, asked.id, fitting[0] if fitting else "none"))

    def settle(self, action: Action) -> None:
        """Go on with the truth."""
        self.course = self.applied(self.course, action)
        self.n += 1
        truth = self.course.position
        known = self.referee.state.record
        if all(position.pawns != truth.pawns for position in known):
            self.complain(f"record {known[0]} instead of {truth}")
        elif truth not in known:
            self.complain(f"freshness lost: {[str(p) for p in known]} instead of {truth}")
        if self.course.phase == "play" and self.referee.state.course.phase == "play":
            turn = self.referee.state.course.turn
            if (
                turn != self.course.turn
                and self.course.again != "later"
                and self.referee.state.course.again != "later"
            ):
                self.complain(f"turn of player {turn} instead of {self.course.turn}")

    def applied(self, course: Course, action: Action) -> Course:
        """The truth after an action, the pack shuffled by chance."""
        return apply(self.game.rules, self.game.table, course, action, self.shuffled)

    def shuffled(self, cards: Cards) -> Cards:
        """The cards in a random order."""
        mixed = list(cards)
        self.rng.shuffle(mixed)
        return tuple(mixed)

    def is_possible(self) -> bool:
        """Whether the rules know of positions such as the one that lies there."""
        lying = frozenset((hole, seat) for hole, seat in self.board.items() if not is_camp(hole))
        try:
            self.game.table.check(Position(lying))
        except BadInput:
            return False
        return True

    # --- hands and the camera

    def hand(self, after: frozenset[tuple[Hole, Seat]], in_parts: bool = False) -> bool:
        """A hand comes, makes the board so, and goes; sometimes it pauses half-way.

        Returns:
            Whether the last pause could be taken for the end of the move.
        """
        goal = self.laid_out(after)
        self.look_away("hand")
        self.wait(self.rng.uniform(0.4, 1.2))
        paused = False
        if self.rng.random() < self.chances.slide:
            self.half_way(goal)
            self.look_away("watching")
            self.wait(0.2)
            self.look_away("hand")
            self.wait(0.3)
        lying = frozenset((hole, seat) for hole, seat in self.board.items() if not is_camp(hole))
        left, came = sorted(lying - after), sorted(after - lying)
        two_parts = len(left) == len(came) == 2 and len({seat for _, seat in (*left, *came)}) == 1
        if in_parts and two_parts and self.rng.random() < self.chances.half:
            del self.board[left[0][0]]
            self.board[came[0][0]] = came[0][1]
            self.look_away("watching")
            self.wait(self.rng.uniform(0.8, 2.0))
            self.look_away("hand")
            self.wait(0.6)
        captured = [hole for hole in goal if is_camp(hole) and hole not in self.board]
        if captured and self.rng.random() < self.chances.half:
            late = self.rng.choice(captured)
            self.board = {hole: seat for hole, seat in goal.items() if hole != late}
            self.look_away("watching")
            self.wait(self.rng.uniform(1.0, 3.0))
            self.look_away("hand")
            self.wait(0.6)
            paused = True
        self.board = goal
        self.look_away("watching")
        return paused

    def half_way(self, goal: dict[Hole, Seat]) -> None:
        """Take up a pawn that will move."""
        moving = [hole for hole in self.board if self.board.get(hole) != goal.get(hole) and not is_camp(hole)]
        if moving:
            del self.board[self.rng.choice(sorted(moving))]

    def laid_out(self, pawns: frozenset[tuple[Hole, Seat]]) -> dict[Hole, Seat]:
        """A board with these pawns out, the rest in camps, where they already are as far as may be."""
        goal = dict(pawns)
        for seat in self.game.table.played:
            waiting = 4 - sum(owner == seat for _, owner in pawns)
            kept = [hole for hole in camp_holes(seat) if self.board.get(hole) == seat][:waiting]
            free = [hole for hole in camp_holes(seat) if hole not in kept]
            for hole in [*kept, *free[: waiting - len(kept)]]:
                goal[hole] = seat
        return goal

    def happening(self) -> None:
        """Something that is no move: a bump, a lamp, a covered camera, a hand that straightens a pawn."""
        kind: View = self.rng.choice(["moved", "light", "blind", "hand"])
        mark = len(self.heard)
        self.look_away(kind)
        self.wait(self.rng.uniform(0.3, 2.0))
        self.look_away("watching")
        self.wait(self.rng.uniform(0.8, 3.0))
        if any(isinstance(effect, Verdict | Cleared | Offer) for effect in self.heard[mark:]):
            self.complain(f"something was said of a {kind}")

    def look_away(self, view: View) -> None:
        """Change what kind of view the camera has."""
        if view == self.view:
            return
        self.view = view
        self.tell(ViewChanged(self.t, view))
        if view == "watching":
            share = self.chances.unsure
            self.unsure = {
                hole: (self.rng.uniform(0.4, 0.88), self.rng.choice(self.game.table.played))
                for hole in self.holes
                if self.rng.random() < share
            }

    def wait(self, seconds: float) -> None:
        """Let time pass; a clear view is looked at again and again."""
        end = round(self.t + seconds, 4)
        while self.t < end - 1e-9:
            self.t = round(min(self.t + FRAME_S, end), 4)
            if self.view == "watching":
                self.tell(self.seen())
            self.tell(Tick(self.t))

    def seen(self) -> Seen:
        """What the eye makes of the board: unsure holes, now and then a misreading."""
        board = dict(self.board)
        seats = list(self.game.table.played)
        for hole in self.holes:
            if self.rng.random() < self.chances.misread:
                if hole in board and self.rng.random() < 0.5:
                    del board[hole]
                else:
                    board[hole] = self.rng.choice(seats)
        probability = {}
        for hole, (right, other) in self.unsure.items():
            there = str(board.pop(hole, ""))
            probability[hole] = {there: right, "" if there else str(other): round(1 - right, 3)}
        white = {}
        if self.game.white_face:
            fresh = self.course.position.fresh
            white = {hole: 0.95 if hole in fresh else 0.05 for hole in board if not is_camp(hole)}
        return Seen(self.t, board, frozenset(self.unsure), probability, white)

    def tell(self, event: Event) -> None:
        """Tell the referee, and hear what it says."""
        self.told.append(event)
        self.heard += self.referee.step(event)

    def complain(self, what: str) -> None:
        """Note what was wrong."""
        self.report.complaints.append(f"t={self.t:.1f}: {what}")


def random_game(rng: Random) -> Game:
    """Any rule set, on a board and with teams that people play it with."""
    name = rng.choice(NAMES)
    count = rng.choice([4, 4, 4, 6, 8]) if name in ("tock", "tock-variant", "tac-tik", "saut") else 4
    seats = seats_of(count)
    half = count // 2
    ways = [[(seat,) for seat in seats], [seats[::2], seats[1::2]]]
    if count > 4:
        ways.append([(seat, seats[number + half]) for number, seat in enumerate(seats[:half])])
    teams = rng.choice(ways)
    players = [(seat,) for seat in seats]
    if count == 4 and rng.random() < 0.15:  # two colours each
        players = teams = [seats[::2], seats[1::2]]
    centre = count > 4 and rng.random() < 0.5
    table = Table(count, rng.choice([16, 17, 18]), centre, tuple(players), tuple(teams))
    white_face = name == "quebec" and rng.random() < 0.7
    return Game(load_ruleset(name, ()), table, rng.choice(seats), white_face)


def wrong_move(
    game: Game, before: Position, seat: Seat, card: Card, rng: Random, pawn: Hole | None
) -> tuple[frozenset[tuple[Hole, Seat]], tuple[str, ...]] | None:
    """A board that hands could make and this card doesn't allow, with its reasons; None if none was found."""
    if pawn is not None:
        return None
    found = []
    for after in _wild_moves(game, before, seat, rng):
        if after == before.pawns:
            continue
        try:
            judgement = explain(game.rules, game.table, before, seat, card, dict(after))
        except BadInput:
            continue
        if not judgement.legal:
            found.append((after, tuple(judgement.reasons)))
        if len(found) >= 4:
            break
    if not found:
        return None
    by_reason: dict[str, tuple[frozenset[tuple[Hole, Seat]], tuple[str, ...]]] = {}
    for after, reasons in found:
        by_reason[reasons[0]] = (after, reasons)
    return by_reason[rng.choice(sorted(by_reason))]


def _wild_moves(
    game: Game, before: Position, seat: Seat, rng: Random
) -> Iterator[frozenset[tuple[Hole, Seat]]]:
    """Boards that come of one careless hand, any number of them."""
    table = game.table
    at = dict(before.pawns)
    outside = sorted(at)
    for _ in range(30):
        board = dict(at)
        kind = rng.choice(["go", "go", "go", "out", "swap", "home", "back", "sent"])
        if kind == "out":
            who = rng.choice(table.played)
            if sum(owner == who for owner in board.values()) < 4:
                board[start_hole(rng.choice([who, who, seat]))] = who
        elif not outside:
            continue
        elif kind == "go":
            hole = rng.choice(outside)
            index = track_index(hole)
            if index is not None:
                owner = board.pop(hole)
                steps = rng.choice([*range(1, 14), -1, -2, -3, -4, -5, -8, 18, 20])
                board[track_hole(index + steps, table.seats)] = owner
        elif kind == "swap" and len(outside) > 1:
            one, other = rng.sample(outside, 2)
            board[one], board[other] = board[other], board[one]
        elif kind == "home":
            hole = rng.choice(outside)
            owner = board[hole]
            into = rng.choice(home_holes(owner))
            if into not in board:
                del board[hole]
                board[into] = owner
        elif kind == "back":
            hole = rng.choice(outside)
            if hole in home_holes(board[hole]):
                owner = board.pop(hole)
                board[track_hole(rng.randrange(table.track_length), table.seats)] = owner
        elif kind == "sent":
            del board[rng.choice(outside)]
        yield frozenset(board.items())


def _in_order(action: Action) -> tuple[str, ...]:
    """A key that is the same in every run."""
    result = str(action.result) if isinstance(action, Play) else ""
    cards = action.cards if isinstance(action, Throw | Give) else ()
    return (type(action).__name__, getattr(action, "card", ""), result, *cards)


def _text(pawns: frozenset[tuple[Hole, Seat]]) -> str:
    return " ".join(f"{hole}:{seat}" for hole, seat in sorted(pawns))
