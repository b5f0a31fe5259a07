"""Occlusion of the playing field by anything other than pawns: hands and arms, cups, cards.

Small networks (see `covernet`) compare a picture with the free field and classify each place as free, arm or
thing. An arm beside the field occludes no hole.

A thing on the board, such as a card or a cup, also shows by deviations from the board: the ground around a
hole has a colour that no light explains, and a hole read as empty doesn't show its own pattern (the dark
hole, its rim, the lines through it).

The median of all set-up pictures shows no moving hand, but a resting hand stays in it. Each picture is
therefore compared with the median, and the median with it, by the same networks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.colours import distance_beyond_light
from calibration.appearance.looks import body_hull, fit_quadratic
from calibration.appearance.sampling_grid import SamplingGrids, make_sampling_grids, pick_pixels
from calibration.arrays import Image, Indices, Mask, Singles
from calibration.camera import median_picture
from calibration.occlusion.edge_crossings import find_crossings
from calibration.occlusion.occluder import SURE, Occluder, occluder_mask
from calibration.setup.calibration_file import Calibration
from calibration.setup.privacy import board_pixels
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.evidence import Evidence
from toc_pi.vision.occlusion.covernet import SIZE, Crop, crop_around, find_covers
from toc_pi.vision.planes import (
    RATIO_NOISE,
    Pyramid,
    as_planes,
    build_pyramid,
    find_pattern,
    shows_pattern,
    to_ratios,
    without_gradient,
)

SET_UP = 2  # number of free pictures from the set-up: empty, and with its pawns
_LIKELY = 0.4  # probability from which a place is occluded
MIN_CELLS = 8  # fewest cells of the field that fingertips cover
_RIM = 1  # cells around the bodies of possible pawns that belong to the field
_BESIDE = 0.3  # share of a hole's grid that a thing must cover for the hole to be hidden
_NEAR_A_HAND = 0.1  # share of a hole's grid that a hand and its margin must cover for the hole to be hidden
_MARGIN = 5  # cells across, around a hand


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """The occlusion of the field.

    Attributes:
        hand: whether an arm reaches over it.
        hidden: (holes) which are occluded or near a hand.
        share: of the field that is occluded.
    """

    hand: bool
    hidden: Mask
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
    """The crop around the holes, and pawns in them, of pictures of a size (width, height)."""
    bodies = [points[inside] for points, inside in zip(grids.points, grids.inside, strict=True)]
    return crop_around(bodies, size, _RIM)


def make_free_field(model: AppearanceModel, *, has_surroundings: bool) -> FreeField:
    """Prepare the free field for a pose; `has_surroundings`: the calibration shows what is beside the
    board.
    """
    calibration, grids = model.calibration, model.grids
    looks = calibration.looks
    empty = looks.empty
    # Each set-up pawn is still there or has left: at each place one of the two pictures is right.
    stood = empty if looks.standing is None else looks.standing.picture
    with_pawns = np.where(stood.any(axis=2, keepdims=True), stood, empty)
    height, width = empty.shape[:2]
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
    """The free field, updated by an unobstructed picture."""
    return replace(
        free_field,
        free=(*free_field.free[:SET_UP], free_field.crop.take(image)),
        patterns=(*free_field.patterns[:SET_UP], _patterns(image, model)),
    )


def _patterns(image: Image, model: AppearanceModel) -> Singles:
    """(holes, POINTS): the light-independent pattern of each hole and of the body there."""
    return find_pattern(as_planes(model.sample(image)))


def find_arms(now: Image, free: Sequence[Image], crop: Crop) -> tuple[Singles, Singles]:
    """The probabilities of an arm, and of a thing, at each place; see `find_covers`.

    The crops of the free field are compared with that of a picture one after the other, until no arm is left.
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
    """Whether an arm, by its probability in each cell, covers part of the field."""
    return covered_cells(arm, crop) >= MIN_CELLS


def covered_cells(arm: Singles, crop: Crop) -> int:
    """The number of cells of the field that an arm covers; see `is_over_field`."""
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
        return Cover(False, np.zeros(len(free_field.places), np.bool_), 0.0)
    hidden = covered.ravel()[free_field.places].mean(axis=1) > _BESIDE
    if hand:
        block = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_MARGIN, _MARGIN))
        near_hand = cv2.dilate((arm > _LIKELY).view(np.uint8), block)
        hidden |= near_hand.ravel()[free_field.places].mean(axis=1) > _NEAR_A_HAND
    return Cover(hand, np.asarray(hidden), float(covered.sum() / max(1, crop.field.sum())))


def _find_hiding_arms(
    image: Image | Pyramid, model: AppearanceModel, free_field: FreeField
) -> tuple[Singles, Singles]:
    """The probabilities of an arm, and of a thing, in each cell, without arms that hide no hole."""
    crop = free_field.crop
    arm, thing = find_arms(crop.take(image), free_field.free, crop)
    if is_over_field(arm, crop):
        whole = build_pyramid(image).whole
        arm = np.where(_covers_no_hole(arm, whole, model, free_field), np.float32(0), arm)
    return arm, thing


def _covers_no_hole(arm: Singles, image: Image, model: AppearanceModel, free_field: FreeField) -> Mask:
    """Cells where an apparent arm is only its shadow, or an arm that ends beside the holes.

    An arm hides what is below it. If every hole touched by a connected piece shows the same pattern as in the
    free field, the piece hides nothing.
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
    """The set-up pictures without an arm over the field; all of them if there are none.

    Args:
        images: all from one place, (h, w, 3) BGR.
    """
    if len(images) < 2:  # a single picture can't be compared
        return images
    field_crop = crop_field(make_sampling_grids(found.board, found.pose, found.pawns), found.size)
    seen = [np.maximum(field_crop.take(image), np.uint8(1)) for image in images]
    median = median_picture(seen[1 - len(seen) % 2 :])  # of an odd number: no mean of two halves
    in_picture = [covered_cells(find_covers(one, median, field_crop)[0], field_crop) for one in seen]
    in_median = [covered_cells(find_covers(median, one, field_crop)[0], field_crop) for one in seen]
    if max(*in_picture, *in_median) < MIN_CELLS:
        return images
    # If an arm is in one of two pictures, the networks often see a smaller one in the other. Whatever crosses
    # the board's edge tells which of them is free.
    no_crossing = [not _crosses_edge(image, found) for image in images]
    freer_than_median = [
        free and MIN_CELLS <= n >= m for free, m, n in zip(no_crossing, in_picture, in_median, strict=True)
    ]
    like_median = [free and m < MIN_CELLS for free, m in zip(no_crossing, in_picture, strict=True)]
    keep = freer_than_median if any(freer_than_median) else like_median
    return [image for image, kept in zip(images, keep, strict=True) if kept] or images


def _crosses_edge(image: Image, found: Calibration) -> bool:
    """Whether something certainly crosses the board's edge."""
    standing = found.looks.standing
    holes = {} if standing is None else standing.holes
    crossings = find_crossings(image, found.board, found.pose, holes, found.pawns)
    return any(crossing.log_odds >= SURE for crossing in crossings)


def holes_under_occluder(occluder: Occluder, found: Calibration) -> frozenset[str]:
    """The holes below the object that covered the board at set-up."""
    mask = occluder_mask(occluder, found.size)
    grids = make_sampling_grids(found.board, found.pose, found.pawns)
    under = pick_pixels(mask, grids.foot) > 0
    return frozenset(name for name, so in zip(grids.names, under, strict=True) if so)


Outlines = Sequence[NDArray[np.float32]]  # of pawns in camps without holes, (k, 2) px each
# Change of the colour ratios (logarithms) beyond what light explains, from which a point is covered.
_TINT = 0.12
_DARK, _GLARING = -1.3, 1.0  # log brightness outside the range of shadows and stripes of sun
_SPREADS = 1.5  # the usual deviations of a point's ratios that are ignored
# Share of the ground around a hole that must be covered; noise in dim films covers up to 0.25.
_GROUND_COVERED = 0.3
_MIN_GROUND = 4  # points of the ground that must be in view: else the nearest holes decide
_NEAREST = slice(1, 3)  # these, among `AppearanceModel.neighbours`
_PAWN_RIM = 0.008  # width of a pawn's edge, as a share of the picture's width

_SHOWN, _SHOWN_GUESS, _SHOWN_BESIDE, _SHOWN_MOST = 0.2, 0.12, 5.0, 0.75
"""Least share of its pattern's contrast that an empty hole shows; the same for a hole never seen empty; the
increase per share of covered ground around it; the maximum of that limit.

Measured on 11,109 empty holes in view in 24 still pictures of eight clips, and 84 of fourteen films with
people at the rim or a sensor's noise: 99 % show more than 0.67, and one that was once seen empty less than
0.3; of those that never were, whose pattern is inpainted, the least is 0.2. Of 995 holes below painted cards
and telephones 73 % show less than 0.2. Of 1,862 hidden holes (`research/measure.py covers`, seeds 1, 5, 23)
4 are wrong and sure with this check and 21 without, 17 of them below cards on pawns in camps; 97.1 % of those
below loose cards are unsure, 91.3 % without. In the other films no further hole is unsure; with 0.85 for the
most, three are.
"""

_MIN_IN_VIEW = 40  # points of a hole's grid not hidden by pawns


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The ground around the holes.

    Attributes:
        covered: (holes) the share that no light explains as board.
    """

    covered: Singles

    @property
    def hidden(self) -> Mask:
        """(holes) where that share means that a thing lies there."""
        return np.asarray(self.covered > _GROUND_COVERED)

    @property
    def share(self) -> float:
        """The share of all ground that things cover."""
        return float(self.covered[self.hidden].sum() / len(self.covered))


def compare_ground(
    evidence: Evidence, explained: Mask, model: AppearanceModel, area_pawns: Outlines = ()
) -> Ground:
    """Compare the ground around all holes with the board's; `explained` (holes) have pawns that explain the
    picture there.
    """
    points = model.grids.points[:, model.surrounding_points]
    ground = model.ground & ~_on_pawns(explained, model, points, area_pawns)
    seen = ground.sum(axis=1)
    covered = (_beyond_light(evidence, model) & ground).sum(axis=1) / np.maximum(seen, _MIN_GROUND)
    covered = np.where(seen < _MIN_GROUND, covered[model.neighbours[:, _NEAREST]].mean(axis=1), covered)
    # A hole that still shows its own pattern is only in another light.
    covered *= ~evidence.pattern_shown
    return Ground(np.asarray(covered, np.float32))


def find_lost_patterns(
    evidence: Evidence, pawns: Mask, ground: Ground, model: AppearanceModel, area_pawns: Outlines = ()
) -> Mask:
    """(holes) which are visible and probably hold no pawn, but don't show their own pattern."""
    lost = np.zeros(len(pawns), np.bool_)
    rows = evidence.candidates[~(evidence.pattern_kept | pawns[evidence.candidates])]
    if not len(rows):
        return lost
    lit = model.empty.levels.take(rows, 1) * np.exp(evidence.gain.take(rows, 1))[..., None]
    in_view = (~_on_pawns(pawns, model, model.grids.points[rows], area_pawns)).astype(np.float32)
    count = in_view.sum(axis=1, keepdims=True)
    pattern, seen = (
        in_view * (values - (in_view * values).sum(axis=1, keepdims=True) / np.maximum(count, 1))
        for values in (find_pattern(lit), without_gradient(evidence.ratios[0, rows]))
    )
    contrast = np.maximum((pattern * pattern).sum(axis=1), 1e-6)
    noise = np.sqrt((pattern * pattern * evidence.noise_variance[rows]).sum(axis=1))
    shown = ((seen * pattern).sum(axis=1) + 2 * noise) / contrast
    known = np.minimum(_SHOWN + _SHOWN_BESIDE * ground.covered[rows], _SHOWN_MOST)
    expected = (1 - evidence.blur) * np.where(model.never_seen[rows], _SHOWN_GUESS, known)
    lost[rows] = (shown < expected) & (count[:, 0] >= _MIN_IN_VIEW)
    return lost


def _beyond_light(evidence: Evidence, model: AppearanceModel) -> Mask:
    """(holes, m) which points around the holes differ from the board beyond what light explains."""
    around = model.surrounding_points
    terms = model.light_terms
    # The light of the whole board: around a hole below a card the ground would seem to be lit differently.
    gain = np.asarray(terms @ fit_quadratic(terms, evidence.gain.T), np.float32).T
    expected = np.stack(to_ratios(model.empty.levels[:, :, around] * np.exp(gain)[..., None]))
    seen = evidence.ratios[:, :, around]
    change = seen[0] - expected[0]
    tint = distance_beyond_light(np.moveaxis(seen, 0, -1), np.moveaxis(expected, 0, -1))
    variance = model.empty.variance[1:, :, around].mean(axis=0)
    variance += RATIO_NOISE[1] * evidence.noise_variance[:, around]
    strange = tint - _SPREADS * np.sqrt(variance) > _TINT
    return np.asarray(strange | (change < _DARK) | (change > _GLARING))


def _on_pawns(explained: Mask, model: AppearanceModel, points: Singles, area_pawns: Outlines) -> Mask:
    """(n, m) which points, px, show a pawn or its edge."""
    grids = model.grids
    width, height = model.calibration.size
    bodies = [body_hull(grids, at)[:, 0] for at in np.flatnonzero(explained).tolist()]
    pawns = np.zeros((height, width), np.uint8)
    for outline in (*bodies, *(hull.round().astype(np.int32) for hull in area_pawns)):
        cv2.fillConvexPoly(pawns, outline, 1)
        cv2.polylines(pawns, [outline], True, 1, round(_PAWN_RIM * width))
    return np.asarray(pick_pixels(pawns, points) > 0)
