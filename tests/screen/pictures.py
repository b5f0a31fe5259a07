"""Small pictures of every kind of screen, on a few sheets, and how they are compared.

    python tests/screen/pictures.py

writes the sheets again; then a person reviews the differences.
"""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pygame
from guides import guides
from hall_screens import HALLS, hall_screens
from letters import letters
from packs import PACKS, pack_pages
from places import PLACES, place_pages
from states import states
from walks import WALKS, walk_pages

from toc_pi.languages import Language
from toc_pi.screen.draw import GamePage
from toc_pi.screen.frames import Size
from toc_pi.screen.pages.page_draw import KeyPage
from toc_pi.screen.window import WindowPage

Picture = npt.NDArray[np.uint8]

FOLDER = Path(__file__).with_name("pictures")
NAMES = (
    "opening",
    "first",
    "turn",
    "board",
    "hand",
    "right",
    "right-board",
    "worked-out",
    "wrong",
    "wrong-why",
    "wrong-board",
    "wrong-hands",
    "question",
    "offer",
    "weak-power",
    "deal",
    "repair",
    "discard",
    "throw",
    "blind",
    "by-hand-move",
    "by-hand-done",
    "paused",
    "ended",
    "names",
    "night-wrong",
    "seen-card",
    "unsure-card",
)
GUIDES = (
    *("may-cards", "may", "may-all", "may-part", "may-parts", "may-hint"),
    *("may-nothing", "why", "why-others", "why-right"),
    *("chair-some", "chair-covered", "chair-give", "chair-plays"),
)
SHEETS: tuple[tuple[Size, Language, tuple[str, ...]], ...] = (
    ((480, 320), "fr", NAMES),
    ((800, 480), "en", NAMES),
    ((720, 1280), "fr", NAMES),
    ((800, 480), "fr", GUIDES),
    ((480, 320), "fr", WALKS),
    ((800, 480), "en", WALKS),
    ((720, 1280), "fr", WALKS),
    ((480, 320), "fr", PLACES),
    ((800, 480), "en", PLACES),
    ((480, 320), "fr", PACKS),
    ((800, 480), "en", PACKS),
    ((480, 320), "fr", HALLS),
    ((800, 480), "en", HALLS),
)
"""One for each way of dividing the screen; that everything fits at every size is asserted elsewhere."""
COLUMNS = 6
LIT = frozenset({"seat-b"})
SMALL = 144
"""The longer side of a small picture, px."""
COARSE = 8
"""Quantization of tones in small pictures, to save space."""
NEIGHBOURS = 5
FAR, MEAN = 34.0, 3.0
"""Largest difference of tones between two pictures: in any small part, and on average."""


def path_of(size: Size, language: Language, names: tuple[str, ...] = NAMES) -> Path:
    """The path of a sheet."""
    kinds = {GUIDES: "guides-", WALKS: "walks-", PLACES: "places-", PACKS: "packs-", HALLS: "halls-"}
    kind = kinds.get(names, "")
    return FOLDER / f"{kind}{size[0]}x{size[1]}-{language}.png"


def small_size(size: Size) -> Size:
    """(width, height) of a small picture of a screen."""
    scale = SMALL / max(size)
    return round(scale * size[0]), round(scale * size[1])


def small_pictures(size: Size, language: Language, names: tuple[str, ...] = NAMES) -> dict[str, Picture]:
    """Small pictures of every kind of screen, or of teaching page, (h, w, 3) BGR."""
    fonts, surface, found = letters(), pygame.Surface(size), states(language)
    pages: dict[str, WindowPage] = {**walk_pages(language)} if names == WALKS else {}
    made = {PLACES: place_pages, PACKS: pack_pages, HALLS: hall_screens}
    if names in made:
        pages = {**made[names](language)}
    if names == GUIDES:
        pages = {name: KeyPage(guide, scene=found["turn"]) for name, guide in guides(language).items()}
    pictures = {}
    for name in names:
        page = pages[name] if name in pages else GamePage(found[name], LIT)
        page.draw(surface, fonts)
        whole = pygame.surfarray.array3d(surface).transpose(1, 0, 2)[..., ::-1]
        little = cv2.resize(np.ascontiguousarray(whole), small_size(size), interpolation=cv2.INTER_AREA)
        pictures[name] = np.asarray(little // COARSE * COARSE, np.uint8)
    return pictures


def sheet_of(pictures: dict[str, Picture]) -> Picture:
    """All of them in one picture."""
    tiles = list(pictures.values())
    blank = np.zeros_like(tiles[0])
    tiles += [blank] * (-len(tiles) % COLUMNS)
    rows = [np.hstack(tiles[at : at + COLUMNS]) for at in range(0, len(tiles), COLUMNS)]
    return np.asarray(np.vstack(rows), np.uint8)


def kept_pictures(size: Size, language: Language, names: tuple[str, ...] = NAMES) -> dict[str, Picture]:
    """The small pictures of a stored sheet."""
    sheet = np.asarray(cv2.imread(str(path_of(size, language, names))), np.uint8)
    wide, high = small_size(size)
    return {
        name: sheet[at // COLUMNS * high :, at % COLUMNS * wide :][:high, :wide]
        for at, name in enumerate(names)
    }


def apart(one: Picture, other: Picture) -> tuple[float, float]:
    """The difference of two small pictures: in the part that differs most, and on average."""
    far = np.abs(one.astype(np.float32) - other.astype(np.float32)).max(axis=-1)
    return float(cv2.blur(far, (NEIGHBOURS, NEIGHBOURS)).max()), float(far.mean())


def beside(kept: Picture, drawn: Picture) -> Picture:
    """The stored picture, the drawn one and their difference, side by side."""
    return np.asarray(np.hstack([kept, drawn, cv2.absdiff(kept, drawn)]), np.uint8)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for size, language, names in SHEETS:
        sheet = sheet_of(small_pictures(size, language, names))
        path = path_of(size, language, names)
        cv2.imwrite(str(path), sheet, [cv2.IMWRITE_PNG_COMPRESSION, 9])
