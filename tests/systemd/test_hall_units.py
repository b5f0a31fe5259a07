"""The units of a hall and of a table's publisher have the network and nothing else; the game's has none."""

import re
import shutil
import subprocess
from argparse import ArgumentParser
from pathlib import Path

import pytest

from toc_pi.cli import hall
from toc_pi.store.hall_settings import PASSWORD_FILE, write_password
from toc_pi.store.settings import APPLIANCE, SET_UP_FOLDER

ROOT = Path(__file__).parents[2]
NAMES = ("toc-pi", "toc-pi-publish", "toc-pi-hall")
GAME, PUBLISH, HALL = (ROOT / "systemd" / f"{name}.service" for name in NAMES)
PATH = PUBLISH.with_suffix(".path")
both = pytest.mark.parametrize("unit", [PUBLISH, HALL], ids=["publish", "hall"])


def values(unit: Path, key: str) -> list[str]:
    """What a unit says of a key."""
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    """Ask systemd."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing (apt install systemd)")
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("unit", [PUBLISH, HALL, PATH], ids=["publish", "hall", "path"])
def test_systemd_takes_it_without_a_word(unit: Path, tmp_path: Path) -> None:
    if unit == PATH:
        shutil.copy(PUBLISH, tmp_path)
    alone = shutil.copy(unit, tmp_path)  # systemd would read the game's unit, too
    verified = analyze("verify", str(alone))
    assert (verified.returncode, verified.stderr) == (0, "")


@both
def test_it_is_shut_in_but_for_the_network(unit: Path) -> None:
    scored = analyze("security", "--offline=true", "--threshold=15", str(unit))
    assert scored.returncode == 0, scored.stdout[-200:]
    assert values(unit, "PrivateDevices") == ["yes"]
    assert values(unit, "RestrictAddressFamilies") == ["AF_INET AF_INET6 AF_UNIX"]


def test_the_game_has_no_network() -> None:
    assert values(GAME, "PrivateNetwork") == ["yes"]
    assert "AF_INET" not in values(GAME, "RestrictAddressFamilies")[0]


def test_both_share_their_folders_and_their_user() -> None:
    for key in ("User", "StateDirectory", "ConfigurationDirectory", "UMask"):
        assert values(PUBLISH, key) == values(GAME, key)


def test_it_runs_only_where_a_hall_was_joined_and_does_not_hold_up_the_game() -> None:
    passwords = [
        str(folder / PASSWORD_FILE) for folder in (APPLIANCE.config, APPLIANCE.state / SET_UP_FOLDER)
    ]
    assert values(PATH, "PathExists") == passwords
    assert values(PUBLISH, "ConditionPathExists") == [f"|{path}" for path in passwords]
    assert values(PUBLISH, "WantedBy") == [], "the path unit starts it"
    assert "toc-pi-publish" not in GAME.read_text()


def test_a_hall_gets_its_password_from_systemd_and_none_of_a_tables_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is missing (pip install toc-pi[hall])")
    (given,) = values(HALL, "LoadCredential")
    assert given.split(":")[0] == PASSWORD_FILE
    assert values(HALL, "InaccessiblePaths") == [f"-{APPLIANCE.state} -{APPLIANCE.config}"]
    write_password(tmp_path, "from systemd")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    served: list[str] = []
    monkeypatch.setattr(hall, "serve", lambda _database, account, *_rest: served.append(account.password))
    monkeypatch.setattr(hall, "interrupt_on_signals", lambda: None)
    parser = ArgumentParser()
    hall.prepare("hall", parser)
    assert hall.execute("hall", parser.parse_args(["run", "--folder", str(tmp_path / "results")])) == 0
    assert served == ["from systemd"]
