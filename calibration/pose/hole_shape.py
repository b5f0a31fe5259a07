"""Whether holes look round: where a board file is longer or shorter than the board, they look oval.

The holes of a stretched board lie exactly where another camera with another lens would see those of the right
one, so neither the residual nor the verification notices. But the outlines of the holes aren't stretched.
"""

import math

import cv2
import numpy as np

from calibration.arrays import Floats
from calibration.camera.lens import Pose
from calibration.features.blobs import Plane
from calibration.pose.verification import cut_patches

MOST_STRETCH = 0.12
"""Measured: with the right board file at most 0.11 (from 38 degrees, under one lamp); with a square board
described as 5 by 4 at least 0.13, or less with a focal length that no camera has."""

_USUAL_FOCAL, _FOCAL_VARIES = 0.9, 0.4
"""Focal length of usual cameras, as a share of the picture's width, and the spread of its logarithm."""

_STRETCH_VARIES = 0.045
"""Spread of the stretch that is measured with the right board file."""

_HALF = 1.1
"""Half the side of a rectified patch, in diameters."""

_SIZE = 41
"""Samples along a side of a patch."""

_RAYS = 32
"""Number of rays from the middle on which the edge is looked for."""

_NEAR, _FAR = 0.25, 0.8
"""Where on a ray the edge is looked for, in diameters from the middle."""

_FLAT = 0.02
"""Least contrast of a hole that counts, the standard deviation of the logarithm of brightness."""

_FAINT = 0.4
"""Least contrast of a hole that counts, as a share of the median hole's."""

_ROUNDS = 6
"""How often the middle of the median hole is moved to the middle of the edge that was found."""

_FEWEST = 6
"""With fewer holes than this nothing is said about their shape."""


def is_stretched(stretch: float, focal: float | None) -> bool:
    """Whether holes are too oval for the board file to be right, given the lens that the pose needs.

    Seen from above, a stretched board can only be explained by a very long lens, so both are judged together.

    Args:
        stretch: from `stretch_of`.
        focal: of the pose, as a share of the picture's width; None where the camera's was given.
    """
    odd = 0.0 if focal is None else math.log(focal / _USUAL_FOCAL) / _FOCAL_VARIES
    return (stretch / _STRETCH_VARIES) ** 2 + odd**2 > (MOST_STRETCH / _STRETCH_VARIES) ** 2


def stretch_of(light: Plane, places: Floats, pose: Pose, diameter_mm: float) -> float:
    """How much wider than high the median hole is, in the board's own frame.

    Args:
        light: from `log_light`.
        places: (n, 3), mm: holes that should be empty and seen.
        pose: where the camera stands.
        diameter_mm: of a hole.

    Returns:
        0 for a circle; 0.1 for one that is 22 % wider (along x) than high, negative for higher ones; 0 where
        too few holes are seen.
    """
    patches = cut_patches(light, places, pose, _HALF * diameter_mm, _SIZE).reshape(len(places), -1)
    patches = patches[np.isfinite(patches).all(axis=1)]
    if len(patches) < _FEWEST:
        return 0.0
    patches = patches - patches.mean(axis=1, keepdims=True)
    spread = patches.std(axis=1, keepdims=True)
    clear = spread[:, 0] > max(_FLAT, _FAINT * float(np.median(spread)))
    if clear.sum() < _FEWEST:
        return 0.0
    middling = np.median(patches[clear] / spread[clear], axis=0).reshape(_SIZE, _SIZE).astype(np.float32)
    angle = np.arange(_RAYS) * 2 * math.pi / _RAYS
    away = np.linspace(0.15, 1.0, 35)
    rim = (away > _NEAR) & (away < _FAR)
    scale = (_SIZE - 1) / 2 / _HALF
    centre = np.full(2, (_SIZE - 1) / 2)
    ray = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    radius = np.ones(_RAYS)
    for _ in range(_ROUNDS):
        at = (centre + scale * away[None, :, None] * ray[:, None]).astype(np.float32)
        values = cv2.remap(
            middling, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        rise = np.maximum(np.gradient(values, axis=1)[:, rim], 0) ** 2
        radius = (rise * away[rim]).sum(axis=1) / np.maximum(rise.sum(axis=1), 1e-9)
        centre = centre + 0.7 * scale * 2 * (radius[:, None] * ray).mean(axis=0)
    return float(2 * (radius * np.cos(2 * angle)).mean() / radius.mean())
