"""Taps on keys of pages, by the keys' names."""

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
