"""Antialiased pictures of signs, marks, pawns and the empty board: drawn large, scaled down, and cached.

pygame's own shapes have jagged edges, and a Pi is slow, so each picture is made only once.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

import pygame

from calibration.board.board import Point
from calibration.holes import Hole, Seat, is_home, start_hole
from toc_pi.screen.board_face import Face
from toc_pi.screen.frames import ScreenParts
from toc_pi.screen.layout import place_board
from toc_pi.screen.palette import DAY, INK, PAPER, Colour, Palette, is_light, sign_of
from toc_pi.screen.panel import Mark

FINE = 4  # shapes are drawn this many times larger and scaled down, so that their edges are smooth


def polygon(
    points: Sequence[Point], fill: Colour, edge: Colour | None = None, width: float = 0.0
) -> tuple[pygame.Surface, tuple[int, int]]:
    """A smooth polygon, px of the window: the picture, and the position of its top left corner."""
    margin = int(width) + 2
    left = math.floor(min(x for x, _ in points)) - margin
    top = math.floor(min(y for _, y in points)) - margin
    right = math.ceil(max(x for x, _ in points)) + margin
    bottom = math.ceil(max(y for _, y in points)) + margin
    surface = _blank(right - left, bottom - top, edge or fill)
    fine = [((x - left) * FINE, (y - top) * FINE) for x, y in points]
    pygame.draw.polygon(surface, fill, fine)
    if edge is not None and width > 0:
        _stroke(surface, edge, fine, width * FINE)
    return _scaled(surface), (left, top)


@lru_cache(maxsize=16)
def arrow(
    points: tuple[Point, ...], fill: Colour, edge: Colour, shaft: float, head: float
) -> tuple[pygame.Surface, tuple[int, int]]:
    """A smooth arrow along a line with bends, the tip last: the picture, and the place of its corner."""
    rim = 2.5
    margin = math.ceil(0.7 * head + shaft + rim) + 2
    left, top = (math.floor(min(part) - margin) for part in zip(*points, strict=True))
    right, bottom = (math.ceil(max(part) + margin) for part in zip(*points, strict=True))
    surface = _blank(right - left, bottom - top, edge)
    line = trimmed([((x - left) * FINE, (y - top) * FINE) for x, y in points], 0.0, head * FINE)
    tip = ((points[-1][0] - left) * FINE, (points[-1][1] - top) * FINE)
    neck, long = line[-1], math.dist(line[-1], tip) or 1.0
    dx, dy = 0.62 * head * FINE * (tip[0] - neck[0]) / long, 0.62 * head * FINE * (tip[1] - neck[1]) / long
    corners = [tip, (neck[0] - dy, neck[1] + dx), (neck[0] + dy, neck[1] - dx)]
    for colour, more in ((edge, rim * FINE), (fill, 0.0)):
        for start, end in pairwise(line):
            _thick(surface, colour, start, end, shaft * FINE + more)
        if more:
            _stroke(surface, colour, corners, more)
        pygame.draw.polygon(surface, colour, corners)
    return _scaled(surface), (left, top)


def trimmed(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """A line with bends without a length of its start and of its end."""
    for cut in (end, start):
        points = points[::-1]  # cut at the front, the end first
        while len(points) > 2 and (first := math.dist(points[0], points[1])) <= cut:
            points, cut = points[1:], cut - first
        (ax, ay), (bx, by) = points[:2]
        share = min(1.0, cut / (math.dist(points[0], points[1]) or 1.0))
        points = [(ax + share * (bx - ax), ay + share * (by - ay)), *points[1:]]
    return list(points)


def _rim(radius: int) -> float:
    return max(1.6, radius * 0.14)


def sign_reach(radius: int) -> int:
    """How far a sign of some radius reaches with its outlines, px."""
    return radius + math.ceil(2 * _rim(radius)) + 1


def outlines(colour: Colour) -> tuple[Colour, Colour]:
    """The colours of the inner and of the outer outline of a sign in some colour."""
    return (INK, PAPER) if is_light(colour) or sum(colour) > 160 else (PAPER, INK)


@lru_cache(maxsize=256)
def sign(seat: Seat, colour: Colour, radius: int) -> pygame.Surface:
    """A seat's sign in its colour, with a dark and a light outline, visible on any background."""
    rim = _rim(radius)
    size = 2 * sign_reach(radius)
    surface = _blank(size, size, PAPER)
    middle = size * FINE / 2
    shape = [(middle + x * radius * FINE, middle + y * radius * FINE) for x, y in sign_of(seat)]
    edge, halo = outlines(colour)
    # Both are outside the shape: inside, a small black pawn would be mostly outline and look white.
    _stroke(surface, halo, shape, FINE * 4 * rim)
    _stroke(surface, edge, shape, FINE * 2 * rim)
    pygame.draw.polygon(surface, colour, shape)
    return _scaled(surface)


@cache
def faint(picture: pygame.Surface) -> pygame.Surface:
    """A translucent copy of a picture."""
    pale = picture.copy()
    pale.set_alpha(120)
    return pale


@cache
def disc(radius: int, fill: Colour, edge: Colour, width: int) -> pygame.Surface:
    """A disc with a rim."""
    size = 2 * (radius + width) + 2
    surface = _blank(size, size, edge)
    middle = (size * FINE // 2, size * FINE // 2)
    pygame.draw.circle(surface, edge, middle, (radius + width) * FINE)
    pygame.draw.circle(surface, fill, middle, radius * FINE)
    return _scaled(surface)


@cache
def swatch(radius: int, colour: Colour) -> pygame.Surface:
    """A disc of a colour with the outlines of a sign, visible on any background."""
    rim = math.ceil(_rim(radius))
    edge, halo = outlines(colour)
    picture = disc(radius + rim, edge, halo, rim)
    inner = disc(radius, colour, edge, 0)
    at = (picture.get_width() - inner.get_width()) // 2
    whole = picture.copy()
    whole.blit(inner, (at, at))
    return whole


@cache
def ring(radius: int, colour: Colour, width: int) -> pygame.Surface:
    """A ring."""
    size = 2 * radius + 4
    surface = _blank(size, size, colour)
    middle = (size * FINE // 2, size * FINE // 2)
    pygame.draw.circle(surface, colour, middle, radius * FINE, width * FINE)
    return _scaled(surface)


@cache
def glow(radius: int, colour: Colour) -> pygame.Surface:
    """Light around a lamp, fading outward."""
    surface = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA, 32)
    surface.fill((*colour, 0))
    for step in range(radius, 0, -1):
        strength = int(150 * (1 - step / radius) ** 1.6)
        pygame.draw.circle(surface, (*colour, strength), (radius, radius), step)
    return surface


@cache
def rounded(width: int, height: int, radius: int, fill: Colour, edge: Colour | None = None) -> pygame.Surface:
    """A rectangle with round corners."""
    surface = _blank(width, height, edge or fill)
    whole = surface.get_rect()
    if edge is not None:
        pygame.draw.rect(surface, edge, whole, border_radius=radius * FINE)
        whole = whole.inflate(-4 * FINE, -4 * FINE)
    pygame.draw.rect(surface, fill, whole, border_radius=(radius - (2 if edge else 0)) * FINE)
    return _scaled(surface)


@cache
def mark(kind: Mark, size: int, palette: Palette = DAY) -> pygame.Surface:
    """A message's sign: a tick in a disc, a cross in an octagon, a question or a word in a square."""
    ground = {Mark.TICK: palette.good, Mark.CROSS: palette.bad}.get(kind, palette.calm)
    surface = _blank(size, size, ground)
    half = size * FINE / 2
    if kind is Mark.TICK:
        pygame.draw.circle(surface, ground, (half, half), half)
        _line(
            surface,
            [(half * 0.5, half), (half * 0.88, half * 1.38), (half * 1.56, half * 0.6)],
            half,
            palette,
        )
    elif kind is Mark.CROSS:
        corners = [(half + half * math.cos(a), half + half * math.sin(a)) for a in _octagon()]
        pygame.draw.polygon(surface, ground, corners)
        _line(surface, [(half * 0.62, half * 0.62), (half * 1.38, half * 1.38)], half, palette)
        _line(surface, [(half * 1.38, half * 0.62), (half * 0.62, half * 1.38)], half, palette)
    elif kind is Mark.STAR:
        pygame.draw.circle(surface, ground, (half, half), half)
        points = [(half + 0.72 * half * x, half + 0.72 * half * y) for x, y in sign_of(Seat("e"))]
        pygame.draw.polygon(surface, palette.lamp_on, points)
    elif kind is Mark.HOME:
        pygame.draw.circle(surface, ground, (half, half), half)
        _line(surface, [(half * 1.5, half), (half * 0.55, half)], half, palette)
        _line(
            surface,
            [(half * 0.92, half * 0.6), (half * 0.52, half), (half * 0.92, half * 1.4)],
            half,
            palette,
        )
    else:
        pygame.draw.rect(surface, ground, surface.get_rect(), border_radius=int(half * 0.5))
    return _scaled(surface)


@lru_cache(maxsize=4)
def board(
    face: Face, frame: ScreenParts, colours: tuple[tuple[Seat, Colour], ...], palette: Palette
) -> pygame.Surface:
    """The empty board on a transparent background: wood, holes, starts and homes in seats' colours."""
    view = place_board(face, frame)
    surface = _blank(math.ceil(frame.board.width), math.ceil(frame.board.height), palette.wood_dark)

    def fine(place: Point) -> Point:
        x, y = view.point(place)
        return (x - frame.board.left) * FINE, (y - frame.board.top) * FINE

    outline = [fine(corner) for corner in face.outline]
    shadow = [(x + 3 * FINE, y + 4 * FINE) for x, y in outline]
    pygame.draw.polygon(surface, (0, 0, 0, 90), shadow)
    pygame.draw.polygon(surface, palette.wood, outline)
    _grain(surface, outline, palette)
    _stroke(surface, palette.wood_dark, outline, 3 * FINE)
    for area in face.areas:
        corners = [fine(corner) for corner in area]
        pygame.draw.polygon(surface, palette.recess, corners)
        _stroke(surface, palette.wood_dark, corners, 1.4 * FINE)
    radius = max(2.5, 0.24 * face.pitch_mm * view.scale)
    owned = _owned(face, colours, palette)
    for hole, place in face.holes.items():
        if hole in face.bare:
            continue
        middle = fine(place)
        if (own := owned.get(hole)) is not None:
            # The outline of its seat's sign: a filled one would look like a pawn.
            reach = 0.5 * face.pitch_mm * view.scale * FINE
            corners = [(middle[0] + reach * x, middle[1] + reach * y) for x, y in sign_of(own[0])]
            _stroke(surface, INK, corners, 3.6 * FINE)
            _stroke(surface, own[1], corners, 1.6 * FINE)
        size = radius if own is None else 0.7 * radius
        pygame.draw.circle(surface, palette.rim, (middle[0], middle[1] + FINE * 0.6), (size + 1.0) * FINE)
        pygame.draw.circle(surface, palette.hole, middle, size * FINE)
    return _scaled(surface)


def _owned(
    face: Face, colours: tuple[tuple[Seat, Colour], ...], palette: Palette
) -> dict[Hole, tuple[Seat, Colour]]:
    """The start hole and the home of every seat, with its colour."""
    of_seat = dict(colours)
    return {
        hole: (seat, palette.pawn(colour))
        for seat, colour in of_seat.items()
        for hole in face.holes
        if hole == start_hole(seat) or (is_home(hole) and hole[0] == seat)
    }


def _grain(surface: pygame.Surface, outline: Sequence[Point], palette: Palette) -> None:
    """Faint long lines along the wood, the same every time."""
    layer = pygame.Surface(surface.get_size(), pygame.SRCALPHA, 32)
    width, height = surface.get_size()
    for number in range(60):
        base = height * (number + 0.5) / 60
        tone = palette.wood_light if number * 7 % 3 else palette.wood_dark
        line = [
            (
                x,
                base
                + 9 * FINE * math.sin(x / (150 * FINE) + number * 0.23)
                + 3 * FINE * math.sin(x / (37 * FINE) + number),
            )
            for x in range(0, width + 1, 10 * FINE)
        ]
        pygame.draw.lines(layer, (*tone, 46), False, line, (1 + number * 5 % 4) * FINE)
    mask = pygame.Surface(surface.get_size(), pygame.SRCALPHA, 32)
    pygame.draw.polygon(mask, (255, 255, 255, 255), outline)
    layer.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    surface.blit(layer, (0, 0))


def _octagon() -> list[float]:
    return [math.pi / 8 + math.pi / 4 * step for step in range(8)]


def _blank(width: float, height: float, colour: Colour) -> pygame.Surface:
    # Transparent, but in the edge's colour: scaling mixes colours, and black would leave a dark fringe.
    surface = pygame.Surface((int(width) * FINE, int(height) * FINE), pygame.SRCALPHA, 32)
    surface.fill((*colour, 0))
    return surface


def _scaled(surface: pygame.Surface) -> pygame.Surface:
    width, height = surface.get_size()
    return pygame.transform.smoothscale(surface, (width // FINE, height // FINE))


def _line(surface: pygame.Surface, points: Sequence[Point], half: float, palette: Palette) -> None:
    width = half * 0.26
    for start, end in pairwise(points):
        _thick(surface, palette.paper, start, end, width)


def _stroke(surface: pygame.Surface, colour: Colour, points: Sequence[Point], width: float) -> None:
    for start, end in zip(points, [*points[1:], points[0]], strict=True):
        _thick(surface, colour, start, end, width)


def _thick(surface: pygame.Surface, colour: Colour, start: Point, end: Point, width: float) -> None:
    """A line with round ends."""
    length = math.dist(start, end) or 1.0
    nx, ny = -(end[1] - start[1]) / length * width / 2, (end[0] - start[0]) / length * width / 2
    corners = [
        (start[0] + nx, start[1] + ny),
        (end[0] + nx, end[1] + ny),
        (end[0] - nx, end[1] - ny),
        (start[0] - nx, start[1] - ny),
    ]
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.circle(surface, colour, start, width / 2)
    pygame.draw.circle(surface, colour, end, width / 2)


RIM = 0.03  # of the drawing's side
SHADOW = (0, 0, 0, 60)

_Part = tuple[str, tuple[float, ...]]
"""A shape and its numbers, as shares of the drawing's side: an ellipse or a rectangle (left, top, width,
height), or a polygon (x and y of each corner)."""

# From the lowest part to the highest; the foot stands at 0.92.
_PARTS: Mapping[str, tuple[_Part, ...]] = {
    "peg": (
        ("ellipse", (0.4, 0.85, 0.2, 0.1)),
        ("rectangle", (0.4, 0.12, 0.2, 0.78)),
        ("ellipse", (0.4, 0.07, 0.2, 0.1)),
    ),
    "halma": (
        ("ellipse", (0.24, 0.8, 0.52, 0.16)),
        ("polygon", (0.24, 0.88, 0.43, 0.36, 0.57, 0.36, 0.76, 0.88)),
        ("ellipse", (0.33, 0.06, 0.34, 0.34)),
    ),
    "marble": (("ellipse", (0.2, 0.36, 0.6, 0.6)),),
    "cylinder": (
        ("ellipse", (0.22, 0.78, 0.56, 0.18)),
        ("rectangle", (0.22, 0.42, 0.56, 0.45)),
        ("ellipse", (0.22, 0.33, 0.56, 0.18)),
    ),
}


@cache
def pawn(kind: str, colour: Colour, side: int) -> pygame.Surface:
    """A pawn of a kind in its colour, with a dark outline, in a square of some side, px."""
    fine = FINE * side
    picture = pygame.Surface((fine, fine), pygame.SRCALPHA, 32)
    picture.fill((*INK, 0))
    pygame.draw.ellipse(picture, SHADOW, (0.14 * fine, 0.84 * fine, 0.76 * fine, 0.15 * fine))
    for more, tone in ((RIM, INK), (0.0, colour)):
        for shape, numbers in _PARTS[kind]:
            _SHAPES[shape](picture, tone, tuple(fine * one for one in numbers), fine * more)
    top_shape, top = _PARTS[kind][-1]
    if top_shape == "ellipse" and kind in ("peg", "cylinder"):  # the rim of its flat top
        _outline(picture, tuple(fine * one for one in top), fine)
    shine = pygame.Surface((fine, fine), pygame.SRCALPHA, 32)
    left, upper, wide, high = (fine * one for one in top)
    pygame.draw.ellipse(
        shine, (255, 255, 255, 110), (left + 0.2 * wide, upper + 0.18 * high, 0.3 * wide, 0.3 * high)
    )
    picture.blit(shine, (0, 0))
    return pygame.transform.smoothscale(picture, (side, side))


def _ellipse(picture: pygame.Surface, tone: Colour, at: tuple[float, ...], more: float) -> None:
    left, top, wide, high = at
    pygame.draw.ellipse(picture, tone, (left - more, top - more, wide + 2 * more, high + 2 * more))


def _rectangle(picture: pygame.Surface, tone: Colour, at: tuple[float, ...], more: float) -> None:
    left, top, wide, high = at
    pygame.draw.rect(picture, tone, (left - more, top, wide + 2 * more, high))


def _polygon(picture: pygame.Surface, tone: Colour, at: tuple[float, ...], more: float) -> None:
    corners = list(zip(at[::2], at[1::2], strict=True))
    pygame.draw.polygon(picture, tone, corners)
    if more:
        pygame.draw.polygon(picture, tone, corners, round(2 * more))


def _outline(picture: pygame.Surface, at: tuple[float, ...], fine: int) -> None:
    left, top, wide, high = at
    pygame.draw.ellipse(picture, INK, (left, top, wide, high), max(1, round(0.5 * RIM * fine)))


_SHAPES: Mapping[str, Callable[[pygame.Surface, Colour, tuple[float, ...], float], None]] = {
    "ellipse": _ellipse,
    "rectangle": _rectangle,
    "polygon": _polygon,
}
