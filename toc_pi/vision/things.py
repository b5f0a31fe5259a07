"""Things on the board, such as cards and cups: connected differences that are neither board, pawn nor light.

A small picture is compared with the background (see `difference`). All lengths are px of the small picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.sampling_grid import Mask, Singles
from toc_pi.vision.appearance_model import AppearanceModel, Indices
from toc_pi.vision.background import Background
from toc_pi.vision.difference import WIDELY, Difference, find_difference, open_mask
from toc_pi.vision.pyramid import Pyramid, build_pyramid

Image = NDArray[np.uint8]
Counts = NDArray[np.int64]

_RIM = 3  # thickness of a pawn's outline in the mask: the outline and a pixel beside it
_SPECK = np.ones((2, 2), np.uint8)  # px: smaller specks are noise
_DENSE = 0.04  # least share of strong pixels in a thing
_SHARP = 0.6  # share of a change that happens within 4 px at a sharp edge
_SHARPEST = 0.6  # share of sharp edge from which a piece with unchanged structure is still a thing
# A piece is only light if its pixels with unchanged structure are more than 4 times those with lost structure
# plus 17, and more than _LIGHT_SHARE of all its pixels on the board.
_LIGHT = 4, 17
_LIGHT_SHARE = 0.05
_GAP = 7  # largest gap between parts of one thing
_THING = 4  # fewest strong pixels of a thing
_BESIDE = 0.3  # covered share of the points beside a hole's body from which the hole is hidden
_TOLD = 4  # fewest such points counted
_MARGIN = 7  # radius of the closing across pawns: a thing on two sides of a pawn continues behind it


@dataclass(frozen=True, slots=True)
class Things:
    """The things on the board.

    Attributes:
        hidden: holes with a thing over or beside them.
        share: of the board that is covered.
    """

    hidden: frozenset[str]
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
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


def find_things(
    picture: Image | Pyramid,
    held: frozenset[str],
    model: AppearanceModel,
    background: Background,
    waiting: Sequence[NDArray[np.float32]] = (),
) -> Things:
    """Find the things on the board.

    Args:
        picture: (h, w, 3).
        held: holes whose pawns explain the picture there.
        model: the appearance model of the pose.
        background: of the same pose.
        waiting: outlines of pawns in camps without holes, (k, 2) px.
    """
    pyramid = build_pyramid(picture)
    seen = find_difference(pyramid, background, model.calibration.looks.noise)
    free = np.ones_like(seen.weak)
    if held:
        for hole, outline in zip(model.places.names, background.outlines, strict=True):
            if hole in held:
                cv2.fillConvexPoly(free, outline, 0)
    scale = free.shape[1] / pyramid.whole.shape[1]
    for hull in waiting:
        outline = ((hull + 0.5) * scale - 0.5).round().astype(np.int32)
        cv2.fillConvexPoly(free, outline, 0)
        cv2.polylines(free, [outline], True, 0, _RIM)
    strong = open_mask(seen.strong & free, _SPECK)
    share = cv2.countNonZero(strong & background.board) / max(
        1, cv2.countNonZero(background.board.view(np.uint8))
    )
    if cv2.countNonZero(strong) < _THING:
        return Things(frozenset(), share)
    weak = open_mask(seen.weak & free, _SPECK) | strong
    things = _find_things(weak, strong, seen, background)
    # Where pawns are assumed, nothing is known; but a thing on two sides of a pawn continues there.
    between = np.asarray(cv2.morphologyEx(things, cv2.MORPH_CLOSE, _disc(_MARGIN)), np.uint8)
    things |= np.where(free, 0, between).astype(np.uint8)
    told = np.maximum((free | things).ravel()[background.beside].sum(axis=1), _TOLD)
    covered = things.ravel()[background.beside].sum(axis=1) > _BESIDE * told
    hidden = frozenset(hole for hole, over in zip(model.places.names, covered, strict=True) if over)
    return Things(hidden, share)


def _join(weak: Image) -> _Pieces:
    """Connected components, with small gaps closed."""
    rim = cv2.copyMakeBorder(weak, _GAP, _GAP, _GAP, _GAP, cv2.BORDER_REPLICATE)
    round_block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_GAP, _GAP))
    closed = cv2.morphologyEx(rim, cv2.MORPH_CLOSE, round_block)
    return _label(np.ascontiguousarray(closed[_GAP:-_GAP, _GAP:-_GAP]))


def _label(mask: Image) -> _Pieces:
    """Connected components of a mask."""
    _, labels = cv2.connectedComponents(mask, connectivity=8)
    at = np.flatnonzero(labels)
    of = np.asarray(labels.ravel()[at], np.int32)
    height, width = mask.shape
    return _Pieces((height, width), at, of, np.bincount(of, minlength=1))


def _find_things(weak: Image, strong: Image, seen: Difference, background: Background) -> Image:
    """The pixels of things that cover some of the board."""
    pieces = _join(weak)
    # The inpainted board under pawns that have left is often wrong.
    loud = pieces.count(np.asarray(strong & (background.guessed ^ 1), np.uint8))
    things = (loud >= _THING) & (loud >= _DENSE * pieces.areas) & (pieces.count(background.board) > 0)
    things &= ~_is_light(pieces.count(seen.lost & strong), pieces.count(seen.kept & strong), loud)
    if things.any():
        around, sharp = (pieces.count(mask) for mask in _edges(strong, seen))
        kept, on = pieces.count(seen.kept), pieces.count(background.board)
        things &= ~_is_light(pieces.count(seen.lost), kept, on) | (sharp >= _SHARPEST * around)
    return pieces.draw(things)


def _is_light(gone: Counts, stays: Counts, all_of: Counts, share: float = _LIGHT_SHARE) -> Mask:
    """Whether pieces are only a change of light: the structure below is unchanged.

    A lamp's reflection on a dark board, or deep shade, changes colours as much as a hand does.
    """
    return np.asarray((stays > _LIGHT[0] * gone + _LIGHT[1]) & (stays > share * all_of))


def _edges(strong: Image, seen: Difference) -> tuple[Image, Image]:
    """The edge of strong pixels, and its sharp part: a lamp's reflection has no sharp edge."""
    ring = np.asarray(cv2.subtract(cv2.dilate(strong, np.ones((3, 3), np.uint8)), strong), np.uint8)
    return ring, ring & (_is_sharp(seen.dim) | _is_sharp(seen.tint))


def _is_sharp(values: Singles) -> Image:
    """1 where most of a change is within a few pixels."""
    step = cv2.morphologyEx(values, cv2.MORPH_GRADIENT, WIDELY)
    most = np.asarray(cv2.dilate(np.abs(values), WIDELY))
    return (np.asarray(step) > most * np.float32(_SHARP)).view(np.uint8)


def _disc(radius: int) -> Image:
    size = 2 * radius + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)
