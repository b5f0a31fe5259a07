"""The safe mode's screen: what is wrong, in words, and what can be done about it, by touch."""

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

# Asks pygame to keep quiet before it is imported: its greeting would land in the log.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from toc_pi.screen.draw import FELT, SOFT
from toc_pi.screen.fit import fit_picture
from toc_pi.screen.fonts import Fonts, load_fonts
from toc_pi.screen.frames import SIZE, Rect
from toc_pi.screen.scene import Language
from toc_pi.screen.shapes import INK, PAPER
from toc_pi.screen.window import LEFT_BUTTON, open_display

MARGIN = 20
BUTTONS_TOP, BUTTON_HEIGHT, GAP = 238, 106, 12


@dataclass(frozen=True, slots=True)
class Advice:
    """What the safe mode says.

    Attributes:
        trouble: what is wrong: `settings`, `missing`, `starts`.
        detail: the fault itself, in each language, as the program found it.
        remedies: what is offered, in order: `good`, `usual`, `camera`, `new`, `again`.
        languages: in which it is said; both where nobody knows the table's.
    """

    trouble: str
    detail: Mapping[Language, str]
    remedies: tuple[str, ...]
    languages: tuple[Language, ...]


@cache
def load_words(language: Language) -> Mapping[str, Mapping[str, str]]:
    """The safe mode's words in a language."""
    return tomllib.loads(resources.files("toc_pi.texts").joinpath(f"safe.{language}.toml").read_text("utf-8"))


def place_remedies(count: int) -> tuple[Rect, ...]:
    """Where the buttons stand, two side by side, px."""
    width = (SIZE[0] - 2 * MARGIN - GAP) / 2
    return tuple(
        Rect(
            MARGIN + at % 2 * (width + GAP),
            BUTTONS_TOP + at // 2 * (BUTTON_HEIGHT + GAP),
            width,
            BUTTON_HEIGHT,
        )
        for at in range(count)
    )


def draw_advice(advice: Advice, surface: pygame.Surface, fonts: Fonts) -> None:
    """Draw it.

    Args:
        advice: what to say.
        surface: 800 by 480 px, overwritten.
        fonts: from `fonts.load_fonts`.
    """
    surface.fill(FELT)
    width = SIZE[0] - 2 * MARGIN
    share = (BUTTONS_TOP - MARGIN) / len(advice.languages)
    for number, language in enumerate(advice.languages):
        top = MARGIN - 6 + number * share
        words = load_words(language)["trouble"]
        head = 36 if len(advice.languages) == 1 else 28
        title = fonts.fitting(words[advice.trouble], head, width, bold=True)
        surface.blit(title.render(words[advice.trouble], True, PAPER), (MARGIN, top))
        top += head + 14
        lines = [words[f"{advice.trouble}_below"], advice.detail.get(language, "")]
        room = (share - head - 24) / 2 if len(advice.languages) == 1 else share - head - 22
        told = lines if len(advice.languages) == 1 else [" ".join(lines[:1])]
        for text, colour in zip(told, (PAPER, SOFT), strict=False):
            top = _paragraph(surface, fonts, text, (MARGIN, top), (width, room), colour) + 6
    for remedy, rect in zip(advice.remedies, place_remedies(len(advice.remedies)), strict=True):
        pygame.draw.rect(surface, PAPER, (rect.left, rect.top, rect.width, rect.height), border_radius=12)
        _button(surface, fonts, rect, advice.languages, remedy)


def _button(
    surface: pygame.Surface, fonts: Fonts, rect: Rect, languages: Sequence[Language], remedy: str
) -> None:
    words = [load_words(language)["remedy"] for language in languages]
    inner = rect.width - 24
    first = words[0][remedy]
    label = fonts.fitting(first, 28, inner, bold=True)
    surface.blit(label.render(first, True, INK), (rect.left + 12, rect.top + 8))
    if len(words) == 1:
        text, size = words[0][f"{remedy}_below"], 20
    else:
        text, size = words[1][remedy], 28
    _paragraph(surface, fonts, text, (rect.left + 12, rect.top + 46), (inner, rect.height - 52), INK, size)


def _paragraph(
    surface: pygame.Surface,
    fonts: Fonts,
    text: str,
    at: tuple[float, float],
    room: tuple[float, float],
    colour: tuple[int, int, int],
    size: int = 22,
) -> float:
    """Write a text, and say where it ends, px."""
    font, lines = fonts.paragraph(text, size, *room)
    for number, line in enumerate(lines):
        surface.blit(font.render(line, True, colour), (at[0], at[1] + number * font.get_linesize()))
    return at[1] + len(lines) * font.get_linesize()


class SafeWindow:
    """The safe mode's window."""

    def __init__(self, *, hidden: bool = False) -> None:
        """Open it.

        Args:
            hidden: allow a display that shows nothing: for tests.

        Raises:
            NoDisplay: there is no display.
        """
        self._screen = open_display(SIZE, "toc-pi", hidden=hidden)
        self._fit = fit_picture(self._screen.get_size())
        self._fonts = load_fonts()
        self._canvas = pygame.Surface(SIZE)
        self._advice: Advice | None = None

    def show(self, advice: Advice) -> None:
        """Show what is wrong."""
        self._advice = advice
        draw_advice(advice, self._canvas, self._fonts)
        picture = pygame.transform.rotate(self._canvas, -90) if self._fit.turned else self._canvas
        if picture.get_size() != self._fit.size:
            picture = pygame.transform.smoothscale(picture, self._fit.size)
        self._screen.fill(FELT)
        self._screen.blit(picture, (self._fit.left, self._fit.top))
        pygame.display.flip()

    def chosen(self) -> str | None:
        """What was tapped since the last call: a remedy, or `close`; keys do nothing here."""
        found = None
        for event in pygame.event.get():
            if event.type == pygame.QUIT and not self._screen.get_flags() & pygame.FULLSCREEN:
                found = "close"
            elif event.type == pygame.FINGERDOWN:
                width, height = self._screen.get_size()
                found = self._tap(event.x * width, event.y * height) or found
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and not event.touch:
                found = self._tap(*event.pos) or found
            elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED) and self._advice is not None:
                self.show(self._advice)
        return found

    def close(self) -> None:
        """Close the window; may be called twice."""
        pygame.quit()

    def _tap(self, x: float, y: float) -> str | None:
        if self._advice is None:
            return None
        point, remedies = self._fit.point(x, y), self._advice.remedies
        places = zip(remedies, place_remedies(len(remedies)), strict=True)
        return next((remedy for remedy, rect in places if rect.holds(*point)), None)
