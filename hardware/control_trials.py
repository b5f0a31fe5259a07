"""Tests whether camera controls take effect: each is set to another value, read back, and restored.

Only a real camera shows how many pictures that takes, and which values it ignores (`toc-pi doctor --report`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import cv2

from hardware.camera import Picture
from hardware.exposure import MANUAL

FRAMES = 20  # until a control must be in effect
NEAR = 0.03  # sensors round exposure to lines and gain to steps, by up to this share
LENS_NEAR = 0.05  # dioptres
WEBCAM_FRAMES = 6  # until a webcam's picture shows what was set


@dataclass(frozen=True, slots=True)
class ControlTrial:
    """Result of testing one control.

    Attributes:
        control: its name in libcamera, or one of a webcam's.
        before: its value before, one number or several.
        asked: the value that was set.
        read: the value that was read back.
        frames: pictures until it took effect; None if it never did, or if pictures don't show it.
        brightness: of the picture, relative to before; None for an empty picture.
    """

    control: str
    before: tuple[float, ...]
    asked: tuple[float, ...]
    read: tuple[float, ...]
    frames: int | None
    brightness: float | None

    @property
    def obeyed(self) -> bool:
        """Whether the value read back is the one that was set."""
        near = LENS_NEAR if self.control == "LensPosition" else None
        pairs = zip(self.read, self.asked, strict=True)
        return all(
            abs(read - asked) <= (NEAR * abs(asked) if near is None else near) for read, asked in pairs
        )


def _other_values(before: Mapping[str, Any], controls: Mapping[str, Any]) -> dict[str, Any]:
    """For each control that a camera module reports, a value clearly different from its current one."""
    other: dict[str, Any] = {}
    if "ExposureTime" in before:
        other["ExposureTime"] = round(before["ExposureTime"] / 2)
    if "AnalogueGain" in before:
        low, high = controls.get("AnalogueGain", (1.0, 16.0, None))[:2]
        gain = float(before["AnalogueGain"])
        other["AnalogueGain"] = gain * 1.5 if gain * 1.5 <= (high or 16.0) else max(low, gain / 1.5)
    if "ColourGains" in before:
        red, blue = before["ColourGains"]
        other["ColourGains"] = (red * 1.2, blue / 1.2)
    if "LensPosition" in before and "AfMode" in controls:
        lens = float(before["LensPosition"])
        other["LensPosition"] = lens + 1.0 if lens < 5.0 else lens - 1.0
    return {name: value for name, value in other.items() if name in controls}


def try_module(
    controls: Mapping[str, Any],
    set_controls: Callable[[Mapping[str, Any]], None],
    read: Callable[[], tuple[Mapping[str, Any], Picture]],
) -> tuple[ControlTrial, ...]:
    """Test a camera module whose exposure, colours and focus are fixed.

    Args:
        controls: (lowest, highest, default) of each.
        set_controls: sets controls.
        read: the next picture with its metadata.
    """
    before, picture = read()
    trials = []
    for name, value in _other_values(before, controls).items():
        light, asked = _light(picture), _numbers(value)
        set_controls({name: value})
        frames = None
        for number in range(1, FRAMES + 1):
            metadata, picture = read()
            got = _numbers(metadata.get(name, before[name]))
            trial = ControlTrial(name, _numbers(before[name]), asked, got, None, _share(picture, light))
            if trial.obeyed:
                frames = number
                break
        trials.append(ControlTrial(name, trial.before, asked, got, frames, trial.brightness))
        set_controls({name: before[name]})
        for _ in range(FRAMES if frames is None else frames):
            _, picture = read()
    return tuple(trials)


# A webcam's controls in OpenCV: the value, the switch of its automatic, and that switch's manual position.
_WEBCAM = {
    "exposure": (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL),
    "gain": (cv2.CAP_PROP_GAIN, None, 0),
    "white balance": (cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB, 0),
    "focus": (cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS, 0),
}


def try_webcam(source: cv2.VideoCapture) -> tuple[ControlTrial, ...]:
    """Test each control of a webcam, with its automatic mode off."""
    trials = []
    for name, (value, automatic, manual) in _WEBCAM.items():
        before, was = source.get(value), -1.0 if automatic is None else source.get(automatic)
        if before <= 0 and not source.set(value, before):
            continue  # it has no such control
        picture = _newest(source)
        if automatic is not None:
            source.set(automatic, manual)
        asked = before / 2 if before >= 2 else before + 1
        source.set(value, asked)
        after, got = _newest(source), source.get(value)
        share = None if picture is None or after is None else _share(after, _light(picture))
        trials.append(ControlTrial(name, (before,), (asked,), (got,), None, share))
        source.set(value, before)
        if automatic is not None:
            source.set(automatic, was)
        _newest(source)
    return tuple(trials)


def _newest(source: cv2.VideoCapture) -> Picture | None:
    """A picture taken after all controls were set."""
    arrived, image = False, None
    for _ in range(WEBCAM_FRAMES):
        arrived, image = source.read()
    return image if arrived else None  # type: ignore[return-value]  # OpenCV's pictures are uint8


def _light(picture: Picture) -> float:
    return float(picture[::8, ::8].mean())


def _share(picture: Picture, of: float) -> float | None:
    return None if of <= 0 else _light(picture) / of


def _numbers(value: Any) -> tuple[float, ...]:
    """A control's value as numbers: one, or those of a pair."""
    return tuple(float(each) for each in value) if isinstance(value, tuple | list) else (float(value),)
