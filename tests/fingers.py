"""A simulated finger on a real window: waits for the expected page, and taps its keys with the mouse."""

import time
from collections.abc import Callable

import numpy as np
import pygame
from letters import letters
from own_display import Display
from patience import PATIENCE_S

from toc_pi.screen.frames import Size
from toc_pi.screen.pages.page import MORE, Page, Placed, first_sheet, place_page
from toc_pi.screen.pages.page_draw import KeyPage

LIKE, SHARE = 40, 0.995
"""Largest difference of tones, and least share of such points in title and keys, for the same page."""
SETTLE_S = 0.15

Point = tuple[float, float]


class Finger:
    """Taps on a display of any size, and counts the taps.

    Args:
        display: with the window.
        size: of the display, px.
        seen: called with each page once it is there, before it is tapped.
    """

    def __init__(self, display: Display, size: Size, seen: Callable[[Page], None] = lambda _: None) -> None:
        self._display = display
        self._size = size
        self._seen = seen
        self._fonts = letters()
        self.taps = 0

    def touch(self, x: float, y: float) -> None:
        """Tap a point, px."""
        self.taps += 1
        self._display.xdotool("mousemove", round(x), round(y), "click", 1)
        time.sleep(SETTLE_S)

    def wait_for(self, page: Page, sheet: int = 0) -> Placed:
        """Wait until a page is shown, ignoring a live picture."""
        placed = place_page(page, self._size, sheet)
        surface = pygame.Surface(self._size)
        KeyPage(page, sheet).draw(surface, self._fonts)
        wanted = pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(int)
        parts = [placed.title, *(rect for _, rect in placed.keys)]
        where = [
            (slice(int(part.top), int(part.bottom)), slice(int(part.left), int(part.right))) for part in parts
        ]
        until = time.monotonic() + PATIENCE_S
        while True:
            shown = self._display.picture()
            alike = [(np.abs(shown[part] - wanted[part]).max(axis=-1) < LIKE).ravel() for part in where]
            if np.concatenate(alike).mean() > SHARE:
                return placed
            assert time.monotonic() < until, f"{page.step} isn't shown"
            time.sleep(0.05)

    def tap(self, page: Page, key: str) -> None:
        """Tap a key of a page once it is shown, turning to the key's sheet first."""
        first = first_sheet(page, self._size)
        placed = self.wait_for(page, first)
        self._seen(page)
        for sheet in range(first + 1, first + placed.sheets + 1):
            if (found := _find(placed, key)) is not None:
                self.touch(*found)
                return
            more = _find(placed, MORE)
            assert more is not None, (page.step, key)
            self.touch(*more)
            placed = self.wait_for(page, sheet)
        raise AssertionError((page.step, key))


def _find(placed: Placed, key: str) -> Point | None:
    return next((rect.middle for each, rect in placed.keys if each.key == key), None)
