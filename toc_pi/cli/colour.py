"""Colour on a terminal, where people read it: what is right in green, what is wrong in red.

Never in a file or a pipe, and nowhere where NO_COLOR is set (no-color.org). Nothing is told by colour alone.
"""

import os
import sys
from typing import Literal, TextIO

Tone = Literal["good", "bad", "plain"]

_CODES = {"good": "32", "bad": "1;31"}


def has_colour(stream: TextIO | None) -> bool:
    """Whether what is written there may be in colour."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return stream.isatty()


def painted(text: str, tone: Tone, stream: TextIO | None = None) -> str:
    """A text in its colour, as it is written to a stream.

    Args:
        text: one line, or more.
        tone: what kind of thing it says.
        stream: where it goes; left out, stdout.
    """
    code = _CODES.get(tone)
    if code is None or not has_colour(sys.stdout if stream is None else stream):
        return text
    return f"\x1b[{code}m{text}\x1b[0m"
