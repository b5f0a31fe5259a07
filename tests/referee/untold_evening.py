"""Players who hardly ever tap a card, and err: random games of which the referee only sees the moves.

They make every mistake of `Chances`: wrong moves, and what people do about them, cards laid down unseen,
turns taken back, two turns in one hand, turns out of order, cards tapped late or wrongly.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from noisy_room import FRAME_S, Chances, Pawns
from players import in_order
from simulator import PATIENCE_S, Evening

from calibration.holes import Seat
from toc_pi.belief.game import Game, Play
from toc_pi.effects import Question, Verdict
from toc_pi.events import Answered, Declared, Do, MovedBy, NotPassed
from toc_pi.referee.order import start_course
from toc_pi.referee.referee import Referee
from toc_pi.rules.game import JOKER, UNKNOWN, Action, CardPlayed, Cards, Discard, Throw, pack_of, player_of
from toc_pi.rules.position import Card, Position
from toc_pi.rules.turn import choices

LATE_S = 1.0
TAPPED = 0.15  # how often the card of a move is tapped after its verdict
TOLD = 0.03  # and before the move
NOTICED = 0.5  # how often players find a wrong move themselves that could have been a right one
OUT_OF_TURN = 0.01  # how often a player is forgotten, and plays after the next one
TAKEN_FOR_RIGHT = "a wrong move taken for a right one"
SAID = 0.5  # how often a wrong name in a verdict is put right by its key
LATER = 0.3  # how often it is only tapped after the next move
TWICE = 0.3  # how often such a key is tapped twice
MISLED = "a wrong answer"
WAYS = ("back", "direct", "undo")  # how a wrong move is corrected


@dataclass
class Untold:
    """The results of an evening.

    Attributes:
        moves: legal moves that changed the board.
        named: of these, judged legal with the right player, and the right card among those named.
        alone: with that card alone.
        wrong: illegal moves.
        open: of these, those that somebody could have made rightly with some card: they can't be known.
        late: verdicts that came later than a second.
        questions: how many were asked.
        faults: what went wrong, by kind and by what the players had done.
        made: how many moves were made, by what the players had done.
        notes: the faults in full.
    """

    moves: int = 0
    named: int = 0
    alone: int = 0
    wrong: int = 0
    open: int = 0
    late: int = 0
    questions: int = 0
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def count(self, kind: str) -> int:
        """How many faults of a kind there were."""
        return sum(count for (what, _), count in self.faults.items() if what == kind)


class UntoldEvening(Evening):
    """One game in which cards are laid down unseen, and hardly any is tapped."""

    def __init__(self, game: Game, rng: Random, chances: Chances | None = None) -> None:
        super().__init__(game, rng, chances)
        self.untold = Untold()
        self.doing = ""  # what the player on turn is doing
        self.asked: Counter[str] = Counter()  # how often it was asked who moved, by what the players had done
        self.since: set[str] = set()  # what has happened since the last move
        self.moving: tuple[Sequence[Seat], ...] = ()  # the seats of each player who has moved last
        self.laid = set[int]()  # the players who have laid cards down since the last move
        self.untapped: list[NotPassed] = []  # keys of the last verdict that are tapped after the next one

    def play(self, most_turns: int) -> Untold:  # type: ignore[override]
        """Play until somebody wins, or so many moves are made."""
        self.wait(1.0)
        while self.course.phase != "over" and self.untold.moves < most_turns:
            self.turn()
        self.untold.questions = sum(isinstance(effect, Question) for effect in self.effects)
        return self.untold

    def turn(self) -> None:
        """One action of the player on turn, or of the next one before them."""
        self.doing = ""
        forgotten, hands = self.course.turn, self.course.hands
        following = (forgotten + 1) % len(hands)
        quiet = not (self.course.again or self.course.struck or self.course.ten)
        if quiet and len(hands) > 2 and min(map(len, hands)) > 1 and self.rng.random() < OUT_OF_TURN:
            for player in (following, forgotten):
                self.doing = "out of turn"
                self.course = replace(self.course, turn=player)
                super().turn()
            self.since.add("a turn out of order")
            if self.course.phase == "play" and self.course.turn == following:
                self.course = replace(self.course, turn=(following + 1) % len(hands))
            return
        super().turn()

    def lay_down(self, _seat: Seat, _do: Do, _card: Card | None, _cards: Cards, action: Action) -> None:
        """Discard or throw, unseen."""
        self.wait(self.rng.uniform(1.5, 4.0))
        self.laid.add(self.course.turn)
        self.course = self.applied(self.course, action)
        self.since.add("a discard")

    def withhold(self, seat: Seat, action: CardPlayed) -> bool:
        """Lay cards down although one can be played: nobody sees it."""
        throws = not self.course.again and self.game.rules.cannot_play == "throw"
        laid = Throw(self.course.hands[self.course.turn]) if throws else Discard(action.card)
        self.lay_down(seat, "discard", None, (), laid)
        return True

    def play_card(self, seat: Seat, action: CardPlayed) -> None:
        """Play a card; one that moves nothing is laid down unseen."""
        if self.course.again:
            self.doing = "second card"
        if action.result.pawns == self.course.position.pawns:
            self.lay_down(seat, "pass", action.card, (), action)
        else:
            super().play_card(seat, action)

    def go_wrong(self, seat: Seat, action: CardPlayed, after: Pawns, reasons: Sequence[str]) -> bool:
        """Make an illegal move; False if it stands, as nobody has noticed it."""
        self.doing = f"wrong: {reasons[0]}"
        mark = len(self.effects)
        self.untold.wrong += 1
        is_open = self.is_right_for_somebody(after)
        self.untold.open += is_open
        self.move(seat, action.card, self.course.position, after, False, reasons)
        verdicts = self.verdicts(mark)
        if verdicts and not verdicts[-1].legal:
            self.doing = ""
            return True
        if not is_open:
            said = f"{verdicts[-1].seat} {verdicts[-1].cards}" if verdicts else self.referee.state.phase.name
            self.fault("missed", f"{reasons}: {self._what(seat, action.card, after)} ({said})")
        self.since.add(TAKEN_FOR_RIGHT)
        if self.rng.random() < NOTICED or not self.is_possible() or not verdicts:
            self.correct(seat, action, WAYS)
        else:
            self.settle(replace(action, result=self.referee.state.record[0]))
        return False

    def correct(self, seat: Seat, action: CardPlayed, ways: Sequence[str] = (*WAYS, "accept")) -> None:
        """Handle a flagged move as at any table."""
        self.doing = "corrected"
        super().correct(seat, action, ways)

    def retake(self, seat: Seat, action: CardPlayed, before: Position) -> None:
        """Take a settled turn back and play it again."""
        self.doing = "taken back"
        super().retake(seat, action, before)
        if self.lying != self.course.position.pawns:
            self.put_right()

    def is_right_for_somebody(self, after: Pawns, twice: bool = True) -> bool:
        """Whether somebody could have made this move rightly, with some card, or (`twice`) two in turn."""
        game_rules, state = self.referee.rules, self.referee.state
        records = [(self.course.position,), state.record, *(turn.record for turn in state.turns[-1:])]
        plays = [Play(player[0], None) for player in self.game.table.players]
        if any(game_rules.legal_as(record, play, after) for record in records for play in plays):
            return True
        before = self.course.position.pawns
        moved = {player_of(self.game.table, owner) for _, owner in after - before} | {self.course.turn}
        if not twice or len(after - before) < 2:
            return False
        return any(
            game_rules.legal_as(between, plays[second], after)
            for first in moved
            for between in game_rules.nearest(state.record, plays[first], after, 16).values()
            for second in moved
        )

    def move(
        self,
        seat: Seat,
        card: Card,
        _before: Position,
        after: Pawns,
        legal: bool,
        reasons: Sequence[str],
        _declare: bool = True,
        again: bool = False,
    ) -> bool:
        """Move pawns by hand, and count the verdict."""
        mark, own = len(self.effects), self.game.table.players[player_of(self.game.table, seat)]
        self.moving = (own,)
        told = legal and not again and self.rng.random() < TOLD
        self.wait(self.rng.uniform(0.5, 3.0))
        if told:
            self.declare(seat, card)
        if self.rng.random() < self.chances.fumble and not again:
            self.visit(self.rng.uniform(0.4, 1.0))
            self.wait(self.rng.uniform(0.3, 1.5))
        sent = "sent-back" in reasons
        paused = self.hand(after, legal and card == "7", self.anybodys(card), tidy=not legal, at_once=sent)
        gone, end = self.t, self.t + PATIENCE_S
        while self.t < end and not self.verdicts(mark):
            self.wait(FRAME_S)
            self.answer(after)
        verdicts = self.verdicts(mark)
        # A part of the move may have been judged before the hand came again for the rest.
        self.wait(self.rng.uniform(0.2, 1.0) if verdicts and verdicts[-1].t >= gone else 2.0)
        verdicts = self.verdicts(mark)
        self.untold.made[self.cause()] += 1
        if not paused and verdicts and verdicts[0].t - gone > LATE_S:
            self.untold.late += 1
            self.note(f"late by {verdicts[0].t - gone:.1f} s: {self._what(seat, card, after)}")
        what = self._what(seat, card, after)
        if MISLED in self.since:  # what follows from a wrong answer is nobody's fault
            verdicts = verdicts[-1:]
        if not legal:
            their_own = self.moves_own(self.course.position.pawns, after, self.course.turn)
            for said in verdicts:
                if not said.legal and said.seat not in own:
                    kind = "wrong player" if their_own else "wrong player for others' pawns"
                    self.fault(kind, f"{reasons}, {said.seat} {said.reasons}: {what}")
        else:
            self._count(own, card, verdicts, what)
        if not again:
            self.tap_keys(own, verdicts, what)
        self.since.clear()
        self.laid.clear()
        judged = legal and verdicts and not told and verdicts[-1].seat in own
        # While they may play again, a tap is their next card.
        again = player_of(self.game.table, seat) == self.referee.state.course.turn
        if judged and not again and self.rng.random() < TAPPED:
            self.tap(seat, card, what)
        return True

    def _count(self, own: Sequence[Seat], card: Card, verdicts: Sequence[Verdict], what: str) -> None:
        """Count the verdicts on a legal move."""
        self.untold.moves += 1
        if not verdicts:
            self.fault("no verdict", f"{what} ({self.referee.state.phase.name})")
            return
        last = verdicts[-1]
        if not last.legal:
            apart = " after an open one" if TAKEN_FOR_RIGHT in self.since else ""
            self.fault(f"flagged{apart}", f"{last.seat} {last.reasons}: {what}")
        elif last.seat not in own:
            self.fault("wrong seat", f"{last.seat} {last.cards}: {what}")
        elif card not in (last.card, *last.cards):
            self.fault("wrong card", f"{last.cards}: {what}")
        else:
            self.untold.named += 1
            self.untold.alone += last.card is not None

    def tap(self, seat: Seat, card: Card, what: str) -> None:
        """Tap the card of a move that was judged, now and then another one first."""
        cards = self.referee.state.turns[-1].play.cards
        if (
            self.rng.random() < self.chances.slip and JOKER not in cards
        ):  # it would be the joker's second card
            others = sorted(set(pack_of(self.game.rules)) - {card})
            self.tell(Declared(self.t, seat, "card", self.rng.choice(others)))
            self.wait(self.rng.uniform(0.5, 1.5))
        mark, self.doing = len(self.effects), f"{self.doing or 'plain'}, tapped late"
        self.tell(Declared(self.t, seat, "card", card))
        self.wait(self.rng.uniform(0.4, 1.0))
        if any(not said.legal for said in self.verdicts(mark)):
            self.fault("flagged", f"after a late tap: {what}")

    def tap_keys(self, own: Sequence[Seat], verdicts: Sequence[Verdict], what: str) -> None:
        """Tap the keys of a verdict: rightly or wrongly, at once or later, once or twice."""
        for tap in self.untapped:
            self.tap_again(replace(tap, t=self.t))
        self.untapped.clear()
        if not verdicts:
            return
        said, seat = verdicts[-1], self.rng.choice(own)
        if said.seat not in own:
            if self.rng.random() < SAID:
                self.tap_who(said.n, seat, what)
            return
        if self.rng.random() < self.chances.blamed:
            other = self.rng.choice(self.game.table.played)
            self.tap_again(MovedBy(self.t, said.n, other))
            self.wait(self.rng.uniform(0.5, 3.0))
            if other not in own:
                self.tap_who(said.n, seat, what)
        for passed in said.passed:
            honest = player_of(self.game.table, passed) not in self.laid
            if self.rng.random() < (SAID if honest else self.chances.denied):
                tap = NotPassed(self.t, said.n, passed)
                self.untapped.append(tap) if self.rng.random() < LATER else self.tap_again(tap)
        if said.legal and self.rng.random() < self.chances.undone:
            self.undo_and_redo(what)

    def tap_again(self, event: NotPassed | MovedBy) -> None:
        """Tap a key, now and then twice."""
        self.tell(event)
        if self.rng.random() < TWICE:
            self.wait(self.rng.uniform(0.1, 0.6))
            self.tell(replace(event, t=self.t))

    def tap_who(self, n: int, seat: Seat, what: str) -> None:
        """Tap who has moved: the last verdict is then on them."""
        self.tap_again(MovedBy(self.t, n, seat))
        said, own = self.verdicts(0)[-1], self.game.table.players[player_of(self.game.table, seat)]
        if said.n < n - 1 or said.seat not in own:  # two turns read as one move are one turn again
            self.fault("key", f"{seat} moved, but {said.seat} {said.n} is said: {what}")
        self.wait(self.rng.uniform(0.3, 1.0))

    def undo_and_redo(self, what: str) -> None:
        """Undo a turn or two and do them again: nothing is changed by it."""
        before, taps = self.referee.state, self.rng.choice((1, 1, 2))
        for do in ("undo",) * taps + ("redo",) * taps:
            self.tell(Declared(self.t, self.rng.choice(self.game.table.played), do))
            self.wait(self.rng.uniform(0.2, 4.0))
        after = self.referee.state
        if (before.turns, before.record, before.course) != (after.turns, after.record, after.course):
            self.fault("key", f"undone {taps} and done again, {after.n} instead of {before.n}: {what}")

    def hurry(self, _seat: Seat, action: CardPlayed) -> bool:
        """The next player plays before this turn's move could be seen: both in one view."""
        before, first, table = self.course.position, self.applied(self.course, action), self.game.table
        if self.course.again or first.again or first.phase != "play" or first.turn == self.course.turn:
            return False
        seconds = [
            play
            for play in choices(self.game.rules, table, first)
            if isinstance(play, CardPlayed)
            and self.moves_own(first.position.pawns, play.result.pawns, first.turn)
            and not self.is_right_for_somebody(play.result.pawns, twice=False)
        ]
        if not seconds or not self.moves_own(before.pawns, action.result.pawns, self.course.turn):
            return False
        second = self.rng.choice(sorted(seconds, key=in_order))
        mark, self.doing, self.moving = (
            len(self.effects),
            "two in one view",
            (table.players[self.course.turn], table.players[first.turn]),
        )
        self.wait(self.rng.uniform(0.5, 3.0))
        self.hand(second.result.pawns, tidy=True)
        end = self.t + PATIENCE_S
        while self.t < end and len(self.verdicts(mark)) < 2:
            self.wait(FRAME_S)
            self.answer(second.result.pawns)
        said = [*self.verdicts(mark), None, None]
        for player, play, one in ((self.course.turn, action, said[0]), (first.turn, second, said[1])):
            what = self._what(table.players[player][0], play.card, play.result.pawns)
            self.untold.made[self.cause()] += 1
            self._count(table.players[player], play.card, [one] if one else [], what)
        self.since.clear()
        self.laid.clear()
        self.course = first
        self.settle(second)
        return True

    def answer(self, after: Pawns) -> None:
        """Answer a question truthfully."""
        asked = self.referee.state.open.asked
        if asked is None or asked.code != "who-moved":
            super().answer(after)
            return
        fitting = [choice for choice, _ in asked.options if self.is_true(choice)]
        self.asked[self.cause()] += 1
        n, choice = self.referee.state.n, fitting[0] if fitting else "none"
        misled = choice.startswith("seat-") and self.rng.random() < self.chances.misled
        self.wait(self.rng.choice((0.2, 1.0, 3.0)))
        if self.referee.state.open.asked != asked:
            return
        seats = [other for other, _ in asked.options if other.startswith("seat-")]
        given = self.rng.choice(seats) if misled else choice
        for _ in range(1 + (self.rng.random() < TWICE)):
            self.tell(Answered(self.t, asked.id, given))
        if given != choice:
            self.since.add(MISLED)
            self.wait(self.rng.uniform(0.5, 2.0))
            self.tap_who(n, Seat(choice.removeprefix("seat-")), "after a wrong answer")

    def is_true(self, choice: str) -> bool:
        """Whether a choice names who has moved last."""
        seats = choice.split("-")[1:]
        return len(seats) == len(self.moving) and all(
            seat in own for seat, own in zip(seats, self.moving, strict=True)
        )

    def moves_own(self, before: Pawns, after: Pawns, player: int) -> bool:
        """Whether something was moved, and only the player's own pawns."""
        return bool(after - before) and {owner for _, owner in after - before} <= {
            *self.game.table.players[player]
        }

    def anybodys(self, card: Card) -> frozenset[Pawns]:
        """Boards in which no hand pauses on its way: they would be legal."""
        return self.results(self.game.table.players[self.course.turn][0], card)

    def settle(self, action: Action) -> None:
        """Apply an action to the true game; a record that differs from it is put right, as players would."""
        self.course = self.applied(self.course, action)
        record = self.referee.state.record
        if record[0].pawns != self.lying:
            self.fault("record", f"{record[0]} instead of {self.course.position}")
            self.put_right()
        elif self.course.position not in record:
            self.fault("freshness", f"{[str(known) for known in record]} instead of {self.course.position}")
            self.put_right()

    def put_right(self) -> None:
        """Give the referee the true position."""
        hidden = tuple((UNKNOWN,) * len(hand) for hand in self.course.hands)
        course = replace(self.course, hands=hidden, stock=(UNKNOWN,) * len(self.course.stock))
        begun = Referee(self.game)
        course = start_course(begun.rules, course)  # the true game may be between two deals
        self.board = self.laid_out(self.course.position.pawns)
        state = replace(begun.state.with_record((self.course.position,)), course=course, t=self.t)
        self.referee = Referee(self.game, state)

    def complain(self, what: str) -> None:
        """Record a fault of another kind."""
        self.fault("other", what)

    def cause(self) -> str:
        """What the players were doing, and had done since the last move."""
        return ", after ".join([self.doing or "plain", *sorted(self.since)])

    def fault(self, kind: str, what: str) -> None:
        """Record a fault."""
        self.untold.faults[kind, self.cause()] += 1
        self.note(f"{kind} ({self.cause()}): {what}")

    def note(self, what: str) -> None:
        """Keep a line about what happened."""
        self.untold.notes.append(f"t={self.t:.1f} {what}")

    def _what(self, seat: Seat, card: Card, after: Pawns) -> str:
        pawns = " ".join(f"{hole}:{owner}" for hole, owner in sorted(after))
        return f"{self.game.rules.base} {seat} {card} {self.course.position} -> {pawns}"
