"""A simulated camera module: behaves as in picamera2's manual, without libcamera."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

IMX219_MODES: list[dict[str, Any]] = [
    {"size": (640, 480), "bit_depth": 10, "crop_limits": (1000, 752, 1280, 960), "fps": 206.6},
    {"size": (1640, 1232), "bit_depth": 8, "crop_limits": (0, 0, 3280, 2464), "fps": 41.8},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080), "fps": 47.6},
    {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464), "fps": 21.2},
]


class _Request:
    def __init__(self, image: npt.NDArray[np.uint8], metadata: Mapping[str, Any]) -> None:
        self.image, self.metadata, self.released = image, metadata, False

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        assert name == "main"
        return self.image.copy()

    def get_metadata(self) -> Mapping[str, Any]:
        return self.metadata

    def release(self) -> None:
        self.released = True
        self.image = np.empty((0, 0, 3), np.uint8)  # the camera fills it again


@dataclass
class PretendedModule:
    """Sees a card of one colour; applies controls some frames later, as real sensors do.

    Attributes:
        card: its colour, (red, green, blue), in the initial light and exposure.
            room: amount of light in the room.
            sharp_at: lens position of a sharp picture, dioptres; None for a fixed lens.
            fails_after: number of pictures before the cable falls out; None for never.
    """

    card: tuple[int, int, int] = (200, 30, 30)
    fails_after: int | None = None
    room: float = 1.0
    sharp_at: float | None = None
    sensor_modes: Sequence[Mapping[str, Any]] = field(default_factory=lambda: IMX219_MODES)
    camera_properties: dict[str, Any] = field(
        default_factory=lambda: {
            "Model": "imx219",
            "PixelArraySize": (3280, 2464),
            "ScalerCropMaximum": (0, 0, 3280, 2464),
        }
    )
    camera_controls: dict[str, Any] = field(
        default_factory=lambda: {
            name: (low, high, None)
            for name, low, high in (
                ("AeEnable", False, True),
                ("AwbEnable", False, True),
                ("ExposureTime", 75, 11_766_829),
                ("AnalogueGain", 1.0, 10.6),
                ("ColourGains", 0.0, 32.0),
                ("FrameDurationLimits", 47_183, 11_767_556),
            )
        }
    )
    configuration: dict[str, Any] = field(default_factory=dict)
    asked: dict[str, Any] = field(default_factory=dict)
    requests: list[_Request] = field(default_factory=list)
    closed: int = 0
    _pictures: int = 0
    _obeyed: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    def create_video_configuration(self, **parts: Any) -> dict[str, Any]:
        return parts

    def configure(self, camera_config: dict[str, Any]) -> None:
        self.configuration = camera_config

    def start(self) -> None:
        assert self.configuration

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        unknown = set(controls) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown} is not advertised by libcamera")
        self.asked |= controls
        self._obeyed.append((self._pictures + 4, dict(controls)))

    def autofocus_cycle(self, wait: float | None) -> bool:
        assert wait
        return self.sharp_at is None

    def capture_metadata(self, wait: float | None) -> Mapping[str, Any]:
        assert wait
        return self._next()

    def capture_request(self, wait: float | None) -> _Request:
        assert wait
        metadata = self._next()
        width, height = self.configuration["main"]["size"]
        # The Picamera2 manual, appendix A: "RGB888" is blue, green, red in memory; "BGR888" the other way.
        order = {"RGB888": (2, 1, 0), "BGR888": (0, 1, 2)}[self.configuration["main"]["format"]]
        image = np.empty((height, width, 3), np.uint8)
        light = self.room * metadata["ExposureTime"] * metadata["AnalogueGain"] / (19_000 * 2.0)
        shown = [min(255.0, self.card[channel] * light ** (1 / 2.2)) for channel in order]
        image[:] = np.round(shown).astype(np.uint8)
        if self.sharp_at is not None:
            image[:, ::4] //= 2
            off = abs(metadata["LensPosition"] - self.sharp_at)
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.3 + 4 * off), np.uint8)
        self.requests.append(_Request(image, metadata))
        return self.requests[-1]

    def close(self) -> None:
        self.closed += 1

    def _next(self) -> dict[str, Any]:
        self._pictures += 1
        if self.fails_after is not None and self._pictures > self.fails_after:
            raise TimeoutError
        metadata: dict[str, Any] = {
            "ExposureTime": 19_000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.7, 1.4),
            **({} if self.sharp_at is None else {"LensPosition": 0.0}),
            "ScalerCrop": (0, 0, 3280, 2464),
            "SensorTimestamp": 5_000_000_000 + 100_000_000 * self._pictures,
        }
        for since, controls in self._obeyed:
            if self._pictures >= since:
                metadata |= {
                    name: controls[name]
                    for name in ("ExposureTime", "AnalogueGain", "LensPosition")
                    if name in controls
                }
        return metadata
