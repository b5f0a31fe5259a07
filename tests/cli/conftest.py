"""Command lines that must be refused, and requests on standard input."""

import io
import json
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import pytest

from toc_pi.cli.main import main


@pytest.fixture
def refused(capfd: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a command line that must be refused with a status in one line; returns the line."""

    def run(*words: str, status: int = 2, silent: bool = True) -> str:
        capfd.readouterr()
        assert main(words) == status
        printed = capfd.readouterr()
        assert (printed.err.count("\n"), len(printed.err) < 3_000) == (1, True), printed.err
        assert not (silent and printed.out)
        return printed.err

    return run


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Gives a command requests, or lines that are none, on standard input; returns its status and answers."""

    def run(command: str, *requests: Any) -> tuple[int, list[Any]]:
        with tempfile.TemporaryFile() as given:
            lines = (line if isinstance(line, str) else json.dumps(line) for line in requests)
            given.write("\n".join(lines).encode())
            given.seek(0)
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given))
            status = main([command, "-"])
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run
