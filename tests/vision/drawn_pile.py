"""Drawn cards on a drawn table, watched with a stand-in for the networks that knows what lies there."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board.board_file import load_board
from calibration.camera import project
from calibration.setup.camera_place import Lens, place_at
from calibration.setup.card_place import CARD_MM, find_place
from toc_pi.events import RANKS, CardLaid, OnPile
from toc_pi.vision.cards.family_pack import LOOK, UNKNOWN_PACK, FamilyPack
from toc_pi.vision.cards.laid_card import CardDetection, CardFace, CardNetworks, Plane
from toc_pi.vision.cards.pile_tracker import PileTracker
from toc_pi.vision.motion_gate import to_grey_picture, update_noise

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

BOARD = load_board("square-40")
LENS = Lens(600.0, (640, 360), (319.5, 179.5))
POSE = place_at(BOARD, LENS, 90.0, 100.0, 600.0)
BEST = find_place(BOARD, POSE, LENS.size)
assert BEST is not None
Z = BEST.z
PILE = np.array([BEST.x, BEST.y])
STEP_S = 1 / 15
HALF = np.array(CARD_MM) / 2
SURE, UNSURE = 0.999, 0.6


@dataclass(frozen=True)
class Drawn:
    """A card on the table: its corners, mm, its rank's number, how sure it is read, and how sure found.

    A round one is a thing without a card's edges.
    """

    corners: Array
    rank: int
    chance: float = SURE
    found: float = 0.99
    round: bool = False

    @property
    def in_picture(self) -> NDArray[np.int32]:
        seen = project(np.column_stack([self.corners, np.full(4, Z)]), POSE)
        return np.asarray(seen.round().astype(np.int32))

    def draw(self, picture: Picture) -> None:
        if self.round:
            x, y = (int(each) for each in self.in_picture.mean(axis=0))
            radius = int(np.linalg.norm(self.in_picture[1] - self.in_picture[0])) // 2
            cv2.circle(picture, (x, y), radius, (235, 240, 240), -1)
            return
        cv2.fillConvexPoly(picture, self.in_picture, (235, 240, 240))
        rng = np.random.default_rng(self.rank)
        across, down = self.corners[1] - self.corners[0], self.corners[3] - self.corners[0]
        for u, v in rng.uniform(0.2, 0.8, (6, 2)):
            at = self.corners[0] + u * across + v * down
            spot = project(np.array([[*at, Z]]), POSE)[0].round().astype(int)
            cv2.circle(picture, (int(spot[0]), int(spot[1])), 5, (30, 30, 30), -1)


def a_card(rank: int, dx: float = 0.0, dy: float = 0.0, turn: float = 0.0, chance: float = SURE) -> Drawn:
    cos, sin = math.cos(turn), math.sin(turn)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * HALF
    return Drawn(square @ np.array([[cos, sin], [-sin, cos]]) + PILE + (dx, dy), rank, chance)


def look_of(rank: int) -> Array:
    return np.random.default_rng(rank).random(LOOK)


class Evening:
    """A table that is watched, and the networks' stand-in, which finds what isn't covered."""

    def __init__(self, pack: FamilyPack = UNKNOWN_PACK) -> None:
        self.packs: list[FamilyPack] = []
        self.cards: list[Drawn] = []
        self.arm: Array | None = None  # from where to where, px
        self.shade = 1.0  # of the light that falls
        self.told: list[OnPile] = []
        self.new: set[int] = set()  # the numbers of the cards that aren't pushed ones
        self.looks = 0
        self.blur, self.aside = (
            0.0,
            np.zeros(2),
        )  # px of the picture; mm by which a card is found beside its place
        self._t = 0.0
        self.watch = PileTracker(BOARD, self, pack, self.packs.append)
        logs = to_grey_picture(self.picture()).logs
        self.noise = update_noise(np.zeros_like(logs), logs, np.ones(logs.shape, bool), None)
        self.wait(1.0)

    def picture(self) -> Picture:
        rng = np.random.default_rng(0)
        picture = cv2.resize(rng.integers(80, 120, (36, 64, 3)).astype(np.uint8), LENS.size)
        for card in self.cards:
            card.draw(picture)
        if self.arm is not None:
            begin, end = (tuple(map(int, point)) for point in self.arm)
            cv2.line(picture, begin, end, (90, 120, 190), 34)
        for card in self.cards if self.shade < 1 else ():
            x, y, width, height = cv2.boundingRect(card.in_picture)
            part = picture[y : y + height, x : x + width]
            part[:] = part * self.shade
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), self.blur) if self.blur else picture, np.uint8)

    def wait(self, seconds: float) -> list[OnPile]:
        """Go on without a change, and give what was told meanwhile."""
        picture, before = self.picture(), len(self.told)
        for _ in range(math.ceil(seconds / STEP_S)):
            self._t += STEP_S
            self.told += self.watch.look(self._t, picture, to_grey_picture(picture), self.noise, POSE)
        return self.told[before:]

    def reach(self, cards: Sequence[Drawn]) -> None:
        """An arm reaches over the pile; when it has gone these cards lie there."""
        hand = project(np.array([[*PILE, Z]]), POSE)[0]
        elbow = np.array([LENS.size[0] - 1.0, LENS.size[1] - 1.0])
        for share in (0.3, 0.7, 1.0):
            self.arm = np.stack([elbow, elbow + share * (hand - elbow)])
            self.wait(STEP_S)
        self.new = {card.rank for card in cards}
        self.cards = list(cards)
        for share in (0.9, 0.5, 0.2):
            self.arm = np.stack([elbow, elbow + share * (hand - elbow)])
            self.wait(STEP_S)
        self.arm = None

    def lay(self, card: Drawn) -> list[OnPile]:
        self.reach([*self.cards, card])
        return self.wait(1.0)

    # The networks:

    def of_hands(self) -> CardNetworks:
        return cast(CardNetworks, self)

    def find(self, before: Picture, after: Picture, _: Plane, middle: Array) -> tuple[CardDetection, ...]:
        self.looks += 1
        for card in reversed(self.cards):
            if card.rank not in self.new:
                continue
            where = np.zeros(after.shape[:2], np.uint8)
            cv2.fillConvexPoly(where, card.in_picture, 1)
            if (self.picture()[where > 0] != after[where > 0]).any() or self.covers(where > 0):
                continue
            new = (before[where > 0] != after[where > 0]).any(axis=1).mean() > 0.1
            if new and np.abs(card.corners.mean(axis=0) - middle).max() < 75:
                return (CardDetection(card.corners + self.aside, card.found),)
        return (CardDetection(np.zeros((4, 2)) + middle, 0.01),)

    def read(self, _: Picture, __: Plane, corners: Array) -> CardFace:
        card = [one for one in self.cards if np.allclose(one.corners + self.aside, corners)][-1]
        chances = np.full(len(RANKS) + 1, (1 - card.chance) / len(RANKS))
        chances[card.rank] = card.chance
        return CardFace(chances, look_of(card.rank))

    def covers(self, where: NDArray[np.bool_]) -> bool:
        drawn = np.zeros(where.shape, np.uint8)
        if self.arm is not None:
            begin, end = (tuple(map(int, point)) for point in self.arm)
            cv2.line(drawn, begin, end, 1, 34)
        return bool((drawn[where] > 0).any())


def ranks_of(told: Sequence[OnPile]) -> list[str | None]:
    return [one.card for one in told if isinstance(one, CardLaid)]
