"""The report's window: measures drawing speed, and shows progress."""

import time
from collections.abc import Callable
from typing import Any

import pygame

from toc_pi.app.machine.measurements import quantiles_ms, timed_s
from toc_pi.languages import Language, translated
from toc_pi.messages import said
from toc_pi.screen.display import driver
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.screen.scene import Scene
from toc_pi.screen.window import Quit, Window

DRAWN = 12  # drawings of each kind of page


def measuring_page(language: Language, past_s: float, most_s: float, doing: str = "") -> Page:
    """The progress page, updated each second."""
    past, most = (f"{int(each) // 60}:{int(each) % 60:02}" for each in (past_s, most_s))
    title = translated(said("This machine is being measured"), language)
    text = translated(said("{past} of {most} minutes. {doing}", past=past, most=most, doing=doing), language)
    stop = translated(said("Stop: what was measured is kept"), language)
    return Page("measuring", title, text, feet=(Key("stop", stop),), shape=Shape.TEXT)


class MeasuredScreen:
    """The window.

    Args:
        turned: rotation of the picture, degrees clockwise.
        language: of its page.
        scenes: two pictures of a game, which are drawn in turn.

    Raises:
        NoDisplay: there is no display.
    """

    def __init__(self, turned: int, language: Language, scenes: Callable[[], tuple[Scene, Scene]]) -> None:
        begun = time.perf_counter()
        self._window = Window(title="toc-pi doctor", turned=turned)
        self._opened_s = time.perf_counter() - begun
        self._language = language
        self._scenes = scenes
        self.touches = 0
        self.stopped = False

    def measure(self) -> dict[str, Any]:
        """Time to draw and show a game's scene and a page."""
        window, games, pages = self._window, [], []
        for number, scene in enumerate(self._scenes() * (DRAWN // 2)):
            window.show(scene)
            games.append(timed_s(window.present))
            window.page(measuring_page(self._language, number, DRAWN))
            pages.append(timed_s(window.present))
            window.page(None)
        return {
            "driver": driver(),
            "size": pygame.display.get_window_size(),
            "opened_s": round(self._opened_s, 2),
            "game": quantiles_ms(games[1:]),
            "page": quantiles_ms(pages[1:]),
        }

    def tell(self, past_s: float, most_s: float, doing: str) -> float:
        """Show the progress; returns the time to draw it, s."""
        self._window.page(measuring_page(self._language, past_s, most_s, doing))
        return timed_s(self._window.present)

    def look(self) -> None:
        """Handle touches and keys: sets `stopped` when somebody ends it."""
        for event in self._window.events():
            self.touches += 1
            self.stopped = self.stopped or isinstance(event, Quit) or event.choice == "stop"

    def close(self) -> None:
        """Close the window."""
        self._window.close()
