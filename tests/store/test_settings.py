"""Where files live and what the settings of an evening may say."""

from pathlib import Path

import pytest

from toc_pi.errors import BadInput
from toc_pi.store.settings import example_settings, find_places, load_settings

HOME = Path("/home/lucie")


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


def test_the_example_is_a_valid_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(example_settings())
    settings = load_settings(path)
    assert settings.table.board.name == "square-40"
    assert settings.table.rules == "quebec"


def test_without_settings_it_says_how_to_begin(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="toc-pi config --example"):
        load_settings(tmp_path / "settings.toml")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('language = "en"', 'language = "de"', "language = 'de'; allowed: en fr"),
        ('camera = "auto"', 'camera = "usb x"', "camera = 'usb x'"),
        ('camera = "auto"', 'camera = "film"', "camera = 'film'"),
        ('first = "a"', 'first = "q"', "first = 'q'"),
    ],
)
def test_a_setting_that_may_not_be(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(example_settings().replace(old, new))
    with pytest.raises(BadInput) as refused:
        load_settings(path)
    assert told in str(refused.value)
