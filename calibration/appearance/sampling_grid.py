"""The sampling grid: for each hole, the picture points at which a pawn in it would be visible.

A pawn is a body of revolution on a known hole, so its outline in the picture follows from the pose. Every
hole gets the same grid, laid over the outline of a pawn there (upright in the picture, whichever way the
camera looks) with a margin around it. Learning and reading sample exactly these points.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.pawn_set import PawnSet
from calibration.arrays import Floats, Mask, Singles
from calibration.board.board import Board, Point
from calibration.camera import Pose, project

COLUMNS, ROWS = 13, 18  # of the grid of each hole
POINTS = COLUMNS * ROWS  # number of points in that grid
_WIDEST = 1.9  # the grid reaches this many radii to either side of the axis
_ABOVE, _BELOW = 0.16, 0.22  # margins beyond head and foot, as shares of the outline's height
_LEVELS = 24  # number of heights at which a body's radius is calculated


@dataclass(frozen=True, slots=True, eq=False)
class SamplingGrids:
    """The grids of all holes for one pose.

    Attributes:
        names: (n) holes, in the board's order.
        points: (n, POINTS, 2) float32, px, row by row from the foot upward.
        inside: (n, POINTS) bool, the points on the body of a pawn there.
        height_share: (n, POINTS) float32, height of that point on the body, 0 foot to 1 head.
        weight: (n, POINTS) float32, picture pixels for each point, at most 1.
        distance: (n) mm from the camera to the foot.
        foot: (n, 2) px, the hole's middle.
        scale: (n) px a millimetre, across.
        outlines: for each hole (k, 1, 2) float32, px, the outline of a pawn in it; None if it has no point.
        covers: for each hole the nearer holes whose pawn can cover part of it: (index, (POINTS,) bool).
        behind: for each hole the holes that it can cover.
    """

    names: tuple[str, ...]
    points: Singles
    inside: Mask
    height_share: Singles
    weight: Singles
    distance: Floats
    foot: Floats
    scale: Floats
    outlines: tuple[Singles | None, ...]
    covers: tuple[tuple[tuple[int, Mask], ...], ...]
    behind: tuple[tuple[int, ...], ...]


def profile(pawns: PawnSet) -> Floats:
    """The body's outline: (levels, 2) of height above the board and radius there, both mm."""
    height, radius = pawns.height, pawns.diameter / 2
    z = np.linspace(0.0, height, _LEVELS)
    if pawns.kind == "marble":
        middle = height - radius
        r = np.sqrt(np.maximum(radius**2 - (z - middle) ** 2, 0.0))
    elif pawns.kind == "halma":
        head = min(0.56 * radius, 0.25 * height)
        middle = height - head
        cone = np.interp(z, [0.0, middle], [radius, 0.45 * head])
        ball = np.sqrt(np.maximum(head**2 - (z - middle) ** 2, 0.0))
        r = np.where(z <= middle, np.maximum(cone, ball), ball)
    else:
        r = np.full_like(z, radius)
    return np.column_stack([z, r])


@dataclass(frozen=True, slots=True, eq=False)
class ViewingAxes:
    """The viewing geometry of pawns.

    Attributes:
        to_camera: (n, 3), from each foot to the camera; distance: (n), mm.
        up, across: (n, 3), the picture's vertical and horizontal at each foot; pawns are upright in it.
        sine, cosine: (n), of the viewing elevation.
    """

    to_camera: Floats
    distance: Floats
    up: Floats
    across: Floats
    sine: Floats
    cosine: Floats

    def project(self, feet: Floats, a: Floats, b: Floats, nearer: Floats, pose: Pose) -> Floats:
        """(n, points, 2) px of points `a` across, `b` up and `nearer` to the camera from each foot, mm."""
        space = (
            feet[:, None]
            + a[..., None] * self.across[:, None]
            + b[..., None] * self.up[:, None]
            + nearer[..., None] * self.to_camera[:, None]
        )
        return project(space.reshape(-1, 3), pose).reshape(*nearer.shape, 2)


def viewing_axes(feet: Floats, pose: Pose) -> ViewingAxes:
    """The viewing geometry of pawns at feet (n, 3), mm."""
    toward = pose.camera - feet
    distance = np.linalg.norm(toward, axis=1)
    toward /= distance[:, None]
    sine = np.clip(-toward[:, 2], 0.05, 1.0)  # of the elevation; up is negative z
    cosine = np.sqrt(1.0 - sine**2)
    flat = toward.copy()
    flat[:, 2] = 0.0
    length = np.linalg.norm(flat, axis=1)
    straight_above = length < 1e-6
    flat[straight_above] = [0.0, 1.0, 0.0]
    flat /= np.maximum(np.where(straight_above, 1.0, length), 1e-9)[:, None]
    up = np.column_stack([-flat[:, 0] * sine, -flat[:, 1] * sine, -cosine])
    return ViewingAxes(toward, distance, up, np.cross(up, toward), sine, cosine)


def make_sampling_grids(board: Board, pose: Pose, pawns: PawnSet) -> SamplingGrids:
    """Lay a grid over every hole of a board.

    Raises:
        CannotSee: a part of the board lies behind the camera.
    """
    return _make_grids(tuple(board.holes.items()), pose, pawns)


@lru_cache(maxsize=2)
def _make_grids(holes: tuple[tuple[str, Point], ...], pose: Pose, pawns: PawnSet) -> SamplingGrids:
    """As `make_sampling_grids`, cached: several steps of a set-up need the grids of one pose."""
    names = tuple(hole for hole, _ in holes)
    feet = np.array([[*place, 0.0] for _, place in holes])
    axes = viewing_axes(feet, pose)
    sine, cosine = axes.sine, axes.cosine
    shape = profile(pawns)
    radius = float(shape[:, 1].max())
    top = (shape[:, 0] * cosine[:, None] + shape[:, 1] * sine[:, None]).max(axis=1)
    bottom = (shape[:, 0] * cosine[:, None] - shape[:, 1] * sine[:, None]).min(axis=1)
    tall = top - bottom
    a = np.linspace(-_WIDEST, _WIDEST, COLUMNS) * radius
    share = np.linspace(-_BELOW, 1.0 + _ABOVE, ROWS)
    b = bottom[:, None] + share * tall[:, None]
    grid_a = np.broadcast_to(np.tile(a, ROWS), (len(names), POINTS))
    grid_b = np.repeat(b, COLUMNS, axis=1)
    inside, rise = is_on_body(shape, a, b, sine, cosine)
    # The head is nearer to the camera than the foot, by height times the sine.
    nearer = np.clip(grid_b / np.maximum(top, 1e-6)[:, None], 0.0, 1.0) * pawns.height * sine[:, None]
    points = axes.project(feet, grid_a, grid_b, nearer, pose)
    scale = pose.focal / axes.distance
    weight = np.minimum((a[1] - a[0]) * scale * ((b[:, 1] - b[:, 0]) * scale), 1.0)
    pixels = points.astype(np.float32)
    outlines = tuple(
        np.asarray(cv2.convexHull(own[body]), np.float32) if body.any() else None
        for own, body in zip(pixels, inside, strict=True)
    )
    covers, behind = _coverings(points, outlines, axes.distance)
    return SamplingGrids(
        names,
        pixels,
        inside,
        rise,
        np.broadcast_to(weight[:, None], inside.shape).astype(np.float32),
        axes.distance,
        project(feet, pose),
        scale,
        outlines,
        covers,
        behind,
    )


def sample(image: NDArray[np.uint8] | Singles, points: Singles) -> NDArray[np.float32]:
    """Take a picture's values at (n, k, 2) points, px, bilinear; beyond its edge the edge's value.

    (n, k, 3) or (n, k), float32, of (h, w, 3) or (h, w), uint8 or float32.
    """
    taken = cv2.remap(
        image, points[:, :, 0], points[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(taken, np.float32)


def pick_pixels(mask: NDArray[np.uint8], points: NDArray[np.floating]) -> NDArray[np.uint8]:
    """(…) a mask's values at the pixels nearest to points, (…, 2) px; beyond its edge the edge's value."""
    height, width = mask.shape
    columns, rows = np.moveaxis(points.round().astype(np.intp), -1, 0)
    return np.asarray(mask[rows.clip(0, height - 1), columns.clip(0, width - 1)], np.uint8)


def is_on_body(shape: Floats, a: Floats, b: Floats, sine: Floats, cosine: Floats) -> tuple[Mask, Singles]:
    """Whether grid points lie on the body, and their height share; circles of the body are seen as ellipses.

    The camera looks from above: of all circles through a point the highest is the visible one.

    Args:
        a: (columns), mm across in the picture, from each foot.
        b: (n, rows) or (1, rows), mm up in it.
        sine, cosine: (n), of the viewing elevation.

    Returns:
        (n, rows * columns) each, row by row.
    """
    level = np.zeros((len(sine), b.shape[1], len(a)), np.uint8)
    for number, (z, r) in enumerate(shape, start=1):
        if r > 0:
            across, up = (a / r) ** 2, ((b - z * cosine[:, None]) / (r * sine[:, None])) ** 2
            np.maximum(level, (across + up[..., None] <= 1.0) * np.uint8(number), out=level)
    highest = level.reshape(len(sine), -1)
    heights = np.append(0.0, shape[:, 0] / shape[-1, 0]).astype(np.float32)
    return highest > 0, heights[highest]


def silhouette(shape: Floats, a: Floats, b: Floats, sine: Floats, cosine: Floats) -> Mask:
    """Whether grid points lie on the body, as `is_on_body`: circles of one radius are compared together."""
    found = np.zeros((len(sine), b.shape[1], len(a)), np.bool_)
    for r in np.unique(shape[shape[:, 1] > 0, 1]):
        z = shape[shape[:, 1] == r, 0][:, None, None]
        up = ((b - z * cosine[:, None]) / (r * sine[:, None])) ** 2
        found |= (a / r) ** 2 + up.min(axis=0)[..., None] <= 1.0
    return found.reshape(len(sine), -1)


def _coverings(
    points: Floats, outlines: tuple[Singles | None, ...], distance: Floats
) -> tuple[tuple[tuple[tuple[int, Mask], ...], ...], tuple[tuple[int, ...], ...]]:
    """Which grid points of a hole a pawn in a nearer hole covers."""
    count = len(points)
    low, high = points.min(axis=1), points.max(axis=1)
    covers: list[tuple[tuple[int, Mask], ...]] = []
    behind: list[list[int]] = [[] for _ in range(count)]
    for far in range(count):
        touching = np.flatnonzero(
            (distance < distance[far]) & (low <= high[far]).all(axis=1) & (high >= low[far]).all(axis=1)
        )
        covering: list[tuple[int, Mask]] = []
        for near in touching:
            outline = outlines[near]
            if outline is None:
                continue
            hidden = _within(points[far], outline[:, 0].astype(np.float64))
            if hidden.any():
                covering.append((int(near), hidden))
                behind[int(near)].append(far)
        covers.append(tuple(covering))
    return tuple(covers), tuple(tuple(row) for row in behind)


def _within(points: Floats, hull: Floats) -> Mask:
    """Whether points lie within a convex outline, half a pixel of margin included."""
    edges = np.roll(hull, -1, axis=0) - hull
    length = np.maximum(np.hypot(edges[:, 0], edges[:, 1]), 1e-9)
    offset = points[:, None] - hull[None]
    side = (edges[:, 0] * offset[:, :, 1] - edges[:, 1] * offset[:, :, 0]) / length
    return np.asarray((side > -0.5).all(axis=1) | (side < 0.5).all(axis=1))
