"""The expected appearance of every hole, empty and with each pawn, precomputed for one pose.

It is sampled from a calibration at the points that reading takes from a picture. Arrays are stored as planes:
brightness, red to green and blue to green (or blue, green and red) one after the other, as contiguous memory
is several times faster.
"""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import DARKEST, light_terms, to_ratios
from calibration.appearance.sampling_grid import COLUMNS, POINTS, Mask, Places, Singles, lay_places, sample
from calibration.camera.lens import Pose
from calibration.setup.calibration_file import Calibration
from calibration.setup.privacy import board_pixels
from toc_pi.vision.colour_transform import ReferenceColours, choose_references
from toc_pi.vision.inpainted import Inpainted, find_inpainted
from toc_pi.vision.pattern import find_hollow, find_pattern
from toc_pi.vision.planes import ROUGH, as_planes, find_rough, to_scatter
from toc_pi.vision.unmoved import Unmoved, find_unmoved

Indices = NDArray[np.intp]

FADED = 4.0  # added to grey levels before the gain's logarithm
_AROUND = 40  # points beside the body from which the light around a hole is measured
_NEIGHBOURS = 9  # holes over which the light is averaged
_ANGLES = 8  # directions of shadow edges tried within a hole's grid
HALVES = 3 * _ANGLES  # number of half planes: three positions of the edge for each direction
_SPREAD = (0.07, 0.05, 0.05)  # least spread of the board's ratios
_GRAIN_ROWS, _GRAIN_COLUMNS = 48, 16  # noise is measured in every n-th row, in this many pieces
_GUESS = (0.15, 0.04, 0.05)  # added where the empty board was never seen
_BODY_SPREAD = (0.13, 0.06, 0.06)  # least spread of a body's ratios
WHITE_SPREAD = (0.3, 0.06, 0.07)  # spread of white over one pawn; its top is lit differently from its side
_STRAY = 2.5  # grey levels of light reflected onto a pawn by its surroundings


@dataclass(frozen=True, slots=True)
class Overlap:
    """Points of a hole that coincide in the picture with the body of a pawn in another hole.

    Attributes:
        other: the other hole.
        nearer: whether it is nearer to the camera, so that its pawn hides this hole's.
        points: indices among this hole's points on the body.
    """

    other: int
    nearer: bool
    points: Indices


@dataclass(frozen=True, slots=True, eq=False)
class AppearanceModel:
    """The appearance model for one pose.

    Attributes:
        calibration: the calibration that it was built from.
        pose: the camera's pose now.
        places: the sampling grids.
        where: the grids' points as OpenCV's fixed-point maps.
        empty: (3, holes, POINTS) float32, blue, green and red of the empty board.
        pattern: (holes, POINTS) float32, see `pattern`.
        wide: (3, holes, POINTS) float32, variance of its ratios, without the sensor's noise.
        rough: (3, holes, POINTS) float32, squared change of its ratios within a pixel.
        guessed: (holes, POINTS) float32, 1 where the empty board was never seen.
        inpainted: possible colours where the board was never seen.
        hollow: (n) whether a point on a body is on the hole itself, seen dark when empty.
        hole, point: (n) for each point on a body: its hole, and its index in the grid.
        flat: (n) the same as one index into (holes, POINTS).
        first: (holes + 1) where each hole's points begin.
        quarters: (4 * holes) where the points of the body's lower left, lower right, upper left and upper
            right quarter begin.
        beside: (holes, POINTS) float32, 1 beside the body, 0 on it.
        around: (m) points of the grid beside the body.
        before: (3, holes, m) float32, logarithms of blue, green and red around, with FADED added.
        grain: (2, places) the roughness of the set-up's picture, see `find_grain`.
        grained: (places) whether the picture is known there; the board's surroundings may not be.
        wood: (3, holes) float32, ratios of the board around.
        near: (holes, 9) each hole's nearest holes, itself first.
        bodies: (3, pawns, n) float32, blue, green and red of each pawn's points, in the light of its hole.
        spread: (3, pawns, n) float32, variance of the pawns' ratios, without the noise.
        scatter: (n) float32, the least log variance that any pawn has there, see `to_scatter`.
        unmoved: the pawns as seen in their holes at set-up.
        rise: (n) float32, height of a point on the body, 0 to 1.
        weight: (n) float32, weight of a point.
        order: the holes from near to far.
        edges: (POINTS, 3 * HALVES) float32, masks of possible shadows: half planes, bands, and the opposite
            half planes.
        overlaps: for each hole, the holes whose pawns cover it, and those that it covers.
        reference_colours: known colours from which a picture's colour transform is estimated.
    """

    calibration: Calibration
    pose: Pose
    places: Places
    where: tuple[NDArray[np.int16], NDArray[np.uint16]]
    empty: Singles
    pattern: Singles
    wide: Singles
    rough: Singles
    guessed: Singles
    inpainted: Inpainted
    hollow: Mask
    hole: Indices
    point: Indices
    flat: Indices
    first: Indices
    quarters: Indices
    beside: Singles
    around: Indices
    before: Singles
    grain: Singles
    grained: Mask
    wood: Singles
    near: Indices
    bodies: Singles
    spread: Singles
    scatter: Singles
    unmoved: Unmoved
    rise: Singles
    weight: Singles
    order: Indices
    edges: Singles
    overlaps: tuple[tuple[Overlap, ...], ...]
    reference_colours: ReferenceColours


def build_appearance_model(
    calibration: Calibration, pose: Pose | None = None, like: AppearanceModel | None = None
) -> AppearanceModel:
    """Build the appearance model for a pose.

    Args:
        calibration: board, pawns and looks; its picture must be from this pose.
        pose: the calibration's own by default.
        like: a model of the same pose with older looks, to save work.
    """
    board, looks = calibration.board, calibration.looks
    pose = calibration.pose if pose is None else pose
    places = lay_places(board, pose, calibration.pawns) if like is None else like.places
    empty, rough = sample(looks.empty, places.points), find_rough(looks.empty, places.points)
    guessed = 1.0 - sample(looks.known, places.points) / 255.0
    wide = np.array(_SPREAD) ** 2 + ROUGH**2 * rough + guessed[..., None] * np.array(_GUESS) ** 2
    hole, point = np.nonzero(places.inside)
    point, quarters = _quarters(hole, point)
    first = np.searchsorted(hole, np.arange(len(places.names) + 1))
    beside = ~places.inside.any(axis=0)
    around = np.flatnonzero(beside)[:: max(1, int(beside.sum()) // _AROUND)]
    spots = np.array([board.holes[name] for name in places.names])
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1))
    falls = light_terms(board, list(map(tuple, spots))) @ looks.light
    across, down = cv2.convertMaps(places.points[..., 0], places.points[..., 1], cv2.CV_16SC2)
    board_light = as_planes(empty)
    pattern, inpainted = find_pattern(board_light), find_inpainted(board, pose, places, empty, guessed)
    bodies = as_planes(_bodies(looks.body, point, falls[hole]))
    unmoved = find_unmoved(looks, places, hole, point)
    spread = as_planes(looks.spread[:, point] ** 2 + np.array(_BODY_SPREAD) ** 2) + _stray(bodies)
    wood = as_planes(np.median(to_ratios(empty)[:, around], axis=1))
    near = np.argsort(apart, axis=1)[:, :_NEIGHBOURS]
    return AppearanceModel(
        calibration,
        pose,
        places,
        (np.asarray(across, np.int16), np.asarray(down, np.uint16)),
        board_light,
        pattern,
        as_planes(wide),
        as_planes(rough),
        guessed,
        inpainted,
        (find_hollow(pattern) & ~inpainted.never_seen[:, None])[hole, point],
        hole,
        point,
        hole * POINTS + point,
        first,
        quarters,
        np.asarray(~places.inside, np.float32),
        around,
        as_planes(np.log(empty[:, around] + np.float32(FADED))),
        find_grain(looks.empty),
        _grained(calibration, pose),
        wood,
        near,
        bodies,
        spread,
        _least_scatter(spread, np.where(unmoved.kind[hole] >= 0, unmoved.spread, np.float32(np.inf))),
        unmoved,
        places.rise[hole, point],
        places.weight[hole, point],
        np.argsort(places.distance),
        _edges(places) if like is None else like.edges,
        _overlaps(places, point, first) if like is None else like.overlaps,
        choose_references(
            board_light, unmoved.bodies, hole * POINTS + point, unmoved.kind, wood, near, bodies, places
        ),
    )


def find_grain(image: NDArray[np.uint8]) -> Singles:
    """The roughness from pixel to pixel, and the brightness, in places all over a picture.

    Returns:
        (2, places) grey levels: the standard deviation of noise of equal roughness, and the brightness.
    """
    rows = image[_GRAIN_ROWS // 2 :: _GRAIN_ROWS, :, 1].astype(np.int16)
    bent = rows[:, 1:-1] * np.int16(-2)
    bent += rows[:, :-2]
    bent += rows[:, 2:]
    np.abs(bent, out=bent)
    wide = bent.shape[1] // _GRAIN_COLUMNS
    grain, bright = (
        values[:, : wide * _GRAIN_COLUMNS].reshape(-1, wide) @ np.full(wide, 1 / wide, np.float32)
        for values in (bent.astype(np.float32), rows.astype(np.float32))
    )
    return np.stack([grain * np.float32(np.sqrt(np.pi / 12)), bright])


def _grained(calibration: Calibration, pose: Pose) -> Mask:
    """Which of the places of `find_grain` are known in the calibration's picture."""
    seen = np.full(calibration.size[::-1], 255, np.uint8)
    if not calibration.looks.beside:
        seen = board_pixels(calibration.board, pose, calibration.pawns, calibration.size)
    rows = seen[_GRAIN_ROWS // 2 :: _GRAIN_ROWS, 1:-1]
    wide = rows.shape[1] // _GRAIN_COLUMNS
    whole = rows[:, : wide * _GRAIN_COLUMNS].reshape(-1, wide).min(axis=1) > 0
    return whole if whole.any() else np.ones_like(whole)


def _quarters(hole: Indices, point: Indices) -> tuple[Indices, Indices]:
    """The points of each hole ordered by quarters of the body, and where each quarter begins."""
    out, starts = point.copy(), []
    for begin, end in pairwise([*np.flatnonzero(np.diff(hole, prepend=-1)), len(hole)]):
        mine = point[begin:end]  # row by row from the foot upward
        half = len(mine) // 2
        for low, high in ((0, half), (half, len(mine))):
            part = mine[low:high]
            out[begin + low : begin + high] = part[np.argsort(part % COLUMNS, kind="stable")]
            starts += [begin + low, begin + low + (high - low) // 2]
    return out, np.array(starts, np.intp)


def _bodies(body: Singles, point: Indices, falls: NDArray[np.float64]) -> Singles:
    """BGR of each pawn's points in the light at each hole."""
    ratios = body[:, point].astype(np.float64)
    bright = ratios[..., 0] + falls
    green = bright - (ratios[..., 1] + ratios[..., 2]) / 3
    logs = np.stack([green + ratios[..., 2], green, green + ratios[..., 1]], axis=-1)
    return np.maximum(np.exp(logs) - DARKEST, 1.0).astype(np.float32)


def _stray(bodies: Singles) -> Singles:
    """(3, pawns, n) variance of the ratios from a few grey levels of stray light.

    A red peg has almost no blue: a little blue added by its surroundings, or by compression, changes the
        ratio much.
    """
    blue, green, red = np.float32(_STRAY**2) / (bodies + np.float32(DARKEST)) ** 2
    return np.stack([np.zeros_like(green), red + green, blue + green])


def _least_scatter(spread: Singles, own: Singles) -> Singles:
    """(n) the least log variance of any pawn: of each kind, of one that stood there, and of a white top."""
    white = float(np.log(np.array(WHITE_SPREAD) ** 2).sum())
    told = np.minimum(to_scatter(spread).min(axis=0), to_scatter(own))
    return np.asarray(np.minimum(told, white), np.float32)


def _edges(places: Places) -> Singles:
    """The parts of a grid that a straight shadow or stripe of sun can cover: half planes and bands."""
    middle = places.points.mean(axis=1, keepdims=True)
    at = np.median(np.linalg.norm(places.points - middle, axis=2), axis=0)
    shape = (places.points[len(places.names) // 2] - middle[len(places.names) // 2]).astype(np.float64)
    size = float(np.median(at))
    halves, bands = [], []
    for angle in np.arange(_ANGLES) * np.pi / _ANGLES:
        along = shape @ np.array([np.cos(angle), np.sin(angle)])
        halves += [along > offset * size for offset in (-0.7, 0.0, 0.7)]
        bands += [np.abs(along - offset * size) < 0.38 * size for offset in (-0.6, 0.0, 0.6)]
    masks = [*halves, *bands, *(~half for half in halves)]
    return np.stack(masks, axis=1).astype(np.float32)


def _overlaps(places: Places, point: Indices, first: Indices) -> tuple[tuple[Overlap, ...], ...]:
    bodies = [point[begin:end] for begin, end in pairwise(first)]
    hulls = [cv2.convexHull(points[mine]) for points, mine in zip(places.points, bodies, strict=True)]
    out: list[list[Overlap]] = [[] for _ in places.names]
    for far, row in enumerate(places.covers):
        for near, hidden in row:
            taken = np.flatnonzero(hidden[bodies[far]])
            if len(taken):
                out[far].append(Overlap(near, True, taken))
            spots = places.points[near][bodies[near]]
            shown = [
                index
                for index, (x, y) in enumerate(spots)
                if cv2.pointPolygonTest(hulls[far], (float(x), float(y)), False) >= 0
            ]
            if shown:
                out[near].append(Overlap(far, False, np.array(shown, np.intp)))
    return tuple(tuple(sorted(row, key=lambda overlap: -places.distance[overlap.other])) for row in out)
