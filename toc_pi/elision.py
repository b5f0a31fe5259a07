"""Sentences: filling placeholders, with French elision ("au tour d'Alice"), and the capital first letter."""

import re
from collections.abc import Mapping
from string import Formatter

SHORTENED: Mapping[str, Mapping[str, str]] = {"fr": {"de": "d'", "que": "qu'"}}
"""For each language, the words that are elided before a vowel, with their short forms."""

_VOWELS = "aàâeéèêëiîïoôöuùûüyhœæ"
"""The h of names is nearly always mute: d'Hélène, d'Hugo."""


def filled(sentence: str, values: Mapping[str, object], language: str) -> str:
    """A sentence with its placeholders filled.

    Args:
        sentence: with placeholders in braces.
        values: for the placeholders.
        language: of the sentence.
    """
    text = ""
    for words, name, form, _ in Formatter().parse(sentence):
        value = "" if name is None else format(values[name], form or "")
        if value[:1].lower() in tuple(_VOWELS):
            for word, short in SHORTENED.get(language, {}).items():
                words = re.sub(rf"\b({word}) $", short, words)
        text += words + value
    return text


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
