"""Undeclared wrong moves: whose they are, and when that is asked."""

from dataclasses import replace

import pytest
from sitting import LEGAL, Sitting, at, last, said

from calibration.holes import Hole, Seat
from toc_pi.effects import Question, Settled, TakenBack, Verdict, Withdrawn
from toc_pi.events import Answered, MovedBy
from toc_pi.referee.phases import INFERRED_BACK_S
from toc_pi.referee.who_moved import movers
from toc_pi.rules.game import UNKNOWN
from toc_pi.rules.position import Position


def test_a_wrong_move_after_an_unseen_discard_is_that_of_the_pawns_owner_and_so_is_its_correction() -> None:
    table = at("b5:b c0:c*")
    assert said(table, "c1:b c0:c*") == ("b", False, ("passed-protected", "wrong-distance"))
    assert said(table, "b11:b c0:c*") == ("b", True, ())
    assert table.referee.turn().seat == "c"


@pytest.mark.parametrize("back", [True, False])
def test_a_corrected_move_is_judged_for_anybody_if_the_wrong_player_was_flagged(back: bool) -> None:
    table = at("a3:a b5:b c0:c*")
    assert told_who(table, "a3:a c1:b c0:c*", "a")[:2] == ("a", False)
    if back:
        table.move("a3:a b5:b c0:c*")
    assert said(table, "a3:a b11:b c0:c*") == ("b", True, ())


def asked_who(table: Sitting, text: str) -> Question:
    """The question after a move that several players may have made; nobody is told off."""
    effects = table.move(text, seconds=4.0)
    asked = [effect for effect in effects if isinstance(effect, Question | Verdict)]
    assert len(asked) == 1
    assert isinstance(asked[0], Question)
    assert asked[0].code == "who-moved"
    return asked[0]


def told_who(table: Sitting, text: str, seat: str) -> tuple[str, bool, tuple[str, ...]]:
    """What is said of a move, once somebody has tapped who made it."""
    asked = asked_who(table, text)
    verdict = last(list(table.tell(Answered(table.t, asked.id, f"seat-{seat}"))))
    assert table.referee.state.open.asked is None
    return verdict.seat, verdict.legal, verdict.reasons


FIVE = "a8:a b9:b c4:c d6:d"  # a's pawn has gone five holes, which it may only do by somebody else's card


def may_be_a_five() -> Sitting:
    return at("a3:a b9:b c4:c d6:d", "toc", teams=False)


def test_a_miscounted_move_may_be_a_five_of_the_next_player() -> None:
    assert asked_who(may_be_a_five(), FIVE).choices[:2] == ("seat-a", "seat-b")
    table = may_be_a_five()
    assert told_who(table, FIVE, "a") == ("a", False, ("wrong-pawn",))
    assert said(table, "a9:a b9:b c4:c d6:d") == ("a", True, ())
    table = may_be_a_five()
    assert told_who(table, FIVE, "b") == ("b", True, ())
    assert table.referee.turn().seat == "c"


def test_a_miscounted_move_that_players_describe_may_still_be_a_five_of_the_next_player() -> None:
    table = may_be_a_five()
    table.unsure = {Hole("a3"): {"": 0.95, "a": 0.05}, Hole("a8"): {"a": 0.9, "": 0.1}}
    table.move(FIVE, seconds=12.0)
    table.answer("a:a3>a8")
    asked = [effect for effect in table.effects if isinstance(effect, Question)][-1]
    assert (asked.code, asked.choices[:2]) == ("who-moved", ("seat-a", "seat-b"))


def test_a_move_of_which_nobody_says_who_made_it_counts_once_the_next_is_made() -> None:
    table = may_be_a_five()
    asked_who(table, FIVE)
    effects = table.move("a8:a b9:b c10:c d6:d", seconds=1.5)
    verdicts = [(e.n, e.seat, e.legal) for e in effects if isinstance(e, Verdict)]
    assert verdicts == [(1, "b", True), (2, "c", True)]


@pytest.mark.parametrize("then", ["a3:a b9:b c4:c d6:d", "a9:a b9:b c4:c d6:d"])
def test_a_question_who_moved_needs_no_answer_once_the_move_is_put_right(then: str) -> None:
    table = may_be_a_five()
    asked = asked_who(table, FIVE)
    effects = table.move(then, seconds=1.5)
    assert [effect.id for effect in effects if isinstance(effect, Withdrawn)] == [asked.id]
    assert table.verdicts() == ([] if then.startswith("a3") else [(1, *LEGAL)])
    assert table.record == then


def test_a_card_tapped_instead_of_who_moved_is_judged() -> None:
    table = may_be_a_five()
    asked_who(table, FIVE)
    table.card("a", "6")
    table.wait(1.0)
    verdict = last(table.effects)
    assert (verdict.seat, verdict.card, verdict.reasons) == ("a", "6", ("wrong-distance",))


def test_a_move_of_none_of_the_players_counts_without_a_verdict() -> None:
    table = at("a3:a b5:b c0:c*")
    asked = asked_who(table, "a3:a c1:b c0:c*")
    effects = table.tell(Answered(table.t, asked.id, "none"))
    assert [effect.how for effect in effects if isinstance(effect, Settled)] == ["accepted"]
    assert not any(isinstance(effect, Verdict) for effect in effects)


def test_a_five_moves_an_opponents_pawn_if_a_player_who_cannot_play_was_passed_over() -> None:
    table = at("c3:c", "toc", teams=False)
    assert said(table, "c8:c") == ("a", True, ())


def test_a_wrong_move_of_a_pawn_that_was_just_moved_may_be_its_owners_or_the_next_players() -> None:
    table = at("a3:a b9:b d3:d", teams=False)
    assert said(table, "a9:a b9:b d3:d") == ("a", True, ())
    assert asked_who(table, "b6:a b9:b d3:d").choices[:2] == ("seat-a", "seat-b")


def test_that_pawns_of_others_were_moved_is_counted_once() -> None:
    table = at("a3:a b3:b c0:c*")
    assert asked_who(table, "a3:a d0:b c0:c*").choices[:2] == ("seat-b", "seat-a")


@pytest.mark.parametrize("rules", ["tac-tik", "tock-variant"])
def test_a_player_who_should_have_no_cards_left_may_have_moved(rules: str) -> None:
    table = at("a3:a b3:b c9:c d9:d", rules)
    course = table.referee.state.course
    hands = (*course.hands[:2], (), course.hands[3])
    table.referee.state = replace(table.referee.state, course=replace(course, hands=hands))
    assert said(table, "a3:a b3:b c14:c d9:d") == ("c", True, ())


def test_a_wrong_move_may_be_the_last_players_second_card() -> None:
    table = at("b5:b", "saut", teams=False)
    assert "*" in last(table.move("a0:a* b5:b")).cards
    table.wait(3.0)
    assert said(table, "d3:a b5:b")[:2] == ("a", False)


def test_a_wrong_second_card_is_not_the_next_players_while_its_joker_may_be_tapped() -> None:
    table = at("b1:a d9:b", "fadoq", teams=False).then("a0:a* b1:a d9:b")
    table.wait(4.0)
    assert said(table, "a0:a* b5:a d9:b", seconds=4.0)[:2] == ("a", False)


def test_pawns_put_back_after_a_swap_are_not_two_swaps() -> None:
    table = at("a3:a b9:b c4:c", "toc", teams=False)
    assert said(table, "a3:c b9:b c4:a") == ("a", True, ())
    table.move("a3:a b9:b c4:c", seconds=INFERRED_BACK_S + 0.5)
    assert len(table.effects_of(TakenBack)) == 1
    assert table.verdicts() == [(1, *LEGAL)]


TWO = "b7:d bH2:b bH4:b c10:a d1:b d12:c d6:d dH2:d dH4:d"  # c may go 4 back to d8, and d capture it by a 2
BOTH = "b7:d bH2:b bH4:b c10:a d1:b d8:d dH2:d dH4:d"


def two_may_have_moved() -> Sitting:
    table = at(TWO)
    table.referee.state = replace(
        table.referee.state, course=replace(table.referee.state.course, turn=2, hands=((UNKNOWN,) * 4,) * 4)
    )
    return table


def test_two_moves_seen_at_once_of_which_one_captured_the_other_are_asked_about() -> None:
    table = two_may_have_moved()
    asked = asked_who(table, BOTH)
    assert "two-c-d" in asked.choices
    effects = list(table.tell(Answered(table.t, asked.id, "two-c-d")))
    verdicts = [(e.n, e.seat, e.legal, e.captured) for e in effects if isinstance(e, Verdict)]
    assert verdicts == [(1, "c", True, ()), (2, "d", True, ("c",))]
    assert table.referee.turn().seat == "a"
    table.tap("d", "undo")
    table.tap("c", "undo")
    table.move(TWO, seconds=3.0)
    assert table.record == TWO


def test_two_moves_seen_at_once_count_when_the_next_player_moves_without_an_answer() -> None:
    table = two_may_have_moved()
    asked_who(table, BOTH)
    effects = table.move(BOTH.replace("c10:a", "c15:a"), seconds=1.5)
    verdicts = [(e.n, e.seat, e.legal) for e in effects if isinstance(e, Verdict)]
    assert verdicts == [(1, "c", True), (2, "d", True), (3, "a", True)]


def test_one_of_two_players_who_sent_a_pawn_back_for_nothing_is_told() -> None:
    assert told_who(two_may_have_moved(), BOTH, "d") == ("d", False, ("sent-back",))


def test_a_move_that_none_of_two_players_made_in_turn_counts_for_one_turn() -> None:
    table = two_may_have_moved()
    asked = asked_who(table, BOTH)
    effects = table.tell(Answered(table.t, asked.id, "none"))
    assert [effect.how for effect in effects if isinstance(effect, Settled)] == ["accepted"]


def test_two_moves_read_from_one_look_are_one_wrong_move_if_the_first_player_made_the_second_too() -> None:
    table = at("a3:a b5:b", teams=False)
    table.move("a9:a b11:b", seconds=2.0)
    verdicts = [(e.n, e.seat, e.legal) for e in table.effects if isinstance(e, Verdict)]
    assert verdicts == [(1, "a", True), (2, "b", True)]
    verdict = last(list(table.tell(MovedBy(table.t, 2, Seat("a")))))
    assert (verdict.n, verdict.seat, verdict.legal) == (1, "a", False)
    assert said(table, "a9:a b5:b") == ("a", True, ())


WON = "aH1:a aH2:a aH3:a aH4:a b3:b cH1:c cH2:c cH3:c cH4:c"


def test_a_card_that_is_tapped_and_withdrawn_after_the_end_leaves_the_game_over() -> None:
    table = at(WON.replace("cH1", "b15"))
    table.move(WON, seconds=3.0)
    assert table.state == "over"
    table.card("b", "5")
    table.tap("b", "undo")
    assert table.state == "over"
    assert not [e for e in table.move("aH1:a b9:b cH4:c", seconds=9.0) if isinstance(e, Verdict | TakenBack)]


def test_who_moved_after_the_end_is_no_question() -> None:
    table = at(WON.replace("cH1", "b15"))
    table.move(WON, seconds=3.0)
    seats, in_doubt = movers(table.referee.state, Position.parse("b9:b").pawns)
    assert (set(seats), in_doubt) == (set("abcd"), False)
