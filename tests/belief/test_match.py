"""The best explanation of a board: at which probabilities it changes, and what is never decided."""

from collections.abc import Callable

import pytest
from looks import at, look

from calibration.holes import Seat
from toc_pi.belief.game import Belief, Game, Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look
from toc_pi.belief.match import (
    MAX_ASKED,
    hypotheses,
    is_between,
    is_passed,
    likeliest_first,
    match,
    reasons_of,
)
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table

CAMPS = "aaabbbbccccdddd"  # all pawns but one of seat a


def game_rules_of(rules: str = "quebec") -> GameRules:
    pairs = ((Seat("a"), Seat("c")), (Seat("b"), Seat("d")))
    return GameRules(Game(load_ruleset(rules, ()), Table(4, 16, False, (), pairs), Seat("a")))


def kind(record: str, card: str, seen: Look) -> str:
    """How a board is explained by a card of seat a."""
    belief = Belief((Position.parse(record),))
    return match(game_rules_of(), belief, seen, Play(Seat("a"), Card(card))).kind


def tipping(kinds: Callable[[float], str], low: float, high: float) -> float:
    """The probability at which the kind of explanation changes."""
    first, last = kinds(low), kinds(high)
    assert first != last
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if kinds(middle) == first else (low, middle)
    return low


def either(p: float) -> Look:
    """A pawn in its old hole, or five holes further on with probability p."""
    return look("", CAMPS, a3={"a": 1 - p, "": p}, a8={"a": p, "": 1 - p})


def test_the_weights_of_each_hypothesis_have_names() -> None:
    game_rules, belief, play = game_rules_of(), Belief((Position.parse("a3:a"),)), Play(Seat("a"), Card("5"))
    results = (at("a8:a"),)
    seen = look("", CAMPS, a3={"a": 0.2, "": 0.8}, a8={"a": 0.5, "": 0.3, "b": 0.2})
    found = sorted(map(str, hypotheses(game_rules, belief, seen, play, results)))
    assert found == [
        " -9.54 = waiting 0.00, lifted -6.91, changed -1.20, seen -1.43",
        "a3:a -2.81 = waiting 0.00, seen -2.81",
        "a8:a -0.92 = waiting 0.00, seen -0.92",
    ]


def test_the_best_explanation_needs_nine_tenths_of_all_weights() -> None:
    assert kind("a3:a", "5", either(0.9)) == "legal"
    assert kind("a3:a", "5", either(0.5)) == "doubt"
    assert kind("a3:a", "5", either(0.1)) == "same"
    assert tipping(lambda p: kind("a3:a", "5", either(p)), 0.5, 0.9) == pytest.approx(0.75, abs=1e-3)
    assert tipping(lambda p: kind("a3:a", "5", either(p)), 0.1, 0.5) == pytest.approx(0.25, abs=1e-3)


def test_a_play_within_the_rules_is_far_likelier_than_one_against_them() -> None:
    """A pawn has left its hole; it is five holes further on, or six with probability p."""

    def beside(p: float) -> str:
        return kind("a3:a", "5", look("", CAMPS, a8={"a": 1 - p, "": p}, a9={"a": p, "": 1 - p}))

    # The right one is doubted where the wrong hole looks four times as likely: 2 to 1 in each of two holes.
    assert tipping(beside, 0.5, 0.75) == pytest.approx(2 / 3, abs=1e-3)
    # And the wrong one is judged where it outweighs the right one nine times, at a prior of 1 in 50.
    odds = (9 / 0.02) ** 0.5
    assert tipping(beside, 0.8, 0.99) == pytest.approx(odds / (1 + odds), abs=1e-3)
    assert beside(0.99) == "illegal"


def test_a_captured_pawn_that_is_not_yet_in_its_camp_makes_a_capture_less_likely() -> None:
    camps = CAMPS.replace("c", "", 1)

    def taken(p: float) -> str:
        return kind("a3:a a8:c", "5", look("", camps, a3={"a": 1 - p, "": p}, a8={"a": p, "c": 1 - p}))

    odds = (9 / 0.2) ** 0.5
    assert tipping(taken, 0.6, 0.95) == pytest.approx(odds / (1 + odds), abs=1e-3)
    # Where the captured pawn may still stand there, that is the likelier.
    odds = (1 / (9 * 0.2 * 0.4)) ** 0.5
    assert tipping(taken, 0.3, 0.6) == pytest.approx(odds / (1 + odds), abs=1e-3)
    assert taken(0.3) == "same"


def test_a_pawn_in_a_hand_is_the_least_likely_of_all() -> None:
    def lifted(p: float) -> str:
        return kind("a3:a", "5", look("", CAMPS, a8={"a": p, "": 1 - p}))

    assert lifted(0.0) == "gap"
    assert tipping(lifted, 0.0, 1e-3) == pytest.approx(0.001 / 9, rel=1e-2)
    assert tipping(lifted, 1e-3, 0.1) == pytest.approx(0.01, abs=1e-3)  # as good as ruled out before


def test_a_move_to_an_unsure_hole_is_illegal_only_where_that_is_believed() -> None:
    def moved(p: float) -> str:
        """Another pawn may have gone from the third hole to one that is no hole of the card."""
        return kind(
            "a3:a b3:b",
            "5",
            look("a3:a", CAMPS.replace("b", "", 1), b3={"": p, "c": 1 - p}, b9={"b": p, "c": 1 - p}),
        )

    assert moved(0.76) == "illegal"
    assert tipping(moved, 0.74, 0.76) == pytest.approx(0.75, abs=1e-3)


def test_at_most_four_positions_are_asked_about() -> None:
    holes = {f"a{n}": {"a": 0.5, "": 0.5} for n in (3, 8, 9, 10, 11, 12)}
    belief = Belief((Position.parse("a3:a"),))
    seen = match(game_rules_of(), belief, look("", CAMPS, **holes), Play(Seat("a"), Card("5")))
    assert seen.kind == "doubt"
    assert MAX_ASKED == 4
    assert len(seen.others) == 4
    assert set(seen.others[:2]) == {at("a3:a"), at("a8:a")}


@pytest.mark.parametrize(
    ("hole", "old", "new", "expected"),
    [
        ("a5", "a3", "a8", True),
        ("a3", "a3", "a8", False),
        ("a8", "a3", "a8", False),
        ("a9", "a3", "a8", False),
        ("a2", "a3", "a8", False),
        ("a5", "a8", "a4", True),
        ("a4", "a8", "a4", False),
        ("a8", "a8", "a4", False),
        ("a9", "a8", "a4", False),
        ("a3", "a8", "a4", False),
        ("d15", "d14", "aH1", True),
        ("d13", "d14", "aH1", False),
        ("a5", "aH1", "aH2", False),
        ("aH1", "d15", "aH2", False),
    ],
)
def test_a_hole_is_passed_where_it_lies_between_on_the_shorter_way(
    hole: str, old: str, new: str, expected: bool
) -> None:
    assert is_passed(game_rules_of(), hole, at(f"{old}:a"), at(f"{new}:a")) == expected
    assert not is_passed(game_rules_of(), hole, at(f"{old}:a"), at(f"{new}:b"))


def test_work_on_the_way_shows_what_one_of_two_positions_shows() -> None:
    one, other = at("a3:a b0:b"), at("a8:a b0:b")
    assert is_between(at("a3:a b0:b"), one, other)
    assert is_between(at("b0:b"), one, other)
    assert is_between(at("a3:a a8:a b0:b"), one, other)
    assert not is_between(at("a4:a b0:b"), one, other)
    assert not is_between(at("a3:a"), one, other)


def test_white_faces_tell_which_pawns_are_fresh() -> None:
    fresh, worn = (Position(at("a0:a"), frozenset(holes)) for holes in (["a0"], []))
    both = (worn, fresh)

    def order(chance: float) -> tuple[Position, ...]:
        return likeliest_first(both, look("a0:a", white={"a0": chance}))

    assert order(0.6) == (fresh, worn)
    assert order(0.4) == (worn, fresh)
    assert order(0.94) == (fresh, worn)
    assert order(0.96) == (fresh,)  # twenty times as likely
    assert order(0.04) == (worn,)
    assert likeliest_first(both, look("a0:a")) == both
    assert likeliest_first(both[:1], look("a0:a", white={"a0": 1.0})) == both[:1]
    two = tuple(Position(at("a0:a b0:b"), frozenset(holes)) for holes in (["a0", "b0"], ["a0"], ["b0"], []))
    sure = likeliest_first(two, look("a0:a b0:b", white={"a0": 1.0, "b0": 0.5}))
    assert set(sure) == {two[0], two[1]}
    # Probabilities are limited to one in fifty: two uncertain faces don't rule out what one supports.
    assert likeliest_first(both, look("a0:a", white={"b5": 0.9})) == both


@pytest.mark.parametrize("face", [0.0, 1.0])
def test_faces_that_contradict_every_position_rule_none_out(face: float) -> None:
    either = tuple(Position(at("a0:a b0:b"), frozenset({hole})) for hole in ("a0", "b0"))
    assert set(likeliest_first(either, look("a0:a b0:b", white={"a0": face, "b0": face}))) == set(either)


def test_reasons_are_sought_under_the_two_likeliest_freshnesses() -> None:
    """A pawn passed another one on its start, which is allowed only where that isn't fresh."""
    game_rules, play, after = game_rules_of(), Play(Seat("a"), Card("5")), at("b2:a b0:b")
    fresh, worn = (Position(at("a15:a b0:b"), frozenset(holes)) for holes in (["b0"], []))
    assert reasons_of(game_rules, (fresh,), play, after)[0] == "passed-protected"
    assert reasons_of(game_rules, (fresh, worn), play, after) == ("wrong-pawn",)
    assert reasons_of(game_rules, (fresh, fresh, worn), play, after)[0] == "passed-protected"
