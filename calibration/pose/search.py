"""Global search for a board in a picture: a grid of camera poses, correlated with a coarse map of blobs."""

import math

import numpy as np

from calibration.arrays import Floats
from calibration.board.board import Board, inside
from calibration.camera.lens import picture_centre
from calibration.features.blobs import Blobs, Plane
from calibration.pose.hypotheses import Hypotheses, LensLimits, blob_map, hill_climb, project_all
from calibration.pose.orientation import turn_matrix, turns_of

COARSE_PX = 24.0
"""How far off a coarse hypothesis may be at the board's edge, px."""

_SHRINK = 20
"""How many times smaller than the picture the map is on which the coarse search runs."""

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

_FOCAL_SHARES = (0.62, 0.85, 1.25)
"""Focal lengths that are tried, as shares of the picture's width."""

_STEEP = math.radians(65.0)
"""From higher elevations than this, perspective hardly determines the focal length: only one is tried."""

_LIKELY_K1 = -0.1
"""Radial distortion of the coarse hypotheses: a slight barrel."""

_CELLS_KEPT = 3
"""Number of places in the picture that are kept for each view of the board."""

_COARSE_KEPT = 800
"""Number of hypotheses that the coarse search keeps, over all views."""


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
        board: what to look for.
        points: (n, 3), mm: the holes that should be seen.
        blobs: of the picture.
        limits: of the lens.
        origin: (3,), mm, the board's middle.
        half_mm: from there to its edge.
        chance: the random generator.

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
