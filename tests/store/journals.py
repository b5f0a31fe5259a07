"""Journals for tests: written, asked, and compared with what was played."""

import sqlite3
from contextlib import closing
from pathlib import Path

from journal_writer import events, game

from toc_pi.referee.referee import Referee
from toc_pi.store.games import Saved
from toc_pi.store.journal import Journal, keep
from toc_pi.store.records import Records, records_of


def ask(path: Path, question: str) -> object:
    """One row of a journal, through a separate connection."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchone()


def played(path: Path, count: int = 40, seed: int = 1) -> Referee:
    """Write a journal with a game of `count` events, and close it."""
    journal = Journal(path)
    journal.begin({"rules": "tock"}, "2026-01-01T20:00:00")
    referee = Referee(game())
    for event in events(seed)[:count]:
        keep(journal, referee, event)
    journal.close()
    return referee


def unfinished_in(path: Path) -> Saved:
    """The last game of a journal, which must be one that isn't over."""
    with closing(Journal(path)) as journal:
        saved = journal.unfinished()
    assert saved is not None
    return saved


def as_recorded(saved: Saved) -> Records:
    """The records of a game that was read, without observations."""
    assert saved.state is not None
    return records_of(saved.state)
