"""A board file with a stretched axis: holes are at the right places, but look oval."""

import cv2
import numpy as np
import pytest
from stills import load_still

from calibration.camera import flat
from calibration.pose.found_pose import log_light
from calibration.pose.hole_edges import MOST_STRETCH, is_stretched, stretch_of

LONGER = 1.5


def empty_places(still):
    return flat([place for hole, place in still.board.holes.items() if hole not in still.holes])


def lengthened(still):
    """The picture and the holes of a board that is longer along x, holes and all."""
    pose = still.pose
    lens = np.array([[pose.focal, 0, pose.centre[0]], [0, pose.focal, pose.centre[1]], [0, 0, 1.0]])
    plane = lens @ np.column_stack([pose.rotation[:, 0], pose.rotation[:, 1], pose.translation])
    way = plane @ np.diag([LONGER, 1.0, 1.0]) @ np.linalg.inv(plane)
    image = cv2.warpPerspective(still.image, way, still.image.shape[1::-1], flags=cv2.INTER_CUBIC)
    return np.asarray(image, np.uint8), empty_places(still) * np.array([LONGER, 1.0, 1.0])


@pytest.mark.parametrize("name", ["005", "006", "008"])
def test_holes_of_the_right_board_are_round(name):
    still = load_still(name)
    found = stretch_of(log_light(still.image), empty_places(still), still.pose, still.board.hole_diameter)
    assert abs(found) < MOST_STRETCH / 2
    assert not is_stretched(found, still.focal / 1280)


def test_holes_of_a_stretched_board_are_oval():
    still = load_still("005")
    image, places = lengthened(still)
    found = stretch_of(log_light(image), places, still.pose, still.board.hole_diameter)
    assert found > MOST_STRETCH
    assert is_stretched(found, None)


def test_a_very_long_lens_makes_a_little_stretch_suspect():
    assert not is_stretched(0.1, None)
    assert not is_stretched(0.1, 0.9)
    assert is_stretched(0.1, 2.3)


def test_where_too_little_is_visible_nothing_is_reported():
    still = load_still("005")
    dark = np.zeros_like(still.image)
    assert stretch_of(log_light(dark), empty_places(still), still.pose, still.board.hole_diameter) == 0.0
