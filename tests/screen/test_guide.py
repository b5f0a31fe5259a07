"""Teaching pages, at every size, in both languages: texts fit, keys and holes can be tapped."""

from itertools import combinations, product

import pygame
import pytest
from guides import guides
from screen_table import altered
from states import BOARDS, states
from test_every_size import FINGERS, every_language, every_size, meet

from toc_pi.languages import Language
from toc_pi.screen.canvas import Fonts, load_fonts
from toc_pi.screen.frames import MIN_SIZE, Rect, Size
from toc_pi.screen.layout import place_board
from toc_pi.screen.pages.guide import GuidePage, place_guide


@every_size
@every_language
@pytest.mark.parametrize("seats", BOARDS)
def test_words_fit_and_keys_are_nine_millimetres_apart(
    size: Size, language: Language, seats: int, fonts: Fonts
) -> None:
    scene = states(language, BOARDS[seats])["turn"]
    for name, guide in guides(language, BOARDS[seats]).items():
        placed = place_guide(guide, size)
        for large in (False, True):
            GuidePage(guide, altered(scene, large=large)).draw(pygame.Surface(size), fonts)
        rects = [rect for _, rect in placed.keys]
        for rect in rects:
            assert min(rect.width, rect.height) >= FINGERS[size] - 0.5, (name, rect)
            assert min(rect.left, rect.top) >= 0, (name, rect)
            assert rect.right <= size[0], (name, rect)
            assert rect.bottom <= size[1], (name, rect)
        words = [placed.title, placed.text, placed.more, *([placed.card] if placed.card else [])]
        board = [placed.frame.board] if placed.frame is not None else []
        apart = [*combinations(rects, 2), *product(rects, words), *product(board, [*rects, *words])]
        for one, other in apart:
            assert not meet(one, other), (name, one, other)


@every_language
def test_the_smallest_window_shows_every_page_with_cards_only_where_they_have_room(
    language: Language,
) -> None:
    pygame.font.init()
    scene = states(language)["turn"]
    for guide in guides(language).values():
        for large in (False, True):
            page = GuidePage(guide, altered(scene, large=large))
            page.draw(pygame.Surface(MIN_SIZE), load_fonts())


@every_size
@pytest.mark.parametrize("seats", BOARDS)
def test_every_hole_is_on_the_screen_and_can_be_tapped(size: Size, seats: int) -> None:
    scene = states("en", BOARDS[seats])["turn"]
    page = GuidePage(guides("en", BOARDS[seats])["may"], scene)
    placed = place_guide(page.guide, size)
    assert placed.frame is not None
    view = place_board(scene.board.face, placed.frame)
    for hole, place in scene.board.face.holes.items():
        x, y = view.point(place)
        assert Rect(0, 0, *size).holds(x, y)
        assert page.tap(size, x, y) == f"hole:{hole}"


def test_a_key_is_found_where_it_is_drawn() -> None:
    page = GuidePage(guides("en")["may"], states("en")["turn"])
    for key, rect in place_guide(page.guide, (800, 480)).keys:
        assert page.tap((800, 480), *rect.middle) == key.key
