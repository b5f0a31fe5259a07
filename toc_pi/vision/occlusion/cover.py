"""Occlusion of the playing field by anything other than pawns: hands and arms, cups, cards.

Small networks (see `covernet`) compare a picture with the free field and classify each place as free, arm or
thing (see also `things`). An arm beside the field occludes no hole.

At set-up, the median of all pictures shows no hand that moves on. A hand that rests stays in it. Each picture
is therefore compared with the median, and the median with it, by the same networks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.appearance.sampling_grid import SamplingGrids, make_sampling_grids, pick_pixels
from calibration.arrays import Image, Indices, Mask, Singles
from calibration.camera import median_picture
from calibration.occlusion.edge_crossings import find_crossings
from calibration.occlusion.occluder import SURE, Occluder, occluder_mask
from calibration.setup.calibration_file import Calibration
from calibration.setup.privacy import board_pixels
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.occlusion.covernet import SIZE, Crop, crop_around, find_covers
from toc_pi.vision.planes import (
    Pyramid,
    as_planes,
    build_pyramid,
    find_pattern,
    shows_pattern,
)

SET_UP = 2  # number of free pictures from the set-up: empty, and with its pawns
_LIKELY = 0.4  # probability from which a place is occluded
MIN_CELLS = 8  # fewest places of the field that fingertips cover
_RIM = 1  # places around the bodies of possible pawns that belong to the field
_BESIDE = 0.3  # share of a hole's grid that a thing must cover for the hole to be hidden
_NEAR_A_HAND = 0.1  # share of a hole's grid that a hand and its margin must cover for the hole to be hidden
_MARGIN = 5  # places across, around a hand


@dataclass(frozen=True, slots=True)
class Cover:
    """The occlusion of the field.

    Attributes:
        hand: whether an arm reaches over it.
        hidden_holes: occluded holes, and those near a hand.
        share: of the field that is occluded.
    """

    hand: bool
    hidden_holes: frozenset[str]
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class FreeField:
    """The free field for one pose.

    Attributes:
        crop: around the holes and possible pawns.
        free: (SIZE, SIZE, 3) each, the field without occlusion: at set-up without pawns and with them, and
            when it was last read. An occlusion differs from all of them. Black where the board was never
            seen.
        places: (holes, POINTS) indices into the network's output, on and around each hole's body.
        patterns: (holes, POINTS) each, the pattern of each hole in the free pictures; 0 where it was never
            seen.
    """

    crop: Crop
    free: tuple[Image, ...]
    places: Indices
    patterns: tuple[Singles, ...]


def crop_field(grids: SamplingGrids, size: tuple[int, int]) -> Crop:
    """The crop around the holes and the bodies of the pawns that would stand there.

    Args:
        size: (width, height) of the pictures.
    """
    bodies = [points[inside] for points, inside in zip(grids.points, grids.inside, strict=True)]
    return crop_around(bodies, size, _RIM)


def make_free_field(model: AppearanceModel, *, has_surroundings: bool) -> FreeField:
    """Prepare the free field for a pose.

    Args:
        has_surroundings: whether the calibration's picture shows the board's surroundings.
    """
    calibration, grids = model.calibration, model.grids
    looks = calibration.looks
    empty = looks.empty
    # Each set-up pawn is still there or has gone: at each place one of the two pictures is right.
    with_pawns = empty
    if looks.standing is not None:
        picture = looks.standing.picture
        with_pawns = np.where(picture.any(axis=2, keepdims=True), picture, empty)
    height, width = looks.empty.shape[:2]
    crop = crop_field(grids, (width, height))
    half = SIZE // 2
    scale = np.array([half / crop.width, half / crop.height])
    columns, rows = (
        ((grids.points - (crop.left, crop.top)) * scale).astype(np.intp).clip(0, half - 1).transpose(2, 0, 1)
    )
    hidden = np.zeros((height, width), np.uint8)
    if calibration.occluder is not None:
        hidden = occluder_mask(calibration.occluder, (width, height))
    if not has_surroundings:
        hidden |= ~board_pixels(calibration.board, model.pose, calibration.pawns, calibration.size)
    unknown = crop.take(np.repeat(hidden[:, :, None], 3, axis=2)) > 0
    free = [np.where(unknown, 0, np.maximum(crop.take(one), 1)) for one in (empty, with_pawns)]
    known_holes = ~(pick_pixels(hidden, grids.points) > 0).any(axis=1, keepdims=True)
    patterns = [_patterns(one, model) * known_holes for one in (empty, with_pawns)]
    return FreeField(crop, (free[0], free[1]), rows * half + columns, (patterns[0], patterns[1]))


def with_free_picture(image: Image, model: AppearanceModel, free_field: FreeField) -> FreeField:
    """The free field, updated by a picture in which nothing covered the field."""
    return replace(
        free_field,
        free=(*free_field.free[:SET_UP], free_field.crop.take(image)),
        patterns=(*free_field.patterns[:SET_UP], _patterns(image, model)),
    )


def _patterns(image: Image, model: AppearanceModel) -> Singles:
    """(holes, POINTS): the light-independent pattern of each hole and of the body there."""
    return find_pattern(
        as_planes(cv2.remap(image, *model.sample_maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    )


def find_arms(now: Image, free: Sequence[Image], crop: Crop) -> tuple[Singles, Singles]:
    """The probabilities of an arm, and of a thing, at each place; see `find_covers`.

    Args:
        now: the crop of a picture.
        free: crops of the free field; compared one after the other, until no arm is left.
    """
    first, *others = free
    arm, thing = find_covers(now, first, crop)
    for then in others:
        if not is_over_field(arm, crop):
            break
        other_arm, other_thing = find_covers(now, then, crop)
        arm, thing = np.minimum(arm, other_arm), np.minimum(thing, arm + other_thing)
    return arm, thing


def is_over_field(arm: Singles, crop: Crop) -> bool:
    """Whether an arm covers some of the field.

    Args:
        arm: its probability at each place.
    """
    return covered_cells(arm, crop) >= MIN_CELLS


def covered_cells(arm: Singles, crop: Crop) -> int:
    """How many places of the field an arm covers; see `is_over_field`."""
    return int(((arm > _LIKELY) & crop.field).sum())


def has_arm(image: Image, model: AppearanceModel, free_field: FreeField) -> bool:
    """Whether an arm reaches over the field."""
    arm, _ = _find_hiding_arms(image, model, free_field)
    return is_over_field(arm, free_field.crop)


def find_cover(image: Image | Pyramid, model: AppearanceModel, free_field: FreeField) -> Cover:
    """Find the occlusion of the field."""
    crop = free_field.crop
    arm, thing = _find_hiding_arms(image, model, free_field)
    hand = is_over_field(arm, crop)
    covered = (arm + thing > _LIKELY) & crop.field
    if not hand and not covered.any():
        return Cover(False, frozenset(), 0.0)
    hidden = covered.ravel()[free_field.places].mean(axis=1) > _BESIDE
    if hand:
        block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_MARGIN, _MARGIN))
        near_hand = cv2.dilate((arm > _LIKELY).view(np.uint8), block)
        hidden |= near_hand.ravel()[free_field.places].mean(axis=1) > _NEAR_A_HAND
    holes = frozenset(hole for hole, is_hidden in zip(model.grids.names, hidden, strict=True) if is_hidden)
    return Cover(hand, holes, float(covered.sum() / max(1, crop.field.sum())))


def _find_hiding_arms(
    image: Image | Pyramid, model: AppearanceModel, free_field: FreeField
) -> tuple[Singles, Singles]:
    """The probabilities of an arm, and of a thing, at each place, without arms that hide no hole."""
    crop = free_field.crop
    arm, thing = find_arms(crop.take(image), free_field.free, crop)
    if is_over_field(arm, crop):
        whole = build_pyramid(image).whole
        arm = np.where(_covers_no_hole(arm, whole, model, free_field), np.float32(0), arm)
    return arm, thing


def _covers_no_hole(arm: Singles, image: Image, model: AppearanceModel, free_field: FreeField) -> Mask:
    """Where what looks like an arm is only its shadow, or an arm that ends beside the holes.

    An arm hides what is below it. If every hole that a connected piece touches shows the same pattern as in
    the free field, the piece hides nothing.
    """
    covered = ((arm > _LIKELY) & free_field.crop.field).view(np.uint8)
    count, components = cv2.connectedComponents(covered, connectivity=8)
    now, inside = _patterns(image, model), model.grids.inside
    unchanged = np.any([shows_pattern(now, then, inside) for then in free_field.patterns], axis=0)
    component_of = components.ravel()[free_field.places]
    harmless = np.zeros(count, np.bool_)
    for piece in range(1, count):
        touched = (component_of == piece).any(axis=1)
        harmless[piece] = touched.any() and unchanged[touched].all()
    return np.asarray(harmless[components])


def free_pictures(images: Sequence[Image], found: Calibration) -> Sequence[Image]:
    """The set-up pictures in which no arm reaches over the field; all of them if none is free.

    Args:
        images: all from one place, (h, w, 3) BGR.
    """
    if len(images) < 2:  # a single picture has nothing to be compared with
        return images
    field_crop = crop_field(make_sampling_grids(found.board, found.pose, found.pawns), found.size)
    seen = [np.maximum(field_crop.take(image), np.uint8(1)) for image in images]
    median = median_picture(seen[1 - len(seen) % 2 :])  # of an odd number: no mean of two halves
    in_picture = [covered_cells(find_covers(one, median, field_crop)[0], field_crop) for one in seen]
    in_median = [covered_cells(find_covers(median, one, field_crop)[0], field_crop) for one in seen]
    if max(*in_picture, *in_median) < MIN_CELLS:
        return images
    # Where one of two pictures shows an arm, the networks often see a smaller one in the other. What crosses
    # the board's edge tells which of them is free.
    no_crossing = [not _crosses_edge(image, found) for image in images]
    freer_than_median = [
        free and MIN_CELLS <= n >= m for free, m, n in zip(no_crossing, in_picture, in_median, strict=True)
    ]
    like_median = [free and m < MIN_CELLS for free, m in zip(no_crossing, in_picture, strict=True)]
    keep = freer_than_median if any(freer_than_median) else like_median
    return [image for image, kept in zip(images, keep, strict=True) if kept] or images


def _crosses_edge(image: Image, found: Calibration) -> bool:
    """Whether something surely lies across the board's edge."""
    standing = found.looks.standing
    holes = {} if standing is None else standing.holes
    crossings = find_crossings(image, found.board, found.pose, holes, found.pawns)
    return any(crossing.log_odds >= SURE for crossing in crossings)


def holes_under_occluder(occluder: Occluder, found: Calibration) -> frozenset[str]:
    """The holes that lie under what covered the board at set-up."""
    mask = occluder_mask(occluder, found.size)
    grids = make_sampling_grids(found.board, found.pose, found.pawns)
    under = pick_pixels(mask, grids.foot) > 0
    return frozenset(name for name, so in zip(grids.names, under, strict=True) if so)
