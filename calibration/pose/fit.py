"""A pose by robust least squares, from pairs of holes and blobs, and then from the rims of drilled holes.

Some blobs may not be holes. The dark part of a drilled hole isn't centred: at an angle, the far wall is lit,
so the dark part lies toward the camera. The near half of the rim hides its wall: there the edge from wood to
dark is the rim.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Floats, Indices, Singles
from calibration.camera import Pose, make_pose, project
from calibration.features import Blobs, vertex
from calibration.pose.found_pose import FoundPose, cut_patches

_STEPS = 6  # most steps of Levenberg and Marquardt's method in one fit, unless the caller says otherwise


class Nearest:
    """Lookup table of the nearest blob for every pixel."""

    def __init__(self, blobs: Blobs) -> None:
        width, height = blobs.size
        empty = np.full((height, width), 255, np.uint8)
        place = np.round(blobs.points).astype(np.intp)
        column, row = np.clip(place[:, 0], 0, width - 1), np.clip(place[:, 1], 0, height - 1)
        empty[row, column] = 0
        _, self._labels = cv2.distanceTransformWithLabels(
            empty, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
        )
        self._number = np.zeros(len(place) + 1, np.intp)
        # The strongest blob is last, so that it wins if two share a pixel.
        self._number[self._labels[row[::-1], column[::-1]]] = np.arange(len(place))[::-1]
        self.points = blobs.points

    def __call__(self, pixels: Floats) -> Indices:
        """(n, 2) pixels to (n,) indices of blobs; pixels outside take the edge's."""
        height, width = self._labels.shape
        column = np.clip(np.round(pixels[:, 0]), 0, width - 1).astype(np.intp)
        row = np.clip(np.round(pixels[:, 1]), 0, height - 1).astype(np.intp)
        return np.asarray(self._number[self._labels[row, column]])


@dataclass(frozen=True, slots=True)
class Prior:
    """The prior for the lens.

    Attributes:
        focal: px.
        focal_sigma: of the logarithm of the focal length; 0 holds it fixed.
        k1: radial distortion.
        k1_sigma: its spread; 0 holds it fixed.
    """

    focal: float
    focal_sigma: float = 0.3
    k1: float = -0.1
    k1_sigma: float = 0.15


def fit_pose(
    start: Pose,
    points: Floats,
    nearest: Nearest,
    radii_px: tuple[float, ...],
    prior: Prior,
    lean_mm: float = 0.0,
) -> FoundPose | None:
    """Fit a pose to the blobs near its expected holes.

    Args:
        start: correct to within about the first radius.
        points: (n, 3), mm: the holes that should be visible.
        radii_px: the search radius of each step.
        lean_mm: how far toward the camera the dark part of a hole lies when seen from 45 degrees.

    Returns:
        None if too few blobs are near, or the fit diverges.
    """
    pose: Pose | None = start
    for radius in np.repeat(radii_px, 2).tolist():
        found = None if pose is None else _pairs(pose, points, lean_mm, nearest, radius)
        if pose is None or found is None:
            return None
        pose = least_squares(pose, *found, radius, prior)
    found = None if pose is None else _pairs(pose, points, lean_mm, nearest, radii_px[-1])
    if pose is None or found is None:
        return None
    away = project(found[0], pose) - found[1]
    return FoundPose(pose, float(np.sqrt((away * away).sum(axis=1).mean())), len(away) / len(points))


def _dark_centres(points: Floats, pose: Pose, lean_mm: float) -> Floats:
    """(n, 3), mm: centres of the dark parts of holes, which shift toward a low camera."""
    camera = pose.camera
    toward = camera[:2] - points[:, :2]
    away = np.linalg.norm(toward, axis=1)
    flatness = away / max(-float(camera[2]), 1.0)
    shift = toward / np.maximum(away, 1e-6)[:, None] * (lean_mm * np.minimum(flatness, 3.5))[:, None]
    return np.asarray(points + np.column_stack([shift, np.zeros(len(points))]))


def _pairs(
    pose: Pose, points: Floats, lean_mm: float, nearest: Nearest, radius: float
) -> tuple[Floats, Floats] | None:
    """Dark parts of holes, mm, and their nearest blobs, px, each used once; None for fewer than six."""
    dark = _dark_centres(points, pose, lean_mm)
    if _nearest_depth(dark, pose) <= 1.0:
        return None
    pixels = project(dark, pose)
    blob = nearest(pixels)
    apart = np.linalg.norm(pixels - nearest.points[blob], axis=1)
    order = np.argsort(apart, kind="stable")
    order = order[apart[order] < radius]
    _, first = np.unique(blob[order], return_index=True)
    index = np.sort(order[first])
    return None if len(index) < 6 else (dark[index], nearest.points[blob[index]])


def _nearest_depth(points: Floats, pose: Pose) -> float:
    return float((points @ pose.rotation.T + pose.translation)[:, 2].min())


def least_squares(
    pose: Pose, points: Floats, pixels: Floats, radius: float, prior: Prior, steps: int = _STEPS
) -> Pose | None:
    """Levenberg-Marquardt on rotation, translation, focal length and k1, with Tukey's weights.

    Args:
        points: (n, 3), mm.
        pixels: (n, 2), px, their observed positions.
        radius: px; a pair further apart has weight 0.
        prior: of the lens; one sigma costs as much as one hole with an error of one pixel.

    Returns:
        None if the board ends behind the camera.
    """
    lens_priors = ((6, math.log(prior.focal), prior.focal_sigma), (7, prior.k1, prior.k1_sigma))

    def cost_of(values: Floats, away: Floats) -> float:
        part = _closeness(away, radius)
        cost = radius**2 / 6 * float((1 - part**3).sum())
        for at, middle, sigma in lens_priors:
            if sigma > 0:
                cost += 0.5 * ((float(values[at]) - middle) / sigma) ** 2
        return cost if math.isfinite(cost) else math.inf

    values = np.array([*pose.rvec, *pose.translation, math.log(pose.focal), pose.k1])
    damping = 1e-3
    seen, slope = _project(values, points, pose.centre)
    away = seen - pixels
    cost = cost_of(values, away)
    for _ in range(steps):
        held = slope * np.repeat(_closeness(away, radius) ** 2, 2)[:, None]
        normal, gradient = held.T @ slope, held.T @ away.ravel()
        for at, middle, sigma in lens_priors:
            normal[at, at] += 1 / sigma**2 if sigma > 0 else 1e15
            gradient[at] += 1 / sigma**2 * (values[at] - middle) if sigma > 0 else 0.0
        for _ in range(4):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -gradient)
            seen, trial_slope = _project(values + step, points, pose.centre)
            trial_cost = cost_of(values + step, seen - pixels)
            if trial_cost <= cost:
                values, cost, damping = values + step, trial_cost, damping / 5
                away, slope = seen - pixels, trial_slope
                break
            damping *= 8
        else:
            break
        if np.abs(step[:3]).max() < 1e-7:
            break
    if not np.isfinite(values).all() or not 50 < math.exp(values[6]) < 20000 or abs(values[7]) > 1:
        return None
    fitted = make_pose(values[:3], values[3:6], math.exp(values[6]), pose.centre, values[7])
    return None if _nearest_depth(points, fitted) <= 1.0 else fitted


def _project(values: Floats, points: Floats, centre: tuple[float, float]) -> tuple[Floats, Floats]:
    """Projections of points, (n, 2) px, and their Jacobian by the eight parameters, (2 * n, 8)."""
    focal = math.exp(min(max(values[6], 2.0), 12.0))
    matrix = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1.0]])
    lens = np.array([values[7], 0.0, 0.0, 0.0])
    seen, slope = cv2.projectPoints(points, values[:3], values[3:6], matrix, lens)
    by_focal = focal * (slope[:, 6] + slope[:, 7])
    return np.asarray(seen[:, 0], np.float64), np.column_stack([slope[:, :6], by_focal, slope[:, 10]])


def _closeness(away: Floats, radius: float) -> Floats:
    """(n): 1 at distance 0, 0 at the radius or beyond; its square is Tukey's weight."""
    return np.asarray(1 - np.minimum((away * away).sum(axis=1) / radius**2, 1.0))


_HALF = 1.0  # half the side of a rectified patch, in diameters
_REACH = 0.32  # how far a middle may be off, in diameters
_DIRECTIONS = 15  # number of rays on which the edge is looked for
_SPREAD_DEG = 95.0  # how far the rays spread to either side of the direction to the camera
_RIM_ROUNDS = 2  # how often the rims are measured and the pose is fitted to them
_MIN_RIMS = 12  # with fewer rims than this the pose is left as it is
_CLEAR = 0.4  # least contrast of a rim that counts, as a share of the median contrast
_RADIUS_PX = 3.0  # a rim farther than this from where the pose expects it has no weight


def fit_rims(light: Singles, places: Floats, fit: FoundPose, diameter_mm: float, prior: Prior) -> FoundPose:
    """Correct a pose that was fitted to dark discs, so that its circles match the rims.

    Returns:
        The corrected pose, with the error of the rims; the old one if too few rims are visible.
    """
    for _ in range(_RIM_ROUNDS):
        middles, contrast = find_rims(light, places, fit.pose, diameter_mm)
        seen = np.isfinite(contrast)
        if seen.sum() < _MIN_RIMS:
            return fit
        good = seen & (np.nan_to_num(contrast) > _CLEAR * float(np.median(contrast[seen])))
        pixels = project(np.column_stack([middles, np.zeros(len(middles))])[good], fit.pose)
        pose = least_squares(fit.pose, places[good], pixels, _RADIUS_PX, prior, steps=10)
        if good.sum() < _MIN_RIMS or pose is None:
            return fit
        away = np.linalg.norm(project(places[good], pose) - pixels, axis=1)
        close = away < _RADIUS_PX
        if close.sum() < _MIN_RIMS:
            return fit
        fit = FoundPose(pose, float(np.sqrt((away[close] ** 2).mean())), float(close.sum() / len(places)))
    return fit


def find_rims(
    light: Singles,
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
        places: (n, 3), mm: holes that should be empty and visible.
        pose: off by a third of a hole at most.
        steps: how many offsets are tried along each axis.
        size: samples along a side of a rectified patch.
        ring: these are printed circles, and `light` is from `edges`: the whole circle counts.

    Returns:
        (n, 2), mm: where the middles are seen, in the board's frame of this pose; and (n,): how much
        brighter the wood is than the hole along the rim (in the logarithm), not a number where unseen.
    """
    patches = cut_patches(light, places, pose, _HALF * diameter_mm, size).reshape(len(places), -1)
    toward = pose.camera[:2] - places[:, :2]
    bearing = np.arctan2(toward[:, 1], toward[:, 0])
    spread = 180.0 * (1 - 1 / _DIRECTIONS) if ring else _SPREAD_DEG
    angle = bearing[:, None] + np.radians(np.linspace(-spread, spread, _DIRECTIONS))[None]
    line = np.linspace(-_REACH, _REACH, steps)
    offsets = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    hole_px = pose.focal / float(np.linalg.norm(pose.camera)) * diameter_mm
    # From a rim to the rings inside and outside it, in diameters: a pixel or so.
    width = float(np.clip(0.9 / hole_px, 0.08, 0.2))
    score = np.zeros((len(places), len(offsets)), np.float32)
    for radius, sign in ((0.5, 1.0),) if ring else ((0.5 + width, 1.0), (0.5 - width, -1.0)):
        spot = radius * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        cell = ((spot[:, None] + offsets[None, :, None]) / _HALF + 1) * (size - 1) / 2
        score += np.float32(sign) * _bilinear(patches, cell, size).mean(axis=2)
    best = np.argmax(np.nan_to_num(score, nan=-1e9), axis=1)
    contrast = score[np.arange(len(places)), best].astype(np.float64)
    contrast[(np.abs(offsets[best]) > _REACH - 1e-9).any(axis=1)] = np.nan
    return places[:, :2] + _peak(score, best, line) * diameter_mm, contrast


def _bilinear(flat: Singles, cell: Floats, size: int) -> Singles:
    """Values of (n, size * size) patches at (n, k, d, 2) places (x, y) in samples."""
    low = np.clip(np.floor(cell), 0, size - 2).astype(np.intp)
    part = (cell - low).astype(np.float32)
    corner = low[..., 1] * size + low[..., 0] + np.arange(0, flat.size, size * size)[:, None, None]
    right, bottom = np.ascontiguousarray(np.moveaxis(part, -1, 0))
    left, top = 1 - right, 1 - bottom
    return np.asarray(
        flat.take(corner) * left * top
        + flat.take(corner + 1) * right * top
        + flat.take(corner + size) * left * bottom
        + flat.take(corner + (size + 1)) * right * bottom,
        np.float32,
    )


def _peak(score: Singles, best: Indices, line: Floats) -> Floats:
    """The best offset to a fraction of a step, (n, 2) in diameters."""
    size, step = len(line), line[1] - line[0]
    grid = score.reshape(-1, size, size)
    row, column = np.divmod(best, size)
    each = np.arange(len(best))
    x, y = np.clip(column, 1, size - 2), np.clip(row, 1, size - 2)
    along = [grid[each, row, x + k].astype(np.float64) for k in (-1, 0, 1)]
    down = [grid[each, y + k, column].astype(np.float64) for k in (-1, 0, 1)]
    return np.column_stack(
        [line[x] + step * vertex(*along, flat=1e-6), line[y] + step * vertex(*down, flat=1e-6)]
    )
