"""Draws the upper half of a court card's figure: a head, hair, something on it, and a patterned robe.

No pack that is sold is drawn after. Shapes and colours are random; a part of the packs keeps to what is usual
for kings, queens and jacks, so that a figure says a little, and the letter says the most.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Point = NDArray[np.float64]
Colour = tuple[int, int, int]

PRINT: tuple[Colour, ...] = (
    *((35, 35, 200), (40, 190, 235), (160, 70, 25), (30, 30, 30), (70, 140, 40), (250, 250, 250)),
    *((200, 150, 60), (60, 110, 220)),
)
"""Printers' colours, BGR."""
HAIR: tuple[Colour, ...] = ((40, 60, 90), (70, 150, 220), (150, 150, 150), (30, 30, 30), (60, 200, 240))


def draw_figure(half: Image, rng: np.random.Generator, rank: str | None) -> None:
    """Draw a figure from its head to its waist, which is the lower edge.

    Args:
        half: (h, w, 3) BGR, changed.
        rank: J, Q or K for what is usual for them; None for anything.
    """
    height, width = half.shape[:2]
    if rng.random() < 0.2:
        half[:] = _shade(rng, (235, 235, 235), 25)
    colours = [_shade(rng, PRINT[i], 25) for i in rng.permutation(len(PRINT))[: int(rng.integers(2, 5))]]
    line = (20, 20, 20) if rng.random() < 0.6 else None
    centre = np.array([rng.uniform(0.42, 0.58) * width, rng.uniform(0.3, 0.45) * height])
    radius = rng.uniform(0.1, 0.19) * width
    _robe(half, rng, centre[0], centre[1] + radius * rng.uniform(0.6, 1.2), colours, line)
    hair = _shade(rng, HAIR[rng.integers(len(HAIR))], 20)
    if rank == "Q" or (rank is None and rng.random() < 0.5):
        down = radius * rng.uniform(0.1, 0.6)
        _ellipse(
            half, _off(centre, 0, down), (radius * rng.uniform(1.1, 1.6), radius * 1.1 + down), hair, line
        )
    elif rng.random() < 0.7:
        _ellipse(half, centre, (radius * rng.uniform(1.05, 1.5), radius * 1.05), hair, line)
    skin = _shade(rng, (190, 215, 240), 25)
    if rank == "K" or (rank is None and rng.random() < 0.35):
        _ellipse(
            half, _off(centre, 0, 0.6 * radius), (radius * 0.95, radius * rng.uniform(0.7, 1.2)), hair, line
        )
    _ellipse(half, centre, (radius * rng.uniform(0.8, 1.0), radius * rng.uniform(0.9, 1.1)), skin, line)
    _face(half, rng, centre, radius)
    wears = {"J": "cap", "Q": "crown", "K": "crown", None: str(rng.choice(["cap", "crown", "none"]))}[rank]
    _headgear(half, rng, wears, _off(centre, 0, -radius * rng.uniform(0.6, 0.9)), radius, colours, line)
    if rng.random() < 0.5:  # a sword, a staff, a flower
        x = (
            centre[0] + rng.choice([-1, 1]) * rng.uniform(0.25, 0.42) * width,
            rng.uniform(0.1, 0.4) * height,
        )
        to = (x[0] + rng.normal(0, 0.05) * width, float(height))
        _line(half, x, to, colours[0], int(rng.integers(2, 9)))
        if rng.random() < 0.5:
            _ellipse(half, np.array(x), (rng.uniform(4, 16), rng.uniform(4, 16)), colours[-1], line)


def draw_shapes(half: Image, rng: np.random.Generator, colour: Colour) -> None:
    """Draw something of many colours without any meaning: modern packs, and what nobody thinks of."""
    height, width = half.shape[:2]
    for _ in range(int(rng.integers(12, 40))):
        shade = colour if rng.random() < 0.4 else _shade(rng, (128, 128, 128), 128)
        points = (rng.uniform(-0.1, 1.1, (int(rng.integers(3, 7)), 2)) * (width, height)).astype(np.int32)
        if rng.random() < 0.5:
            cv2.fillPoly(half, [points], shade)
        else:
            cv2.polylines(half, [points], False, shade, int(rng.integers(1, 5)))
    face = (int(width * rng.uniform(0.4, 0.6)), int(height * rng.uniform(0.35, 0.5)))
    cv2.circle(half, face, int(0.16 * width), (190, 215, 240), -1)


def _robe(
    half: Image,
    rng: np.random.Generator,
    x: float,
    top: float,
    colours: Sequence[Colour],
    line: Colour | None,
) -> None:
    """Fill a robe's outline with stripes, a chequer, bands or dots."""
    height, width = half.shape[:2]
    shoulders, waist = rng.uniform(0.12, 0.42) * width, rng.uniform(0.15, 0.5) * width
    mid = (top + height) / 2
    outline = np.array(
        [
            *((x - shoulders * 0.5, top), (x + shoulders * 0.5, top), (x + shoulders, mid)),
            *((x + waist, height), (x - waist, height), (x - shoulders, mid)),
        ]
    ).astype(np.int32)
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    step = rng.uniform(0.04, 0.14) * width
    kind = rng.integers(5)
    if kind == 0:
        stripe = (columns + rng.uniform(-0.6, 0.6) * rows) // step
    elif kind == 1:  # from the neck outwards
        stripe = np.arctan2(columns - x, rows - top + width) // rng.uniform(0.04, 0.12)
    elif kind == 2:
        stripe = columns // step + rows // step
    elif kind == 3:
        stripe = (rows + np.abs(columns - x) * rng.uniform(-1, 1)) // step
    else:
        dots = ((columns % step) - step / 2) ** 2 + ((rows % step) - step / 2) ** 2
        stripe = (dots < (step / 3) ** 2).astype(np.float32)
    pattern = np.asarray(colours, np.uint8)[stripe.astype(int) % len(colours)]
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [outline], 1)
    half[mask > 0] = pattern[mask > 0]
    if line is not None:
        cv2.polylines(half, [outline], True, line, int(rng.integers(1, 4)), cv2.LINE_AA)


def _face(half: Image, rng: np.random.Generator, centre: Point, radius: float) -> None:
    """Eyes, nose and mouth, on most figures."""
    if rng.random() < 0.2:
        return
    for side in (-1, 1):
        eye = _off(centre, side * 0.35 * radius, -0.15 * radius)
        _ellipse(half, eye, (0.1 * radius, 0.1 * radius), (30, 30, 30), None)
    _line(half, _off(centre, 0, -0.1 * radius), _off(centre, 0, 0.25 * radius), (60, 80, 120), 1)
    mouth = _off(centre, 0, 0.5 * radius)
    _line(half, _off(mouth, -0.25 * radius, 0), _off(mouth, 0.25 * radius, 0), (60, 60, 190), 2)


def _headgear(
    half: Image,
    rng: np.random.Generator,
    kind: str,
    at: Point,
    radius: float,
    colours: Sequence[Colour],
    line: Colour | None,
) -> None:
    """A crown, a cap with or without a feather, or nothing, around the forehead's middle."""
    wide, tall = radius * rng.uniform(0.9, 1.4), radius * rng.uniform(0.5, 1.3)
    gold = _shade(rng, (50, 200, 240), 30)
    if kind == "crown":
        points = int(rng.integers(3, 7))
        x = np.linspace(-wide, wide, 2 * points - 1)
        y = np.where(np.arange(2 * points - 1) % 2 == 0, -tall, -0.4 * tall)
        shape = np.concatenate([np.stack([x * 1.1, y], 1), [(wide, 0.1 * tall), (-wide, 0.1 * tall)]]) + at
        tone = gold if rng.random() < 0.7 else colours[0]
    elif kind == "cap":
        lean = rng.uniform(-0.4, 0.4) * wide
        shape = (
            np.array([(-wide, 0), (-wide + lean, -tall * 0.7), (wide + lean, -tall * 0.7), (wide, 0)]) + at
        )
        tone = colours[0]
        if rng.random() < 0.5:
            _line(
                half,
                _off(at, wide, 0),
                _off(at, wide * 1.3, -tall * 1.3),
                colours[-1],
                int(rng.integers(2, 8)),
            )
    else:
        return
    cv2.fillPoly(half, [shape.astype(np.int32)], tone, cv2.LINE_AA)
    if line is not None:
        cv2.polylines(half, [shape.astype(np.int32)], True, line, 1, cv2.LINE_AA)


def _shade(rng: np.random.Generator, colour: Sequence[int], spread: int) -> Colour:
    blue, green, red = (
        int(value) for value in np.clip(rng.integers(-spread, spread + 1, 3) + colour, 0, 255)
    )
    return blue, green, red


def _off(point: Point, right: float, down: float) -> Point:
    return point + np.array([right, down])


def _ellipse(half: Image, at: Point, radii: tuple[float, float], colour: Colour, line: Colour | None) -> None:
    centre, axes = (round(at[0]), round(at[1])), (max(1, round(radii[0])), max(1, round(radii[1])))
    cv2.ellipse(half, centre, axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
    if line is not None:
        cv2.ellipse(half, centre, axes, 0, 0, 360, line, 1, cv2.LINE_AA)


def _line(
    half: Image,
    start: Point | tuple[float, float],
    end: Point | tuple[float, float],
    colour: Colour,
    wide: int,
) -> None:
    first, last = ((round(float(point[0])), round(float(point[1]))) for point in (start, end))
    cv2.line(half, first, last, colour, wide, cv2.LINE_AA)
