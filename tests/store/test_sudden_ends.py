"""The journal when the program ends suddenly: kills, power cuts, interrupts between two writes."""

import os
import shutil
import sqlite3
import time
from contextlib import ExitStack, closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from journal_writer import events, game, restart_log
from journals import as_recorded, ask, played, unfinished_in
from kills import kill_often
from patience import PATIENCE_S
from power_cuts import cut_often, kill_moments, record

from calibration.holes import Seat
from toc_pi.events import Card, Declared, Resumed
from toc_pi.referee.referee import Referee
from toc_pi.store import journal_file
from toc_pi.store.games import export_game, find_loss, load_game
from toc_pi.store.journal import Journal, keep
from toc_pi.store.journal_file import LOG_BYTES, JournalFile
from toc_pi.store.journal_mark import IMMUTABLE, LOG, extent_at
from toc_pi.store.records import records_of


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_kills_lose_nothing(tmp_path: Path, seed: int) -> None:
    assert kill_often(tmp_path / "games.sqlite", 100, Random(seed)) == []


def test_kill_minus_nine_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    assert kill_often(path, 5, Random(1)) == []
    assert ask(path, "PRAGMA integrity_check") == ("ok",)


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace records what is written")
@pytest.mark.parametrize("cuts", [80, pytest.param(300, marks=pytest.mark.soak)])
def test_after_a_power_cut_everything_synced_is_there_and_a_loss_is_told(tmp_path: Path, cuts: int) -> None:
    faults, counts = cut_often(tmp_path, 40, cuts, Random(2))
    assert faults == []
    assert counts["told"]
    assert counts["nothing lost"]


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace records what is written")
def test_the_loss_of_an_event_is_told_whenever_the_program_was_killed(tmp_path: Path) -> None:
    """At any moment after a commit, also before anything else was written: the log then loses its end."""
    told = 0
    for number, (file, files, _) in enumerate(kill_moments(record(tmp_path, 6))):
        if not file.endswith(LOG):
            continue
        whole, cut = (tmp_path / f"{kind}-{number}" / "games.sqlite" for kind in ("whole", "cut"))
        for path in (whole, cut):
            path.parent.mkdir()
            for name, body in files.items():
                (path.parent / name).write_bytes(body)
        log = cut.with_name("games.sqlite-wal")
        os.truncate(log, max(0, len(files[log.name]) - 4096 - 24))
        events_in = [kept_events(path) for path in (whole, cut)]
        with closing(Journal(cut)) as journal:
            if events_in[0] != events_in[1]:
                assert journal.notices, f"{events_in} after write {number} of the log"
                told += 1
    assert told >= 6


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace records what is written")
def test_a_kill_loses_nothing_shown_whoever_reads_while_the_log_is_begun_anew(tmp_path: Path) -> None:
    """After its last write into one file, before one into another: a log may be new, and not yet marked."""
    moments = pairwise(kill_moments(record(tmp_path, 41)))
    for number, ((file, files, shown), (next_file, *_)) in enumerate(moments):
        if file == next_file:
            continue
        path = tmp_path / str(number) / "games.sqlite"
        path.parent.mkdir()
        for name, body in files.items():
            (path.parent / name).write_bytes(body)
        with closing(Journal(path)) as journal:
            saved = journal.unfinished()
        t = saved.t if saved is not None else 0.0
        assert t >= shown, f"after {number} writes, the last one into {file}: {journal.damage}"


def kept_events(path: Path) -> list[tuple[object, ...]]:
    """The entries of a journal and its log, read from a copy."""
    copy = path.parent / "copy"
    copy.mkdir()
    for ending in ("", "-wal"):
        shutil.copyfile(f"{path}{ending}", copy / f"games.sqlite{ending}")
    with closing(sqlite3.connect(copy / "games.sqlite")) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "entries" not in tables:
            return []
        return connection.execute("SELECT game, number FROM entries").fetchall()


def test_an_interrupt_after_a_commit_writes_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    journal, referee, interrupted = Journal(path), Referee(game()), list[int]()
    journal.begin({}, "2026-01-01T20:00:00")
    write = JournalFile.write

    def write_and_be_interrupted(*given: Any) -> None:
        write(*given)
        if len(interrupted) < 2:
            interrupted.append(1)
            raise KeyboardInterrupt

    for event in events(1)[:10]:
        keep(journal, referee, event)
    monkeypatch.setattr(JournalFile, "write", write_and_be_interrupted)
    for t in (500.0, 501.0):
        with pytest.raises(KeyboardInterrupt):
            keep(journal, referee, Declared(t, Seat("a"), "discard", Card("2")))
    keep(journal, referee, Declared(502.0, Seat("b"), "discard", Card("3")))
    journal.close()
    assert sorted(each.name for each in tmp_path.iterdir() if "damaged" in each.name) == []
    assert journal.notices == []
    with closing(Journal(path)) as journal:
        assert journal.notices == []
    unfinished_in(path)
    taps = [line["is"]["t"] for line in export_game(path, 1) if line.get("event") == "Declared"]
    assert taps[-3:] == [500.0, 501.0, 502.0]


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace records what is written")
def test_the_thread_that_plays_never_waits_for_the_disk(tmp_path: Path) -> None:
    record(tmp_path, 9)
    lines = [line.split(maxsplit=1) for line in (tmp_path / "trace").read_text().splitlines()]
    shown = [number for number, (_, call) in enumerate(lines) if call.startswith("write(1<")]
    player = lines[shown[0]][0]
    syncs = [
        (number, thread)
        for number, (thread, call) in enumerate(lines)
        if call.startswith(("fsync", "fdatasync"))
    ]
    assert any(thread != player for _, thread in syncs)
    assert not any(thread == player and shown[0] < number < shown[-1] for number, thread in syncs)


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace records what is written")
def test_the_header_of_a_log_is_on_the_disk_before_its_pages(tmp_path: Path) -> None:
    """Or a power cut mixes two logs."""
    begun, is_begun = 0, False
    for call in record(tmp_path, 41):
        if call.file.endswith(LOG) and call.kind == "write":
            assert call.at == 0 or not is_begun
            begun, is_begun = begun + (call.at == 0), call.at == 0
        elif call.file.endswith(LOG) and call.kind == "synced":
            is_begun = False
    assert begun >= 4


def test_a_long_log_is_put_into_the_database_in_a_quiet_moment(
    tmp_path: Path, closer: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    journal = closer.enter_context(closing(Journal(path)))
    journal.begin({}, "2026-01-01T20:00:00")
    referee, log, written = Referee(game()), path.with_name(path.name + LOG), 0
    for event in events(1):
        keep(journal, referee, event)
        written += 1
        if log.stat().st_size > LOG_BYTES:
            break
    assert journal.flush()
    assert log.stat().st_size > LOG_BYTES
    monkeypatch.setattr(journal_file, "QUIET_S", 0.01)
    keep(journal, referee, Declared(8000.0, Seat("a"), "undo"))
    until = time.monotonic() + PATIENCE_S
    while log.stat().st_size > LOG_BYTES and time.monotonic() < until:
        time.sleep(0.01)
    assert log.stat().st_size < LOG_BYTES
    assert extent_at(path, IMMUTABLE).commits >= written
    keep(journal, referee, Declared(9000.0, Seat("a"), "undo"))
    killed = Path(shutil.copytree(tmp_path, tmp_path / "killed")) / path.name
    assert as_recorded(unfinished_in(killed)) == records_of(referee.state)


def test_a_log_is_not_read_into_an_earlier_copy_of_its_database(tmp_path: Path) -> None:
    path, copy = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
    played(path, 10)
    shutil.copyfile(path, copy)
    with closing(Journal(path)) as journal:
        saved = journal.unfinished()
        assert saved is not None
        journal.go_on(saved)
        referee = Referee(game(), saved.state)
        for event in events(1)[10:40]:
            keep(journal, referee, event)
        assert journal._file is not None
        assert journal.flush()
        restart_log(journal._file)
        keep(journal, referee, Declared(9000.0, Seat("a"), "undo"))
        killed = Path(shutil.copytree(tmp_path, tmp_path / "killed")) / path.name
    shutil.copyfile(copy, killed)
    assert find_loss(killed) is not None
    with closing(Journal(killed)) as journal:
        assert "the log was put aside" in str(journal.damage)
        kept = journal.unfinished()
    assert kept is not None
    assert as_recorded(kept) == as_recorded(saved)


def test_the_log_of_another_copy_of_a_journal_that_was_played_on_is_not_read(tmp_path: Path) -> None:
    played(tmp_path / "first" / "games.sqlite", 10)
    left = []
    for name in ("one", "other"):
        path = Path(shutil.copytree(tmp_path / "first", tmp_path / name)) / "games.sqlite"
        with closing(Journal(path)) as journal:
            saved = journal.unfinished()
            assert saved is not None
            journal.go_on(saved)
            keep(journal, Referee(game(), saved.state), Resumed(saved.t))
            left.append(Path(shutil.copytree(tmp_path / name, tmp_path / f"{name}-killed")) / "games.sqlite")
    shutil.copyfile(f"{left[1]}{LOG}", f"{left[0]}{LOG}")
    assert find_loss(left[0]) is not None
    with closing(Journal(left[0])) as journal:
        assert "the log was put aside" in str(journal.damage)


def test_an_earlier_copy_of_a_log_is_not_read(tmp_path: Path) -> None:
    path, copy = tmp_path / "games.sqlite", tmp_path / "copy"
    referee = Referee(game())
    with closing(Journal(path)) as journal:
        journal.begin({}, "2026-01-01T20:00:00")
        for event in events(1)[:20]:
            keep(journal, referee, event)
        shutil.copyfile(f"{path}{LOG}", copy)
        for event in events(1)[20:40]:
            keep(journal, referee, event)
    shutil.copyfile(copy, f"{path}{LOG}")
    assert find_loss(path) is None
    assert as_recorded(load_game(path, 1)) == records_of(referee.state)
    assert as_recorded(unfinished_in(path)) == records_of(referee.state)


def test_a_log_stays_with_a_database_that_a_power_cut_left_half_written(
    tmp_path: Path, closer: ExitStack
) -> None:
    path, left = tmp_path / "games.sqlite", tmp_path / "left" / "games.sqlite"
    left.parent.mkdir()
    journal = closer.enter_context(closing(Journal(path)))
    journal.begin({}, "2026-01-01T20:00:00")
    referee = Referee(game())
    for event in events(1)[:20]:
        keep(journal, referee, event)
    assert journal.flush()
    for ending in ("", "-wal", "-mark"):
        shutil.copyfile(f"{path}{ending}", f"{left}{ending}")
    os.truncate(left, 4096)  # its other pages are in the log, which was being put into it
    log = left.with_name(left.name + "-wal")
    missing = set(range(1, path.stat().st_size // 4096 + 1)) - pages_in(log.read_bytes())
    with left.open("r+b") as file:
        for page in missing:
            file.seek(4096 * (page - 1))
            file.write(path.read_bytes()[4096 * (page - 1) : 4096 * page])
    assert as_recorded(unfinished_in(left)) == records_of(referee.state)


def pages_in(log: bytes) -> set[int]:
    """The numbers of the pages that a log has; sqlite.org/walformat.html."""
    return {int.from_bytes(log[at : at + 4]) for at in range(32, len(log), 24 + 4096)}
