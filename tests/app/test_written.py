"""A game of the journal, written in the notation: `toc-pi export N --notation`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from kept_games import CAMPS, keep_events
from notation_reader import read_transcript

from calibration.holes import Hole, Seat
from toc_pi.app.report.past import write_turns
from toc_pi.belief.game import Game
from toc_pi.cli.main import main
from toc_pi.events import Card, Declared, Seen
from toc_pi.referee.referee import Referee
from toc_pi.rules.game import CardPlayed, Discard, Throw
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.store.settings import example_settings


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program folder with the example's settings and one game begun."""
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    out = {hole: seat for hole, seat in CAMPS.items() if hole != "aC1"} | {Hole("a0"): Seat("a")}
    hand = tuple(map(Card, "23689"))
    events = (
        Seen(0.0, CAMPS),
        Declared(1.0, Seat("a"), "card", Card("K")),
        Seen(3.0, out),
        Seen(6.0, out),
        Declared(8.0, Seat("b"), "throw", cards=hand),
        Declared(9.0, Seat("c"), "throw", cards=hand),
    )
    keep_events(tmp_path, example_settings(), events)
    return tmp_path


@pytest.mark.usefixtures("home")
def test_a_game_of_the_journal_is_read_as_a_transcript(capsys: pytest.CaptureFixture[str]) -> None:
    """Who played what stands there, and can be read back."""
    assert main(["export", "1", "--notation"]) == 0
    text = capsys.readouterr().out
    assert '[Date "2026-11-21"]' in text
    _, transcript = read_transcript(text)
    done = [action for action in transcript.actions if isinstance(action, CardPlayed | Discard | Throw)]
    assert [type(action).__name__ for action in done] == ["CardPlayed", "Throw", "Throw"]
    assert "K " + transcript.first + "0" in text


@pytest.mark.parametrize(
    ("rules", "house", "taps", "ending"),
    [
        ("quebec", ("jack-pass",), [("a", "pass", None), ("b", "discard", "2")], "1 a J =\n2 b discard 2\n"),
        ("fadoq", (), [("a", "card", "*"), ("a", "pass", None)], "1 a * a0\na stops\n"),
    ],
)
def test_a_passed_turn_is_written_too(
    rules: str, house: tuple[str, ...], taps: list[tuple[str, str, str | None]], ending: str
) -> None:
    """A card that is passed with is a card; a second card that is kept for later is a stop."""
    table = Table(teams=((Seat("a"), Seat("c")), (Seat("b"), Seat("d"))))
    game = Game(load_ruleset(rules, house), table, Seat("a"))
    referee = Referee(game)
    out = {hole: seat for hole, seat in CAMPS.items() if hole != "aC1"} | {Hole("a0"): Seat("a")}
    referee.step(Seen(0.0, CAMPS))
    for t, (seat, do, card) in enumerate(taps):
        referee.step(Declared(10.0 * t + 1, Seat(seat), do, card and Card(card)))
        if do == "card":
            for after in (2.0, 5.0):
                referee.step(Seen(10.0 * t + after, out))
    text = write_turns(game, referee.state, {})
    assert text.endswith(ending)
    _, back = read_transcript(text)
    assert len(back.actions) > len(taps), "the deal, too"


@pytest.mark.usefixtures("home")
def test_a_game_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """One line, status 2."""
    assert main(["export", "7", "--notation"]) == 2
    assert "there is no game 7" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("export", "1", "--notation"), ("report", "1", "-o", "-")])
def test_settings_that_cannot_be_read_are_damaged_data(
    home: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    journal = next(home.rglob("*.sqlite"))
    with closing(sqlite3.connect(journal)) as connection, connection:
        connection.execute("UPDATE games SET settings = '[1]'")
    assert main(list(words)) == 5
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "the others can" in printed.err


def test_writing_a_game_down_leaves_the_journal_as_it_is(home: Path) -> None:
    """The journal is only read; opening it for writing would create its reserve."""
    journal = next(home.rglob("*.sqlite"))
    reserve = journal.with_name(f"{journal.name}.reserve")
    before = journal.read_bytes()
    reserve.unlink()
    assert main(["export", "1", "--notation"]) == 0
    assert journal.read_bytes() == before
    assert not reserve.exists()
