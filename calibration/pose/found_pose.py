"""A verified pose, its verification, hints for a pose, and advice if the board isn't found.

A wrong pose can have a small residual. But under a wrong pose most expected holes don't look like their
median.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.pawn_set import PawnSet
from calibration.arrays import Floats, Image, Mask, Singles
from calibration.board.board import Board
from calibration.camera import Pose, check_size, flat, project
from calibration.errors import NOT_FOUND
from calibration.features import brightest_channel, log_light

DARK, BRIGHT, RING = "dark", "bright", "ring"  # kinds of holes: drilled ones, bright discs, printed circles
PRINTED = 0.6  # circles wider than this share of their distance are printed ones, not holes

# A pose is verified if all three are reached; see `Verification`.
SHARE_NEEDED = 0.6  # share of its holes that look like their median hole
DEPTH_NEEDED = 0.04  # contrast of the median hole, the standard deviation of the logarithm of brightness
ROUND_NEEDED = 0.3  # roundness of the median hole, 0 to 1

RING_SHARE_NEEDED = 0.4
"""Printed circles are drawn and filled in many ways, so a smaller share needs to match."""

HOLE_LEAN = 0.1  # how far toward the camera a hole's dark part lies when seen from 45 degrees, in diameters


@dataclass(frozen=True, slots=True, eq=False)
class FoundPose:
    """A fitted pose with its verification.

    Attributes:
        pose: of the camera.
        error_px: reprojection error of the holes, root mean square.
        share: of the holes that look like holes under it, 0 to 1; before verification, of those near which
            something was detected.
        depth, roundness: see `Verification`; 0 before verification.
        kind: of the holes: `DARK`, `BRIGHT` or `RING`.
    """

    pose: Pose
    error_px: float
    share: float
    depth: float = 0.0
    roundness: float = 0.0
    kind: str = DARK

    @property
    def proved(self) -> bool:
        """Whether enough holes are found, dark and round enough."""
        return self.is_proved(RING_SHARE_NEEDED if self.kind == RING else SHARE_NEEDED)

    def is_proved(self, share_needed: float) -> bool:
        """Whether at least this share of the holes is found, dark and round enough."""
        return self.share >= share_needed and self.depth >= DEPTH_NEEDED and self.roundness >= ROUND_NEEDED


@dataclass(frozen=True, slots=True)
class PoseHints:
    """Hints from people, settings or printed markers; None if unknown.

    Attributes:
        corners: the board's `taps` in the picture, px, in their order, up to 15 px off.
        focal: focal length, px, within 15 %.
        holes: which pawn stands in which hole; every other hole is empty.
        colours: the colour of each seat's (or kind of) pawns, as a word.
        pawns: their kind and size, where camps are areas.
        any_way: the board's position is enough; its orientation may stay open.
    """

    corners: Sequence[tuple[float, float]] | None = None
    focal: float | None = None
    holes: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] | None = None
    pawns: PawnSet | None = None
    any_way: bool = False


BLACK, DIM, EVEN, DULL, BLURRED = 12.0, 30.0, 1.5, 6.0, 3.0
"""Grey levels below which a picture is black or dim (median), even or dull (deviation), blurred (edges)."""

GLARING, BLEACHED = 250.0, 40.0
"""Grey levels: an overexposed picture has at least this median, and at most this standard deviation."""

# Messages of `CannotSee` for a picture that is bright and sharp enough.
SEVERAL_SIDES = (
    "the board looks the same from several sides, and the pawns don't show which is which: "
    "check what was said about the pawns and their colours"
)
CORNERS_HELP = (NOT_FOUND, SEVERAL_SIDES)
"""Messages after which tapping the board's corners helps."""


def advice(image: Image, *, tapped: bool) -> str:
    """What to do if the board isn't found; `tapped`: its corners were given."""
    middle, spread = _brightness(image)
    small = cv2.resize(brightest_channel(image), (640, 360))
    sharp = float(cv2.Laplacian(small, cv2.CV_32F).std())
    if middle < BLACK and spread < DULL:
        return "the picture is black: take the cap off the lens, or switch a light on"
    if middle > GLARING and spread < BLEACHED:
        return "the picture is too bright: turn the lamp away, or draw the curtains"
    if spread < DULL:
        return "the picture shows nothing: take away what covers the lens, and clean it"
    if middle < DIM:
        return "it is too dark to see the holes: switch a light on"
    if sharp < BLURRED:
        return "the picture is blurred: focus the camera on the board, and keep it still"
    if tapped:
        return (
            "the board's holes are not where the corners say: check the board's name, show all of it, "
            "and tap its four corners again"
        )
    return NOT_FOUND


def _brightness(image: Image) -> tuple[float, float]:
    """Median and spread of a picture made small, grey levels."""
    small = cv2.resize(brightest_channel(image), (320, 180), interpolation=cv2.INTER_AREA)
    return float(np.median(small)), float(small.std())


def shows_nothing(image: Image) -> bool:
    """Whether there is nothing to find: the lens is covered, or the camera sees a wall."""
    return _brightness(image)[1] < EVEN


PATCH = 13  # samples along one side of a rectified patch
ALIKE = 0.6  # correlation with the median hole above which a hole looks like it
# Contrast (standard deviation of the logarithm of brightness) from which patches are scaled to the same
# contrast; fainter ones stay fainter.
_FLAT = 0.02

_OTHERS_FEWEST, _OTHERS_ROUND, _OTHERS_ALIKE = 6, 0.45, 0.5
"""Holes in another light count too if there are at least this many, their own median is at least this round,
and its correlation with the first median at least this. Measured: under poses that are off by part of a hole
the rest has a roundness of 0.26 at most, under right poses of 0.56 at least.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Verification:
    """The evidence for a pose.

    Attributes:
        share: of holes like the median hole, or like each other in another light.
        depth: contrast of the median hole: standard deviation of the logarithm of brightness.
        roundness: share of that variance explained by the distance from the middle, 0 to 1.
        alike: (n,), correlation of each hole with the median one, -1 to 1; not a number outside the picture.
    """

    share: float
    depth: float
    roundness: float
    alike: Floats


def patch_half_mm(board: Board) -> float:
    """Half the side of a patch: a hole and some wood, but no other hole."""
    return min(1.0 * board.hole_diameter, 0.62 * board.pitch_mm)


def cut_patches(light: Singles, places: Floats, pose: Pose, half_mm: float, size: int = PATCH) -> Singles:
    """Rectified squares, (n, size, size), around places on the board, (n, 3) mm.

    They reach `half_mm` from the middle to a side; not a number outside the picture.
    """
    line = np.linspace(-half_mm, half_mm, size)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    spots = places[:, None] + flat(grid)[None]
    pixels = project(spots.reshape(-1, 3), pose).astype(np.float32).reshape(len(places), -1, 2)
    x, y = pixels[..., 0], pixels[..., 1]
    cut = cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=float("nan"))
    return np.asarray(cut, np.float32).reshape(len(places), size, size)


def hole_likeness(image: Image, board: Board, pose: Pose, holes: Collection[str]) -> tuple[Floats, Floats]:
    """The places of all holes but some, (n, 2) mm, and each one's correlation with the median hole, (n,)."""
    places = np.array([place for hole, place in board.holes.items() if hole not in holes])
    return places, verify(log_light(image), flat(places), pose, patch_half_mm(board)).alike


def verify(
    light: Singles, places: Floats, pose: Pose, half_mm: float, empty: Mask | None = None
) -> Verification:
    """Compare all holes, (n, 3) mm, with their median.

    Args:
        light: from `log_light`, or `edges` for printed circles.
        empty: (n,), which of them should be empty and visible; the others are only compared. None: all.
    """
    patches = cut_patches(light, places, pose, half_mm).reshape(len(places), -1)
    whole = np.isfinite(patches).all(axis=1)
    alike = np.full(len(places), np.nan)
    wanted = np.ones(len(places), np.bool_) if empty is None else empty
    speaking = wanted[whole]
    if speaking.sum() < 6:
        return Verification(0.0, 0.0, 0.0, alike)
    shown = patches[whole] - patches[whole].mean(axis=1, keepdims=True)
    spread = shown.std(axis=1, keepdims=True)
    # Patches without contrast are not scaled up to the contrast of clear ones.
    scale = np.maximum(spread, _FLAT)
    scaled = (shown / scale)[speaking]
    middling, norm = _median_patch(scaled)
    if norm < 1e-6:
        return Verification(0.0, 0.0, 0.0, alike)
    alike[whole] = shown @ middling / (scale[:, 0] * PATCH * norm)
    own = alike[whole & wanted]
    # If sun falls on half the board, holes unlike the median are like each other.
    rest = scaled[own <= ALIKE]
    like = int((own > ALIKE).sum())
    if len(rest) >= _OTHERS_FEWEST:
        other, size = _median_patch(rest.astype(np.float64))
        is_hole = size >= 1e-6 and _roundness(other) >= _OTHERS_ROUND
        if is_hole and float(other @ middling) >= _OTHERS_ALIKE * size * norm:
            like += int((rest @ other / (PATCH * size) > ALIKE).sum())
    depth = float(np.median(spread[speaking]))
    return Verification(float(like / wanted.sum()), depth, _roundness(middling), alike)


def _median_patch(patches: NDArray[np.floating]) -> tuple[NDArray[np.floating], float]:
    """The median of (n, samples) patches, minus its mean, and its norm."""
    median = np.median(patches, axis=0)
    median -= median.mean()
    return median, float(np.linalg.norm(median))


def _roundness(patch: NDArray[np.floating]) -> float:
    """The share of a patch's variance explained by the distance from its middle."""
    line = np.linspace(-1, 1, PATCH)
    away = np.hypot(*np.meshgrid(line, line)).ravel()
    near = away <= 1.0
    ring = np.minimum((away[near] * 5).astype(np.intp), 4)
    shown = patch[near] - patch[near].mean()
    means = np.bincount(ring, shown, 5) / np.maximum(np.bincount(ring, minlength=5), 1)
    whole = float((shown * shown).sum())
    return float((means[ring] ** 2).sum() / whole) if whole > 0 else 0.0


MIN_PX, WORKING_PX, MAX_PX = 900, 1280, 1700
"""Widths of pictures: smaller and larger ones are brought to the working width."""


def working_picture(image: Image) -> tuple[Image, float]:
    """A picture scaled to about the working size, and the scale factor.

    Raises:
        CannotSee: no camera takes such pictures.
    """
    check_size(image)
    width = image.shape[1]
    if MIN_PX <= width <= MAX_PX:
        return image, 1.0
    scale = WORKING_PX / width
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8), scale


def scaled_pixel(x: float, y: float, scale: float) -> tuple[float, float]:
    """The position of a pixel after scaling."""
    return (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5


def scaled_pose(pose: Pose, scale: float, centre: tuple[float, float] | None = None) -> Pose:
    """The pose for a picture scaled by `scale`; `centre`: px, the optical centre, if known."""
    centre = centre or scaled_pixel(*pose.centre, scale)
    return replace(pose, focal=pose.focal * scale, centre=centre)


def unscaled(found: FoundPose, scale: float, centre: tuple[float, float]) -> FoundPose:
    """A pose found in a scaled picture, for the original, whose optical centre is given, px."""
    pose = scaled_pose(found.pose, 1 / scale, centre)
    return found if scale == 1.0 else replace(found, pose=pose, error_px=found.error_px / scale)
