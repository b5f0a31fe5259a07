"""Players and a noisy camera: whole random games, with the events of a real evening.

The players know the rules engine's truth; the referee gets observations and taps. Every wrong, missing or
late effect is a complaint.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from noisy_room import FRAME_S, Chances, Pawns, Report, Room
from players import Players, in_order
from random_tables import random_game
from two_hands import is_beside, is_one_move, may_be_two_turns
from wrong_moves import wrong_move

from calibration.holes import Seat, camp_holes
from toc_pi.belief.game import Game, Play
from toc_pi.effects import Ended, Question, Verdict
from toc_pi.events import Declared, Do
from toc_pi.rules.game import JOKER, Action, CardPlayed, Cards, Deal, Discard, Give, Stop, Throw, pack_of
from toc_pi.rules.position import Card, Position
from toc_pi.rules.turn import choices, must_play

__all__ = ["Chances", "Evening", "Report", "random_game"]

PATIENCE_S = 9.0


class Evening(Room):
    """One game, played by random people in front of a random camera."""

    def __init__(self, game: Game, rng: Random, chances: Chances | None = None) -> None:
        super().__init__(game, rng, chances)
        self.players = Players(game.table, rng)

    def play(self, most_turns: int) -> Report:
        """Play until somebody wins, `most_turns` are settled, or the referee is stuck."""
        self.wait(1.0)
        while self.course.phase != "over" and self.n <= most_turns and len(self.report.complaints) < 5:
            self.turn()
        self.report.turns = self.n - 1
        self.report.ended = self.course.phase == "over"
        if self.report.ended and not any(isinstance(effect, Ended) for effect in self.effects):
            self.complain("the game is over, and the referee hasn't said so")
        self.report.questions = sum(isinstance(effect, Question) for effect in self.effects)
        return self.report

    def turn(self) -> None:
        """One action of the player on turn."""
        actions = choices(self.game.rules, self.game.table, self.course)
        action = self.players.choose(actions, self.course.turn, self.course.position)
        if isinstance(action, Deal | Give | Stop) or not isinstance(action, CardPlayed | Discard | Throw):
            self.course = self.applied(self.course, action)
            return
        if self.rng.random() < self.chances.event:
            self.rng.choice([self.happening, self.happening, self.knock, self.tidy])()
        seat = self.rng.choice(self.game.table.players[self.course.turn])
        if isinstance(action, Discard):
            self.lay_down(seat, "discard", action.card, (), action)
        elif isinstance(action, Throw):
            self.lay_down(seat, "throw", None, action.cards, action)
        elif self.rng.random() < self.chances.withheld and self.withhold(seat, action):
            return
        elif self.rng.random() >= self.chances.hurry or not self.hurry(seat, action):
            self.play_card(seat, action)

    def lay_down(self, seat: Seat, do: Do, card: Card | None, cards: Cards, action: Action) -> None:
        """Discard or throw: judged at once."""
        mark = len(self.effects)
        self.tell(Declared(self.t, seat, do, card, cards))
        verdicts = [effect for effect in self.effects[mark:] if isinstance(effect, Verdict)]
        if len(verdicts) != 1 or not verdicts[0].legal or verdicts[0].n != self.n:
            self.complain(f"{do} of {seat}: {verdicts}")
        self.settle(action)
        self.wait(self.rng.uniform(0.4, 1.5))

    def withhold(self, seat: Seat, action: CardPlayed) -> bool:
        """Lay cards down although one can be played: it must be flagged, and is corrected or let stand."""
        course, player = self.course, self.course.turn
        hand = course.hands[player]
        throws = not course.again and self.game.rules.cannot_play != "discard" and self.rng.random() < 0.5
        cards = hand if throws else (action.card,)
        if course.struck or not must_play(self.game.rules, self.game.table, course, cards):
            return False
        mark = len(self.effects)
        laid = (None, hand) if throws else (action.card, ())
        self.tell(Declared(self.t, seat, "throw" if throws else "discard", *laid))
        verdicts = [(verdict.n, verdict.legal, verdict.reasons) for verdict in self.verdicts(mark)]
        if verdicts != [(self.n, False, ("must-play",))]:
            self.complain(f"{seat} withheld {cards}: {verdicts}")
        self.report.illegal["must-play"] += 1
        self.report.verdicts += len(verdicts)
        self.wait(self.rng.uniform(0.3, 2.0))
        way = self.rng.choice(["play", "play", "undo", "accept"])
        if way == "accept":
            self.tell(Declared(self.t, seat, "accept"))
            self.settle(Throw(hand) if throws else Discard(action.card))
            self.wait(0.5)
            return True
        if way == "undo":
            self.tell(Declared(self.t, seat, "undo"))
            self.wait(0.5)
        if self.move(seat, action.card, course.position, action.result.pawns, True, (), again=True):
            self.settle(action)
            self.wait(self.rng.uniform(0.3, 1.5))
        return True

    def play_card(self, seat: Seat, action: CardPlayed) -> None:
        """Play a card: perhaps wrongly first, perhaps in halves, perhaps taken back."""
        before = self.course.position
        wrong = self.careless_move(seat, action) if self.rng.random() < self.chances.illegal else None
        if wrong is not None:
            after, reasons = wrong
            if self.go_wrong(seat, action, after, reasons):
                self.correct(seat, action)
            return
        if not self.move(seat, action.card, before, action.result.pawns, True, ()):
            return
        self.settle(action)
        self.wait(self.rng.uniform(0.3, 1.5))
        if self.rng.random() < self.chances.retake and action.result.pawns != before.pawns:
            self.retake(seat, action, before)

    def careless_move(self, seat: Seat, action: CardPlayed) -> tuple[Pawns, tuple[str, ...]] | None:
        """An illegal move with its reasons; None if none was found."""
        for _ in range(3):
            wrong = wrong_move(self.game, self.course.position, seat, action.card, self.rng, self.course.pawn)
            if wrong is not None and self.is_plain(seat, action, wrong[0]):
                return wrong
        return None

    def is_plain(self, seat: Seat, action: CardPlayed, after: Pawns) -> bool:
        """Whether an illegal move can be distinguished from a take-back and from two turns seen as one."""
        if any(turn.record[0].pawns == after for turn in self.referee.state.turns):
            return False
        then = self.applied(self.course, action)
        if then.phase == "play" and then.turn == self.course.turn:
            return True
        table = self.game.table
        # After a new deal anybody may be next. Where the right move would end the game, another right one may
        # not have, and the next player may have gone on from that.
        others = [table.players[then.turn]] if then.phase == "play" else table.players
        before, card = self.course.position, action.card
        return not any(may_be_two_turns(self.game, before, seat, card, after, other) for other in others)

    def go_wrong(self, seat: Seat, action: CardPlayed, after: Pawns, reasons: Sequence[str]) -> bool:
        """Make an illegal move, which must be flagged."""
        self.report.illegal[reasons[0]] += 1
        return self.move(seat, action.card, self.course.position, after, False, reasons)

    def correct(
        self, seat: Seat, action: CardPlayed, ways: Sequence[str] = ("back", "direct", "accept", "undo")
    ) -> None:
        """Handle a flagged move: replay it, correct it directly, let it stand, or take it back by a tap."""
        before, way = self.course.position, self.rng.choice(ways)
        self.wait(self.rng.uniform(0.3, 2.0))
        if way == "accept":
            mark = len(self.effects)
            self.tell(Declared(self.t, seat, "accept"))
            settled = self.referee.state.record
            if settled[0].pawns != self.lying or self.verdicts(mark):
                self.complain(f"accepted {action.card} of {seat}: record {settled[0]}")
            if self.is_possible():
                # Who is fresh in an accepted position is the referee's choice; the players follow it.
                self.settle(replace(action, result=settled[0]))
                self.wait(0.5)
                return
            way = "undo"  # impossible for the rules engine
        if way == "undo":
            self.tell(Declared(self.t, seat, "undo"))
        if way != "direct":
            mark = len(self.effects)
            self.put_back(before.pawns, seat, action.card)
            self.wait(self.rng.uniform(1.2, 2.5))
            if self.verdicts(mark):
                self.complain(f"a verdict while the pawns of {seat} were put back")
        again = action.result.pawns == before.pawns or (way == "undo" and self.rng.random() < 0.5)
        if not self.move(seat, action.card, before, action.result.pawns, True, (), again, again=True):
            return
        self.settle(action)
        self.wait(self.rng.uniform(0.3, 1.5))

    def put_back(self, pawns: Pawns, seat: Seat, card: Card) -> None:
        """Put pawns back, perhaps one after the other with pauses between."""
        wrong = sorted(self.lying - pawns)
        if len(wrong) > 1 and self.rng.random() < 0.5:
            self.look_away("hand")
            self.wait(0.5)
            del self.board[wrong[0][0]]
            self.look_away("watching")
            self.wait(self.rng.uniform(0.3, 1.2))
        self.hand(pawns, shunned=self.results(seat, card))

    def retake(self, seat: Seat, action: CardPlayed, before: Position) -> None:
        """Take a settled turn back by a tap or by putting its pawns back, and play it again."""
        after, mark = self.course, len(self.effects)
        if not self.is_explained(before) and self.rng.random() < 0.5:
            self.hand(before.pawns, tidy=True)
            end = self.t + PATIENCE_S
            while self.t < end and not self.taken_back(mark):
                self.wait(FRAME_S)
            changed = {hole for hole, _ in action.result.pawns ^ before.pawns}
            for owner in {owner for _, owner in action.result.pawns - before.pawns}:
                changed |= set(camp_holes(owner))  # its pawn may be back in any of them
            if not self.taken_back(mark) and changed & set(self.unsure):
                self.tell(Declared(self.t, seat, "undo"))  # it can't be seen: people tap it
            if self.verdicts(mark) or self.taken_back(mark) != 1:
                self.complain(
                    f"{seat} put {action.card} back: {[type(e).__name__ for e in self.effects[mark:]]}"
                )
                return
        else:
            self.tell(Declared(self.t, seat, "undo"))
            self.put_back(before.pawns, seat, action.card)
            self.wait(self.rng.uniform(1.2, 2.0))
        self.n -= 1
        self.course = replace(after, position=before)
        # Put back unseen, a play made again looks like one that nobody touched: its card is declared again.
        declare = self.rng.random() < 0.5 or self.referee.state.open.to_go_back is not None
        if not self.move(seat, action.card, before, action.result.pawns, True, (), declare, again=True):
            return
        self.course = after
        self.n += 1
        self.wait(0.5)

    def is_explained(self, before: Position) -> bool:
        """Whether the board before the last turn could also be a play of the next player."""
        state, game_rules = self.referee.state, self.referee.rules
        seats = self.game.table.players[state.course.turn]
        return any(
            before.pawns in game_rules.by_pawns(state.record, Play(seats[0], card, pawn))
            for card in dict.fromkeys(pack_of(self.game.rules))
            for pawn in {None, state.course.pawn}
        )

    def hurry(self, seat: Seat, action: CardPlayed) -> bool:
        """The next player plays before this turn's move could be seen; False if that is impossible."""
        first = self.applied(self.course, action)
        if first.phase != "play" or first.again or first.turn == self.course.turn or self.course.again:
            return False
        plays = [
            play for play in choices(self.game.rules, self.game.table, first) if isinstance(play, CardPlayed)
        ]
        seen = self.referee.rules.by_pawns(self.referee.state.record, Play(seat, action.card))
        before = self.course.position.pawns
        apart = [play for play in plays if play.result.pawns not in seen and play.result.pawns != before]
        if not apart or action.result.pawns == before:
            return False
        second = self.rng.choice(sorted(apart, key=in_order))
        if second.result.pawns == action.result.pawns:
            return False
        other = self.rng.choice(self.game.table.players[first.turn])
        mark = len(self.effects)
        self.tell(Declared(self.t, seat, "card", action.card))
        self.wait(0.4)
        self.look_away("hand")
        self.wait(1.0)
        # Not declared yet, one pawn moved twice is the first one's wrong move, and so is a sloppy swap.
        plain = not (
            is_one_move(before, second.result.pawns)
            or is_beside(self.game.table, before, action.result.pawns, second.result.pawns)
        )
        late = plain and self.rng.random() < self.chances.late
        if not late:
            self.tell(Declared(self.t, other, "card", second.card))
        self.wait(0.6)
        self.board = self.laid_out(second.result.pawns)
        self.look_away("watching")
        if late:
            self.wait(self.rng.uniform(0.2, 3.0))
            self.tell(Declared(self.t, other, "card", second.card))
        end = self.t + PATIENCE_S
        while self.t < end and len(self.verdicts(mark)) < 2:
            self.wait(FRAME_S)
            if self.verdicts(mark):  # a question now is about the second
                self.answer(second.result.pawns)
        verdicts = [(verdict.n, verdict.legal) for verdict in self.verdicts(mark)]
        self.report.verdicts += len(verdicts)
        if verdicts != [(self.n, True), (self.n + 1, True)]:
            what = (
                f"{_text(before)} {seat} {action.card} {action.result}, {other} {second.card} {second.result}"
            )
            self.complain(f"{self.game.rules.base} two in one hand: {verdicts}: {_text(before)}, {what}")
            return True
        self.course = first
        self.n += 1
        self.settle(second)
        self.wait(0.5)
        return True

    def move(
        self,
        seat: Seat,
        card: Card,
        before: Position,
        after: Pawns,
        legal: bool,
        reasons: Sequence[str],
        declare: bool = True,
        again: bool = False,
    ) -> bool:
        """Move pawns by hand, declare the card early or late, and expect the right verdict in time."""
        mark = len(self.effects)
        late = self.rng.random() < self.chances.late
        shunned = self.results(seat, card)
        if declare and not late:
            self.declare(seat, card)
            self.wait(self.pause(0.2, 2.0))
            if self.rng.random() < self.chances.fumble and not again:
                self.visit(self.rng.uniform(0.4, 1.0))
                self.wait(self.rng.uniform(0.3, 1.5))
        sent = "sent-back" in reasons
        unfinished = self.hand(after, legal and card == "7", shunned, tidy=not legal, at_once=sent)
        gone = self.t
        if declare and late:
            self.wait(self.pause(0.2, 0.8))
            if self.verdicts(mark) and not again:
                self.complain(f"a verdict before {seat} declared {card}")
            # Judged by the card that was declared before the take-back, a joker tapped now is a second one.
            if not (self.verdicts(mark) and card == JOKER):
                self.tell(Declared(self.t, seat, "card", card))
                gone = self.t
        end = self.t + PATIENCE_S
        if after == before.pawns:
            end += 3.0
        while self.t < end and not self.verdicts(mark):
            self.wait(FRAME_S)
            self.answer(after)
        self.wait(self.rng.uniform(0.0, 1.0))
        verdicts = self.verdicts(mark)
        what = f"{self.game.rules.base} n={self.n} {seat} {card} {before} -> {_text(after)}"
        if not verdicts:
            self.complain(f"no verdict: {what} (phase {self.referee.state.phase.name}, {reasons})")
            return False
        first = verdicts[0]
        self.report.verdicts += len(verdicts)
        if len(verdicts) > 1:
            self.complain(f"{len(verdicts)} verdicts {[(v.legal, v.reasons) for v in verdicts]}: {what}")
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

    def pause(self, least_s: float, most_s: float) -> float:
        """Between a card and its move."""
        return self.rng.uniform(least_s, most_s)

    def results(self, seat: Seat, card: Card) -> frozenset[Pawns]:
        """Results of a card: no hand pauses in them on its way to another."""
        play = Play(seat, card, self.course.pawn)
        before = (self.course.position, *self.referee.state.record)
        return frozenset(self.referee.rules.by_pawns(before, play))

    def declare(self, seat: Seat, card: Card) -> None:
        """Tap a card, now and then twice, or another one first."""
        flag = (
            self.referee.state.open.flag
        )  # another card for the wrong move that still stands would be judged
        if self.rng.random() < self.chances.slip and (flag is None or flag.play.do != "card"):
            others = sorted({other for other in pack_of(self.game.rules) if other not in (card, JOKER)})
            self.tell(Declared(self.t, seat, "card", self.rng.choice(others)))
            self.wait(self.rng.uniform(0.2, 1.0))
        self.tell(Declared(self.t, seat, "card", card))
        if self.rng.random() < self.chances.twice:
            self.wait(0.2)
            self.tell(Declared(self.t, seat, "card", card))

    def settle(self, action: Action) -> None:
        """Apply an action to the true game."""
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


def _text(pawns: Pawns) -> str:
    return " ".join(f"{hole}:{seat}" for hole, seat in sorted(pawns))
