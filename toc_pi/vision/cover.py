"""What covers the board without being a pawn: hands and arms, cups, cards; judged from one picture.

A small picture is compared with the set-up's (see `difference`). Whatever comes in from the picture's edge
and reaches the board is an arm; what lies on the board alone is a thing. All lengths are px of the small
picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.patches import Mask, Singles
from toc_pi.vision.backdrop import Backdrop
from toc_pi.vision.difference import WIDELY, Difference, find_difference, open_mask
from toc_pi.vision.eye import Eye, Indices

Image = NDArray[np.uint8]
Counts = NDArray[np.int64]
Hand = Literal["", "beside", "across", "over"]

_RIM = 3  # drawn round a pawn: its outline and a pixel beside it
_SPECK = np.ones((2, 2), np.uint8)
_COLOURED = 0.5  # of what has gone under a hand, at least so much is of another colour,
_TINGED = 0.2  # and so much of what has gone at an edge beyond which nothing is known
_DENSE = 0.04  # share of an arm's pixels that are strong, at least,
_SOLID = 50  # or so many in one piece: the rest may be the arm's shadow, or another
_SHARP = 0.6  # of a change of brightness, within 4 px
_SHARPLY = (0.22, 0.4)  # of an arm's outline that is so, over the board and beside it
_SHARPEST = 0.6  # of what may be a reflection: holes and lines are seen there as they were
_LIGHT = 4, 17  # so many times what has gone, and so many pixels more, are kept where only light changed,
_LIGHT_SHARE = 0.05  # and this share of all of it
_STILL_SHARE = 0.35  # of what lies beside the board alone
_HIDES = 6  # pixels of lines and holes that are gone under an arm beside a reflection
_GAP = 7  # parts of one arm may lie so far apart
_ARM = 11, 34  # strong pixels of an arm: where its colour shows, else
_TOUCH = 2  # pixels of the picture's edge
_HAND, _HELD = 36, 23  # strong pixels of a hand whose arm can't be seen; of those, on the board itself
_TIPS, _CUT = 10, 6  # of fingers; of those, on the board's edge, where nothing beside it is known
_THING = 4  # strong pixels of a thing at least
_BESIDE = 0.3  # share of the points beside a hole's body that a thing covers: the hole is hidden
_TOLD = 4  # of those points at least
_NEAR_A_HAND = 0.1  # the same for a hand
_MARGIN = 7  # around a hand


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers the board.

    Attributes:
        hand: what looks like an arm: "over" the board, coming in from the picture's edge; "across" the
            board's edge, from where can't be seen; "beside" the board; or "" for none.
        hidden: holes with something over or beside them that is no pawn, and those near a hand.
        share: of the board that is covered.
    """

    hand: Hand
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


def find_cover(
    image: Image,
    held: frozenset[str],
    eye: Eye,
    backdrop: Backdrop,
    waiting: Sequence[NDArray[np.float32]] = (),
) -> Cover:
    """Find what covers the board.

    Args:
        image: (h, w, 3).
        held: holes whose pawns explain what is seen there.
        eye: tables of the pose.
        backdrop: of the same pose.
        waiting: outlines of pawns that stand in no hole, (k, 2) px.
    """
    seen = find_difference(image, backdrop, eye.calibration.looks.noise)
    free = np.ones_like(seen.weak)
    for hole, outline in zip(eye.places.names, backdrop.outlines, strict=True):
        if hole in held:
            cv2.fillConvexPoly(free, outline, 0)
    scale = free.shape[1] / image.shape[1]
    for hull in waiting:
        outline = ((hull + 0.5) * scale - 0.5).round().astype(np.int32)
        cv2.fillConvexPoly(free, outline, 0)
        cv2.polylines(free, [outline], True, 0, _RIM)
    strong = open_mask(seen.strong & free, _SPECK)
    share = cv2.countNonZero(strong & backdrop.board) / max(
        1, cv2.countNonZero(backdrop.board.view(np.uint8))
    )
    if cv2.countNonZero(strong) < _THING:
        return Cover("", frozenset(), share)
    weak = open_mask(seen.weak & free, _SPECK) | strong
    things = _find_things(weak, strong, seen, backdrop)
    # What a hand shows of pawns that it doesn't hold must not cut its arm through.
    whole = open_mask(seen.weak, _SPECK) | strong
    hand, arms = _find_arms(whole, strong, seen.lost & free, seen, backdrop)
    # Where pawns are believed to stand nothing is told; but a thing on two sides of them goes on there.
    between = np.asarray(cv2.morphologyEx(things, cv2.MORPH_CLOSE, _disc(_MARGIN)), np.uint8)
    things |= np.where(free, 0, between).astype(np.uint8)
    told = np.maximum((free | things).ravel()[backdrop.beside].sum(axis=1), _TOLD)
    covered = things.ravel()[backdrop.beside].sum(axis=1) > _BESIDE * told
    if hand:
        reach = _reach(arms, seen.changed)
        covered |= reach.ravel()[backdrop.beside].mean(axis=1) > _NEAR_A_HAND
    hidden = frozenset(hole for hole, over in zip(eye.places.names, covered, strict=True) if over)
    return Cover(hand, hidden, share)


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


@dataclass(frozen=True, slots=True, eq=False)
class _Traces:
    """What is seen of each piece that may be an arm, (pieces) each.

    Attributes:
        sure: strong pixels.
        lines, thin: pixels of what has gone; those that aren't strong.
        coloured, tinged: whether much of what has gone is of another colour, or some of it: lines that have
            gone without may have been the edges of shadows.
        loud: pixels that speak for an arm.
    """

    sure: Counts
    lines: Counts
    thin: Counts
    coloured: Mask
    tinged: Mask
    loud: Counts


def _find_arms(
    weak: Image, strong: Image, lost: Image, seen: Difference, backdrop: Backdrop
) -> tuple[Hand, Image]:
    """Whether an arm is in the picture, and its pixels."""
    pieces = _join(weak)
    traces = _trace(pieces, strong, lost, seen)
    enough = _is_enough(pieces, traces, strong, seen, backdrop)
    if not enough.any():
        return "", np.zeros_like(weak)
    on = pieces.count(backdrop.board)
    reaching = enough & _is_reaching(pieces, traces, seen, backdrop)
    across = enough & _is_across(pieces, traces, strong, lost, backdrop)
    if not (reaching | across).any():
        return "", np.zeros_like(weak)
    around, sharp = (pieces.count(mask) for mask in _edges(strong, seen))
    reaching &= sharp >= np.where(on > 0, *_SHARPLY) * around
    # A reflection may have gone out over the board and the table at once.
    light = _is_light(traces.lines, pieces.count(seen.kept), on)
    across &= ~reaching & (sharp >= np.where(light, _SHARPEST, np.where(on > 0, *_SHARPLY)) * around)
    hand: Hand = ""
    if (reaching & (on > 0)).any():
        hand = "over"
    elif across.any():
        hand = "across"
    elif reaching.any():
        hand = "beside"
    return hand, pieces.draw(reaching | across)


def _trace(pieces: _Pieces, strong: Image, lost: Image, seen: Difference) -> _Traces:
    sure, lines, thin = pieces.count(strong), pieces.count(lost), pieces.count(lost & ~strong)
    tinted = pieces.count(seen.tinted)
    coloured = tinted >= _COLOURED * lines
    return _Traces(sure, lines, thin, coloured, tinted >= _TINGED * lines, sure + np.where(coloured, thin, 0))


def _is_enough(pieces: _Pieces, traces: _Traces, strong: Image, seen: Difference, backdrop: Backdrop) -> Mask:
    """Whether pieces are near the board, dense or solid, and more than another light."""
    enough = (traces.loud >= _TIPS) & (pieces.count(backdrop.near) > 0)
    kept = pieces.count(seen.kept & strong)
    light = enough & _is_light(traces.lines - traces.thin, kept, traces.sure)
    if light.any():
        # An arm that hides something may have run together with a reflection that went out.
        own = _label(strong)
        gone = own.count(seen.lost)
        around, sharp = (own.count(mask) for mask in _edges(strong, seen))
        hides = (gone >= _HIDES) | (sharp >= _SHARPEST * around)
        arm = (own.count(backdrop.edge) >= _TOUCH) & (own.areas >= _ARM[1]) & hides
        arm &= ~_is_light(gone, own.count(seen.kept), own.areas)
        enough &= ~light | (pieces.count(own.draw(arm)) > 0)
    if enough.any():
        solid = pieces.count(open_mask(strong, WIDELY))
        enough &= (traces.loud >= _DENSE * pieces.areas) | (solid >= _SOLID)
    return np.asarray(enough)


def _is_reaching(pieces: _Pieces, traces: _Traces, seen: Difference, backdrop: Backdrop) -> Mask:
    """Whether pieces come in from the picture's edge."""
    entering = pieces.count(backdrop.edge) >= _TOUCH
    # Where a cloth's pattern is seen as it was no hand lies on it.
    cloth = _is_light(traces.lines, pieces.count(seen.still), pieces.areas, _STILL_SHARE)
    beside = pieces.count(backdrop.board) == 0
    return np.asarray(entering & (traces.loud >= np.where(traces.coloured, *_ARM)) & ~(beside & cloth))


def _is_across(pieces: _Pieces, traces: _Traces, strong: Image, lost: Image, backdrop: Backdrop) -> Mask:
    """Whether pieces are hands on the board, or fingers on an edge beyond which nothing is known."""
    # What was guessed under pawns that have gone since is often wrong.
    seen_empty = np.asarray(strong & (backdrop.guessed ^ 1), np.uint8)
    held = (pieces.count(seen_empty & backdrop.face) >= _HELD) & (
        pieces.count(backdrop.board) + _CUT <= pieces.areas
    )
    # There even wide lines that have gone may have been the board's own shadow.
    firm = np.where(traces.tinged, traces.loud, pieces.count(np.asarray(strong & (lost ^ 1), np.uint8)))
    cut = pieces.count(backdrop.rim) >= _CUT
    tips = (firm >= _TIPS) & (pieces.count(strong & backdrop.rim) >= _CUT)
    return np.asarray((traces.loud >= _HAND) & held | (firm >= _HAND) & cut | tips)


def _edges(strong: Image, seen: Difference) -> tuple[Image, Image]:
    """Where what is strong ends, and where it does so within a few pixels: a lamp's reflection doesn't."""
    ring = np.asarray(cv2.subtract(cv2.dilate(strong, np.ones((3, 3), np.uint8)), strong), np.uint8)
    return ring, ring & (_is_sharp(seen.dim) | _is_sharp(seen.tint))


def _is_sharp(values: Singles) -> Image:
    """1 where most of a change happens within a few pixels."""
    step = cv2.morphologyEx(values, cv2.MORPH_GRADIENT, WIDELY)
    most = np.asarray(cv2.dilate(np.abs(values), WIDELY))
    return (np.asarray(step) > most * np.float32(_SHARP)).view(np.uint8)


def _reach(arms: Image, changed: Image) -> Image:
    """All that a hand may cover or darken: what has changed and hangs together with it, and a margin."""
    thick = open_mask(changed, np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(thick | arms, connectivity=8)
    mine = np.zeros(count, np.uint8)
    mine[labels[arms > 0]] = 1
    return np.asarray(cv2.dilate(mine[labels], _disc(_MARGIN)), np.uint8)


def _disc(radius: int) -> Image:
    size = 2 * radius + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)
