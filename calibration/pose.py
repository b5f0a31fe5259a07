"""Where the camera stands: found in a picture with or without help, proved, and found again after a bump.

What others need of the lens and the pose itself is here too.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.blobs import Image, find_blobs
from calibration.board import Board
from calibration.errors import CannotSee
from calibration.fit import Nearest, Prior, fit_pose
from calibration.guesses import Guesses, Limits, climb, guesses_of
from calibration.holes import is_camp
from calibration.lens import (
    Floats,
    Pose,
    flat,
    make_pose,
    picture_centre,
    project,
    to_board,
    undistort_points,
)
from calibration.proof import log_light, patch_half_mm, prove
from calibration.search import search
from calibration.turns import choose_turn, middle_of

__all__ = [
    "FoundPose",
    "Pose",
    "find_pose",
    "flat",
    "make_pose",
    "picture_centre",
    "project",
    "to_board",
    "undistort_points",
]

TAP_ERROR_PX = 15.0
HINT_ERROR = 0.17
WIDEST_FOCAL = (0.35, 2.2)
"""Focal lengths that a camera may have without a hint, as a share of the picture's width."""

_TAPPED_CLIMB = [(16, 60, 8), (12, 40, 10), (9, 30, 12), (7, 20, 12), (5, 16, 14), (4, 12, 16), (3, 8, 20)]


@dataclass(frozen=True, slots=True, eq=False)
class FoundPose:
    """A pose with its proof.

    Attributes:
        pose: where the camera stands.
        error_px: how far holes are seen from where the pose expects them, root mean square.
        share: of the holes that are proved, 0 to 1.
    """

    pose: Pose
    error_px: float
    share: float


def find_pose(
    images: Sequence[Image],
    board: Board,
    *,
    corners: Sequence[tuple[float, float]] | None = None,
    focal: float | None = None,
    holes: Mapping[str, str] | None = None,
    colours: Mapping[str, str] | None = None,
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

    Raises:
        CannotSee: no pose could be proved; the message is advice.
    """
    image = images[-1]
    scene = _Scene(image, board, standing(board, holes), focal)
    best = _best(scene.from_taps(corners) if corners is not None else scene.search())
    if best is None or not best.proved:
        if corners is not None:
            raise CannotSee("the board's holes are not where the corners say: tap the four corners again")
        raise CannotSee("the board isn't found: show all of it, in good light, and tap its four corners")
    if corners is None:
        turned = choose_turn(image, scene.light, board, best.pose, scene.standing, colours)
        best = scene.settle(turned.pose) or best
    return FoundPose(best.pose, best.error_px, best.share)


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    pose: Pose
    error_px: float
    share: float
    depth: float

    @property
    def proved(self) -> bool:
        return self.share >= 0.6 and self.depth >= 0.1


def _best(candidates: list[_Candidate]) -> _Candidate | None:
    return max(candidates, key=lambda candidate: candidate.share, default=None)


class _Scene:
    """One picture and what is known of it."""

    def __init__(self, image: Image, board: Board, standing: Mapping[str, str], focal: float | None) -> None:
        self.board, self.standing, self.focal = board, standing, focal
        self.size = (image.shape[1], image.shape[0])
        self.blobs = find_blobs(image)
        self.light = log_light(image)
        self.half_mm = patch_half_mm(board)
        self.empty = flat([place for hole, place in board.holes.items() if hole not in standing])
        self.origin, self.reach_mm = middle_of(board)
        self.limits = (
            Limits((focal / (1 + HINT_ERROR), focal * (1 + HINT_ERROR))) if focal else _any_focal(self.size)
        )
        self.nearest = Nearest(self.blobs)
        self.chance = np.random.default_rng(12)

    def from_taps(self, corners: Sequence[tuple[float, float]]) -> list[_Candidate]:
        starts = _tapped_guesses(self.board, corners, self.size, self.limits, self.origin, self.chance)
        if starts is None:
            return []
        guesses, _ = climb(
            starts, self.empty, self.blobs, _TAPPED_CLIMB, self.reach_mm, self.limits, self.chance
        )
        return self._finish(guesses, 6)

    def search(self) -> list[_Candidate]:
        guesses, _ = search(
            self.board, self.empty, self.blobs, self.limits, self.origin, self.reach_mm, self.chance
        )
        return self._finish(guesses, 12)

    def settle(self, pose: Pose) -> _Candidate | None:
        """Fit a pose that is nearly right, and prove it."""
        prior = Prior(self.focal, 0.08) if self.focal else Prior(pose.focal)
        fit = fit_pose(pose, self.empty, self.nearest, (8, 5, 4, 4), prior)
        if fit is None:
            return None
        proof = prove(self.light, self.empty, fit.pose, self.half_mm)
        return _Candidate(fit.pose, fit.error_px, proof.share, proof.depth)

    def _finish(self, guesses: Guesses, most: int) -> list[_Candidate]:
        settled = (self.settle(guesses.pose(index)) for index in range(min(most, len(guesses))))
        return [candidate for candidate in settled if candidate is not None]


def standing(board: Board, holes: Mapping[str, str] | None) -> Mapping[str, str]:
    """Which hole holds whose pawn at the set-up: as told, or every camp full."""
    if holes is not None:
        return holes
    return {hole: hole[0] for hole in board.holes if board.seats and is_camp(hole)}  # type: ignore[arg-type]


def _any_focal(size: tuple[int, int]) -> Limits:
    return Limits((WIDEST_FOCAL[0] * size[0], WIDEST_FOCAL[1] * size[0]))


def _tapped_guesses(
    board: Board,
    corners: Sequence[tuple[float, float]],
    size: tuple[int, int],
    limits: Limits,
    origin: Floats,
    chance: np.random.Generator,
    count: int = 300,
) -> Guesses | None:
    """Poses under which the taps lie about where a finger put them."""
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
    return guesses_of(poses, origin) if poses else None
