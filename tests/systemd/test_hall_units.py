"""The units of a hall and of a table's publisher have the network and nothing else; the game's has none."""

import os
import re
import shutil
import subprocess
import sys
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from toc_pi.cli import hall
from toc_pi.cli.main import parser_of
from toc_pi.hall.table.follower import Follower
from toc_pi.store.folder import hold
from toc_pi.store.hall import (
    LOCK,
    PASSWORD_FILE,
    PUBLISHED,
    HallFiles,
    HallNews,
    load_password,
    write_password,
)
from toc_pi.store.journal import Journal
from toc_pi.store.journal_reader import BEGINNING, read_added
from toc_pi.store.settings import APPLIANCE, SET_UP_FOLDER, find_places

ROOT = Path(__file__).parents[2]
NAMES = ("toc-pi", "toc-pi-publish", "toc-pi-hall")
GAME, PUBLISH, HALL = (ROOT / "systemd" / f"{name}.service" for name in NAMES)
PATH = PUBLISH.with_suffix(".path")
SOMEBODY, GROUP = 65533, 65532  # a user and a group that own nothing else
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


def test_the_publisher_is_a_user_of_its_own_that_may_read_what_the_game_keeps() -> None:
    (user,), (group,), (game,) = values(PUBLISH, "User"), values(PUBLISH, "Group"), values(GAME, "User")
    assert user != game == group
    users = (ROOT / "systemd" / "toc-pi.sysusers").read_text()
    assert f"\nu {user} -" in users
    assert f"\nu {game} -" in users
    assert values(GAME, "StateDirectoryMode") == values(PUBLISH, "StateDirectoryMode") == ["2750"]
    assert values(GAME, "UMask") == values(PUBLISH, "UMask") == ["0027"]
    (own,) = values(PUBLISH, "StateDirectory")
    assert own not in values(GAME, "StateDirectory")
    for unit in (GAME, PUBLISH):
        assert f"{PUBLISHED}={APPLIANCE.state.parent / own}" in values(unit, "Environment")
    (start,) = values(PUBLISH, "ExecStart")
    words = start.split()
    assert words[-2:] == ["toc-pi", "publish"]
    given = dict(word.split("=", 1) for word in words[1:-2])
    assert find_places(given, Path("/root")) == APPLIANCE


def publish_as_another(state: Path, own: Path) -> None:
    """Read a game and tell of it as another user, whose group is the game's."""
    os.setgroups([])
    os.setgid(GROUP)
    os.setuid(SOMEBODY)
    os.environ[PUBLISHED] = str(own)
    Follower(state / "games.sqlite", "hall t01", names=False, tell=print).look(1.0)
    added = read_added(state / "games.sqlite", BEGINNING)
    assert added is not None
    assert [game.number for game in added.games] == [1]
    assert load_password(state) == "secret"
    files = HallFiles(state)
    assert files.calls
    with hold(own / LOCK, "me", print):
        files.tell(HallNews("here"))
        files.leave()
        files.tell(HallNews("here"))
    for name in ("games.sqlite", "hall-call", PASSWORD_FILE):
        with pytest.raises(PermissionError):
            (state / name).open("ab")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become others")
def test_the_publisher_reads_what_the_game_keeps_and_changes_none_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with TemporaryDirectory() as made:
        top, own = Path(made), Path(made) / "published"
        top.chmod(0o755)
        state = top / "state"
        for folder, user in ((state, 0), (own, SOMEBODY)):
            folder.mkdir()
            os.chown(folder, user, GROUP)
            folder.chmod(0o2750)
        monkeypatch.setenv(PUBLISHED, str(own))
        journal = Journal(state / "games.sqlite")
        journal.begin({}, "2026-01-01T20:00:00")
        journal.flush()
        write_password(state, "secret")
        HallFiles(state).call(True)
        assert load_password(state) == "secret"
        assert read_added(state / "games.sqlite", BEGINNING) is not None
        if (child := os.fork()) == 0:
            status = 1
            try:
                publish_as_another(state, own)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert HallFiles(state).calls
        journal.close()


def test_it_runs_only_where_a_hall_was_joined_and_does_not_hold_up_the_game() -> None:
    passwords = [
        str(folder / PASSWORD_FILE) for folder in (APPLIANCE.config, APPLIANCE.state / SET_UP_FOLDER)
    ]
    assert values(PATH, "PathExists") == passwords
    assert values(PUBLISH, "ConditionPathExists") == [f"|{path}" for path in passwords]
    assert values(PUBLISH, "WantedBy") == [], "the path unit starts it"
    for key in ("Wants", "Requires", "BindsTo", "After", "Before"):
        assert not any(PUBLISH.stem in value for value in values(GAME, key))


def test_a_hall_gets_its_password_from_systemd_and_none_of_a_tables_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is missing (pip install toc-pi[hall])")
    (given,) = values(HALL, "LoadCredential")
    assert given.split(":")[0] == PASSWORD_FILE
    assert values(HALL, "InaccessiblePaths") == [f"-{APPLIANCE.state} -{APPLIANCE.config}"]
    write_password(tmp_path, "from systemd")
    (tmp_path / PASSWORD_FILE).chmod(0o440)  # as systemd 257 does, by an access list
    monkeypatch.setattr(os, "geteuid", lambda: SOMEBODY)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    served: list[str] = []
    monkeypatch.setattr(hall, "serve", lambda _database, account, *_rest: served.append(account.password))
    monkeypatch.setattr(hall, "interrupt_on_signals", lambda: None)
    parser = parser_of("hall")
    assert hall.execute("hall", parser.parse_args(["run", "--folder", str(tmp_path / "results")])) == 0
    assert served == ["from systemd"]
