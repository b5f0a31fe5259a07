"""Advice in French: every message that a person at the table may meet has one, whatever its details."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

from calibration.advice import CORNERS_HELP
from toc_pi.advice import CATALOGUES, translated

ROOT = Path(__file__).parents[2]
ERRORS = ("CannotSee", "DeviceFailed", "BadFilm", "NoDisplay", "BadInput", "BadBoard")
FAULTS = ("fault", "_refuse")
MODULES = [
    path for room in ("calibration", "hardware", "toc_pi") for path in sorted((ROOT / room).rglob("*.py"))
]
# Raised with the message of another error, or chosen elsewhere.
PASSED_ON = {"calibration/advice.py"}
# These answer programs, in JSON Lines, or read what the program itself has written.
FOR_PROGRAMS = {
    *(f"toc_pi/rules/{name}.py" for name in ("explain", "game", "notation", "pack", "position")),
    *(f"toc_pi/rules/{name}.py" for name in ("table", "transcript", "turn")),
    *(f"toc_pi/cli/{name}.py" for name in ("requests", "teaching")),
    *(f"toc_pi/teaching/{name}.py" for name in ("hint", "places")),
    "toc_pi/store/journal.py",
}
DETAILS_ALONE = re.compile(r"[7:;= ]+")


def text_of(node: ast.expr) -> Iterator[str]:
    """The message that an expression makes, each detail of it a 7; nothing for one that is passed on."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "7" for part in node.values]
        if parts != ["7"]:
            yield "".join(map(str, parts))


def messages(path: Path) -> Iterator[str]:
    """What a module raises for people to read, and what `advice` answers."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in FAULTS:
            yield from text_of(node.args[-1])
        if isinstance(node, ast.Call) and "faults" in ast.unparse(node.func) and node.args:
            yield from text_of(node.args[0])
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS and node.args:
            yield from text_of(node.args[0])
        if isinstance(node, ast.Return) and path == ROOT / "calibration/advice.py" and node.value:
            yield from text_of(node.value)


FOUND = sorted(
    {
        message
        for path in MODULES
        if str(path.relative_to(ROOT)) not in FOR_PROGRAMS
        for message in messages(path)
        if not DETAILS_ALONE.fullmatch(message)
    }
)


def rows() -> list[dict[str, str]]:
    texts = [(files("toc_pi.texts") / name).read_text(encoding="utf-8") for name in CATALOGUES]
    return [row for text in texts for row in tomllib.loads(text)["said"]]


def test_the_messages_are_found() -> None:
    assert len(FOUND) > 150
    assert "the picture is black: take the cap off the lens, or switch a light on" in FOUND


@pytest.mark.parametrize("message", FOUND)
def test_every_message_for_people_has_a_french_one(message: str) -> None:
    assert translated(message, "en") == message
    assert translated(message, "fr") != message


def test_both_languages_have_the_same_details() -> None:
    for row in rows():
        blanks = [
            {name for _, name, _, _ in Formatter().parse(row[language]) if name} for language in ("en", "fr")
        ]
        assert blanks[0] == blanks[1], row


def test_details_stay_and_messages_within_messages_are_translated() -> None:
    english = (
        "no camera found (camera: picamera2 is missing (sudo apt install python3-picamera2); "
        "camera 0: no such USB camera, or another program holds it)"
    )
    assert translated(english, "fr") == (
        "aucune caméra (picamera2 manque (sudo apt install python3-picamera2) ; "
        "caméra 0 : pas de telle caméra USB, ou un autre programme s'en sert)"
    )
    assert (
        translated("/home/é b/x.mp4: there is no such film", "fr") == "/home/é b/x.mp4 : ce film n'existe pas"
    )


def test_a_message_that_nobody_knows_stays_as_it_is() -> None:
    assert translated("a {brace} and more", "fr") == "a {brace} and more"


def test_every_fault_of_a_file_is_told_in_french() -> None:
    english = (
        "attic.toml: name is missing; letters, digits, - and _ are allowed; seats = 7; 4, 6 or 8 are allowed"
    )
    assert translated(english, "fr") == (
        "attic.toml : name manque ; lettres, chiffres, - et _ sont permis ; seats = 7 ; 4, 6 ou 8 sont permis"
    )


def test_no_english_is_catalogued_twice() -> None:
    english = [row["en"] for row in rows()]
    assert sorted(english) == sorted(set(english))


@pytest.mark.parametrize("message", CORNERS_HELP)
def test_advice_that_is_kept_under_a_name_has_french_too(message: str) -> None:
    assert translated(message, "fr") != message
