"""Arms for synthetic pictures: a hand with fingers on a forearm, bare or sleeved, shaded, with its shadow."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]


@dataclass(frozen=True)
class Arm:
    """A rendered arm, in the size of its picture.

    Attributes:
        tip: end of its longest finger, px.
            colour: (h, w, 3) BGR.
            cover: (h, w) opacity, 0 to 1.
            shade: (h, w) factor of its shadow on the surface below.
    """

    tip: NDArray[np.floating]
    colour: Singles
    cover: Singles
    shade: Singles


def draw_arm(  # noqa: PLR0913  # each of these varies on its own
    rng: np.random.Generator,
    size: int,
    tip: NDArray[np.floating],
    angle: float,
    mm: float,
    skin: Singles,
    cloth: Singles,
    moving: float = 0.2,
) -> Arm:
    """Draw an arm.

    Args:
        rng: random generator for its pose, thickness, sleeve and shadow.
        size: of the square picture, px.
        tip: end of its longest finger, px.
        angle: direction from which it comes, radians.
        mm: px per millimetre.
        skin, cloth: BGR.
        moving: probability that its movement blurs it.
    """
    away, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    fist = rng.random() < 0.25
    reach = rng.uniform(15, 35) * mm if fist else rng.uniform(45, 85) * mm
    palm = tip + away * (reach + rng.uniform(25, 45) * mm)
    half = rng.uniform(32, 48) * mm
    wrist = palm + away * rng.uniform(40, 70) * mm + across * rng.normal(0, 8) * mm
    bend = angle + rng.normal(0, 0.35)
    elbow = wrist + np.array([np.cos(bend), np.sin(bend)]) * 4 * size
    hand, sleeve = np.zeros((size, size), np.uint8), np.zeros((size, size), np.uint8)
    height = np.zeros((size, size), np.float32)  # shading: brightest along the middle of each part
    lean = float(rng.normal(0, 0.5))

    def limb(
        one: NDArray[np.floating],
        two: NDArray[np.floating],
        thick_one: float,
        thick_two: float,
        mask: NDArray[np.uint8],
    ) -> None:
        side = np.array([-(two - one)[1], (two - one)[0]]) / max(float(np.hypot(*(two - one))), 1e-3)
        quad = np.array(
            [one + side * thick_one, two + side * thick_two, two - side * thick_two, one - side * thick_one]
        )
        part = np.zeros_like(mask)
        cv2.fillPoly(part, [_fixed(quad)], 255, cv2.LINE_AA, 4)
        for spot, thick in ((one, thick_one), (two, thick_two)):
            if (np.abs(spot) < 3 * size).all():
                cv2.circle(
                    part, tuple(_fixed(spot).tolist()), max(1, round(thick * 16)), 255, -1, cv2.LINE_AA, 4
                )
        np.maximum(mask, part, out=mask)
        rows, columns = np.nonzero(part > 127)
        off = ((columns - one[0]) * side[0] + (rows - one[1]) * side[1]) / max(thick_one, thick_two, 1e-3)
        off = np.clip(off, -1, 1)
        height[rows, columns] = 1 - 0.5 * off**2 + 0.3 * lean * off

    limb(wrist, elbow, rng.uniform(23, 32) * mm, rng.uniform(30, 50) * mm * 2, hand)
    limb(palm, wrist, half * 0.95, rng.uniform(24, 32) * mm, hand)
    thick = rng.uniform(6.5, 9.5) * mm
    count = 4 if fist else int(rng.integers(1, 6))
    for finger in range(count):
        off = (finger - (count - 1) / 2) * thick * 2.1
        root = palm + across * off - away * half * 0.5
        end = (
            tip
            + across * off * rng.uniform(0.2, 1.1)
            + away * abs(finger - (count - 1) / 2) * reach * rng.uniform(0, 0.35)
        )
        if finger == count // 2:
            end = tip + across * off * 0.3
        knuckle = (root + end) / 2 + across * rng.normal(0, 4) * mm
        limb(root, knuckle, thick, thick * 0.95, hand)
        limb(knuckle, end, thick * 0.95, thick * 0.75, hand)
    if rng.random() < 0.6:
        root = palm + across * half * rng.choice([-1, 1]) * 0.9
        limb(
            root,
            root - away * rng.uniform(25, 55) * mm + across * rng.normal(0, 12) * mm,
            thick * 1.15,
            thick,
            hand,
        )
    covered = rng.random() < 0.75
    if covered:
        cuff = wrist + (elbow - wrist) / np.hypot(*(elbow - wrist)) * rng.uniform(-15, 90) * mm
        limb(cuff, elbow, rng.uniform(30, 50) * mm, rng.uniform(45, 75) * mm * 1.5, sleeve)
    grain = cv2.resize(
        rng.normal(0, 1, (26, 26)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
    )
    light = rng.uniform(0.75, 1.15) * height * (1 + rng.uniform(0.02, 0.08) * grain)
    if rng.random() < 0.3:  # the lamp is behind it, or it is higher than the table, or in a shadow
        light *= rng.uniform(0.35, 0.8)
    flush = 1 + rng.uniform(0, 0.08) * grain[..., None] * np.array([-1, -0.4, 1], np.float32)
    colour = skin * light[..., None] * flush
    down = np.arange(size, dtype=np.float32)
    folds = 1 + rng.uniform(0, 0.2) * np.sin(
        rng.uniform(0.1, 0.6) * np.add.outer(down * float(away[1]), down * float(away[0])) + 3 * grain
    )
    woven = cloth * (height * folds)[..., None]
    if rng.random() < 0.25:
        other = rng.uniform(10, 240, 3).astype(np.float32)
        stripe = (
            np.sin(rng.uniform(0.3, 1.2) * np.add.outer(down * float(across[1]), down * float(across[0])))
            > 0.3
        )
        woven[stripe] = (other * height[..., None])[stripe]
    colour = np.where(sleeve[..., None] > 127, woven, colour).astype(np.float32)
    cover = np.maximum(hand, sleeve).astype(np.float32) / 255
    if rng.random() < moving:
        span = int(rng.integers(3, 13))
        kernel = np.zeros((span, span), np.float32)
        ends = ((0, int(rng.integers(span))), (span - 1, int(rng.integers(span))))
        cv2.line(kernel, *ends, 1.0)
        kernel = (kernel if rng.random() < 0.5 else kernel.T) / kernel.sum()
        spread = cv2.filter2D(cover, -1, kernel)
        colour = cv2.filter2D(colour * cover[..., None], -1, kernel) / np.maximum(spread, 1e-3)[..., None]
        cover = spread
    soft = rng.uniform(0.5, 1.2) if rng.random() < 0.8 else rng.uniform(1.2, 3.0)
    cover = cv2.GaussianBlur(cover, (0, 0), soft)
    return Arm(tip, colour, cover, _shade(rng, cover, mm))


def _shade(rng: np.random.Generator, cover: Singles, mm: float) -> Singles:
    """The factor of light below an arm: each lamp casts a shadow, displaced further for a high arm."""
    lamps = 1 if rng.random() < 0.6 else 2
    high = rng.choice([12.0, 25.0, 60.0])
    left = np.ones_like(cover)
    for _ in range(lamps):
        aside = np.array([[1, 0, 0], [0, 1, 0]], np.float32)
        aside[:, 2] = rng.normal(0, high, 2) * mm
        fallen = cv2.warpAffine(cover, aside, cover.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        fallen = cv2.GaussianBlur(fallen, (0, 0), float(rng.choice([1.0, 3.0, 8.0, 16.0])))
        left -= rng.uniform(0, 0.85 / lamps) * fallen
    return np.asarray(left, np.float32)


def _fixed(points: NDArray[np.floating]) -> NDArray[np.int32]:
    return np.asarray((np.clip(points, -2000, 2000) * 16).round(), np.int32)
