"""The sensor's noise, by brightness: how much two pictures of a still field differ.

It is measured on the same data as the motion gate uses, differences of registered, smoothed small pictures,
because a sensor's noise isn't white: demosaicing, denoising and compression correlate neighbours, so the
noise of single pixels doesn't predict what is left after smoothing. Even under a hand most of the field is
still, so a median is used.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Mask, Singles

SPREAD_PX = 5
"""Window over which differences are averaged, px of the small picture."""

_STEPS = 10  # bins of log brightness: in the dark noise changes fastest
_DARKEST, _BRIGHTEST = 20.0, 275.0  # grey levels, see `GreyPicture`
# The logarithm of the darkest level, and the range of the bins.
_LOWEST, _SPAN = float(np.log(_DARKEST)), float(np.log(_BRIGHTEST / _DARKEST))
_FEW = 60  # fewer pixels in a bin give no estimate
_TIMES = 5.0  # standard deviations that a pixel of a still picture doesn't reach
_MOST = 2.5  # times the usual noise that a single picture may have: key frames do
_CALMER, _WILDER = 0.3, 0.06  # weight of a new measurement in the running estimate if it is lower, and higher
_LEAST = 0.002  # logarithm: lower bound of the noise
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
        before: the estimate so far.
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
            measured[index] = max(_LEAST, _TO_SPREAD * float(np.median(in_bin)))
    known = np.flatnonzero(np.isfinite(measured))
    if not len(known):
        return before or Noise((_LEAST,) * _STEPS, (_LEAST,) * _STEPS)
    measured = np.interp(np.arange(_STEPS), known, measured[known])
    # Few pixels of a free field are dark, but many are in an arm's shadow. Noise there is at least as many
    # grey levels as where the darkest were measured: more of a logarithm.
    darker = known[0] - np.arange(known[0])
    measured[: known[0]] *= np.exp(darker * (_SPAN / _STEPS))
    if before is None:
        return Noise(tuple(map(float, measured)), tuple(map(float, measured)))
    usual = np.array(before.usual)
    usual += np.where(measured < usual, _CALMER, _WILDER) * (np.minimum(measured, _MOST * usual) - usual)
    return Noise(tuple(map(float, usual)), tuple(map(float, measured)))


def noise_in_greys(noise: Noise) -> float:
    """The usual noise of small pictures in grey levels, of the middle step of brightness."""
    levels = _DARKEST * np.exp((np.arange(_STEPS) + 0.5) * (_SPAN / _STEPS))
    return float(np.median(np.array(noise.usual) * levels))


def change_limits(noise: Noise, logs: Singles) -> Singles:
    """(h, w): the smoothed log difference that noise doesn't reach, given a picture's brightness."""
    usual, now = np.array(noise.usual), np.array(noise.latest)
    sd = np.maximum(usual, np.minimum(now, _MOST * usual))
    bins = (np.arange(_STEPS) + 0.5) * (255 / _STEPS)
    table = np.interp(np.arange(256), bins, _TIMES * sd).astype(np.float32)
    coded = cv2.convertScaleAbs(logs - np.float32(_LOWEST), alpha=255 / _SPAN)
    return np.asarray(cv2.LUT(coded, table), np.float32)
