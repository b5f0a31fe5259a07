"""Tells systemd that the service is ready and alive, and its status; does nothing without systemd."""

import os
import socket
from collections.abc import Mapping


def notify(message: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Send systemd a message.

    Args:
        message: `READY=1`, `WATCHDOG=1`, `STATUS=…`, `STOPPING=1`; several are separated by newlines.
        environment: the process's.

    Returns:
        Whether the message was sent.

    Source: systemd's sd_notify(3).
    """
    path = environment.get("NOTIFY_SOCKET")
    if not path:
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        try:
            # A name that begins with @ is in the abstract namespace.
            sender.connect(f"\0{path[1:]}" if path[0] == "@" else path)
            sender.sendall(message.encode())
        except OSError:
            # The game matters more than the message.
            return False
    return True
