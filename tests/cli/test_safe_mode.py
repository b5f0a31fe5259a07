"""`toc-pi play` with bad settings, with starts that fail, with keys and signals: real processes."""

import os
import re
import signal
import time
from pathlib import Path

import pytest
from fingers import Finger
from own_display import SCREEN, Display
from patience import PATIENCE_S
from played import playing, wait
from taps import tap as tap_page

from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.setting_up import begin
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import CameraStatus
from toc_pi.app.setup.setup_window import cameras
from toc_pi.app.starting import safe_page
from toc_pi.screen.pages.page import place_page
from toc_pi.screen.palette import PAPER
from toc_pi.store.settings import example_settings
from toc_pi.store.start_counter import FAILED_STARTS, Starts

REMEDIES = ("new", "good", "camera", "again")
"""After failed starts; with bad settings the first is `set-up`."""
TOUCHED = (slice(340, 480), slice(0, 800))


def begun(said: Path) -> bool:
    """Whether the player on turn was announced, in any language."""
    return re.search(r"^\d\d:\d\d:\d\d  ", said.read_text(), re.MULTILINE) is not None


def tap(display: Display, remedy: str) -> None:
    """Touch a button of the safe mode, once it is shown."""
    display.wait_for(PAPER, TOUCHED, 20_000)
    keys = place_page(safe_page("starts", "", REMEDIES, ("en",)), SCREEN).keys
    x, y = next(rect.middle for key, rect in keys if key.key == remedy)
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


def test_bad_settings_are_reported_on_the_screen_and_the_game_goes_on_by_a_touch(
    tmp_path: Path, display: Display
) -> None:
    settings(tmp_path, b'language = "fr"\nboard = \xb0')
    with playing(tmp_path, display.surroundings) as (process, said):
        tap(display, "camera")
        wait(lambda: begun(said))
        # Neither a key on a keyboard nor a closed terminal ends it.
        display.xdotool("key", "Escape")
        display.xdotool("key", "q")
        process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 130
        assert "Traceback" not in said.read_text()


@pytest.mark.parametrize("content", [b'camera = "none"', b'camera = "none"\nboard = 7'])
def test_settings_without_a_table_or_with_a_fault_lead_to_the_set_up(
    tmp_path: Path, display: Display, content: bytes
) -> None:
    settings(tmp_path, content + b'\nlanguage = "fr"\n')
    finger, state = (
        Finger(display, SCREEN),
        begin((), Answers(language="fr", camera="none"), cameras=cameras()),
    )
    with playing(tmp_path, display.surroundings) as (_, said):
        if b"board" in content:
            tap(display, REMEDIES[0])
            known = begin((state.answers,))
            finger.tap(page_of(known), "fresh")
            state = tap_page(known, "fresh")
        for key in ("language:fr", "camera:none", "next", "next", "next", "next", "next", "next"):
            finger.tap(page_of(state, CameraStatus()), key)
            state = tap_page(state, key)
            if state.wish == "play":
                break
        wait(lambda: begun(said))
    assert finger.taps <= 9


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


def test_settings_that_were_spoilt_during_an_evening_do_not_replace_the_last_good_ones(
    tmp_path: Path,
) -> None:
    good = example_settings().encode()
    settings(tmp_path, good)
    for content in (good, good + b"board = 3"):
        with playing(tmp_path, unseen(), "--no-screen") as (process, said):
            wait(lambda: begun(said))
            (tmp_path / "config" / "settings.toml").write_bytes(content)
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 130
        assert (tmp_path / "state" / "last-good" / "settings.toml").read_bytes() == good
