"""Two turns that a slow camera saw as one: no legal move is flagged."""

from dataclasses import replace

import pytest
from sitting import LEGAL, Sitting, at_position, game_of, played, put

from calibration.holes import Hole
from toc_pi.effects import Notice, Verdict
from toc_pi.referee.phases import CONFIRM_S, SECOND_S
from toc_pi.rules.table import Table


def lost(table: Sitting) -> bool:
    """Whether the referee has reported lost sight."""
    return any(notice.code == "lost-sight" for notice in table.effects_of(Notice))


def test_the_next_players_card_comes_late() -> None:
    table = played("a3:a b3:b", "a", "5", "a8:a b9:b", seconds=3.0)
    assert table.verdicts() == []
    table.card("b", "6")
    table.wait(0.5)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_the_next_player_brought_a_pawn_out_and_his_card_comes_late() -> None:
    table = played("a3:a b3:b", "a", "5", "a8:a b0:b b3:b", seconds=3.0)
    table.card("b", "K")
    table.wait(0.5)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_the_next_player_swapped_the_pawn_that_had_just_moved() -> None:
    table = played("a3:a b3:b", "a", "5", "b3:a a8:b", seconds=3.0)
    assert table.verdicts() == []
    table.card("b", "J")
    table.wait(0.5)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_the_second_card_is_never_declared() -> None:
    table = played("a3:a b3:b", "a", "5", "a8:a b9:b", seconds=9.0)
    assert table.verdicts() == []
    assert lost(table)


def test_a_pawn_out_on_an_unsure_hole_and_a_wrong_capture_after_it() -> None:
    for chance in (0.1, 0.45, 0.8):
        table = at_position("d0:d c3:c")
        table.unsure = {Hole("a0"): {"": 1.0 - chance, "a": chance}}
        table.card("a", "A")
        table.reach(0.5)
        table.play("b", "K", "a0:a b0:b c3:c", seconds=9.0)
        assert all(verdict.legal for verdict in table.effects_of(Verdict) if verdict.seat == "a")


def test_the_next_player_moved_wrongly_and_has_not_declared() -> None:
    table = at_position("a3:a b3:b c9:c")
    table.play("a", "5", "a8:a b9:b", seconds=9.0)  # c9 was taken off, too
    assert not any(not verdict.legal for verdict in table.effects_of(Verdict))
    assert lost(table)


def test_his_own_pawns_wrong_move_is_still_his() -> None:
    table = played("a3:a b3:b", "a", "5", "a9:a b3:b")
    assert table.verdicts() == [(1, False, ("wrong-distance",))]


def test_a_swap_with_another_card_is_still_his() -> None:
    table = played("a3:a a8:b", "a", "5", "a3:b a8:a")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]


def test_a_swap_put_down_a_hole_beside_is_still_his() -> None:
    table = played("a3:a b8:b", "a", "J", "a4:b b8:a")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]


def test_too_much_with_his_partners_pawns_is_his() -> None:
    table = played(
        "aH1:a aH2:a aH3:a aH4:a c3:c c9:c b5:b", "a", "5", "aH1:a aH2:a aH3:a aH4:a c8:c c11:c b5:b"
    )
    assert [said[:2] for said in table.verdicts()] == [(1, False)]


def test_a_flag_is_withdrawn_when_the_next_card_explains_the_rest() -> None:
    table = played("a3:a b8:b", "a", "J", "a5:b b8:a", rules="tock")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]
    table.card("b", "2")
    table.wait(0.5)
    assert table.verdicts()[1:] == [(1, *LEGAL), (2, *LEGAL)]
    assert table.record == "a5:b b8:a"


def test_the_next_player_took_the_pawn_that_had_just_moved_on_his_way() -> None:
    table = played("a13:a b3:b c9:c", "a", "10", "b10:b c9:c", seconds=3.0, rules="tac-tik")
    assert table.verdicts() == []
    table.card("b", "7")
    table.wait(0.5)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_the_next_player_shared_his_seven_with_his_partner() -> None:
    table = played("a3:a b3:b d5:d", "a", "8", "a11:a b6:b d9:d", seconds=3.0, rules="tac-tik")
    assert table.verdicts() == []


def test_a_swap_put_down_beside_is_still_his_though_others_could_be_swapped() -> None:
    table = played("a9:a c5:c b8:c d3:b", "a", "J", "a9:c c4:a b8:c d3:b")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]


def test_a_second_pawn_that_the_next_player_could_not_move_was_moved_by_the_first() -> None:
    table = at_position("a3:a c3:c d3:d", rules="fadoq", teams=False)
    table.play("a", "5", "a3:a c8:c d9:d")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]


def test_the_next_player_moved_somebody_elses_pawn_and_his_card_comes_late() -> None:
    table = at_position("a3:a c3:c d3:d", rules="fadoq", teams=False)
    table.play("a", "6", "a9:a c8:c d3:d", seconds=3.0)
    assert table.verdicts() == []
    table.card("b", "5")
    table.wait(0.5)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_a_pawn_put_down_beside_the_one_it_took_is_not_two_turns() -> None:
    table = played("a3:a b11:b d12:d d17:c", "a", "5", "a3:a b11:b d16:d")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]
    table = at_position("d11:b d12:d d17:c", rules="tock", teams=True)
    table.play("a", "5", "d11:b d16:d")
    assert [said[:2] for said in table.verdicts()] == [(1, False)]


def test_a_pawn_sent_away_beside_a_right_play_is_not_two_turns() -> None:
    table = at_position("c6:b c11:b d3:d d8:a", rules="saut")
    table.card("a", "5")
    # Or the play took b's pawn at c11 with the one at c6, and the next player went on with their partner's.
    table.move("c11:b d8:d")
    assert table.verdicts() == [(1, False, ("sent-back",))]


def test_the_next_players_move_isnt_attributed_to_a_player_whose_own_pawn_probably_moved_too() -> None:
    table = at_position("a0:a b10:b")
    table.card("a", "9")
    table.unsure = {Hole("a0"): {"": 0.63, "a": 0.37}, Hole("a9"): {"a": 0.53, "": 0.47}}
    table.move("a9:a c0:b", seconds=2.0)
    assert table.verdicts() == []
    table.card("b", "8")
    table.wait(1.0)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_a_play_without_a_trace_before_the_next_players_isnt_assumed() -> None:
    # The king could bring a pawn out onto a0, capturing the one there; and d's own king could make this move.
    table = played("a0:a d1:d d2:a", "a", "K", "a0:a d14:d", rules="tock")
    assert table.verdicts() == [(1, False, ("wrong-pawn",))]


def test_a_wrong_joker_isnt_a_play_and_the_next_players_while_its_player_has_another_card_to_play() -> None:
    table = played(
        "c17:a aH2:a aH3:a aH4:a a12:c b5:b",
        "a",
        "*",
        "aH1:a aH2:a aH3:a aH4:a b12:c b5:b",
        seconds=SECOND_S + 1.0,
        rules="fadoq",
    )
    assert [verdict[:2] for verdict in table.verdicts()] == [(1, False)]


def test_a_jokers_second_card_and_the_next_players_move_are_seen_as_one() -> None:
    table = at_position("c3:c", "tock-variant", teams=False)
    table.card("a", "*")
    table.play("a", "4", "d14:a b0:b c3:c", seconds=3.0)
    assert table.verdicts() == []
    table.card("b", "K")
    table.wait(0.5)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL), (3, *LEGAL)]


def test_a_jokers_second_card_played_wrongly_is_still_his() -> None:
    table = at_position("c3:c", "tock-variant", teams=False)
    table.play("a", "*", "a0:a* c3:c")
    table.play("a", "4", "d12:a c3:c")
    assert [verdict[:2] for verdict in table.verdicts()] == [(1, True), (2, False)]


@pytest.mark.parametrize("rules", ["tock", "tock-variant", "saut", "fadoq"])
@pytest.mark.parametrize("declared", ["before", "soon after"])
def test_a_joker_and_its_second_card_are_seen_as_one(rules: str, declared: str) -> None:
    table = at_position("c3:c", rules, teams=False)
    table.card("a", "*")
    if declared == "before":
        table.play("a", "4", "d14:a c3:c")
    else:
        table.move("d14:a c3:c", seconds=1.5)
        assert table.verdicts() == []
        table.card("a", "4")
        table.wait(0.5)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]
    assert table.record == "c3:c d14:a"


def test_a_jokers_flag_is_withdrawn_when_its_second_card_explains_the_board() -> None:
    table = at_position("c3:c", "saut", teams=False)
    table.play("a", "*", "d14:a c3:c", seconds=SECOND_S + 0.3)
    assert table.verdicts() == [(1, False, ("wrong-start",))]
    table.card("a", "4")
    table.wait(0.5)
    assert table.verdicts()[1:] == [(1, *LEGAL), (2, *LEGAL)]


def test_a_wrong_move_that_no_second_card_explains_is_flagged_at_once() -> None:
    table = at_position("a3:a c3:c", "saut", teams=False)
    table.play("a", "*", "b0:a c3:c", seconds=CONFIRM_S + 0.3)
    assert table.verdicts() == [(1, False, ("wrong-distance",))]
    table = at_position("c3:c", "saut", teams=False)
    table.play("a", "*", "b0:a c3:c", seconds=CONFIRM_S + 0.3)  # not both jokers in one turn
    assert table.verdicts() == [(1, False, ("wrong-start",))]


def test_another_card_than_the_joker_corrects_it_if_it_explains_the_board_alone() -> None:
    table = at_position("a3:a c3:c", "saut", teams=False)
    table.play("a", "*", "a9:a c3:c")
    table.card("a", "6")
    table.wait(0.5)
    assert table.verdicts() == [(1, False, ("wrong-distance",)), (1, *LEGAL)]


def test_the_second_card_of_a_joker_moves_the_jokers_pawn_where_the_rules_ask_for_it() -> None:
    table = at_position("a5:a c3:c", "tock", teams=False)
    table.card("a", "*")
    table.play("a", "4", "a0:a* a1:a c3:c")
    assert table.verdicts() == [(1, *LEGAL), (2, False, ("wrong-pawn",))]


def test_two_turns_seen_as_one_leave_every_way_open_in_which_they_may_have_been_played() -> None:
    table = put(Sitting(replace(game_of("tock-variant"), table=Table(4, 18))), "d15:a d17:a d8:b")
    table.card("a", "A")
    table.view("hand")
    table.play("b", "9", "a0:a d15:a d17:b")
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]
    # The ace brought a pawn out, and the one at d17 was taken; or it moved that one to a0.
    known = {str(position) for position in table.referee.state.record}
    assert known == {"a0:a d15:a d17:b", "a0:a* d15:a d17:b"}


def test_a_card_that_was_never_played_is_dropped_if_the_next_players_card_explains_the_board() -> None:
    # a's jack could have moved b's pawn, too, but not to where b's six puts it.
    table = at_position("a3:a b5:b")
    table.card("a", "J")
    table.play("b", "6", "a3:a b11:b")
    notices = [(notice.code, dict(notice.values)) for notice in table.effects_of(Notice)]
    assert notices == [("card-dropped", {"seat": "a", "card": "J"})]
    assert table.verdicts() == [(1, *LEGAL)]
    assert table.effects_of(Verdict)[-1].seat == "b"
