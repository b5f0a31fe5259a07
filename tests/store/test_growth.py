"""Years of evenings: the journal stays small, opens without a full read, and converts older ones."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from evenings import begun, places_in, play_a_little

from toc_pi.referee.events import Card, Declared
from toc_pi.store.archive import SIGHTS_OF, text_of
from toc_pi.store.games import export_game, list_games, load_game
from toc_pi.store.journal import Journal
from toc_pi.store.journal_file import APPLICATION, VERSION
from toc_pi.store.settings import DataFolders

MOST_BYTES_A_TURN = 600
"""Maximum for a packed game: 3,000 evenings of 100 turns stay below 200 MB."""
TURNS = 9
"""Turns of an evening here: discards, and a king."""
IO = Path("/proc/self/io")


def evenings(places: DataFolders, count: int, turns: int = 8) -> None:
    """Evenings whose games end."""
    for _ in range(count):
        play_a_little(places, turns)
        with begun(places) as (_, journal, _):
            journal.end("2026-11-22T22:00:00", ["a"])
            journal.flush()
    with begun(places) as (_, journal, _):
        wait_until_packed(journal)


def wait_until_packed(journal: Journal) -> None:
    """The writer packs while it is idle; closing the journal ends it."""
    path = journal.path
    for _ in range(10_000):
        with closing(sqlite3.connect(path, timeout=20)) as connection:
            oldest = connection.execute("SELECT min(game), max(game) FROM entries").fetchone()
            late = connection.execute(
                "SELECT count(*) FROM archive WHERE sights = 1 AND game <= (SELECT max(id) FROM games) - ?",
                (SIGHTS_OF,),
            ).fetchone()[0]
        if oldest[0] == oldest[1] and not late:
            return
    raise AssertionError(f"not packed: {oldest}, {late}")


def read_bytes() -> int:
    return int(IO.read_text().split()[1])


def bytes_to_begin(places: DataFolders) -> int:
    before = read_bytes()
    with begun(places):
        return read_bytes() - before


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> DataFolders:
    places = places_in(tmp_path_factory.mktemp("years"))
    evenings(places, SIGHTS_OF + 4)
    return places


def test_older_games_are_packed_and_keep_what_is_asked_for(years: DataFolders) -> None:
    games = list_games(years.games)
    assert [game.id for game in games] == list(range(SIGHTS_OF + 5, 0, -1))
    assert {game.turns for game in games[1:]} == {TURNS}
    for game, sights in ((games[1], True), (games[-1], False)):
        head, *lines = export_game(years.games, game.id)
        assert head["sights"] is sights
        names = [line.get("event") or line.get("effect") for line in lines]
        assert ("Seen" in names) is sights
        assert names.count("Declared") == TURNS
        assert names.count("Verdict") == TURNS
        state = load_game(years.games, game.id).state
        assert state is not None
        assert [turn.n for turn in state.turns] == list(range(1, TURNS + 1))


def test_an_older_game_takes_little_room(years: DataFolders) -> None:
    with closing(sqlite3.connect(years.games)) as connection:
        sizes = connection.execute("SELECT length(body) FROM archive WHERE sights = 0").fetchall()
    assert max(size for (size,) in sizes) < MOST_BYTES_A_TURN * TURNS


@pytest.mark.skipif(not IO.exists(), reason="only Linux counts what is read")
def test_an_evening_begins_without_reading_the_earlier_ones(tmp_path: Path, years: DataFolders) -> None:
    few = places_in(tmp_path)
    evenings(few, 2)
    assert years.games.stat().st_size > 1.5 * few.games.stat().st_size
    for places in (few, years):  # whatever is imported once is imported
        bytes_to_begin(places)
    assert bytes_to_begin(years) < 1.2 * bytes_to_begin(few) + 16384


def as_version_1(path: Path) -> None:
    """Write a journal as the first version of the program did."""
    tables = ("games", "entries", "turns", "states")
    with closing(sqlite3.connect(path)) as new:
        rows = {table: new.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
    path.unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.executescript(
            "CREATE TABLE games (id INTEGER PRIMARY KEY, started TEXT NOT NULL, settings TEXT NOT NULL,"
            " ended TEXT, winners TEXT);"
            "CREATE TABLE entries (game INTEGER NOT NULL REFERENCES games (id), number INTEGER NOT NULL,"
            " t REAL NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('event', 'effect')), name TEXT NOT NULL,"
            " body TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;"
            "CREATE TABLE turns (game INTEGER NOT NULL REFERENCES games (id), n INTEGER NOT NULL,"
            " body TEXT NOT NULL, PRIMARY KEY (game, n)) WITHOUT ROWID;"
            "CREATE TABLE states (game INTEGER PRIMARY KEY REFERENCES games (id), number INTEGER NOT NULL,"
            " body TEXT NOT NULL);"
            f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;"
        )
        for table, count in zip(tables, (5, 6, 3, 3), strict=True):
            for row in rows[table]:
                values = [text_of(value) if isinstance(value, bytes) else value for value in row[:count]]
                old.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * count)})", values)


def test_a_journal_of_the_first_version_is_read_and_its_game_goes_on(tmp_path: Path) -> None:
    places = places_in(tmp_path)
    play_a_little(places)
    as_version_1(places.games)
    before = list(export_game(places.games, 1))
    assert list_games(places.games)[0].turns == TURNS
    with begun(places) as (journaled, journal, saved):
        assert saved is not None
        assert saved.state is not None
        assert len(saved.state.turns) == TURNS
        journaled.step(Declared(saved.t + 1, journaled.begin().seat, "discard", Card("2")))
        wait_until_packed(journal)
    assert list(export_game(places.games, 1))[: len(before)] == before
    with closing(sqlite3.connect(places.games)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert [game.id for game in list_games(places.games)] == [2, 1]
