"""Many guesses pulled at once to where blobs lie near their holes: shaking finds the way, this ends it."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.camera.lens import Floats
from calibration.features.blobs import Blobs, Plane
from calibration.pose.hypotheses import Guesses, LensLimits, join, project_all, rotations

_NUDGES = 8
_NUDGE_PX = 0.5
_DAMPING = 0.02
_FOCAL_SIGMA, _K1_SIGMA = 0.1, 0.1


def draw_near(
    guesses: Guesses,
    points: Floats,
    blobs: Blobs,
    sigmas_px: Sequence[float],
    half_mm: float,
    limits: LensLimits,
    rounds: int = 2,
) -> Guesses:
    """Move every guess so that its holes lie where the blobs around them have their middle.

    Each hole is drawn by all blobs in its neighbourhood at once, so a row that is half a hole off
    isn't caught between two holes; the neighbourhoods shrink step by step.

    Args:
        guesses: (b), within about half a hole's distance of right.
        points: (n, 3), mm: the holes that should be seen.
        blobs: of the picture.
        sigmas_px: how wide the neighbourhoods are, one step after the other.
        half_mm: from the board's middle to its edge.
        limits: of the lens.
        rounds: how often each width is used.

    Returns:
        (b) guesses in the same order.

    Source: Granger and Pennec, Multi-scale EM-ICP, 2002.
    """
    believed = guesses.focal, guesses.k1
    for sigma in sigmas_px:
        planes = _pull(blobs, sigma, len(points))
        for _ in range(rounds):
            guesses = _step(guesses, points, planes, sigma, half_mm, limits, believed)
    return guesses


def _pull(blobs: Blobs, sigma: float, holes: int) -> tuple[Plane, int]:
    """(h, w, 3): by how much and how strongly (0 to 1) blobs draw, px; and how much smaller it is."""
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
    guesses: Guesses,
    points: Floats,
    pull: tuple[Plane, int],
    sigma: float,
    half_mm: float,
    limits: LensLimits,
    believed: tuple[Floats, Floats],
) -> Guesses:
    plane, shrink = pull
    count = len(guesses)
    nudge = _nudges(guesses, half_mm)
    eye = np.eye(_NUDGES)
    tried = join([guesses, *[_nudged(guesses, nudge * eye[index]) for index in range(_NUDGES)]])
    pixels = project_all(points, tried).reshape(_NUDGES + 1, count, len(points), 2)
    here = pixels[0]
    column = np.floor((here[..., 0] + 0.5) / shrink).astype(np.int32)
    row = np.floor((here[..., 1] + 0.5) / shrink).astype(np.int32)
    height, width = plane.shape[:2]
    within = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    drawn = plane.reshape(-1, 3)[np.where(within, row * width + column, 0)]
    away, weight = drawn[..., :2], drawn[..., 2] * within
    # The pull is known where the cell's middle is; what is left of the way is known exactly.
    cell = np.stack([(column + 0.5) * shrink - 0.5, (row + 0.5) * shrink - 0.5], axis=-1)
    away = (away + cell - here).astype(np.float64)
    slope = (pixels[1:] - here[None]).astype(np.float64).transpose(1, 2, 3, 0)  # (b, n, 2, 8), per nudge
    held = slope * weight[..., None, None]
    normal = np.einsum("bncp,bncq->bpq", held, slope)
    gradient = np.einsum("bncp,bnc->bp", held, away)
    for at, (value, middle, spread) in enumerate(
        (
            (np.log(guesses.focal), np.log(believed[0]), _FOCAL_SIGMA),
            (guesses.k1, believed[1], _K1_SIGMA),
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
    moved = _nudged(guesses, nudge * step)
    return replace(moved, focal=np.clip(moved.focal, *limits.focal), k1=np.clip(moved.k1, *limits.k1))


def _nudges(guesses: Guesses, half_mm: float) -> Floats:
    """(b, 8): steps of turn, place, size and lens that each move the board's edge about half a pixel."""
    edge_px = guesses.scale * half_mm
    turn = _NUDGE_PX / edge_px
    lens = turn * np.minimum((guesses.focal / edge_px) ** 2, 12.0)
    place = np.full(len(guesses), _NUDGE_PX)
    return np.column_stack([turn, turn, turn, place, place, turn, 2 * turn, lens])


def _nudged(guesses: Guesses, by: Floats) -> Guesses:
    """(b) guesses changed by (b, 8): a turn, a place in px, the logarithms of size and focal length, k1."""
    return replace(
        guesses,
        rotation=rotations(by[:, :3]) @ guesses.rotation,
        middle=guesses.middle + by[:, 3:5],
        scale=guesses.scale * np.exp(by[:, 5]),
        focal=guesses.focal * np.exp(by[:, 6]),
        k1=guesses.k1 + by[:, 7],
    )
