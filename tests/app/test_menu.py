"""The menu: every page is reached, the impossible isn't offered, and a tap requests what its key says."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from taps import meant, tapped

from calibration.board.board_file import load_board
from calibration.holes import Seat
from hardware.panel import Backlight, find_backlight, heat_c, may_switch_off
from toc_pi.app.menu import (
    Bright,
    ChangedAnswers,
    GameListEntry,
    GameTap,
    Learn,
    MenuContext,
    MenuOverlay,
    MenuPage,
    Name,
    PowerOff,
    RestartRequest,
    menu_page,
)
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import SetupState
from toc_pi.languages import LANGUAGES, Language
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.pages.page import Page
from toc_pi.screen.scene import opening
from toc_pi.screen.window import Tapped

ALL = MenuContext(
    Answers(names={Seat("a"): "Léa"}),
    games=(
        GameListEntry(2, "Yesterday evening", 1, ()),
        GameListEntry(1, "Friday evening", 61, ("Léa", "Red"), ("Léa", "Red")),
    ),
    brightness=0.5,
    may_switch_off=True,
    rules=load_ruleset("quebec"),
    begun=True,
    diagnosis=(("version", "1"), ("heat", "51 °C"), ("settings", "/etc/toc-pi/settings.toml")),
)
NOTHING = MenuContext(Answers(), may_begin=False)


def keys(page: Page) -> list[str]:
    return [key.key for key in (*page.keys, *page.feet) if not key.plain]


def test_an_earlier_game_says_who_won_unless_that_can_not_be_read() -> None:
    games = tuple(
        GameListEntry(n, "Friday", 9, who) for n, who in enumerate(((), ("Léa",), ("Léa", "Tom"), None))
    )
    page = menu_page("games", replace(ALL, games=games))
    told = [(key.below or "").partition(".")[0] for key in page.keys if key.key.startswith("game:")]
    assert told == ["Not finished", "Léa won", "Léa and Tom won", "Its end can't be read"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_reached_and_leads_back(language: Language) -> None:
    facts = replace(ALL, answers=replace(ALL.answers, language=language))
    first = MenuPage("menu")
    met = {first: menu_page("menu", facts)}
    waiting = [first]
    games = [MenuPage("games", "1"), MenuPage("games", "2")]
    wishes = []
    while waiting:
        page = met[waiting.pop()]
        for key in keys(page):
            wish = meant(page, key)
            if isinstance(wish, MenuPage) and wish not in games:
                if wish not in met:
                    met[wish] = menu_page(wish.name, facts, wish.at)
                    waiting.append(wish)
            else:
                wishes.append(wish)
    places = {one.at for one in met if one.name == "rules"}
    assert {one.name for one in met} == set(get_args(Name)) - {"off-failed"}
    assert {"", "play", "play/aim", "cards", "questions", "questions/king"} <= places
    aim = {"en": "Be the first", "fr": "Être le premier"}[language]
    assert met[MenuPage("rules", "play/aim")].text.startswith(aim)
    assert all(meant(page, "menu") == first for at, page in met.items() if at != first and not at.at)
    other: Language = "fr" if language == "en" else "en"
    for wish in (
        *(
            GameTap("pause"),
            GameTap("undo"),
            GameTap("night"),
            GameTap("names"),
            GameTap(""),
            PowerOff(),
            Bright(1.0),
        ),
        *(Learn("Léa"), Learn()),
        *games,
        *(
            RestartRequest(new=True),
            RestartRequest(step="ready", begun=True),
            RestartRequest(step="welcome", new=True),
        ),
        ChangedAnswers(replace(facts.answers, language=other)),
        ChangedAnswers(replace(facts.answers, sound="full")),
        ChangedAnswers(replace(facts.answers, speech=False)),
        ChangedAnswers(replace(facts.answers, letters="large")),
        ChangedAnswers(replace(facts.answers, hints="shown")),
        RestartRequest(replace(facts.answers, declare="strict")),
    ):
        assert wish in wishes


def test_without_a_voice_speech_cannot_be_switched_on_and_the_reason_is_said() -> None:
    mute = replace(ALL, voice=False)
    (speech,) = (key for key in menu_page("sound", mute).keys if key.key == "speech")
    assert speech.plain
    assert speech.on is None
    assert "espeak-ng" in speech.below
    state = SetupState(Answers(), "ready", voice=False)
    (said,) = (key.below for key in page_of(state).keys if key.key == "go:sound")
    assert "speech" not in said
    assert "speech" in next(
        key.below for key in page_of(replace(state, voice=True)).keys if key.key == "go:sound"
    )


def test_where_nobody_has_a_name_lessons_begin_at_once() -> None:
    assert meant(menu_page("menu", replace(ALL, answers=Answers())), "learn") == Learn("")


def test_what_is_impossible_is_not_offered() -> None:
    offered = keys(menu_page("menu", NOTHING))
    assert not {"new", "players", "declare", "brightness", "off"} & set(offered)
    assert {"pause", "undo", "language", "sound", "letters", "games", "diagnosis", "close"} <= set(offered)
    assert "rules" not in offered
    assert "leave" not in offered
    assert "leave" in keys(menu_page("menu", replace(NOTHING, may_close=True)))
    assert meant(menu_page("menu", replace(NOTHING, may_close=True)), "leave") == GameTap("leaving"), (
        "people are asked first"
    )
    assert "go-on" in keys(menu_page("menu", replace(NOTHING, paused=True)))


def test_where_the_camera_reads_cards_it_is_taught_the_pack_from_the_menu() -> None:
    reads = replace(ALL, answers=replace(ALL.answers, declare="camera"))
    assert "pack" in keys(menu_page("declare", reads))
    assert "pack" not in keys(menu_page("declare", ALL))
    assert meant(menu_page("declare", reads), "pack") == RestartRequest(step="pack", begun=True)


def test_a_game_goes_on_under_the_menu_and_a_tap_reaches_it() -> None:
    shown: list[Page | None] = []
    menu = MenuOverlay(shown.append, lambda: ALL)
    scene = opening(load_board("square-40"), {})
    assert not menu.takes(Tapped("undo"))
    assert menu.touch(Tapped("menu"), scene) is None
    assert shown[-1] is not None
    assert "off" not in keys(shown[-1]), "nobody may switch this machine off"
    assert menu.touch(tapped(shown[-1], "games"), scene) is None
    assert menu.touch(tapped(shown[-1], "menu"), scene) is None
    assert menu.touch(tapped(shown[-1], "undo"), scene) == GameTap("undo")
    assert shown[-1] is None


def test_one_choice_closes_the_menu_and_the_page_of_several_stays() -> None:
    shown: list[Page | None] = []
    menu = MenuOverlay(shown.append, lambda: ALL)
    scene = opening(load_board("square-40"), {})
    menu.touch(Tapped("menu"), scene)
    menu.touch(tapped(shown[-1], "language"), scene)
    assert menu.touch(tapped(shown[-1], "language:fr"), scene) == ChangedAnswers(
        replace(ALL.answers, language="fr")
    )
    assert shown[-1] is None
    menu.touch(Tapped("menu"), scene)
    menu.touch(tapped(shown[-1], "sound"), scene)
    louder = replace(ALL.answers, sound="full")
    assert menu.touch(tapped(shown[-1], "sound:full"), scene) == ChangedAnswers(louder)
    assert shown[-1] is not None
    assert [key.key for key in shown[-1].keys if key.on] == ["sound:full", "speech"]
    assert menu.touch(tapped(shown[-1], "speech"), scene) == ChangedAnswers(replace(louder, speech=False))


def test_a_machine_that_refuses_says_so() -> None:
    shown: list[Page | None] = []
    menu = MenuOverlay(shown.append, lambda: ALL, switch_off=lambda: False)
    scene = opening(load_board("square-40"), {})
    assert menu.touch(Tapped("menu"), scene) is None
    for key in ("off", "yes"):
        assert menu.touch(tapped(shown[-1], key), scene) is None
    assert shown[-1] is not None
    assert "can't" in shown[-1].title


def test_the_light_is_made_dark_but_never_quite(tmp_path: Path) -> None:
    assert find_backlight(tmp_path) is None
    folder = tmp_path / "panel"
    folder.mkdir()
    (folder / "max_brightness").write_text("31\n")
    (folder / "brightness").write_text("31\n")
    light = find_backlight(tmp_path)
    assert light is not None
    shown: list[Page | None] = []
    menu = MenuOverlay(shown.append, lambda: ALL, light)
    scene = opening(load_board("square-40"), {})
    menu.touch(Tapped("menu"), scene)
    for key in ("brightness", "bright:dark"):
        menu.touch(tapped(shown[-1], key), scene)
    assert (folder / "brightness").read_text() == "5"
    assert shown[-1] is not None
    assert [key.on for key in shown[-1].keys] == [True, False, False]
    light.set(0.0)
    assert (folder / "brightness").read_text() == "2"
    (folder / "brightness").unlink()
    assert Backlight(folder).level == 1.0


def test_only_a_service_that_may_switches_the_machine_off() -> None:
    service = {"INVOCATION_ID": "x", "NOTIFY_SOCKET": "y"}
    assert may_switch_off(service, lambda _: 's "yes"\n')
    assert not may_switch_off(service, lambda _: 's "challenge"\n')
    assert not may_switch_off(service, lambda _: None)
    assert not may_switch_off({}, lambda _: 's "yes"\n')


def test_a_machine_without_a_thermometer_says_nothing_of_heat(tmp_path: Path) -> None:
    assert heat_c(tmp_path / "temp") is None
    (tmp_path / "temp").write_text("51234\n")
    assert heat_c(tmp_path / "temp") == 51.234
