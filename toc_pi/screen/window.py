"""The window: opens the display, shows scenes, and converts touch, mouse and keys into plain events."""

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pygame

from toc_pi.screen.canvas import load_fonts
from toc_pi.screen.display import SENSIBLE, Display
from toc_pi.screen.draw import GamePage
from toc_pi.screen.frames import MIN_SIZE, ScreenParts, Size, frame_of
from toc_pi.screen.pages.end_layout import NEXT, Summary
from toc_pi.screen.pages.end_page import EndPage
from toc_pi.screen.pages.page import LESS, MORE, Key, Page, first_sheet
from toc_pi.screen.pages.page_draw import KeyPage, LivePicture
from toc_pi.screen.scene import LampLight, Scene, lamps

# How long drawn lamps are on (and, blinking, off), as in `hardware.lamps`.
BLINK_S = 0.4
FLASH_S = 1.5
STEADY_S = 0.4
"""So long after a key has taken another one's place a touch may still be meant for that."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed, or Esc or q pressed where allowed."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A button was tapped.

    Attributes:
        choice: the name of a panel's key, `hole:b12` where pawns are moved on the screen, or a key's name.
        key: of a page; None beside the board.
    """

    choice: str
    key: Key | None = None


WindowEvent = Quit | Tapped


WindowPage = GamePage | KeyPage | EndPage
"""What a window shows: it places itself in a window of any size."""


def shining(scene: Scene, age_s: float) -> frozenset[str]:
    """The lamps that are lit, some time after they last changed."""
    now: Mapping[LampLight, bool] = {
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
            size, title, turned, hidden, most: as for `Display`.
            asks: Esc and q only ask for confirmation (`Tapped("leaving")`); in full screen, as on the
                appliance, nothing closes the window.

        Raises:
            NoDisplay: there is no display, or none that shows anything.
        """
        self._asks = asks
        self._display = Display(
            size, title, turned=turned, hidden=hidden, most=most, resizable=True, least=MIN_SIZE
        )
        self._fonts = load_fonts()
        self._scene: Scene | None = None
        self._page: Page | None = None
        self._step, self._sheet = "", 0
        self._live: LivePicture | None = None
        self._guide: Page | None = None
        self._end: EndPage | None = None
        self._drawn: WindowPage | None = None
        self._before: deque[tuple[float, WindowPage]] = deque(maxlen=8)  # until when each was shown
        self._stale = False
        self._shining: tuple[Mapping[str, LampLight], int] | None = None
        self._since = time.monotonic()

    def show(self, scene: Scene) -> None:
        """Show a scene from the next `present` on."""
        if (light := (lamps(scene), scene.game.pulse)) != self._shining:
            self._shining = light
            self._since = time.monotonic()
        self._scene = scene

    def page(self, page: Page | None, live: LivePicture | None = None) -> None:
        """Show a page instead of the scene; None shows the scene again.

        `live` is what the camera sees, for its picture.
        """
        self._page, self._live = page, live
        if page is None:
            self._step = ""  # what is opened next begins on its first sheet

    def guide(self, guide: Page | None) -> None:
        """Show a teaching page over the scene and under any other; None shows the scene again."""
        self._guide = guide

    def finish(self, summary: Summary) -> None:
        """Show the last page, with the board as it is; a touch or a key on it is `Tapped("next")`."""
        if self._scene is not None:
            self._page = self._guide = None
            self._end = EndPage(summary, self._scene)
            self.present()

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
        if (shown := self._shown) is not None and shown != self._drawn:
            shown.draw(self._display.canvas, self._fonts)
            if self._drawn is not None:
                self._before.append((time.monotonic(), self._drawn))
            self._drawn, self._stale = shown, True
        if self._stale:
            self._cover()
            self._display.show()
            self._stale = False

    def _cover(self) -> None:
        """Draw over what is shown: nothing."""

    @property
    def _shown(self) -> WindowPage | None:
        """What is shown now."""
        scene, page = self._scene, self._page or self._guide
        if self._end is not None:
            return self._end
        if page is not None:
            if page.step != self._step:
                self._step, self._sheet = page.step, first_sheet(page, self._display.canvas.get_size())
            return KeyPage(page, self._sheet, self._live, scene)
        if scene is None:
            return None
        return GamePage(scene, shining(scene, time.monotonic() - self._since), self.frame)

    def _event(self, event: pygame.event.Event) -> WindowEvent | None:
        if event.type == pygame.QUIT:
            return None if self._asks and self._display.whole else Quit()
        if self._end is not None and event.type == pygame.KEYDOWN:
            return Tapped(NEXT)
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
        shown, size = self._shown, self._display.canvas.get_size()
        choice = None if shown is None else shown.tap(size, x, y)
        if isinstance(choice, Key):
            if choice.key not in (LESS, MORE):
                return Tapped(choice.key, choice)
            self._sheet += 1 if choice.key == MORE else -1
            return None
        if choice is None or (isinstance(shown, GamePage) and self._was_another(choice, size, x, y)):
            return None
        return Tapped(choice)

    def _was_another(self, choice: str, size: Size, x: float, y: float) -> bool:
        """Whether a moment ago another key was at this point: the finger was on its way to that one."""
        since = time.monotonic() - STEADY_S
        recent = (page.tap(size, x, y) for until, page in self._before if until > since)
        keys = (one.key if isinstance(one, Key) else one for one in recent if one is not None)
        return any(one != choice and not one.startswith(("hole:", "names")) for one in keys)


_KEYS = {
    pygame.K_h: "names",
    pygame.K_n: "night",
    pygame.K_w: "why",
    pygame.K_TAB: "page",
}
"""Keyboard shortcuts where people tap."""
