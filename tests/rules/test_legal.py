"""Legal results: every shared example, the rules clause by clause, and what holds on any board."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables_at_random import Situation, draw_situation

from calibration.holes import Hole, Seat, is_home, seats_of
from toc_pi.errors import BadInput
from toc_pi.rules.game import JOKER
from toc_pi.rules.legal import legal_moves, movable_seats
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, RuleSet, load_ruleset, ruleset_from
from toc_pi.rules.table import Table

CASES = json.loads((Path(__file__).parents[1] / "data" / "cases.json").read_text())
A = Seat("a")
PAIRS = Table(teams=(("a", "c"), ("b", "d")))


def asked(request: dict[str, Any]) -> tuple[RuleSet, Table, Position, Seat, Card]:
    """A request of the shared examples as values."""
    own = request.get("ruleset")
    house = request.get("house", ())
    rules = load_ruleset(request["rules"], house) if own is None else ruleset_from(own, house)
    groups = [tuple(map(tuple, request.get(key, ()))) for key in ("players", "teams")]
    table = Table(request["seats"], request["home_entry"], request.get("centre", False), *groups)
    position = Position(frozenset(request["holes"].items()), frozenset(request.get("fresh", ())))
    return rules, table, position, request["seat"], request["card"]


def results(rules: str, before: str, card: str, *house: str, table: Table = PAIRS) -> set[str]:
    """The results of a card as text, seat a to move."""
    found = legal_moves(load_ruleset(rules, house), table, Position.parse(before), A, Card(card))
    return set(map(str, found))


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["command"] == "legal"], ids=lambda case: case["id"]
)
def test_a_shared_example(case: dict[str, Any]) -> None:
    found = legal_moves(*asked(case["request"]))
    expected = {
        Position(frozenset(result["holes"].items()), frozenset(result["fresh"]))
        for result in case["expect"]["results"]
    }
    assert set(found) == expected
    assert len(found) == len(expected), "each distinct result once"


@pytest.mark.parametrize(
    ("seats", "stretch", "entry"),
    [(4, 12, 11), (4, 16, 14), (4, 18, 18), (4, 24, 22), (6, 15, 13), (6, 18, 17), (8, 18, 16)],
)
def test_m8_from_seven_to_seven_on_every_size_of_board(seats: int, stretch: int, entry: int) -> None:
    """One stretch further in the same direction; in saut it must, in fadoq it may."""
    must, may = load_ruleset("saut"), load_ruleset("fadoq", ("new-lap",))
    table = Table(seats, entry, stretch=stretch)

    def ends(rules: RuleSet, index: int, seat: Seat, card: str) -> set[Hole]:
        before = Position(frozenset({(table.track_hole(index), seat)}))
        found = legal_moves(rules, table, before, seat, Card(card))
        return {where for result in found if len(result.pawns) == 1 for where, _ in result.pawns}

    for place, seat in enumerate(table.played):
        for side in range(seats):
            seven = stretch * side + 7
            here, forth, back = (table.track_hole(seven + way) for way in (0, stretch, -stretch))
            if seven - stretch * place == 7 - stretch:
                continue  # the home is near
            assert ends(must, seven - 3, seat, "3") == {forth}
            assert ends(may, seven - 3, seat, "3") == {here, forth}
            assert ends(must, seven + 4, seat, "4") == {back}


def test_m12_what_remains_goes_from_mate_to_mate() -> None:
    table = Table(6, teams=(("a", "c", "e"), ("b", "d", "f")))
    home = "aH2:a aH3:a aH4:a cH2:c cH3:c cH4:c"
    found = results("quebec", f"{home} f16:a b16:c e5:e", "7", table=table)
    assert "aH1:a aH2:a aH3:a aH4:a cH1:c cH2:c cH3:c cH4:c e10:e" in found


def test_section_3_any_card_is_every_other_rank_of_this_pack() -> None:
    found = results("tac-tik", "a2:a", "*", "joker-any")
    assert "a15:a" not in found  # no king in this pack
    assert {"a12:a", "a0:a* a2:a"} <= found


@pytest.mark.parametrize(
    ("seat", "card", "said"),
    [("e", "6", "seat e: nobody plays it"), ("a", "1", "not in the pack"), ("a", "*", "not in the pack")],
)
def test_an_impossible_question_is_refused(seat: str, card: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        legal_moves(load_ruleset("toc"), Table(), Position.parse("a2:a"), Seat(seat), Card(card))


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(BadInput, match="X: this board has no centre"):
        legal_moves(load_ruleset("tock"), Table(), Position.parse("X:a"), A, Card("6"))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
@example(seed=700)
def test_what_holds_on_any_board(name: str, seed: int) -> None:
    now = draw_situation(Random(seed), name)
    before = now.position
    found = legal_moves(now.rules, now.table, before, now.seat, now.card)
    assert len(set(found)) == len(found)
    safe = _protected(now)
    moving = _moved_by(now)
    for after in found:
        again = Position(
            after.pawns, after.fresh
        )  # one pawn a hole, four pawns a seat, fresh ones on their start
        now.table.check(again)  # nobody in another's home
        assert len(after.fresh - before.fresh) <= 1
        for seat in now.table.played:
            home = sum(is_home(hole) for hole, owner in before.pawns if owner == seat)
            assert sum(is_home(hole) for hole, owner in after.pawns if owner == seat) >= home
            if seat in moving:
                continue  # a part of a 7 may take it off its start hole, and the next part capture it
            lost = _count(before, seat) - _count(after, seat)
            exposed = _count(before, seat) - home - sum(owner == seat for _, owner in safe)
            assert lost <= max(exposed, 0), "a protected pawn was captured"


@pytest.mark.parametrize("count", [4, 6, 8])
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_every_seat_sees_the_same_rules(count: int, seed: int) -> None:
    random = Random(seed)
    now = draw_situation(random)
    while now.table.seats != count:
        now = draw_situation(random)
    expected = legal_moves(now.rules, now.table, now.position, now.seat, now.card)
    for turn in range(1, count):
        turned = _turned(now, turn)
        found = legal_moves(turned.rules, turned.table, turned.position, turned.seat, turned.card)
        assert set(found) == {_turned_position(after, turn, count) for after in expected}


def _count(position: Position, seat: Seat) -> int:
    return sum(owner == seat for _, owner in position.pawns)


def _moved_by(now: Situation) -> set[Seat]:
    """The seats whose pawns the parts of this card may move."""
    if now.card != JOKER and not any(use.kind == "split" for use in now.rules.cards[now.card]):
        return set()
    groups = [*now.table.players, *now.table.teams]
    return {now.seat, *(seat for group in groups if now.seat in group for seat in group)}


def _protected(now: Situation) -> set[tuple[Hole, Seat]]:
    """The pawns that nobody may capture (section 4)."""
    found = set()
    for hole, owner in now.position.pawns:
        index = now.table.track_index(hole)
        on_start = index is not None and index % now.table.stretch == 0
        own_start = on_start and hole.startswith(owner)
        which = now.rules.protected
        if {"fresh": hole in now.position.fresh, "own-start": own_start, "any-start": on_start}[which]:
            found.add((hole, owner))
    return found


def _turned_seat(seat: Seat, turn: int, count: int) -> Seat:
    seats = seats_of(count)
    return seats[(seats.index(seat) + turn) % count]


def _turned_hole(hole: Hole, turn: int, count: int) -> Hole:
    return hole if hole == "X" else Hole(_turned_seat(Seat(hole[0]), turn, count) + hole[1:])


def _turned_position(position: Position, turn: int, count: int) -> Position:
    return Position(
        frozenset(
            (_turned_hole(hole, turn, count), _turned_seat(seat, turn, count))
            for hole, seat in position.pawns
        ),
        frozenset(_turned_hole(hole, turn, count) for hole in position.fresh),
    )


def _turned(now: Situation, turn: int) -> Situation:
    table, count = now.table, now.table.seats
    players, teams = (
        tuple(tuple(_turned_seat(seat, turn, count) for seat in group) for group in groups)
        for groups in (table.players, table.teams)
    )
    return Situation(
        now.rules,
        Table(count, table.home_entry, table.centre, players, teams, table.stretch),
        _turned_position(now.position, turn, count),
        _turned_seat(now.seat, turn, count),
        now.card,
    )


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_the_seats_that_a_card_can_affect_are_those_whose_pawns_come_somewhere_in_a_result(
    random: Random,
) -> None:
    """A split may have more, because each of its parts is considered."""
    situation: Situation = draw_situation(random)
    asked_for = (situation.rules, situation.table, situation.position, situation.seat, situation.card)
    before, found = situation.position.pawns, legal_moves(*asked_for)
    moved = {seat for result in found for _, seat in result.pawns - before}
    seats = movable_seats(*asked_for)
    assert moved <= seats
    if not any(use.kind in ("split", "any-card") for use in situation.rules.uses(situation.card)):
        assert moved == seats
