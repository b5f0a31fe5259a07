"""The steps of a game's page: its turns, each once, flagged moves, the race and the luck of the deal."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kept_games import keep_game, on_by_one

from calibration.holes import Hole, Seat, home_holes, is_camp
from toc_pi.app.report.past import past_game
from toc_pi.app.report.steps import (
    ReplayStep,
    effects_of,
    holes_to_go,
    luck_of,
    luck_of_cards,
    places_along,
    steps_of,
)
from toc_pi.app.setup.table_summary import game_of
from toc_pi.belief.game import Game
from toc_pi.effects import Effect
from toc_pi.events import Card, CardLaid, Declared, Event, Seen, Tick
from toc_pi.referee.referee import Referee
from toc_pi.rules.game import pack_of
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.store.games import load_game
from toc_pi.store.settings import find_places

A, B = Seat("a"), Seat("b")
FOUR = Game(load_ruleset("toc"), Table(), A)


class Evening:
    """A referee at a table whose board is given as text."""

    def __init__(self, game: Game = FOUR) -> None:
        self.referee = Referee(game)
        self.t = 0.0
        self.effects: list[Effect] = []
        self.lay("")

    def tell(self, event: Event) -> None:
        self.effects += self.referee.step(event)

    def tap(self, seat: str, do: str, card: str | None = None) -> None:
        self.t += 5.0
        self.tell(Declared(self.t, Seat(seat), do, card and Card(card)))

    def lay(self, board: str) -> None:
        """Set a position up, the other pawns in their camps, and wait for a while."""
        holes = dict(Position.parse(board).pawns)
        for seat in "abcd":
            out = sum(owner == seat for owner in holes.values())
            holes |= {Hole(f"{seat}C{number}"): Seat(seat) for number in range(1, 5 - out)}
        for _ in range(4):
            self.t += 2.0
            self.tell(Seen(self.t, holes))
            self.tell(Tick(self.t + 1.0))

    def play(self, seat: str, card: str, *boards: str) -> None:
        self.tap(seat, "card", card)
        for board in boards:
            self.lay(board)

    @property
    def steps(self) -> tuple[ReplayStep, ...]:
        return steps_of(self.referee.rules.game, self.effects, self.referee.state)

    @property
    def story(self) -> str:
        return " ".join(f"{step.kind}-{step.n}" for step in self.steps)


def test_a_turn_counts_once_however_often_it_was_put_right() -> None:
    table = Evening()
    table.play("a", "K", "a3:a", "a4:a", "a0:a")
    table.play("b", "K", "a0:a b0:b")
    assert table.story == "start-0 flagged-1 flagged-1 turn-1 turn-2 end-2"
    assert [step.flagged.outcome for step in table.steps if step.flagged] == ["righted", "righted"]
    assert luck_of(FOUR.rules, (A,), table.steps).cards == 1


def test_a_turn_that_was_taken_back_is_shown_as_it_was_finally_played() -> None:
    table = Evening()
    table.play("a", "K", "a0:a")
    table.tap("a", "undo")
    table.lay("")
    table.tap("a", "discard", "2")
    assert table.story == "start-0 turn-1 end-1"
    assert (table.steps[1].do, table.steps[1].cards) == ("discard", ("2",))
    assert not table.steps[-1].after


def test_what_was_let_stand_is_one_step_with_its_reasons() -> None:
    table = Evening()
    table.play("a", "K", "a3:a")
    table.tap("a", "accept")
    assert table.story == "start-0 stood-1 end-1"
    flagged = table.steps[1].flagged
    assert flagged is not None
    assert flagged.outcome == "stood"
    assert flagged.verdict.reasons == ("wrong-start",)


def test_what_was_right_with_another_card_is_no_wrong_move() -> None:
    table = Evening()
    table.play("a", "7", "a0:a")
    table.tap("a", "card", "K")
    table.lay("a0:a")
    assert table.story == "start-0 flagged-1 turn-1 end-1"
    assert [step.flagged.outcome for step in table.steps if step.flagged] == ["withdrawn"]


def test_a_flag_that_still_stands_leaves_the_record_as_it_is() -> None:
    table = Evening()
    table.play("a", "K", "a3:a")
    assert table.story == "start-0 flagged-1 end-0"
    assert table.steps[1].flagged
    assert table.steps[1].flagged.outcome == "open"
    assert not table.steps[-1].after


def test_nothing_was_ever_played() -> None:
    assert [step.kind for step in steps_of(FOUR, (), None)] == ["start", "end"]


def test_pawns_that_change_places_are_followed_and_a_captured_one_goes_to_its_camp() -> None:
    table = Evening()
    table.play("a", "K", "a0:a")
    table.play("b", "K", "a0:a b0:b")
    table.tap("c", "discard", "2")
    table.tap("d", "discard", "2")
    table.play("a", "9", "a9:a b0:b")
    table.play("b", "J", "b0:a a9:b")
    assert table.steps[-1].after == {("b0", A), ("a9", B)}
    drawn = list(places_along(table.steps, FOUR.table.played))
    assert set(drawn[6][1]) == {("a9", "b0"), ("b0", "a9")}
    table.tap("c", "discard", "3")
    table.tap("d", "discard", "3")
    table.play("a", "5", "b5:a a9:b")
    table.play("b", "9", "b5:a b0:b")
    assert table.steps[-1].captured == ()
    captured = ReplayStep(
        "turn", 1, 0.0, frozenset({(Hole("b0"), A), (Hole("a9"), B)}), frozenset({(Hole("b0"), B)})
    )
    assert captured.captured == (A,)
    ((_, ways),) = places_along([captured], (A, B))
    assert set(ways) == {("b0", "aC1"), ("a9", "b0")}


@pytest.mark.parametrize("name", ["fadoq-2", "saut-1", "tac-tik-2", "tock-variant-2"])
def test_a_whole_game_is_replayed_to_where_the_journal_stands(name: str, tmp_path: Path) -> None:
    boards = {"tock-variant-2": "octagon-70"}
    end = keep_game(tmp_path, name, boards.get(name, "square-40"), on_by_one(every=7), most=60)
    places = find_places({"TOC_PI_HOME": str(tmp_path)}, tmp_path)
    state = load_game(places.games, 1).state
    assert state is not None
    game, effects = game_and_effects(tmp_path)
    steps = steps_of(game, effects, state)
    counted = [step.n for step in steps if step.kind in ("turn", "stood")]
    assert counted == list(range(1, len(state.turns) + 1))
    assert steps[-1].after == end.pawns
    for step, (drawn, ways) in zip(steps, places_along(steps, game.table.played), strict=True):
        out = {(hole, seat) for (seat, _), hole in drawn.items() if not is_camp(hole)}
        assert out == step.after
        assert len(set(drawn.values())) == len(drawn), "a hole each"
        assert len(ways) >= (step.before != step.after)
    assert any(step.kind == "flagged" for step in steps)


def game_and_effects(home: Path) -> tuple[Game, list[Effect]]:
    places = find_places({"TOC_PI_HOME": str(home)}, home)
    _, table = past_game(places.games, 1, places.settings)
    return game_of(table), list(effects_of(places.games, 1))


@pytest.mark.parametrize("entry", [16, 17, 18])
@given(steps=st.integers(0, 60), fresh=st.booleans())
def test_each_hole_forward_is_one_hole_less_to_go(entry: int, steps: int, fresh: bool) -> None:
    table = Table(home_entry=entry)
    here, there = (table.track_hole(number) for number in (steps, steps + 1))
    if steps + 1 > table.track_length - table.stretch + entry:
        return
    left = [
        holes_to_go(
            table, frozenset({(hole, A)}), frozenset({hole}) if fresh and hole == "a0" else frozenset(), (A,)
        )
        for hole in (here, there)
    ]
    if here == "a0" and entry == 18 and not fresh:
        return  # it has gone round, and may turn in
    assert left[0] - left[1] == 1


@pytest.mark.parametrize("entry", [16, 17, 18])
def test_the_way_home_ends_at_nothing(entry: int) -> None:
    table = Table(home_entry=entry)
    home = frozenset((hole, A) for hole in home_holes(A))
    assert holes_to_go(table, home, frozenset(), (A,)) == 0
    last = Hole(f"d{entry}" if entry < 18 else "a0")
    before = frozenset((hole, A) for hole in home_holes(A)[1:]) | {(last, A)}
    assert holes_to_go(table, before, frozenset(), (A,)) == 1
    out = frozenset({(Hole("a0"), A)})
    assert holes_to_go(table, frozenset(), frozenset(), (A,)) - 1 == holes_to_go(
        table, out, frozenset({Hole("a0")}), (A,)
    )
    both = frozenset({(Hole("a0"), A), (Hole("b0"), B)})
    assert holes_to_go(table, both, frozenset({Hole("a0"), Hole("b0")}), (A, B)) == 2 * holes_to_go(
        table, out, frozenset({Hole("a0")}), (A,)
    )


@pytest.mark.parametrize("rules", NAMES)
def test_the_pack_says_what_its_cards_do(rules: str) -> None:
    known = load_ruleset(rules)
    pack = luck_of_cards(known, pack_of(known))
    assert pack.cards == len(pack_of(known))
    out = sum(
        n
        for card, n in Counter(pack_of(known)).items()
        if any(use.kind in ("out", "any-card") for use in known.uses(card))
    )
    assert pack.out == out
    assert 3.0 < pack.steps < 9.0


def test_luck_counts_cards_and_turns_without_a_play() -> None:
    table = Evening()
    table.play("a", "K", "a0:a")
    table.tap("b", "discard", "2")
    table.tap("c", "discard", "A")
    mine, other = (luck_of(FOUR.rules, (Seat(seat),), table.steps) for seat in "ab")
    assert (mine.cards, mine.out, mine.idle) == (1, 1, 0)
    assert (other.cards, other.out, other.steps, other.idle) == (1, 0, 2.0, 1)


def test_a_turn_shows_how_surely_its_card_was_read() -> None:
    evening = Evening(replace(FOUR, declare="camera"))
    evening.t += 5.0
    evening.tell(CardLaid(evening.t, 1, {Card("K"): 0.97, Card("Q"): 0.03}))
    evening.lay("a0:a")
    assert [(step.cards, step.sure) for step in evening.steps if step.kind == "turn"] == [(("K",), 97)]
