"""The controls that lock a camera module's exposure, colours and focus at their present values."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

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
