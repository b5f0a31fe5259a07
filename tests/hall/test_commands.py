"""`toc-pi hall add-table` and the like: accounts are made and taken away by one command."""

import json
import re
from argparse import Namespace
from base64 import b64decode
from pathlib import Path

import pytest

from toc_pi.cli import publishing
from toc_pi.cli.main import main
from toc_pi.hall.core.decisions import _ORDERS
from toc_pi.hall.service.accounts import hashed, load_accounts
from toc_pi.hall.table.table_state import discovery_payload
from toc_pi.hall.wire.protocol import Topics, kinds
from toc_pi.store.folder import write_over
from toc_pi.store.hall import HallSettings, write_password
from toc_pi.store.settings import SET_UP_FOLDER, example_settings, find_places


def run(folder: Path, *words: str) -> int:
    """One call of `toc-pi hall`."""
    return main(["hall", *words, "--hall", "club", "--folder", str(folder)])


def test_a_table_gets_a_password_that_mosquitto_knows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "add-table", "t01") == 0
    password = capsys.readouterr().out.splitlines()[0].rpartition(" ")[2]
    stored = load_accounts(tmp_path, "club").known["t01"].hashed
    salt = b64decode(stored.split("$")[3])
    assert stored == hashed(password, salt)
    assert re.fullmatch("([a-hjkmnp-z]{4}-){3}[a-hjkmnp-z]{4}", password), "letters that a screen can type"


def test_the_hall_gets_its_own_account_with_the_first_one(tmp_path: Path) -> None:
    run(tmp_path, "add-table", "t01")
    password = tmp_path / "hall-password"
    assert password.stat().st_mode & 0o077 == 0
    run(tmp_path, "add-arbiter", "ann")
    assert {name: one.role for name, one in load_accounts(tmp_path, "club").known.items()} == {
        "ann": "arbiter",
        "hall": "hall",
        "t01": "table",
    }


def test_a_stolen_table_is_taken_away_by_one_command(tmp_path: Path) -> None:
    run(tmp_path, "add-table", "t01")
    assert run(tmp_path, "remove-table", "t01") == 0
    assert "t01" not in (tmp_path / "passwords").read_text() + (tmp_path / "access").read_text()


@pytest.mark.parametrize(
    "words",
    [("add-table",), ("add-table", "T 1"), ("remove-table", "t09"), ("remove-arbiter", "t01"), ("win",)],
)
def test_wrong_use_is_told_in_a_line(
    tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, "add-table", "t01")
    capsys.readouterr()
    assert run(tmp_path, *words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_fifty_tables_get_accounts_and_slips_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names, slips = [f"t{number:02}" for number in range(1, 51)], tmp_path / "slips.html"
    words = ("add-table", *names, "--slips", str(slips))
    assert run(tmp_path, *words) == 2, "where do the tables find the broker?"
    assert run(tmp_path, *words, "--broker", "mqtts://hall lan") == 2
    assert load_accounts(tmp_path, "club").known == {}, "all or none"
    capsys.readouterr()
    assert run(tmp_path, *words, "--broker", "mqtts://hall.lan") == 0
    assert slips.stat().st_mode & 0o077 == 0
    page, accounts = slips.read_text(), load_accounts(tmp_path, "club").known
    passwords = re.findall(r"<dd>((?:[a-z]{4}-){3}[a-z]{4})</dd>", page)
    assert len({*passwords}) == len(names)
    for name, password in zip(names, passwords, strict=True):
        assert f"<h2>{name}</h2>" in page
        assert accounts[name].hashed == hashed(password, b64decode(accounts[name].hashed.split("$")[3]))
    assert not {*passwords} & {*re.split(r"\s", capsys.readouterr().out)}, "they are in the file alone"
    assert run(tmp_path, "add-table", "t51", *words[-2:], "--broker", "mqtts://hall.lan") == 2
    assert "t51" not in load_accounts(tmp_path, "club").known, "slips that weren't printed yet are kept"
    assert run(tmp_path, "remove-table", *names) == 0
    assert {*load_accounts(tmp_path, "club").known} == {"hall"}


def test_every_order_of_the_schema_is_known_to_the_core() -> None:
    assert {*kinds()["order"].schema["properties"]["do"]["enum"]} == {*_ORDERS}


def test_home_assistant_is_told_one_device_with_three_things() -> None:
    found = json.loads(discovery_payload("club", "t01", "fr"))
    assert found["state_topic"] == Topics("club")("state", "t01")
    assert {key: part["p"] for key, part in found["cmps"].items()} == {
        "turn": "sensor",
        "captured": "binary_sensor",
        "wrong": "binary_sensor",
    }
    assert len({part["unique_id"] for part in found["cmps"].values()}) == 3
    assert found["dev"]["ids"] == "toc_club_t01"


def test_settings_changed_on_the_screen_still_find_what_is_beside_the_first_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    monkeypatch.setattr(publishing, "interrupt_on_signals", lambda: None)
    first = find_places({"TOC_PI_HOME": str(tmp_path)}, Path.home())
    write_password(first.config, "abcd")
    authority = first.config / "hall.crt"
    authority.write_text("")
    place = '[hall]\nbroker = "mqtts://hall"\ntable = "t01"\nauthority = "hall.crt"\n'
    write_over(first.state / SET_UP_FOLDER / first.settings.name, (example_settings() + place).encode())
    used: list[tuple[Path | None, str]] = []

    def publish(_follower: object, _files: object, settings: HallSettings, password: str, *_: object) -> None:
        used.append((settings.authority, password))
        raise KeyboardInterrupt

    monkeypatch.setattr(publishing, "publish", publish)
    assert publishing.execute("publish", Namespace()) == 0
    assert used == [(authority, "abcd")]
