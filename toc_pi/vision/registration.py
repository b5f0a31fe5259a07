"""Registers every small picture to the first one: a table that people lean on shakes, and so does a camera.

Finds a shift and a small rotation that align the strongest edges of the field, independent of the light's
gain, with robust weights against real movement.

Source: Baker and Matthews, Lucas-Kanade 20 years on, 2004 (inverse compositional, a few iterations).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from toc_pi.vision.change_detection import Field, GreyPicture

_POINTS = 2000  # strongest edge pixels used
_ROUNDS = 4  # maximum number of iterations
_STILL_PX = 0.03  # smaller shifts aren't corrected
_FARTHEST_PX = 4.0  # of the small picture: a larger shift means that the board was bumped
# Of the small picture, at the field's edge: a larger rotation means that the board was bumped.
_TURNED_PX = 0.4
_LEAST = 0.02  # logarithm: weaker gradients are noise
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
        count = min(_POINTS, int((strength > _LEAST).sum()))
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
            scale = max(_LEAST / 4, _ROBUST_SCALE * float(np.median(np.abs(residuals))))
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
