"""A key never ends an evening by itself; the camera's fault and the ways on fit beside the board."""

from collections.abc import Iterator

import pygame
import pytest
from screen_table import COLOURS, altered, board, tap

from calibration.holes import Seat
from toc_pi.effects import State, Turn
from toc_pi.languages import load_texts
from toc_pi.screen.changes import after
from toc_pi.screen.layout import place_panel
from toc_pi.screen.scene import Scene, opening, set_up, with_camera, with_hint, with_manual_input
from toc_pi.screen.scene_panel import panel_of
from toc_pi.screen.window import Quit, Tapped, Window

B = Seat("b")


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(hidden=True, asks=True)
    yield window
    window.close()


def post(*kinds: int) -> None:
    for kind in kinds:
        key = {} if kind == pygame.QUIT else {"key": kind}
        pygame.event.post(pygame.event.Event(pygame.QUIT if kind == pygame.QUIT else pygame.KEYDOWN, key))


def test_on_a_desktop_a_key_asks_and_the_close_button_closes(window: Window) -> None:
    post(pygame.K_ESCAPE, pygame.K_q, pygame.QUIT)
    assert window.events() == (Tapped("leaving"), Tapped("leaving"), Quit())


def test_nothing_closes_what_takes_the_whole_screen(window: Window) -> None:
    pygame.display.set_mode((800, 480), pygame.FULLSCREEN)
    post(pygame.K_ESCAPE, pygame.K_q, pygame.QUIT)
    assert window.events() == ()


def table() -> Scene:
    return after(opening(board(), COLOURS, "en", taps=True), Turn(0.0, 1, B))


def keys(scene: Scene) -> list[str]:
    return [choice.key for choice in panel_of(scene).answers]


def test_who_pressed_the_key_is_asked_and_may_stay() -> None:
    asked = tap(with_manual_input(table(), {}), "leaving")
    assert keys(asked) == ["leave", "stay"]
    for key in ("stay", "leaving"):
        stays = tap(asked, key)
        assert keys(stays) == []


def test_whatever_the_camera_does_not_see_there_is_a_way_on_without_it() -> None:
    unseen = table()
    assert keys(unseen) == ["by-hand"]
    assert keys(with_hint(unseen, "light a lamp")) == ["by-hand"]
    assert keys(set_up(unseen, {next(iter(unseen.board.face.holes)): "a"})) == ["by-hand"]
    for view in ("blind", "moved"):
        assert keys(after(altered(unseen, looked=True), State(1.0, view))) == ["by-hand"]
    assert keys(with_manual_input(unseen, {})) == []
    assert keys(opening(board(), COLOURS)) == [], "nobody can tap there"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_the_camera_lacks_is_the_headline_and_what_to_do_the_last_line(language: str) -> None:
    words = load_texts("screen", "fr" if language == "fr" else "en")["fault"]
    for fault in (key for key in words if not key.endswith("_below")):
        scene = with_manual_input(altered(table(), language=language), {}, fault)  # type: ignore[arg-type]
        panel = panel_of(scene)
        assert panel.box is not None
        assert (panel.box.headline, panel.status) == (words[fault], words[f"{fault}_below"])
        assert place_panel(panel).keys, "the game goes on"
    assert panel_of(with_camera(with_manual_input(table(), {}, "black"))).status == ""
