"""What the referee says of cards and moves at a table of four; `sitting` moves the pawns."""

from sitting import Sitting, game_of

from calibration.holes import Hole
from toc_pi.referee.effects import (
    Cleared,
    Echo,
    Ended,
    Notice,
    Offer,
    Question,
    Repair,
    Settled,
    TakenBack,
    Turn,
    Verdict,
)
from toc_pi.referee.events import Answered, Declared, Disputed, LeftTable, Paused, Resumed, Tick

LEGAL = (True, ())


def sit(*plays: tuple[str, str, str], rules: str = "quebec", teams: bool = True) -> Sitting:
    """A table at which these were played: seat, card, the position after it."""
    table = Sitting(game_of(rules, teams=teams))
    for seat, card, position in plays:
        table.card(seat, card)
        table.move(position)
        assert table.verdicts()[-1][1], (seat, card, table.verdicts()[-1])
    return table


def test_card_before_move() -> None:
    table = Sitting()
    table.card("a", "K")
    table.move("a0:a")
    assert table.verdicts() == [(1, *LEGAL)]
    assert table.record == "a0:a*"
    assert table.said(Turn)[-1].seat == "b"


def test_move_before_card() -> None:
    table = Sitting()
    table.move("a0:a")
    assert table.verdicts() == []
    table.card("a", "K")
    assert table.verdicts() == [(1, *LEGAL)]


def test_card_while_the_next_hand_is_already_there() -> None:
    table = Sitting()
    table.move("a0:a", seconds=0.4)
    table.view("hand")
    table.wait(0.3)
    table.card("a", "K")
    assert table.verdicts() == [(1, *LEGAL)]


def test_nothing_is_said_while_a_hand_is_over_the_board() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), ("c", "K", "a0:a b0:b c0:c"))
    table.card("d", "3")
    table.view("hand")
    mark = len(table.heard)
    table.board[Hole("d5")] = table.board.pop(Hole("c0"))
    table.wait(5.0)
    assert table.heard[mark:] == []


def test_illegal_move_is_flagged_once_and_clears_when_put_back() -> None:
    table = sit(("a", "K", "a0:a"))
    table.card("b", "K")
    table.move("a0:a b1:b")
    assert table.verdicts()[1:] == [(2, False, ("wrong-start",))]
    table.wait(5.0)
    assert len(table.verdicts()) == 2
    flagged = table.said(Verdict)[-1]
    assert dict(flagged.back_to) == {"a0": "a"}
    said = table.move("a0:a")
    assert [type(effect) for effect in said if isinstance(effect, Cleared)] == [Cleared]
    table.move("a0:a b0:b")
    assert table.verdicts()[2:] == [(2, *LEGAL)]


def test_illegal_move_corrected_directly() -> None:
    table = sit(("a", "K", "a0:a"))
    table.card("b", "K")
    table.move("a0:a b1:b")
    table.move("a0:a b0:b")
    assert table.verdicts()[1:] == [(2, False, ("wrong-start",)), (2, *LEGAL)]


def test_another_illegal_move_is_judged_again_under_the_same_number() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.throw("c", "2 3 4 5 6")
    table.throw("d", "2 3 4 5 6")
    table.card("a", "3")
    table.move("a4:a b0:b")
    table.move("a5:a b0:b")
    assert [(n, legal) for n, legal, _ in table.verdicts()[4:]] == [(5, False), (5, False)]


def test_no_storm_while_a_swap_is_put_back_pawn_by_pawn() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.throw("c", "2 3 4 5 6")
    table.throw("d", "2 3 4 5 6")
    table.card("a", "6")
    table.move("b0:a a0:b")
    said = len(table.verdicts())
    table.move("a0:b", seconds=1.5)
    table.move("a0:a", seconds=1.5)
    table.move("a0:a b0:b", seconds=1.5)
    assert len(table.verdicts()) == said
    assert len(table.said(Cleared)) == 1


def test_accept_lets_an_illegal_move_count() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.throw("c", "2 3 4 5 6")
    table.throw("d", "2 3 4 5 6")
    table.card("a", "3")
    table.move("a4:a b0:b")
    table.tap("a", "accept")
    assert table.said(Settled)[-1].how == "accepted"
    assert table.record == "a4:a b0:b*"
    table.card("b", "2")
    table.move("a4:a b2:b")
    assert table.verdicts()[-1] == (6, *LEGAL)


def test_a_flag_that_nobody_minds_counts_as_accepted() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.throw("c", "2 3 4 5 6")
    table.throw("d", "2 3 4 5 6")
    table.card("a", "3")
    table.move("a4:a b0:b")
    table.card("b", "2")
    assert [notice.code for notice in table.said(Notice)][-1] == "flag-stands"
    table.move("a4:a b2:b")
    assert table.verdicts()[-1] == (6, *LEGAL)
    assert table.said(Settled)[-2].how == "accepted"


def test_undo_opens_the_last_turn_and_the_card_may_be_declared_again_or_not() -> None:
    for again in (True, False):
        table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
        table.tap("b", "undo")
        assert [(e.n, e.seat) for e in table.said(TakenBack)] == [(2, "b")]
        assert dict(table.said(Repair)[-1].holes) == {"b0": ""}
        table.wait(2.0)
        table.move("a0:a")
        assert dict(table.said(Repair)[-1].holes) == {}
        if again:
            table.card("b", "K")
        table.move("a0:a b0:b")
        assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL), (2, *LEGAL)]


def test_several_turns_are_taken_back_by_taps() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), ("c", "K", "a0:a b0:b c0:c"))
    table.tap("c", "undo")
    table.tap("b", "undo")
    table.tap("a", "undo")
    assert [e.n for e in table.said(TakenBack)] == [3, 2, 1]
    table.tap("a", "undo")
    assert table.said(Notice)[-1].code == "nothing-to-take-back"
    table.move("")
    assert table.record == ""
    table.card("a", "A")
    table.move("a0:a")
    assert table.verdicts()[-1] == (1, *LEGAL)


def test_several_turns_are_taken_back_by_putting_pawns_back() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), ("c", "K", "a0:a b0:b c0:c"))
    table.move("a0:a", seconds=4.0)
    assert [e.n for e in table.said(TakenBack)] == [3, 2]
    assert table.record == "a0:a*"
    table.card("b", "A")
    table.move("a0:a b0:b")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_wrong_card_is_corrected_before_and_after_the_verdict() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.throw("c", "2 3 4 5 6")
    table.throw("d", "2 3 4 5 6")
    table.card("a", "3")
    table.card("a", "6")
    table.move("a6:a b0:b")
    assert table.verdicts()[-1] == (5, *LEGAL)
    table.card("b", "9")
    table.move("a6:a b10:b")
    assert table.verdicts()[-1] == (6, False, ("wrong-distance",))
    table.card("b", "10")
    assert table.verdicts()[-1] == (6, *LEGAL)


def test_the_same_card_tapped_twice_is_one_card() -> None:
    table = Sitting()
    table.card("a", "K")
    table.card("a", "K")
    table.move("a0:a")
    table.card("a", "K")
    table.wait(3.0)
    assert table.verdicts() == [(1, *LEGAL)]
    assert table.state == "ready"


def test_must_play_flags_a_discard_and_a_card_settles_it() -> None:
    table = Sitting(game_of("tock"))
    table.card("a", "K", "discard")
    assert table.verdicts() == [(1, False, ("must-play",))]
    table.card("a", "K")
    table.move("a0:a")
    assert table.verdicts()[1:] == [(1, *LEGAL)]


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
    table.card("a", "9")
    table.move("a9:a b0:b")
    table.card("b", "2")
    table.move("a9:a b2:b")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.card("a", "J")
    table.move("b2:a a9:b")
    table.card("b", "2")
    table.move("b2:a a11:b")
    n = len(table.verdicts())
    table.card("c", "K")
    table.move("b2:a a11:b c0:c")
    table.card("d", "K")
    table.move("b2:a a11:b c0:c d0:d")
    table.card("a", "5")
    table.move("b7:a a11:b c0:c d0:d")
    table.card("b", "10")
    table.move("b7:a b3:b c0:c d0:d")
    table.card("c", "5")
    table.move("b7:a b3:b c5:c d0:d")
    table.card("d", "5")
    table.move("b7:a b3:b c5:c d5:d")
    table.card("a", "3")
    table.move("b10:a b3:b c5:c d5:d")
    table.card("b", "7")
    assert len(table.verdicts()) == n + 7
    table.move("b10:b c5:c d5:d", away=1, seconds=2.0)
    assert len(table.verdicts()) == n + 7
    table.move("b10:b c5:c d5:d", seconds=0.5)
    assert table.verdicts()[-1][1:] == LEGAL
    assert table.said(Verdict)[-1].captured == ("a",)


def test_a_captured_pawn_that_stays_beside_the_board_is_waited_for_once() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), rules="tock")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.card("a", "9")
    table.move("a9:a b0:b")
    table.card("b", "9")
    table.move("a9:a b9:b")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.card("a", "Q")
    table.move("b3:a b9:b")
    table.card("b", "A")
    table.move("b3:a b10:b")
    table.card("c", "6", "discard")
    table.card("d", "6", "discard")
    table.card("a", "7")
    table.move("b10:a", away=1, seconds=6.0)
    assert table.verdicts()[-1][1:] == LEGAL
    table.card("b", "K")
    table.move("b10:a b0:b", seconds=0.5)
    assert table.verdicts()[-1][1:] == LEGAL


def test_a_second_move_before_the_first_was_judged() -> None:
    table = Sitting()
    table.card("a", "K")
    table.card("b", "K")
    table.move("a0:a b0:b")
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]
    assert table.said(Verdict)[0].holes == {"a0": "a"}


def test_three_moves_that_the_camera_missed_are_judged_in_order() -> None:
    table = Sitting()
    table.view("hand")
    for seat in "abc":
        table.wait(2.0)
        table.card(seat, "K")
    table.move("a0:a b0:b c0:c")
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL), (3, *LEGAL)]
    assert table.record == "a0:a* b0:b* c0:c*"


def test_a_wrong_second_move_is_not_laid_at_the_first_players_door() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.throw("c", "2 3 4 5 6")
    table.throw("d", "2 3 4 5 6")
    table.card("a", "3")
    table.card("b", "6")
    table.move("a3:a b5:b")
    assert table.verdicts()[4:] == [(5, *LEGAL), (6, False, ("wrong-distance",))]


def test_when_several_moved_and_nothing_fits_nobody_is_blamed() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), ("c", "K", "a0:a b0:b c0:c"))
    said = len(table.verdicts())
    table.card("d", "K")
    table.card("a", "3")
    table.move("a9:a b0:b c5:c d1:d", seconds=8.0)
    assert len(table.verdicts()) == said
    assert table.state == "lost"
    table.tap("a", "accept")
    assert [settled.how for settled in table.said(Settled)][-2:] == ["accepted", "accepted"]
    assert table.state == "ready"
    table.card("b", "6")
    table.move("a9:a b6:b c5:c d1:d")
    assert table.verdicts()[-1] == (6, *LEGAL)


def test_a_move_without_a_card_is_offered_the_cards_that_explain_it() -> None:
    table = sit(("a", "K", "a0:a"))
    table.move("a0:a b0:b", seconds=3.0)
    offer = table.said(Offer)[-1]
    assert offer.seat == "b"
    assert set(offer.cards) == {"A", "K"}
    table.card("b", "A")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_out_of_turn_is_said_kindly_and_believed() -> None:
    table = sit(("a", "K", "a0:a"))
    table.card("c", "K")
    notice = table.said(Notice)[-1]
    assert (notice.code, dict(notice.values)) == ("not-your-turn", {"seat": "c", "turn": "b"})
    table.move("a0:a c0:c")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_fifth_ace_is_questioned() -> None:
    table = Sitting(game_of("toc", teams=False))
    position = ""
    for seat in "abcd":
        position += f" {seat}0:{seat}"
        table.card(seat, "A")
        table.move(position)
    assert not table.said(Notice)
    table.card("a", "A")
    assert table.said(Notice)[-1].code == "too-many-cards"


def test_an_unknown_card_and_an_unknown_seat_change_nothing() -> None:
    table = Sitting()
    table.card("a", "*")
    assert table.said(Notice)[-1].code == "not-in-pack"
    table.card("h", "K")
    assert table.said(Notice)[-1].code == "unknown-seat"
    assert table.state == "ready"


def test_a_lamp_a_bump_and_a_cover_give_no_verdict() -> None:
    table = sit(("a", "K", "a0:a"))
    table.card("b", "K")
    for view in ("light", "moved", "blind"):
        mark = len(table.heard)
        table.view(view)
        table.wait(1.0)
        table.view("watching")
        table.wait(2.0)
        assert not [e for e in table.heard[mark:] if isinstance(e, Verdict | Notice | Repair)]
    table.move("a0:a b0:b")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_knocked_pawn_is_lost_sight_and_repaired() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.view("moved")
    del table.board[Hole("a0")]
    table.wait(0.5)
    table.view("watching")
    table.wait(8.0)
    assert table.state == "lost"
    assert table.said(Notice)[-1].code == "lost-sight"
    assert dict(table.said(Repair)[-1].holes) == {"a0": "a"}
    table.move("a0:a b0:b")
    assert table.state == "ready"
    assert dict(table.said(Repair)[-1].holes) == {}
    assert len(table.verdicts()) == 2


def test_a_pawn_knocked_over_while_a_card_is_declared_is_no_verdict() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.card("c", "K")
    del table.board[Hole("a0")]
    table.wait(8.0)
    assert table.state == "lost"
    table.move("a0:a b0:b")
    table.move("a0:a b0:b c0:c")
    assert table.verdicts()[2:] == [(3, *LEGAL)]


def test_a_legal_move_counts_although_another_pawn_has_fallen() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.view("moved")
    del table.board[Hole("a0")]
    table.view("watching")
    table.wait(1.0)
    table.card("c", "K")
    table.view("hand")
    table.wait(0.5)
    table.board[Hole("c0")] = table.board.pop(Hole("cC1"))
    table.view("watching")
    table.wait(1.0)
    assert table.verdicts()[2:] == [(3, *LEGAL)]
    assert table.record == "a0:a* b0:b* c0:c*"
    table.wait(8.0)
    assert dict(table.said(Repair)[-1].holes) == {"a0": "a"}


def test_an_unsure_hole_is_asked_about_and_one_tap_answers() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.throw("c", "2 3 4 5 6")
    table.throw("d", "2 3 4 5 6")
    table.card("a", "6")
    table.unsure = {
        Hole("a6"): {"a": 0.5, "": 0.5},
        Hole("a5"): {"a": 0.5, "": 0.5},
        Hole("a0"): {"a": 0.4, "": 0.6},
    }
    table.move("a5:a b0:b", seconds=8.0)
    question = table.said(Question)[-1]
    assert len(table.said(Question)) == 1
    other = next(choice for choice in question.choices if question.values.get(choice) == "a:a0>a5")
    table.tell(Answered(table.t, question.id, other))
    assert table.verdicts()[-1] == (5, False, ("wrong-distance",))


def test_a_pause_stops_everything_until_the_players_go_on() -> None:
    table = sit(("a", "K", "a0:a"))
    table.tell(Paused(table.t))
    assert table.state == "paused"
    assert table.tell(Declared(table.t, "b", "card", "K")) == ()
    assert table.tell(Tick(table.t + 1)) == ()
    table.tell(Resumed(table.t))
    table.wait(1.0)
    table.card("b", "K")
    table.move("a0:a b0:b")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_not_what_happened_opens_the_turn_and_another_card_settles_it() -> None:
    table = sit(("a", "K", "a0:a"))
    table.tell(Disputed(table.t))
    question = table.said(Question)[-1]
    assert "card-A" in question.choices
    table.tell(Answered(table.t, question.id, "card-A"))
    assert table.verdicts() == [(1, *LEGAL), (1, *LEGAL)]
    assert table.said(Settled)[-1].n == 1


def test_a_player_who_leaves_is_passed_over() -> None:
    table = sit(("a", "K", "a0:a"))
    table.tell(LeftTable(table.t, "b"))
    assert table.said(Turn)[-1].seat == "c"


def test_a_thrown_hand_is_out_until_the_next_deal() -> None:
    table = Sitting()
    for seat in "abcd":
        table.throw(seat, "2 3 5 6 8")
    assert table.said(Notice)[-1].code == "new-deal"
    assert table.said(Turn)[-1].seat == "a"


def test_everything_declared_is_echoed() -> None:
    table = Sitting()
    table.card("a", "K")
    echo = table.said(Echo)[-1]
    assert (echo.seat, echo.do, echo.card) == ("a", "card", "K")


def test_the_end_is_said() -> None:
    table = Sitting(game_of("tock", teams=False))
    state = table.referee.state
    assert not table.said(Ended)
    from dataclasses import replace

    from toc_pi.rules.position import Position

    start = Position.parse("aH2:a aH3:a aH4:a d15:a")
    table.referee.state = replace(state, record=(start,), course=replace(state.course, position=start))
    table.lay(dict(start.pawns))
    table.wait(1.0)
    table.card("a", "2")
    table.move("aH1:a aH2:a aH3:a aH4:a")
    assert table.said(Ended)[-1].winners == ("a",)
    assert table.state == "over"
