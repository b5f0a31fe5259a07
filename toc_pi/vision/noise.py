"""How much two pictures of a field that doesn't move differ: the sensor's noise, by brightness.

It is measured on the very differences that the gate looks at, small pictures laid on one another and
smoothed, from every pair: a sensor's noise isn't white. Demosaicing, denoising and compression spread it over
neighbours, and what is left after smoothing no figure of one pixel tells. Most of the field doesn't move even
under a hand: a median tells.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Mask = NDArray[np.bool_]

SPREAD_PX = 5
"""Pixels of a small picture, across, over which differences are averaged before they are judged."""

_STEPS = 10  # of brightness, even ones of its logarithm: in the dark noise changes fastest
_DARKEST, _BRIGHTEST = 20.0, 275.0  # grey levels, see `Glance`
_LOWEST, _SPAN = float(np.log(_DARKEST)), float(np.log(_BRIGHTEST / _DARKEST))
_FEW = 60  # pixels tell nothing
_TIMES = 5.0  # the noise's spread, that a pixel of a still picture doesn't reach
_MOST = 2.5  # times the usual noise, that one picture may bring: a key frame does, no hand hides behind it
_CALMER, _WILDER = 0.3, 0.06  # share of a measurement in what is known, where there is less of it, and more
_LEAST = 0.002  # logarithm
_TO_SPREAD = 1.4826  # of a normal distribution's median distance


@dataclass(frozen=True, slots=True)
class Noise:
    """The spread of a smoothed difference's logarithm.

    Attributes:
        usual: for each step of brightness, from dark to bright.
        now: the same for the last pair of pictures.
    """

    usual: tuple[float, ...]
    now: tuple[float, ...]


def measure(change: Singles, logs: Singles, where: Mask, before: Noise | None) -> Noise:
    """What one more pair of pictures says.

    Args:
        change: (h, w) smoothed differences of logarithms.
        logs: (h, w) of the first picture, see `Glance`.
        where: (h, w) what counts.
        before: what was known.
    """
    apart, bright = change[where], logs[where]
    apart = np.abs(apart - np.median(apart)) if len(apart) else apart
    step = ((bright - np.float32(_LOWEST)) * np.float32(_STEPS / _SPAN)).astype(np.intp).clip(0, _STEPS - 1)
    now = np.full(_STEPS, np.nan)
    for index in range(_STEPS):
        mine = apart[step == index]
        if len(mine) >= _FEW:
            now[index] = max(_LEAST, _TO_SPREAD * float(np.median(mine)))
    known = np.flatnonzero(np.isfinite(now))
    if not len(known):
        return before or Noise((_LEAST,) * _STEPS, (_LEAST,) * _STEPS)
    now = np.interp(np.arange(_STEPS), known, now[known])
    if before is None:
        return Noise(tuple(map(float, now)), tuple(map(float, now)))
    usual = np.array(before.usual)
    usual += np.where(now < usual, _CALMER, _WILDER) * (np.minimum(now, _MOST * usual) - usual)
    return Noise(tuple(map(float, usual)), tuple(map(float, now)))


def limits(noise: Noise, logs: Singles) -> Singles:
    """(h, w): the smoothed difference of logarithms that noise doesn't reach, from a picture's own."""
    usual, now = np.array(noise.usual), np.array(noise.now)
    spread = np.maximum(usual, np.minimum(now, _MOST * usual))
    at = (np.arange(_STEPS) + 0.5) * (255 / _STEPS)
    table = np.interp(np.arange(256), at, _TIMES * spread).astype(np.float32)
    coded = cv2.convertScaleAbs(logs - np.float32(_LOWEST), alpha=255 / _SPAN)
    return np.asarray(cv2.LUT(coded, table), np.float32)
