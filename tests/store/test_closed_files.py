"""What merely can't be opened is left as it is, told with what to do, and used again once it can be."""

import errno
import os
import resource
import sqlite3
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from damages import Answer, ask, lose_rights, make_home
from journals import played, unfinished_in

from toc_pi.app.cards.learning import PackKeeper
from toc_pi.app.journaled_game import open_journal
from toc_pi.app.setup.finding import load_kept
from toc_pi.errors import BadInput
from toc_pi.hall.table.follower import Follower
from toc_pi.store.causes import cause_of, why_closed
from toc_pi.store.folder import DiskWorker, hold, is_held, write_over
from toc_pi.store.games import list_games
from toc_pi.store.journal import Journal
from toc_pi.store.people import Families, load_learned, save_learned
from toc_pi.store.settings import DataFolders

SOMEBODY = 65534  # a user who isn't this one
PLAY = ["play", "--no-screen"]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a table whose last game was ended by `kill -9`."""
    return make_home(tmp_path_factory.mktemp("whole") / "home", Random(3))


def home_of(whole: Path, folder: Path) -> Path:
    """A copy of them."""
    copy = folder / "home"
    for path in sorted(whole.rglob("*")):
        to = copy / path.relative_to(whole)
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file():
            to.write_bytes(path.read_bytes())
    return copy


def give_away(path: Path, mode: int) -> None:
    os.chown(path, SOMEBODY, SOMEBODY)
    path.chmod(mode)


def take_back(path: Path) -> None:
    os.chown(path, os.geteuid(), os.getegid())
    path.chmod(0o600)


def put_aside(home: Path) -> list[str]:
    return [path.name for path in home.rglob("*damaged*")]


def opening(answer: Answer) -> str:
    """The first sentence of an evening, without its time."""
    return answer.out.splitlines()[0][10:]


@pytest.fixture(scope="module")
def went_on(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """How the unfinished game goes on."""
    return opening(ask(home_of(whole, tmp_path_factory.mktemp("sound")), PLAY))


@as_root
@pytest.mark.parametrize("mode", [0o444, 0o000])
@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-mark"])
def test_another_user_s_file_is_named_left_and_used_again(
    whole: Path, tmp_path: Path, went_on: str, ending: str, mode: int
) -> None:
    home = home_of(whole, tmp_path)
    file = home / f"state/games.sqlite{ending}"
    give_away(file, mode)
    answer = ask(home, PLAY)
    assert answer.status == 130
    assert not put_aside(home)
    assert f"{file.name} belongs to nobody" in answer.out
    assert f"sudo chown root ~/state/{file.name}" in answer.out
    assert "not kept yet" in answer.out
    take_back(file)
    answer = ask(home, PLAY)
    assert opening(answer) == went_on
    assert not answer.err


@as_root
@pytest.mark.parametrize("ending", ["", "-wal"])
def test_reading_says_that_nothing_is_lost(whole: Path, tmp_path: Path, ending: str) -> None:
    home = home_of(whole, tmp_path)
    give_away(home / f"state/games.sqlite{ending}", 0o000)
    for command in (["games"], ["export", "1"], ["report", "-o", "-"]):
        answer = ask(home, command)
        assert answer.status == 5
        assert "it can't be read now, and nothing is lost" in answer.err
        assert "belongs to nobody" in answer.err
        assert answer.err.count("\n") == 1


def in_a_process(work: Callable[[], object]) -> None:
    """Do something in a process of its own, which must succeed."""
    if (child := os.fork()) == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_with_too_few_descriptors_everything_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path, 40)
    told: list[str] = []
    used = len([*Path("/proc/self/fd").iterdir()])

    def begin(spare: int) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (used + spare, used + spare))
        places = DataFolders(tmp_path, tmp_path)
        journal = open_journal(places, told.append)
        assert not told
        if spare < 2:
            assert "too many files are open" in str(journal.trouble)
        journal.begin({}, "2026-01-01T20:00:00")
        journal.close()

    for spare in range(14):
        in_a_process(lambda spare=spare: begin(spare))  # type: ignore[misc]
        assert not put_aside(tmp_path)
    assert list_games(path)[-1].id == 1
    assert unfinished_in(path).id >= 1


@pytest.mark.parametrize(
    "code", [errno.EACCES, errno.EMFILE, errno.ENFILE, errno.EDQUOT, errno.ENOSPC, errno.EIO]
)
def test_no_refusal_of_the_system_is_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    path = tmp_path / "games.sqlite"
    played(path, 40)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr("toc_pi.store.journal_file.MarkFile", refuse)
        journal = Journal(path)
        assert journal.trouble is not None
        journal.close()
    assert not put_aside(tmp_path)
    assert unfinished_in(path).id == 1


def test_a_machine_without_another_thread_leaves_a_journal_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    played(path, 40)

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        journal = Journal(path)
        assert "can't start new thread" in str(journal.trouble)
        journal.close()
    assert not put_aside(tmp_path)
    assert unfinished_in(path).id == 1


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("SQLITE_CANTOPEN", "denied"),
        ("SQLITE_READONLY_CANTINIT", "denied"),
        ("SQLITE_IOERR_READ", "disk"),
        ("SQLITE_IOERR_SHORT_READ", "damaged"),
        ("SQLITE_IOERR_WRITE", "full"),
        ("SQLITE_BUSY_SNAPSHOT", "busy"),
        ("SQLITE_CORRUPT_VTAB", "damaged"),
        ("SQLITE_NOTADB", "damaged"),
        ("", "damaged"),  # text that is no UTF-8
    ],
)
def test_what_sqlite_says(name: str, cause: str) -> None:
    error = sqlite3.OperationalError("no more words")
    error.sqlite_errorname = name
    assert cause_of(error) == cause


@pytest.mark.parametrize("make", [Path.touch, os.mkfifo])
def test_a_state_folder_that_is_none_is_told(
    whole: Path, tmp_path: Path, make: Callable[[Path], object]
) -> None:
    home = home_of(whole, tmp_path)
    (home / "state").rename(home / "elsewhere")
    make(home / "state")
    for command in (["games"], ["games", "--json"], ["export", "1"], ["report", "-o", "-"]):
        answer = ask(home, command)
        assert (answer.status, answer.out) == (5, "")
        assert "~/state isn't a folder" in answer.err


@as_root
def test_small_files_of_another_user_are_neither_put_aside_nor_written_over(tmp_path: Path) -> None:
    state = tmp_path / "state"
    Families(state).remember({"board": "square-40"})
    save_learned(state, "family", {"Ana": {"four-back": (1, 2)}})
    for name in ("pack.json", "calibration", "hall-outbox.json"):
        write_over(state / name, b"closed")
    before = {path: path.read_bytes() for path in state.iterdir()}
    for path in before:
        give_away(path, 0o000)

    def use() -> None:
        lose_rights()
        told: list[str] = []
        families = Families(state, told.append)
        assert families.remembered() == ()
        families.remember({"board": "round-40"})
        for work in (load_learned, lambda *where: save_learned(*where, {})):
            with pytest.raises(OSError, match="belongs to nobody"):
                work(state, "family")
        disk = DiskWorker()
        pack = PackKeeper(state / "pack.json", disk, told.append)
        pack.keep(pack.pack)
        disk.wait()
        assert load_kept(state / "calibration", None, told.append) is None  # type: ignore[arg-type]
        with pytest.raises(BadInput, match="belongs to nobody"):
            Follower(state / "games.sqlite", "hall t01", names=False, tell=told.append)
        assert len([line for line in told if "belongs to nobody" in line]) >= 3

    in_a_process(use)
    assert {path: path.read_bytes() for path in state.iterdir()} == before


@as_root
def test_a_lock_of_another_user_holds_as_long_as_its_program_runs(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    told: list[str] = []

    def use(is_used: bool) -> None:
        lose_rights()
        assert is_held(path) == is_used
        if is_used:
            with (
                pytest.raises(BadInput, match="another program keeps its games there"),
                hold(path, "me", told.append),
            ):
                pass
            return
        with hold(path, "me", told.append):
            assert "lock belongs to nobody" in told[0]

    with hold(path, "root", told.append):
        give_away(path, 0o000)
        in_a_process(lambda: use(True))
    in_a_process(lambda: use(False))
    assert [*tmp_path.iterdir()] == [path]


def test_kept_files_are_their_owner_s_alone(whole: Path, tmp_path: Path) -> None:
    home = home_of(whole, tmp_path)
    state = home / "state"
    for path in state.glob("games.sqlite*"):
        path.chmod(0o644)  # as earlier versions left them
    journal = Journal(state / "games.sqlite")
    journal.begin({}, "2026-01-01T20:00:00")
    journal.flush()
    write_over(state / "calibration", b"")
    with hold(state / "lock", "me", print):
        modes = {
            path.name: path.stat().st_mode & 0o777
            for path in (*state.glob("games.sqlite*"), state / "calibration", state / "lock")
        }
    journal.close()
    assert set(modes.values()) == {0o600}, modes
    assert {"games.sqlite", "games.sqlite-wal", "games.sqlite-mark", "games.sqlite.reserve"} <= set(modes)


def test_a_folder_shared_with_its_group_lets_the_group_read(tmp_path: Path) -> None:
    tmp_path.chmod(0o2750)
    played(tmp_path / "games.sqlite", 5)
    write_over(tmp_path / "settings.toml", b"")
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o640}


@as_root
def test_what_root_makes_in_a_family_s_folder_is_the_family_s(tmp_path: Path) -> None:
    os.chown(tmp_path, SOMEBODY, SOMEBODY)
    played(tmp_path / "games.sqlite", 5)
    write_over(tmp_path / "settings.toml", b"")
    with hold(tmp_path / "lock", "me", print):
        assert {path.stat().st_uid for path in tmp_path.iterdir()} == {SOMEBODY}


@as_root
def test_an_unreadable_calibration_names_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "calibration"
    path.write_bytes(b"")
    give_away(path, 0)

    def use() -> None:
        lose_rights()
        assert "belongs to nobody" in why_closed(PermissionError(errno.EACCES, "no"), (path,))

    in_a_process(use)
