"""Pose estimation: the camera's pose from a picture of the board, with or without hints, and verified.

Other packages import the functions of lens and tracking from here too.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.appearance.sampling_grid import PawnSet
from calibration.board.board import Board
from calibration.camera.lens import (
    Floats,
    Pose,
    flat,
    make_pose,
    picture_centre,
    project,
    to_board,
    undistort_points,
)
from calibration.errors import CannotSee
from calibration.features.blobs import Image, edges, find_blobs, find_rings
from calibration.features.targets import tapped_by_targets
from calibration.pose.advice import advice, shows_nothing
from calibration.pose.fit import Fit, Nearest, Prior, fit_pose
from calibration.pose.found_pose import (
    BRIGHT,
    DARK,
    DEPTH_NEEDED,
    HOLE_LEAN,
    PRINTED,
    RING,
    RING_SHARE_NEEDED,
    ROUND_NEEDED,
    SHARE_NEEDED,
    FoundPose,
)
from calibration.pose.hints import Hints
from calibration.pose.hole_edges import fit_rims
from calibration.pose.hole_shape import is_stretched, stretch_of
from calibration.pose.hypotheses import (
    Hypotheses,
    LensLimits,
    blob_map,
    hill_climb,
    hypotheses_of,
    join,
    score,
)
from calibration.pose.orientation import choose_orientation, middle_of, slides_of, turned_pose
from calibration.pose.refinement import refine
from calibration.pose.search import search
from calibration.pose.tracking import PoseCheck, check_pose, find_again
from calibration.pose.verification import log_light, patch_half_mm, verify
from calibration.pose.working_size import scaled_pixel, scaled_pose, working_picture
from toc_pi.messages import said

__all__ = [
    "FoundPose",
    "Pose",
    "PoseCheck",
    "check_pose",
    "find_again",
    "find_pose",
    "flat",
    "make_pose",
    "picture_centre",
    "project",
    "to_board",
    "undistort_points",
]

TAP_ERROR_PX = 15.0
"""How far a tapped corner may be off, px along each axis."""

HINT_ERROR = 0.17
"""Relative error that is tolerated in a given focal length; `find_pose` asks for 15 % or better."""

WIDEST_FOCAL = (0.35, 2.2)
"""Focal lengths that a camera may have without a hint, as a share of the picture's width."""

LENS_SLACK, WIDEST_K1 = 1.06, (-0.4, 0.2)
"""How far beyond the limits a fitted focal length may lie, and what radial distortion it may have."""

SURE, QUITE_SURE = 0.85, 0.7
"""Shares of verified holes that end the search: for boards whose rows fit when shifted, and for others."""

FEWEST_BLOBS = 12
"""With fewer blobs in the picture no pose is looked for."""

ROUGH, FINE = 16, 4
"""How many hypotheses are fitted roughly, and how many of those exactly."""

HOMING = (0.45, 0.36, 0.28, 0.21, 0.16, 0.12)
"""Widths of the neighbourhoods in `refine`, in pitches, one after the other."""

CELLS = "cells without holes or printed circles can't be found: stick a dot onto each"
"""Advice where the board of another game isn't found."""

LAST_PX = 3.0
"""Radius around the expected holes, px, when hypotheses are ranked after refinement."""

STRONG, SLIDES = 2, 5
"""How many blobs a hole count as strong; how many shifts by rows are fitted exactly."""

_ATTEMPTS = (DARK, DARK, BRIGHT, RING, DARK)
"""Kinds of holes to look for, one search after the other."""

_PRINTED_ATTEMPTS = (RING, RING, DARK, BRIGHT)
"""The same on a board whose file describes printed circles; see `found_pose.PRINTED`."""

_TAPPED_CLIMB = [(16, 60, 8), (12, 40, 10), (9, 30, 12), (7, 20, 12), (5, 16, 14), (4, 12, 16), (3, 8, 20)]
"""Steps of `hill_climb` from tapped corners: radius, px; hypotheses kept; neighbours tried of each."""


def find_pose(  # noqa: PLR0913  # each hint is given by its name
    images: Sequence[Image],
    board: Board,
    *,
    corners: Sequence[tuple[float, float]] | None = None,
    focal: float | None = None,
    holes: Mapping[str, str] | None = None,
    colours: Mapping[str, str] | None = None,
    pawns: PawnSet | None = None,
    any_way: bool = False,
) -> FoundPose:
    """Find where the camera stands.

    Args:
        images: pictures of one still board from one camera that didn't move, (h, w, 3) BGR, all of one size.
        board: what to look for.
        corners: the board's `taps` in the picture, px, in their order, up to 15 px off;
            None to find it without help.
        focal: px, within 15 %; None if unknown.
        holes: which pawn stands in which hole; None: every camp is full, the rest is empty.
        colours: the colour of each seat's (or kind of) pawns; None if unknown.
        pawns: their kind and size, where they wait in areas.
        any_way: where the board lies is enough; which seat is where may stay open.

    Raises:
        CannotSee: no pose could be verified; the message is advice.
    """
    image = images[-1]
    height, width = image.shape[:2]
    inner, scale = working_picture(image)
    there = standing(board, holes)
    if scale == 1.0:
        return _find(image, board, Hints(corners, focal, there, colours, pawns, any_way))
    told = None if corners is None else [scaled_pixel(x, y, scale) for x, y in corners]
    hints = Hints(told, focal and focal * scale, there, colours, pawns, any_way)
    found = _find(inner, board, hints)
    lens = scaled_pose(found.pose, 1 / scale, picture_centre((width, height)))
    return FoundPose(lens, found.error_px / scale, found.share)


def _find(image: Image, board: Board, hints: Hints) -> FoundPose:
    """Find a board in a picture of about the usual size; errors as `find_pose` has them."""
    if shows_nothing(image):
        raise CannotSee(advice(image, tapped=hints.corners is not None))
    if hints.corners is None:
        hints = replace(hints, corners=_targets(image, board, hints))
    found = _look(image, board, hints)
    if found is None and hints.focal:
        # Where holes are small a wrong focal length misleads the search: search again without it.
        found = _look(image, board, replace(hints, focal=None))
        if found is not None and abs(math.log(found.pose.focal / hints.focal)) > math.log(1 + HINT_ERROR):
            found = None
    if found is None:
        told = advice(image, tapped=hints.corners is not None)
        raise CannotSee(told if board.seats else said("{told}; {advice}", told=told, advice=CELLS))
    if hints.corners is not None and not _meets(found.pose, board, hints.corners):
        raise CannotSee("the board lies elsewhere than the corners say: tap its four corners again")
    return found


def _look(image: Image, board: Board, hints: Hints) -> FoundPose | None:
    """Look for all kinds of holes, one after the other; None where no pose could be verified."""
    corners = hints.corners
    best: _Candidate | None = None
    scenes: dict[str, _Scene] = {}
    printed = board.hole_diameter > PRINTED * board.pitch_mm
    sure = SURE if slides_of(board) and corners is None else QUITE_SURE
    for attempt, kind in enumerate(_PRINTED_ATTEMPTS if printed else _ATTEMPTS):
        if kind not in scenes:
            scenes[kind] = _Scene(image, board, hints.holes, hints.focal, kind)
            tried = [] if corners is None else scenes[kind].from_taps(corners)
            best = _best([best, *tried])
        if best is None or not best.proved or best.share < sure:
            best = _best([best, *scenes[kind].search()])
        # With a moderate share the search is run once more.
        if best is None or not best.proved or (attempt == 0 and best.share < sure):
            continue
        scene = scenes[best.kind]
        best = scene.slide(best)
        turned = choose_orientation(image, scene.light, board, best.pose, hints, scene.half_mm)
        last = scene.sharpen(turned.pose)
        if last is not None and last.proved and scene.is_likely(last):
            return FoundPose(last.pose, last.error_px, last.share)
        best = None
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    pose: Pose
    error_px: float
    share: float
    depth: float
    roundness: float
    kind: str

    @property
    def proved(self) -> bool:
        needed = RING_SHARE_NEEDED if self.kind == RING else SHARE_NEEDED
        return self.share >= needed and self.depth >= DEPTH_NEEDED and self.roundness >= ROUND_NEEDED


def _targets(image: Image, board: Board, hints: Hints) -> tuple[tuple[float, float], ...] | None:
    """The taps as printed markers show them, where a pose from the holes confirms them."""
    told = tapped_by_targets(image)
    if told is None:
        return None
    best = _best([*_Scene(image, board, hints.holes, hints.focal, DARK).from_taps(told)])
    return told if best is not None and best.proved and _meets(best.pose, board, told) else None


def _best(candidates: list[_Candidate | None]) -> _Candidate | None:
    seen = [candidate for candidate in candidates if candidate is not None]
    return max(seen, key=lambda candidate: (candidate.proved, candidate.share), default=None)


def _meets(pose: Pose, board: Board, corners: Sequence[tuple[float, float]]) -> bool:
    off = np.linalg.norm(project(flat(board.taps), pose) - np.asarray(corners, np.float64), axis=1)
    return bool(np.median(off) < 4 * TAP_ERROR_PX)


class _Scene:
    """One picture and what is known of it."""

    def __init__(
        self,
        image: Image,
        board: Board,
        standing: Mapping[str, str],
        focal: float | None,
        kind: str,
    ) -> None:
        self.board, self.focal, self.kind = board, focal, kind
        self.size = (image.shape[1], image.shape[0])
        if kind == RING:
            self.blobs = find_rings(image).strongest(STRONG * len(board.holes))
        else:
            self.blobs = find_blobs(image, bright=kind == BRIGHT)
        self.light = edges(image) if kind == RING else log_light(image)
        self.half_mm = 0.65 * board.hole_diameter if kind == RING else patch_half_mm(board)
        self.empty = flat([place for hole, place in board.holes.items() if hole not in standing])
        self.origin, self.reach_mm = middle_of(board)
        self.limits = (
            LensLimits((focal / (1 + HINT_ERROR), focal * (1 + HINT_ERROR)))
            if focal
            else _any_focal(self.size)
        )
        enough = len(self.blobs.points) >= FEWEST_BLOBS
        self.nearest = Nearest(self.blobs) if enough else None
        self.strong = Nearest(self.blobs.strongest(STRONG * len(self.empty))) if enough else None
        self.chance = np.random.default_rng(12)

    def from_taps(self, corners: Sequence[tuple[float, float]]) -> list[_Candidate]:
        """Candidates under which the board's taps lie about where they were tapped."""
        if self.nearest is None:
            return []
        starts = _tapped_hypotheses(self.board, corners, self.size, self.limits, self.origin, self.chance)
        if starts is None:
            return []
        hypotheses, _ = hill_climb(
            starts, self.empty, self.blobs, _TAPPED_CLIMB, self.reach_mm, self.limits, self.chance
        )
        return self._finish(hypotheses)

    def search(self) -> list[_Candidate]:
        """Candidates from all over the picture."""
        if self.nearest is None:
            return []
        hypotheses, _ = search(
            self.board, self.empty, self.blobs, self.limits, self.origin, self.reach_mm, self.chance
        )
        return self._finish(self._drawn(hypotheses))

    def _drawn(self, hypotheses: Hypotheses) -> Hypotheses:
        """Hypotheses after refinement, best first."""
        pitch_px = self.board.pitch_mm * float(np.median(hypotheses.scale))
        near = refine(
            hypotheses,
            self.empty,
            self.blobs,
            [share * pitch_px for share in HOMING],
            self.reach_mm,
            self.limits,
        )
        both = join([near, hypotheses])
        marks = score(both, self.empty, *blob_map(self.blobs, LAST_PX, len(self.empty)))
        return both.take(np.argsort(-marks, kind="stable")[: len(hypotheses)])

    def slide(self, best: _Candidate) -> _Candidate:
        """The best of a candidate and of the same shifted by rows of holes."""
        ways = [turned_pose(best.pose, self.board, angle, shift) for angle, *shift in slides_of(self.board)]
        shares = [verify(self.light, self.empty, way, self.half_mm).share for way in ways]
        for index in sorted(range(len(ways)), key=lambda index: -shares[index])[:SLIDES]:
            fit = self._fit(ways[index], fine=True, strong=True)
            other = None if fit is None else self._proved(fit)
            if other is not None and other.proved and other.share > best.share:
                best = other
        return best

    def sharpen(self, pose: Pose) -> _Candidate | None:
        """Fit a pose that is nearly right to the edges of the holes, and verify it."""
        fits = [self._fit(pose, fine=True, strong=strong) for strong in (True, False)]
        best = _best([self._proved(fit) for fit in fits if fit is not None])
        if best is None or self.kind != DARK:
            return best
        rims = self._on_rims(Fit(best.pose, best.error_px, best.share))
        # Edges are more exact, but a verified pose isn't given up for one that isn't.
        return rims if rims.proved or not best.proved else best

    def is_likely(self, found: _Candidate) -> bool:
        """Whether a verified pose has a plausible lens, and sees the holes round.

        Where the board file is longer or shorter than the board, a wrong lens makes the holes fit anyway.
        """
        if self.kind != DARK:
            return True
        low, high = self.limits.focal
        if not low / LENS_SLACK <= found.pose.focal <= high * LENS_SLACK:
            return False
        if not WIDEST_K1[0] <= found.pose.k1 <= WIDEST_K1[1]:
            return False
        stretch = stretch_of(self.light, self.empty, found.pose, self.board.hole_diameter)
        return not is_stretched(stretch, None if self.focal else found.pose.focal / self.size[0])

    def _finish(self, hypotheses: Hypotheses) -> list[_Candidate]:
        rough = [
            self._fit(hypotheses.pose(index), fine=False) for index in range(min(ROUGH, len(hypotheses)))
        ]
        kept: list[Fit] = []
        for fit in sorted((fit for fit in rough if fit is not None), key=lambda fit: -fit.share):
            if len(kept) < FINE and all(self._apart_px(fit.pose, other.pose) > 2.0 for other in kept):
                kept.append(fit)
        # On a board with other marks only strong blobs are holes; in bad light the weak ones are needed too.
        fits = [self._fit(fit.pose, fine=True, strong=strong) for fit in kept for strong in (False, True)]
        found = [self._proved(fit) for fit in fits if fit is not None]
        if self.kind == DARK and not any(candidate.proved for candidate in found):
            found += [self._on_rims(Fit(one.pose, one.error_px, one.share)) for one in found]
        return found

    def _on_rims(self, fit: Fit) -> _Candidate:
        rims = fit_rims(self.light, self.empty, fit, self.board.hole_diameter, self._prior(fit.pose))
        return self._proved(rims)

    def _apart_px(self, one: Pose, other: Pose) -> float:
        taps = flat(self.board.taps)
        return float(np.abs(project(taps, one) - project(taps, other)).max())

    def _fit(self, pose: Pose, *, fine: bool, strong: bool = False) -> Fit | None:
        nearest = self.strong if strong else self.nearest
        if nearest is None:
            return None
        pitch_px = self.board.pitch_mm * pose.focal / float(np.linalg.norm(pose.camera - self.origin))
        last = float(np.clip(0.22 * pitch_px, 2.5, 6.0))
        first = min(8.0, 0.5 * pitch_px)
        radii = (first, last, last, last) if fine else (first,)
        lean_mm = HOLE_LEAN * self.board.hole_diameter if self.kind == DARK else 0.0
        return fit_pose(pose, self.empty, nearest, radii, self._prior(pose), lean_mm)

    def _prior(self, pose: Pose) -> Prior:
        return Prior(self.focal, 0.08) if self.focal else Prior(pose.focal)

    def _proved(self, fit: Fit) -> _Candidate:
        proof = verify(self.light, self.empty, fit.pose, self.half_mm)
        return _Candidate(fit.pose, fit.error_px, proof.share, proof.depth, proof.roundness, self.kind)


def standing(board: Board, holes: Mapping[str, str] | None) -> Mapping[str, str]:
    """The pawns' holes at set-up: as declared, or every camp full; homes, if there are no camps."""
    return board.set_up if holes is None else holes


def _any_focal(size: tuple[int, int]) -> LensLimits:
    return LensLimits((WIDEST_FOCAL[0] * size[0], WIDEST_FOCAL[1] * size[0]))


def _tapped_hypotheses(
    board: Board,
    corners: Sequence[tuple[float, float]],
    size: tuple[int, int],
    limits: LensLimits,
    origin: Floats,
    chance: np.random.Generator,
    count: int = 300,
) -> Hypotheses | None:
    """Poses under which the board's taps lie within a finger's error of where they were tapped."""
    taps, told = flat(board.taps), np.asarray(corners, np.float64)
    centre = picture_centre(size)
    poses = []
    for turn in range(count):
        focal = math.exp(chance.uniform(*np.log(limits.focal)))
        k1 = chance.uniform(-0.28, 0.06)
        touched = told + chance.uniform(-TAP_ERROR_PX, TAP_ERROR_PX, (4, 2)) * (turn > 0)
        lens = Pose(np.eye(3), np.zeros(3), focal, centre, k1)
        seen = undistort_points(touched, lens)
        found, rvec, translation = cv2.solvePnP(taps, seen, np.eye(3), None, flags=cv2.SOLVEPNP_IPPE)
        if not found or not np.isfinite(translation).all() or translation[2] <= 0:
            continue
        pose = make_pose(rvec, translation, focal, centre, k1)
        if pose.elevation_deg > 15:
            poses.append(pose)
    return hypotheses_of(poses, origin) if poses else None
