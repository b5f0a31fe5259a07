"""Advice about a camera's place: whoever follows it, as well as a hand can, ends at a right place."""

import math
import runpy
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from stills import load_still

from calibration.board.board import Board
from calibration.board.board_file import load_board, shipped_boards
from calibration.camera import Pose, flat, project
from calibration.setup.camera_place import (
    LOWEST_DEG,
    NARROWEST_HOLE_PX,
    Lens,
    middle_mm,
    place_at,
    place_of_camera,
)
from calibration.setup.correction import Correction, Direction
from calibration.setup.place_advice import HEIGHTS_MM, REACH_MM, correction_of, upright_axes

PAGE = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "placing_page.py"))
CAMERAS = PAGE["cameras"]()
LENSES: dict[str, Lens] = {camera.name: camera.lens for camera in CAMERAS}
SEEN = 0.6  # share of its holes in the picture from which on a board may be found


def followed(
    board: Board, pose: Pose, changes: tuple[tuple[Direction, float], ...], errors: list[float]
) -> Pose:
    """The camera after somebody did what was told, each part by so much too far."""
    camera, rotation = pose.camera, pose.rotation
    axes = [rotation @ way for way in upright_axes(pose)]  # the camera's own
    for (change, amount), error in zip(changes, errors, strict=False):
        by = amount * (1 + error)
        if change in ("higher", "lower"):
            camera = camera + np.array([0.0, 0.0, -by if change == "higher" else by])
        elif change in ("closer", "farther"):
            away = camera[:2] - middle_mm(board)
            side = away / np.linalg.norm(away) if np.linalg.norm(away) > 1 else flat_way(rotation[1])
            camera = camera + np.array([*side, 0.0]) * (by if change == "farther" else -by)
        else:
            across, below = (rotation.T @ axis for axis in axes)
            axis = {"left": -below, "right": below, "down": -across, "up": across}[change]
            rotation = rotation @ cv2.Rodrigues(axis * math.radians(by))[0].T
    return Pose(rotation, -rotation @ camera, pose.focal, pose.centre, pose.k1)


def flat_way(way: np.ndarray) -> np.ndarray:
    return np.asarray(way[:2] / np.linalg.norm(way[:2]))


def is_visible(board: Board, pose: Pose, size: tuple[int, int]) -> bool:
    places = flat([*board.holes.values(), *board.outline])
    if ((places @ pose.rotation.T + pose.translation)[:, 2] < 50.0).any():
        return False
    seen = project(places[: len(board.holes)], pose)
    return bool(((seen >= 0) & (seen < size)).all(axis=1).mean() >= SEEN)


def turned(pose: Pose, rvec: tuple[float, float, float]) -> Pose:
    """The camera at the same place, turned down and right, and then mounted another way up, degrees."""
    *turn, roll = np.radians(rvec)
    tilt, mount = np.array([-turn[0], turn[1], 0.0]), np.array([0.0, 0.0, roll])
    rotation = cv2.Rodrigues(mount)[0] @ cv2.Rodrigues(-tilt)[0] @ pose.rotation
    return Pose(rotation, -rotation @ pose.camera, pose.focal, pose.centre, pose.k1)


@settings(max_examples=60, deadline=None)
@given(
    board=st.sampled_from(shipped_boards()),
    lens=st.sampled_from(sorted(LENSES)),
    bearing=st.floats(0.0, 360.0),
    beyond=st.floats(-350.0, 500.0),
    height=st.floats(150.0, 1600.0),
    turn=st.tuples(*[st.floats(-25.0, 25.0)] * 2, st.floats(-180.0, 180.0)),
    k1=st.floats(-0.15, 0.0),
    errors=st.lists(st.lists(st.floats(-0.25, 0.25), min_size=4, max_size=4), min_size=6, max_size=6),
)
@example("octagon-70", "Camera Module 3", 90.0, 600.0, 300.0, (0.0, 0.0, 180.0), 0.0, [[0.25] * 4] * 6)
@example("square-40", "Webcam, 90°", 45.0, -350.0, 1600.0, (8.0, -8.0, 0.0), 0.0, [[-0.25] * 4] * 6)
def test_following_the_advice_leads_to_a_right_place_in_a_few_steps(
    board: str,
    lens: str,
    bearing: float,
    beyond: float,
    height: float,
    turn: tuple[float, float, float],
    k1: float,
    errors: list[list[float]],
) -> None:
    there, camera = load_board(board), LENSES[lens]
    pose = turned(place_at(there, camera, bearing, beyond, height), turn)
    pose = Pose(pose.rotation, pose.translation, pose.focal, pose.centre, k1)
    assume(is_visible(there, pose, camera.size))
    start = place_of_camera(there, pose, camera.size)
    for error in errors:
        correction = correction_of(there, pose, camera.size)
        if correction is None:
            break
        assert correction.changes, "something is told as long as the place isn't right"
        pose = followed(there, pose, correction.changes, error)
    assert correction_of(there, pose, camera.size) is None
    end = place_of_camera(there, pose, camera.size)
    assert end.margin >= 0
    assert end.elevation_deg >= LOWEST_DEG
    assert end.beyond_mm < max(start.beyond_mm, 1.25 * REACH_MM) + 1, "nobody's lap"
    assert end.height_mm < max(start.height_mm, 1.25 * HEIGHTS_MM[1])


def test_every_place_of_the_page_is_right() -> None:
    for name in shipped_boards():
        for camera in CAMERAS:
            for where in ("side", "corner"):
                place = PAGE["place_of"](camera, load_board(name), where)
                assert correction_of(place.board, place.pose, camera.lens.size) is None, (name, camera, where)


def test_a_camera_that_shows_narrow_holes_from_everywhere_is_right_where_it_shows_them_well() -> None:
    board, wide = load_board("octagon-70"), LENSES["Camera Module 3 Wide"]
    best = place_at(board, wide, 90.0, 0.0, 400.0)
    assert place_of_camera(board, best, wide.size).hole_px < NARROWEST_HOLE_PX
    assert correction_of(board, best, wide.size) is None
    far = correction_of(board, place_at(board, wide, 90.0, 100.0, 900.0), wide.size)
    assert far is not None
    assert far.first in ("lower", "closer")


@pytest.mark.parametrize(
    ("beyond", "height", "turn", "told"),
    [
        (100.0, 500.0, (0.0, 0.0, 0.0), ""),
        (100.0, 500.0, (0.0, 18.0, 0.0), "turn left"),
        (100.0, 500.0, (0.0, -18.0, 0.0), "turn right"),
        (100.0, 500.0, (-14.0, 0.0, 0.0), "tilt down"),
        (100.0, 500.0, (14.0, 0.0, 0.0), "tilt up"),
        (100.0, 500.0, (0.0, 18.0, 180.0), "turn left"),
        (100.0, 500.0, (-14.0, 0.0, 90.0), "tilt down"),
        (100.0, 500.0, (0.0, 18.0, -4.0), "turn left"),
        (100.0, 250.0, (0.0, 0.0, 0.0), "cm higher"),
        (100.0, 1500.0, (0.0, 0.0, 0.0), "cm lower"),
    ],
)
def test_what_is_told_is_what_somebody_behind_the_camera_would_do(
    beyond: float, height: float, turn: tuple[float, float, float], told: str
) -> None:
    board, lens = load_board("square-40"), LENSES["Camera Module 2"]
    pose = turned(place_at(board, lens, 90.0, beyond, height), turn)
    correction = correction_of(board, pose, lens.size)
    assert told in ("" if correction is None else correction.message)
    assert (correction is None) == (told == "")


def test_amounts_are_told_in_round_figures() -> None:
    assert Correction(up_mm=193.0, left_deg=30.0).message == "20 cm higher, turn left"
    assert Correction(closer_mm=-34.0, down_deg=-4.0).message == "3 cm away from the board, tilt a little up"
    assert Correction(up_mm=-61.0, closer_mm=117.0).message == "10 cm closer to the board, 6 cm lower"
    assert Correction(left_deg=-0.4).message == "turn a little right", "the last bit is told, too"


@pytest.mark.parametrize(("name", "told"), [("005", ""), ("006", "higher"), ("008", "")])
def test_a_still_is_judged_by_its_true_pose(name: str, told: str) -> None:
    still = load_still(name)
    size = still.image.shape[1], still.image.shape[0]
    correction = correction_of(still.board, still.pose, size)
    assert (told in correction.message) if correction else not told
