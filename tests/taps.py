"""Taps on keys of pages, by the keys' names."""

from dataclasses import replace

from calibration.holes import Seat
from toc_pi.app.setup import setting_up
from toc_pi.app.setup.player_pages import seat_sign
from toc_pi.app.setup.setup_pages import page_of
from toc_pi.app.setup.setup_steps import CameraStatus, SetupState
from toc_pi.screen.pages.page import Key, Page
from toc_pi.screen.window import Tapped


def tapped(page: Page | None, name: str) -> Tapped:
    """A tap on a page's key; one that isn't on the page means no more than its name."""
    keys = () if page is None else (*page.keys, *page.feet)
    return Tapped(name, next((key for key in keys if key.key == name), Key(name, "")))


def meant(page: Page, name: str) -> object:
    """What a tap on a page's key means."""
    (tap,) = (key.tap for key in (*page.keys, *page.feet) if key.key == name)
    return tap


def tap(state: SetupState, name: str) -> SetupState:
    """The set-up after a tap on a key of its page, whatever the camera sees; the same without that key."""
    seen = CameraStatus(pictures=True, board=state.board)
    for page in (page_of(state, look) for look in (seen, replace(seen, board=""), CameraStatus())):
        for key in (*page.keys, *page.feet):
            if key.key == name:
                return setting_up.tap(state, key)
    seat = Seat(name.removeprefix("seat:"))
    is_sign = state.step == "camera" and seat in state.answers.seats  # in its picture
    return setting_up.tap(state, seat_sign(state.answers, seat, (0.0, 0.0))) if is_sign else state
