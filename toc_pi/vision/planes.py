"""Colours as planes: blue, green and red, or brightness and two ratios, lie one after the other.

Numbers that lie side by side are worked on several times faster.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import DARKEST
from calibration.appearance.looks import to_ratios as as_ratios
from calibration.appearance.sampling_grid import Singles, sample

WHITEST = 255.0  # the sensor's brightest: no light makes more of it
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
    logs = np.asarray(cv2.threshold(light.reshape(3, -1), WHITEST, 0, cv2.THRESH_TRUNC)[1], np.float32)
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


def to_scatter(spread: Singles) -> Singles:
    """(…, n) logarithm of the squared spread of all three together.

    Args:
        spread: (3, …, n) squared.
    """
    whole = spread[0] * spread[1]
    whole *= spread[2]
    flat = whole.reshape(1, -1)
    if flat.size:
        cv2.log(flat, dst=flat)
    return np.asarray(whole, np.float32)


def to_likelihood(misfit: Singles, scatter: Singles) -> Singles:
    """Log likelihood of points; what nothing explains is as unlikely by a narrow spread as by a wide one.

    Args:
        misfit: (…, n) squared, of brightness and of colour, each capped.
        scatter: (…, n) see `to_scatter`.
    """
    odd = np.maximum(np.float32(_ODD) - scatter, np.float32(0))
    odd *= np.float32(0.5 / CAP)
    out = misfit * odd
    out += misfit
    out += scatter
    out *= np.float32(-0.5)
    return np.asarray(out, np.float32)


def cap(values: Singles, most: float = CAP) -> Singles:
    """What is more is made so much, in place: several times faster than numpy does it.

    Args:
        values: (n, …) float32, in one piece.
        most: see above.
    """
    if values.size:
        flat = values.reshape(len(values), -1)
        cv2.threshold(flat, most, 0, cv2.THRESH_TRUNC, dst=flat)
    return values


def sums(values: Singles) -> Singles:
    """The sums along the last axis, as a product of matrices: several times faster.

    Args:
        values: (…, n), in one piece.
    """
    return np.asarray(values.reshape(-1, values.shape[-1]) @ np.ones(values.shape[-1], np.float32)).reshape(
        values.shape[:-1]
    )


def pick(values: Singles, chosen: NDArray[np.intp]) -> Singles:
    """Of each place the value that is chosen there.

    Args:
        values: (n, …), in one piece.
        chosen: (…) which of the n.
    """
    size = chosen.size
    return np.asarray(values.ravel().take(chosen.ravel() * size + np.arange(size)).reshape(chosen.shape))
