"""Pawns on no hole: beside the board, fallen over, captured and not yet in their camps."""

import pytest
from sitting import LEGAL, Sitting, at_position, played, sit

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Belief
from toc_pi.belief.look import BELIEVED, NOT_RULED_OUT
from toc_pi.effects import Notice, Offer, Question, Repair, TakenBack, Verdict

FAR_AWAY = {Hole("d9"): {"": 0.45, "d": 0.55}, Hole("d11"): {"": 0.7, "b": 0.3}}


def nine_played() -> Sitting:
    """After a pawn came out on either side and one of them has gone 9."""
    return played("a0:a* b0:b*", "a", "9", "a9:a b0:b")


def lacking(*camps: str) -> Sitting:
    """A game in which pawns have been missing from their camps for a while."""
    table = at_position("a3:a d3:d")
    table.board = {hole: seat for hole, seat in table.board.items() if hole not in camps}
    table.wait(8.0)
    return table


def test_a_fallen_pawn_isnt_back_on_its_last_hole_because_nobody_sees_it_well() -> None:
    table = nine_played()
    table.unsure = {Hole("a0"): {"": 0.73, "a": 0.27}}
    table.move("b0:b", away=1, seconds=5.0)
    assert not table.effects_of(TakenBack)
    table.unsure = {}
    table.move("a9:a b0:b")
    assert len(table.verdicts()) == 1


def test_a_pawn_put_back_is_seen_though_its_other_hole_is_unsure() -> None:
    table = nine_played()
    table.unsure = {Hole("a9"): {"": 0.49, "a": 0.51}, Hole("b13"): {"": 0.45, "a": 0.55}}
    table.move("a0:a b0:b", seconds=3.0)
    assert [back.n for back in table.effects_of(TakenBack)] == [1]


def test_a_pawn_put_back_is_seen_on_a_hole_that_is_probably_empty() -> None:
    table = nine_played()
    table.unsure = {Hole("a0"): {"": 0.55, "a": 0.45}}
    table.move("a0:a b0:b", seconds=3.0)
    assert [back.n for back in table.effects_of(TakenBack)] == [1]


def test_a_captured_pawn_beside_the_board_is_waited_for_once_though_other_camps_are_unsure() -> None:
    table = at_position("a3:a b5:a a11:a b13:c")
    table.unsure = {Hole("c5"): {"": 0.47, "b": 0.53}}
    table.play("a", "8", "a3:a a11:a b13:a", away=1, seconds=2.5)
    table.unsure = FAR_AWAY | {Hole("dC2"): {"d": 0.77, "": 0.23}}
    table.wait(2.0)
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_captured_pawn_beside_the_board_is_waited_for_once_though_looks_are_misread() -> None:
    table = at_position("a3:a b5:a a11:a b13:c").then("a3:a b5:a a11:a b13:c", "a3:a b5:a a11:a b13:c")
    table.play("a", "8", "a3:a a11:a b13:a", away=1, seconds=1.5)
    for hole in ("d9", "c2", "b4"):
        for misread in (True, True, False):
            table.board |= {Hole(hole): Seat("d")} if misread else {}
            table.wait(0.2)
            table.board.pop(Hole(hole), None)
    table.wait(1.2)
    assert table.verdicts() == [(1, *LEGAL)]


def test_another_seats_missing_pawn_isnt_found_on_an_unsure_hole_and_counted_against_the_player() -> None:
    table = lacking("dC1")
    assert dict(table.referee.state.belief.absent) == {"d": 1}
    table.board[Hole("dC1")] = Seat("d")  # seen in its camp for a moment
    table.wait(0.5)
    del table.board[Hole("dC1")]
    table.unsure = {Hole("a10"): {"": 0.43, "d": 0.57}}
    table.card("a", "2")
    table.wait(1.0)
    assert table.verdicts() == []


def test_a_missing_pawn_hasnt_come_out_because_its_start_hole_is_misread_once() -> None:
    table = lacking("aC1")
    table.card("a", "K")
    for out in (True, False):
        table.board[Hole("a0")] = Seat("a")
        if not out:
            del table.board[Hole("a0")]
        table.wait(0.1)
    assert table.verdicts() == []
    table.board[Hole("a0")] = Seat("a")
    table.wait(0.6)
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_missing_pawn_hasnt_come_out_because_it_is_misread_as_the_hand_comes() -> None:
    table = lacking("aC1")
    table.card("a", "K")
    table.wait(0.5)
    table.board[Hole("a0")] = Seat("a")
    table.wait(0.1)
    table.reach(0.5)
    assert table.verdicts() == []


def test_a_missing_pawn_isnt_forgotten_because_of_one_misreading() -> None:
    table = lacking("bC1", "dC1")
    assert dict(table.referee.state.belief.absent) == {"b": 1, "d": 1}
    table.card("a", "2")
    table.reach(0.5)
    table.board[Hole("a5")] = table.board.pop(Hole("a3"))
    table.view("watching")
    table.board[Hole("dC1")] = Seat("d")
    table.wait(0.1)
    assert table.verdicts() == [(1, *LEGAL)]
    del table.board[Hole("dC1")]
    table.wait(1.0)
    table.reach(0.5)
    table.board[Hole("a3")] = table.board.pop(Hole("a5"))
    table.clear(7.0)
    assert len(table.effects_of(TakenBack)) == 1
    assert not table.effects_of(Notice)


def test_a_pawn_captured_a_moment_ago_isnt_found_on_an_unsure_hole() -> None:
    table = at_position("a3:a a13:b d3:d")
    table.card("a", "10")
    table.reach(0.5)
    table.lay({Hole("a13"): Seat("a"), Hole("d3"): Seat("d")})
    table.clear(0.1)
    assert table.verdicts() == [(1, *LEGAL)]
    del table.board[Hole("bC4")]  # misread: the captured pawn lies beside the board
    table.unsure = {Hole("aH1"): {"": 0.45, "b": 0.55}}
    table.wait(0.5)
    table.card("b", "3")
    table.wait(1.0)
    assert len(table.verdicts()) == 1


def test_no_wrong_move_is_found_in_a_pawn_taken_off_and_an_unsure_hole() -> None:
    table = at_position("a3:a d0:d")
    table.unsure = {Hole("c1"): {"": 0.46, "d": 0.54}}
    table.play("a", "Q", "a3:a", away=1, seconds=2.0)
    assert table.verdicts() == []
    table.lay({Hole("a3"): Seat("a")})
    table.wait(1.0)
    assert [dict(verdict.holes) for verdict in table.effects_of(Verdict)] == [{"a3": "a"}]


def test_a_pawn_lifted_beside_an_unsure_camp_isnt_captured() -> None:
    table = at_position("a3:a a14:a b5:b", rules="tock-variant")
    table.unsure = {Hole("aC3"): {"": 0.54, "a": 0.46}}
    table.play("a", "J", "a14:a b5:b", away=1, seconds=0.2)
    assert table.verdicts() == []
    table.move("a14:a a3:b b5:a")
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_pawn_in_an_unsure_camp_hole_isnt_counted_as_missing() -> None:
    table = at_position("a3:a d3:d")
    table.board = {hole: seat for hole, seat in table.board.items() if hole != "bC1"}
    table.wait(8.0)
    table.unsure = {Hole("dC1"): {"d": 0.56, "": 0.44}}
    table.play("a", "2", "a5:a d3:d", away=1)
    assert table.verdicts() == [(1, *LEGAL)]
    assert dict(table.referee.state.belief.absent) == {"b": 1}


def test_a_pawn_put_back_beside_the_board_hides_no_wrong_move() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.tap("b", "undo")
    table.move("a0:a", away=1)
    table.card("b", "8", "discard")
    table.throw("c", "2 3 4 5 6")
    table.throw("d", "2 3 4 5 6")
    table.play("a", "3", "a4:a", away=1)
    assert table.verdicts()[-1] == (5, False, ("wrong-distance",))


def test_a_pawn_found_again_is_known_though_another_seats_camp_isnt_surely_seen() -> None:
    table = played("a3:a b5:b c9:c", "a", "2", "a5:a b5:b c9:c", away=0, rules="tock")
    table.referee.state = table.referee.state.believing(Belief(table.referee.state.record, ((Seat("b"), 1),)))
    table.unsure = {Hole("aC4"): {"": 0.84, "d": 0.16}}
    table.wait(1.0)
    assert table.referee.state.belief.absent == ()


def test_a_pawn_that_has_gone_after_a_bump_is_no_card_though_one_was_beside_the_board() -> None:
    table = at_position("a7:a a10:d d1:d d13:d", rules="tac-tik")
    table.unsure = {Hole("dC1"): {"d": 0.51, "": 0.49}, Hole("dC2"): {"d": 0.78, "": 0.22}}
    table.play("a", "7", "a14:a d1:d d13:d")  # a10 is captured
    assert table.verdicts() == [(1, *LEGAL)]
    table.view("moved")
    table.wait(0.5)
    table.unsure = {}
    del table.board[Hole("d1")]
    table.clear(8.0)
    assert not table.effects_of(Offer)
    assert table.state == "lost"
    assert dict(table.effects_of(Repair)[-1].holes) == {"d1": "d"}
    table.move("a14:a d1:d d13:d")
    assert table.state == "at-rest"


def test_a_pawn_that_fell_when_the_board_was_bumped_isnt_back_in_an_unsure_camp() -> None:
    table = played("dH4:d", "a", "K", "a0:a dH4:d")
    for seat in "bcd":
        table.throw(seat, "2 3 5 6 9")
    table.play("a", "9", "a9:a dH4:d")
    assert [said[1] for said in table.verdicts()] == [True] * 5
    table.view("moved")
    table.wait(0.5)
    del table.board[Hole("a9")]
    table.unsure = {Hole("aC4"): {"": 0.74, "a": 0.26}}
    table.clear(8.0)
    assert not table.effects_of(TakenBack)
    table.unsure = {}
    table.move("a9:a dH4:d")
    assert len(table.verdicts()) == 5


def test_a_pawn_that_went_back_into_its_camp_is_taken_back_after_a_bump_as_well() -> None:
    table = sit(("a", "K", "a0:a"))
    table.view("moved")
    table.wait(0.5)
    table.unsure = {Hole("aC4"): {"": 0.3, "a": 0.7}}
    table.move("", seconds=3.0)
    assert [back.n for back in table.effects_of(TakenBack)] == [1]


def test_a_pawn_that_fell_when_the_board_was_bumped_isnt_back_on_its_unsure_hole() -> None:
    for chance in (0.56, 0.8):
        table = played("c0:a d5:d", "a", "7", "c7:a d5:d")
        table.view("moved")
        table.wait(0.5)
        del table.board[Hole("c7")]
        table.unsure = {Hole("c0"): {"": 1.0 - chance, "a": chance}}
        table.clear(4.0)
        assert len(table.effects_of(TakenBack)) == (chance > BELIEVED)


@pytest.mark.parametrize(("chance", "legal"), [(NOT_RULED_OUT - 0.05, True), (NOT_RULED_OUT + 0.05, False)])
def test_a_pawn_that_may_stand_on_a_doubtful_hole_need_not_have_fallen(chance: float, legal: bool) -> None:
    table = at_position("a4:a b12:a", teams=False)
    table.card("a", "9")
    table.unsure = {Hole("a13"): {"": 1.0 - chance, "a": chance}, Hole("c3"): {"": 0.45, "a": 0.55}}
    table.move("a13:a c3:a", seconds=7.0)
    assert bool(table.verdicts()) == legal
    assert bool(table.effects_of(Question)) != legal


def test_no_card_is_offered_for_a_fallen_pawn_because_its_camp_is_unsure() -> None:
    table = at_position("a10:d a12:d b3:b", rules="saut", teams=False)
    for seat in "abc":
        table.card(seat, "8", "discard")
    table.unsure = {Hole("dC4"): {"": 0.45, "d": 0.55}}
    table.move("a12:d b3:b", away=1, seconds=5.0)  # or it took the other one, with a 2
    assert not table.effects_of(Offer)


def test_the_same_misreading_twice_is_no_wrong_move_while_a_captured_pawn_is_in_a_hand() -> None:
    table = played("a5:a a14:d c3:c", "a", "9", "a14:a c3:c", away=1, seconds=0.2)
    for seconds in (0.3, 1.0):
        table.board[Hole("d8")] = Seat("d")
        table.wait(0.1)
        del table.board[Hole("d8")]
        table.wait(seconds)
    assert table.verdicts() == []
    table.move("a14:a c3:c")
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_pawn_beside_the_board_didnt_come_to_where_another_one_may_have_moved() -> None:
    table = at_position("a3:a b5:b")
    table.board = {hole: seat for hole, seat in table.board.items() if hole not in ("aC1", "aC2")}
    table.wait(8.0)
    table.card("a", "9")
    table.unsure = {Hole("a3"): {"": 0.68, "a": 0.32}}
    table.reach(0.5)
    table.board |= {Hole("a12"): table.board.pop(Hole("a3")), Hole("b7"): table.board.pop(Hole("b5"))}
    table.clear(2.0)
    assert table.verdicts() == []
    table.card("b", "2")
    table.wait(0.5)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_a_fallen_pawn_doesnt_get_into_its_camp_without_a_hand() -> None:
    table = sit(("a", "K", "a0:a"))
    table.view("moved")
    table.wait(0.5)
    del table.board[Hole("a0")]
    table.clear(4.0)
    table.unsure = {Hole("aC4"): {"": 0.47, "a": 0.53}}
    table.wait(3.0)
    assert not table.effects_of(TakenBack)


def test_a_captured_pawn_seen_in_its_camp_again_lets_no_other_one_go_unseen() -> None:
    table = at_position("b0:b b5:c c0:c d2:c", rules="tock", teams=False)
    table.card("a", "8", "discard")
    table.card("b", "5")
    table.unsure = {Hole("cC4"): {"c": 0.67, "": 0.33}}
    table.move("b5:b c0:c d2:c")
    table.card("c", "8")
    table.unsure = {Hole("c8"): {"c": 0.56, "": 0.44}}
    table.move("b5:b c8:c d10:c", seconds=6.0)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]
    table.answer("c:c0>c8 c:d2>d10")
    assert table.verdicts()[2:] == [(3, False, ("too-many-pawns",))]
