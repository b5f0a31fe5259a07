"""Colour only on a terminal, and not if switched off; tested on a real terminal."""

import os
import pty
from collections.abc import Iterator
from typing import TextIO

import pytest

from toc_pi.cli.terminal import complain, painted


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
