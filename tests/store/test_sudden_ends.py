"""The journal when the program ends suddenly: kills, power cuts, interrupts between two writes."""

import os
import shutil
import sqlite3
from contextlib import ExitStack, closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from journal_writer import events, game
from journals import as_recorded, ask, played, unfinished_in
from kills import kill_often
from power_cuts import cut_often, kill_moments, record

from calibration.holes import Seat
from toc_pi.events import Card, Declared
from toc_pi.referee.referee import Referee
from toc_pi.store import journal as journal_module
from toc_pi.store.games import export_game
from toc_pi.store.journal import Journal, keep
from toc_pi.store.journal_durability import LOG, LOG_BYTES, salts_of
from toc_pi.store.journal_file import open_file, write_rows
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
    write = journal_module.write_rows

    def write_and_be_interrupted(*given: Any) -> None:
        write(*given)
        if len(interrupted) < 2:
            interrupted.append(1)
            raise KeyboardInterrupt

    for event in events(1)[:10]:
        keep(journal, referee, event)
    monkeypatch.setattr(journal_module, "write_rows", write_and_be_interrupted)
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


def test_whoever_writes_does_not_wait_for_the_mark_while_the_log_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closer: ExitStack
) -> None:
    path, waited = tmp_path / "games.sqlite", list[bool]()
    played(path, 20)
    opened = open_file(path)
    closer.enter_context(closing(opened.syncer))
    closer.enter_context(closing(opened.connection))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: waited.append(opened.syncer.writing.locked()))
        opened.syncer.begin_log()
    assert waited == [False]


def test_whoever_writes_never_begins_a_log_that_was_put_into_the_database(
    tmp_path: Path, closer: ExitStack
) -> None:
    """Its header wouldn't be on the disk before its pages."""
    path = tmp_path / "games.sqlite"
    played(path, 20)
    opened = open_file(path)
    closer.enter_context(closing(opened.syncer))
    closer.enter_context(closing(opened.connection))
    begun = list[str]()

    class WrittenBefore:
        """A lock before which somebody else comes."""

        def __enter__(self) -> None:
            write_rows(opened.connection, [("mark", ("told again", "x"))])
            begun.append(salts_of(path))

        def __exit__(self, *_: object) -> None: ...

    opened.syncer.writing = WrittenBefore()  # type: ignore[assignment]
    first = salts_of(path)
    opened.syncer.begin_log()
    assert begun == [first]
    assert opened.syncer.mark.mark.salts == salts_of(path) not in ("", first)


def test_a_long_log_stays_while_an_earlier_game_is_packed(tmp_path: Path, closer: ExitStack) -> None:
    path = tmp_path / "games.sqlite"
    journal = closer.enter_context(closing(Journal(path)))
    journal.begin({}, "2026-01-01T20:00:00")
    first, referee, log = salts_of(path), Referee(game()), path.with_name(path.name + LOG)
    assert first
    for event in events(1):
        keep(journal, referee, event)
        if log.stat().st_size > LOG_BYTES:
            break
    journal.begin({}, "2026-01-02T20:00:00")
    while ask(path, "SELECT count(*) FROM archive") == (0,):
        assert journal.flush()
    keep(journal, Referee(game()), events(1)[0])
    assert salts_of(path) == first


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
