"""A game of the journal that this version can't read is reported and preserved, and a new one begins."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from test_record_command import settle

from toc_pi.cli.main import main


def test_a_game_that_cannot_be_read_stays_and_a_new_one_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    settle(tmp_path, tmp_path / "nowhere.mp4")
    assert main(["play", "--no-screen"]) == 2  # a game begins, then the camera is missing
    journal = next(tmp_path.rglob("*.sqlite"))
    with closing(sqlite3.connect(journal)) as connection, connection:
        connection.execute("""INSERT INTO states VALUES (1, 1, '{"phase":"dancing"}')""")
    capsys.readouterr()
    assert main(["play", "--no-screen"]) == 2
    assert "the others can; a new game begins" in capsys.readouterr().err
    with closing(sqlite3.connect(journal)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (2,)
        assert connection.execute("SELECT count(*) FROM states").fetchone() == (1,)
