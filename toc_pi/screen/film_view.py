"""A film and the game's screen in one window."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from calibration.arrays import Image
from toc_pi.screen.display import desktop_size
from toc_pi.screen.frames import Rect, ScreenParts, Size, finger_of
from toc_pi.screen.pages.tapping_draw import surface_of
from toc_pi.screen.palette import PAPER, Colour
from toc_pi.screen.window import Tapped, Window, WindowEvent

WANTED = (1280, 720)
"""Size of the window where the desktop has room for it, px."""
FILM = (4, 3)
"""Aspect ratio assumed before the first picture."""
WIDEST_FILM, TALLEST_FILM = 0.45, 0.5
"""Shares of the window: width beside the board, height above the panel."""
FILM_ABOVE, WORDS_BELOW = 0.34, 0.24
"""Shares of a tall window's height."""
STATUS_SHARE = 0.5
"""Height of the line below the board, in fingers."""
USUAL_PANEL = (359.0, 300.0)
"""Panel size without keys for which font sizes are specified."""
GAP = 8
"""Space around and between the parts of the window, px."""

UNSURE = (235, 60, 220)
"""Colour of the cross at an unsure hole."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A read pawn, px of the film's picture, in its colour; None for an undecided hole."""

    x: float
    y: float
    radius: float
    colour: Colour | None


def place_film(size: Size, film: Size) -> Rect:
    """The rectangle of a film of some size in a window: as large as possible without distortion."""
    width, height = size
    if width >= height:
        room = Rect(0, 0, WIDEST_FILM * width, TALLEST_FILM * height).inset(GAP)
    else:
        room = Rect(0, 0, width, FILM_ABOVE * height).inset(GAP)
    scale = min(room.width / film[0], room.height / film[1])
    wide, high = max(1, round(scale * film[0])), max(1, round(scale * film[1]))
    return Rect(round(room.left + (room.width - wide) / 2), round(room.top), wide, high)


def place_game(size: Size, film: Size) -> ScreenParts:
    """The division of the rest of the window between board and panel, without keys."""
    width, height = size
    top = place_film(size, film).bottom + GAP
    line = round(STATUS_SHARE * finger_of(size))
    if width >= height:
        left = round(WIDEST_FILM * width)
        board = Rect(left, 0, width - left, height - line)
        panel = Rect(0, top, left, height - top)
    else:
        bottom = round((1 - WORDS_BELOW) * height)
        board = Rect(0, top, width, bottom - top)
        panel = Rect(0, bottom, width, height - bottom - line)
    panel = panel.inset(GAP)
    text = max(0.7, min(panel.width / USUAL_PANEL[0], panel.height / USUAL_PANEL[1]))
    finger = round(min(finger_of(size), panel.height / 3.2, panel.width / 5))
    status = Rect(board.left + GAP, height - line, board.width - 2 * GAP, line)
    return ScreenParts(size, finger, text, board, panel, status, None)


class FilmWindow(Window):
    """A window that shows a film beside the game's screen; every tap pauses, except the closing one."""

    def __init__(self, size: Size | None = None, *, turned: int = 0, hidden: bool = False) -> None:
        """Open it, 1280 by 720 or as large as a smaller desktop if no size is given.

        Raises:
            NoDisplay: there is no display.
        """
        desktop = WANTED if size is not None else desktop_size() or WANTED
        wanted = size or (min(WANTED[0], desktop[0]), min(WANTED[1], desktop[1]))
        super().__init__(wanted, turned=turned, hidden=hidden)
        self._film: pygame.Surface | None = None
        self._of_film: Size = FILM
        self._spots: tuple[Spot, ...] = ()
        self._caption = ""

    def show_film(self, image: Image, spots: Sequence[Spot] = ()) -> None:
        """Show the next picture, (h, w, 3) BGR, with its reading, in its pixels."""
        height, width = image.shape[:2]
        if (width, height) != self._of_film:
            self._of_film, self._drawn = (width, height), None
        area = place_film(self._display.canvas.get_size(), self._of_film)
        self._film = pygame.transform.smoothscale(surface_of(image), (area.width, area.height))
        scale = area.width / width
        self._spots = tuple(Spot(s.x * scale, s.y * scale, s.radius * scale, s.colour) for s in spots)
        self._stale = True

    def caption(self, text: str) -> None:
        """Set the caption over the film."""
        self._stale |= text != self._caption
        self._caption = text

    @property
    def frame(self) -> ScreenParts:
        """The division of the window outside the film."""
        return place_game(self._display.canvas.get_size(), self._of_film)

    def _cover(self) -> None:
        """The film and its caption, unless the last page is shown."""
        if self._end is not None:
            return
        canvas = self._display.canvas
        area = place_film(canvas.get_size(), self._of_film)
        film = pygame.Rect(round(area.left), round(area.top), round(area.width), round(area.height))
        if self._film is not None:
            canvas.blit(self._film, film.topleft)
            canvas.set_clip(film)
            for spot in self._spots:
                _draw_spot(canvas, spot, film.topleft)
            canvas.set_clip(None)
        if self._caption:
            high = round(0.6 * finger_of(canvas.get_size()))
            font = self._fonts.fitting(self._caption, round(0.6 * high), film.width - 16, bold=True)
            line = font.render(self._caption, True, PAPER)
            bar = pygame.Surface((film.width, high), pygame.SRCALPHA)
            bar.fill((20, 24, 20, 190))
            canvas.blit(bar, (film.left, film.bottom - high))
            canvas.blit(line, line.get_rect(center=(film.centerx, film.bottom - high // 2)))

    def _event(self, event: pygame.event.Event) -> WindowEvent | None:
        pauses = self._end is None and self._display.touched(event) is not None
        return Tapped("pause") if pauses else super()._event(event)


def _draw_spot(surface: pygame.Surface, spot: Spot, offset: tuple[int, int]) -> None:
    """A ring in the pawn's colour, outlined for any background; a cross for an undecided hole."""
    x, y, radius = round(offset[0] + spot.x), round(offset[1] + spot.y), max(3, round(spot.radius))
    if spot.colour is None:
        for end in ((radius, radius), (radius, -radius)):
            start = (x - end[0], y - end[1])
            pygame.draw.line(surface, UNSURE, start, (x + end[0], y + end[1]), 2)
        return
    pygame.draw.circle(surface, PAPER, (x, y), radius + 1, 3)
    pygame.draw.circle(surface, spot.colour, (x, y), radius, 2)
