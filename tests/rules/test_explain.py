"""Reasons: every shared example, the judging of illegal plays, and reasons exactly for illegal moves."""

from random import Random
from typing import Any

import pytest
from games_at_hand import has_forced_play
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_at_random import change, draw_situation
from test_legal import CASES, asked

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.breaches import CODES
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table

A = Seat("a")


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["command"] == "explain"], ids=lambda case: case["id"]
)
def test_a_shared_example(case: dict[str, Any]) -> None:
    judged = explain(*asked(case["request"]), case["request"]["after"])
    assert judged.legal == case["expect"]["legal"]
    assert list(judged.reasons) == case["expect"].get("reasons", [])


def test_camps_on_the_board_after_are_passed_over() -> None:
    after = {Hole("a8"): A, Hole("bC1"): Seat("b")}
    assert explain(load_ruleset("quebec"), Table(), Position.parse("a2:a"), A, Card("6"), after).legal


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ({"a18": "a"}, "a18: unknown hole"),
        ({"X": "a"}, "X: unknown hole"),
        ({"a3": "e"}, "nobody plays"),
        ({f"a{n}": "a" for n in range(5)}, "5 pawns"),
    ],
)
def test_an_impossible_board_is_refused(after: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        explain(load_ruleset("toc"), Table(), Position.parse("a2:a"), A, Card("6"), after)  # type: ignore[arg-type]


def test_must_play_asks_for_plays_of_the_cards_shown() -> None:
    rules, position = load_ruleset("toc", ["five-free", "home-free"]), Position.parse("aH1:a b3:b")
    assert not has_forced_play(rules, Table(), position, A, Card("5"), Card("2"), Card("9"))
    assert has_forced_play(rules, Table(), position, A, Card("5"), Card("A"))
    assert not has_forced_play(rules, Table(), position, A, Card("10"))


def test_must_play_is_not_asked_of_a_seat_that_has_no_player() -> None:
    table = Table(players=((A,), (Seat("c"),)))
    for seat in (Seat("b"), Seat("e")):
        with pytest.raises(BadInput):
            has_forced_play(load_ruleset("toc"), table, Position.parse("a3:a"), seat, Card("6"))


def test_must_play_asks_for_a_swap_that_nobody_sees() -> None:
    assert has_forced_play(load_ruleset("quebec"), Table(), Position.parse("a3:a a5:a"), A, Card("J"))
    assert not has_forced_play(load_ruleset("tock"), Table(), Position.parse("a3:a a5:a"), A, Card("J"))
    passing = load_ruleset("tock", ["jack-pass"])
    assert not has_forced_play(passing, Table(), Position.parse("a3:a a5:a"), A, Card("J"))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_a_reason_exactly_when_it_is_due(name: str, seed: int) -> None:
    random = Random(seed)
    now = draw_situation(random, name)
    arguments = (now.rules, now.table, now.position, now.seat, now.card)
    found = [dict(after.pawns) for after in legal_moves(*arguments)]
    for after in found[:3]:
        assert explain(*arguments, after).legal
    after = change(random, now)
    judged = explain(*arguments, after)
    assert judged.legal is not bool(judged.reasons)
    assert len(judged.reasons) <= 3
    assert list(judged.reasons) == sorted(judged.reasons, key=CODES.index)
    if after in found:
        assert judged.legal
    elif after == dict(now.position.pawns):
        forced = has_forced_play(now.rules, now.table, now.position, now.seat, now.card)
        assert judged.reasons == (("must-play",) if forced else ())
    else:
        assert not judged.legal
