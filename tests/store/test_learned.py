"""Players' knowledge is stored by family and player; a damaged file is replaced."""

import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from evenings import places_in

from calibration.holes import Seat
from toc_pi.cli.evening_menu import SettingsInForce, open_help
from toc_pi.cli.starting import SessionConfig
from toc_pi.errors import DamagedStore
from toc_pi.store.people import HELP_FILE, MOST_FAMILIES, load_learned, save_learned
from toc_pi.store.settings import load_settings
from toc_pi.store.syncer import DiskWorker


def test_each_family_finds_its_own(tmp_path: Path) -> None:
    save_learned(tmp_path, "board square-40", {"red": {"out": (1, 3)}})
    save_learned(tmp_path, "names Léa Tom", {"Léa": {"!home-left": (2, 0), "split": (0, 99)}})
    assert load_learned(tmp_path, "names Léa Tom") == {"Léa": {"!home-left": (2, 0), "split": (0, 99)}}
    assert load_learned(tmp_path, "board square-40") == {"red": {"out": (1, 3)}}
    assert load_learned(tmp_path, "names Zoé") == {}


def test_the_oldest_family_gives_way(tmp_path: Path) -> None:
    for number in range(MOST_FAMILIES + 1):
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


def test_what_players_learn_is_kept_without_making_the_loop_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = places_in(tmp_path)
    begun = SessionConfig(places, places, load_settings(places.settings), True, lambda: None)
    disk, synced_by, sync = DiskWorker(), list[threading.Thread](), os.fsync

    def note_thread(file: int) -> None:
        synced_by.append(threading.current_thread())
        sync(file)

    monkeypatch.setattr(os, "fsync", note_thread)
    helping = open_help(SettingsInForce(begun), disk)
    helping.wanted = replace(helping.wanted, table="first", levels={})
    assert helping.explain(Seat("a"), ("split",))
    helping.did_right(Seat("a"), ("split",))
    disk.wait()
    assert synced_by
    assert threading.current_thread() not in synced_by
    learned = open_help(SettingsInForce(begun), disk)
    learned.wanted = helping.wanted
    assert not learned.explain(Seat("a"), ("split",)), "explained once, on an earlier evening"
