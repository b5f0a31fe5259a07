"""The watch over the pile, on drawn tables, with a stand-in for the networks that knows what lies there."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from calibration.board.board_file import load_board
from calibration.camera import project
from calibration.setup.camera_place import Lens, place_at
from calibration.setup.card_place import CARD_MM, find_place
from toc_pi.events import RANKS, CardLaid, CardTaken, OnPile, PileGathered
from toc_pi.vision.cards.family_pack import LOOK, UNKNOWN_PACK, FamilyPack, with_look
from toc_pi.vision.cards.laid_card import CardDetection, CardFace, CardNetworks, Plane, has_edges
from toc_pi.vision.cards.pile_tracker import PileTracker
from toc_pi.vision.cards.still_places import RESTED_S, SETTLED_S, StillPlaces
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


def test_the_stand_in_has_the_networks_methods() -> None:
    assert {"find", "read", "of_hands"} <= {*vars(CardNetworks)} & {*vars(Evening)}


def test_a_card_is_told_once_when_the_hand_has_gone() -> None:
    evening = Evening()
    told = evening.lay(a_card(3))
    assert ranks_of(told) == [RANKS[3]]
    assert evening.wait(5.0) == []
    assert evening.looks <= 6, "a card is looked at a few times, not in every picture"


def test_nothing_is_looked_at_while_nothing_happens() -> None:
    evening = Evening()
    assert evening.wait(10.0) == []
    assert evening.looks == 0


def test_a_card_is_told_while_an_arm_lies_beside_it() -> None:
    evening = Evening()
    evening.reach([a_card(5)])
    spot = project(np.array([[*PILE, Z]]), POSE)[0]
    evening.arm = np.array([[LENS.size[0] - 1.0, 20.0], [min(spot[0] + 130.0, 600.0), 60.0]])
    assert ranks_of(evening.wait(1.5)) == [RANKS[5]]


def test_a_hand_that_stays_on_the_card_delays_it_until_it_has_gone() -> None:
    evening = Evening()
    spot = project(np.array([[*PILE, Z]]), POSE)[0]
    evening.cards, evening.new = [a_card(5)], {5}
    evening.arm = np.stack([np.array([639.0, 359.0]), spot])
    assert ranks_of(evening.wait(1.5)) == []
    evening.arm = None
    assert ranks_of(evening.wait(1.5)) == [RANKS[5]]


def test_a_card_laid_on_its_like_is_told() -> None:
    evening = Evening()
    evening.lay(a_card(4))
    assert ranks_of(evening.lay(a_card(4, dx=9.0, turn=0.1))) == [RANKS[4]]


def test_of_a_hand_a_card_that_is_found_twice_is_told_once_and_of_a_pile_it_is_another() -> None:
    for asks, told in ((True, []), (False, [RANKS[4]])):
        evening = Evening()
        evening.watch.ask(asks)
        evening.lay(a_card(4))
        assert ranks_of(evening.lay(a_card(4, dx=15.0))) == told


def test_a_card_that_lies_exactly_over_the_last_one_is_told() -> None:
    evening = Evening()
    evening.lay(a_card(4))
    assert ranks_of(evening.lay(a_card(12, dx=2.0, turn=0.03))) == [RANKS[12]]


def test_a_card_laid_a_little_aside_on_its_like_is_told() -> None:
    evening = Evening()
    evening.lay(a_card(4))
    assert ranks_of(evening.lay(a_card(4, dx=2.0, dy=2.5, turn=0.08))) == [RANKS[4]]


def test_the_last_card_out_of_focus_found_a_little_aside_is_no_new_one() -> None:
    evening = Evening()
    evening.lay(a_card(4))
    evening.blur, evening.aside, evening.new = 2.0, np.array([3.4, 4.3]), {4}
    looks = evening.looks
    assert evening.wait(3.0) == []
    assert evening.looks > looks


def test_a_shadow_over_the_pile_is_no_card() -> None:
    evening = Evening()
    evening.lay(a_card(4))
    evening.shade, evening.aside, evening.new = 0.75, np.array([14.0, 14.0]), {4}
    looks = evening.looks
    assert evening.wait(3.0) == []
    assert evening.looks > looks


def test_a_card_is_told_that_is_laid_where_an_arm_rested_until_then() -> None:
    evening = Evening()
    card = a_card(4)
    x, y = (float(each) for each in card.in_picture.mean(axis=0))
    evening.arm = np.array([[x - 330.0, y + 40.0], [x - 40.0, y]])
    assert evening.wait(3.0) == []
    evening.cards, evening.new, evening.arm = [card], {4}, None
    assert ranks_of(evening.wait(1.0)) == [RANKS[4]]


@pytest.mark.parametrize("rested_s", [0.4, 1.0, 2.5, 6.0])
def test_an_arm_that_rested_on_the_pile_has_laid_nothing(rested_s: float) -> None:
    evening = Evening()
    card = a_card(4)
    evening.lay(a_card(3, dx=-30.0))
    evening.lay(card)
    x, y = (float(each) for each in card.in_picture.mean(axis=0))
    for aside in (0.0, 12.0):  # it fidgets
        evening.arm = np.array([[639.0, 359.0], [x + aside, y + aside]])
        assert evening.wait(rested_s) == []
    evening.arm = None
    assert evening.wait(4.0) == []
    assert ranks_of(evening.lay(a_card(5, dx=9.0))) == [RANKS[5]]


def test_a_card_is_told_beside_an_arm_that_came_with_it_and_rests_against_the_pile() -> None:
    evening = Evening()
    evening.lay(a_card(4))
    evening.cards, evening.new = [*evening.cards, a_card(5, dx=6.0)], {5}
    low = evening.cards[-1].in_picture.max(axis=0)
    evening.arm = np.array([[10.0, 340.0], [low[0], min(low[1] + 22.0, 340.0)]])
    assert ranks_of(evening.wait(1.5)) == [RANKS[5]]


def test_the_picture_before_shows_the_table_below_what_rests_there_but_not_for_long() -> None:
    bare = np.full((360, 640, 3), 90, np.uint8)
    thing = bare.copy()
    thing[100:200, 200:300] = 200
    table = StillPlaces(0.0, bare, to_grey_picture(bare))
    noise = Evening().noise
    seen = to_grey_picture(thing)
    for step in range(1, 300):
        table.update(step * 0.1, seen, noise)
        table.settle(thing)
        late = step * 0.1 - SETTLED_S - RESTED_S
        assert abs(late) < 0.3 or (table.image[150, 250] == (90 if late < 0 else 200)).all(), late
    assert not table.odd.any()


def test_what_is_no_face_and_has_no_edges_is_no_card() -> None:
    for rank, chance in ((len(RANKS), SURE), (3, 0.5)):
        thing = replace(a_card(rank, chance=chance), round=True)
        assert Evening().lay(thing) == []
        assert [type(one) for one in Evening().lay(replace(thing, round=False))] == [CardLaid]


def test_what_has_lain_there_before_is_no_new_card_without_a_face() -> None:
    evening = Evening()
    evening.cards = [a_card(2)]
    assert evening.wait(4.0) == []
    evening.aside = np.array([70.0, 0.0])
    assert evening.lay(a_card(len(RANKS), dx=-70.0)) == []


def test_a_face_that_is_hardly_read_makes_no_card_of_a_place_that_is_hardly_one() -> None:
    for chance, told in ((0.66, []), (0.95, [None])):
        assert ranks_of(Evening().lay(replace(a_card(3, chance=chance), found=0.2))) == told


@pytest.mark.parametrize(("hidden", "seen"), [(0.45, True), (0.65, False)])
def test_a_card_shows_its_edges_if_enough_of_each_is_seen(hidden: float, seen: bool) -> None:
    card, table = a_card(3), np.full((360, 640, 3), 90, np.uint8)
    card.draw(table)
    assert has_edges(table, Plane(POSE, Z), card.corners)
    corners = project(np.column_stack([card.corners, np.full(4, Z)]), POSE)
    inside = corners[0] + 0.02 * (corners[3] - corners[0])
    way = (corners[1] - corners[0]) * hidden
    out = 0.2 * (corners[0] - corners[3])
    patch = np.stack([inside, inside + way, inside + way + out, inside + out])
    cv2.fillConvexPoly(table, patch.round().astype(np.int32), (235, 240, 240))
    assert has_edges(table, Plane(POSE, Z), card.corners) == seen


def test_a_card_that_reaches_out_of_the_picture_shows_not_all_edges() -> None:
    card = a_card(3)
    corners = project(np.column_stack([card.corners, np.full(4, Z)]), POSE)
    picture = np.full((360, 640, 3), 90, np.uint8)
    card.draw(picture)
    part = picture[:, : int(corners[:, 0].max()) - 3]
    assert not has_edges(part, Plane(POSE, Z), card.corners)


def test_a_change_without_a_face_is_a_card_only_if_its_place_is_surely_one() -> None:
    down = a_card(len(RANKS))
    for found, told in ((0.7, 0), (0.9, 0), (0.99, 1)):
        laid = [one for one in Evening().lay(replace(down, found=found)) if isinstance(one, CardLaid)]
        assert [one.ranks for one in laid] == [{}] * told


def test_a_face_confirms_a_place_that_is_hardly_one() -> None:
    assert ranks_of(Evening().lay(replace(a_card(3), found=0.4))) == [RANKS[3]]


def test_a_card_that_is_taken_back_is_told_by_its_number() -> None:
    evening = Evening()
    evening.lay(a_card(1))
    evening.lay(a_card(2, dx=12.0, turn=0.3))
    evening.reach(evening.cards[:1])
    assert evening.wait(3.0) == [CardTaken(evening.told[-1].t, 2)]


def test_a_gathered_pile_is_told_as_a_whole() -> None:
    evening = Evening()
    for rank in range(4):
        evening.lay(a_card(rank, dx=7.0 * rank, turn=0.4 * rank))
    evening.reach([])
    assert [type(one) for one in evening.wait(3.0)] == [PileGathered]


def test_cards_in_a_row_that_are_gathered_are_told_as_a_whole() -> None:
    evening = Evening()
    for rank in range(3):
        evening.lay(a_card(rank, dx=70.0 * (rank - 1)))
    evening.reach([])
    assert [type(one) for one in evening.wait(3.0)] == [PileGathered]


def test_a_pushed_pile_is_followed() -> None:
    evening = Evening()
    for rank in range(3):
        evening.lay(a_card(rank, dx=7.0 * rank, turn=0.4 * rank))
    evening.reach([replace(card, corners=card.corners + np.array([60.0, 40.0])) for card in evening.cards])
    evening.new = set()
    assert evening.wait(4.0) == []
    told = evening.lay(a_card(7, dx=66.0, dy=35.0))
    assert [(one.n, one.card) for one in told if isinstance(one, CardLaid)] == [(4, RANKS[7])]


def test_a_card_that_is_not_sure_is_told_so_and_read_again() -> None:
    evening = Evening()
    evening.reach([a_card(6, chance=UNSURE)])
    told = evening.wait(0.5)
    assert ranks_of(told) == [None]
    (first,) = told
    assert isinstance(first, CardLaid)
    assert first.ranks[RANKS[6]] == UNSURE
    evening.cards = [a_card(6)]  # its reader sees it better
    told = evening.wait(1.5)
    assert ranks_of(told) == [RANKS[6]]
    assert [one.n for one in told if isinstance(one, CardLaid)] == [first.n]


@settings(max_examples=10, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["lay", "lay", "lay", "take", "reach"]),
            st.sampled_from([-14.0, -7.0, 0.0, 7.0, 14.0]),
            st.sampled_from([-15.0, -5.0, 5.0, 15.0]),
            st.floats(-1.5, 1.5),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_whatever_is_laid_and_taken_is_told_in_order(
    deeds: list[tuple[str, float, float, float]],
) -> None:
    evening, numbers, count = Evening(), list[int](), 0
    for what, dx, dy, turn in deeds:
        if what == "lay":
            new = a_card(count % len(RANKS), dx, dy, turn)
            count += 1
            numbers.append(count)
            told = evening.lay(new)
            assert [(one.n, one.card) for one in told if isinstance(one, CardLaid)] == [
                (count, RANKS[new.rank])
            ]
            assert len(told) == 1
        elif what == "take" and len(numbers) > 1:
            evening.reach(evening.cards[:-1])
            told = evening.wait(3.0)
            assert [one.n for one in told if isinstance(one, CardTaken)] == [numbers.pop()]
            assert len(told) == 1
        else:
            evening.reach(evening.cards)
            assert evening.wait(3.0) == []


def test_a_confirmed_card_is_learned_once() -> None:
    evening = Evening()
    evening.lay(a_card(3))
    evening.watch.teach(1, RANKS[3])
    evening.watch.teach(1, RANKS[5])
    evening.watch.teach(2, RANKS[5])  # never laid
    assert evening.packs == [with_look(UNKNOWN_PACK, RANKS[3], look_of(3))]


def test_nothing_is_learned_of_a_card_that_nobody_confirmed() -> None:
    evening = Evening()
    evening.lay(a_card(3))
    evening.wait(5.0)
    assert evening.packs == []


def test_a_card_of_a_known_pack_is_surer() -> None:
    def chance(evening: Evening) -> float:
        (laid,) = (one for one in evening.lay(a_card(3, chance=UNSURE))[:1] if isinstance(one, CardLaid))
        return laid.ranks[RANKS[3]]

    known = with_look(UNKNOWN_PACK, RANKS[3], look_of(3))
    assert chance(Evening(known)) > chance(Evening())
