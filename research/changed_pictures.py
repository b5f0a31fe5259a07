"""Pictures in other light, with noise or with fewer pixels.

Light is mixed linearly, as a sensor sees it, and the exposure brings the brightest parts back to where they
were. Noise is spread over neighbouring pixels, as after demosaicing and denoising.
"""

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Light = NDArray[np.floating]
Change = Callable[[Image], Image]

GAMMA = 2.2
BRIGHT = 0.98  # the quantile of brightness that the exposure brings back
GRAIN_PX = 0.8
LUMA = np.array((0.072, 0.715, 0.213))  # of linear blue, green, red


def relit(image: Image, mix: Light) -> Image:
    """A picture in another light.

    Args:
        image: (h, w, 3) BGR.
        mix: (3, 3) or (h, w, 3, 3), from linear BGR to linear BGR.
    """
    linear = (np.arange(256) / 255.0) ** GAMMA
    before = linear[image]
    after = np.einsum("...ij,...j->...i", mix, before)
    peak = np.quantile(before.max(axis=2)[::4, ::4], BRIGHT) / np.quantile(
        np.maximum(after.max(axis=2)[::4, ::4], 1e-9), BRIGHT
    )
    coded = np.clip(after * peak, 0, 1) ** (1 / GAMMA)
    return np.asarray((255 * coded).round(), np.uint8)


def lamp(blue: float, green: float, red: float, of_one_colour: float = 0.0) -> Light:
    """A lamp's colour mix.

    Args:
        blue, green, red: its share of each.
        of_one_colour: 1 for a monochromatic lamp, in which things differ only in brightness.
    """
    seen = (1 - of_one_colour) * np.eye(3) + of_one_colour * LUMA[None]
    return np.diag([blue, green, red]) @ seen


def leaking(share: float, one: int, other: int) -> Light:
    """Crosstalk between two channels, as under narrow-band lamps."""
    mix = np.eye(3)
    mix[one, one] = mix[other, other] = 1 - share
    mix[one, other] = mix[other, one] = share
    return mix


def saturated(share: float) -> Light:
    """Colours farther from grey, or nearer to it below 1."""
    return share * np.eye(3) + (1 - share) * np.tile(LUMA, (3, 1))


def _by_lamp(mix: Light) -> Change:
    return lambda image: relit(image, mix)


def _by_lamps(one: Light, other: Light, across: bool) -> Change:
    """Two lamps, one from each side."""

    def change(image: Image) -> Image:
        height, width = image.shape[:2]
        way = np.linspace(-1, 1, width if across else height)
        share = 1 / (1 + np.exp(-4 * way))
        share = share[None, :, None, None] if across else share[:, None, None, None]
        return relit(image, (1 - share) * one + share * other)

    return change


def _by_curve(curve: Callable[[Light], Light]) -> Change:
    table = np.clip(255 * curve(np.arange(256) / 255.0), 0, 255).round().astype(np.uint8)
    return lambda image: np.asarray(cv2.LUT(image, table), np.uint8)


def _vignetted(image: Image) -> Image:
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width]
    far = np.hypot((x - width / 2) / (width / 2), (y - height / 2) / (height / 2))
    mix = np.eye(3) * (1 - 0.3 * far**2)[..., None, None]
    return relit(image, mix)


def noisy(spread: float, seed: int | np.random.Generator) -> Change:
    """Noise of `spread` grey levels at middle grey, as the set-up measures it; more in the dark."""
    rng = np.random.default_rng(seed)

    def taken(image: Image) -> Image:
        if not spread:
            return image
        grain = cv2.GaussianBlur(rng.standard_normal(image.shape, np.float32), (0, 0), GRAIN_PX)
        grain *= np.float32(spread / grain.std())
        return np.asarray(np.clip(image + grain, 0, 255).round(), np.uint8)

    return taken


def smaller(scale: float) -> Change:
    """The same picture with fewer pixels."""
    return lambda image: np.asarray(
        cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )


YELLOW, CANDLE, COLD = lamp(0.3, 0.85, 1.0), lamp(0.1, 0.5, 1.0), lamp(1.0, 0.75, 0.5)
DIM = 0.35
LIGHTS: Mapping[str, Change] = {
    "as it is": lambda image: image,
    "warm lamp": _by_lamp(lamp(0.6, 0.9, 1.0)),
    "yellow lamp": _by_lamp(YELLOW),
    "candle": _by_lamp(CANDLE),
    "cold lamp": _by_lamp(COLD),
    "sodium": _by_lamp(lamp(0.15, 0.7, 1.0, 0.9)),
    "sodium and day": _by_lamp(lamp(0.4, 0.85, 1.0, 0.5)),
    "green": _by_lamp(lamp(0.4, 1.0, 0.4)),
    "magenta": _by_lamp(lamp(1.0, 0.4, 1.0)),
    "blue": _by_lamp(lamp(1.0, 0.45, 0.25)),
    "red": _by_lamp(lamp(0.25, 0.25, 1.0)),
    "pure blue": _by_lamp(lamp(1.0, 0.1, 0.05)),
    "pure red": _by_lamp(lamp(0.03, 0.05, 1.0)),
    "narrow bands, red-green": _by_lamp(leaking(0.3, 2, 1)),
    "narrow bands, green-blue": _by_lamp(leaking(0.3, 1, 0)),
    "red and blue mixed": _by_lamp(leaking(0.4, 2, 0)),
    "warm, mixed": _by_lamp(lamp(0.5, 0.9, 1.0) @ leaking(0.2, 2, 1)),
    "pale": _by_lamp(saturated(0.5)),
    "nearly grey": _by_lamp(saturated(0.15)),
    "vivid": _by_lamp(saturated(1.5)),
    "yellow left, day right": _by_lamps(YELLOW, np.eye(3), True),
    "candle left, cold right": _by_lamps(CANDLE, COLD, True),
    "red far, green near": _by_lamps(lamp(0.3, 0.3, 1.0), lamp(0.4, 1.0, 0.4), False),
    "magenta left, yellow right": _by_lamps(lamp(1.0, 0.4, 1.0), YELLOW, True),
    "gamma 0.6": _by_curve(lambda level: level**0.6),
    "gamma 1.7": _by_curve(lambda level: level**1.7),
    "hard contrast": _by_curve(lambda level: 1 / (1 + np.exp(-8 * (level - 0.45)))),
    "faded": _by_curve(lambda level: 0.2 + 0.6 * level),
    "vignetted": _vignetted,
    "dim yellow": lambda image: _by_curve(lambda level: DIM * level)(relit(image, YELLOW)),
    "dim": _by_curve(lambda level: DIM * level),
}
