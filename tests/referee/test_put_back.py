"""While pawns are put back, or are where they were flagged, nothing is inferred from unsure holes."""

from sitting import LEGAL, Sitting, at_position, played, sit

from calibration.holes import Hole, Seat, camp_holes
from toc_pi.effects import Cleared, Ended, Question, TakenBack, Verdict
from toc_pi.referee.phases import BACK_S


def test_what_was_flagged_still_stands_when_holes_become_unsure() -> None:
    table = played("a3:a c2:c", "a", "8", "a13:a c2:c")
    assert table.verdicts() == [(1, False, ("wrong-distance",))]
    table.unsure = {Hole("a11"): {"": 0.66, "a": 0.34}, Hole("a13"): {"a": 0.84, "": 0.16}}
    table.wait(5.0)
    assert len(table.verdicts()) == 1
    table.unsure = {}
    table.move("a11:a c2:c")
    assert table.verdicts()[1:] == [(1, *LEGAL)]


def test_a_flagged_pawn_is_in_a_hand_and_its_old_hole_unsure() -> None:
    table = played("a2:a d10:a", "a", "3", "a5:a d13:a")
    assert table.verdicts() == [(1, False, ("too-many-pawns",))]
    table.unsure = {Hole("a2"): {"": 0.43, "a": 0.57}}
    table.move("d13:a", away=1)
    assert len(table.verdicts()) == 1
    table.unsure = {}
    table.move("a2:a d13:a")
    assert table.verdicts()[1:] == [(1, *LEGAL)]


def test_a_misreading_while_the_flagged_pawn_is_on_its_way_back() -> None:
    table = played("b3:b", "a", "K", "a13:a b3:b")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]
    table.tap("a", "undo")
    table.move("b3:b", away=1, seconds=0.1)
    table.board[Hole("a0")] = Seat("a")
    table.wait(0.1)
    del table.board[Hole("a0")]
    table.wait(1.0)
    assert len(table.verdicts()) == 1


def test_a_pawn_that_was_passed_is_taken_off_and_comes_into_its_camp_a_little_later() -> None:
    table = played("a3:a a8:b", "a", "K", "a16:a", away=1, seconds=2.5)
    assert table.verdicts() == []
    table.move("a16:a")
    assert table.verdicts() == [(1, False, ("sent-back",))]


def test_a_passed_pawn_that_has_fallen_over_does_no_harm() -> None:
    table = played("a3:a a8:b", "a", "K", "a16:a", away=1, seconds=6.0)
    assert table.verdicts() == [(1, *LEGAL)]


def test_the_winning_move_is_put_back() -> None:
    almost = "aH1:a aH2:a aH3:a aH4:a b15:c b3:b cH2:c cH3:c cH4:c"
    table = at_position(almost)
    table.play("a", "2", almost.replace("b15", "cH1"))
    assert len(table.effects_of(Ended)) == 1
    table.move(almost, seconds=3.5)
    assert [effect.n for effect in table.effects_of(TakenBack) if isinstance(effect, TakenBack)] == [1]
    table.move(almost.replace("b15", "cH1"))
    assert [verdict.n for verdict in table.effects_of(Verdict) if isinstance(verdict, Verdict)] == [1, 1]
    assert len(table.effects_of(Ended)) == 2


def test_pawns_cleared_away_after_the_end_take_nothing_back() -> None:
    almost = "aH1:a aH2:a aH3:a aH4:a b15:c b3:b cH2:c cH3:c cH4:c"
    table = at_position(almost)
    table.play("a", "2", almost.replace("b15", "cH1"))
    table.move("aH1:a aH2:a b3:b cH2:c cH3:c cH4:c", seconds=4.0)
    table.move("", seconds=9.0)
    assert table.effects_of(TakenBack) == []


def test_a_pawn_in_a_hand_after_a_take_back_and_its_old_hole_unsure() -> None:
    table = played("b0:b b13:b", "b", "8", "b8:b c3:b", rules="toc")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]
    table.tap("b", "undo")
    table.unsure = {Hole("b0"): {"": 0.79, "a": 0.21}, Hole("bH3"): {"": 0.83, "b": 0.17}}
    table.move("c3:b", away=1)
    assert len(table.verdicts()) == 1


def test_a_pawn_misread_twice_without_a_hand_is_no_illegal_move() -> None:
    table = at_position("a3:a")
    table.unsure = {Hole("bC3"): {"b": 0.53, "": 0.47}}
    table.reach(0.3)
    table.clear(3.0)
    table.card("a", "2")
    table.board[Hole("d4")] = Seat("b")
    table.wait(0.6)
    del table.board[Hole("d4")]
    table.wait(1.0)
    assert table.verdicts() == []


def test_it_is_asked_whether_a_pawn_moved_from_one_unsure_hole_to_another() -> None:
    table = at_position("a3:a c7:c")
    table.unsure = {Hole("bH1"): {"c": 0.5, "": 0.5}, Hole("c7"): {"": 0.5, "c": 0.5}}
    table.play("a", "9", "a3:a bH1:c", seconds=6.5)
    assert table.verdicts() == []
    assert len(table.effects_of(Question)) == 1


def test_what_was_confirmed_by_a_tap_stays_flagged_though_its_holes_are_unsure() -> None:
    table = at_position("a3:a c7:c")
    table.unsure = {Hole("bH1"): {"c": 0.48, "": 0.52}, Hole("c7"): {"": 0.48, "c": 0.52}}
    table.play("a", "9", "a3:a bH1:c", seconds=6.5)
    table.answer("c:c7>bH1")
    table.wait(1.0)
    table.tap("a", "accept")
    assert table.record == "a3:a bH1:c"


def test_a_mown_pawn_may_still_stand_on_its_unsure_hole() -> None:
    table = at_position("a1:a a7:d", rules="fadoq")
    table.card("a", "K")
    table.unsure = {Hole("a7"): {"d": 0.47, "": 0.53}}
    table.move("a14:a a7:d", seconds=4.7)
    assert table.verdicts() == []


def test_a_pawn_in_a_hand_after_a_take_back_is_not_one_that_has_fallen() -> None:
    table = at_position("b4:b c16:b", rules="tock")
    camp = next(hole for hole, seat in table.board.items() if seat == "d")
    del table.board[camp]  # beside the board
    table.wait(7.0)
    table.card("b", "9")
    table.view("hand")
    table.board = {hole: seat for hole, seat in table.board.items() if hole not in ("b4", "c16")}
    lifted = table.board | {Hole("b13"): Seat("b")}
    table.board = lifted | {Hole("d7"): Seat("b")}
    table.clear(1.0)
    assert [said[:2] for said in table.verdicts()] == [(1, False)]
    table.tap("b", "undo")
    table.view("hand")
    table.board = lifted
    table.unsure = {Hole("cH1"): {"": 0.48, "d": 0.52}}
    table.clear(2.0)
    assert len(table.verdicts()) == 1


def test_a_look_that_misreads_two_holes_as_a_legal_move_is_no_move() -> None:
    table = at_position("b3:b")
    table.card("a", "K")
    table.reach(0.5)
    table.clear(1.0)
    right = dict(table.board)
    camp = next(hole for hole, seat in right.items() if seat == "a")
    table.board = {hole: seat for hole, seat in right.items() if hole != camp} | {Hole("a0"): Seat("a")}
    table.wait(0.1)
    table.board = right
    table.wait(1.0)
    assert table.verdicts() == []


def test_a_play_put_back_unseen_and_made_again_is_judged_when_its_card_is_declared_again() -> None:
    table = played("a5:a c3:c", "a", "8", "a13:a c3:c")
    assert table.verdicts() == [(1, *LEGAL)]
    table.unsure = {Hole("a5"): {"": 0.49, "a": 0.51}, Hole("a13"): {"": 0.44, "a": 0.56}}
    table.move("a5:a c3:c", seconds=3.0)
    table.tap("a", "undo")
    assert table.state == "returning"
    table.unsure = {}
    table.play("a", "8", "a13:a c3:c", seconds=2.0)
    assert len(table.verdicts()) == 1  # it may not be put back yet
    table.wait(1.0)
    assert table.verdicts()[1:] == [(1, *LEGAL)]


def test_a_flagged_play_that_is_declared_again_isnt_flagged_again_before_it_is_put_back() -> None:
    table = played("a5:a c3:c", "a", "8", "a14:a c3:c")
    assert table.verdicts() == [(1, False, ("wrong-distance",))]
    table.tap("a", "undo")
    table.play("a", "8", "a14:a c3:c", seconds=5.0)
    assert len(table.verdicts()) == 1


def test_one_misreading_before_the_next_hand_is_no_legal_move() -> None:
    table = at_position("a5:a c3:c")
    table.card("a", "8")
    table.wait(1.0)
    board = dict(table.board)
    table.board[Hole("a13")] = table.board.pop(Hole("a5"))
    table.wait(0.1)
    table.board = board
    table.move("a13:a c3:c", seconds=0.0)
    assert len(table.verdicts()) == 1
    assert table.effects_of(Verdict)[0].t > table.t - 0.3


def test_one_misreading_of_a_flagged_pawn_doesnt_lower_the_flag() -> None:
    table = played("a5:a c3:c", "a", "8", "a14:a c3:c")
    assert table.verdicts() == [(1, False, ("wrong-distance",))]
    table.unsure = {Hole("a5"): {"": 0.63, "c": 0.37}}
    table.reach(0.5)
    table.clear(1.0)
    pawn = table.board.pop(Hole("a14"))
    table.wait(0.1)
    table.board[Hole("a14")] = pawn
    table.wait(2.0)
    assert not table.effects_of(Cleared)
    assert len(table.verdicts()) == 1


def test_one_misreading_of_a_flagged_pawn_that_had_been_missing_doesnt_lower_the_flag() -> None:
    table = at_position("a3:a")
    table.board = {hole: seat for hole, seat in table.board.items() if hole != "cC1"}
    table.wait(8.0)
    table.play("a", "K", "a3:a c0:c")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]
    table.board = {hole: seat for hole, seat in table.board.items() if hole not in ("c0", "cC1")}
    table.wait(0.1)
    table.board[Hole("c0")] = Seat("c")
    table.wait(2.0)
    assert not table.effects_of(Cleared)
    assert len(table.verdicts()) == 1


def test_a_flagged_pawn_is_in_a_hand_and_its_camp_unsure() -> None:
    table = played("a2:a c3:c", "a", "K", "a0:a a15:a c3:c")
    assert table.verdicts() == [(1, False, ("too-many-pawns",))]
    table.unsure = {Hole("aC3"): {"": 0.57, "a": 0.43}}
    table.move("a15:a c3:c", away=1, seconds=1.5)
    assert len(table.verdicts()) == 1
    table.unsure = {}
    table.move("a2:a c3:c")
    assert len(table.effects_of(Cleared)) == 1
    table.move("a15:a c3:c")
    assert table.verdicts()[1:] == [(1, *LEGAL)]


def test_a_flagged_pawn_that_had_been_missing_is_in_a_hand_on_its_way_back() -> None:
    table = at_position("a3:a aH3:a aH4:a")
    table.board = {hole: seat for hole, seat in table.board.items() if hole not in camp_holes(Seat("a"))}
    table.wait(8.0)
    table.play("a", "K", "a0:a a16:a aH3:a aH4:a")
    assert table.verdicts() == [(1, False, ("too-many-pawns",))]
    table.move("a16:a aH3:a aH4:a", away=1, seconds=1.0)
    assert len(table.verdicts()) == 1  # it may go on to a3
    table.wait(2.0)
    assert table.verdicts()[1:] == [(1, *LEGAL)]


def test_a_flagged_pawn_beside_the_board_didnt_come_out_on_an_unsure_hole() -> None:
    table = played("b12:b c12:c", "b", "A", "b0:b b13:b c12:c")
    assert table.verdicts() == [(1, False, ("too-many-pawns",))]
    table.unsure = {Hole("b0"): {"": 0.47, "b": 0.53}}
    table.move("b12:b c12:c", away=1, seconds=2.0)
    assert len(table.verdicts()) == 1


def put_back_under_a_hand() -> Sitting:
    """A turn was judged, and its pawn is back; the hand is still there."""
    table = played("a5:a c3:c", "a", "8", "a13:a c3:c")
    table.reach(0.5)
    table.board[Hole("a5")] = table.board.pop(Hole("a13"))
    return table


def test_a_turn_put_back_is_seen_though_the_first_look_was_misread() -> None:
    table = put_back_under_a_hand()
    table.board[Hole("b9")] = Seat("d")
    table.clear(0.1)
    del table.board[Hole("b9")]
    table.wait(4.0)
    assert len(table.effects_of(TakenBack)) == 1


def test_a_turn_put_back_is_seen_though_an_unsure_camp_hole_was_misread_in_the_first_look() -> None:
    table = put_back_under_a_hand()
    table.unsure = {Hole("bC4"): {"d": 0.52, "": 0.48}}  # no pawn of its own seat
    table.clear(0.1)
    table.unsure = {Hole("bC4"): {"b": 0.52, "": 0.48}}
    table.wait(4.0)
    assert len(table.effects_of(TakenBack)) == 1


def test_a_turn_put_back_is_seen_though_another_seats_camp_was_misread_in_the_first_look() -> None:
    table = played("a3:a b3:b", "a", "5", "a8:a b3:b")
    table.reach(0.5)
    table.board = {hole: seat for hole, seat in table.board.items() if hole not in ("a8", "bC1", "bC2")}
    table.board[Hole("a3")] = Seat("a")
    table.unsure = {Hole("bC1"): {"b": 0.66, "": 0.34}}
    table.clear(0.1)
    table.board[Hole("bC2")] = Seat("b")
    table.wait(4.0)
    assert [back.n for back in table.effects_of(TakenBack)] == [1]


def test_a_pawn_that_rather_moved_on_to_a_doubtful_hole_isnt_put_back_on_a_more_doubtful_one() -> None:
    table = played("a0:a c13:c", "a", "5", "a5:a c13:c")
    table.card("b", "5")
    table.unsure = {Hole("a0"): {"": 0.8, "a": 0.2}, Hole("a11"): {"": 0.18, "a": 0.82}}
    table.move("a11:a c13:c", seconds=4.0)
    assert not table.effects_of(TakenBack)
    assert [said[:2] for said in table.verdicts()[1:]] == [(2, False)]


def test_a_pawn_too_many_in_one_look_doesnt_lower_the_flag_of_an_unsure_one() -> None:
    table = at_position("c3:c d5:d")
    table.card("a", "K")
    table.unsure = {Hole("b0"): {"a": 0.63, "": 0.37}}
    table.move("b0:a c3:c d5:d")
    assert table.verdicts() == [(1, False, ("wrong-start",))]
    table.reach(0.5)
    table.clear(0.5)
    camp = next(hole for hole in camp_holes(Seat("d")) if hole not in table.board)
    table.board[camp] = Seat("a")
    table.wait(0.1)
    del table.board[camp]
    table.wait(1.0)
    assert not table.effects_of(Cleared)
    assert len(table.verdicts()) == 1


def test_a_turn_put_back_is_seen_though_a_pawn_of_another_seat_is_hardly_visible_in_its_camp() -> None:
    table = played("a0:a c3:c", "a", "9", "a9:a c3:c")
    waiting = next(hole for hole in camp_holes(Seat("c")) if hole in table.board)
    table.unsure = {waiting: {"c": 0.3, "": 0.7}}
    table.move("a0:a c3:c", seconds=BACK_S + 1.0)
    assert [back.n for back in table.effects_of(TakenBack)] == [1]


def test_only_the_last_turn_is_put_back_though_the_next_card_is_already_declared() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), ("c", "K", "a0:a b0:b c0:c"))
    table.play("d", "3", "a0:a b0:b", seconds=BACK_S + 1.0)
    assert [back.n for back in table.effects_of(TakenBack)] == [3]
    assert table.referee.turn().seat == "c"
    assert table.verdicts()[3:] == []


def test_a_card_declared_while_the_hand_puts_a_turn_back_is_not_judged_by_the_board_before_that_hand() -> (
    None
):
    table = sit(("a", "K", "a0:a"))
    table.tap("a", "undo")
    table.reach(0.5)
    table.card("a", "A")
    table.wait(1.0)
    assert table.verdicts() == [(1, *LEGAL)]
    table.move("")
    table.move("a0:a")
    assert table.verdicts() == [(1, *LEGAL), (1, *LEGAL)]
