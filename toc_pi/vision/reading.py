"""Reads one picture: which hole holds which pawn (no rules; memory only if passed in); draws the result."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Literal

import cv2
import numpy as np

from calibration.appearance.looks import body_hull
from calibration.appearance.updates import update_surroundings, warp_looks
from calibration.arrays import Image, Mask
from calibration.board.board import Point
from calibration.camera import Pose, flat, median_picture, project
from calibration.occlusion.occluder import is_occluder_present
from calibration.pose.tracking import check_pose, find_again
from calibration.setup.calibration_file import Calibration
from toc_pi.vision.appearance_model import AppearanceModel, make_appearance_model
from toc_pi.vision.camp_areas import Areas, hidden_behind, make_areas, read_areas, without_surplus
from toc_pi.vision.decision import SURELY_EMPTY, Decision, decide, log_of, normalise
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.fallen import find_fallen
from toc_pi.vision.occlusion.cover import (
    FreeField,
    compare_ground,
    find_cover,
    find_lost_patterns,
    make_free_field,
)
from toc_pi.vision.planes import Pyramid
from toc_pi.vision.priors import (
    ReferenceAppearance,
    apply_hole_changes,
    apply_temporal_prior,
    condition_on_counts,
    pawn_limits,
    update_last_sure,
)

ViewState = Literal["clear", "hand", "moved", "blind"]

_LIKELY = 0.5  # probability above which a pawn explains a difference there, so it isn't a thing

_DARK = 18  # grey level of the 95th percentile below which nothing can be read
_FLAT = 10  # least difference of grey levels between the 5th and 95th percentile
MIN_FREE, MAX_FREE = 3, 9
"""Numbers of pictures from which surroundings are learned; a hand in one of three isn't in their median."""

_SAME_PX = 0.7  # a board found again within this distance hasn't moved


@dataclass(frozen=True, slots=True)
class Reading:
    """The content of one picture.

    Attributes:
        state: "clear", "hand" (an arm over the holes), "moved" (the board isn't where the calibration says)
            or "blind" (too dark, covered, no board).
        holes: the certainly occupied holes, with their pawns.
        unsure: the undecided holes.
        probability: for every hole, the probability of each pawn, "" for none.
        white: with white faces, for each occupied hole the probability that its pawn shows white.
        covered: share of the playing field that is covered.
        spots: the place of each pawn in a camp without holes, mm.
        last_sure: appearance of each hole when last certain, here or before.
    """

    state: ViewState
    holes: Mapping[str, str] = field(default_factory=dict)
    unsure: frozenset[str] = frozenset()
    probability: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    white: Mapping[str, float] = field(default_factory=dict)
    covered: float = 0.0
    spots: Mapping[str, Point] = field(default_factory=dict)
    last_sure: ReferenceAppearance | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """Everything precomputed for one pose and used for every picture.

    Attributes:
        model: the appearance model.
        free_field: the free field for finding hands.
        pawn_limits: how many pawns each seat can have on this board.
        guessed: (holes) which were never seen empty.
        areas: camps without holes.
        moved: whether the appearance was warped from another pose.
    """

    model: AppearanceModel
    free_field: FreeField
    pawn_limits: Mapping[str, int]
    guessed: Mask
    areas: Areas
    moved: bool = False


def make_reader(calibration: Calibration, like: Reader | None = None) -> Reader:
    """Prepare reading with a calibration; `like`, a reader of its pose with older looks, saves work."""
    return _reader(make_appearance_model(calibration, None if like is None else like.model))


def _reader(model: AppearanceModel, *, moved: bool = False) -> Reader:
    return Reader(
        model,
        make_free_field(model, has_surroundings=model.calibration.looks.has_surroundings and not moved),
        pawn_limits(model.calibration.board),
        np.any(model.guessed, axis=1),
        make_areas(model),
        moved,
    )


def read_anywhere(image: Image, reader: Reader, before: Reading | None = None) -> tuple[Reading, Reader]:
    """Read one picture; if the board has moved, find it first.

    Returns:
        The reading, and the reader used for it.
    """
    reading = read_with(image, reader, before)
    if reading.state == "blind":
        return reading, reader
    model = reader.model
    board = model.calibration.board
    check = check_pose(image, board, model.pose)
    if check.ok:
        return reading, reader
    held = dict(reading.holes) if before is None else dict(before.holes)
    found = find_again(image, board, model.pose, holes=held)
    if found is None:
        return (reading if reading.state == "hand" else Reading("moved")), reader
    if not has_moved(model, found.pose):
        return reading, reader
    moved = warped_reader(reader, found.pose)
    return read_with(image, moved, before), moved


def warped_reader(reader: Reader, pose: Pose) -> Reader:
    """A reader for a new pose, with the old picture warped to it."""
    was = reader.model.calibration
    looks = warp_looks(was.looks, pose, reader.model.pose)
    return _reader(make_appearance_model(replace(was, pose=pose, looks=looks)), moved=True)


def learn_surroundings(calibration: Calibration, pictures: Iterable[Image]) -> Calibration:
    """The calibration with the board's surroundings, if enough pictures show them without hands."""
    reader = make_reader(calibration)
    free = []
    for picture in pictures:
        reading, used = read_anywhere(picture, reader)
        if reading.state == "clear" and used is reader:
            free.append(picture)
    if len(free) < MIN_FREE:
        return calibration
    usual = median_picture(free)
    was = calibration
    return replace(was, looks=update_surroundings(was.looks, usual, was.board, was.pose, was.pawns))


def has_moved(model: AppearanceModel, pose: Pose) -> bool:
    """Whether a board that was found again has moved relative to the model."""
    corners = flat(model.calibration.board.taps)
    return float(np.hypot(*(project(corners, pose) - project(corners, model.pose)).T).max()) >= _SAME_PX


def read_with(image: Image, reader: Reader, before: Reading | None = None) -> Reading:
    """Read one picture with an existing reader; the pose isn't verified."""
    model = reader.model
    pyramid = Pyramid(image)
    # Row-wise access first; later steps sample points all over it from the cache.
    pyramid.take(1)
    if is_blind(image):
        return Reading("blind")
    evidence, lit_model = compute_evidence(image, model)
    by_picture = decide(evidence, lit_model)
    last_sure = None if before is None else before.last_sure
    decision = apply_hole_changes(by_picture, evidence, lit_model, last_sure)
    # Occlusion.
    relit = lit_model.empty.surrounding_logs - model.empty.surrounding_logs
    gain_change = evidence.gain + relit.mean(axis=2)
    in_areas = read_areas(image, model, reader.areas, gain_change, decision.content > 0)
    obscured = hidden_behind(in_areas, model) | find_fallen(evidence, by_picture, lit_model)
    cover = find_cover(pyramid, model, reader.free_field)
    ground = compare_ground(evidence, decision.chances[:, 0] < _LIKELY, lit_model, in_areas.hulls)
    covered = (cover.hidden | ground.hidden) & ~obscured
    if cover.hand:  # a sleeve may look like the ground that is guessed under the set-up's pawns
        covered |= reader.guessed & (decision.content <= 0) & ~obscured
    # Counts: parts of a sleeve that look like pawns don't count.
    count = Counter(in_areas.holes.values())
    limits = {pawn: max(0, limit - count[pawn]) for pawn, limit in reader.pawn_limits.items()}
    counted = condition_on_counts(_without_hidden(decision, covered | obscured), limits, reader.guessed)
    # A hole read as empty must look empty.
    pawns = counted.chances[:, 0] < _LIKELY
    lost = find_lost_patterns(evidence, pawns, ground, lit_model, in_areas.hulls) & counted.sure
    counted, covered = replace(counted, sure=counted.sure & ~lost), covered | lost
    # Memory of hidden holes.
    log, unsure = counted.log.copy(), ~counted.sure
    log[covered] = decision.log[covered]
    if before is not None and before.probability:
        memory = log_of(
            map(before.probability.__getitem__, compress(counted.names, unsure)), counted.contents
        )
        blended = apply_temporal_prior(log[unsure], counted.visible[unsure], memory)
        log[unsure] = np.where(covered[unsure, None], memory, blended)
    # An obscured pawn may have fallen, or be elsewhere: half seen, half "certainly empty".
    log[obscured, 0] = np.logaddexp(by_picture.log[obscured, 0], 0.0)
    log[obscured, 1:] = by_picture.log[obscured, 1:]
    read = replace(counted, log=normalise(log))
    in_areas = without_surplus(in_areas, read.holes, reader.pawn_limits)
    occluder = model.calibration.occluder
    hand = cover.hand or (occluder is not None and is_occluder_present(image, occluder))
    return Reading(
        "hand" if hand else "clear",
        {**read.holes, **in_areas.holes},
        read.unsure | in_areas.unsure,
        {**read.probability, **in_areas.probability},
        read.white,
        max(cover.share, ground.share),
        in_areas.spots,
        update_last_sure(last_sure, evidence, lit_model, read.content),
    )


def _without_hidden(decision: Decision, hidden: Mask) -> Decision:
    """A decision without the hidden holes: unsure, and without pawns that count."""
    log = decision.log.copy()
    log[hidden] = SURELY_EMPTY
    log[hidden, 0] = 0.0
    return replace(decision, log=log, sure=decision.sure & ~hidden, occupied=decision.occupied & ~hidden)


def is_blind(image: Image) -> bool:
    """Whether nothing can be read in a picture: too dark, or too uniform."""
    few = cv2.max(cv2.max(*(image[::16, ::16, own] for own in (0, 1))), image[::16, ::16, 2]).ravel()
    twentieth = len(few) // 20
    ordered = np.partition(few, [twentieth, -1 - twentieth])
    low, high = int(ordered[twentieth]), int(ordered[-1 - twentieth])
    return high < _DARK or high - low < _FLAT


# Colours, BGR: of pawns' outlines by their colour's name; of the board, empty holes and unsure ones.
_PAINT = {
    "red": (40, 40, 230),
    "yellow": (40, 220, 250),
    "green": (60, 190, 60),
    "blue": (230, 110, 40),
    "black": (30, 30, 30),
    "white": (250, 250, 250),
    "orange": (30, 140, 250),
    "purple": (200, 60, 160),
}
_OUTLINE, _EMPTY, _DOUBT = (255, 200, 0), (200, 255, 200), (255, 0, 255)


def draw_reading(image: Image, model: AppearanceModel, reading: Reading) -> Image:
    """Draw a reading over its picture, into a new one.

    Empty holes get a small ring, pawns their outline with name and probability, unsure holes a cross.
    """
    out = image.copy()
    calibration, grids = model.calibration, model.grids
    board = project(flat(calibration.board.outline), model.pose)
    cv2.polylines(out, [board.round().astype(np.int32)], True, _OUTLINE, 2, cv2.LINE_AA)
    for index, hole in enumerate(grids.names):
        x, y = (round(float(at)) for at in grids.foot[index])
        size = max(3, round(float(grids.scale[index]) * calibration.board.hole_diameter * 0.6))
        if hole in reading.unsure:
            cv2.drawMarker(out, (x, y), _DOUBT, cv2.MARKER_TILTED_CROSS, 3 * size, 2, cv2.LINE_AA)
        elif hole in reading.holes:
            pawn = reading.holes[hole]
            colour = _PAINT.get(calibration.colours.get(pawn, ""), (255, 255, 0))
            body = body_hull(grids, index)
            cv2.polylines(out, [body], True, (255, 255, 255), 3, cv2.LINE_AA)
            cv2.polylines(out, [body], True, colour, 1, cv2.LINE_AA)
            odds = reading.probability.get(hole, {}).get(pawn, 0.0)
            _write(out, f"{hole}:{pawn} {odds:.2f}", (x + size, y + size))
        else:
            cv2.circle(out, (x, y), size, _EMPTY, 1, cv2.LINE_AA)
    pose = model.pose
    _write(
        out,
        f"{reading.state}  {calibration.board.name}  error {calibration.error_px:.2f} px  "
        f"elevation {pose.elevation_deg:.0f}  focal {pose.focal:.0f}  k1 {pose.k1:+.3f}",
        (8, 20),
        0.5,
    )
    return out


def _write(image: Image, text: str, at: tuple[int, int], size: float = 0.36) -> None:
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 1, cv2.LINE_AA)
