"""A number split part by part leads to the results of the full listing, never into a dead end."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_at_random import draw_situation

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, house_rules, load_ruleset, with_house_rule
from toc_pi.rules.table import Table
from toc_pi.teaching.options import Moment, Option, options_after, options_of

MAX_STATES = 300


def ends(
    before: Position, part: Option, seen: set[tuple[object, ...]], moved: frozenset[Hole | None] = frozenset()
) -> set[Position]:
    """Every board that a part leads to."""
    was, now = dict(before.pawns), dict(part.result.pawns)
    move, *taken = part.moves
    assert move.start is not None
    assert move.end is not None
    assert (was[move.start], now[move.end]) == (move.seat, move.seat)
    assert len(was) - len(now) == len(taken)
    moved |= {move.end}
    key = (part.result, part.left, moved)
    if key in seen:
        return set()
    seen.add(key)
    if part.is_whole:
        return {part.result}
    following = options_after(part)
    assert following, "a part was offered that leaves what can't be used up"
    assert all(after.left == part.left - after.part for after in following)
    return {end for after in following for end in ends(part.result, after, seen, moved)}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_parts_lead_to_every_result_of_a_card_and_to_no_other(seed: int) -> None:
    asked = draw_situation(Random(seed))
    splits = [card for card, uses in asked.rules.cards.items() if any(use.kind == "split" for use in uses)]
    rules, table, position, seat = asked.rules, asked.table, asked.position, asked.seat
    for card in splits:
        wanted = set(legal_moves(rules, table, position, seat, card))
        if len(wanted) > MAX_STATES:
            continue
        found, seen = set[Position](), set[tuple[object, ...]]()
        for option in options_of(Moment(rules, table, 1, position, seat), card):
            found |= ends(position, option, seen) if option.part else {option.result}
        assert found == wanted


def test_after_four_of_seven_three_are_left_and_the_captured_pawn_is_named() -> None:
    table = Table(teams=((Seat("a"), Seat("c")), (Seat("b"), Seat("d"))))
    position = Position.parse("a8:a a12:d b3:a")
    parts = options_of(Moment(load_ruleset("quebec"), table, 1, position, Seat("a")), Card("7"))
    after = next(one for one in parts if (one.moves[0].start, one.part) == ("a8", 4))
    move, taken = after.moves
    assert (move.end, taken.start, taken.seat, after.left) == ("a12", "a12", "d", 3)
    assert [(one.moves[0].start, one.moves[0].end) for one in options_after(after)] == [("b3", "b6")]


@pytest.mark.parametrize("name", NAMES)
def test_one_house_rule_more_is_the_rule_set_with_it(name: str) -> None:
    plain = load_ruleset(name)
    for key in house_rules():
        try:
            wanted = load_ruleset(name, [key])
        except BadInput:
            with pytest.raises(BadInput):
                with_house_rule(plain, key)
            continue
        assert with_house_rule(plain, key) == wanted
