"""Pages that lead through the screen call its keys and pages by their own names, in bold."""

import re
from pathlib import Path

import pytest

from toc_pi.languages import load_texts

DOCS = Path(__file__).parents[2] / "docs"
TEXTS = DOCS.parent / "toc_pi/texts"
PAGES = {
    "help.md": "en",
    "hall.md": "en",
    "setting-up.md": "en",
    "lessons.en.md": "en",
    "salle.md": "fr",
    "lessons.fr.md": "fr",
}
SIGNS = {"?"}
"""Names that are a sign, which isn't translated."""


def names(language: str) -> set[str]:
    """Every text of the screen, in lower case and with plain spaces."""
    files = (load_texts(path.stem, language) for path in TEXTS.glob("*.toml"))
    said = {text for parts in files for part in parts.values() for text in part.values()}
    return SIGNS | {text.replace("\u00a0", " ").lower() for text in said}


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_has_in_bold_is_on_the_screen(page: str) -> None:
    text = " ".join((DOCS / page).read_text("utf-8").replace("\u00a0", " ").split())
    bold = {name.lower() for name in re.findall(r"\*\*(.+?)\*\*", text)}
    assert bold
    assert not bold - names(PAGES[page])


def test_the_levels_of_help_are_named_as_in_the_menu() -> None:
    table = (DOCS / "help.md").read_text("utf-8").partition("| level |")[2].partition("\n\n")[0]
    named = re.findall(r"^\| ([A-Z][\w ]+?) \|", table, re.MULTILINE)
    levels = load_texts("setup", "en")["hints"]
    assert named == [levels[key] for key in ("silent", "asked", "first", "shown")]
