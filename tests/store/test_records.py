"""The journal's records as written; those of a newer toc-pi are reported and preserved."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from evenings import begun, places_in, play_a_little
from journal_writer import game

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.referee.events import Card, Declared, Seen
from toc_pi.referee.referee import Referee
from toc_pi.store.games import list_games, load_game
from toc_pi.store.journal import Journal
from toc_pi.store.journal_file import VERSION
from toc_pi.store.recorded import records_of
from toc_pi.store.records import FORM
from toc_pi.store.written_records import read_records, record_json


def test_what_is_written_of_a_game() -> None:
    referee = Referee(game())
    camps = {Hole(f"{seat}C{number}"): Seat(seat) for seat in "abcd" for number in (1, 2, 3, 4)}
    referee.step(Seen(0.0, camps))
    referee.step(Declared(1.0, Seat("a"), "discard", Card("2")))
    referee.step(Declared(2.0, Seat("b"), "discard", Card("3")))
    referee.step(Declared(3.0, Seat("c"), "card", Card("K")))
    turns, now = records_of(referee.state)
    first, second = (record_json(turn, before) for turn, before in zip(turns, (None, turns[0]), strict=True))
    hands, less = "? ? ? ? ?", "? ? ? ?"
    assert first["told"] == {"t": 1.0, "seat": "a", "do": "discard", "card": "2"}
    assert (first["positions"], first["t"]) == ([""], 1.0)
    assert first["order"] == {
        "hands": [hands] * 4,
        "stock": " ".join("?" * 34),
        "used": "",
        "dealer": 3,
        "deals": 1,
        "player": 0,
        "stage": "play",
        "again": "",
        "pawn": None,
        "rights": [0, 0, 0, 0],
        "ten": False,
        "struck": False,
        "gifts": ["", "", "", ""],
        "exchanged": [],
        "places": [],
        "away": [],
    }
    assert second["order"] == {"hands": [less, hands, hands, hands], "more_used": "2", "player": 1}
    assert record_json(now, turns[-1]) == {
        "form": 3,
        "t": 3.0,
        "positions": [""],
        "order": {"hands": [less, less, hands, hands], "more_used": "3", "player": 2},
        "waiting": [{"t": 3.0, "seat": "c", "do": "card", "card": "K"}],
    }


def test_a_journal_of_a_newer_version_is_reported_and_kept_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Journal(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    with pytest.raises(DamagedStore, match="from a newer toc-pi"):
        list_games(path)
    assert path.read_bytes() == whole
    name = f"games.sqlite.version-{VERSION + 1}-1"
    with pytest.raises(DamagedStore, match=f"from a newer toc-pi .* put aside as {name}"):
        Journal(path)
    assert (tmp_path / name).read_bytes() == whole
    Journal(path).close()
    assert list_games(path) == ()


def test_a_game_in_a_newer_form_is_reported_and_left_as_it_is(tmp_path: Path) -> None:
    places = places_in(tmp_path)
    play_a_little(places)
    with closing(sqlite3.connect(places.games)) as connection, connection:
        state = json.loads(connection.execute("SELECT body FROM states").fetchone()[0])
        newer = json.dumps(state | {"form": FORM + 1, "what": "nobody knows yet"})
        connection.execute("UPDATE states SET body = ?", (newer,))
    with closing(Journal(places.games)) as journal, pytest.raises(DamagedStore, match="a newer toc-pi"):
        journal.unfinished()
    with begun(places) as (_, journal, saved):
        assert saved is None
        journal.flush()
    with pytest.raises(DamagedStore, match=r"game 1 can't be read.*a newer toc-pi"):
        load_game(places.games, 1)
    with closing(sqlite3.connect(places.games)) as connection:
        kept = connection.execute("SELECT body FROM states WHERE game = 1").fetchone()
        packed = connection.execute("SELECT body FROM archive WHERE game = 1").fetchone()
    assert kept == (newer,) or packed is not None


@pytest.mark.parametrize("now", [{}, [], "text", 3, {"form": 3}, {"form": 3, "order": {}}, {"form": "x"}])
def test_what_is_no_record_is_an_error_of_ours(now: Any) -> None:
    with pytest.raises(BadInput):
        read_records([], now)
