"""A whole hall in real processes: a broker, the hall, tables with journals, and an arbiter."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty
from typing import Any

from brokers import Broker
from parts import whole
from patience import PATIENCE_S

from toc_pi.hall.wire.link import Arrived, Link
from toc_pi.hall.wire.protocol import Topics
from toc_pi.store.hall import OUTBOX, PASSWORD_FILE
from toc_pi.store.settings import example_settings

sys.path.append(str(Path(__file__).resolve().parent / "table"))

from tables import ScriptedTable

TOPICS = Topics("club")


class Process:
    """A toc-pi that can be killed and started again; what it says is in a file."""

    def __init__(
        self,
        log: Path,
        *words: str,
        home: Path | None = None,
        program: Sequence[str | Path] = ("-m", "toc_pi"),
    ) -> None:
        self._log = log
        self._words = (*program, *words)
        self._home = home
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        own = {} if self._home is None else {"TOC_PI_HOME": str(self._home)}
        with self._log.open("ab") as log:
            self.running = subprocess.Popen(
                [sys.executable, *self._words],
                stdout=log,
                stderr=subprocess.STDOUT,
                env=os.environ | own,
            )

    def also(self, *words: str) -> None:
        """From the next start on, with more arguments."""
        self._words = (*self._words, *words)

    def stop(self, number: int = signal.SIGKILL) -> int:
        """End it, without a good-bye by default; returns its exit status."""
        if self.running is None:
            return 0
        self.running.send_signal(number)
        status = self.running.wait(PATIENCE_S)
        self.running = None
        return status

    @property
    def said(self) -> str:
        """What it has said so far."""
        return self._log.read_text() if self._log.exists() else ""


class TableInHall:
    """A table: a journal in which a test lets things happen, and the publisher's process."""

    def __init__(self, broker: Broker, folder: Path, name: str) -> None:
        config = folder / "config"
        config.mkdir(parents=True)
        hall = f'[hall]\nbroker = "{broker.address}"\nhall = "club"\ntable = "{name}"\n'
        (config / "settings.toml").write_text(example_settings() + hall)
        password = config / PASSWORD_FILE
        password.write_text(name)
        password.chmod(0o600)
        self.name = name
        self.table = ScriptedTable(folder / "state")
        self.outbox = folder / "state" / OUTBOX
        self.process = Process(folder / "publish.log", "publish", home=folder)

    def start(self) -> None:
        """Start the publisher, and wait until it follows the journal."""
        self.process.start()
        wait_for(self.outbox.exists)


class Watcher:
    """Reads everything that the wall may read, and gives orders as the arbiter."""

    def __init__(self, broker: Broker) -> None:
        self._link = Link(
            broker.account("ann"),
            (f"{TOPICS.root}/nobody", b""),
            (f"{TOPICS.root}/hall/#", f"{TOPICS.root}/table/#", TOPICS("answer", "ann")),
        )
        self.seen: dict[str, Any] = {}
        self._orders = 0

    def look(self, wait_s: float = 0.05) -> None:
        """Read what comes for some time."""
        until = time.monotonic() + wait_s
        with suppress(Empty):
            while (left := until - time.monotonic()) > 0:
                event = self._link.inbox.get(timeout=left)
                if isinstance(event, Arrived):
                    self.seen[event.topic] = json.loads(event.payload) if event.payload else None

    def wait(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Read until something holds; then everything seen."""

        def is_so() -> bool:
            self.look()
            return bool(holds(self.seen))

        wait_for(is_so)
        return self.seen

    def order(self, do: str, **order: Any) -> dict[str, Any]:
        """Give an order, again until it is answered; returns the answer."""
        self._orders += 1
        number, sent = f"{self._orders:08x}", [0.0]
        payload = json.dumps({"id": number, "do": do, **order}).encode()

        def answered() -> bool:
            if time.monotonic() > sent[0] + 3.0:
                sent[0] = time.monotonic()
                self._link.publish(TOPICS("order", "ann"), payload)
            self.look()
            return bool(self.seen.get(TOPICS("answer", "ann"), {}).get("id") == number)

        wait_for(answered)
        return dict(self.seen[TOPICS("answer", "ann")])

    def shown(self, what: str) -> Any:
        """What the hall shows of something."""
        return whole(self.seen, TOPICS("shown", what))

    def close(self) -> None:
        """Go."""
        self._link.close()


def wait_for(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    until = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until, "it never came to be"
        time.sleep(0.05)


class HallInProcesses:
    """Everything together."""

    def __init__(self, folder: Path, *tables: str) -> None:
        self.broker = Broker(folder)
        self.broker.add_usual(*tables)
        (folder / PASSWORD_FILE).write_text("hall")
        (folder / PASSWORD_FILE).chmod(0o600)
        words = ("hall", "run", "--hall", "club", "--broker", self.broker.address, "--folder", str(folder))
        self.hall = Process(folder / "hall.log", *words)
        self.tables = [TableInHall(self.broker, folder / name, name) for name in tables]


def is_here(seen: dict[str, Any], table: str) -> bool:
    """Whether a table has said that it is here."""
    link: dict[str, Any] = seen.get(TOPICS("link", table)) or {}
    return bool(link.get("here"))


@contextmanager
def hall_in(folder: Path, *tables: str) -> Iterator[tuple[HallInProcesses, Watcher]]:
    """A hall with tables, all running and connected, and who watches it."""
    whole = HallInProcesses(folder, *tables)
    watcher: Watcher | None = None
    try:
        whole.broker.start()
        whole.hall.start()
        for table in whole.tables:
            table.start()
        watcher = Watcher(whole.broker)
        # A table has its outbox before its connection: one that ends in between has never been here.
        watcher.wait(lambda seen: all(is_here(seen, table) for table in tables))
        yield whole, watcher
    finally:
        if watcher is not None:
            watcher.close()
        for table in whole.tables:
            table.process.stop()
            table.table.journal.close()
        whole.hall.stop()
        whole.broker.stop()
