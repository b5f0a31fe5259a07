"""The signs of the eight seats, distinguishable by shape alone, and their colours; no drawing.

The game must be playable for colour-blind people: a pawn on the screen is drawn as its seat's sign.
"""

import math

from calibration.holes import SEATS, Seat

Point = tuple[float, float]
Colour = tuple[int, int, int]

# How pawns' colours are drawn, red, green, blue.
COLOURS: dict[str, Colour] = {
    "red": (205, 38, 44),
    "yellow": (250, 205, 40),
    "green": (34, 140, 66),
    "blue": (36, 100, 205),
    "black": (38, 36, 38),
    "white": (252, 250, 244),
    "orange": (242, 130, 28),
    "purple": (128, 68, 172),
}
UNKNOWN_COLOUR: Colour = (140, 140, 140)  # for any other name

# Signs on pawns: dark on light colours, light on dark ones.
INK: Colour = (38, 26, 18)
PAPER: Colour = (253, 248, 236)


def colour_of(name: str) -> Colour:
    """The RGB of a colour word of FOOTAGE.md."""
    return COLOURS.get(name, UNKNOWN_COLOUR)


def is_light(colour: Colour) -> bool:
    """Whether dark ink has more contrast on a colour than light paper."""
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue > 130


def sign_of(seat: Seat) -> tuple[Point, ...]:
    """The outline of a seat's sign: a polygon about the origin within the unit circle, y down.

    In the order of seats: disc, square, triangle, lozenge, star, cross, arrowhead, hourglass.
    """
    return _SIGNS[SEATS.index(seat)]


def _ring(count: int, radius: float, turn: float) -> list[Point]:
    steps = [turn + 2 * math.pi * step / count for step in range(count)]
    return [(radius * math.sin(angle), -radius * math.cos(angle)) for angle in steps]


def _star() -> tuple[Point, ...]:
    outer, inner = _ring(5, 1.0, 0.0), _ring(5, 0.46, math.pi / 5)
    return tuple(point for pair in zip(outer, inner, strict=True) for point in pair)


def _cross() -> tuple[Point, ...]:
    arm = 0.3
    corner = [(-arm, -1.0), (arm, -1.0), (arm, -arm)]
    points = list(corner)
    for _ in range(3):
        corner = [(-y, x) for x, y in corner]
        points += corner
    return tuple(points)


# The outline of each seat's sign, from -1 to 1.
_SIGNS: tuple[tuple[Point, ...], ...] = (
    tuple(_ring(40, 0.95, 0.0)),
    ((-0.74, -0.74), (0.74, -0.74), (0.74, 0.74), (-0.74, 0.74)),
    ((0.0, -0.98), (0.95, 0.72), (-0.95, 0.72)),
    ((0.0, -1.0), (0.8, 0.0), (0.0, 1.0), (-0.8, 0.0)),
    _star(),
    _cross(),
    ((-0.9, -0.75), (0.0, -0.32), (0.9, -0.75), (0.0, 1.0)),
    ((-0.85, -0.9), (0.85, -0.9), (0.22, 0.0), (0.85, 0.9), (-0.85, 0.9), (-0.22, 0.0)),
)
