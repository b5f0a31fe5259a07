"""Pose verification: do the places where a pose expects holes look alike, and like holes?

A wrong pose can have a small residual. But under a wrong pose most expected holes don't look like the median
of them.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Image
from calibration.board.board import Board
from calibration.camera.lens import Pose, project
from calibration.features.blobs import Plane, log_brightness

PATCH = 13
"""Samples along one side of a rectified patch."""

ALIKE = 0.6
"""Correlation with the median hole above which a hole looks like it."""

_FLAT = 0.02
"""Contrast (standard deviation of the logarithm of brightness) from which patches are scaled to the same
contrast; fainter ones stay fainter."""

_OTHERS_FEWEST, _OTHERS_ROUND, _OTHERS_ALIKE = 6, 0.45, 0.5
"""Holes in another light count too if there are at least this many, their own median is at least this round,
and this like the first median. Measured: under poses that are off by part of a hole the rest has a roundness
of 0.26 at most, under right poses of 0.56 at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Verification:
    """The evidence for a pose.

    Attributes:
        share: of the holes that look like the median hole, or like each other in another light.
        depth: contrast of the median hole: the standard deviation of the logarithm of brightness over it.
        roundness: the share of that variance which the distance from the middle explains, 0 to 1.
        alike: (n,), correlation of each hole with the median one, -1 to 1; not a number outside the picture.
    """

    share: float
    depth: float
    roundness: float
    alike: Floats


def log_light(image: Image, sigma: float = 0.8) -> Plane:
    """The logarithm of a picture's brightest channel, a little smoothed."""
    return np.asarray(cv2.GaussianBlur(log_brightness(image), (0, 0), sigma), np.float32)


def patch_half_mm(board: Board) -> float:
    """From the middle of a patch to its side: a hole and some wood, but no other hole."""
    return min(1.0 * board.hole_diameter, 0.62 * board.pitch_mm)


def cut_patches(light: Plane, places: Floats, pose: Pose, half_mm: float, size: int = PATCH) -> Plane:
    """Rectified squares around places on the board.

    Args:
        light: the picture.
        places: (n, 3), mm.
        half_mm: from the middle to a side.
        size: samples a side.

    Returns:
        (n, size, size); not a number outside the picture.
    """
    line = np.linspace(-half_mm, half_mm, size)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    spots = places[:, None, :] + np.column_stack([grid, np.zeros(len(grid))])[None]
    pixels = project(spots.reshape(-1, 3), pose).astype(np.float32).reshape(len(places), -1, 2)
    cut = cv2.remap(
        light,
        np.ascontiguousarray(pixels[:, :, 0]),
        np.ascontiguousarray(pixels[:, :, 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=float("nan"),
    )
    return np.asarray(cut, np.float32).reshape(len(places), size, size)


def verify(
    light: Plane, places: Floats, pose: Pose, half_mm: float, empty: NDArray[np.bool_] | None = None
) -> Verification:
    """Compare all holes with their own median.

    Args:
        light: from `log_light`.
        places: (n, 3), mm: holes.
        pose: to be verified.
        half_mm: from `patch_half_mm`.
        empty: (n,), which of them should be empty and seen; the others are only compared. None: all.
    """
    patches = cut_patches(light, places, pose, half_mm).reshape(len(places), -1)
    whole = np.isfinite(patches).all(axis=1)
    alike = np.full(len(places), np.nan)
    wanted = np.ones(len(places), np.bool_) if empty is None else empty
    if (whole & wanted).sum() < 6:
        return Verification(0.0, 0.0, 0.0, alike)
    shown = patches[whole]
    shown = shown - shown.mean(axis=1, keepdims=True)
    spread = shown.std(axis=1, keepdims=True)
    # Patches without contrast are not scaled up to the contrast of clear ones.
    speaking = wanted[whole]
    middling = np.median((shown / np.maximum(spread, _FLAT))[speaking], axis=0)
    middling -= middling.mean()
    norm = float(np.linalg.norm(middling))
    if norm < 1e-6:
        return Verification(0.0, 0.0, 0.0, alike)
    alike[whole] = shown @ middling / (np.linalg.norm(np.maximum(spread, _FLAT), axis=1) * PATCH * norm)
    like = (alike[whole & wanted] > ALIKE).sum()
    like += _in_another_light((shown / np.maximum(spread, _FLAT))[speaking], middling, alike[whole & wanted])
    depth = float(np.median(spread[speaking]))
    return Verification(float(like / wanted.sum()), depth, _roundness(middling), alike)


def _in_another_light(patches: Plane, middling: Plane, alike: Floats) -> int:
    """How many of the holes unlike the median are like each other, as where sun falls on half the board.

    Args:
        patches: (n, samples), of mean 0 and deviation 1.
        middling: (samples), of mean 0.
        alike: (n,), how alike each is to it.
    """
    rest = patches[alike <= ALIKE]
    if len(rest) < _OTHERS_FEWEST:
        return 0
    other = np.median(rest, axis=0).astype(np.float64)
    other -= other.mean()
    norm = float(np.linalg.norm(other))
    if norm < 1e-6 or _roundness(other) < _OTHERS_ROUND:
        return 0
    if float(other @ middling) < _OTHERS_ALIKE * norm * float(np.linalg.norm(middling)):
        return 0
    return int((rest @ other / (PATCH * norm) > ALIKE).sum())


def _roundness(patch: Floats) -> float:
    """The share of a patch's variance that is explained by the distance from its middle."""
    line = np.linspace(-1, 1, PATCH)
    away = np.hypot(*np.meshgrid(line, line)).ravel()
    near = away <= 1.0
    ring = np.minimum((away[near] * 5).astype(np.intp), 4)
    shown = patch[near] - patch[near].mean()
    means = np.bincount(ring, shown, 5) / np.maximum(np.bincount(ring, minlength=5), 1)
    whole = float((shown * shown).sum())
    return float((means[ring] ** 2).sum() / whole) if whole > 0 else 0.0
