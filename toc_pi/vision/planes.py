"""Colours as planes: blue, green and red, or brightness and two ratios, lie one after the other.

Numbers that lie side by side are worked on several times faster.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import DARKEST
from calibration.patches import Singles

WHITEST = np.float32(255)  # the sensor's brightest: no light makes more of it
CAP = 9.0  # a point's squared misfit in brightness, or in colour, counts at most this much


def as_planes(values: NDArray[np.generic]) -> Singles:
    """The last axis brought to the front, each plane in one piece."""
    return np.ascontiguousarray(np.moveaxis(values, -1, 0), np.float32)


def to_ratios(light: Singles) -> tuple[Singles, Singles, Singles]:
    """Brightness, red to green, blue to green of planes of blue, green and red, as logarithms.

    Args:
        light: (3, …) grey levels.
    """
    logs = np.clip(light, 0, WHITEST).reshape(3, -1)
    logs += np.float32(DARKEST)
    cv2.log(logs, dst=logs)
    blue, green, red = logs.reshape(light.shape)
    return (blue + green + red) * np.float32(1 / 3), red - green, blue - green
