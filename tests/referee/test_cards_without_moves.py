"""Cards on the pile that nobody moves by: discards, thrown hands, cards and moves taken back."""

from dataclasses import replace

from sitting import LEGAL, OUT, Sitting, judged, last, seen_at

from toc_pi.effects import CardsGone, Cleared, Notice, Verdict
from toc_pi.events import CardTaken, Paused, PileGathered


def test_a_discard_is_told_by_the_next_card() -> None:
    table = seen_at("b5:b", "toc")
    table.laid(1, "4")
    assert not judged(table)
    table.wait(1.0)
    table.laid(2, "6")
    assert judged(table) == [(1, "a", "discard", "4", True)]
    table.move("b11:b")
    assert judged(table)[1:] == [(2, "b", "card", "6", True)]


def test_a_discard_though_it_could_be_played_is_told_once_the_next_player_moves() -> None:
    table = seen_at(OUT, "toc")
    table.laid(1, "8")
    table.laid(2, "6")
    table.move("a3:a b11:b c5:c d5:d")
    assert judged(table) == [(1, "a", "discard", "8", False), (2, "b", "card", "6", True)]
    assert table.verdicts()[0][2] == ("must-play",)


def test_a_card_face_down_is_a_discard_of_nobody_knows_what() -> None:
    table = seen_at("b5:b", "toc")
    table.laid(1)
    table.laid(2, "6")
    table.move("b11:b")
    assert judged(table) == [(1, "a", "discard", None, True), (2, "b", "card", "6", True)]


def test_a_thrown_hand_is_one_turn() -> None:
    table = seen_at("b5:b")
    for n, card in enumerate(("5", "6", "7", "8", "9"), 1):
        table.laid(n, card)
        table.wait(2.0)
    verdict = last(table.effects)
    assert (verdict.do, verdict.cards, verdict.legal) == ("throw", tuple("56789"), True)
    table.laid(6, "6")
    table.move("b11:b")
    assert judged(table)[1:] == [(2, "b", "card", "6", True)]


def test_a_hand_is_thrown_though_one_of_its_cards_may_have_been_playable() -> None:
    table = seen_at("b5:b")
    for n, card in enumerate(("5", "6", "", "8", "9"), 1):
        table.laid(n, card, **({} if card else {"_4": 0.5, "K": 0.2, "Q": 0.3}))
        table.wait(2.0)
    table.laid(6, "6")
    table.move("b11:b")
    assert [line[1:4] for line in judged(table)] == [("a", "throw", None), ("b", "card", "6")]


def test_a_player_who_accepts_while_a_card_waits_may_have_laid_it_down() -> None:
    table = seen_at(OUT, "toc")
    table.laid(1, "8")
    table.wait(1.0)
    table.tap("a", "accept")
    stories = [story.summary for story in table.referee.filter.stories]
    assert stories[0].endswith("| a a:8(1,)")
    assert stories[1].startswith("1a discard 8(1,)! | b")


def test_a_game_on_pause_takes_no_card_for_laid_down() -> None:
    table = seen_at(OUT, "toc")
    table.laid(1, "8")
    table.tell(Paused(table.t))
    assert table.tap("a", "accept") == ()
    assert len(table.referee.filter.stories) == 1


def test_an_accept_on_pause_does_not_weigh() -> None:
    table = seen_at("", "toc")
    table.laid(1, "10")
    table.move("a0:a")
    table.tell(Paused(table.t))
    stories = table.referee.filter.stories
    assert len(stories) > 1
    assert table.tap("a", "accept") == ()
    assert table.referee.filter.stories == stories


def thrown_though_one_must_be_played() -> Sitting:
    """A table with a hand of five that was laid at once, of which the 6 can be played."""
    table = seen_at("a3:a", "fadoq")
    for n, card in enumerate(("6", "5", "8", "9", "J"), 1):
        table.laid(n, card)
    table.wait(1.0)
    return table


def test_cards_laid_at_once_are_one_hand_though_one_must_be_played() -> None:
    table = thrown_though_one_must_be_played()
    assert judged(table) == [(1, "a", "throw", None, False)]
    assert table.verdicts()[0][2] == ("must-play",)


def test_of_a_flagged_hand_that_is_taken_up_again_the_card_that_stays_is_played() -> None:
    table = thrown_though_one_must_be_played()
    table.move("a9:a")
    for n in (2, 3, 4, 5):
        table.tell(CardTaken(table.t, n))
    table.wait(1.0)
    assert judged(table)[1:] == [(1, "a", "card", "6", True)]
    table.laid(6, "K")
    table.move("a9:a b0:b")
    assert judged(table)[2:] == [(2, "b", "card", "K", True)]


def test_a_card_taken_back_was_never_laid() -> None:
    table = seen_at(OUT)
    table.laid(1, "9")
    effects = table.tell(CardTaken(table.t, 1))
    assert [type(one) for one in effects] == [CardsGone, Notice]
    table.laid(2, "8")
    assert last(table.move("a11:a b5:b c5:c d5:d")).card == "8"


def test_another_card_for_the_flagged_move_is_judged_instead() -> None:
    table = seen_at(OUT)
    table.laid(1, "9")
    table.move("a11:a b5:b c5:c d5:d")
    table.tell(CardTaken(table.t, 1))
    table.laid(2, "8")
    table.wait(1.0)
    assert judged(table) == [(1, "a", "card", "9", False), (1, "a", "card", "8", True)]
    assert table.effects_of(Cleared)


def test_the_next_players_card_lets_a_flagged_move_stand_once_they_move() -> None:
    table = seen_at(OUT)
    table.laid(1, "9")
    table.move("a11:a b5:b c5:c d5:d")
    table.laid(2, "6")
    table.move("a11:a b11:b c5:c d5:d")
    assert judged(table) == [(1, "a", "card", "9", False), (2, "b", "card", "6", True)]


def test_a_gathered_pile_settles_the_last_discard_and_begins_the_count_anew() -> None:
    table = seen_at("b5:b", "toc")
    table.laid(1, "4")
    effects = table.tell(PileGathered(table.t))
    assert judged(table) == [(1, "a", "discard", "4", True)]
    assert [one.n for one in effects if isinstance(one, CardsGone)] == [0]
    assert table.referee.state.course.used == ()


def new_deal_after(seen: int) -> list[tuple[object, ...]]:
    """Nobody comes out in a deal of 16 cards, of which the first are seen; then `a` does in the next."""
    table = seen_at("", "tac-tik")
    for n, rank in enumerate(("2", "3", "6", "8") * 4, 1):
        if n <= seen:
            table.laid(n, rank)
        table.wait(1.5)
    table.tell(PileGathered(table.t))
    table.wait(1.5)
    table.laid(17, "A")
    table.wait(1.0)
    table.move("a0:a", seconds=3.0)
    return [verdict for verdict in judged(table) if verdict[3] == "A"]


def test_a_gathered_pile_tells_that_the_last_card_was_not_seen() -> None:
    assert new_deal_after(16) == [(17, "a", "card", "A", True)]
    assert new_deal_after(15) == [(17, "a", "card", "A", True)]


def test_a_last_card_that_must_be_played_stays_flagged_when_the_pile_is_gathered() -> None:
    table = seen_at("a5:a", "quebec")
    table.laid(1, "8")
    table.move("a13:a")
    state = table.referee.state
    hands = (("?",), (), (), ())
    table.referee.state = replace(state, course=replace(state.course, hands=hands, turn=0))
    table.laid(2, "6")
    table.wait(1.0)
    table.tell(PileGathered(table.t))
    table.wait(3.0)
    assert table.verdicts() == [(1, *LEGAL), (2, False, ("must-play",))]


def test_a_hand_thrown_in_two_handfuls_is_one_hand() -> None:
    table = seen_at("", "quebec")
    for n, rank in enumerate(("3", "7", "9", "Q", "Q"), 1):
        table.laid(n, rank)
        table.wait(1.6 if n == 2 else 0.5)
    table.wait(2.0)
    table.laid(6, "A")
    table.wait(1.0)
    table.move("b0:b", seconds=3.0)
    assert judged(table) == [(1, "a", "throw", None, True), (2, "b", "card", "A", True)]


def test_a_hand_of_one_card_may_have_been_thrown_unseen() -> None:
    table = seen_at("b5:b", "quebec")
    state = table.referee.state
    hands = (("?",), *state.course.hands[1:])
    table.referee.state = replace(state, course=replace(state.course, hands=hands))
    table.laid(1, "6")
    table.wait(1.0)
    table.move("b11:b")
    assert any(
        str(one).endswith("1a throw ?(0,), 2b card 6(1,) | c ") for one in table.referee.filter.stories
    )


def test_a_move_put_back_and_another_one_made_counts_with_the_card_that_lies_there() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.move("a12:a b5:b c5:c d5:d", seconds=1.0)
    table.move("a3:a b5:b c5:c d5:d", seconds=3.0)
    table.move("a11:a b5:b c5:c d5:d")
    assert table.verdicts() == [(1, False, ("wrong-distance",)), (1, *LEGAL)]


def test_a_discard_and_the_hand_thrown_after_it_are_told_apart_by_the_pause() -> None:
    table = seen_at("c5:c", "fadoq")
    table.laid(1, "5")
    table.wait(1.2)
    for n, card in enumerate(("6", "6", "7", "8", "9"), 2):
        table.laid(n, card)
    table.wait(2.0)
    table.laid(7, "6")
    table.move("c11:c")
    assert [(one.seat, one.do) for one in table.effects if isinstance(one, Verdict)] == [
        ("a", "discard"),
        ("b", "throw"),
        ("c", "card"),
    ]


def test_a_hand_thrown_at_once_is_one_turn_though_a_card_of_it_was_not_seen() -> None:
    table = seen_at("c5:c", "fadoq")
    for n, card in enumerate(("6", "7", "8", "9"), 1):  # of five
        table.laid(n, card)
    table.wait(1.5)
    table.laid(5, "2")
    table.wait(1.5)
    table.laid(6, "6")
    table.move("c11:c")
    assert [line[1:4] for line in judged(table)] == [
        ("a", "throw", None),
        ("b", "discard", "2"),
        ("c", "card", "6"),
    ]


def test_cards_laid_one_by_one_may_be_a_hand_of_which_one_was_not_seen() -> None:
    table = seen_at("c5:c", "fadoq")
    for n, card in enumerate(("3", "9", "Q", "Q"), 1):  # of five
        table.laid(n, card)
        table.wait(0.7 if n % 2 else 1.2)
    table.wait(2.0)
    table.laid(5, "K")
    table.move("b0:b* c5:c", seconds=3.0)
    assert [line[1:4] for line in judged(table)][-2:] == [("a", "throw", None), ("b", "card", "K")]


def test_a_flag_is_taken_back_where_the_game_shows_that_it_was_another_players_turn() -> None:
    table = seen_at("a3:a b5:b c5:c", "toc")
    table.laid(1, "6")
    assert not last(table.move("a3:a b11:b c5:c", seconds=2.0)).legal
    table.laid(2, "9")
    table.move("a3:a b11:b c14:c")
    right = [line[1:] for line in judged(table)[1:] if line[2] == "card"]
    assert right == [("b", "card", "6", True), ("c", "card", "9", True)]


def test_a_card_flagged_and_put_back_may_have_been_a_discard() -> None:
    table = seen_at("b5:b", "toc")
    table.laid(1, "7")
    table.move("b5:b a0:a*")
    table.laid(2, "6")
    table.wait(2.0)
    assert judged(table) == [(1, "a", "card", "7", False)]
    table.tap("a", "undo")
    table.move("b5:b", seconds=2.0)
    table.move("b11:b", seconds=2.0)
    assert judged(table)[-2:] == [(1, "a", "discard", "7", True), (2, "b", "card", "6", True)]


def test_a_later_players_tap_tells_that_a_moves_card_was_not_seen() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.move("a11:a b5:b c5:c d5:d")
    table.move("a11:a b11:b c5:c d5:d", seconds=1.0)
    table.card("c", "6")
    table.wait(1.0)
    assert judged(table) == [(1, "a", "card", "8", True), (2, "b", "card", "6", True)]


def test_a_later_players_tap_tells_that_the_one_before_may_have_laid_down_unseen() -> None:
    table = seen_at("b5:b", "toc")
    table.card("b", "6")
    table.move("b11:b")
    stories = [one.summary for one in table.referee.filter.stories]
    assert "1b card 6() | c " in stories
    assert "1a discard (0,), 2b card 6() | c " in stories
