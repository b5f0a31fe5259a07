"""Camera model and pose: from the board's millimetres to the picture's pixels, and back."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.arrays import Floats, Image, Singles
from calibration.errors import CannotSee
from toc_pi.messages import said

_UNDISTORT_STEPS = 8  # of Newton's method
SHORTEST_PX, LONGEST_PX = 32, 20_000  # sides of pictures that can show a board
MOST_OBLONG = 4  # limit of the pictures' aspect ratio


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where the camera stood, and its lens.

    The board's frame is x right, y down, z into the table: the top of a pawn is at z = -height.
    The lens is a pinhole with one radial coefficient: a ray that meets the plane at distance 1 in (x, y) is
    seen at `focal * (1 + k1 * (x² + y²)) * (x, y) + centre` of the raw picture.

    Attributes:
        rotation: (3, 3), from the board's frame to the camera's.
        translation: (3,), mm, the board's origin in the camera's frame.
        focal: px.
        centre: (x, y), px, the optical centre; the middle of the first pixel is (0, 0).
        k1: radial distortion; 0 for none, negative for a barrel.

    Source: Hartley and Zisserman, Multiple View Geometry, 2nd ed., 6.1 and 7.4; OpenCV's `k1`.
    """

    rotation: Floats
    translation: Floats
    focal: float
    centre: tuple[float, float]
    k1: float

    @property
    def elevation_deg(self) -> float:
        """Angle between the optical axis and the board: 90 from straight above."""
        return math.degrees(math.asin(float(np.clip(self.rotation[2, 2], -1.0, 1.0))))

    @property
    def camera(self) -> Floats:
        """(3,), mm: the camera's position in the board's frame; z is negative, it is above the board."""
        return -self.rotation.T @ self.translation

    @property
    def rvec(self) -> Floats:
        """(3,): the rotation as an axis times its angle."""
        return np.asarray(cv2.Rodrigues(self.rotation)[0], np.float64).ravel()


def can_show_board(size: tuple[int, int]) -> bool:
    """Whether pictures of `size` (width, height), px, are large and square enough to show a board."""
    shorter, longer = sorted(size)
    return shorter >= SHORTEST_PX and longer <= min(LONGEST_PX, MOST_OBLONG * shorter)


def check_size(image: Image) -> None:
    """Reject a picture of an impossible size, before it is enlarged or searched.

    Raises:
        CannotSee: it is too small or too oblong.
    """
    height, width = image.shape[:2]
    if not can_show_board((width, height)):
        raise CannotSee(
            said("no board can be found in pictures of {width}x{height} px", width=width, height=height)
        )


def picture_centre(size: tuple[int, int]) -> tuple[float, float]:
    """The middle of a picture of `size` (width, height), px."""
    return (size[0] - 1) / 2, (size[1] - 1) / 2


def make_pose(
    rvec: ArrayLike, translation: ArrayLike, focal: float, centre: tuple[float, float], k1: float
) -> Pose:
    """A pose from a rotation vector."""
    rotation = np.asarray(cv2.Rodrigues(np.asarray(rvec, np.float64))[0], np.float64)
    return Pose(rotation, np.asarray(translation, np.float64).ravel(), float(focal), centre, float(k1))


def project(points: Floats, pose: Pose) -> Floats:
    """Project points of the board's frame, (n, 3) mm, into the raw (distorted) picture, (n, 2) px.

    The top of a pawn is at z = -height; the middle of the first pixel is (0, 0).

    Raises:
        CannotSee: a point lies in or behind the plane of the camera.
    """
    x, y, z = (np.asarray(points, np.float64) @ pose.rotation.T + pose.translation).T
    if (z <= 0).any():
        raise CannotSee("the board lies behind the camera; calibrate again")
    x, y = x / z, y / z
    zoom = pose.focal * (1.0 + pose.k1 * (x * x + y * y))
    return np.column_stack([zoom * x + pose.centre[0], zoom * y + pose.centre[1]])


def undistort_points(pixels: Floats, pose: Pose) -> Floats:
    """Rays of the raw picture as points on the plane at distance 1 before the camera.

    Args:
        pixels: (n, 2), px of the raw picture.

    Returns:
        (n, 2); multiply by `focal` and add `centre` for a picture without distortion.
    """
    return straighten((np.asarray(pixels, np.float64) - np.asarray(pose.centre)) / pose.focal, pose.k1)


def straighten(bent: Floats, k1: ArrayLike) -> Floats:
    """Remove the distortion `k1`, (…) or one for all, from rays (…, 2) on the plane at distance 1."""
    k1 = np.asarray(k1, np.float64)
    # With strong barrel distortion the model folds back at some radius: rays beyond have no solution.
    fold = np.where(k1 < 0, 2 / (3 * np.sqrt(-3 * np.minimum(k1, -1e-12))), np.inf)
    radius = np.minimum(np.hypot(bent[..., 0], bent[..., 1]), 0.999 * fold)
    straight = radius.copy()
    for _ in range(_UNDISTORT_STEPS):
        # Newton on s + k1 s³ = radius.
        slope = np.maximum(1.0 + 3.0 * k1 * straight**2, 0.02)
        straight -= (straight + k1 * straight**3 - radius) / slope
    scale = np.where(radius > 1e-12, straight / np.maximum(radius, 1e-12), 1.0)
    return np.asarray(bent * scale[..., None])


def to_board(pixels: Floats, pose: Pose, z: float = 0.0) -> Floats:
    """Intersect the rays of pixels, (n, 2), of the raw picture with a plane parallel to the board, (n, 2) mm.

    Not finite if a ray doesn't meet it. z = 0 is the board's top face, -height the pawns' tops.
    """
    plane = undistort_points(pixels, pose)
    rays = np.column_stack([plane, np.ones(len(plane))]) @ pose.rotation
    camera = pose.camera
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (z - camera[2]) / rays[:, 2]
    along = np.where(along > 0, along, np.nan)
    return np.asarray(camera[:2] + along[:, None] * rays[:, :2])


def flat(points: Floats | list[tuple[float, float]] | tuple[tuple[float, float], ...]) -> Floats:
    """Points of the board's top face as (n, 3), mm."""
    places = np.asarray(points, np.float64).reshape(-1, 2)
    return np.column_stack([places, np.zeros(len(places))])


def circle(middle: ArrayLike, radius: float, count: int, z: float = 0.0) -> Floats:
    """(count, 3), mm: a circle parallel to the board, around (x, y)."""
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    ring = np.asarray(middle) + radius * np.column_stack([np.cos(turn), np.sin(turn)])
    return np.column_stack([ring, np.full(count, z)])


GREYS = (8, 22, 40, 64, 96, 128, 160, 192, 224)  # grey levels at which noise is measured
MIN_NOISE = 0.5  # grey levels: about the noise of rounding to whole levels
_FEW = 300  # with fewer pixels noise isn't measured
_TO_SPREAD = 1.4826  # standard deviation of a normal distribution, in median absolute deviations


def measure_noise(images: Sequence[Image]) -> tuple[float, tuple[float, ...]]:
    """The sensor's noise: from differences between pictures, or of a single one from its smoothed version.

    Returns:
        Grey levels: of the whole picture, and for each of GREYS (empty for a single picture).
    """
    if len(images) < 2:
        fine = images[0].astype(np.float32)
        smooth = cv2.GaussianBlur(fine, (0, 0), 1.0)
        apart = np.asarray(cv2.absdiff(fine, smooth, dst=smooth), np.float32)
        return max(MIN_NOISE, _TO_SPREAD * float(np.median(apart, overwrite_input=True)) * 1.2), ()
    few = [image[::2, ::2] for image in images]
    # Sort pixels by their mean over time: sorted by their own noisy values, dark ones would seem quiet.
    total = np.zeros(few[0].shape, np.uint16)
    for image in few:
        total += image
    limits = [len(images) * (low + high) / 2 for low, high in pairwise(GREYS)]
    grey = np.searchsorted(limits, np.arange(255 * len(images) + 1), side="right")[total]
    counts = np.zeros((len(GREYS), 256), np.intp)
    for one, two in pairwise(few):
        counts += np.bincount((256 * grey + cv2.absdiff(one, two)).ravel(), minlength=counts.size).reshape(
            counts.shape
        )
    spread = _TO_SPREAD / np.sqrt(2.0)
    whole = float(max(MIN_NOISE, spread * _median_of_counts(counts.sum(axis=0))))
    by_grey = np.full(len(GREYS), np.nan)
    for index, own in enumerate(counts):
        if own.sum() >= _FEW * (len(images) - 1):
            by_grey[index] = max(MIN_NOISE, spread * _median_of_counts(own))
    known = np.flatnonzero(np.isfinite(by_grey))
    if not len(known):
        return whole, ()
    return whole, tuple(map(float, np.interp(np.arange(len(GREYS)), known, by_grey[known])))


def _median_of_counts(counts: NDArray[np.intp]) -> float:
    """The median of non-negative integers, given the count of each."""
    up_to = np.cumsum(counts)
    middle = (int(up_to[-1]) - 1) // 2, int(up_to[-1]) // 2
    return float(np.searchsorted(up_to, middle, side="right").mean())


def noise_table(whole: float, by_grey: Sequence[float]) -> Singles:
    """(256) noise for each grey level, from that of the whole picture and of GREYS; empty if unknown."""
    if not by_grey:
        return np.full(256, whole, np.float32)
    return np.interp(np.arange(256), GREYS, by_grey).astype(np.float32)


_ROWS = 16  # rows whose median is taken at once, so that they fit into a small processor's cache


def median_picture(images: Sequence[Image]) -> Image:
    """The median of each pixel, computed some rows at a time: whole pictures would need ten times the memory.

    Args:
        images: one or more, of one shape.
    """
    out, half = np.empty_like(images[0]), len(images) // 2
    for top in range(0, len(out), _ROWS):
        rows = [image[top : top + _ROWS] for image in images]
        for low in range(half + 1):  # the smallest remaining value comes to the front
            for other in range(low + 1, len(rows)):
                rows[low], rows[other] = (
                    np.minimum(rows[low], rows[other]),
                    np.maximum(rows[low], rows[other]),
                )
        below, middle = rows[half - 1 + len(images) % 2], rows[half]
        out[top : top + _ROWS] = (below & middle) + ((below ^ middle) >> 1)  # their mean, rounded down
    return out
