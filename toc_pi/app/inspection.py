"""Whether what a camera gives is a picture of use: its form, its light, and whether it still moves.

Nothing is judged here that the eye could read: a picture is black or white where the eye itself is blind. A
picture that stands still is no fault of a film, and a still board is none of a camera: but the sensor's noise
changes each row of a live picture all the time. Rows that did so for a while and then are the same bit by
bit, picture after picture, come from a camera that hangs, or of which a part does.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import flat, project
from calibration.setup.calibration_file import Calibration
from hardware.camera import Frame, Picture
from toc_pi.app.lacks import CameraFault, Lack
from toc_pi.messages import said
from toc_pi.vision.reading import is_blind

SMALLEST_PX, LARGEST_PX = 32, 20_000
STEP = 8
"""Every eighth row and column is looked at: under 1 ms a picture, on the smallest Pi some 10."""
CLIPPED = 235
"""Grey levels that 19 of 20 pixels reach in a white picture; at most 1 of 20 does in ten films of boards."""
PART = 0.2
"""Of a picture's rows or columns, at least, that are of one single colour where a part is missing; the black
bars of cameras whose pictures have another shape are an eighth at each side."""
ON_BOARD = 0.15
"""Of the board's height or width that such a part must take: beside the board it does no harm."""
FROZEN_S, FROZEN_FROM_START_S = 3.0, 3.5
FROZEN_PICTURES = 5
LIVELY = 0.5
"""How often a row must have changed for its standing still to mean anything: even in ten compressed films of
boards that lie still, each row changes with each picture."""
NOISE_LEVELS, NOISE_SHARE = 30.0, 0.8
"""White noise: neighbours differ by so much, and nearly as much as pixels far apart. In ten films of boards
they differ by 4 levels at most, and by 0.3 of what pixels far apart do."""
FAR = 37

Rows = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BoardBounds:
    """Where the board lies in the picture, as shares of its height and width."""

    top: float
    bottom: float
    left: float
    right: float


def board_box(calibration: Calibration) -> BoardBounds:
    """Where a board was found in the picture."""
    board, (width, height) = calibration.board, calibration.size
    seen = project(flat(board.outline), calibration.pose) / (width, height)
    (left, top), (right, bottom) = np.clip(seen.min(axis=0), 0, 1), np.clip(seen.max(axis=0), 0, 1)
    return BoardBounds(float(top), float(bottom), float(left), float(right))


class Inspection:
    """Looks at one camera's pictures, one after the other.

    Args:
        live: a camera, whose pictures are never the same; else a film.
        suspect: it stood still before: until something has changed, it still does.

    Attributes:
        box: where the board lies, as soon as that is known.
        lag_s: how long it took to notice what the last picture lacks.
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

    def look(self, frame: object, now_s: float) -> Lack | None:
        """What a picture lacks; None for one of use.

        Args:
            frame: what the camera gave.
            now_s: seconds, always forward.

        Raises:
            CameraFault: it is no picture, or of another size than the first one.
        """
        image = picture_in(frame)
        if self._shape is None:
            self._shape = image.shape
        elif image.shape != self._shape:
            now, was = (f"{shape[1]}x{shape[0]}" for shape in (image.shape, self._shape))
            raise CameraFault(
                Lack.SIZE, said("the camera's pictures are {now} instead of {was}", now=now, was=was)
            )
        if not self._live:
            return None
        lack = _light(image)
        rows = image[::STEP]
        still = self._standing(rows, now_s)
        self.lag_s = 0.0 if still is None else FROZEN_S
        if lack is not None or still is Lack.FROZEN:
            return lack or still
        if _is_noise(rows):
            return Lack.UNREADABLE
        return Lack.HALF if still is Lack.HALF or self._is_part(image) else None

    def _standing(self, rows: Picture, now_s: float) -> Lack | None:
        """Whether the picture, or a part of it, stands still as no live one does."""
        before, self._before = self._before, rows.copy()
        if before is None:
            self._begun_s = now_s
            self._changes, self._counted = np.zeros(len(rows)), np.zeros(len(rows))
            self._changed_s = np.full(len(rows), now_s)
            return Lack.FROZEN if self._suspect else None
        changed = (rows != before).any(axis=(1, 2))
        self._count += 1
        self._suspect = self._suspect and not changed.any()
        self._changed_s[changed] = now_s
        # A row's own habit is learnt up to its last change, not while it stands still.
        self._changes[changed] += 1
        self._counted[changed] = self._count
        if self._suspect:
            return Lack.FROZEN
        if not self._changes.any():
            long = now_s - self._begun_s >= FROZEN_FROM_START_S and self._count >= FROZEN_PICTURES
            return Lack.FROZEN if long else None
        lively = (self._counted >= FROZEN_PICTURES) & (self._changes >= LIVELY * self._counted)
        stands = now_s - self._changed_s >= FROZEN_S
        stands &= lively & (self._count - self._counted >= FROZEN_PICTURES)
        if lively.any() and stands[lively].all() and lively.mean() >= 1 - PART:
            return Lack.FROZEN
        return Lack.HALF if self._matters(stands, vertical=True) else None

    def _is_part(self, image: Picture) -> bool:
        """Whether a part of the picture is of one single colour, where the board should be."""
        rows, columns = image[::STEP], image[:, ::STEP]
        return self._matters((rows == rows[:, :1]).all(axis=(1, 2)), vertical=True) or self._matters(
            (columns == columns[:1]).all(axis=(0, 2)), vertical=False
        )

    def _matters(self, marked: Rows, *, vertical: bool) -> bool:
        """Whether enough rows or columns side by side are marked, and on the board where that is known."""
        begin, end = _longest(marked)
        first, last = begin / len(marked), end / len(marked)
        if last - first < PART:
            return False
        if self.box is None:
            return True
        low, high = (self.box.top, self.box.bottom) if vertical else (self.box.left, self.box.right)
        return min(last, high) - max(first, low) >= ON_BOARD * (high - low)


def picture_in(frame: object) -> Picture:
    """The picture in what a camera gave.

    Raises:
        CameraFault: there is none: no picture at all, or not (h, w, 3) uint8.
    """
    image = getattr(frame, "image", None)
    if not isinstance(frame, Frame) or not isinstance(image, np.ndarray):
        raise CameraFault(
            Lack.UNREADABLE, said("the camera gave no picture ({what})", what=type(frame).__name__)
        )
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise CameraFault(
            Lack.UNREADABLE,
            said(
                "the camera gave no colour picture of 8 bits ({dtype} {shape})",
                dtype=image.dtype,
                shape=image.shape,
            ),
        )
    if not all(SMALLEST_PX <= side <= LARGEST_PX for side in image.shape[:2]):
        raise CameraFault(
            Lack.SIZE,
            said(
                "the camera's pictures are {shape}x{shape2}: no board can be read",
                shape=image.shape[1],
                shape2=image.shape[0],
            ),
        )
    return image


def _light(image: Picture) -> Lack | None:
    """Whether nothing can be read because there is too little light, or too much."""
    few = np.sort(image[::16, ::16].reshape(-1, 3).max(axis=1))
    twentieth = len(few) // 20
    if few[twentieth] >= CLIPPED:
        return Lack.WHITE
    if not is_blind(image):
        return None
    return Lack.BLACK if few[-1 - twentieth] < CLIPPED / 2 else Lack.UNREADABLE


def _is_noise(rows: Picture) -> bool:
    """Whether a picture's neighbouring pixels have nothing to do with each other."""
    single = rows[:, :, 1].astype(np.int16)
    if single.shape[1] <= 2 * FAR:
        return False
    near = float(np.abs(single[:, 1:] - single[:, :-1]).mean())
    if near < NOISE_LEVELS:
        return False
    return near > NOISE_SHARE * float(np.abs(single[:, FAR:] - single[:, :-FAR]).mean())


def _longest(marked: Rows) -> tuple[int, int]:
    """The longest run of marked rows: the first, and the one after the last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], marked, [False])).astype(np.int8)))
    if not len(edges):
        return 0, 0
    begins, ends = edges[::2], edges[1::2]
    longest = int(np.argmax(ends - begins))
    return int(begins[longest]), int(ends[longest])


class Timing:
    """In which second of the game a camera's picture was taken; always forward, whatever the camera says.

    A live camera's own clock says best how far its pictures lie apart; where it stands still, goes backward,
    jumps or isn't a number, ours counts. A film's seconds are those of the game.

    Args:
        live: a camera, not a film.
        ahead_s: from the seconds of `now_s` to those of the game, for a camera; of a film, to its first one.
    """

    SLACK_S = 1.0

    def __init__(self, *, live: bool, ahead_s: float) -> None:
        self._live = live
        self._ahead_s = ahead_s
        self._camera_ahead_s: float | None = None
        self._last_s = -math.inf

    def begin(self) -> None:
        """A camera was opened: its clock begins anew."""
        self._camera_ahead_s = None

    def place(self, t: object, now_s: float) -> float:
        """The second of the game for a picture.

        Args:
            t: what the camera says.
            now_s: when it came.
        """
        if not self._live:
            return float(t) + self._ahead_s if isinstance(t, int | float) else now_s
        here = now_s + self._ahead_s
        told = float(t) if isinstance(t, int | float) and math.isfinite(t) else None
        if told is None:
            found = here
        else:
            if self._camera_ahead_s is None or abs(told + self._camera_ahead_s - here) > self.SLACK_S:
                self._camera_ahead_s = here - told
            found = told + self._camera_ahead_s
        if found <= self._last_s:
            found = max(here, self._last_s + 1e-3)
        self._last_s = found
        return found
