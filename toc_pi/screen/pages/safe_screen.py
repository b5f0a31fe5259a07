"""The safe mode's screen: what is wrong, and touch buttons with remedies."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import pygame

from toc_pi.languages import Language
from toc_pi.screen.display import Display
from toc_pi.screen.draw import FELT, SOFT
from toc_pi.screen.fonts import Fonts, load_fonts
from toc_pi.screen.frames import SIZE, Rect, Size, finger_of
from toc_pi.screen.palette import INK, PAPER

MARGIN, GAP = 20, 12
"""On the usual screen, px."""
BUTTONS_SHARE = 0.5
"""Share of the screen for the buttons, at least a finger for each."""
LOWEST, TALLEST = 1.4, 1.6
"""Smallest and largest height of a button, in fingers."""


@dataclass(frozen=True, slots=True)
class SafeModeAdvice:
    """The content of the safe mode's screen.

    Attributes:
        trouble: what is wrong: `settings`, `missing`, `starts`.
        detail: the error message, in each language.
        remedies: the buttons, in order: `good`, `usual`, `camera`, `new`, `again`.
        languages: of the texts; both if the table's is unknown.
    """

    trouble: str
    detail: Mapping[Language, str]
    remedies: tuple[str, ...]
    languages: tuple[Language, ...]


@cache
def load_words(language: Language) -> Mapping[str, Mapping[str, str]]:
    """The safe mode's words in a language."""
    return tomllib.loads(resources.files("toc_pi.texts").joinpath(f"safe.{language}.toml").read_text("utf-8"))


def place_remedies(count: int, size: Size = SIZE) -> tuple[Rect, ...]:
    """The rectangles of the buttons, at the bottom: in two columns, or one on a tall screen.

    Args:
        count: of the buttons.
        size: (width, height) of the screen, px.
    """
    width, height = size
    finger = finger_of(size)
    margin, gap = MARGIN * _scale(size), GAP * _scale(size)
    columns = 2 if width >= height else 1
    rows = -(-count // columns)
    high = max(LOWEST * finger, min(TALLEST * finger, (BUTTONS_SHARE * height - margin) / rows - gap))
    wide = (width - 2 * margin - (columns - 1) * gap) / columns
    top = height - margin - rows * (high + gap) + gap
    return tuple(
        Rect(margin + at % columns * (wide + gap), top + at // columns * (high + gap), wide, high)
        for at in range(count)
    )


def _scale(size: Size) -> float:
    """Scale of text relative to the usual screen."""
    return finger_of(size) / finger_of(SIZE)


def draw_advice(advice: SafeModeAdvice, surface: pygame.Surface, fonts: Fonts) -> None:
    """Draw it.

    Args:
        advice: the content.
        surface: overwritten.
        fonts: from `fonts.load_fonts`.
    """
    surface.fill(FELT)
    size = surface.get_size()
    scale, places = _scale(size), place_remedies(len(advice.remedies), size)
    margin = MARGIN * scale
    width = size[0] - 2 * margin
    alone = len(advice.languages) == 1
    share = (places[0].top - margin) / len(advice.languages)
    for number, language in enumerate(advice.languages):
        top = 0.4 * margin + number * share
        words = load_words(language)["trouble"]
        head = round((32 if alone else 22) * scale)
        title = fonts.fitting(words[advice.trouble], head, width, bold=True)
        surface.blit(title.render(words[advice.trouble], True, PAPER), (margin, top))
        end, top = 0.4 * margin + (number + 1) * share, top + head + 2 * scale
        lines = [words[f"{advice.trouble}_below"], advice.detail.get(language, "")]
        shown = lines if alone else lines[:1]
        for text, colour in zip(shown, (PAPER, SOFT), strict=False):
            room = width, (end - top if colour == SOFT or not alone else max(36, 0.3 * (end - top)))
            top = _paragraph(surface, fonts, text, (margin, top), room, colour, round(22 * scale))
            top += 4 * scale
    for remedy, rect in zip(advice.remedies, places, strict=True):
        pygame.draw.rect(surface, PAPER, (rect.left, rect.top, rect.width, rect.height), border_radius=12)
        _button(surface, fonts, rect, advice.languages, remedy, scale)


def _button(
    surface: pygame.Surface,
    fonts: Fonts,
    rect: Rect,
    languages: Sequence[Language],
    remedy: str,
    scale: float,
) -> None:
    words = [load_words(language)["remedy"] for language in languages]
    pad, inner = 12 * scale, rect.width - 24 * scale
    first, letters = words[0][remedy], round(min(28 * scale, 0.26 * rect.height))
    label = fonts.fitting(first, letters, inner, bold=True)
    surface.blit(label.render(first, True, INK), (rect.left + pad, rect.top + 0.03 * rect.height))
    if len(words) == 1:
        text, size = words[0][f"{remedy}_below"], round(20 * scale)
    else:
        text, size = words[1][remedy], letters
    top = 0.03 * rect.height + label.get_linesize()
    at = rect.left + pad, rect.top + top
    _paragraph(surface, fonts, text, at, (inner, rect.height - top - 2), INK, size)


def _paragraph(
    surface: pygame.Surface,
    fonts: Fonts,
    text: str,
    at: tuple[float, float],
    room: tuple[float, float],
    colour: tuple[int, int, int],
    size: int,
) -> float:
    """Draw a text; returns its bottom, px."""
    font, lines = fonts.paragraph(text, size, *room)
    for number, line in enumerate(lines):
        surface.blit(font.render(line, True, colour), (at[0], at[1] + number * font.get_linesize()))
    return at[1] + len(lines) * font.get_linesize()


class SafeWindow:
    """The safe mode's window."""

    def __init__(self, size: Size | None = None, *, turned: int = 0, hidden: bool = False) -> None:
        """Open it.

        Args:
            size: (width, height), px; None for a size that fits the desktop.
            turned: rotation of the picture, degrees clockwise.
            hidden: allow a display that shows nothing: for tests.

        Raises:
            NoDisplay: there is no display.
        """
        self._display = Display(size, turned=turned, hidden=hidden, most=SIZE)
        self._fonts = load_fonts()
        self._advice: SafeModeAdvice | None = None

    def show(self, advice: SafeModeAdvice) -> None:
        """Show what is wrong."""
        self._advice = advice
        draw_advice(advice, self._display.canvas, self._fonts)
        self._display.show()

    def chosen(self) -> str | None:
        """The remedy tapped since the last call, or `close`; the keyboard is ignored."""
        found = None
        for event in pygame.event.get():
            if event.type == pygame.QUIT and not self._display.whole:
                found = "close"
            elif (at := self._display.touched(event)) is not None:
                found = self._tap(*at) or found
            elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED) and self._advice is not None:
                self.show(self._advice)
        return found

    def close(self) -> None:
        """Close the window; may be called twice."""
        self._display.close()

    def _tap(self, x: float, y: float) -> str | None:
        if self._advice is None:
            return None
        remedies = self._advice.remedies
        places = zip(remedies, place_remedies(len(remedies), self._display.canvas.get_size()), strict=True)
        return next((remedy for remedy, rect in places if rect.holds(x, y)), None)
