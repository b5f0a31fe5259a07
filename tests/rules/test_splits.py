"""A number split among many pawns: listed up to a limit, otherwise the best results, with bounded effort."""

from random import Random

import pytest
from crowded_tables import SEVEN, crowded_position, crowded_rules, crowded_table
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_at_random import draw_situation

from calibration.holes import SEATS, Seat
from toc_pi.errors import BadInput
from toc_pi.rules import legal
from toc_pi.rules.engine import Engine, engine_of
from toc_pi.rules.goal_search import Shared
from toc_pi.rules.legal import best_results, every_result, lawful, legal_moves
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.teaching.evaluation import Worth
from toc_pi.teaching.hint import load_weights

A = Seat("a")


def spread(*players: str) -> tuple[Table, Position]:
    """Eight seats, every pawn of these players out, spread over the track."""
    table = Table(8, players=tuple(tuple(map(Seat, seats)) for seats in players))
    pawns = [(place, seat) for seat in "".join(players) for place in range(4)]
    step = table.track_length // len(pawns)
    at = {table.track_hole(1 + step * number): Seat(seat) for number, (_, seat) in enumerate(sorted(pawns))}
    return table, Position(frozenset(at.items()))


def forget(engine: Engine) -> None:
    """Forget the results that were computed last."""
    engine.last_plays = ((), [])


def test_four_seats_share_a_seven_and_more_results_than_can_be_listed_are_refused() -> None:
    table, before = spread("aceg", "bdfh")
    found = legal_moves(load_ruleset("tock"), table, before, A, SEVEN)
    assert len(found) > 100_000
    table, before = spread("abcdefg", "h")
    with pytest.raises(BadInput, match=r"^holes: 7 holes .* 28 pawns .* 300000 ways"):
        legal_moves(load_ruleset("tock"), table, before, A, SEVEN)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 2000))
def test_a_listing_is_complete_or_given_up_at_its_limit(seed: int, most: int) -> None:
    asked = draw_situation(Random(seed))
    engine = engine_of(asked.rules, asked.table)
    number = engine.encode(asked.position)
    for _, made in lawful(engine, number, asked.seat, asked.card):
        if not isinstance(made, Shared):
            continue
        every = set(made.every())
        found = made.split.results(number, most)
        assert found is None or found == every
        assert found is None or len(found) <= most


MANY = 20_000  # results, beyond which weighing each of them takes seconds


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9))
def test_the_best_results_are_legal_and_hardly_worse_than_the_best_of_all(seed: int) -> None:
    random = Random(seed)
    rules, table = crowded_rules(random), crowded_table(random)
    engine, seat = engine_of(rules, table), random.choice(table.played)
    number = engine.encode(crowded_position(random, table))
    worth = Worth(engine, load_weights())
    side = next(place for place, team in enumerate(table.teams) if seat in team)
    try:
        every = set(every_result(engine, number, seat, SEVEN))
    except BadInput:
        return
    forget(engine)

    def lead(board: int) -> float:
        return worth.lead(board, side)

    found = best_results(engine, number, seat, SEVEN, lead, 40)
    assert set(found) <= every
    assert bool(found) == bool(every)
    if len(table.teams) > 1 and found and len(every) < MANY:
        assert max(map(lead, found)) > max(map(lead, every)) - 0.2
    if len(every) < 100:
        assert set(found) == every


def test_the_best_results_of_many_pawns_need_few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    table, before = spread("aceg", "bdfh")
    engine = engine_of(load_ruleset("tock"), table)
    worth, asked = Worth(engine, load_weights()), []

    def lead(board: int) -> float:
        asked.append(board)
        return worth.lead(board, 0)

    forget(engine)
    monkeypatch.setattr(legal, "every_result", lambda *_: pytest.fail("everything is listed"))
    assert best_results(engine, engine.encode(before), SEATS[0], SEVEN, lead, 40)
    assert len(asked) < 20_000
