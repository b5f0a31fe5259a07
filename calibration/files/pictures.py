"""Pictures from files: the only place that decodes them, after their size has been checked."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.files.disk import read_bounded
from calibration.files.documents import NotValid
from calibration.files.picture_size import FORMATS, check_picture, is_png, plain_png
from toc_pi.messages import said

LEAST_PX = 16  # shortest side of a picture file
_JPEG, _ROWS, _MISSING = b"\xff\xd8", 8, 128
"""What begins a JPEG; rows of its blocks, and the grey that libjpeg fills in for those that are missing."""
PICTURE_BYTES = 64_000_000  # largest file


def decode(content: bytes, *, grey: bool = False, least_px: int = 1) -> Image:
    """A picture, (h, w, 3) BGR or (h, w) grey.

    Raises:
        NotValid: it isn't a picture, or its size is out of range.
    """
    check_picture(content, least_px)
    if is_png(content):
        content = plain_png(content)
    _quiet()
    how = cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_COLOR
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), how)
    except cv2.error:
        image = None
    if image is not None and content.startswith(_JPEG) and (image[-_ROWS:] == _MISSING).all():
        raise NotValid("is a JPEG that is cut short or damaged; copy it again")
    if image is None:
        raise NotValid(said("isn't a picture that can be read ({formats} is)", formats=FORMATS))
    return np.asarray(image, np.uint8)


def _quiet() -> None:
    # Our own error says what is wrong. The function has two places: OpenCV 4.10's, and 4.14's.
    silence: Callable[[int], object] = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    silence(0)


def open_picture(path: Path) -> Image:
    """A picture of a file, (h, w, 3) BGR; `/dev/stdin` is standard input.

    Raises:
        Unreadable: there is none, or `decode` rejects it.
    """
    return decode(read_bounded(path, PICTURE_BYTES), least_px=LEAST_PX)
