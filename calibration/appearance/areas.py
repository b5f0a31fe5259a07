"""Camps that are areas without holes: where pawns can stand in them, and at which pixels each would be seen.

A pawn may stand anywhere in an area. A close grid of places is tried, each with the outline of a pawn there;
the few pawns that together explain the area's pixels best are taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.sampling_grid import Mask, PawnSet, Singles, profile, sample
from calibration.board.board import Board
from calibration.board.points import Point, inside
from calibration.camera.lens import Floats, Pose, flat, project

_ACROSS = 7.0
"""Number of samples across a pawn; fewer where the picture has fewer pixels."""

_FEET = 0.3
"""Distance between places that are tried, in diameters of a pawn."""

_WITHIN = 0.3
"""Least distance of a pawn's middle from the area's edge, in its diameters."""

_APART = 0.8
"""Least distance between two pawns, in their diameters."""

_TURNS, _LEVELS = 12, 6
"""Number of points around a pawn's body, and of heights, from which its outline is drawn."""

_MUCH, _WHOLE = 0.3, 0.6
"""The search is repeated from several first pawns where more than the first share of a pawn's outline is
left unexplained, or less than the second share of a found pawn is visible: there pawns hide each other."""

_BEGINNINGS = 5
"""Number of these first pawns."""

_LIKE_A_PAWN = 1.0
"""Log likelihood ratio above which a pixel looks like a pawn rather than the empty area."""


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """One seat's area for one pose and size of pawns.

    Attributes:
        seat: whose.
        feet: (n, 2) mm, where a pawn may stand.
        points: (m, 2) float32, px of the picture: all that pawns in it can be seen at.
        bodies: (n, m) float32, 1 where a pawn on that foot is seen.
        hulls: (n) the outlines of these pawns, (k, 2) px.
        apart: (n, n) bool, whether pawns have room on both feet.
        floor: (m) bool, where the area itself is seen.
    """

    seat: str
    feet: Floats
    points: Singles
    bodies: Singles
    hulls: tuple[NDArray[np.float32], ...]
    apart: Mask
    floor: Mask


@dataclass(frozen=True, slots=True)
class Stander:
    """A pawn found in an area.

    Attributes:
        kind: index of the look.
        foot: index of where it stands.
        shown: share of its outline that no other pawn explains.
        better: how much better it explains that part than the empty area, as a log likelihood a pixel.
    """

    kind: int
    foot: int
    shown: float
    better: float

    @property
    def gain(self) -> float:
        """Log-likelihood gain over the empty area, per pixel of its whole outline."""
        return self.shown * self.better


@dataclass(frozen=True, slots=True)
class AreaPawns:
    """What stands in an area.

    Attributes:
        pawns: the surest first.
        left: the largest share of a pawn's outline that looks like a pawn and is explained by none of them.
    """

    pawns: tuple[Stander, ...]
    left: float


def lay_areas(board: Board, pose: Pose, pawns: PawnSet) -> tuple[Area, ...]:
    """The areas of a board; none where its camps have holes, or where it has no camps."""
    return tuple(_lay(seat, corners, pose, pawns) for seat, corners in board.camps.items())


def _lay(seat: str, corners: tuple[Point, ...], pose: Pose, pawns: PawnSet) -> Area:
    outline = np.array(corners)
    low, high = outline.min(axis=0), outline.max(axis=0)
    step = _FEET * pawns.diameter
    x, y = np.meshgrid(np.arange(low[0], high[0] + step, step), np.arange(low[1], high[1] + step, step))
    tried = np.column_stack([x.ravel(), y.ravel()])
    rim = outline.astype(np.float32)
    deep = np.array([cv2.pointPolygonTest(rim, (float(a), float(b)), True) for a, b in tried])
    enough = deep >= min(_WITHIN * pawns.diameter, 0.8 * float(deep.max()))
    feet = tried[enough]
    hulls = tuple(_outline(foot, pose, pawns) for foot in feet)
    around = project(flat(corners), pose)
    seen = np.vstack([*hulls, around])
    across = pawns.diameter * pose.focal / float(np.linalg.norm(pose.camera - [*feet.mean(axis=0), 0.0]))
    fine = max(1.0, across / _ACROSS)
    begin, end = seen.min(axis=0) - fine, seen.max(axis=0) + fine
    columns, rows = np.meshgrid(np.arange(begin[0], end[0], fine), np.arange(begin[1], end[1], fine))
    shape = (columns.shape[1], columns.shape[0])
    bodies = np.stack([_filled(hull, begin, fine, shape) for hull in hulls])
    floor = _filled(around, begin, fine, shape) > 0
    used = (bodies.max(axis=0) > 0) | floor
    points = np.column_stack([columns.ravel(), rows.ravel()])[used]
    between = np.hypot(*(feet[:, None] - feet[None]).transpose(2, 0, 1))
    return Area(
        seat,
        feet,
        points.astype(np.float32),
        np.ascontiguousarray(bodies[:, used]),
        hulls,
        np.asarray(between >= _APART * pawns.diameter),
        floor[used],
    )


def _outline(foot: Floats, pose: Pose, pawns: PawnSet) -> NDArray[np.float32]:
    """(k, 2) px, around a pawn on a foot."""
    shape = profile(pawns)
    shape = shape[np.linspace(0, len(shape) - 1, _LEVELS).round().astype(int)]
    turn = np.linspace(0, 2 * np.pi, _TURNS, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    space = np.vstack(
        [np.column_stack([foot + radius * ring, np.full(_TURNS, -height)]) for height, radius in shape]
    )
    return np.asarray(cv2.convexHull(project(space, pose).astype(np.float32))[:, 0], np.float32)


def _filled(outline: NDArray[np.floating], begin: Floats, fine: float, shape: tuple[int, int]) -> Singles:
    """(pixels) 1 within an outline, of a grid of pixels `fine` apart."""
    image = np.zeros((shape[1], shape[0]), np.uint8)
    cv2.fillPoly(image, [((outline - begin) / fine).round().astype(np.int32)], 1)
    return image.ravel().astype(np.float32)


def look_at(image: NDArray[np.uint8], area: Area) -> NDArray[np.float32]:
    """(m, 3) BGR of an area's points."""
    low = np.maximum(np.floor(area.points.min(axis=0)).astype(int) - 4, 0)
    high = np.ceil(area.points.max(axis=0)).astype(int) + 5
    piece = image[low[1] : high[1], low[0] : high[0]]
    if not piece.size:
        return np.zeros((len(area.points), 3), np.float32)
    spacing = float(area.points[1, 0] - area.points[0, 0]) if len(area.points) > 1 else 1.0
    if spacing > 1.5:
        piece = np.asarray(cv2.GaussianBlur(piece, (0, 0), 0.4 * spacing), np.uint8)
    return np.asarray(sample(piece, (area.points - low.astype(np.float32))[None])[0], np.float32)


def find_standing(area: Area, better: Singles, most: int, least: float) -> AreaPawns:
    """The set of pawns that explains an area best.

    Args:
        area: where they may stand.
        better: (kinds, m), by how much a pixel looks more like a pawn of a kind than like the empty area; 0
            where nothing can be said.
        most: the maximum number of pawns.
        least: the least log-likelihood gain of a pawn, per pixel of its outline.
    """
    size = float(area.bodies.sum(axis=1).mean())
    found = _fill(area, better, (), most, least)
    left = _left(area, better, found, size)
    if left < _MUCH and all(one.shown > _WHOLE for one in found):
        return AreaPawns(found, left)
    # Greedy search depends on the first pawn, so several are tried.
    best, worth = found, _worth(area, better, found, least * size)
    for first in _beginnings(area, better):
        other = _fill(area, better, (first,), most, least)
        mark = _worth(area, better, other, least * size)
        if mark > worth:
            best, worth = other, mark
    return AreaPawns(best, _left(area, better, best, size))


def _fill(
    area: Area, better: Singles, begun: tuple[Stander, ...], most: int, least: float
) -> tuple[Stander, ...]:
    """Add one pawn after the other, and each time find better places for those already there."""
    chosen = list(begun)
    while len(chosen) < most:
        found = _next(area, better, chosen)
        if found is None or found.gain < least:
            break
        chosen.append(found)
        for number in range(len(chosen) if len(chosen) > 1 else 0):
            others = [*chosen[:number], *chosen[number + 1 :]]
            again = _next(area, better, others)
            if again is not None:
                chosen[number] = again
    return tuple(sorted((one for one in chosen if one.gain >= least), key=lambda one: -one.gain))


def _beginnings(area: Area, better: Singles) -> list[Stander]:
    """Places far from each other at which one pawn alone would explain much."""
    gains = better @ area.bodies.T
    kind, alone = gains.argmax(axis=0), gains.max(axis=0)
    out: list[Stander] = []
    for foot in np.argsort(-alone, kind="stable"):
        if len(out) == _BEGINNINGS:
            break
        if all(area.apart[foot, other.foot] for other in out):
            out.append(Stander(int(kind[foot]), int(foot), 1.0, 0.0))
    return out


def _worth(area: Area, better: Singles, chosen: tuple[Stander, ...], price: float) -> float:
    """What some pawns explain together, less the price of each."""
    if not chosen:
        return 0.0
    shown = np.stack([np.where(area.bodies[one.foot] > 0, better[one.kind], -np.inf) for one in chosen])
    most = shown.max(axis=0)
    return float(most[np.isfinite(most)].sum()) - price * len(chosen)


def _left(area: Area, better: Singles, chosen: tuple[Stander, ...], size: float) -> float:
    free = np.ones(better.shape[1], np.bool_)
    for one in chosen:
        free &= area.bodies[one.foot] == 0
    strange = np.asarray(free & (better.max(axis=0) > _LIKE_A_PAWN), np.float32)
    return float((area.bodies @ strange).max()) / max(size, 1.0)


def _next(area: Area, better: Singles, others: Sequence[Stander]) -> Stander | None:
    """The pawn that explains most of what the others leave unexplained."""
    open_to, left = np.ones(len(area.feet), np.bool_), np.ones(better.shape[1], np.float32)
    for other in others:
        open_to &= area.apart[other.foot]
        left *= 1.0 - area.bodies[other.foot]
    if not open_to.any():
        return None
    gains = (better * left) @ area.bodies.T
    gains[:, ~open_to] = -np.inf
    kind, foot = np.unravel_index(int(gains.argmax()), gains.shape)
    shown = float(area.bodies[foot] @ left)
    whole = max(float(area.bodies[foot].sum()), 1.0)
    return Stander(int(kind), int(foot), shown / whole, float(gains[kind, foot]) / max(shown, 1.0))


def with_spots(board: Board, spots: Mapping[str, Point]) -> Board:
    """A board with a hole for each pawn that stands in an area, so that all pawns stand in holes."""
    if not spots:
        return board
    return replace(board, holes=MappingProxyType({**board.holes, **spots}))


def is_bare(board: Board, hole: str) -> bool:
    """Whether a hole name belongs to a pawn's place in a camp area, where there is no hole."""
    place = board.holes[hole]
    return any(inside(place, corners) for corners in board.camps.values())


def covered_by(outlines: Sequence[NDArray[np.floating] | NDArray[np.int32]], points: Singles) -> Mask:
    """(n) whether points of the picture lie within one of some outlines."""
    low = np.floor(points.min(axis=0))
    size = np.ceil(points.max(axis=0) - low).astype(int) + 1
    mask = np.zeros((size[1], size[0]), np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, (outline - low).round().astype(np.int32), 1)
    columns, rows = (points - low).round().astype(np.intp).T
    return np.asarray(mask[np.minimum(rows, size[1] - 1), np.minimum(columns, size[0] - 1)] > 0)
