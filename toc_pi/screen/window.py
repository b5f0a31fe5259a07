"""The window: opens the display, shows scenes, turns fingers, mouse and keys into plain events."""

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# Asks pygame to keep quiet before it is imported: its greeting would land among JSON Lines.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from toc_pi.screen.draw import draw
from toc_pi.screen.fonts import load_fonts
from toc_pi.screen.frames import LEAST, Frame, Size, frame_of
from toc_pi.screen.guide import Guide
from toc_pi.screen.guide_draw import draw_guide
from toc_pi.screen.guide_layout import key_or_hole, place_guide
from toc_pi.screen.layout import button_at, hole_at, place_panel
from toc_pi.screen.libraries import advice
from toc_pi.screen.page import Page
from toc_pi.screen.page_draw import draw_page
from toc_pi.screen.page_layout import Sheets
from toc_pi.screen.palette import palette_of
from toc_pi.screen.panel import say
from toc_pi.screen.scene import Glow, Scene, lamps

# Without a display SDL falls back to others that draw into nothing and call it success.
REAL_DRIVERS = ("KMSDRM", "x11", "wayland", "windows", "cocoa")
BLINK_S = 0.4
FLASH_S = 1.5
LEFT_BUTTON = 1
GRAPHICS = Path("/dev/dri")
SMALL_DESKTOP = 1024
SENSIBLE = (1280, 720)
"""As large as a window opens on a desktop."""


class NoDisplay(Exception):
    """There is no display to open a window on; the message says what was tried."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Somebody closed the window, or pressed Esc or q where a key may."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """Somebody tapped a button.

    Attributes:
        choice: the key of `panel.Choice`: `card:7`, `answer:yes`, `accept`, `undo`, `pass`,
            `pause` …; `hole:b12` where pawns are moved on the screen.
    """

    choice: str


WindowEvent = Quit | Tapped


def shining(scene: Scene, age_s: float) -> frozenset[str]:
    """The lamps that shine at a moment.

    Args:
        scene: whose lamps.
        age_s: since its lamps last changed.
    """
    return frozenset(name for name, glow in lamps(scene).items() if _shines(glow, age_s))


class Window:
    """One window; a scene is redrawn only when something that can be seen has changed."""

    def __init__(
        self,
        size: Size | None = None,
        title: str = "toc-pi",
        *,
        hidden: bool = False,
        asks: bool = False,
    ) -> None:
        """Open the window.

        Args:
            size: (width, height), px; None for what suits the desktop. Without a desktop the window takes
                the whole screen.
            title: of the window, where there is a window manager.
            hidden: allow SDL's `dummy` driver, which shows nothing: for tests.
            asks: a key only asks for the end (`Tapped("leaving")`); where the whole screen is taken, as
                by the appliance, neither a key nor anything else closes it.

        Raises:
            NoDisplay: there is no display, or none that shows anything.
        """
        self._asks = asks
        self._screen = open_display(size, title, hidden=hidden, most=SENSIBLE, resizable=True)
        self._fonts = load_fonts()
        self._canvas = pygame.Surface(self._canvas_size())
        self._scene: Scene | None = None
        self._sheets = Sheets()
        self._page: Page | None = None
        self._guide: Guide | None = None
        self._drawn: tuple[Scene, frozenset[str]] | None = None
        self._shining: tuple[Mapping[str, Glow], int] | None = None
        self._since = time.monotonic()

    def show(self, scene: Scene) -> None:
        """Show a scene."""
        if (light := (lamps(scene), scene.pulse)) != self._shining:
            self._shining = light
            self._since = time.monotonic()
        self._scene = scene
        self._refresh()

    def page(self, page: Page | None) -> None:
        """Show a page of the menu instead of the scene; None shows the scene again.

        Its keys are told as `Tapped("menu:…")`.
        """
        self._page, self._drawn = page, None
        if page is None:
            self._refresh()
        else:
            self._draw_page(page)

    def guide(self, guide: Guide | None) -> None:
        """Show a page that teaches over the scene; None shows the scene again.

        Its keys are told as `Tapped("guide:…")`.
        """
        self._guide, self._drawn = guide, None
        self._refresh()

    def events(self) -> tuple[WindowEvent, ...]:
        """What was tapped since the last call; lamps that blink go on blinking."""
        self._refresh()
        found = (self._event(event) for event in pygame.event.get())
        return tuple(event for event in found if event is not None)

    def save(self, path: Path) -> None:
        """Keep a picture of what is shown."""
        pygame.image.save(self._canvas, str(path))

    def close(self) -> None:
        """Close the window; may be called twice."""
        pygame.quit()

    @property
    def _whole(self) -> bool:
        """Whether the window is the whole screen, without a desktop around it."""
        return bool(pygame.display.get_surface().get_flags() & pygame.FULLSCREEN)

    @property
    def frame(self) -> Frame:
        """How the picture is shared."""
        return frame_of(self._canvas.get_size())

    def _canvas_size(self) -> Size:
        """The size in which the picture is drawn: the screen's, or more where that is very small."""
        width, height = self._screen.get_size()
        larger = max(1.0, min(LEAST) / min(width, height), max(LEAST) / max(width, height))
        return round(larger * width), round(larger * height)

    def _resized(self) -> None:
        """Draw anew in another size."""
        self._screen = pygame.display.get_surface()
        if self._canvas.get_size() != self._canvas_size():
            self._canvas = pygame.Surface(self._canvas_size())
        self._drawn = None
        if self._page is not None:
            self._draw_page(self._page)

    def _refresh(self) -> None:
        if self._scene is None or self._page is not None:
            return
        lit = shining(self._scene, time.monotonic() - self._since)
        if self._guide is not None:
            if self._drawn is None:
                placed = place_guide(self._guide, self._canvas.get_size())
                draw_guide(self._guide, placed, self._scene, self._canvas, self._fonts)
                self._drawn = (self._scene, lit)
                self._flip()
            return
        if self._drawn == (self._scene, lit):
            return
        draw(self._scene, self._canvas, self._fonts, lit)
        self._drawn = (self._scene, lit)
        self._flip()

    def _draw_page(self, page: Page) -> None:
        palette = palette_of(self._scene is not None and self._scene.night)
        placed = self._sheets.place(page, self._canvas.get_size())
        draw_page(page, placed, self._canvas, self._fonts, palette=palette)
        self._flip()

    def _flip(self) -> None:
        """Show what was drawn."""
        if self._canvas.get_size() == self._screen.get_size():
            self._screen.blit(self._canvas, (0, 0))
        else:
            pygame.transform.smoothscale(self._canvas, self._screen.get_size(), self._screen)
        pygame.display.flip()

    def _event(self, event: pygame.event.Event) -> WindowEvent | None:
        if event.type == pygame.QUIT:
            return None if self._asks and self._whole else Quit()
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_q):
            if not self._asks:
                return Quit()
            return None if self._whole else Tapped("leaving")
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_p, pygame.K_SPACE):
            return Tapped("pause")
        if event.type == pygame.KEYDOWN and self._scene is not None and self._scene.taps:
            return Tapped(_KEYS[event.key]) if event.key in _KEYS else None
        if event.type == pygame.FINGERDOWN:
            width, height = self._screen.get_size()
            return self._tap(event.x * width, event.y * height)
        # SDL makes a mouse of a finger too: that one was told already.
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and not event.touch:
            return self._tap(*event.pos)
        if event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.VIDEORESIZE):
            self._resized()
        return None

    def _tap(self, x: float, y: float) -> Tapped | None:
        """What was tapped at a point of the screen, px."""
        if self._scene is None:
            return None
        (width, height), (wide, high) = self._screen.get_size(), self._canvas.get_size()
        x, y = x * wide / width, y * high / height
        if self._page is not None:
            key = self._sheets.tap(self._page, (wide, high), x, y)
            self._draw_page(self._page)
            return None if key is None else Tapped(f"menu:{key}")
        if self._guide is not None:
            placed = place_guide(self._guide, (wide, high))
            touched = key_or_hole(placed, self._scene.face, x, y)
            return None if touched is None else Tapped(f"guide:{touched}")
        places = place_panel(say(self._scene), self.frame)
        if (choice := button_at(places, x, y)) is not None:
            return Tapped(choice.key)
        if not places.board or not self.frame.board.holds(x, y):
            return None
        if self._scene.by_hand:
            hole = hole_at(self._scene.face, x, y, self.frame)
            return Tapped(f"hole:{hole}") if hole is not None else None
        return Tapped("names") if self._scene.taps else None


def open_display(
    size: Size | None, title: str, *, hidden: bool = False, most: Size | None = None, resizable: bool = False
) -> pygame.Surface:
    """Open the display with one window on it; without a desktop it takes the whole screen.

    Args:
        size: (width, height), px; None for most of the desktop.
        title: of the window, where there is a window manager.
        hidden: allow SDL's `dummy` driver, which shows nothing: for tests.
        most: no larger than that where the size isn't told.
        resizable: whether people may draw it larger and smaller.

    Raises:
        NoDisplay: there is no display, or none that shows anything.
    """
    if not hidden and not _may_have_display():
        raise NoDisplay(f"no display: there is no desktop, and no screen is plugged in{advice()}")
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        # Without a desktop SDL goes to KMSDRM, where any other renderer crashes the process.
        os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
    try:
        # Only what is needed: starting pygame's sound would complain where there is no sound card.
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(title)
        full = driver() == "KMSDRM"
        wanted = (0, 0) if full else size or _most_of_desktop(most)
        screen = pygame.display.set_mode(wanted, pygame.FULLSCREEN if full else pygame.RESIZABLE * resizable)
        pygame.mouse.set_visible(not full)
    except pygame.error as error:
        pygame.quit()
        raise NoDisplay(f"no display: {error}") from error
    if driver() not in REAL_DRIVERS and not hidden:
        found = driver()
        pygame.quit()
        on_a_pi = (
            "; on a Pi without a desktop, pygame must come from apt (python3-pygame)" * GRAPHICS.is_dir()
        )
        raise NoDisplay(f"no display: SDL found only `{found}`, which shows nothing{advice() or on_a_pi}")
    return screen


def _most_of_desktop(most: Size | None) -> Size:
    """A window that leaves room for its frame and a bar; a small screen is taken whole, px."""
    width, height = pygame.display.get_desktop_sizes()[0]
    if width <= SMALL_DESKTOP:
        return width, height
    wide, high = most or (width, height)
    return min(wide, round(0.92 * width)), min(high, round(0.84 * height))


def desktop_size() -> tuple[int, int] | None:
    """(width, height) of the desktop, px; None where there is none to ask."""
    if not _may_have_display():
        return None
    try:
        pygame.display.init()
        return pygame.display.get_desktop_sizes()[0]
    except pygame.error:
        return None


def driver() -> str:
    """What SDL draws through: `x11`, `wayland`, `KMSDRM`; `dummy` and `offscreen` show nothing."""
    return pygame.display.get_driver()


def _may_have_display() -> bool:
    """Whether it is worth asking SDL, whose libraries complain on stderr where there is nothing to find."""
    named = any(os.environ.get(name) for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"))
    return named or GRAPHICS.is_dir() or not sys.platform.startswith("linux")


def _shines(glow: Glow, age_s: float) -> bool:
    if glow is Glow.BLINK:
        return int(age_s / BLINK_S) % 2 == 0
    return glow is Glow.ON or (glow is Glow.FLASH and age_s < FLASH_S)


_KEYS = {
    pygame.K_h: "names",
    pygame.K_n: "night",
    pygame.K_w: "why",
    pygame.K_TAB: "page",
}
"""What a keyboard's keys mean where people tap."""
