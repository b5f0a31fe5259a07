"""Undeclared cards: inferred from the move, left open, settled later, and never a wrong flag."""

from dataclasses import replace

import pytest
from sitting import LEGAL, Sitting, game_of, standing_at

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Declare
from toc_pi.referee.effects import (
    CardSettled,
    Effect,
    Notice,
    Question,
    Settled,
    TakenBack,
    Turn,
    Verdict,
    Withdrawn,
)
from toc_pi.referee.events import Answered, Declared
from toc_pi.referee.order import lay_down_unseen
from toc_pi.referee.waits import INFERRED_BACK_S, LAY_DOWN_S, MOVE_S, SECOND_S
from toc_pi.rules.position import Card, Position


def free(rules: str = "quebec", *house: str, teams: bool = True) -> Sitting:
    return Sitting(replace(game_of(rules, *house, teams=teams), declare="free"))


def at(text: str, rules: str = "quebec", *house: str, teams: bool = True) -> Sitting:
    table = free(rules, *house, teams=teams)
    position, state = Position.parse(text), table.referee.state
    table.referee.state = standing_at(state, position)
    table.lay(dict(position.pawns))
    table.wait(0.5)
    return table


def last(effects: list[Effect]) -> Verdict:
    return [effect for effect in effects if isinstance(effect, Verdict)][-1]


def test_a_move_that_one_rank_explains_counts_as_that() -> None:
    table = at("a3:a")
    verdict = last(table.move("a11:a"))
    assert (verdict.legal, verdict.seat, verdict.card, verdict.cards) == (True, "a", "8", ("8",))
    assert table.record == "a11:a"


def test_a_pawn_that_comes_out_leaves_its_card_open() -> None:
    verdict = last(free().move("a0:a*"))
    assert verdict.legal
    assert verdict.card is None
    assert set(verdict.cards) == {"A", "K"}


def test_a_late_tap_settles_an_open_card() -> None:
    table = free()
    table.move("a0:a*")
    effects = table.card("a", "K")
    assert [e.card for e in effects if isinstance(e, CardSettled)] == ["K"]
    assert table.record == "a0:a*"
    assert not any(isinstance(effect, Verdict) for effect in effects)


def test_a_late_tap_goes_to_the_turn_it_belongs_to_though_others_have_played() -> None:
    table = free()
    table.move("a0:a*")
    table.move("a0:a* b0:b*")
    effects = table.card("a", "A")
    assert [(e.n, e.card) for e in effects if isinstance(e, CardSettled)] == [(1, "A")]
    assert table.referee.turn().seat == "c"


def test_a_late_tap_of_another_card_is_judged_as_strictly_as_ever() -> None:
    table = at("a3:a")
    table.move("a11:a")
    table.card("a", "6")
    table.wait(1.0)
    verdict = last(table.effects)
    assert (verdict.n, verdict.legal, verdict.card, verdict.reasons) == (1, False, "6", ("wrong-distance",))


def test_a_declared_card_is_judged_as_strictly_as_ever() -> None:
    table = at("a3:a")
    table.card("a", "6")
    verdict = last(table.move("a11:a"))
    assert (verdict.legal, verdict.card, verdict.cards) == (False, "6", ())


def test_a_move_that_no_card_explains_is_reported_at_once_with_what_is_nearest() -> None:
    table = at("a3:a b0:b*")
    verdict = last(table.move("b1:a b0:b*"))  # past a protected pawn
    assert (verdict.legal, verdict.card, verdict.cards) == (False, None, ())
    assert verdict.nearest is not None
    assert "passed-protected" in verdict.reasons
    assert verdict.t - table.t >= -1.0


def test_a_wrong_move_that_is_put_right_counts_under_the_same_number() -> None:
    table = at("a3:a b0:b*")
    table.move("b1:a b0:b*")
    verdict = last(table.move("a12:a b0:b*"))
    assert (verdict.n, verdict.legal, verdict.card) == (1, True, "9")


def test_a_player_who_discards_unseen_is_passed_over() -> None:
    table = at("a3:a c5:c")
    verdict = last(table.move("a3:a c11:c"))
    assert (verdict.legal, verdict.seat, verdict.card) == (True, "c", "6")
    assert table.referee.turn().seat == "d"
    assert not table.effects_of(Question)


def test_a_seven_in_two_parts_becomes_one_turn() -> None:
    table = at("a3:a aH1:a")
    table.move("a6:a aH1:a", seconds=0.8)
    verdict = last(table.move("a6:a aH1:a".replace("a6", "a10")))
    assert (verdict.n, verdict.legal, verdict.card) == (1, True, "7")


def test_pawns_that_are_put_back_open_the_turn_again() -> None:
    table = at("a3:a")
    table.move("a11:a")
    table.move("a3:a", seconds=INFERRED_BACK_S + 0.5)
    assert table.effects_of(TakenBack)
    verdict = last(table.move("a9:a"))
    assert (verdict.n, verdict.seat, verdict.card) == (1, "a", "6")


def test_a_second_card_after_a_joker_tells_that_it_was_one() -> None:
    table = at("a3:a", "saut", teams=False)
    rules = table.referee.book.game.rules
    assert rules.joker_again != "none"
    first = last(table.move("a0:a* a3:a"))
    assert "*" in first.cards
    table.wait(3.0)
    verdict = last(table.move("a0:a* a12:a", seconds=2.0))
    assert (verdict.n, verdict.seat, verdict.legal) == (2, "a", True)
    assert [e.card for e in table.effects_of(CardSettled) if isinstance(e, CardSettled)] == ["*"]


@pytest.mark.parametrize("between", [0.0, SECOND_S - 0.3, SECOND_S + 0.3])
def test_a_joker_and_its_second_card_may_both_be_tapped_after_a_flag(between: float) -> None:
    table = at("c3:c", "saut", teams=False)
    table.move("d14:a c3:c", seconds=10.0)
    assert table.verdicts() == [(1, False, ("wrong-start",))]
    table.card("a", "*")
    table.wait(between)
    table.card("a", "4")
    table.wait(0.5)
    assert table.verdicts()[-2:] == [(1, *LEGAL), (2, *LEGAL)]
    assert len(table.verdicts()) == 3 + (between > SECOND_S)


@pytest.mark.parametrize("between", ["a0:a", "", "a1:a"])
def test_a_joker_and_its_second_card_are_told_from_a_wrong_start_by_the_board_between(between: str) -> None:
    table = at("c3:c", "saut", teams=False)
    table.move(f"{between} c3:c", seconds=0.2)
    table.move("d14:a c3:c", seconds=2.0)
    both = [(1, *LEGAL), (2, *LEGAL)]
    assert table.verdicts() == (both if between == "a0:a" else [(1, False, ("wrong-start",))])
    if between == "a0:a":
        assert [(e.n, e.card) for e in table.effects_of(CardSettled) if isinstance(e, CardSettled)] == [
            (1, "*")
        ]


@pytest.mark.parametrize(("rules", "house"), [("quebec", ()), ("saut", ("no-jokers",))])
def test_a_pawn_that_comes_out_and_goes_on_is_a_wrong_start_without_a_joker_that_gives_a_second_card(
    rules: str, house: tuple[str, ...]
) -> None:
    table = at("c3:c", rules, *house, teams=False)
    table.move("a0:a c3:c", seconds=0.2)
    table.move("d14:a c3:c", seconds=2.0)
    assert table.verdicts() == [(1, False, ("wrong-start",))]


def test_two_unexplained_moves_are_reported() -> None:
    table = at("a3:a b9:b c4:c d7:d")
    table.move("a9:a b1:b c12:c d2:d", seconds=11.0)
    assert any(isinstance(effect, Notice | Question | Verdict) for effect in table.effects)


def test_playing_another_card_than_declared_is_flagged_even_out_of_turn() -> None:
    table = at("a3:a c5:c")
    table.card("c", "6")
    verdict = last(table.move("a3:a c13:c"))
    assert (verdict.seat, verdict.legal, verdict.card) == ("c", False, "6")


def test_two_moves_seen_as_one_are_two_turns() -> None:
    table = at("c3:c")
    verdicts = [v for v in table.move("a0:a* b0:b* c3:c") if isinstance(v, Verdict)]
    assert [(v.n, v.seat, v.legal) for v in verdicts] == [(1, "a", True), (2, "b", True)]
    verdicts = [v for v in table.move("a0:a* b0:b* c12:c d0:d*") if isinstance(v, Verdict)]
    assert [(v.n, v.seat, v.card) for v in verdicts] == [(3, "c", "9"), (4, "d", None)]


def test_undo_takes_an_inferred_turn_back() -> None:
    table = at("a3:a")
    table.move("a11:a")
    table.tell(Declared(table.t, Seat("a"), "undo"))
    assert table.effects_of(TakenBack)
    table.move("a3:a", seconds=2.0)
    verdict = last(table.move("a5:a"))
    assert (verdict.n, verdict.seat, verdict.card) == (1, "a", "2")


def test_an_undeclared_move_out_of_turn_gets_no_notice() -> None:
    table = at("a3:a c5:c")
    effects = table.card("c", "6")
    assert not any(isinstance(effect, Notice) for effect in effects)
    assert last(table.move("a3:a c11:c")).legal
    assert [e.seat for e in table.effects_of(Turn) if isinstance(e, Turn)][-1] == "d"


def test_a_card_of_the_next_player_leaves_the_move_before_it_alone() -> None:
    table = at("a3:a b5:b")
    table.move("a11:a b5:b", seconds=0.2)
    table.tell(Declared(table.t, Seat("b"), "card", Card("6")))
    table.wait(1.0)
    table.move("a11:a b11:b")
    verdicts = [v for v in table.effects if isinstance(v, Verdict)]
    assert [(v.seat, v.legal, v.card, v.cards) for v in verdicts] == [
        ("a", True, "8", ("8",)),
        ("b", True, "6", ()),
    ]


def test_after_ten_seconds_without_an_explanation_the_screen_says_what_to_do() -> None:
    table = at("a3:a c5:c")
    table.move("b1:a c5:c", seconds=0.1)
    for number in range(60):  # a pawn that is seen in another hole each time
        table.lay({Hole(f"b{number % 8 + 2}"): Seat("a"), Hole("c5"): Seat("c")})
        table.wait(0.2)
    notices = [effect for effect in table.effects if isinstance(effect, Notice)]
    assert [notice.code for notice in notices] == ["not-understood"]
    assert 9.9 <= notices[0].t - table.referee.state.episode.clear_since <= 10.5


def test_several_ranks_that_end_the_turn_stay_open_when_the_next_player_moves() -> None:
    table = at("b5:b", "saut", teams=False)
    assert set(last(table.move("a0:a* b5:b")).cards) == {"A", "K", "*"}
    table.move("a0:a* b11:b")
    assert not table.effects_of(CardSettled)
    assert set(table.referee.state.turns[0].play.cards) == {"A", "K"}


def test_a_tapped_joker_gives_its_player_the_turn_back() -> None:
    table = at("b5:b", "saut", teams=False)
    table.move("a0:a* b5:b")
    assert table.referee.turn().seat == "b"
    effects = table.card("a", "*")
    assert [e.seat for e in effects if isinstance(e, Turn)] == ["a"]


@pytest.mark.parametrize("rules", ["quebec", "tock", "toc", "saut", "fadoq", "tac-tik", "tock-variant"])
def test_an_unseen_discard_costs_what_the_rules_say(rules: str) -> None:
    table = free(rules)
    book, course = table.referee.book, table.referee.state.course
    before = len(course.hands[course.turn])
    laid = lay_down_unseen(book, course)
    assert laid.turn == (course.turn + 1) % len(course.hands)
    throws, draws = book.game.rules.cannot_play == "throw", book.game.rules.draw
    stays = draws or book.game.rules.cannot_play == "either"
    assert len(laid.hands[course.turn]) == (before if stays else 0 if throws else before - 1)
    assert laid.position == course.position


def test_every_hand_laid_down_unseen_ends_the_deal() -> None:
    table = free("quebec")
    book, course = table.referee.book, table.referee.state.course
    deals, met = course.deals, 0
    while course.deals == deals:
        course = lay_down_unseen(book, course)
        met += 1
    size = max(book.game.rules.deal)
    assert met in (4 * size, 4)


@pytest.mark.parametrize(("pause_s", "seats"), [(0.3, ["a", "a"]), (14.0, ["a", "a"])])
def test_the_same_pawn_again_is_one_turn_soon_and_another_one_late(pause_s: float, seats: list[str]) -> None:
    table = at("a3:a")
    table.move("a5:a", seconds=0.6 + pause_s)
    table.move("a10:a")
    verdicts = [effect for effect in table.effects if isinstance(effect, Verdict)]
    assert [verdict.seat for verdict in verdicts] == seats
    late = pause_s > 3 * LAY_DOWN_S + MOVE_S
    assert [(verdict.n, verdict.card) for verdict in verdicts] == [(1, "2"), (2, "5") if late else (1, "7")]


def asked_about_a_move(*choices: str) -> Sitting:
    """An undeclared move of seat a whose end can't be seen well; the question is answered with a choice."""
    table = at("a3:a")
    table.unsure = {Hole("a9"): {"a": 0.5, "": 0.5}, Hole("a11"): {"a": 0.5, "": 0.5}}
    table.move("a11:a", seconds=6.0)
    for number, wanted in enumerate(choices, 1):
        question = table.effects_of(Question)[-1]
        assert isinstance(question, Question)
        assert len(table.effects_of(Question)) == number
        choice = next((one for one, there in question.values.items() if there == wanted), wanted)
        table.tell(Answered(table.t, question.id, choice))
        table.wait(8.0)
    return table


def test_the_answer_to_a_question_about_an_undeclared_move_counts() -> None:
    table = asked_about_a_move("a:a3>a11")
    verdict = last(table.effects)
    assert (verdict.n, verdict.seat, verdict.legal, verdict.card) == (1, "a", True, "8")
    assert len(table.effects_of(Question)) == 1
    assert table.record == "a11:a"


def test_players_who_say_that_it_was_none_of_these_are_asked_to_straighten_pawns_once() -> None:
    table = asked_about_a_move("none")
    assert len(table.effects_of(Question)) == 1
    assert [notice.code for notice in table.effects_of(Notice) if isinstance(notice, Notice)] == ["unsure"]
    table.unsure = {Hole("a9"): {"a": 0.5, "": 0.5}, Hole("a12"): {"a": 0.5, "": 0.5}}
    table.move("a12:a", seconds=6.0)
    assert len(table.effects_of(Question)) == 2


def test_a_wrong_move_confirmed_by_an_answer_is_flagged() -> None:
    table = at("a3:a b0:b*")
    table.unsure = {Hole("b2"): {"a": 0.82, "": 0.18}, Hole("a11"): {"a": 0.35, "": 0.65}}
    table.move("b2:a b0:b*", seconds=6.0)
    table.answer("a:a3>b2")
    verdict = last(table.effects)
    assert (verdict.seat, verdict.legal) == ("a", False)
    assert "passed-protected" in verdict.reasons


def test_a_board_that_is_still_as_it_was_judged_is_not_judged_again() -> None:
    table = at("a3:a b5:b")
    table.move("a11:a b5:b")
    del table.board[Hole("bC1")]  # misread
    table.unsure = {Hole("c4"): {"": 0.6, "c": 0.4}}
    table.wait(6.0)
    assert [verdict.n for verdict in table.effects_of(Verdict) if isinstance(verdict, Verdict)] == [1]
    assert not table.effects_of(TakenBack)


def test_a_late_tap_that_fits_no_move_of_its_player_leaves_the_last_turn_alone() -> None:
    table = at("a3:a b5:b")
    table.move("a11:a b5:b")
    table.move("a11:a b11:b")
    table.card("a", "4")
    table.wait(1.0)
    assert not table.effects_of(TakenBack)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_a_flagged_move_put_right_is_not_taken_for_the_next_players_while_a_pawn_is_beside_the_board() -> (
    None
):
    table = at("a3:a a6:c", "tock", teams=False)
    table.move("a1:a a6:c")
    assert table.verdicts() == [(1, False, ("wrong-distance",))]
    table.move(
        "a6:a", away=1
    )  # a three by a; or a five by b, who may move anybody's pawn, from the wrong hole
    assert not table.effects_of(Settled)
    table.move("a6:a")
    assert table.verdicts()[1:] == [(1, *LEGAL)]


def test_a_second_card_that_its_player_keeps_stays_his_when_the_next_player_moves() -> None:
    table = at("b5:b", "fadoq", teams=False)
    table.card("a", "*")
    table.move("a0:a* b5:b")
    table.move("a0:a* b11:b")
    said = last(table.effects)
    assert (said.n, said.seat, said.legal, said.card) == (2, "b", True, "6")
    assert table.referee.turn().seat == "c"
    assert table.referee.state.course.rights[0] == 1


def test_a_verdict_says_whether_its_card_was_declared() -> None:
    table = at("a3:a b0:b*")
    assert last(table.move("b1:a b0:b*")).inferred  # no rank explains it
    assert last(table.move("a12:a b0:b*")).inferred
    table.card("b", "6", "discard")
    assert not last(table.effects).inferred
    table.card("c", "K")
    assert not last(table.move("a12:a b0:b* c0:c")).inferred


@pytest.mark.parametrize("rules", ["saut", "tock", "fadoq"])
def test_a_card_that_cannot_have_brought_a_pawn_out_is_the_second_card_of_a_joker_that_did(
    rules: str,
) -> None:
    table = at("b5:b", rules, teams=False)
    assert set(last(table.move("a0:a* b5:b")).cards) == {"A", "K", "*"}
    effects = table.card("a", "6")
    assert [settled.card for settled in effects if isinstance(settled, CardSettled)] == ["*"]
    assert [turn.seat for turn in effects if isinstance(turn, Turn)] == ["a"]
    said = last(table.move("a6:a b5:b"))
    assert (said.n, said.seat, said.legal, said.card) == (2, "a", True, "6")
    assert table.referee.turn().seat == "b"


def test_moves_of_three_players_seen_as_one_are_not_two_turns() -> None:
    table = at("c3:c")
    table.move("a0:a* b0:b* c8:c")
    assert [said for said in table.verdicts() if said[1]] == []


def said(table: Sitting, text: str, seconds: float = 1.5) -> tuple[str, bool, tuple[str, ...]]:
    """What is said of a move: of whom, whether it is legal, the reasons."""
    verdict = last(table.move(text, seconds=seconds))
    return verdict.seat, verdict.legal, verdict.reasons


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
    assert told_who(table, FIVE, "a") == ("a", False, ("wrong-distance",))
    assert said(table, "a9:a b9:b c4:c d6:d") == ("a", True, ())
    table = may_be_a_five()
    assert told_who(table, FIVE, "b") == ("b", True, ())
    assert table.referee.turn().seat == "c"


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


def test_a_player_who_should_have_no_cards_left_may_have_moved() -> None:
    table = at("a3:a b3:b c9:c d9:d")
    course = table.referee.state.course
    hands = (*course.hands[:2], (), course.hands[3])
    table.referee.state = replace(table.referee.state, course=replace(course, hands=hands))
    assert "seat-c" in asked_who(table, "a3:a b3:b c10:c d9:d".replace("c10", "d2")).choices


def test_a_wrong_move_may_be_the_last_players_second_card() -> None:
    table = at("b5:b", "saut", teams=False)
    assert "*" in last(table.move("a0:a* b5:b")).cards
    table.wait(3.0)
    assert said(table, "d3:a b5:b")[:2] == ("a", False)


def test_a_wrong_second_card_is_not_the_next_players_while_its_joker_may_be_tapped() -> None:
    table = at("b1:a d9:b", "fadoq", teams=False)
    table.move("a0:a* b1:a d9:b")
    table.wait(4.0)
    assert said(table, "a0:a* b5:a d9:b", seconds=4.0)[:2] == ("a", False)


def test_pawns_put_back_after_a_swap_are_not_two_swaps() -> None:
    table = at("a3:a b9:b c4:c", "toc", teams=False)
    assert said(table, "a3:c b9:b c4:a") == ("a", True, ())
    table.move("a3:a b9:b c4:c", seconds=INFERRED_BACK_S + 0.5)
    assert len(table.effects_of(TakenBack)) == 1
    assert table.verdicts() == [(1, *LEGAL)]


@pytest.mark.parametrize("declare", ["free", "strict"])
def test_a_card_tapped_for_a_player_who_may_go_on_is_the_next_ones_who_moved_by_it(declare: Declare) -> None:
    table = Sitting(replace(game_of("fadoq", teams=False), declare=declare))
    table.card("a", "*")
    table.move("a0:a*")
    assert table.referee.turn().seat == "a"
    table.card("a", "K")  # on the keypad, which still names a
    assert said(table, "a0:a* b0:b*") == ("b", True, ())
    assert table.referee.turn().seat == "c"


def test_a_card_tapped_for_a_player_who_discarded_is_the_next_ones_who_moved_by_it() -> None:
    table = at("b5:b c0:c*")
    table.card("a", "6")
    assert said(table, "b11:b c0:c*") == ("b", True, ())


@pytest.mark.parametrize("waited_s", [0.0, 7.0])
def test_a_card_tapped_after_all_others_may_have_discarded_is_for_a_new_turn(waited_s: float) -> None:
    table = at("a3:a c5:c")
    table.move("a5:a c5:c")
    table.wait(waited_s)
    table.card("a", "8")
    table.wait(1.0)
    assert bool(table.effects_of(TakenBack)) == (not waited_s)
    if waited_s:
        assert said(table, "a13:a c5:c") == ("a", True, ())


def test_a_card_tapped_late_by_mistake_is_dropped_once_the_right_one_is_tapped() -> None:
    table = at("a3:a c5:c")
    table.move("a5:a c5:c")
    table.wait(7.0)
    table.card("a", "8")
    effects = table.card("a", "2")
    assert [e.code for e in effects if isinstance(e, Notice)] == ["card-undone"]
    assert not table.referee.state.queue
    assert said(table, "a5:a c11:c") == ("c", True, ())
