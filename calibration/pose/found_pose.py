"""A verified pose, prior knowledge about one, and what a person can do where the board isn't found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.appearance.sampling_grid import PawnSet
from calibration.arrays import Image
from calibration.camera.lens import Pose
from calibration.features.blobs import brightest_channel

DARK, BRIGHT, RING = "dark", "bright", "ring"
"""Kinds of holes: drilled ones, bright discs, printed circles."""

PRINTED = 0.6
"""Circles wider than this share of their distance are printed ones, not holes."""

# A pose is verified if all three are reached; see `verification.Verification`.
SHARE_NEEDED = 0.6  # share of its holes that look like their median hole
DEPTH_NEEDED = 0.04  # contrast of the median hole, the standard deviation of the logarithm of brightness
ROUND_NEEDED = 0.3  # roundness of the median hole, 0 to 1

RING_SHARE_NEEDED = 0.4
"""Printed circles are drawn and filled in many ways, so a smaller share need look alike."""

HOLE_LEAN = 0.1
"""How far toward the camera a hole's dark part lies when seen from 45 degrees, in diameters."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundPose:
    """A verified pose.

    Attributes:
        pose: where the camera stands.
        error_px: how far holes are seen from where the pose expects them, root mean square.
        share: of the holes that look like holes under it, 0 to 1.
    """

    pose: Pose
    error_px: float
    share: float


@dataclass(frozen=True, slots=True)
class Hints:
    """What a person, the settings or printed markers say; whatever is left out is unknown.

    Attributes:
        corners: the board's `taps` in the picture, px, in their order, up to 15 px off.
        focal: focal length, px, within 15 %.
        holes: which pawn stands in which hole; every other hole is empty.
        colours: the colour of each seat's (or kind of) pawns, as a word.
        pawns: their kind and size, where camps are areas.
        any_way: where the board lies is enough; which seat is where may stay open.
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

# Messages of `CannotSee` about a picture that is bright and sharp enough.
NOT_FOUND = "the board isn't found: check the board's name, show all of it, take hands and cloths away"
SEVERAL_SIDES = (
    "the board looks the same from several sides, and the pawns don't show which is which: "
    "check what was said about the pawns and their colours"
)
CORNERS_HELP = (NOT_FOUND, SEVERAL_SIDES)
"""Messages about pictures that show enough: there it helps if somebody taps the board's corners."""


def advice(image: Image, *, tapped: bool) -> str:
    """What a person can do about a picture in which the board isn't found.

    Args:
        image: the picture.
        tapped: whether the board's corners were given.
    """
    light = brightest_channel(image)
    middle, spread = _brightness(light)
    sharp = float(cv2.Laplacian(cv2.resize(light, (640, 360)), cv2.CV_32F).std())
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


def _brightness(light: Image) -> tuple[float, float]:
    """Median and spread of a picture made small, grey levels."""
    small = cv2.resize(light, (320, 180), interpolation=cv2.INTER_AREA)
    return float(np.median(small)), float(small.std())


def shows_nothing(image: Image) -> bool:
    """Whether there is nothing to look for: the lens is covered, or the camera sees a wall."""
    return _brightness(brightest_channel(image))[1] < EVEN
