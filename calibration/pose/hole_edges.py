"""Hole edges: the exact place of each drilled hole, by its rim, and whether holes look round.

The dark part of a drilled hole isn't centred. Seen at an angle, the far wall is lit, so the dark part lies
toward the camera. The near half of the rim hides its wall: there the edge from wood to dark is the rim.

The holes of a stretched board lie exactly where another camera with another lens would see those of the right
one, so neither the residual nor the verification notices. But the outlines of the holes aren't stretched.
"""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Pose, project
from calibration.features import Plane
from calibration.pose.fit import Prior, least_squares
from calibration.pose.found_pose import FoundPose, cut_patches

_HALF = 1.0
"""Half the side of a rectified patch, in diameters."""

_REACH = 0.32
"""How far a middle may be off, in diameters."""

_DIRECTIONS = 15
"""Number of rays on which the edge is looked for."""

_SPREAD_DEG = 95.0
"""How far the rays spread to either side of the direction to the camera."""

_ROUNDS = 2
"""How often the rims are measured and the pose is fitted to them."""

_FEWEST = 12
"""With fewer rims than this the pose is left as it is."""

_CLEAR = 0.4
"""Least contrast of a rim that counts, as a share of the median contrast."""

_RADIUS_PX = 3.0
"""A rim farther than this from where the pose expects it has no weight."""


def fit_rims(light: Plane, places: Floats, fit: FoundPose, diameter_mm: float, prior: Prior) -> FoundPose:
    """Correct a pose that was fitted to dark discs, so that circles lie on the rims.

    Returns:
        The corrected pose, with the error of the rims; the old one where too few rims are seen.
    """
    for _ in range(_ROUNDS):
        middles, contrast = find_rims(light, places, fit.pose, diameter_mm)
        seen = np.isfinite(contrast)
        if seen.sum() < _FEWEST:
            return fit
        good = seen & (np.nan_to_num(contrast) > _CLEAR * float(np.median(contrast[seen])))
        pixels = project(np.column_stack([middles, np.zeros(len(middles))])[good], fit.pose)
        pose = least_squares(fit.pose, places[good], pixels, _RADIUS_PX, prior, steps=10)
        if good.sum() < _FEWEST or pose is None:
            return fit
        away = np.linalg.norm(project(places[good], pose) - pixels, axis=1)
        close = away < _RADIUS_PX
        if close.sum() < _FEWEST:
            return fit
        fit = FoundPose(pose, float(np.sqrt((away[close] ** 2).mean())), float(close.sum() / len(places)))
    return fit


def find_rims(
    light: Plane,
    places: Floats,
    pose: Pose,
    diameter_mm: float,
    steps: int = 9,
    size: int = 41,
    ring: bool = False,
) -> tuple[Floats, Floats]:
    """Find each hole's middle by its rim.

    Args:
        light: from `log_light`.
        places: (n, 3), mm: holes that should be empty and seen.
        pose: off by a third of a hole at most.
        diameter_mm: of a hole.
        steps: how many offsets are tried along each axis.
        size: samples along a side of a rectified patch.
        ring: these are printed circles, and `light` is from `edges`: the whole circle counts.

    Returns:
        (n, 2), mm: where the middles are seen, in the board's frame of this pose; and (n,): how much
        brighter the wood is than the hole along the rim (in the logarithm), not a number where unseen.
    """
    patches = cut_patches(light, places, pose, _HALF * diameter_mm, size)
    flat = patches.reshape(len(places), -1)
    toward = pose.camera[:2] - places[:, :2]
    bearing = np.arctan2(toward[:, 1], toward[:, 0])
    spread = 180.0 * (1 - 1 / _DIRECTIONS) if ring else _SPREAD_DEG
    fan = np.radians(np.linspace(-spread, spread, _DIRECTIONS))
    angle = bearing[:, None] + fan[None]
    line = np.linspace(-_REACH, _REACH, steps)
    offsets = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    width = _edge_width(pose, diameter_mm)
    score = np.zeros((len(places), len(offsets)), np.float32)
    rims = ((0.5, 1.0),) if ring else ((0.5 + width, 1.0), (0.5 - width, -1.0))
    for radius, sign in rims:
        spot = radius * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        at = spot[:, None] + offsets[None, :, None]
        cell = (at / _HALF + 1) * (size - 1) / 2
        score += np.float32(sign) * _bilinear(flat, cell, size).mean(axis=2)
    best = np.argmax(np.nan_to_num(score, nan=-1e9), axis=1)
    contrast = score[np.arange(len(places)), best].astype(np.float64)
    offset = _peak(score, best, line)
    on_border = (np.abs(offsets[best]) > _REACH - 1e-9).any(axis=1)
    contrast[on_border] = np.nan
    return places[:, :2] + offset * diameter_mm, contrast


def _edge_width(pose: Pose, diameter_mm: float) -> float:
    """Half the distance between the rings inside and outside a rim, in diameters: a pixel or so."""
    hole_px = pose.focal / float(np.linalg.norm(pose.camera)) * diameter_mm
    return float(np.clip(0.9 / hole_px, 0.08, 0.2))


def _bilinear(flat: Plane, cell: Floats, size: int) -> Plane:
    """Values of (n, size * size) patches at (n, k, d, 2) places (x, y) in samples."""
    low = np.clip(np.floor(cell), 0, size - 2).astype(np.intp)
    part = (cell - low).astype(np.float32)
    row = np.arange(len(flat))[:, None, None]
    corner = low[..., 1] * size + low[..., 0]
    left, top = 1 - part[..., 0], 1 - part[..., 1]
    return np.asarray(
        flat[row, corner] * left * top
        + flat[row, corner + 1] * part[..., 0] * top
        + flat[row, corner + size] * left * part[..., 1]
        + flat[row, corner + size + 1] * part[..., 0] * part[..., 1],
        np.float32,
    )


def _peak(score: Plane, best: NDArray[np.intp], line: Floats) -> Floats:
    """The best offset to a fraction of a step, (n, 2) in diameters."""
    size, step = len(line), line[1] - line[0]
    grid = score.reshape(-1, size, size)
    row, column = np.divmod(best, size)
    each = np.arange(len(best))
    inner_column, inner_row = np.clip(column, 1, size - 2), np.clip(row, 1, size - 2)
    along = [grid[each, row, inner_column + k].astype(np.float64) for k in (-1, 0, 1)]
    down = [grid[each, inner_row + k, column].astype(np.float64) for k in (-1, 0, 1)]
    x = line[inner_column] + step * _vertex(along)
    y = line[inner_row] + step * _vertex(down)
    return np.column_stack([x, y])


def _vertex(values: list[Floats]) -> Floats:
    """Where a parabola through three equally spaced values is highest, in steps from the middle one."""
    before, middle, after = values
    bend = before + after - 2 * middle
    shift = np.where(bend < -1e-6, (before - after) / (2 * np.minimum(bend, -1e-6)), 0.0)
    return np.asarray(np.clip(np.nan_to_num(shift), -1, 1))


MOST_STRETCH = 0.12
"""Measured: with the right board file at most 0.11 (from 38 degrees, under one lamp); with a square board
described as 5 by 4 at least 0.13, or less with a focal length that no camera has."""

_USUAL_FOCAL, _FOCAL_VARIES = 0.9, 0.4
"""Focal length of usual cameras, as a share of the picture's width, and the spread of its logarithm."""

_STRETCH_VARIES = 0.045
"""Spread of the stretch that is measured with the right board file."""

_SHAPE_HALF = 1.1
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

_SHAPE_ROUNDS = 6
"""How often the middle of the median hole is moved to the middle of the edge that was found."""

_SHAPE_FEWEST = 6
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
    patches = cut_patches(light, places, pose, _SHAPE_HALF * diameter_mm, _SIZE).reshape(len(places), -1)
    patches = patches[np.isfinite(patches).all(axis=1)]
    if len(patches) < _SHAPE_FEWEST:
        return 0.0
    patches = patches - patches.mean(axis=1, keepdims=True)
    spread = patches.std(axis=1, keepdims=True)
    clear = spread[:, 0] > max(_FLAT, _FAINT * float(np.median(spread)))
    if clear.sum() < _SHAPE_FEWEST:
        return 0.0
    middling = np.median(patches[clear] / spread[clear], axis=0).reshape(_SIZE, _SIZE).astype(np.float32)
    angle = np.arange(_RAYS) * 2 * math.pi / _RAYS
    away = np.linspace(0.15, 1.0, 35)
    rim = (away > _NEAR) & (away < _FAR)
    scale = (_SIZE - 1) / 2 / _SHAPE_HALF
    centre = np.full(2, (_SIZE - 1) / 2)
    ray = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    radius = np.ones(_RAYS)
    for _ in range(_SHAPE_ROUNDS):
        at = (centre + scale * away[None, :, None] * ray[:, None]).astype(np.float32)
        values = cv2.remap(
            middling, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        rise = np.maximum(np.gradient(values, axis=1)[:, rim], 0) ** 2
        radius = (rise * away[rim]).sum(axis=1) / np.maximum(rise.sum(axis=1), 1e-9)
        centre = centre + 0.7 * scale * 2 * (radius[:, None] * ray).mean(axis=0)
    return float(2 * (radius * np.cos(2 * angle)).mean() / radius.mean())
