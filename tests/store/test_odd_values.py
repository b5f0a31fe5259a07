"""Whatever a journal has stored, commands answer in one line, and nothing hidden is printed raw."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from evenings import places_in, play_a_little
from journals import ask

from toc_pi.cli.main import main
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
    (body,) = ask(places.games, f"SELECT {column} FROM {table} WHERE typeof({column}) = 'text' LIMIT 1")  # type: ignore[misc]
    assert isinstance(body, str)
    for at in range(0, len(body), max(1, len(body) // 40)):
        flipped = body[:at] + chr(ord(body[at]) ^ (1 << at % 7)) + body[at + 1 :]
        spoil(places, f"UPDATE {table} SET {column} = ? WHERE {column} = ?", flipped, body)
        tried = "export" if table == "entries" else "report"
        assert main([tried, "1", *(["-o", "-"] if tried == "report" else [])]) == 5, flipped
        assert "game 1 can't be read" in capsys.readouterr().err
        spoil(places, f"UPDATE {table} SET {column} = ? WHERE {column} = ?", body, flipped)


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
