"""What went wrong and what to do about it, in French: one-line advice is written in English where it arises.

The rooms below know no language, so their messages are found again here by their words; the catalogue is
`texts/advice.fr.toml`, with `refusals.fr.toml` and `help.fr.toml` beside it. A message that isn't there
stays as it is.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from string import Formatter

CATALOGUES = ("advice.fr.toml", "help.fr.toml", "refusals.fr.toml")


def translated(message: str, language: str) -> str:
    """A message of the program in a language.

    Args:
        message: one line, in English.
        language: "en" or "fr".

    Returns:
        The same in that language, its details (paths, numbers) as they were; details that are messages
        themselves are translated too, and so are the parts of a message that was put together with "; " or,
        after the name of a file, ": ".
    """
    if language != "fr":
        return message
    for pattern, french in _catalogue():
        found = pattern.fullmatch(message)
        if found is not None:
            details = {name: translated(detail, language) for name, detail in found.groupdict().items()}
            return french.format(**details)
    for between in ("; ", ": "):
        first, parted, rest = message.partition(between)
        if parted and (parts := (translated(first, language), translated(rest, language))) != (first, rest):
            return f" {between}".join(parts)
    return message


@cache
def _catalogue() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Every message as a pattern, with its French; in the files' order, the first that fits counts."""
    texts = [(files("toc_pi.texts") / name).read_text(encoding="utf-8") for name in CATALOGUES]
    rows = [row for text in texts for row in tomllib.loads(text)["said"]]
    return tuple((_pattern(row["en"]), row["fr"]) for row in rows)


def _pattern(english: str) -> re.Pattern[str]:
    parts = [
        re.escape(words) + ("" if name is None else f"(?P<{name}>.+?)")
        for words, name, _, _ in Formatter().parse(english)
    ]
    return re.compile("".join(parts))
