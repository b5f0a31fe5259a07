"""The camera's geometry: projection and back-projection."""

import cv2
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from stills import load_still

from calibration.camera import Pose, flat, make_pose, picture_centre, project, to_board, undistort_points
from calibration.errors import CannotSee

CENTRE = picture_centre((1280, 720))


def looking(elevation_deg: float, azimuth_deg: float, focal: float, k1: float) -> Pose:
    """A camera 800 mm from the middle of a board of 400 mm."""
    e, a = np.radians(elevation_deg), np.radians(azimuth_deg)
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, np.sin(e), np.cos(e)], [0, -np.cos(e), np.sin(e)]])
    rotation = tilt @ turn
    return Pose(rotation, np.array([0, 0, 800.0]) - rotation @ np.array([200, 200, 0.0]), focal, CENTRE, k1)


poses = st.builds(looking, st.floats(35, 90), st.floats(0, 360), st.floats(800, 1500), st.floats(-0.25, 0.05))
places = st.lists(st.tuples(st.floats(0, 400), st.floats(0, 400), st.floats(-30, 0)), min_size=1, max_size=9)


@given(poses, places)
@example(looking(90.0, 6.103515625e-05, 800.0, 0.0), [(16.0, 0.0, 0.0)])
def test_project_is_what_opencv_makes_of_it(pose, points):
    lens = np.array([pose.k1, 0, 0, 0, 0])
    matrix = np.array([[pose.focal, 0, CENTRE[0]], [0, pose.focal, CENTRE[1]], [0, 0, 1.0]])
    # The rotation as a matrix: near half a turn a rotation vector keeps only half its digits.
    wanted = cv2.projectPoints(np.array(points), pose.rotation, pose.translation, matrix, lens)[0][:, 0]
    np.testing.assert_allclose(project(np.array(points), pose), wanted, atol=1e-6)


@given(poses, places)
def test_to_board_undoes_project_at_every_height(pose, points):
    for point in np.array(points):
        back = to_board(project(point[None], pose), pose, z=point[2])
        np.testing.assert_allclose(back[0], point[:2], atol=1e-3)


@given(poses)
def test_a_pawn_leans_away_from_the_camera_in_the_picture(pose):
    foot, head = project(np.array([[200.0, 200, 0], [200, 200, -25]]), pose)
    assert head[1] <= foot[1] + 1e-9  # up in the picture, whatever side the camera stands on


@given(st.floats(35, 90), st.floats(0, 360))
@example(elevation=90.0, azimuth=6.103515625e-05)
def test_elevation_and_rvec_give_the_camera_back(elevation, azimuth):
    pose = looking(elevation, azimuth, 1000, -0.1)
    assert pose.elevation_deg == pytest.approx(elevation, abs=1e-4)
    same = make_pose(pose.rvec, pose.translation, pose.focal, CENTRE, pose.k1)
    # Near half a turn a rotation vector keeps only half its digits: a micrometre at a distance of a metre.
    np.testing.assert_allclose(same.camera, pose.camera, atol=1e-3)
    assert pose.camera[2] < 0


def test_what_lies_behind_the_camera_is_refused():
    pose = looking(60, 0, 1000, 0)
    with pytest.raises(CannotSee):
        project(np.array([[200.0, 200, -2000]]), pose)


def test_a_ray_that_never_meets_the_board_is_not_finite():
    pose = looking(35, 0, 500, 0)
    assert not np.isfinite(to_board(np.array([[640.0, -20000]]), pose)).all()


def test_beyond_the_fold_of_a_strong_barrel_nothing_overflows():
    pose = looking(60, 0, 400, -0.32)
    assert np.isfinite(undistort_points(np.array([[0.0, 0], [1279, 719]]), pose)).all()


@pytest.mark.parametrize("name", ["005", "006", "008"])
def test_the_model_is_that_of_the_pictures(name):
    still = load_still(name)
    outline = project(flat(still.board.outline[:4]), still.pose)
    import json

    from stills import DATA

    truth = json.loads((DATA / f"{name}.json").read_text())
    assert np.abs(outline - truth["outline4"]).max() < 0.1
    assert still.pose.elevation_deg == pytest.approx(truth["elevation_deg"], abs=0.1)
