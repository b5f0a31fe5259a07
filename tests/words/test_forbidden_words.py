"""Words that confused players aren't used again, in any catalogue, page or example (`forbidden.toml`)."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "tools"))
from catalogues import read

ROOT = Path(__file__).parents[2]
FORBIDDEN: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).with_name("forbidden.toml")).read_text("utf-8")
)
PAGES = {
    "en": ("docs/rules/*.en.md", "docs/man/*"),
    "fr": ("docs/rules/*.fr.md",),
}


def said(language: str) -> Iterator[tuple[str, str]]:
    """All texts of the program in a language, with their places."""
    for entry in read("fr" if language == "en" else language):
        forms = entry.id if language == "en" else entry.string
        for text in forms if entry.pluralizable else [forms]:
            yield entry.context or (f"{entry.id}" if entry.id else ""), text
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
