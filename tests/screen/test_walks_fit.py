"""No text of the pages that test a machine's parts is cut: each stage, both languages, all sizes."""

import pygame
import pytest
from test_every_word_fits import SIZES
from walks import LEFT_S, PARTS, WALKS, stages, the_end, walk_pages

from toc_pi.app.machine.walk import page_of
from toc_pi.languages import Language
from toc_pi.screen.canvas import Fonts
from toc_pi.screen.pages.page import place_page
from toc_pi.screen.pages.page_draw import KeyPage


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_of_the_walk_fits(language: Language, fonts: Fonts) -> None:
    walks = [walk for part in PARTS for walk in stages(part)] + [the_end(*PARTS), the_end()]
    pages = [page_of(walk, language, LEFT_S) for walk in walks]
    assert set(walk_pages(language)) == set(WALKS)
    pages += [page.page for page in walk_pages(language).values()]
    for size in SIZES:
        for page in pages:
            for sheet in range(place_page(page, size).sheets):
                KeyPage(page, sheet).draw(pygame.Surface(size), fonts)
