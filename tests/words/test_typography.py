"""Both languages are written as printers write them: a no-break space wherever French sets a mark apart."""

import re

import pytest
from test_forbidden_words import said

from toc_pi.cli.main import COMMANDS
from toc_pi.languages import LANGUAGES

APART = re.compile(r"(?<![\s«])[!?;»](?![=:])|(?<=\w): |[^\S\u00a0][:;!?»]|«(?!\u00a0)|\d %")
"""In French: a mark without its space, or with one at which a line may break."""

CLOSE = re.compile(r"\w\s[:;!?](?=\s|$)|\u00a0")
"""In English: a mark with a space before it."""


def sentences(language: str) -> list[tuple[str, str]]:
    """The sentences of a language with their places; without the pages, which are made of them, and
    the settings, which people edit."""
    return [
        (place, text)
        for place, text in said(language)
        if place not in ("", "example") and not place.endswith((".md", ".1", ".bash"))
    ]


@pytest.mark.parametrize(("language", "wrong"), [("fr", APART), ("en", CLOSE)])
def test_every_mark_has_its_space(language: str, wrong: re.Pattern[str]) -> None:
    code = re.compile(r"`[^`]+`|\{\{.*?\}\}")
    assert not [one for one in sentences(language) if wrong.search(code.sub("x", one[1]))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_in_a_sentence_exists(language: str) -> None:
    """So each can be written as it is typed where it is read."""
    command = re.compile(r"(?<![\w/.-])toc-pi ([A-Za-z]+)\b")
    named = {word for _, text in sentences(language) for word in command.findall(text)}
    assert named <= {*COMMANDS, "COMMAND", "COMMANDE"}
