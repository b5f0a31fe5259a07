"""Runs the walk through the parts: trials in threads, answers from screen, buttons or terminal.

A trial that never returns is abandoned at its time limit.
"""

import select
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from queue import SimpleQueue
from typing import TextIO

import numpy as np
import pygame

from hardware.camera import Picture
from hardware.errors import BadFilm, DeviceFailed
from hardware.lamps import Buttons, NoButtons
from hardware.pins import on_a_pi
from toc_pi.app import process
from toc_pi.app.machine import walk as steps
from toc_pi.app.machine.trials import TRIALS, TrialContext, trial_scene
from toc_pi.app.machine.walk import Walk
from toc_pi.app.stage import buttons_or_none
from toc_pi.languages import Language, load_texts, translated
from toc_pi.screen.canvas import load_fonts
from toc_pi.screen.draw import GamePage
from toc_pi.screen.frames import frame_of
from toc_pi.screen.pages.page_draw import LivePicture
from toc_pi.screen.window import Quit, Window

ON_SCREEN = ("screen", "touch")
"""Parts that only a window can test."""
WATCH_S = 6.0  # how long a walk shows the camera's picture
DRAWN = (1280, 720)  # a screen on which the board is drawn, px


class WindowFace:
    """The walk in a window."""

    def __init__(self, window: Window, language: Language) -> None:
        self._window = window
        self._language = language
        self._board = LivePicture(board_picture())
        self._live = LivePicture()

    def show(self, walk: Walk, left_s: float, picture: Picture | None) -> None:
        if picture is not self._live.image:
            self._live = LivePicture(picture)
        page = steps.page_of(walk, self._language, left_s)
        self._window.page(page, self._board if walk.part == "screen" else self._live)

    def answers(self) -> tuple[str, ...]:
        events = self._window.events()
        return tuple("done" if isinstance(event, Quit) else event.choice for event in events)


def board_picture() -> Picture:
    """A drawn board with pawns of eight colours, (h, w, 3) BGR."""
    surface = pygame.Surface(DRAWN)
    GamePage(trial_scene(), frozenset()).draw(surface, load_fonts())
    board = frame_of(DRAWN).board
    rows, columns = slice(int(board.top), int(board.bottom)), slice(int(board.left), int(board.right))
    drawn = pygame.surfarray.array3d(surface).transpose(1, 0, 2)[rows, columns, ::-1]
    return np.ascontiguousarray(drawn)


# Accepted input, and the equivalent button.
_TYPED = {"": "button:accept", "n": "button:undo", "r": "button:pause"}


class TerminalFace:
    """The walk as text; typed lines are answers."""

    def __init__(self, say: Callable[[str], None], language: Language, typed: TextIO | None) -> None:
        """Set it up; `typed` is None if nobody can type."""
        self._say = say
        self._language = language
        self._typed = typed
        self._shown = Walk((), at=-2)

    def show(self, walk: Walk, left_s: float, picture: Picture | None) -> None:  # noqa: ARG002  # no pictures here
        before, self._shown = self._shown, walk
        known = len(before.lines) if walk.lines[: len(before.lines)] == before.lines else 0
        for line in walk.lines[known:]:
            self._say(translated(line, self._language))
        if (before.at, before.stage) == (walk.at, walk.stage) or walk.part == "end":
            return
        if walk.stage == "running" and walk.at == before.at:
            return
        page = steps.page_of(walk, self._language, left_s)
        self._say(f"— {page.title}\n{page.text}")
        if walk.stage != "running" and self._typed is not None:
            self._say(load_texts("parts", self._language)["said"]["terminal"])

    def answers(self) -> tuple[str, ...]:
        if self._shown.part == "end":
            return ("done",)
        if self._typed is None or not select.select([self._typed], [], [], 0)[0]:
            return ()
        line = self._typed.readline()
        if not line:
            self._typed = None
            return ()
        return (_TYPED.get(line.strip().lower(), ""),)


WalkFace = WindowFace | TerminalFace
"""Shows a walk, and gives the keys chosen since the last call; `button:accept` stands for a wired button."""


class _TrialLeft(Exception):
    """The trial was abandoned."""


class _Running:
    """A trial in its thread."""

    def __init__(self, part: str, bench: TrialContext) -> None:
        self.lines: SimpleQueue[str] = SimpleQueue()
        self.picture: Picture | None = None
        self.why: str | None = None
        self._left = threading.Event()
        own = replace(bench, say=self.lines.put, rest=self._rest, show=self._show)
        threading.Thread(target=self._run, args=(part, own), name=part, daemon=True).start()

    def leave(self) -> None:
        """Ask it to end."""
        self._left.set()

    def _run(self, part: str, bench: TrialContext) -> None:
        why = ""
        try:
            TRIALS[part](bench)
        except (DeviceFailed, BadFilm) as error:
            why = error.args[0] if error.args else type(error).__name__
        except _TrialLeft:
            pass
        except Exception as error:
            # Any driver exception means that the part is broken; the walk goes on.
            why = f"{type(error).__name__}: {error}"
        self.why = why

    def _show(self, picture: Picture) -> None:
        self.picture = picture

    def _rest(self, seconds: float) -> None:
        if self._left.wait(seconds) or self._left.is_set():
            raise _TrialLeft


class WalkRun:
    """Runs a walk.

    Args:
        walk: where it begins.
        face: shows it.
        bench: the context of trials; their messages and pictures go to the face.
        buttons: the wired ones; None if there are none.
        clock: seconds.
    """

    def __init__(
        self,
        walk: Walk,
        face: WalkFace,
        bench: TrialContext,
        buttons: Buttons | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.walk = walk
        self._face, self._buttons, self._clock = face, buttons, clock
        self._pressed: SimpleQueue[str] = SimpleQueue()
        self._bench = replace(bench, buttons=None if buttons is None else _Passed(self._pressed))
        self._running: _Running | None = None
        self._picture: Picture | None = None
        self._place: tuple[int, str] = (-2, "")
        self._since = clock()

    def step(self, alive: process.Alive) -> bool:
        """Show the state, and handle answers; False once it is over."""
        place = (self.walk.at, self.walk.stage)
        if place != self._place:
            self._place, self._since = place, self._clock()
            self._begin_stage()
        self._follow_trial()
        left_s = self.walk.limit_s - (self._clock() - self._since)
        self._face.show(self.walk, left_s, self._picture)
        self._take_answers()
        if left_s <= 0 and (self.walk.at, self.walk.stage) == place:
            self.walk = steps.waited(self.walk)
        if self.walk.over:
            self.leave()
        alive()
        return not self.walk.over

    def leave(self) -> None:
        """End a running trial."""
        if self._running is not None:
            self._running.leave()
            self._running = None

    def _begin_stage(self) -> None:
        """Start a part's trial, or end the previous one."""
        self.leave()
        if self.walk.stage == "before":
            self._picture = None
        elif self.walk.stage == "running" and self.walk.part in TRIALS:
            self._running = _Running(self.walk.part, self._bench)

    def _follow_trial(self) -> None:
        """Handle a trial's messages, pictures and end."""
        if self._running is None:
            return
        why = self._running.why  # read before its last lines
        while not self._running.lines.empty():
            self.walk = steps.told(self.walk, self._running.lines.get())
        self._picture = self._running.picture
        if why is not None:
            self.walk = steps.ended(self.walk, why)

    def _take_answers(self) -> None:
        for name in () if self._buttons is None else self._buttons.pressed():
            if self.walk.part == "buttons" and self.walk.stage == "running":
                self._pressed.put(name)
            else:
                self.walk = steps.press(self.walk, name)
        for key in self._face.answers():
            button = key.removeprefix("button:")
            self.walk = steps.tap(self.walk, key) if button == key else steps.press(self.walk, button)


class _Passed(Buttons):
    """Presses that the walk forwards to the buttons' trial."""

    def __init__(self, pressed: "SimpleQueue[str]") -> None:
        self._pressed = pressed

    def pressed(self) -> tuple[str, ...]:
        return tuple(self._pressed.get_nowait() for _ in range(self._pressed.qsize()))


def typed_lines() -> TextIO | None:
    """Standard input, if somebody can type; else None."""
    return sys.stdin if sys.stdin is not None and sys.stdin.isatty() else None


PARTS = (*ON_SCREEN, "camera", "lamps", "buttons", "sound")
"""Every part of a machine, in the order of the walk."""


def walk_through(
    parts: Sequence[str], face: WalkFace, bench: TrialContext, tell: Callable[[str], None]
) -> Walk:
    """Run a walk through some parts, with the wired buttons if there are any, until people end it."""
    with closing(buttons_or_none(tell) if on_a_pi() else NoButtons()) as buttons:
        run = WalkRun(steps.begin(parts), face, bench, buttons if on_a_pi() else None)
        try:
            process.run(run.step)
        finally:
            run.leave()
        return run.walk
