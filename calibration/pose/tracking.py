"""Pose tracking: verifies that the board is still in place after the set-up, and finds it again after a bump.

The lens is known by then, so only rotation and translation are searched, near the last pose.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Floats, Image, Mask, Singles
from calibration.board.board import Board
from calibration.camera import Pose, flat, project
from calibration.errors import CannotSee
from calibration.features import edges, log_brightness
from calibration.pose.candidates import CandidateSearch, best_of
from calibration.pose.fit import find_rims
from calibration.pose.found_pose import (
    BRIGHT,
    DARK,
    PRINTED,
    RING,
    RING_SHARE_NEEDED,
    FoundPose,
    scaled_pose,
    unscaled,
    working_picture,
)
from calibration.pose.hypotheses import Hypotheses, hypotheses_of, join
from calibration.pose.orientation import likeliest_pose, middle_of, turned_pose, turns_of

CHECKED_HOLES = 36  # number of holes that `check_pose` measures, spread over the board
SHIFT_PITCHES = 0.1  # a board that has moved by more pitches must be found again

# `check_pose`: one small motion must explain the positions of enough holes.
_HELD = 0.5  # least share of all checked holes
_AGREEING = 12, 0.9  # or else the least number of holes, and least share of the measurable ones
_STRAY_PX = 1.6  # a hole agrees if the motion predicts its position within this distance
_FAINT = 0.05  # least contrast of a hole's rim, change of the logarithm of brightness
_FAINT_RING = 0.2  # least strength of a printed circle's edge, 0 to 1 as `edges` has it
_CLEAR = 0.4  # least contrast of a rim or circle, as a share of the median one

# `find_again`: hypotheses near the last pose, improved by `hill_climb`. Its steps are triples: radius, px;
# number of hypotheses kept; number of neighbours tried of each.
_SMALL = ((6.0, 24, 10), (4.0, 10, 14), (3.0, 6, 20))  # after a shift by a hole's breadth: from the last pose
# After a larger movement: from the last pose and random poses around it.
_LARGE = ((14.0, 60, 8), (10.0, 40, 10), (7.0, 24, 12), (5.0, 16, 14), (4.0, 10, 16), (3.0, 8, 20))
_LARGE_STARTS = 700  # number of these random poses
_FARTHEST_PITCHES = 3.6  # how far they are shifted at most, along each axis of the picture
_FARTHEST_DEG = 12.0  # how far they are rotated at most, either way
_SHARE = 0.5  # least share of verified drilled holes or bright discs; see `RING_SHARE_NEEDED` for circles
_SURE = 0.7  # bright discs are tried too if a smaller share of dark holes is verified


@dataclass(frozen=True, slots=True)
class PoseCheck:
    """Whether a pose still holds.

    Attributes:
        shift_px: shift of the board's corners; infinite if unknown.
        share: of the checked holes that one small motion explains, 0 to 1.
        ok: whether the board can be read with this pose.
    """

    shift_px: float
    share: float
    ok: bool


def check_pose(image: Image, board: Board, pose: Pose) -> PoseCheck:
    """Measure a few dozen holes with sub-pixel precision.

    Args:
        image: (h, w, 3) BGR, still and without a hand.
    """
    places = _spread_holes(board)
    try:
        seen = project(places, pose)
    except CannotSee:
        return PoseCheck(float("inf"), 0.0, False)
    part, inner = _around(image, seen, pose)
    light = np.asarray(cv2.GaussianBlur(log_brightness(part), (3, 3), 0.8), np.float32)
    check = _check(light, places, board, pose, inner, ring=False)
    if check.ok:
        return check
    # Printed circles have no rim, so edges are used; with holes, both measures agree.
    other = _check(edges(part), places, board, pose, inner, ring=True)
    return other if other.ok else check


def _check(light: Singles, places: Floats, board: Board, pose: Pose, inner: Pose, *, ring: bool) -> PoseCheck:
    middles, contrast = find_rims(light, places, inner, board.hole_diameter, steps=7, size=25, ring=ring)
    clear = np.isfinite(contrast)
    if clear.sum() < 8:
        return PoseCheck(float("inf"), 0.0, False)
    faint = _FAINT_RING if ring else _FAINT
    clear &= np.nan_to_num(contrast) > max(faint, _CLEAR * float(np.median(contrast[clear])))
    if clear.sum() < 8:
        return PoseCheck(float("inf"), 0.0, False)
    seen = project(places[clear], pose)
    found = project(np.column_stack([middles, np.zeros(len(middles))])[clear], pose)
    motion, held = _motion(seen, found)
    corners = project(flat(board.taps), pose)
    moved = np.column_stack([corners, np.ones(4)]) @ motion.T - corners
    shift = float(np.hypot(*moved.T).max())
    share = float(held.sum() / len(places))
    # If far holes are too dim to be measured, the near ones must agree better.
    agreed = share >= _HELD or (held.sum() >= _AGREEING[0] and held.mean() >= _AGREEING[1])
    pitch_px = board.pitch_mm * pose.focal / float(np.linalg.norm(pose.camera - middle_of(board)[0]))
    return PoseCheck(shift, share, bool(agreed and shift <= SHIFT_PITCHES * pitch_px))


def find_again(image: Image, board: Board, pose: Pose, *, holes: Mapping[str, str]) -> FoundPose | None:
    """Find a board that was bumped by a hole's breadth, or by a few holes and some degrees.

    Args:
        image: (h, w, 3) BGR, still and without a hand.
        pose: the last one; the lens stays the same.
        holes: the last observed placement; empty if unknown.

    Returns:
        None if no pose near the last one can be verified.
    """
    inner, scale = working_picture(image)
    last = pose if scale == 1.0 else scaled_pose(pose, scale)
    printed = board.hole_diameter > PRINTED * board.pitch_mm
    best: FoundPose | None = None
    for kind in (RING,) if printed else (DARK, BRIGHT):
        # Gaps between bright discs look like dark holes: a doubtful result is compared with the other kind's.
        if best is None or best.share < _SURE:
            found = _again(inner, board, last, holes, kind)
            if found is not None and (best is None or found.share > best.share):
                best = found
    return None if best is None else unscaled(best, scale, pose.centre)


def _again(image: Image, board: Board, pose: Pose, holes: Mapping[str, str], kind: str) -> FoundPose | None:
    search = CandidateSearch(image, board, holes, kind, lens=pose)
    needed = RING_SHARE_NEEDED if kind == RING else _SHARE
    last = hypotheses_of([pose], search.sought.origin)
    for steps in (_SMALL, _LARGE, _LARGE) if kind != BRIGHT else (_LARGE,):
        starts = last if steps is _SMALL else _around_last(last, board, search.sought.rng)
        best = best_of(search.near(starts, steps))
        if best is None or best.share < needed:
            continue
        near = [angle for angle, _ in turns_of(board) if min(angle, 360 - angle) <= _FARTHEST_DEG]
        ways = [turned_pose(best.pose, board, angle) for angle in near]
        chosen = likeliest_pose(image, search.light, board, ways, holes) if len(ways) > 1 else best.pose
        found = search.sharpen(chosen)
        if found is not None and found.is_proved(needed):
            return found
    return None


def _spread_holes(board: Board) -> Floats:
    """(n, 3), mm: holes all over the board."""
    places = flat(list(board.holes.values()))
    if len(places) <= CHECKED_HOLES:
        return places
    chosen = [int(np.argmin(places[:, 0] + places[:, 1]))]
    apart = np.full(len(places), np.inf)
    while len(chosen) < CHECKED_HOLES:
        apart = np.minimum(apart, np.linalg.norm(places - places[chosen[-1]], axis=1))
        chosen.append(int(np.argmax(apart)))
    return places[chosen]


def _around(image: Image, pixels: Floats, pose: Pose) -> tuple[Image, Pose]:
    """The part of the picture with these pixels, and its pose."""
    height, width = image.shape[:2]
    low = np.clip(np.floor(pixels.min(axis=0)) - 24, 0, [width - 2, height - 2]).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)) + 24, low + 2, [width, height]).astype(int)
    part = np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]])
    centre = (pose.centre[0] - float(low[0]), pose.centre[1] - float(low[1]))
    return part, replace(pose, centre=centre)


def _motion(before: Floats, after: Floats) -> tuple[Floats, Mask]:
    """The small rotation, scaling and shift, (2, 3), that most points agree on, and which points do."""
    held = np.ones(len(before), np.bool_)
    middle = before.mean(axis=0)
    x, y = (before - middle).T
    one, zero = np.ones_like(x), np.zeros_like(x)
    rows = np.stack([x, -y, one, zero, y, x, zero, one], axis=1).reshape(-1, 2, 4)
    away = after - before
    values = np.array([0.0, 0.0, *np.median(away, axis=0)])
    for _ in range(4):
        off = np.hypot(*(away - rows @ values).T)
        held = off < max(_STRAY_PX, 1.5 * float(np.median(off)))
        values = np.linalg.lstsq(rows[held].reshape(-1, 4), away[held].ravel(), rcond=None)[0]
    off = np.hypot(*(away - rows @ values).T)
    grow, turn = values[:2]
    linear = np.array([[1 + grow, -turn], [turn, 1 + grow]])
    shift = middle + values[2:] - linear @ middle
    return np.column_stack([linear, shift]), off < _STRAY_PX


def _around_last(last: Hypotheses, board: Board, rng: np.random.Generator) -> Hypotheses:
    """Hypotheses up to a few holes and some degrees away: the camera was tilted, or the board turned."""
    many = last.take(np.zeros(_LARGE_STARTS, np.intp))
    pitch_px = board.pitch_mm * float(last.scale[0])
    angle = np.radians(rng.uniform(-_FARTHEST_DEG, _FARTHEST_DEG, len(many)))
    turn = np.zeros((len(many), 3, 3))
    turn[:, 0, 0] = turn[:, 1, 1] = np.cos(angle)
    turn[:, 1, 0], turn[:, 0, 1] = np.sin(angle), -np.sin(angle)
    turn[:, 2, 2] = 1.0
    rolled = np.arange(len(many)) % 2 == 0
    # When the camera rolls, the board's middle moves on a circle around the picture's.
    swung = np.where(rolled[:, None], np.einsum("nij,nj->ni", turn[:, :2, :2], many.middle), many.middle)
    rotation = np.where(rolled[:, None, None], turn @ many.rotation, many.rotation @ turn)
    shift = rng.uniform(-1, 1, (len(many), 2)) * _FARTHEST_PITCHES * pitch_px
    return join([last, replace(many, rotation=rotation, middle=swung + shift)])
