"""Augments synthetic scenes at random, each time they are used for training.

Rotation, mirroring, scale; other light, another camera, sensor noise, defocus, strong compression; and gaps
in the reference picture: nothing beside the board, nothing where a hand was at set-up, or nothing at all.
"""

from functools import cache

import cv2
import numpy as np
from cover_scenes import SIZE
from numpy.typing import NDArray

Image = NDArray[np.uint8]

FIELD, IGNORED = 4, 8
"""Bits of a label besides the cover's class: the playing field, and where either answer is right."""

_SUM = np.ones((1, 3), np.float32)
_GREY, _STEP = 128, 32.0  # mean and spread of a noise pattern stored as bytes
_PATTERNS = 12
_BESIDE, _HOLE, _ALL = 0.4, 0.12, 0.1  # shares of scenes with such a gap


def spoil(now: Image, then: Image, label: Image, rng: np.random.Generator) -> tuple[Image, Image, Image]:
    """An augmented scene.

    Args:
        now, then: (n, n, 3) BGR, black where nothing is seen.
        label: (n / 2, n / 2) class of the cover, with bits.
            rng: random generator.
    """
    now, then, label = _lay_otherwise(now, then, label, rng)
    seen = cv2.threshold(cv2.transform(now, _SUM), 0, 1, cv2.THRESH_BINARY)[1]
    now, then = _light(now, then, rng)
    now, then = _camera(now, rng, 0.6), _camera(then, rng, 0.2)
    now, then = (cv2.copyTo(cv2.max(values, cv2.merge([seen] * 3)), seen) for values in (now, then))
    return np.asarray(now, np.uint8), forget(np.asarray(then, np.uint8), label, rng), label


def forget(then: Image, label: Image, rng: np.random.Generator) -> Image:
    """The reference picture with gaps, which are black."""
    size = then.shape[0]
    if rng.random() < _ALL:
        return np.zeros_like(then)
    if rng.random() < _BESIDE:
        wide = int(rng.integers(0, 8)) * 2 + 1
        board = cv2.dilate(label & FIELD, np.ones((wide, wide), np.uint8))
        then = then * (cv2.resize(board, (size, size), interpolation=cv2.INTER_NEAREST) > 0)[..., None]
    if rng.random() < _HOLE:
        hidden = np.ones((size, size), np.uint8)
        middle = tuple(int(value) for value in rng.uniform(0, size, 2))
        axes = tuple(int(value) for value in rng.uniform(0.05, 0.35, 2) * size)
        cv2.ellipse(hidden, middle, axes, float(rng.uniform(0, 180)), 0, 360, 0, -1)
        then = then * hidden[..., None]
    return np.asarray(then, np.uint8)


def _lay_otherwise(
    now: Image, then: Image, label: Image, rng: np.random.Generator
) -> tuple[Image, Image, Image]:
    size = now.shape[0]
    if rng.random() < 0.5:
        now, then, label = (np.asarray(cv2.flip(values, 1), np.uint8) for values in (now, then, label))
    turns = int(rng.integers(4))
    if rng.random() < 0.6:
        if turns < 3:  # what `cv2.rotate` calls a quarter, a half, and three quarters
            now, then, label = (
                np.asarray(cv2.rotate(values, turns), np.uint8) for values in (now, then, label)
            )
        return now, then, label
    angle = float(rng.uniform(0, 360) if rng.random() < 0.3 else 90 * turns + rng.normal(0, 6))
    move = cv2.getRotationMatrix2D(((size - 1) / 2,) * 2, angle, float(rng.uniform(0.88, 1.15)))
    move[:, 2] += rng.normal(0, 4, 2)
    now, then = (np.asarray(cv2.warpAffine(values, move, (size, size)), np.uint8) for values in (now, then))
    half = move.copy()
    half[:, 2] = (
        (move[:, 2] + 0.5 * move[:, :2].sum(axis=1) - 0.5) / 2 + 0.25 - 0.25 * move[:, :2].sum(axis=1)
    )
    labels = cv2.warpAffine(
        label,
        half,
        (size // 2, size // 2),
        flags=cv2.INTER_NEAREST,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=IGNORED,
    )
    return now, then, np.asarray(labels, np.uint8)


def _light(now: Image, then: Image, rng: np.random.Generator) -> tuple[Image, Image]:
    """Another exposure, tone curve and colour cast, with small differences between the two pictures."""
    if rng.random() < 0.4:
        return now, then
    level = np.arange(256) / 255
    curve = rng.uniform(0.8, 1.25)
    goal = np.exp(rng.uniform(np.log(18), np.log(150)))  # a dim room, or a bright one
    gain = np.clip(goal / max(1.0, float(now[::4, ::4].mean())), 0.25, 3.0) * np.exp(rng.normal(0, 0.1, 3))
    out = []
    for change in (np.exp(rng.normal(0, 0.1) + rng.normal(0, 0.03, 3)), np.ones(3)):
        table = 255 * np.clip((level[:, None] * gain * change) ** curve, 0, 1)
        out.append(table.round().astype(np.uint8).reshape(1, 256, 3))
    return np.asarray(cv2.LUT(now, out[0]), np.uint8), np.asarray(cv2.LUT(then, out[1]), np.uint8)


def _camera(image: Image, rng: np.random.Generator, often: float) -> Image:
    """Defocus, noise, compression."""
    if rng.random() < 0.2 * often:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.2))), np.uint8)
    if rng.random() < often:
        pattern = _patterns()[rng.integers(_PATTERNS)]
        spread = min(float(rng.exponential(1.8)), 0.15 * float(image[::4, ::4].mean())) / _STEP
        image = np.asarray(cv2.addWeighted(image, 1.0, pattern, spread, -_GREY * spread), np.uint8)
    if rng.random() < 0.2 * often:
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 92))])[1]
        image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return image


@cache
def _patterns() -> list[Image]:
    """Noise patterns with different spatial correlation."""
    rng = np.random.default_rng(5)
    out = []
    for spread in np.linspace(0.3, 1.0, _PATTERNS):
        noise = cv2.GaussianBlur(rng.standard_normal((SIZE, SIZE, 3), np.float32), (0, 0), float(spread))
        out.append(np.clip(_GREY + noise * (_STEP / noise.std()), 0, 255).round().astype(np.uint8))
    return out
