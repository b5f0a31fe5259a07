"""Every kind of page that the tests draw, as the digest of its pixels, in two languages and four sizes."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from answers.jobs import Answers, Job

SIZES = ((480, 320), (800, 480), (1280, 720), (720, 1280))
LANGUAGES = ("en", "fr")
LIT = frozenset({"seat-b"})
PICTURES = "TOC_PI_PICTURES"
"""The variable with the folder into which pages are written as pictures, if they are wanted."""


def jobs() -> Iterator[Job]:
    """A job for each language and size."""
    for size in SIZES:
        for language in LANGUAGES:
            yield Job(f"pages/{language}-{size[0]}x{size[1]}/", answers, (language, size))


def answers(language: str, size: tuple[int, int]) -> Answers:
    """A line for each page, by kind: its name, and the digest of its pixels."""
    import pygame

    from toc_pi.screen.canvas import load_fonts

    pygame.font.init()
    fonts, surface = load_fonts(), pygame.Surface(size)
    found: dict[str, list[str]] = {}
    for kind, name, page in _pages(language, size):
        page.draw(surface, fonts)
        digest = hashlib.sha256(pygame.image.tobytes(surface, "RGB")).hexdigest()[:12]
        found.setdefault(kind, []).append(f"{name} {digest}\n")
        if folder := os.environ.get(PICTURES):
            path = Path(folder) / "pages" / f"{language}-{size[0]}x{size[1]}" / kind / f"{name}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            pygame.image.save(surface, path)
    return {kind: "".join(sorted(lines)) for kind, lines in found.items()}


def _pages(language: Any, size: tuple[int, int]) -> Iterator[tuple[str, str, Any]]:
    """Each page's kind and name, and the page."""
    from guides import guides
    from hall_screens import hall_screens
    from packs import pack_pages
    from places import place_pages
    from screen_table import altered
    from states import BOARDS, states
    from test_page import large_ones, pages
    from walks import walk_pages

    from toc_pi.screen.draw import GamePage
    from toc_pi.screen.pages.page import place_page
    from toc_pi.screen.pages.page_draw import KeyPage

    for board in BOARDS.values():
        scenes = states(language, board)
        for name, scene in scenes.items():
            yield f"game-{board}", name, GamePage(scene, LIT)
        for name, guide in guides(language, board).items():
            yield f"teaching-{board}", name, KeyPage(guide, scene=scenes["turn"])
    for name, scene in scenes.items():
        yield "game-large", name, GamePage(altered(scene, menu=True, large=True), LIT)
    for make in (walk_pages, place_pages, pack_pages, hall_screens):
        for name, page in make(language).items():
            yield make.__name__.replace("_", "-"), name, page
    for kind, some in (("set-up", pages), ("set-up-large", large_ones)):
        counts: Counter[str] = Counter()
        for page in some(language):
            counts[page.step] += 1
            for sheet in range(place_page(page, size).sheets):
                yield kind, f"{page.step}-{counts[page.step]}-{sheet}".replace("/", "-"), KeyPage(page, sheet)
