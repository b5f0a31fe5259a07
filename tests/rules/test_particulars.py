"""The details in a reason match its move: verified by counting holes one by one."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reason_forms import FORMS
from tables_at_random import Situation, change, draw_situation

from calibration.holes import Hole, Seat, home_holes, is_home, start_hole
from toc_pi.effects import Particulars
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import explain, forced_example
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.rules.uses import uses_of
from toc_pi.words import explain_text

A = Seat("a")
COLOURS = {A: "red", Seat("b"): "blue", Seat("c"): "green", Seat("d"): "yellow"}


def text_of(rules: str, before: str, card: str, after: str, *house: str, table: Table | None = None) -> str:
    """The screen's text about an illegal move of red."""
    chosen, start = load_ruleset(rules, house), Position.parse(before)
    board = dict(Position.parse(after).pawns)
    judged = explain(chosen, table or Table(), start, A, Card(card), board)
    return explain_text(judged, chosen, start, A, Card(card), board, COLOURS, "plain")["en"]


MOVES = {
    "A 6 goes 6 holes; that was 7.": ("quebec", "a2:a", "6", "a9:a"),
    "An ace goes 1 or 11 holes; that was 6.": ("saut", "a8:a", "A", "a14:a"),
    "A 4 goes 4 holes back; that was 5 holes back.": ("quebec", "a9:a", "4", "a4:a"),
    "A 4 goes backward; that was 4 holes forward.": ("quebec", "a9:a", "4", "a13:a"),
    "That was 6 of 7: one hole is still to be played.": ("quebec", "a2:a a12:a", "7", "a6:a a14:a"),
    "That was 5 of 7: 2 holes are still to be played.": ("quebec", "a2:a a12:a", "7", "a5:a a14:a"),
    "A 7 goes 7 holes in all; that was 8.": ("toc", "a2:a", "7", "a10:a"),
    "A 7 goes 7 holes in all; that was 5 + 3 = 8.": ("toc", "a2:a a8:a", "7", "a5:a a13:a"),
    "In your game no pawn passes another: blue on a4.": (
        *("quebec", "a2:a a4:b c3:c", "6", "a4:b a8:a c3:c", "no-pass"),
    ),
    "A jack only swaps here.": ("quebec", "a2:a b3:b", "J", "a5:a b3:b"),
    "A jack goes 11 holes; that was 3.": ("tock-variant", "a2:a b3:b", "J", "a5:a b3:b"),
    "In the home, pawns only go forward: red went from aH3 to aH1.": ("quebec", "aH3:a", "4", "aH1:a"),
    "In the home, pawns don't jump over each other; in the way: red on aH2.": (
        *("quebec", "aH1:a aH2:a", "2", "aH2:a aH3:a", "no-own-capture"),
    ),
    "In the home, pawns don't jump over each other; in the way: red on aH3.": (
        *("quebec", "aH4:a aH3:a", "2", "aH2:a aH3:a"),
    ),
    "A 6 brings no pawn out; that takes an ace or a king.": ("quebec", "b3:b", "6", "a0:a b3:b"),
    "Red comes out on its own start hole (a0), not on b0.": ("quebec", "b3:b", "A", "b0:a b3:b"),
    "A 6 doesn't swap pawns; that takes a jack.": ("quebec", "a2:a b3:b", "6", "b3:a a2:b"),
    "One of the two pawns you swap has to be your own.": ("quebec", "a2:a b3:b c3:c", "J", "a2:a c3:b b3:c"),
    "A 6 moves one pawn; that was 2.": ("quebec", "a2:a a12:a", "6", "a8:a b0:a"),
    "A pawn that has just come out can't be passed: blue on b0.": ("quebec", "a15:a b0:b*", "6", "b0:b b3:a"),
    "Red may stop on its own start hole (a0), but not go past it.": ("toc", "d15:a", "6", "a3:a"),
    "From a7, red has to jump on to b7.": ("saut", "a2:a", "5", "a7:a", "five-own"),
    "A 5 moves an opponent's pawn, not one of your own side.": ("toc", "a2:a b3:b", "5", "a7:a b3:b"),
    "Your pawns are all home: a 6 now moves those of green.": (
        *("quebec", "aH1:a aH2:a aH3:a aH4:a c3:c b2:b", "6", "aH1:a aH2:a aH3:a aH4:a c3:c b8:b"),
    ),
    "The 6 can be played, so it has to be: red from a2 to a8.": ("quebec", "a2:a", "6", "a2:a"),
    "The ace can be played, so it has to be: red comes out on a0.": ("quebec", "b2:b", "A", "b2:b"),
}
TEAMS = Table(teams=((Seat("a"), Seat("c")), (Seat("b"), Seat("d"))))


@pytest.mark.parametrize("said", MOVES)
def test_a_reason_says_the_numbers_of_this_very_move(said: str) -> None:
    rules, before, card, after, *house = MOVES[said]
    assert text_of(rules, before, card, after, *house, table=TEAMS) == said


def test_two_colours_of_one_player_are_his_own() -> None:
    table = Table(players=((Seat("a"), Seat("c")), (Seat("b"), Seat("d"))))
    said = text_of("toc", "a3:a c5:c", "J", "a3:c c5:a", "jack-no-own", table=table)
    assert said == "You can't swap two of your own pawns."


def test_of_two_moved_pawns_the_one_with_a_wrong_number_is_named() -> None:
    """A king counts 13, or brings a pawn out: as the latter, any distance is wrong, 13 too."""
    rules, table = load_ruleset("fadoq", ()), Table(8, 16, stretch=16)
    before = Position.parse("b13:e c12:g d0:b h3:g h4:e")
    after = dict(Position.parse("a0:g b13:e bH4:b c12:g h4:e").pawns)
    judged = explain(rules, table, before, Seat("d"), Card("K"), after)
    named = judged.particulars["wrong-distance"]
    assert (named.start, named.end, named.numbers) == ("d0", "bH4", (13,))


def steps_between(table: Table, seat: Seat, start: Hole, end: Hole) -> set[int]:
    """The possible numbers of holes between two holes, negative backward: walked hole by hole."""
    ring = [table.track_hole(index) for index in range(table.track_length)]
    entry = (ring.index(start_hole(seat)) + table.home_entry - table.stretch) % len(ring)
    found = set()
    for way in (1, -1):
        at, n, hole = (ring.index(start) if start in ring else -1), 0, start
        if start not in ring:
            rest = home_holes(seat)
            found.add(rest.index(end) - rest.index(start) if {start, end} <= set(rest) else 0)
            continue
        for _ in range(2 * len(ring)):
            if is_home(end) and at == entry:
                found.add(way * (n + 1 + home_holes(seat).index(end)))
            at, n = (at + way) % len(ring), n + 1
            hole = ring[at]
            if hole == end:
                found.add(way * n)
    return found


def jumped(table: Table, end: Hole, way: int) -> list[Hole]:
    """Where the count ended if the pawn then jumped to a given hole, once or twice."""
    index = table.track_index(end)
    if index is None or index % table.stretch != 7:
        return [end]
    return [end, *(table.track_hole(index - jumps * way * table.stretch) for jumps in (1, -1, 2, -2))]


@settings(max_examples=500, deadline=None)
@example(seed=415941)  # a play that moves several pawns is no example
@given(seed=st.integers(0, 2**32))
def test_numbers_holes_and_pawns_that_a_reason_names_are_true_of_the_move(seed: int) -> None:
    now = draw_situation(Random(seed))
    after = change(Random(seed + 1), now)
    judged = explain(now.rules, now.table, now.position, now.seat, now.card, after)
    assert set(judged.particulars) <= set(judged.reasons)
    for code, named in judged.particulars.items():
        assert not named.form or named.form in FORMS[code]
        check(now, after, code, named)


def check(now: Situation, after: Mapping[Hole, Seat], code: str, named: Particulars) -> None:
    """One reason against the boards, the card, and a walk over the holes."""
    before, rules = dict(now.position.pawns), now.rules
    uses = [use for use, _ in uses_of(rules, now.card)]
    gone = [hole for hole, seat in before.items() if after.get(hole) != seat]
    came = [hole for hole, seat in after.items() if before.get(hole) != seat]
    for hole, seat in named.pawns:
        assert before[hole] == seat
    if code == "must-play":
        assert named.cards == (now.card,)
        if not named.form:
            return
        assert named.end is not None
        assert named.seat is not None
        results = [dict(one.pawns) for one in legal_moves(rules, now.table, now.position, now.seat, now.card)]
        assert any(
            result.get(named.end) == named.seat and (named.start is None or before[named.start] == named.seat)
            for result in results
            if Counter(result.values())[named.seat] > 0 and result != before
        )
        return
    is_split = any(use.kind == "split" for use in uses)  # whose parts may be one pawn's, with an end each
    if named.seat is not None and named.end is not None and len(gone) == len(came) == 1 and not is_split:
        assert (named.end, named.seat) in after.items()
    if named.numbers:
        signed = {use.number * (-1 if use.kind == "back" else 1) for use in uses if use.number}
        assert set(named.numbers) == signed
        assert named.went not in named.numbers
    if named.went and named.start is not None and named.end is not None:
        way = 1 if named.went > 0 else -1
        assert named.seat is not None
        assert any(
            named.went in steps_between(now.table, named.seat, named.start, end)
            for end in jumped(now.table, named.end, way)
        ), (code, named)
    if code == "split-total" and named.form:
        assert named.went == sum(named.parts)
        assert named.number in {use.number for use in uses if use.kind == "split"}
        assert (named.form == "short") == (named.went < named.number)
    for card in named.cards:
        kind = {"cannot-come-out": "out", "no-swap": "swap", "no-centre": "centre"}[code]
        assert any(use.kind == kind for use in rules.cards[card])
        assert not any(use.kind == kind for use in rules.cards[now.card])
    if code == "too-many-pawns":
        assert named.count > named.number
        assert named.count >= len(came)
    if code == "home-jumped" and named.form:
        assert all(is_home(hole) for hole, _ in named.pawns)


@pytest.mark.parametrize(
    ("card", "before", "expected"),
    [
        ("J", "a3:a b5:b", ("swap", "a3", "b5", "b")),
        ("5", "a3:a b5:b", ("go", "a3", "a8", None)),
        ("K", "b5:b", ("out", None, "a0", None)),
        ("3", "a3:a b5:b", ("go", "a3", "a6", None)),
    ],
)
def test_the_example_of_what_must_be_played_names_a_move(
    card: str, before: str, expected: tuple[str, str | None, str, str | None]
) -> None:
    rules = load_ruleset("quebec", ())
    found = forced_example(rules, Table(), Position.parse(before), Seat("a"), (Card(card),))
    assert (found.form, found.start, found.end, found.other) == expected
    assert (found.seat, found.cards) == ("a", (card,))


def test_no_example_is_named_where_nothing_can_be_seen_to_move() -> None:
    """Two pawns of one player change places, or none of them can move."""
    rules = load_ruleset("quebec", ())
    for before, cards in (("a3:a a7:a", ("J",)), ("aH4:a", ("5",))):
        assert not forced_example(rules, Table(), Position.parse(before), Seat("a"), map(Card, cards)).form
