"""Undeclared cards: inferred from the move, left open, settled later, and never a wrong flag."""

from dataclasses import replace

import pytest
from sitting import LEGAL, Sitting, at, free, game_of, last, said

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Declare
from toc_pi.effects import CardSettled, Notice, Question, Settled, TakenBack, Turn, Verdict
from toc_pi.events import Answered, Declared
from toc_pi.referee.order import lay_down_unseen
from toc_pi.referee.phases import INFERRED_BACK_S, LAY_DOWN_S, MOVE_S, SECOND_S
from toc_pi.rules.position import Card


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
    table = free().then("a0:a*")
    effects = table.card("a", "K")
    assert [e.card for e in effects if isinstance(e, CardSettled)] == ["K"]
    assert table.record == "a0:a*"
    assert not any(isinstance(effect, Verdict) for effect in effects)


def test_a_late_tap_goes_to_the_turn_it_belongs_to_though_others_have_played() -> None:
    table = free().then("a0:a*", "a0:a* b0:b*")
    effects = table.card("a", "A")
    assert [(e.n, e.card) for e in effects if isinstance(e, CardSettled)] == [(1, "A")]
    assert table.referee.turn().seat == "c"


def test_a_late_tap_of_another_card_is_judged_as_strictly_as_ever() -> None:
    table = at("a3:a").then("a11:a")
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
    table = at("a3:a b0:b*").then("b1:a b0:b*")
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
    table = at("a3:a").then("a11:a")
    table.move("a3:a", seconds=INFERRED_BACK_S + 0.5)
    assert table.effects_of(TakenBack)
    verdict = last(table.move("a9:a"))
    assert (verdict.n, verdict.seat, verdict.card) == (1, "a", "6")


def test_a_second_card_after_a_joker_tells_that_it_was_one() -> None:
    table = at("a3:a", "saut", teams=False)
    rules = table.referee.rules.ruleset
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
    table = at("a3:a").then("a11:a")
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
    table = at("b5:b", "saut", teams=False).then("a0:a* b5:b")
    assert table.referee.turn().seat == "b"
    effects = table.card("a", "*")
    assert [e.seat for e in effects if isinstance(e, Turn)] == ["a"]


@pytest.mark.parametrize("rules", ["quebec", "tock", "toc", "saut", "fadoq", "tac-tik", "tock-variant"])
def test_an_unseen_discard_costs_what_the_rules_say(rules: str) -> None:
    table = free(rules)
    game_rules, course = table.referee.rules, table.referee.state.course
    before = len(course.hands[course.turn])
    laid = lay_down_unseen(game_rules, course)
    assert laid.turn == (course.turn + 1) % len(course.hands)
    throws, draws = game_rules.game.rules.cannot_play == "throw", game_rules.game.rules.draw
    stays = draws or game_rules.game.rules.cannot_play == "either"
    assert len(laid.hands[course.turn]) == (before if stays else 0 if throws else before - 1)
    assert laid.position == course.position


def test_every_hand_laid_down_unseen_ends_the_deal() -> None:
    table = free("quebec")
    game_rules, course = table.referee.rules, table.referee.state.course
    deals, met = course.deals, 0
    while course.deals == deals:
        course = lay_down_unseen(game_rules, course)
        met += 1
    size = max(game_rules.game.rules.deal)
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
    table = at("a3:a b5:b").then("a11:a b5:b")
    del table.board[Hole("bC1")]  # misread
    table.unsure = {Hole("c4"): {"": 0.6, "c": 0.4}}
    table.wait(6.0)
    assert [verdict.n for verdict in table.effects_of(Verdict) if isinstance(verdict, Verdict)] == [1]
    assert not table.effects_of(TakenBack)


def test_a_late_tap_that_fits_no_move_of_its_player_leaves_the_last_turn_alone() -> None:
    table = at("a3:a b5:b").then("a11:a b5:b", "a11:a b11:b")
    table.card("a", "4")
    table.wait(1.0)
    assert not table.effects_of(TakenBack)
    assert table.verdicts() == [(1, *LEGAL), (2, *LEGAL)]


def test_a_flagged_move_put_right_is_not_taken_for_the_next_players_while_a_pawn_is_beside_the_board() -> (
    None
):
    table = at("a3:a a6:c", "tock", teams=False).then("a1:a a6:c")
    assert table.verdicts() == [(1, False, ("wrong-direction",))]
    table.move(
        "a6:a", away=1
    )  # a three by a; or a five by b, who may move anybody's pawn, from the wrong hole
    assert not table.effects_of(Settled)
    table.move("a6:a")
    assert table.verdicts()[1:] == [(1, *LEGAL)]


def test_a_second_card_that_its_player_keeps_stays_theirs_when_the_next_player_moves() -> None:
    table = at("b5:b", "fadoq", teams=False)
    table.play("a", "*", "a0:a* b5:b")
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
    table = at("c3:c").then("a0:a* b0:b* c8:c")
    assert not any(legal for _, legal, _ in table.verdicts())


@pytest.mark.parametrize("declare", ["free", "strict"])
def test_a_card_tapped_for_a_player_who_may_go_on_is_the_next_ones_who_moved_by_it(declare: Declare) -> None:
    table = Sitting(replace(game_of("fadoq", teams=False), declare=declare))
    table.play("a", "*", "a0:a*")
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
    table = at("a3:a c5:c").then("a5:a c5:c")
    table.wait(waited_s)
    table.card("a", "8")
    table.wait(1.0)
    assert bool(table.effects_of(TakenBack)) == (not waited_s)
    if waited_s:
        assert said(table, "a13:a c5:c") == ("a", True, ())


def test_a_card_tapped_late_by_mistake_is_dropped_once_the_right_one_is_tapped() -> None:
    table = at("a3:a c5:c").then("a5:a c5:c")
    table.wait(7.0)
    table.card("a", "8")
    effects = table.card("a", "2")
    assert [e.code for e in effects if isinstance(e, Notice)] == ["card-undone"]
    assert not table.referee.state.queue
    assert said(table, "a5:a c11:c") == ("c", True, ())
