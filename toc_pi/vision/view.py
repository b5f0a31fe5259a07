"""Whether the board can be read at all: still, moving, a hand over it, too dark (the gate, cheap)."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import Board
from calibration.colours import DARKEST
from calibration.lens import Pose, project

Image = NDArray[np.uint8]
Singles = NDArray[np.float32]

WIDTH = 320
_MOVED = 0.10  # change of a small picture's logarithm that noise doesn't reach
_STILL_SHARE = 0.0004  # of the picture's pixels may change so in a still one
_DARK = 12.0  # grey levels of the board's brightest tenth, below which nothing can be read


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """A small grey picture, as logarithms.

    Attributes:
        logs: (h, WIDTH) float32.
        bright: grey levels of its brightest tenth.
    """

    logs: Singles
    bright: float


def glance(image: Image) -> Glance:
    """Make a picture small and grey."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (WIDTH, max(1, round(height * WIDTH / width))), interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)
    bright = float(np.partition(grey.ravel(), -grey.size // 10)[-grey.size // 10])
    return Glance(np.asarray(cv2.log(grey + np.float32(DARKEST)), np.float32), bright)


def board_mask(board: Board, pose: Pose, size: tuple[int, int], height_mm: float) -> NDArray[np.bool_]:
    """Which pixels of a small picture show the board or a pawn on it, with a margin around."""
    outline = np.array([[x, y, z] for z in (0.0, -2 * height_mm) for x, y in board.outline])
    seen = project(outline, pose) * (WIDTH / size[0])
    mask = np.zeros((max(1, round(size[1] * WIDTH / size[0])), WIDTH), np.uint8)
    cv2.fillConvexPoly(mask, np.asarray(cv2.convexHull(seen.astype(np.float32)).round(), np.int32), 1)
    return np.asarray(cv2.dilate(mask, np.ones((9, 9), np.uint8)) > 0)


def moved_share(now: Glance, then: Glance, mask: NDArray[np.bool_]) -> float:
    """The share of the board's pixels that changed; light that changed everywhere is set aside."""
    change = (now.logs - then.logs)[mask]
    change -= np.median(change)
    return float((np.abs(change) > _MOVED).mean())


def is_still(share: float) -> bool:
    """Whether so little changed that the picture counts as still."""
    return share < _STILL_SHARE


def is_dark(seen: Glance) -> bool:
    """Whether nothing can be read in it."""
    return seen.bright < _DARK
