"""Pictures that commands read and write, and the drawing of a learnt board's holes."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.files.disk import NotThere, Unreadable
from calibration.files.documents import NotValid
from calibration.files.pictures import open_picture
from toc_pi.cli.given import given
from toc_pi.errors import BadInput, short
from toc_pi.messages import said

RING, INK, PAPER = (60, 255, 60), (0, 0, 0), (255, 255, 255)
LETTER_PX = 720
"""The picture height at which labels have their default size."""


def read_picture(path: Path) -> Image:
    """A picture, (h, w, 3) BGR; `-` is standard input.

    Raises:
        BadInput: there is none, or it can't be read.
    """
    try:
        with _quiet_libraries():
            return open_picture(given(path))
    except NotThere as error:
        raise BadInput(said("{path}: no such picture or clip", path=short(path))) from error
    except NotValid as error:
        raise BadInput(said("{path} {why}", path=short(path), why=error)) from error
    except Unreadable as error:
        raise BadInput(said("{path}: {why}", path=short(path), why=error)) from error


@contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Suppress the messages about damaged pictures that libjpeg and libpng write directly to stderr."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def write_picture(path: Path, image: Image) -> None:
    """Write a picture in the format of its file extension.

    Raises:
        BadInput: it can't be written.
    """
    try:
        done, data = cv2.imencode(path.suffix or ".png", image)
    except cv2.error:
        done = False
    if not done:
        raise BadInput(said("{path}: pictures can be written as .png or .jpg", path=path))
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise BadInput(said("{path}: can't be written ({why})", path=path, why=error.strerror)) from error


def draw_holes_on(image: Image, holes: Mapping[str, tuple[float, float]], labels: Mapping[str, str]) -> Image:
    """A copy of the picture with a ring around each hole.

    Args:
        image: (h, w, 3) BGR.
        holes: hole -> place, px.
            labels: hole -> text beside it; may be incomplete.
    """
    out = image.copy()
    size = max(0.3, 0.38 * image.shape[0] / LETTER_PX)
    places = np.array(list(holes.values()))
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 1e9 * np.eye(len(places))
    radius = max(2, round(0.3 * float(np.median(apart.min(axis=1)))))
    for name, (x, y) in holes.items():
        cv2.circle(out, (round(x), round(y)), radius, RING, max(1, round(2 * size)), cv2.LINE_AA)
        label = labels.get(name, "")
        at = (round(x) + radius, round(y) - radius)
        cv2.putText(out, label, at, cv2.FONT_HERSHEY_SIMPLEX, size, INK, 3, cv2.LINE_AA)
        cv2.putText(out, label, at, cv2.FONT_HERSHEY_SIMPLEX, size, PAPER, 1, cv2.LINE_AA)
    return out
