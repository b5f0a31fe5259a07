"""Writes a film picture by picture: JPEGs in a Matroska file that can be played up to its last whole picture.

OpenCV's own writer tells nobody when the disk is full, and holds pictures back that a power cut then takes.
Here each picture is one block, handed to the system at once; what is missing at the end (the length, an
index) no player needs.

Source: the Matroska and EBML specifications, RFC 9559 and RFC 8794.
"""

from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.errors import DeviceFailed

QUALITY = 92
CLUSTER_S = 2.0
_UNKNOWN = b"\x01\xff\xff\xff\xff\xff\xff\xff"
_MS_IN_NS = 1_000_000
_VIDEO, _NOT_LACED = 1, 0
_KEY_FRAME = 0x80
_TRACK = 0x81


class FilmFile:
    """A new film of constant frame rate.

    Attributes:
        path: the file.
        fps: pictures a second.
        count: how many it holds so far.
        bytes_written: its length so far.
    """

    def __init__(self, path: Path, fps: float, size: tuple[int, int]) -> None:
        """Begin a film.

        Args:
            path: must not exist yet.
            fps: pictures a second.
            size: (width, height), px.

        Raises:
            DeviceFailed: the file is there already, or can't be written.
        """
        self.path, self.fps, self.count, self.bytes_written = path, fps, 0, 0
        self._size = size
        self._last = b""
        self._cluster_ms = 0
        try:
            self._file = path.open("xb", buffering=0)
        except OSError as error:
            raise DeviceFailed(f"{path}: can't be written ({error.strerror})") from error
        self._put(_head(fps, size))

    def __enter__(self) -> Self:
        """The film itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def write(self, image: Picture) -> None:
        """Add a picture.

        Args:
            image: (h, w, 3) uint8, BGR, of the film's size.

        Raises:
            DeviceFailed: the disk is full or gone.
        """
        height, width = image.shape[:2]
        if (width, height) != self._size:
            raise DeviceFailed(f"{self.path}: a picture of {width}x{height} in a film of another size")
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            raise DeviceFailed(f"{self.path}: a picture could not be packed")
        self._last = np.asarray(data, np.uint8).tobytes()
        self._add(self._last)

    def repeat(self) -> None:
        """Add the last picture once more.

        Raises:
            DeviceFailed: the disk is full or gone.
        """
        if self._last:
            self._add(self._last)

    def close(self) -> None:
        """Let the file go; may be called twice."""
        self._file.close()

    def _add(self, jpeg: bytes) -> None:
        at_ms = round(1000 * self.count / self.fps)
        head = b""
        if self.count == 0 or at_ms - self._cluster_ms >= 1000 * CLUSTER_S:
            self._cluster_ms = at_ms
            head = _id(0x1F43B675) + _UNKNOWN + _element(0xE7, _number(at_ms))
        block = bytes((_TRACK,)) + (at_ms - self._cluster_ms).to_bytes(2, "big") + bytes((_KEY_FRAME,)) + jpeg
        self._put(head + _element(0xA3, block))
        self.count += 1

    def _put(self, content: bytes) -> None:
        left = memoryview(content)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise DeviceFailed(f"{self.path}: can't be written ({error.strerror})") from error
        self.bytes_written += len(content)


def _head(fps: float, size: tuple[int, int]) -> bytes:
    """What stands before the first picture."""
    ebml = _element(
        0x1A45DFA3,
        _element(0x4286, _number(1))
        + _element(0x42F7, _number(1))
        + _element(0x42F2, _number(4))
        + _element(0x42F3, _number(8))
        + _element(0x4282, b"matroska")
        + _element(0x4287, _number(4))
        + _element(0x4285, _number(2)),
    )
    info = _element(
        0x1549A966,
        _element(0x2AD7B1, _number(_MS_IN_NS)) + _element(0x4D80, b"toc-pi") + _element(0x5741, b"toc-pi"),
    )
    track = _element(
        0xAE,
        _element(0xD7, _number(1))
        + _element(0x73C5, _number(1))
        + _element(0x83, _number(_VIDEO))
        + _element(0x9C, _number(_NOT_LACED))
        + _element(0x23E383, _number(round(1e9 / fps)))
        + _element(0x86, b"V_MJPEG")
        + _element(0xE0, _element(0xB0, _number(size[0])) + _element(0xBA, _number(size[1]))),
    )
    return ebml + _id(0x18538067) + _UNKNOWN + info + _element(0x1654AE6B, track)


def _element(name: int, content: bytes) -> bytes:
    return _id(name) + (len(content) | 1 << 56).to_bytes(8, "big") + content


def _id(name: int) -> bytes:
    return name.to_bytes((name.bit_length() + 7) // 8, "big")


def _number(value: int) -> bytes:
    return value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")
