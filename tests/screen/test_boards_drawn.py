"""Every shipped board can be drawn: waiting pawns have their own places with any kind of camps."""

import math

import pytest
from screen_table import COLOURS

from calibration.board.board import inside
from calibration.board.board_file import load_board, shipped_boards
from calibration.holes import Hole, camp_holes, seats_of
from toc_pi.screen.board_face import route
from toc_pi.screen.scene import opening


@pytest.mark.parametrize("name", shipped_boards())
def test_every_waiting_pawn_has_a_place_of_its_own(name: str) -> None:
    board = load_board(name)
    face = opening(board, COLOURS).board.face
    waiting = [hole for seat in seats_of(board.seats) for hole in camp_holes(seat)]
    assert set(face.holes) == {*map(Hole, board.holes), *waiting}
    assert face.bare == (frozenset() if board.has_camp_holes else frozenset(waiting))
    for hole in face.bare:
        apart = [math.dist(face.holes[hole], place) for other, place in face.holes.items() if other != hole]
        assert min(apart) > 0.9 * board.pitch_mm
        x, y = face.holes[hole]
        seat = hole[0]
        assert inside((x, y), board.camps[seat] if board.camps else board.outline)


def test_a_camp_beside_the_board_lies_near_its_seat() -> None:
    board = load_board("round-40")
    face = opening(board, COLOURS).board.face
    for seat in seats_of(board.seats):
        starts = {other: face.holes[Hole(f"{other}0")] for other in seats_of(board.seats)}
        for hole in camp_holes(seat):
            place = face.holes[hole]
            assert min(starts, key=lambda other: math.dist(starts[other], place)) == seat


@pytest.mark.parametrize(
    ("start", "end", "along"),
    [
        ("a16", "b2", "a16 a17 b0 b1 b2"),
        ("b2", "a16", "b2 b1 b0 a17 a16"),
        ("a2", "d16", "a2 a1 a0 d17 d16"),
        ("d14", "aH2", "d14 d15 d16 aH1 aH2"),
        ("aH1", "aH3", "aH1 aH2 aH3"),
        ("a0", "aH1", "a0 aH1"),
        ("a3", "c3", "a3 c3"),
        ("aC1", "a0", "aC1 a0"),
        ("b3", "aH1", "b3 aH1"),
    ],
)
def test_an_arrow_goes_along_the_holes(start: str, end: str, along: str) -> None:
    face = opening(load_board("square-40"), {}).board.face
    assert " ".join(route(face, Hole(start), Hole(end))) == along
