"""The page for makers leads to places that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("toc_pi", "calibration", "hardware", "tests", "tools", "docs", "bench", "research", "debian")
PLACE = re.compile(r"`([\w./-]+(?:/|\.(?:py|toml|json|js|html|md)))`")


def test_every_place_that_the_page_names_is_there() -> None:
    named = {place.rstrip("/") for place in PLACE.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))}
    assert len(named) > 80, "the page's places weren't found"
    kept = {str(path) for room in ROOMS for path in [ROOT / room, *(ROOT / room).rglob("*")]}
    missing = {
        place
        for place in named
        if not (ROOT / place).exists() and not any(path.endswith(f"/{place}") for path in kept)
    }
    assert missing - {"build"} == set(), "build is made by commands"
