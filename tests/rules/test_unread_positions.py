"""Positions made by the engine are decoded lazily, and behave like any other."""

import copy
import pickle

import pytest

from calibration.holes import Seat
from toc_pi.rules.engine import engine_of
from toc_pi.rules.legal import legal_moves, nearest_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset, ruleset_from
from toc_pi.rules.table import Table

BEFORE = Position.parse("a2:a a8:b b3:c")


def made(before: Position = BEFORE, table: Table | None = None) -> Position:
    """The one result of a 6."""
    (after,) = legal_moves(load_ruleset("toc"), table or Table(), before, Seat("a"), Card("6"))
    return after


def test_a_result_is_equal_to_the_same_position_written_down() -> None:
    expected = Position.parse("a8:a b3:c")
    assert made() == expected
    assert hash(made()) == hash(expected)
    assert str(made()) == str(expected)
    assert {made(), expected} == {expected}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_is_a_position_by_itself(copied) -> None:  # type: ignore[no-untyped-def]
    assert copied(made()) == made()
    assert len(pickle.dumps(copied(made()))) < 1_000, "no table goes along"


def test_a_result_of_one_table_is_asked_about_at_another() -> None:
    large = Table(seats=6)
    engine = engine_of(load_ruleset("toc"), large)
    assert engine.encode(made()) == engine.encode(Position.parse("a8:a b3:c"))


def test_a_long_game_of_results_can_be_read_at_its_end() -> None:
    rules, table, position = load_ruleset("toc"), Table(), Position.parse("a1:a")
    for _ in range(3_000):
        position = next(
            iter(legal_moves(rules, table, position, Seat("a"), Card("6"))), Position.parse("a1:a")
        )
    assert len(position.pawns) == 1


@pytest.mark.parametrize("uses", [["6", "18"], ["-18", "18"], ["6", "6 !"]])
def test_a_number_that_goes_as_far_as_another_with_its_jump_gives_one_result(uses: list[str]) -> None:
    rules = ruleset_from({"base": "saut", "cards": {"6": uses}, "parameters": {"jump": "may"}})
    table = Table(stretch=12, home_entry=10)
    for hole in table.holes:
        if hole[1:].isdigit():
            before = Position(frozenset({(hole, Seat("a"))}))
            found = legal_moves(rules, table, before, Seat("a"), Card("6"))
            assert len(found) == len(set(found)), hole


def test_whether_a_seat_is_home_is_known_before_its_pawns_are_read() -> None:
    table, rules = Table(), load_ruleset("toc")
    before = Position.parse("aH1:a aH2:a aH3:a aH4:a c2:c")
    (after,) = legal_moves(rules, Table(teams=(("a", "c"), ("b", "d"))), before, Seat("a"), Card("6"))  # type: ignore[arg-type]
    assert table.is_home(after, (Seat("a"),))
    assert not table.is_home(after, (Seat("a"), Seat("c")))
    assert not table.is_home(after, (Seat("h"),)), "no seat of that board"


def test_a_name_that_a_position_lacks_is_an_error() -> None:
    with pytest.raises(AttributeError, match="pawn"):
        made().pawn  # type: ignore[attr-defined]  # noqa: B018


def test_a_pass_is_among_the_nearest_results() -> None:
    rules = ruleset_from({"base": "toc", "cards": {"6": ["6", "pass"]}})
    assert BEFORE in nearest_moves(rules, Table(), BEFORE, Seat("a"), Card("6"), BEFORE.pawns, 5)
