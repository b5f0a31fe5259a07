"""Colours as planes: blue, green and red, or brightness and two ratios, lie one after the other.

Numbers that lie side by side are worked on several times faster.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import DARKEST
from calibration.appearance.looks import to_ratios as as_ratios
from calibration.appearance.sampling_grid import Singles, sample

WHITEST = np.float32(255)  # the sensor's brightest: no light makes more of it
_STEPS = ((0.8, 0.0), (-0.8, 0.0), (0.0, 0.8), (0.0, -0.8))  # px
ROUGH = 0.6  # share of the change within a pixel that adds to a spread
_ODD = -12.0  # logarithm of the squared spread of what nothing explains, over all three
TO_SKY = (-0.66, 0.75)  # how light changes from lamp to sky, in red to green and blue to green
CAP = 9.0  # a point's squared misfit in brightness, or in colour, counts at most this much


def as_planes(values: NDArray[np.generic]) -> Singles:
    """The last axis brought to the front, each plane in one piece."""
    return np.ascontiguousarray(np.moveaxis(values, -1, 0), np.float32)


def to_ratios(light: Singles) -> tuple[Singles, Singles, Singles]:
    """Brightness, red to green, blue to green of planes of blue, green and red, as logarithms.

    Args:
        light: (3, …) grey levels, 0 or more.
    """
    logs = np.minimum(light, WHITEST).reshape(3, -1)
    logs += np.float32(DARKEST)
    cv2.log(logs, dst=logs)
    blue, green, red = logs.reshape(light.shape)
    bright = blue + green
    bright += red
    bright *= np.float32(1 / 3)
    red -= green
    blue -= green
    return bright, red, blue


def find_rough(picture: NDArray[np.uint8], points: Singles) -> Singles:
    """How much a picture's ratios change within a pixel, squared.

    Args:
        picture: (h, w, 3).
        points: (n, m, 2) px.

    Returns:
        (n, m, 3).
    """
    ratios = as_ratios(sample(picture, points))
    steps = [as_ratios(sample(picture, points + np.array(step, np.float32))) for step in _STEPS]
    return np.asarray(np.mean([(step - ratios) ** 2 for step in steps], axis=0), np.float32)


def to_likelihood(misfit: Singles, spread: Singles) -> Singles:
    """Log likelihood of points; what nothing explains is as unlikely by a narrow spread as by a wide one.

    Args:
        misfit: (…, n) squared, of brightness and of colour, capped.
        spread: (3, …, n) squared.
    """
    scatter = np.log(spread[0] * spread[1] * spread[2])
    odd = np.minimum(misfit * np.float32(0.5 / CAP), np.float32(1))
    return np.asarray(
        np.float32(-0.5) * (misfit + scatter + odd * np.maximum(np.float32(_ODD) - scatter, 0)), np.float32
    )
