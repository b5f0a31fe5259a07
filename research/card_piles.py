"""Piles of cards on a table, and what changes on them: cards are laid, taken away, pushed; other things."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from card_pictures import PLANE_MM, PLANE_PX, Matrix, Surface, random_corners, worn
from card_style import RANKS, SUITS, Style, random_style
from drawn_cards import Image, draw_back, draw_card

HAND = 5
"""Most cards of a hand that is laid open."""
NO_FACE = len(RANKS)
"""The class of a crop without a card's face."""

LabelledCard = tuple[Image, int, Matrix]
"""A card's face or back, its label, and its corners on the plane, (4, 2) mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """A pack's cards on a table.

    Attributes:
        size: of its cards as they seem, mm: they lie nearer to the camera than the table, and how low that is
            isn't quite known.
        middle: (2,) mm; `spread`: its cards' distances from it.
        bare: the table without them.
        lying: from the lowest one.
    """

    style: Style
    size: tuple[float, float]
    middle: Matrix
    spread: float
    bare: Surface
    lying: tuple[LabelledCard, ...] = ()

    @staticmethod
    def random(rng: np.random.Generator, fonts_of: slice) -> "Pile":
        """Some cards of a random pack; perhaps with the stock beside them."""
        style = random_style(rng, fonts_of)
        nearer = rng.uniform(0.96, 1.06)
        size = style.size[0] * nearer, style.size[1] * nearer
        bare = Surface.random(rng)
        middle, spread = rng.normal(0, 12, 2), rng.uniform(4, 22)
        if rng.random() < 0.3:
            corners = random_corners(size, rng.choice([-1, 1], 2) * rng.uniform(80, 130, 2), rng)
            bare.lay(draw_back(style), corners, style.radius_mm)
        pile = Pile(style, size, middle, spread, bare)
        many = int(rng.integers(0, 6) if rng.random() < 0.6 else rng.integers(6, 25))
        return replace(pile, lying=tuple((*_worn_card(style, rng), pile.place(rng)) for _ in range(many)))

    def place(self, rng: np.random.Generator) -> Matrix:
        """The corners of a card that is laid on it."""
        return random_corners(self.size, self.middle + rng.normal(0, self.spread, 2), rng)

    def seen(self) -> Surface:
        """The table with its cards."""
        return self.on(self.bare, self.lying)

    def on(self, surface: Surface, cards: Sequence[LabelledCard]) -> Surface:
        """A surface with some cards laid on it, in order."""
        surface = surface.copy()
        for card, _, corners in cards:
            surface.lay(card, corners, self.style.radius_mm)
        return surface

    def pushed(self, rng: np.random.Generator) -> "Pile":
        """The same moved and turned a little."""
        turn, away = rng.normal(0, 0.15), rng.normal(0, 12, 2)
        lying = (
            (card, label, rotated(corners - self.middle, turn) + self.middle + away)
            for card, label, corners in self.lying
        )
        return replace(self, lying=tuple(lying))


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What a change leaves: the pile and the table, the cards that were laid, and (2,) mm where it was."""

    pile: Pile
    surface: Surface
    new: tuple[LabelledCard, ...]
    at: Matrix


def changed(kind: str, pile: Pile, surface: Surface, rng: np.random.Generator) -> Change:
    """What a change of a kind leaves; a new card isn't the pile's yet."""
    new, at = tuple[LabelledCard, ...](), pile.place(rng).mean(0)
    if kind in ("laid", "hand", "held"):
        places = [pile.place(rng)] if kind == "laid" else spread_out(pile.size, at, rng, kind == "held")
        new = tuple((*_worn_card(pile.style, rng), corners) for corners in places)
        surface = pile.on(surface, new)
        at = np.mean([corners.mean(0) for corners in places], axis=0)
    elif kind == "thing":
        surface = _with_thing(surface, at, rng)
    elif kind in ("taken", "pushed"):
        if kind == "pushed":
            pile = pile.pushed(rng)
        elif pile.lying:
            at = pile.lying[-1][2].mean(0)
            pile = replace(pile, lying=pile.lying[:-1])
        surface = pile.seen()
    if kind in ("laid", "none") and rng.random() < 0.15:
        surface = _with_thing(surface, pile.middle + rng.choice([-1, 1], 2) * rng.uniform(60, 90, 2), rng)
    return Change(pile, surface, new, at)


def _worn_card(style: Style, rng: np.random.Generator) -> tuple[Image, int]:
    card, label = random_card(style, rng, 0.03)
    return worn(card, rng), label


def spread_out(
    size: tuple[float, float], middle: Matrix, rng: np.random.Generator, held: bool = False
) -> list[Matrix]:
    """The corners of an open hand, in order from the lowest: fanned, or laid in a row.

    Args:
        held: in the air, by its lower end: tilted, and perhaps a single card.
    """
    count = int(rng.integers(1 if held else 2, HAND + 1))
    turn = rng.uniform(0, 2 * np.pi)
    card = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.asarray(size) / 2
    step = rng.uniform(11, 30) if held or rng.random() < 0.7 else size[0] + rng.uniform(-8, 15)
    reach = rng.uniform(60, 400)  # from the fan's pivot to the cards' middles
    tilt = _tilt(rng) if held else np.eye(3)
    places = []
    for i in range(count):
        swing = (i - (count - 1) / 2) * step / (reach + size[1] / 2)
        uneven = rotated(card, rng.normal(0, 0.02))
        inner = rotated(uneven - np.array([0, reach]), swing) + np.array([0, reach])
        flat = rotated(inner + rng.normal(0, 1.5, 2), turn)
        places.append(cv2.perspectiveTransform(flat[None], tilt)[0] + middle)
    return places


def _tilt(rng: np.random.Generator) -> Matrix:
    """The homography of a plane that is tilted by some degrees towards its camera, around (0, 0), mm."""
    tilt, axis, away_mm = rng.normal(0, 0.22), rng.uniform(0, np.pi), rng.uniform(250, 600)
    cos, sin = np.cos(axis), np.sin(axis)
    turn = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt) / away_mm, 1]])
    return np.asarray(turn.T @ lean @ turn)


def rotated(points: Matrix, angle: float) -> Matrix:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]))


def _with_thing(surface: Surface, middle: Matrix, rng: np.random.Generator) -> Surface:
    """The plane with something on it that isn't a card: a pawn, a cup, a note."""
    surface = surface.copy()
    plane = surface.colours
    at = (middle + rng.normal(0, 15, 2) + PLANE_MM / 2) * PLANE_PX
    tone = tuple(int(value) for value in rng.integers(0, 256, 3))
    kind = rng.random()
    if kind < 0.5:  # a pawn, seen from the side, with its shadow
        turn, tall, wide = (
            rng.uniform(0, 2 * np.pi),
            rng.uniform(15, 45) * PLANE_PX,
            rng.uniform(5, 10) * PLANE_PX,
        )
        top = at + np.array([np.cos(turn), np.sin(turn)]) * tall
        ends = [tuple(int(value) for value in end) for end in (at, top)]
        shade = plane.copy()
        aside = at + np.array([np.cos(turn + 2), np.sin(turn + 2)]) * tall
        cv2.line(
            shade, ends[0], tuple(int(value) for value in aside), (0, 0, 0), int(wide * 1.6), cv2.LINE_AA
        )
        share = rng.uniform(0.1, 0.5)
        plane[:] = cv2.addWeighted(plane, 1 - share, cv2.GaussianBlur(shade, (0, 0), 2 * PLANE_PX), share, 0)
        cv2.line(plane, ends[0], ends[1], tone, int(wide * 2), cv2.LINE_AA)
        light = tuple(min(255, int(value * 1.3)) for value in tone)
        cv2.circle(plane, ends[1], int(wide * rng.uniform(0.6, 1.1)), light, -1, cv2.LINE_AA)
    elif kind < 0.75:
        cv2.circle(
            plane,
            tuple(int(value) for value in at),
            int(rng.uniform(5, 40) * PLANE_PX),
            tone,
            -1,
            cv2.LINE_AA,
        )
    else:
        points = at + rng.normal(0, 30 * PLANE_PX, (int(rng.integers(3, 6)), 2))
        cv2.fillPoly(plane, [points.astype(np.int32)], tone)
    return surface


def random_card(style: Style, rng: np.random.Generator, face_down: float) -> tuple[Image, int]:
    """A card of a pack, and its label."""
    if rng.random() < face_down:
        return draw_back(style), NO_FACE
    # Each rank as often, a joker, too.
    label = int(rng.integers(len(RANKS)))
    return draw_card(style, RANKS[label], SUITS[rng.integers(4)]), label
