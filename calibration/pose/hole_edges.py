"""Hole edges: the exact place of each drilled hole, from the near half of its rim.

The dark part of a drilled hole isn't centred. Seen at an angle, the far wall is lit, so the dark part lies
toward the camera. The near half of the rim hides its wall: there the edge from wood to dark is the rim.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera.lens import Pose, project
from calibration.features.blobs import Plane
from calibration.pose.fit import Fit, Prior, least_squares
from calibration.pose.verification import cut_patches

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


def fit_rims(light: Plane, places: Floats, fit: Fit, diameter_mm: float, prior: Prior) -> Fit:
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
        fit = Fit(pose, float(np.sqrt((away[close] ** 2).mean())), float(close.sum() / len(places)))
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
