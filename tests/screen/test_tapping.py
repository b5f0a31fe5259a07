"""Tapping points in a picture: the taps as data, and the window that takes them from mouse, finger, keys."""

import math
import threading
from collections.abc import Iterator

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from letters import letters
from patience import PATIENCE_S

from calibration.board.board import Point
from calibration.errors import CannotSee
from toc_pi.languages import Language, load_texts
from toc_pi.screen.pages.tapping import (
    CORNERS,
    HOLES,
    KEYS,
    OUTLINE,
    STARTS,
    FoundHoles,
    Sketch,
    Tapping,
    ask,
    begin,
    can,
    drag,
    fail,
    go_on,
    look,
    place_loupe,
    place_taps,
    press,
    release,
    take_back,
)
from toc_pi.screen.pages.tapping_draw import TapPage, hole_names, surface_of
from toc_pi.screen.pages.tapping_window import TappingWindow

SIZE = (1280, 720)
SCREEN = (800, 480)
SQUARE: tuple[Point, ...] = ((300.0, 100.0), (900.0, 110.0), (890.0, 700.0), (310.0, 690.0))
FOUR: tuple[Point, ...] = ((600.0, 650.0), (350.0, 400.0), (600.0, 150.0), (850.0, 400.0))
IMAGE = np.full((720, 1280, 3), 120, np.uint8)


def tapped(state: Tapping, *places: Point) -> Tapping:
    for place in places:
        state = release(press(state, place, 20.0))
    return state


def finished() -> Tapping:
    state = go_on(tapped(begin(SIZE, (OUTLINE, STARTS)), *SQUARE))
    return go_on(tapped(state, *FOUR))


def test_corners_then_start_holes_are_tapped_in_order() -> None:
    state = begin(SIZE, (OUTLINE, STARTS))
    assert "corner" in ask(state, "en")
    state = tapped(state, *SQUARE[:3])
    assert not state.is_enough
    assert go_on(state) == state, "three corners make no board"
    state = go_on(tapped(state, SQUARE[3]))
    assert state.row is STARTS
    assert ask(state, "en").startswith("Seat a")
    state = tapped(state, *FOUR)
    assert state.is_enough
    assert "no more seats" in ask(state, "en")
    assert state.taps == (SQUARE, FOUR)
    assert go_on(state).row is None
    assert not tapped(state, (500.0, 300.0)).is_enough, "five seats make no board"


def test_a_tap_is_dragged_and_does_not_jump_to_the_finger() -> None:
    state = tapped(begin(SIZE, (OUTLINE,)), *SQUARE)
    state = drag(press(state, (905.0, 118.0), 20.0), (915.0, 119.0))
    assert state.place == (910.0, 111.0)
    assert len(state.taps[0]) == 4
    assert drag(release(state), (5.0, 5.0)) == release(state)


def test_everything_is_taken_back_one_by_one() -> None:
    state = look(finished(), FoundHoles({"a0": (600.0, 650.0), "a1": (590.0, 640.0)}))
    state = release(drag(press(state, (590.0, 640.0), 20.0), (580.0, 630.0)))
    assert state.holes["a1"] == (580.0, 630.0)
    state = take_back(state)
    assert state.holes["a1"] == (590.0, 640.0)
    state = take_back(state)
    assert state.found is None
    assert (state.row, len(state.taps[1])) == (STARTS, 4), "the taps are kept"
    for left in (3, 2, 1, 0):
        state = take_back(state)
        assert len(state.taps[1]) == left
    state = take_back(state)
    assert (state.row, len(state.taps[0])) == (OUTLINE, 3)
    for _ in range(9):
        state = take_back(state)
    assert state == begin(SIZE, (OUTLINE, STARTS))


def test_what_could_not_be_found_is_shown_until_a_tap_is_corrected() -> None:
    state = fail(finished(), "the holes between a0 and b0 can't be followed")
    assert ask(state, "en") == load_texts("screen", "en")["tapping"]["trouble"]
    assert state.taps == (SQUARE, FOUR)
    state = release(drag(press(state, FOUR[1], 20.0), (360.0, 410.0)))
    assert state.trouble == ""
    assert state.taps[1][1] == (360.0, 410.0)


def test_known_taps_are_not_asked_for() -> None:
    assert begin(SIZE, (OUTLINE, STARTS), (SQUARE,)).row is STARTS
    full = begin(SIZE, (CORNERS,), (SQUARE,))
    assert full.row is CORNERS
    assert full.is_enough
    assert tapped(full, (5.0, 5.0)).taps == (SQUARE,), "a fifth corner is none"


def test_holes_of_another_game_may_lie_side_by_side() -> None:
    state = begin(SIZE, (OUTLINE, HOLES), (SQUARE,))
    state = tapped(state, *((100.0 + 25 * number, 200.0) for number in range(12)))
    assert len(state.taps[1]) == 12
    assert can("done", state)


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("press"), st.floats(-50, 1400), st.floats(-50, 800)),
            st.tuples(st.just("drag"), st.floats(-50, 1400), st.floats(-50, 800)),
            st.sampled_from([("release",), ("back",), ("done",)]),
        ),
        max_size=60,
    )
)
def test_whatever_is_done_taps_stay_in_the_picture_and_rows_in_order(acts: list[tuple[object, ...]]) -> None:
    state = begin(SIZE, (OUTLINE, STARTS))
    for name, *rest in acts:
        if name == "press":
            state = press(state, (rest[0], rest[1]), 10.0)  # type: ignore[arg-type]
        elif name == "drag":
            state = drag(state, (rest[0], rest[1]))  # type: ignore[arg-type]
        else:
            state = {"release": release, "back": take_back, "done": go_on}[str(name)](state)
        if state.row is None:
            state = fail(state, "nothing")
        for row, taps in zip(state.rows, state.taps, strict=True):
            assert len(taps) <= row.counts[-1]
            assert all(0 <= x <= SIZE[0] - 1 and 0 <= y <= SIZE[1] - 1 for x, y in taps)
        assert state.at == 0 or len(state.taps[0]) in OUTLINE.counts
        assert ask(state, "fr")


@given(st.integers(400, 2500), st.integers(400, 2500), st.floats(0, 1), st.floats(0, 1))
def test_a_place_in_the_picture_is_found_again_and_the_loupe_never_hides_it(
    width: int, height: int, across: float, down: float
) -> None:
    places = place_taps((width, height), SIZE)
    place = (across * (SIZE[0] - 1), down * (SIZE[1] - 1))
    at = places.on_canvas(place)
    assert places.in_picture(at) == pytest.approx(place, abs=1e-6)
    radius = 0.18 * min(width, height)
    middle = place_loupe((width, height), places, at, radius)
    assert math.dist(middle, at) > radius
    assert radius - 1e-6 <= middle[0] <= width - radius + 1e-6
    assert radius - 1e-6 <= middle[1] <= height - radius + 1e-6


def test_names_are_few_where_there_is_no_room() -> None:
    holes = {f"a{number}": (100.0 + 10 * number, 50.0) for number in range(18)}
    holes |= {f"aH{number}": (100.0, 50.0 + 10 * number) for number in (1, 2, 3, 4)}
    assert {text for _, text, _ in hole_names(holes, few=True)} == {"a0", "7", "aH"}
    assert len(hole_names(holes, few=False)) == 19


@pytest.fixture
def dummy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


def post(kind: int, **more: object) -> None:
    pygame.event.post(pygame.event.Event(kind, **more))


def click(place: Point, *, screen: tuple[int, int] = SCREEN) -> None:
    x, y = place_taps(screen, SIZE).on_canvas(place)
    post(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=1, touch=False)
    post(pygame.MOUSEBUTTONUP, pos=(round(x), round(y)), button=1, touch=False)


def key(code: int) -> None:
    post(pygame.KEYDOWN, key=code)


@pytest.mark.usefixtures("dummy")
def test_mouse_and_keys_lead_to_a_board_that_was_looked_at() -> None:
    window = TappingWindow(IMAGE, (OUTLINE, STARTS), language="en", size=SCREEN, hidden=True)
    assert pygame.display.get_driver() == "dummy"
    asked: list[Tapping] = []

    def find(taps: Tapping) -> FoundHoles:
        asked.append(taps)
        # These events are posted after the search for holes has begun, like a person's next action.
        if len(asked) == 1:
            key(pygame.K_F1)
            raise CannotSee("not so")
        return FoundHoles({"a0": FOUR[0], "a1": (700.0, 600.0)}, frozenset({"a1"}))

    for place in SQUARE:
        click(place)
    key(pygame.K_RETURN)
    for place in (*FOUR, (100.0, 100.0)):
        click(place)
    post(pygame.MOUSEBUTTONDOWN, pos=(5, 470), button=3, touch=False)
    key(pygame.K_RETURN)
    key(pygame.K_RETURN)
    x, y = place_taps(SCREEN, SIZE).on_canvas((700.0, 600.0))
    post(pygame.MOUSEBUTTONDOWN, pos=(round(x) + 2, round(y)), button=1, touch=False)
    post(pygame.MOUSEMOTION, pos=(round(x) + 12, round(y)), rel=(10, 0), buttons=(1, 0, 0), touch=False)
    post(pygame.MOUSEBUTTONUP, pos=(round(x) + 22, round(y)), button=1, touch=False)
    left, top = place_taps(SCREEN, SIZE).buttons["done"].middle
    post(pygame.MOUSEBUTTONDOWN, pos=(round(left), round(top)), button=1, touch=False)
    done = window.run(find)
    window.close()
    assert done is not None
    assert len(asked) == 2, "the first was refused, the taps were kept"
    assert np.allclose(np.array(done.taps[0]), SQUARE, atol=1.0)
    assert np.allclose(np.array(done.taps[1]), FOUR, atol=1.0)
    scale = place_taps(SCREEN, SIZE).scale
    assert done.moved[0][0] == "a1"
    assert done.moved[0][1] == pytest.approx((700.0 + 20 / scale, 600.0), abs=1.0)


@pytest.mark.usefixtures("dummy")
def test_a_watchdog_is_fed_while_taps_are_waited_for_and_a_board_is_looked_for() -> None:
    fed = threading.Semaphore(0)
    window = TappingWindow(IMAGE, (OUTLINE,), language="en", size=SCREEN, alive=fed.release, hidden=True)

    def find(_: Tapping) -> FoundHoles:
        while fed.acquire(blocking=False):
            pass
        assert fed.acquire(timeout=PATIENCE_S), "and it is fed while this takes its time"
        return FoundHoles({"a0": FOUR[0]}, frozenset())

    for place in SQUARE:
        click(place)
    key(pygame.K_RETURN)
    key(pygame.K_RETURN)
    assert window.run(find) is None or fed
    window.close()


@pytest.mark.usefixtures("dummy")
@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("screen", [(800, 480), (480, 800)])
def test_a_finger_taps_where_it_is_however_the_screen_hangs(screen: tuple[int, int], turned: int) -> None:
    sketch = Sketch(SQUARE, FOUR, SQUARE)
    window = TappingWindow(
        IMAGE, (CORNERS,), language="fr", sketch=sketch, size=screen, turned=turned, hidden=True
    )
    wide, high = screen if turned in (0, 180) else screen[::-1]
    places = place_taps((wide, high), SIZE)

    def finger(kind: int, place: Point, number: int = 7) -> None:
        x, y = places.on_canvas(place)
        u, v = x / wide, y / high
        across, down = {0: (u, v), 90: (1 - v, u), 180: (1 - u, 1 - v), 270: (v, 1 - u)}[turned]
        post(kind, x=across, y=down, finger_id=number, touch_id=1, dx=0, dy=0, pressure=1)

    for x, y in SQUARE:
        finger(pygame.FINGERDOWN, (x + 60, y + 10))
        # SDL also reports a finger as a mouse, and a second fingertip rests on the glass.
        post(pygame.MOUSEBUTTONDOWN, pos=(300, 300), button=1, touch=True)
        finger(pygame.FINGERDOWN, (x - 60, y - 10), number=8)
        finger(pygame.FINGERMOTION, (x, y))
        finger(pygame.FINGERUP, (x, y))
        finger(pygame.FINGERUP, (x, y), number=8)
    key(pygame.K_RETURN)
    done = window.run()
    window.close()
    assert done is not None
    assert np.allclose(np.array(done.taps[0]), SQUARE, atol=0.01)


@pytest.mark.usefixtures("dummy")
@pytest.mark.parametrize("how", ["escape", "cross", "button"])
def test_leaving_gives_nothing(how: str) -> None:
    window = TappingWindow(IMAGE, (OUTLINE,), language="en", size=SCREEN, hidden=True)
    for place in SQUARE:
        click(place)
    if how == "escape":
        key(pygame.K_ESCAPE)
    elif how == "cross":
        post(pygame.QUIT)
    else:
        x, y = place_taps(SCREEN, SIZE).buttons["leave"].middle
        post(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=1, touch=False)
    assert window.run() is None
    window.close()
    assert KEYS == ("back", "done", "leave")


@pytest.mark.usefixtures("dummy")
def test_the_loupe_shows_what_lies_under_the_pointer_larger() -> None:
    image = IMAGE.copy()
    image[395:405, 395:405] = (0, 0, 255)
    surface = pygame.Surface(SCREEN)
    pygame.display.init()
    pygame.display.set_mode(SCREEN)
    places = place_taps(SCREEN, SIZE)
    state = begin(SIZE, (CORNERS,))

    def red(pointer: Point | None) -> int:
        TapPage(state, surface_of(image), "en", pointer).draw(surface, letters())
        picture = pygame.surfarray.array3d(surface)
        return int(((picture[..., 0] > 200) & (picture[..., 2] < 80)).sum())

    alone = red(None)
    assert red(places.on_canvas((399.5, 399.5))) > alone + 8 * alone
    assert red(places.on_canvas((1000.0, 200.0))) == alone


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_fits_on_the_smallest_screen(language: Language) -> None:
    fonts, rect = letters(), place_taps(SCREEN, SIZE).words
    holes = {f"{seat}H{number}": (0.0, 0.0) for seat in "abcdefgh" for number in (1, 2, 3, 4)}
    states = [
        *(tapped(begin(SIZE, (OUTLINE,)), *SQUARE[:count]) for count in range(5)),
        *(tapped(begin(SIZE, (STARTS,)), *(*FOUR, *SQUARE)[:count]) for count in range(9)),
        begin(SIZE, (HOLES,)),
        begin(SIZE, (CORNERS,)),
        begin(SIZE, (CORNERS,), (SQUARE,)),
        finished(),
        look(finished(), FoundHoles(holes)),
        look(finished(), FoundHoles(holes, frozenset(holes))),
        fail(finished(), "no holes"),
    ]
    said = {ask(state, language) for state in states}
    assert len(said) > 15
    for sentence in said:
        _, lines = fonts.paragraph(sentence, 26, rect.width, rect.height - 6)
        assert " ".join(lines) == sentence
