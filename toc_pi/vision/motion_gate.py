"""The motion gate: registers each picture to the first, compares it with the last, and measures the noise.

A table that people lean on shakes, and so does a camera. Registration finds a shift and a small rotation that
align the strongest edges of the field, independent of the light's gain, with robust weights against real
movement.

Source: Baker and Matthews, Lucas-Kanade 20 years on, 2004 (inverse compositional, a few iterations).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Image
from toc_pi.vision.change_detection import (
    SPREAD_PX,
    WIDTH,
    Change,
    Field,
    GreyPicture,
    Noise,
    detect_change,
    noise_in_greys,
    to_grey_picture,
    update_noise,
)

_POINTS = 2000  # strongest edge pixels used
_ROUNDS = 4  # maximum number of iterations
_STILL_PX = 0.03  # smaller shifts aren't corrected
_FARTHEST_PX = 4.0  # of the small picture: a larger shift means that the board was bumped
# Of the small picture, at the field's edge: a larger rotation means that the board was bumped.
_TURNED_PX = 0.4
_MIN_GRADIENT = 0.02  # logarithm: weaker gradients are noise
_ROBUST_SCALE = 2.0  # scale of the robust weights, in medians of the residuals


@dataclass(frozen=True, slots=True)
class Shift:
    """The shift of a picture relative to the first one.

    Attributes:
        x, y: px of the small picture.
        rotation_rad: rotation, radians.
    """

    x: float
    y: float
    rotation_rad: float


class Registration:
    """The first picture, to which others are registered."""

    def __init__(self, first: GreyPicture, field: Field) -> None:
        self._first = first
        gradient_x, gradient_y = (
            cv2.Scharr(first.logs, cv2.CV_32F, *way, scale=1 / 32) for way in ((1, 0), (0, 1))
        )
        strength = np.where(field.mask, np.hypot(gradient_x, gradient_y), 0).ravel()
        count = min(_POINTS, int((strength > _MIN_GRADIENT).sum()))
        chosen = np.argpartition(strength, -count)[-count:] if count else np.zeros(0, np.intp)
        rows, columns = np.unravel_index(chosen, first.logs.shape)
        self._middle = (float(columns.mean()), float(rows.mean())) if count else (0.0, 0.0)
        across, below = columns - self._middle[0], rows - self._middle[1]
        self._reach = float(np.hypot(across, below).max()) if count else 1.0
        gx, gy = gradient_x.ravel()[chosen], gradient_y.ravel()[chosen]
        self._at = np.column_stack([columns, rows]).astype(np.float32)
        self._away = np.column_stack([across, below]).astype(np.float32)
        self._logs = first.logs.ravel()[chosen]
        rotated = (gy * across - gx * below) / self._reach
        self._rows = np.column_stack([gx, gy, rotated, np.ones_like(gx)]).astype(np.float32)

    def estimate_shift(self, now: GreyPicture) -> Shift | None:
        """The shift of a picture relative to the first; None if it is too large."""
        if len(self._at) < _POINTS // 10:
            return Shift(0.0, 0.0, 0.0)
        found = np.zeros(4, np.float32)
        for _ in range(_ROUNDS):
            angle = found[2] / self._reach
            at = self._at + found[:2] + angle * self._away[:, ::-1] * np.array([-1, 1], np.float32)
            across, down = at[None, :, 0], at[None, :, 1]
            taken = cv2.remap(now.logs, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0]
            residuals = self._logs - taken - found[3]
            scale = max(_MIN_GRADIENT / 4, _ROBUST_SCALE * float(np.median(np.abs(residuals))))
            weight = 1 / (1 + (residuals / np.float32(scale)) ** 2)
            weighted = self._rows * weight[:, None]
            step = np.linalg.solve(
                weighted.T @ self._rows + np.eye(4, dtype=np.float32) * np.float32(1e-6),
                weighted.T @ residuals,
            )
            found += step
            if np.abs(found[:2]).max() > _FARTHEST_PX:
                return None
            if np.abs(step[:3]).max() < _STILL_PX / 3:
                break
        if abs(float(found[2])) > _TURNED_PX:
            return None
        return Shift(float(found[0]), float(found[1]), float(found[2]) / self._reach)

    def warp(self, now: GreyPicture, shift: Shift) -> GreyPicture:
        """A picture warped onto the first."""
        if max(abs(shift.x), abs(shift.y), abs(shift.rotation_rad) * self._reach) < _STILL_PX:
            return now
        x, y = self._middle
        move = np.array(
            [
                [1, -shift.rotation_rad, shift.x + shift.rotation_rad * y],
                [shift.rotation_rad, 1, shift.y - shift.rotation_rad * x],
            ],
            np.float32,
        )
        size = now.logs.shape[::-1]
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        levels, logs = (
            np.asarray(
                cv2.warpAffine(values, move, size, flags=how, borderMode=cv2.BORDER_REPLICATE), np.float32
            )
            for values in (now.levels, now.logs)
        )
        return GreyPicture(levels, logs)


_EVERY = (slice(None, None, 2),) * 2  # the noise is measured on a subsample of the picture
_GRAINY = 0.5  # grey levels, see `noise_in_greys`: clean film has 0.2 to 0.4, a room under a ceiling lamp 0.7
_AVERAGED = 4  # pictures: their mean has half the noise


class MotionGate:
    """Processes every picture in order."""

    def __init__(self, field: Field, noise: Noise | None = None) -> None:
        self._field = field
        self.noise = noise
        self._registration: Registration | None = None
        self._previous: GreyPicture | None = None
        self._shift: Shift | None = None
        self._mean: Image | None = None
        self._pictures = 0
        self._is_still = False

    def process(self, image: Image) -> tuple[GreyPicture, Change | None]:
        """This picture registered to the first one, and what has changed since the last one.

        Returns:
            The change is None for the first picture.
        """
        now = to_grey_picture(image)
        if self._registration is None:
            self._registration = Registration(now, self._field)
        self._shift = self._registration.estimate_shift(now)
        if self._shift is not None:
            now = self._registration.warp(now, self._shift)
        previous, self._previous = self._previous, now
        if previous is None:
            return now, None
        crop = self._field.crop
        difference = now.logs[crop] - previous.logs[crop]
        difference = np.asarray(cv2.blur(difference, (SPREAD_PX, SPREAD_PX)), np.float32)
        mask = self._field.mask[crop]
        self.noise = update_noise(difference[_EVERY], previous.logs[crop][_EVERY], mask[_EVERY], self.noise)
        change = self.compare(now, previous)
        self._is_still = change.still and not change.lit
        return now, change

    def forget(self) -> None:
        """Don't compare the next picture with the last one."""
        self._previous = None
        self._is_still = False

    @property
    def averaging(self) -> bool:
        """Whether the mean of the pictures is still getting better."""
        return 0 < self._pictures < _AVERAGED

    def compare(self, now: GreyPicture, then: GreyPicture) -> Change:
        """What has changed since an earlier picture."""
        if self.noise is None:
            return Change(0.0, 0.0, False)
        return detect_change(now, then, self._field, self.noise)

    def denoised(self, image: Image) -> Image:
        """The last picture, shifted by whole pixels onto the first one, with less noise.

        From a grainy camera it is the mean of the last pictures since anything moved. To be called once for
        each picture.
        """
        now = self._shifted(image)
        if self.noise is None or noise_in_greys(self.noise) < _GRAINY:
            self._mean, self._pictures = None, 0
            return now
        if self._mean is None or not self._is_still:
            self._mean, self._pictures = now, 1
        else:
            self._pictures = min(self._pictures + 1, _AVERAGED)
            share = 1 / self._pictures
            self._mean = np.asarray(cv2.addWeighted(self._mean, 1 - share, now, share, 0), np.uint8)
        return self._mean

    def _shifted(self, image: Image) -> Image:
        """The last picture, shifted by whole pixels onto the first one."""
        shift = self._shift
        if shift is None:
            return image
        height, width = image.shape[:2]
        x, y = (round(value * width / WIDTH) for value in (shift.x, shift.y))
        if x == 0 and y == 0:
            return image
        inside = image[max(0, y) : height + min(0, y), max(0, x) : width + min(0, x)]
        rims = (max(0, -y), max(0, y), max(0, -x), max(0, x))
        return np.asarray(cv2.copyMakeBorder(inside, *rims, cv2.BORDER_REPLICATE), np.uint8)
