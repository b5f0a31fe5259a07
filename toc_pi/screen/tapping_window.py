"""The window in which somebody taps points of a picture: fingers, mouse and keys into taps."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from toc_pi.languages import Language
from toc_pi.messages import on_one_line

# Asks pygame to keep quiet before it is imported: its greeting would land among what the command prints.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame
from numpy.typing import NDArray

from calibration.errors import BadBoard, CannotSee
from toc_pi.advice import translated
from toc_pi.screen.display import LEFT_BUTTON, Display
from toc_pi.screen.fonts import load_fonts
from toc_pi.screen.tapping import (
    HOLES,
    FoundHoles,
    Point,
    Row,
    Sketch,
    Tapping,
    begin,
    drag,
    fail,
    go_on,
    look,
    press,
    release,
    take_back,
)
from toc_pi.screen.tapping_draw import draw_taps, surface_of
from toc_pi.screen.tapping_layout import KEYS, REACH, TapPlaces, place_taps

RIGHT_BUTTON = 3
WAIT_MS = 1000
NARROW_REACH = 7.0
"""How far beside a tap a finger takes it where holes lie side by side, px of the screen."""

Find = Callable[[Tapping], FoundHoles]


class TappingWindow:
    """A picture to tap in, until it is accepted or left."""

    def __init__(  # noqa: PLR0913  # given by name, most of them rarely
        self,
        image: NDArray[np.uint8],
        rows: tuple[Row, ...],
        *,
        language: Language,
        taps: tuple[tuple[Point, ...], ...] = (),
        sketch: Sketch | None = None,
        size: tuple[int, int] | None = None,
        turned: int = 0,
        alive: Callable[[], object] = lambda: None,
        hidden: bool = False,
    ) -> None:
        """Open the window.

        Args:
            image: (h, w, 3) BGR.
            rows: what is to be tapped.
            language: of the words.
            taps: those of the first rows, where they are known.
            sketch: a small drawing of what is meant.
            size: of the window, px; None for most of the desktop.
            turned: how far the window's picture is turned, degrees clockwise.
            alive: called once a second or so, for a watchdog.
            hidden: allow a display that shows nothing: for tests.

        Raises:
            NoDisplay: there is no display.
        """
        self._display = Display(size, turned=turned, hidden=hidden, most=None)
        self._photograph = surface_of(image)
        self._state = begin((image.shape[1], image.shape[0]), rows, taps)
        self._places: TapPlaces = place_taps(self._display.canvas.get_size(), self._state.size)
        self._language = language
        self._alive = alive
        self._sketch = sketch
        self._fonts = load_fonts()
        self._pointer: Point | None = None
        self._finger: int | None = None

    def run(self, find: Find | None = None) -> Tapping | None:
        """Let somebody tap.

        Args:
            find: what the taps lead to, to be looked at before it is accepted; None ends after the last
                row. It may raise CannotSee or BadBoard: then that is said, and the taps can be mended.

        Returns:
            All taps, and what was found and moved; None if the window was left.
        """
        self._draw()
        while True:
            self._alive()
            for event in (pygame.event.wait(WAIT_MS), *pygame.event.get()):
                key = self._key(event)
                if key == "leave":
                    return None
                if key == "done" and self._state.held is None and self._done(find):
                    return self._state
                if key == "back":
                    self._state = take_back(self._state)
            self._draw()

    def close(self) -> None:
        """Close the window; may be called twice."""
        self._display.close()

    def _done(self, find: Find | None) -> bool:
        """Go one step on; whether that was the last."""
        if self._state.found is not None:
            return True
        self._state = go_on(self._state)
        if self._state.row is not None:
            return False
        if find is None:
            return True
        self._pointer = None
        self._draw()
        try:
            self._state = look(self._state, self._found(find))
        except (CannotSee, BadBoard) as error:
            why = translated(on_one_line(str(error)), self._language)
            self._state = fail(self._state, why)
        # What was typed while it looked was meant for nothing that is shown now.
        pygame.event.clear((pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN))
        return False

    def _found(self, find: Find) -> FoundHoles:
        """What the taps lead to: on a small computer it may take a minute."""
        with ThreadPoolExecutor(1) as worker:
            found = worker.submit(find, self._state)
            while True:
                self._alive()
                with suppress(TimeoutError):
                    return found.result(WAIT_MS / 1000)

    def _key(self, event: pygame.event.Event) -> str:
        """What an event asks for, a button's key; "" if nothing, or if it only moved a tap."""
        if event.type == pygame.QUIT:
            return "leave"
        if event.type == pygame.KEYDOWN:
            return _KEYS.get(event.key, "")
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            return "back"
        if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            return self._touched(event)
        # SDL makes a mouse of a finger too: that one was told already.
        if getattr(event, "touch", False):
            return ""
        if event.type == pygame.MOUSEMOTION:
            self._move(self._display.at(*event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            return self._press(self._display.at(*event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON:
            self._move(self._display.at(*event.pos))
            self._state = release(self._state)
        elif event.type == pygame.WINDOWLEAVE and self._state.held is None:
            self._pointer = None
        return ""

    def _touched(self, event: pygame.event.Event) -> str:
        """A finger; a second one that comes down beside it does nothing."""
        at = self._display.finger(event)
        if event.type == pygame.FINGERDOWN and self._finger is None:
            self._finger = event.finger_id
            return self._press(at)
        if event.finger_id != self._finger:
            return ""
        self._move(at)
        if event.type == pygame.FINGERUP:
            self._finger = None
            self._pointer = None
            self._state = release(self._state)
        return ""

    def _press(self, at: Point) -> str:
        self._pointer = at
        for key in KEYS:
            if self._places.buttons[key].holds(*at):
                return key
        if self._places.picture.holds(*at):
            narrow = self._state.found is None and self._state.row is HOLES
            reach = (NARROW_REACH if narrow else REACH) / self._places.scale
            self._state = press(self._state, self._places.in_picture(at), reach)
        return ""

    def _move(self, at: Point) -> None:
        self._pointer = at
        if self._state.held is not None:
            self._state = drag(self._state, self._places.in_picture(at))

    def _draw(self) -> None:
        draw_taps(
            self._state,
            self._display.canvas,
            self._places,
            self._fonts,
            self._language,
            self._photograph,
            self._pointer,
            self._sketch,
        )
        self._display.show()


_KEYS = {
    pygame.K_ESCAPE: "leave",
    pygame.K_RETURN: "done",
    pygame.K_KP_ENTER: "done",
    pygame.K_BACKSPACE: "back",
    pygame.K_DELETE: "back",
}
