"""The summary of a film, as data, to be shown in a window or printed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a film.

    Attributes:
        title: its heading.
        lines: what happened, a line each.
        close: how to leave it.
    """

    title: str
    lines: tuple[str, ...]
    close: str
