"""Things on the board, such as cards and cups: connected differences that are neither board, pawn nor light.

A small picture is compared with the background (see `difference`). All lengths are px of the small picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Image, Indices, Mask, Singles
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.occlusion.background import Background
from toc_pi.vision.occlusion.difference import WIDELY, Difference, find_difference, open_mask
from toc_pi.vision.planes import Pyramid, build_pyramid

Counts = NDArray[np.int64]

_OUTLINE = 3  # thickness of a pawn's outline in the mask: the outline and a pixel beside it
_SPECK = np.ones((2, 2), np.uint8)  # px: smaller specks are noise
_DENSE = 0.04  # least share of strong pixels in a thing
_SHARP = 0.6  # share of a change that happens within 4 px at a sharp edge
_SHARPEST = 0.6  # share of sharp edge from which a piece with unchanged structure is still a thing
# A piece is only light if its pixels with unchanged structure are more than 4 times those with lost structure
# plus 17, and more than _LIGHT_SHARE of all its pixels on the board.
_LIGHT = 4, 17
_LIGHT_SHARE = 0.05
_GAP = 7  # largest gap between parts of one thing
_LEAST_STRONG = 4  # fewest strong pixels of a thing
_BESIDE = 0.3  # covered share of the points beside a hole's body from which the hole is hidden
_LEAST_POINTS = 4  # fewest such points counted
_MARGIN = 7  # radius of the closing across pawns: a thing on two sides of a pawn continues behind it


@dataclass(frozen=True, slots=True)
class ForeignObjects:
    """The things on the board.

    Attributes:
        hidden_holes: holes with a thing over or beside them.
        share: of the board that is covered.
    """

    hidden_holes: frozenset[str]
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class _Components:
    """Connected components of a mask, with small gaps closed.

    Attributes:
        shape: (h, WIDTH) of the picture.
        at: (n) flat indices of the components' pixels.
        of: (n) the component of each pixel.
        areas: (pieces) px; 0 for the background.
    """

    shape: tuple[int, int]
    at: Indices
    of: NDArray[np.int32]
    areas: Counts

    def count(self, mask: Image | Mask) -> Counts:
        """(pieces) how many pixels of each are in a mask (bool, or 0 and 1)."""
        return np.bincount(self.of[mask.ravel()[self.at] > 0], minlength=len(self.areas))

    def draw(self, chosen: Mask) -> Image:
        """The pixels of some of them."""
        out = np.zeros(self.shape, np.uint8)
        out.ravel()[self.at] = chosen[self.of]
        return out


def find_foreign_objects(
    image: Image | Pyramid,
    explained: frozenset[str],
    model: AppearanceModel,
    background: Background,
    area_pawns: Sequence[NDArray[np.float32]] = (),
) -> ForeignObjects:
    """Find the things on the board.

    Args:
        image: (h, w, 3).
        explained: holes whose pawns explain the picture there.
        model: the appearance model of the pose.
        background: of the same pose.
        area_pawns: outlines of pawns in camps without holes, (k, 2) px.
    """
    pyramid = build_pyramid(image)
    difference = find_difference(pyramid, background, model.calibration.looks.noise)
    free = np.ones_like(difference.weak)
    if explained:
        for hole, outline in zip(model.grids.names, background.pawn_outlines, strict=True):
            if hole in explained:
                cv2.fillConvexPoly(free, outline, 0)
    scale = free.shape[1] / pyramid.whole.shape[1]
    for hull in area_pawns:
        outline = ((hull + 0.5) * scale - 0.5).round().astype(np.int32)
        cv2.fillConvexPoly(free, outline, 0)
        cv2.polylines(free, [outline], True, 0, _OUTLINE)
    strong = open_mask(difference.strong & free, _SPECK)
    share = cv2.countNonZero(strong & background.board) / max(
        1, cv2.countNonZero(background.board.view(np.uint8))
    )
    if cv2.countNonZero(strong) < _LEAST_STRONG:
        return ForeignObjects(frozenset(), share)
    weak = open_mask(difference.weak & free, _SPECK) | strong
    objects = _keep_objects(weak, strong, difference, background)
    # Where pawns are assumed, nothing is known; but a thing on two sides of a pawn continues there.
    between = np.asarray(cv2.morphologyEx(objects, cv2.MORPH_CLOSE, _disc(_MARGIN)), np.uint8)
    objects |= np.where(free, 0, between).astype(np.uint8)
    counted = np.maximum((free | objects).ravel()[background.beside_bodies].sum(axis=1), _LEAST_POINTS)
    covered = objects.ravel()[background.beside_bodies].sum(axis=1) > _BESIDE * counted
    hidden = frozenset(
        hole for hole, is_covered in zip(model.grids.names, covered, strict=True) if is_covered
    )
    return ForeignObjects(hidden, share)


def _join(weak: Image) -> _Components:
    """Connected components, with small gaps closed."""
    rim = cv2.copyMakeBorder(weak, _GAP, _GAP, _GAP, _GAP, cv2.BORDER_REPLICATE)
    round_block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_GAP, _GAP))
    closed = cv2.morphologyEx(rim, cv2.MORPH_CLOSE, round_block)
    return _label(np.ascontiguousarray(closed[_GAP:-_GAP, _GAP:-_GAP]))


def _label(mask: Image) -> _Components:
    """Connected components of a mask."""
    _, labels = cv2.connectedComponents(mask, connectivity=8)
    at = np.flatnonzero(labels)
    of = np.asarray(labels.ravel()[at], np.int32)
    height, width = mask.shape
    return _Components((height, width), at, of, np.bincount(of, minlength=1))


def _keep_objects(weak: Image, strong: Image, difference: Difference, background: Background) -> Image:
    """The pixels of things that cover some of the board."""
    components = _join(weak)
    # The inpainted board under pawns that have left is often wrong.
    strong_pixels = components.count(np.asarray(strong & (background.inpainted ^ 1), np.uint8))
    objects = (
        (strong_pixels >= _LEAST_STRONG)
        & (strong_pixels >= _DENSE * components.areas)
        & (components.count(background.board) > 0)
    )
    objects &= ~_is_light(
        components.count(difference.structure_lost & strong),
        components.count(difference.structure_kept & strong),
        strong_pixels,
    )
    if objects.any():
        edge_pixels, sharp_pixels = (components.count(mask) for mask in _edges(strong, difference))
        kept_pixels, board_pixels = (
            components.count(difference.structure_kept),
            components.count(background.board),
        )
        objects &= ~_is_light(components.count(difference.structure_lost), kept_pixels, board_pixels) | (
            sharp_pixels >= _SHARPEST * edge_pixels
        )
    return components.draw(objects)


def _is_light(lost: Counts, kept: Counts, total: Counts, share: float = _LIGHT_SHARE) -> Mask:
    """Whether pieces are only a change of light: the structure below is unchanged.

    A lamp's reflection on a dark board, or deep shade, changes colours as much as a hand does.
    """
    return np.asarray((kept > _LIGHT[0] * lost + _LIGHT[1]) & (kept > share * total))


def _edges(strong: Image, difference: Difference) -> tuple[Image, Image]:
    """The edge of strong pixels, and its sharp part: a lamp's reflection has no sharp edge."""
    edge = np.asarray(cv2.subtract(cv2.dilate(strong, np.ones((3, 3), np.uint8)), strong), np.uint8)
    return edge, edge & (_is_sharp(difference.brightness_change) | _is_sharp(difference.colour_change))


def _is_sharp(values: Singles) -> Image:
    """1 where most of a change is within a few pixels."""
    step = cv2.morphologyEx(values, cv2.MORPH_GRADIENT, WIDELY)
    most = np.asarray(cv2.dilate(np.abs(values), WIDELY))
    return (np.asarray(step) > most * np.float32(_SHARP)).view(np.uint8)


def _disc(radius: int) -> Image:
    size = 2 * radius + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)
