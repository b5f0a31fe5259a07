"""A pose by robust least squares, from pairs of holes and blobs, and then from the rims of drilled holes.

A few blobs may be no holes. The dark part of a drilled hole isn't centred: seen at an angle, the far wall is
lit, so the dark part lies toward the camera. The near half of the rim hides its wall: there the edge from
wood to dark is the rim.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Pose, make_pose, project
from calibration.features import Blobs, Plane
from calibration.pose.found_pose import FoundPose, cut_patches

_STEPS = 6  # most steps of Levenberg and Marquardt's method in one fit, unless the caller says otherwise


class Nearest:
    """The nearest blob of every pixel, looked up in a table."""

    def __init__(self, blobs: Blobs) -> None:
        width, height = blobs.size
        empty = np.full((height, width), 255, np.uint8)
        place = np.round(blobs.points).astype(np.intp)
        column, row = np.clip(place[:, 0], 0, width - 1), np.clip(place[:, 1], 0, height - 1)
        empty[row, column] = 0
        _, labels = cv2.distanceTransformWithLabels(
            empty, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
        )
        number = np.zeros(int(labels.max()) + 1, np.intp)
        # The strongest blob comes last, so that it wins where two share a pixel.
        number[labels[row[::-1], column[::-1]]] = np.arange(len(place))[::-1]
        self.points = blobs.points
        self._number = number[labels]

    def __call__(self, pixels: Floats) -> NDArray[np.intp]:
        """(n, 2) pixels to (n,) numbers of blobs; pixels outside take the edge's."""
        height, width = self._number.shape
        column = np.clip(np.round(pixels[:, 0]), 0, width - 1).astype(np.intp)
        row = np.clip(np.round(pixels[:, 1]), 0, height - 1).astype(np.intp)
        return np.asarray(self._number[row, column])


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
    """Fit a pose to the blobs that lie near where it expects holes.

    Args:
        start: within about the first radius of right.
        points: (n, 3), mm: the holes that should be seen.
        radii_px: how far a blob may lie off, step by step.
        lean_mm: how far toward the camera the dark part of a hole lies when seen from 45 degrees.

    Returns:
        None where too few blobs are near, or the fit diverges.
    """
    pose = start
    found = None
    for radius in radii_px:
        for _ in range(2):
            dark = dark_centres(points, pose, lean_mm)
            found = _pairs(pose, dark, nearest, radius)
            if found is None:
                return None
            index, chosen = found
            if len(index) < 6:
                return None
            better = least_squares(pose, dark[index], nearest.points[chosen], radius, prior)
            if better is None:
                return None
            pose = better
    dark = dark_centres(points, pose, lean_mm)
    found = _pairs(pose, dark, nearest, radii_px[-1])
    if found is None or len(found[0]) < 6:
        return None
    index, chosen = found
    away = project(dark[index], pose) - nearest.points[chosen]
    return FoundPose(pose, float(np.sqrt((away * away).sum(axis=1).mean())), len(index) / len(points))


def dark_centres(points: Floats, pose: Pose, lean_mm: float) -> Floats:
    """Where the dark parts of drilled holes are seen: the lower the camera, the further toward it they lie.

    Args:
        points: (n, 3), mm: the holes' middles.
        lean_mm: by how much at 45 degrees.

    Returns:
        (n, 3), mm.
    """
    camera = pose.camera
    toward = camera[:2] - points[:, :2]
    flatness = np.linalg.norm(toward, axis=1) / max(-float(camera[2]), 1.0)
    away = np.linalg.norm(toward, axis=1, keepdims=True)
    shift = toward / np.maximum(away, 1e-6) * (lean_mm * np.minimum(flatness, 3.5))[:, None]
    return np.asarray(points + np.column_stack([shift, np.zeros(len(points))]))


def _pairs(
    pose: Pose, points: Floats, nearest: Nearest, radius: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
    """Numbers of points and of their blobs, no blob twice."""
    seen = points @ pose.rotation.T + pose.translation
    if (seen[:, 2] <= 1.0).any():
        return None
    pixels = project(points, pose)
    blob = nearest(pixels)
    apart = np.linalg.norm(pixels - nearest.points[blob], axis=1)
    order = np.argsort(apart, kind="stable")
    order = order[apart[order] < radius]
    _, first = np.unique(blob[order], return_index=True)
    index = np.sort(order[first])
    return index, blob[index]


def least_squares(
    pose: Pose, points: Floats, pixels: Floats, radius: float, prior: Prior, steps: int = _STEPS
) -> Pose | None:
    """Levenberg-Marquardt on rotation, translation, focal length and k1, with Tukey's weights.

    Args:
        points: (n, 3), mm.
        pixels: (n, 2), px, where they are seen.
        radius: px; a pair further apart has weight 0.
        prior: of the lens; one sigma off costs as much as one hole that is one pixel off.

    Returns:
        None if the board ends behind the camera.
    """
    values = np.array([*pose.rvec, *pose.translation, math.log(pose.focal), pose.k1])
    damping = 1e-3
    cost = _cost(values, points, pixels, radius, prior, pose.centre)
    for _ in range(steps):
        away, slope = _slope(values, points, pixels, pose.centre)
        weight = _tukey(away, radius)
        held = slope * np.repeat(weight, 2)[:, None]
        pull, stiffness = _prior_terms(values, prior)
        normal = held.T @ slope + np.diag(stiffness)
        gradient = held.T @ away.ravel() + pull
        for _ in range(4):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -gradient)
            trial = values + step
            trial_cost = _cost(trial, points, pixels, radius, prior, pose.centre)
            if trial_cost <= cost:
                values, cost, damping = trial, trial_cost, damping / 5
                break
            damping *= 8
        else:
            break
        if np.abs(step[:3]).max() < 1e-7:
            break
    if not np.isfinite(values).all() or not 50 < math.exp(values[6]) < 20000 or abs(values[7]) > 1:
        return None
    fitted = make_pose(values[:3], values[3:6], math.exp(values[6]), pose.centre, values[7])
    if (points @ fitted.rotation.T + fitted.translation)[:, 2].min() <= 1.0:
        return None
    return fitted


def _project(values: Floats, points: Floats, centre: tuple[float, float]) -> tuple[Floats, Floats]:
    focal = math.exp(min(max(values[6], 2.0), 12.0))
    matrix = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1.0]])
    lens = np.array([values[7], 0.0, 0.0, 0.0])
    seen, slope = cv2.projectPoints(points, values[:3], values[3:6], matrix, lens)
    by_focal = focal * (slope[:, 6] + slope[:, 7])
    return (
        np.asarray(seen[:, 0], np.float64),
        np.column_stack([slope[:, :6], by_focal, slope[:, 10]]),
    )


def _slope(
    values: Floats, points: Floats, pixels: Floats, centre: tuple[float, float]
) -> tuple[Floats, Floats]:
    seen, slope = _project(values, points, centre)
    return seen - pixels, slope


def _cost(
    values: Floats, points: Floats, pixels: Floats, radius: float, prior: Prior, centre: tuple[float, float]
) -> float:
    away = _project(values, points, centre)[0] - pixels
    part = 1 - np.minimum((away * away).sum(axis=1) / radius**2, 1.0)
    cost = radius**2 / 6 * float((1 - part**3).sum())
    for value, middle, sigma in _believed(values, prior):
        if sigma > 0:
            cost += 0.5 * ((value - middle) / sigma) ** 2
    return cost if math.isfinite(cost) else math.inf


def _prior_terms(values: Floats, prior: Prior) -> tuple[Floats, Floats]:
    pull, stiffness = np.zeros(8), np.zeros(8)
    for at, (value, middle, sigma) in zip((6, 7), _believed(values, prior), strict=True):
        stiffness[at] = 1 / sigma**2 if sigma > 0 else 1e15
        pull[at] = stiffness[at] * (value - middle) if sigma > 0 else 0.0
    return pull, stiffness


def _believed(values: Floats, prior: Prior) -> tuple[tuple[float, float, float], ...]:
    return (
        (float(values[6]), math.log(prior.focal), prior.focal_sigma),
        (float(values[7]), prior.k1, prior.k1_sigma),
    )


def _tukey(away: Floats, radius: float) -> Floats:
    part = 1 - np.minimum((away * away).sum(axis=1) / radius**2, 1.0)
    return np.asarray(part * part)


_HALF = 1.0  # half the side of a rectified patch, in diameters
_REACH = 0.32  # how far a middle may be off, in diameters
_DIRECTIONS = 15  # number of rays on which the edge is looked for
_SPREAD_DEG = 95.0  # how far the rays spread to either side of the direction to the camera
_RIM_ROUNDS = 2  # how often the rims are measured and the pose is fitted to them
_MIN_RIMS = 12  # with fewer rims than this the pose is left as it is
_CLEAR = 0.4  # least contrast of a rim that counts, as a share of the median contrast
_RADIUS_PX = 3.0  # a rim farther than this from where the pose expects it has no weight


def fit_rims(light: Plane, places: Floats, fit: FoundPose, diameter_mm: float, prior: Prior) -> FoundPose:
    """Correct a pose that was fitted to dark discs, so that circles lie on the rims.

    Returns:
        The corrected pose, with the error of the rims; the old one where too few rims are seen.
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
        places: (n, 3), mm: holes that should be empty and seen.
        pose: off by a third of a hole at most.
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
