"""Error messages in a person's language: each message has its translation in every catalogue."""

import gettext
import io
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from calibration.pose.found_pose import CORNERS_HELP
from toc_pi import languages as advice
from toc_pi.errors import BadInput, perhaps, there_already
from toc_pi.languages import translated
from toc_pi.messages import Message, joined, on_one_line, said

sys.path.append(str(Path(__file__).parents[2] / "tools"))
from catalogues import (
    catalogues,
    compile_mo,
    constants,
    loose,
    messages,
    missing,
    read_po,
    tidied,
    unsaid,
    write_po,
)

FRENCH = next(path for path in catalogues() if path.parts[-3] == "fr")


def test_the_messages_are_found() -> None:
    found = {msgid for msgid, _ in messages()}
    assert len(found) > 350
    assert "{path}: there is no such film" in found


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parts[-3])
def test_a_catalogue_has_every_message_and_nothing_else(path: Path) -> None:
    """Else: python tools/catalogues.py --add, and translate what is empty."""
    entries = read_po(path)
    assert not missing(entries)
    assert not unsaid(entries)


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parts[-3])
def test_a_translation_has_the_blanks_of_its_sentence(path: Path) -> None:
    for msgid, msgstr in read_po(path).items():
        if msgid and "%" not in msgid:
            blanks = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (msgid, msgstr)]
            assert blanks[0] == blanks[1], msgid


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parts[-3])
def test_the_compiled_catalogue_is_the_written_one(path: Path) -> None:
    """Else: python tools/catalogues.py."""
    assert path.with_suffix(".mo").read_bytes() == compile_mo(read_po(path))


def test_raised_messages_keep_their_values_separate() -> None:
    assert not list(loose())


@given(st.text(), st.integers())
def test_details_stay_as_they_are(path: str, number: int) -> None:
    known = read_po(FRENCH)
    assume(path not in known)
    message = said("{path}: there is no game {number} (toc-pi games lists them)", path=path, number=number)
    assert translated(message, "en") == message
    expected = f"{path}\u00a0: il n'y a pas de partie {number} (toc-pi games les énumère)"
    assert translated(message, "fr") == expected


def test_messages_within_messages_are_translated() -> None:
    first = "camera: picamera2 is missing (sudo apt install python3-picamera2)"
    second = said("camera {number}: no such USB camera, or another program uses it", number=0)
    message = said("no camera found ({why})", why=joined((first, second)))
    assert translated(message, "fr") == (
        "aucune caméra (caméra\u00a0: picamera2 manque (sudo apt install python3-picamera2)\u00a0; "
        "caméra 0\u00a0: caméra USB introuvable, ou un autre programme s'en sert)"
    )


def test_an_error_hands_its_message_on_whole() -> None:
    try:
        raise there_already("a.toml")
    except BadInput as error:
        outer = BadInput(said("{path}: {why}", path="table", why=error))
    assert isinstance(str(outer), Message)
    assert translated(str(outer), "fr") == (
        "table\u00a0: a.toml\u00a0: existe déjà\u00a0; rien n'est écrasé, donnez un autre nom"
    )
    assert str(pickle.loads(pickle.dumps(outer))) == str(outer)
    assert translated(str(pickle.loads(pickle.dumps(outer))), "fr") == translated(str(outer), "fr")


def test_a_guess_is_part_of_the_message() -> None:
    message = said("unknown option {option}{perhaps}", option="--hlep", perhaps=perhaps("--hlep", ["--help"]))
    assert message == "unknown option --hlep, perhaps --help"
    assert translated(message, "fr") == "option inconnue --hlep, peut-être --help"


def test_a_message_on_one_line_keeps_its_sentence() -> None:
    message = on_one_line(said("{path}: can't be written ({why})", path="a\nb", why="  no   disk "))
    assert message == "a b: can't be written (no disk)"
    assert translated(message, "fr") == "a b\u00a0: impossible d'y écrire (no disk)"


def test_a_message_that_nobody_knows_stays_as_it_is() -> None:
    assert translated("a {brace} and more", "fr") == "a {brace} and more"
    assert translated(said("a sentence about {what}", what="a {brace}"), "fr") == "a sentence about a {brace}"
    assert translated("", "fr") == ""


@pytest.mark.parametrize("message", CORNERS_HELP)
def test_advice_that_is_kept_under_a_name_has_french_too(message: str) -> None:
    assert translated(message, "fr") != message


@pytest.fixture
def swahili(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A third language: one file."""
    path = tmp_path / "sw/LC_MESSAGES/toc-pi.po"
    path.parent.mkdir(parents=True)
    entries = {
        "": "Content-Type: text/plain; charset=UTF-8\n",
        "{path}: no such file": "{path}: hakuna faili",
    }
    write_po(path, entries, {})
    path.with_suffix(".mo").write_bytes(compile_mo(read_po(path)))
    monkeypatch.setattr(advice, "LOCALES", str(tmp_path))
    advice._catalogue.cache_clear()
    yield "sw"
    advice._catalogue.cache_clear()


def test_another_language_is_one_more_file(swahili: str) -> None:
    assert translated(said("{path}: no such file", path="x"), swahili) == "x: hakuna faili"
    assert translated("no more than English", swahili) == "no more than English"


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"))


@given(st.dictionaries(TEXTS.filter(bool), TEXTS.filter(bool)))
def test_what_is_compiled_is_what_gettext_reads(entries: dict[str, str]) -> None:
    head = {"": "Content-Type: text/plain; charset=UTF-8\n"}
    read = gettext.GNUTranslations(io.BytesIO(compile_mo({**head, **entries})))
    for msgid, msgstr in entries.items():
        assert read.gettext(msgid) == msgstr


def test_a_tidy_catalogue_is_left_as_it_is_and_a_lack_is_added(tmp_path: Path) -> None:
    entries = read_po(FRENCH)
    known = {**constants(), **dict(messages())}
    write_po(tmp_path / "fr.po", tidied(entries), known)
    assert read_po(tmp_path / "fr.po") == entries
    lacking = {**entries, "nobody says this any more": "personne ne le dit plus"}
    film = lacking.pop("{path}: there is no such film")
    assert film
    assert tidied(lacking) == {**entries, "{path}: there is no such film": ""}
