"""Every sentence has its translation in every catalogue; a language is one catalogue more."""

import gettext
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo

from hardware.sound import VOICES
from toc_pi import languages as chosen
from toc_pi.languages import LANGUAGES, load_texts, translated
from toc_pi.messages import said
from toc_pi.rule_pages.pages import write_page
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.store.settings import example_settings

sys.path.append(str(Path(__file__).parents[2] / "tools"))
from catalogues import (
    TEXTS,
    compiled,
    faults,
    languages,
    loose,
    messages,
    path_of,
    read,
    sentences,
    template,
    updated,
    written,
)


def test_the_messages_are_found() -> None:
    found = {msgid for msgid, _ in messages()}
    assert len(found) > 350
    assert "{path}: there is no such film" in found
    assert len({key for key, _, _ in sentences()}) > 1000
    assert set(languages()) == set(LANGUAGES) - {"en"}


def test_raised_messages_keep_their_values_separate() -> None:
    assert not list(loose())


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_has_every_sentence_with_its_blanks_and_nothing_else(language: str) -> None:
    """Else: python tools/catalogues.py --add, and translate what is empty."""
    assert not list(faults(read(language)))


@pytest.mark.parametrize("language", languages())
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    """Else: python tools/catalogues.py."""
    path = path_of(language)

    def sentences_of(binary: bytes) -> dict:
        return {
            (entry.context, str(entry.id)): entry.string for entry in read_mo(BytesIO(binary)) if entry.id
        }

    def without_version(text: bytes) -> bytes:
        return re.sub(rb"Generated-By: Babel [0-9.]+", b"", text)

    assert without_version(written(read(language))) == without_version(path.read_bytes())
    assert sentences_of(path.with_suffix(".mo").read_bytes()) == sentences_of(compiled(read(language)))


def test_every_language_has_a_name_and_a_voice() -> None:
    assert set(load_texts("setup", "en")["languages"]) == set(VOICES) == set(LANGUAGES)


def test_what_is_wrong_with_a_catalogue_is_said() -> None:
    catalog = read("fr")
    catalog.delete("{path}: there is no such film")
    catalog.get("red", "names.colours.red").string = ""
    catalog.get("{sentence} Against the rules, but kept.", "report.said.stood").string = "Permis."
    catalog.add("{path}: there was no such film", "{path} : aucun film")
    assert set(faults(catalog)) == {
        "missing: {path}: there is no such film",
        "missing: names.colours.red red",
        "other blanks: report.said.stood {sentence} Against the rules, but kept.",
        "unused: {path}: there was no such film",
    }
    again = list(faults(updated(catalog)))
    assert "fuzzy: {path}: there is no such film" in again  # taken over from the sentence like it
    assert not [fault for fault in again if fault.startswith("unused")]


@pytest.fixture
def swahili(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A third language: one catalogue, with bars around every sentence."""
    catalog = Catalog("sw")
    for entry in filter(lambda entry: entry.id, template(read("fr"))):
        text = entry.id if isinstance(entry.id, tuple) else f"|{entry.id}|"
        catalog.add(entry.id, text, context=entry.context)
    path = tmp_path / "sw/LC_MESSAGES/toc-pi.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(compiled(catalog))
    assert not list(faults(catalog))
    monkeypatch.setattr(chosen, "LOCALES", str(tmp_path))
    for cached in (chosen._catalogue, load_texts):
        cached.cache_clear()
    yield "sw"
    for cached in (chosen._catalogue, load_texts):
        cached.cache_clear()


def test_another_language_is_one_catalogue_more(swahili: str) -> None:
    message = said("{path}: there is no such film", path="x")
    assert translated(message, swahili) == "|x: there is no such film|"
    assert translated("nobody says this", swahili) == "nobody says this"
    for path in TEXTS.glob("*.toml"):
        other = load_texts(path.stem, swahili)
        for part, english in load_texts(path.stem, "en").items():
            assert other[part] == {key: f"|{one}|" if one else "" for key, one in english.items()}
    assert write_page(load_ruleset("toc"), swahili).startswith("# |")  # type: ignore[arg-type]
    assert example_settings(swahili).startswith("# |Settings of toc-pi. Change")
    assert gettext.translation(chosen.DOMAIN, chosen.LOCALES, ["sw"]).gettext("usage: ") == "|usage: |"
