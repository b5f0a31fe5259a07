"""Random actions at any time: no event makes the referee fail or contradict itself."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from calibration.holes import Hole, Seat, board_holes, is_camp
from toc_pi.belief.game import Declare, Game, Play
from toc_pi.effects import Effect, Settled, TakenBack, Verdict
from toc_pi.events import (
    Answered,
    CameraView,
    Card,
    CardLaid,
    CardTaken,
    Dealt,
    Declared,
    Event,
    LeftTable,
    MovedBy,
    NotPassed,
    Paused,
    PileGathered,
    Resumed,
    Seen,
    Tick,
    ViewChanged,
)
from toc_pi.referee.handling import HANDLERS
from toc_pi.referee.referee import Referee
from toc_pi.referee.turns import REFUSED, Flag, Over
from toc_pi.rules.game import pack_of
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table

ROOT = Path(__file__).parents[2]
HOLES = board_holes(4, False, 18)
SEATS = tuple(map(Seat, "abcd"))


def test_the_diagram_in_the_docs_shows_the_table() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "referee_states.py"), "--check"], check=False)
    assert done.returncode == 0, "run tools/referee_states.py"


def test_every_event_is_answered() -> None:
    assert set(HANDLERS) == set(get_args(Event))


class Family(RuleBasedStateMachine):
    """Cards, hands, bumps, corrections, take-backs, in random order."""

    declare: Declare = "strict"

    @initialize(name=st.sampled_from(NAMES), teams=st.booleans())
    def sit_down(self, name: str, teams: bool) -> None:
        self.t = 0.0
        pairs = ((SEATS[0], SEATS[2]), (SEATS[1], SEATS[3])) if teams else ()
        self.game = Game(
            load_ruleset(name, ()), Table(4, 16, False, (), pairs), SEATS[0], declare=self.declare
        )
        self.laid = 0
        self.cards = sorted(set(pack_of(self.game.rules)))
        self.referee = Referee(self.game)
        self.events: list[Event] = []
        self.effects: list[Effect] = []
        self.board = {Hole(f"{seat}C{number}"): seat for seat in SEATS for number in (1, 2, 3, 4)}
        self.n = 1
        self.look()

    def tell(self, event: Event) -> None:
        state = self.referee.state
        refused = type(event) in REFUSED.get(type(state.phase), ())
        self.events.append(event)
        effects = self.referee.step(event)
        self.effects += effects
        after = self.referee.state
        if refused:
            assert not effects
            assert after is state
        else:
            phase = after.open.playing
            if after.course.phase == "over" and not after.queue and not isinstance(phase, Flag):
                assert isinstance(phase, Over), (state.phase, event)
        self.count(effects)

    def count(self, effects: Iterable[Effect]) -> None:
        """`n` counts turns from 1, stays until a turn is settled, and goes back when one is taken back."""
        for effect in effects:
            if isinstance(effect, Verdict):
                assert effect.n == self.n
                assert effect.legal != bool(effect.reasons)
                assert effect.legal or dict(effect.back_to) == dict(effect.before)
            elif isinstance(effect, Settled):
                assert effect.n == self.n
                self.n += 1
            elif isinstance(effect, TakenBack):
                self.n -= 1
                assert effect.n == self.n

    def look(self) -> None:
        self.tell(Seen(self.t, dict(self.board)))

    @rule(seconds=st.sampled_from([0.05, 0.3, 1.0, 3.0, 8.0]))
    def wait(self, seconds: float) -> None:
        self.t += seconds
        self.tell(Tick(self.t))

    @rule(seat=st.sampled_from(SEATS), number=st.integers(0, 12))
    def play(self, seat: Seat, number: int) -> None:
        self.t += 0.5
        self.tell(Declared(self.t, seat, "card", self.cards[number % len(self.cards)]))

    @rule(number=st.integers(0, 12))
    def play_in_turn(self, number: int) -> None:
        self.play(self.game.table.players[self.referee.state.course.turn][0], number)

    @rule(data=st.data())
    def play_by_the_rules(self, data: st.DataObject) -> None:
        """A card of the player on turn, and its move."""
        state = self.referee.state
        seat = self.game.table.players[state.course.turn][0]
        card = data.draw(st.sampled_from(self.cards))
        results = sorted(self.referee.rules.results(state.record[0], Play(seat, Card(card))), key=str)
        self.tell(Declared(self.t, seat, "card", Card(card)))
        if results:
            self.lay(dict(data.draw(st.sampled_from(results)).pawns))
            self.hand()

    def lay(self, pawns: dict[Hole, Seat]) -> None:
        self.board = dict(pawns)
        for seat in SEATS:
            waiting = 4 - sum(owner == seat for owner in pawns.values())
            self.board |= {Hole(f"{seat}C{number}"): seat for number in range(1, waiting + 1)}

    def hand(self) -> None:
        self.tell(ViewChanged(self.t, "hand"))
        self.t += 1.0
        self.tell(ViewChanged(self.t, "watching"))
        self.t += 0.3
        self.look()
        self.t += 0.4
        self.tell(Tick(self.t))

    @rule(seat=st.sampled_from(SEATS), number=st.integers(0, 12), throw=st.booleans())
    def lay_down(self, seat: Seat, number: int, throw: bool) -> None:
        card = self.cards[number % len(self.cards)]
        if throw:
            self.tell(Declared(self.t, seat, "throw", None, (card, card)))
        else:
            self.tell(Declared(self.t, seat, "discard", card))

    @rule(seat=st.sampled_from(SEATS), do=st.sampled_from(["accept", "undo", "pass"]))
    def tap(self, seat: Seat, do: str) -> None:
        self.tell(Declared(self.t, seat, do))

    @rule(view=st.sampled_from(get_args(CameraView)))
    def change_view(self, view: str) -> None:
        self.t += 0.2
        self.tell(ViewChanged(self.t, view))

    @rule(start=st.integers(0, 200), hole=st.sampled_from(HOLES), swap=st.booleans())
    def move_any_pawn(self, start: int, hole: Hole, swap: bool) -> None:
        pawns = sorted(self.board)
        chosen = pawns[start % len(pawns)]
        other = self.board.pop(hole, None)
        if hole != chosen:
            self.board[hole] = self.board.pop(chosen)
            if other is not None and (swap or is_camp(chosen)):
                self.board[chosen] = other
        self.hand()

    @rule()
    def put_all_back(self) -> None:
        self.lay(dict(self.referee.state.pawns))
        self.hand()

    @rule(hole=st.sampled_from(HOLES), chance=st.floats(0, 1))
    def look_unsurely(self, hole: Hole, chance: float) -> None:
        content = self.board.get(hole, "")
        seen = {h: s for h, s in self.board.items() if h != hole}
        self.t += 0.2
        odds = {content: chance, "" if content else "a": 1 - chance}
        self.tell(Seen(self.t, seen, frozenset({hole}), {hole: odds}))

    @rule(choice=st.integers(0, 5))
    def answer(self, choice: int) -> None:
        asked = self.referee.state.open.asked
        if asked is None:
            self.tell(Answered(self.t, 7, "none"))
        else:
            self.tell(Answered(self.t, asked.id, asked.options[choice % len(asked.options)][0]))

    @rule(
        event=st.sampled_from(["pause", "resume", "moved", "passed", "redo", "deal", "leave", "back"]),
        seat=st.sampled_from(SEATS),
    )
    def interrupt(self, event: str, seat: Seat) -> None:
        events: dict[str, Event] = {
            "pause": Paused(self.t),
            "resume": Resumed(self.t),
            "moved": MovedBy(self.t, self.n, seat),
            "passed": NotPassed(self.t, self.n - 1, seat),
            "redo": Declared(self.t, seat, "redo"),
            "deal": Dealt(self.t),
            "leave": LeftTable(self.t, seat),
            "back": LeftTable(self.t, seat, back=True),
        }
        self.tell(events[event])

    @invariant()
    def record_is_one_position(self) -> None:
        if not hasattr(self, "referee"):
            return
        state = self.referee.state
        assert len({position.pawns for position in state.record}) == 1
        if len(self.referee.filter.stories) == 1:  # else the likeliest may be ahead of what was told
            assert state.n == self.n
        assert state.course.position.pawns == state.pawns

    def teardown(self) -> None:
        if not hasattr(self, "referee"):
            return
        again = Referee(self.game)
        assert [effect for event in self.events for effect in again.step(event)] == self.effects
        assert again.state == self.referee.state


class FamilyWithPile(Family):
    """The same with cards that the camera sees on a pile."""

    declare = "camera"

    @rule(number=st.integers(0, 12), sure=st.booleans(), again=st.integers(0, 3), other=st.integers(0, 12))
    def lay_card(self, number: int, sure: bool, again: int, other: int) -> None:
        self.t += 0.5
        self.laid += again == 0 or not self.laid
        card, second = (self.cards[each % len(self.cards)] for each in (number, other))
        ranks = {card: 0.999} if sure else {card: 0.6, second: 0.4}
        self.tell(CardLaid(self.t, max(self.laid - again // 2, 1), ranks, card if sure else None))

    @rule(data=st.data())
    def lay_card_and_move(self, data: st.DataObject) -> None:
        """A card of the player on turn, and its move."""
        state = self.referee.state
        seat = self.game.table.players[state.course.turn][0]
        card = Card(data.draw(st.sampled_from(self.cards)))
        results = sorted(self.referee.rules.results(state.record[0], Play(seat, card)), key=str)
        self.laid += 1
        self.tell(CardLaid(self.t, self.laid, {card: 0.999}, card))
        if results:
            self.lay(dict(data.draw(st.sampled_from(results)).pawns))
            self.hand()

    @rule(back=st.integers(0, 2), gather=st.integers(0, 5))
    def take_cards(self, back: int, gather: int) -> None:
        self.tell(CardTaken(self.t, max(self.laid - back, 1)) if gather else PileGathered(self.t))


SETTINGS = settings(
    max_examples=25,
    stateful_step_count=30,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
Family.TestCase.settings = SETTINGS
FamilyWithPile.TestCase.settings = SETTINGS
TestFamily = Family.TestCase
TestFamilyWithPile = FamilyWithPile.TestCase
