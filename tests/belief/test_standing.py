"""Which positions an observation may show, whatever was played."""

from collections import Counter
from collections.abc import Callable

import pytest
from looks import at, look
from test_match import CAMPS, game_rules_of, tipping

from calibration.holes import Seat
from toc_pi.belief.game import Belief
from toc_pi.belief.look import Look
from toc_pi.belief.standing import (
    is_refuted,
    likelihood,
    likely_pawns,
    may_hide,
    shows,
    stands,
    with_missing,
    with_returned,
)
from toc_pi.rules.position import Pawns, Position

BOOK = game_rules_of()
HERE = Belief((Position.parse("a3:a"),))
LESS = Belief((Position.parse("a3:a"),), ((Seat("a"), 1),))


def test_a_position_stands_where_every_pawn_is_accounted_for() -> None:
    here = at("a3:a")
    assert stands(BOOK, HERE, look("a3:a", CAMPS), here)
    assert not stands(BOOK, HERE, look("a3:a", CAMPS), at("a4:a"))
    assert not stands(BOOK, HERE, look("a3:a", CAMPS.replace("a", "", 1)), here)
    assert stands(BOOK, LESS, look("a3:a", CAMPS.replace("a", "", 1)), here)
    assert stands(BOOK, HERE, look("a3:a", CAMPS.replace("a", "", 1), aC4={"a": 0.5, "": 0.5}), here)
    assert stands(BOOK, HERE, look("a3:a", CAMPS + "a"), here)  # the ghost of a pawn in the camp
    assert not stands(BOOK, HERE, look("a3:a a5:a", CAMPS + "a"), at("a3:a a5:a"))


def either(p: float) -> Look:
    return look("", CAMPS, a3={"a": 1 - p, "": p}, a8={"a": p, "": 1 - p})


def as_text(about: Callable[[Look], bool]) -> Callable[[float], str]:
    return lambda p: str(about(either(p)))


def test_a_position_is_refuted_where_another_is_ten_times_as_likely() -> None:
    odds = 10**0.5
    tips = tipping(as_text(lambda seen: is_refuted(BOOK, HERE, seen, at("a3:a"))), 0.5, 0.99)
    assert tips == pytest.approx(odds / (1 + odds), abs=1e-3)
    assert not is_refuted(BOOK, HERE, look("a8:a", CAMPS), at("a3:a"))
    assert not is_refuted(BOOK, HERE, either(0.99), at("a8:a"))
    assert shows(BOOK, HERE, either(0.6), at("a3:a"))
    assert not shows(BOOK, HERE, either(0.8), at("a3:a"))
    assert not shows(BOOK, HERE, look("a8:a", CAMPS), at("a3:a"))


def test_a_move_may_be_hidden_where_it_is_a_third_as_likely_as_none() -> None:
    odds = 0.3**0.5
    tips = tipping(as_text(lambda seen: may_hide(BOOK, HERE, seen)), 0.01, 0.9)
    assert tips == pytest.approx(odds / (1 + odds), abs=1e-3)
    assert not may_hide(BOOK, HERE, look("a8:a", CAMPS))


def test_what_stands_there_is_rather_as_recorded() -> None:
    odds = 2**0.5
    tips = tipping(lambda p: str(likely_pawns(BOOK, HERE, either(p))[0]), 0.1, 0.9)
    assert tips == pytest.approx(odds / (1 + odds), abs=1e-3)


def test_what_is_far_less_likely_is_left_out_and_of_the_others_the_first_eight_are_kept() -> None:
    here, there = at("a3:a"), at("a8:a")
    odds = (0.03 * 2) ** 0.5
    tips = tipping(lambda p: str(there in likely_pawns(BOOK, HERE, either(p))), 0.05, 0.4)
    assert tips == pytest.approx(odds / (1 + odds), abs=1e-3)
    assert likely_pawns(BOOK, HERE, either(0.05)) == (here,)
    holes = {f"b{n}": {"b": 0.5, "": 0.5} for n in range(4)}
    many = likely_pawns(BOOK, HERE, look("a3:a", "aaaccccdddd", **holes, bC1={}, bC2={}, bC3={}, bC4={}))
    assert len(many) == 8


def test_a_pawn_that_is_nowhere_makes_a_position_unlikely() -> None:
    short = CAMPS.replace("a", "", 1)
    assert likelihood(BOOK, HERE, look("a3:a", CAMPS), at("a3:a")) == 1.0
    assert likelihood(BOOK, HERE, look("a3:a", short), at("a3:a")) == pytest.approx(0.001)
    assert likelihood(BOOK, LESS, look("a3:a", short), at("a3:a")) == 1.0
    assert likelihood(BOOK, HERE, look("a3:a", CAMPS), at("a3:a a4:a")) == 0.0
    hidden = look("a3:a", short, aC4={"a": 0.7, "": 0.3})
    assert likelihood(BOOK, HERE, hidden, at("a3:a")) == pytest.approx(0.7)
    assert likelihood(BOOK, LESS, hidden, at("a3:a")) == pytest.approx(0.3)


def missing(belief: Belief, seen: Look, pawns: Pawns) -> Counter[Seat]:
    return with_missing(BOOK, belief, seen, pawns).missing


def test_pawns_that_stand_nowhere_are_missing_until_they_are_seen_in_their_camps() -> None:
    here, short = at("a3:a"), CAMPS.replace("a", "", 1)
    assert missing(HERE, look("a3:a", CAMPS), here) == Counter()
    assert missing(HERE, look("a3:a", short), here) == Counter(a=1)
    assert missing(LESS, look("a3:a", short.replace("b", "", 1)), here) == Counter(a=1, b=1)
    assert missing(HERE, look("a3:a", short, aC4={}), here) == Counter()
    assert missing(HERE, look("a3:a", CAMPS + "aa"), at("a3:a a4:a")) == Counter()
    assert with_returned(BOOK, LESS, look("a3:a", CAMPS)).absent == ()
    assert with_returned(BOOK, LESS, look("a3:a", short)) == LESS
    assert with_returned(BOOK, LESS, look("a3:a", short, aC4={})) == LESS
    assert with_returned(BOOK, LESS, look("a3:a a4:a", CAMPS)).absent == ()
