"""Verdicts on cards and moves at a table of four; `sitting` moves the pawns."""

import pytest
from sitting import LEGAL, Sitting, at_position, game_of, played, sit

from calibration.holes import Hole, Seat
from toc_pi.effects import TakenBack, Turn, Verdict
from toc_pi.referee.phases import CARD_S, UNMOVED_S
from toc_pi.rules.position import Position


def test_card_before_move() -> None:
    table = Sitting()
    table.play("a", "K", "a0:a")
    assert table.verdicts() == [(1, *LEGAL)]
    assert table.record == "a0:a*"
    assert table.effects_of(Turn)[-1].seat == "b"


def test_move_before_card() -> None:
    table = Sitting().then("a0:a")
    assert table.verdicts() == []
    table.card("a", "K")
    assert table.verdicts() == [(1, *LEGAL)]


def test_card_while_the_next_hand_is_already_there() -> None:
    table = Sitting()
    table.move("a0:a", seconds=0.4)
    table.reach(0.3)
    table.card("a", "K")
    assert table.verdicts() == [(1, *LEGAL)]


def test_there_is_no_verdict_while_a_hand_is_over_the_board() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), ("c", "K", "a0:a b0:b c0:c"))
    table.card("d", "3")
    table.view("hand")
    mark = len(table.effects)
    table.board[Hole("d5")] = table.board.pop(Hole("c0"))
    table.wait(5.0)
    assert table.effects[mark:] == []


def test_discards_throws_and_passes_are_judged_at_once_even_under_a_hand() -> None:
    table = Sitting(game_of("tock"))
    table.view("hand")
    table.card("a", "6", "discard")
    table.card("b", "7", "discard")
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_a_captured_pawn_on_its_way_to_its_camp_is_no_illegal_move() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), rules="tock")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.play("a", "9", "a9:a b0:b")
    table.play("b", "2", "a9:a b2:b")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.play("a", "J", "b2:a a9:b")
    table.play("b", "2", "b2:a a11:b")
    n = len(table.verdicts())
    table.play("c", "K", "b2:a a11:b c0:c")
    table.play("d", "K", "b2:a a11:b c0:c d0:d")
    table.play("a", "5", "b7:a a11:b c0:c d0:d")
    table.play("b", "10", "b7:a b3:b c0:c d0:d")
    table.play("c", "5", "b7:a b3:b c5:c d0:d")
    table.play("d", "5", "b7:a b3:b c5:c d5:d")
    table.play("a", "3", "b10:a b3:b c5:c d5:d")
    table.card("b", "7")
    assert len(table.verdicts()) == n + 7
    table.move("b10:b c5:c d5:d", away=1, seconds=2.0)
    assert len(table.verdicts()) == n + 7
    table.move("b10:b c5:c d5:d", seconds=0.5)
    assert table.verdicts()[-1][1:] == LEGAL
    assert table.effects_of(Verdict)[-1].captured == ("a",)


def test_a_captured_pawn_that_stays_beside_the_board_is_waited_for_once() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), rules="tock")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.play("a", "9", "a9:a b0:b")
    table.play("b", "9", "a9:a b9:b")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.play("a", "Q", "b3:a b9:b")
    table.play("b", "A", "b3:a b10:b")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.play("a", "7", "b10:a", away=1, seconds=6.0)
    assert table.verdicts()[-1][1:] == LEGAL
    table.play("b", "K", "b10:a b0:b", seconds=0.5)
    assert table.verdicts()[-1][1:] == LEGAL


def test_a_second_move_before_the_first_was_judged() -> None:
    table = Sitting()
    table.card("a", "K")
    table.play("b", "K", "a0:a b0:b")
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]
    assert table.effects_of(Verdict)[0].holes == {"a0": "a"}


def test_three_moves_that_the_camera_missed_are_judged_in_order() -> None:
    table = Sitting()
    table.view("hand")
    for seat in "abc":
        table.wait(2.0)
        table.card(seat, "K")
    table.move("a0:a b0:b c0:c")
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL), (3, *LEGAL)]
    assert table.record == "a0:a* b0:b* c0:c*"


def test_a_wrong_second_move_is_not_attributed_to_the_first_player() -> None:
    table = at_position("a0:a* b0:b*")
    table.card("a", "3")
    table.play("b", "6", "a3:a b5:b")
    assert table.verdicts() == [(1, *LEGAL), (2, False, ("wrong-distance",))]


def test_one_misreading_of_a_camp_doesnt_bring_a_missing_pawn_back() -> None:
    table = sit(("a", "K", "a0:a"))
    table.board.pop(Hole("cC1"))
    table.wait(8.0)
    table.card("b", "K")
    table.reach(0.5)
    table.board[Hole("b0")] = table.board.pop(Hole("bC1"))
    table.clear(0.2)
    table.board[Hole("cC1")] = Seat("c")
    table.wait(0.1)
    table.board.pop(Hole("cC1"))
    table.reach(0.5)
    table.board[Hole("bC1")] = table.board.pop(Hole("b0"))
    table.clear(4.0)
    assert [taken.n for taken in table.effects_of(TakenBack)] == [2]


def test_two_turns_with_many_pawns_in_one_hand_are_judged_by_an_eye_that_looks_seldom() -> None:
    table = at_position("a3:a a11:a b3:b b9:b b14:b c5:c")
    table.card("a", "J")
    table.reach(0.5)
    table.card("b", "7")
    table.lay(dict(Position.parse("a3:c a11:a b5:b b12:b b16:b c5:a").pawns))
    table.view("watching")
    for _ in range(3):
        table.t = round(table.t + 0.6, 3)
        table.show()
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_a_captured_pawn_beside_the_board_is_soon_counted_as_missing() -> None:
    table = played("a3:a b5:a a11:a b13:c", "a", "8", "a3:a a11:a b13:a", seconds=2.0)
    assert table.verdicts() == [(1, *LEGAL)]
    table.board.pop(Hole("cC1"))
    table.wait(1.0)
    table.card("b", "6", "discard")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.play("a", "5", "a9:a a11:a b13:a", away=1)
    assert table.verdicts()[-1] == (5, False, ("wrong-distance",))


def test_one_misreading_of_the_right_hole_makes_no_right_move_of_an_unsure_wrong_one() -> None:
    table = at_position("a3:a b5:b")
    table.card("a", "2")
    table.unsure = {Hole("a8"): {"a": 0.53, "": 0.47}}
    table.move("a8:a b5:b", seconds=2.0)
    table.board[Hole("a5")] = Seat("a")
    table.show()
    del table.board[Hole("a5")]
    table.wait(1.0)
    assert table.verdicts() == []
    table.unsure = {}
    table.wait(1.0)
    assert table.verdicts() == [(1, False, ("wrong-distance",))]


def test_a_turn_is_judged_again_if_without_a_hand_the_board_shows_another_result_of_its_card() -> None:
    table = played("a3:a a11:a b5:b", "a", "6", "a9:a a11:a b5:b")
    table.card("b", "6")
    table.lay({Hole("a3"): Seat("a"), Hole("a17"): Seat("a"), Hole("b5"): Seat("b")})
    table.wait(1.0)
    assert [taken.n for taken in table.effects_of(TakenBack)] == [1]
    assert table.verdicts() == [(1, *LEGAL), (1, *LEGAL)]
    table.move("a3:a a17:a b11:b")
    assert table.verdicts()[2:] == [(2, *LEGAL)]


def test_a_turn_judged_unmoved_is_judged_again_once_its_move_is_made_after_all() -> None:
    table = played("a3:a a11:a c5:c", "a", "J", "a3:a a11:a c5:c", seconds=UNMOVED_S + 1.0)
    assert table.verdicts() == [(1, *LEGAL)]
    table.move("a3:c a11:a c5:a", seconds=CARD_S + 1.0)
    assert [taken.n for taken in table.effects_of(TakenBack)] == [1]
    assert table.verdicts()[1:] == [(1, *LEGAL)]
    assert table.record == "a11:a a3:c c5:a"


@pytest.mark.parametrize(("position", "lost"), [("a5:a a14:a b5:b", False), ("a5:a b5:a", True)])
def test_after_a_bump_a_wrong_move_of_two_pawns_is_flagged_and_a_larger_change_is_lost_sight(
    position: str, lost: bool
) -> None:
    table = at_position("a3:a a11:a b5:b")
    table.card("a", "7")
    table.view("moved")
    table.wait(0.5)
    table.move(position)
    assert (table.state == "lost") == lost
    assert [verdict[:2] for verdict in table.verdicts()] == ([] if lost else [(1, False)])
