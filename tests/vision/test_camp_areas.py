"""Camps without holes: the right number of pawns is reported, wherever they are in their area."""

from random import Random

import pytest
from rendered import pose_over, render, spread

from calibration.appearance.pawn_set import PawnSet
from calibration.board.board_file import load_board
from calibration.camera import flat, project
from calibration.setup.calibration_file import Calibration, load_calibration
from calibration.setup.placement_check import find_placement_errors
from calibration.setup.proposal import calibrate
from toc_pi.vision.reading import make_reader, read_with

BOARD = load_board("tac-tik-45")
PAWNS = PawnSet("halma", 24.0, 14.0, white_face=False)
COLOURS = {"a": "red", "b": "blue", "c": "green", "d": "yellow"}
POSE = pose_over(BOARD, elevation=55, turn=8)
PICTURES = 4


def shown(waiting: dict[str, list[str]], holes: dict[str, str], seed: int):
    """A picture of pawns in areas, by seat of the area, and in holes."""
    stands = {hole: COLOURS[pawn] for hole, pawn in holes.items()}
    for seat, pawns in waiting.items():
        places = spread(BOARD, seat, len(pawns), PAWNS, 100 * seed + ord(seat))
        stands |= {place: COLOURS[pawn] for place, pawn in zip(places, pawns, strict=True)}
    return render(BOARD, POSE, PAWNS, stands, seed=seed)


@pytest.fixture(scope="module")
def found() -> Calibration:
    """Learnt from one picture of full camps, without the pawns' places in them."""
    corners = [(float(x), float(y)) for x, y in project(flat(BOARD.taps), POSE)]
    picture = shown({seat: [seat] * 4 for seat in COLOURS}, {}, 1)
    return calibrate([picture], BOARD, pawns=PAWNS, colours=COLOURS, corners=corners)


def test_as_many_pawns_are_reported_as_there_are(found: Calibration) -> None:
    reader, chance = make_reader(found), Random(3)
    sure = right = 0
    for seed in range(2, 2 + PICTURES):
        waiting = {seat: [seat] * chance.randint(0, 4) for seat in COLOURS}
        reading = read_with(shown(waiting, {"a3": "a"} if len(waiting["a"]) < 4 else {}, seed), reader)
        assert reading.state == "clear"
        for seat, pawns in waiting.items():
            names = {f"{seat}C{number}" for number in range(1, 5)}
            if names & reading.unsure:
                continue
            sure += 1
            right += {hole for hole in reading.holes if hole in names} == {*sorted(names)[: len(pawns)]}
    assert right == sure >= 0.8 * 4 * PICTURES


def test_no_placement_error_is_reported_without_one(found: Calibration) -> None:
    picture = shown({seat: [seat] * 4 for seat in COLOURS}, {}, 1)
    assert not find_placement_errors([picture], found, BOARD.set_up)


def test_a_foreign_pawn_in_an_area_is_recognized_by_its_colour(found: Calibration) -> None:
    reading = read_with(shown({"a": ["a", "c"], "b": ["b"] * 4}, {}, 9), make_reader(found))
    assert sorted(reading.holes.values()) == ["a", "b", "b", "b", "b", "c"]
    assert {hole for hole in reading.holes if hole[0] == "a"} == {"aC1", "aC2"}


def test_a_calibration_with_areas_is_read_as_it_was_written(found: Calibration, tmp_path) -> None:
    found.save(tmp_path / "found")
    again = load_calibration(tmp_path / "found")
    picture = shown({seat: [seat] * 3 for seat in COLOURS}, {}, 12)
    assert read_with(picture, make_reader(again)).holes == read_with(picture, make_reader(found)).holes
    assert again.board == BOARD
