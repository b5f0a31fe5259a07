"""The only decoder of picture files.

OpenCV refuses pictures whose header claims too large a size (see `calibration`).
"""

import struct
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from calibration import LONGEST_PX, MAX_PIXELS
from calibration.arrays import Image
from calibration.files.disk import read_bounded
from calibration.files.documents import NotValid
from toc_pi.messages import said

MIN_PX = 16  # shortest side of a picture file
PICTURE_BYTES = 64_000_000  # largest file
MAX_SCANS = 100
"""A progressive JPEG has about ten scans; thousands of empty ones take minutes to decode."""

FORMATS = "PNG, JPEG, WebP, TIFF, BMP or GIF"  # the formats that are read, for messages
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
_BEGINNINGS = (_PNG, _JPEG, b"RIFF", b"II", b"MM", b"BM", b"GIF8")  # magic numbers of the formats
_SCAN = b"\xff\xda"  # the marker of a scan in a JPEG
_ROWS, _MISSING = 8, 128  # block size of a JPEG, and the grey that libjpeg fills in for missing blocks


def decode(content: bytes, *, grey: bool = False, least_px: int = 1) -> Image:
    """Decode a picture, (h, w, 3) BGR or (h, w) grey.

    Raises:
        NotValid: it isn't a picture of a known format, or its size is out of range.
    """
    image = None
    if content.startswith(_BEGINNINGS) and content.count(_SCAN) * content.startswith(_JPEG) <= MAX_SCANS:
        if content.startswith(_PNG):
            _check_chunks(content)
        _quiet()
        try:
            how = cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_COLOR
            image = cv2.imdecode(np.frombuffer(content, np.uint8), how)
        except cv2.error as error:
            if "CV_IO_MAX_IMAGE" in str(error):
                raise _size_refused(least_px) from error
    if image is None:
        raise NotValid(said("isn't a picture that can be read ({formats} is)", formats=FORMATS))
    if content.startswith(_JPEG) and (image[-_ROWS:] == _MISSING).all():
        raise NotValid("is a JPEG that is cut short or damaged; copy it again")
    if min(image.shape[:2]) < least_px:
        raise _size_refused(least_px)
    return np.asarray(image, np.uint8)


def _size_refused(least_px: int) -> NotValid:
    return NotValid(
        said(
            "is too large or too small: sides of {least} to {most} px are allowed, "
            "and {pixels} million pixels",
            least=least_px,
            most=LONGEST_PX,
            pixels=MAX_PIXELS // 1_000_000,
        )
    )


def _check_chunks(content: bytes) -> None:
    """Reject a PNG with a chunk longer than the file: OpenCV allocates whatever length is claimed."""
    at = 8
    while at + 8 <= len(content):
        at += 12 + int(struct.unpack_from(">I", content, at)[0])
        if at > len(content):
            raise NotValid("is a PNG that is cut short or damaged; copy it again")


def _quiet() -> None:
    # Our own error says what is wrong. The function moved from here (OpenCV 4.10) to there (4.14).
    silence: Callable[[int], object] = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    silence(0)


def open_picture(path: Path) -> Image:
    """Read a picture file, (h, w, 3) BGR; `/dev/stdin` is standard input.

    Raises:
        Unreadable: there is none, or `decode` rejects it.
    """
    return decode(read_bounded(path, PICTURE_BYTES), least_px=MIN_PX)
