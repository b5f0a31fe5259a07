"""What a person can do about a picture in which the board isn't found."""

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.features.blobs import brightest_channel

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
