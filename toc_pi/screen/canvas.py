"""What everything is drawn with: fonts (one packaged family, in any size), colours, and a surface."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import resources
from io import BytesIO

import pygame

from calibration.board.board import Point
from toc_pi.screen import sprites
from toc_pi.screen.frames import Rect
from toc_pi.screen.palette import DAY, Colour, Palette

MIN_FONT = 14  # font size to which text may shrink to fit

# Where a line may break: not at a no-break space, nor before French punctuation after a plain one.
_BETWEEN_WORDS = re.compile(r"(?<!«)[^\S\u00a0]+(?![:;?!»])")


@dataclass(slots=True)
class Fonts:
    """Fonts of any size, cached, from the content of the plain and of the bold font file."""

    files: tuple[bytes, bytes]
    _kept: dict[tuple[bool, int], pygame.font.Font] = field(default_factory=dict)

    def plain(self, size: int) -> pygame.font.Font:
        """The regular font, about `size` px from line to line."""
        return self._font(False, size)

    def bold(self, size: int) -> pygame.font.Font:
        """The bold font."""
        return self._font(True, size)

    def fitting(self, text: str, size: int, width: float, *, bold: bool = False) -> pygame.font.Font:
        """The largest font, up to `size`, in which a text fits on a line `width` px wide."""
        return self._font(bold, self.size_for((text,), size, width, bold=bold))

    def size_for(self, texts: Iterable[str], size: int, width: float, *, bold: bool = False) -> int:
        """The largest size, up to `size`, in which each of several texts fits into `width` px."""
        for text in texts:
            while size > MIN_FONT and self._font(bold, size).size(text)[0] > width:
                size -= 1
        return size

    def paragraph(
        self, text: str, size: int, width: float, height: float
    ) -> tuple[pygame.font.Font, tuple[str, ...]]:
        """Break a text into lines, in the largest font, up to `size`, in which it fits.

        Lines that don't fit even in the smallest font are left out.
        """
        font = self.plain(self.paragraph_size(text, size, width, height))
        lines = broken(font, text, width)
        room = max(0, int(height // font.get_linesize()))
        return font, lines[:room]

    def paragraphs(
        self, texts: Sequence[str], size: int, width: float, height: float, gap: float
    ) -> tuple[pygame.font.Font, tuple[tuple[str, ...], ...]]:
        """Break each text into lines, in the largest font, up to `size`, in which all fit with gaps."""
        while True:
            font = self.plain(size)
            found = tuple(broken(font, text, width) for text in texts)
            high = sum(len(lines) for lines in found) * font.get_linesize() + gap * len(texts)
            if size <= MIN_FONT or high <= height:
                return font, found
            size -= 1

    def paragraph_size(self, text: str, size: int, width: float, height: float) -> int:
        """The largest size, up to `size`, in which a text, broken into lines, fits."""
        while size > MIN_FONT:
            font = self.plain(size)
            lines = broken(font, text, width)
            if len(lines) * font.get_linesize() <= height and _widest(font, _words(text)) <= width:
                break
            size -= 1
        return size

    def _font(self, bold: bool, size: int) -> pygame.font.Font:
        key = (bold, size)
        if key not in self._kept:
            self._kept[key] = pygame.font.Font(BytesIO(self.files[bold]), size)
        return self._kept[key]


def shortened(text: str, font: pygame.font.Font, width: float) -> str:
    """A name shortened with an ellipsis if it is too long for a line."""
    if font.size(text)[0] <= width:
        return text
    while text and font.size(f"{text}…")[0] > width:
        text = text[:-1]
    return f"{text.rstrip(' ,')}…"


def load_fonts() -> Fonts:
    """Read the packaged font files; pygame.font must be initialised."""
    folder = resources.files("toc_pi.screen").joinpath("assets")
    names = ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf")
    plain, bold = (folder.joinpath(name).read_bytes() for name in names)
    return Fonts((plain, bold))


def _widest(font: pygame.font.Font, words: Iterable[str]) -> int:
    return max((font.size(word)[0] for word in words), default=0)


def _words(text: str) -> list[str]:
    """The parts between which a line may be broken; in French, punctuation stays with its word."""
    return _BETWEEN_WORDS.split(text.strip()) if text.strip() else []


def broken(font: pygame.font.Font, text: str, width: float) -> tuple[str, ...]:
    """A text broken into lines."""
    lines: list[str] = []
    for word in (part for whole in _words(text) for part in _parts(font, whole, width)):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.size(longer)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _parts(font: pygame.font.Font, word: str, width: float) -> Iterator[str]:
    """A word, split if it is too long for a line (such as a path)."""
    start = 0
    for end in range(2, len(word) + 1):
        if font.size(word[start:end])[0] > width:
            yield word[start : end - 1]
            start = end - 1
    yield word[start:]


@dataclass(frozen=True, slots=True)
class Canvas:
    """A drawing context: the surface of the whole screen, fonts and colours."""

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

    def centred(
        self, rect: Rect, text: str, size: int, colour: Colour, pads: tuple[float, float] = (8, 4)
    ) -> None:
        """A text in the middle of a rectangle, on several lines if necessary; `pads` is left free, px."""
        font, lines = self.fonts.paragraph(text, size, rect.width - pads[0], rect.height - pads[1])
        self.label(rect.middle, font, lines, colour)

    def card(self, rect: Rect, card: str, size: int, *, radius: int, pad: int) -> None:
        """A card as printed."""
        self.box(rect, radius, self.palette.paper, self.palette.ink)
        font = self.fonts.fitting(card, min(size, int(rect.height)), rect.width - pad, bold=True)
        self.put(font.render(card, True, self.palette.ink), rect.middle)
