"""Candidate poses for one kind of hole in one picture: searched, fitted, verified and shifted by rows.

Without taps, a grid of camera poses is correlated with a coarse map of blobs, and the best are perturbed.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product

import cv2
import numpy as np

from calibration.arrays import Floats, Image
from calibration.board.board import Board, inside
from calibration.camera import Pose, flat, make_pose, picture_centre, project, straighten
from calibration.features import edges, find_blobs, find_rings, log_light
from calibration.pose.fit import Nearest, Prior, fit_pose, fit_rims
from calibration.pose.found_pose import (
    BRIGHT,
    DARK,
    HOLE_LEAN,
    RING,
    FoundPose,
    patch_half_mm,
    verify,
)
from calibration.pose.hypotheses import (
    Hypotheses,
    PoseSearch,
    blob_map,
    hill_climb,
    hypotheses_of,
    join,
    project_all,
    refine,
    score,
)
from calibration.pose.orientation import middle_of, slides_of, turn_matrix, turned_pose, turns_of
from calibration.pose.sharpening import sharpen_pose

TAP_ERROR_PX = 15.0  # how far a tapped corner may be off, px along each axis
HINT_ERROR = 0.17
"""Relative error tolerated in a given focal length; `find_pose` asks for 15 % or better."""

WIDEST_FOCAL = (0.35, 2.2)
"""Possible focal lengths without a hint, as a share of the picture's width."""

SEARCHED_K1 = (-0.32, 0.10)  # radial distortions of hypotheses
LENS_SLACK, WIDEST_K1 = 1.06, (-0.4, 0.2)
"""How far a fitted focal length may exceed the limits, and the allowed radial distortion."""

MIN_BLOBS = 12  # with fewer blobs in the picture no pose is searched
ROUGH, FINE = 16, 4  # hypotheses fitted roughly, and those of them fitted exactly
HOMING = (0.45, 0.36, 0.28, 0.21, 0.16, 0.12)
"""Successive neighbourhood widths in `refine`, in pitches."""

LAST_PX = 3.0  # radius around the expected holes, px, when hypotheses are ranked after refinement
STRONG, SLIDES = 2, 5  # blobs per hole that count as strong; number of row shifts that are fitted exactly
_TAPPED = 300  # hypotheses from tapped corners
# Steps of `hill_climb` from tapped corners, and after the coarse search.
_TAPPED_CLIMB = ((16, 60, 8), (12, 40, 10), (9, 30, 12), (7, 20, 12), (5, 16, 14), (4, 12, 16), (3, 8, 20))
_CLIMB = ((20, 320, 8), (14, 180, 10), (10, 110, 12), (7, 64, 14), (5, 40, 16), (4, 28, 18), (3, 24, 20))


def best_of(candidates: Iterable[FoundPose | None]) -> FoundPose | None:
    """The candidate with the most holes; verified ones come first."""
    seen = [candidate for candidate in candidates if candidate is not None]
    return max(seen, key=lambda candidate: (candidate.proved, candidate.share), default=None)


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
        """Detect blobs.

        Args:
            image: (h, w, 3) BGR, of about the working size.
            standing: which pawn stands in which hole; every other hole is empty.
            focal: px, within 15 %; None if unknown.
            lens: a pose of the same camera; its lens is kept.
        """
        self.board, self.kind, self._image = board, kind, image
        empty = flat([place for hole, place in board.holes.items() if hole not in standing])
        if kind == RING:
            blobs = find_rings(image).strongest(STRONG * len(board.holes))
            self.light, self.half_mm = edges(image), 0.65 * board.hole_diameter
        else:
            blobs = find_blobs(image, bright=kind == BRIGHT)
            self.light, self.half_mm = log_light(image), patch_half_mm(board)
        low, high = WIDEST_FOCAL[0] * image.shape[1], WIDEST_FOCAL[1] * image.shape[1]
        k1, self._lens_prior = SEARCHED_K1, None
        if lens is not None:
            low, high, k1 = lens.focal, lens.focal, (lens.k1, lens.k1)
            self._lens_prior = Prior(lens.focal, 0.0, lens.k1, 0.0)
        elif focal:
            low, high = focal / (1 + HINT_ERROR), focal * (1 + HINT_ERROR)
            self._lens_prior = Prior(focal, 0.08)
        self.sought = PoseSearch(empty, blobs, *middle_of(board), (low, high), k1, np.random.default_rng(12))
        enough = len(blobs.points) >= MIN_BLOBS
        self._nearest = Nearest(blobs) if enough else None
        self._strong = Nearest(blobs.strongest(STRONG * len(empty))) if enough else None

    def from_taps(self, corners: Sequence[tuple[float, float]]) -> list[FoundPose]:
        """Candidates under which the board's taps lie about where they were tapped."""
        starts = _tapped_hypotheses(self.board, corners, self.sought)
        return [] if starts is None else self.near(starts, _TAPPED_CLIMB)

    def near(self, starts: Hypotheses, steps: Sequence[tuple[float, int, int]]) -> list[FoundPose]:
        """Candidates near some poses; see `hill_climb` for the steps."""
        return [] if self._nearest is None else self._finish(hill_climb(starts, self.sought, steps))

    @cached_property
    def _starts(self) -> Hypotheses:
        """Seeded starts: only the perturbations around them are random."""
        return _coarse(self.board, self.sought)

    def search(self) -> list[FoundPose]:
        """Candidates from the whole picture."""
        if self._nearest is None:
            return []
        found = hill_climb(self._starts, self.sought, _CLIMB)
        pitch_px = self.board.pitch_mm * float(np.median(found.scale))
        both = join([refine(found, self.sought, [share * pitch_px for share in HOMING]), found])
        marks = score(both, self.sought.points, *blob_map(self.sought, LAST_PX))
        return self._finish(both.take(np.argsort(-marks, kind="stable")[: len(found)]))

    def slide(self, best: FoundPose) -> FoundPose:
        """The best of a candidate and its shifts by rows of holes."""
        ways = [turned_pose(best.pose, self.board, angle, shift) for angle, *shift in slides_of(self.board)]
        shares = [verify(self.light, self.sought.points, way, self.half_mm).share for way in ways]
        for index in sorted(range(len(ways)), key=lambda index: -shares[index])[:SLIDES]:
            fit = self._fit(ways[index], fine=True, strong=True)
            other = None if fit is None else self._proved(fit)
            if other is not None and other.proved and other.share > best.share:
                best = other
        return best

    def sharpen(self, pose: Pose) -> FoundPose | None:
        """Fit a nearly right pose to the holes' edges, and verify it."""
        fits = [self._fit(pose, fine=True, strong=strong) for strong in (True, False)]
        best = best_of(self._proved(fit) for fit in fits if fit is not None)
        if best is None or self.kind == RING:
            return best
        if self.kind == DARK:
            rims = self._on_rims(best)
            # Edges are more exact, but a verified pose isn't traded for an unverified one.
            best = rims if rims.proved or not best.proved else best
        sharp = self._proved(
            sharpen_pose(self._image, self.board, self.sought.points, best, self._prior(best.pose))
        )
        return sharp if sharp.proved or not best.proved else best

    def is_likely(self, found: FoundPose) -> bool:
        """Whether a verified pose has a plausible lens.

        If the board file's proportions are wrong, a wrong lens makes the holes fit anyway.
        """
        if self.kind != DARK:
            return True
        low, high = self.sought.focal
        in_reach = low / LENS_SLACK <= found.pose.focal <= high * LENS_SLACK
        return in_reach and WIDEST_K1[0] <= found.pose.k1 <= WIDEST_K1[1]

    def _finish(self, hypotheses: Hypotheses) -> list[FoundPose]:
        rough = (self._fit(hypotheses.pose(index), fine=False) for index in range(len(hypotheses))[:ROUGH])
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
        prior = self._prior(fit.pose)
        return self._proved(fit_rims(self.light, self.sought.points, fit, self.board.hole_diameter, prior))

    def _apart_px(self, one: Pose, other: Pose) -> float:
        taps = flat(self.board.taps)
        return float(np.abs(project(taps, one) - project(taps, other)).max())

    def _fit(self, pose: Pose, *, fine: bool, strong: bool = False) -> FoundPose | None:
        nearest = self._strong if strong else self._nearest
        if nearest is None:
            return None
        away_mm = float(np.linalg.norm(pose.camera - self.sought.origin))
        pitch_px = self.board.pitch_mm * pose.focal / away_mm
        last = float(np.clip(0.22 * pitch_px, 2.5, 6.0))
        radii = (min(8.0, 0.5 * pitch_px), *(last, last, last)[: 3 * fine])
        lean_mm = HOLE_LEAN * self.board.hole_diameter if self.kind == DARK else 0.0
        return fit_pose(pose, self.sought.points, nearest, radii, self._prior(pose), lean_mm)

    def _prior(self, pose: Pose) -> Prior:
        return self._lens_prior or Prior(pose.focal)

    def _proved(self, fit: FoundPose) -> FoundPose:
        proof = verify(self.light, self.sought.points, fit.pose, self.half_mm)
        return replace(fit, share=proof.share, depth=proof.depth, roundness=proof.roundness, kind=self.kind)


def _tapped_hypotheses(
    board: Board, corners: Sequence[tuple[float, float]], sought: PoseSearch
) -> Hypotheses | None:
    """Poses under which the board's taps lie within a finger's error of the tapped points."""
    taps, tapped = flat(board.taps), np.asarray(corners, np.float64)
    centre, rng = picture_centre(sought.blobs.size), sought.rng
    focals, bends, touched = np.empty(_TAPPED), np.empty(_TAPPED), np.empty((_TAPPED, 4, 2))
    for turn in range(_TAPPED):
        focals[turn] = math.exp(rng.uniform(*np.log(sought.focal)))
        bends[turn] = rng.uniform(-0.28, 0.06)
        touched[turn] = tapped + rng.uniform(-TAP_ERROR_PX, TAP_ERROR_PX, (4, 2)) * (turn > 0)
    rays = straighten((touched - np.asarray(centre)) / focals[:, None, None], bends[:, None])
    poses = []
    for seen, focal, k1 in zip(rays, focals.tolist(), bends.tolist(), strict=True):
        found, rvec, translation = cv2.solvePnP(taps, seen, np.eye(3), None, flags=cv2.SOLVEPNP_IPPE)
        if not found or not np.isfinite(translation).all() or translation[2] <= 0:
            continue
        pose = make_pose(rvec, translation, focal, centre, k1)
        if pose.elevation_deg > 15:
            poses.append(pose)
    return hypotheses_of(poses, sought.origin) if poses else None


COARSE_PX = 24.0  # error of a coarse hypothesis at the board's edge, px
_SHRINK = 20  # factor by which the coarse search's map is smaller than the picture
_ELEVATIONS = (88.0, 70.0, 59.0, 50.0, 43.0, 37.0, 31.0)  # of the camera, degrees; 90 is straight above
_FOCAL_SHARES = (0.62, 0.85, 1.25)  # focal lengths that are tried, as shares of the picture's width
_STEEP = 65.0  # degrees: from higher up, perspective hardly determines the focal length, so only one is tried
_LIKELY_K1 = -0.1  # radial distortion of the coarse hypotheses: a slight barrel
_CELLS_KEPT = 3  # places kept in the picture for each view of the board
_COARSE_KEPT = 800  # number of hypotheses that the coarse search keeps, over all views


def _coarse(board: Board, sought: PoseSearch) -> Hypotheses:
    """Views of the board, each placed where its holes match the picture's blobs best."""
    views = _views(board, sought)
    plane, _ = blob_map(sought, COARSE_PX, _SHRINK)
    height, width = plane.shape
    padded = (_even(2 * height), _even(2 * width))
    spectrum = np.fft.rfft2(plane, padded)
    corner = np.asarray(views.centre, np.float32)[:, None, None]
    weighted = ((sought.points, 1.0), (_bare(board), -0.7))
    marks, shifts = [], []
    for first in range(0, len(views), 64):
        part = views.take(np.arange(first, min(first + 64, len(views))))
        stamps = np.zeros((len(part), padded[0] * padded[1]), np.float32)
        for places, weight in weighted:
            column, row = np.round((project_all(places, part) - corner) / _SHRINK).astype(np.int64)
            far = (np.abs(column) > width) | (np.abs(row) > height)
            at = (row % padded[0]) * padded[1] + column % padded[1]
            at += np.arange(len(part))[:, None] * stamps.shape[1]
            share = np.where(far, 0.0, weight / len(places)).ravel()
            stamps += np.bincount(at.ravel(), share, stamps.size).reshape(stamps.shape).astype(np.float32)
        stamped = np.fft.rfft2(stamps.reshape(-1, *padded))
        rows = np.fft.ifft(spectrum[None] * stamped.conj(), axis=1)[:, :height]
        by_cell = np.fft.irfft(rows, padded[1])[:, :, :width].reshape(len(part), -1)
        best = np.argpartition(-by_cell, _CELLS_KEPT, axis=1)[:, :_CELLS_KEPT]
        marks.append(np.take_along_axis(by_cell, best, axis=1))
        shifts.append(best)
    order = np.argsort(-np.concatenate(marks).ravel(), kind="stable")[:_COARSE_KEPT]
    cell = np.concatenate(shifts).ravel()[order]
    chosen = views.take(order // _CELLS_KEPT)
    middle = (np.column_stack([cell % width, cell // width]) + 0.5) * _SHRINK - 0.5 - np.asarray(views.centre)
    return replace(chosen, middle=chosen.middle + middle)


def _views(board: Board, sought: PoseSearch) -> Hypotheses:
    """Camera poses all around the board, with the board in the picture's middle."""
    width, height = sought.blobs.size
    low, high = sought.focal
    period = min((angle for angle, share in turns_of(board) if share > 0.85 and angle > 0), default=360.0)
    scales = [0.26 * min(width, height * 1.4) * 1.13**step / sought.half_mm for step in range(9)]
    steps = max(4, round(period / 7.0))
    wanted = [share * width for share in _FOCAL_SHARES if low <= share * width <= high]
    focals = wanted or [math.sqrt(low * high)]
    views = []
    for elevation, step in product(_ELEVATIONS, range(steps)):
        sine, cosine = math.sin(math.radians(elevation)), math.cos(math.radians(elevation))
        turn = np.eye(3)
        turn[:2, :2] = turn_matrix(step * period / steps)
        rotation = np.array([[1, 0, 0], [0, sine, cosine], [0, -cosine, sine]]) @ turn
        tried = focals if elevation < _STEEP else focals[len(focals) // 2 :][:1]
        views += [(rotation, scale, focal) for scale, focal in product(scales, tried)]
    rotations, sizes, lengths = (np.array(part) for part in zip(*views, strict=True))
    k1 = np.full(len(views), min(max(_LIKELY_K1, sought.k1[0]), sought.k1[1]))
    middle, centre = np.zeros((len(views), 2)), picture_centre(sought.blobs.size)
    return Hypotheses(rotations, middle, sizes, lengths, k1, sought.origin, centre)


def _bare(board: Board) -> Floats:
    """(n, 3), mm: places on the board away from every hole, where no blob should be."""
    outline = np.asarray(board.outline)
    low, high = outline.min(axis=0), outline.max(axis=0)
    step = float((high - low).max()) / 16
    grid = np.stack(np.meshgrid(np.arange(low[0], high[0], step), np.arange(low[1], high[1], step)), axis=-1)
    places = np.array([place for place in grid.reshape(-1, 2) if inside(tuple(place), board.outline)])
    holes = np.array(list(board.holes.values()))
    apart = np.sqrt(((places[:, None] - holes[None]) ** 2).sum(axis=2)).min(axis=1)
    far = places[apart > 1.6 * board.pitch_mm]
    return flat(far if len(far) >= 8 else places[np.argsort(-apart)[:8]])


def _even(size: int) -> int:
    """The next even size up whose Fourier transform is fast."""
    while size % 2 or cv2.getOptimalDFTSize(size) != size:
        size += 1
    return size
