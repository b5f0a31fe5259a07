"""Years of evenings: the journal stays small, opens without a full read, and converts older ones."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from evenings import begun, places_in, play_a_little
from patience import PATIENCE_S

from toc_pi.store.archive import SIGHTS_OF
from toc_pi.store.games import export_game, list_games, load_game
from toc_pi.store.journal import Journal
from toc_pi.store.settings import DataFolders

MAX_BYTES_A_TURN = 600
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
        with closing(sqlite3.connect(path, timeout=PATIENCE_S)) as connection:
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
    assert max(size for (size,) in sizes) < MAX_BYTES_A_TURN * TURNS


@pytest.mark.skipif(not IO.exists(), reason="only Linux counts what is read")
def test_an_evening_begins_without_reading_the_earlier_ones(tmp_path: Path, years: DataFolders) -> None:
    few = places_in(tmp_path)
    evenings(few, 2)
    assert years.games.stat().st_size > 1.5 * few.games.stat().st_size
    for places in (few, years):  # whatever is imported once is imported
        bytes_to_begin(places)
    assert bytes_to_begin(years) < 1.2 * bytes_to_begin(few) + 16384
