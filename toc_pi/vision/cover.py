"""What covers the playing field without being a pawn: hands and arms, cups, cards.

Small networks (see `covernet`) compare a picture with the free field, place by place, and tell where an
arm covers it and where a thing does. An arm that lies beside the field covers no hole.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.occlusion.occluder import full_mask
from calibration.setup.privacy import board_pixels
from toc_pi.vision.covernet import SIZE, Crop, crop_around, find_covers
from toc_pi.vision.eye import Eye, Indices
from toc_pi.vision.halves import Halves, halve
from toc_pi.vision.pattern import find_pattern, is_kept
from toc_pi.vision.planes import as_planes

Image = NDArray[np.uint8]
Singles = NDArray[np.float32]
Mask = NDArray[np.bool_]

SET_UP = 2
"""Free looks of the set-up: empty, and with its pawns."""
_LIKELY = 0.4
_TIPS = 8  # places of the field that fingertips cover, at least
_RIM = 1  # place around the bodies that pawns would have in the holes: fingers around one cover the next
_BESIDE = 0.3  # share of a hole's body and what is around it that a thing covers: the hole is hidden
_NEAR_A_HAND = 0.1  # the same for a hand and what is close to it
_MARGIN = 5  # places across, around a hand


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers the field.

    Attributes:
        hand: whether an arm reaches over it.
        hidden: holes with something over or beside them that is no pawn, and those near a hand.
        share: of the field that is covered.
    """

    hand: bool
    hidden: frozenset[str]
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class Lookout:
    """Where covers are looked for, for one pose.

    Attributes:
        crop: around the holes and the pawns that would stand there.
        free: (SIZE, SIZE, 3) each, what it looks like when nothing covers it: at set-up without its pawns
            and with them, and when it was last read. What covers it differs from every one of them. Black
            where nobody has seen the board.
        places: (holes, POINTS) indices into what the network tells, on and around each hole's body.
        patterns: (holes, POINTS) each, what each hole showed in the free looks; 0 where nobody has seen it.
    """

    crop: Crop
    free: tuple[Image, ...]
    places: Indices
    patterns: tuple[Singles, ...]


def open_lookout(eye: Eye, *, beside: bool) -> Lookout:
    """Prepare for a pose and the looks of its board.

    Args:
        eye: tables of the pose.
        beside: whether the looks show what lies beside the board, too.
    """
    told, places = eye.calibration, eye.places
    looks = told.looks
    empty = looks.empty
    # The pawns of the set-up stand there, or they have gone: of each place one of the two is true.
    stood = empty
    if looks.standing is not None:
        picture = looks.standing.picture
        stood = np.where(picture.any(axis=2, keepdims=True), picture, empty)
    bodies = [points[inside] for points, inside in zip(places.points, places.inside, strict=True)]
    height, width = looks.empty.shape[:2]
    crop = crop_around(bodies, (width, height), _RIM)
    half = SIZE // 2
    scale = np.array([half / crop.width, half / crop.height])
    columns, rows = (
        ((places.points - (crop.left, crop.top)) * scale).astype(np.intp).clip(0, half - 1).transpose(2, 0, 1)
    )
    hidden = np.zeros((height, width), np.uint8)
    if told.visitor is not None:
        hidden = full_mask(told.visitor, (width, height))
    if not beside:
        hidden |= ~board_pixels(told.board, eye.pose, told.pawns, told.size)
    unknown = crop.take(np.repeat(hidden[:, :, None], 3, axis=2)) > 0
    free = [np.where(unknown, 0, np.maximum(crop.take(one), 1)) for one in (empty, stood)]
    at = places.points.round().astype(np.intp).clip(0, (width - 1, height - 1)).transpose(2, 0, 1)
    told_of = ~(hidden[at[1], at[0]] > 0).any(axis=1, keepdims=True)
    patterns = [_patterns(one, eye) * told_of for one in (empty, stood)]
    return Lookout(crop, (free[0], free[1]), rows * half + columns, (patterns[0], patterns[1]))


def after(image: Image, eye: Eye, lookout: Lookout) -> Lookout:
    """The same once a picture has been read and nothing covered the field."""
    return replace(
        lookout,
        free=(*lookout.free[:SET_UP], lookout.crop.take(image)),
        patterns=(*lookout.patterns[:SET_UP], _patterns(image, eye)),
    )


def _patterns(image: Image, eye: Eye) -> Singles:
    """(holes, POINTS): what each hole and the body that stands there look like, whatever the light."""
    return find_pattern(
        as_planes(cv2.remap(image, *eye.where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    )


def look_for_arms(now: Image, free: Sequence[Image], crop: Crop) -> tuple[Singles, Singles]:
    """How likely an arm, and a thing, covers each place; see `find_covers`.

    Args:
        now: the crop of a picture.
        free: crops of the free field; they are asked one after the other, while any arm is left.
        crop: whose.
    """
    first, *others = free
    arm, thing = find_covers(now, first, crop)
    for then in others:
        if not reaches_over(arm, crop):
            break
        again, also = find_covers(now, then, crop)
        arm, thing = np.minimum(arm, again), np.minimum(thing, arm + also)
    return arm, thing


def reaches_over(arm: Singles, crop: Crop) -> bool:
    """Whether an arm covers some of the field.

    Args:
        arm: how likely one covers each place.
        crop: whose.
    """
    return int(((arm > _LIKELY) & crop.field).sum()) >= _TIPS


def sees_arm(image: Image, eye: Eye, lookout: Lookout) -> bool:
    """Whether an arm reaches over the field."""
    arm, _ = _find_arms(image, eye, lookout)
    return reaches_over(arm, lookout.crop)


def find_cover(image: Image | Halves, eye: Eye, lookout: Lookout) -> Cover:
    """Find what covers the field.

    Args:
        image: (h, w, 3).
        eye: tables of the pose.
        lookout: of the same pose.
    """
    crop = lookout.crop
    arm, thing = _find_arms(image, eye, lookout)
    hand = reaches_over(arm, crop)
    things = (arm + thing > _LIKELY) & crop.field
    if not hand and not things.any():
        return Cover(False, frozenset(), 0.0)
    covered = things.ravel()[lookout.places].mean(axis=1) > _BESIDE
    if hand:
        block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_MARGIN, _MARGIN))
        reach = cv2.dilate((arm > _LIKELY).view(np.uint8), block)
        covered |= reach.ravel()[lookout.places].mean(axis=1) > _NEAR_A_HAND
    hidden = frozenset(hole for hole, over in zip(eye.places.names, covered, strict=True) if over)
    return Cover(hand, hidden, float(things.sum() / max(1, crop.field.sum())))


def _find_arms(image: Image | Halves, eye: Eye, lookout: Lookout) -> tuple[Singles, Singles]:
    """How likely an arm, and a thing, covers each place, but for what hides no hole."""
    crop = lookout.crop
    arm, thing = look_for_arms(crop.take(image), lookout.free, crop)
    if reaches_over(arm, crop):
        whole = halve(image).whole
        arm = np.where(_hides_nothing(arm, whole, eye, lookout), np.float32(0), arm)
    return arm, thing


def _hides_nothing(arm: Singles, image: Image, eye: Eye, lookout: Lookout) -> Mask:
    """Where what looks like an arm over the field is but its shadow, or an arm that ends beside the holes.

    An arm hides what lies below it. Where every hole that something touches shows just what it showed when
    the field was free, nothing is hidden by that.
    """
    over = ((arm > _LIKELY) & lookout.crop.field).view(np.uint8)
    count, pieces = cv2.connectedComponents(over, connectivity=8)
    now, inside = _patterns(image, eye), eye.places.inside
    shown = np.any([is_kept(now, then, inside) for then in lookout.patterns], axis=0)
    below = pieces.ravel()[lookout.places]
    nothing = np.zeros(count, np.bool_)
    for piece in range(1, count):
        touched = (below == piece).any(axis=1)
        nothing[piece] = touched.any() and shown[touched].all()
    return np.asarray(nothing[pieces])
