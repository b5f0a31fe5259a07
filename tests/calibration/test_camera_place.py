"""Where a camera should stand: what is seen from a place, and the page of places."""

import math
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from calibration.board.board_file import load_board, shipped_boards
from calibration.camera import flat, picture_centre, project
from calibration.setup.camera_place import (
    LOWEST_DEG,
    NARROWEST_HOLE_PX,
    Lens,
    aimed,
    middle_mm,
    place_at,
    place_of_camera,
)

ROOT = Path(__file__).parents[2]
SIZE = (1280, 960)
MODULE_2 = Lens(1280 / 2 / math.tan(math.radians(31.1)), SIZE, picture_centre(SIZE))


def test_the_page_of_places_says_what_the_program_computes() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "placing_page.py"))
    page, drawing = ((ROOT / "docs" / name).read_text("utf-8") for name in ("placing.md", "placing.svg"))
    assert tool["page"](page) == page, "run tools/placing_page.py"
    # The last digit of a coordinate depends on the linear-algebra library.
    (kept, kept_px), (drawn, drawn_px) = map(_words_and_numbers, (drawing, tool["drawing"]()))
    assert kept == drawn, "run tools/placing_page.py"
    assert drawn_px == pytest.approx(kept_px, abs=1.0)


def _words_and_numbers(svg: str) -> tuple[list[str], list[float]]:
    parts = re.split(r"(-?\d+(?:\.\d+)?)", svg)
    return parts[::2], [float(number) for number in parts[1::2]]


def test_from_straight_above_the_height_follows_from_the_angle_of_view() -> None:
    board = load_board("square-40")
    pose = place_at(board, MODULE_2, 90.0, -200.0, 600.0)
    view = place_of_camera(board, pose, SIZE)
    away = 600.0 - board.thickness
    assert view.elevation_deg == pytest.approx(90.0, abs=0.5)
    assert pose.elevation_deg == pytest.approx(90.0, abs=0.5)
    half = 200.0 * MODULE_2.focal / away
    assert view.margin == pytest.approx((SIZE[1] / 2 - half) / SIZE[0], abs=0.005)
    corner = math.hypot(away, 164.0 * math.sqrt(2))
    assert view.hole_px == pytest.approx(7.0 * MODULE_2.focal / corner, rel=0.02)


@pytest.mark.parametrize("name", shipped_boards())
@pytest.mark.parametrize("bearing", [0.0, 30.0, 90.0, 225.0])
def test_a_camera_that_is_aimed_has_the_board_in_the_middle_of_its_picture(name: str, bearing: float) -> None:
    board = load_board(name)
    pose = place_at(board, MODULE_2, bearing, 100.0, 700.0)
    seen = project(flat(tuple(board.outline)), pose)
    low, high = seen.min(axis=0), np.array(SIZE) - seen.max(axis=0)
    assert np.abs(low - high).max() < 0.06 * SIZE[0], "pawns on the far side reach a little higher"
    view = place_of_camera(board, pose, SIZE)
    assert (view.height_mm, view.beyond_mm) == pytest.approx((700.0, 100.0))
    assert np.degrees(np.arctan2(*(pose.camera[:2] - middle_mm(board))[::-1])) % 360 == pytest.approx(bearing)
    assert pose.rotation[0, 2] == pytest.approx(0.0, abs=0.02), "it is level"
    assert np.abs(aimed(board, pose, pose.camera).rotation - pose.rotation).max() < 1e-3


def test_every_camera_has_a_place_beside_every_board() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "placing_page.py"))
    for name in shipped_boards():
        board = load_board(name)
        for camera in tool["cameras"]():
            for where in ("side", "corner"):
                place = tool["place_of"](camera, board, where)
                assert place.view.elevation_deg > LOWEST_DEG
                assert place.view.margin > 0
                assert place.view.height_mm < 1500
                near = 10 * (camera.nearest_cm or 0)
                assert min(np.linalg.norm(flat(tuple(board.outline)) - place.pose.camera, axis=1)) > near
    small = [tool["place_of"](camera, load_board("square-40")).view.hole_px for camera in tool["cameras"]()]
    assert min(small) > NARROWEST_HOLE_PX
