"""The window that shows pages, before anything is set up."""

import pygame

from toc_pi.screen.display import Display
from toc_pi.screen.fonts import load_fonts
from toc_pi.screen.frames import Size
from toc_pi.screen.pages.page import Page, Sheets, touch_px
from toc_pi.screen.pages.page_draw import LivePicture, draw_page

CLOSE = "close"  # the choice that closing the window makes


class PageWindow:
    """A window of pages."""

    def __init__(self, size: Size | None = None, *, turned: int = 0, hidden: bool = False) -> None:
        """Open it.

        Args:
            size: (width, height), px; None for a size that fits the desktop.
            turned: rotation of the picture, degrees clockwise.
            hidden: allow a display that shows nothing: for tests.

        Raises:
            NoDisplay: there is no display.
        """
        self._display = Display(size, turned=turned, hidden=hidden)
        self._fonts = load_fonts()
        self._sheets = Sheets()
        self._page: Page | None = None
        self._live: LivePicture | None = None

    @property
    def size(self) -> Size:
        """(width, height) of the canvas, px."""
        return self._display.canvas.get_size()

    def turn(self, degrees: int) -> None:
        """Rotate the picture, degrees clockwise."""
        if self._display.turn(degrees):
            self._draw()

    def show(self, page: Page, live: LivePicture | None = None) -> None:
        """Show a page; drawn only if something has changed."""
        if page == self._page and live is self._live:
            return
        self._page, self._live = page, live
        self._draw()

    def chosen(self) -> tuple[str, ...]:
        """The keys tapped since the last call; `close` if the window was closed."""
        found = []
        for event in pygame.event.get():
            key: str | None = None
            if event.type == pygame.QUIT and not self._display.whole:
                key = CLOSE
            elif (at := self._display.touched(event)) is not None:
                key = self._tap(*at)
            elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                self._draw()
            if key is not None:
                found.append(key)
        return tuple(found)

    def close(self) -> None:
        """Close the window; may be called twice."""
        self._display.close()

    def _tap(self, x: float, y: float) -> str | None:
        if self._page is None:
            return None
        placed = self._sheets.place(self._page, self.size)
        key = self._sheets.tap(self._page, self.size, x, y)
        if (
            key is None
            and placed.picture is not None
            and placed.picture.holds(x, y)
            and self._live is not None
        ):
            key = self._live.sign_at(placed.picture, x, y, touch_px(self.size))
        self._draw()
        return key

    def _draw(self) -> None:
        if self._page is None:
            return
        placed = self._sheets.place(self._page, self.size)
        draw_page(self._page, placed, self._display.canvas, self._fonts, self._live)
        self._display.show()
