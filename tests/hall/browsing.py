"""A hall's pages in a real browser: opened, filled in, waited for."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from brokers import Broker
from fronts import browser_trusts
from halls import wait_for

sys.path.append(str(Path(__file__).resolve().parents[1] / "app"))

from browser import Browser, find_browser, open_browser

BROWSER = find_browser()
NO_BROWSER = "chromium is missing (apt install chromium)"


@contextmanager
def page(folder: Path, broker: Broker, path: str) -> Iterator[Browser]:
    """A page of the broker in a browser of its own."""
    assert BROWSER is not None
    with open_browser(BROWSER, folder, browser_trusts(broker.folder)) as browser:
        browser.ask("Page.navigate", url=f"{broker.pages}/{path}")
        until(browser, "document.readyState === 'complete' && document.querySelector('h1') !== null")
        yield browser


def until(browser: Browser, expression: str) -> None:
    """Wait until something holds on a page."""
    wait_for(lambda: browser.run(expression))


def fill_in(browser: Browser, form: str, **values: object) -> None:
    """Fill in a form, and send it."""
    for name, value in values.items():
        browser.run(f"document.querySelector('{form} [name={name}]').value = {str(value)!r}")
    browser.run(f"document.querySelector('{form} button').click()")


def answered(browser: Browser, act: Callable[[], object], says: str = "done") -> None:
    """Do something on the arbiter's page, and wait for the hall's answer."""
    browser.run("document.querySelector('#answer').textContent = ''")
    act()
    until(browser, f"document.querySelector('#answer').textContent.startsWith({says!r})")


def decided(cell: str) -> str:
    """Whether no match of the round is open."""
    return f"![...document.querySelectorAll('#matches {cell}')].some(e => e.innerText === '…')"


def text(browser: Browser, selector: str) -> str:
    """What an element shows."""
    return str(browser.run(f"document.querySelector({selector!r}).innerText"))
