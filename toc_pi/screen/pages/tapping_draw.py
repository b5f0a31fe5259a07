"""Draws the tapping window: sentence, buttons, taps and found holes over the picture, magnifier."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray

from calibration.board.board import Point
from calibration.holes import SEATS
from toc_pi.languages import Language
from toc_pi.screen import sprites
from toc_pi.screen.board_face import middle_of
from toc_pi.screen.canvas import Canvas, Fonts
from toc_pi.screen.frames import Rect, Size
from toc_pi.screen.pages.tapping import (
    KEYS,
    REACH,
    FoundHoles,
    Sketch,
    Tapping,
    TapPlaces,
    ask,
    can,
    label,
    place_loupe,
    place_taps,
)
from toc_pi.screen.palette import DAY, INK, PAPER, Colour

FELT, FELT_DARK, SOFT, AMBER, GREEN_ON = DAY.felt, DAY.felt_dark, DAY.soft, DAY.amber, DAY.green_on
"""There is no night mode."""

LOUPE_SHARE = 0.18
"""The magnifier's radius, as a share of the canvas's shorter side."""
CLOSER = 4.0
"""The magnification."""
SKETCH_SHARE = 0.3
"""Side of the sketch that shows where to tap, as a share of the canvas's shorter side."""
RING = 0.34
"""A found hole's ring, in distances between neighbours."""
_SMALL_LETTERS, _LETTERS, LABEL = 11, 26, 24
"""Font sizes: the smallest of numbers at holes, and those of sentences and of keys."""
_CROWDED = 15.0
"""Distance between neighbours, px, below which not every number is shown."""


def surface_of(image: NDArray[np.uint8]) -> pygame.Surface:
    """A picture, (h, w, 3) BGR, as a pygame surface."""
    height, width = image.shape[:2]
    return pygame.image.frombuffer(np.ascontiguousarray(image[..., ::-1]).tobytes(), (width, height), "RGB")


@dataclass(frozen=True, slots=True)
class TapPage:
    """A whole picture to tap in, as a page of a window.

    The pointer is the place of the mouse or finger in the window, px; the sketch is shown in a corner.
    """

    state: Tapping
    photograph: pygame.Surface
    language: Language
    pointer: Point | None = None
    sketch: Sketch | None = None

    def draw(self, surface: pygame.Surface, fonts: Fonts) -> None:
        """Draw it onto a surface of the window's size."""
        state, canvas, pointer = self.state, Canvas(surface, fonts), self.pointer
        places = place_taps(surface.get_size(), state.size)
        surface.fill(FELT_DARK)
        size = round(places.picture.width), round(places.picture.height)
        surface.blit(_shrunk(self.photograph, size), (places.picture.left, places.picture.top))
        if state.found is not None:
            _holes(state, state.found, canvas, places)
        else:
            _taps(state, canvas, places)
        if self.sketch is not None and state.row is not None:
            _sketch(canvas, self.sketch, len(state.taps[state.at]), pointer)
        if pointer is not None and places.picture.holds(*pointer):
            _loupe(state, canvas, places, self.photograph, pointer)
        _bar(state, canvas, places, self.language)

    def tap(self, size: Size, x: float, y: float) -> str | None:
        """The key of the button at a touched point, px; None in the picture."""
        buttons = place_taps(size, self.state.size).buttons
        return next((key for key in KEYS if buttons[key].holds(x, y)), None)


@lru_cache(maxsize=1)
def _shrunk(photograph: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    return pygame.transform.smoothscale(photograph, size)


def _bar(state: Tapping, canvas: Canvas, places: TapPlaces, language: Language) -> None:
    rect, surface, fonts = places.words, canvas.surface, canvas.fonts
    surface.fill(FELT, (0, 0, surface.get_width(), round(places.bar)))
    font, lines = fonts.paragraph(ask(state, language), _LETTERS, rect.width, rect.height - 6)
    canvas.lines(font, lines, (rect.left, (rect.height - font.get_linesize() * len(lines)) / 2), PAPER)
    if state.trouble:
        width, height = surface.get_size()
        words = fonts.fitting(state.trouble, 20, width - 2 * rect.left).render(state.trouble, True, PAPER)
        top = height - words.get_height() - 8
        surface.fill(FELT, (0, round(top), width, height))
        surface.blit(words, (rect.left, top + 4))
    for key in KEYS:
        button, able = places.buttons[key], can(key, state)
        fill = GREEN_ON if key == "done" and able else PAPER if able else FELT
        canvas.box(button, 9, fill)
        canvas.centred(button, label(key, state, language), LABEL, INK if able else SOFT)


def _taps(state: Tapping, canvas: Canvas, places: TapPlaces) -> None:
    surface = canvas.surface
    for row, taps in zip(state.rows, state.taps, strict=True):
        points = [places.on_canvas(tap) for tap in taps]
        if row.joined and len(points) > 1:
            closed = len(taps) in row.counts
            pygame.draw.lines(surface, INK, closed, points, 4)
            pygame.draw.lines(surface, AMBER, closed, points, 2)
        for index, at in enumerate(points):
            _aim(canvas, at, AMBER)
            canvas.put(_badge(canvas.fonts.bold(16), row.name(index)), (at[0] + 15, at[1] - 15))


def _holes(state: Tapping, found: FoundHoles, canvas: Canvas, places: TapPlaces) -> None:
    """The found holes with their numbers; guessed and dragged ones in different colours."""
    holes = state.holes
    pitch = _pitch(tuple(found.holes.values())) * places.scale
    radius, letters = max(4, round(RING * pitch)), max(_SMALL_LETTERS, min(16, round(0.55 * pitch)))
    moved = dict(state.moved)
    colours = {
        hole: PAPER if hole in moved else AMBER if hole in found.guessed else GREEN_ON for hole in holes
    }
    for hole, place in holes.items():
        at = places.on_canvas(place)
        canvas.put(sprites.ring(radius + 1, INK, 1), at)
        canvas.put(sprites.ring(radius, colours[hole], 2), at)
    middle = middle_of([*holes.values()])
    for hole, text, inward in hole_names(holes, few=pitch < _CROWDED):
        x, y = places.on_canvas(holes[hole])
        away = math.dist(holes[hole], middle) or 1.0
        reach = (radius + 0.62 * letters) * (-1 if inward else 1) / away
        beside = (x + reach * (holes[hole][0] - middle[0]), y + reach * (holes[hole][1] - middle[1]))
        canvas.put(_name(canvas.fonts.bold(letters), text, colours[hole]), beside)


def hole_names(holes: Mapping[str, Point], *, few: bool) -> list[tuple[str, str, bool]]:
    """The names to write: hole, text, and whether towards the board's middle.

    A row of homes or a camp has one name, at its innermost hole; with `few`, not every number has room.
    """
    middle = middle_of([*holes.values()])
    rows: dict[str, str] = {}
    labels: list[tuple[str, str, bool]] = []
    for hole, place in holes.items():
        group = hole[:2] if hole[1:2] in ("H", "C") and hole[2:].isdigit() else ""
        if group:
            if group not in rows or math.dist(place, middle) < math.dist(holes[rows[group]], middle):
                rows[group] = hole
        elif hole[1:].isdigit() and hole[1:] != "0" and hole[0] in SEATS:
            if not few or hole[1:] == "7":
                labels.append((hole, hole[1:], False))
        else:
            labels.append((hole, hole, False))
    return labels + [(hole, group, True) for group, hole in rows.items()]


def _loupe(
    state: Tapping, canvas: Canvas, places: TapPlaces, photograph: pygame.Surface, pointer: Point
) -> None:
    """A magnifier beside the finger, showing what is under it."""
    surface = canvas.surface
    radius = round(LOUPE_SHARE * min(surface.get_size()))
    held = state.place
    target = places.in_picture(pointer) if held is None else held
    at = places.on_canvas(target)
    half = radius / (CLOSER * places.scale)
    side = max(2, round(2 * half))
    piece = pygame.Surface((side, side))
    piece.fill(FELT_DARK)
    piece.blit(photograph, (round(half - target[0] - 0.5), round(half - target[1] - 0.5)))
    glass = pygame.transform.smoothscale(piece, (2 * radius, 2 * radius)).convert_alpha()
    glass.blit(_lens(radius), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    middle = place_loupe(surface.get_size(), places, at, radius)
    canvas.put(glass, middle)
    canvas.put(sprites.ring(radius, PAPER, 3), middle)
    _aim(canvas, middle, PAPER if held is None else AMBER)
    if text := _pointed(state, target, REACH / places.scale):
        canvas.put(_name(canvas.fonts.bold(24), text, PAPER), (middle[0], middle[1] + 0.72 * radius))


def _pointed(state: Tapping, target: Point, reach: float) -> str:
    """The name of what is held, or of the found hole under the pointer."""
    if state.held is not None:
        return state.held if isinstance(state.held, str) else state.rows[state.held[0]].name(state.held[1])
    near = min(state.holes, key=lambda hole: math.dist(state.holes[hole], target), default=None)
    return near if near is not None and math.dist(state.holes[near], target) <= reach else ""


@lru_cache(maxsize=2)
def _lens(radius: int) -> pygame.Surface:
    mask = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    pygame.draw.circle(mask, (255, 255, 255, 255), (radius, radius), radius)
    return mask


def _sketch(canvas: Canvas, sketch: Sketch, following: int, pointer: Point | None) -> None:
    """The sketch of the board, in the corner away from the pointer; the next point is highlighted."""
    surface = canvas.surface
    side = SKETCH_SHARE * min(surface.get_size())
    width, height = surface.get_size()
    left = 8.0 if pointer is None or pointer[0] > width / 2 else width - side - 8
    top = height - side - 8
    xs, ys = zip(*sketch.outline, *sketch.points, strict=True)
    scale = (side - 36) / max(max(xs) - min(xs), max(ys) - min(ys))

    def at(place: Point) -> Point:
        x, y = place[0] - (min(xs) + max(xs)) / 2, place[1] - (min(ys) + max(ys)) / 2
        return left + side / 2 + scale * x, top + side / 2 + scale * y

    canvas.box(Rect(left, top, side, side), 9, FELT, SOFT)
    picture, corner = sprites.polygon([at(place) for place in sketch.outline], DAY.wood)
    surface.blit(picture, corner)
    for hole in sketch.holes:
        pygame.draw.circle(surface, DAY.hole, at(hole), 1.6)
    for number, point in enumerate(sketch.points):
        fill = AMBER if number == following else PAPER
        canvas.put(sprites.disc(11 if number == following else 8, fill, INK, 1), at(point))
        letters = canvas.fonts.bold(17 if number == following else 14)
        canvas.put(letters.render(str(number + 1), True, INK), at(point))


def _aim(canvas: Canvas, at: Point, colour: Colour) -> None:
    """A ring with a cross hair, open in the middle."""
    for tone, width in ((INK, 3), (colour, 1)):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            start = (round(at[0] + 4 * dx), round(at[1] + 4 * dy))
            end = (round(at[0] + 11 * dx), round(at[1] + 11 * dy))
            pygame.draw.line(canvas.surface, tone, start, end, width)
    canvas.put(sprites.ring(9, INK, 1), at)
    canvas.put(sprites.ring(8, colour, 2), at)


@lru_cache(maxsize=128)
def _badge(font: pygame.font.Font, text: str) -> pygame.Surface:
    picture = sprites.disc(9, AMBER, INK, 1).copy()
    words = font.render(text, True, INK)
    width, height = picture.get_size()
    picture.blit(words, ((width - words.get_width()) // 2, (height - words.get_height()) // 2))
    return picture


@lru_cache(maxsize=1024)
def _name(font: pygame.font.Font, text: str, colour: Colour) -> pygame.Surface:
    """Text with a dark outline, readable on any picture."""
    words, seam = font.render(text, True, colour), font.render(text, True, INK)
    picture = pygame.Surface((words.get_width() + 2, words.get_height() + 2), pygame.SRCALPHA, 32)
    for x in (0, 1, 2):
        for y in (0, 1, 2):
            picture.blit(seam, (x, y))
    picture.blit(words, (1, 1))
    return picture


@lru_cache(maxsize=4)
def _pitch(places: tuple[Point, ...]) -> float:
    """The median distance between neighbours, px of the picture."""
    points = np.array(places)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2) + 1e9 * np.eye(len(points))
    return float(np.median(apart.min(axis=1)))
