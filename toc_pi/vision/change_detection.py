"""Whether the field is still, moving, or in another light, for every frame; and the sensor's noise."""

from collections.abc import Set
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.appearance.colours import DARKEST
from calibration.appearance.sampling_grid import PawnSet
from calibration.arrays import Image, Mask, Singles
from calibration.board.board import Board
from calibration.camera import Pose, project
from toc_pi.vision.appearance_model import FADED, AppearanceModel

SPREAD_PX = 5  # window over which differences are averaged, px of the small picture
_STEPS = 10  # bins of log brightness: in the dark noise changes fastest
_DARKEST, _BRIGHTEST = 20.0, 275.0  # grey levels, see `GreyPicture`
# The logarithm of the darkest level, and the range of the bins.
_LOWEST, _SPAN = float(np.log(_DARKEST)), float(np.log(_BRIGHTEST / _DARKEST))
_FEW = 60  # fewer pixels in a bin give no estimate
_TIMES = 5.0  # standard deviations that a pixel of a still picture doesn't reach
_MAX_NOISE = 2.5  # times the usual noise that a single picture may have: key frames do
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
    """Update the noise by one more pair of pictures.

    Args:
        change: (h, w) smoothed differences of logarithms.
        logs: (h, w) of the first picture, see `GreyPicture`.
        where: (h, w) mask of the field.
    """
    difference, brightness = change[where], logs[where]
    difference = np.abs(difference - np.median(difference)) if len(difference) else difference
    bins = (
        ((brightness - np.float32(_LOWEST)) * np.float32(_STEPS / _SPAN)).astype(np.intp).clip(0, _STEPS - 1)
    )
    measured = np.full(_STEPS, np.nan)
    for index in range(_STEPS):
        in_bin = difference[bins == index]
        if len(in_bin) >= _FEW:
            measured[index] = max(_MIN_NOISE, _TO_SPREAD * float(np.median(in_bin)))
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
    """(h, w): the smoothed log difference that noise doesn't reach, given a picture's brightness."""
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
        levels: (h, WIDTH) float32, grey levels plus an offset, so that black isn't only noise.
        logs: (h, WIDTH) float32, their logarithms.
    """

    levels: Singles
    logs: Singles


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The part of the picture in which changes matter.

    Attributes:
        mask: (h, WIDTH) bool, the holes with room for pawns, and everything that they enclose.
        crop: the rows and columns around it.
    """

    mask: Mask
    crop: tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class Change:
    """The change between two pictures of the field.

    Attributes:
        moved: share of the field that changed by more than noise.
        rough: share that changed in a way that no smooth change of light explains.
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
    """Make a picture small and grey.

    Rows and columns are skipped before scaling: that is far cheaper, and noise is still averaged.
    """
    height, width = image.shape[:2]
    green = image[:, :, 1]
    if width >= 4 * WIDTH:
        green = green[::2, ::2]
    small = cv2.resize(green, (WIDTH, max(1, round(height * WIDTH / width))), interpolation=cv2.INTER_AREA)
    levels = cv2.blur(small, (3, 3)).astype(np.float32) + np.float32(2 * DARKEST)
    return GreyPicture(levels, np.asarray(cv2.log(levels), np.float32))


def make_field(board: Board, pose: Pose, pawns: PawnSet, size: tuple[int, int]) -> Field:
    """Where a board's holes, and pawns in them, are seen.

    Args:
        size: (width, height) of the pictures.
    """
    angles = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    radius = 0.5 * max(board.hole_diameter, pawns.diameter) + _MARGIN * board.pitch_mm
    mask = np.zeros((max(1, round(size[1] * WIDTH / size[0])), WIDTH), np.uint8)
    for place in board.holes.values():
        circle = np.array(place) + radius * ring
        body = np.array([[x, y, z] for z in (0.0, -pawns.height) for x, y in circle])
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
    crop = (
        slice(max(0, y - reach), y + height + reach),
        slice(max(0, x - reach), x + width + reach),
    )
    return Field(np.asarray(joined > 0), crop)


def detect_change(now: GreyPicture, then: GreyPicture, field: Field, noise: Noise) -> Change:
    """Compare two registered pictures."""
    mask, crop = field.mask[field.crop], field.crop
    change = np.asarray(cv2.blur(now.logs[crop] - then.logs[crop], (SPREAD_PX, SPREAD_PX)), np.float32)
    gain = float(np.median(change[::3, ::3][mask[::3, ::3]])) if mask.any() else 0.0
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


_MIN_CORRELATION = 0.5  # least correlation of any grid; a pawn that came or left gives less
_USUAL_CORRELATION = 0.7  # least correlation of nine grids in ten


def is_same_scene(then: Image, now: Image, model: AppearanceModel, doubtful: Set[str]) -> bool:
    """Whether nothing but the light has changed.

    Args:
        then, now: (h, w, 3), still, from the model's pose.
        doubtful: holes that aren't compared.
    """
    compared = np.array([name not in doubtful for name in model.grids.names])
    if not compared.any():
        return False
    pattern_then, pattern_now = (_pattern(image, model)[compared] for image in (then, now))
    norms = np.sqrt((pattern_then * pattern_then).sum(axis=1) * (pattern_now * pattern_now).sum(axis=1))
    correlation = (pattern_then * pattern_now).sum(axis=1) / np.maximum(norms, 1e-6)
    return bool(correlation.min() >= _MIN_CORRELATION and np.quantile(correlation, 0.1) >= _USUAL_CORRELATION)


def _pattern(image: Image, model: AppearanceModel) -> Singles:
    """(holes, 3 * POINTS): each grid's logarithms minus their mean."""
    sampled = cv2.remap(image, *model.sample_maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    logs = np.log(np.asarray(sampled, np.float32) + np.float32(FADED))
    logs -= logs.mean(axis=1, keepdims=True)
    return np.asarray(logs.reshape(len(logs), -1), np.float32)
