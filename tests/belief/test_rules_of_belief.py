"""The rules as the referee uses them: undeclared cards, one pawn that must move, stuck pawns."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looks import at
from test_match import game_rules_of

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.match import ruling_of
from toc_pi.rules.position import Card, Position

STUCK = Position.parse("bH2:a a3:a")
"""A pawn that players let stand in somebody else's home."""


@pytest.fixture
def game_rules() -> GameRules:
    return game_rules_of("tock")


def play(card: str | None, pawn: str | None = None, seat: str = "a") -> Play:
    return Play(Seat(seat), Card(card) if card else None, Hole(pawn) if pawn else None)


def test_a_pawn_that_is_stuck_can_neither_leave_nor_be_taken(game_rules: GameRules) -> None:
    assert game_rules.ruling(STUCK, play("5"), at("a8:a bH2:a")).legal
    left = game_rules.ruling(STUCK, play("5"), at("a3:a bH3:a"))
    assert (left.legal, left.reasons, left.card) == (False, ("home-left",), "5")
    taken = game_rules.ruling(STUCK, play("5"), at("a3:a bH2:b"))
    assert (taken.legal, taken.reasons) == (False, ("took-protected",))
    wrong = game_rules.ruling(STUCK, play("5"), at("a9:a bH2:a"))
    assert not wrong.legal
    assert wrong.reasons[0] == "wrong-distance"


@pytest.mark.parametrize("after", ["a3:a bH3:a", "a3:a bH2:b", "a9:a b9:b bH2:a", "a3:a"])
def test_a_ruling_on_an_undeclared_card_names_the_nearest_one(game_rules: GameRules, after: str) -> None:
    ruling = game_rules.ruling(STUCK, play(None), at(after))
    assert not ruling.legal
    assert ruling.card in game_rules.ranks


def test_an_undeclared_card_that_moved_another_pawn_than_it_must_is_named(game_rules: GameRules) -> None:
    before = Position.parse("a3:a a7:a")
    ruling = ruling_of(game_rules, (before,), play(None, pawn="a3"), at("a3:a a12:a"))
    assert ruling.reasons == ("wrong-pawn",)
    assert ruling.card == "5"


def test_what_the_rules_allow_only_without_a_stuck_pawn_jumps_it(game_rules: GameRules) -> None:
    before = Position.parse("bH2:a bH1:b")
    jumped = game_rules.ruling(before, play("2", seat="b"), at("bH2:a bH3:b"))
    assert (jumped.legal, jumped.reasons, jumped.card) == (False, ("home-jumped",), "2")


def test_an_example_of_what_must_be_played_is_named_only_where_the_rules_know_all(
    game_rules: GameRules,
) -> None:
    free = Position.parse("a3:a b5:b")
    named = game_rules.ruling(free, play("5"), free.pawns)
    assert named.reasons == ("must-play",)
    assert "must-play" in named.particulars
    bound = game_rules.ruling(free, play("5", "a3"), free.pawns)
    assert "must-play" not in bound.particulars
    stuck = game_rules.ruling(STUCK, play("5"), STUCK.pawns)
    assert stuck.reasons == ("must-play",)
    assert "must-play" not in stuck.particulars


@pytest.mark.parametrize(
    ("before", "after", "card", "reasons"),
    [
        ("d17:a", "aH3:a", "4", ("home-backward",)),  # not an ace, which goes 1
        ("a3:a", "a17:a", "K", ("wrong-distance",)),  # 14 holes
        ("a10:a", "a7:a", "3", ("wrong-direction",)),
        ("a14:a b0:b*", "b2:a b0:b", "6", ("passed-protected",)),
        ("a3:a b9:b", "a3:a b13:b", "4", ("wrong-pawn", "wrong-direction")),
    ],
)
def test_a_card_that_nobody_declared_is_that_of_the_nearest_explanation(
    before: str, after: str, card: str, reasons: tuple[str, ...]
) -> None:
    ruling = game_rules_of("quebec").ruling(Position.parse(before), play(None), at(after))
    assert (ruling.card, ruling.reasons) == (card, reasons)


def test_a_card_that_nobody_declared_is_the_one_that_is_broken_least(game_rules: GameRules) -> None:
    before = Position.parse("a3:a b5:b")
    legal = game_rules.ruling(before, play(None), at("a8:a b5:b"))
    assert (legal.legal, legal.card) == (True, "5")
    wrong = game_rules.ruling(before, play(None), at("a3:a b9:b"))
    each = [game_rules.ruling(before, play(card), at("a3:a b9:b")) for card in game_rules.ranks]
    assert not wrong.legal
    assert len(wrong.reasons) == min(len(one.reasons) for one in each)
    assert ("unexplained" in wrong.reasons) == all("unexplained" in one.reasons for one in each)


def test_results_are_counted_up_to_a_limit(game_rules: GameRules) -> None:
    record = (Position.parse("a3:a a10:a b5:b"),)
    assert game_rules.count(record, play("6"), 100) == 2
    assert game_rules.count(record, play("6"), 2) == 2
    assert game_rules.count(record, play("6"), 1) == 1
    assert game_rules.count(record * 2, play("6"), 100) == 2
    assert game_rules.count(record, play("6", "a3"), 100) == 1


def test_the_seats_whose_pawns_a_card_moves(game_rules: GameRules) -> None:
    record = (Position.parse("a3:a b5:b"),)
    assert game_rules.movable_seats(record, play("6")) == {"a"}
    assert game_rules.movable_seats(record, play("6", "a3")) == {"a"}
    assert game_rules.movable_seats(record, play("J")) == {"a", "b"}
    assert game_rules.movable_seats(record, play(None)) == {"a", "b"}


HOLES = ("a3", "a7", "b5", "b9", "c0", "c4", "aH1", "bH4")


@settings(max_examples=40)
@given(holes=st.lists(st.sampled_from(HOLES), min_size=3, max_size=3, unique=True))
def test_a_rank_whose_breach_can_be_explained_comes_before_one_that_explains_nothing(
    holes: list[str],
) -> None:
    rules, before = game_rules_of("tock"), Position.parse("a3:a b5:b c0:c*")
    after = at(" ".join(f"{hole}:{seat}" for hole, seat in zip(holes, "abc", strict=True)))
    each = [rules.ruling(before, play(card), after) for card in rules.ranks]
    best = rules.ruling(before, play(None), after)
    assert best.legal == any(one.legal for one in each)
    assert ("unexplained" in best.reasons) == all("unexplained" in one.reasons for one in each)
