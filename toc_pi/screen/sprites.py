"""Smooth pictures of signs, marks and the bare board, painted large and scaled down once, then kept.

pygame's own shapes have jagged edges; the window is redrawn seldom and a Pi is slow, so each picture is
made one time only. Only `draw` and `window` use this module.
"""

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

import pygame

from calibration.holes import Seat
from toc_pi.screen.layout import place_board
from toc_pi.screen.panel import Mark
from toc_pi.screen.scene import Face
from toc_pi.screen.shapes import INK, PAPER, Colour, Point, is_light, sign_of

FINE = 4
WOOD: Colour = (222, 178, 122)
WOOD_LIGHT: Colour = (236, 197, 143)
WOOD_DARK: Colour = (120, 78, 42)
RECESS: Colour = (168, 120, 72)
HOLE: Colour = (92, 58, 30)
HOLE_RIM: Colour = (176, 130, 80)
GOOD: Colour = (20, 120, 62)
BAD: Colour = (196, 30, 36)
CALM: Colour = (34, 92, 160)


def polygon(
    points: Sequence[Point], fill: Colour, edge: Colour | None = None, width: float = 0.0
) -> tuple[pygame.Surface, tuple[int, int]]:
    """A smooth polygon.

    Args:
        points: px of the window.
        fill: its colour.
        edge: the colour of its outline.
        width: of the outline, px.

    Returns:
        The picture and where its left upper corner belongs.
    """
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


@lru_cache(maxsize=256)
def sign(seat: Seat, colour: Colour, radius: int) -> pygame.Surface:
    """A seat's sign in its colour, with a dark edge and a light one around it: it stands off any ground."""
    size = 2 * radius + 6
    surface = _blank(size, size, PAPER)
    middle = size * FINE / 2
    shape = [(middle + x * radius * FINE, middle + y * radius * FINE) for x, y in sign_of(seat)]
    edge = INK if is_light(colour) or sum(colour) > 160 else PAPER
    halo = PAPER if edge == INK else INK
    _stroke(surface, halo, shape, FINE * (4.6 if radius > 9 else 3.4))
    pygame.draw.polygon(surface, colour, shape)
    _stroke(surface, edge, shape, FINE * max(1.6, radius * 0.14))
    return _scaled(surface)


@cache
def faint(picture: pygame.Surface) -> pygame.Surface:
    """A picture that can be looked through."""
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
def mark(kind: Mark, size: int) -> pygame.Surface:
    """A message's sign: a tick in a disc, a cross in an octagon, a question or a word in a square."""
    ground = {Mark.TICK: GOOD, Mark.CROSS: BAD}.get(kind, CALM)
    surface = _blank(size, size, ground)
    half = size * FINE / 2
    if kind is Mark.TICK:
        pygame.draw.circle(surface, ground, (half, half), half)
        _line(surface, [(half * 0.5, half), (half * 0.88, half * 1.38), (half * 1.56, half * 0.6)], half)
    elif kind is Mark.CROSS:
        corners = [(half + half * math.cos(a), half + half * math.sin(a)) for a in _octagon()]
        pygame.draw.polygon(surface, ground, corners)
        _line(surface, [(half * 0.62, half * 0.62), (half * 1.38, half * 1.38)], half)
        _line(surface, [(half * 1.38, half * 0.62), (half * 0.62, half * 1.38)], half)
    elif kind is Mark.STAR:
        pygame.draw.circle(surface, ground, (half, half), half)
        points = [(half + 0.72 * half * x, half + 0.72 * half * y) for x, y in sign_of(Seat("e"))]
        pygame.draw.polygon(surface, (250, 205, 40), points)
    elif kind is Mark.HOME:
        pygame.draw.circle(surface, ground, (half, half), half)
        _line(surface, [(half * 1.5, half), (half * 0.55, half)], half)
        _line(surface, [(half * 0.92, half * 0.6), (half * 0.52, half), (half * 0.92, half * 1.4)], half)
    else:
        pygame.draw.rect(surface, ground, surface.get_rect(), border_radius=int(half * 0.5))
    return _scaled(surface)


@lru_cache(maxsize=2)
def board(face: Face) -> pygame.Surface:
    """The bare board: wood, its edge, the empty holes; 480 by 480 px, transparent around."""
    view = place_board(face)
    surface = _blank(480, 480, WOOD_DARK)
    outline = [_fine(view.point(corner)) for corner in face.outline]
    shadow = [(x + 3 * FINE, y + 4 * FINE) for x, y in outline]
    pygame.draw.polygon(surface, (0, 0, 0, 90), shadow)
    pygame.draw.polygon(surface, WOOD, outline)
    _grain(surface, outline)
    _stroke(surface, WOOD_DARK, outline, 3 * FINE)
    for area in face.areas:
        corners = [_fine(view.point(corner)) for corner in area]
        pygame.draw.polygon(surface, RECESS, corners)
        _stroke(surface, WOOD_DARK, corners, 1.4 * FINE)
    radius = max(2.5, 0.24 * face.pitch_mm * view.scale)
    for hole, place in face.holes.items():
        if hole in face.bare:
            continue
        middle = _fine(view.point(place))
        pygame.draw.circle(surface, HOLE_RIM, (middle[0], middle[1] + FINE * 0.6), (radius + 1.0) * FINE)
        pygame.draw.circle(surface, HOLE, middle, radius * FINE)
    return _scaled(surface)


def _grain(surface: pygame.Surface, outline: Sequence[Point]) -> None:
    """Faint long lines along the wood, the same every time."""
    layer = pygame.Surface(surface.get_size(), pygame.SRCALPHA, 32)
    width, height = surface.get_size()
    for number in range(60):
        base = height * (number + 0.5) / 60
        tone = WOOD_LIGHT if number * 7 % 3 else WOOD_DARK
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


def _fine(point: Point) -> Point:
    return point[0] * FINE, point[1] * FINE


def _blank(width: float, height: float, colour: Colour) -> pygame.Surface:
    # Clear, but in the colour of the edge: scaling down mixes colours, and black would leave a dark seam.
    surface = pygame.Surface((int(width) * FINE, int(height) * FINE), pygame.SRCALPHA, 32)
    surface.fill((*colour, 0))
    return surface


def _scaled(surface: pygame.Surface) -> pygame.Surface:
    width, height = surface.get_size()
    return pygame.transform.smoothscale(surface, (width // FINE, height // FINE))


def _line(surface: pygame.Surface, points: Sequence[Point], half: float) -> None:
    width = half * 0.26
    for start, end in pairwise(points):
        _thick(surface, PAPER, start, end, width)


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
