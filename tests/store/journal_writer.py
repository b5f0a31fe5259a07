"""A process that plays into a journal until it is killed: `journal_writer.py FILE SEED [EVENTS]`.

After each `append` that has returned it writes the number of the event to its output: an acknowledged event.
With a number of events it ends after them; after every tenth it waits until everything is on the disk, which
its output says, too, and then the log is begun anew, while somebody reads the journal or nobody does.
"""

import os
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

from calibration.holes import Seat
from toc_pi.belief.game import Game
from toc_pi.events import Card, Declared, Event, Resumed, Seen, ViewChanged
from toc_pi.referee.referee import Referee
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.store.journal import Journal, keep
from toc_pi.store.journal_file import JournalFile

READERS = ("one of the newest", "nobody", "one of some time ago", "one who leaves in between")


def events(seed: int) -> list[Event]:
    """Some turns of discards, take-backs and hands, each of which changes something."""
    rng = Random(seed)
    board = {f"{seat}C{number}": Seat(seat) for seat in "abcd" for number in (1, 2, 3, 4)}
    found: list[Event] = [Seen(0.0, board)]
    for number in range(1, 4000):
        t = float(number)
        kind = rng.choice(["discard", "discard", "discard", "undo", "hand"])
        if kind == "hand":
            found += [ViewChanged(t, "hand"), ViewChanged(t + 0.5, "watching")]
        elif kind == "undo":
            found.append(Declared(t, Seat("a"), "undo"))
        else:
            found.append(Declared(t, Seat(rng.choice("abcd")), "discard", Card(rng.choice(["2", "3", "6"]))))
    return found


def game() -> Game:
    """A table of four."""
    return Game(load_ruleset("tock", ()), Table(4, 16, False), Seat("a"))


def read(path: Path) -> sqlite3.Connection:
    """Begin to read a journal."""
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM entries").fetchone()
    return reader


class Interrupted:
    """A connection after whose checkpoint something happens once, before what follows."""

    def __init__(self, connection: sqlite3.Connection, then: Callable[[], object]) -> None:
        self.connection = connection
        self.then = then

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """Execute a statement."""
        done = self.connection.execute(statement, *values)
        if "TRUNCATE" in statement:
            self.then()
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


def restart_log(file: JournalFile) -> None:
    """Restart the WAL, as soon as the journal's own thread isn't at it."""
    for _ in range(100):
        with suppress(sqlite3.OperationalError):
            return file.restart_log()
        time.sleep(0.02)
    raise TimeoutError


def begin_log(journal: Journal, who: str, earlier: sqlite3.Connection) -> None:
    """Begin the log of a journal anew, while somebody reads it."""
    assert journal._file is not None
    with closing(earlier), closing(read(journal.path)) as newest:
        if who != "one of some time ago":
            earlier.close()
        if who != "one of the newest":
            newest.close()
        if who == "one who leaves in between":
            newest = read(journal.path)
            journal._file._background = Interrupted(journal._file._background, newest.close)  # type: ignore[assignment]
        restart_log(journal._file)


def main() -> None:
    """Play until killed."""
    journal = Journal(Path(sys.argv[1]))
    saved = journal.unfinished()
    referee = Referee(game(), saved.state if saved is not None else None)
    begin = 0
    if saved is None:
        journal.begin({"rules": "tock"}, "2026-01-01T20:00:00")
    else:
        journal.go_on(saved)
        keep(journal, referee, Resumed(saved.t))
        begin = int(saved.t) + 1  # a hand present when the program ended has gone
    most = int(sys.argv[3]) if len(sys.argv) > 3 else None
    for number, event in enumerate(events(int(sys.argv[2]))[:most]):
        if event.t < begin:
            continue
        keep(journal, referee, event)
        os.write(1, f"{number} {event.t}\n".encode())
        if most is not None and number % 10 == 5:
            earlier = read(journal.path)
        if most is not None and number % 10 == 9 and journal.flush():
            os.write(1, f"{number} {event.t} synced\n".encode())
            begin_log(journal, READERS[number // 10 % len(READERS)], earlier)
    if most is not None:
        journal.close()


if __name__ == "__main__":
    main()
