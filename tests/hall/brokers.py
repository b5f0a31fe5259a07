"""A real mosquitto for tests, on a free port of this machine, with a hall's accounts."""

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest
from fronts import NO_FRONT, WITHOUT_FRONT, Front, certify, shipped
from patience import PATIENCE_S

from toc_pi.hall.service.accounts import Accounts, Role, load_accounts, save_accounts
from toc_pi.hall.wire.link import Login

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
MISSING = "mosquitto is missing (apt install mosquitto)"
WITHOUT = [name for name in ("paho", "networkx", "sqlalchemy") if find_spec(name) is None]
NO_EXTRA = f"{' '.join(WITHOUT)} missing (pip install toc-pi[hall])"
extra = pytest.mark.skipif(bool(WITHOUT), reason=NO_EXTRA)
"""For tests of what a hall needs, and a table doesn't."""
real = pytest.mark.skipif(bool(WITHOUT) or MOSQUITTO is None, reason=NO_EXTRA if WITHOUT else MISSING)
"""For tests with a real broker."""
fronted = pytest.mark.skipif(WITHOUT_FRONT, reason=NO_FRONT)
"""For tests of what comes from outside."""
PORTS = (1883, 9001, 8080, 8883, 8443)
"""The guide's."""


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Broker:
    """A mosquitto that can be killed and started again.

    Attributes:
        folder: its files.
        hall: the hall whose accounts it has; each password is the name.
        ports: in the place of each of the guide's.
        certificate: the fingerprint of nginx's; "" without nginx.
    """

    folder: Path
    hall: str = "club"
    ports: dict[int, int] = field(default_factory=lambda: {port: free_port() for port in PORTS})
    running: subprocess.Popen[bytes] | None = None
    certificate: str = ""
    front: Front | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        assert MOSQUITTO is not None
        settings = self.folder / "mosquitto.conf"
        settings.write_text(
            f"persistence true\npersistence_location {self.folder}/\nsys_interval 1\nuser root\n"
            + shipped("mosquitto.conf", self.folder, {port: self.ports[port] for port in (1883, 9001)})
        )
        with (self.folder / "mosquitto.log").open("ab") as log:
            self.running = subprocess.Popen(
                [MOSQUITTO, "-c", settings, "-v"], stdout=log, stderr=subprocess.STDOUT
            )
        for port in (1883, 9001):
            self._wait_for(self.ports[port])

    def stop(self, number: int = signal.SIGKILL) -> None:
        """End it, without a good-bye by default."""
        if self.running is not None:
            self.running.send_signal(number)
            self.running.wait(PATIENCE_S)
            self.running = None

    def reload(self) -> None:
        """Let it read its accounts again."""
        assert self.running is not None
        self.running.send_signal(signal.SIGHUP)

    def _wait_for(self, port: int) -> None:
        """Wait until a port takes connections."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("\n".join(log.read_text() for log in self.folder.glob("*.log")))

    @property
    def port(self) -> int:
        """Where the hall connects, on this machine."""
        return self.ports[1883]

    @property
    def address(self) -> str:
        """The same as an address."""
        return f"mqtt://127.0.0.1:{self.port}"

    @property
    def outside(self) -> str:
        """The address of the hall's machine for a table."""
        return f"mqtts://localhost:{self.ports[8883]}"

    @property
    def pages(self) -> str:
        """The address of the hall's pages."""
        return f"https://localhost:{self.ports[8443]}"

    @property
    def accounts(self) -> Accounts:
        """Its accounts."""
        return load_accounts(self.folder, self.hall)

    def add(self, role: Role, *names: str) -> None:
        """Give some people an account each."""
        accounts = self.accounts
        for name in names:
            accounts = accounts.with_account(name, role, name, bytes(12))
        save_accounts(self.folder, accounts)

    def add_usual(self, *tables: str) -> None:
        """Give accounts to a hall, a wall, an arbiter called ann, and tables."""
        self.add("hall", "hall")
        self.add("wall", "wall")
        self.add("arbiter", "ann")
        self.add("table", *tables)

    def open(self, host: str = "localhost", *, rested: bool = False) -> None:
        """Start nginx before it, with a certificate for a name."""
        self.certificate = certify(self.folder, host)
        self.front = Front(self.folder, self.ports, rested=rested)
        self.front.start()
        self._wait_for(self.ports[8883])

    def close(self) -> None:
        """End it, and nginx."""
        self.stop()
        if self.front is not None:
            self.front.stop()

    def account(self, name: str) -> Login:
        """How somebody connects."""
        return Login(self.address, name, name)


@contextmanager
def broker_in(folder: Path, *tables: str) -> Iterator[Broker]:
    """A running broker with a hall, a wall, an arbiter called ann, and some tables."""
    broker = Broker(folder)
    broker.add_usual(*tables)
    try:
        broker.start()
        yield broker
    finally:
        broker.close()
