"""When the count of pawns resolves unsure holes, and when it doesn't."""

from collections.abc import Iterable
from dataclasses import replace

from sitting import LEGAL, Sitting, at_position, played

from calibration.holes import Hole, Seat
from toc_pi.effects import Offer, Question


def misread(table: Sitting, hole: str, ghosts: Iterable[str], step_s: float, away: int = 0) -> None:
    """A hand moves the only pawn of a; then each look shows a pawn of c too, or none where it is right."""
    table.reach(0.5)
    table.lay({Hole(hole): Seat("a")}, away)
    right = dict(table.board)
    table.view("watching")
    for ghost in ghosts:
        table.t = round(table.t + step_s, 3)
        table.board = right | ({Hole(ghost): Seat("c")} if ghost else {})
        table.show()


def test_a_hole_is_empty_if_every_pawn_that_could_be_there_surely_stands_elsewhere() -> None:
    table = at_position("a3:a")
    table.unsure = {Hole("a3"): {"": 0.6, "b": 0.4}}
    table.play("a", "3", "a8:a", seconds=1.0)
    assert table.verdicts() == [(1, False, ("wrong-distance",))]


def test_a_corrected_move_isnt_waited_for_where_the_count_says_that_the_old_hole_is_empty() -> None:
    table = played("a3:a a10:a", "a", "3", "a3:a a15:a")
    table.unsure = {Hole("a15"): {"": 0.6, "a": 0.4}}
    table.move("a3:a a13:a", seconds=1.0)
    assert [said[:2] for said in table.verdicts()] == [(1, False), (1, True)]


def test_a_pawn_on_an_unsure_hole_or_in_an_unsure_camp_is_asked_about() -> None:
    table = at_position("a10:a a9:a b14:b", rules="tock")
    table.unsure = {Hole("a14"): {"a": 0.65, "": 0.35}, Hole("aC3"): {"": 0.49, "a": 0.51}}
    table.play("a", "2", "a10:a a14:a b14:b", seconds=3.0)
    assert table.verdicts() == []


def test_a_fallen_pawn_is_not_offered_as_a_move_because_of_a_camp_hole_that_looks_empty() -> None:
    table = at_position("b7:b b12:b", rules="toc")
    table.unsure = {Hole("bC4"): {"": 0.88, "b": 0.12}}
    table.move("b12:b", away=1, seconds=4.0)
    assert table.effects_of(Offer) == []


def test_single_misreadings_with_one_right_look_between_hardly_delay_a_verdict() -> None:
    table = at_position("a3:a")
    table.card("a", "3")
    misread(table, "a8", ("c12", "", "d4", "", ""), 0.2)
    assert table.verdicts() == [(1, False, ("wrong-distance",))]


def test_a_five_that_takes_its_own_pawn_and_the_next_players_move() -> None:
    table = played("b8:d b13:d c6:c", "a", "5", "b13:d c11:c", seconds=3.0, rules="toc")
    assert table.verdicts() == []
    table.card("b", "5")
    table.wait(0.5)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_three_pawns_changed_places_and_none_is_the_next_players() -> None:
    table = played("a1:a c5:c d9:d", "a", "J", "a1:d c5:a d9:c")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]


def test_several_misreadings_in_a_row_dont_restart_a_long_wait() -> None:
    table = played("a3:a a11:b", "a", "8", "a11:a", away=1, seconds=2.0, rules="tock")
    right = dict(table.board)
    for ghost in ("c12", "d4", "d9", "b7", "c1", "d2"):
        table.board = right | {Hole(ghost): Seat("c")}
        table.wait(0.2)
    table.board = right
    table.wait(1.5)
    assert table.verdicts() == [(1, *LEGAL)]


def test_three_misreadings_between_two_right_ones_hardly_delay_a_verdict() -> None:
    table = at_position("a3:a")
    table.card("a", "3")
    misread(table, "a8", ("", "c12", "b9", "d4", ""), 0.15)
    assert table.verdicts() == [(1, False, ("wrong-distance",))]


def test_a_slow_cameras_misreadings_dont_restart_a_long_wait() -> None:
    table = at_position("a3:a a11:b", rules="tock")
    table.card("a", "8")
    ghosts = ("", "", "c12", "", "", "d4", "d9", "", "", "b7", "", "")
    misread(table, "a11", ghosts, 0.5, away=1)
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_pawn_from_a_camp_is_not_taken_to_stand_where_the_eye_rules_it_out() -> None:
    table = at_position("a16:b", rules="tac-tik")
    table.unsure = {Hole("a0"): {"": 0.72, "b": 0.28}, Hole("d17"): {"a": 0.5, "": 0.5}}
    table.play("a", "10", "a16:b d17:a", seconds=4.0)
    assert table.verdicts() == []


def test_a_pawn_that_is_likelier_in_an_illegal_hole_is_asked_about() -> None:
    table = at_position("d0:d", rules="tock")
    table.referee.state = replace(table.referee.state, course=replace(table.referee.state.course, turn=3))
    table.unsure = {Hole("d4"): {"d": 0.82, "": 0.18}, Hole("c14"): {"": 0.65, "d": 0.35}}
    table.play("d", "4", "d4:d", seconds=5.5)
    assert table.verdicts() == []
    table.answer("d:d0>d4")
    assert table.verdicts() == [(1, False, ("wrong-direction",))]


def test_a_pawn_that_is_only_slightly_likelier_elsewhere_needs_no_question() -> None:
    table = at_position("a10:a")
    table.unsure = {Hole("a15"): {"a": 0.45, "": 0.55}, Hole("a16"): {"": 0.55, "a": 0.45}}
    table.play("a", "5", "a15:a", seconds=1.0)
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_pawn_beside_the_board_is_not_the_one_that_may_be_in_an_unsure_camp() -> None:
    table = at_position("a4:a", rules="saut")
    del table.board[Hole("aC1")]  # it lies beside the board for long
    table.wait(7.0)
    table.unsure = {Hole("a12"): {"a": 0.73, "": 0.27}, Hole("aC4"): {"": 0.43, "a": 0.57}}
    table.card("a", "10")
    table.reach(0.5)
    table.board[Hole("a12")] = table.board.pop(Hole("a4"))
    table.clear(5.5)
    assert table.verdicts() == []
    assert len(table.effects_of(Question)) == 1


def test_a_mown_pawn_that_is_probably_still_there_is_asked_about() -> None:
    table = at_position("a0:a a5:d", rules="toc")
    table.card("a", "K")
    table.unsure = {Hole("a5"): {"d": 0.66, "": 0.34}, Hole("dC4"): {"": 0.64, "d": 0.36}}
    table.reach(0.5)
    table.board[Hole("a13")] = table.board.pop(Hole("a0"))
    table.clear(6.0)
    assert table.verdicts() == []
    table.answer("a:a0>a13")
    assert table.verdicts() == [(1, False, ("mown-left",))]


def test_a_mown_pawn_that_is_probably_in_its_camp_needs_no_question() -> None:
    table = at_position("a0:a a5:d", rules="toc")
    table.card("a", "K")
    table.unsure = {Hole("a5"): {"d": 0.45, "": 0.55}, Hole("dC4"): {"": 0.45, "d": 0.55}}
    table.move("a13:a", seconds=1.0)
    assert table.verdicts() == [(1, *LEGAL)]
