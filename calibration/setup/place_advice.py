"""What to change about a camera's place: the smallest correction after which it sees the board well.

First the place is moved, up or down and toward the board or away from it, never around the table or into
somebody's lap; then the lens is turned.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Floats
from calibration.board.board import Board
from calibration.camera import Pose
from calibration.setup.camera_place import (
    MARGIN,
    NARROWEST_HOLE_PX,
    TARGET_DEG,
    TARGET_MARGIN,
    aimed,
    edge_mm,
    farthest_mm,
    margin_of,
    middle_mm,
    place_of_camera,
)
from calibration.setup.correction import FEW_MM, Correction

REACH_MM = 150.0
"""How far beyond the board's edge a camera is sent: farther away is a lap, and no stand reaches so far."""

HEIGHTS_MM = 200.0, 1400.0
"""Lowest and greatest height above the board to which a camera is sent."""

_AIMED_MARGIN = 0.015  # where turning the lens is enough, it leaves at least this margin
_TARGET_PX = 1.06  # a correction aims at holes that are wider than needed by this factor
_WIDTH_KEPT = 0.8
"""Where a camera beside the board can't show holes of `NARROWEST_HOLE_PX`, this share of the widest that it
can show is enough: the lens may be 10 cm beyond the edge."""
_BETWEEN_MM = 50.0  # between the distances from the board that are tried
_FINE_MM = 8.0  # how exactly heights are found
_APART_MM = 40.0  # between the heights that are tried where more than the board has to be seen well
_BOTH_MM = 10.0  # a correction both ways counts as this much longer
_STEEP_DEG = 80.0  # from here on left and right are those of the picture


def correction_of(
    board: Board, pose: Pose, size: tuple[int, int], suits: Callable[[Pose], bool] | None = None
) -> Correction | None:
    """The smallest correction of a camera's place; None if it is right, or no place suits.

    Args:
        pose: from a picture.
        size: (width, height) of its pictures, px.
        suits: what else is asked of a place, which the present one lacks; None for nothing.
    """
    needed_px = NARROWEST_HOLE_PX
    here = place_of_camera(board, pose, size)
    if here.hole_px < NARROWEST_HOLE_PX:
        beside = [column.hole_px for column in _columns(board, pose, size, 0.0) if column.beyond_mm >= 0]
        widest = max(beside, default=0.0)
        needed_px = min(NARROWEST_HOLE_PX, _WIDTH_KEPT * widest)
    if here.is_enough(needed_px, MARGIN) and suits is None:
        return None
    turned = aimed(board, pose, pose.camera)
    is_enough = place_of_camera(board, turned, size).is_enough(needed_px, _AIMED_MARGIN)
    if is_enough and (suits is None or suits(turned)):
        target: Pose | None = turned
    else:
        target = _nearest(board, pose, size, _TARGET_PX * needed_px, suits)
    if target is None:
        return None
    before, after = pose.camera, target.camera
    closer = math.dist(before[:2], middle_mm(board)) - math.dist(after[:2], middle_mm(board))
    left, down = _turns(pose, target)
    return Correction(float(before[2] - after[2]), closer, left, down)


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """The right places above a spot of the table.

    Attributes:
        spot: (2,), mm, in the board's frame.
        beyond_mm: from the board's edge to there; negative above the board.
        low_mm, high_mm: the lowest and the highest above the board; the highest is below the lowest where
            holes are too narrow from everywhere.
        hole_px: width of the farthest hole from the lowest.
    """

    spot: Floats
    beyond_mm: float
    low_mm: float
    high_mm: float
    hole_px: float


def _nearest(
    board: Board, pose: Pose, size: tuple[int, int], hole_px: float, suits: Callable[[Pose], bool] | None
) -> Pose | None:
    """The camera at the nearest right place that suits, aimed at the board; None if no right place does.

    If nothing else is asked and no place is right: where it sees the widest holes.
    """
    camera, columns = pose.camera, _columns(board, pose, size, hole_px)
    if not columns:  # its view is too narrow
        return None if suits else aimed(board, pose, np.array([*camera[:2], -HEIGHTS_MM[1]]))

    def price(place: tuple[_Column, float]) -> tuple[bool, float]:
        column, height = place
        if column.high_mm < column.low_mm:
            return True, -column.hole_px
        up, across = abs(height + camera[2]), math.dist(column.spot, camera[:2])
        return False, up + across + _BOTH_MM * (up > FEW_MM and across > FEW_MM)

    def heights(column: _Column) -> Iterator[float]:
        yield max(min(-float(camera[2]), column.high_mm), column.low_mm)
        if suits is not None:
            yield from np.arange(column.low_mm, min(column.high_mm, HEIGHTS_MM[1]), _APART_MM).tolist()

    places = [(column, height) for column in columns for height in heights(column)]
    for column, height in sorted(places, key=price):
        target = aimed(board, pose, np.array([*column.spot, -height]))
        if suits is None or suits(target):
            return target
    return None


def _columns(board: Board, pose: Pose, size: tuple[int, int], hole_px: float) -> list[_Column]:
    """Right places at several distances from the board, on the camera's side."""
    middle, camera = middle_mm(board), pose.camera
    away = math.dist(camera[:2], middle)
    # A camera above the middle is moved toward the side at the bottom of its picture.
    side = (camera[:2] - middle) / away if away > 1.0 else _level(pose.rotation[1])[:2]
    edge = edge_mm(board, middle + 100.0 * side)
    columns = []
    for far in (away, edge, *np.arange(0.0, edge + REACH_MM, _BETWEEN_MM).tolist()):
        spot = middle + far * side
        far_mm = farthest_mm(board, spot)
        low = _lowest(board, pose, size, spot, far * math.tan(math.radians(TARGET_DEG)))
        if low is not None:
            wide_mm = board.hole_diameter * pose.focal / max(hole_px, 1e-3)  # farther, holes are too narrow
            width = board.hole_diameter * pose.focal / math.hypot(far_mm, low)
            columns.append(_Column(spot, far - edge, low, math.sqrt(max(wide_mm**2 - far_mm**2, 0.0)), width))
    return columns


def _lowest(board: Board, pose: Pose, size: tuple[int, int], spot: Floats, steep_mm: float) -> float | None:
    """The least height above a spot from which the board is seen as a whole, at least `steep_mm`."""

    def is_whole(height: float) -> bool:
        return margin_of(board, aimed(board, pose, np.array([*spot, -height])), size) >= TARGET_MARGIN

    low, high = max(HEIGHTS_MM[0], steep_mm), HEIGHTS_MM[1]
    if low >= high or not is_whole(high):
        return None
    if is_whole(low):
        return low
    while high - low > _FINE_MM:
        low, high = (low, (low + high) / 2) if is_whole((low + high) / 2) else ((low + high) / 2, high)
    return high


def _turns(pose: Pose, target: Pose) -> tuple[float, float]:
    """How far a camera is turned left and down to look where another one looks, degrees, the larger first."""
    across, below = upright_axes(pose)
    x, y, z = (float(way @ target.rotation[2]) for way in (across, below, pose.rotation[2]))
    right, down = math.atan2(x, z), math.atan2(y, z)
    if abs(right) > abs(down):
        down = math.atan2(y, math.hypot(x, z))
    else:
        right = math.atan2(x, math.hypot(y, z))
    return -math.degrees(right), math.degrees(down)


def upright_axes(pose: Pose) -> tuple[Floats, Floats]:
    """Right and down for a person behind a camera, (3,) each, whichever way up it is mounted.

    They are axes of the picture; of a camera that looks straight down, the picture's own right and down.
    """
    across, below, ahead = pose.rotation
    if pose.elevation_deg < _STEEP_DEG:
        level = np.cross([0.0, 0.0, 1.0], ahead)
        across = max((across, below, -across, -below), key=lambda way: float(way @ level))
    return across, np.cross(ahead, across)


def _level(way: Floats) -> Floats:
    """A direction along the table, of length 1."""
    flat = np.array([way[0], way[1], 0.0])
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-9))
