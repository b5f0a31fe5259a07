"""Colours as planes: blue, green and red, or brightness and two ratios, one after the other.

Contiguous memory is several times faster.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import DARKEST
from calibration.appearance.looks import to_ratios as as_ratios
from calibration.appearance.sampling_grid import sample
from calibration.arrays import Singles

WHITEST = 255.0  # the highest grey level
_STEPS = ((0.8, 0.0), (-0.8, 0.0), (0.0, 0.8), (0.0, -0.8))  # px: sampling offsets for local change
ROUGH = 0.6  # share of the local change that is added to a standard deviation
_OUTLIER_LOG_VARIANCE = -12.0  # log variance, over all three, of the outlier model
TO_SKY = (-0.66, 0.75)  # direction of light from lamp to sky, in red to green and blue to green
CAP = 9.0  # cap of a point's squared misfit in brightness, and in colour

EFFECTIVE_SIZE = 14.0  # effective sample size of a hole's points; neighbours are correlated
TEMPERING = 0.55  # tempering exponent of log likelihoods, as the model isn't exact


def as_planes(values: NDArray[np.generic]) -> Singles:
    """The last axis moved to the front, each plane contiguous."""
    return np.ascontiguousarray(np.moveaxis(values, -1, 0), np.float32)


def to_ratios(light: Singles) -> tuple[Singles, Singles, Singles]:
    """Log brightness, red to green and blue to green of planes of blue, green and red.

    Args:
        light: (3, …) grey levels, 0 or more.
    """
    logs = np.asarray(cv2.threshold(light.reshape(3, -1), WHITEST, 0, cv2.THRESH_TRUNC)[1], np.float32)
    logs += np.float32(DARKEST)
    cv2.log(logs, dst=logs)
    return _in_place_ratios(logs.reshape(light.shape))


def _in_place_ratios(logs: Singles) -> tuple[Singles, Singles, Singles]:
    """Log brightness, red to green and blue to green of (3, …) BGR logarithms; in place."""
    blue, green, red = logs
    bright = blue + green
    bright += red
    bright *= np.float32(1 / 3)
    red -= green
    blue -= green
    return bright, red, blue


def ratios_under(light: Singles, factors: Singles) -> tuple[Singles, Singles, Singles]:
    """The same under several lights: (k, …) each.

    Args:
        light: (3, …) grey levels, 0 or more.
        factors: (k) of these levels.
    """
    flat = light.reshape(3, -1)
    brightest = float(flat.max())
    logs = np.empty((3, len(factors), flat.shape[1]), np.float32)
    for at, factor in enumerate(factors.tolist()):
        planes = logs[:, at]
        cv2.addWeighted(flat, factor, flat, 0.0, DARKEST, dst=planes)
        if factor * brightest > WHITEST:
            cv2.threshold(planes, WHITEST + DARKEST, 0, cv2.THRESH_TRUNC, dst=planes)
    cv2.log(logs.reshape(1, -1), dst=logs.reshape(1, -1))
    return _in_place_ratios(logs.reshape(3, len(factors), *light.shape[1:]))


def measure_roughness(picture: NDArray[np.uint8], points: Singles) -> Singles:
    """The mean squared change of a picture's ratios within about a pixel.

    Args:
        picture: (h, w, 3).
        points: (n, m, 2) px.

    Returns:
        (n, m, 3).
    """
    ratios = as_ratios(sample(picture, points))
    steps = [as_ratios(sample(picture, points + np.array(step, np.float32))) for step in _STEPS]
    return np.asarray(np.mean([(step - ratios) ** 2 for step in steps], axis=0), np.float32)


def log_variance(variances: Singles) -> Singles:
    """(…, n) log of the product of three variances.

    Args:
        variances: (3, …, n) variances.
    """
    product = variances[0] * variances[1]
    product *= variances[2]
    flat = product.reshape(1, -1)
    if flat.size:
        cv2.log(flat, dst=flat)
    return np.asarray(product, np.float32)


def to_likelihood(misfit: Singles, log_variances: Singles) -> Singles:
    """Log likelihood of points; an outlier has the same value whatever the variance.

    Args:
        misfit: (…, n) squared, of brightness and of colour, each capped.
        log_variances: (…, n) see `log_variance`.
    """
    outlier = np.maximum(np.float32(_OUTLIER_LOG_VARIANCE) - log_variances, np.float32(0))
    outlier *= np.float32(0.5 / CAP)
    likelihood = misfit * outlier
    likelihood += misfit
    likelihood += log_variances
    likelihood *= np.float32(-0.5)
    return np.asarray(likelihood, np.float32)


def limit_above(values: Singles, most: float = CAP) -> Singles:
    """Limit values from above, in place: several times faster than numpy.

    Args:
        values: (n, …) float32, contiguous.
        most: the limit.
    """
    if values.size:
        flat = values.reshape(len(values), -1)
        cv2.threshold(flat, most, 0, cv2.THRESH_TRUNC, dst=flat)
    return values


def sum_points(values: Singles) -> Singles:
    """Sums along the last axis, as a matrix product: several times faster.

    Args:
        values: (…, n), contiguous.
    """
    count = values.shape[-1]
    return np.asarray(values.reshape(-1, count) @ _ones(count)).reshape(values.shape[:-1])


@cache
def _ones(count: int) -> Singles:
    return np.ones(count, np.float32)


def pick(values: Singles, chosen: NDArray[np.intp]) -> Singles:
    """The chosen value at each place.

    Args:
        values: (n, …), contiguous.
        chosen: (…) index among the n.
    """
    size = chosen.size
    return np.asarray(values.ravel().take(chosen.ravel() * size + np.arange(size)).reshape(chosen.shape))


def counts(first: NDArray[np.intp]) -> NDArray[np.intp]:
    """(holes) the number of points of each hole; `first` says where each hole's begin, and where all end."""
    return first[1:] - first[:-1]
