"""A new board file from a drawn picture of a known board."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board.board_file import load_board, shipped_boards
from calibration.camera import flat, make_pose, picture_centre, project
from calibration.errors import CannotSee
from calibration.holes import camp_holes, home_holes
from calibration.new_board.description import BoardDescription
from calibration.new_board.learn import holes_in_picture, learn_board

SIZE = (1280, 720)
FILMED = Path(__file__).parents[1] / "data" / "vision"


def drawn(name, diameter=None):
    """The empty board seen by a camera over the table, slightly rotated, and the map from mm to px."""
    board = load_board(name)
    board = replace(board, hole_diameter=diameter or board.hole_diameter)
    rng = np.random.default_rng(4)
    outline = np.array(board.outline)
    scale = 620 / float(np.ptp(outline, axis=0).max())
    tilt = 3e-5 * scale
    way = np.array([[scale, 0, 310], [0, scale, 45], [tilt, 2 * tilt, 1.0]])
    wood = cv2.GaussianBlur(rng.normal(0, 20, (720, 1280, 3)), (0, 0), 2)
    image = np.clip(np.array([90, 110, 120]) + wood, 0, 255).astype(np.uint8)
    cv2.fillPoly(image, [np.round(seen(outline, way)).astype(np.int32)], (110, 170, 205), cv2.LINE_AA)
    for x, y in seen(np.array(list(board.holes.values())), way):
        radius = board.hole_diameter / 2 * scale
        cv2.circle(
            image, (round(x * 16), round(y * 16)), round(radius * 16), (30, 35, 40), -1, cv2.LINE_AA, 4
        )
    return board, np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8), way


def seen(points, way):
    there = np.column_stack([points, np.ones(len(points))]) @ way.T
    return there[:, :2] / there[:, 2:]


def seen_all(points, way):
    return tuple(map(tuple, seen(np.array(points), way)))


def described(board, way, **more):
    rng = np.random.default_rng(5)
    starts = [board.holes[f"{seat}0"] for seat in "abcdefgh"[: board.seats]]
    width, height = np.ptp(np.array(board.outline), axis=0)
    given = {
        "name": "attic",
        "outline": tuple(
            map(tuple, seen(np.array(board.outline), way) + rng.normal(0, 1, (len(board.outline), 2)))
        ),
        "width_mm": float(width),
        "height_mm": float(height) if len(board.outline) == 4 else None,
        "starts": tuple(map(tuple, seen(np.array(starts), way) + rng.normal(0, 2, (board.seats, 2)))),
        "home_entry": board.home_entry,
        "centre": board.centre,
    }
    return BoardDescription(**(given | more))


@pytest.mark.parametrize("name", ["square-40", "cross-45", "hexagon-55", "octagon-70", "star-60"])
def test_every_hole_is_measured_and_numbered(name):
    board, image, way = drawn(name)
    learnt = learn_board(image, described(board, way)).board
    assert set(learnt.holes) == set(board.holes)
    for hole, place in board.holes.items():
        # The order within a camp doesn't matter.
        same = [f"{hole[0]}C{number}" for number in (1, 2, 3, 4)] if hole[1:2] == "C" else [hole]
        off = min(np.hypot(*np.subtract(learnt.holes[other], place)) for other in same)
        assert off < 0.2 * board.pitch_mm, hole
    assert learnt.hole_diameter == pytest.approx(board.hole_diameter, rel=0.3)


@pytest.mark.parametrize("name", [name for name in shipped_boards() if load_board(name).has_camp_holes])
def test_camps_and_home_entry_are_seen(name):
    board, image, way = drawn(name)
    found = learn_board(image, described(board, way, home_entry=None, camps=""))
    assert (found.unclear, found.board.home_entry) == ((), board.home_entry)
    assert (found.description.camps, set(found.board.holes)) == ("holes", set(board.holes))


@pytest.mark.parametrize("name", ["tac-tik-45", "round-40"])
def test_camps_without_holes_are_asked_for(name):
    board, image, way = drawn(name)
    found = learn_board(image, described(board, way, home_entry=None, camps=""))
    assert (found.unclear, found.board.home_entry) == (("camps",), board.home_entry)


def test_a_home_entry_that_no_home_is_in_line_with_is_asked_for():
    board, image, way = drawn("square-40")
    for seat in "abcd":
        for hole in home_holes(seat):
            x, y = seen(np.array([board.holes[hole]]), way)[0]
            cv2.circle(image, (round(x), round(y)), 14, (110, 170, 205), -1)
        turn, home = board.holes[f"{'dabc'['abcd'.index(seat)]}16"], board.holes[f"{seat}H4"]
        inward = np.subtract(home, turn) / 4
        aside = 0.5 * np.array([-inward[1], inward[0]])
        for x, y in seen(np.array([turn + aside + step * inward for step in (1, 2, 3, 4)]), way):
            cv2.circle(image, (round(x), round(y)), 9, (30, 35, 40), -1)
    found = learn_board(image, described(board, way, home_entry=None, camps=""))
    assert found.unclear == ("entry",)
    told = learn_board(image, replace(found.description, home_entry=-1))
    assert (told.unclear, told.board.home_entry) == ((), 17)


@pytest.mark.parametrize("name", ["tac-tik-45", "round-40"])
def test_the_holes_of_a_seat_are_counted_and_camps_need_none(name):
    board, image, way = drawn(name)
    corners = [place for area in board.camps.values() for place in area[::3]]
    camps = {"camps": "areas", "areas": seen_all(corners, way)} if corners else {"camps": "none"}
    turn_in = board.home_entry - board.stretch
    learnt = learn_board(image, described(board, way, home_entry=turn_in, **camps)).board
    assert (learnt.stretch, learnt.home_entry) == (board.stretch, board.home_entry)
    assert set(learnt.holes) == set(board.holes)
    off = max(np.hypot(*np.subtract(learnt.holes[hole], board.holes[hole])) for hole in board.holes)
    assert off < 0.15 * board.pitch_mm
    assert {seat: len(area) for seat, area in learnt.camps.items()} == dict.fromkeys(board.camps, 4)


def test_areas_want_four_corners_a_seat():
    board, image, way = drawn("tac-tik-45")
    areas = seen_all(board.camps["a"][:7], way)
    with pytest.raises(CannotSee, match="7 corners of camps were tapped"):
        learn_board(image, described(board, way, camps="areas", areas=areas))


@pytest.mark.parametrize("diameter", [5.0, 14.0, 18.0])
@pytest.mark.parametrize("game", ["toc", "other"])
def test_holes_of_every_size_are_measured(diameter, game):
    """From a ninth to three quarters of the distance between neighbours, on a board 45 cm wide."""
    board, image, way = drawn("tac-tik-45", diameter)
    taps = seen(np.array(list(board.holes.values())), way)
    taps += np.random.default_rng(6).normal(0, 1.5, taps.shape)
    holes = dict(zip(board.holes, map(tuple, taps), strict=True))
    given = {"camps": "none"} if game == "toc" else {"starts": (), "holes": holes}
    learnt = learn_board(image, described(board, way, **given)).board
    assert learnt.hole_diameter == pytest.approx(diameter + 0.8, rel=0.12)  # a drawn edge is a pixel wide
    off = [np.hypot(*np.subtract(learnt.holes[hole], board.holes[hole])) for hole in board.holes]
    assert np.median(off) < 0.06 * board.pitch_mm


def test_places_without_anything_round_are_reported_to_need_holes():
    board, image, way = drawn("square-40")
    image = cv2.GaussianBlur(np.full_like(image, 150), (0, 0), 2)
    taps = dict(zip(board.holes, map(tuple, seen(np.array(list(board.holes.values())), way)), strict=True))
    with pytest.raises(CannotSee, match="needs holes or printed circles"):
        learn_board(image, described(board, way, starts=(), holes=taps))


def test_holes_of_another_game_are_tapped_one_by_one():
    board, image, way = drawn("square-40")
    names = list(board.holes)[:12]
    taps = seen(np.array([board.holes[name] for name in names]), way) + 1.5
    holes = {f"T{index}": tuple(tap) for index, tap in enumerate(taps)}
    learnt = learn_board(image, described(board, way, starts=(), holes=holes)).board
    assert (learnt.game, list(learnt.holes)) == ("other", list(holes))
    off = np.array(list(learnt.holes.values())) - [board.holes[name] for name in names]
    assert np.abs(off).max() < 2.0


def test_a_missing_hole_is_reported_or_guessed_but_not_invented():
    board, image, way = drawn("square-40")
    for hole in ("a5", "bH2"):
        x, y = seen(np.array([board.holes[hole]]), way)[0]
        cv2.circle(image, (round(x), round(y)), 14, (110, 170, 205), -1)
    found = learn_board(image, described(board, way))
    assert found.guessed == ("a5", "bH2")
    learnt = found.board
    off = max(
        np.hypot(*np.subtract(learnt.holes[hole], board.holes[hole])) for hole in ("a5", *home_holes("b"))
    )
    assert off < 0.25 * board.pitch_mm


@pytest.mark.parametrize("name", ["square-40", "star-60"])
def test_a_camp_that_is_not_seen_whole_lies_as_the_others(name):
    board, image, way = drawn(name)
    x, y = seen(np.array([board.holes["cC2"]]), way)[0]
    cv2.circle(image, (round(x), round(y)), 14, (110, 170, 205), -1)
    found = learn_board(image, described(board, way))
    learnt = found.board
    assert len(found.guessed) == 1
    assert set(found.guessed) < set(camp_holes("c"))
    for hole in camp_holes("c"):
        off = min(np.hypot(*np.subtract(learnt.holes[other], board.holes[hole])) for other in camp_holes("c"))
        assert off < 0.25 * board.pitch_mm, hole


def test_what_no_other_seat_shows_is_asked_for():
    board, image, way = drawn("square-40")
    for hole in (home for seat in "abcd" for home in home_holes(seat)):
        x, y = seen(np.array([board.holes[hole]]), way)[0]
        cv2.circle(image, (round(x), round(y)), 14, (110, 170, 205), -1)
    with pytest.raises(CannotSee, match="home of seat a"):
        learn_board(image, described(board, way))


@pytest.mark.parametrize(("name", "first"), [("square-40", 1), ("square-40", 2), ("hexagon-55", 4)])
def test_seat_a_lies_at_the_bottom_however_the_picture_was_taken(name, first):
    board, image, way = drawn(name)
    seats = [*"abcdefgh"[first : board.seats], *"abcdefgh"[:first]]
    starts = seen(np.array([board.holes[f"{seat}0"] for seat in seats]), way)
    learnt = learn_board(image, described(board, way, starts=tuple(map(tuple, starts)))).board
    off = [
        np.hypot(*np.subtract(learnt.holes[hole], board.holes[hole]))
        for hole in board.holes
        if "C" not in hole
    ]
    assert max(off) < 0.25 * board.pitch_mm
    inside = holes_in_picture(learnt, described(board, way, starts=tuple(map(tuple, starts))))
    assert np.hypot(*(np.array(inside["a0"]) - starts[0])) < 3.0


def test_starts_that_go_round_the_wrong_way_are_reported():
    board, image, way = drawn("square-40")
    starts = tuple(map(tuple, seen(np.array([board.holes[f"{seat}0"] for seat in "adcb"]), way)))
    with pytest.raises(CannotSee, match="clockwise"):
        learn_board(image, described(board, way, starts=starts))


def test_advice_for_too_few_taps_and_an_empty_picture():
    board, image, way = drawn("square-40")
    with pytest.raises(CannotSee, match="3 corners"):
        learn_board(image, described(board, way, outline=((0, 0), (100, 0), (100, 100))))
    with pytest.raises(CannotSee, match="3 start holes"):
        learn_board(image, described(board, way, starts=((400, 400), (500, 500), (600, 200))))
    with pytest.raises(CannotSee, match="no holes are seen"):
        learn_board(np.full_like(image, 128), described(board, way))


def test_pawns_left_on_the_board_make_no_camps():
    truth = json.loads((FILMED / "truth.json").read_text())["lamp-light"]
    image = np.asarray(cv2.imread(str(FILMED / "lamp-light" / truth["setup"])), np.uint8)
    board, lens = load_board(truth["board"]), truth["pose"]
    centre = picture_centre((image.shape[1], image.shape[0]))
    pose = make_pose(lens["rvec"], lens["translation"], lens["focal"], centre, lens["k1"])
    outline, starts = project(flat(board.outline), pose), [board.holes[f"{seat}0"] for seat in "abcd"]
    taps = tuple(map(tuple, outline)), tuple(map(tuple, project(flat(starts), pose)))
    with pytest.raises(CannotSee, match="take all pawns off"):
        learn_board(image, BoardDescription("attic", taps[0], 400.0, starts=taps[1]))
