"""The camera's place beside a board, and what it sees from there.

A place is good if the whole board is in the picture, its holes are wide enough, and the camera looks down
steeply enough that pawns don't hide those behind them.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from calibration.arrays import Floats
from calibration.board.board import Board
from calibration.camera import Pose, flat, project
from calibration.errors import CannotSee

NARROWEST_HOLE_PX = 5.5
"""Narrower farthest holes are reported: in the eight well-read films of boards they are 5.6 to 10.5 px wide.
"""

LOWEST_DEG = 40.0
"""A camera lower than this, seen from the board's middle, is reported: pawns hide other pawns."""

MARGIN = 0.005
"""Least distance of the board from the picture's edges, as a share of the picture's width."""

TARGET_DEG, TARGET_MARGIN = LOWEST_DEG + 3.0, 0.025
"""Targets for choosing a place: a little more than needed, since hands aren't exact."""

PAWN_MM = 30.0
"""Pawns up to this height must fit in the picture, too."""

_AIMS = 3  # iterations of centring the board in the picture


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's lens and picture, px; see `Pose`."""

    focal: float
    size: tuple[int, int]
    centre: tuple[float, float]
    k1: float = 0.0


@dataclass(frozen=True, slots=True)
class CameraPlace:
    """A camera's place beside a board, and what it sees from there.

    Attributes:
        height_mm: of the lens above the table.
        beyond_mm: of the lens beyond the board's edge, on its own side; negative above the board.
        away_mm: from the lens to the board's middle.
        elevation_deg: of the lens, seen from the board's middle: 90 from straight above.
        hole_px: width of the farthest hole.
        margin: least distance of board and pawns from the picture's edges, a share of the picture's width;
            negative where a part is outside.
    """

    height_mm: float
    beyond_mm: float
    away_mm: float
    elevation_deg: float
    hole_px: float
    margin: float

    def is_enough(self, hole_px: float, margin: float, elevation_deg: float = LOWEST_DEG) -> bool:
        """Whether hole width, margin and elevation reach the given limits."""
        return self.hole_px >= hole_px and self.margin >= margin and self.elevation_deg >= elevation_deg


def middle_mm(board: Board) -> Floats:
    """(2,): the middle of a board's outline."""
    corners = np.array(board.outline)
    return np.asarray((corners.min(axis=0) + corners.max(axis=0)) / 2)


def place_of_camera(board: Board, pose: Pose, size: tuple[int, int]) -> CameraPlace:
    """What a camera at a pose sees of a board, in pictures of a size, px."""
    camera, middle = pose.camera, middle_mm(board)
    away = float(np.linalg.norm(camera[:2] - middle))
    farthest = math.hypot(farthest_mm(board, camera[:2]), camera[2])
    return CameraPlace(
        height_mm=board.thickness - float(camera[2]),
        beyond_mm=away - edge_mm(board, camera[:2]),
        away_mm=math.hypot(away, camera[2]),
        elevation_deg=math.degrees(math.atan2(-camera[2], away)),
        hole_px=board.hole_diameter * pose.focal / farthest,
        margin=margin_of(board, pose, size),
    )


def place_at(board: Board, lens: Lens, bearing_deg: float, beyond_mm: float, height_mm: float) -> Pose:
    """A level camera aimed at a board.

    Args:
        bearing_deg: on which side of the board it stands: 90 is seat a's, 0 the right one.
        beyond_mm: of the lens beyond the board's edge.
        height_mm: of the lens above the table.
    """
    way = np.array([math.cos(math.radians(bearing_deg)), math.sin(math.radians(bearing_deg))])
    middle = middle_mm(board)
    away = max(beyond_mm + edge_mm(board, middle + 100.0 * way), 1.0)
    ahead, right = np.array([*-way, 0.0]), np.array([-way[1], way[0], 0.0])
    level = Pose(
        np.stack([-right, np.array([0.0, 0.0, 1.0]), ahead]), np.zeros(3), lens.focal, lens.centre, lens.k1
    )
    return aimed(board, level, np.array([*(middle + away * way), board.thickness - height_mm]))


def edge_mm(board: Board, place: Floats) -> float:
    """Distance from the board's middle to its edge in the direction of a place, (2,) mm, beside it."""
    away = place - middle_mm(board)
    length = float(np.linalg.norm(away))
    way = away / length if length > 1.0 else np.array([0.0, 1.0])
    return float(((np.array(board.outline) - middle_mm(board)) @ way).max())


def farthest_mm(board: Board, place: Floats) -> float:
    """The distance along the table from a place, (2,) mm, to the farthest hole."""
    return float(np.linalg.norm(np.array(tuple(board.holes.values())) - place, axis=1).max())


@lru_cache(maxsize=8)
def _body(outline: tuple[tuple[float, float], ...], holes: tuple[tuple[float, float], ...]) -> Floats:
    """(n, 3), mm: what must be in the picture: the outline, and the tops of pawns in the outermost holes."""
    hull = cv2.convexHull(np.array(holes, np.float32))[:, 0].astype(np.float64)
    tops = flat(hull) - np.array([0.0, 0.0, PAWN_MM])
    return np.concatenate([flat(outline), tops])


def _body_of(board: Board) -> Floats:
    return _body(tuple(board.outline), tuple(board.holes.values()))


def margin_of(board: Board, pose: Pose, size: tuple[int, int]) -> float:
    """Only the margin of `CameraPlace`."""
    try:
        seen = project(_body_of(board), pose)
    except CannotSee:
        return -1.0
    low, high = seen.min(axis=0), np.array(size) - 1 - seen.max(axis=0)
    return float(np.concatenate([low, high]).min()) / size[0]


def aimed(board: Board, pose: Pose, camera: Floats) -> Pose:
    """A camera at a place, turned as little as possible to centre the board in its picture.

    Args:
        camera: (3,), mm, in the board's frame.
    """
    rotation = _turned(pose.rotation, np.array([*middle_mm(board), 0.0]) - camera)
    body = _body_of(board) - camera
    for _ in range(_AIMS):
        seen = body @ rotation.T
        plane = seen[:, :2] / np.maximum(seen[:, 2:], 1.0)
        plane *= 1.0 + pose.k1 * (plane * plane).sum(axis=1, keepdims=True)
        middle = (plane.min(axis=0) + plane.max(axis=0)) / 2
        rotation = _turned(rotation, rotation.T @ np.array([*middle, 1.0]))
    return replace(pose, rotation=rotation, translation=-rotation @ camera)


def _turned(rotation: Floats, toward: Floats) -> Floats:
    """A camera's rotation after the smallest turn that points it in a direction, board frame.

    Source: Hartley and Zisserman, Multiple View Geometry, 2nd ed., A4.3.
    """
    (a, b, c), (x, y, z) = rotation[2].tolist(), (toward / math.sqrt(float(toward @ toward))).tolist()
    cosine = a * x + b * y + c * z
    if cosine < -0.999:
        return rotation  # it looks the opposite way
    u, v, w = b * z - c * y, c * x - a * z, a * y - b * x
    cross = np.array([[0.0, -w, v], [w, 0.0, -u], [-v, u, 0.0]])
    return np.asarray(rotation @ (np.eye(3) + cross + cross @ cross / (1 + cosine)).T)
