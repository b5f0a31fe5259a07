"""What is said once a film is over, as data: a window shows it, or it is printed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Summary:
    """What is said once the film is over.

    Attributes:
        title: its heading.
        lines: what happened, a line each.
        close: how to leave it.
    """

    title: str
    lines: tuple[str, ...]
    close: str
