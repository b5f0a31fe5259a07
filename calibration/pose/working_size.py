"""Pictures are scaled to a working size: hole detection expects holes of a certain size in pixels."""

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.camera.lens import Pose

SMALLEST_PX, WORKING_PX, LARGEST_PX = 900, 1280, 1700
"""Widths of pictures: smaller and larger ones are brought to the working width."""


def working_picture(image: Image) -> tuple[Image, float]:
    """A picture of about the usual size, and how many times larger than the given one it is."""
    width = image.shape[1]
    if SMALLEST_PX <= width <= LARGEST_PX:
        return image, 1.0
    scale = WORKING_PX / width
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8), scale


def scaled_pixel(x: float, y: float, scale: float) -> tuple[float, float]:
    """The place of a pixel in a picture scaled by a factor."""
    return (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5


def scaled_pose(pose: Pose, scale: float, centre: tuple[float, float] | None = None) -> Pose:
    """The same camera with a picture scaled by a factor.

    Args:
        pose: of the given picture.
        scale: how many times larger the other one is.
        centre: px, where the lens looks there, if known exactly.
    """
    if centre is None:
        centre = scaled_pixel(*pose.centre, scale)
    return Pose(pose.rotation, pose.translation, pose.focal * scale, centre, pose.k1)
