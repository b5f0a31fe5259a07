"""Candidate poses for one kind of hole in one picture: searched for, fitted, verified and shifted by rows."""

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from calibration.arrays import Floats, Image
from calibration.board.board import Board
from calibration.camera import Pose, flat, make_pose, picture_centre, project, undistort_points
from calibration.features import Blobs, Plane, edges, find_blobs, find_rings
from calibration.pose.fit import Nearest, Prior, fit_pose, fit_rims
from calibration.pose.found_pose import (
    BRIGHT,
    DARK,
    HOLE_LEAN,
    RING,
    FoundPose,
    log_light,
    patch_half_mm,
    verify,
)
from calibration.pose.hypotheses import (
    Hypotheses,
    LensLimits,
    blob_map,
    hill_climb,
    hypotheses_of,
    join,
    score,
)
from calibration.pose.orientation import middle_of, slides_of, turned_pose
from calibration.pose.search import refine, search

TAP_ERROR_PX = 15.0  # how far a tapped corner may be off, px along each axis

HINT_ERROR = 0.17
"""Relative error that is tolerated in a given focal length; `find_pose` asks for 15 % or better."""

WIDEST_FOCAL = (0.35, 2.2)
"""Focal lengths that a camera may have without a hint, as a share of the picture's width."""

LENS_SLACK, WIDEST_K1 = 1.06, (-0.4, 0.2)
"""How far beyond the limits a fitted focal length may lie, and what radial distortion it may have."""

MIN_BLOBS = 12  # with fewer blobs in the picture no pose is looked for
ROUGH, FINE = 16, 4  # how many hypotheses are fitted roughly, and how many of those exactly

HOMING = (0.45, 0.36, 0.28, 0.21, 0.16, 0.12)
"""Widths of the neighbourhoods in `refine`, in pitches, one after the other."""

LAST_PX = 3.0  # radius around the expected holes, px, when hypotheses are ranked after refinement
STRONG, SLIDES = 2, 5  # how many blobs a hole count as strong; how many shifts by rows are fitted exactly
_TAPPED = 300  # hypotheses from tapped corners
_TAPPED_CLIMB = [(16, 60, 8), (12, 40, 10), (9, 30, 12), (7, 20, 12), (5, 16, 14), (4, 12, 16), (3, 8, 20)]
"""Steps of `hill_climb` from tapped corners: radius, px; hypotheses kept; neighbours tried of each."""


def best_of(candidates: list[FoundPose | None]) -> FoundPose | None:
    """The candidate with the most holes seen; proved ones come first."""
    seen = [candidate for candidate in candidates if candidate is not None]
    return max(seen, key=lambda candidate: (candidate.proved, candidate.share), default=None)


def look_for(image: Image, board: Board, kind: str) -> tuple[Blobs, Plane, float]:
    """What may be holes of a kind, the picture that they are verified in, and half a patch's side, mm."""
    if kind == RING:
        rings = find_rings(image).strongest(STRONG * len(board.holes))
        return rings, edges(image), 0.65 * board.hole_diameter
    return find_blobs(image, bright=kind == BRIGHT), log_light(image), patch_half_mm(board)


class CandidateSearch:
    """Finds candidates in one picture, looking for one kind of hole."""

    def __init__(
        self,
        image: Image,
        board: Board,
        standing: Mapping[str, str],
        kind: str,
        focal: float | None = None,
        lens: Pose | None = None,
    ) -> None:
        """Look for blobs.

        Args:
            image: (h, w, 3) BGR, of about the working size.
            standing: which pawn stands in which hole; every other hole is empty.
            focal: px, within 15 %; None if unknown.
            lens: a pose of the same camera; its lens is kept.
        """
        self.board, self.kind = board, kind
        self.size = (image.shape[1], image.shape[0])
        self.blobs, self.light, self.half_mm = look_for(image, board, kind)
        self.empty = flat([place for hole, place in board.holes.items() if hole not in standing])
        self.origin, self.reach_mm = middle_of(board)
        low, high = (focal / (1 + HINT_ERROR), focal * (1 + HINT_ERROR)) if focal else self._any_focal()
        self.limits, self.prior = LensLimits((low, high)), Prior(focal, 0.08) if focal else None
        if lens is not None:
            self.limits = LensLimits((lens.focal, lens.focal), (lens.k1, lens.k1))
            self.prior = Prior(lens.focal, 0.0, lens.k1, 0.0)
        enough = len(self.blobs.points) >= MIN_BLOBS
        self.nearest = Nearest(self.blobs) if enough else None
        self.strong = Nearest(self.blobs.strongest(STRONG * len(self.empty))) if enough else None
        self.chance = np.random.default_rng(12)

    def _any_focal(self) -> tuple[float, float]:
        return WIDEST_FOCAL[0] * self.size[0], WIDEST_FOCAL[1] * self.size[0]

    def from_taps(self, corners: Sequence[tuple[float, float]]) -> list[FoundPose]:
        """Candidates under which the board's taps lie about where they were tapped."""
        starts = _tapped_hypotheses(self.board, corners, self.size, self.limits, self.origin, self.chance)
        return [] if starts is None else self.near(starts, _TAPPED_CLIMB)

    def near(self, starts: Hypotheses, steps: Sequence[tuple[float, int, int]]) -> list[FoundPose]:
        """Candidates near some poses; for the steps see `hill_climb`."""
        if self.nearest is None:
            return []
        hypotheses, _ = hill_climb(
            starts, self.empty, self.blobs, steps, self.reach_mm, self.limits, self.chance
        )
        return self._finish(hypotheses)

    def search(self) -> list[FoundPose]:
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

    def slide(self, best: FoundPose) -> FoundPose:
        """The best of a candidate and of the same shifted by rows of holes."""
        ways = [turned_pose(best.pose, self.board, angle, shift) for angle, *shift in slides_of(self.board)]
        shares = [verify(self.light, self.empty, way, self.half_mm).share for way in ways]
        for index in sorted(range(len(ways)), key=lambda index: -shares[index])[:SLIDES]:
            fit = self._fit(ways[index], fine=True, strong=True)
            other = None if fit is None else self._proved(fit)
            if other is not None and other.proved and other.share > best.share:
                best = other
        return best

    def sharpen(self, pose: Pose) -> FoundPose | None:
        """Fit a pose that is nearly right to the edges of the holes, and verify it."""
        fits = [self._fit(pose, fine=True, strong=strong) for strong in (True, False)]
        best = best_of([self._proved(fit) for fit in fits if fit is not None])
        if best is None or self.kind != DARK:
            return best
        rims = self._on_rims(best)
        # Edges are more exact, but a verified pose isn't given up for one that isn't.
        return rims if rims.proved or not best.proved else best

    def is_likely(self, found: FoundPose) -> bool:
        """Whether a verified pose has a plausible lens.

        Where the board file is longer or shorter than the board, a wrong lens makes the holes fit anyway.
        """
        if self.kind != DARK:
            return True
        low, high = self.limits.focal
        in_reach = low / LENS_SLACK <= found.pose.focal <= high * LENS_SLACK
        return in_reach and WIDEST_K1[0] <= found.pose.k1 <= WIDEST_K1[1]

    def _finish(self, hypotheses: Hypotheses) -> list[FoundPose]:
        rough = [
            self._fit(hypotheses.pose(index), fine=False) for index in range(min(ROUGH, len(hypotheses)))
        ]
        kept: list[FoundPose] = []
        for fit in sorted((fit for fit in rough if fit is not None), key=lambda fit: -fit.share):
            if len(kept) < FINE and all(self._apart_px(fit.pose, other.pose) > 2.0 for other in kept):
                kept.append(fit)
        # On a board with other marks only strong blobs are holes; in bad light the weak ones are needed too.
        fits = [self._fit(fit.pose, fine=True, strong=strong) for fit in kept for strong in (False, True)]
        found = [self._proved(fit) for fit in fits if fit is not None]
        if self.kind == DARK and not any(candidate.proved for candidate in found):
            found += [self._on_rims(one) for one in found]
        return found

    def _on_rims(self, fit: FoundPose) -> FoundPose:
        rims = fit_rims(self.light, self.empty, fit, self.board.hole_diameter, self._prior(fit.pose))
        return self._proved(rims)

    def _apart_px(self, one: Pose, other: Pose) -> float:
        taps = flat(self.board.taps)
        return float(np.abs(project(taps, one) - project(taps, other)).max())

    def _fit(self, pose: Pose, *, fine: bool, strong: bool = False) -> FoundPose | None:
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
        return self.prior or Prior(pose.focal)

    def _proved(self, fit: FoundPose) -> FoundPose:
        proof = verify(self.light, self.empty, fit.pose, self.half_mm)
        return FoundPose(fit.pose, fit.error_px, proof.share, proof.depth, proof.roundness, self.kind)


def _tapped_hypotheses(
    board: Board,
    corners: Sequence[tuple[float, float]],
    size: tuple[int, int],
    limits: LensLimits,
    origin: Floats,
    chance: np.random.Generator,
) -> Hypotheses | None:
    """Poses under which the board's taps lie within a finger's error of where they were tapped."""
    taps, tapped = flat(board.taps), np.asarray(corners, np.float64)
    centre = picture_centre(size)
    poses = []
    for turn in range(_TAPPED):
        focal = math.exp(chance.uniform(*np.log(limits.focal)))
        k1 = chance.uniform(-0.28, 0.06)
        touched = tapped + chance.uniform(-TAP_ERROR_PX, TAP_ERROR_PX, (4, 2)) * (turn > 0)
        lens = Pose(np.eye(3), np.zeros(3), focal, centre, k1)
        seen = undistort_points(touched, lens)
        found, rvec, translation = cv2.solvePnP(taps, seen, np.eye(3), None, flags=cv2.SOLVEPNP_IPPE)
        if not found or not np.isfinite(translation).all() or translation[2] <= 0:
            continue
        pose = make_pose(rvec, translation, focal, centre, k1)
        if pose.elevation_deg > 15:
            poses.append(pose)
    return hypotheses_of(poses, origin) if poses else None
