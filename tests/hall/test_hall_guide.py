"""The guide to a hall: both languages say the same, and the keys, commands and settings in it are there."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from toc_pi.cli.hall import ACTIONS
from toc_pi.languages import load_texts
from toc_pi.store.hall import HallSettings

ROOT = Path(__file__).parents[2]
PAGES = {
    language: (ROOT / "docs" / f"{name}.md").read_text("utf-8")
    for language, name in (("en", "hall"), ("fr", "salle"))
}
PROTOCOL = (ROOT / "docs" / "hall-protocol.md").read_text("utf-8")
every_page = pytest.mark.parametrize("page", [*PAGES.values(), PROTOCOL], ids=[*PAGES, "protocol"])


def flat(page: str) -> str:
    """A page without line breaks."""
    return " ".join(page.split())


@every_page
def test_every_link_leads_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page):
        name, _, part = link.partition("#")
        target = ROOT / "docs" / name
        assert target.exists(), link
        heads = {
            head.lower().replace(" ", "-") for head in re.findall(r"(?m)^#+ (.+)$", target.read_text("utf-8"))
        }
        assert not part or part in heads, link


def test_both_languages_have_the_same_commands_and_files() -> None:
    blocks, words = (
        [re.findall(pattern, page, re.DOTALL) for page in PAGES.values()]
        for pattern in (r"```(.*?)```", r"`([^`\n]+)`(?!`)")
    )
    assert len(blocks[0]) == 3
    copied = re.findall(r"sudo cp (\S+) (\S+)", "".join(blocks[0]))
    for name, place in copied:
        assert f"belongs into {place}" in flat((ROOT / "docs/hall" / name).read_text().replace("\n#", ""))
    assert "cd /usr/share/doc/toc-pi-hall/examples" in "".join(blocks[0])
    assert (ROOT / "debian/toc-pi-hall.examples").read_text() == "docs/hall/*\n"
    assert {name for name, _ in copied} == {path.name for path in (ROOT / "docs/hall").iterdir()}
    assert blocks[0] == blocks[1]
    assert words[0] == words[1]


def test_the_keys_to_tap_are_named_as_on_the_screen() -> None:
    bold = [re.findall(r"\*\*([^*]+)\*\*", flat(page)) for page in PAGES.values()]
    words = [
        {
            text: f"{part}.{key}"
            for name in ("setup", "hall")
            for part, texts in load_texts(name, language).items()
            if part in ("menu", "hall", "arbiter")
            for key, text in reversed(texts.items())
        }
        for language in PAGES
    ]
    assert len(bold[0]) > 12
    assert [words[0][text] for text in bold[0]] == [words[1][text] for text in bold[1]]


def test_the_commands_settings_and_units_are_there() -> None:
    page = flat(PAGES["en"])
    assert set(re.findall(r"toc-pi hall ([a-z-]+)", page)) <= set(ACTIONS)
    settings = re.search(r"By hand it is (.*?) and the password", page)
    assert settings is not None
    named = set(re.findall(r"`([a-z_]+)(?: = [^`]+)?`", settings[1]))
    assert named == {part.name for part in fields(HallSettings)}
    unit = (ROOT / "systemd" / "toc-pi-hall.service").read_text()
    for name in ("HALL", "TOURNAMENT", "BROKER", "MORE", "TOC_PI_HALL_DATABASE"):
        assert f"{name}=" in page
        assert f"{name}=" in unit
    assert "toc-pi-publish.path" in page


@every_page
def test_lines_are_not_too_long_to_be_compared(page: str) -> None:
    prose = [line for line in page.splitlines() if not line.startswith("|") and "`" not in line]
    assert all(len(line) <= 130 for line in prose), [line for line in prose if len(line) > 130]
