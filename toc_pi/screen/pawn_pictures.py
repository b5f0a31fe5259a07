"""Drawings of the kinds of pawns, seen from the side as they stand on a board."""

from collections.abc import Callable, Mapping
from functools import cache

import pygame

from toc_pi.screen.palette import INK, Colour

FINE = 4  # drawn this many times larger and scaled down, so that the edges are smooth
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
