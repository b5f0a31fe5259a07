"""Players' knowledge is stored by family and player; a damaged file is replaced."""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from evenings import places_in

from calibration.holes import Seat
from toc_pi.app.session import SettingsInForce
from toc_pi.app.starting import SUCCEEDED_S, EveningAlive, PlayOptions, SessionConfig
from toc_pi.app.teaching.help_levels import open_help
from toc_pi.app.teaching.tutor import LessonProgressStore
from toc_pi.errors import DamagedStore
from toc_pi.store.folder import DiskWorker
from toc_pi.store.people import HELP_FILE, MAX_FAMILIES, load_learned, load_progress, save_learned
from toc_pi.store.settings import load_settings
from toc_pi.store.start_counter import Starts, last_good


def test_each_family_finds_its_own(tmp_path: Path) -> None:
    save_learned(tmp_path, "board square-40", {"red": {"out": (1, 3)}})
    save_learned(tmp_path, "names Léa Tom", {"Léa": {"!home-left": (2, 0), "split": (0, 99)}})
    assert load_learned(tmp_path, "names Léa Tom") == {"Léa": {"!home-left": (2, 0), "split": (0, 99)}}
    assert load_learned(tmp_path, "board square-40") == {"red": {"out": (1, 3)}}
    assert load_learned(tmp_path, "names Zoé") == {}


def test_the_oldest_family_gives_way(tmp_path: Path) -> None:
    for number in range(MAX_FAMILIES + 1):
        save_learned(tmp_path, f"names {number}", {"red": {"out": (1, 1)}})
    assert load_learned(tmp_path, "names 0") == {}
    assert load_learned(tmp_path, "names 1") == {"red": {"out": (1, 1)}}


@pytest.mark.parametrize(
    "content", ["[]", '{"a": {"b": {"c": [1]}}}', '{"a": {"b": {"c": [1, 100]}}}', "\x00"]
)
def test_a_damaged_file_is_put_aside(tmp_path: Path, content: str) -> None:
    (tmp_path / HELP_FILE).write_text(content)
    with pytest.raises(DamagedStore, match="put aside"):
        load_learned(tmp_path, "names")
    assert load_learned(tmp_path, "names") == {}
    assert len(list(tmp_path.iterdir())) == 1, "nothing is lost"


@pytest.fixture
def synced_by(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[threading.Thread]]:
    """The threads that wait for the disk; at the end there were some, and the test's own isn't among them."""
    threads, sync = list[threading.Thread](), os.fsync

    def note_thread(file: int) -> None:
        threads.append(threading.current_thread())
        sync(file)

    monkeypatch.setattr(os, "fsync", note_thread)
    yield threads
    assert threads
    assert threading.current_thread() not in threads


def begun_in(folder: Path) -> SessionConfig:
    places = places_in(folder)
    settings = load_settings(places.settings)
    return SessionConfig(PlayOptions(print), places, places, settings, True, lambda: None)


def test_what_players_learn_is_kept_without_making_the_loop_wait(
    tmp_path: Path, synced_by: list[threading.Thread]
) -> None:
    begun = begun_in(tmp_path)
    disk = begun.disk
    synced_by.clear()
    helping = open_help(begun, SettingsInForce(begun).answers)
    helping.answers = replace(helping.answers, hints="first", levels={})
    assert helping.explain(Seat("a"), ("split",))
    helping.did_right(Seat("a"), ("split",))
    disk.wait()
    learned = open_help(begun, SettingsInForce(begun).answers)
    learned.answers = helping.answers
    assert not learned.explain(Seat("a"), ("split",)), "explained once, on an earlier evening"


def test_a_setting_changed_in_the_menu_is_kept_without_making_the_loop_wait(
    tmp_path: Path, synced_by: list[threading.Thread]
) -> None:
    begun = begun_in(tmp_path)
    disk = begun.disk
    synced_by.clear()
    tonight = SettingsInForce(begun)
    for volume in ("low", "off"):
        tonight.change(replace(tonight.answers, sound=volume))
    disk.wait()
    assert load_settings(tonight.places.settings).sound == "off"


def test_a_folder_that_refuses_a_setting_is_told_and_the_evening_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    begun = begun_in(tmp_path)
    disk = begun.disk
    tonight = SettingsInForce(begun)
    for folder in (begun.places.config, begun.places.state):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "away").write_text("")
    away = replace(begun.places, config=begun.places.config / "away", state=begun.places.state / "away")
    tonight.begun = replace(begun, usual=away)
    tonight.change(replace(tonight.answers, sound="low"))
    disk.wait()
    assert "can't be written" in capfd.readouterr().out
    assert load_settings(tonight.places.settings).sound == "low"


@pytest.mark.usefixtures("synced_by")
def test_stars_are_kept_without_making_the_loop_wait(tmp_path: Path) -> None:
    disk = DiskWorker()
    keeper = LessonProgressStore(tmp_path, "Zoe", disk, print)
    keeper.keep({"coming-out": 3})
    keeper.keep({"coming-out": 3, "four-back": 2})
    disk.wait()
    assert load_progress(tmp_path, "Zoe") == {"coming-out": 3, "four-back": 2}


def test_a_start_that_succeeds_is_noted_without_making_the_loop_wait(
    tmp_path: Path, synced_by: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, begun_s = begun_in(tmp_path), time.monotonic()
    synced_by.clear()
    starts = Starts(begun.places.state)
    starts.begin()
    synced_by.clear()
    alive = EveningAlive(starts, begun.places, begun.disk)
    alive()
    monkeypatch.setattr(time, "monotonic", lambda: begun_s + SUCCEEDED_S + 1.0)
    alive()
    begun.disk.wait()
    assert last_good(begun.places).settings.exists()
