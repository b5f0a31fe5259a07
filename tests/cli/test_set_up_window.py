"""`toc-pi play` without settings: a real window, set up by touch alone, without a camera and with a film."""

import signal
import tomllib
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from fingers import Finger
from own_display import SCREEN, Display
from played import PATIENCE_S, playing, wait

from toc_pi.app.answers import answers_of
from toc_pi.app.menu import Facts, menu_page
from toc_pi.app.setting_up import SettingUp, begin, tap
from toc_pi.app.setup_pages import Look, page_of
from toc_pi.cli.setting_up import cameras
from toc_pi.screen.frames import frame_of
from toc_pi.screen.layout import place_menu
from toc_pi.screen.palette import DAY
from toc_pi.store.families import Families
from toc_pi.store.games import list_games
from toc_pi.store.settings import load_settings

SAMPLE = Path(str(files("toc_pi.data") / "sample"))


# fmt: off
ANSWERED = (
    "language:fr", "camera:none", "board:square-40", "seat:a", "name", "letter:L", "letter:O", "named",
    "next", "teams:alone", "rules:quebec", "next", "first:b", "declare:free", "hints:asked",
    "next", "next", "next",
)
# fmt: on


def test_a_table_is_set_up_by_touch_alone_and_its_language_changed_in_the_menu(
    tmp_path: Path, display: Display
) -> None:
    finger, state = Finger(display, SCREEN), begin(cameras=cameras())

    def answer(state: SettingUp, key: str) -> SettingUp:
        finger.tap(page_of(state, Look(lack="missing")), key)
        return tap(state, key)

    with playing(tmp_path, display.surroundings) as (process, said):
        for key in ANSWERED:
            state = answer(state, key)
        assert state.wish == "play"
        wait(lambda: "Au tour de Bleu" in said.read_text())
        settings = load_settings(tmp_path / "config" / "settings.toml")
        assert (settings.language, settings.camera, settings.table.first) == ("fr", "none", "b")
        assert settings.table.names == {"a": "Lo"}
        finger.touch(*place_menu(frame_of(SCREEN))[0].rect.middle)
        facts = Facts(state.answers)
        window = display.windows("toc-pi")
        finger.tap(menu_page("menu", facts), "language")
        finger.tap(menu_page("language", facts), "language:en")
        wait(lambda: load_settings(tmp_path / "config" / "settings.toml").language == "en")
        display.wait_for(DAY.wood, (slice(100, 300), slice(100, 300)), 2000)
        finger.touch(*place_menu(frame_of(SCREEN))[0].rect.middle)
        finger.wait_for(menu_page("menu", Facts(replace(state.answers, language="en"))))
        assert display.windows("toc-pi") == window, "it is the same window"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 130
        assert "Traceback" not in said.read_text()
    assert len(list_games(tmp_path / "state" / "games.sqlite")) == 1, "the game went on in the other language"


def test_a_known_table_plays_after_one_tap_with_a_camera(tmp_path: Path, display: Display) -> None:
    clip = tomllib.loads((SAMPLE / "clip.toml").read_text("utf-8"))
    table = {key: value for key, value in clip.items() if key not in ("name", "film", "setup")}
    told = {**table, "camera": f"film {SAMPLE / 'film.mp4'}", "language": "en"}
    Families(tmp_path / "state").remember(told)
    finger = Finger(display, SCREEN)
    with playing(tmp_path, display.surroundings) as (process, said):
        finger.tap(page_of(begin((answers_of(told),))), "same:0")
        wait(lambda: "Red" in said.read_text())
        assert finger.taps == 1, "the card of the first move is the second tap"
        wait((tmp_path / "state" / "calibration").is_file)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 130
