"""Cards that the camera sees on the pile: whose they are, and how they are judged."""

from typing import Any

import pytest
from sitting import OUT, Sitting, judged, last, seen_at

from toc_pi.effects import CardSeen, CardSettled, Question, Withdrawn
from toc_pi.events import CardTaken
from toc_pi.rules.position import Card
from toc_pi.words import why


def test_a_sure_card_is_judged_as_a_declared_one() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    verdict = last(table.move("a11:a b5:b c5:c d5:d"))
    assert (verdict.seat, verdict.card, verdict.cards, verdict.legal) == ("a", "8", (), True)


def test_a_wrong_move_names_the_card_that_was_laid_and_the_one_that_was_moved() -> None:
    table = seen_at(OUT)
    table.laid(1, "6")
    verdict = last(table.move("a11:a b5:b c5:c d5:d"))
    assert (verdict.card, verdict.legal, verdict.reasons) == ("6", False, ("wrong-distance",))
    assert verdict.moved_as == "8"


def test_a_declared_card_names_no_other() -> None:
    table = seen_at(OUT)
    table.card("a", "6")
    assert last(table.move("a11:a b5:b c5:c d5:d")).moved_as is None


def test_a_card_laid_after_its_move_is_judged_then() -> None:
    table = seen_at(OUT).then("a3:a b5:b c5:c d5:d")
    table.laid(1, "8")
    table.move("a11:a b5:b c5:c d5:d")
    table.move("a11:a b11:b c5:c d5:d", seconds=0.6)
    assert judged(table) == [(1, "a", "card", "8", True)]
    table.laid(2, "5")
    table.wait(1.0)
    assert judged(table)[1:] == [(2, "b", "card", "5", False)]


def test_a_card_laid_long_after_a_move_is_the_next_players_and_that_of_the_move_was_missed() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.move("a11:a b5:b c5:c d5:d")
    table.move("a11:a b11:b c5:c d5:d", seconds=9.0)
    table.laid(2, "5")
    table.wait(0.5)
    table.move("a11:a b11:b c10:c d5:d")
    assert judged(table)[1:] == [(2, "b", "card", "6", True), (3, "c", "card", "5", True)]


def test_a_move_whose_card_is_not_seen_is_worked_out_as_without_cards() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.move("a11:a b5:b c5:c d5:d")
    table.move("a11:a b11:b c5:c d5:d", seconds=9.0)
    verdict = last(table.effects)
    assert (verdict.n, verdict.seat, verdict.legal, verdict.card, verdict.cards) == (
        2,
        "b",
        True,
        "6",
        ("6",),
    )


def test_its_card_may_still_come_and_settles_it() -> None:
    table = seen_at("b5:b", "toc")
    table.laid(1, "2")
    table.laid(2, "8")
    table.move("b13:b")
    table.move("b13:b c0:c*", seconds=9.0)
    assert last(table.effects).cards == ("A", "K")
    effects = table.laid(3, "K")
    assert [one.card for one in effects if isinstance(one, CardSettled)] == ["K"]
    assert table.referee.turn().seat == "d"


def test_a_card_laid_while_the_player_before_still_moves_waits_for_its_own_move() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.wait(0.5)
    table.laid(2, "6")
    table.move("a11:a b5:b c5:c d5:d")
    table.move("a11:a b11:b c5:c d5:d")
    assert judged(table) == [(1, "a", "card", "8", True), (2, "b", "card", "6", True)]


def test_two_moves_seen_as_one_are_told_apart_by_their_cards() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.laid(2, "6")
    table.move("a11:a b11:b c5:c d5:d", seconds=2.0)
    assert judged(table) == [(1, "a", "card", "8", True), (2, "b", "card", "6", True)]


def test_an_unsure_card_is_resolved_by_the_move_that_only_one_rank_allows() -> None:
    table = seen_at(OUT)
    table.laid(1, _8=0.4, _9=0.55, J=0.05)
    verdict = last(table.move("a11:a b5:b c5:c d5:d"))
    assert (verdict.legal, verdict.card) == (True, "8")


def test_what_a_card_looks_like_orders_the_ranks_that_a_move_leaves_open() -> None:
    table = seen_at("b5:b")
    table.laid(1, A=0.1, K=0.6, _2=0.3)
    verdict = last(table.move("a0:a* b5:b"))
    assert (verdict.card, verdict.cards) == (None, ("K", "A"))


def test_a_rank_that_it_surely_is_not_is_not_named() -> None:
    table = seen_at("b5:b")
    table.laid(1, K=0.6, _2=0.4)
    assert last(table.move("a0:a* b5:b")).card == "K"


def test_an_unsure_card_never_makes_a_legal_move_illegal() -> None:
    table = seen_at(OUT)
    table.laid(1, _2=0.9, _3=0.1)
    verdict = last(table.move("a11:a b5:b c5:c d5:d"))
    assert (verdict.legal, verdict.card) == (True, "8")


def test_a_wrong_move_of_an_unsure_card_is_explained_by_the_rank_that_it_rather_is() -> None:
    table = seen_at("a3:a")
    table.laid(1, _6=0.8, _9=0.2)
    verdict = last(table.move("a14:a", seconds=3.0))
    assert (verdict.legal, verdict.card, verdict.nearest) == (False, None, "6")


@pytest.mark.parametrize("again", ["8", "9"])
def test_a_later_reading_of_the_same_card_counts_instead(again: str) -> None:
    table = seen_at(OUT)
    table.laid(1, _8=0.6, _9=0.4)
    table.laid(1, again)
    verdict = last(table.move("a11:a b5:b c5:c d5:d"))
    assert (verdict.card, verdict.legal) == (again, again == "8")


def test_a_joker_in_a_game_without_jokers_is_told_and_not_played() -> None:
    table = seen_at(OUT)
    effects = table.laid(1, "*")
    assert [(one.n, one.card) for one in effects if isinstance(one, CardSeen)] == [(1, "*")]
    assert [one.card for one in table.referee.state.pile] == [None]
    verdict = last(table.move("a11:a b5:b c5:c d5:d"))
    assert (verdict.seat, verdict.card, verdict.legal) == ("a", "8", True)


def test_a_card_that_is_doubted_after_the_next_one_was_tapped_stays_as_it_was_read() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.card("b", "6")
    table.laid(1, _8=0.6, _9=0.4)
    assert [(one.seat, one.card) for one in table.referee.state.queue] == [("a", "8"), ("b", "6")]


def test_a_card_read_after_its_verdict_settles_it_or_has_it_judged_again() -> None:
    table = seen_at("b5:b")
    table.laid(1, A=0.5, K=0.5)
    table.move("a0:a* b5:b")
    assert [e.card for e in table.laid(1, "K") if isinstance(e, CardSettled)] == ["K"]
    table = seen_at(OUT)
    table.laid(1, _7=0.5, _8=0.5)
    table.move("a11:a b5:b c5:c d5:d")
    table.laid(1, "7")
    table.wait(3.0)
    assert judged(table) == [(1, "a", "card", "8", True), (1, "a", "card", "7", False)]


def test_a_sure_card_that_turns_out_unsure_is_resolved_by_its_move() -> None:
    table = seen_at(OUT)
    table.laid(1, "9")
    table.laid(1, _8=0.5, _9=0.5)
    verdict = last(table.move("a11:a b5:b c5:c d5:d"))
    assert (verdict.legal, verdict.card) == (True, "8")


def test_a_tap_counts_instead_of_the_card_that_was_seen() -> None:
    table = seen_at(OUT)
    table.laid(1, "9")
    table.card("a", "8")
    assert last(table.move("a11:a b5:b c5:c d5:d")).legal
    assert table.referee.turn().seat == "b"
    table.laid(2, "6")
    table.move("a11:a b11:b c5:c d5:d")
    assert judged(table)[1:] == [(2, "b", "card", "6", True)]


def test_a_card_that_was_tapped_and_laid_is_one_card() -> None:
    table = seen_at(OUT)
    table.card("a", "8")
    table.laid(1, "8")
    table.move("a11:a b5:b c5:c d5:d")
    assert judged(table) == [(1, "a", "card", "8", True)]
    assert table.referee.state.pile == table.referee.state.queue == ()


def test_a_joker_and_its_second_card_laid_at_once_are_one_players() -> None:
    table = seen_at("b5:b", "tock")
    table.laid(1, "*")
    table.laid(2, "5")
    table.move("a0:a* b5:b")
    table.move("a5:a b5:b")
    assert judged(table) == [(1, "a", "card", "*", True), (2, "a", "card", "5", True)]


def test_pawns_of_another_player_moved_by_a_card_are_a_wrong_move_of_the_player_on_turn() -> None:
    table = seen_at(OUT)
    table.laid(1, "6")
    verdict = last(table.move("a3:a b11:b c5:c d5:d"))
    assert (verdict.seat, verdict.reasons[0]) == ("a", "wrong-pawn")


def test_a_card_that_the_player_on_turn_cannot_play_is_whose_pawns_it_moved() -> None:
    table = seen_at("c5:c", "toc")
    table.laid(1, "6")
    table.move("c11:c", seconds=3.0)
    assert judged(table) == [(1, "c", "card", "6", True)]


def test_a_fifth_card_of_a_rank_is_a_misreading() -> None:
    table = seen_at(OUT, "toc")
    for n, card in enumerate(("8", "9", "9", "9", "9"), 1):
        table.laid(n, card)
    effects = table.laid(6, "9")
    seen = next(one for one in effects if isinstance(one, CardSeen))
    assert (seen.card, seen.ranks) == (None, {})


def test_the_last_card_of_a_rank_taken_up_and_laid_once_more_is_no_fifth() -> None:
    table = seen_at("", "toc")
    moves = ("a0:a", "a0:a b0:b", "a0:a b0:b c0:c", OUT.replace("3", "0").replace("5", "0"))
    for n, pawns in enumerate(moves, 1):
        table.laid(n, "A")
        table.move(pawns)
    table.tell(CardTaken(table.t, 4))
    seen = table.laid(5, "A")[0]
    assert isinstance(seen, CardSeen)
    assert seen.card == "A"
    table.laid(6, "6")
    table.move("a6:a b0:b c0:c d0:d")
    assert judged(table)[-1] == (5, "a", "card", "6", True)


def test_the_first_move_waits_for_its_card() -> None:
    table = seen_at("a3:a b5:b")
    table.move("a3:a b11:b", seconds=2.0)
    assert not table.verdicts()
    table.laid(1, "6")
    table.wait(1.0)
    assert last(table.effects).seat == "a"  # whose turn it was


def test_the_same_card_read_again_is_not_counted_twice() -> None:
    table = seen_at(OUT)
    for _ in range(6):
        effects = table.laid(1, "8")
    assert [one.card for one in effects if isinstance(one, CardSeen)] == ["8"]


def test_cards_on_the_pile_mean_nothing_where_they_are_declared() -> None:
    table = Sitting()
    assert not table.laid(1, "8")
    assert table.referee.state.pile == ()


def test_nobody_is_asked_about_a_card_that_its_move_explains() -> None:
    table = seen_at(OUT)
    table.laid(1, _8=0.5, _9=0.5)
    table.move("a11:a b5:b c5:c d5:d", seconds=6.0)
    assert not table.effects_of(Question)
    assert table.referee.state.turns[0].play.card == Card("8")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The card on the pile is a 6, but the move fits an 8."),
        ("fr", "La carte posée est un 6, mais le coup va avec un 8."),
    ],
)
def test_the_sentence_names_both_cards(language: str, said: str) -> None:
    table = seen_at(OUT)
    table.laid(1, "6")
    verdict = last(table.move("a11:a b5:b c5:c d5:d"))
    assert why(table.referee.rules.game, {})(verdict)[language].startswith(said)


def asked_about_a_card() -> Sitting:
    """A card that is rather a six than a nine, and the move of a nine."""
    table = seen_at(OUT)
    table.laid(1, _6=0.99, _9=0.01)
    table.move("a12:a b5:b c5:c d5:d")
    (question,) = (one for one in table.effects if isinstance(one, Question))
    assert (question.code, question.choices, question.values["cards"]) == (
        "which-card",
        ("card-9", "card-6"),
        "9 6",
    )
    return table


def test_a_card_is_asked_about_where_it_would_make_the_move_wrong() -> None:
    table = asked_about_a_card()
    assert judged(table) == [(1, "a", "card", "9", True)]
    table.answer("card-6")
    table.wait(2.5)  # it may be the next player's
    assert judged(table)[1:] == [(1, "a", "card", "6", False)]
    assert last(table.effects).moved_as == "9"
    table.move("a9:a b5:b c5:c d5:d")
    assert judged(table)[2:] == [(1, "a", "card", "6", True)]
    assert table.referee.state.pile == ()


def test_a_card_is_not_asked_about_once_the_next_player_has_moved() -> None:
    table = seen_at(OUT)
    table.move("a12:a b11:b c5:c d5:d")
    table.laid(1, _6=0.99, _9=0.01)
    table.laid(2, "6")
    table.wait(1.0)
    assert [line[3:] for line in judged(table)] == [("9", True), ("6", True)]
    assert not table.effects_of(Question)


def test_the_other_answer_lets_the_move_count() -> None:
    table = asked_about_a_card()
    table.answer("card-9")
    table.wait(1.0)
    assert judged(table) == [(1, "a", "card", "9", True)]
    assert table.referee.turn().seat == "b"


def test_the_next_card_answers_too() -> None:
    table = asked_about_a_card()
    effects = table.laid(2, "6")
    assert [type(one) for one in effects if isinstance(one, Withdrawn)] == [Withdrawn]
    table.move("a12:a b11:b c5:c d5:d")
    assert judged(table) == [(1, "a", "card", "9", True), (2, "b", "card", "6", True)]


def test_a_move_that_every_likely_rank_allows_asks_nothing() -> None:
    table = seen_at("b5:b")
    table.laid(1, A=0.6, K=0.4)
    table.move("a0:a* b5:b", seconds=6.0)
    assert not table.effects_of(Question)


def test_a_hand_that_was_tapped_after_a_card_stays_when_that_card_is_read_again_as_unsure() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.laid(2, "5")
    table.throw("b", "5 5")
    table.laid(1, _8=0.6, _6=0.4)
    assert [(one.seat, one.do, one.card) for one in table.referee.state.queue] == [
        ("a", "card", "8"),
        ("b", "throw", None),
    ]


@pytest.mark.parametrize("end", ["a11", "a10"], ids=["allowed", "flagged"])
@pytest.mark.parametrize("after_the_move", [False, True])
@pytest.mark.parametrize("seen", [{"card": "6"}, {"_6": 0.6, "_7": 0.4}], ids=["surely", "unsurely"])
def test_a_tap_counts_however_its_card_is_read_again(
    seen: dict[str, Any], after_the_move: bool, end: str
) -> None:
    table = seen_at(OUT)
    table.laid(1, "6")
    table.card("a", "8")
    if not after_the_move:
        table.laid(1, **seen)
    table.move(f"{end}:a b5:b c5:c d5:d")
    if after_the_move:
        table.laid(1, **seen)
    assert {(seat, card, legal) for _, seat, _, card, legal in judged(table)} == {("a", "8", end == "a11")}
    flag = table.referee.state.open.flag
    assert (table.referee.state.turns[-1] if flag is None else flag).play.card == "8"
