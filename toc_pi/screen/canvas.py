"""What everything is drawn with: a surface, the fonts and the colours."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from toc_pi.screen import sprites
from toc_pi.screen.fonts import Fonts
from toc_pi.screen.frames import Rect
from toc_pi.screen.palette import DAY, Colour, Palette, Point


@dataclass(frozen=True, slots=True)
class Canvas:
    """A drawing context.

    Attributes:
        surface: of the whole screen.
        fonts: the fonts.
        palette: the colours.
    """

    surface: pygame.Surface
    fonts: Fonts
    palette: Palette = DAY

    def put(self, picture: pygame.Surface, at: Point) -> None:
        """Put the middle of a picture at a point."""
        width, height = picture.get_size()
        self.surface.blit(picture, (round(at[0] - width / 2), round(at[1] - height / 2)))

    def box(self, rect: Rect, radius: int, fill: Colour, edge: Colour | None = None) -> None:
        """A rectangle with round corners."""
        picture = sprites.rounded(int(rect.width), int(rect.height), radius, fill, edge)
        self.surface.blit(picture, (rect.left, rect.top))

    def lines(self, font: pygame.font.Font, lines: Sequence[str], at: Point, colour: Colour) -> float:
        """Lines below each other; returns their bottom, px."""
        for number, line in enumerate(lines):
            self.surface.blit(font.render(line, True, colour), (at[0], at[1] + number * font.get_linesize()))
        return at[1] + len(lines) * font.get_linesize()

    def label(self, middle: Point, font: pygame.font.Font, lines: Sequence[str], colour: Colour) -> None:
        """Lines below each other about a point."""
        top = middle[1] - font.get_linesize() * (len(lines) - 1) / 2
        for number, line in enumerate(lines):
            self.put(font.render(line, True, colour), (middle[0], top + number * font.get_linesize()))
