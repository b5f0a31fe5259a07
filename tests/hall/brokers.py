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
from patience import PATIENCE_S

from toc_pi.hall.accounts import ACCESS, PASSWORDS, Accounts, Role, load_accounts, save_accounts
from toc_pi.wire.link import Login

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
MISSING = "mosquitto is missing (apt install mosquitto)"
WITHOUT = [name for name in ("paho", "networkx", "sqlalchemy") if find_spec(name) is None]
NO_EXTRA = f"{' '.join(WITHOUT)} missing (pip install toc-pi[hall])"
extra = pytest.mark.skipif(bool(WITHOUT), reason=NO_EXTRA)
"""For tests of what a hall needs, and a table doesn't."""
real = pytest.mark.skipif(bool(WITHOUT) or MOSQUITTO is None, reason=NO_EXTRA if WITHOUT else MISSING)
"""For tests with a real broker."""
CERTIFICATE, KEY = "hall.crt", "hall.key"


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
    """

    folder: Path
    hall: str = "club"
    port: int = field(default_factory=free_port)
    web_port: int = field(default_factory=free_port)
    secure_port: int = field(default_factory=free_port)
    running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        assert MOSQUITTO is not None
        settings = self.folder / "mosquitto.conf"
        web = f"listener {self.web_port} 127.0.0.1\nprotocol websockets\nhttp_dir {self.folder}/www\n"
        certificate = self.folder / CERTIFICATE
        secure = (
            f"listener {self.secure_port} 127.0.0.1\ncertfile {certificate}\nkeyfile {self.folder / KEY}\n"
        )
        settings.write_text(
            f"{secure if certificate.exists() else ''}"
            f"listener {self.port} 127.0.0.1\n{web if (self.folder / 'www').exists() else ''}"
            f"allow_anonymous false\npassword_file {self.folder / PASSWORDS}\n"
            f"acl_file {self.folder / ACCESS}\npersistence true\npersistence_location {self.folder}/\n"
            "message_size_limit 300000\nmax_queued_messages 10000\nsys_interval 1\nuser root\n"
        )
        with (self.folder / "mosquitto.log").open("ab") as log:
            self.running = subprocess.Popen(
                [MOSQUITTO, "-c", settings, "-v"], stdout=log, stderr=subprocess.STDOUT
            )
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError((self.folder / "mosquitto.log").read_text())

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

    @property
    def address(self) -> str:
        """Where to connect, without encryption."""
        return f"mqtt://127.0.0.1:{self.port}"

    @property
    def accounts(self) -> Accounts:
        """Its accounts."""
        return load_accounts(self.folder, self.hall)

    def add(self, role: Role, *names: str) -> None:
        """Give some people an account each."""
        accounts = self.accounts
        for name in names:
            accounts = accounts.having(name, role, name, bytes(12))
        save_accounts(self.folder, accounts)

    def add_usual(self, *tables: str) -> None:
        """Give accounts to a hall, a wall, an arbiter called ann, and tables."""
        self.add("hall", "hall")
        self.add("wall", "wall")
        self.add("arbiter", "ann")
        self.add("table", *tables)

    def certify(self, host: str = "localhost") -> None:
        """Make a certificate of its own for a name, to be served from the next start on."""
        words = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN={host}"
        files = ["-keyout", self.folder / KEY, "-out", self.folder / CERTIFICATE]
        name = ["-addext", f"subjectAltName=DNS:{host}"]
        subprocess.run(["openssl", *words.split(), *name, *files], check=True, capture_output=True)

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
        broker.stop()
