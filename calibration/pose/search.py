"""Global search for a board in a picture, and the refinement of what it finds.

A grid of camera poses is correlated with a coarse map of blobs. The random search that follows ends about
half a hole off; by least squares, all hypotheses at once are moved to where blobs lie near their holes.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.arrays import Floats
from calibration.board.board import Board, inside
from calibration.camera import picture_centre
from calibration.features import Blobs, Plane
from calibration.pose.hypotheses import (
    Hypotheses,
    LensLimits,
    blob_map,
    hill_climb,
    join,
    project_all,
    rotations,
)
from calibration.pose.orientation import turn_matrix, turns_of

COARSE_PX = 24.0  # how far off a coarse hypothesis may be at the board's edge, px
_SHRINK = 20  # how many times smaller than the picture the map is on which the coarse search runs

_CLIMB = (
    (20.0, 320, 8),
    (14.0, 180, 10),
    (10.0, 110, 12),
    (7.0, 64, 14),
    (5.0, 40, 16),
    (4.0, 28, 18),
    (3.0, 24, 20),
)
"""Steps of `hill_climb` after the coarse search: radius, px; hypotheses kept; neighbours tried of each."""

_ELEVATIONS = (88.0, 70.0, 59.0, 50.0, 43.0, 37.0, 31.0)
"""Elevations of the camera that are tried, degrees; 90 is straight above."""

_FOCAL_SHARES = (0.62, 0.85, 1.25)  # focal lengths that are tried, as shares of the picture's width

_STEEP = math.radians(65.0)
"""From higher elevations than this, perspective hardly determines the focal length: only one is tried."""

_LIKELY_K1 = -0.1  # radial distortion of the coarse hypotheses: a slight barrel
_CELLS_KEPT = 3  # number of places in the picture that are kept for each view of the board
_COARSE_KEPT = 800  # number of hypotheses that the coarse search keeps, over all views


def search(
    board: Board,
    points: Floats,
    blobs: Blobs,
    limits: LensLimits,
    origin: Floats,
    half_mm: float,
    chance: np.random.Generator,
) -> tuple[Hypotheses, Plane]:
    """Poses under which blobs lie where the board's holes should be, best first.

    Args:
        points: (n, 3), mm: the holes that should be seen.
        origin: (3,), mm, the board's middle.
        half_mm: from there to its edge.

    Returns:
        Hypotheses and how well each fits, 0 to 1.
    """
    starts = _coarse(board, points, blobs, limits, origin, half_mm)
    return hill_climb(starts, points, blobs, _CLIMB, half_mm, limits, chance)


def _coarse(
    board: Board, points: Floats, blobs: Blobs, limits: LensLimits, origin: Floats, half_mm: float
) -> Hypotheses:
    views = _views(board, blobs, limits, origin, half_mm)
    plane, _ = blob_map(blobs, COARSE_PX, len(points), _SHRINK)
    bare = _bare(board)
    height, width = plane.shape
    padded = (_even(2 * height), _even(2 * width))
    spectrum = np.fft.rfft2(plane, padded)
    corner = np.asarray(views.centre, np.float32)
    marks, shifts = [], []
    for first in range(0, len(views), 64):
        part = views.take(np.arange(first, min(first + 64, len(views))))
        stamps = np.zeros((len(part), padded[0] * padded[1]), np.float32)
        for places, weight in ((points, 1.0), (bare, -0.7)):
            pixels = (project_all(places, part) - corner) / _SHRINK
            cell = np.round(pixels).astype(np.int64)
            far = (np.abs(cell[:, :, 0]) > width) | (np.abs(cell[:, :, 1]) > height)
            at = (cell[:, :, 1] % padded[0]) * padded[1] + cell[:, :, 0] % padded[1]
            at += np.arange(len(part))[:, None] * stamps.shape[1]
            share = np.where(far, 0.0, weight / len(places)).ravel()
            stamps += np.bincount(at.ravel(), share, stamps.size).reshape(stamps.shape).astype(np.float32)
        stamped = np.fft.rfft2(stamps.reshape(-1, *padded))
        match = np.fft.irfft2(spectrum[None] * stamped.conj(), padded)[:, :height, :width]
        flat = match.reshape(len(part), -1)
        best = np.argpartition(-flat, _CELLS_KEPT, axis=1)[:, :_CELLS_KEPT]
        marks.append(np.take_along_axis(flat, best, axis=1))
        shifts.append(best)
    mark, shift = np.concatenate(marks), np.concatenate(shifts)
    order = np.argsort(-mark.ravel(), kind="stable")[:_COARSE_KEPT]
    view, cell = order // _CELLS_KEPT, shift.ravel()[order]
    chosen = views.take(view)
    middle = (np.column_stack([cell % width, cell // width]) + 0.5) * _SHRINK - 0.5 - np.asarray(views.centre)
    return Hypotheses(
        chosen.rotation, chosen.middle + middle, chosen.scale, chosen.focal, chosen.k1, origin, views.centre
    )


def _views(board: Board, blobs: Blobs, limits: LensLimits, origin: Floats, half_mm: float) -> Hypotheses:
    """Camera poses all around, the board in the picture's middle."""
    width, height = blobs.size
    even = [angle for angle, share in turns_of(board) if share > 0.85 and angle > 0]
    period = min(even, default=360.0)
    sizes = [0.26 * min(width, height * 1.4) * 1.13**step for step in range(9)]
    steps = max(4, round(period / 7.0))
    azimuths = np.radians(np.arange(steps) * period / steps)
    wanted = [share * width for share in _FOCAL_SHARES if limits.focal[0] <= share * width <= limits.focal[1]]
    focals = wanted or [math.sqrt(limits.focal[0] * limits.focal[1])]
    rotations, scales, lengths = [], [], []
    for elevation in map(math.radians, _ELEVATIONS):
        tilt = np.array(
            [
                [1, 0, 0],
                [0, math.sin(elevation), math.cos(elevation)],
                [0, -math.cos(elevation), math.sin(elevation)],
            ]
        )
        for azimuth in azimuths:
            turn = np.eye(3)
            turn[:2, :2] = turn_matrix(math.degrees(azimuth))
            for size in sizes:
                for focal in focals if elevation < _STEEP else focals[len(focals) // 2 :][:1]:
                    rotations.append(tilt @ turn)
                    scales.append(size / half_mm)
                    lengths.append(focal)
    count = len(scales)
    return Hypotheses(
        np.stack(rotations),
        np.zeros((count, 2)),
        np.array(scales),
        np.array(lengths),
        np.full(count, min(max(_LIKELY_K1, limits.k1[0]), limits.k1[1])),
        origin,
        picture_centre(blobs.size),
    )


def _bare(board: Board) -> Floats:
    """(n, 3), mm: places on the board away from every hole, where no blob should be."""
    outline = np.asarray(board.outline)
    low, high = outline.min(axis=0), outline.max(axis=0)
    step = float((high - low).max()) / 16
    grid = np.stack(np.meshgrid(np.arange(low[0], high[0], step), np.arange(low[1], high[1], step)), axis=-1)
    places = np.array([place for place in grid.reshape(-1, 2) if inside(tuple(place), board.outline)])
    holes = np.array(list(board.holes.values()))
    apart = np.sqrt(((places[:, None] - holes[None]) ** 2).sum(axis=2)).min(axis=1)
    far = places[apart > 1.6 * board.pitch_mm]
    if len(far) < 8:
        far = places[np.argsort(-apart)[:8]]
    return np.column_stack([far, np.zeros(len(far))])


def _even(size: int) -> int:
    """The next size up that is a product of small factors, so that its Fourier transform is fast."""
    while True:
        rest = size
        for factor in (2, 3, 5):
            while rest % factor == 0:
                rest //= factor
        if rest == 1 and size % 2 == 0:
            return size
        size += 1


_NUDGES = 8  # number of parameters of a pose: rotation (3), place (2), scale, focal length, k1
_NUDGE_PX = 0.5  # about how far the board's edge moves by one step of a numerical derivative
_PULLS = 2  # how often each width of the neighbourhoods is used
_DAMPING = 0.02  # Levenberg-Marquardt damping, as a share of the diagonal

_FOCAL_SIGMA, _K1_SIGMA = 0.1, 0.1
"""Prior spread of the focal length's logarithm and of k1, around where the refinement began."""


def refine(
    hypotheses: Hypotheses,
    points: Floats,
    blobs: Blobs,
    sigmas_px: Sequence[float],
    half_mm: float,
    limits: LensLimits,
) -> Hypotheses:
    """Move every hypothesis so that each hole lies at the weighted mean of the blobs around it.

    All blobs in a hole's neighbourhood count, so a row that is half a hole off doesn't settle on the wrong
    neighbours; the neighbourhoods shrink step by step.

    Args:
        hypotheses: (b), within about half a hole's distance of right.
        points: (n, 3), mm: the holes that should be seen.
        sigmas_px: how wide the neighbourhoods are, one step after the other.
        half_mm: from the board's middle to its edge.

    Returns:
        (b) hypotheses in the same order.

    Source: Granger and Pennec, Multi-scale EM-ICP, 2002.
    """
    believed = hypotheses.focal, hypotheses.k1
    for sigma in sigmas_px:
        planes = _pull(blobs, sigma, len(points))
        for _ in range(_PULLS):
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
