"""Verification of a pose: most holes look like the median hole, or like each other in another light."""

import cv2
import pytest
from stills import load_still, pitches_off

from calibration.camera import Pose, flat, project
from calibration.features import log_light
from calibration.pose.found_pose import SHARE_NEEDED, patch_half_mm, verify
from calibration.pose.orientation import turned_pose


def shown(still, image, pose):
    empty = flat([place for hole, place in still.board.holes.items() if hole not in still.holes])
    return verify(log_light(image), empty, pose, patch_half_mm(still.board))


def half_lit(still):
    """The picture with bright rims around the holes of its right half, as in low sun."""
    image = still.image.copy()
    for place in still.board.holes.values():
        x, y = project(flat([place]), still.pose)[0]
        if x > 600:
            cv2.circle(image, (round(x * 16), round(y * 16)), 72, (225, 235, 240), 2, cv2.LINE_AA, 4)
    return image


def test_holes_in_another_light_count_too():
    still = load_still("005")
    assert shown(still, half_lit(still), still.pose).share > 0.9


@pytest.mark.parametrize("nearer", [0.97, 0.985, 1.015, 1.03])
@pytest.mark.parametrize("angle", [0.0, 1.5])
def test_a_pose_that_fits_only_half_the_board_is_none(nearer, angle):
    still = load_still("005")
    near = turned_pose(still.pose, still.board, angle, (0.15 * still.board.pitch_mm, 0.0))
    off = Pose(near.rotation, near.translation * nearer, near.focal, near.centre, near.k1)
    assert 0.1 < pitches_off(off, still) < 0.8
    assert shown(still, still.image, off).share < SHARE_NEEDED
