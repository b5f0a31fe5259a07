"""The Pi's own camera: the sensor's whole view, with exposure, colours and focus held still.

A referee compares pictures of one evening with each other: a camera that brightens, tints or refocuses on
its own would change what every hole looks like. So it may do so for a second or two, and is then held.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from hardware.camera import Frame
from hardware.errors import DeviceFailed

# picamera2's names read backwards: this one gives arrays in the order blue, green, red.
# Source: the Picamera2 manual, appendix A.
BGR_FORMAT = "RGB888"
WIDTH_PX = 1280
# A mode may miss a few pixels at the edges and still count as the whole view.
WHOLE = 0.98
BUFFERS = 3
SETTLING_FRAMES = 30
LOCKING_FRAMES = 20
# Between the two, the camera may expose longer in dim light while it settles.
SETTLING_US = (33_333, 100_000)
FASTEST_US = 33_333
TIMEOUT_S = 5.0
# Lamps on 60 Hz mains (Quebec) flicker 120 times a second; whole periods don't show it.
FLICKER_US = 1_000_000 / 120
AF_MANUAL, AF_AUTO = 0, 1

Metadata = Mapping[str, Any]
Mode = Mapping[str, Any]
T = TypeVar("T")


class Request(Protocol):
    """One picture of picamera2 that has to be given back."""

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        """A copy of its pixels."""
        ...

    def get_metadata(self) -> Metadata:
        """How it was taken."""
        ...

    def release(self) -> None:
        """Give its buffer back."""
        ...


class Device(Protocol):
    """The part of `picamera2.Picamera2` that is used here, in every version since 0.3.12."""

    @property
    def camera_controls(self) -> Mapping[str, Any]:
        """What can be set: (lowest, highest, default) of each."""
        ...

    @property
    def camera_properties(self) -> Mapping[str, Any]:
        """What the sensor is."""
        ...

    @property
    def sensor_modes(self) -> Sequence[Mode]:
        """How the sensor can be read out."""
        ...

    def create_video_configuration(
        self, main: Mapping[str, Any], raw: Mapping[str, Any], controls: Mapping[str, Any], buffer_count: int
    ) -> Any:
        """A configuration for pictures one after the other."""
        ...

    def configure(self, camera_config: Any) -> None:
        """Take a configuration."""
        ...

    def start(self) -> None:
        """Start."""
        ...

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        """Set controls; they are obeyed some frames later."""
        ...

    def autofocus_cycle(self, wait: float | None) -> bool:
        """Focus once."""
        ...

    def capture_metadata(self, wait: float | None) -> Metadata:
        """How the next picture was taken."""
        ...

    def capture_request(self, wait: float | None) -> Request:
        """The next picture."""
        ...

    def close(self) -> None:
        """Let the camera go."""
        ...


class PiCamera:
    """A camera module on the ribbon cable; `t` is seconds since its first picture, by the sensor's clock.

    Attributes:
        model: the sensor's name.
        size: (width, height), px.
        whole_view: whether the pictures show all that the sensor sees.
        held: whether exposure, gain and colours stood still when last asked to.
    """

    def __init__(self, index: int = 0, open_device: Callable[[int], Device] | None = None) -> None:
        """Open the camera and let it settle, which takes some seconds.

        Args:
            index: which of several cameras.
            open_device: opens it; None for picamera2.

        Raises:
            DeviceFailed: picamera2 or the camera is missing, busy, or gives no picture.
        """
        try:
            self._device = (open_device or _open)(index)
        except (RuntimeError, IndexError, OSError) as error:
            advice = "check the ribbon cable, then try: rpicam-hello --list-cameras"
            raise DeviceFailed(f"camera {index}: it can't be opened ({error}); {advice}") from error
        self._index = index
        self._open = True
        self._first_s: float | None = None
        self._opened = time.monotonic()
        self.held = False
        try:
            self._start()
            self.settle()
        except Exception:
            # Whatever it was, the device must not stay taken: it is tried again in this very process.
            self.close()
            raise

    def read(self) -> Frame | None:
        """The next picture; never None.

        Raises:
            DeviceFailed: no picture comes.
        """
        if not self._open:
            raise DeviceFailed(f"camera {self._index}: it was closed")
        request = self._ask(lambda: self._device.capture_request(wait=TIMEOUT_S))
        try:
            image, metadata = request.make_array("main"), request.get_metadata()
        finally:
            request.release()
        image.setflags(write=False)
        stamp = metadata.get("SensorTimestamp")
        taken_s = stamp / 1e9 if stamp else time.monotonic()
        if self._first_s is None:
            self._first_s = taken_s
        return Frame(taken_s - self._first_s, image)

    def settle(self) -> None:
        """Let exposure, colours and focus find themselves, then hold them.

        Raises:
            DeviceFailed: no picture comes.
        """
        controls = self._device.camera_controls
        self._set({"AeEnable": True, "AwbEnable": True, "FrameDurationLimits": SETTLING_US})
        if "AfMode" in controls:
            self._set({"AfMode": AF_AUTO})
            self._ask(lambda: self._device.autofocus_cycle(wait=TIMEOUT_S))
        metadata: Metadata = {}
        for _ in range(SETTLING_FRAMES):
            metadata = self._metadata()
        wanted = held_controls(metadata, controls)
        self._set(wanted)
        self.held = any(_obeys(self._metadata(), wanted) for _ in range(LOCKING_FRAMES))

    def close(self) -> None:
        """Let the camera go; may be called twice."""
        if self._open:
            self._open = False
            self._device.close()

    def _start(self) -> None:
        properties = self._device.camera_properties
        self.model = str(properties.get("Model", "unknown"))
        mode = whole_view_mode(self._device.sensor_modes, properties["PixelArraySize"])
        self.size = picture_size(mode["size"])
        configuration = self._device.create_video_configuration(
            main={"size": self.size, "format": BGR_FORMAT},
            # A mode given as the raw stream is understood by old and new versions alike.
            raw=dict(mode),
            controls={"FrameDurationLimits": SETTLING_US},
            buffer_count=BUFFERS,
        )
        self._ask(lambda: self._device.configure(configuration))
        self._ask(self._device.start)
        most = self._device.camera_properties.get("ScalerCropMaximum")
        crop = self._metadata().get("ScalerCrop", most)
        self.whole_view = not most or all(crop[side] >= WHOLE * most[side] for side in (2, 3))

    def _set(self, controls: Mapping[str, Any]) -> None:
        known = {name: value for name, value in controls.items() if name in self._device.camera_controls}
        self._ask(lambda: self._device.set_controls(known))

    def _metadata(self) -> Metadata:
        return self._ask(lambda: self._device.capture_metadata(wait=TIMEOUT_S))

    def _ask(self, question: Callable[[], T]) -> T:
        try:
            return question()
        except (RuntimeError, TimeoutError, OSError) as error:
            reason = str(error) or type(error).__name__
            raise DeviceFailed(
                f"camera {self._index}: no picture comes ({reason}); check its cable"
            ) from error


def whole_view_mode(modes: Sequence[Mode], pixels: tuple[int, int]) -> Mode:
    """The smallest sensor mode that sees all and is wide enough; else the one that sees most.

    Args:
        modes: of picamera2; `crop_limits` is (x, y, width, height) of what a mode sees.
        pixels: (width, height) of the whole sensor.

    Raises:
        DeviceFailed: the sensor has no mode of its own, as a USB camera has none.
    """
    modes = [mode for mode in modes if "crop_limits" in mode]
    if not modes:
        raise DeviceFailed("camera: this is no camera module; use it as a USB camera")

    def seen(mode: Mode) -> float:
        width, height = mode["crop_limits"][2:]
        return float(min(width / pixels[0], height / pixels[1]))

    most = min(WHOLE, max(map(seen, modes)))
    whole = [mode for mode in modes if seen(mode) >= most]
    # The sensor's finer steps of grey cost bandwidth and show nothing more in 8 bits.
    return min(
        whole, key=lambda mode: (mode["size"][0] < WIDTH_PX, mode["size"][0], mode.get("bit_depth", 0))
    )


def picture_size(mode: tuple[int, int]) -> tuple[int, int]:
    """The size of the pictures, px: even, and of the sensor's own aspect, or its edges would be cut off."""
    width = min(WIDTH_PX, mode[0])
    return width - width % 2, 2 * round(width * mode[1] / mode[0] / 2)


def held_controls(metadata: Metadata, controls: Mapping[str, Any]) -> dict[str, Any]:
    """What to set so that the camera stays as it is now.

    Args:
        metadata: of a picture taken after the camera has settled.
        controls: what can be set, with (lowest, highest, default).

    Returns:
        Values for `set_controls`; exposure in whole flickers of the lamps, the gain making up for it.
    """
    exposure = float(metadata["ExposureTime"])
    steady = FLICKER_US * max(1, round(exposure / FLICKER_US)) if exposure >= FLICKER_US / 2 else exposure
    low, high = controls.get("AnalogueGain", (1.0, 16.0, None))[:2]
    gain = min(max(float(metadata["AnalogueGain"]) * exposure / steady, low), high or 16.0)
    frame_us = max(FASTEST_US, round(steady) + 100)
    held = {
        "AeEnable": False,
        "ExposureTime": round(steady),
        "AnalogueGain": gain,
        "AwbEnable": False,
        "FrameDurationLimits": (frame_us, frame_us),
    }
    if "ColourGains" in metadata:
        held["ColourGains"] = tuple(metadata["ColourGains"])
    if "AfMode" in controls and "LensPosition" in metadata:
        held |= {"AfMode": AF_MANUAL, "LensPosition": metadata["LensPosition"]}
    return {name: value for name, value in held.items() if name in controls}


def _obeys(metadata: Metadata, wanted: Mapping[str, Any]) -> bool:
    """Whether a picture was taken as asked; sensors round exposure to lines and gain to steps."""
    return all(
        abs(float(metadata.get(name, wanted[name])) - wanted[name]) <= 0.03 * wanted[name]
        for name in ("ExposureTime", "AnalogueGain")
        if name in wanted
    )


def _open(index: int) -> Device:
    # libcamera tells a page about each camera that it opens; only what went wrong is of use.
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:3")
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise DeviceFailed("camera: picamera2 is missing (sudo apt install python3-picamera2)") from error
    device: Device = Picamera2(index)
    return device
