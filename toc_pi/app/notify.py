"""Tells systemd that the service is ready, alive, and what it does; silent where systemd doesn't listen.

The watchdog is fed only while everything that must move has moved: a program whose camera thread hangs
looks alive from its main loop, and only a restart helps it.
"""

import os
import socket
from collections.abc import Iterable, Mapping

# systemd restarts a service that has been silent for the whole time; told twice within it, it never does.
SHARE = 0.5


def notify(message: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Send systemd a message.

    Args:
        message: `READY=1`, `WATCHDOG=1`, `STATUS=…`, `STOPPING=1`; several are parted by newlines.
        environment: the process's.

    Returns:
        Whether somebody listens.

    Source: systemd's sd_notify(3).
    """
    path = environment.get("NOTIFY_SOCKET")
    if not path:
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        try:
            # A name that begins with @ is an abstract one.
            sender.connect(f"\0{path[1:]}" if path[0] == "@" else path)
            sender.sendall(message.encode())
        except OSError:
            # Nobody can be told; a game that goes on is worth more than the message.
            return False
    return True


class Watchdog:
    """Feeds systemd's watchdog while all that must move has moved since the last time.

    Attributes:
        every_s: how often it is fed; None where systemd keeps no watch.
    """

    def __init__(self, parts: Iterable[str], environment: Mapping[str, str] = os.environ) -> None:
        """Begin to watch.

        Args:
            parts: the names of what must move: camera, pipeline, screen.
            environment: the process's.
        """
        self._parts = frozenset(parts)
        self._moved: set[str] = set()
        self._fed_s: float | None = None
        self._environment = environment
        watched = environment.get("WATCHDOG_USEC", "")
        self.every_s = int(watched) / 1e6 * SHARE if watched.isdigit() else None

    def moved(self, part: str) -> None:
        """A part has done something; any thread may say so."""
        self._moved.add(part)

    def feed(self, now_s: float) -> bool:
        """Feed it if it is time and all parts have moved.

        Args:
            now_s: of a clock that only goes forward.

        Returns:
            Whether it was fed.
        """
        if self.every_s is None or not self._parts <= self._moved:
            return False
        if self._fed_s is not None and now_s - self._fed_s < self.every_s:
            return False
        self._fed_s = now_s
        self._moved.clear()
        return notify("WATCHDOG=1", self._environment)
