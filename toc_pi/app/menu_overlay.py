"""The menu's pages over a game that goes on, and what is done about a tap on them."""

from collections.abc import Callable
from dataclasses import replace

from hardware.panel import Backlight
from toc_pi.app.menu import (
    Bright,
    Call,
    ChangedAnswers,
    GameTap,
    Learn,
    MenuContext,
    MenuPage,
    MenuRequest,
    PowerOff,
    RestartRequest,
    menu_page,
)
from toc_pi.app.setup.answers import Answers
from toc_pi.screen.pages.page import Page
from toc_pi.screen.scene import Scene
from toc_pi.screen.window import Tapped

OPEN = "menu"  # the key that opens it
SEVERAL = ("sound", "hall")
"""Pages with more than one setting."""


class MenuOverlay:
    """Opens and updates the menu's pages over a game that goes on.

    Args:
        show: called with a page to show instead of the board; None shows the board again.
        facts: returns the values that the menu shows, when it is opened.
        light: of the screen; None if it can't be changed.
        switch_off: switches the machine off; None if that isn't allowed.
        game: makes the page of an earlier game, by its number.
        call: calls the arbiter, or withdraws the call.
    """

    def __init__(
        self,
        show: Callable[[Page | None], None],
        facts: Callable[[], MenuContext],
        light: Backlight | None = None,
        switch_off: Callable[[], bool] | None = None,
        game: Callable[[int, Answers], Page] | None = None,
        call: Callable[[bool], object] = lambda _: None,
    ) -> None:
        self._show = show
        self._facts = facts
        self._light = light
        self._switch_off = switch_off
        self._game = game
        self._call = call
        self._at = MenuPage("menu")
        self._known: MenuContext | None = None

    def takes(self, tapped: Tapped) -> bool:
        """Whether a tap belongs to the menu."""
        return tapped == Tapped(OPEN) or (tapped.key is not None and isinstance(tapped.key.tap, MenuRequest))

    def touch(
        self, tapped: Tapped, scene: Scene
    ) -> RestartRequest | ChangedAnswers | Call | Learn | GameTap | None:
        """Handle a tap on the menu.

        Args:
            tapped: `menu`, or one of its keys.
            scene: what is shown under it.

        Returns:
            What the evening has to do; None for nothing. The menu stays open, except after a choice on a page
            with one setting: then the game is shown again.
        """
        wish = None if tapped.key is None else tapped.key.tap
        if self._known is None or wish is None:
            self._open(scene)
            return None
        match wish:
            case GameTap() | RestartRequest() | Learn():
                self._close()
                return wish
            case ChangedAnswers(answers):
                self._known = replace(self._known, answers=answers)
                if self._at.name in SEVERAL:
                    self._draw(self._known)
                else:
                    self._close()
                return wish
            case Call(wanted):
                self._call(wanted)
                self._known = replace(self._known, hall=replace(self._known.hall, calls=wanted))
                self._draw(self._known)
                return wish
            case Bright(level) if self._light is not None:
                self._light.set(level)
                self._known = replace(self._known, brightness=self._light.level)
            case PowerOff():
                if self._switch_off is None or not self._switch_off():
                    self._at = MenuPage("off-failed")
            case MenuPage():
                self._at = wish
        self._draw(self._known)
        return None

    def _open(self, scene: Scene) -> None:
        sees = None if scene.board.by_hand else scene.board.looked
        self._known = replace(
            self._facts(),
            paused=scene.game.paused,
            sees=sees,
            fault=scene.board.fault,
            begun=scene.game.turn is not None and scene.game.turn.n > 1 and not scene.game.winners,
            brightness=None if self._light is None else self._light.level,
            may_switch_off=self._switch_off is not None,
        )
        self._at = MenuPage("menu")
        self._draw(self._known)

    def _draw(self, known: MenuContext) -> None:
        at = self._at
        if at.name == "games" and at.at and self._game is not None:
            self._show(self._game(int(at.at), known.answers))
        else:
            self._show(menu_page(at.name, known, at.at))

    def _close(self) -> None:
        self._known = None
        self._show(None)
