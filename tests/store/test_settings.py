"""The folders of files, and the valid settings of an evening."""

import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from toc_pi.app.setup.answers import answers_of
from toc_pi.errors import BadInput
from toc_pi.languages import translated
from toc_pi.store.settings import DataFolders, example_settings, find_places, load_settings, places_to_look
from toc_pi.store.table_config import RETIRED_KEYS, ROOM_KEYS, SETTINGS, TABLE_KEYS, is_camera

HOME = Path("/home/lucie")
IS_NO_KEY, PAWN_KEYS = "isn't a key", "diameter height kind white_face"


def test_one_variable_moves_everything_below_one_folder(tmp_path: Path) -> None:
    places = find_places({"TOC_PI_HOME": str(tmp_path), "XDG_STATE_HOME": "/elsewhere"}, HOME)
    for path in (places.settings, places.games, places.calibration):
        assert path.is_relative_to(tmp_path)


def test_a_user_has_folders_of_his_own() -> None:
    assert find_places({}, HOME).settings == HOME / ".config/toc-pi/settings.toml"
    assert find_places({"XDG_STATE_HOME": "/s"}, HOME).games == Path("/s/toc-pi/games.sqlite")


def test_a_service_uses_the_folders_that_it_is_given() -> None:
    places = find_places(
        {"STATE_DIRECTORY": "/var/lib/toc-pi", "CONFIGURATION_DIRECTORY": "/etc/toc-pi"}, HOME
    )
    assert places.settings == Path("/etc/toc-pi/settings.toml")
    assert places.games == Path("/var/lib/toc-pi/games.sqlite")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_example_is_a_valid_file(tmp_path: Path, language: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(example_settings(language))
    settings = load_settings(path)
    assert settings.language == language
    assert settings.board.name == "square-40"
    assert settings.rules == "quebec"
    chosen = (settings.declare, settings.hints, settings.letters, settings.turned)
    assert chosen == ("free", "asked", "normal", 0)


def test_a_setting_of_an_earlier_version_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('wiring = "lamps"\n' + example_settings("en"))
    assert load_settings(path).rules == "quebec"
    path.write_text("wirings = 1\n" + example_settings("en"))
    with pytest.raises(BadInput, match="wirings isn't a key") as caught:
        load_settings(path)
    assert {"wiring", "film"}.isdisjoint(str(caught.value).split())


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('language = "en"', 'language = "de"', 'language = "de"; allowed: en, fr'),
        ('camera = "auto"', 'camera = "usb x"', 'camera = "usb x"'),
        ('camera = "auto"', 'camera = "film"', 'camera = "film"'),
        ('declare = "free"', 'declare = "later"', 'declare = "later"; allowed: free, camera, strict'),
        ('hints = "asked"', "hints = 3", "hints = 3; allowed: silent, asked, first, shown"),
        ('letters = "normal"', 'letters = "huge"', 'letters = "huge"; allowed: normal, large'),
        ("turned = 0", "turned = 45", "turned = 45; allowed: 0, 90, 180, 270"),
        ("turned = 0", "turned = false", "turned = false; allowed: 0, 90, 180, 270"),
        ('first = "a"', 'first = "q"', 'first = "q"'),
        ('rules = "quebec"', "rules = true", "rules = true; allowed: a text"),
        ("height = 28.0", "height = 1979-05-27", "pawns.height = 1979-05-27; allowed: 1 to 100 mm"),
        ("white_face = false", 'white_face = "false"', 'pawns.white_face = "false"; allowed: true or false'),
        ("[pawns]", "pawns = true  #", "pawns = true; allowed: a table"),
        ('kind = "peg"', 'kind = ["peg"]', 'pawns.kind = ["peg"]; allowed: peg'),
        ('first = "a"', 'first = "a"\nfocal = inf', "focal = inf"),
        ('first = "a"', 'first = "a"\nfocal = 1e30', "focal = 1e+30"),
        ('first = "a"', 'first = "a"\ncorners = [[nan,1],[2,2],[3,3],[4,4]]', "corners = [[nan, 1]"),
        (
            'first = "a"',
            'first = "a"\nlangue = "fr"',
            f"langue {IS_NO_KEY}, perhaps language; allowed: board",
        ),
        ("[pawns]", "[pawn]", f"pawn {IS_NO_KEY}, perhaps pawns; allowed: board"),
        ("height =", "hieght =", f"pawns.hieght {IS_NO_KEY}, perhaps height; allowed: {PAWN_KEYS}"),
        ("white_face", "shine", f"pawns.shine {IS_NO_KEY}; allowed: {PAWN_KEYS}"),
        ("colours =", "colors =", f"colors {IS_NO_KEY}, perhaps colours; allowed: board"),
    ],
)
def test_a_setting_that_may_not_be(tmp_path: Path, old: str, new: str, fault: str) -> None:
    why = why_refused(tmp_path / "settings.toml", example_settings().replace(old, new))
    assert fault in why
    assert IS_NO_KEY not in translated(why, "fr")


def why_refused(path: Path, content: str) -> str:
    """The fault of settings, on one line."""
    path.write_text(content)
    with pytest.raises(BadInput) as refused:
        load_settings(path)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("content", ['a = "\n', "a = " + "[" * 5000, "a = 1\na = 2"])
def test_what_is_no_toml_is_reported_in_a_line(tmp_path: Path, content: str) -> None:
    assert "not TOML" in why_refused(tmp_path / "settings.toml", content)


def test_the_first_step_can_be_typed_as_it_stands(tmp_path: Path) -> None:
    """The folder of the settings is missing on a new machine; a blank in its name does no harm."""
    home = tmp_path / "a home"
    settings = find_places({"TOC_PI_HOME": str(home)}, HOME).settings
    with pytest.raises(BadInput) as refused:
        load_settings(settings)
    command = str(refused.value).partition("begin with: ")[2]
    typed = command.replace("toc-pi", f"{shlex.quote(sys.executable)} -m toc_pi")
    assert subprocess.run(["sh", "-c", typed], check=False).returncode == 0
    assert load_settings(settings).language == "en"


def test_names_of_cameras() -> None:
    assert all(map(is_camera, ("auto", "pi", "usb 0", "usb 9", "film /a b.mp4")))
    assert not any(map(is_camera, ("", "usb", "usb 10", "usb ²", "film ", "Pi", "auto ")))


def test_with_sudo_the_appliances_folders_are_looked_at(tmp_path: Path) -> None:
    own, appliance = (
        DataFolders(tmp_path / name / "config", tmp_path / name / "state") for name in ("own", "box")
    )
    for places in (own, appliance):
        places.state.mkdir(parents=True)
    assert places_to_look(own, {}, is_root=True, appliance=appliance) == own, "there is none"
    appliance.games.touch()
    assert places_to_look(own, {}, is_root=True, appliance=appliance) == appliance
    assert places_to_look(own, {}, is_root=False, appliance=appliance) == own
    assert places_to_look(own, {"TOC_PI_HOME": "/x"}, is_root=True, appliance=appliance) == own
    own.games.touch()
    assert places_to_look(own, {}, is_root=True, appliance=appliance) == own


def test_of_wrong_settings_the_set_up_keeps_what_is_usable() -> None:
    wrong = {"names": {"a": "Léa", "b": 5, "c": "x" * 17}, "colours": {"a": "red", "b": "pink"}, "turned": 45}
    answers = answers_of({**tomllib.loads(example_settings()), **wrong, "focal": "far", "night": True})
    assert (answers.names, answers.colours, answers.turned) == ({"a": "Léa"}, {"a": "red"}, 0)
    assert answers.others == {"night": True}


def test_every_setting_of_a_table_is_known_by_what_it_is_of() -> None:
    assert {*TABLE_KEYS} & {*ROOM_KEYS} == {"names", "pawns"}, "they may change during a game"
    assert {*TABLE_KEYS} | {*ROOM_KEYS} == {*SETTINGS, *RETIRED_KEYS}
    example = tomllib.loads(example_settings())
    assert {*example} <= {*SETTINGS}
    assert {key for key in SETTINGS if key not in example} == {
        *("hall", "ruleset", "players", "names", "standing", "corners", "focal"),
    }
