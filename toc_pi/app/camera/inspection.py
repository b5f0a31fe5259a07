"""Camera faults and unusable pictures: wrong format, bad light, frozen pictures."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import can_show_board, flat, project
from calibration.setup.calibration_file import Calibration
from hardware.camera import Frame, Picture
from toc_pi.app.camera.camera_events import CameraFault
from toc_pi.messages import said
from toc_pi.vision.reading import is_blind


class CameraFailed(Exception):
    """A camera delivered no picture, or one in an unexpected format; the message says what.

    Attributes:
        fault: the kind of fault.
    """

    def __init__(self, fault: CameraFault, why: str) -> None:
        super().__init__(why)
        self.fault = fault


# Before the second, the third, and every later try.
_WAITS_S = (5.0, 30.0, 60.0)


def wait_s(tries: int) -> float:
    """Seconds before the next attempt after `tries` failures: 5, 30, then always 60."""
    return _WAITS_S[min(tries, len(_WAITS_S) - 1)]


STEP = 8  # every eighth row and column is checked: under 1 ms per picture, some 10 ms on the smallest Pi
BEGINNING, APART = 64, 90  # px of a row that are compared first, and between the pixels that are
CLIPPED = 235
"""Grey level that 19 of 20 pixels of a white picture reach; in ten films of boards at most 1 of 20 does."""
PART = 0.2
"""Least share of a picture's rows or columns of a single colour for a missing part; the black bars of cameras
with another aspect ratio are an eighth at each side.
"""
ON_BOARD = 0.15
"""Share of the board's height or width that such a part must cover: beside the board it is harmless."""
FROZEN_S, FROZEN_FROM_START_S = 3.0, 3.5
"""A picture is frozen if it hasn't changed for this long: after earlier changes, and since the camera was
opened.
"""
FROZEN_PICTURES = 5  # least number of unchanged pictures for that
LIVELY = 0.5
"""Share of pictures in which a row must have changed for its freezing to be a fault: even in ten compressed
films of still boards each row changes with each picture.
"""
NOISE_LEVELS, NOISE_SHARE = 30.0, 0.8
"""White noise: least difference of neighbouring pixels, in grey levels, and relative to that of distant
pixels. In ten films of boards it is at most 4 levels, and 0.3 of that of distant pixels.
"""
FAR = 37  # distance of these distant pixels, px

Rows = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BoardBounds:
    """The board's bounding box, as shares of the picture's height and width."""

    top: float
    bottom: float
    left: float
    right: float


def board_box(calibration: Calibration) -> BoardBounds:
    """The bounding box of a found board in the picture."""
    board, (width, height) = calibration.board, calibration.size
    seen = project(flat(board.outline), calibration.pose) / (width, height)
    (left, top), (right, bottom) = np.clip(seen.min(axis=0), 0, 1), np.clip(seen.max(axis=0), 0, 1)
    return BoardBounds(float(top), float(bottom), float(left), float(right))


class Inspection:
    """Checks one camera's pictures in sequence.

    Args:
        live: whether it is a camera, whose pictures always differ; else a film.
        suspect: whether it was frozen before, and counts as frozen until something changes.

    Attributes:
        box: the board's bounding box, once known.
        lag_s: how long it took to notice the last picture's fault, s.
    """

    def __init__(self, *, live: bool, suspect: bool = False) -> None:
        self._live = live
        self._suspect = suspect and live
        self._shape: tuple[int, ...] | None = None
        self._before: Picture | None = None
        self._begun_s = 0.0
        self._count = 0
        self._changes = np.zeros(0)
        self._counted = np.zeros(0)
        self._changed_s = np.zeros(0)
        self.box: BoardBounds | None = None
        self.lag_s = 0.0

    def look(self, frame: object, now_s: float) -> CameraFault | None:
        """The fault of a camera's frame; None if it is usable.

        Raises:
            CameraFailed: it isn't a picture, or its size differs from the first one's.
        """
        image = picture_in(frame)
        if self._shape is None:
            self._shape = image.shape
        elif image.shape != self._shape:
            now, was = (f"{shape[1]}x{shape[0]}" for shape in (image.shape, self._shape))
            raise CameraFailed(
                CameraFault.SIZE, said("the camera's pictures are {now} instead of {was}", now=now, was=was)
            )
        if not self._live:
            return None
        fault = _light(image)
        rows = image[::STEP]
        still = self._standing(rows, now_s)
        self.lag_s = 0.0 if still is None else FROZEN_S
        if fault is not None or still is CameraFault.FROZEN:
            return fault or still
        if _is_noise(rows):
            return CameraFault.UNREADABLE
        return CameraFault.HALF if still is CameraFault.HALF or self._is_part(image) else None

    def _standing(self, rows: Picture, now_s: float) -> CameraFault | None:
        """Whether the picture, or part of it, is frozen."""
        before, self._before = self._before, rows.copy()
        if before is None:
            self._begun_s = now_s
            self._changes, self._counted = np.zeros(len(rows)), np.zeros(len(rows))
            self._changed_s = np.full(len(rows), now_s)
            return CameraFault.FROZEN if self._suspect else None
        changed = _differing(rows, before)
        self._count += 1
        self._suspect = self._suspect and not changed.any()
        self._changed_s[changed] = now_s
        # How often a row changes is counted up to its last change, not while it is unchanged.
        self._changes[changed] += 1
        self._counted[changed] = self._count
        if self._suspect:
            return CameraFault.FROZEN
        if not self._changes.any():
            long = now_s - self._begun_s >= FROZEN_FROM_START_S and self._count >= FROZEN_PICTURES
            return CameraFault.FROZEN if long else None
        lively = (self._counted >= FROZEN_PICTURES) & (self._changes >= LIVELY * self._counted)
        stands = now_s - self._changed_s >= FROZEN_S
        stands &= lively & (self._count - self._counted >= FROZEN_PICTURES)
        if lively.any() and stands[lively].all() and lively.mean() >= 1 - PART:
            return CameraFault.FROZEN
        return CameraFault.HALF if self._matters(stands, vertical=True) else None

    def _is_part(self, image: Picture) -> bool:
        """Whether a part of the picture that should show the board has a single colour."""
        rows, columns = image[::STEP], image[:, ::STEP].swapaxes(0, 1)
        return self._matters(_single(rows), vertical=True) or self._matters(_single(columns), vertical=False)

    def _matters(self, marked: Rows, *, vertical: bool) -> bool:
        """Whether enough adjacent rows or columns are marked, within the board's bounds if known."""
        begin, end = _longest(marked)
        first, last = begin / len(marked), end / len(marked)
        if last - first < PART:
            return False
        if self.box is None:
            return True
        low, high = (self.box.top, self.box.bottom) if vertical else (self.box.left, self.box.right)
        return min(last, high) - max(first, low) >= ON_BOARD * (high - low)


def picture_in(frame: object) -> Picture:
    """The picture in a camera's frame.

    Raises:
        CameraFailed: there is none, or it isn't (h, w, 3) uint8.
    """
    image = getattr(frame, "image", None)
    if not isinstance(frame, Frame) or not isinstance(image, np.ndarray):
        raise CameraFailed(
            CameraFault.UNREADABLE, said("the camera gave no picture ({what})", what=type(frame).__name__)
        )
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise CameraFailed(
            CameraFault.UNREADABLE,
            said(
                "the camera gave no colour picture of 8 bits ({dtype} {shape})",
                dtype=image.dtype,
                shape=image.shape,
            ),
        )
    if not can_show_board((image.shape[1], image.shape[0])):
        raise CameraFailed(
            CameraFault.SIZE,
            said(
                "the camera's pictures are {shape}x{shape2}: no board can be read",
                shape=image.shape[1],
                shape2=image.shape[0],
            ),
        )
    return image


def _light(image: Picture) -> CameraFault | None:
    """Whether there is too little or too much light to read."""
    every = image[::16, ::16]
    few = np.maximum(np.maximum(every[:, :, 0], every[:, :, 1]), every[:, :, 2]).ravel()
    twentieth = len(few) // 20
    few = np.partition(few, [twentieth, -1 - twentieth])
    if few[twentieth] >= CLIPPED:
        return CameraFault.WHITE
    if not is_blind(image):
        return None
    return CameraFault.BLACK if few[-1 - twentieth] < CLIPPED / 2 else CameraFault.UNREADABLE


def _differing(rows: Picture, before: Picture) -> Rows:
    """Rows that differ from the previous ones; most do in their first pixels."""
    differ = np.asarray((rows[:, :BEGINNING] != before[:, :BEGINNING]).any(axis=(1, 2)))
    same = np.flatnonzero(~differ)
    differ[same] = (rows[same] != before[same]).any(axis=(1, 2))
    return differ


def _single(rows: Picture) -> Rows:
    """Rows or columns of a single colour; a few of their pixels rule most others out."""
    single = np.asarray((rows[:, ::APART] == rows[:, :1]).all(axis=(1, 2)))
    maybe = np.flatnonzero(single)
    single[maybe] = (rows[maybe] == rows[maybe, :1]).all(axis=(1, 2))
    return single


def _is_noise(rows: Picture) -> bool:
    """Whether a picture's neighbouring pixels are uncorrelated."""
    single = np.ascontiguousarray(rows[:, :, 1])
    if single.shape[1] <= 2 * FAR:
        return False
    near = float(np.mean(cv2.absdiff(single[:, 1:], single[:, :-1])))
    if near < NOISE_LEVELS:
        return False
    return near > NOISE_SHARE * float(np.mean(cv2.absdiff(single[:, FAR:], single[:, :-FAR])))


def _longest(marked: Rows) -> tuple[int, int]:
    """The longest run of marked rows: first index, and index after the last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], marked, [False])).astype(np.int8)))
    if not len(edges):
        return 0, 0
    begins, ends = edges[::2], edges[1::2]
    longest = int(np.argmax(ends - begins))
    return int(begins[longest]), int(ends[longest])


class Timing:
    """Converts a camera's timestamps to seconds of the game, strictly increasing.

    A live camera's own clock measures intervals best; if it stops, runs backward, jumps or isn't a number,
    the system's is used. A film's seconds are the game's.

    Args:
        live: whether it is a camera rather than a film.
        ahead_s: offset from `now_s` to seconds of the game for a camera; for a film, the time of its first
            picture.
    """

    SLACK_S = 1.0

    def __init__(self, *, live: bool, ahead_s: float) -> None:
        self._live = live
        self._ahead_s = ahead_s
        self._camera_ahead_s: float | None = None
        self._last_s = -math.inf

    def begin(self) -> None:
        """A camera was opened: its clock may restart."""
        self._camera_ahead_s = None

    def place(self, t: object, now_s: float) -> float:
        """The second of the game for a picture with the camera's time `t` that arrived at `now_s`."""
        if not self._live:
            return float(t) + self._ahead_s if isinstance(t, int | float) else now_s
        here = now_s + self._ahead_s
        camera_s = float(t) if isinstance(t, int | float) and math.isfinite(t) else None
        if camera_s is None:
            found = here
        else:
            if self._camera_ahead_s is None or abs(camera_s + self._camera_ahead_s - here) > self.SLACK_S:
                self._camera_ahead_s = here - camera_s
            found = camera_s + self._camera_ahead_s
        if found <= self._last_s:
            found = max(here, self._last_s + 1e-3)
        self._last_s = found
        return found
