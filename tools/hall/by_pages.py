"""A hall that is run and watched by its two pages alone, in a real browser."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from brokers import Broker
from browsing import answered, fill_in, page, text, until


class PagesWatcher:
    """What `Watcher` does, by the pages: orders on the arbiter's, reading on the wall."""

    def __init__(self, broker: Broker) -> None:
        self._opened = ExitStack()
        folders = [broker.folder / f"browser-{number}" for number in (1, 2)]
        self._arbiter = self._opened.enter_context(page(folders[0], broker, "arbiter.html"))
        wall = "index.html#hall=club&password=wall"
        self._wall = self._opened.enter_context(page(folders[1], broker, wall))
        fill_in(self._arbiter, "#login", hall="club", user="ann", password="ann")
        until(self._arbiter, "!document.querySelector('#desk').hidden")

    def order(self, do: str, **order: Any) -> dict[str, Any]:
        """Fill in an order's form, or press its button, and wait until the page says that it was done."""
        form = {"set-up": "#set-up", "enter": "#enter"}.get(do)
        if form is None:
            answered(self._arbiter, lambda: self._arbiter.run(f"document.querySelector('#{do}').click()"))
        else:
            answered(self._arbiter, lambda: fill_in(self._arbiter, form, **order))
        return {"done": True}

    def shown(self, what: str) -> Any:
        """What the wall has been told of something."""
        return self._wall.run(f"hall.whole('{what}', null)")

    def standings(self) -> list[list[str]]:
        """The rows of the standings as they are drawn."""
        return [row.split("\t") for row in text(self._wall, "#standings").splitlines()[1:]]

    def look(self, wait_s: float = 0.05) -> None:
        """Let some time go by."""
        time.sleep(wait_s)

    def pictures(self, folder: Path) -> None:
        """Save a picture of each page."""
        folder.mkdir(parents=True, exist_ok=True)
        self._arbiter.picture(folder / "arbiter.png", whole=True)
        self._wall.picture(folder / "wall.png", whole=True)

    def close(self) -> None:
        """Close the browser."""
        self._opened.close()
