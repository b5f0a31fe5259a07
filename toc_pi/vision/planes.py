"""Colour ratios as planes, a hole's pattern, and a picture pyramid computed on demand."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.colours import DARKEST
from calibration.appearance.colours import to_ratios as as_ratios
from calibration.appearance.sampling_grid import COLUMNS, POINTS, sample
from calibration.arrays import Image, Mask, Singles

WHITEST = 255.0  # highest grey level
_STEPS = ((0.8, 0.0), (-0.8, 0.0), (0.0, 0.8), (0.0, -0.8))  # px: sampling offsets for local change
ROUGH = 0.6  # share of the local change that is added to a standard deviation
_OUTLIER_LOG_VARIANCE = -12.0  # log variance, over all three, of the outlier model
CAP = 9.0  # cap of a point's squared misfit in brightness, and in colour

DETAIL_ROWS, DETAIL_COLUMNS = 48, 16  # the fine detail is measured in every n-th row, in this many pieces
EFFECTIVE_SIZE = 14.0  # effective sample size of a hole's points; neighbours are correlated
TEMPERING = 0.55  # tempering exponent of log likelihoods, as the model isn't exact


def as_planes(values: NDArray[np.generic]) -> Singles:
    """The last axis moved to the front, each plane contiguous."""
    return np.ascontiguousarray(np.moveaxis(values, -1, 0), np.float32)


def to_ratios(light: Singles) -> tuple[Singles, Singles, Singles]:
    """Log brightness, red to green and blue to green of BGR planes, (3, …) grey levels, 0 or more."""
    logs = np.asarray(cv2.threshold(light.reshape(3, -1), WHITEST, 0, cv2.THRESH_TRUNC)[1], np.float32)
    logs += np.float32(DARKEST)
    cv2.log(logs, dst=logs)
    return _in_place_ratios(logs.reshape(light.shape))


def _in_place_ratios(logs: Singles) -> tuple[Singles, Singles, Singles]:
    """Log brightness, red to green and blue to green of (3, …) BGR logarithms; in place."""
    blue, green, red = logs
    bright = blue + green
    bright += red
    bright *= np.float32(1 / 3)
    red -= green
    blue -= green
    return bright, red, blue


def ratios_under(light: Singles, factors: Singles) -> tuple[Singles, Singles, Singles]:
    """The same under several lights, (k, …) each, with (k) factors of these levels."""
    flat = light.reshape(3, -1)
    brightest = float(flat.max())
    logs = np.empty((3, len(factors), flat.shape[1]), np.float32)
    for at, factor in enumerate(factors.tolist()):
        planes = logs[:, at]
        cv2.addWeighted(flat, factor, flat, 0.0, DARKEST, dst=planes)
        if factor * brightest > WHITEST:
            cv2.threshold(planes, WHITEST + DARKEST, 0, cv2.THRESH_TRUNC, dst=planes)
    cv2.log(logs.reshape(1, -1), dst=logs.reshape(1, -1))
    return _in_place_ratios(logs.reshape(3, len(factors), *light.shape[1:]))


def measure_roughness(picture: NDArray[np.uint8], points: Singles) -> Singles:
    """(n, m, 3): the mean squared change of a picture's ratios within a pixel of points, (n, m, 2) px."""
    ratios = as_ratios(sample(picture, points))
    steps = [as_ratios(sample(picture, points + np.array(step, np.float32))) for step in _STEPS]
    return np.asarray(np.mean([(step - ratios) ** 2 for step in steps], axis=0), np.float32)


def measure_fine_detail(image: NDArray[np.uint8]) -> Singles:
    """The roughness from pixel to pixel, and the brightness, in places all over a picture.

    Returns:
        (2, places) grey levels: the standard deviation of noise of equal roughness, and the brightness.
    """
    rows = image[DETAIL_ROWS // 2 :: DETAIL_ROWS, :, 1].astype(np.int16)
    curvature = rows[:, 1:-1] * np.int16(-2)
    curvature += rows[:, :-2]
    curvature += rows[:, 2:]
    np.abs(curvature, out=curvature)
    width = curvature.shape[1] // DETAIL_COLUMNS
    noise, brightness = (
        values[:, : width * DETAIL_COLUMNS].reshape(-1, width) @ np.full(width, 1 / width, np.float32)
        for values in (curvature.astype(np.float32), rows.astype(np.float32))
    )
    return np.stack([noise * np.float32(np.sqrt(np.pi / 12)), brightness])


RATIO_NOISE = np.array((0.5, 2.0, 2.0), np.float32)  # variance of a ratio per variance of relative noise


def ratio_noise(noise: Singles) -> Singles:
    """(3, …) variance of the ratios from the variance (…) of a channel's noise, relative to brightness."""
    return np.asarray(np.multiply.outer(RATIO_NOISE, noise), np.float32)


def misfit_of(
    expected: Iterable[Singles],
    seen: Iterable[Singles],
    variance: Iterable[NDArray[np.floating]],
    colour_cap: float = CAP,
) -> Singles:
    """(n, …) squared misfit of points, brightness and colour capped on their own.

    Args:
        expected: brightness, red to green and blue to green, (n, …) float32 each, contiguous; overwritten.
        seen, variance: the same of a picture, and the variance of its difference; broadcastable.
    """
    bright, red, blue = parts = tuple(expected)
    for part, own, wide in zip(parts, seen, variance, strict=True):
        part -= own
        part *= part
        part /= wide
    red += blue
    limit_above(bright)
    bright += limit_above(red, colour_cap)
    return bright


def log_variance(variances: Singles) -> Singles:
    """(…, n) log of the product of three variances, (3, …, n)."""
    product = variances[0] * variances[1]
    product *= variances[2]
    flat = product.reshape(1, -1)
    if flat.size:
        cv2.log(flat, dst=flat)
    return np.asarray(product, np.float32)


def to_likelihood(misfit: Singles, log_variances: Singles) -> Singles:
    """Log likelihood of points with a squared misfit; an outlier has the same value whatever the variance."""
    outlier = np.maximum(np.float32(_OUTLIER_LOG_VARIANCE) - log_variances, np.float32(0))
    outlier *= np.float32(0.5 / CAP)
    likelihood = misfit * outlier
    likelihood += misfit
    likelihood += log_variances
    likelihood *= np.float32(-0.5)
    return np.asarray(likelihood, np.float32)


def limit_above(values: Singles, most: float = CAP) -> Singles:
    """Limit (n, …) float32 values, contiguous, from above, in place: several times faster than numpy."""
    if values.size:
        flat = values.reshape(len(values), -1)
        cv2.threshold(flat, most, 0, cv2.THRESH_TRUNC, dst=flat)
    return values


def sum_points(values: Singles) -> Singles:
    """Sums along the last axis of contiguous values, as a matrix product: several times faster."""
    count = values.shape[-1]
    return np.asarray(values.reshape(-1, count) @ _ones(count)).reshape(values.shape[:-1])


@cache
def _ones(count: int) -> Singles:
    return np.ones(count, np.float32)


def pick(values: Singles, chosen: NDArray[np.intp]) -> Singles:
    """Select one of n values, (…) index, at each place of contiguous values, (n, …)."""
    size = chosen.size
    return np.asarray(values.ravel().take(chosen.ravel() * size + np.arange(size)).reshape(chosen.shape))


def counts(first: NDArray[np.intp]) -> NDArray[np.intp]:
    """(holes) the number of points of each hole; `first` says where each hole's begin, and where all end."""
    return first[1:] - first[:-1]


_ALIKE = 0.78, 0.88
"""Least correlation with the empty hole, over the grid and over a pawn's body.

With 0.82 for the second, 97 % of the empty holes in 339 still pictures of 24 films, single and averaged,
and 14 of 2,382 pawns reach both, all of them pegs 6 pixels wide: a kept pattern makes an empty hole about
e**5 times likelier (`KEPT`). A black pawn with a white head, in a black ring on pale wood, reaches 0.85 in
any light, and empty holes 0.9 and more except in hard shadows and blurred. In three pictures each of five
films in eleven lights, 0.88 instead of 0.82 made no further hole wrong, and 1,312 of 20,625 unsure instead
of 1,290; there are more only in hard shadows and stripes of sun.
"""

_DARK_HOLE = 0.35  # logarithm: a hole is at least this much darker than the wood around
KEPT = 5.0  # log odds against any pawn where a hole shows its own pattern
_PLAIN = 0.1  # logarithm: a smaller contrast is no pattern


def find_pattern(empty: Singles) -> Singles:
    """(holes, POINTS) log brightness without mean and gradient, of BGR planes, (3, holes, POINTS)."""
    return without_gradient(to_ratios(empty)[0])


def find_dark_hole(pattern: Singles) -> Mask:
    """(holes, POINTS) where each empty hole itself is dark: a pawn would hide that."""
    return np.asarray(pattern < -_DARK_HOLE)


def shows_pattern(bright: Singles, pattern: Singles, inside: Mask) -> Mask:
    """(k) whether holes show their patterns, in log brightness as observed; (k, POINTS) each.

    `inside` are the points on a pawn's body there.
    """
    seen = without_gradient(bright)
    both = np.stack([seen, pattern, seen * seen, pattern * pattern, seen * pattern])
    over_grid = _correlation(sum_points(both) / np.float32(POINTS))
    body = inside.astype(np.float32)
    both *= body
    size = np.asarray(np.maximum(sum_points(body), 1), np.float32)
    over_body = _correlation(sum_points(both) / size)
    return np.asarray((over_grid > _ALIKE[0]) & (over_body > _ALIKE[1]))


def _correlation(means: Singles) -> Singles:
    """(k) Pearson's, from (5, k) means of what is seen, the pattern, their squares and product; or 0."""
    seen, pattern, seen_2, pattern_2, product = means
    power = pattern_2 - pattern * pattern
    norm = np.sqrt(np.maximum(power * (seen_2 - seen * seen), np.float32(1e-18)))
    return np.asarray(np.where(power > np.float32(_PLAIN**2), (product - seen * pattern) / norm, 0.0))


def without_gradient(bright: Singles) -> Singles:
    """Values without their mean and gradient."""
    return np.asarray(bright - (bright @ _LINEAR_BASIS) @ _LINEAR_BASIS.T)


def _linear_basis() -> Singles:
    """(POINTS, 3) an orthonormal basis of linear functions over a grid."""
    row, column = np.divmod(np.arange(POINTS), COLUMNS)
    return np.asarray(np.linalg.qr(np.column_stack([np.ones(POINTS), row, column]))[0], np.float32)


_LINEAR_BASIS = _linear_basis()  # a constant and the gradients along rows and columns, orthonormal


@dataclass(frozen=True, slots=True, eq=False)
class Pyramid:
    """A picture and the levels of its pyramid computed so far.

    Attributes:
        whole: the picture, (h, w, 3).
    """

    whole: Image
    _smaller: list[Image] = field(default_factory=list)

    def take(self, times: int) -> Image:
        """The picture halved `times` times; repeated halving is far cheaper than one step."""
        while len(self._smaller) < times:
            last = self._smaller[-1] if self._smaller else self.whole
            size = [max(1, side // 2) for side in last.shape[1::-1]]
            self._smaller.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._smaller[times - 1] if times else self.whole


def build_pyramid(picture: Image | Pyramid) -> Pyramid:
    """The pyramid of a picture; itself if it is one already."""
    return picture if isinstance(picture, Pyramid) else Pyramid(picture)
