"""The strip of picture along the board's edge, on both sides, sampled column by column all around the board.

Its colours are logarithms: brightness, red to green, blue to green (see `looks.to_ratios`).
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import to_ratios
from calibration.appearance.sampling_grid import PawnSet
from calibration.arrays import Floats, Image, Mask
from calibration.board.board import Board
from calibration.camera import Pose, flat, project

STEP_MM = 1.5  # length of edge that a column of the strip stands for
_ACROSS = np.arange(-16.0, 12.5, 1.0)  # millimetres from the edge: negative on the board, positive beside it

_INNER, _BRINK, _OUTER, _BEYOND = (-11.0, -3.0), (-5.0, -1.5), (1.5, 5.0), (6.0, 11.0)
"""The parts of the strip whose median colours `EdgeStrip` has under these names, mm from the edge."""

_PROFILE = (-14.0, 4.0)
"""The part of the strip whose brightness is compared with the side's usual profile, mm from the edge."""

_SHORTEST_MM = 20.0  # shorter sides of the outline are left out
_SEEN = 0.6  # share of a part of the strip that no pawn may hide, for its colour to count
_BLUR_PX = 1.0  # sigma of the Gaussian that smooths the picture first
_SHARP = 0.4  # change of direction, radians, from which a point of the outline is a corner

_CORNER_MM = 12.0
"""Length of edge that is left out on either side of a corner. Real corners are rounded, and at those of a
dark board on a dark table false crossings were found; see docs/decisions/0009."""

_TALL_MM, _WIDE_MM, _MORE = 30.0, 12.5, 1.2
"""Least height and width that a pawn is taken to hide, and a factor on the size given, which may be wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgeStrip:
    """The board's edge, column by column, clockwise and closed.

    Attributes:
        places: (n, 2), mm, the column's place on the edge.
        board_inside, board_edge: (n, 3), the board's colour farther from the edge and right next to it.
        table_edge, table_outside: (n, 3), the same of what lies beside the board.
        board_visible, table_visible: (n) bool, whether the board, and what is beside it, is seen there.
        profile_correlation: (n), correlation of the brightness across the edge with the side's usual
            profile, at most 1.
        profile_contrast: (n), how much the side's usual brightness changes across the edge.
    """

    places: Floats
    board_inside: Floats
    board_edge: Floats
    table_edge: Floats
    table_outside: Floats
    board_visible: Mask
    table_visible: Mask
    profile_correlation: Floats
    profile_contrast: Floats

    def __len__(self) -> int:
        return len(self.places)


def mask_pawns(
    size: tuple[int, int], board: Board, pose: Pose, holes: Mapping[str, str], pawns: PawnSet
) -> Image:
    """(h, w) uint8, 255 where a pawn that stands there may be seen."""
    width, height = size
    hidden = np.zeros((height, width), np.uint8)
    turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    radius = max(_MORE * pawns.diameter, _WIDE_MM) / 2
    tall = max(_MORE * pawns.height, _TALL_MM)
    ring = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    for hole in holes:
        foot = np.array(board.holes[hole])
        body = np.concatenate([np.column_stack([foot + ring, np.full(len(ring), z)]) for z in (0.0, -tall)])
        seen = project(body, pose).astype(np.float32)
        cv2.fillConvexPoly(hidden, cv2.convexHull(seen).round().astype(np.int32), 255)
    return np.asarray(cv2.dilate(hidden, np.ones((5, 5), np.uint8)), np.uint8)


def sample_edge_strip(image: Image, board: Board, pose: Pose, hidden: Image) -> EdgeStrip:
    """Unroll the strip along a board's edge.

    Args:
        hidden: from `mask_pawns`.
    """
    smooth = np.asarray(cv2.GaussianBlur(image, (0, 0), _BLUR_PX), np.uint8)
    outline = np.asarray(board.outline)
    middle = outline.mean(axis=0)
    sides = []
    corners = _corners(outline)
    for at, (start, end) in enumerate(zip(outline, np.roll(outline, -1, axis=0), strict=True)):
        length = float(np.linalg.norm(end - start))
        if length < _SHORTEST_MM:
            continue
        along = (end - start) / length
        outward = np.array([along[1], -along[0]])
        if outward @ ((start + end) / 2 - middle) < 0:
            outward = -outward
        steps = np.arange(0, length, STEP_MM)
        clear = (steps >= corners[at]) & (steps <= length - corners[(at + 1) % len(corners)])
        sides.append(_side(smooth, start + steps[:, None] * along, outward, pose, hidden, clear))
    return EdgeStrip(
        *(np.concatenate([getattr(side, name) for side in sides]) for name in EdgeStrip.__slots__)
    )


def _corners(outline: Floats) -> Floats:
    """(n): length of edge left out on either side of each point of the outline, mm."""
    ways = np.roll(outline, -1, axis=0) - outline
    bearing = np.arctan2(ways[:, 1], ways[:, 0])
    turn = np.abs(np.angle(np.exp(1j * (bearing - np.roll(bearing, 1)))))
    return np.where(turn > _SHARP, _CORNER_MM, 0.0)


def _side(image: Image, places: Floats, outward: Floats, pose: Pose, hidden: Image, clear: Mask) -> EdgeStrip:
    spots = places[:, None] + _ACROSS[None, :, None] * outward
    pixels = project(flat(spots.reshape(-1, 2)), pose).astype(np.float32)
    pixels = pixels.reshape(len(places), len(_ACROSS), 2)
    across, down = np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])
    seen = to_ratios(np.asarray(cv2.remap(image, across, down, cv2.INTER_LINEAR), np.uint8))
    away = cv2.remap(hidden, across, down, cv2.INTER_NEAREST, borderValue=255) > 0
    seen[away] = np.nan

    def within(span: tuple[float, float]) -> NDArray[np.bool_]:
        return np.asarray((span[0] <= _ACROSS) & (span[1] >= _ACROSS))

    def shown(span: tuple[float, float]) -> Mask:
        return np.asarray((~away[:, within(span)]).mean(axis=1) > _SEEN)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # columns behind pawns have no median
        colours = [np.nanmedian(seen[:, within(span)], axis=1) for span in (_INNER, _BRINK, _OUTER, _BEYOND)]
        profile = seen[:, within(_PROFILE), 0].astype(np.float64)
        profile -= np.nanmean(profile, axis=1, keepdims=True)
        usual = np.nan_to_num(np.nanmedian(profile, axis=0))
    power = float((usual * usual).sum())
    likeness = np.nansum(profile * usual, axis=1) / max(power, 1e-3)
    inner, brink, outer, beyond = (np.asarray(colour, np.float64) for colour in colours)
    on = clear & shown((-11.0, -1.0)) & np.isfinite(inner).all(axis=1) & np.isfinite(brink).all(axis=1)
    beside = on & shown((1.5, 11.0)) & np.isfinite(outer).all(axis=1) & np.isfinite(beyond).all(axis=1)
    relief = np.full(len(places), np.sqrt(power / len(usual)))
    return EdgeStrip(places, inner, brink, outer, beyond, on, beside, np.where(on, likeness, 0.0), relief)
