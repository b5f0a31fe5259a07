"""Cards that are held up to the camera, in drawn pictures, with a stand-in for the networks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from calibration.board.board_file import load_board
from calibration.camera import Pose, project
from calibration.setup.camera_place import Lens, place_at
from calibration.setup.card_place import CARD_MM
from toc_pi.events import RANKS, CardLaid, CardsHeld, Looked
from toc_pi.vision.cards.family_pack import LOOK
from toc_pi.vision.cards.held_cards import facing
from toc_pi.vision.cards.laid_card import TWIN_MM, CardDetection, CardFace, CardNetworks, Plane
from toc_pi.vision.cards.pile_tracker import PileTracker
from toc_pi.vision.motion_gate import to_grey_picture, update_noise

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

BOARD = load_board("square-40")
LENS = Lens(600.0, (640, 360), (319.5, 179.5))
POSE = place_at(BOARD, LENS, 90.0, 100.0, 600.0)
STEP_S = 0.1
HALF = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(CARD_MM) / 2


@dataclass(frozen=True)
class Held:
    """A card in the air: its middle, px, its size, px a mm, its rank's number, and how sure it is read."""

    at: tuple[float, float]
    scale: float
    rank: int
    chance: float = 0.999

    @property
    def corners(self) -> Array:
        return HALF * self.scale + self.at


class Table:
    """A table that is watched, and the networks' stand-in."""

    def __init__(self, asks: bool = True) -> None:
        self.cards: tuple[Held, ...] = ()
        self.looks = 0  # into the air
        self._t = 0.0
        self.watch = PileTracker(BOARD, self)
        logs = to_grey_picture(self.picture()).logs
        self._noise = update_noise(np.zeros_like(logs), logs, np.ones(logs.shape, bool), None)
        self.hold(1.0)
        self.watch.ask(asks)

    def picture(self) -> Picture:
        picture = np.full((LENS.size[1], LENS.size[0], 3), 90, np.uint8)
        for card in self.cards:
            low = tuple(int(value) for value in card.corners[2:].mean(axis=0))
            cv2.line(picture, low, (low[0] + 30, LENS.size[1]), (100, 130, 190), 40)
            cv2.fillConvexPoly(picture, card.corners.round().astype(np.int32), (235, 240, 240))
        return picture

    def hold(self, seconds: float, *cards: Held) -> list[Looked]:
        """Hold cards up, with a hand that is never quite still; gives what is told."""
        told, rng = list[Looked](), np.random.default_rng(1)
        for _ in range(round(seconds / STEP_S)):
            self._t += STEP_S
            sway = rng.normal(0, 2, 2)
            self.cards = tuple(
                replace(card, at=(card.at[0] + sway[0], card.at[1] + sway[1])) for card in cards
            )
            picture = self.picture()
            told += self.watch.look(self._t, picture, to_grey_picture(picture), self._noise, POSE)
        return told

    # The networks:

    def of_hands(self) -> CardNetworks:
        return cast(CardNetworks, self)

    def find(self, _: Picture, __: Picture, plane: Plane, middle: Array) -> tuple[CardDetection, ...]:
        """Finds the cards in a patch that are about as large as those that it was trained on."""
        self.looks += np.array_equal(plane.pose.rotation, np.eye(3))  # not at the table
        found = []
        for card in self.cards:
            scale = plane.pose.focal / plane.pose.translation[2]
            corners = (card.corners - plane.pose.centre) / scale
            if abs(np.log(card.scale / scale)) < 0.15 and np.abs(corners.mean(axis=0) - middle).max() < 60:
                found.append(CardDetection(corners, 0.99))
        return tuple(found) or (CardDetection(HALF + middle, 0.01),)

    def read(self, _: Picture, plane: Plane, corners: Array) -> CardFace:
        seen = project(np.column_stack([corners, np.zeros(4)]), plane.pose)
        card = min(self.cards, key=lambda card: float(np.abs(card.corners - seen).max()))
        shares = np.full(len(RANKS) + 1, (1 - card.chance) / len(RANKS))
        shares[card.rank] = card.chance
        return CardFace(shares, np.ones(LOOK))


def ranks_of(told: Sequence[Looked]) -> list[str]:
    """The ranks that were told last, none of them laid."""
    assert not [each for each in told if isinstance(each, CardLaid)]
    held = [each for each in told if isinstance(each, CardsHeld)]
    return [*held[-1].cards] if held else []


def test_a_card_that_is_held_up_is_told_at_any_distance() -> None:
    for scale in (1.35, 1.8, 2.6, 3.2):
        assert ranks_of(Table().hold(3.0, Held((300.0, 170.0), scale, 6))) == ["7"], scale


def test_nothing_is_looked_at_unless_it_is_asked_for() -> None:
    table = Table(asks=False)
    assert ranks_of(table.hold(3.0, Held((300.0, 170.0), 1.8, 6))) == []
    assert table.looks == 0


def test_a_fan_is_told_as_a_whole_and_cards_one_by_one_are_added() -> None:
    table = Table()
    two = (Held((250.0, 170.0), 1.4, 6), Held((320.0, 170.0), 1.4, 6))
    assert TWIN_MM < 70 / 1.4
    assert ranks_of(table.hold(3.0, *two)) == ["7", "7"]
    assert ranks_of(table.hold(3.0, Held((300.0, 170.0), 1.8, 12))) == ["7", "7", "K"]
    assert ranks_of(table.hold(3.0, Held((300.0, 170.0), 1.8, 6))) == [], "it was seen before"


def test_a_card_that_is_found_twice_is_told_once() -> None:
    twice = (Held((250.0, 170.0), 1.4, 6), Held((280.0, 170.0), 1.4, 6), Held((265.0, 170.0), 1.4, 12))
    assert TWIN_MM > 30 / 1.4
    assert ranks_of(Table().hold(3.0, *twice)) == ["7", "K"]


def test_what_is_not_surely_read_is_not_told() -> None:
    assert ranks_of(Table().hold(3.0, Held((300.0, 170.0), 1.8, 6, 0.9))) == []


def test_a_card_that_is_read_in_one_look_only_is_not_told() -> None:
    table = Table()
    table.hold(2.0, Held((300.0, 170.0), 1.8, 6))
    assert ranks_of(table.hold(STEP_S, Held((300.0, 170.0), 1.8, 9))) == []


def test_a_found_card_is_followed_without_another_search() -> None:
    table = Table()
    card = Held((200.0, 170.0), 1.5, 6)
    table.hold(2.0, card)
    looks = table.looks
    for step in range(20):
        moved = replace(card, at=(200.0 + 8 * step, 170.0), scale=1.5 * 1.02**step)
        table.hold(STEP_S, moved)
    assert table.looks == looks + 20


@settings(max_examples=100, deadline=None)
@given(st.floats(1.0, 4.0), st.floats(-60, 60), st.floats(-30, 30))
def test_the_plane_that_faces_the_camera_has_its_scale(scale: float, x: float, y: float) -> None:
    pose = Pose(POSE.rotation, POSE.translation, 600.0, (319.5, 179.5), 0.0)
    seen = project(np.array([[0.0, 0.0, 0.0], [x, y, 0.0]]), facing(pose, scale).pose)
    np.testing.assert_allclose(seen[0], pose.centre)
    np.testing.assert_allclose(seen[1] - seen[0], np.array([x, y]) * scale, atol=1e-9)
