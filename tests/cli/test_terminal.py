"""Colour and seconds of progress only on a terminal, and not if they aren't wanted."""

import io
import os
import pty
import time
from collections.abc import Iterator
from typing import TextIO

import pytest

from toc_pi.cli import terminal as module
from toc_pi.cli.terminal import complain, painted, progress
from toc_pi.errors import BadInput


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[TextIO]:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    try:
        ours, theirs = pty.openpty()
    except OSError as error:  # a bare root without /dev/pts
        pytest.skip(f"no terminal can be opened here: {error}")
    with os.fdopen(theirs, "w", encoding="utf-8") as stream:
        yield stream
    os.close(ours)


def test_what_is_wrong_is_red_on_a_terminal_and_says_the_same(terminal: TextIO) -> None:
    said = painted("not allowed", "bad", terminal)
    assert said != "not allowed"
    assert "not allowed" in said
    assert said.endswith("\x1b[0m")
    assert painted("allowed", "good", terminal) not in (said, "allowed")
    assert painted("a turn", "plain", terminal) == "a turn"


def test_no_color_is_heeded(terminal: TextIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted("not allowed", "bad", terminal) == "not allowed"
    monkeypatch.setenv("NO_COLOR", "")
    assert painted("not allowed", "bad", terminal) != "not allowed"
    monkeypatch.setenv("TERM", "dumb")
    assert painted("not allowed", "bad", terminal) == "not allowed"


def test_a_file_and_a_pipe_get_no_colour(capsys: pytest.CaptureFixture[str]) -> None:
    complain("something is wrong")
    assert capsys.readouterr().err == "toc-pi: something is wrong\n"


def fail_slowly() -> None:
    time.sleep(0.2)
    raise BadInput("no board")


class Terminal(io.StringIO):
    """A stderr that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_S", 0.05)
    monkeypatch.setattr(module, "EVERY_S", 0.02)


def test_what_is_quick_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    monkeypatch.setattr(module, "PATIENCE_S", 5.0)
    with progress("looking for the board …"):
        pass
    assert terminal.getvalue() == ""


def test_a_log_gets_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("looking for the board …"):
        time.sleep(0.2)
    assert capsys.readouterr().err == ""


def test_a_terminal_counts_the_seconds_on_one_line_in_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with progress("looking for the board …"):
        time.sleep(0.3)
    written = terminal.getvalue()
    assert written.count("\rtoc-pi: ") > 1
    assert written.count("\n") == 1
    assert "looking" not in written
    assert written.endswith(" s\n")


def test_a_fault_ends_the_line_and_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with pytest.raises(BadInput), progress("looking for the board …"):
        fail_slowly()
    assert terminal.getvalue().endswith("\n")
