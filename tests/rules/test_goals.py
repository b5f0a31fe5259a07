"""The goal search finds the results that a full listing has, and visits few positions."""

import sys
from pathlib import Path
from random import Random

import pytest
from crowded_tables import SEVEN, crowded_position, crowded_rules, crowded_table, meddled, walk
from games_at_hand import has_forced_play
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_at_random import Situation, change, draw_situation

from calibration.holes import Seat, board_holes
from toc_pi.rules.engine import Effort, Wanted, engine_of
from toc_pi.rules.legal import find_moves, legal_moves, nearest_moves
from toc_pi.rules.moves import View
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import NAMES
from toc_pi.rules.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from oracle import plays, requests
from oracle.compare import asked
from oracle.problems import random_request

MAX_POSITIONS = 1500  # visited for one board: at 30 µs each that is 50 ms
WORST = 120  # tables
EIGHT_IN_FOURS = Table(8, 16, False, (), (tuple("aceg"), tuple("bdfh")))  # type: ignore[arg-type]


def boards(random: Random, now: Situation, found: tuple[Position, ...]) -> list[Wanted]:
    """Boards that may be observed: results, near misses, with unknown holes."""
    table = now.table
    holes = sorted(board_holes(table.seats, table.centre, table.stretch))
    pawns = [random.choice(found).pawns] if found else []
    pawns += [frozenset(change(random, now).items()), now.position.pawns]
    made = []
    for board in pawns:
        for count in (0, random.choice([1, 3, 8, 30])):
            unsure = frozenset(random.sample(holes, count))
            surely = frozenset(pawn for pawn in board if pawn[0] not in unsure)
            made.append(Wanted(surely, unsure, random.choice([0, 0, 1, 2, 4])))
    return made


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_what_is_found_for_a_board_is_what_the_listing_has_of_it(name: str, seed: int) -> None:
    random = Random(seed)
    now = draw_situation(random, name)
    asked = (now.rules, now.table, now.position, now.seat, now.card)
    every = legal_moves(*asked)
    for wanted in boards(random, now, every):
        engine_of(now.rules, now.table).last_plays = ((), [])  # nothing is known from the listing
        found = tuple(dict.fromkeys(find_moves(*asked, wanted)))
        assert len(set(found)) == len(found)
        assert set(found) == {result for result in every if wanted.shows(result.pawns)}
        assert set(find_moves(*asked, wanted)) == set(found)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_the_second_engine_agrees_about_a_board(name: str, seed: int) -> None:
    random = Random(seed)
    request = random_request(random, name)
    stretch = request.get("stretch", 18)
    table = requests.table_asked(request)
    before, fresh = requests.board_of(request["holes"], stretch), requests.fresh_of(request)
    every = plays.results(table, before, fresh, request["seat"], request["card"])
    now = Situation(*asked(request), request["seat"], request["card"])
    for wanted in boards(random, now, ()):
        found = list(find_moves(now.rules, now.table, now.position, now.seat, now.card, wanted))
        assert {requests.as_result(dict(one.pawns), list(one.fresh), stretch) for one in found} == {
            result
            for result in every
            if wanted.shows(frozenset(requests.holes_of(dict(result[0]), stretch).items()))  # type: ignore[arg-type]
        }


@settings(max_examples=80)
@given(seed=st.integers(0, 2**32))
def test_the_nearest_results_are_the_nearest_of_all(seed: int) -> None:
    random = Random(seed)
    now = draw_situation(random)
    asked = (now.rules, now.table, now.position, now.seat, now.card)
    board = frozenset(change(random, now).items())
    distances = sorted(len(result.pawns ^ board) for result in legal_moves(*asked))
    engine_of(now.rules, now.table).last_plays = ((), [])
    found = [len(result.pawns ^ board) for result in nearest_moves(*asked, board, 5)]
    assert found == distances[: len(found)]
    assert found or not distances or distances[0] > 4, "those that look like the board are found"


def test_worst_tables_are_judged_without_a_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    visited = _counted(monkeypatch)
    worst = 0
    for seed in range(WORST):
        random = Random(seed)
        rules, table = crowded_rules(random), crowded_table(random)
        before = crowded_position(random, table)
        seat = random.choice(table.played)
        result = walk(random, rules, table, before, seat)
        shown = [before.pawns, meddled(random, table, before.pawns)]
        shown += [result.pawns, meddled(random, table, result.pawns)] if result else []
        for pawns in shown:
            visited.clear()
            found = list(find_moves(rules, table, before, seat, SEVEN, Wanted(pawns)))
            worst = max(worst, len(visited))
            assert len(visited) < MAX_POSITIONS, f"seed {seed}"
            assert result is None or pawns != result.pawns or result in found
        visited.clear()
        has_forced_play(rules, table, before, seat, SEVEN)
        assert len(visited) < MAX_POSITIONS, f"seed {seed}: must-play"
    assert worst > 20, "the tables are crowded"


def test_a_wholly_open_board_is_given_up_when_it_costs_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(1)
    rules, before = crowded_rules(random), crowded_position(random, EIGHT_IN_FOURS)
    visited = _counted(monkeypatch)
    everything = Wanted(frozenset(), frozenset(board_holes(8, False, 18)))
    effort = Effort(100)
    found = list(find_moves(rules, EIGHT_IN_FOURS, before, Seat("a"), SEVEN, everything, effort))
    assert found
    assert len(visited) <= 100 + 1


def _counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record every position that the rules visit from now on."""
    visited: list[int] = []
    look = View.__init__

    def counting(self: View, engine: object, position: int, *rest: object) -> None:
        visited.append(position)
        look(self, engine, position, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(View, "__init__", counting)
    return visited
