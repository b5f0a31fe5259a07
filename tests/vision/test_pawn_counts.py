"""The count of a seat's pawns: never more than there are."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from footage import footage
from hypothesis import given
from hypothesis import strategies as st

from calibration.arrays import Mask
from toc_pi.vision.decision import SURE, Decision, normalise
from toc_pi.vision.priors import condition_on_counts, condition_on_limit, pawn_limits

log_odds = st.floats(-40, 40)


def seen(**pawns: dict[str, float]) -> Decision:
    """A decision from each hole's log odds of pawns against nothing."""
    log = normalise(np.array([[0.0, *(odds.get(pawn, -60.0) for pawn in "ab")] for odds in pawns.values()]))
    none = np.zeros(len(log), np.bool_)
    sure = np.exp(log.max(axis=1)) >= SURE
    return Decision(tuple(pawns), ("", "a", "b"), log, sure, none, none, np.ones(len(log)), {})


def marked(decision: Decision, *holes: str) -> Mask:
    """A mask of these holes."""
    return np.isin(decision.names, holes)


def condition(decision: Decision, limits: Mapping[str, int], guessed: Iterable[str] = ()) -> Decision:
    return condition_on_counts(decision, limits, marked(decision, *guessed))


def with_a_pawn_in_a0(**pawns: dict[str, float]) -> Decision:
    decision = seen(**pawns)
    return replace(decision, occupied=marked(decision, "a0"))


def chances_within(logarithms: list[float], limit: int) -> np.ndarray:
    return 1 / (1 + np.exp(-condition_on_limit(np.array(logarithms), np.array(limit))))


@given(st.lists(log_odds, min_size=1, max_size=9), st.integers(0, 5))
def test_chances_add_up_to_no_more_than_the_limit(logarithms: list[float], limit: int) -> None:
    chances = chances_within(logarithms, limit)
    assert ((chances >= 0) & (chances <= 1)).all()
    assert chances.sum() <= limit + 1e-6
    order = np.argsort(logarithms)
    assert (np.diff(chances[order]) >= -1e-9).all()


@given(st.lists(log_odds, min_size=1, max_size=4))
def test_with_room_for_all_nothing_changes(logarithms: list[float]) -> None:
    odds = np.exp(logarithms)
    assert chances_within(logarithms, 4) == pytest.approx(odds / (1 + odds), abs=1e-9)


def test_the_weakest_of_five_becomes_unsure_and_the_others_stay() -> None:
    decision = condition(
        seen(a0={"a": 30}, aC1={"a": 40}, aC2={"a": 35}, aC3={"a": 12}, aC4={"a": 33}), {"a": 4}
    )
    assert decision.unsure == {"aC3"}
    assert set(decision.holes) == {"a0", "aC1", "aC2", "aC4"}


def test_five_alike_all_become_unsure() -> None:
    decision = condition(seen(**{f"a{n}": {"a": 20.0} for n in range(5)}), {"a": 4})
    assert not decision.holes
    assert len(decision.unsure) == 5


def test_only_a_hole_never_seen_empty_is_emptied_by_counting() -> None:
    five = seen(a0={"a": 30}, aC1={"a": 40}, aC2={"a": 35}, aC3={"a": 9}, aC4={"a": 33})
    decision = condition(five, {"a": 4}, {"aC1", "aC3"})
    assert "aC3" not in decision.unsure
    assert set(decision.holes) == {"a0", "aC1", "aC2", "aC4"}


def test_an_unsure_hole_is_empty_when_all_pawns_stand_elsewhere() -> None:
    decision = condition(
        seen(a0={"a": 30}, a5={"a": 1}, aC2={"a": 35}, aC3={"a": 20}, aC4={"a": 33}), {"a": 4}
    )
    assert not decision.unsure
    assert "a5" not in decision.holes


def test_where_far_too_many_holes_may_hold_a_pawn_none_of_its_camp_is_emptied() -> None:
    doubtful = {f"a{n}": {"a": 4.0 if n < 4 else -1.0} for n in range(20)}
    camp = {"aC1": {"a": 20.0}, "aC2": {"a": 6.0}, "aC3": {"a": 0.0}, "aC4": {"a": 0.0}}
    decision = condition(seen(**doubtful, **camp), {"a": 4}, set(camp))
    assert {"aC3", "aC4"} <= decision.unsure
    few = {hole: doubtful[hole] for hole in ("a0", "a1")}
    full = camp | {"aC2": {"a": 20.0}, "aC3": {"a": 20.0}, "aC5": {"a": 20.0}}
    assert "aC4" not in condition(seen(**few, **full), {"a": 4}, set(full)).unsure


def test_a_pawn_of_another_seat_that_is_all_there_is_no_way_out() -> None:
    """Two similar colours: a supposed fifth red pawn becomes an empty hole rather than a fifth orange one."""
    full = {f"b{n}": {"b": 30.0} for n in range(4)}
    red = {"a0": {"a": 30.0}, "a1": {"a": 31.0}, "a2": {"a": 32.0}, "a3": {"a": 33.0}}
    decision = condition(seen(**full, **red, aC3={"a": 12.0, "b": 8.0}), {"a": 4, "b": 4})
    assert decision.probability["aC3"][""] > 0.99


def test_a_game_of_another_kind_has_no_limits() -> None:
    board = footage("kitchen").calibration.board
    assert dict(pawn_limits(board)) == dict.fromkeys("abcd", 4)
    five = seen(**{f"a{n}": {"a": 20.0} for n in range(5)})
    assert condition(five, {}) is five


def test_a_white_pawn_is_the_one_that_isnt_elsewhere() -> None:
    """From straight above only the white face of a fresh pawn is visible."""
    white = {"a": 20.0, "b": 20.0}
    elsewhere = {f"bC{n}": {"b": 30.0} for n in range(1, 5)}
    decision = condition(with_a_pawn_in_a0(a0=white, **elsewhere), {"a": 4, "b": 4})
    assert decision.holes["a0"] == "a"
    assert not decision.unsure
    anybody = condition(with_a_pawn_in_a0(a0=white, **elsewhere), {"a": 4, "b": 5})
    assert "a0" in anybody.unsure
    nothing = condition(seen(a0={"a": 1.0}, **elsewhere), {"a": 4, "b": 4})
    assert "a0" in nothing.unsure
    never = condition(with_a_pawn_in_a0(a0=white, **elsewhere), {"a": 4, "b": 4}, {"a0"})
    assert "a0" in never.unsure


def test_what_is_neither_board_nor_pawn_isnt_emptied_by_counting() -> None:
    elsewhere = {f"bC{n}": {"b": 30.0} for n in range(1, 5)}
    odd = seen(a0={"b": 0.0}, **elsewhere)
    unknown = replace(odd, maybe_unknown=marked(odd, "a0"))
    assert "a0" not in condition(odd, {"b": 4}).unsure
    assert "a0" in condition(unknown, {"b": 4}).unsure


def conditioned(odds: list[float], limit: int) -> tuple[list[float], float]:
    """Probabilities given that at most `limit` are true, and the probability of that, by enumeration."""
    shares = [value / (1 + value) for value in odds]
    held, whole = [0.0] * len(odds), 0.0
    for case in product((False, True), repeat=len(odds)):
        chance = math.prod(share if on else 1 - share for share, on in zip(shares, case, strict=True))
        if sum(case) <= limit:
            whole += chance
            held = [sum_ + chance * on for sum_, on in zip(held, case, strict=True)]
    return [one / whole for one in held], whole


@given(st.lists(st.floats(-6, 6), min_size=1, max_size=6), st.integers(1, 3))
def test_odds_that_contradict_the_limit_are_believed_less(logarithms: list[float], limit: int) -> None:
    odds = [math.exp(value) for value in logarithms]
    plain, possible = conditioned(odds, limit)
    gentle, _ = conditioned([value**0.7 for value in odds], limit)
    mixed = [possible * one + (1 - possible) * other for one, other in zip(plain, gentle, strict=True)]
    assert chances_within(logarithms, limit) == pytest.approx(mixed, abs=1e-9)


@pytest.mark.parametrize(("chance", "counted"), [(0.049, False), (0.051, True)])
def test_a_pawn_that_is_hardly_possible_is_not_counted(chance: float, counted: bool) -> None:
    full = {f"aC{n}": {"a": 20.0} for n in range(1, 5)}
    fifth = math.log(chance / (1 - chance)) + math.log(1.0)
    decision = condition(seen(**full, a5={"a": fifth}), {"a": 4})
    assert (decision.probability["a5"]["a"] < 0.01) == counted
    assert decision.probability["a5"]["a"] == pytest.approx(chance, abs=1e-3) or counted


@pytest.mark.parametrize(("others", "crowded"), [(8, False), (9, True)])
def test_where_twice_as_many_may_stand_as_there_are_the_count_empties_nothing(
    others: int, crowded: bool
) -> None:
    camp = {f"aC{n}": {"a": 30.0} for n in range(1, 5)} | {"aC5": {"a": 0.0}}
    likely = {f"b{n}": {"a": -0.8} for n in range(others)}  # a chance of 0.31 each
    more = {f"c{n}": {"a": 0.0} for n in range(2)}
    decision = condition(seen(**camp, **likely, **more), {"a": 4}, set(camp))
    assert ("aC5" in decision.unsure) == crowded


def test_of_five_pawns_that_are_certain_each_may_be_none() -> None:
    five = seen(**{f"a{n}": {"a": 50.0} for n in range(5)})
    decision = condition(five, {"a": 4})
    assert decision.unsure == set(five.names)
    assert all(row == pytest.approx({"": 0.2, "a": 0.8, "b": 0.0}) for row in decision.probability.values())


some_odds = st.dictionaries(st.sampled_from("ab"), st.floats(-8, 20), min_size=1)


@given(st.lists(some_odds, min_size=5, max_size=12), st.sets(st.integers(0, 11)))
def test_the_order_of_seats_makes_no_difference(odds: list[dict[str, float]], camp: set[int]) -> None:
    guessed = [f"a{n}" for n in camp]
    one = condition(seen(**{f"a{n}": row for n, row in enumerate(odds)}), {"a": 4, "b": 4}, guessed)
    swapped = [{"ba"["ab".index(pawn)]: value for pawn, value in row.items()} for row in odds]
    other = condition(seen(**{f"a{n}": row for n, row in enumerate(swapped)}), {"b": 4, "a": 4}, guessed)
    assert other.log[:, [0, 2, 1]] == pytest.approx(one.log, abs=1e-6)
    assert (other.sure == one.sure).all()
