"""Words that confused players aren't used again, in any catalogue, page or example (`forbidden.toml`)."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[2] / "tools"))
from catalogues import catalogues, read_po

ROOT = Path(__file__).parents[2]
FORBIDDEN: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).with_name("forbidden.toml")).read_text("utf-8")
)
PAGES = {
    "en": ("docs/rules/*.en.md", "docs/man/*"),
    "fr": ("docs/rules/*.fr.md", "toc_pi/store/example.fr.toml"),
}


def sentences(content: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a catalogue, with its key."""
    if isinstance(content, str):
        yield key, content
    elif isinstance(content, list):
        for number, one in enumerate(content):
            yield from sentences(one, f"{key}.{number}")
    elif isinstance(content, dict):
        for name, one in content.items():
            yield from sentences(one, f"{key}.{name}" if key else name)


def said(language: str) -> Iterator[tuple[str, str]]:
    """All texts of the program in a language, with their places."""
    for path in sorted((ROOT / "toc_pi/texts").glob(f"*.{language}.toml")):
        for key, text in sentences(tomllib.loads(path.read_text("utf-8"))):
            yield f"{path.name} {key}", text
    for path in catalogues():
        for msgid, msgstr in read_po(path).items():
            if language == "en":
                yield "a message", msgid
            elif path.parts[-3] == language:
                yield msgid, msgstr
    for pattern in PAGES[language]:
        for path in sorted(ROOT.glob(pattern)):
            yield path.name, path.read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "word"), [(lang, word) for lang in FORBIDDEN for word in FORBIDDEN[lang]]
)
def test_a_word_that_was_replaced_stays_away(language: str, word: str) -> None:
    found = [(place, text[:100]) for place, text in said(language) if re.search(word, text, re.IGNORECASE)]
    assert not found, f"say rather: {FORBIDDEN[language][word]}"


def test_the_catalogues_are_read() -> None:
    for language in FORBIDDEN:
        assert sum(1 for _ in said(language)) > 1000
