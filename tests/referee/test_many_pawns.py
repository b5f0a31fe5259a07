"""Five pawns moved with one card: a wrong move by a hand that was followed, nobody's fault after a cover."""

from dataclasses import replace

from sitting import Sitting

from calibration.holes import Hole, Seat
from toc_pi.referee.effects import Notice
from toc_pi.referee.game import Game
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table

COLOURS = ((Seat("a"), Seat("c")), (Seat("b"), Seat("d")))
BEFORE = "a2:c b3:a c2:a c14:c d5:b d10:c"
FIVE = "a5:c b4:a c7:a c17:c d5:b d12:c"  # 3 + 1 + 5 + 3 + 2 holes


def two_colours_each() -> Sitting:
    """Two players with two colours each, one of them with five pawns out."""
    table = Sitting(Game(load_ruleset("tock"), Table(4, 16, False, COLOURS, COLOURS), Seat("a")))
    position, state = Position.parse(BEFORE), table.referee.state
    table.referee.state = replace(state, record=(position,), course=replace(state.course, position=position))
    table.lay(dict(position.pawns))
    table.wait(0.5)
    return table


def test_five_pawns_of_one_player_are_a_wrong_move() -> None:
    table = two_colours_each()
    table.card("a", "7")
    table.unsure = {Hole("c7"): {"a": 0.53, "": 0.47}}
    table.move(FIVE, seconds=2.0)
    assert table.verdicts() == []
    table.unsure = {}
    table.wait(3.0)
    assert table.verdicts() == [(1, False, ("split-total",))]
    assert not table.said(Notice)
    table.move(BEFORE, seconds=1.0)
    assert table.state == "declared"


def test_five_pawns_after_a_cover_are_nobodys_fault() -> None:
    table = two_colours_each()
    table.card("a", "7")
    table.view("blind")
    table.wait(1.0)
    table.move(FIVE, seconds=8.0)
    assert table.verdicts() == []
    assert table.state == "lost"
