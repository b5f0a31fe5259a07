"""The window that shows pages: before an evening, where nothing is set up yet."""

import os

# Asks pygame to keep quiet before it is imported: its greeting would land in the log.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from toc_pi.screen.fonts import load_fonts
from toc_pi.screen.frames import Size
from toc_pi.screen.page import Page
from toc_pi.screen.page_draw import LivePicture, draw_page
from toc_pi.screen.page_layout import Sheets
from toc_pi.screen.window import LEFT_BUTTON, SENSIBLE, open_display

CLOSE = "close"


class PageWindow:
    """A window of pages."""

    def __init__(self, size: Size | None = None, *, hidden: bool = False) -> None:
        """Open it.

        Args:
            size: (width, height), px; None for what the desktop has room for.
            hidden: allow a display that shows nothing: for tests.

        Raises:
            NoDisplay: there is no display.
        """
        self._screen = open_display(size, "toc-pi", hidden=hidden, most=SENSIBLE)
        self._fonts = load_fonts()
        self._sheets = Sheets()
        self._page: Page | None = None
        self._live: LivePicture | None = None

    @property
    def size(self) -> Size:
        """(width, height), px."""
        return self._screen.get_size()

    def show(self, page: Page, live: LivePicture | None = None) -> None:
        """Show a page; drawn only where something has changed."""
        if page == self._page and live is self._live:
            return
        self._page, self._live = page, live
        self._draw()

    def chosen(self) -> tuple[str, ...]:
        """The keys that were tapped since the last call; `close` where the window was closed."""
        found = []
        for event in pygame.event.get():
            key: str | None = None
            if event.type == pygame.QUIT and not self._screen.get_flags() & pygame.FULLSCREEN:
                key = CLOSE
            elif event.type == pygame.FINGERDOWN:
                width, height = self._screen.get_size()
                key = self._tap(event.x * width, event.y * height)
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and not event.touch:
                key = self._tap(*event.pos)
            elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                self._draw()
            if key is not None:
                found.append(key)
        return tuple(found)

    def close(self) -> None:
        """Close the window; may be called twice."""
        pygame.quit()

    def _tap(self, x: float, y: float) -> str | None:
        if self._page is None:
            return None
        key = self._sheets.tap(self._page, self.size, x, y)
        self._draw()
        return key

    def _draw(self) -> None:
        if self._page is None:
            return
        draw_page(
            self._page, self._sheets.place(self._page, self.size), self._screen, self._fonts, self._live
        )
        pygame.display.flip()
