"""Things that lie on the board, cards and cups: what hangs together and is neither board, pawn nor light.

A small picture is compared with the set-up's (see `difference`). All lengths are px of the small picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.sampling_grid import Mask, Singles
from toc_pi.vision.backdrop import Backdrop
from toc_pi.vision.difference import WIDELY, Difference, find_difference, open_mask
from toc_pi.vision.eye import Eye, Indices
from toc_pi.vision.halves import Halves, halve

Image = NDArray[np.uint8]
Counts = NDArray[np.int64]

_RIM = 3  # drawn round a pawn: its outline and a pixel beside it
_SPECK = np.ones((2, 2), np.uint8)
_DENSE = 0.04  # share of a thing's pixels that are strong, at least
_SHARP = 0.6  # of a change of brightness, within 4 px
_SHARPEST = 0.6  # of what may be a reflection: holes and lines are seen there as they were
_LIGHT = 4, 17  # so many times what has gone, and so many pixels more, are kept where only light changed,
_LIGHT_SHARE = 0.05  # and this share of all of it
_GAP = 7  # parts of one thing may lie so far apart
_THING = 4  # strong pixels of a thing at least
_BESIDE = 0.3  # share of the points beside a hole's body that a thing covers: the hole is hidden
_TOLD = 4  # of those points at least
_MARGIN = 7  # a thing on two sides of pawns goes on there


@dataclass(frozen=True, slots=True)
class Things:
    """What lies on the board.

    Attributes:
        hidden: holes with something over or beside them that is no pawn.
        share: of the board that is covered.
    """

    hidden: frozenset[str]
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """What hangs together in a mask, small gaps bridged.

    Attributes:
        shape: (h, WIDTH) of the picture.
        at: (n) the pieces' pixels.
        of: (n) whose each of them is.
        areas: (pieces) px; 0 for what lies between them.
    """

    shape: tuple[int, int]
    at: Indices
    of: NDArray[np.int32]
    areas: Counts

    def count(self, mask: Image | Mask) -> Counts:
        """(pieces) how many pixels of each lie in a mask, bool or 0 and 1."""
        return np.bincount(self.of[mask.ravel()[self.at] > 0], minlength=len(self.areas))

    def draw(self, chosen: Mask) -> Image:
        """The pixels of some of them."""
        out = np.zeros(self.shape, np.uint8)
        out.ravel()[self.at] = chosen[self.of]
        return out


def find_things(
    picture: Image | Halves,
    held: frozenset[str],
    eye: Eye,
    backdrop: Backdrop,
    waiting: Sequence[NDArray[np.float32]] = (),
) -> Things:
    """Find what lies on the board.

    Args:
        picture: (h, w, 3).
        held: holes whose pawns explain what is seen there.
        eye: tables of the pose.
        backdrop: of the same pose.
        waiting: outlines of pawns that stand in no hole, (k, 2) px.
    """
    halves = halve(picture)
    seen = find_difference(halves, backdrop, eye.calibration.looks.noise)
    free = np.ones_like(seen.weak)
    if held:
        for hole, outline in zip(eye.places.names, backdrop.outlines, strict=True):
            if hole in held:
                cv2.fillConvexPoly(free, outline, 0)
    scale = free.shape[1] / halves.whole.shape[1]
    for hull in waiting:
        outline = ((hull + 0.5) * scale - 0.5).round().astype(np.int32)
        cv2.fillConvexPoly(free, outline, 0)
        cv2.polylines(free, [outline], True, 0, _RIM)
    strong = open_mask(seen.strong & free, _SPECK)
    share = cv2.countNonZero(strong & backdrop.board) / max(
        1, cv2.countNonZero(backdrop.board.view(np.uint8))
    )
    if cv2.countNonZero(strong) < _THING:
        return Things(frozenset(), share)
    weak = open_mask(seen.weak & free, _SPECK) | strong
    things = _find_things(weak, strong, seen, backdrop)
    # Where pawns are believed to stand nothing is told; but a thing on two sides of them goes on there.
    between = np.asarray(cv2.morphologyEx(things, cv2.MORPH_CLOSE, _disc(_MARGIN)), np.uint8)
    things |= np.where(free, 0, between).astype(np.uint8)
    told = np.maximum((free | things).ravel()[backdrop.beside].sum(axis=1), _TOLD)
    covered = things.ravel()[backdrop.beside].sum(axis=1) > _BESIDE * told
    hidden = frozenset(hole for hole, over in zip(eye.places.names, covered, strict=True) if over)
    return Things(hidden, share)


def _join(weak: Image) -> _Pieces:
    """What hangs together, small gaps bridged."""
    rim = cv2.copyMakeBorder(weak, _GAP, _GAP, _GAP, _GAP, cv2.BORDER_REPLICATE)
    round_block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_GAP, _GAP))
    closed = cv2.morphologyEx(rim, cv2.MORPH_CLOSE, round_block)
    return _label(np.ascontiguousarray(closed[_GAP:-_GAP, _GAP:-_GAP]))


def _label(mask: Image) -> _Pieces:
    """What touches in a mask."""
    _, labels = cv2.connectedComponents(mask, connectivity=8)
    at = np.flatnonzero(labels)
    of = np.asarray(labels.ravel()[at], np.int32)
    height, width = mask.shape
    return _Pieces((height, width), at, of, np.bincount(of, minlength=1))


def _find_things(weak: Image, strong: Image, seen: Difference, backdrop: Backdrop) -> Image:
    """The pixels of things that cover some of the board."""
    pieces = _join(weak)
    # What was guessed under pawns that have gone since is often wrong.
    loud = pieces.count(np.asarray(strong & (backdrop.guessed ^ 1), np.uint8))
    things = (loud >= _THING) & (loud >= _DENSE * pieces.areas) & (pieces.count(backdrop.board) > 0)
    things &= ~_is_light(pieces.count(seen.lost & strong), pieces.count(seen.kept & strong), loud)
    if things.any():
        around, sharp = (pieces.count(mask) for mask in _edges(strong, seen))
        kept, on = pieces.count(seen.kept), pieces.count(backdrop.board)
        things &= ~_is_light(pieces.count(seen.lost), kept, on) | (sharp >= _SHARPEST * around)
    return pieces.draw(things)


def _is_light(gone: Counts, stays: Counts, all_of: Counts, share: float = _LIGHT_SHARE) -> Mask:
    """Whether pieces are but another light: the lines and holes below are all there.

    A lamp's reflection on a dark board, or deep shade, changes colours as much as a hand does.
    """
    return np.asarray((stays > _LIGHT[0] * gone + _LIGHT[1]) & (stays > share * all_of))


def _edges(strong: Image, seen: Difference) -> tuple[Image, Image]:
    """Where what is strong ends, and where it does so within a few pixels: a lamp's reflection doesn't."""
    ring = np.asarray(cv2.subtract(cv2.dilate(strong, np.ones((3, 3), np.uint8)), strong), np.uint8)
    return ring, ring & (_is_sharp(seen.dim) | _is_sharp(seen.tint))


def _is_sharp(values: Singles) -> Image:
    """1 where most of a change happens within a few pixels."""
    step = cv2.morphologyEx(values, cv2.MORPH_GRADIENT, WIDELY)
    most = np.asarray(cv2.dilate(np.abs(values), WIDELY))
    return (np.asarray(step) > most * np.float32(_SHARP)).view(np.uint8)


def _disc(radius: int) -> Image:
    size = 2 * radius + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)
