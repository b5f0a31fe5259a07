"""Common fixtures: the same language everywhere, and a private display on request."""

import os

# As in the program (`run` in toc_pi/cli/main.py); the library reads it when numpy is first imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from own_display import Display, missing_tools, open_display

from hardware.capture import quiet_ffmpeg

# The duration of an example depends more on the machine's load than on the program.
settings.register_profile("untimed", deadline=None)
settings.register_profile(
    "repeatable", deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
)  # for `make test` and mutation tests: the same examples each time; a failure is shown at once, not shrunk
settings.load_profile("untimed")

# FFmpeg reads its settings at the first film of a process, which in a test may be one that the test wrote.
quiet_ffmpeg()


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests read the program's messages; the developer's environment may select French."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(autouse=True)
def heeded_signals() -> None:
    """Programs that tests start heed signals: a shell's background jobs ignore some, and so does `play`."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
            signal.signal(number, usual)


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Display]:
    """A display with a mouse, 800 by 480 px."""
    if missing := missing_tools():
        pytest.skip(f"{' and '.join(missing)} missing (apt install xvfb xdotool)")
    with open_display(tmp_path) as display:
        yield display
