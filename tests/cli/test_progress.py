"""Progress: nothing for what is quick, nothing in a log, seconds on a terminal."""

import io
import time

import pytest

from toc_pi.cli import terminal as module
from toc_pi.cli.terminal import progress
from toc_pi.errors import BadInput


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
