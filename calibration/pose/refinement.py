"""Pose refinement: all hypotheses at once are moved, by least squares, to where blobs lie near their holes.

The random search of `hypotheses` ends about half a hole off; this closes the rest of the way.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.arrays import Floats
from calibration.features.blobs import Blobs, Plane
from calibration.pose.hypotheses import Hypotheses, LensLimits, join, project_all, rotations

_NUDGES = 8
"""Number of parameters of a pose: rotation (3), place (2), scale, focal length, k1."""

_NUDGE_PX = 0.5
"""About how far the board's edge moves by one step of a numerical derivative."""

_DAMPING = 0.02
"""Levenberg-Marquardt damping, as a share of the diagonal."""

_FOCAL_SIGMA, _K1_SIGMA = 0.1, 0.1
"""Prior spread of the focal length's logarithm and of k1, around where the refinement began."""


def refine(
    hypotheses: Hypotheses,
    points: Floats,
    blobs: Blobs,
    sigmas_px: Sequence[float],
    half_mm: float,
    limits: LensLimits,
    rounds: int = 2,
) -> Hypotheses:
    """Move every hypothesis so that each hole lies at the weighted mean of the blobs around it.

    All blobs in a hole's neighbourhood count, so a row that is half a hole off doesn't settle on the wrong
    neighbours; the neighbourhoods shrink step by step.

    Args:
        hypotheses: (b), within about half a hole's distance of right.
        points: (n, 3), mm: the holes that should be seen.
        blobs: of the picture.
        sigmas_px: how wide the neighbourhoods are, one step after the other.
        half_mm: from the board's middle to its edge.
        limits: of the lens.
        rounds: how often each width is used.

    Returns:
        (b) hypotheses in the same order.

    Source: Granger and Pennec, Multi-scale EM-ICP, 2002.
    """
    believed = hypotheses.focal, hypotheses.k1
    for sigma in sigmas_px:
        planes = _pull(blobs, sigma, len(points))
        for _ in range(rounds):
            hypotheses = _step(hypotheses, points, planes, sigma, half_mm, limits, believed)
    return hypotheses


def _pull(blobs: Blobs, sigma: float, holes: int) -> tuple[Plane, int]:
    """A map, (h, w, 3): x and y, px, from each cell to the mean of the blobs around it; their weight, 0 to 1.

    Returns:
        The map, and how many times smaller than the picture it is.
    """
    shrink = 1 if sigma < 4 else 2
    width, height = (-(-side // shrink) for side in blobs.size)
    place = np.round((blobs.points + 0.5) / shrink - 0.5).astype(np.intp)
    column, row = np.clip(place[:, 0], 0, width - 1), np.clip(place[:, 1], 0, height - 1)
    strong = blobs.strength[min(len(blobs.strength) - 1, holes // 2)]
    weight = np.minimum(blobs.strength / strong, 1.0)
    sums = np.zeros((height, width, 3), np.float32)
    for channel, values in enumerate((weight * blobs.points[:, 0], weight * blobs.points[:, 1], weight)):
        plane = np.zeros((height, width), np.float32)
        np.add.at(plane, (row, column), values.astype(np.float32))
        sums[:, :, channel] = plane
    narrow = sigma / shrink
    sums = np.asarray(cv2.GaussianBlur(sums, (0, 0), narrow), np.float32)
    mass = sums[:, :, 2] * np.float32(2 * np.pi * narrow * narrow)
    at_least = np.maximum(sums[:, :, 2], 1e-9)
    x = (np.arange(width, dtype=np.float32) + 0.5) * shrink - 0.5
    y = (np.arange(height, dtype=np.float32) + 0.5) * shrink - 0.5
    away = [sums[:, :, 0] / at_least - x[None], sums[:, :, 1] / at_least - y[:, None]]
    return np.dstack([*away, np.minimum(mass, 1.0)]).astype(np.float32), shrink


def _step(
    hypotheses: Hypotheses,
    points: Floats,
    pull: tuple[Plane, int],
    sigma: float,
    half_mm: float,
    limits: LensLimits,
    believed: tuple[Floats, Floats],
) -> Hypotheses:
    plane, shrink = pull
    count = len(hypotheses)
    nudge = _nudges(hypotheses, half_mm)
    eye = np.eye(_NUDGES)
    tried = join([hypotheses, *[_nudged(hypotheses, nudge * eye[index]) for index in range(_NUDGES)]])
    pixels = project_all(points, tried).reshape(_NUDGES + 1, count, len(points), 2)
    here = pixels[0]
    column = np.floor((here[..., 0] + 0.5) / shrink).astype(np.int32)
    row = np.floor((here[..., 1] + 0.5) / shrink).astype(np.int32)
    height, width = plane.shape[:2]
    within = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    drawn = plane.reshape(-1, 3)[np.where(within, row * width + column, 0)]
    away, weight = drawn[..., :2], drawn[..., 2] * within
    # The map holds the offset from its cell's middle: add the way from the point to that middle.
    cell = np.stack([(column + 0.5) * shrink - 0.5, (row + 0.5) * shrink - 0.5], axis=-1)
    away = (away + cell - here).astype(np.float64)
    slope = (pixels[1:] - here[None]).astype(np.float64).transpose(1, 2, 3, 0)  # (b, n, 2, 8), per nudge
    held = slope * weight[..., None, None]
    normal = np.einsum("bncp,bncq->bpq", held, slope)
    gradient = np.einsum("bncp,bnc->bp", held, away)
    for at, (value, middle, spread) in enumerate(
        (
            (np.log(hypotheses.focal), np.log(believed[0]), _FOCAL_SIGMA),
            (hypotheses.k1, believed[1], _K1_SIGMA),
        ),
        start=6,
    ):
        stiff = (sigma * nudge[:, at] / spread) ** 2
        normal[:, at, at] += stiff
        gradient[:, at] += stiff * (middle - value) / nudge[:, at]
    index = np.arange(_NUDGES)
    normal[:, index, index] *= 1 + _DAMPING
    normal[:, index, index] += 1e-6
    step = np.linalg.solve(normal, gradient[..., None])[..., 0]
    step = np.clip(step, -2 * sigma / _NUDGE_PX, 2 * sigma / _NUDGE_PX)
    moved = _nudged(hypotheses, nudge * step)
    return replace(moved, focal=np.clip(moved.focal, *limits.focal), k1=np.clip(moved.k1, *limits.k1))


def _nudges(hypotheses: Hypotheses, half_mm: float) -> Floats:
    """(b, 8): steps of rotation, place, scale and lens; each moves the board's edge by about half a pixel."""
    edge_px = hypotheses.scale * half_mm
    turn = _NUDGE_PX / edge_px
    lens = turn * np.minimum((hypotheses.focal / edge_px) ** 2, 12.0)
    place = np.full(len(hypotheses), _NUDGE_PX)
    return np.column_stack([turn, turn, turn, place, place, turn, 2 * turn, lens])


def _nudged(hypotheses: Hypotheses, by: Floats) -> Hypotheses:
    """(b) hypotheses, changed by (b, 8): rotation, place in px, log of scale and of focal length, k1."""
    return replace(
        hypotheses,
        rotation=rotations(by[:, :3]) @ hypotheses.rotation,
        middle=hypotheses.middle + by[:, 3:5],
        scale=hypotheses.scale * np.exp(by[:, 5]),
        focal=hypotheses.focal * np.exp(by[:, 6]),
        k1=hypotheses.k1 + by[:, 7],
    )
