"""The journal: what was written is preserved, whatever happens to the file, the disk or the program."""

import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest
from journal_writer import events, game
from journals import as_recorded, ask, played, unfinished_in

from calibration.holes import Seat
from toc_pi.effects import Verdict
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.events import Card, Declared, Resumed, Seen, Tick
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import RefereeState
from toc_pi.store.games import export_game, list_games
from toc_pi.store.journal import Journal, keep
from toc_pi.store.records import records_of


def test_a_game_goes_on_where_it_stood(tmp_path: Path, closer: ExitStack) -> None:
    path = tmp_path / "games.sqlite"
    before, saved = played(path), unfinished_in(path)
    journal = closer.enter_context(closing(Journal(path)))
    assert saved.settings == {"rules": "tock"}
    assert as_recorded(saved) == records_of(before.state)
    assert saved.t == before.state.t
    after = Referee(game(), saved.state)
    journal.go_on(saved)
    for event in (Resumed(saved.t), *events(1)[40:60]):
        assert keep(journal, after, event) == before.step(event)
    assert records_of(after.state) == records_of(before.state)


def test_idle_writes_nothing(tmp_path: Path, closer: ExitStack) -> None:
    path = tmp_path / "games.sqlite"
    played(path)
    saved = unfinished_in(path)
    journal = closer.enter_context(closing(Journal(path)))
    journal.go_on(saved)
    referee = Referee(game(), saved.state)
    look = events(1)[0]
    assert isinstance(look, Seen)
    keep(journal, referee, Seen(saved.t + 1, look.holes))
    assert journal.flush()
    changes = ask(path, "PRAGMA data_version")
    size = path.with_name(path.name + "-wal").stat().st_size
    for step in range(200):
        t = saved.t + 2 + step / 4
        keep(journal, referee, Seen(t, look.holes))
        keep(journal, referee, Tick(t))
    assert journal.flush()
    assert path.with_name(path.name + "-wal").stat().st_size == size
    assert changes == ask(path, "PRAGMA data_version")


def test_several_games_are_listed_and_exported(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path, 20)
    journal = Journal(path)
    journal.begin({"rules": "toc"}, "2026-02-01T20:00:00")
    referee = Referee(game())
    keep(journal, referee, Declared(1.0, Seat("a"), "discard", Card("2")))
    journal.end("2026-02-01T21:00:00", ["a", "c"])
    journal.close()
    newest, oldest = list_games(path)
    assert (newest.id, newest.turns, newest.winners) == (2, 1, ("a", "c"))
    assert newest.ended == "2026-02-01T21:00:00"
    assert (oldest.id, oldest.ended) == (1, None)
    lines = list(export_game(path, 2))
    assert lines[0]["settings"] == {"rules": "toc"}
    names = [line.get("event") or line.get("effect") for line in lines[1:]]
    assert names == ["Declared", "Echo", "Verdict", "Settled", "Turn"]
    assert all(json.dumps(line) for line in lines)
    with pytest.raises(BadInput, match="no game 3"):
        list(export_game(path, 3))
    assert list_games(tmp_path / "nothing.sqlite") == ()


def another_programs() -> bytes:
    """Another program's database."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE notes (text)")
        return connection.serialize()


@pytest.mark.parametrize(
    "content",
    [b"no database at all\n" * 100, b"SQLite format 3\x00" + b"\xff" * 4096, another_programs()],
    ids=["text", "header", "another"],
)
def test_a_foreign_file_is_put_aside_and_reported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.sqlite"
    for number in (1, 2):
        path.write_bytes(content)
        with pytest.raises(DamagedStore):
            list_games(path)
        with pytest.raises(DamagedStore, match=rf"put aside as games\.sqlite\.damaged-{number}"):
            Journal(path)
        assert (tmp_path / f"games.sqlite.damaged-{number}").read_bytes() == content
    played(path, 5)
    assert list_games(path)


def test_a_torn_journal_is_put_aside_wherever_it_is_torn(tmp_path: Path, closer: ExitStack) -> None:
    whole = tmp_path / "whole.sqlite"
    played(whole, 300)
    content = whole.read_bytes()
    assert len(content) > 40_000
    for cut in (len(content) // 2, len(content) - 4096, 1000, 100):
        folder = tmp_path / str(cut)
        folder.mkdir()
        path = folder / "games.sqlite"
        path.write_bytes(content[:cut])
        with pytest.raises(DamagedStore):
            Journal(path)
        Journal(path).close()
    for place in range(4096, len(content) - 4096, len(content) // 7):
        folder = tmp_path / f"over-{place}"
        folder.mkdir()
        path = folder / "games.sqlite"
        path.write_bytes(content[:place] + os.urandom(4096) + content[place + 4096 :])
        try:
            journal = closer.enter_context(closing(Journal(path)))
            saved = journal.unfinished()
            assert saved is None or isinstance(saved.state, RefereeState)
        except DamagedStore:
            Journal(path).close()


def test_a_game_that_cannot_be_read_is_reported_and_the_others_can(tmp_path: Path, closer: ExitStack) -> None:
    path = tmp_path / "games.sqlite"
    played(path, 10)
    wild = sqlite3.connect(path)
    wild.execute("""UPDATE states SET body = '{"phase":"dancing"}'""")
    wild.commit()
    wild.close()
    journal = closer.enter_context(closing(Journal(path)))
    with pytest.raises(DamagedStore, match="game 1 can't be read"):
        journal.unfinished()
    assert journal.begin({}, "2026-02-02") == 2


def test_a_full_disk_is_survived_and_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal = Journal(path)
    journal.begin({}, "2026-01-01")
    referee = Referee(game())
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    early = events(5)[:300]
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, limit[1]))
        for event in early:
            keep(journal, referee, event)
        assert not journal.flush()
        assert journal.trouble is not None
        assert "the game goes on" in journal.trouble
        assert sum(name == "state" for name, _ in journal._waiting) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, handler)
    keep(journal, referee, Declared(9000.0, Seat("a"), "undo"))
    assert journal.flush()
    assert journal.trouble is None
    journal.close()
    assert as_recorded(unfinished_in(path)) == records_of(referee.state)


@pytest.mark.parametrize("room", [0, 4_000, 40_000])
def test_a_journal_that_is_opened_on_a_full_disk_stays_where_it_is(tmp_path: Path, room: int) -> None:
    path = tmp_path / "games.sqlite"
    recorded = records_of(played(path, 10).state)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, limit[1]))
        with closing(Journal(path)) as journal:
            saved = journal.unfinished()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, handler)
    assert saved is not None
    assert as_recorded(saved) == recorded, "the game goes on"
    assert as_recorded(unfinished_in(path)) == recorded


def test_a_folder_that_cannot_be_written_is_survived_and_reported(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    journal = Journal(blocked / "games.sqlite")
    assert journal.trouble is not None
    assert journal.unfinished() is None
    journal.begin({}, "2026-01-01")
    referee = Referee(game())
    assert any(
        isinstance(effect, Verdict)
        for effect in keep(journal, referee, Declared(1.0, Seat("a"), "discard", Card("2")))
    )
    assert journal.trouble is not None
    journal.close()


def test_a_read_only_disk_is_survived_and_reported(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    path = disk / "games.sqlite"
    played(path, 10)
    program = (
        "import sys; from pathlib import Path; from toc_pi.store.journal import Journal\n"
        "from toc_pi.store.games import list_games\n"
        "j = Journal(Path(sys.argv[1])); j.begin({}, 'now'); print(j.trouble is not None); j.close()\n"
        "print(len(list_games(Path(sys.argv[1]))))"
    )
    for part in (*disk.iterdir(), disk):
        part.chmod(part.stat().st_mode & ~0o222)
    command = [*who_obeys_modes(), sys.executable, "-c", program, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    disk.chmod(0o755)
    assert done.stdout.split() == ["True", "1"], done.stderr


def who_obeys_modes() -> list[str]:
    """A command prefix under which a program respects missing write permission, even for root.

    It stays root without the capability to override modes: another user couldn't read a clone in root's home.
    """
    if os.geteuid() != 0:
        return []
    lesser = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    if shutil.which("setpriv") is None or subprocess.run([*lesser, "true"], check=False).returncode:
        pytest.skip("setpriv (util-linux) can't take root's right to write everywhere")
    return lesser


def test_on_a_disk_that_can_only_be_read_the_unfinished_game_goes_on_unsaved(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    before = played(path, 60)
    files = {each: each.read_bytes() for each in tmp_path.iterdir()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.access", lambda *_: False)
        patch.setattr("toc_pi.store.journal_file._connect", read_only)
        journal = Journal(path)
        assert journal.trouble is not None
        assert "not kept yet" in journal.trouble
        saved = journal.unfinished()
        assert saved is not None
        assert as_recorded(saved) == records_of(before.state)
        journal.go_on(saved)
        referee = Referee(game(), saved.state)
        for event in (Resumed(saved.t), *events(1)[60:80]):
            assert keep(journal, referee, event) == before.step(event)
        assert not journal.flush()
        journal.close()
    assert {each: each.read_bytes() for each in tmp_path.iterdir()} == files


@pytest.mark.parametrize("resumed", [True, False])
def test_a_game_that_began_on_a_full_disk_is_stored_once_there_is_room(tmp_path: Path, resumed: bool) -> None:
    path = tmp_path / "games.sqlite"
    before = played(path, 20)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.access", lambda *_: False)
        patch.setattr("toc_pi.store.journal_file._connect", read_only)
        journal = Journal(path)
        saved = journal.unfinished()
        assert saved is not None
        if resumed:
            assert not journal.go_on(saved)
            referee = before
        else:
            journal.begin({}, "2026-01-01T20:00:00")
            referee = Referee(game())
        on_full = events(1)[20:40] if resumed else events(1)[:40]
        shown = [effect for event in on_full for effect in keep(journal, referee, event)]
        assert journal.trouble is not None
        assert sum(name == "state" for name, _ in journal._waiting) == 1
    t = referee.state.t
    for step in range(30):  # nothing happens, but time goes on
        assert not keep(journal, referee, Tick(t + step / 4))
    assert journal.trouble is None
    later = (replace(event, t=event.t + 10.0) for event in events(1)[40:60])
    shown += [effect for event in later for effect in keep(journal, referee, event)]
    assert journal.flush()
    journal.close()
    kept = unfinished_in(path)
    assert kept.id == (1 if resumed else 2)
    assert as_recorded(kept) == records_of(referee.state)
    stored = [row for row in export_game(path, kept.id) if "effect" in row]
    assert [row["effect"] for row in stored[-len(shown) :]] == [type(effect).__name__ for effect in shown]


def read_only(_: Path) -> sqlite3.Connection:
    """A connection that fails like one without write permission."""
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorname = "SQLITE_READONLY"
    raise error


def test_a_tap_is_journalled_before_it_is_processed_and_replayed_once(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path, 20)
    tap = Declared(500.0, Seat("a"), "discard", Card("2"))
    for pending in ((), (tap,), ()):  # once: it may be what ended the program
        saved = unfinished_in(path)
        with closing(Journal(path)) as journal:
            assert journal.go_on(saved) == pending
            journal.note(tap)  # a power cut while it is processed
