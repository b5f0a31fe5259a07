"""Fixes exposure, white balance and focus of a USB camera through V4L2, where the camera can.

Cameras differ: many lack a control, some accept one and ignore it, and most don't report the values that
their automatics have chosen. So each control is read back and the picture is compared; a control that changed
it too much goes back to automatic.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]

# V4L2_CID_EXPOSURE_AUTO, as OpenCV passes it on: UVC cameras support these two.
MANUAL, APERTURE_PRIORITY = 1, 3
SETTLING_FRAMES = 20
AFTER_FRAMES = 6  # until a picture shows what was set
TRIES = 6
BRIGHTNESS = 0.12  # how much brighter or darker the picture may become, as a share
COLOUR = 0.05  # how much the logarithms of red and blue against green may change
SHARPNESS = 0.7  # least sharpness, as a share of that before
_GAMMA = 2.2


class CaptureDevice(Protocol):
    """The part of `cv2.VideoCapture` that is used here."""

    def get(self, prop: int) -> float:
        """A property; -1 or 0 for one that it doesn't have."""
        ...

    def set(self, prop: int, value: float) -> bool:
        """Set a property; False for one that it doesn't have."""
        ...

    def read(self) -> tuple[bool, Any]:
        """The next picture."""
        ...

    def getBackendName(self) -> str:  # noqa: N802 - OpenCV's own name
        """The name of its backend."""
        ...


@dataclass(frozen=True, slots=True)
class LockedControls:
    """Which controls are fixed."""

    exposure: bool = False
    white_balance: bool = False
    focus: bool = False


def lock_controls(source: CaptureDevice) -> LockedControls:
    """Let a camera settle, then fix the controls that it allows; the others stay automatic."""
    if source.getBackendName() != "V4L2":
        return LockedControls()
    if _pictures(source, SETTLING_FRAMES) is None:
        return LockedControls()
    focus = _lock_focus(source)
    exposure = _lock_exposure(source)
    return LockedControls(exposure, _lock_white_balance(source), focus)


def relock_controls(source: CaptureDevice, locked: LockedControls) -> LockedControls:
    """Let a camera settle its exposure and colours in another light, and fix them again; the focus stays."""
    source.set(cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY)
    if locked.white_balance:
        source.set(cv2.CAP_PROP_AUTO_WB, 1)
    _pictures(source, SETTLING_FRAMES)
    return LockedControls(
        _lock_exposure(source), locked.white_balance and _lock_white_balance(source), locked.focus
    )


def _lock_exposure(source: CaptureDevice) -> bool:
    """Cameras rarely report the exposure they chose: the value is searched that gives the same brightness."""
    before = _pictures(source, 1)
    if before is None or not _set(source, cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL):
        return False
    exposure = max(source.get(cv2.CAP_PROP_EXPOSURE), 1.0)
    for _ in range(TRIES):
        after = _pictures(source, AFTER_FRAMES)
        if after is None:
            break
        share = max(_grey(after), 1.0) / max(_grey(before), 1.0)
        if abs(share - 1.0) <= BRIGHTNESS:
            return True
        wanted = max(1.0, round(exposure / min(max(share**_GAMMA, 0.1), 10.0)))
        if wanted == exposure or not _set(source, cv2.CAP_PROP_EXPOSURE, wanted):
            break
        exposure = wanted
    source.set(cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY)
    return False


def _lock_white_balance(source: CaptureDevice) -> bool:
    def is_unchanged(before: Picture, after: Picture) -> bool:
        return bool(np.abs(_colour(after) - _colour(before)).max() <= COLOUR)

    return _lock(source, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, is_unchanged)


def _lock_focus(source: CaptureDevice) -> bool:
    def is_unchanged(before: Picture, after: Picture) -> bool:
        return _sharpness(after) >= SHARPNESS * _sharpness(before)

    return _lock(source, cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, is_unchanged)


def _lock(
    source: CaptureDevice, auto: int, value: int, is_unchanged: Callable[[Picture, Picture], bool]
) -> bool:
    """Switch an automatic off, with the value that it reports, if the picture stays the same."""
    before, reported = _pictures(source, 1), source.get(value)
    if before is None or not _set(source, auto, 0):
        return False
    if reported > 0:
        source.set(value, reported)
    after = _pictures(source, AFTER_FRAMES)
    if after is not None and is_unchanged(before, after):
        return True
    source.set(auto, 1)
    return False


def _set(source: CaptureDevice, prop: int, value: float) -> bool:
    """Set a property and read it back."""
    return source.set(prop, value) and abs(source.get(prop) - value) < 0.5


def _pictures(source: CaptureDevice, count: int) -> Picture | None:
    """The last of some pictures; None where none comes."""
    last = None
    for _ in range(count):
        arrived, image = source.read()
        if arrived:
            last = image
    return None if last is None else np.asarray(last, np.uint8)


def _grey(image: Picture) -> float:
    return float(image[::8, ::8].mean())


def _colour(image: Picture) -> npt.NDArray[np.float64]:
    blue, green, red = image[::8, ::8].reshape(-1, 3).mean(axis=0) + 1.0
    return np.array([np.log(red / green), np.log(blue / green)])


def _sharpness(image: Picture) -> float:
    return float(cv2.Laplacian(image[:, :, 1], cv2.CV_32F).var())
