"""Colour on a terminal: right in green, wrong in red.

Never in a file or a pipe, nor if NO_COLOR is set (no-color.org). Nothing is shown by colour alone.
"""

import os
import sys
from typing import Literal, TextIO

Tone = Literal["good", "bad", "plain"]

# SGR parameters of ANSI terminals: green, and bold red.
_CODES = {"good": "32", "bad": "1;31"}


def has_colour(stream: TextIO | None) -> bool:
    """Whether output to a stream may be in colour."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return stream.isatty()


def painted(text: str, tone: Tone, stream: TextIO | None = None) -> str:
    """A text with the colour codes for a stream.

    Args:
        text: one or more lines.
        tone: selects the colour.
        stream: where it is written; stdout by default.
    """
    code = _CODES.get(tone)
    if code is None or not has_colour(sys.stdout if stream is None else stream):
        return text
    return f"\x1b[{code}m{text}\x1b[0m"
