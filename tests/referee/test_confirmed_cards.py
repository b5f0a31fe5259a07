"""Which cards on the pile are confirmed, for the family's pack to learn: by a settled move, or by a tap."""

from sitting import Sitting, game_of, seen_at

from calibration.holes import Seat
from toc_pi.effects import CardConfirmed
from toc_pi.events import Card, Declared

OUT = "a3:a b5:b c5:c d5:d"
EIGHT = "a11:a b5:b c5:c d5:d"
THEN_FIVE = "a11:a b10:b c5:c d5:d"


def confirmed(table: Sitting) -> list[tuple[int, str]]:
    return [(one.n, one.card) for one in table.effects if isinstance(one, CardConfirmed)]


def test_a_card_is_confirmed_by_a_move_of_one_rank_once_the_next_turn_is_settled() -> None:
    table = seen_at(OUT)
    table.laid(1, _6=0.5, _8=0.4)
    table.move(EIGHT)
    assert confirmed(table) == []
    table.laid(2, "5")
    table.move(THEN_FIVE)
    assert confirmed(table) == [(1, "8")]


def test_a_card_is_confirmed_once() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.move(EIGHT)
    table.laid(2, "5")
    table.move(THEN_FIVE)
    table.laid(3, "3")
    table.move("a11:a b10:b c8:c d5:d")
    assert confirmed(table) == [(1, "8"), (2, "5")]


def test_a_turn_that_was_taken_back_confirms_nothing() -> None:
    table = seen_at(OUT)
    table.laid(1, "8")
    table.move(EIGHT)
    table.tap("a", "undo")
    table.move(OUT)
    table.laid(2, "5")
    table.move("a8:a b5:b c5:c d5:d")
    table.laid(3, "3")
    table.move("a8:a b8:b c5:c d5:d")
    assert (1, "8") not in confirmed(table)


def test_a_move_that_several_ranks_allow_confirms_nothing_of_what_was_only_read() -> None:
    table = seen_at("a3:a b5:b c5:c d5:d")
    table.laid(1, "K")
    table.move("a3:a a0:a* b5:b c5:c d5:d")
    table.laid(2, "5")
    table.move("a3:a a0:a* b10:b c5:c d5:d")
    assert confirmed(table) == []


def test_a_tap_confirms_what_the_move_leaves_open() -> None:
    table = seen_at("a3:a b5:b c5:c d5:d")
    table.laid(1, K=0.6, A=0.4)
    table.card("a", "K")
    table.move("a3:a a0:a* b5:b c5:c d5:d")
    table.laid(2, "5")
    table.move("a3:a a0:a* b10:b c5:c d5:d")
    assert confirmed(table) == [(1, "K")]


def test_a_tap_on_a_turn_whose_card_was_left_open_confirms_it() -> None:
    table = seen_at("a3:a b5:b c5:c d5:d")
    table.laid(1, K=0.5, A=0.5)
    table.move("a3:a a0:a* b5:b c5:c d5:d")
    table.tell(Declared(table.t, Seat("a"), "card", Card("K"), n=1))
    table.laid(2, "5")
    table.move("a3:a a0:a* b10:b c5:c d5:d")
    assert confirmed(table) == [(1, "K")]


def test_without_a_camera_that_reads_cards_nothing_is_confirmed() -> None:
    table = Sitting(game_of())
    table.card("a", "K")
    table.move("a0:a*")
    table.card("b", "K")
    table.move("a0:a* b0:b*")
    assert confirmed(table) == []
    assert not any(turn.play.told for turn in table.referee.state.turns)
