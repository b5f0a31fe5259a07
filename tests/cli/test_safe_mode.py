"""`toc-pi play` with bad settings, with starts that fail, with keys and signals: real processes."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from own_display import Display

from toc_pi.screen.safe_screen import place_remedies
from toc_pi.screen.shapes import PAPER
from toc_pi.store.settings import example_settings
from toc_pi.store.starts import FAILED_STARTS, Starts

PATIENCE_S = 60.0
REMEDIES = ("good", "camera", "new", "again")
TOUCHED = (slice(340, 480), slice(0, 800))


@contextmanager
def playing(
    home: Path, environment: dict[str, str], *arguments: str
) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """An evening in a process of its own; what it says lands in a file."""
    said = home / "said"
    with said.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "toc_pi", "play", *arguments],
            env={**environment, "TOC_PI_HOME": str(home), "LC_ALL": "C.UTF-8"},
            stdout=out,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        yield process, said
    finally:
        process.kill()
        process.wait()


def wait(what: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.05)


def begun(said: Path) -> bool:
    """Whether whose turn it is was said, in whatever language."""
    return re.search(r"^\d\d:\d\d:\d\d  ", said.read_text(), re.MULTILINE) is not None


def tap(display: Display, remedy: str) -> None:
    """Touch a button of the safe mode, once it is there."""
    display.wait_for(PAPER, TOUCHED, 20_000)
    x, y = place_remedies(len(REMEDIES))[REMEDIES.index(remedy)].middle
    display.xdotool("mousemove", round(x), round(y), "click", 1)


def settings(home: Path, content: bytes | None) -> None:
    (home / "config").mkdir(parents=True)
    if content is not None:
        (home / "config" / "settings.toml").write_bytes(content)


def unseen() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }


@pytest.mark.parametrize("content", [b"\xb0", b"language = [", b"", None])
def test_without_a_display_it_is_one_line_and_status_2(tmp_path: Path, content: bytes | None) -> None:
    settings(tmp_path, content)
    with playing(tmp_path, unseen()) as (process, said):
        assert process.wait(PATIENCE_S) == 2
        lines = [line for line in said.read_text().splitlines() if "no window" not in line]
    assert lines
    assert all(line.startswith("toc-pi: ") for line in lines), lines


def test_bad_settings_are_said_on_the_screen_and_the_game_goes_on_by_a_touch(
    tmp_path: Path, display: Display
) -> None:
    settings(tmp_path, b'language = "fr"\nboard = \xb0')
    with playing(tmp_path, display.surroundings) as (process, said):
        tap(display, "camera")
        wait(lambda: begun(said))
        # A key on a plugged keyboard and a closed terminal end nothing.
        display.xdotool("key", "Escape")
        display.xdotool("key", "q")
        process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 130
        assert "Traceback" not in said.read_text()


def test_after_three_failed_starts_the_screen_says_so_and_a_new_state_keeps_the_old_one(
    tmp_path: Path, display: Display
) -> None:
    settings(tmp_path, example_settings().replace('camera = "auto"', 'camera = "usb 9"').encode())
    starts = Starts(tmp_path / "state")
    for _ in range(FAILED_STARTS):
        starts.begin()
    (tmp_path / "state" / "games.sqlite").write_bytes(b"no journal at all")
    with playing(tmp_path, display.surroundings) as (process, said):
        tap(display, "new")
        wait(lambda: begun(said))
        assert (tmp_path / "state" / "old-1" / "games.sqlite").read_bytes() == b"no journal at all"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 130
    assert starts.failed == 0
    assert (tmp_path / "state" / "last-good" / "settings.toml").is_file(), "it was a good start"


def test_a_start_that_is_killed_counts(tmp_path: Path) -> None:
    settings(tmp_path, example_settings().encode())
    with playing(tmp_path, unseen(), "--no-screen") as (process, said):
        wait(lambda: begun(said))
        process.kill()
    assert Starts(tmp_path / "state").failed == 1
