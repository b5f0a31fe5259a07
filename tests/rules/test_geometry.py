"""The ways over a board, from every seat of every size, compared with counting hole by hole."""

from collections.abc import Iterator

import pytest

from calibration.holes import SEATS, Hole, Seat, home_entries, home_holes
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, RuleSet, load_ruleset
from toc_pi.rules.table import Table

EVERY_BOARD = [
    pytest.param(seats, stretch, entry, id=f"{seats}-{stretch}-{entry}")
    for seats, stretches in ((4, (12, 16, 18, 24)), (6, (18, 15)), (8, (18,)))
    for stretch in stretches
    for entry in home_entries(stretch)
]


def ends(rules: RuleSet, table: Table, hole: Hole, seat: Seat, card: str) -> set[Hole]:
    """Where a card can bring a pawn that stands alone on the board."""
    found = legal_moves(rules, table, Position(frozenset({(hole, seat)})), seat, Card(card))
    return {where for result in found if len(result.pawns) == 1 for where, _ in result.pawns}


def each_seat(table: Table) -> Iterator[tuple[Seat, int]]:
    """Each seat with the track index of its start hole."""
    yield from ((seat, table.stretch * SEATS.index(seat)) for seat in table.played)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("seats", "stretch", "entry"), EVERY_BOARD)
def test_m2_the_home_lies_behind_its_entry(name: str, seats: int, stretch: int, entry: int) -> None:
    """A six from 1 … 6 holes before the entry turns in on H(6 − steps), or goes on where a lap is allowed."""
    rules, table = load_ruleset(name, ("no-jump",)), Table(seats, entry, stretch=stretch)
    for seat, start in each_seat(table):
        for steps in range(7):
            index = start + entry - stretch - steps
            expected = {home_holes(seat)[5 - steps]} if 2 <= steps <= 5 else set()
            if rules.pass_own_start or not index < start < index + 6:
                expected.add(table.track_hole(index + 6))
            assert ends(rules, table, table.track_hole(index), seat, "6") == expected


@pytest.mark.parametrize(("seats", "stretch", "entry"), EVERY_BOARD)
def test_m3_in_the_home_forward_and_exact(seats: int, stretch: int, entry: int) -> None:
    """From H1 a three, from H2 a two at most; never out."""
    rules, table = load_ruleset("toc"), Table(seats, entry, stretch=stretch)
    for seat, _ in each_seat(table):
        homes = home_holes(seat)
        for place, hole in enumerate(homes):
            for card in (2, 3):
                expected = {homes[place + card]} if place + card < len(homes) else set()
                assert ends(rules, table, hole, seat, str(card)) == expected
            assert ends(rules, table, hole, seat, "4") == set()


@pytest.mark.parametrize(("seats", "stretch", "entry"), EVERY_BOARD)
def test_m4_backward_along_the_track(seats: int, stretch: int, entry: int) -> None:
    """Over its own start hole and every other, never into the home."""
    rules, table = load_ruleset("fadoq", ("no-jump",)), Table(seats, entry, stretch=stretch)
    for seat, start in each_seat(table):
        for index in range(start - 3, start + 5):
            hole = table.track_hole(index)
            assert ends(rules, table, hole, seat, "4") == {table.track_hole(index - 4)}


@pytest.mark.parametrize(("seats", "stretch", "entry"), EVERY_BOARD)
def test_m8_from_seven_to_seven(seats: int, stretch: int, entry: int) -> None:
    """One stretch further in the same direction; in saut it must, in fadoq it may."""
    must, may, table = (
        load_ruleset("saut"),
        load_ruleset("fadoq", ("new-lap",)),
        Table(seats, entry, stretch=stretch),
    )
    for seat, start in each_seat(table):
        for side in range(seats):
            seven = stretch * side + 7
            here, forth, back = (table.track_hole(seven + way) for way in (0, stretch, -stretch))
            if seven - start == 7 - stretch:
                continue  # the home is near
            before, behind = table.track_hole(seven - 3), table.track_hole(seven + 4)
            assert ends(must, table, before, seat, "3") == {forth}
            assert ends(may, table, before, seat, "3") == {here, forth}
            assert ends(must, table, behind, seat, "4") == {back}


@pytest.mark.parametrize(("seats", "stretch", "entry"), EVERY_BOARD)
def test_m13_the_centre_leads_to_every_seven(seats: int, stretch: int, entry: int) -> None:
    """In from any hole 7, out to any."""
    rules, table = load_ruleset("tock"), Table(seats, entry, centre=True, stretch=stretch)
    sevens = {table.track_hole(stretch * side + 7) for side in range(seats)}
    for seat, _ in each_seat(table):
        assert ends(rules, table, Hole("X"), seat, "2") == sevens
        for seven in sevens:
            assert Hole("X") in ends(rules, table, seven, seat, "2")
