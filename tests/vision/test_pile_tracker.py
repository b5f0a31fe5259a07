"""The watch over the pile, on drawn tables."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_pile import LENS, PILE, POSE, SURE, UNSURE, Evening, Z, a_card, look_of, ranks_of
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from calibration.camera import project
from toc_pi.events import RANKS, CardLaid, CardTaken, PileGathered
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, with_look
from toc_pi.vision.cards.laid_card import CardNetworks, Plane, has_edges
from toc_pi.vision.cards.still_places import RESTED_S, SETTLED_S, StillPlaces
from toc_pi.vision.motion_gate import to_grey_picture


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
