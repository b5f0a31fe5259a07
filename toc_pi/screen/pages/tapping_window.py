"""The window in which a person taps points of a picture, by touch, mouse and keyboard."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np
import pygame
from numpy.typing import NDArray

from calibration.board.board import Point
from calibration.errors import BadBoard, CannotSee
from toc_pi.languages import Language, translated
from toc_pi.messages import on_one_line
from toc_pi.screen.canvas import load_fonts
from toc_pi.screen.display import Display, PointerStep
from toc_pi.screen.pages.tapping import (
    HOLES,
    REACH,
    FoundHoles,
    PointRow,
    Sketch,
    Tapping,
    TapPlaces,
    begin,
    drag,
    fail,
    go_on,
    look,
    place_taps,
    press,
    release,
    take_back,
)
from toc_pi.screen.pages.tapping_draw import TapPage, surface_of

RIGHT_BUTTON = 3  # of the mouse, in SDL's numbers
WAIT_MS = 1000  # longest wait for an event: the watchdog expects a sign of life more often than that
NARROW_REACH = 7.0
"""How far beside a tap a touch picks it up while holes are tapped, px of the canvas."""

FindHoles = Callable[[Tapping], FoundHoles]


class TappingWindow:
    """A picture to tap in, until the taps are accepted or the window is left."""

    def __init__(  # noqa: PLR0913  # keyword arguments, most of them optional
        self,
        image: NDArray[np.uint8],
        rows: tuple[PointRow, ...],
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
            rows: the rows to tap.
            language: of the texts.
            taps: those of the first rows, if known.
            sketch: a small drawing of the points to tap.
            size, turned, hidden: as for `Display`, but most of the desktop if no size is given.
            alive: called once a second or so, for a watchdog.

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

    def run(self, find: FindHoles | None = None) -> Tapping | None:
        """Run until the taps are accepted.

        Args:
            find: finds holes from the taps, for review; None ends after the last row. If it raises CannotSee
                or BadBoard, the message is shown, and the taps can be corrected.

        Returns:
            All taps, with holes found and moved; None if the window was left.
        """
        self._draw()
        if find is not None and self._state.at == len(self._state.rows) - 1 and self._state.is_enough:
            if self._done(find):  # everything was tapped before
                return self._state
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

    def _done(self, find: FindHoles | None) -> bool:
        """Go to the next step; returns whether that was the last."""
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
        # Drop input made during the search: it wasn't meant for the new screen.
        pygame.event.clear((pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN))
        return self._state.found is not None and self._state.found.unclear

    def _found(self, find: FindHoles) -> FoundHoles:
        """Run `find` in a thread: on a small computer it may take a minute."""
        with ThreadPoolExecutor(1) as worker:
            found = worker.submit(find, self._state)
            while True:
                self._alive()
                with suppress(TimeoutError):
                    return found.result(WAIT_MS / 1000)

    def _key(self, event: pygame.event.Event) -> str:
        """The key of the button that an event triggers; "" for none."""
        if event.type == pygame.QUIT:
            return "leave"
        if event.type == pygame.KEYDOWN:
            return _KEYS.get(event.key, "")
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            return "back"
        if event.type == pygame.WINDOWLEAVE and self._state.held is None:
            self._pointer = None
        pointer = self._display.pointer(event)
        return "" if pointer is None else self._pointed(*pointer)

    def _pointed(self, step: PointerStep, at: Point, finger: int | None) -> str:
        """The key of the button pressed by a finger or the mouse; a second finger is ignored."""
        if finger is not None and step == "down" and self._finger is None:
            self._finger = finger
        elif finger is not None and (step == "down" or finger != self._finger):
            return ""
        if step == "down":
            return self._press(at)
        self._move(at)
        if step == "up":
            self._state = release(self._state)
            if finger is not None:
                self._finger = self._pointer = None
        return ""

    def _press(self, at: Point) -> str:
        self._pointer = at
        if (key := self._page.tap(self._display.canvas.get_size(), *at)) is not None:
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

    @property
    def _page(self) -> TapPage:
        return TapPage(self._state, self._photograph, self._language, self._pointer, self._sketch)

    def _draw(self) -> None:
        self._page.draw(self._display.canvas, self._fonts)
        self._display.show()


# What keys of a keyboard do.
_KEYS = {
    pygame.K_ESCAPE: "leave",
    pygame.K_RETURN: "done",
    pygame.K_KP_ENTER: "done",
    pygame.K_BACKSPACE: "back",
    pygame.K_DELETE: "back",
}
