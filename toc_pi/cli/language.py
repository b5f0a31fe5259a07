"""The language of a person's environment, and a command's messages in it."""

import os
import shlex
import shutil
import sys
from pathlib import Path

from toc_pi.advice import translated
from toc_pi.cli.colour import painted
from toc_pi.languages import Language, language_in
from toc_pi.messages import with_hidden_shown

LONGEST_COMPLAINT = 2000
"""Characters on one line; twenty faults of a file fit."""


def locale() -> str:
    """The locale of the environment, such as `fr_CA.UTF-8`; "" for none."""
    return os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""


def spoken() -> Language:
    """The environment's language if it is supported, else English."""
    return language_in(locale())


def called() -> str:
    """This program as it is typed: `toc-pi` where the shell finds it, else its path as it was given."""
    found, path = shutil.which("toc-pi"), Path(sys.argv[0])
    if path.name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m toc_pi"
    if path.name != "toc-pi" or (found is not None and Path(found).resolve() == path.resolve()):
        return "toc-pi"
    return shlex.quote(sys.argv[0])


def in_words(message: str) -> str:
    """A message in a person's language."""
    return translated(message, spoken())


def say(message: str) -> None:
    """Print an English message in the person's language on stdout, unbuffered."""
    print(in_words(message), flush=True)


def complain(message: str) -> None:
    """Print a fault or a long wait on stderr in the person's language, unbuffered; newlines become blanks."""
    text = with_hidden_shown(" ".join(in_words(message)[: 2 * LONGEST_COMPLAINT].split()))
    if len(text) > LONGEST_COMPLAINT:
        text = f"{text[: LONGEST_COMPLAINT - 1]}…"
    print(f"{painted('toc-pi:', 'bad', sys.stderr)} {text}", file=sys.stderr, flush=True)
