"""Every lesson's sentences fit on the smallest screens: what is shown, asked, wrong, and right."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pygame
import pytest
from screen_table import COLOURS, altered

from calibration.board.board_file import load_board
from toc_pi.app.teaching.learning import enter, pass_time, see_board, tap
from toc_pi.app.teaching.pupil import Lessons, PupilState
from toc_pi.app.teaching.tutor import lessons_page
from toc_pi.events import Seen
from toc_pi.languages import Language
from toc_pi.rules.position import Position, standing
from toc_pi.rules.ruleset import NAMES, load_ruleset, ruleset_from
from toc_pi.rules.table import Table
from toc_pi.screen.canvas import Fonts
from toc_pi.screen.draw import GamePage
from toc_pi.screen.frames import Size, frame_of
from toc_pi.screen.layout import place_panel
from toc_pi.screen.pages.page import place_page
from toc_pi.screen.pages.page_draw import KeyPage
from toc_pi.screen.scene import Scene
from toc_pi.screen.scene_panel import panel_of
from toc_pi.teaching.lessons import Lesson, lessons_of, names

BOARD = load_board("square-40")
SMALL: Size = (480, 320)
CASES: tuple[tuple[Size, Language], ...] = ((SMALL, "en"), (SMALL, "fr"), ((800, 480), "fr"))


def one_of_each() -> list[Lesson]:
    """Each lesson once in each of its wordings, from any rules that have it."""
    sets = [load_ruleset(name) for name in NAMES]
    sets.append(ruleset_from({"base": "toc", "cards": {"*": ["any-card"]}}))
    tables = (Table(centre=True), Table(centre=True, home_entry=18))
    every = [one for rules, table in product(sets, tables) for one in lessons_of(rules, table)]
    found = {(one.name, one.variant): one for one in every}
    assert {one.name for one in every} == set(names())
    return list(found.values())


def scenes(room: PupilState) -> Iterator[Scene]:
    """What a lesson shows first, to be set up, to choose, its task, a mistake, its answer, and the goal."""
    lesson, t = room.lesson, 0.0

    def lay(position: Position, at: PupilState) -> PupilState:
        nonlocal t
        t += 20.0
        seen = see_board(at, Seen(t, dict(standing(position, at.scene.board.seats))))
        return pass_time(seen, t + 10.0)

    yield room.scene
    room = lay(Position(frozenset()), tap(room, "go"))
    yield room.scene
    room = lay(lesson.position, room)
    yield room.scene
    if lesson.hand.ask:
        for card in (*lesson.hand.cards, ""):
            chosen = tap(room, f"card:{card}")
            yield chosen.scene
            room = chosen if chosen.chosen else room
    for mistake in lesson.wrong[:1]:
        for _ in range(3):
            wrong = lay(Position(frozenset(mistake.holes.items())), room)
            room = lay(lesson.position, wrong)
        yield wrong.scene
        yield room.scene
    yield lay(lesson.right[0], room).scene


@pytest.mark.parametrize(("size", "language"), CASES, ids=str)
def test_every_lesson_finds_room(size: Size, language: Language, fonts: Fonts) -> None:
    surface = pygame.Surface(size)
    course = Lessons(BOARD, one_of_each(), COLOURS, language)
    for lesson in course.lessons:
        only = replace(course, lessons=[lesson])
        by_hand = enter(only, {})
        for scene in (by_hand.scene, tap(by_hand, "go").scene, *scenes(enter(only, {}, camera=True))):
            GamePage(altered(scene, menu=True)).draw(surface, fonts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_of_lessons_finds_room(language: Language, fonts: Fonts) -> None:
    course = Lessons(BOARD, one_of_each(), COLOURS, language)
    page = lessons_page(enter(course, {"moving": 2}))
    sheets = place_page(page, SMALL).sheets
    for sheet in range(sheets):
        KeyPage(page, sheet).draw(pygame.Surface(SMALL), fonts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_small_screen_a_task_is_read_beside_the_pawn_that_it_is_about(language: Language) -> None:
    rules, table = load_ruleset("quebec"), Table()
    room = enter(Lessons(BOARD, lessons_of(rules, table), COLOURS, language), {})
    for asked in (room, tap(room, "go")):
        panel = panel_of(asked.scene)
        placed = place_panel(panel, frame_of(SMALL))
        assert panel.on_board
        assert panel.whole
        assert "page" not in [button.choice.key for button in placed.buttons]
    assert set(tap(room, "go").scene.board.pawns.values()) >= {room.lesson.seat}
