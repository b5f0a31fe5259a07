"""The safe mode's screen: nothing is cut, in either language or both, and a tap gives its key's remedy."""

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pygame
import pytest

from toc_pi.languages import Language
from toc_pi.screen.fonts import Fonts, _broken, load_fonts
from toc_pi.screen.frames import SIZE, Size, finger_of
from toc_pi.screen.pages.safe_screen import (
    SafeModeAdvice,
    SafeWindow,
    draw_advice,
    load_words,
    place_remedies,
)

SIZES: tuple[Size, ...] = ((480, 320), (800, 480), (1280, 720), (720, 1280))
REMEDIES = (("good", "camera", "new", "again"), ("usual", "camera", "new", "again"))
LANGUAGES: tuple[tuple[Language, ...], ...] = (("en",), ("fr",), ("fr", "en"))


@pytest.fixture
def fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fonts]:
    pygame.font.init()
    paragraph = Fonts.paragraph

    def whole(self: Fonts, text: str, size: int, width: float, height: float) -> Any:
        font, lines = paragraph(self, text, size, width, height)
        assert list(lines) == list(_broken(font, text, width)), f"cut: {text}"
        return font, lines

    monkeypatch.setattr(Fonts, "paragraph", whole)
    yield load_fonts()
    pygame.font.quit()


def test_both_languages_say_the_same() -> None:
    english, french = (
        tomllib.loads((files("toc_pi.texts") / f"safe.{language}.toml").read_text("utf-8"))
        for language in ("en", "fr")
    )
    assert {key: set(table) for key, table in english.items()} == {
        key: set(table) for key, table in french.items()
    }


@pytest.mark.parametrize("languages", LANGUAGES)
@pytest.mark.parametrize("remedies", REMEDIES)
@pytest.mark.parametrize("size", SIZES)
def test_every_trouble_fits_and_fingers_find_the_keys(
    fonts: Fonts, languages: tuple[Language, ...], remedies: tuple[str, ...], size: Size
) -> None:
    for rect in place_remedies(len(remedies), size):
        assert min(rect.width, rect.height) >= finger_of(size) - 0.5
        assert rect.right <= size[0]
        assert rect.bottom <= size[1]
    faults = 2 if size == SIZES[0] else 6
    detail = dict.fromkeys(
        languages, "/etc/toc-pi/settings.toml: " + "colours.a = 1; allowed: red green; " * faults
    )
    for trouble in (key for key in load_words("en")["trouble"] if not key.endswith("_below")):
        draw_advice(SafeModeAdvice(trouble, detail, remedies, languages), pygame.Surface(size), fonts)


@pytest.mark.parametrize("turned", [0, 180])
def test_a_finger_or_a_mouse_chooses_and_no_key_does(monkeypatch: pytest.MonkeyPatch, turned: int) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = SafeWindow(SIZE, turned=turned, hidden=True)
    window.show(SafeModeAdvice("settings", {"en": "x"}, REMEDIES[0], ("en",)))
    for key in (pygame.K_ESCAPE, pygame.K_q, pygame.K_RETURN):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
    assert window.chosen() is None
    for remedy, rect in zip(REMEDIES[0], place_remedies(4), strict=True):
        x, y = rect.middle if turned == 0 else (SIZE[0] - rect.middle[0], SIZE[1] - rect.middle[1])
        pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=x / SIZE[0], y=y / SIZE[1]))
        assert window.chosen() == remedy
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(round(x), round(y)), touch=False)
        )
        assert window.chosen() == remedy
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.chosen() == "close"
    window.close()
