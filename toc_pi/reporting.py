"""How a part of the program reports a fault or a long wait to people."""

from collections.abc import Callable

Report = Callable[[str], None]
"""Takes one readable message."""


def no_report(_: str) -> None:
    """Discard the message."""
