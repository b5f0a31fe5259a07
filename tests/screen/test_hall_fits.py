"""No text of the pages of a hall is cut: each page, both languages, all sizes, also in large letters."""

from dataclasses import replace

import pygame
import pytest
from hall_screens import HALLS, hall_screens
from test_every_word_fits import SIZES

from toc_pi.languages import Language
from toc_pi.screen.canvas import Fonts
from toc_pi.screen.pages.page import place_page
from toc_pi.screen.pages.page_draw import KeyPage


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_of_a_hall_fits(language: Language, fonts: Fonts) -> None:
    screens = hall_screens(language)
    assert set(screens) == set(HALLS)
    for size in SIZES:
        for screen in screens.values():
            for page in (screen.page, replace(screen.page, large=True)):
                for sheet in range(place_page(page, size).sheets):
                    KeyPage(page, sheet).draw(pygame.Surface(size), fonts)
