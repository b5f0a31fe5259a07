"""Taps at unusual moments: cards withdrawn, repeated or replaced, discards after a flag, leaving."""

from sitting import LEGAL, Sitting, at_position, game_of, played, sit

from calibration.holes import Hole, Seat
from toc_pi.effects import Cleared, Echo, Notice, Question, Repair, Settled, Turn, Verdict, Withdrawn
from toc_pi.events import Answered, Declared, LeftTable, Resumed

WON = "aH1:a aH2:a aH3:a aH4:a b15:c b3:b cH2:c cH3:c cH4:c"  # c wins with a two


def asked() -> Sitting:
    """A question is open: the pawn of seat a has left a0 and is on a5 or on a6."""
    table = at_position("a0:a* b0:b*")
    table.card("a", "6")
    even = {"a": 0.5, "": 0.5}
    table.unsure = {Hole("a6"): even, Hole("a5"): even, Hole("a0"): {"": 0.75, "a": 0.25}}
    table.move("a5:a b0:b", seconds=8.0)
    assert len(table.effects_of(Question)) == 1
    return table


def test_undo_withdraws_only_the_last_of_the_declared_cards() -> None:
    table = at_position("a3:a b5:b")
    table.card("a", "9")
    table.card("b", "6")
    table.tap("b", "undo")
    table.move("a12:a b5:b")
    assert table.verdicts() == [(1, *LEGAL)]
    assert table.referee.turn().seat == "b"
    table.move("a12:a b11:b", seconds=1.0)
    assert table.verdicts() == [(1, *LEGAL)]


def test_undo_while_a_seven_is_half_played_shows_which_pawn_goes_back() -> None:
    table = played("a3:a a11:a", "a", "7", "a5:a a11:a")
    table.tap("a", "undo")
    assert table.state == "returning"
    assert dict(table.effects_of(Repair)[-1].holes) == {"a3": "a", "a5": ""}
    table.move("a3:a a11:a")
    assert table.state == "at-rest"
    assert dict(table.effects_of(Repair)[-1].holes) == {}
    table.play("a", "2", "a5:a a11:a")
    assert table.verdicts() == [(1, *LEGAL)]


def test_undo_of_a_card_that_was_declared_before_anything_moved_asks_for_no_repair() -> None:
    table = at_position("a3:a")
    table.reach(0.5)
    table.card("a", "9")
    table.tap("a", "undo")
    table.clear(1.0)
    assert not table.effects_of(Repair)
    assert table.state == "at-rest"


def test_another_card_that_explains_the_play_taken_back_is_judged_at_once() -> None:
    table = sit(("a", "K", "a0:a"))
    table.tap("a", "undo")
    table.card("a", "A")
    assert table.verdicts() == [(1, *LEGAL), (1, *LEGAL)]
    assert table.effects_of(Verdict)[-1].card == "A"


def test_the_card_of_a_flagged_move_declared_again_changes_nothing() -> None:
    table = played("a3:a b5:b", "a", "9", "a10:a b5:b")
    mark = len(table.effects)
    table.card("a", "9")
    assert [type(effect) for effect in (*table.effects[mark:], *table.wait(3.0))] == [Echo]
    assert table.state == "flagged"
    table.move("a12:a b5:b")
    assert table.verdicts() == [(1, False, ("wrong-distance",)), (1, *LEGAL)]


def test_a_discard_after_a_flagged_move_lowers_the_flag_and_is_judged() -> None:
    table = played("a3:a b5:b", "a", "9", "a10:a b5:b")
    table.card("a", "6", "discard")
    assert [cleared.righted for cleared in table.effects_of(Cleared)] == [False]
    assert table.verdicts()[1:] == [(1, False, ("must-play",))]
    assert table.effects_of(Verdict)[-1].do == "discard"


def test_a_flagged_discard_that_is_undone_is_taken_back_without_a_question() -> None:
    table = at_position("a3:a b5:b")
    table.card("a", "9", "discard")
    assert table.verdicts() == [(1, False, ("must-play",))]
    table.tap("a", "undo")
    assert [cleared.righted for cleared in table.effects_of(Cleared)] == [False]
    assert not table.effects_of(Question)
    assert table.state == "at-rest"


def test_accept_closes_an_open_question_and_takes_the_likeliest_board() -> None:
    table = asked()
    table.tap("a", "accept")
    assert [withdrawn.id for withdrawn in table.effects_of(Withdrawn)] == [1]
    assert table.effects_of(Settled)[-1].how == "accepted"
    assert table.record == "a6:a b0:b*"


def test_a_choice_that_was_not_offered_leaves_the_question_open() -> None:
    table = asked()
    assert table.tell(Answered(table.t, 1, "legal-7")) == ()
    assert table.tell(Answered(table.t, 2, "legal-0")) == ()
    assert not table.effects_of(Withdrawn)
    table.tell(Answered(table.t, 1, "legal-0"))
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_tap_without_a_rank_is_answered_with_a_notice() -> None:
    table = at_position("a3:a")
    table.tell(Declared(table.t, Seat("a"), "card"))
    assert [notice.code for notice in table.effects_of(Notice)] == ["no-card"]
    assert table.state == "at-rest"


def test_the_last_player_cannot_leave_and_a_seat_without_pawns_neither() -> None:
    table = at_position("a3:a")
    assert table.tell(LeftTable(table.t, Seat("e"))) == ()
    for seat in "abc":
        table.tell(LeftTable(table.t, Seat(seat)))
    assert [turn.seat for turn in table.effects_of(Turn)] == ["b", "c", "d"]
    assert table.tell(LeftTable(table.t, Seat("d"))) == ()
    assert table.referee.turn().seat == "d"


def test_a_finished_game_that_is_resumed_announces_no_turn() -> None:
    table = at_position(WON)
    table.play("c", "2", WON.replace("b15", "cH1"))
    assert table.state == "over"
    assert table.tell(Resumed(table.t)) == ()


def test_a_card_after_the_end_lets_the_others_play_on() -> None:
    table = at_position(WON, teams=False)
    table.play("c", "2", WON.replace("b15", "cH1"))
    assert table.state == "over"
    table.play("b", "6", WON.replace("b15", "cH1").replace("b3", "b9"))
    assert table.verdicts()[-1] == (2, *LEGAL)
    assert table.referee.turn().seat == "d"  # c has won


def test_the_card_that_must_follow_a_joker_may_not_be_discarded_while_its_pawn_can_move() -> None:
    table = Sitting(game_of("tock", teams=False))
    table.play("a", "*", "a0:a")
    table.card("a", "4", "discard")
    assert table.verdicts() == [(1, *LEGAL), (2, False, ("must-play",))]
    assert dict(table.effects_of(Verdict)[-1].particulars) == {}


def test_a_question_is_withdrawn_once_the_board_answers_it() -> None:
    table = asked()
    table.unsure = {}
    table.lay({Hole("a6"): Seat("a"), Hole("b0"): Seat("b")})
    table.wait(1.0)
    assert [withdrawn.id for withdrawn in table.effects_of(Withdrawn)] == [1]
    assert table.verdicts() == [(1, *LEGAL)]
    assert table.referee.state.open.asked is None
