"""Light on generated scenes: lamps and windows, reflections on varnish, shadows of people and window bars."""

import cv2
import numpy as np
from arm_shapes import draw_arm
from drawn_boards import DRAWN, smooth
from numpy.typing import NDArray

Singles = NDArray[np.float32]


def lights(rng: np.random.Generator, dim: float) -> tuple[Singles, Singles]:
    """The illumination of both pictures, (h, w, 3) each; dim with the given probability."""
    y, x = np.mgrid[0:DRAWN, 0:DRAWN].astype(np.float32) / DRAWN - 0.5
    out = []
    gain = rng.uniform(0.4, 1.4) if rng.random() < 1 - dim else rng.uniform(0.18, 0.45)
    tint = np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    pools = _pools(rng) if rng.random() < 0.4 else np.ones((DRAWN, DRAWN, 3), np.float32)
    for number in range(2):
        if number and rng.random() < 0.6:
            gain, tint = (
                gain * float(np.exp(rng.normal(0, 0.25))),
                tint * np.exp(rng.normal(0, 0.06, 3)).astype(np.float32),
            )
        tilt = [float(way) for way in rng.normal(0, 0.25 if number == 0 else 0.1, 2)]
        field = np.exp(tilt[0] * x + tilt[1] * y)[..., None] * gain * tint
        if number == 0:
            usual = field
        else:
            field = (
                usual * field * (gain / float(field.mean() * usual.mean()))
                if rng.random() < 0.5
                else usual * (field * float(1 / usual.mean())) ** np.float32(0.15)
            )
        out.append(np.asarray(field, np.float32))
    return out[0] * pools, out[1] * pools


def _pools(rng: np.random.Generator) -> Singles:
    """(h, w, 3), about 1 on average: small lamps near the table, mostly warm, and ambient light."""
    y, x = np.mgrid[0:DRAWN, 0:DRAWN].astype(np.float32) / DRAWN - 0.5
    out = np.full((DRAWN, DRAWN, 3), rng.uniform(0.1, 0.6), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        at, high = rng.normal(0, 0.6, 2).astype(np.float32), float(rng.uniform(0.4, 1.2))
        warm = np.exp(rng.uniform(-0.1, 0.35) * np.array([-1, 0, 0.6], np.float32))
        far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) / np.float32(high**2)
        out += (1 + far[..., None]) ** np.float32(-1.5) * warm
    return np.asarray(out / out.mean(), np.float32)


def reflections(rng: np.random.Generator) -> tuple[Singles, Singles]:
    """Reflections on varnish in both pictures, (h, w, 3) grey levels: lamps and windows, mostly the same."""
    y, x = np.mgrid[0:DRAWN, 0:DRAWN].astype(np.float32) / DRAWN - 0.5
    then, now = (np.zeros((DRAWN, DRAWN, 3), np.float32) for _ in range(2))
    for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1]))):
        at, wide = rng.uniform(-0.5, 0.5, 2).astype(np.float32), rng.uniform(0.03, 0.3, 2)
        far = ((x - at[0]) / np.float32(wide[0])) ** 2 + ((y - at[1]) / np.float32(wide[1])) ** 2
        spot = np.exp(-far) if rng.random() < 0.6 else 1 / (1 + far**4)
        colour = rng.uniform(15, 160) * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
        kept = rng.choice([1.0, rng.uniform(0.5, 1.5), 0.0], p=[0.6, 0.2, 0.2])
        parts = (1.0, float(kept)) if rng.random() < 0.7 else (float(kept), 1.0)
        then += spot[..., None] * colour * np.float32(parts[0])
        now += spot[..., None] * colour * np.float32(parts[1])
    return then, now


def shadows(rng: np.random.Generator) -> Singles:
    """(h, w, 3) factors: shadows of people and window bars, stripes of sun; no covers."""
    out = np.ones((DRAWN, DRAWN, 3), np.float32)
    choice = rng.random()
    if choice < 0.4:
        return out
    y, x = np.mgrid[0:DRAWN, 0:DRAWN].astype(np.float32) / DRAWN
    if choice < 0.56:  # the shadow of somebody leaning over from a side
        shape, side = np.zeros((DRAWN, DRAWN), np.uint8), rng.uniform(0, 2 * np.pi)
        at = 0.5 + rng.uniform(0.35, 0.75) * np.array([np.cos(side), np.sin(side)])
        for _ in range(int(rng.integers(1, 4))):
            axes = tuple(int(value) for value in rng.uniform(0.1, 0.45, 2) * DRAWN)
            spot = tuple(int(value) for value in (at + rng.normal(0, 0.12, 2)) * DRAWN)
            cv2.ellipse(shape, spot, axes, float(rng.uniform(0, 180)), 0, 360, 1, -1)
    elif choice < 0.68:
        shape = smooth(rng, (DRAWN, DRAWN), int(rng.integers(1, 4))) > rng.uniform(-0.2, 1)
    elif choice < 0.8:
        angle = rng.uniform(0, np.pi)
        way = x * float(np.cos(angle)) + y * float(np.sin(angle))
        shape = np.sin(2 * np.pi * rng.uniform(0.5, 7) * way + rng.uniform(0, 6)) > rng.uniform(-0.5, 0.8)
    else:  # of an arm or a head outside the picture
        tip = rng.uniform(0, 1, 2) * DRAWN
        arm = draw_arm(
            rng, DRAWN, tip, rng.uniform(0, 2 * np.pi), rng.uniform(0.4, 1.6), out[0, 0], out[0, 0]
        )
        shape = arm.cover > 0.5
    mask = cv2.GaussianBlur(np.asarray(shape, np.float32), (0, 0), rng.choice([0.6, 2.0, 6.0, 14.0]))
    depth = rng.uniform(0.15, 2.0) if rng.random() < 0.75 else -rng.uniform(0.2, 0.8)
    tint = np.array([-0.15, 0.0, 0.12], np.float32) * rng.uniform(0, 1)  # a shadow in daylight is bluer
    if rng.random() < 0.5:  # between lamps it has any colour
        tint = rng.normal(0, 0.12, 3).astype(np.float32)
    return np.asarray(np.exp(-mask[..., None] * depth * (1 + tint)), np.float32)
