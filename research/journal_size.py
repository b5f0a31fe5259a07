"""Measures the journal's growth: simulated camera games are written, packed, and multiplied to years.

    research/journal_size.py [--games 6] [--turns 100] [--evenings 3000]

Prints the bytes per turn during play, in one of the newest games and in an older one; the journal's size
after many evenings, and the bytes read from it when a program starts.
"""

import argparse
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tests" / "referee")]

from simulator import Evening, random_game  # noqa: E402

from calibration.holes import board_holes  # noqa: E402
from toc_pi.belief.game import Game  # noqa: E402
from toc_pi.effects import Effect  # noqa: E402
from toc_pi.events import Event, Seen  # noqa: E402
from toc_pi.referee.referee import Referee  # noqa: E402
from toc_pi.store.archive import SIGHTS_OF, pack_next  # noqa: E402
from toc_pi.store.journal import Journal, keep  # noqa: E402
from toc_pi.store.journal_file import open_file  # noqa: E402

SETTINGS = {"content": "x" * 700}
"""As long as an evening's settings."""


class Written(Referee):
    """A referee whose steps are journalled; observations have the odds of every hole, as from the camera."""

    def __init__(self, game: Game, journal: Journal, rng: Random) -> None:
        super().__init__(game)
        self._journal, self._rng, self._last = journal, rng, None

    def step(self, event: Event) -> tuple[Effect, ...]:
        """Step, and write to the journal."""
        if isinstance(event, Seen):
            event = self._as_seen(event)
        inner = Referee(self.rules.game, self.state)
        inner.rules = self.rules
        effects = keep(self._journal, inner, event)
        self.state = inner.state
        return effects

    def _as_seen(self, seen: Seen) -> Seen:
        same = (seen.holes, seen.unsure)
        if self._last is not None and self._last[0] == same:
            return replace(seen, probability=self._last[1])
        table = self.rules.game.table
        odds = {
            hole: {what: 1e-3 * self._rng.random() for what in ["", *table.played]}
            | {seen.holes.get(hole, ""): 1 - 1e-2 * self._rng.random()}
            for hole in board_holes(table.seats, table.centre, table.stretch)
            if hole not in seen.unsure
        }
        self._last = same, odds | dict(seen.probability)
        return replace(seen, probability=self._last[1])


def pages_of(path: Path) -> int:
    """Bytes in used pages of a journal."""
    with closing(sqlite3.connect(path)) as connection:
        size, count, free = (
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_size", "page_count", "freelist_count")
        )
    return int(size * (count - free))


def main() -> int:
    """Play, pack, multiply and print."""
    parser = argparse.ArgumentParser(description="How large the journal grows.")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--evenings", type=int, default=3000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path, turns = Path(folder) / "games.sqlite", 0
        with closing(Journal(path)) as journal:
            for seed in range(options.games):
                rng = Random(seed)
                game = random_game(rng)
                journal.begin(SETTINGS, "2026-11-22T20:00:00")
                evening = Evening(game, rng)
                evening.referee = Written(game, journal, Random(seed))
                turns += evening.play(options.turns).turns
                journal.flush()
                with closing(sqlite3.connect(path, timeout=30)) as connection:
                    size_query = "SELECT sum(length(body) + 40) FROM entries WHERE game = ?"
                    played = connection.execute(size_query, (seed + 1,)).fetchone()[0]
        print(
            f"{options.games} games, {turns} turns; the last one while it was played: {played / 1e3:.0f} kB"
        )
        multiply(path, options.games, options.evenings)
    return 0


def multiply(path: Path, games: int, evenings: int) -> None:
    """Multiply a few games to years of evenings, and print their size."""
    with closing(open_file(path).connection) as connection:
        while pack_next(connection, games + 1):
            pass
        newest = connection.execute("SELECT avg(length(body)) FROM archive").fetchone()[0]
        rows = connection.execute("SELECT id, started, settings, turns FROM games").fetchall()
        whole = dict(connection.execute("SELECT game, body FROM archive"))
        while pack_next(connection, games + 1 + SIGHTS_OF):
            pass
        less = dict(connection.execute("SELECT game, body FROM archive"))
        connection.execute("BEGIN")
        for number in range(games + 1, evenings + 1):
            old, started, settings, turns = rows[number % games]
            connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, 'then', 'a c', ?)", (number, started, settings, turns)
            )
            late = number > evenings - SIGHTS_OF
            body = (whole if late else less)[old]
            connection.execute("INSERT INTO archive VALUES (?, ?, ?)", (number, int(late), body))
        connection.execute("COMMIT")
        older = connection.execute("SELECT avg(length(body)) FROM archive WHERE sights = 0").fetchone()[0]
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    print(f"a game: {newest / 1e3:.1f} kB among the newest, {older / 1e3:.1f} kB when it is older")
    print(f"{evenings} evenings: {pages_of(path) / 1e6:.1f} MB")
    before, begun = read_bytes(), time.monotonic()
    with closing(Journal(path)) as journal:
        journal.unfinished()
        spent = time.monotonic() - begun
        print(f"opened: {(read_bytes() - before) / 1e3:.0f} kB read, {spent * 1e3:.0f} ms")


def read_bytes() -> int:
    """Bytes that this process has read so far."""
    return int(Path("/proc/self/io").read_text().split()[1])


if __name__ == "__main__":
    sys.exit(main())
