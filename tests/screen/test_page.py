"""Pages of large keys: each fits at every size in both languages, and keys are large enough for fingers."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise
from typing import get_args

import numpy as np
import pygame
import pytest
from letters import letters
from places import CARDS_SMALL
from screen_table import altered
from test_every_size import every_look

from calibration.appearance.pawn_set import PawnSet
from calibration.board.board_file import load_board
from calibration.errors import NOT_FOUND
from calibration.holes import Seat, seats_of
from calibration.setup.card_place import PileAdvice
from calibration.setup.correction import Correction
from toc_pi.app.menu import GameListEntry, MenuContext, menu_page
from toc_pi.app.menu import Name as MenuName
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.setting_up import begin
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import CameraStatus, SeenPawns, SetupPage
from toc_pi.app.shared_keys import rule_page
from toc_pi.app.starting import safe_page
from toc_pi.effects import Turn
from toc_pi.languages import LANGUAGES, Language, face_of
from toc_pi.rule_pages.questions import PLAY, QUESTIONS
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.screen.canvas import Fonts
from toc_pi.screen.changes import after
from toc_pi.screen.frames import Rect, Size, finger_of, frame_of
from toc_pi.screen.layout import place_board, place_panel
from toc_pi.screen.pages.page import LESS, MORE, Key, Page, first_sheet, place_page
from toc_pi.screen.pages.page_draw import KeyPage, LivePicture
from toc_pi.screen.palette import DAY
from toc_pi.screen.scene import opening
from toc_pi.screen.scene_panel import panel_of
from toc_pi.screen.window import Tapped, Window

SIZES: tuple[Size, ...] = ((480, 320), (800, 480), (1280, 720), (720, 1280), (480, 800))
CYLINDERS = PawnSet("cylinder", 18.0, 10.0, white_face=True)
PAWNS = (
    None,
    SeenPawns({}, CYLINDERS),
    SeenPawns({}, CYLINDERS, alike=((Seat("b"), Seat("c")),)),
    SeenPawns({}, CYLINDERS, advice="put all pawns into their camps"),
)
PEOPLE = {Seat("a"): "Marie-Thérèse", Seat("b"): "Jean-François", Seat("c"): "Léa", Seat("d"): "Tom"}


def answers(language: Language) -> Answers:
    return Answers(language=language, names=PEOPLE, rules="fadoq", house=("five-not-fresh",))


def pages(language: Language) -> Iterator[Page]:
    """Every page of the set-up and of the menu, with the longest contents."""
    families = (answers(language), replace(answers(language), names={}, board="octagon-70"))
    look = CameraStatus(pictures=True, board="octagon-70")
    looks = (
        look,
        replace(look, correction=Correction(-1200.0, -1200.0, 5.0, -5.0)),
        replace(look, pile=PileAdvice(CARDS_SMALL)),
        CameraStatus(),
        CameraStatus(fault="missing"),
        CameraStatus(fault="size"),
        CameraStatus(pictures=True, advice=NOT_FOUND),
        CameraStatus(
            pictures=True, advice="the picture shows nothing: take away what covers the lens, and clean it"
        ),
    )
    for step in get_args(SetupPage):
        state = begin(
            families if step == "welcome" else (),
            answers(language),
            cameras=("auto", "usb 0"),
            step=None if step == "welcome" else step,
        )
        state = replace(state, seat=Seat("a"), typed="Marie-Thérèse W", group="seven")
        for one in looks if step == "camera" else (look,):
            for pawns in PAWNS if one.board else (None,):
                yield page_of(replace(state, pawns=pawns), one)
    yield page_of(replace(begin((), answers(language), step="name"), seat=Seat("a"), accents=True))
    for board in ("star-60", "octagon-70"):
        yield page_of(begin((), replace(answers(language), board=board), step="players"))
    facts = MenuContext(
        answers(language),
        trouble="the disk is full: nothing can be kept",
        fault="size",
        games=tuple(
            GameListEntry(1, "Mercredi 30 septembre", 140, ("Marie-Thérèse", "Léa"), tuple(PEOPLE.values()))
            for _ in range(9)
        ),
        brightness=1.0,
        may_switch_off=True,
        diagnosis=(
            ("settings", "/var/lib/toc-pi/set-up/settings.toml"),
            ("version", "0.1.0"),
            ("heat", "51 °C"),
        ),
    )
    yield from (
        rule_page(load_ruleset("fadoq", ("five-not-fresh",)), at, language, Key("menu", "←"), str)
        for at in ("", "cards", "play", "questions", *(f"play/{topic.key}" for topic in PLAY))
    )
    yield from (
        rule_page(load_ruleset(name), f"questions/{topic.key}", language, Key("menu", "←"), str)
        for name in ("tock-variant", "fadoq")
        for topic in QUESTIONS
    )
    for name in set(get_args(MenuName)) - {"rules"}:
        yield menu_page(name, facts)
    yield menu_page("games", replace(facts, games=()))
    detail = "/etc/toc-pi/settings.toml: " + "colours.a = 1; allowed: red green; " * 2
    for trouble, first in (("settings", "set-up"), ("missing", "new"), ("starts", "new")):
        remedies = (first, "usual" if first == "new" else "good", "camera", "again")
        for languages in ((language,), ("fr", "en")):
            yield safe_page(trouble, detail, remedies, languages)


def large_ones(language: Language) -> Iterator[Page]:
    """The pages most affected by it, with large text."""
    for page in pages(language):
        if page.step in (
            "ready",
            "house",
            "hints",
            "camera",
            "welcome",
            "menu",
            "menu-diagnosis",
            "screen",
            "players",
            "rules play/home",
        ):
            yield replace(page, large=True)


@every_look
def test_nothing_is_cut_and_every_key_is_as_large_as_a_finger(
    size: Size, language: Language, fonts: Fonts
) -> None:
    live = LivePicture()
    for page in chain(pages(language), large_ones(language)):
        sheets = place_page(page, size).sheets
        shown: set[str] = set()
        for sheet in range(sheets):
            placed = place_page(page, size, sheet)
            KeyPage(page, sheet, live).draw(pygame.Surface(size), fonts)
            rects = [rect for _, rect in placed.keys]
            for key, rect in placed.keys:
                shown.add(key.key)
                assert rect.left >= 0, (page.step, key)
                assert rect.top >= 0, (page.step, key)
                assert rect.right <= size[0] + 0.01, (page.step, key)
                assert rect.bottom <= size[1] + 0.01, (page.step, key)
                if not key.plain:
                    low = min(rect.width, rect.height)
                    assert low >= finger_of(size) * 0.97, (page.step, key.key, low)
                others = [each for each in rects if each is not rect]
                assert not any(each.holds(*rect.middle) for each in others), (page.step, key)
        assert {key.key for key in (*page.keys, *page.feet)} <= shown, page.step


def players(board: str, look: CameraStatus | None = None) -> Page:
    return page_of(begin((), replace(answers("en"), board=board), step="players"), look)


@pytest.mark.parametrize("size", [*SIZES, (1024, 600)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ways_back_and_on_never_lie_where_another_key_lay(size: Size, language: Language) -> None:
    places = dict[str, set[Rect]]()
    for page in chain(pages(language), large_ones(language)):
        if page.step not in get_args(SetupPage):
            continue
        for sheet in range(place_page(page, size).sheets):
            for key, rect in place_page(page, size, sheet).keys:
                if key in page.feet or key.key in (LESS, MORE):
                    places.setdefault(key.key, set()).add(rect)
    assert {"back", "next", "read:", "turn", "camera"} <= {*places}
    for way in ("back", "next"):
        (own,) = places.pop(way)
        for name, others in places.items():
            clear = all(other.right <= own.left or own.right <= other.left for other in others)
            assert clear, f"{name} lies where {way} lay"


@pytest.mark.parametrize("size", [*SIZES, (1024, 600)])
def test_the_keys_of_a_name_stay_while_its_letters_change(size: Size) -> None:
    both = []
    for accents in (False, True):
        state = replace(begin((), Answers(), step="name"), seat=Seat("a"), accents=accents)
        placed = place_page(page_of(state), size).keys
        both.append([(key.key, rect) for key, rect in placed[-6:]])
    assert both[0] == both[1]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("board", ["square-40", "star-60", "octagon-70"])
def test_seats_are_tapped_around_the_board_where_people_sit(size: Size, board: str) -> None:
    placed = place_page(players(board), size)
    room = placed.picture
    assert room is not None
    assert min(room.width, room.height) >= 0.25 * min(size)
    at = {key.seat: rect.middle for key, rect in placed.keys if key.seat is not None}
    assert (
        tuple(sorted(at)) == seats_of(len(at)) == begin((), replace(answers("en"), board=board)).answers.seats
    )
    middle = room.middle
    turns = [math.atan2(at[seat][1] - middle[1], at[seat][0] - middle[0]) for seat in seats_of(len(at))]
    steps = [(after - before) % (2 * math.pi) for before, after in pairwise((*turns, turns[0]))]
    assert sum(steps) == pytest.approx(2 * math.pi)  # once round the board, clockwise
    assert at[Seat("a")][1] > middle[1]
    assert all(not room.holds(*place) for place in at.values())


def test_seats_stand_where_the_camera_sees_them_and_the_drawing_waits_for_its_picture() -> None:
    seen = {
        Seat("a"): (600.0, 50.0),
        Seat("b"): (600.0, 400.0),
        Seat("c"): (40.0, 400.0),
        Seat("d"): (40.0, 50.0),
    }
    look = CameraStatus(pictures=True, board="square-40", seats=seen)
    placed = place_page(players("square-40", look), (800, 480))
    at = {key.seat: rect.middle for key, rect in placed.keys}
    assert at[Seat("a")][0] == at[Seat("b")][0] > at[Seat("c")][0] == at[Seat("d")][0]
    assert at[Seat("a")][1] == at[Seat("d")][1] < at[Seat("b")][1] == at[Seat("c")][1]

    def shown(step: str, live: LivePicture) -> tuple[int, ...]:
        page = replace(players("square-40", look), step=step, keys=() if step == "camera" else placed_keys)
        surface, there = pygame.Surface((800, 480)), place_page(page, (800, 480))
        KeyPage(page, live=live).draw(surface, letters())
        assert there.picture is not None
        x, y = there.picture.middle
        return tuple(surface.get_at((round(x), round(y))))[:3]

    placed_keys = players("square-40", look).keys
    image = np.full((480, 640, 3), (200, 40, 40), np.uint8)
    blue, corners = (40, 40, 200), ((0.0, 0.0), (639.0, 0.0), (639.0, 479.0), (0.0, 479.0))
    signs = tuple(Key(f"seat:{seat}", "", seat=seat, colour="red", at=place) for seat, place in seen.items())
    for step in ("camera", "players"):
        assert shown(step, LivePicture(image, corners, signs)) == blue
        assert shown(step, LivePicture()) not in (blue, DAY.felt, DAY.felt_dark)
    assert shown("camera", LivePicture(image)) == blue
    assert shown("players", LivePicture(image)) != blue


def tap(window: Window, x: float, y: float) -> tuple[object, ...]:
    at = round(x), round(y)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at, touch=False))
    return window.events()


@pytest.mark.parametrize("size", SIZES)
def test_a_finger_turns_the_sheets_and_the_first_comes_after_the_last(
    size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    page = Page("many", "Many", keys=tuple(Key(f"{n}", f"{n}") for n in range(60)), feet=(Key("back", "←"),))
    count = place_page(page, size).sheets
    assert count > 1

    def first(sheet: int) -> str:
        return place_page(page, size, sheet).keys[0][0].key

    assert len({first(sheet) for sheet in range(count)}) == count
    assert (first(count), first(-1)) == (first(0), first(count - 1))
    window = Window(size, hidden=True)
    window.page(page)
    for sheet, turn in enumerate((MORE, MORE, LESS, LESS)):
        placed = place_page(page, size, (0, 1, 2, 1)[sheet])
        assert tap(window, *placed.keys[0][1].middle) == (Tapped(placed.keys[0][0].key, placed.keys[0][0]),)
        assert tap(window, *next(rect for key, rect in placed.keys if key.key == turn).middle) == ()
    window.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_list_opens_at_the_choice_and_a_page_with_other_keys_at_its_beginning(size: Size) -> None:
    state = begin((), answers("en"), step="rules")
    rules = page_of(state)
    assert any(key.on for key, _ in place_page(rules, size, first_sheet(rules, size)).keys)
    seat = page_of(replace(state, step="seat", seat=Seat("d")))
    assert place_page(seat, size, first_sheet(seat, size)).keys[0][0].key == "name"


def test_plain_words_are_no_key() -> None:
    page = menu_page("diagnosis", MenuContext(Answers()))
    key, rect = place_page(page, SIZES[1]).keys[1]
    assert key.plain
    assert KeyPage(page).tap(SIZES[1], *rect.middle) is None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("board", ["square-40", "octagon-70", "tac-tik-45", "cross-45"])
def test_the_menus_key_hides_no_hole_and_no_other_key(size: Size, board: str) -> None:
    layout = load_board(board)
    for turned in (False, True):
        scene = opening(layout, dict.fromkeys(seats_of(layout.seats), "red"), taps=True)
        scene = after(altered(scene, menu=True, looked=True), Turn(0.0, 1, Seat("a")))
        frame = frame_of(size)
        places = place_panel(panel_of(altered(scene, turned=turned)), frame)
        (menu,) = places.menu
        assert min(menu.rect.width, menu.rect.height) >= finger_of(size) * 0.97
        for button in places.buttons[1:]:
            apart = (
                button.rect.left >= menu.rect.right
                or button.rect.right <= menu.rect.left
                or button.rect.top >= menu.rect.bottom
                or button.rect.bottom <= menu.rect.top
            )
            assert apart, button
        if places.board:
            view = place_board(scene.board.face, frame)
            hidden = [
                hole for hole, place in scene.board.face.holes.items() if menu.rect.holds(*view.point(place))
            ]
            assert not hidden


def test_the_menu_covers_the_game_and_its_taps_are_distinguished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window((800, 480), hidden=True)
    scene = altered(opening(load_board("square-40"), {}, taps=True), menu=True)
    window.show(scene)

    (button,) = place_panel(panel_of(scene), window.frame).menu
    assert tap(window, *button.rect.middle) == (Tapped("menu"),)
    page = menu_page("menu", MenuContext(Answers()))
    window.page(page)
    window.show(altered(scene, paused=True))
    key, rect = next(pair for pair in place_page(page, (800, 480)).keys if pair[0].key == "undo")
    assert tap(window, *rect.middle) == (Tapped("undo", key),)
    window.page(None)
    assert tap(window, *rect.middle) != (Tapped("undo", key),)
    window.close()


@pytest.mark.parametrize("name", NAMES)
def test_cards_that_only_move_by_their_number_share_a_line(name: str) -> None:
    rules = load_ruleset(name)
    page = rule_page(rules, "cards", "en", Key("back", ""), str)
    shown = [card for key in page.keys for card in key.cards]
    assert sorted(shown) == sorted(face_of(card) for card in rules.cards)
    plain = max((key.cards for key in page.keys), key=len)
    assert {"6", "8", "9"} <= {*plain}
    assert not {"A", "4", "7", "J", "K"} & {*plain}
    assert place_page(page, (480, 320)).sheets <= 5, "on the smallest screen"
    large = replace(page, large=True)
    assert all(key.below for key, _ in place_page(large, (480, 320)).keys if key.plain), "it is what is read"
