"""Draws playing cards of random packs: letters, sizes, colours, pips and court figures in endless styles.

    python research/drawn_cards.py OUT.png [--packs N] [--seed N]     a sheet to look at

No pack that is sold or packaged is drawn after. A pack is one random style (card_style.py); its cards are
drawn at PX pixels a millimetre.
"""

import argparse
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
from card_style import JUMBO_MM, RANKS, SUITS, Style, random_style
from court_figures import draw_figure, draw_shapes
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

Image = NDArray[np.uint8]
Mask = NDArray[np.float32]

PX = 5  # pixels a millimetre
PIPS: Mapping[str, tuple[tuple[float, float], ...]] = {
    "2": ((0, 1), (0, -1)),
    "3": ((0, 1), (0, 0), (0, -1)),
    "4": ((1, 1), (-1, 1), (1, -1), (-1, -1)),
    "5": ((1, 1), (-1, 1), (1, -1), (-1, -1), (0, 0)),
    "6": ((1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0)),
    "7": ((1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 0.5)),
    "8": ((1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 0.5), (0, -0.5)),
    "9": ((1, 1), (-1, 1), (1, 1 / 3), (-1, 1 / 3), (1, -1 / 3), (-1, -1 / 3), (1, -1), (-1, -1), (0, 0)),
    "10": (
        *((1, 1), (-1, 1), (1, 1 / 3), (-1, 1 / 3), (1, -1 / 3), (-1, -1 / 3), (1, -1), (-1, -1)),
        *((0, 2 / 3), (0, -2 / 3)),
    ),
}
"""Where a number's pips are: columns and rows from -1 to 1, the upper half upright."""


def draw_card(style: Style, rank: str, suit: str) -> Image:
    """A card's face, (h, w, 3) BGR."""
    width, height = (round(side * PX) for side in style.size)
    card = np.empty((height, width, 3), np.uint8)
    card[:] = style.paper
    if style.frame:
        inset = round(1.6 * PX)
        cv2.rectangle(
            card, (inset, inset), (width - inset, height - inset), style.colours[suit], max(1, PX // 4)
        )
    if rank == "*":
        _joker(card, style, suit)
        return card
    _middle(card, style, rank, suit)
    index = _index(style, rank, suit)
    left, top = (round(side * PX) for side in style.margin)
    _paint(card, index, left, top, style.colours[suit])
    if style.corners == 4:
        _paint(card, index, width - left - index.shape[1], top, style.colours[suit])
    turned = card[::-1, ::-1].copy()
    _paint(turned, index, left, top, style.colours[suit])
    if style.corners == 4:
        _paint(turned, index, width - left - index.shape[1], top, style.colours[suit])
    return np.ascontiguousarray(turned[::-1, ::-1])


def draw_back(style: Style) -> Image:
    """A card's back, (h, w, 3) BGR."""
    rng = np.random.default_rng(style.seed + 1)
    width, height = (round(side * PX) for side in style.size)
    card = np.empty((height, width, 3), np.uint8)
    card[:] = style.paper
    edge = round(rng.uniform(0, 5) * PX)
    inner = card[edge : height - edge, edge : width - edge]
    colour = rng.integers(10, 190, 3)
    y, x = np.mgrid[: inner.shape[0], : inner.shape[1]]
    step = rng.uniform(8, 40)
    kind = rng.integers(4)
    if kind == 0:
        pattern = ((x + y) // step % 2) * 0.5 + ((x - y) // step % 2) * 0.5
    elif kind == 1:
        pattern = 0.5 + 0.5 * np.sin(x / step * 3) * np.sin(y / step * 3)
    elif kind == 2:
        pattern = np.zeros(x.shape)
    else:
        pattern = (np.hypot(x - inner.shape[1] / 2, y - inner.shape[0] / 2) // step % 2).astype(float)
    inner[:] = (
        colour + (np.asarray(style.paper) - colour) * pattern[..., None] * rng.uniform(0.3, 1)
    ).astype(np.uint8)
    return card


def _glyph(text: str, font: str, height: int, stretch: float = 1.0, thicker: int = 0) -> Mask:
    """A text's mask of that height, from 0 to 1."""
    face = ImageFont.truetype(font, 160)
    box = face.getbbox(text)
    drawn = Pillow.new("L", (int(box[2] - box[0]) + 8, int(box[3] - box[1]) + 8))
    ImageDraw.Draw(drawn).text((4 - box[0], 4 - box[1]), text, 255, font=face)
    mask = np.asarray(drawn, np.uint8)
    if thicker > 0:
        mask = cv2.dilate(mask, np.ones((2 * thicker + 1,) * 2, np.uint8))
    elif thicker < 0:
        thinner = cv2.erode(mask, np.ones((3, 3), np.uint8))
        mask = thinner if thinner.sum() > 0.6 * mask.sum() else mask  # hairlines would vanish
    width = max(2, round(mask.shape[1] * height / mask.shape[0] * stretch))
    return (
        np.asarray(cv2.resize(mask, (width, max(2, height)), interpolation=cv2.INTER_AREA), np.float32) / 255
    )


@cache
def _suit_shape(suit: str, seed: int) -> Image:
    """A suit's mask, 200 px high."""
    rng = np.random.default_rng(seed + ord(suit))
    canvas = np.zeros((200, 200), np.uint8)
    lean = rng.uniform(0.85, 1.1)
    t = np.linspace(0, 2 * np.pi, 120)
    if suit == "D":
        bulge = rng.uniform(-0.25, 0.15)
        side = np.linspace(0, 1, 30)
        corners = np.array([(100, 4), (100 + 72 * lean, 100), (100, 196), (100 - 72 * lean, 100), (100, 4)])
        points = np.concatenate(
            [
                a
                + (b - a) * side[:, None]
                + (np.array([100, 100]) - (a + b) / 2) * (-bulge * 4 * side * (1 - side))[:, None]
                for a, b in pairwise(corners)
            ]
        )
        cv2.fillPoly(canvas, [points.astype(np.int32)], 255)
    elif suit in "HS":
        x = 16 * np.sin(t) ** 3
        y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
        points = np.stack([100 + x * 5.4 * lean, 95 - y * 5.6], 1)
        if suit == "S":
            points = np.stack([points[:, 0], 168 - points[:, 1]], 1)
        cv2.fillPoly(canvas, [points.astype(np.int32)], 255)
    else:
        radius = int(rng.uniform(38, 46))
        for cx, cy in ((100, 48), (100 - radius - 8, 110), (100 + radius + 8, 110)):
            cv2.circle(canvas, (cx, cy), radius, 255, -1)
        cv2.fillPoly(canvas, [np.array([(82, 60), (118, 60), (125, 130), (75, 130)], np.int32)], 255)
    if suit in "SC":
        wide = int(rng.uniform(20, 40))
        stem = np.array([(94, 110), (106, 110), (100 + wide, 196), (100 - wide, 196)], np.int32)
        cv2.fillPoly(canvas, [stem], 255)
    rows, columns = np.flatnonzero(canvas.any(1)), np.flatnonzero(canvas.any(0))
    return canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _pip(suit: str, style: Style, height: float) -> Mask:
    shape = _suit_shape(suit, style.seed % 977)
    tall = max(3, round(height))
    wide = max(3, round(shape.shape[1] * tall / shape.shape[0]))
    return np.asarray(cv2.resize(shape, (wide, tall), interpolation=cv2.INTER_AREA), np.float32) / 255


def _index(style: Style, rank: str, suit: str) -> Mask:
    """The corner's mask: a letter with its suit."""
    tall = style.index_mm * PX
    text, squeeze = style.letters[rank], 0.8 if len(style.letters[rank]) > 1 else 1.0
    letter = _glyph(text, style.font, round(tall), style.stretch * squeeze, style.thicker)
    most = round((12.5 if style.index_mm < 12 else 20.0) * PX)
    if letter.shape[1] > most:
        letter = np.asarray(cv2.resize(letter, (most, letter.shape[0]), interpolation=cv2.INTER_AREA))
    pip = _pip(suit, style, tall * style.suit_share)
    gap = max(2, round(0.12 * tall))
    if style.beside:
        whole = np.zeros(
            (max(letter.shape[0], pip.shape[0]), letter.shape[1] + gap + pip.shape[1]), np.float32
        )
        whole[: letter.shape[0], : letter.shape[1]] = letter
        whole[: pip.shape[0], letter.shape[1] + gap :] = pip
        return whole
    wide = max(letter.shape[1], pip.shape[1])
    whole = np.zeros((letter.shape[0] + gap + pip.shape[0], wide), np.float32)
    for mask, top in ((letter, 0), (pip, letter.shape[0] + gap)):
        left = (wide - mask.shape[1]) // 2
        whole[top : top + mask.shape[0], left : left + mask.shape[1]] = mask
    return whole


def _paint(card: Image, mask: Mask, left: int, top: int, colour: tuple[int, int, int]) -> None:
    """Paint a colour through a mask; what lies outside is cut off."""
    height, width = card.shape[:2]
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(width, left + mask.shape[1]), min(height, top + mask.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None]
    under = card[y0:y1, x0:x1]
    under[:] = (under * (1 - part) + np.asarray(colour) * part).astype(np.uint8)


def _centred(card: Image, mask: Mask, x: float, y: float, colour: tuple[int, int, int]) -> None:
    _paint(card, mask, round(x - mask.shape[1] / 2), round(y - mask.shape[0] / 2), colour)


def _middle(card: Image, style: Style, rank: str, suit: str) -> None:
    height, width = card.shape[:2]
    colour, middle = style.colours[suit], style.middle
    if rank in "JQK":
        _court(card, style, rank, suit)
        return
    if rank == "A":
        middle = "one" if middle in ("pips", "nothing") else middle
    if middle == "one":
        _centred(card, _pip(suit, style, style.pip_mm * 1.5 * PX), width / 2, height / 2, colour)
    elif middle == "letter":
        _centred(
            card,
            _glyph(style.letters[rank], style.font, round(0.35 * height), 0.8),
            width / 2,
            height / 2,
            colour,
        )
    elif middle == "pips":
        crowded = style.index_mm > JUMBO_MM
        pip = _pip(suit, style, (min(style.pip_mm, 9.0) if crowded else style.pip_mm) * PX)
        across, down = (0.13 if crowded else 0.21) * width, (0.24 if crowded else 0.31) * height
        for column, row in PIPS[rank]:
            turned = pip if row >= 0 else pip[::-1]
            _centred(card, turned, width / 2 + column * across, height / 2 - row * down, colour)


def _court(card: Image, style: Style, rank: str, suit: str) -> None:
    height, width = card.shape[:2]
    colour = style.colours[suit]
    if style.court == "one":
        _centred(card, _pip(suit, style, style.pip_mm * 1.5 * PX), width / 2, height / 2, colour)
        return
    if style.court == "letter":
        _centred(
            card,
            _glyph(style.letters[rank], style.font, round(0.35 * height), 0.8),
            width / 2,
            height / 2,
            colour,
        )
        return
    pack = np.random.default_rng(style.seed)
    rng = np.random.default_rng(style.seed + 31 * RANKS.index(rank) + SUITS.index(suit))
    left, top = round(pack.uniform(0.13, 0.25) * width), round(pack.uniform(0.04, 0.15) * height)
    corner = _index(style, rank, suit)
    framed = style.court == "framed" and style.index_mm < JUMBO_MM
    if framed:  # the frame is beside the index
        left = min(max(left, round(style.margin[0] * PX) + corner.shape[1] + PX // 2), width // 3)
    half = np.empty((height // 2 - top, width - 2 * left, 3), np.uint8)
    half[:] = style.paper
    usual = pack.random() < 0.5  # kings with beards, queens with long hair, jacks with caps
    if pack.random() < 0.7:
        draw_figure(half, rng, rank if usual else None)
    else:
        draw_shapes(half, rng, colour)
    if pack.random() < 0.7:
        tall, aside = pack.uniform(0.15, 0.3) * half.shape[0], round(pack.uniform(0.03, 0.08) * half.shape[1])
        _paint(half, _pip(suit, style, tall), aside, aside, colour)
    free = (
        round(style.margin[1] * PX) + corner.shape[0] - top + PX,
        round(style.margin[0] * PX) + corner.shape[1] - left + PX,
    )
    if free[0] > 0 and free[1] > 0:
        half[: free[0], : free[1]] = style.paper
        if style.corners == 4:
            half[: free[0], -free[1] :] = style.paper
    card[top : top + half.shape[0], left : left + half.shape[1]] = half
    under = card[height - top - half.shape[0] : height - top, left : left + half.shape[1]]
    under[:] = half[::-1, ::-1]
    if framed:
        tone = colour if pack.random() < 0.5 else (170, 60, 30)
        cv2.rectangle(card, (left, top), (width - left, height - top), tone, int(pack.integers(1, 4)))


def _joker(card: Image, style: Style, suit: str) -> None:
    """A joker: its name in two corners, down or across, or a star; and a figure."""
    colour = style.colours[suit]
    if style.joker == "star":
        mark = _star(style.index_mm * PX)
    elif style.joker == "across":
        mark = _glyph("JOKER", style.font, round(min(style.index_mm, 6) * PX), style.stretch, style.thicker)
    else:
        rows = [
            _glyph(each, style.font, round(min(style.index_mm, 8) * 0.6 * PX), style.stretch)
            for each in "JOKER"
        ]
        wide = max(row.shape[1] for row in rows)
        mark = np.concatenate([np.pad(row, ((0, 4), (0, wide - row.shape[1]))) for row in rows])
    left, top = (round(side * PX) for side in style.margin)
    rng = np.random.default_rng(style.seed + 7)
    height, width = card.shape[:2]
    for _ in range(int(rng.integers(4, 25))):
        points = (rng.uniform(-1, 1, (int(rng.integers(3, 8)), 2)) * (0.25 * width, 0.25 * height)) + (
            width / 2,
            height / 2,
        )
        cv2.fillPoly(card, [points.astype(np.int32)], tuple(int(value) for value in rng.integers(0, 256, 3)))
    for _ in range(2):
        _paint(card, mark, left, top, colour)
        card[:] = card[::-1, ::-1].copy()


def _star(height: float) -> Mask:
    size = max(8, round(height))
    turn = np.arange(10) * np.pi / 5
    radius = np.where(np.arange(10) % 2, 0.2, 0.5) * size
    points = np.stack([size / 2 + radius * np.sin(turn), size / 2 - radius * np.cos(turn)], 1)
    mask = np.zeros((size, size), np.uint8)
    cv2.fillPoly(mask, [points.astype(np.int32)], 255)
    return mask.astype(np.float32) / 255


def main() -> None:
    """Draw a sheet of packs, a row each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--packs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng, rows = np.random.default_rng(options.seed), []
    for _ in range(options.packs):
        style = random_style(rng)
        cards = [draw_card(style, rank, SUITS[rng.integers(4)]) for rank in RANKS] + [draw_back(style)]
        rows.append(
            np.concatenate([cv2.resize(card, (126, 176), interpolation=cv2.INTER_AREA) for card in cards], 1)
        )
    cv2.imwrite(options.out, np.concatenate(rows))


if __name__ == "__main__":
    main()
