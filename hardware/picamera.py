"""The Pi's camera module: the sensor's whole view, with fixed exposure, colours and focus.

Exposure, colours and focus settle for a second or two and are then fixed: pictures of one session are
compared with each other. When the room has become far darker or brighter, they are set again between two
pictures (`Frame.settings`).
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from hardware.camera import Frame, Picture
from hardware.control_trials import ControlTrial, try_module
from hardware.errors import DeviceFailed
from hardware.exposure import (
    AF_MANUAL,
    MAINS_HZ,
    Metadata,
    RoomBrightness,
    has_settings,
    locked_controls,
    sharpness,
)

# picamera2's names are in reverse order: this one gives arrays of blue, green, red.
# Source: the Picamera2 manual, appendix A.
BGR_FORMAT = "RGB888"
WIDTH_PX = 1280  # of the pictures to read
# A mode may miss a few pixels at the edges and still count as the whole view.
WHOLE = 0.98
BUFFERS = 3  # pictures that the camera has buffers for
SETTLING_FRAMES = 30  # dropped while exposure and white balance settle
LOCKING_FRAMES = 20  # until the fixed settings must be in effect
# Shortest and longest time between two pictures, microseconds: longer ones allow more exposure in dim light.
SETTLING_US = (33_333, 100_000)
TIMEOUT_S = 5.0  # longest time that the camera may take to answer
# Frames that are dropped when exposure is set again: a second, or two and a half in dim light.
ANEW_FRAMES, WHITE_FRAMES = 9, 8
AF_AUTO = 1  # libcamera's `AfModeAuto`: focus once, on request
# Lens positions to search if the autofocus fails: 1.4 m to 25 cm, in dioptres.
FOCUS = tuple(round(0.7 + 0.3 * step, 1) for step in range(12))
FOCUS_FRAMES = 8  # until the lens has moved

Mode = Mapping[str, Any]
Device = Any  # `picamera2.Picamera2`, of every version since 0.3.12
T = TypeVar("T")


class PiCamera:
    """A camera module on the ribbon cable; `t` is seconds since its first picture, by the sensor's clock.

    Attributes:
        model: of the sensor.
        size: (width, height), px.
        whole_view: whether the pictures show the sensor's full field of view.
        exposure_locked: whether exposure, gain and colours were as requested when last fixed.
        settings: as in `Frame`.
        first_s: time of its first picture, by the sensor's clock; None before that.
    """

    def __init__(
        self,
        index: int = 0,
        open_device: Callable[[int], Device] | None = None,
        mains_hz: float = MAINS_HZ,
    ) -> None:
        """Open the camera and let it settle, which takes some seconds.

        Args:
            index: which of several cameras.
            open_device: None for picamera2.
            mains_hz: of the lamps: 60 in Quebec, 50 in Europe.

        Raises:
            DeviceFailed: picamera2 or the camera is missing, busy, or gives no picture.
        """
        try:
            self._device = (open_device or _open)(index)
        except (RuntimeError, IndexError, OSError) as error:
            raise DeviceFailed(
                "camera {number}: it can't be opened ({why}); {advice}",
                number=index,
                why=error,
                advice="check the ribbon cable, then try: rpicam-hello --list-cameras",
            ) from error
        self._index = index
        self._open = True
        self.first_s: float | None = None
        self._opened = time.monotonic()
        self._flicker_us = 1_000_000 / (2 * mains_hz)
        self._room = RoomBrightness()
        self.exposure_locked = False
        self.settings = 0
        try:
            self._start()
            self._settle()
        except Exception:
            self.close()  # whatever went wrong: this process will try to open it again
            raise

    def read(self) -> Frame | None:
        """The next picture; never None.

        Raises:
            DeviceFailed: no picture arrives.
        """
        frame = self._next()
        factor = self._room.exposure_factor(frame.t, frame.image)
        if factor is not None and self._relock(factor):
            frame = self._next()
            self._room.reset_reference()
        return frame

    def _next(self) -> Frame:
        metadata, image = self._take()
        stamp = metadata.get("SensorTimestamp")
        taken_s = stamp / 1e9 if stamp else time.monotonic()
        if self.first_s is None:
            self.first_s = taken_s
        return Frame(taken_s - self.first_s, image, self.settings)

    def _take(self) -> tuple[Metadata, Picture]:
        """The next picture and its metadata."""
        if not self._open:
            raise DeviceFailed("camera {number}: it was closed", number=self._index)
        request = self._ask(lambda: self._device.capture_request(wait=TIMEOUT_S))
        try:
            image, metadata = request.make_array("main"), request.get_metadata()
        finally:
            request.release()
        image.setflags(write=False)
        return metadata, image

    def try_controls(self) -> tuple[ControlTrial, ...]:
        """Set each control to another value, read it back, and set it to what it was."""
        return try_module(self._device.camera_controls, self._set, self._take)

    def _settle(self) -> None:
        """Let exposure, colours and focus settle, then fix them."""
        controls = self._device.camera_controls
        self._set({"AeEnable": True, "AwbEnable": True, "FrameDurationLimits": SETTLING_US})
        lens: float | None = None
        if "AfMode" in controls:
            self._set({"AfMode": AF_AUTO})
            if not self._ask(lambda: self._device.autofocus_cycle(wait=TIMEOUT_S)):
                lens = self._sweep()
        metadata: Metadata = {}
        for _ in range(SETTLING_FRAMES):
            metadata = self._metadata()
        if lens is not None:
            metadata = {**metadata, "LensPosition": lens}
        wanted = locked_controls(metadata, controls, self._flicker_us)
        self._set(wanted)
        self.exposure_locked = self._obeys(wanted, LOCKING_FRAMES)
        self._room.reset_reference()

    def _relock(self, factor: float) -> bool:
        """Scale the exposure, and update the white balance; False if the sensor's limits are reached."""
        before = self._metadata()
        # For more light expose longer; for less, lower the gain: that gives the least noise.
        what = "ExposureTime" if factor > 1 else "AnalogueGain"
        asked = {**before, what: before[what] * factor}
        wanted = locked_controls(asked, self._device.camera_controls, self._flicker_us, SETTLING_US[1])
        same = has_settings(before, wanted)
        if not same:
            # Setting colour gains would switch the automatic white balance off.
            free = {name: value for name, value in wanted.items() if name != "ColourGains"}
            self._set({**free, "AwbEnable": True})
            self._obeys(wanted, ANEW_FRAMES)
            for _ in range(WHITE_FRAMES):
                white = self._metadata()
            if "ColourGains" in white:
                wanted["ColourGains"] = tuple(white["ColourGains"])
            self._set(wanted)
            self.exposure_locked = self._obeys(wanted, ANEW_FRAMES)
            self.settings += 1
        self._room.reset_reference()
        return not same

    def _obeys(self, wanted: Mapping[str, Any], frames: int) -> bool:
        """Wait until pictures have the requested values; False if they don't within some frames."""
        return any(has_settings(self._metadata(), wanted) for _ in range(frames))

    def _sweep(self) -> float | None:
        """The lens position of the sharpest picture, in dioptres; None if the lens can't be set."""
        found: list[tuple[float, float]] = []
        for dioptres in FOCUS:
            self._set({"AfMode": AF_MANUAL, "LensPosition": dioptres})
            if any(
                abs(float(self._metadata().get("LensPosition", dioptres)) - dioptres) < 0.05
                for _ in range(FOCUS_FRAMES)
            ):
                found.append((sharpness(self._next().image), dioptres))
        return max(found, key=lambda each: each[0])[1] if found else None

    def close(self) -> None:
        """Release the camera; may be called twice."""
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
            # Both old and new versions accept a mode given as the raw stream.
            raw=dict(mode),
            controls={"FrameDurationLimits": SETTLING_US},
            buffer_count=BUFFERS,
        )
        self._ask(lambda: self._device.configure(configuration))
        self._ask(self._device.start)
        most = properties.get("ScalerCropMaximum")
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
            raise DeviceFailed(
                "camera {number}: no picture arrives ({why}); check its cable",
                number=self._index,
                why=str(error) or type(error).__name__,
            ) from error


def whole_view_mode(modes: Sequence[Mode], pixels: tuple[int, int]) -> Mode:
    """The smallest sensor mode with the full view and enough width; else the one with the widest view.

    Args:
        modes: of picamera2; `crop_limits` is (x, y, width, height) of what a mode sees.
        pixels: (width, height) of the whole sensor.

    Raises:
        DeviceFailed: the sensor has no mode of its own, as a USB camera has none.
    """
    modes = [mode for mode in modes if "crop_limits" in mode]
    if not modes:
        raise DeviceFailed("camera: this isn't a camera module; use it as a USB camera")

    def seen(mode: Mode) -> float:
        width, height = mode["crop_limits"][2:]
        return float(min(width / pixels[0], height / pixels[1]))

    most = min(WHOLE, max(map(seen, modes)))
    whole = [mode for mode in modes if seen(mode) >= most]
    # Modes with more bits cost bandwidth and show nothing more in 8-bit pictures.
    return min(
        whole, key=lambda mode: (mode["size"][0] < WIDTH_PX, mode["size"][0], mode.get("bit_depth", 0))
    )


def picture_size(mode: tuple[int, int]) -> tuple[int, int]:
    """The size of the pictures, px: even, with the sensor's aspect ratio, or its edges would be cut off."""
    width = min(WIDTH_PX, mode[0])
    return width - width % 2, 2 * round(width * mode[1] / mode[0] / 2)


def _open(index: int) -> Device:
    # libcamera logs a page about each camera that it opens; only errors are of use.
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:3")
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise DeviceFailed("camera: picamera2 is missing (sudo apt install python3-picamera2)") from error
    return Picamera2(index)
