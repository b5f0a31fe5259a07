"""The signs of the eight seats, and the window's colours by day and by night; no drawing."""

import math
from dataclasses import dataclass

from calibration.board.board import Point
from calibration.holes import SEATS, Seat

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


@dataclass(frozen=True, slots=True)
class Palette:
    """A set of colours.

    Attributes:
        felt, felt_light, felt_dark: the background, and shades of it.
        bright, soft: text on the background, and less important text.
        paper, ink: keys and messages, and the text on them.
        pressed: a key that is held down.
        good, bad, calm: edges and signs of messages, on paper.
        amber: highlight where something is to be done, with ink on it.
        wood, wood_light, wood_dark, recess, hole, rim: the board.
        lamp_off, lamp_on, red_on, green_on: the lamps.
        dimmed: brightness of pawns, 0 to 1.
    """

    felt: Colour = (22, 58, 46)
    felt_light: Colour = (58, 104, 86)
    felt_dark: Colour = (14, 42, 33)
    bright: Colour = PAPER
    soft: Colour = (196, 212, 200)
    paper: Colour = PAPER
    ink: Colour = INK
    pressed: Colour = (250, 205, 40)
    good: Colour = (20, 120, 62)
    bad: Colour = (196, 30, 36)
    calm: Colour = (34, 92, 160)
    amber: Colour = (255, 190, 60)
    wood: Colour = (222, 178, 122)
    wood_light: Colour = (236, 197, 143)
    wood_dark: Colour = (120, 78, 42)
    recess: Colour = (168, 120, 72)
    hole: Colour = (92, 58, 30)
    rim: Colour = (176, 130, 80)
    lamp_off: Colour = (46, 36, 28)
    lamp_on: Colour = (255, 226, 120)
    red_on: Colour = (255, 104, 84)
    green_on: Colour = (90, 230, 120)
    dimmed: float = 1.0

    def of_key(self, *, pressed: bool = False, strong: bool = False) -> tuple[Colour, Colour]:
        """The colours of a key and of its text."""
        if pressed:
            return self.pressed, self.ink
        return (self.amber, INK) if strong else (self.paper, self.ink)

    def pawn(self, colour: Colour) -> Colour:
        """The colour of a pawn in this light."""
        red, green, blue = (round(self.dimmed * part) for part in colour)
        return red, green, blue


# For a bright room, and for a dark one.
DAY = Palette()
NIGHT = Palette(
    felt=(10, 12, 12),
    felt_light=(44, 46, 42),
    felt_dark=(4, 5, 5),
    bright=(214, 186, 142),
    soft=(164, 146, 116),
    paper=(38, 34, 30),
    ink=(222, 196, 152),
    pressed=(112, 76, 16),
    good=(92, 176, 112),
    bad=(232, 112, 96),
    calm=(120, 164, 214),
    amber=(206, 146, 46),
    wood=(138, 107, 71),
    wood_light=(146, 114, 77),
    wood_dark=(44, 30, 18),
    recess=(84, 62, 40),
    hole=(14, 9, 5),
    rim=(92, 70, 46),
    lamp_off=(22, 18, 14),
    lamp_on=(236, 200, 96),
    red_on=(236, 104, 84),
    green_on=(84, 190, 104),
    dimmed=0.8,
)


def palette_of(night: bool) -> Palette:
    """The colours of the day, or of the night."""
    return NIGHT if night else DAY
