"""Whether the playing field is still, moving, or in a different light; cheap enough for every frame.

Only the holes, with room for pawns above them, matter: an arm moving beside them doesn't. Pictures are
registered before they are compared (see `registration`), and noise between still pictures is measured
continuously (see `noise`).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.appearance.looks import DARKEST
from calibration.appearance.sampling_grid import PawnSet
from calibration.arrays import Image, Mask, Singles
from calibration.board.board import Board
from calibration.camera.lens import Pose, project
from toc_pi.vision.noise import SPREAD_PX, Noise, change_limits

WIDTH = 320  # of the small picture, px
_MOVED = 0.08  # change of log brightness that counts as movement without noise
_STILL_SHARE = 0.0004  # share of the field's pixels that may change in a still picture
_SMOOTH = 15  # px: light is even over this distance
_LIT = 0.12  # log jump of brightness that counts as a change of light: exposure drifts, a lamp is switched
_LIT_SHARE = 0.4  # on at least this share of the field
_MARGIN = 0.25  # pitches around the pawns that would be in the holes
_ROUND = 12  # corners of a polygon drawn for a circle


@dataclass(frozen=True, slots=True, eq=False)
class GreyPicture:
    """A small grey picture.

    Attributes:
        levels: (h, WIDTH) float32, grey levels plus an offset, so that black isn't only noise.
        logs: (h, WIDTH) float32, their logarithms.
    """

    levels: Singles
    logs: Singles


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The part of the picture in which changes matter.

    Attributes:
        mask: (h, WIDTH) bool, the holes with room for pawns, and everything that they enclose.
        crop: the rows and columns around it.
    """

    mask: Mask
    crop: tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class Change:
    """The change between two pictures of the field.

    Attributes:
        moved: share of the field that changed by more than noise.
        rough: share that changed in a way that no smooth change of light explains.
        lit: whether the light changed, smoothly and nearly everywhere.
    """

    moved: float
    rough: float
    lit: bool

    @property
    def still(self) -> bool:
        """Whether nothing moved, apart from a change of light."""
        return (self.rough if self.lit else self.moved) < _STILL_SHARE


def to_grey_picture(image: Image) -> GreyPicture:
    """Make a picture small and grey.

    Rows and columns are skipped before scaling: that is far cheaper, and noise is still averaged.
    """
    height, width = image.shape[:2]
    green = image[:, :, 1]
    if width >= 4 * WIDTH:
        green = green[::2, ::2]
    small = cv2.resize(green, (WIDTH, max(1, round(height * WIDTH / width))), interpolation=cv2.INTER_AREA)
    levels = cv2.blur(small, (3, 3)).astype(np.float32) + np.float32(2 * DARKEST)
    return GreyPicture(levels, np.asarray(cv2.log(levels), np.float32))


def make_field(board: Board, pose: Pose, pawns: PawnSet, size: tuple[int, int]) -> Field:
    """Where a board's holes, and pawns in them, are seen.

    Args:
        board, pose: belonging together.
        pawns: their size.
        size: (width, height) of the pictures.
    """
    angles = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    radius = 0.5 * max(board.hole_diameter, pawns.diameter) + _MARGIN * board.pitch_mm
    mask = np.zeros((max(1, round(size[1] * WIDTH / size[0])), WIDTH), np.uint8)
    for place in board.holes.values():
        circle = np.array(place) + radius * ring
        body = np.array([[x, y, z] for z in (0.0, -pawns.height) for x, y in circle])
        seen = (project(body, pose) + 0.5) * (WIDTH / size[0]) - 0.5
        cv2.fillConvexPoly(mask, cv2.convexHull(seen.round().astype(np.int32)), 1)
    return fill_enclosed(mask)


def fill_enclosed(mask: Image) -> Field:
    """A field with everything it encloses: a hand there reaches over holes."""
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(joined, contours, -1, 1, cv2.FILLED)
    x, y, width, height = cv2.boundingRect(joined)
    reach = _SMOOTH // 2 + SPREAD_PX
    crop = (
        slice(max(0, y - reach), y + height + reach),
        slice(max(0, x - reach), x + width + reach),
    )
    return Field(np.asarray(joined > 0), crop)


def detect_change(now: GreyPicture, then: GreyPicture, field: Field, noise: Noise) -> Change:
    """Compare two registered pictures.

    Args:
        now, then: the pictures.
        field: where to look.
        noise: between still pictures.
    """
    mask, crop = field.mask[field.crop], field.crop
    change = np.asarray(cv2.blur(now.logs[crop] - then.logs[crop], (SPREAD_PX, SPREAD_PX)), np.float32)
    gain = float(np.median(change[::3, ::3][mask[::3, ::3]])) if mask.any() else 0.0
    change = change - np.float32(gain)
    limit = np.maximum(np.float32(_MOVED), change_limits(noise, then.logs[crop]))
    beyond_noise = np.abs(change) > limit
    beyond_noise &= mask
    if abs(gain) < _LIT and not beyond_noise.any():
        return Change(0.0, 0.0, False)
    size = max(1, cv2.countNonZero(mask.view(np.uint8)))
    smooth = cv2.blur(change, (_SMOOTH, _SMOOTH))
    light = smooth[mask] + np.float32(gain)
    lit = float((light > _LIT).mean()) > _LIT_SHARE or float((light < -_LIT).mean()) > _LIT_SHARE
    rough = (np.abs(change - smooth) > limit) & mask
    return Change(
        cv2.countNonZero(beyond_noise.view(np.uint8)) / size,
        cv2.countNonZero(rough.view(np.uint8)) / size,
        lit,
    )
