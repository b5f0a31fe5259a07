"""The publishers of many tables in one process: what `toc-pi publish` does, without a Python for each table.

publishers.py ADDRESS HALL FOLDER TABLE…
"""

import sys
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty

from toc_pi.hall.table.follower import Follower
from toc_pi.hall.table.publishing import LOOK_S, Publisher, link_of
from toc_pi.hall.wire.link import Link
from toc_pi.store.hall import HallFiles, HallSettings

REST_S = 0.01


class HostedTable:
    """One table's publisher, whose password is its name."""

    def __init__(self, address: str, hall: str, folder: Path, name: str) -> None:
        state = folder / name / "state"
        settings = HallSettings(address, name, hall)
        follower = Follower(state / "games.sqlite", settings.place, names=False, tell=print)
        self._link: Link = link_of(settings, name)
        self._publisher = Publisher(settings, self._link, follower, HallFiles(state), "en", print)
        self._due_s = time.monotonic()

    def step(self) -> None:
        """Handle what has come, and look at the journal as often as the real one does."""
        now = time.monotonic()
        came = False
        with suppress(Empty):
            while True:
                self._publisher.step(self._link.inbox.get_nowait(), now)
                came = True
        if came or now >= self._due_s:
            self._due_s = now + LOOK_S
            self._publisher.step(None, now)


def main() -> None:
    """Serve until killed."""
    address, hall, folder, *names = sys.argv[1:]
    tables = [HostedTable(address, hall, Path(folder), name) for name in names]
    while True:
        for table in tables:
            table.step()
        time.sleep(REST_S)


if __name__ == "__main__":
    main()
