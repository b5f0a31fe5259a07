"""Films and webcams through OpenCV; a film is a camera whose clock is the film's time."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Frame, Picture
from hardware.control_trials import ControlTrial, try_webcam
from hardware.errors import BadFilm, DeviceFailed
from hardware.exposure import RoomBrightness, lock_controls, relock_controls

FASTEST_FPS = 240.0
"""Highest plausible frame rate of a film; a damaged header can claim any."""
MAX_PIXELS = 9_000_000
"""A 4K picture; a film's header can claim any size, and decoding a picture would allocate it."""
LONGEST_S = 86_400.0
"""A day; a film that claims more is damaged."""

# Containers and codecs that FFmpeg may open, by FFmpeg's names.
_FORMATS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,jpeg_pipe,image2"
_CODECS = "h264,hevc,av1,libdav1d,vp8,vp9,libvpx,libvpx-vp9,mpeg4,mjpeg,ffv1"
# A container may claim a few frames more than it holds; if more are missing, the film is truncated.
MISSING_FRAMES = 5
MISSING_SHARE = 0.03
WEBCAM_FORMAT = "MJPG"  # compressed in the camera: uncompressed pictures are too much for USB 2
SILENT = 0  # OpenCV's log level


class Film:
    """A film of constant frame rate, read picture by picture as fast as requested.

    Attributes:
        fps: frames per second of film.
        size: (width, height), px.
        count: number of pictures according to the file's header; 0 if it doesn't say.
    """

    def __init__(self, path: Path) -> None:
        """Open a file that FFmpeg can read.

        Raises:
            BadFilm: there is no such file, or it is no film.
        """
        if not os.path.isfile(path):  # noqa: PTH113 - False for a name that is too long, too
            raise BadFilm("{path}: there is no such film", path=path)
        quiet_ffmpeg()
        self._path = path
        # An absolute path: FFmpeg takes anything before a colon for a network protocol.
        self._source = cv2.VideoCapture(str(path.resolve()), cv2.CAP_FFMPEG)
        if not self._source.isOpened():
            raise BadFilm("{path}: this file isn't a film (MP4, MKV, AVI or WebM is expected)", path=path)
        self.fps = float(self._source.get(cv2.CAP_PROP_FPS))
        self.size = _size(self._source)
        # Containers without a count answer with a huge negative number.
        self.count = max(0, int(self._source.get(cv2.CAP_PROP_FRAME_COUNT)))
        self._index = 0
        if not 0 < self.fps <= FASTEST_FPS:
            raise BadFilm(
                "{path}: {fps} pictures a second; above 0 to {most} is allowed",
                path=path,
                fps=f"{self.fps:g}",
                most=f"{FASTEST_FPS:g}",
            )
        if not (min(self.size) > 0 and self.size[0] * self.size[1] <= MAX_PIXELS):
            raise BadFilm(
                "{path}: pictures of {width}x{height} px; up to {most} million pixels are allowed",
                path=path,
                width=self.size[0],
                height=self.size[1],
                most=MAX_PIXELS // 1_000_000,
            )
        if self.count > LONGEST_S * self.fps:
            raise BadFilm(
                "{path}: {hours} hours long; up to a day is allowed",
                path=path,
                hours=f"{self.count / self.fps / 3600:.0f}",
            )
        # FFmpeg opens a photograph as a film of one picture: reading one picture ahead shows which it is.
        ahead = (_picture(self._source), _picture(self._source))
        self._ahead = [image for image in ahead if image is not None]
        if len(self._ahead) < 2:
            found = "one single picture" if self._ahead else "no picture"
            raise BadFilm("{path}: this file holds {found}; a film is expected", path=path, found=found)

    def read(self) -> Frame | None:
        """The next picture, or None at the end.

        Raises:
            BadFilm: the film ends well before its header says.
        """
        image = self._ahead.pop(0) if self._ahead else _picture(self._source)
        t = self._index / self.fps
        if image is None:
            if self.count - self._index > max(MISSING_FRAMES, MISSING_SHARE * self.count):
                raise BadFilm(
                    "{path}: the film breaks off after {reached} s of {length} s; copy it again",
                    path=self._path,
                    reached=f"{t:.1f}",
                    length=f"{self.count / self.fps:.1f}",
                )
            return None
        if image.shape[1::-1] != self.size:
            raise BadFilm("{path}: its pictures change their size after {t} s", path=self._path, t=f"{t:.1f}")
        self._index += 1
        return Frame(t, image)

    def close(self) -> None:
        """Release the file; may be called twice."""
        self._source.release()
        self._ahead = []


class Webcam:
    """A USB camera; `t` is seconds since it was opened.

    Attributes:
        size: (width, height) that the camera agreed to, px.
        locked: which of exposure, white balance and focus are fixed.
        exposure_locked: whether its exposure is fixed.
        settings: as in `Frame`.
    """

    def __init__(self, device: int = 0, size: tuple[int, int] = (1280, 720)) -> None:
        """Open a camera and ask it for pictures of a size.

        Args:
            device: N of /dev/videoN.
            size: px; the camera may answer with the nearest that it has.

        Raises:
            DeviceFailed: there is no such camera, it is busy, or it gives no picture.
        """
        quiet_ffmpeg()
        self._device = device
        # V4L2 is the only backend that can lock exposure; otherwise OpenCV may choose GStreamer.
        self._source = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._source.isOpened():
            self._source = cv2.VideoCapture(device, cv2.CAP_ANY)
        if not self._source.isOpened():
            raise DeviceFailed(
                "camera {number}: no such USB camera, or another program uses it", number=device
            )
        # Without a compressed format, USB 2 carries 1280x720 at a few pictures a second only.
        self._source.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*WEBCAM_FORMAT))
        self._source.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._source.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._source.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self.size = _size(self._source)
        self.locked = lock_controls(self._source)
        self.exposure_locked = self.locked.exposure
        self.settings = 0
        self._room = RoomBrightness()
        self._opened = time.monotonic()

    def read(self) -> Frame | None:
        """The next picture; never None.

        Raises:
            DeviceFailed: the camera is gone or gives no picture.
        """
        frame = self._next()
        if self.exposure_locked and self._room.exposure_factor(frame.t, frame.image) is not None:
            self.locked = relock_controls(self._source, self.locked)
            self.exposure_locked = self.locked.exposure
            self.settings += 1
            self._room.reset_reference()
            frame = self._next()
        return frame

    def _next(self) -> Frame:
        image = _picture(self._source)
        if image is None:
            raise DeviceFailed("camera {number}: no picture arrives; check its cable", number=self._device)
        return Frame(time.monotonic() - self._opened, image, self.settings)

    def try_controls(self) -> tuple[ControlTrial, ...]:
        """Set each control to another value, read it back, and set it to what it was."""
        return try_webcam(self._source)

    def close(self) -> None:
        """Release the camera; may be called twice."""
        self._source.release()


def quiet_ffmpeg() -> None:
    """Silence FFmpeg and OpenCV and limit what they open; without effect after a process's first film."""
    # FFmpeg's level can be given through the environment alone.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # So can the allowed formats: none that refer to other files or the network, and no oversized picture.
    options = {
        "format_whitelist": _FORMATS,
        "codec_whitelist": _CODECS,
        "protocol_whitelist": "file",
        "max_pixels": str(MAX_PIXELS),
    }
    os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "|".join(map(";".join, options.items())))
    # The same function has two places: here in OpenCV 4.10, there in 4.14.
    silence: Callable[[int], object] = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    silence(SILENT)


def _size(source: cv2.VideoCapture) -> tuple[int, int]:
    return int(source.get(cv2.CAP_PROP_FRAME_WIDTH)), int(source.get(cv2.CAP_PROP_FRAME_HEIGHT))


def _picture(source: cv2.VideoCapture) -> Picture | None:
    arrived, image = source.read()
    if not arrived:
        return None
    picture = np.asarray(image, np.uint8)
    picture.setflags(write=False)
    return picture
