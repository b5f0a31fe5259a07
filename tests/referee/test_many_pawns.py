"""Many pawns moved with one card: illegal if the hand was observed, no verdict after a cover."""

import pytest
from sitting import Sitting, at_position, put

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Game
from toc_pi.effects import Notice
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table

COLOURS = ((Seat("a"), Seat("c")), (Seat("b"), Seat("d")))
BEFORE = "a2:c b3:a c2:a c14:c d5:b d10:c"
FIVE = "a5:c b4:a c7:a c17:c d5:b d12:c"  # 3 + 1 + 5 + 3 + 2 holes


def two_colours_each() -> Sitting:
    """Two players with two colours each, one of them with five pawns out."""
    return put(Sitting(Game(load_ruleset("tock"), Table(4, 16, False, COLOURS, COLOURS), Seat("a"))), BEFORE)


def test_five_pawns_of_one_player_are_a_wrong_move() -> None:
    table = two_colours_each()
    table.card("a", "7")
    table.unsure = {Hole("c7"): {"a": 0.53, "": 0.47}}
    table.move(FIVE, seconds=2.0)
    assert table.verdicts() == []
    table.unsure = {}
    table.wait(3.0)
    assert table.verdicts() == [(1, False, ("split-total",))]
    assert not table.effects_of(Notice)
    table.move(BEFORE, seconds=1.0)
    assert table.state == "at-rest"


def test_five_pawns_after_a_cover_are_no_illegal_move() -> None:
    table = two_colours_each()
    table.card("a", "7")
    table.view("blind")
    table.wait(1.0)
    table.move(FIVE, seconds=8.0)
    assert table.verdicts() == []
    assert table.state == "lost"


OWN, TWO_SEVENS = "a2:a a9:a b1:a b11:a a15:d b4:d", "a8:a a15:a b5:a b13:a"  # took one and passed the other


@pytest.mark.parametrize("doubted", [False, True])
@pytest.mark.parametrize("late_s", [0.0, 0.3, 0.7])
def test_his_pawns_and_what_they_met_are_a_wrong_move_though_two_rules_are_broken(
    late_s: float, doubted: bool
) -> None:
    table = at_position(OWN, rules="toc")
    if doubted:
        table.unsure = {Hole("b5"): {"a": 0.64, "": 0.36}}
    if late_s:
        table.move(TWO_SEVENS, seconds=late_s)
        table.card("a", "7")
    else:
        table.play("a", "7", TWO_SEVENS, seconds=2.0)
    table.wait(2.0)
    table.unsure = {}
    table.wait(1.0)
    assert table.verdicts() == [(1, False, ("wrong-pawn", "split-total"))]
    assert not table.effects_of(Notice)


PARTNERS = (
    "a3:a b1:a bH4:b c14:a c2:c cH4:c dH4:d e0:e* e1:g f0:a f14:h f7:e f8:e g5:c g8:g gH4:g h0:h* h7:c",
    "a3:a b1:a bH4:b c15:a c2:c cH4:c dH4:d e1:e f10:e f14:h f3:a f7:e g5:c g8:g gH4:g h0:h h7:c",
)
"""A seven split between two partners, and a capture: 1 + 3 + 1 + 2 holes."""


def partners_of_eight() -> Sitting:
    """Eight players, of whom those opposite are partners."""
    seats = [Seat(name) for name in "abcdefgh"]
    teams = tuple((seats[n], seats[n + 4]) for n in range(4))
    game = Game(load_ruleset("tac-tik"), Table(8, 16, True, (), teams), Seat("a"))
    return put(Sitting(game), PARTNERS[0])


def test_a_shared_seven_played_with_a_ten_is_a_wrong_move_that_nothing_simple_explains() -> None:
    table = partners_of_eight()
    table.play("a", "10", PARTNERS[1], seconds=3.0)
    assert [said[1:] for said in table.verdicts()] == [(False, ("unexplained",))]
    table.move(PARTNERS[1].replace("f10:e", "f11:e"), seconds=4.0)  # on its way back
    assert len(table.verdicts()) == 1


def test_pawns_of_others_among_them_make_no_illegal_move() -> None:
    table = partners_of_eight()
    table.play("a", "10", PARTNERS[1].replace("h7:c", "h9:c"), seconds=9.0)
    assert table.verdicts() == []
    assert table.state == "lost"
