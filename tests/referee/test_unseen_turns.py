"""Undeclared turns that change nothing one can see: a pawn taken for fresh may be an ordinary one."""

from dataclasses import replace

import pytest
from sitting import Sitting, game_of, last, put

from toc_pi.effects import TakenBack
from toc_pi.referee.phases import INFERRED_BACK_S, LAY_DOWN_S, MOVE_S
from toc_pi.rules.table import Table

SWAPPED_S = 12.0  # time enough for everybody to lay a card down, and for one of them to swap two own pawns


def at(text: str, rules: str, *house: str) -> Sitting:
    """Four single players on a board with the entry at the start hole: no fresh pawn may turn in there."""
    game = replace(game_of(rules, *house), declare="free", table=Table(4, 18))
    return put(Sitting(game), text)


def turned_in_after_a_round(first: str, rules: str, *house: str, others: str = "b5:b c5:c d5:d") -> Sitting:
    """Seat a makes a move, the others move at once; then the pawn at a0 turns in."""
    table = at(f"a9:a {others}", rules, *house)
    assert last(table.move(f"{first} {others}")).seat == "a"
    for before, after in (("b5:b", "b6:b"), ("c5:c", "c6:c"), ("d5:d", "d6:d")):
        others = others.replace(before, after)
        assert last(table.move(f"{first} {others}")).legal
    table.move(f"{first.replace('a0:a*', 'aH2:a')} {others}")
    return table


def test_a_pawn_that_a_joker_brought_out_may_have_been_swapped_by_its_second_card() -> None:
    verdict = last(turned_in_after_a_round("a0:a* a9:a", "fadoq").effects)
    assert (verdict.seat, verdict.legal, verdict.card) == ("a", True, "2")


def test_a_second_card_that_the_rules_do_not_give_swaps_no_pawns() -> None:
    verdict = last(turned_in_after_a_round("a0:a* a9:a", "fadoq", "no-jokers").effects)
    assert (verdict.seat, verdict.legal, verdict.reasons) == ("a", False, ("home-too-early",))


def test_a_joker_without_a_second_pawn_to_swap_leaves_its_pawn_fresh() -> None:
    table = at("b5:b c5:c d5:d", "fadoq").then("a0:a* b5:b c5:c d5:d")
    assert [str(known) for known in table.referee.state.record] == ["a0:a* b5:b c5:c d5:d"]


def test_the_second_card_of_a_joker_may_be_kept_for_a_later_turn() -> None:
    table = at("b5:b c5:c d5:d", "fadoq")
    table.move("a0:a* b5:b c5:c d5:d")  # perhaps by a joker
    for board in ("a0:a* b6:b c5:c d5:d", "a0:a* b6:b c6:c d5:d", "a0:a* b6:b c6:c d6:d"):
        table.move(board)
    table.move("a4:a b6:b c6:c d6:d")
    for board in ("a4:a b7:b c6:c d6:d", "a4:a b7:b c7:c d6:d", "a4:a b7:b c7:c d7:d"):
        table.move(board)
    table.play("a", "A", "a0:a* a4:a b7:b c7:c d7:d")
    known = [str(position) for position in table.referee.state.record]
    assert known == ["a0:a* a4:a b7:b c7:c d7:d", "a0:a a4:a b7:b c7:c d7:d"]
    table.card("b", "A")  # they have had no joker
    table.move("a0:a* a4:a b0:b* b7:b c7:c d7:d")
    assert all("b0" in position.fresh for position in table.referee.state.record)


def turned_in_after_silence(seconds: float, others: str, after_c: str, after_d: str) -> Sitting:
    """Seat a comes out, nothing is seen for some time, seats c and d move, and a's pawn turns in."""
    table = at(f"a9:a {others}", "toc")
    table.move(f"a0:a* a9:a {others}")
    table.wait(seconds)
    assert last(table.move(f"a0:a* a9:a {after_c}")).seat == "c"
    assert last(table.move(f"a0:a* a9:a {after_d}")).seat == "d"
    table.move(f"a9:a aH3:a {after_d}")
    return table


def test_a_pawn_may_have_been_swapped_while_nobody_could_move() -> None:
    verdict = last(turned_in_after_silence(SWAPPED_S, "", "c0:c*", "c0:c* d0:d*").effects)
    assert (verdict.seat, verdict.legal, verdict.card) == ("a", True, "3")


@pytest.mark.parametrize(("spare_s", "legal"), [(-0.5, False), (0.5, True)])
def test_a_pawn_is_still_fresh_if_there_was_no_time_for_a_round_without_a_move(
    spare_s: float, legal: bool
) -> None:
    round_s = 3 * LAY_DOWN_S + MOVE_S
    moved_s = 1.1  # from the verdict on seat a's move until the hand that moves for c has gone
    verdict = last(turned_in_after_silence(round_s - moved_s + spare_s, "", "c0:c*", "c0:c* d0:d*").effects)
    assert (verdict.seat, verdict.legal, verdict.reasons) == (
        "a",
        legal,
        () if legal else ("home-too-early",),
    )


def test_a_pawn_is_still_fresh_if_the_others_could_have_moved() -> None:
    table = turned_in_after_silence(SWAPPED_S, "b5:b c5:c d5:d", "b5:b c6:c d5:d", "b5:b c6:c d6:d")
    verdict = last(table.effects)
    assert (verdict.seat, verdict.legal, verdict.reasons) == ("a", False, ("home-too-early",))


def test_the_pawn_that_just_came_out_is_shown_as_fresh_though_it_may_not_be() -> None:
    table = at("a9:a b5:b c5:c d5:d", "fadoq")
    verdict = last(table.move("a0:a* a9:a b5:b c5:c d5:d"))
    assert verdict.fresh == {"a0"}
    assert table.record == "a0:a* a9:a b5:b c5:c d5:d"
    table.move("a0:a* a9:a b6:b c5:c d5:d")
    assert table.record == "a0:a* a9:a b6:b c5:c d5:d"


def test_a_tapped_card_may_take_a_pawn_that_a_player_passed_over_may_have_swapped() -> None:
    table = at("a3:a a13:c b0:b* b9:b", "quebec").then("a4:a a13:c b0:b* b9:b")
    table.card("c", "5")
    verdict = last(table.move("a4:a b0:c b9:b"))
    assert (verdict.seat, verdict.legal, verdict.card) == ("c", True, "5")


def test_a_tapped_card_may_not_take_a_fresh_pawn_of_a_player_who_was_not_passed_over() -> None:
    table = at("a3:a a13:c b0:b* b9:b", "quebec").then("a4:a a13:c b0:b* b9:b", "a4:a a13:c b0:b* b11:b")
    table.card("c", "5")
    verdict = last(table.move("a4:a b0:c b11:b"))
    assert (verdict.seat, verdict.legal, verdict.reasons) == ("c", False, ("took-protected",))


def test_a_pawn_that_is_back_on_its_start_may_have_been_moved_there() -> None:
    table = at("a0:a* b5:b c5:c", "quebec").then("a0:c b5:b c5:a")
    table.move("a0:a b5:b c5:c", seconds=INFERRED_BACK_S + 0.5)  # put back, or swapped back by another jack
    assert table.effects_of(TakenBack)
    known = [str(position) for position in table.referee.state.record]
    assert known == ["a0:a* b5:b c5:c", "a0:a b5:b c5:c"]
