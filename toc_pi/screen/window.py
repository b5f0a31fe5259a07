"""The window: opens the display, shows scenes, and converts touch, mouse and keys into plain events."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pygame

from toc_pi.screen.canvas import load_fonts
from toc_pi.screen.display import SENSIBLE, Display
from toc_pi.screen.draw import draw
from toc_pi.screen.frames import MIN_SIZE, ScreenParts, Size, frame_of
from toc_pi.screen.layout import button_at, hole_at, place_panel
from toc_pi.screen.pages.guide import Guide, draw_guide, key_or_hole, place_guide
from toc_pi.screen.pages.page import Page, Sheets, touch_px
from toc_pi.screen.pages.page_draw import LivePicture, draw_page
from toc_pi.screen.palette import palette_of
from toc_pi.screen.scene import Light, Scene, lamps
from toc_pi.screen.scene_panel import panel_of

# How long drawn lamps are on (and, blinking, off), as in `hardware.lamps`.
BLINK_S = 0.4
FLASH_S = 1.5


PAGE = "menu:"
"""Begins the choices that keys of a page make."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed, or Esc or q pressed where allowed."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A button was tapped.

    Attributes:
        choice: the key of `panel.Choice`: `card:7`, `answer:yes`, `accept`, `undo`, `pass`,
            `pause` …; `hole:b12` where pawns are moved on the screen.
    """

    choice: str


WindowEvent = Quit | Tapped


def shining(scene: Scene, age_s: float) -> frozenset[str]:
    """The lamps that are lit at a moment.

    Args:
        scene: the scene.
        age_s: time since its lamps last changed.
    """
    now: Mapping[Light, bool] = {
        "on": True,
        "blink": int(age_s / BLINK_S) % 2 == 0,
        "flash": age_s < FLASH_S,
        "off": False,
    }
    return frozenset(name for name, light in lamps(scene).items() if now[light])


class Window:
    """A window; it is drawn by `present`, and only when something visible has changed."""

    def __init__(
        self,
        size: Size | None = None,
        title: str = "toc-pi",
        *,
        turned: int = 0,
        hidden: bool = False,
        asks: bool = False,
        most: Size | None = SENSIBLE,
    ) -> None:
        """Open the window.

        Args:
            size: (width, height), px; None for a size that suits the desktop. Without a desktop it is full
                screen.
            title: of the window.
            turned: rotation of the picture, degrees clockwise.
            hidden: allow SDL's `dummy` driver, which shows nothing: for tests.
            asks: Esc and q only ask for confirmation (`Tapped("leaving")`); in full screen, as on the
                appliance, nothing closes the window.
            most: the largest size if no size is given; None for most of the desktop.

        Raises:
            NoDisplay: there is no display, or none that shows anything.
        """
        self._asks = asks
        self._display = Display(
            size, title, turned=turned, hidden=hidden, most=most, resizable=True, least=MIN_SIZE
        )
        self._fonts = load_fonts()
        self._scene: Scene | None = None
        self._sheets = Sheets()
        self._page: Page | None = None
        self._live: LivePicture | None = None
        self._guide: Guide | None = None
        self._drawn: tuple[object, ...] | None = None
        self._shining: tuple[Mapping[str, Light], int] | None = None
        self._since = time.monotonic()

    def show(self, scene: Scene) -> None:
        """Show a scene from the next `present` on."""
        if (light := (lamps(scene), scene.game.pulse)) != self._shining:
            self._shining = light
            self._since = time.monotonic()
        self._scene = scene

    def page(self, page: Page | None, live: LivePicture | None = None) -> None:
        """Show a page instead of the scene; None shows the scene again.

        Its keys are reported as `Tapped("menu:…")`.

        Args:
            page: of the menu, of the set-up, or of the safe mode.
            live: what the camera sees, for a page with a picture.
        """
        self._page, self._live = page, live

    def guide(self, guide: Guide | None) -> None:
        """Show a teaching page over the scene; None shows the scene again.

        Its keys are reported as `Tapped("guide:…")`.
        """
        self._guide = guide

    def events(self) -> tuple[WindowEvent, ...]:
        """The events since the last call; also presents, so that lamps keep blinking."""
        self.present()
        found = (self._event(event) for event in pygame.event.get())
        return tuple(event for event in found if event is not None)

    def save(self, path: Path) -> None:
        """Save a picture of the canvas."""
        self.present()
        pygame.image.save(self._display.canvas, str(path))

    def close(self) -> None:
        """Close the window; may be called twice."""
        self._display.close()

    @property
    def frame(self) -> ScreenParts:
        """The division of the window."""
        return frame_of(
            self._display.canvas.get_size(), large=self._scene is not None and self._scene.preferences.large
        )

    def turn(self, degrees: int) -> None:
        """Rotate the picture, degrees clockwise."""
        if self._display.turn(degrees):
            self._drawn = None

    def present(self) -> None:
        """Draw and show what has changed."""
        scene, canvas, size = self._scene, self._display.canvas, self._display.canvas.get_size()
        over = self._page or self._guide
        lit = frozenset() if scene is None or over else shining(scene, time.monotonic() - self._since)
        shown = over or scene, self._live, lit
        if shown == self._drawn:
            return
        if self._page is not None:
            palette = palette_of(scene is not None and scene.preferences.night)
            draw_page(
                self._page, self._sheets.place(self._page, size), canvas, self._fonts, self._live, palette
            )
        elif scene is None:
            return
        elif self._guide is not None:
            draw_guide(self._guide, place_guide(self._guide, size), scene, canvas, self._fonts)
        else:
            draw(scene, canvas, self._fonts, lit, self.frame)
        self._drawn = shown
        self._display.show()

    def _event(self, event: pygame.event.Event) -> WindowEvent | None:
        if event.type == pygame.QUIT:
            return None if self._asks and self._display.whole else Quit()
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_q):
            if not self._asks:
                return Quit()
            return None if self._display.whole else Tapped("leaving")
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_p, pygame.K_SPACE):
            return Tapped("pause")
        if event.type == pygame.KEYDOWN and self._scene is not None and self._scene.preferences.taps:
            return Tapped(_KEYS[event.key]) if event.key in _KEYS else None
        if (at := self._display.touched(event)) is not None:
            return self._tap(*at)
        if event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.VIDEORESIZE):
            self._display.resized()
            self._drawn = None
        return None

    def _tap(self, x: float, y: float) -> Tapped | None:
        """The event of a tap at a point of the canvas, px."""
        size = self._display.canvas.get_size()
        if self._page is not None:
            picture = self._sheets.place(self._page, size).picture
            key = self._sheets.tap(self._page, size, x, y)
            if key is None and self._live is not None and picture is not None and picture.holds(x, y):
                key = self._live.sign_at(picture, x, y, touch_px(size))
            self._drawn = None
            return None if key is None else Tapped(f"{PAGE}{key}")
        if self._scene is None:
            return None
        if self._guide is not None:
            placed = place_guide(self._guide, size)
            touched = key_or_hole(placed, self._scene.board.face, x, y)
            return None if touched is None else Tapped(f"guide:{touched}")
        places = place_panel(panel_of(self._scene), self.frame)
        if (choice := button_at(places, x, y)) is not None:
            return Tapped(choice.key)
        if not places.board or not self.frame.board.holds(x, y):
            return None
        if self._scene.board.by_hand:
            hole = hole_at(self._scene.board.face, x, y, self.frame)
            return Tapped(f"hole:{hole}") if hole is not None else None
        return Tapped("names") if self._scene.preferences.taps else None


_KEYS = {
    pygame.K_h: "names",
    pygame.K_n: "night",
    pygame.K_w: "why",
    pygame.K_TAB: "page",
}
"""Keyboard shortcuts where people tap."""
