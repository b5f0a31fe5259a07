"""Filling a sentence's blanks, with the short forms that French has before a vowel: "au tour d'Alice"."""

import re
from collections.abc import Mapping
from string import Formatter

SHORTENED: Mapping[str, Mapping[str, str]] = {"fr": {"de": "d'", "que": "qu'"}}
"""For each language the words that are shortened before a vowel, with their short forms."""

_VOWELS = "aàâeéèêëiîïoôöuùûüyhœæ"
"""Names with an h are nearly always spoken without it: d'Hélène, d'Hugo."""


def filled(sentence: str, values: Mapping[str, object], language: str) -> str:
    """A sentence with its blanks filled.

    Args:
        sentence: with blanks in braces.
        values: what goes into each blank.
        language: whose short forms there are.
    """
    said = ""
    for words, name, form, _ in Formatter().parse(sentence):
        value = "" if name is None else format(values[name], form or "")
        if value[:1].lower() in tuple(_VOWELS):
            for word, short in SHORTENED.get(language, {}).items():
                words = re.sub(rf"\b({word}) $", short, words)
        said += words + value
    return said
