"""Which language a person's environment asks for, and what a command says in it."""

import os
import sys

from toc_pi.advice import translated
from toc_pi.cli.colour import painted
from toc_pi.languages import Language, language_in

LONGEST_COMPLAINT = 2000
"""Letters on one line; twenty faults of a file fit."""


def locale() -> str:
    """The place and language that a person's environment asks for, as `fr_CA.UTF-8`; "" for none."""
    return os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""


def spoken() -> Language:
    """One of the languages that there are words for; English where the environment asks for none of them."""
    return language_in(locale())


def in_words(message: str) -> str:
    """A message in a person's language."""
    return translated(message, spoken())


def say(message: str) -> None:
    """Tell a person something, at once, on stdout; English comes in, their language goes out."""
    print(in_words(message), flush=True)


def complain(message: str) -> None:
    """Tell a person what is wrong or takes its time, at once, on stderr; newlines become blanks."""
    said = " ".join(in_words(message)[: 2 * LONGEST_COMPLAINT].split())
    if len(said) > LONGEST_COMPLAINT:
        said = f"{said[: LONGEST_COMPLAINT - 1]}…"
    print(f"{painted('toc-pi:', 'bad', sys.stderr)} {said}", file=sys.stderr, flush=True)
