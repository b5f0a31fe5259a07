"""The motion gate: registers each picture to the first, compares it with the previous one, and measures
noise.

It classifies the field as still, moving, or in another light. A table that people lean on shakes, and so does
a camera. Registration finds a shift and a small rotation that align the strongest edges of the field,
independent of the light's gain, with robust weights against real movement.

Source: Baker and Matthews, Lucas-Kanade 20 years on, 2004 (inverse compositional, a few iterations).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.appearance.colours import DARKEST
from calibration.appearance.pawn_set import PawnSet
from calibration.arrays import Image, Mask, Singles, median
from calibration.board.board import Board
from calibration.camera import Pose, circle, project

SPREAD_PX = 5  # window over which differences are averaged, px of the small picture
_STEPS = 10  # bins of log brightness: in the dark noise changes fastest
_DARKEST, _BRIGHTEST = 20.0, 275.0  # grey levels, see `GreyPicture`
# The logarithm of the darkest level, and the range of the bins.
_LOWEST, _SPAN = float(np.log(_DARKEST)), float(np.log(_BRIGHTEST / _DARKEST))
_FEW = 60  # fewer pixels in a bin give no estimate
_TIMES = 5.0  # standard deviations that pixels of a still picture stay below
_MAX_NOISE = 2.5  # tolerated noise of a single picture, relative to the usual: key frames have more
_CALMER, _WILDER = 0.3, 0.06  # weight of a new measurement in the running estimate if it is lower, and higher
_MIN_NOISE = 0.002  # logarithm: lower bound of the noise
_TO_SPREAD = 1.4826  # from median absolute deviation to standard deviation, for a normal distribution


@dataclass(frozen=True, slots=True)
class Noise:
    """Standard deviation of smoothed log differences.

    Attributes:
        usual: running estimate for each bin of brightness, from dark to bright.
        latest: the same for the last pair of pictures.
    """

    usual: tuple[float, ...]
    latest: tuple[float, ...]


def update_noise(change: Singles, logs: Singles, where: Mask, before: Noise | None) -> Noise:
    """Update the noise by smoothed differences of logarithms, (h, w), from one more pair of pictures.

    `logs` are those of the first one, see `GreyPicture`; `where` is the field.
    """
    difference, brightness = change[where], logs[where]
    difference = np.abs(difference - median(difference)) if len(difference) else difference
    bins = (
        ((brightness - np.float32(_LOWEST)) * np.float32(_STEPS / _SPAN)).astype(np.intp).clip(0, _STEPS - 1)
    )
    measured = np.full(_STEPS, np.nan)
    for index in range(_STEPS):
        in_bin = difference[bins == index]
        if len(in_bin) >= _FEW:
            measured[index] = max(_MIN_NOISE, _TO_SPREAD * float(median(in_bin)))
    known = np.flatnonzero(np.isfinite(measured))
    if not len(known):
        return before or Noise((_MIN_NOISE,) * _STEPS, (_MIN_NOISE,) * _STEPS)
    measured = np.interp(np.arange(_STEPS), known, measured[known])
    # Few pixels of a free field are dark, but many are in an arm's shadow. Noise there is at least as many
    # grey levels as where the darkest were measured: more of a logarithm.
    darker = known[0] - np.arange(known[0])
    measured[: known[0]] *= np.exp(darker * (_SPAN / _STEPS))
    if before is None:
        return Noise(tuple(map(float, measured)), tuple(map(float, measured)))
    usual = np.array(before.usual)
    usual += np.where(measured < usual, _CALMER, _WILDER) * (np.minimum(measured, _MAX_NOISE * usual) - usual)
    return Noise(tuple(map(float, usual)), tuple(map(float, measured)))


def noise_in_greys(noise: Noise) -> float:
    """The usual noise of small pictures in grey levels, of the middle step of brightness."""
    levels = _DARKEST * np.exp((np.arange(_STEPS) + 0.5) * (_SPAN / _STEPS))
    return float(np.median(np.array(noise.usual) * levels))


def change_limits(noise: Noise, logs: Singles) -> Singles:
    """(h, w): upper bound of noise in smoothed log differences, given a picture's brightness."""
    usual, now = np.array(noise.usual), np.array(noise.latest)
    sd = np.maximum(usual, np.minimum(now, _MAX_NOISE * usual))
    bins = (np.arange(_STEPS) + 0.5) * (255 / _STEPS)
    table = np.interp(np.arange(256), bins, _TIMES * sd).astype(np.float32)
    coded = cv2.convertScaleAbs(logs - np.float32(_LOWEST), alpha=255 / _SPAN)
    return np.asarray(cv2.LUT(coded, table), np.float32)


WIDTH = 320  # of the small picture, px
_MOVED = 0.08  # change of log brightness that counts as movement without noise
_STILL_SHARE = 0.0004  # share of the field's pixels that may change in a still picture
_SMOOTH = 15  # px: light is even over this distance
_LIT = 0.12  # log jump of brightness that counts as a change of light: exposure drifts, a lamp is switched
_LIT_SHARE = 0.4  # on at least this share of the field
_MARGIN = 0.25  # pitches around the pawns that would be in the holes
_ROUND = 12  # corners of a polygon drawn for a circle


@dataclass(frozen=True, slots=True, eq=False)
class GreyPicture:
    """A small grey picture.

    Attributes:
        levels: (h, WIDTH) float32, grey levels plus an offset that suppresses noise in the dark.
        logs: (h, WIDTH) float32, their logarithms.
    """

    levels: Singles
    logs: Singles


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The part of the picture in which changes matter.

    Attributes:
        mask: (h, WIDTH) bool, the holes with room for pawns, and everything enclosed by them.
        crop: the rows and columns around it.
    """

    mask: Mask
    crop: tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class Change:
    """The change between two pictures of the field.

    Attributes:
        moved: share of the field that changed by more than noise.
        rough: share that changed beyond what a smooth change of light explains.
        lit: whether the light changed, smoothly and nearly everywhere.
    """

    moved: float
    rough: float
    lit: bool

    @property
    def still(self) -> bool:
        """Whether nothing moved, apart from a change of light."""
        return (self.rough if self.lit else self.moved) < _STILL_SHARE


def to_grey_picture(image: Image) -> GreyPicture:
    """Downscale a picture to a small grey one.

    Rows and columns are skipped before scaling: far cheaper, and noise is still averaged.
    """
    height, width = image.shape[:2]
    green = image[:, :, 1]
    if width >= 4 * WIDTH:
        green = green[::2, ::2]
    small = cv2.resize(green, (WIDTH, max(1, round(height * WIDTH / width))), interpolation=cv2.INTER_AREA)
    levels = cv2.blur(small, (3, 3)).astype(np.float32) + np.float32(2 * DARKEST)
    return GreyPicture(levels, np.asarray(cv2.log(levels), np.float32))


def make_field(board: Board, pose: Pose, pawns: PawnSet, size: tuple[int, int]) -> Field:
    """The part of the picture with a board's holes, and pawns in them.

    Args:
        size: (width, height) of the pictures.
    """
    radius = 0.5 * max(board.hole_diameter, pawns.diameter) + _MARGIN * board.pitch_mm
    mask = np.zeros((max(1, round(size[1] * WIDTH / size[0])), WIDTH), np.uint8)
    for place in board.holes.values():
        body = np.concatenate([circle(place, radius, _ROUND, z) for z in (0.0, -pawns.height)])
        seen = (project(body, pose) + 0.5) * (WIDTH / size[0]) - 0.5
        cv2.fillConvexPoly(mask, cv2.convexHull(seen.round().astype(np.int32)), 1)
    return fill_enclosed(mask)


def fill_enclosed(mask: Image) -> Field:
    """A field with everything it encloses: a hand there reaches over holes."""
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(joined, contours, -1, 1, cv2.FILLED)
    x, y, width, height = cv2.boundingRect(joined)
    reach = _SMOOTH // 2 + SPREAD_PX
    rows, columns = (slice(max(0, at - reach), at + size + reach) for at, size in ((y, height), (x, width)))
    return Field(np.asarray(joined > 0), (rows, columns))


def smooth_difference(now: GreyPicture, then: GreyPicture, crop: tuple[slice, slice]) -> Singles:
    """The smoothed difference of two pictures' logarithms."""
    return np.asarray(cv2.blur(now.logs[crop] - then.logs[crop], (SPREAD_PX, SPREAD_PX)), np.float32)


def detect_change(now: GreyPicture, then: GreyPicture, field: Field, noise: Noise) -> Change:
    """Compare two registered pictures."""
    mask, crop = field.mask[field.crop], field.crop
    change = smooth_difference(now, then, crop)
    gain = float(median(change[::3, ::3][mask[::3, ::3]])) if mask.any() else 0.0
    change = change - np.float32(gain)
    limit = np.maximum(np.float32(_MOVED), change_limits(noise, then.logs[crop]))
    beyond_noise = np.abs(change) > limit
    beyond_noise &= mask
    if abs(gain) < _LIT and not beyond_noise.any():
        return Change(0.0, 0.0, False)
    size = max(1, cv2.countNonZero(mask.view(np.uint8)))
    smooth = cv2.blur(change, (_SMOOTH, _SMOOTH))
    light = smooth[mask] + np.float32(gain)
    lit = float((light > _LIT).mean()) > _LIT_SHARE or float((light < -_LIT).mean()) > _LIT_SHARE
    rough = (np.abs(change - smooth) > limit) & mask
    return Change(
        cv2.countNonZero(beyond_noise.view(np.uint8)) / size,
        cv2.countNonZero(rough.view(np.uint8)) / size,
        lit,
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
            scale = max(_MIN_GRADIENT / 4, _ROBUST_SCALE * float(median(np.abs(residuals))))
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
        size, how = now.logs.shape[::-1], cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        levels, logs = (
            cv2.warpAffine(values, move, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
            for values in (now.levels, now.logs)
        )
        return GreyPicture(np.asarray(levels, np.float32), np.asarray(logs, np.float32))


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
        difference = smooth_difference(now, previous, crop)
        mask = self._field.mask[crop]
        self.noise = update_noise(difference[_EVERY], previous.logs[crop][_EVERY], mask[_EVERY], self.noise)
        change = self.compare(now, previous)
        self._is_still = change.still and not change.lit
        return now, change

    def forget(self) -> None:
        """Don't compare the next picture with the previous one."""
        self._previous = None
        self._is_still = False

    @property
    def averaging(self) -> bool:
        """Whether the mean of the pictures is still improving."""
        return 0 < self._pictures < _AVERAGED

    def compare(self, now: GreyPicture, then: GreyPicture) -> Change:
        """What has changed since an earlier picture."""
        if self.noise is None:
            return Change(0.0, 0.0, False)
        return detect_change(now, then, self._field, self.noise)

    def denoised(self, image: Image) -> Image:
        """The last picture, aligned to the first by whole pixels, with less noise.

        For a grainy camera it is the mean of the pictures since anything moved. Call it once per picture.
        """
        now = self.shifted(image)
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

    def shifted(self, image: Image) -> Image:
        """The last picture, aligned to the first by whole pixels."""
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
