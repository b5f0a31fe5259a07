"""Reasons: every shared example, the judging of illegal plays, and reasons exactly for illegal moves."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_at_random import change, draw_situation
from test_legal import CASES, asked

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.breaches import CODES
from toc_pi.rules.reasons.explain import explain, has_forced_play
from toc_pi.rules.ruleset import NAMES, load_ruleset, ruleset_from
from toc_pi.rules.table import Table

A = Seat("a")


def reasons(
    rules: str, before: str, card: str, after: str, *house: str, table: Table | None = None
) -> list[str]:
    """The reasons for a card of seat a, with the board after as text."""
    holes = dict(Position.parse(after).pawns)
    judged = explain(
        load_ruleset(rules, house), table or Table(), Position.parse(before), A, Card(card), holes
    )
    assert judged.legal is not bool(judged.reasons)
    return list(judged.reasons)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["command"] == "explain"], ids=lambda case: case["id"]
)
def test_a_shared_example(case: dict[str, Any]) -> None:
    judged = explain(*asked(case["request"]), case["request"]["after"])
    assert judged.legal == case["expect"]["legal"]
    assert list(judged.reasons) == case["expect"].get("reasons", [])


def test_a_wrong_number_still_jumps() -> None:
    assert reasons("saut", "a2:a", "6", "a7:a") == ["jump-missing", "wrong-distance"]


def test_a_moved_pawn_may_be_captured_later_in_the_same_play() -> None:
    eight = Table(8)
    # It leaves the home for a hole that a later part passes and mows.
    assert reasons("quebec", "aH4:a h15:a", "7", "aH4:a", table=eight) == ["home-left"]
    # The fresh one goes on a little, where the other, on its way back into the home, mows it.
    assert reasons("quebec", "a0:a* a6:a", "7", "aH3:a") == ["split-total"]


def test_a_mown_pawn_may_have_been_brought_out_again() -> None:
    table = Table(8, 18, centre=True)
    after = "c15:a d4:c b3:c"
    judged = explain(
        load_ruleset("saut"),
        table,
        Position.parse("c9:c c15:a"),
        Seat("c"),
        Card("K"),
        dict(Position.parse(after).pawns),
    )
    assert judged.reasons == ("wrong-start", "mown-left", "too-many-pawns")


def test_a_pawn_that_takes_several_parts_may_go_on_before_it_goes_back() -> None:
    assert reasons("toc", "a0:a", "7", "aH1:a", "seven-again") == ["wrong-direction"]
    table = Table(home_entry=18)
    assert reasons("tac-tik", "a0:a", "7", "b7:a", "seven-again", table=table) == ["home-left"]


def test_a_stone_in_a_wrong_home_stays_where_it_is() -> None:
    assert reasons("quebec", "bH2:a a5:a", "6", "bH2:a a11:a") == []
    assert reasons("quebec", "bH2:a a5:a", "6", "bH2:a a12:a") == ["wrong-distance"]
    assert reasons("quebec", "bH2:a a5:a", "6", "b4:a a5:a") == ["home-left"]
    assert reasons("quebec", "bH2:a a5:a", "6", "aH2:a a5:a") == ["home-left"]


def test_a_coming_out_is_no_part_of_a_split() -> None:
    assert reasons("quebec", "a2:a", "7", "a9:a a0:a") == ["cannot-come-out", "too-many-pawns"]


def test_each_kind_of_use_is_judged_by_itself() -> None:
    # As one that brings out, the king has no number and doesn't mow.
    assert reasons("toc", "a2:a a9:b", "K", "a12:a a9:b") == ["wrong-distance"]
    assert reasons("toc", "a2:a a9:b", "K", "a15:a a9:b") == ["mown-left"]


def test_the_centre_is_for_own_pawns_whatever_a_five_may_move() -> None:
    six = Table(6, centre=True)
    assert reasons("tock", "X:a c3:c", "5", "b7:a c3:c", table=six) == ["no-centre"]
    assert reasons("tock", "X:a c3:c", "5", "b9:a c3:c", table=six) == ["no-centre"]
    assert reasons("toc", "b7:a c3:c", "5", "X:a c3:c", table=six) == ["no-centre"]
    assert reasons("tock", "X:c a3:a", "5", "b7:c a3:a", table=six) == ["wrong-pawn", "no-centre"]


def test_of_two_sets_as_small_the_one_for_which_fewer_pawns_moved() -> None:
    # Not a swap of two, one of which then jumps: one pawn went a wrong number of holes.
    assert reasons("quebec", "a7:a b9:a", "J", "b7:a b9:a") == ["wrong-distance"]
    # Not two pawns, one in the place of the other.
    assert reasons("quebec", "a2:a a8:a", "6", "a8:a a14:a") == ["wrong-distance"]
    # Not one that jumped back to where the other one had been: that one was only taken off.
    assert reasons("quebec", "a7:b c7:a b9:c", "J", "a7:b b9:c", "jack-pass") == ["sent-back"]
    # Not one out of the home that another one fills again: one pawn jumped.
    entry_18 = Table(home_entry=18)
    assert reasons("tock", "b7:a aH3:a a0:a", "7", "aH3:a b7:a", table=entry_18) == ["jump-not-allowed"]


def test_a_miscounted_seven_is_described_as_that() -> None:
    assert reasons("quebec", "a9:a a15:a aH1:a", "7", "a11:a aH1:a aH3:a") == ["split-total"]


def test_a_captured_pawn_does_not_count_as_moved() -> None:
    # One pawn goes five and takes the other: not two, of which one is gone.
    assert reasons("quebec", "a2:a a7:a", "6", "a7:a") == ["wrong-distance"]


@pytest.mark.parametrize("players", [(), ("ac", "bd"), ("bd", "c")])
def test_as_many_pawns_may_be_captured_in_a_play_as_are_gone(players: tuple[str, ...]) -> None:
    # c goes to b6, b0 takes it there, and b4 takes that one; c15 goes to d1, and d0 takes it there. That
    # breaks three rules, as does bringing a pawn out on b6; of the two, wrong-pawn stands earlier in the
    # table.
    table = Table(players=tuple(tuple(map(Seat, player)) for player in players))
    before, after = Position.parse("b0:b b4:b a17:c d0:d c15:d"), dict(Position.parse("d1:d b6:b").pawns)
    judged = explain(load_ruleset("tac-tik"), table, before, Seat("b"), Card("A"), after)
    assert judged.reasons == ("wrong-pawn", "too-many-pawns", "wrong-distance")


def test_a_pawn_is_taken_off_beside_a_wrong_move_into_the_home() -> None:
    before = "a15:b bH1:b bH2:b bH3:b c1:c"
    after = dict(Position.parse("bH1:b bH3:b bH4:b c1:c").pawns)
    judged = explain(
        load_ruleset("fadoq"), Table(home_entry=17), Position.parse(before), Seat("b"), Card("3"), after
    )
    assert judged.reasons == ("home-jumped", "sent-back", "wrong-distance")


def test_whole_team_home_every_pawn_is_a_wrong_one() -> None:
    home = "aH1:a aH2:a aH3:a aH4:a"
    assert reasons("toc", f"{home} b3:b", "5", f"{home} b8:b") == ["wrong-pawn"]


def test_camps_on_the_board_after_are_passed_over() -> None:
    after = {Hole("a8"): A, Hole("bC1"): Seat("b")}
    assert explain(load_ruleset("quebec"), Table(), Position.parse("a2:a"), A, Card("6"), after).legal


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ({"a18": "a"}, "a18: unknown hole"),
        ({"X": "a"}, "X: unknown hole"),
        ({"a3": "e"}, "nobody plays"),
        ({f"a{n}": "a" for n in range(5)}, "5 pawns"),
    ],
)
def test_an_impossible_board_is_refused(after: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        explain(load_ruleset("toc"), Table(), Position.parse("a2:a"), A, Card("6"), after)  # type: ignore[arg-type]


def test_must_play_asks_for_plays_of_the_cards_shown() -> None:
    rules, position = load_ruleset("toc", ["five-free", "home-free"]), Position.parse("aH1:a b3:b")
    assert not has_forced_play(rules, Table(), position, A, [Card("5"), Card("2"), Card("9")])
    assert has_forced_play(rules, Table(), position, A, [Card("5"), Card("A")])
    assert not has_forced_play(rules, Table(), position, A, Card("10"))


def test_must_play_is_not_asked_of_a_seat_that_has_no_player() -> None:
    table = Table(players=((A,), (Seat("c"),)))
    for seat in (Seat("b"), Seat("e")):
        with pytest.raises(BadInput):
            has_forced_play(load_ruleset("toc"), table, Position.parse("a3:a"), seat, Card("6"))


def test_must_play_asks_for_a_swap_that_nobody_sees() -> None:
    assert has_forced_play(load_ruleset("quebec"), Table(), Position.parse("a3:a a5:a"), A, Card("J"))
    assert not has_forced_play(load_ruleset("tock"), Table(), Position.parse("a3:a a5:a"), A, Card("J"))
    passing = load_ruleset("tock", ["jack-pass"])
    assert not has_forced_play(passing, Table(), Position.parse("a3:a a5:a"), A, Card("J"))


def test_codes_stand_in_the_tables_order() -> None:
    assert CODES[0] == "must-play"
    assert CODES[-1] == "unexplained"
    assert len(CODES) == 29


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_a_reason_exactly_when_it_is_due(name: str, seed: int) -> None:
    random = Random(seed)
    now = draw_situation(random, name)
    arguments = (now.rules, now.table, now.position, now.seat, now.card)
    found = [dict(after.pawns) for after in legal_moves(*arguments)]
    for after in found[:3]:
        assert explain(*arguments, after).legal
    after = change(random, now)
    judged = explain(*arguments, after)
    assert judged.legal is not bool(judged.reasons)
    assert len(judged.reasons) <= 3
    assert list(judged.reasons) == sorted(judged.reasons, key=CODES.index)
    if after in found:
        assert judged.legal
    elif after == dict(now.position.pawns):
        forced = has_forced_play(now.rules, now.table, now.position, now.seat, now.card)
        assert judged.reasons == (("must-play",) if forced else ())
    else:
        assert not judged.legal


def test_a_familys_five_by_its_own_rules() -> None:
    rules = ruleset_from({"base": "toc", "cards": {"5": ["5", "opp 5"]}})
    after = {Hole("a7"): A, Hole("b9"): Seat("b")}
    judged = explain(rules, Table(), Position.parse("a2:a b4:b"), A, Card("5"), after)
    assert judged.reasons == ("too-many-pawns",)
