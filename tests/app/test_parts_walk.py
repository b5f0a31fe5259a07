"""`toc-pi test all`: every part is walked through by touch, buttons, lines in a terminal, or nobody."""

import os
import pty
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from fingers import Finger
from own_display import SCREEN, Display, missing_tools, open_display
from patience import PATIENCE_S
from played import playing
from taps import tap

from hardware.camera import Camera
from hardware.errors import DeviceFailed
from hardware.lamps import Buttons
from toc_pi.app.machine import walk as steps
from toc_pi.app.machine import walk_run
from toc_pi.app.machine.trials import TRIALS, TrialContext
from toc_pi.app.machine.walk import AFTER_S, CORNERS, Walk
from toc_pi.app.machine.walk_run import WalkRun
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.setting_up import begin as begin_set_up
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import CameraStatus
from toc_pi.app.setup.setup_window import cameras
from toc_pi.messages import said

SAMPLE = Path(__file__).parents[2] / "toc_pi" / "data" / "sample" / "film.mp4"
PARTS = ("screen", "touch", "camera", "lamps", "buttons", "sound")
ON_A_DESKTOP = {"screen": "works", "touch": "works", "camera": "works", "buttons": "broken"}


def verdicts(walk: Walk) -> Mapping[str, str]:
    return dict(walk.outcomes)


def test_buttons_alone_lead_through_every_part() -> None:
    walk = steps.press(steps.begin(PARTS), "accept")
    assert walk.part == "screen"
    walk = steps.press(walk, "accept")
    assert walk.part == "touch"
    walk = steps.press(walk, "undo")  # where touch doesn't work
    for part, button in zip(PARTS[2:], ("accept", "undo", "accept", "accept"), strict=True):
        assert (walk.part, walk.stage) == (part, "before")
        walk = steps.press(walk, "accept")
        assert walk.stage == "running"
        walk = steps.ended(walk)
        assert steps.press(walk, "pause").stage == "running", "it is tested again"
        walk = steps.press(walk, button)
    assert verdicts(walk) == dict.fromkeys(PARTS, "works") | {"touch": "skipped", "lamps": "broken"}
    assert steps.broken_parts(walk) == ("lamps",)
    assert steps.press(walk, "accept").over


def test_where_nobody_answers_it_goes_on_by_itself_and_says_so() -> None:
    walk, waits = steps.begin(PARTS), 0
    while not walk.over:
        assert "Goes on by itself" in steps.page_of(walk, "en", 9.0).text or walk.part == "end"
        walk, waits = steps.waited(walk), waits + 1
        if walk.stage == "running" and walk.part in TRIALS:
            walk = steps.ended(walk)
        assert waits < 3 * len(PARTS)
    assert verdicts(walk) == dict.fromkeys(PARTS, "unanswered") | {"touch": "broken"}


def test_once_somebody_has_answered_there_is_more_time() -> None:
    unheard = steps.ended(steps.tap(steps.begin(("lamps",)), "again"))
    assert Walk(("lamps",), at=0, stage="after").limit_s == AFTER_S < unheard.limit_s


def test_a_part_that_failed_is_shown_first_with_advice_and_tested_again_from_the_last_page() -> None:
    walk = steps.begin(("lamps", "sound"))
    walk = steps.tap(steps.ended(steps.tap(steps.tap(walk, "start"), "now")), "works")
    failed = steps.ended(steps.tap(walk, "now"), said("sound: nothing plays ({why}); …", why="x"))
    page = steps.page_of(failed, "en", 9.0)
    assert "nothing plays (x)" in page.text
    assert "turned up" in page.text
    end = steps.tap(failed, "on")
    keys = steps.page_of(end, "en", 9.0).keys
    assert [(key.key, key.on) for key in keys] == [("part:sound", False), ("part:lamps", True)]
    assert "turned up" in keys[0].below
    again = steps.tap(end, "part:sound")
    assert (again.part, again.stage) == ("sound", "before")
    repaired = steps.tap(steps.ended(steps.tap(again, "now")), "works")
    assert repaired.part == "end"
    assert steps.broken_parts(repaired) == ()


class Pressed(Buttons):
    """Buttons that tests press."""

    def __init__(self) -> None:
        self.now: list[str] = []

    def pressed(self) -> tuple[str, ...]:
        pressed, self.now = tuple(self.now), []
        return pressed


class Shown:
    """A face that keeps what it was shown, and answers what tests say."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.walk = Walk(())

    def show(self, walk: Walk, left_s: float, picture: object) -> None:  # noqa: ARG002
        self.walk = walk

    def answers(self) -> tuple[str, ...]:
        keys, self.keys = tuple(self.keys), []
        return keys


class Run:
    """A walk through one part's trial, in time that passes only when tests say so."""

    def __init__(self, part: str, buttons: Buttons | None = None) -> None:
        self.now, self.face = 0.0, Shown()

        def no_camera() -> Camera:
            raise AssertionError("no camera is opened here")

        bench = TrialContext(no_camera, listen_s=PATIENCE_S)
        walk = steps.tap(steps.begin((part,)), "now")
        self.run = WalkRun(walk, self.face, bench, buttons, clock=lambda: self.now)

    def until(self, holds: Callable[[Walk], object]) -> Walk:
        until = time.monotonic() + PATIENCE_S
        while not holds(self.run.walk):
            assert time.monotonic() < until
            self.run.step(lambda: None)
            time.sleep(0.005)
        return self.run.walk


def test_the_buttons_trial_hears_the_presses() -> None:
    buttons = Pressed()
    run = Run("buttons", buttons)
    run.until(lambda walk: walk.lines)
    for name in ("undo", "pause", "accept"):
        buttons.now.append(name)
        run.until(lambda walk, name=name: walk.lines[-1] == name)
    walk = run.until(lambda walk: walk.stage == "after")
    assert walk.why == ""
    buttons.now.append("accept")
    assert verdicts(run.until(lambda walk: walk.over)) == {"buttons": "works"}


def test_a_trial_that_hangs_is_left_and_one_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    returned, ended = threading.Event(), threading.Event()

    def hang(bench: TrialContext) -> None:
        returned.wait(PATIENCE_S)
        try:
            bench.rest(0.0)
        finally:
            ended.set()

    monkeypatch.setitem(TRIALS, "lamps", hang)
    run = Run("lamps")
    assert run.run.step(lambda: None)
    run.now = steps.TRIAL_S + 1
    walk = run.until(lambda walk: walk.stage == "after")
    assert "no answer" in walk.why
    returned.set()
    assert ended.wait(PATIENCE_S), "it ends as soon as it can"

    def fail(_: TrialContext) -> None:
        raise DeviceFailed("lamps: the pins can't be used ({why})", why="busy")

    def break_off(_: TrialContext) -> None:
        raise KeyError("a driver's defect")

    for trial, why in ((fail, "the pins can't be used (busy)"), (break_off, "KeyError")):
        monkeypatch.setitem(TRIALS, "lamps", trial)
        run = Run("lamps")
        assert why in run.until(lambda walk: walk.stage == "after").why
        run.face.keys.append("on")
        assert run.until(lambda walk: walk.over).outcomes["lamps"] == "broken"


def trying(home: Path, surroundings: Mapping[str, str], part: str) -> subprocess.Popen[str]:
    mock = {"TOC_PI_HOME": str(home), "LC_ALL": "C.UTF-8", "GPIOZERO_PIN_FACTORY": "mock"}
    words = ["-u", "-m", "toc_pi", "test", part, "--camera", f"film {SAMPLE}"]
    return subprocess.Popen(
        [sys.executable, *words],
        env={**surroundings, **mock},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finger_through(finger: Finger, walk: Walk, *keys: str) -> Walk:
    for key in keys:
        finger.tap(steps.page_of(walk, "en", 0.0), key)
        walk = steps.tap(walk, key)
    return walk


def test_every_part_is_tested_by_touch_on_a_small_screen(tmp_path: Path) -> None:
    if missing := missing_tools():
        pytest.skip(f"{' and '.join(missing)} missing (apt install xvfb xdotool)")
    size = (480, 320)
    with open_display(tmp_path, size) as display, trying(tmp_path, display.surroundings, "all") as process:
        finger = Finger(display, size)
        walk = finger_through(finger, steps.begin(PARTS), "start", "works", *CORNERS, "now")
        walk = finger_through(finger, steps.ended(walk), "works", "skip", "now")
        walk = finger_through(finger, steps.ended(walk, "it is no Pi"), "on", "skip")
        assert verdicts(walk) == {**ON_A_DESKTOP, "lamps": "skipped", "sound": "skipped"}
        finger_through(finger, walk, "done")
        out, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 4
    assert "Camera: works\n" in out
    assert "Buttons: doesn't work yet\n   -> One leg goes" in out
    assert "Lamps: not tested\n" in out
    assert err == "toc-pi: these parts aren't working yet: buttons\n"


def test_touch_alone_is_tested_in_a_window(tmp_path: Path, display: Display) -> None:
    with trying(tmp_path, display.surroundings, "touch") as process:
        finger_through(Finger(display, (800, 480)), steps.begin(("touch",)), *CORNERS)
        assert process.wait(PATIENCE_S) == 0


def test_without_a_display_the_walk_is_text_and_lines_answer(tmp_path: Path) -> None:
    try:
        own, other = pty.openpty()
    except OSError:
        pytest.skip("there are no pseudo-terminals")
    mock = {"TOC_PI_HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "GPIOZERO_PIN_FACTORY": "mock"}
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, "-m", "toc_pi", "test", "all", "--camera", f"film {SAMPLE}"]
    process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env={**kept, **mock})
    os.close(other)
    said_so, answered, until = b"", 0, time.monotonic() + PATIENCE_S
    answers = (b"\n", b"\n", b"\n", b"\n", b"n\n", b"\n", b"\n", b"n\n")
    try:
        while process.poll() is None or select.select([own], [], [], 0)[0]:
            assert time.monotonic() < until, said_so.decode()
            if select.select([own], [], [], 0.1)[0]:
                try:
                    said_so += os.read(own, 9999)
                except OSError:  # the other end is closed
                    break
            if said_so.count(b"[r] again") > answered < len(answers):
                os.write(own, answers[answered])
                answered += 1
    finally:
        process.kill()
        os.close(own)
    text = said_so.decode().replace("\r", "")
    assert process.wait(PATIENCE_S) == 4
    for line in (
        "1280x720 px",
        "seat-d   GPIO 26",
        "Camera: works\n",
        "Lamps: doesn't work yet\n   -> A lamp stays dark",
    ):
        assert line in text
    assert "Sound: not tested\n" in text
    assert "seat-e" not in text, "pins of small screens are left alone"


def test_nobody_at_a_terminal_is_waited_for_no_longer_than_on_the_screen() -> None:
    face = walk_run.TerminalFace(lambda _: None, "en", None)
    walk = Walk(("lamps",), at=1, outcomes={"lamps": "unanswered"})
    face.show(walk, 9.0, None)
    assert face.answers() == ("done",)


def test_the_set_up_leads_to_the_tests_and_goes_on_after_them(tmp_path: Path, display: Display) -> None:
    finger, begun = Finger(display, SCREEN), begin_set_up(present=Answers(language="en"), cameras=cameras())
    with playing(tmp_path, display.surroundings, "--camera", f"film {SAMPLE}") as (process, said_so):
        finger.tap(page_of(begun), "test")
        walk = finger_through(finger, steps.begin(PARTS), "start", "works", "skip", "now")
        walk = finger_through(finger, steps.ended(walk), "works", "skip", "skip", "skip", "done")
        finger.tap(page_of(begun), "language:fr")
        finger.wait_for(page_of(tap(begun, "language:fr"), CameraStatus(pictures=True)))
        process.terminate()
        assert process.wait(PATIENCE_S) == 130
        assert "Traceback" not in said_so.read_text()


def test_every_page_but_the_last_has_a_way_back() -> None:
    walk = steps.begin(("screen", "touch", "camera", "sound"))
    pages = [walk]
    for part in range(4):
        entered = steps.tap(walk, "start")
        for _ in range(part):
            entered = steps.tap(entered, "skip")
        pages += [entered, steps.tap(entered, "now"), steps.ended(entered, "no"), steps.ended(entered)]
    for page in pages:
        assert steps.page_of(page, "en", 1.0).feet[0].key == "back", page
        back = steps.tap(page, "back")
        assert (back.over, back.at) == ((True, -1) if page.at < 0 else (False, page.at - 1))
    assert steps.tap(steps.begin(("touch",)), "back").over
