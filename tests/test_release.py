"""One version: the package, Debian's changelog, ours, the catalogues and the pages name the same."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def first(pattern: str, name: str) -> str:
    """The first match in a file."""
    found = re.search(pattern, (ROOT / name).read_text("utf-8"), re.MULTILINE)
    assert found is not None, f"{name} names no version"
    return found[1]


def test_the_changelogs_begin_with_the_version_of_the_package() -> None:
    assert first(r"^## (\S+) \(\d{4}-\d\d-\d\d\)$", "CHANGELOG.md") == VERSION
    assert first(r"^toc-pi \((\S+)\)", "debian/changelog") == VERSION


def test_pages_and_catalogues_name_the_version_of_the_package() -> None:
    assert first(r"toc-pi_(\S+)_all\.deb", "docs/appliance.md") == VERSION
    for catalogue in sorted((ROOT / "toc_pi/texts/locale").rglob("*.po")):
        assert first(r"Project-Id-Version: toc-pi (\S+?)\\n", str(catalogue.relative_to(ROOT))) == VERSION


def test_the_newest_version_is_told_on_one_screen() -> None:
    newest = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    assert len(newest.splitlines()) <= 40
