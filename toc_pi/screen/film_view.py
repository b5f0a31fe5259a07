"""A film and the game's screen in one window: what the camera saw, and what was made of it; then the summary.

Where the window is wider than tall they stand side by side, else one above the other, as large as both go.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray

from toc_pi.screen.draw import FELT, draw
from toc_pi.screen.frames import SIZE, Size
from toc_pi.screen.shapes import Colour
from toc_pi.screen.summary import Summary
from toc_pi.screen.window import (
    LEFT_BUTTON,
    Quit,
    Tapped,
    Window,
    WindowEvent,
    desktop_size,
    shining,
)

WANTED = (1280, 720)
FILM_SHARE = 0.45
GAP = 8
PAPER, SOFT = (250, 244, 230), (205, 196, 176)
UNSURE = (235, 60, 220)
CAPTION = 40
NEXT = "next"
Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Spot:
    """A pawn that the eye reads, or a hole that it won't decide.

    Attributes:
        x, y: in the film's picture, px.
        radius: px.
        colour: of the pawn; None for a hole that isn't sure.
    """

    x: float
    y: float
    radius: float
    colour: Colour | None


def place_parts(screen: tuple[int, int], film: tuple[int, int]) -> tuple[pygame.Rect, pygame.Rect]:
    """Where the film and the game's screen stand.

    Args:
        screen: (width, height) of the window, px.
        film: (width, height) of the film's pictures.

    Returns:
        The film's rectangle and the screen's; neither is stretched.
    """
    width, height = screen
    if width >= height:
        first = round(FILM_SHARE * width)
        parts = pygame.Rect(0, 0, first, height), pygame.Rect(first, 0, width - first, height)
    else:
        first = round(FILM_SHARE * height)
        parts = pygame.Rect(0, 0, width, first), pygame.Rect(0, first, width, height - first)
    return _whole(film, parts[0]), _whole(SIZE, parts[1])


def _whole(size: tuple[int, int], room: pygame.Rect) -> pygame.Rect:
    """A picture as large as it goes in the middle of a room."""
    scale = min((room.width - 2 * GAP) / size[0], (room.height - 2 * GAP) / size[1])
    whole = pygame.Rect(0, 0, max(1, round(scale * size[0])), max(1, round(scale * size[1])))
    whole.center = room.center
    return whole


class FilmWindow(Window):
    """A window that shows a film beside the game's screen; every tap but the closing one is a pause."""

    def __init__(self, size: tuple[int, int] | None = None, *, hidden: bool = False) -> None:
        """Open the window.

        Args:
            size: (width, height), px; None for 1280 by 720, or the whole desktop where that is smaller.
            hidden: allow a display that shows nothing: for tests.

        Raises:
            NoDisplay: there is no display.
        """
        desktop = WANTED if size is not None else desktop_size() or WANTED
        wanted = size or (min(WANTED[0], desktop[0]), min(WANTED[1], desktop[1]))
        super().__init__(wanted, hidden=hidden)
        self._film: pygame.Surface | None = None
        self._spots: tuple[Spot, ...] = ()
        self._caption = ""
        self._summary: Summary | None = None
        self._stale = True

    def show_film(self, image: Image, spots: Sequence[Spot] = ()) -> None:
        """Show the next picture, with what is read of it.

        Args:
            image: (h, w, 3) BGR.
            spots: in its pixels.
        """
        height, width = image.shape[:2]
        there = place_parts(self._screen.get_size(), (width, height))[0]
        colours = np.ascontiguousarray(image[..., ::-1]).tobytes()
        picture = pygame.image.frombuffer(colours, (width, height), "RGB")
        self._film = pygame.transform.smoothscale(picture, there.size)
        scale = there.width / width
        self._spots = tuple(Spot(s.x * scale, s.y * scale, s.radius * scale, s.colour) for s in spots)
        self._stale = True

    def caption(self, text: str) -> None:
        """Say something over the film, until it is said otherwise."""
        self._stale |= text != self._caption
        self._caption = text

    def sum_up(self, summary: Summary) -> None:
        """Show the summary in the place of everything else."""
        self._summary, self._stale = summary, True
        self._refresh()

    def _canvas_size(self) -> Size:
        """The game's screen is scaled to its part of the window."""
        return SIZE

    def _refresh(self) -> None:
        if self._summary is not None:
            if self._stale:
                self._draw_summary(self._summary)
                pygame.display.flip()
            self._stale = False
            return
        lit = frozenset[str]()
        if self._scene is not None:
            lit = shining(self._scene, time.monotonic() - self._since)
            if self._drawn != (self._scene, lit):
                draw(self._scene, self._canvas, self._fonts, lit)
                self._drawn, self._stale = (self._scene, lit), True
        if self._stale:
            self._draw_parts()
            pygame.display.flip()
            self._stale = False

    def _draw_parts(self) -> None:
        size = self._film.get_size() if self._film is not None else WANTED
        film, screen = place_parts(self._screen.get_size(), size)
        self._screen.fill(FELT)
        if self._scene is not None:
            self._screen.blit(pygame.transform.smoothscale(self._canvas, screen.size), screen.topleft)
        if self._film is not None:
            self._screen.blit(self._film, film.topleft)
            for spot in self._spots:
                _draw_spot(self._screen, spot, film.topleft)
        if self._caption:
            font = self._fonts.fitting(self._caption, 24, film.width - 16, bold=True)
            line = font.render(self._caption, True, PAPER)
            bar = pygame.Surface((film.width, CAPTION), pygame.SRCALPHA)
            bar.fill((20, 24, 20, 190))
            self._screen.blit(bar, (film.left, film.bottom - CAPTION))
            at = line.get_rect(center=(film.centerx, film.bottom - CAPTION // 2))
            self._screen.blit(line, at)

    def _draw_summary(self, summary: Summary) -> None:
        width, height = self._screen.get_size()
        margin = max(12, round(0.04 * min(width, height)))
        room = width - 2 * margin
        self._screen.fill(FELT)
        title = self._fonts.fitting(summary.title, 44, room, bold=True)
        self._screen.blit(title.render(summary.title, True, PAPER), (margin, margin))
        top = margin + title.get_linesize() + margin // 2
        foot = self._fonts.fitting(summary.close, 24, room)
        bottom = height - margin - foot.get_linesize()
        self._screen.blit(foot.render(summary.close, True, SOFT), (margin, bottom))
        for text in summary.lines:
            share = (bottom - margin // 2 - top) / max(1, len(summary.lines) - summary.lines.index(text))
            font, lines = self._fonts.paragraph(text, 26, room, max(share, 20.0))
            for line in lines:
                self._screen.blit(font.render(line, True, PAPER), (margin, top))
                top += font.get_linesize()
            top += margin // 4

    def _event(self, event: pygame.event.Event) -> WindowEvent | None:
        if event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self._stale = True
            return None
        tapped = event.type == pygame.FINGERDOWN or (
            event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and not event.touch
        )
        if self._summary is not None and (tapped or event.type == pygame.KEYDOWN):
            return Tapped(NEXT)
        if event.type == pygame.QUIT:
            return Quit()
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_q):
            return Quit()
        if tapped or (event.type == pygame.KEYDOWN and event.key in (pygame.K_p, pygame.K_SPACE)):
            return Tapped("pause")
        return None


def _draw_spot(surface: pygame.Surface, spot: Spot, offset: tuple[int, int]) -> None:
    """A ring in the pawn's colour, edged so that it shows on any ground; a cross where it isn't sure."""
    x, y, radius = round(offset[0] + spot.x), round(offset[1] + spot.y), max(3, round(spot.radius))
    if spot.colour is None:
        for end in ((radius, radius), (radius, -radius)):
            start = (x - end[0], y - end[1])
            pygame.draw.line(surface, UNSURE, start, (x + end[0], y + end[1]), 2)
        return
    pygame.draw.circle(surface, PAPER, (x, y), radius + 1, 3)
    pygame.draw.circle(surface, spot.colour, (x, y), radius, 2)
