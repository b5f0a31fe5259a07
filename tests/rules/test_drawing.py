"""The board as text: every hole has its own place on any board."""

import pytest

from calibration.holes import SEAT_COUNTS, STRETCHES, Hole, home_entries, home_holes, is_camp, seats_of
from toc_pi.rules.drawing import draw_board
from toc_pi.rules.position import Position
from toc_pi.rules.table import Table

BOARDS = [
    (seats, stretch, entry, centre)
    for seats in SEAT_COUNTS
    for stretch in (STRETCHES[0], 16, 18, 19, STRETCHES[-1])
    for entry in home_entries(stretch)
    for centre in (False, True)
]


@pytest.mark.parametrize(("seats", "stretch", "entry", "centre"), BOARDS)
def test_every_hole_has_a_place_of_its_own(seats: int, stretch: int, entry: int, centre: bool) -> None:
    """A pawn changes the drawing at one place besides its camp's count, and no two holes share a place."""
    table = Table(seats, entry, centre, stretch=stretch)
    empty = draw_board(Position(frozenset()), table)
    places = {}
    for hole in table.holes:
        if is_camp(hole):
            continue
        drawn = draw_board(Position(frozenset({(hole, seats_of(seats)[0])})), table)
        changed = [
            (row, column)
            for row, (before, after) in enumerate(zip(empty.splitlines(), drawn.splitlines(), strict=True))
            for column, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new and new == "A"
        ]
        assert len(changed) == 1, hole
        places[hole] = changed[0]
    assert len(set(places.values())) == (stretch + 4) * seats + centre
    half, middles = table.track_length // 2, set()
    for hole, opposite in (
        *((table.track_hole(index), table.track_hole(index + half)) for index in range(half)),
        *(
            (hole, Hole(opposite + hole[1:]))
            for seat, opposite in zip(seats_of(seats), seats_of(seats)[seats // 2 :], strict=False)
            for hole in home_holes(seat)
        ),
    ):
        middles.add(tuple(one + other for one, other in zip(places[hole], places[opposite], strict=True)))
    assert len(middles) == 1, "turned by half a turn it is the same"


@pytest.mark.parametrize(("seats", "stretch", "entry", "centre"), BOARDS)
def test_fits_a_terminal_and_shows_every_camp(seats: int, stretch: int, entry: int, centre: bool) -> None:
    """At most 80 columns where they fit, no spaces at the ends, each camp's count free of the holes."""
    drawn = draw_board(Position(frozenset()), Table(seats, entry, centre, stretch=stretch))
    most = 80 if stretch <= 18 or seats == 4 else 4 * stretch + 8
    assert all(len(line) <= most and line == line.rstrip() for line in drawn.splitlines())
    for seat in seats_of(seats):
        assert f" {seat} {seat.upper() * 4} " in drawn


def test_fresh_pawns_camps_and_empty_chairs() -> None:
    """A star for a fresh pawn, points for pawns that are out, no camp for a seat that nobody plays."""
    table = Table(players=(("a",), ("c",)))
    drawn = draw_board(Position.parse("a0:a* aH2:a c5:a"), table)
    assert "A*" in drawn
    assert "a A···" in drawn
    assert "b ····" in drawn
    assert "c CCCC" in drawn


def test_looks_like_the_board() -> None:
    """Seat a at the bottom, its start seven holes before the left corner, its home in the middle."""
    lines = draw_board(Position.parse("a0:a* a1:b aH1:a"), Table()).splitlines()
    assert lines[-1] == "7  ·  ·  ·  ·  ·  B  A* ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  7"
    assert lines[-2][27] == "A"


def test_home_lies_at_the_entry() -> None:
    """With entry 18 the home leads away from the start hole itself (RULES R13)."""
    lines = draw_board(
        Position(frozenset({(Hole("aH1"), seats_of(4)[0])})), Table(home_entry=18)
    ).splitlines()
    assert lines[-2][21] == "A"
