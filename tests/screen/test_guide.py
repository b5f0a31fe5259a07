"""Teaching pages, at every size, in both languages: texts fit, keys and holes can be tapped."""

from itertools import combinations, product

import pygame
import pytest
from guides import guides
from letters import letters
from screen_table import altered
from states import BOARDS, states
from test_every_size import FINGERS, every_language, every_look, every_size, meet

from toc_pi.languages import Language
from toc_pi.screen.canvas import Fonts
from toc_pi.screen.frames import MIN_SIZE, Rect, Size
from toc_pi.screen.layout import place_board
from toc_pi.screen.pages.page import Key, place_page
from toc_pi.screen.pages.page_board import board_frame
from toc_pi.screen.pages.page_draw import KeyPage


@every_look
@pytest.mark.parametrize("seats", BOARDS)
def test_words_fit_and_keys_are_nine_millimetres_apart(
    size: Size, language: Language, seats: int, fonts: Fonts
) -> None:
    scene = states(language, BOARDS[seats])["turn"]
    for name, guide in guides(language, BOARDS[seats]).items():
        placed = place_page(guide, size)
        for large in (False, True):
            KeyPage(guide, scene=altered(scene, large=large)).draw(pygame.Surface(size), fonts)
        rects = [rect for _, rect in placed.keys]
        for rect in rects:
            assert min(rect.width, rect.height) >= FINGERS[size] - 0.5, (name, rect)
            assert min(rect.left, rect.top) >= 0, (name, rect)
            assert rect.right <= size[0], (name, rect)
            assert rect.bottom <= size[1], (name, rect)
        words = [placed.title, placed.text]
        board = [] if placed.picture is None else [placed.picture]
        apart = [*combinations(rects, 2), *product(rects, words), *product(board, [*rects, *words])]
        for one, other in apart:
            assert not meet(one, other), (name, one, other)


@every_language
def test_the_smallest_window_shows_every_page_with_cards_only_where_they_have_room(
    language: Language,
) -> None:
    scene = states(language)["turn"]
    for guide in guides(language).values():
        for large in (False, True):
            page = KeyPage(guide, scene=altered(scene, large=large))
            page.draw(pygame.Surface(MIN_SIZE), letters())


@every_size
@pytest.mark.parametrize("seats", BOARDS)
def test_every_hole_is_on_the_screen_and_can_be_tapped(size: Size, seats: int) -> None:
    scene = states("en", BOARDS[seats])["turn"]
    page = KeyPage(guides("en", BOARDS[seats])["may"], scene=scene)
    board = place_page(page.page, size).picture
    assert board is not None
    view = place_board(scene.board.face, board_frame(size, board))
    for hole, place in scene.board.face.holes.items():
        x, y = view.point(place)
        assert Rect(0, 0, *size).holds(x, y)
        assert page.tap(size, x, y) == Key(f"hole:{hole}", "")


def test_a_key_is_found_where_it_is_drawn() -> None:
    page = KeyPage(guides("en")["may"], scene=states("en")["turn"])
    for key, rect in place_page(page.page, (800, 480)).keys:
        assert page.tap((800, 480), *rect.middle) == key
