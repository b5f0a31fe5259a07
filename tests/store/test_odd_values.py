"""Whatever a journal has stored, commands answer in one line, and nothing hidden is printed raw."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from evenings import places_in, play_a_little
from journals import ask

from toc_pi.cli.main import main
from toc_pi.store.journal import Journal
from toc_pi.store.settings import DataFolders

UNSEALED = "rtrim(body, ' ' || char(9, 10, 13))"
COMMANDS = (
    ["games"],
    ["games", "--json"],
    ["export", "1"],
    ["export", "1", "--notation"],
    ["report", "1", "-o", "-"],
)
HIDDEN = set("\u202e\u2066\x1b\x07\u009b")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> DataFolders:
    places = places_in(tmp_path_factory.mktemp("played"))
    play_a_little(places)
    return places


@pytest.fixture
def places(tmp_path: Path, played: DataFolders, monkeypatch: pytest.MonkeyPatch) -> DataFolders:
    """A copy of a state folder with one game, where commands look for it."""
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path / "copy"))
    shutil.copytree(played.config.parent, tmp_path / "copy")
    return DataFolders(tmp_path / "copy/config", tmp_path / "copy/state")


def spoil(places: DataFolders, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(places.games)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement, values)


def run_all(capsys: pytest.CaptureFixture[str]) -> list[int]:
    """The exit statuses of every command; none may answer with a traceback."""
    statuses = []
    for command in COMMANDS:
        statuses.append(main(command))
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        assert not HIDDEN & set(printed.out + printed.err), command
        if statuses[-1]:
            assert printed.err.count("\n") == 1
    return statuses


ODD: tuple[object, ...] = (
    b"\xff\x00\xb0",
    b"",
    "",
    "\u202e\u2066\x1b[31m\x07",
    "x" * 5000,
    7,
    -1.5,
    1e308,
    None,
)


@pytest.mark.parametrize("value", ODD, ids=lambda value: repr(value)[:12])
@pytest.mark.parametrize("column", ["started", "settings", "ended", "winners", "turns", "lost"])
def test_any_value_in_the_list_of_games(
    places: DataFolders, capsys: pytest.CaptureFixture[str], column: str, value: object
) -> None:
    if value is None and column in ("started", "settings", "lost"):
        pytest.skip("the table has no empty one")
    spoil(places, f"UPDATE games SET {column} = ?", value)
    statuses = run_all(capsys)
    assert statuses[:2] == [0, 0]
    assert set(statuses) <= {0, 5}
    assert main(["games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == 1


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"a0"', '"a99"'),
        ('"a0"', '"\u202e"'),
        ('"seat":"a"', '"seat":["a"]'),
        ('"n":1', '"n":10000000'),
        ('"t":', '"t":1e999,"t":'),
        ('"t":', '"t":NaN,"u":'),
        ('"card":"K"', '"card":"*"'),
        ('"holes":{', '"holes":{"aH9":"d",'),
        ("{", "["),
    ],
)
@pytest.mark.parametrize("table", ["entries", "turns", "states"])
def test_any_value_of_the_game_itself(
    places: DataFolders, capsys: pytest.CaptureFixture[str], table: str, was: str, now: str
) -> None:
    spoil(
        places, f"UPDATE {table} SET body = replace({UNSEALED}, ?, ?) WHERE typeof(body) = 'text'", was, now
    )
    assert set(run_all(capsys)) <= {0, 5}


def test_values_changed_at_random(places: DataFolders, capsys: pytest.CaptureFixture[str]) -> None:
    rng, whole = Random(5), places.games.read_bytes()
    for _ in range(25):
        places.games.write_bytes(whole)
        table, key = rng.choice((("entries", "number"), ("turns", "n"), ("states", "game")))
        with closing(sqlite3.connect(places.games)) as connection, connection:
            found = f"SELECT {key}, {UNSEALED} FROM {table} WHERE typeof(body) = 'text'"
            number, body = rng.choice(connection.execute(found).fetchall())
            parts = json.loads(body)
            change(parts, rng)
            changed = f"UPDATE {table} SET body = ? WHERE game = 1 AND {key} = ?"
            connection.execute(changed, (json.dumps(parts), number))
        assert set(run_all(capsys)) <= {0, 5}


def change(parts: dict[str, object], rng: Random) -> None:
    """Put something odd somewhere into a JSON object."""
    here: object = parts
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))  # type: ignore[arg-type]
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and rng.random() < 0.8:  # type: ignore[index]
            here = here[key]  # type: ignore[index]
            continue
        here[key] = rng.choice([None, -1, 10**30, float("nan"), "aH9", "\u202e", [], {}, [[]], True])  # type: ignore[index]
        return


@pytest.mark.parametrize("table", ["entries", "turns", "states", "games"])
def test_a_flipped_bit_is_noticed_wherever_it_is(
    places: DataFolders, capsys: pytest.CaptureFixture[str], table: str
) -> None:
    column = "settings" if table == "games" else "body"
    for _ in flipped_in(places, table, column, 40):
        tried = "export" if table == "entries" else "report"
        assert main([tried, "1", *(["-o", "-"] if tried == "report" else [])]) == 5
        assert "game 1 can't be read" in capsys.readouterr().err


def flipped_in(places: DataFolders, table: str, column: str, times: int) -> Iterator[str]:
    """Flip one bit after the other of a stored text, and put each right again."""
    (text,) = ask(places.games, f"SELECT {column} FROM {table} WHERE typeof({column}) = 'text' LIMIT 1")  # type: ignore[misc]
    assert isinstance(text, str)
    for at in range(0, len(text), max(1, len(text) // times)):
        flipped = text[:at] + chr(ord(text[at]) ^ (1 << at % 7)) + text[at + 1 :]
        spoil(places, f"UPDATE {table} SET {column} = ? WHERE {column} = ?", flipped, text)
        yield flipped
        spoil(places, f"UPDATE {table} SET {column} = ? WHERE {column} = ?", text, flipped)


@pytest.fixture
def won(places: DataFolders) -> DataFolders:
    """The same, and the game is won."""
    with closing(Journal(places.games)) as journal:
        saved = journal.unfinished()
        assert saved is not None
        journal.go_on(saved)
        journal.end("2026-11-22T23:10:00", ("a", "c"))
    return places


@pytest.mark.parametrize("column", ["ended", "winners"])
def test_a_flipped_bit_in_how_a_game_ended_is_never_shown_as_true(
    won: DataFolders, capsys: pytest.CaptureFixture[str], column: str
) -> None:
    assert main(["games"]) == 0
    assert "won by" in capsys.readouterr().out
    for _ in flipped_in(won, "games", column, 99):
        assert main(["games"]) == 0
        assert "its end can't be read" in capsys.readouterr().out
        assert main(["games", "--json"]) == 0
        listed = json.loads(capsys.readouterr().out)
        assert (listed["ended"], listed["winners"]) == (None, None)
        for tried in (["export", "1"], ["report", "1", "-o", "-"]):
            assert main(tried) == 5
            assert "game 1 can't be read" in capsys.readouterr().err
    assert main(["games"]) == 0
    assert "won by" in capsys.readouterr().out


@pytest.mark.parametrize("change", ["ended = NULL", "winners = NULL"])
def test_an_end_that_is_half_lost_is_told_and_the_game_does_not_go_on(
    won: DataFolders, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    spoil(won, f"UPDATE games SET {change}")
    assert main(["games"]) == 0
    assert "its end can't be read" in capsys.readouterr().out
    assert play_a_little(won, 2) == (False, True)
    assert "game 1 can't be read" in capsys.readouterr().err


def test_an_end_of_an_earlier_version_has_no_checksum(
    won: DataFolders, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["games", "--json"], ["export", "1"]):
        assert main(command) == 0
    before = capsys.readouterr().out
    spoil(won, f"UPDATE games SET winners = {UNSEALED.replace('body', 'winners')}")
    assert ask(won.games, "SELECT winners FROM games") == ("a c",)
    for command in (["games", "--json"], ["export", "1"]):
        assert main(command) == 0
    assert capsys.readouterr().out == before


def test_a_game_of_an_earlier_version_has_no_checksums(
    places: DataFolders, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "1"]) == 0
    before = capsys.readouterr().out
    for table in ("entries", "turns", "states"):
        spoil(places, f"UPDATE {table} SET body = {UNSEALED} WHERE typeof(body) = 'text'")
    spoil(places, f"UPDATE games SET settings = {UNSEALED.replace('body', 'settings')}")
    assert main(["export", "1"]) == 0
    assert capsys.readouterr().out == before
    assert play_a_little(places, 2) == (True, True)
