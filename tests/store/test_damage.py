"""Any damage in the state folder is put aside and reported, and the evening begins."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from damages import make_home
from evenings import begun, places_in, play_a_little, read_all
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from journals import ask

from calibration.board.board_file import load_board, write_board
from toc_pi.cli.main import main
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.languages import translated
from toc_pi.store.games import list_games
from toc_pi.store.journal_mark import Loss
from toc_pi.store.settings import DataFolders, example_settings
from toc_pi.store.start_counter import Starts, keep_good, last_good

ENDINGS = ("", "-wal", "-shm", "-mark", ".reserve")


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> DataFolders:
    """The state folder after two evenings that ended well."""
    places = places_in(tmp_path_factory.mktemp("closed"))
    play_a_little(places)
    play_a_little(places)
    return places


def copy_of(left: DataFolders, folder: Path) -> DataFolders:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(left.config.parent, folder)
    return DataFolders(folder / "config", folder / "state")


@pytest.fixture
def places(tmp_path: Path, closed: DataFolders, monkeypatch: pytest.MonkeyPatch) -> DataFolders:
    """A copy of the state folder after two evenings, where commands look for it."""
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path / "copy"))
    return copy_of(closed, tmp_path / "copy")


def check_evening(places: DataFolders, capsys: pytest.CaptureFixture[str]) -> str:
    """Check that tools report the damage, and that two evenings begin and are stored; return the messages."""
    with suppress(DamagedStore, BadInput):  # a damaged board name is one that isn't known
        read_all(places)
    capsys.readouterr()
    went_on, kept = play_a_little(places, 2)
    printed = capsys.readouterr().err
    assert kept
    assert went_on or printed, "a game is lost silently"
    assert play_a_little(places, 2)[1]
    assert list_games(places.games)
    return printed


damages = st.tuples(
    st.floats(0, 1), st.sampled_from([0xB0, 0xFF, 0x00]) | st.integers(0, 255), st.integers(1, 40)
)


@given(damages)
@example((0.886, 176, 36))  # a turn of the game before the last one
@example((0.09, 176, 4))  # the name of a column that only the list of games reads
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_bytes_of_the_journal_anywhere(
    tmp_path: Path, closed: DataFolders, capsys: pytest.CaptureFixture[str], damage: tuple[float, int, int]
) -> None:
    where, value, length = damage
    places = copy_of(closed, tmp_path / "copy")
    content = bytearray(places.games.read_bytes())
    at = int(where * (len(content) - 1))
    content[at : at + length] = bytes([value]) * len(content[at : at + length])
    places.games.write_bytes(content)
    check_evening(places, capsys)


def test_a_game_whose_turns_cannot_be_read_is_listed_with_the_others(
    places: DataFolders, capsys: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(places.games.read_bytes())
    at = [found.start() for found in re.finditer(rb'{"accepted"', content)][1] - 20  # the second turn
    content[at : at + 31] = bytes([176]) * 31
    places.games.write_bytes(content)
    assert play_a_little(places)[1]
    newest, damaged = list_games(places.games)
    assert (newest.turns is not None, damaged.turns) == (True, None)
    capsys.readouterr()
    assert main(["games"]) == 0
    assert "? turns" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("at", [3411, *range(0, 4096, 1055)])
def test_a_byte_that_is_no_utf8_in_the_schema(
    places: DataFolders, capsys: pytest.CaptureFixture[str], at: int
) -> None:
    content = bytearray(places.games.read_bytes())
    content[at] = 0xB0
    places.games.write_bytes(content)
    check_evening(places, capsys)


@pytest.mark.parametrize("ending", ["-wal", "-mark"])
def test_a_pipe_beside_no_journal_is_not_waited_for(places: DataFolders, ending: str) -> None:
    for path in places.state.glob("games.sqlite*"):
        path.unlink()
    os.mkfifo(places.games.with_name(places.games.name + ending))
    assert main(["games"]) in (0, 5)


def make_folder(path: Path) -> None:
    path.mkdir()
    (path / "something").write_text("inside")


ODD: dict[str, Callable[[Path], object]] = {
    "folder": make_folder,
    "pipe": os.mkfifo,
    "nowhere": lambda path: path.symlink_to("/nowhere/at/all"),
    "empty": Path.touch,
    "text": lambda path: path.write_text("not what belongs here\n" * 300),
}


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("name", [*(f"games.sqlite{ending}" for ending in ENDINGS), "calibration", "lock"])
def test_something_else_lies_where_a_file_should(
    places: DataFolders, capsys: pytest.CaptureFixture[str], name: str, kind: str
) -> None:
    path = places.state / name
    if path.exists():
        path.unlink()
    ODD[kind](path)

    def too_long(*_: object) -> None:
        raise TimeoutError(f"{name} as {kind} is waited for")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(30)
    try:
        went_on, kept = play_a_little(places, 2)
        printed = capsys.readouterr().err
        assert kept
        if kind in ("folder", "pipe"):
            assert f"{name}.damaged-1" in printed
            assert os.path.lexists(places.state / f"{name}.damaged-1")
        assert went_on == (name != "games.sqlite")
        read_all(places)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("kind", ["folder", "pipe", "text"])
def test_tools_say_so_in_one_line_and_leave_it(
    places: DataFolders, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    places.games.unlink()
    ODD[kind](places.games)
    for command in (["games"], ["export", "1"], ["export", "1", "--notation"], ["report", "1", "-o", "-"]):
        assert main(command) == 5
        printed = capsys.readouterr()
        assert len(printed.err.splitlines()) == 1
        assert not printed.out
    assert os.path.lexists(places.games)


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_writing_the_count_of_starts_never_blocks(tmp_path: Path, kind: str) -> None:
    places = places_in(tmp_path)
    places.state.mkdir()
    ODD[kind](places.state / "starts.json")
    os.mkfifo(places.state / "last-good")
    starts = Starts(places.state)
    starts.begin()
    assert starts.failed == 1
    keep_good(places)
    assert last_good(places).settings.read_bytes() == places.settings.read_bytes()
    assert (places.state / "starts.json.damaged-1").exists()


def test_every_damage_is_survived_and_told_in_processes_of_their_own() -> None:
    tried = subprocess.run(
        [sys.executable, Path(__file__).with_name("damages.py"), "--fast"], capture_output=True, text=True
    )
    assert tried.returncode == 0, tried.stdout + tried.stderr


def spoil(places: DataFolders, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(places.games)) as connection, connection:
        connection.execute(statement, values)


UNSEALED = "rtrim(body, ' ' || char(9, 10, 13))"
"""A stored body as earlier versions wrote it, without its checksum."""


def test_an_entry_that_unpacks_to_gigabytes_is_told_at_once(
    places: DataFolders, capsys: pytest.CaptureFixture[str]
) -> None:
    packing = zlib.compressobj()
    bomb = b"".join(packing.compress(bytes(1_000_000)) for _ in range(50)) + packing.flush()
    spoil(places, "UPDATE entries SET body = ? WHERE number = 3", bomb)
    for command in (["export", "1"], ["report", "1", "-o", "-"]):
        assert main(command) == 5
        assert "larger than 1 MB" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"2"', '"2 of hearts"'),
        ('"seat":"a"', '"seat":"z"'),
        ('"legal":true', '"legal":false,"reasons":["dancing"]'),
        ('"legal":true', '"legal":false,"reasons":7'),
    ],
)
def test_an_effect_with_an_impossible_card_seat_or_reason_is_told(
    places: DataFolders, capsys: pytest.CaptureFixture[str], was: str, now: str
) -> None:
    spoil(places, f"UPDATE entries SET body = replace({UNSEALED}, ?, ?) WHERE name = 'Verdict'", was, now)
    assert main(["report", "1", "-o", "-"]) == 5
    assert "game 1 can't be read" in capsys.readouterr().err


def test_marks_of_direction_are_shown(places: DataFolders, capsys: pytest.CaptureFixture[str]) -> None:
    (stored,) = ask(places.games, "SELECT settings FROM games")
    settings = json.loads(json.loads(stored)["content"])
    settings["names"] = {"a": "Ana\u202e\u009b"}
    content = json.dumps({"content": json.dumps(settings)}, ensure_ascii=False)
    spoil(places, "UPDATE games SET settings = ?", content)
    assert main(["report", "1", "-o", "-"]) == 2
    complaint = capsys.readouterr().err
    assert "Ana\\u202e\\u009b" in complaint
    assert not {"\u202e", "\u009b"} & set(complaint)
    assert main(["export", "1"]) == 0
    printed = capsys.readouterr().out
    assert not {"\u202e", "\u009b"} & set(printed)
    assert json.loads(printed.splitlines()[0])["settings"] == json.loads(content)


def test_a_loss_is_told_in_french_with_its_weekday() -> None:
    for number, day in enumerate(
        ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"), 23
    ):
        for games, turns in ((0, 0), (0, 1), (0, 3), (1, 0)):
            told = translated(Loss(games, 1, f"2026-11-{number}T20:00:00", turns).message(), "fr")
            assert f"de {day} (2026-11-{number})" in told


def learnt(folder: Path, shipped: str) -> DataFolders:
    """A table whose board was learnt, in a folder; the board is one that ships, under another name."""
    places = places_in(folder)
    board = places.state / "boards" / "attic.toml"
    board.parent.mkdir(parents=True)
    write_board(replace(load_board(shipped), name="attic"), board)
    text = "".join(line for line in example_settings().splitlines(True) if not line.startswith("board"))
    places.settings.write_text(f'board = "{board}"\n{text}')
    return places


def test_a_learnt_board_that_was_swapped_is_told_though_no_calibration_knows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    places, others = learnt(tmp_path / "home", "square-40"), learnt(tmp_path / "other", "round-40")
    monkeypatch.setenv("TOC_PI_HOME", str(places.config.parent))
    play_a_little(places)
    play_a_little(places)
    assert main(["report", "1", "-o", "-"]) == 0
    assert "board" not in capsys.readouterr().err
    shutil.copyfile(others.state / "boards" / "attic.toml", places.state / "boards" / "attic.toml")
    with begun(places) as (_, journal, saved):
        assert saved is not None
        assert any("attic has changed" in notice for notice in journal.notices)
    assert "attic has changed" in capsys.readouterr().err
    for command in (["report", "1", "-o", "-"], ["export", "1", "--notation"]):
        assert main(command) == 0
        assert "attic has changed" in capsys.readouterr().err


def test_hidden_marks_of_a_family_s_rules_are_shown_on_the_report_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    places = places_in(tmp_path)
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    text = places.settings.read_text()
    family = 'ruleset = { base = "quebec", name = "Ours\\u202e\\u009b" }'
    places.settings.write_text(re.sub("(?m)^rules = .*$", lambda _: family, text))
    play_a_little(places)
    for command in (["report", "1", "-o", "-"], ["export", "1", "--notation"]):
        capsys.readouterr()
        assert main(command) == 0, capsys.readouterr().err
        page = capsys.readouterr().out
        assert "Ours" in page
        assert not {"\u202e", "\u009b"} & set(page)


def lose_mark_and_log(path: Path) -> None:
    """Take the log and the mark of a journal away."""
    for ending in ("-wal", "-mark"):
        path.with_name(path.name + ending).unlink()


def lose_mark_and_half_the_log(path: Path) -> None:
    """Take half the log and the mark away."""
    log = path.with_name(path.name + "-wal")
    os.truncate(log, log.stat().st_size // 2)
    path.with_name(path.name + "-mark").unlink()


def zero_mark_and_log(path: Path) -> None:
    """Put zeros into the log and the mark."""
    for ending in ("-wal", "-mark"):
        file = path.with_name(path.name + ending)
        file.write_bytes(bytes(file.stat().st_size))


def lose_all_but_the_log(path: Path) -> None:
    """Take away the journal and the mark."""
    path.unlink()
    path.with_name(path.name + "-mark").unlink()


@pytest.mark.parametrize(
    "lose", [lose_mark_and_log, lose_mark_and_half_the_log, zero_mark_and_log, lose_all_but_the_log]
)
def test_what_a_missing_mark_would_tell_may_be_missing(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lose: Callable[[Path], None],
) -> None:
    home = make_home(tmp_path / "home", Random(3))
    places = DataFolders(home / "config", home / "state")
    monkeypatch.setenv("TOC_PI_HOME", str(home))
    lose(places.games)
    for command in (["games"], ["games", "--json"]):
        assert main(command) == 5
        assert "what was played last may be missing" in capsys.readouterr().err
    with begun(places) as (_, journal, _):
        assert any("may be missing" in notice for notice in journal.notices)
    assert "may be missing" in capsys.readouterr().err
    assert main(["games"]) == 0
    assert not capsys.readouterr().err


def test_a_journal_that_was_closed_is_whole_without_its_mark(
    places: DataFolders, capsys: pytest.CaptureFixture[str]
) -> None:
    places.games.with_name("games.sqlite-mark").unlink()
    assert main(["games"]) == 0
    assert not capsys.readouterr().err
