"""How noisy a camera's pictures are, and how that depends on brightness.

The camera's tone curve amplifies noise in dark parts, two or three times in a room with one lamp. So noise is
measured for each brightness.
"""

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np

from calibration.arrays import Image, Singles

GREYS = (8, 22, 40, 64, 96, 128, 160, 192, 224)
"""Grey levels at which noise is measured."""

LEAST = 0.5
"""Grey levels: about the noise of rounding to whole levels."""

_FEW = 300  # with fewer pixels nothing is measured
_TO_SPREAD = 1.4826  # standard deviation of a normal distribution, in median absolute deviations


def measure_noise(images: Sequence[Image]) -> tuple[float, tuple[float, ...]]:
    """The sensor's noise: from differences between pictures, or of a single one from its smoothed version.

    Returns:
        Grey levels: of all the picture, and for each of GREYS; nothing for these from one picture alone.
    """
    if len(images) < 2:
        fine = images[0].astype(np.float32)
        smooth = cv2.GaussianBlur(fine, (0, 0), 1.0)
        apart = np.asarray(cv2.absdiff(fine, smooth, dst=smooth), np.float32)
        return max(LEAST, _TO_SPREAD * float(np.median(apart, overwrite_input=True)) * 1.2), ()
    few = np.stack([image[::2, ::2] for image in images]).astype(np.int16)
    apart = np.stack([np.abs(one - two) for one, two in pairwise(few)])
    spread = _TO_SPREAD / np.sqrt(2.0)
    whole = float(max(LEAST, spread * np.median(apart)))
    # Pixels are sorted by their mean over time: sorted by their own noisy values, dark ones would seem quiet.
    bright = few.mean(axis=0)
    limits = [0.0, *((low + high) / 2 for low, high in pairwise(GREYS)), 256.0]
    by_grey = np.full(len(GREYS), np.nan)
    for index, (low, high) in enumerate(pairwise(limits)):
        in_range = (bright >= low) & (bright < high)
        if in_range.sum() >= _FEW:
            by_grey[index] = max(LEAST, spread * float(np.median(apart[:, in_range])))
    known = np.flatnonzero(np.isfinite(by_grey))
    if not len(known):
        return whole, ()
    return whole, tuple(map(float, np.interp(np.arange(len(GREYS)), known, by_grey[known])))


def noise_table(whole: float, by_grey: Sequence[float]) -> Singles:
    """(256) noise for each grey level.

    Args:
        whole: of all the picture.
        by_grey: for each of GREYS; empty if unknown.
    """
    if not by_grey:
        return np.full(256, whole, np.float32)
    return np.interp(np.arange(256), GREYS, by_grey).astype(np.float32)


def median_picture(images: Sequence[Image]) -> Image:
    """The median of each pixel, row by row: of whole pictures it takes ten times a picture's memory.

    Args:
        images: one or more, of one shape.
    """
    out = np.empty_like(images[0])
    for row, into in enumerate(out):
        into[:] = np.median([image[row] for image in images], axis=0)
    return out
