"""The gate: whether a picture is still, moving, or only lit otherwise; cheap enough for every frame."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import Board
from calibration.colours import DARKEST
from calibration.lens import Pose, project

Image = NDArray[np.uint8]
Singles = NDArray[np.float32]
Mask = NDArray[np.bool_]

WIDTH = 320
_MOVED = 0.10  # change of a small picture's logarithm that a still picture's noise doesn't reach
_STILL_SHARE = 0.0004  # of the board's pixels may change so in a still one
_SMOOTH = 15  # px: light changes evenly over so much
_LIT = 0.04  # change of brightness that counts as another light
_LIT_SHARE = 0.4  # of the board, at least
_NOISES = 4.0  # a pixel moved when it changed by more than so many times the noise
_SOFTENED = 0.35  # of the sensor's noise is left in the difference of two small pictures, at most


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """A small grey picture.

    Attributes:
        levels: (h, WIDTH) float32, grey levels and a little more, so that black isn't noise alone.
        logs: (h, WIDTH) float32, their logarithms.
    """

    levels: Singles
    logs: Singles


@dataclass(frozen=True, slots=True)
class Change:
    """What differs between two pictures, on and just beside the board.

    Attributes:
        moved: share of the pixels that changed in a way that light doesn't.
        lit: whether the light changed, smoothly and nearly everywhere.
    """

    moved: float
    lit: bool

    @property
    def still(self) -> bool:
        """Whether nothing moved."""
        return self.moved < _STILL_SHARE


def glance(image: Image) -> Glance:
    """Make a picture small and grey.

    Rows and columns are left out before it is made small: that is far cheaper, and noise is averaged all
    the same.
    """
    height, width = image.shape[:2]
    green = image[:, :, 1]
    if width >= 4 * WIDTH:
        green = green[::2, ::2]
    small = cv2.resize(green, (WIDTH, max(1, round(height * WIDTH / width))), interpolation=cv2.INTER_AREA)
    levels = cv2.blur(small, (3, 3)).astype(np.float32) + np.float32(2 * DARKEST)
    return Glance(levels, np.asarray(cv2.log(levels), np.float32))


def board_mask(board: Board, pose: Pose, size: tuple[int, int], height_mm: float) -> Mask:
    """Which pixels of a small picture show the board or a pawn on it, with a margin around."""
    outline = np.array([[x, y, z] for z in (0.0, -2 * height_mm) for x, y in board.outline])
    seen = project(outline, pose) * (WIDTH / size[0])
    mask = np.zeros((max(1, round(size[1] * WIDTH / size[0])), WIDTH), np.uint8)
    cv2.fillConvexPoly(mask, np.asarray(cv2.convexHull(seen.astype(np.float32)).round(), np.int32), 1)
    return np.asarray(cv2.dilate(mask, np.ones((9, 9), np.uint8)) > 0)


def compare(now: Glance, then: Glance, mask: Mask, noise: float) -> Change:
    """What changed between two pictures.

    Args:
        now, then: the pictures.
        mask: where to look.
        noise: grey levels, the sensor's.
    """
    change = now.logs - then.logs
    limit = np.maximum(np.float32(_MOVED), np.float32(_NOISES * _SOFTENED * noise) / now.levels)
    rough = np.abs(change) > limit
    if not (rough & mask).any():
        return Change(0.0, False)
    even = cv2.blur(change, (_SMOOTH, _SMOOTH))
    on = even[mask]
    lit = float((np.abs(on) > _LIT).mean()) > _LIT_SHARE and (
        float((on > _LIT).mean()) > _LIT_SHARE or float((on < -_LIT).mean()) > _LIT_SHARE
    )
    if lit:
        rough = np.abs(change - even) > limit
    return Change(float(rough[mask].mean()), lit)
