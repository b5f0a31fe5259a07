"""The terminal: colours, messages, and progress, in a person's language."""

import os
import re
import shlex
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, TextIO

from toc_pi.languages import spoken, translated
from toc_pi.messages import said, with_hidden_shown

# Exit statuses (CONTRACT); the last one is that of shells after Ctrl-C: 128 + SIGINT.
BAD_INPUT, CANNOT_SEE, DEVICE_FAILED, DAMAGED, INTERRUPTED = 2, 3, 4, 5, 130

Tone = Literal["good", "bad", "plain"]

# SGR parameters of ANSI terminals: green, and bold red.
_CODES = {"good": "32", "bad": "1;31"}


def has_colour(stream: TextIO | None) -> bool:
    """Whether output to a stream may be in colour."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return stream.isatty()


def painted(text: str, tone: Tone, stream: TextIO | None = None) -> str:
    """A text with the colour codes for a stream, stdout by default."""
    code = _CODES.get(tone)
    if code is None or not has_colour(sys.stdout if stream is None else stream):
        return text
    return f"\x1b[{code}m{text}\x1b[0m"


LONGEST_COMPLAINT = 2000
"""Characters on one line; twenty faults of a file fit."""

_BLANKS = re.compile(r"[^\S\u00a0]+")  # any but the no-break space of French


def called() -> str:
    """This program as it is typed: `toc-pi` where the shell finds it, else its path as it was given."""
    found, path = shutil.which("toc-pi"), Path(sys.argv[0])
    if path.parts[-2:] == ("toc_pi", "__main__.py"):
        return f"{shlex.quote(sys.executable)} -m toc_pi"
    if path.name != "toc-pi" or (found is not None and Path(found).resolve() == path.resolve()):
        return "toc-pi"
    return shlex.quote(sys.argv[0])


_COMMAND = re.compile(r"(?<![\w/.-])toc-pi(?= [A-Za-z]+\b)")


def as_typed(text: str) -> str:
    """A text whose commands work where it is read: `toc-pi play` with the program as `called` names it."""
    return _COMMAND.sub(lambda _: called(), text)


def in_words(message: str) -> str:
    """A message in a person's language, its commands as they are typed here."""
    return as_typed(translated(message, spoken()))


def say(message: str, /, **values: object) -> None:
    """Print an English message and its values in the person's language on stdout, unbuffered.

    What is invisible in the values, and could hide other words, is written out.
    """
    print(with_hidden_shown(in_words(said(message, **values) if values else message)), flush=True)


def complain(message: str, /, **values: object) -> None:
    """Print a fault or a long wait on stderr, as `say` does; newlines become blanks."""
    message = said(message, **values) if values else message
    text = with_hidden_shown(_BLANKS.sub(" ", in_words(message)[: 2 * LONGEST_COMPLAINT]).strip())
    if len(text) > LONGEST_COMPLAINT:
        text = f"{text[: LONGEST_COMPLAINT - 1]}…"
    with suppress(OSError):  # the status tells it, too
        print(f"{painted('toc-pi:', 'bad', sys.stderr)} {text}", file=sys.stderr, flush=True)


PATIENCE_S = 2.0  # nothing is shown for work that ends sooner
EVERY_S = 1.0  # between two updates of the time shown


@contextmanager
def progress(doing: str) -> Iterator[None]:
    """Show what is being done, in English, with counting seconds, if it takes longer than two seconds."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(doing, done, time.monotonic()), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(doing: str, done: threading.Event, began: float) -> None:
    if done.wait(PATIENCE_S):
        return
    doing_text = in_words(doing)
    while True:
        print(f"\rtoc-pi: {doing_text} {time.monotonic() - began:.0f} s", end="", file=sys.stderr, flush=True)
        if done.wait(EVERY_S):
            print(file=sys.stderr, flush=True)
            return
