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

from calibration.appearance.colours import DARKEST
from calibration.appearance.looks import LearnedAppearance, light_terms
from calibration.appearance.sampling_grid import (
    COLUMNS,
    POINTS,
    SamplingGrids,
    make_sampling_grids,
    pick_pixels,
    sample,
)
from calibration.arrays import Floats, Image, Indices, Mask, Singles
from calibration.camera import Pose, flat, project
from calibration.setup.calibration_file import Calibration
from calibration.setup.privacy import board_pixels
from toc_pi.vision.colour_transform import ReferenceColours, choose_references
from toc_pi.vision.inpainted import Inpainted, Unmoved, find_inpainted, find_unmoved
from toc_pi.vision.planes import (
    DETAIL_COLUMNS,
    DETAIL_ROWS,
    ROUGH,
    as_planes,
    find_dark_hole,
    find_pattern,
    log_variance,
    measure_fine_detail,
    measure_roughness,
    to_ratios,
)

FADED = 4.0  # added to grey levels before the gain's logarithm
_AROUND = 40  # points beside the body from which the light around a hole is measured
_EDGE = 0.016  # width of the board's edge, where the ground isn't compared, as a share of the picture's width
_NEIGHBOURS = 9  # holes over which the light is averaged
_ANGLES = 8  # directions of shadow edges tried within a hole's grid
HALVES = 3 * _ANGLES  # number of half planes: three positions of the edge for each direction
_SPREAD = (0.07, 0.05, 0.05)  # least spread of the board's ratios
_GUESS = (0.15, 0.04, 0.05)  # added where the empty board was never seen
_BODY_SPREAD = (0.13, 0.06, 0.06)  # least spread of a body's ratios
WHITE_SPREAD = (0.3, 0.06, 0.07)  # spread of white over one pawn; its top is lit differently from its side
_STRAY = 2.5  # grey levels of light reflected onto a pawn by its surroundings


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """Points of a hole that coincide in the picture with the body of a pawn in another hole.

    Attributes:
        hole: the other hole.
        nearer: whether it is nearer to the camera, so that its pawn hides this hole's.
        points: indices among this hole's points on the body.
    """

    hole: int
    nearer: bool
    points: Indices


@dataclass(frozen=True, slots=True, eq=False)
class BodyPoints:
    """The points of all grids that lie on a pawn's body, hole by hole.

    Attributes:
        hole, point: (n) for each its hole, and its index in the grid.
        flat: (n) the same as one index into (holes, POINTS).
        first: (holes + 1) where each hole's points begin.
        quarters: (4 * holes) where the points of the body's lower left, lower right, upper left and upper
            right quarter begin.
        height_share: (n) float32, height on the body, 0 to 1.
        weight: (n) float32, weight of a point.
    """

    hole: Indices
    point: Indices
    flat: Indices
    first: Indices
    quarters: Indices
    height_share: Singles
    weight: Singles


@dataclass(frozen=True, slots=True, eq=False)
class EmptyBoard:
    """The empty board in one light.

    Attributes:
        levels: (3, holes, POINTS) float32, blue, green and red.
        variance: (3, holes, POINTS) float32, variance of its ratios, without the sensor's noise.
        inpainted: possible colours where it was never seen.
        pattern: (holes, POINTS) float32, see `find_pattern`.
        in_hole: (n) whether a point on a body is on the hole itself, seen dark when empty.
        surrounding_logs: (3, holes, m) float32, logarithms of blue, green and red around, with FADED added.
        wood_ratios: (3, holes) float32, ratios of the board around.
    """

    levels: Singles
    variance: Singles
    inpainted: Inpainted
    pattern: Singles
    in_hole: Mask
    surrounding_logs: Singles
    wood_ratios: Singles


@dataclass(frozen=True, slots=True, eq=False)
class PawnAppearance:
    """The pawns' points in the light of their holes.

    Attributes:
        levels: (3, pawns, n) float32, blue, green and red.
        variance: (3, pawns, n) float32, variance of their ratios, without the noise.
        least_log_variance: (n) float32, the least log variance that any pawn has there, see `log_variance`.
        unmoved: the pawns as seen in their holes at set-up.
    """

    levels: Singles
    variance: Singles
    least_log_variance: Singles
    unmoved: Unmoved


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AppearanceModel:
    """The appearance model of a board for one pose.

    Attributes:
        calibration: the calibration that it was built from.
        grids: the sampling grids.
        sample_maps: the grids' points as OpenCV's fixed-point maps.
        points: those on bodies.
        empty: the empty board.
        pawns: the pawns.
        roughness: (3, holes, POINTS) float32, squared change of the board's ratios within a pixel.
        guessed: (holes, POINTS) float32, 1 where the empty board was never seen.
        outside_body: (holes, POINTS) float32, 1 beside the body, 0 on it.
        surrounding_points: (m) points of the grid beside the body.
        ground: (holes, m) bool, which of these are on the board, away from its edge, where it was seen.
        fine_detail: (2, places) the roughness of the set-up's picture, see `measure_fine_detail`.
        detail_known: (places) whether the picture is known there; the board's surroundings may not be.
        light_terms: (holes, 6) the terms of a light that is smooth over the board, at each hole.
        neighbours: (holes, 9) each hole's nearest holes, itself first.
        order: the holes from near to far.
        shadow_masks: (POINTS, 3 * HALVES) float32, masks of possible shadows: half planes, bands, and the
            opposite half planes.
        overlaps: for each hole, the holes whose pawns cover it, and those that it covers.
        reference_colours: known colours from which a picture's colour transform is estimated.
    """

    calibration: Calibration
    grids: SamplingGrids
    sample_maps: tuple[NDArray[np.int16], NDArray[np.uint16]]
    points: BodyPoints
    empty: EmptyBoard
    pawns: PawnAppearance
    roughness: Singles
    guessed: Singles
    outside_body: Singles
    surrounding_points: Indices
    ground: Mask
    fine_detail: Singles
    detail_known: Mask
    light_terms: Floats
    neighbours: Indices
    order: Indices
    shadow_masks: Singles
    overlaps: tuple[tuple[Overlap, ...], ...]
    reference_colours: ReferenceColours

    @property
    def never_seen(self) -> Mask:
        """(holes) which were never seen empty."""
        return self.empty.inpainted.never_seen

    @property
    def pose(self) -> Pose:
        """Where the camera stands."""
        return self.calibration.pose

    def sample(self, image: Image) -> Image:
        """(holes, POINTS, 3) BGR of a picture at the grids' points."""
        taken = cv2.remap(image, *self.sample_maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken, np.uint8)


def make_appearance_model(calibration: Calibration, like: AppearanceModel | None = None) -> AppearanceModel:
    """Build the appearance model for a calibration's pose; `like`, with an older appearance of it, saves
    work.
    """
    board, pose, looks = calibration.board, calibration.pose, calibration.looks
    grids = make_sampling_grids(board, pose, calibration.pawns) if like is None else like.grids
    empty, roughness = sample(looks.empty, grids.points), measure_roughness(looks.empty, grids.points)
    guessed = 1.0 - sample(looks.known, grids.points) / 255.0
    variance = np.array(_SPREAD) ** 2 + ROUGH**2 * roughness + guessed[..., None] * np.array(_GUESS) ** 2
    points = _points_on_bodies(grids)
    outside_body = np.flatnonzero(~grids.inside.any(axis=0))
    surrounding_points = outside_body[:: max(1, len(outside_body) // _AROUND)]
    middles = np.array(list(board.holes.values()))
    inpainted = find_inpainted(board, pose, grids, empty, guessed)
    on_board = empty_board(as_planes(empty), as_planes(variance), inpainted, points, surrounding_points)
    terms = light_terms(board, middles)
    pawns = _pawn_looks(looks, grids, points, terms @ looks.light)
    apart = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
    neighbours = np.argsort(apart, axis=1)[:, :_NEIGHBOURS]
    pixels, fractions = cv2.convertMaps(grids.points[..., 0], grids.points[..., 1], cv2.CV_16SC2)
    return AppearanceModel(
        calibration=calibration,
        grids=grids,
        sample_maps=(np.asarray(pixels, np.int16), np.asarray(fractions, np.uint16)),
        points=points,
        empty=on_board,
        pawns=pawns,
        roughness=as_planes(roughness),
        guessed=guessed,
        outside_body=np.asarray(~grids.inside, np.float32),
        surrounding_points=surrounding_points,
        ground=_ground(calibration, grids.points[:, surrounding_points])
        & (guessed[:, surrounding_points] < 0.5),
        fine_detail=measure_fine_detail(looks.empty),
        detail_known=_known_detail(calibration),
        light_terms=terms,
        neighbours=neighbours,
        order=np.argsort(grids.distance),
        shadow_masks=_shadow_masks(grids) if like is None else like.shadow_masks,
        overlaps=_overlaps(grids, points) if like is None else like.overlaps,
        reference_colours=choose_references(
            on_board.levels, pawns.unmoved, points.flat, on_board.wood_ratios, neighbours, pawns.levels, grids
        ),
    )


def empty_board(
    levels: Singles, variance: Singles, inpainted: Inpainted, points: BodyPoints, surrounding_points: Indices
) -> EmptyBoard:
    """The empty board at the light of its grey levels; see `EmptyBoard` for the arguments."""
    pattern, around = find_pattern(levels), levels[:, :, surrounding_points]
    in_hole = find_dark_hole(pattern) & ~inpainted.never_seen[:, None]
    return EmptyBoard(
        levels,
        variance,
        inpainted,
        pattern,
        in_hole[points.hole, points.point],
        np.log(around + np.float32(FADED)),
        np.stack([np.median(plane, axis=1) for plane in to_ratios(around)]),
    )


def _points_on_bodies(grids: SamplingGrids) -> BodyPoints:
    hole, point = np.nonzero(grids.inside)
    point, quarters = _quarters(hole, point)
    return BodyPoints(
        hole,
        point,
        hole * POINTS + point,
        np.searchsorted(hole, np.arange(len(grids.names) + 1)),
        quarters,
        grids.height_share[hole, point],
        grids.weight[hole, point],
    )


def _pawn_looks(
    looks: LearnedAppearance, grids: SamplingGrids, points: BodyPoints, light: Floats
) -> PawnAppearance:
    """The pawns; `light` is (holes) the log brightness of the light at each hole."""
    levels = as_planes(_bodies(looks.body, points.point, light[points.hole]))
    unmoved = find_unmoved(looks, grids, points.hole, points.point)
    variance = as_planes(looks.spread[:, points.point] ** 2 + np.array(_BODY_SPREAD) ** 2)
    variance += _stray_light_variance(levels)
    return PawnAppearance(levels, variance, _least_log_variance(variance, unmoved, points.hole), unmoved)


def _ground(calibration: Calibration, points: Singles) -> Mask:
    """(holes, m) which points, px, are on the board, away from its edge."""
    width, height = calibration.size
    outline = project(flat(calibration.board.outline), calibration.pose).round().astype(np.int32)
    board = cv2.fillPoly(np.zeros((height, width), np.uint8), [outline], 1)
    cv2.polylines(board, [outline], True, 0, round(_EDGE * width))
    return np.asarray(pick_pixels(np.asarray(board, np.uint8), points) > 0)


def _known_detail(calibration: Calibration) -> Mask:
    """Which of the places of `measure_fine_detail` are known in the calibration's picture."""
    seen = np.full(calibration.size[::-1], 255, np.uint8)
    if not calibration.looks.has_surroundings:
        seen = board_pixels(calibration.board, calibration.pose, calibration.pawns, calibration.size)
    rows = seen[DETAIL_ROWS // 2 :: DETAIL_ROWS, 1:-1]
    width = rows.shape[1] // DETAIL_COLUMNS
    whole = rows[:, : width * DETAIL_COLUMNS].reshape(-1, width).min(axis=1) > 0
    return whole if whole.any() else np.ones_like(whole)


def _quarters(hole: Indices, point: Indices) -> tuple[Indices, Indices]:
    """The points of each hole ordered by quarters of the body, and where each quarter begins."""
    out, starts = point.copy(), []
    for begin, end in pairwise([*np.flatnonzero(np.diff(hole, prepend=-1)), len(hole)]):
        points = point[begin:end]  # row by row from the foot upward
        half = len(points) // 2
        for low, high in ((0, half), (half, len(points))):
            part = points[low:high]
            out[begin + low : begin + high] = part[np.argsort(part % COLUMNS, kind="stable")]
            starts += [begin + low, begin + low + (high - low) // 2]
    return out, np.array(starts, np.intp)


def _bodies(body: Singles, point: Indices, light: Floats) -> Singles:
    """BGR of each pawn's points in the light at each hole."""
    ratios = body[:, point].astype(np.float64)
    bright = ratios[..., 0] + light
    green = bright - (ratios[..., 1] + ratios[..., 2]) / 3
    logs = np.stack([green + ratios[..., 2], green, green + ratios[..., 1]], axis=-1)
    return np.maximum(np.exp(logs) - DARKEST, 1.0).astype(np.float32)


def _stray_light_variance(bodies: Singles) -> Singles:
    """(3, pawns, n) variance of the ratios from a few grey levels of stray light.

    A red peg has almost no blue: a little, added by its surroundings or compression, changes the ratio much.
    """
    blue, green, red = np.float32(_STRAY**2) / (bodies + np.float32(DARKEST)) ** 2
    return np.stack([np.zeros_like(green), red + green, blue + green])


def _least_log_variance(pawn_variance: Singles, unmoved: Unmoved, hole: Indices) -> Singles:
    """(n) the least log variance of any pawn: of each kind, of one that stood there, and of a white top."""
    white = float(np.log(np.array(WHITE_SPREAD) ** 2).sum())
    unmoved_variance = np.where(unmoved.pawn[hole] >= 0, unmoved.variance, np.float32(np.inf))
    least = np.minimum(log_variance(pawn_variance).min(axis=0), log_variance(unmoved_variance))
    return np.asarray(np.minimum(least, white), np.float32)


def _shadow_masks(grids: SamplingGrids) -> Singles:
    """The parts of a grid that a straight shadow or stripe of sun can cover: half planes and bands."""
    middle = grids.points.mean(axis=1, keepdims=True)
    radii = np.median(np.linalg.norm(grids.points - middle, axis=2), axis=0)
    shape = (grids.points[len(grids.names) // 2] - middle[len(grids.names) // 2]).astype(np.float64)
    size = float(np.median(radii))
    halves, bands = [], []
    for angle in np.arange(_ANGLES) * np.pi / _ANGLES:
        along = shape @ np.array([np.cos(angle), np.sin(angle)])
        halves += [along > offset * size for offset in (-0.7, 0.0, 0.7)]
        bands += [np.abs(along - offset * size) < 0.38 * size for offset in (-0.6, 0.0, 0.6)]
    masks = [*halves, *bands, *(~half for half in halves)]
    return np.stack(masks, axis=1).astype(np.float32)


def _overlaps(grids: SamplingGrids, points: BodyPoints) -> tuple[tuple[Overlap, ...], ...]:
    bodies = [points.point[begin:end] for begin, end in pairwise(points.first)]
    hulls = [cv2.convexHull(grid[mine]) for grid, mine in zip(grids.points, bodies, strict=True)]
    out: list[list[Overlap]] = [[] for _ in grids.names]
    for far, row in enumerate(grids.covers):
        for near, mask in row:
            hidden = np.flatnonzero(mask[bodies[far]])
            if len(hidden):
                out[far].append(Overlap(near, True, hidden))
            pixels = grids.points[near][bodies[near]]
            covered = [
                index
                for index, (x, y) in enumerate(pixels)
                if cv2.pointPolygonTest(hulls[far], (float(x), float(y)), False) >= 0
            ]
            if covered:
                out[near].append(Overlap(far, False, np.array(covered, np.intp)))
    return tuple(tuple(sorted(row, key=lambda overlap: -grids.distance[overlap.hole])) for row in out)
