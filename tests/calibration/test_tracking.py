"""A bumped board: noticed, and found again or given up."""

import cv2
import numpy as np
import pytest
from stills import load_still, turned_camera

from calibration.camera import flat, project, to_board
from calibration.pose.estimation import find_pose
from calibration.pose.found_pose import scaled_pose
from calibration.pose.tracking import check_pose, find_again


@pytest.fixture(scope="module")
def scene():
    still = load_still("005")
    corners = project(flat(still.board.taps), still.pose).tolist()
    found = find_pose([still.image], still.board, corners=corners, focal=still.focal, holes=still.holes)
    return still, found.pose


def pitches(board, one, other):
    places = flat(list(board.holes.values()))
    away = to_board(project(places, one), other) - places[:, :2]
    return float(np.linalg.norm(away, axis=1).mean()) / board.pitch_mm


def test_a_board_at_rest_is_reported_as_such(scene):
    still, pose = scene
    check = check_pose(still.image, still.board, pose)
    assert check.ok
    assert check.shift_px < 0.5


def test_where_far_holes_are_too_dim_the_near_ones_tell_whether_it_rests():
    still = load_still("eight")
    dim = (0.6 * still.image).astype(np.uint8)
    assert check_pose(dim, still.board, still.pose).ok
    bumped = cv2.warpAffine(dim, np.float32([[1, 0, 9], [0, 1, 4]]), still.image.shape[1::-1])
    assert not check_pose(bumped, still.board, still.pose).ok


def test_a_lamp_is_no_bump(scene):
    still, pose = scene
    dim = (0.5 * still.image).astype(np.uint8)
    assert check_pose(dim, still.board, pose).ok


@pytest.mark.parametrize(
    ("turn", "name"),
    [
        ((0.003, 0.002, 0.0), "a fifth of a hole"),
        ((0.03, -0.02, 0.06), "two holes"),
        ((0.05, 0.03, -0.17), "ten degrees"),
    ],
)
def test_bumps_are_noticed_and_followed(scene, turn, name):
    still, pose = scene
    image, now = turned_camera(still.image, pose, turn)
    assert not check_pose(image, still.board, pose).ok, name
    found = find_again(image, still.board, pose, holes=still.holes)
    assert found is not None, name
    assert pitches(still.board, found.pose, now) < 0.03
    assert check_pose(image, still.board, found.pose).ok


def test_no_board_is_no_pose(scene):
    still, pose = scene
    grain = np.random.default_rng(2).integers(60, 200, still.image.shape).astype(np.uint8)
    assert not check_pose(grain, still.board, pose).ok
    assert find_again(grain, still.board, pose, holes=still.holes) is None


@pytest.mark.parametrize("width", [420, 4608])
def test_small_and_large_pictures_are_followed_alike(scene, width):
    still, pose = scene
    image, now = turned_camera(still.image, pose, (0.03, -0.02, 0.06))
    scale = width / image.shape[1]
    other = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    found = find_again(other, still.board, scaled_pose(pose, scale), holes=still.holes)
    assert found is not None
    assert pitches(still.board, scaled_pose(found.pose, 1 / scale), now) < 0.08
    assert found.pose.focal == pytest.approx(pose.focal * scale)
