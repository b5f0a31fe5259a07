"""`[hall]` of the settings: off unless it is there, checked like everything else, without a password."""

import os
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from toc_pi.app.setup.answers import answers_of, settings_of
from toc_pi.errors import BadInput
from toc_pi.store.hall import PASSWORD_FILE, load_password, read_hall
from toc_pi.store.settings import DataFolders, example_settings, load_settings, write_settings

PATH = Path("/etc/toc-pi/settings.toml")
GOOD = {"broker": "mqtts://hall.example:8883", "table": "t07"}


def test_without_it_a_table_is_in_no_hall(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(example_settings())
    assert load_settings(path).hall is None


def test_it_is_read_with_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'{example_settings()}[hall]\nbroker = "mqtt://10.0.0.1"\ntable = "t07"\n')
    hall = load_settings(path).hall
    assert hall is not None
    assert (hall.table, hall.hall, hall.names, hall.home_assistant) == ("t07", "hall", False, False)


def test_it_stays_when_settings_are_changed_on_the_screen(tmp_path: Path) -> None:
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    write_settings(places, {**tomllib.loads(example_settings()), "hall": GOOD})
    answers = answers_of(tomllib.loads(places.settings.read_text()))
    write_settings(places, settings_of(replace(answers, language="fr")))
    changed = load_settings(places.settings)
    assert changed.language == "fr"
    assert changed.hall is not None
    assert changed.hall.table == "t07"


def test_its_authority_is_beside_the_settings() -> None:
    hall = read_hall({"hall": GOOD | {"authority": "hall.pem"}}, PATH)
    assert hall is not None
    assert hall.authority == Path("/etc/toc-pi/hall.pem")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"broker": "http://hall"}, "hall.broker"),
        ({"broker": "mqtts://ann:secret@hall"}, "hall.broker"),
        ({"table": "T 7"}, "hall.table"),
        ({"hall": "a/b"}, "hall.hall"),
        ({"names": "yes"}, "hall.names"),
        ({"password": "secret"}, "hall.password isn't a key"),
        ({"authority": 7}, "hall.authority"),
        ({"certificate": "abcd"}, "hall.certificate"),
    ],
)
def test_what_is_wrong_in_it_is_told(change: dict[str, object], told: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_hall({"hall": GOOD | change}, PATH)
    assert told in str(refused.value)


def test_all_its_faults_are_told_at_once() -> None:
    with pytest.raises(BadInput) as refused:
        read_hall({"hall": {}}, PATH)
    assert "hall.broker" in str(refused.value)
    assert "hall.table" in str(refused.value)
    with pytest.raises(BadInput):
        read_hall({"hall": 7}, PATH)


def test_a_password_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="add-table"):
        load_password(tmp_path)
    path = tmp_path / PASSWORD_FILE
    path.write_text("secret\n")
    path.chmod(0o644)
    with pytest.raises(BadInput, match="chmod 600"):
        load_password(tmp_path)
    path.chmod(0o600)
    assert load_password(tmp_path) == "secret"


def test_a_password_of_somebody_else_may_be_read_by_its_group_but_not_by_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / PASSWORD_FILE
    path.write_text("secret\n")
    path.chmod(0o440)
    with pytest.raises(BadInput, match="chmod 600"):
        load_password(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    assert load_password(tmp_path) == "secret"
    path.chmod(0o444)
    with pytest.raises(BadInput, match="chmod 600"):
        load_password(tmp_path)


def test_a_password_that_is_a_pipe_or_far_too_long_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / PASSWORD_FILE
    os.mkfifo(path, 0o600)
    with pytest.raises(BadInput, match="can't be read"):
        load_password(tmp_path)
    path.unlink()
    path.write_text("a" * 3_000_000)
    path.chmod(0o600)
    with pytest.raises(BadInput, match="can't be read"):
        load_password(tmp_path)
