"""Unsure holes: pawns are counted, probabilities are tracked, and invisible moves are inferred in time."""

import pytest
from sitting import LEGAL, Sitting, at_position, played, sit

from calibration.holes import Hole, Seat
from toc_pi.effects import Question, TakenBack
from toc_pi.referee.phases import SURELY_S


def jack() -> Sitting:
    """Seat a has two pawns on the track and is to play."""
    return at_position("a3:a a11:a", rules="toc", teams=False)


def test_a_swap_of_two_own_pawns_is_concluded_once_the_hand_has_gone_for_a_while() -> None:
    table = jack()
    table.card("a", "J")
    table.wait(6.0)
    assert table.verdicts() == []  # they think
    table.move("a3:a a11:a", seconds=4.0)
    assert table.verdicts() == [(1, *LEGAL)]
    assert table.record == "a11:a a3:a"


def test_a_swap_that_nothing_shows_is_concluded_by_the_next_card() -> None:
    table = jack()
    table.card("a", "J")
    table.wait(2.0)
    table.card("b", "9", "discard")
    table.wait(1.0)
    assert [said[:2] for said in table.verdicts()] == [(1, True), (2, True)]


def test_unsure_holes_elsewhere_dont_hold_up_such_a_swap() -> None:
    table = jack()
    table.unsure = {Hole("bH2"): {"": 0.68, "c": 0.32}, Hole("dC3"): {"": 0.4, "d": 0.6}}
    table.play("a", "J", "a3:a a11:a", seconds=4.0)
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_pawn_that_left_its_camp_stands_somewhere() -> None:
    table = sit(("a", "K", "a0:a"))
    table.unsure = {Hole("b0"): {"": 0.66, "b": 0.34}, Hole("aC2"): {"": 0.4, "a": 0.6}}
    table.play("b", "K", "a0:a b0:b", seconds=0.6)
    assert table.verdicts()[1:] == [(2, *LEGAL)]
    table.play("c", "K", "a0:a b0:b c0:c", seconds=0.6)
    assert table.verdicts()[2:] == [(3, *LEGAL)]


def test_odds_that_improve_are_heard_although_the_holes_are_the_same() -> None:
    table = sit(("a", "K", "a0:a"))
    table.unsure = {Hole("b0"): {"": 0.9, "b": 0.1}, Hole("bC4"): {"": 0.2, "b": 0.8}}
    table.play("b", "K", "a0:a b0:b", seconds=1.0)
    assert table.verdicts()[1:] == []
    for chance in (0.2, 0.35, 0.5, 0.65, 0.8, 0.88):
        table.unsure = {
            Hole("b0"): {"": 1 - chance, "b": chance},
            Hole("bC4"): {"": 0.2 + chance / 2, "b": 0.8 - chance / 2},
        }
        table.wait(0.2)
    assert table.verdicts()[1:] == [(2, *LEGAL)]


def test_a_misread_landing_beside_an_unsure_hole_is_no_verdict() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), rules="toc", teams=False)
    table.card("c", "2", "discard")
    table.card("d", "2", "discard")
    table.card("a", "7")
    table.reach(0.5)
    board = dict(table.board)
    table.unsure = {Hole("a7"): {"a": 0.42, "": 0.58}}
    table.board = {hole: seat for hole, seat in board.items() if hole != "a0"} | {
        Hole("a6"): board[Hole("a0")]
    }
    table.view("watching")
    table.t += 0.1
    table.show()
    del table.board[Hole("a6")]
    table.board[Hole("a7")] = board[Hole("a0")]
    table.wait(1.0)
    assert table.verdicts()[-1] == (5, *LEGAL)
    assert table.record == "a7:a b0:b*"
    assert not table.effects_of(TakenBack)


def test_another_result_of_the_card_replaces_the_one_that_was_misread() -> None:
    table = jack()
    table.card("a", "6")
    table.reach(0.5)
    was = dict(table.board)
    table.board[Hole("a9")] = table.board.pop(Hole("a3"))
    table.view("watching")
    table.t += 0.1
    table.show()
    assert table.verdicts() == [(1, *LEGAL)]
    table.board = was
    table.board[Hole("a17")] = table.board.pop(Hole("a11"))
    table.wait(1.0)
    assert table.verdicts() == [(1, *LEGAL), (1, *LEGAL)]
    assert table.record == "a17:a a3:a"


def test_a_turn_that_was_taken_back_isnt_judged_again_while_its_pawn_may_still_stand_there() -> None:
    table = sit(("a", "K", "a0:a"))
    table.unsure = {Hole("b0"): {"": 0.14, "b": 0.86}}
    table.play("b", "K", "a0:a b0:b")
    assert table.verdicts()[1:] == [(2, *LEGAL)]
    table.tap("b", "undo")
    table.wait(4.0)
    assert len(table.verdicts()) == 2
    table.unsure = {}
    table.move("a0:a")
    table.move("a0:a b0:b")
    assert table.verdicts()[2:] == [(2, *LEGAL)]


def test_a_pawn_put_back_beside_the_board_is_put_back() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.tap("b", "undo")
    table.move("a0:a", away=1)
    table.move("a0:a b0:b")
    table.card("b", "K")
    table.wait(1.0)
    assert table.verdicts()[2:] == [(2, *LEGAL)]


def test_a_wrong_move_to_an_unsure_hole_is_flagged_when_the_pawn_can_be_nowhere_else() -> None:
    for chance, flagged in ((0.63, True), (0.3, False)):
        table = jack()
        table.unsure = {Hole("a16"): {"": 1 - chance, "a": chance}, Hole("bC2"): {"": 0.5, "b": 0.5}}
        table.play("a", "8", "a3:a a16:a", seconds=0.9)
        assert table.verdicts() == ([(1, False, ("wrong-distance",))] if flagged else [])


def test_a_look_that_confirms_what_was_likely_doesnt_begin_the_wait_again() -> None:
    table = jack()
    table.card("a", "8")
    table.unsure = {Hole("a16"): {"": 0.1, "a": 0.9}}
    table.move("a3:a a16:a", seconds=0.3)
    assert table.verdicts() == []
    table.unsure = {}
    table.wait(0.2)
    assert table.verdicts() == [(1, False, ("wrong-distance",))]


def test_a_fallen_pawn_isnt_back_in_a_camp_hole_that_shows_no_pawn_of_its_seat() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.unsure = {Hole("bC4"): {"": 0.4, "a": 0.6}}
    table.move("a0:a", away=1, seconds=5.0)
    assert not table.effects_of(TakenBack)
    table.unsure = {}
    table.move("a0:a b0:b")
    assert len(table.verdicts()) == 2


def test_a_pawn_put_back_between_two_unsure_holes_is_noticed() -> None:
    table = jack()
    table.play("a", "A", "a3:a a12:a")
    assert table.verdicts() == [(1, *LEGAL)]
    table.unsure = {Hole("a11"): {"a": 0.65, "": 0.35}, Hole("a12"): {"": 0.68, "c": 0.32}}
    table.move("a3:a a11:a", seconds=4.0)
    assert [back.seat for back in table.effects_of(TakenBack)] == ["a"]
    assert table.record == "a11:a a3:a"


def test_a_pawn_that_may_be_in_either_of_two_unsure_holes_is_asked_about() -> None:
    table = jack()
    table.unsure = {Hole("a17"): {"": 0.52, "a": 0.48}, Hole("b4"): {"": 0.4, "a": 0.6}}
    table.play("a", "8", "a3:a a17:a", seconds=6.0)
    assert table.verdicts() == []
    table.answer("a:a11>a17")
    assert table.verdicts() == [(1, False, ("wrong-distance",))]


def test_a_missing_pawn_that_may_have_come_out_after_a_flag_is_asked_about() -> None:
    table = at_position("a3:a b5:b")
    table.board = {hole: seat for hole, seat in table.board.items() if hole != "bC1"}
    table.wait(8.0)
    table.card("a", "4", "discard")
    table.play("b", "K", "a3:a b7:b", away=1)
    assert [said[:2] for said in table.verdicts()[1:]] == [(2, False)]
    table.unsure = {Hole("b0"): {"": 0.55, "b": 0.45}}
    table.move("a3:a b0:b b5:b", seconds=6.0)
    assert len(table.effects_of(Question)) == 1


def test_ones_own_pawn_isnt_taken_while_the_one_that_moved_may_stand_elsewhere() -> None:
    table = at_position("a0:a a8:a b5:b", rules="saut", teams=False)
    table.unsure = {Hole("d16"): {"a": 0.72, "": 0.28}}
    table.play("a", "8", "a8:a b5:b", away=1, seconds=4.6)
    assert table.verdicts() == []
    table.wait(1.0)
    assert len(table.effects_of(Question)) == 1


def test_an_unsure_camp_hole_misread_once_makes_no_wrong_move_of_an_unsure_hole() -> None:
    table = sit(("a", "K", "a0:a"))
    table.unsure = {Hole("b5"): {"": 0.45, "c": 0.55}, Hole("cC1"): {"c": 0.5, "": 0.5}}
    table.move("a0:a", seconds=2.0)
    table.unsure[Hole("cC1")] = {"": 0.5, "a": 0.5}
    table.card("b", "K")
    table.wait(0.1)
    table.unsure[Hole("cC1")] = {"c": 0.5, "": 0.5}
    table.wait(2.0)
    assert len(table.verdicts()) == 1


def test_a_pawn_missing_when_a_question_was_answered_isnt_asked_about_again() -> None:
    table = jack()
    table.unsure = {Hole("c15"): {"": 0.84, "d": 0.16}}
    table.card("a", "8")
    table.reach(0.5)
    table.board[Hole("b1")] = table.board.pop(Hole("a11"))
    del table.board[Hole("dC1")]  # swept off the board by the hand
    table.clear(6.0)
    table.answer("legal")
    assert table.verdicts() == [(1, *LEGAL)]
    assert dict(table.referee.state.belief.absent) == {"d": 1}
    table.wait(7.0)
    assert table.record == "a3:a b1:a"


def test_a_pawn_misread_twice_with_a_right_look_between_makes_no_wrong_move() -> None:
    table = sit(("a", "K", "a0:a"))
    table.reach(0.5)
    table.board[Hole("b0")] = table.board.pop(Hole("bC1"))
    right = dict(table.board)
    table.unsure = {Hole("cC1"): {"c": 0.7, "": 0.3}}
    table.view("watching")
    for misread in (True, False, True):
        table.t = round(table.t + 0.2, 3)
        table.board = right | ({Hole("c12"): Seat("c")} if misread else {})
        table.show()
    table.card("b", "K")
    table.board = right
    table.wait(1.0)
    assert table.verdicts()[1:] == [(2, *LEGAL)]


def test_a_captured_pawn_beside_the_board_is_not_waited_for_longer_because_other_holes_become_unsure() -> (
    None
):
    table = played("a3:a b5:a a11:a b13:c", "a", "8", "a3:a a11:a b13:a", away=1, seconds=1.5)
    for hole in ("d3", "b4", "cH3"):
        table.unsure = {Hole(hole): {"": 0.7, "d": 0.3}}
        table.wait(1.2)
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_wrong_move_between_two_unsure_holes_is_asked_about() -> None:
    table = jack()
    table.unsure = {Hole("a11"): {"": 0.8, "a": 0.2}, Hole("b2"): {"a": 0.65, "": 0.35}}
    table.play("a", "8", "a3:a b2:a", seconds=6.0)
    table.answer("a:a11>b2")
    assert table.verdicts() == [(1, False, ("wrong-distance",))]


def test_a_misreading_between_doesnt_make_it_wait_longer_either() -> None:
    table = played("a3:a b5:a a11:a b13:c", "a", "8", "a3:a a11:a b13:a", away=1, seconds=1.5)
    for hole in ("d3", "b4", "cH3"):
        table.unsure = {Hole(hole): {"": 0.7, "d": 0.3}}
        table.board[Hole("d9")] = Seat("c")
        table.wait(0.1)
        del table.board[Hole("d9")]
        table.wait(1.1)
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_hole_and_a_camp_that_may_both_hold_the_pawn_are_asked_about() -> None:
    table = at_position("a5:a c3:c", rules="tock", teams=False)
    table.card("a", "Q")
    table.unsure = {Hole("a5"): {"": 0.43, "a": 0.57}, Hole("aC3"): {"a": 0.61, "": 0.39}}
    table.move("b0:a c3:c", seconds=5.5)  # a hole too far, and no pawn came out
    assert table.verdicts() == []
    table.answer("a:a5>b0")
    assert table.verdicts() == [(1, False, ("wrong-distance",))]


def test_a_pawn_that_surely_left_its_camp_isnt_asked_about() -> None:
    table = at_position("a5:a c3:c", rules="tock", teams=False)
    table.card("a", "Q")
    table.unsure = {Hole("a5"): {"": 0.43, "a": 0.57}}
    table.move("a5:a b0:a c3:c", seconds=1.0)
    assert [said[:2] for said in table.verdicts()] == [(1, False)]
    assert table.verdicts()[0][2][0] == "cannot-come-out"


@pytest.mark.parametrize(
    ("rather", "once"),
    [
        ({"": 0.8, "a": 0.2}, {"": 0.2, "a": 0.8}),  # the odds are reversed
        ({"": 0.55, "a": 0.45}, {"": 0.35, "a": 0.65}),
        ({"": 1.0}, {"": 0.2, "a": 0.8}),  # a surely empty hole becomes unsure
        ({"": 1.0}, {"": 0.38, "a": 0.62}),
        ({"": 0.45, "a": 0.55}, {"a": 1.0}),  # an unsure hole becomes sure
    ],
)
def test_one_look_at_an_unsure_hole_is_no_wrong_move(
    rather: dict[str, float], once: dict[str, float]
) -> None:
    def look(chances: dict[str, float], seconds: float) -> None:
        surely = max(chances.values()) == 1.0
        table.unsure = {} if surely else {Hole("a16"): chances}
        table.board.pop(Hole("a16"), None)
        if chances.get("a") == 1.0:
            table.board[Hole("a16")] = Seat("a")
        table.wait(seconds)

    table = at_position("a5:a c3:c")
    table.play("a", "8", "c3:c", away=1, seconds=0.1)  # in a hand, or it has fallen
    look(rather, 2.0)
    look(once, 0.1)
    look(rather, 0.5)
    assert table.verdicts() == []
    table.unsure = {}
    table.move("a13:a c3:c")
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_captured_pawn_that_may_stand_where_the_other_came_from_is_asked_about() -> None:
    table = at_position("a3:a a5:b d9:d")
    table.card("a", "2")
    table.unsure = {Hole("a3"): {"b": 0.56, "": 0.44}}
    table.move("a3:b a5:a d9:d", seconds=5.5)  # swapped; taking it would have been right
    assert table.verdicts() == []
    table.answer("a:a3>a5 b:a5>a3")
    assert table.verdicts() == [(1, False, ("no-swap",))]


def test_an_unsure_landing_is_judged_when_a_second_moment_shows_it_too() -> None:
    table = at_position("a3:a c3:c")
    table.card("a", "8")
    table.unsure = {Hole("a11"): {"": 0.4, "a": 0.6}, Hole("b4"): {"": 0.9, "a": 0.1}}
    table.move("a11:a c3:c", seconds=0.1)
    assert table.verdicts() == []
    table.move("a11:a c3:c", seconds=0.1)
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_swap_put_down_beside_an_unsure_hole_that_shows_nothing_of_it_is_asked_about() -> None:
    table = at_position("a1:a b12:b c3:c")
    table.card("a", "J")
    table.unsure = {Hole("b12"): {"": 0.42, "d": 0.58}, Hole("b13"): {"a": 0.5, "": 0.5}}
    table.move("a1:b b13:a c3:c", seconds=5.5)
    assert table.verdicts() == []
    assert len(table.effects_of(Question)) == 1


def test_a_swap_that_nobody_sees_counts_later_while_an_unsure_hole_may_hide_a_move() -> None:
    table = at_position("a3:a a11:a b5:b")
    table.card("a", "J")
    table.unsure = {Hole("a11"): {"a": 0.5, "": 0.5}, Hole("a13"): {"": 0.5, "a": 0.5}}
    table.move("a3:a a11:a b5:b", seconds=SURELY_S - 0.5)
    assert table.verdicts() == []
    table.wait(1.0)
    assert table.verdicts() == [(1, *LEGAL)]
    assert not table.effects_of(Question)
