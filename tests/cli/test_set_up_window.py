"""`toc-pi play` without settings: a real window, set up by touch alone, without a camera and with a film."""

import signal
import time
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import cv2
import pytest
from drawn import draw_attic
from fingers import Finger
from own_display import SCREEN, Display, missing_tools, open_display
from patience import PATIENCE_S
from played import playing, wait
from taps import tap

from calibration.appearance.pawn_set import PawnSet
from calibration.board.board import Point
from calibration.board.board_file import load_board
from calibration.holes import Seat
from calibration.new_board.description import BoardDescription
from toc_pi.app.menu import MenuContext, menu_page
from toc_pi.app.setup.answers import Answers, answers_of, settings_of
from toc_pi.app.setup.setting_up import begin, seen_table
from toc_pi.app.setup.setting_up import learnt as learnt_board
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import CameraStatus, SeenPawns, SetupState
from toc_pi.app.setup.setup_window import cameras
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.frames import Size, frame_of
from toc_pi.screen.layout import place_menu
from toc_pi.screen.pages.page import place_page
from toc_pi.screen.pages.tapping import place_taps
from toc_pi.screen.pages.tapping_draw import GREEN_ON
from toc_pi.screen.palette import DAY
from toc_pi.store.games import list_games
from toc_pi.store.people import Families
from toc_pi.store.settings import load_settings

ATTIC: Size = (1280, 720)
CORNERS = ((300.0, 60.0), (900.0, 60.0), (900.0, 660.0), (300.0, 660.0))
WOOD = (205, 170, 110)
SAMPLE = Path(str(files("toc_pi.data") / "sample"))


# fmt: off
ANSWERED = (
    "language:fr", "camera:none", "board:square-40", "seat:a", "name", "letter:L", "letter:O", "named",
    "next", "rules:quebec", "teams:alone", "first:b", "next",
)
CORRECT = (
    "language:fr", "next", "next", "rules:quebec", "white:yes", "teams:pairs", "first:c", "next",
)
# fmt: on
MAX_TAPS = 13
HASTY = ("camera", "board", "players")


def test_a_table_is_set_up_by_touch_alone_and_its_language_changed_in_the_menu(
    tmp_path: Path, display: Display
) -> None:
    finger, state = Finger(display, SCREEN), begin(cameras=cameras())

    def answer(state: SetupState, key: str) -> SetupState:
        finger.tap(page_of(state, CameraStatus(fault="missing")), key)
        return tap(state, key)

    with playing(tmp_path, display.surroundings) as (process, said):
        for key in ANSWERED:
            state = answer(state, key)
        assert state.wish == "play"
        wait(lambda: "Au tour de Bleu" in said.read_text())
        settings = load_settings(tmp_path / "config" / "settings.toml")
        assert (settings.language, settings.camera, settings.first) == ("fr", "none", "b")
        assert settings.names == {"a": "Lo"}
        finger.touch(*place_menu(frame_of(SCREEN))[0].rect.middle)
        facts = MenuContext(state.answers, may_close=True, rules=load_ruleset("quebec"))
        window = display.windows("toc-pi")
        finger.tap(menu_page("menu", facts), "language")
        finger.tap(menu_page("language", facts), "language:en")
        wait(lambda: load_settings(tmp_path / "config" / "settings.toml").language == "en")
        display.wait_for(DAY.wood, (slice(100, 300), slice(100, 300)), 2000)
        finger.touch(*place_menu(frame_of(SCREEN))[0].rect.middle)
        finger.wait_for(menu_page("menu", replace(facts, answers=replace(state.answers, language="en"))))
        assert display.windows("toc-pi") == window, "it is the same window"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 130
        assert "Traceback" not in said.read_text()
    assert len(list_games(tmp_path / "state" / "games.sqlite")) == 1, "the game went on in the other language"


def test_a_known_table_plays_after_one_tap_with_a_camera(tmp_path: Path, display: Display) -> None:
    clip = tomllib.loads((SAMPLE / "clip.toml").read_text("utf-8"))
    table = {key: value for key, value in clip.items() if key not in ("name", "film", "setup")}
    stored = {**table, "camera": f"film {SAMPLE / 'film.mp4'}", "language": "en"}
    Families(tmp_path / "state").remember(stored)
    finger = Finger(display, SCREEN)
    with playing(tmp_path, display.surroundings) as (process, said):
        finger.tap(page_of(begin((answers_of(stored),))), "same:0")
        wait(lambda: "Red" in said.read_text())
        assert finger.taps == 1, "the card of the first move is the second tap"
        wait((tmp_path / "state" / "calibration").is_file)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 130


@pytest.mark.parametrize("hasty", [False, True])
def test_an_unknown_table_is_judged_after_a_few_taps_with_what_the_camera_proposes(
    tmp_path: Path, display: Display, *, hasty: bool
) -> None:
    """From nothing at all to the first verdict, also for people who go on before the board is found."""
    film = f"film {Path(__file__).parents[1] / 'data' / 'short' / 'film.mp4'}"
    colours = {Seat("a"): "black", Seat("b"): "yellow", Seat("c"): "red", Seat("d"): "green"}
    seen = SeenPawns(colours, PawnSet("peg", 26.0, 6.0, white_face=False))
    finger, looked = Finger(display, SCREEN), CameraStatus(pictures=True, board="square-40")
    state = begin(present=Answers(camera=film), cameras=cameras())
    with playing(tmp_path, display.surroundings, "--camera", film) as (_, said):
        for key in (*CORRECT[:2], "next", *CORRECT[2:]) if hasty else CORRECT:
            if state.step == ("side" if hasty else "camera"):
                state = seen_table(state, "square-40", seen)
            if hasty and state.step in HASTY:  # their pages change with the search: their feet stand still
                time.sleep(1.0)
                feet = place_page(page_of(state, CameraStatus(pictures=True)), SCREEN).keys
                finger.touch(*next(rect.middle for each, rect in feet if each.key == key))
            else:
                finger.tap(page_of(state, looked), key)
            state = tap(state, key)
        assert state.wish == "play"
        wait(lambda: " 1. Rouge" in said.read_text())
    judged = next(line for line in said.read_text().splitlines() if " 1. Rouge" in line)
    assert judged.endswith("permis.")
    assert finger.taps <= MAX_TAPS
    settings = load_settings(tmp_path / "config" / "settings.toml")
    table = settings
    assert settings.camera == "auto", "the camera of the command line is for this evening"
    assert (table.colours, table.pawns.white_face) == (colours, True)


@pytest.fixture(scope="module")
def attic(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Mapping[str, Point]]:
    """A film of an empty board, and where its holes are."""
    folder = tmp_path_factory.mktemp("attic")
    places = draw_attic(folder / "attic.png")
    picture = cv2.imread(str(folder / "attic.png"))
    writer = cv2.VideoWriter(str(folder / "attic.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 2.0, ATTIC)
    for _ in range(240):
        writer.write(picture)
    writer.release()
    return folder / "attic.avi", places


@pytest.mark.parametrize("size", [(800, 480), (480, 320)], ids=str)
def test_a_board_is_learnt_by_taps_inside_the_set_up(
    tmp_path: Path, size: Size, attic: tuple[Path, Mapping[str, Point]]
) -> None:
    """A camera that plays a film of an empty board: its corners and start holes are tapped in the picture."""
    if missing := missing_tools():
        pytest.skip(f"{' and '.join(missing)} missing (apt install xvfb xdotool)")
    film, places = attic
    stored = settings_of(Answers(language="fr", camera=f"film {film}"))
    Families(tmp_path / "state").remember(stored)
    state = begin((answers_of(stored),), cameras=cameras())
    learnt = tmp_path / "state" / "boards" / "own-1.toml"
    taps = place_taps(size, ATTIC)
    with open_display(tmp_path, size) as display, playing(tmp_path, display.surroundings) as (_, said):
        finger = Finger(display, size)
        for key in ("fresh", "language:fr", "next", "board:learn", "next"):
            if state.step == "camera":  # what the page of the camera says changes: its keys stand still
                found = place_page(page_of(state), size).keys
                time.sleep(1.0)
                finger.touch(*next(rect.middle for each, rect in found if each.key == key))
            else:
                finger.tap(page_of(state), key)
            state = tap(state, key)
        display.wait_for(WOOD, (slice(round(taps.bar) + 20, size[1]), slice(0, size[0])), 5000)
        time.sleep(0.5)
        for corner in CORNERS:
            finger.touch(*taps.on_canvas(corner))
        finger.touch(*taps.buttons["done"].middle)
        for seat in "abcd":
            finger.touch(*taps.on_canvas(places[f"{seat}0"]))
        finger.touch(*taps.buttons["done"].middle)
        rings = (slice(round(taps.bar), size[1]), slice(0, size[0]))
        display.wait_for(GREEN_ON, rings, 400)
        finger.touch(*taps.buttons["done"].middle)
        wait(learnt.is_file)
        told = BoardDescription("own-1", (), 400.0, camps="holes", home_entry=-2)
        finger.tap(page_of(learnt_board(state, str(learnt), told)), "next")
        finger.wait_for(page_of(tap(learnt_board(state, str(learnt), told), "next")))
        assert "Traceback" not in said.read_text()
    assert load_board(str(learnt)).seats == 4
