"""Flags, corrections, cards declared again, take-backs, "accept anyway"."""

from sitting import LEGAL, Sitting, at_position, game_of, played, sit

from calibration.holes import Hole, Seat
from toc_pi.effects import Cleared, Notice, Repair, Settled, TakenBack, Verdict
from toc_pi.events import LeftTable
from toc_pi.referee.stories import gist


def test_illegal_move_is_flagged_once_and_clears_when_put_back() -> None:
    table = sit(("a", "K", "a0:a"))
    table.play("b", "K", "a0:a b1:b")
    assert table.verdicts()[1:] == [(2, False, ("wrong-start",))]
    table.wait(5.0)
    assert len(table.verdicts()) == 2
    flagged = table.effects_of(Verdict)[-1]
    assert dict(flagged.back_to) == {"a0": "a"}
    said = table.move("a0:a")
    assert [type(effect) for effect in said if isinstance(effect, Cleared)] == [Cleared]
    table.move("a0:a b0:b")
    assert table.verdicts()[2:] == [(2, *LEGAL)]


def test_a_flag_clears_although_the_wrong_pawn_lies_beside_the_board() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "A", "a0:a b0:b"))
    table.play("c", "K", "a0:a b0:b d0:d")
    assert table.verdicts()[2:] == [(3, False, ("wrong-pawn",))]
    table.move("a0:a b0:b", away=1, seconds=0.8)
    assert not table.effects_of(Cleared)
    table.wait(0.5)
    assert len(table.effects_of(Cleared)) == 1
    table.move("a0:a b0:b c0:c", away=1, seconds=0.5)
    assert table.verdicts()[3:] == [(3, *LEGAL)]


def test_no_second_flag_while_one_part_is_right_and_the_other_still_wrong() -> None:
    table = played("a3:a b3:a c1:c", "a", "7", "a3:a a17:a c1:c")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]
    table.move("a7:a a17:a c1:c", seconds=1.5)
    table.move("a7:a b6:a c1:c")
    assert [said[:2] for said in table.verdicts()] == [(1, False), (1, True)]


def test_illegal_move_corrected_directly() -> None:
    table = sit(("a", "K", "a0:a"))
    table.play("b", "K", "a0:a b1:b")
    table.move("a0:a b0:b")
    assert table.verdicts()[1:] == [(2, False, ("wrong-start",)), (2, *LEGAL)]


def test_another_illegal_move_is_judged_again_under_the_same_number() -> None:
    table = played("a0:a* b0:b*", "a", "3", "a4:a b0:b").then("a5:a b0:b")
    assert [(n, legal) for n, legal, _ in table.verdicts()] == [(1, False), (1, False)]


def test_no_storm_while_a_swap_is_put_back_pawn_by_pawn() -> None:
    table = played("a0:a* b0:b*", "a", "6", "b0:a a0:b")
    count = len(table.verdicts())
    table.move("a0:b", seconds=1.5)
    table.move("a0:a", seconds=1.5)
    table.move("a0:a b0:b", seconds=1.5)
    assert len(table.verdicts()) == count
    assert len(table.effects_of(Cleared)) == 1


def test_accept_lets_an_illegal_move_count() -> None:
    table = played("a0:a* b0:b*", "a", "3", "a4:a b0:b")
    table.tap("a", "accept")
    assert table.effects_of(Settled)[-1].how == "accepted"
    assert table.record == "a4:a b0:b*"
    table.play("b", "2", "a4:a b2:b")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_an_ignored_flag_counts_as_accepted() -> None:
    table = played("a0:a* b0:b*", "a", "3", "a4:a b0:b")
    table.card("b", "2")
    assert [notice.code for notice in table.effects_of(Notice)][-1] == "flag-stands"
    table.move("a4:a b2:b")
    assert table.verdicts()[-1] == (2, *LEGAL)
    assert table.effects_of(Settled)[-2].how == "accepted"


def test_undo_opens_the_last_turn_and_the_card_may_be_declared_again_or_not() -> None:
    for again in (True, False):
        table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
        table.tap("b", "undo")
        assert [(e.n, e.seat) for e in table.effects_of(TakenBack)] == [(2, "b")]
        assert dict(table.effects_of(Repair)[-1].holes) == {"b0": ""}
        table.wait(2.0)
        table.move("a0:a")
        assert dict(table.effects_of(Repair)[-1].holes) == {}
        if again:
            table.card("b", "K")
        table.move("a0:a b0:b")
        assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL), (2, *LEGAL)]


def taken_back() -> Sitting:
    """All but one have left, so a plays again; its 3 was put back and replayed without being declared."""
    table = at_position("a3:a b1:b", teams=False)
    for seat in "bcd":
        table.tell(LeftTable(table.t, Seat(seat)))
    table.play("a", "3", "a6:a b1:b")
    table.move("a3:a b1:b", seconds=3.0)
    assert [back.n for back in table.effects_of(TakenBack)] == [1]
    table.move("a6:a b1:b", seconds=0.3)
    assert table.verdicts() == [(1, *LEGAL), (1, *LEGAL)]
    return table


def test_the_same_card_after_an_assumed_one_is_late_or_a_new_one_as_the_pawns_tell() -> None:
    table = taken_back()
    table.card("a", "3")
    table.wait(1.0)
    assert len(table.verdicts()) == 2
    table.move("a9:a b1:b")
    assert table.verdicts()[2:] == [(2, *LEGAL)]


def test_an_illegal_move_is_not_blamed_on_a_card_that_only_repeated_the_assumed_one() -> None:
    table = taken_back()
    table.card("a", "3")
    table.wait(1.0)
    table.move("a10:a b1:b", seconds=1.5)
    assert len(table.verdicts()) == 2


def test_a_card_taken_for_the_assumed_one_counts_when_the_next_player_declares() -> None:
    table = taken_back()
    table.card("a", "3")
    table.wait(0.4)
    table.reach(0.5)
    table.card("b", "2")
    table.wait(0.5)
    table.move("a9:a b3:b")
    assert table.verdicts()[2:] == [(2, *LEGAL), (3, *LEGAL)]


def test_several_turns_are_taken_back_by_taps() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), ("c", "K", "a0:a b0:b c0:c"))
    table.tap("c", "undo")
    table.tap("b", "undo")
    table.tap("a", "undo")
    assert [e.n for e in table.effects_of(TakenBack)] == [3, 2, 1]
    table.tap("a", "undo")
    assert table.effects_of(Notice)[-1].code == "nothing-to-take-back"
    table.move("")
    assert table.record == ""
    table.play("a", "A", "a0:a")
    assert table.verdicts()[-1] == (1, *LEGAL)


def test_several_turns_are_taken_back_by_putting_pawns_back() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), ("c", "K", "a0:a b0:b c0:c"))
    table.move("a0:a", seconds=4.0)
    assert [e.n for e in table.effects_of(TakenBack)] == [3, 2]
    assert table.record == "a0:a*"
    table.play("b", "A", "a0:a b0:b")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_wrong_card_is_corrected_before_and_after_the_verdict() -> None:
    table = at_position("a0:a* b0:b*")
    table.card("a", "3")
    table.play("a", "6", "a6:a b0:b")
    assert table.verdicts()[-1] == (1, *LEGAL)
    table.play("b", "9", "a6:a b10:b")
    assert table.verdicts()[-1] == (2, False, ("wrong-distance",))
    table.card("b", "10")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_the_same_card_tapped_twice_is_one_card() -> None:
    table = Sitting()
    table.card("a", "K")
    table.play("a", "K", "a0:a")
    table.card("a", "K")
    table.wait(3.0)
    assert table.verdicts() == [(1, *LEGAL)]
    assert table.state == "at-rest"


def test_must_play_flags_a_discard_and_a_card_settles_it() -> None:
    table = Sitting(game_of("tock"))
    table.card("a", "K", "discard")
    assert table.verdicts() == [(1, False, ("must-play",))]
    table.play("a", "K", "a0:a")
    assert table.verdicts()[1:] == [(1, *LEGAL)]


def test_a_pawn_in_the_hand_that_puts_it_back_makes_no_legal_move() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), rules="toc", teams=False)
    table.card("c", "2", "discard")
    table.card("d", "2", "discard")
    table.play("a", "7", "a6:a b1:b")
    assert table.verdicts()[-1][:2] == (5, False)
    count = len(table.verdicts())
    table.move("a7:a", away=1, seconds=2.0)
    assert len(table.verdicts()) == count
    table.move("a7:a b0:b")
    assert table.verdicts()[count:] == [(5, *LEGAL)]


def test_a_corrected_move_beside_a_pawn_that_may_be_anywhere_is_asked_about() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), rules="toc", teams=False)
    table.card("c", "2", "discard")
    table.card("d", "2", "discard")
    table.play("a", "8", "a0:a b0:b c0:c")
    assert table.verdicts()[-1][:2] == (5, False)
    count = len(table.verdicts())
    table.unsure = {Hole("d15"): {"": 0.55, "c": 0.45}}
    table.move("a8:a b0:b", away=1, seconds=8.0)
    table.answer("legal")
    assert table.verdicts()[count:] == [(5, *LEGAL)]


def test_a_second_joker_soon_after_one_that_was_taken_back_and_played_again_is_no_repetition() -> None:
    table = at_position("b3:b d9:d", rules="tock-variant", teams=False)
    table.play("a", "*", "b3:b d9:d a0:a")
    table.tap("a", "undo")
    table.move("b3:b d9:d", seconds=2.0)
    table.move("b3:b d9:d a0:a", seconds=1.8)
    assert table.verdicts() == [(1, *LEGAL), (1, *LEGAL)]
    table.play("a", "*", "b3:b d9:d b0:a")
    assert table.verdicts()[2:] == [(2, *LEGAL)]


def test_a_wrong_pawn_in_the_hand_that_puts_it_back_isnt_assumed_in_an_unsure_hole() -> None:
    table = played("a3:a c1:c", "a", "7", "a3:a a0:a c1:c")
    assert table.verdicts() == [(1, False, ("cannot-come-out",))]
    table.unsure = {Hole("c13"): {"": 0.4, "a": 0.6}}
    table.move("a3:a c1:c", away=1, seconds=2.0)
    table.unsure = {}
    table.move("a3:a c1:c")
    table.move("a10:a c1:c")
    assert table.verdicts() == [(1, False, ("cannot-come-out",)), (1, *LEGAL)]


def test_a_split_that_took_five_pawns_may_be_put_back() -> None:
    before, after = "a3:a a5:a a6:b a8:b a9:c a10:b a11:d b1:d", "a4:a a11:a b1:d"
    table = at_position(before, rules="tac-tik")
    table.card("a", "7")
    table.wait(0.5)
    table.move(after)
    assert table.verdicts()[-1][1:] == LEGAL, table.verdicts()
    table.move(before, seconds=3.0)
    assert [back.n for back in table.effects_of(TakenBack)] == [1]


def test_no_flag_while_a_swap_is_put_back_beside_an_unsure_camp() -> None:
    table = at_position("a3:a cH3:c d0:d", teams=False)
    table.play("a", "3", "a3:c cH3:a d0:d")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]
    table.tap("a", "undo")
    table.unsure = {Hole("cC4"): {"": 0.8, "c": 0.2}}
    table.move("cH3:a d0:d", away=1, seconds=1.5)
    table.unsure = {}
    table.move("a3:a cH3:c d0:d")
    assert len(table.verdicts()) == 1


def test_a_mis_tapped_card_is_corrected_while_its_move_is_flagged() -> None:
    table = sit(("a", "K", "a0:a"))
    table.play("b", "5", "a0:a b0:b")
    assert not table.verdicts()[-1][1]
    table.card("b", "K")
    table.wait(1.0)
    assert [cleared.righted for cleared in table.effects_of(Cleared)] == [False]
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_what_was_taken_back_counts_after_all_where_it_is_kept() -> None:
    table = sit(("a", "K", "a0:a"))
    table.tap("a", "undo")
    assert table.state == "returning"
    table.tap("a", "accept")
    assert table.effects_of(Settled)[-1].how == "accepted"
    assert table.record == "a0:a*"


def test_a_hand_laid_down_against_the_rules_is_taken_back_by_playing_a_card() -> None:
    table = sit(("a", "K", "a0:a"))
    table.throw("b", "K 3 4 5 6")
    assert table.verdicts()[-1] == (2, False, ("must-play",))
    table.play("b", "K", "a0:a b0:b")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_card_that_is_withdrawn_with_nothing_moved_leaves_the_turn_open() -> None:
    table = sit(("a", "K", "a0:a"))
    table.throw("b", "K 3 4 5 6")
    table.view("hand")
    table.card("b", "K")
    table.tap("b", "undo")
    table.clear(1.0)
    assert table.state == "at-rest"


def test_a_flagged_board_is_accepted_as_it_is_seen_then() -> None:
    table = at_position("a3:a a5:a a9:a a12:a b3:b")
    table.unsure = {Hole("a12"): {"": 0.8, "a": 0.2}}
    table.play(
        "a", "7", "a3:a a5:a a17:a b3:b", away=1, seconds=3.0
    )  # the pawn from a12 lies beside the board
    assert table.verdicts()[-1][:2] == (1, False)
    assert {hole for hole, _ in table.referee.state.open.flag.pawns} >= {"a12"}  # type: ignore[union-attr]
    table.unsure = {}
    table.move("a3:a a5:a a17:a b3:b")
    assert table.state == "flagged"
    table.tap("a", "accept")
    assert table.record == "a17:a a3:a a5:a b3:b"


def test_a_pawn_misread_for_a_moment_is_not_accepted() -> None:
    table = played("a3:a a9:a b3:b", "a", "5", "a3:a a15:a b3:b")
    assert table.verdicts()[-1][:2] == (1, False)
    table.board = {**table.board, Hole("a12"): Seat("a")}
    del table.board[Hole("a15")]
    table.show()
    table.tap("a", "accept")
    assert table.record == "a15:a a3:a b3:b"


def test_a_turn_that_was_told_is_taken_back_and_one_that_was_not_is_left_out() -> None:
    settled = Settled(1.0, 2, Seat("b"), "legal", {}, frozenset())
    earlier, own = TakenBack(2.0, 1, Seat("a")), TakenBack(2.0, 2, Seat("b"))
    assert gist((settled, own, earlier)) == (earlier,)
