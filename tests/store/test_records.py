"""The journal's records as written; those of a newer toc-pi are reported and preserved."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from journal_writer import game

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.events import Card, Declared, Seen
from toc_pi.referee.referee import Referee
from toc_pi.store.games import list_games
from toc_pi.store.journal import Journal
from toc_pi.store.journal_file import VERSION
from toc_pi.store.records import records_of, state_of


def test_what_is_written_of_a_game() -> None:
    referee = Referee(game())
    camps = {Hole(f"{seat}C{number}"): Seat(seat) for seat in "abcd" for number in (1, 2, 3, 4)}
    referee.step(Seen(0.0, camps))
    referee.step(Declared(1.0, Seat("a"), "discard", Card("2")))
    referee.step(Declared(2.0, Seat("b"), "discard", Card("3")))
    referee.step(Declared(3.0, Seat("c"), "card", Card("K")))
    (first, second), now = records_of(referee.state)
    hands, less = ["?"] * 5, ["?"] * 4
    assert first == {
        "n": 1,
        "play": {"t": 1.0, "seat": "a", "do": "discard", "card": "2"},
        "accepted": False,
        "assumed": False,
        "t": 1.0,
        "record": [""],
        "course": {
            "hands": [hands] * 4,
            "stock": ["?"] * 34,
            "dealer": 3,
            "deals": 1,
            "phase": "play",
            "rights": [0] * 4,
            "gifts": [[]] * 4,
        },
    }
    assert second["course"] == {"hands": [less, hands, hands, hands], "more_used": ["2"], "turn": 1}
    assert now == {
        "t": 3.0,
        "belief": {"record": [""]},
        "course": {"hands": [less, less, hands, hands], "more_used": ["3"], "turn": 2},
        "queue": [{"t": 3.0, "seat": "c", "do": "card", "card": "K"}],
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


@pytest.mark.parametrize("now", [{}, [], "text", 3, {"order": {}}, {"t": 1.0, "form": 3}])
def test_what_is_no_record_is_an_error_of_ours(now: Any) -> None:
    with pytest.raises(BadInput):
        state_of([], now)
