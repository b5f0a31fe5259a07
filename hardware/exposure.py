"""Fixed exposure: the controls that lock a camera module as it is, and when they must be set again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hardware.camera import Picture

DARKER, BRIGHTER = 0.5, 1.7  # of the grey level when exposure was fixed: within these, boards are read well
BLOWN, BLOWN_SHARE = 250, 0.2  # a picture is overexposed if this share of it is at or above this grey level
LASTS_S = 2.0  # a sleeve or a tray before the lens is gone sooner
STEP_PX = 16  # every 16th pixel of each row and column is looked at
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


def measure(image: Picture) -> Brightness:
    """Measure the brightness of a picture's middle half, where the board lies, on some of its pixels."""
    height, width = image.shape[:2]
    middle = image[height // 4 : -height // 4 : STEP_PX, width // 4 : -width // 4 : STEP_PX].max(axis=2)
    return Brightness(float(np.median(middle)), float((middle >= BLOWN).mean()))


class RoomBrightness:
    """Detects when the room's brightness has changed for good since exposure was fixed."""

    def __init__(self) -> None:
        self._at: Brightness | None = None
        self._since: float | None = None

    def reset_reference(self) -> None:
        """Exposure was just fixed: the next picture is the reference."""
        self._at = self._since = None

    def exposure_factor(self, t: float, image: Picture) -> float | None:
        """The factor by which exposure should change; None while it is right.

        Args:
            t: the picture's time, seconds.
            image: (h, w, 3).
        """
        now = measure(image)
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
        # An overexposed picture is brighter than its grey levels show.
        return float((1.0 / share) ** _GAMMA) if not blown else min(0.5, float((1.0 / share) ** _GAMMA))


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
    """The control values that keep the camera as it is now.

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


def sharpness(image: npt.NDArray[np.uint8]) -> float:
    """Sharpness of a picture's middle: the mean square of the Laplacian of its brightness."""
    height, width = image.shape[:2]
    middle = image[height // 4 : -height // 4, width // 4 : -width // 4, 1].astype(np.float32)
    laplacian = (
        4 * middle[1:-1, 1:-1] - middle[:-2, 1:-1] - middle[2:, 1:-1] - middle[1:-1, :-2] - middle[1:-1, 2:]
    )
    return float((laplacian * laplacian).mean())


def has_settings(metadata: Metadata, wanted: Mapping[str, Any]) -> bool:
    """Whether a picture has the requested values; sensors round exposure to lines and gain to steps."""
    return all(
        abs(float(metadata.get(name, wanted[name])) - wanted[name]) <= 0.03 * wanted[name]
        for name in ("ExposureTime", "AnalogueGain")
        if name in wanted
    )
