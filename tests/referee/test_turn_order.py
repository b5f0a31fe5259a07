"""Whose turn it is, after cards that nobody saw: every possible order is kept until the next turns tell."""

from sitting import Sitting, at, put, said

from calibration.holes import Seat
from toc_pi.belief.game import Game
from toc_pi.events import Dealt
from toc_pi.referee.order import MAX_COURSES, MIN_CHANCE, possible_courses
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table


def hands(table: Sitting) -> list[int]:
    return [len(hand) for hand in table.referee.state.course.hands]


def passed_over() -> Sitting:
    """a has moved, and then c: b can hardly have had no card to play, and would have thrown them all."""
    table = at("a3:a b3:b c3:c d3:d", "quebec")
    assert hands(table) == [5, 5, 5, 5]
    assert said(table, "a8:a b3:b c3:c d3:d")[:2] == ("a", True)
    table.wait(4.0)
    assert said(table, "a8:a b3:b c8:c d3:d")[:2] == ("c", True)
    return table


def test_who_was_passed_over_may_have_played_one_card_without_a_trace() -> None:
    table = passed_over()
    assert said(table, "a8:a b3:b c8:c d8:d")[:2] == ("d", True)
    assert said(table, "a9:a b3:b c8:c d8:d")[:2] == ("a", True)
    assert said(table, "a9:a b8:b c8:c d8:d")[:2] == ("b", True)
    assert hands(table) == [3, 3, 4, 4]
    assert table.referee.turn().seat == "c"


def test_all_that_is_possible_is_weighed_and_the_state_goes_on_by_one_of_it() -> None:
    table = passed_over()
    courses = possible_courses(table.referee.state)
    assert 1 < len(courses) <= MAX_COURSES
    assert sum(one.chance for one in courses) <= 1.0 + 1e-9
    assert min(one.chance for one in courses) >= MIN_CHANCE
    assert courses[0].course == table.referee.state.course
    assert {len(one.course.hands[1]) for one in courses} > {len(courses[0].course.hands[1])}


def test_a_turn_that_is_taken_back_takes_its_orders_with_it() -> None:
    table = passed_over()
    before = possible_courses(table.referee.state)
    said(table, "a8:a b3:b c8:c d8:d")
    table.tap("d", "undo")
    assert possible_courses(table.referee.state) == before


def test_a_deal_that_is_announced_is_the_only_order() -> None:
    table = passed_over()
    table.tell(Dealt(table.t, 4))
    assert [one.chance for one in possible_courses(table.referee.state)] == [1.0]
    assert hands(table) == [4, 4, 4, 4]


def test_a_joker_whose_second_card_cannot_be_played_is_followed_by_the_players_next_turn() -> None:
    sides = ((Seat("a"), Seat("c")), (Seat("b"), Seat("d")))
    board = Table(4, 17, False, sides, sides, stretch=18)
    table = Sitting(Game(load_ruleset("tock-variant"), board, Seat("a"), declare="free"))
    put(table, "a11:c a15:a aH4:a b16:a b2:c bH4:b c11:c")
    assert said(table, "a11:c a15:a aH4:a b16:a bH4:b c11:c cH3:c")[:2] == ("a", True)
    assert table.referee.state.course.again == "same"  # that pawn is home, and can hardly go on
    table.wait(8.0)
    assert said(table, "a11:c a15:a aH4:a bH4:b c10:a c11:c cH3:c")[:2] == ("a", True)
