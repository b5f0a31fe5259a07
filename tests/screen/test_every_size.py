"""Every kind of screen at every size, in both languages, for all boards: texts fit, keys can be tapped."""

from itertools import combinations, product
from statistics import median
from typing import Any

import pygame
import pytest
from screen_table import altered, box_of
from states import BOARDS, states

from toc_pi.languages import Language
from toc_pi.screen.canvas import Fonts
from toc_pi.screen.draw import Sheet, draw_panel
from toc_pi.screen.frames import Rect, Size, frame_of
from toc_pi.screen.layout import PanelLayout, place_board, place_lamp, place_panel
from toc_pi.screen.palette import palette_of
from toc_pi.screen.panel import Mark
from toc_pi.screen.scene import Scene
from toc_pi.screen.scene_panel import panel_of

# Screen sizes, and 9 mm in pixels on panels of that resolution: 3.5, 5 and 7 inches.
FINGERS = {(480, 320): 58, (800, 480): 67, (1280, 720): 75, (720, 1280): 75, (480, 800): 67}
PX_A_MM = {size: finger / 9 for size, finger in FINGERS.items()}
every_size = pytest.mark.parametrize("size", FINGERS, ids=str)
every_language = pytest.mark.parametrize("language", ["en", "fr"])
# French needs the most room in most places: English is looked at where there is least.
every_look = pytest.mark.parametrize(
    ("size", "language"),
    [*product(FINGERS, ["fr"]), *product([(480, 320), (800, 480)], ["en"])],
    ids=str,
)
every_board = pytest.mark.parametrize("seats", BOARDS)


def drawn(scene: Scene, size: Size, fonts: Fonts) -> PanelLayout:
    frame, panel = frame_of(size, large=scene.preferences.large), panel_of(scene)
    places = place_panel(panel, frame)
    sheet = Sheet(pygame.Surface(size), fonts, palette_of(scene.preferences.night), scene=scene, frame=frame)
    draw_panel(sheet, panel, places, frozenset())
    return places


@every_look
@every_board
@pytest.mark.parametrize(("menu", "large"), [(False, False), (True, False), (True, True)])
def test_texts_fit_and_keys_are_nine_millimetres_apart_and_on_the_screen(
    size: Size, language: Language, seats: int, fonts: Fonts, menu: bool, large: bool
) -> None:
    for name, plain in states(language, BOARDS[seats]).items():
        scene = altered(plain, menu=menu, large=large)
        places = drawn(scene, size, fonts)
        rects = [button.rect for button in places.buttons]
        for rect in rects:
            assert min(rect.width, rect.height) >= FINGERS[size] - 0.5, (name, rect)
            assert min(rect.left, rect.top) >= 0, (name, rect)
            assert rect.right <= size[0], (name, rect)
            assert rect.bottom <= size[1], (name, rect)
        parts = [part for part in (places.title, places.card, places.box, places.status) if part]
        for one, other in [*combinations(rects, 2), *product(rects, parts)]:
            assert not meet(one, other), (name, one, other)


def meet(one: Rect, other: Rect) -> bool:
    """Whether two rectangles overlap, or are less than 3 px apart."""
    if 0 in (one.width, one.height, other.width, other.height):
        return False
    across = one.left < other.right + 3 and other.left < one.right + 3
    return across and one.top < other.bottom + 3 and other.top < one.bottom + 3


@every_size
def test_large_letters_are_larger_and_leave_the_board_its_room(size: Size) -> None:
    plain, large = frame_of(size), frame_of(size, large=True)
    assert large.text >= 1.25 * plain.text
    assert large.paged == plain.paged
    if not plain.paged:
        assert min(large.board.width, large.board.height) >= 0.62 * min(size)


@every_size
@every_language
def test_large_sentences_are_a_quarter_larger_where_they_fit_and_never_smaller(
    size: Size, language: Language, fonts: Fonts, monkeypatch: pytest.MonkeyPatch
) -> None:
    paragraph = Fonts.paragraph
    heights: dict[str, int] = {}

    def kept(self: Fonts, text: str, height: int, width: float, room: float) -> Any:
        font, lines = paragraph(self, text, height, width, room)
        heights[text] = font.get_height()
        return font, lines

    monkeypatch.setattr(Fonts, "paragraph", kept)
    ratios = []
    for name, scene in states(language).items():
        box = panel_of(scene).box
        if box is None or not box.sentence or name.endswith("-board"):
            continue
        found = []
        for large in (False, True):
            heights.clear()
            drawn(altered(scene, large=large, menu=True), size, fonts)
            found.append(heights.get(box.sentence))
        if found[0] is not None and found[1] is not None:
            ratios.append(found[1] / found[0])
            assert found[1] >= found[0], name
            assert name != "explained" or found[1] >= 1.25 * found[0], "the cards give it their room"
    assert median(ratios) >= 1.25


@every_size
def test_each_screen_has_something_to_tap_or_to_read(size: Size) -> None:
    for name, scene in states("en").items():
        panel = panel_of(scene)
        wanted = {choice.key for choice in (*panel.answers, *panel.keys, *panel.orders)}
        placed = place_panel(panel, frame_of(size))
        offered = {button.choice.key for button in placed.buttons}
        if not wanted <= offered:
            assert "page" in offered or scene.board.former, f"{name}: the rest is on the other page"
        assert placed.box.height > 0 or panel.box is None or placed.flip, name


@every_size
@every_language
def test_a_verdict_is_read_at_two_metres(
    size: Size, language: Language, fonts: Fonts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Capital letters of 10 minutes of arc, 5.8 mm: twice what a sharp eye needs (ISO 9241-303)."""
    letters: dict[str, int] = {}
    fitting = Fonts.fitting

    def kept(self: Fonts, text: str, height: int, width: float, *, bold: bool = False) -> pygame.font.Font:
        font = fitting(self, text, height, width, bold=bold)
        _, _, _, letters[text], _ = font.metrics("H")[0]
        return font

    monkeypatch.setattr(Fonts, "fitting", kept)
    for name in ("right", "wrong", "wrong-why", "wrong-hands", "night-wrong"):
        scene = states(language)[name]
        drawn(scene, size, fonts)
        box = box_of(scene)
        assert box.mark in (Mark.TICK, Mark.CROSS)
        assert letters[box.headline] >= 5.8 * PX_A_MM[size] - 1.5, name


@every_size
@every_board
def test_the_board_lies_whole_beside_the_panel_or_has_its_page(size: Size, seats: int) -> None:
    frame = frame_of(size)
    scene = states("en", BOARDS[seats])["turn"]
    view = place_board(scene.board.face, frame)
    lamps = [place_lamp(scene.board.face, seat) for seat in scene.board.seats]
    for x, y in map(view.point, [*scene.board.face.holes.values(), *scene.board.face.outline, *lamps]):
        assert frame.board.left <= x <= frame.board.right
        assert frame.board.top <= y <= frame.board.bottom
    assert frame.paged == (size == (480, 320))
    if not frame.paged:
        assert frame.panel.left >= frame.board.right or frame.panel.top >= frame.board.bottom
    assert (frame.panel.top > frame.board.bottom) == (size[1] > size[0]), "a tall screen stacks them"


def test_on_the_smallest_screen_a_tap_turns_to_the_board_and_back() -> None:
    frame = frame_of((480, 320))
    panel = place_panel(panel_of(states("en")["turn"]), frame)
    assert (panel.board, [button.choice.key for button in panel.flip]) == (False, ["page"])
    board = place_panel(panel_of(states("en")["board"]), frame)
    assert (board.board, [button.choice.key for button in board.flip]) == (True, ["page"])
    assert place_panel(panel_of(states("en")["by-hand-move"]), frame).board, "pawns are moved there"
