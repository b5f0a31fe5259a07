"""The window itself: without a display, and a real one on a private display."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pygame
import pytest
from own_display import Display, missing_tools, open_display
from patience import PATIENCE_S
from pygame import MOUSEBUTTONDOWN
from pygame.event import Event, post
from screen_table import COLOURS, altered, board, standing, verdict
from states import states

from calibration.holes import Seat, seats_of
from toc_pi.effects import Ended, Question, Repair, State, Turn
from toc_pi.events import Seen
from toc_pi.screen.canvas import Fonts, load_fonts
from toc_pi.screen.changes import after
from toc_pi.screen.display import Display as Screen
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.frames import SIZE, frame_of
from toc_pi.screen.layout import place_board, place_lamp, place_panel
from toc_pi.screen.pages.page import Key, Page, Shape, place_page
from toc_pi.screen.palette import COLOURS as RGB
from toc_pi.screen.palette import DAY, PAPER, sign_of
from toc_pi.screen.scene import Scene, opening
from toc_pi.screen.scene_panel import panel_of
from toc_pi.screen.window import Quit, Tapped, Window, shining

Picture = npt.NDArray[np.uint8]
A = Seat("a")


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(SIZE, hidden=True)
    assert pygame.display.get_driver() == "dummy"
    yield window
    window.close()


def _scene(name: str = "square-40") -> Scene:
    scene = after(opening(board(name), COLOURS), Turn(0.0, 1, A))
    return after(scene, Seen(1.0, standing("a0:a b3:b c5:c d9:d aH2:a")))


def _picture(window: Window, scene: Scene, path: Path) -> Picture:
    """What the window shows, (480, 800, 3) RGB."""
    window.show(scene)
    window.save(path)
    return np.asarray(cv2.cvtColor(cv2.imread(str(path)), cv2.COLOR_BGR2RGB), np.uint8)


def test_a_closed_window_leaves_no_fonts_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    # pygame frees no font once its font module has been quit; each keeps the content of its file.
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    content = load_fonts().files[0]
    held = sys.getrefcount(content)
    display = Screen(SIZE, hidden=True)
    fonts = Fonts((content, content))
    assert fonts.plain(20).size("Toc")[0] > 0
    display.close()
    del fonts
    assert sys.getrefcount(content) == held


def test_every_pawn_is_drawn_in_its_hole_in_its_colour(window: Window, tmp_path: Path) -> None:
    scene = _scene()
    picture = _picture(window, scene, tmp_path / "board.bmp")
    view = place_board(scene.board.face)
    for hole, seat in scene.board.pawns.items():
        x, y = map(round, view.point(scene.board.face.holes[hole]))
        assert np.abs(picture[y, x].astype(int) - RGB[COLOURS[seat]]).max() < 40, hole
    empty = next(hole for hole in scene.board.face.holes if hole not in scene.board.pawns)
    x, y = map(round, view.point(scene.board.face.holes[empty]))
    assert picture[y, x].sum() < 300, "an empty hole is dark"


def test_drawing_changes_nothing_but_the_picture(window: Window, tmp_path: Path) -> None:
    scene, same = _scene(), _scene()
    first = _picture(window, scene, tmp_path / "one.bmp")
    window.show(opening(board(), COLOURS))
    assert np.array_equal(first, _picture(window, scene, tmp_path / "two.bmp"))
    assert scene == same


def test_right_and_wrong_look_different_without_colour(window: Window, tmp_path: Path) -> None:
    right = _picture(window, after(_scene(), verdict("a0:a", "a7:a")), tmp_path / "right.bmp")
    wrong = _picture(window, after(_scene(), verdict("a0:a", "a7:a", legal=False)), tmp_path / "wrong.bmp")
    boxes = [
        place_panel(panel_of(after(_scene(), verdict("a0:a", "a7:a", legal=legal)))).box
        for legal in (True, False)
    ]
    signs = [
        cv2.cvtColor(one[round(box.top) + 6 :, round(box.left) + 12 :][:42, :42], cv2.COLOR_RGB2GRAY)
        for one, box in zip((right, wrong), boxes, strict=True)
    ]
    tick, cross = (sign > 150 for sign in signs)
    assert (tick != cross).mean() > 0.05


def test_the_signs_of_the_seats_differ_in_shape_alone() -> None:
    masks = []
    for seat in seats_of(8):
        mask = np.zeros((20, 20), np.uint8)
        outline = np.array([[9.5 + 9 * x, 9.5 + 9 * y] for x, y in sign_of(seat)])
        cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 1)
        masks.append(mask.astype(bool))
    for number, mask in enumerate(masks):
        for other in masks[:number]:
            together = (mask & other).sum() / (mask | other).sum()
            assert together < 0.8, (number, together)


def test_a_lamp_shines_in_the_window_as_on_its_wire(window: Window, tmp_path: Path) -> None:
    scene = _scene()
    picture = _picture(window, scene, tmp_path / "lamps.bmp")
    view = place_board(scene.board.face)
    light = {}
    for seat in scene.board.seats:
        x, y = map(round, view.point(place_lamp(scene.board.face, seat)))
        light[seat] = int(picture[y, x].sum())
    assert light[A] > 2 * max(light[seat] for seat in scene.board.seats if seat != A)


def test_blinking_and_flashing_follow_the_time() -> None:
    judged = after(_scene(), verdict("a0:a a7:b", "a7:a", captured="b"))
    assert "seat-b" in shining(judged, 0.1)
    assert "seat-b" not in shining(judged, 0.5)
    assert "good" in shining(judged, 1.0)
    assert "good" not in shining(judged, 2.0)


def test_nothing_is_drawn_again_while_nothing_changes(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    flips = []
    monkeypatch.setattr(pygame.display, "flip", lambda: flips.append(1))
    window.show(altered(_scene(), hint="Play"))
    window.show(_scene())
    window.present()
    window.show(_scene())
    window.events()
    assert len(flips) == 1


@pytest.mark.parametrize("name", ["square-40", "cross-45", "hexagon-55", "octagon-70", "star-60"])
def test_every_board_and_every_moment_can_be_drawn(window: Window, tmp_path: Path, name: str) -> None:
    scene = _scene(name)
    moments = [
        altered(opening(board(name), COLOURS, "fr"), hint="Échap pour finir"),
        after(scene, verdict("a0:a", "a7:a c5:c", legal=False), "Un très long motif. " * 40),
        after(scene, Repair(2.0, dict.fromkeys(list(scene.board.face.holes)[:12], "a"))),
        after(scene, Question(2.0, 1, "what-happened", {}, tuple("abcdefgh")), "Quoi ? " * 30),
        after(scene, State(2.0, "blind")),
        after(scene, Ended(2.0, scene.board.seats)),
    ]
    pictures = [_picture(window, moment, tmp_path / "moment.bmp") for moment in moments]
    for picture in pictures:
        assert picture.shape == (480, 800, 3)
        assert picture.std() > 20
    for number, picture in enumerate(pictures):
        assert all(np.abs(picture.astype(int) - other).mean() > 0.3 for other in pictures[:number])


def _asking() -> Scene:
    return after(_scene(), Question(2.0, 1, "is-it-so", {}, ("yes", "no")), "So?")


def test_fingers_and_the_mouse_tap_and_no_finger_taps_twice(window: Window) -> None:
    scene = _asking()
    window.show(scene)
    x, y = map(round, place_panel(panel_of(scene)).answers[1].rect.middle)
    post, event = pygame.event.post, pygame.event.Event
    post(event(pygame.FINGERDOWN, x=x / 800, y=y / 480, touch_id=0, finger_id=0, dx=0, dy=0, pressure=1))
    post(event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=True))
    assert window.events() == (Tapped("answer:no"),)
    post(event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False))
    post(event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=4, touch=False))
    post(event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1, touch=False))
    assert window.events() == (Tapped("answer:no"),)


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_q])
def test_a_key_or_the_cross_ends(window: Window, key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.events() == (Quit(), Quit())


def test_a_finger_on_its_way_to_one_key_doesnt_tap_another(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    flagged, calm = states("en")["wrong"], states("en")["turn"]
    window.show(flagged)
    window.events()
    keys = place_panel(panel_of(calm), window.frame).orders
    undo = next(button.rect.middle for button in keys if button.choice.key == "undo")
    now += 10.0
    window.show(calm)  # the flag is lowered by itself
    window.present()
    now += 0.2
    tap_at = Event(MOUSEBUTTONDOWN, button=1, pos=(round(undo[0]), round(undo[1])), touch=False)
    post(tap_at)
    assert window.events() == ()
    now += 1.0
    post(tap_at)
    assert window.events() == (Tapped("undo"),)


def test_the_menu_opens_on_its_first_sheet(window: Window) -> None:
    keys = tuple(Key(str(number), f"number {number}") for number in range(60))
    page = Page("menu", "Menu", keys=keys, feet=(Key("close", "Close"),))
    window.show(states("en")["turn"])
    window.page(page)
    window.present()
    first = window._shown
    window._sheet = 1
    assert window._shown != first
    window.page(None)
    window.present()
    window.page(page)
    assert window._shown == first


@pytest.mark.parametrize("size", [(480, 320), (1200, 720), (1280, 720), (480, 800), (720, 1280), (300, 200)])
def test_a_button_is_tapped_where_it_is_seen_on_every_screen(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(size, hidden=True)
    window.show(_asking())
    window.present()
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).astype(int)
    canvas = window.frame.size
    scale = canvas[0] / size[0]
    assert scale == pytest.approx(canvas[1] / size[1], abs=0.01)
    assert scale == 1 or size == (300, 200), "only a tiny window shows a smaller picture"
    rect = place_panel(panel_of(_asking()), window.frame).answers[0].rect
    inside = [
        (x, y)
        for x in range(0, size[0], 4)
        for y in range(0, size[1], 4)
        if rect.inset(4).holds(x * scale, y * scale)
    ]
    paper = [np.abs(shown[x, y] - PAPER).max() < 30 for x, y in inside]
    assert np.mean(paper) > 0.7, "the button is drawn where it is tapped"
    for x, y in inside[:: len(inside) // 5]:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False))
        finger = {"x": x / size[0], "y": y / size[1], "touch_id": 0, "finger_id": 0}
        pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, **finger, dx=0, dy=0, pressure=1))
        assert window.events() == (Tapped("answer:yes"),) * 2
    window.close()


def test_a_window_that_is_drawn_larger_is_laid_out_again(window: Window) -> None:
    window.show(_asking())
    pygame.display.set_mode((1280, 720))
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1280, 720), w=1280, h=720))
    window.events()
    window.events()
    assert window.frame == frame_of((1280, 720))
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).astype(int)
    x, y = map(round, place_panel(panel_of(_asking()), window.frame).answers[0].rect.middle)
    assert np.abs(shown[x + 60, y] - PAPER).max() < 30


def _tap(window: Window, x: float, y: float) -> object:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False))
    return window.events()


def test_a_tap_on_the_board_asks_for_the_names_of_holes(window: Window) -> None:
    window.show(_scene())
    assert _tap(window, 200, 200) == (), "nobody taps here"
    window.show(altered(_scene(), taps=True))
    assert _tap(window, 200, 200) == (Tapped("names"),)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_n))
    assert window.events() == (Tapped("night"),)


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_panel_that_hangs_turned_shows_the_picture_upright_and_finds_fingers(
    monkeypatch: pytest.MonkeyPatch, turned: int
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    panel = (480, 800) if turned in (90, 270) else (800, 480)
    window = Window(panel, turned=turned, hidden=True)
    window.show(_asking())
    window.present()
    screen = pygame.display.get_surface()
    upright = pygame.transform.rotate(screen, turned)
    assert upright.get_size() == (800, 480)
    x, y = place_panel(panel_of(_asking())).answers[0].rect.middle
    assert upright.get_at((round(x), round(y) - 24))[:3] == DAY.paper
    across, down = x / 800, y / 480
    u, v = {90: (1 - down, across), 180: (1 - across, 1 - down), 270: (down, 1 - across)}[turned]
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=u, y=v, finger_id=0))
    assert window.events() == (Tapped("answer:yes"),)
    window.turn(0)
    assert window.frame.size == panel, "and it is turned back while it is open"
    window.close()


@pytest.mark.parametrize("driver", ["dummy", "x11"])
def test_a_missing_display_is_reported_and_no_window_is_faked(
    monkeypatch: pytest.MonkeyPatch, driver: str
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    monkeypatch.setenv("DISPLAY", ":4711")
    with pytest.raises(NoDisplay, match="no display"):
        Window()


def test_nothing_is_complained_of_where_there_is_no_display() -> None:
    surroundings = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR")
    }
    program = "from toc_pi.screen.display import *\ntry: Display()\nexcept NoDisplay: print('none')\n"
    ended = subprocess.run(
        [sys.executable, "-c", program], env=surroundings, capture_output=True, text=True, check=True
    )
    if Path("/dev/dri").is_dir():
        pytest.skip("this machine has a graphics card")
    complaints = [line for line in ended.stderr.splitlines() if "avx2" not in line.lower()]
    assert (ended.stdout, complaints) == ("none\n", [])


def test_a_real_window_opens_draws_takes_a_click_and_closes(display: Display, tmp_path: Path) -> None:
    shot = tmp_path / "window.png"
    command = [sys.executable, Path(__file__).with_name("evening.py"), shot, str(PATIENCE_S)]
    program = subprocess.Popen(command, env=display.surroundings, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    assert program.stdout.readline() == "ready x11\n"
    yes = place_panel(panel_of(_asking())).answers[0].rect.middle
    display.xdotool("mousemove", *map(round, yes), "click", "1")
    assert program.stdout.readline() == "Tapped(choice='answer:yes', key=None)\n"

    def asked(*words: str) -> str:
        return subprocess.check_output(["xdotool", *words], env=display.surroundings, text=True)

    assert asked("getwindowname", asked("getmouselocation").partition("window:")[2].strip()) == "toc-pi\n"
    display.xdotool("key", "q")
    assert program.stdout.readline() == "Quit()\n"
    assert program.wait(PATIENCE_S) == 0
    program.stdout.close()
    picture = cv2.imread(str(shot))
    assert picture.shape == (480, 800, 3)
    assert picture.std() > 20


@pytest.mark.parametrize("managed", [False, True])
def test_a_window_fills_a_screen_without_a_window_manager(tmp_path: Path, managed: bool) -> None:
    if missing := missing_tools():
        pytest.skip(f"{' and '.join(missing)} missing (apt install xvfb xdotool)")
    with open_display(tmp_path, (1280, 720)) as display:
        program = f"""
from toc_pi.screen import display as screen
if {managed}:
    screen.has_window_manager = lambda: True
from toc_pi.screen.window import Window
window = Window()
print(window._display.canvas.get_size(), screen.has_window_manager(), flush=True)
window.close()
"""
        told = subprocess.run(
            [sys.executable, "-c", program],
            env=display.surroundings,
            capture_output=True,
            text=True,
            check=True,
        )
    assert told.stdout.splitlines()[-1] == ("(1178, 605) True" if managed else "(1280, 720) False")


def test_a_teaching_page_is_shown_over_the_game_and_its_keys_are_reported(
    window: Window, tmp_path: Path
) -> None:
    scene = _scene()
    game = _picture(window, scene, tmp_path / "game.bmp")
    feet = (Key("where", "Rule"), Key("close", "OK"))
    guide = Page("help", "Why?", "Because.", feet=feet, shape=Shape.TEXT, pawns=scene.board.pawns)
    window.guide(guide)
    window.show(altered(scene, hint="A hand is over the board"))
    window.save(tmp_path / "guide.bmp")
    shown = cv2.imread(str(tmp_path / "guide.bmp"))
    assert (np.asarray(shown)[..., ::-1] != game).any(axis=-1).mean() > 0.2
    placed = place_page(guide, SIZE)
    window.events()
    for key, rect in placed.keys:
        at = (round(rect.middle[0]), round(rect.middle[1]))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at, touch=False))
        assert window.events() == (Tapped(key.key, key),)
    window.guide(None)
    assert (_picture(window, scene, tmp_path / "again.bmp") == game).all()
