"""The style of a random pack of cards: letters, fonts, sizes, colours, pips and court figures.

Fonts are those of Debian packages (see README.md).
"""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

KEPT_FONTS = 12
"""The last fonts: packs that are drawn with them are only measured on."""
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "*")
SUITS = ("S", "H", "D", "C")
JUMBO_MM = 12.0  # an index at least so high pushes the pips to the middle
_KINDS = (
    "Italic",
    "Oblique",
    "Math",
    "Symbol",
    "Dingbat",
    "Emoji",
    "Black",
    "Extra",
    "Thin",
    "Hair",
    "LightIt",
)
_LATIN = {
    *("Bebas Neue", "C059", "Cabin", "Caladea", "Cantarell", "Carlito", "Comfortaa", "DejaVu Sans"),
    *("DejaVu Sans Mono", "DejaVu Serif", "Dosis", "EB Garamond", "EB Garamond 12", "Fanwood", "Fira Code"),
    *("FreeMono", "FreeSans", "FreeSerif", "GFS Didot", "Hack", "Inconsolata", "Josefin Sans", "Junction"),
    *("Lato", "Liberation Mono", "Liberation Sans", "Liberation Sans Narrow", "Liberation Serif"),
    *("Linux Biolinum O", "Linux Libertine O", "Linux Libertine Display O", "Lobster", "Nimbus Mono PS"),
    *(
        "Nimbus Roman",
        "Nimbus Sans",
        "Nimbus Sans Narrow",
        "Open Sans",
        "P052",
        "Play",
        "Quicksand",
        "Roboto",
    ),
    *("Roboto Slab", "Tuffy", "URW Bookman", "URW Gothic", "Vollkorn", "Yanone Kaffeesatz"),
}


@dataclass(frozen=True, slots=True)
class Style:
    """How a pack looks.

    Attributes:
        size: width and height, mm.
        letters: what is printed for each rank.
        index_mm: height of the rank's letter.
        stretch: width of a letter, of its own.
        beside: whether the suit is beside the letter, not below.
        corners: how many corners have an index: two or four.
        middle: what is in the middle of numbers: pips, one large pip, a large letter, or nothing.
        court: what is in the middle of court cards: a framed figure, a figure, one pip, or a large letter.
        colours: BGR of each suit.
        radius_mm: of the cards' corners.
        seed: of the court figures.
    """

    size: tuple[float, float]
    letters: Mapping[str, str]
    font: str
    index_mm: float
    stretch: float
    thicker: int
    margin: tuple[float, float]
    suit_share: float
    beside: bool
    corners: int
    middle: str
    pip_mm: float
    court: str
    joker: str
    colours: Mapping[str, tuple[int, int, int]]
    paper: tuple[int, int, int]
    frame: bool
    radius_mm: float
    seed: int


@cache
def fonts() -> tuple[str, ...]:
    """Files of upright Latin fonts, sorted."""
    told = subprocess.run(
        ["fc-list", ":", "file", "family", "style"], capture_output=True, text=True, check=True
    )
    found = set()
    for line in told.stdout.splitlines():
        file, _, rest = line.partition(": ")
        family, _, style = rest.partition(":style=")
        upright = not any(kind in style or kind in file for kind in _KINDS)
        if (
            {each.strip() for each in family.split(",")} & _LATIN
            and upright
            and file.endswith(("ttf", "otf", "t1"))
        ):
            found.add(file)
    return tuple(sorted(found))


def random_style(rng: np.random.Generator, fonts_of: slice = slice(None)) -> Style:
    """A pack's style; `fonts_of` keeps some fonts apart for tests."""
    pick = lambda *among: among[rng.integers(len(among))]  # noqa: E731
    french, one = rng.random() < 0.5, rng.random() < 0.2
    letters = {rank: rank for rank in RANKS} | {"A": "1" if one else "A"}
    if french:
        letters |= {"J": "V", "Q": "D", "K": "R"}
    letters |= {"*": pick("JOKER", "JOKER", "Joker", "★", "J K R")}
    narrow = rng.random() < 0.3
    jumbo = rng.random() < 0.35
    index_mm = rng.uniform(13.0, 22.0) if jumbo else rng.uniform(5.5, 11.0)
    dark = (int(rng.integers(0, 60)), int(rng.integers(0, 50)), int(rng.integers(0, 50)))
    red = (int(rng.integers(0, 70)), int(rng.integers(0, 60)), int(rng.integers(150, 235)))
    colours = {"S": dark, "C": dark, "H": red, "D": red}
    if rng.random() < 0.25:
        blue = (int(rng.integers(140, 230)), int(rng.integers(40, 120)), int(rng.integers(0, 60)))
        green = (int(rng.integers(20, 70)), int(rng.integers(100, 160)), int(rng.integers(0, 60)))
        orange = (int(rng.integers(0, 50)), int(rng.integers(110, 160)), int(rng.integers(220, 250)))
        colours |= {"D": pick(blue, orange), "C": green}
    shade = int(rng.integers(225, 256))
    yellow = int(rng.integers(0, 22))
    chosen = fonts()[fonts_of]
    return Style(
        size=(
            float(rng.uniform(56, 59)) if narrow else float(rng.uniform(62, 64)),
            float(rng.uniform(86, 90)),
        ),
        letters=letters,
        font=str(chosen[rng.integers(len(chosen))]),
        index_mm=float(index_mm),
        stretch=float(rng.uniform(0.65, 1.15)),
        thicker=int(rng.integers(-1, 4)),
        margin=(float(rng.uniform(2.0, 4.5)), float(rng.uniform(2.5, 5.5))),
        suit_share=float(rng.uniform(0.55, 1.0)),
        beside=bool(rng.random() < 0.12),
        corners=4 if rng.random() < 0.2 else 2,
        middle=pick("pips", "pips", "pips", "pips", "one", "letter", "nothing"),
        pip_mm=float(rng.uniform(9.0, 16.0)),
        court=pick("framed", "framed", "framed", "figure", "one", "letter"),
        joker=pick("down", "down", "across", "star"),
        colours=colours,
        paper=(shade - yellow, shade - yellow // 3, shade),
        frame=bool(rng.random() < 0.08),
        radius_mm=float(rng.uniform(2.2, 4.2)),
        seed=int(rng.integers(1 << 30)),
    )
