"""Fixed exposure, white balance and focus, and when they must be set again.

Pictures of one session are compared with each other. A camera module can be fixed at its current values. Many
USB cameras lack a control, some accept one and ignore it, and most don't report the values that their
automatic modes have chosen: so each control is read back and the pictures are compared; a control that
changed the picture too much is returned to automatic.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from hardware.camera import Picture

DARKER, BRIGHTER = 0.5, 1.7  # relative to the grey level when exposure was fixed: limits of good reading
BLOWN, BLOWN_SHARE = 250, 0.2  # a picture is overexposed if this share of it is at or above this grey level
LASTS_S = 2.0  # a sleeve or a tray before the lens is gone sooner than that
STEP_PX = 16  # only every 16th pixel of each row and column is used
_GAMMA = 2.2  # of a usual camera: grey levels are light to the power of 1 / 2.2


@dataclass(frozen=True, slots=True)
class Brightness:
    """How bright the middle of a picture is.

    Attributes:
        grey: its median, grey levels of the brightest channel.
        blown: share of it that is overexposed.
    """

    grey: float
    blown: float


def _middle(image: Picture) -> Picture:
    """A picture's middle half, where the board is."""
    height, width = image.shape[:2]
    return image[height // 4 : -height // 4, width // 4 : -width // 4]


def _measure(image: Picture) -> Brightness:
    """The brightness of a picture's middle half, by some of its pixels."""
    middle = _middle(image)[::STEP_PX, ::STEP_PX].max(axis=2)
    return Brightness(float(np.median(middle)), float((middle >= BLOWN).mean()))


class RoomBrightness:
    """Detects when the room's brightness has changed permanently since exposure was fixed."""

    def __init__(self) -> None:
        self._at: Brightness | None = None
        self._since: float | None = None

    def reset_reference(self) -> None:
        """Exposure was just fixed: the next picture is the reference."""
        self._at = self._since = None

    def exposure_factor(self, t: float, image: Picture) -> float | None:
        """The factor by which exposure should change, at a picture at `t` seconds; None while it is right."""
        now = _measure(image)
        if self._at is None:
            self._at = now
            return None
        share = max(now.grey, 1.0) / max(self._at.grey, 1.0)
        blown = now.blown > max(BLOWN_SHARE, 2 * self._at.blown)
        if DARKER <= share <= BRIGHTER and not blown:
            self._since = None
            return None
        if self._since is None:
            self._since = t
        if t - self._since < LASTS_S:
            return None
        factor: float = (1.0 / share) ** _GAMMA
        return min(0.5, factor) if blown else factor  # grey levels don't show how far it is overexposed


# Lamps on 60 Hz mains (Quebec) flicker 120 times a second; exposures of whole periods don't show it.
MAINS_HZ = 60
FLICKER_US = 1_000_000 / (2 * MAINS_HZ)
FASTEST_US = 33_333
AF_MANUAL = 0

Metadata = Mapping[str, Any]


def locked_controls(
    metadata: Metadata,
    controls: Mapping[str, Any],
    flicker_us: float = FLICKER_US,
    longest_us: float = float("inf"),
) -> dict[str, Any]:
    """The control values that keep the camera's current settings.

    Args:
        metadata: of a picture taken after the camera has settled.
        controls: what can be set, with (lowest, highest, default).
        flicker_us: the period of the lamps' flicker.
        longest_us: the longest exposure.

    Returns:
        Values for `set_controls`: exposure in whole periods of flicker, with gain adjusted to match.
    """
    light = float(metadata["ExposureTime"]) * float(metadata["AnalogueGain"])
    low, high = controls.get("AnalogueGain", (1.0, 16.0, None))[:2]
    exposure = min(float(metadata["ExposureTime"]), longest_us, light / low)
    whole_periods = (
        flicker_us * max(1, round(exposure / flicker_us)) if exposure >= flicker_us / 2 else exposure
    )
    gain = min(max(light / whole_periods, low), high or 16.0)
    frame_us = max(FASTEST_US, round(whole_periods) + 100)
    values = {
        "AeEnable": False,
        "ExposureTime": round(whole_periods),
        "AnalogueGain": gain,
        "AwbEnable": False,
        "FrameDurationLimits": (frame_us, frame_us),
    }
    if "ColourGains" in metadata:
        values["ColourGains"] = tuple(metadata["ColourGains"])
    if "AfMode" in controls and "LensPosition" in metadata:
        values |= {"AfMode": AF_MANUAL, "LensPosition": metadata["LensPosition"]}
    return {name: value for name, value in values.items() if name in controls}


def sharpness(image: Picture) -> float:
    """Sharpness of a picture's middle: the mean square of the Laplacian of its brightness."""
    laplacian = cv2.Laplacian(_middle(image)[..., 1], cv2.CV_32F)
    return float((laplacian * laplacian).mean())


def has_settings(metadata: Metadata, wanted: Mapping[str, Any]) -> bool:
    """Whether a picture was taken with the requested values; sensors round exposure to lines and gain to
    steps.
    """
    return all(
        abs(float(metadata.get(name, wanted[name])) - wanted[name]) <= 0.03 * wanted[name]
        for name in ("ExposureTime", "AnalogueGain")
        if name in wanted
    )


# V4L2_CID_EXPOSURE_AUTO, as OpenCV passes it on: UVC cameras support these two.
MANUAL, APERTURE_PRIORITY = 1, 3
SETTLING_FRAMES = 20
AFTER_FRAMES = 6  # until a picture shows what was set
TRIES = 6
BRIGHTNESS = 0.12  # how much brighter or darker the picture may become, as a share
COLOUR = 0.05  # how much the logarithms of red and blue against green may change
SHARPNESS = 0.7  # least sharpness, as a share of that before


@dataclass(frozen=True, slots=True)
class LockedControls:
    """Which controls are locked."""

    exposure: bool = False
    white_balance: bool = False
    focus: bool = False


def lock_controls(source: cv2.VideoCapture) -> LockedControls:
    """Let a camera settle, then lock the controls that allow it; the others stay automatic."""
    if source.getBackendName() != "V4L2" or _pictures(source, SETTLING_FRAMES) is None:
        return LockedControls()
    focus = _lock(source, cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, _is_as_sharp)
    exposure = _lock_exposure(source)
    return LockedControls(exposure, _lock_white_balance(source), focus)


def relock_controls(source: cv2.VideoCapture, locked: LockedControls) -> LockedControls:
    """Let a camera settle exposure and colours in new light, and lock them again; focus stays."""
    source.set(cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY)
    if locked.white_balance:
        source.set(cv2.CAP_PROP_AUTO_WB, 1)
    _pictures(source, SETTLING_FRAMES)
    return LockedControls(
        _lock_exposure(source), locked.white_balance and _lock_white_balance(source), locked.focus
    )


def _lock_exposure(source: cv2.VideoCapture) -> bool:
    """Cameras rarely report the exposure they chose: search for the value with the same brightness."""
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


def _lock_white_balance(source: cv2.VideoCapture) -> bool:
    return _lock(source, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, _has_colour_of)


def _has_colour_of(before: Picture, after: Picture) -> bool:
    return bool(np.abs(_colour(after) - _colour(before)).max() <= COLOUR)


def _is_as_sharp(before: Picture, after: Picture) -> bool:
    return sharpness(after) >= SHARPNESS * sharpness(before)


def _lock(
    source: cv2.VideoCapture, auto: int, value: int, is_unchanged: Callable[[Picture, Picture], bool]
) -> bool:
    """Switch an automatic mode off at the value it reports, if the picture stays the same."""
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


def _set(source: cv2.VideoCapture, prop: int, value: float) -> bool:
    """Set a property and read it back."""
    return source.set(prop, value) and abs(source.get(prop) - value) < 0.5


def _pictures(source: cv2.VideoCapture, count: int) -> Picture | None:
    """The last of some pictures; None if no picture arrives."""
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
