"""Where cards are laid: what a camera sees of a card, reflections, and advice that leads to a place."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from test_place_advice import LENSES, PAGE, followed, is_visible, turned

from calibration.board.board import Board
from calibration.board.board_file import load_board, shipped_boards
from calibration.camera import Pose, project
from calibration.setup.camera_place import Lens, middle_mm, place_at
from calibration.setup.card_place import (
    AROUND_MM,
    CARD_MM,
    FARTHEST_MM,
    LEAST_DEG,
    LEAST_PX_MM,
    MOST_GLARE,
    TABLE_MM,
    CardPlace,
    advise_pile,
    find_place,
    lost_pixels,
    place_beside,
    place_in_middle,
    see_cards,
)
from calibration.setup.place_advice import correction_of

LENS = LENSES["Camera Module 3"]
SMALL = Lens(LENS.focal / 2, (LENS.size[0] // 2, LENS.size[1] // 2), (LENS.centre[0] / 2, LENS.centre[1] / 2))
"""The same lens before a sensor with a quarter of the pixels."""
HALF = np.array(CARD_MM) / 2

boards = st.sampled_from(shipped_boards())
lenses = st.sampled_from([*LENSES.values(), SMALL])
bearings = st.floats(0.0, 360.0)
beyonds, heights = st.floats(-200.0, 200.0), st.floats(250.0, 1300.0)
turns = st.tuples(*[st.floats(-12.0, 12.0)] * 2, st.sampled_from([0.0, 3.0, 90.0, 180.0]))


def corners_of(place: CardPlace, turn_deg: float) -> np.ndarray:
    """(4, 3) mm: a turned card."""
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    flat = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * HALF @ np.array([(cos, sin), (-sin, cos)])
    return np.column_stack([flat, np.zeros(4)]) + np.array([place.x, place.y, place.z])


@settings(max_examples=80, deadline=None)
@given(boards, lenses, bearings, beyonds, heights, turns, st.sampled_from([-0.05, 0.0, 0.05]), bearings)
def test_a_card_where_it_can_be_read_is_wholly_in_the_picture_and_beside_the_board(
    name: str,
    lens: Lens,
    bearing: float,
    beyond: float,
    height: float,
    turn: tuple[float, float, float],
    k1: float,
    card_deg: float,
) -> None:
    board, size = load_board(name), lens.size
    pose = replace(turned(place_at(board, lens, bearing, beyond, height), turn), k1=k1)
    assume(is_visible(board, pose, size))
    outline = np.array(board.outline, np.float32)
    for place in (place_beside(board, pose, size), place_in_middle(board, pose, size)):
        if place is None or place.fault:
            continue
        corners = corners_of(place, card_deg)
        seen = project(corners, pose)
        assert (seen >= 0).all()
        assert (seen <= np.array(size) - 1).all()
        area = cv2.contourArea(seen.astype(np.float32))
        assert math.sqrt(area / math.prod(CARD_MM)) == pytest.approx(place.px_mm, rel=0.1)
        assert place.px_mm >= LEAST_PX_MM
        assert place.elevation_deg >= LEAST_DEG
        away = [cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y, _ in corners]
        if place.z:
            assert max(away) <= 1e-3 - AROUND_MM, "on the table"
            assert min(away) > -1.5 * (FARTHEST_MM + 2 * HALF[1]), "within reach"
        else:
            holes = np.array(tuple(board.holes.values())).astype(np.float32)
            flat = corners[:, :2].astype(np.float32)
            on = [cv2.pointPolygonTest(flat, (float(x), float(y)), True) for x, y in holes]
            assert max(on) < -board.hole_diameter / 2, "over no hole"


@settings(max_examples=80, deadline=None)
@given(bearings, st.floats(-100.0, 200.0), heights, turns, st.floats(0.5, 0.99), st.floats(-150, 150))
def test_a_camera_that_comes_closer_never_sees_fewer_pixels_a_millimetre(
    bearing: float, beyond: float, height: float, turn: tuple[float, float, float], share: float, x: float
) -> None:
    board = load_board("square-40")
    pose = turned(place_at(board, LENS, bearing, beyond, height), turn)
    spot = middle_mm(board) + np.array([x, 120.0])
    card = np.array([*spot, TABLE_MM])
    camera = card + share * (pose.camera - card)
    closer = replace(pose, translation=-pose.rotation @ camera)
    before, after = (see_cards(spot[None], TABLE_MM, each, LENS.size) for each in (pose, closer))
    assume(before and after)
    assert after[0].px_mm >= before[0].px_mm / share * (1 - 1e-9)
    assert after[0].elevation_deg == pytest.approx(before[0].elevation_deg)


def test_from_straight_above_a_card_has_the_pixels_of_its_distance() -> None:
    board = load_board("square-40")
    pose = place_at(board, LENS, 90.0, -200.0, 600.0)
    place = place_in_middle(board, pose, LENS.size)
    assert place is not None
    assert place.px_mm == pytest.approx(LENS.focal / (600.0 - board.thickness), rel=0.001)
    assert place.elevation_deg == pytest.approx(90.0, abs=0.5)
    assert (place.x, place.y, place.z) == pytest.approx((*middle_mm(board), 0.0))


def test_cards_lie_in_the_middle_only_where_no_hole_is() -> None:
    free = {
        name
        for name in shipped_boards()
        if place_in_middle(load_board(name), place_at(load_board(name), LENS, 90.0, 100.0, 900.0), LENS.size)
    }
    assert {*shipped_boards()} - free == {"hexagon-55", "octagon-70"}


def well_placed(board: Board, lens: Lens, bearing: float, beyond: float, height: float) -> Pose:
    pose = place_at(board, lens, bearing, beyond, height)
    assume(correction_of(board, pose, lens.size) is None)
    return pose


@settings(max_examples=40, deadline=None)
@given(boards, lenses, bearings, beyonds, heights, st.lists(st.floats(-0.2, 0.2), min_size=4, max_size=4))
@example("round-40", LENS, 45.0, -150.0, 1200.0, [0.1, -0.1, 0.1, 0.1])
@example("octagon-70", LENSES["Camera Module 2"], 45.0, 200.0, 500.0, [-0.1, 0.1, 0.1, 0.1])
@example("square-40", SMALL, 20.0, 200.0, 500.0, [0.2, -0.1, 0.1, 0.1])
def test_following_the_advice_leads_to_a_place_where_cards_can_be_read(
    name: str, lens: Lens, bearing: float, beyond: float, height: float, errors: list[float]
) -> None:
    board = load_board(name)
    pose = well_placed(board, lens, bearing, beyond, height)
    first = advise_pile(board, pose, lens.size)
    place = find_place(board, pose, lens.size)
    assert (place is not None and not place.fault) == (", face up" in first.message)
    if first.correction is None:
        assert ", face up" in first.message or "only another camera helps" in first.message
        return
    assert first.correction.message in first.message
    for _ in range(6):
        correction = correction_of(board, pose, lens.size) or advise_pile(board, pose, lens.size).correction
        if correction is None:
            break
        pose = followed(board, pose, correction.changes, errors)
    assert ", face up" in advise_pile(board, pose, lens.size).message
    assert correction_of(board, pose, lens.size) is None


def test_from_every_place_of_the_page_of_places_cards_can_be_read() -> None:
    for name in shipped_boards():
        for camera in PAGE["cameras"]():
            for where in ("side", "corner"):
                place = PAGE["place_of"](camera, load_board(name), where)
                best = find_place(place.board, place.pose, camera.lens.size)
                assert best is not None, (name, camera.name, where)
                assert not best.fault, (name, camera.name, where, best)


def with_lamp(shape: tuple[int, int, int], corners: np.ndarray, radius: int) -> np.ndarray:
    """A picture of a dark table with a lamp's reflection around a card's middle."""
    picture = np.full(shape, (70, 90, 110), np.uint8)
    middle = corners.mean(axis=0).round().astype(int)
    cv2.circle(picture, (int(middle[0]), int(middle[1])), radius, (255, 255, 252), -1)
    return cv2.GaussianBlur(picture, (0, 0), 2.0).astype(np.uint8)


def test_cards_are_not_laid_where_a_lamp_is_reflected() -> None:
    board = load_board("square-40")
    pose = place_at(board, LENS, 90.0, 100.0, 600.0)
    shape = (LENS.size[1], LENS.size[0], 3)
    dark = np.full(shape, (70, 90, 110), np.uint8)
    best = find_place(board, pose, LENS.size, lost_pixels(dark))
    assert best is not None
    assert (best.glare, best.fault) == (0.0, "")
    seen = project(best.corners, pose)
    (same,) = see_cards(
        np.array([[best.x, best.y]]), best.z, pose, LENS.size, lost_pixels(with_lamp(shape, seen, 110))
    )
    assert same.glare > 0.9
    assert same.fault == "glare"
    other = find_place(board, pose, LENS.size, lost_pixels(with_lamp(shape, seen, 110)))
    assert other is not None
    assert (other.x, other.y) != (best.x, best.y)
    assert other.fault == ""
    (half,) = see_cards(
        np.array([[best.x, best.y]]), best.z, pose, LENS.size, lost_pixels(with_lamp(shape, seen, 20))
    )
    assert 0.0 < half.glare < MOST_GLARE
    white = np.full(shape, 255, np.uint8)
    told = advise_pile(board, pose, LENS.size, white)
    assert told.message.startswith("a lamp is reflected")
    assert told.correction is None, "moving the camera may not help"


def test_a_printed_card_in_bright_light_is_no_reflection_and_a_veiled_one_is() -> None:
    card = np.full((120, 160, 3), 238, np.uint8)
    noise = np.random.default_rng(1).normal(0.0, 1.5, card.shape)
    printed = np.clip(card + noise, 0, 255).astype(np.uint8)
    cv2.putText(printed, "K 7", (20, 80), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (40, 30, 170), 5)
    assert lost_pixels(printed).mean() < 0.05
    assert lost_pixels(card).all(), "where the tone curve is flat, not even noise is left"
    assert not lost_pixels(np.full_like(card, 200)).any()
    assert lost_pixels(np.full_like(card, 250)).all()
    yellow = np.full_like(card, (60, 250, 255))
    assert not lost_pixels(yellow).any(), "a colour is left"


@pytest.mark.parametrize(
    ("name", "lens", "place", "told"),
    [
        ("square-40", LENS, (90.0, 100.0, 600.0), "lay the cards"),
        ("square-40", LENSES["Camera Module 2"], (90.0, 100.0, 380.0), "in the middle of the board, face up"),
        (
            "square-40",
            LENS,
            (75.0, 100.0, 680.0),
            "lay the cards to the right of the board, face up, or where you like within the picture",
        ),
        (
            "square-40",
            LENS,
            (45.0, 100.0, 680.0),
            "lay the cards between board and camera, face up, or where you like within the picture",
        ),
        ("round-40", LENS, (45.0, -150.0, 1200.0), "would be too small to read: 20 cm lower"),
        ("octagon-70", SMALL, (90.0, 100.0, 900.0), "would be too small to read: only another camera helps"),
    ],
)
def test_the_advice_says_where_or_what_to_change(
    name: str, lens: Lens, place: tuple[float, float, float], told: str
) -> None:
    board = load_board(name)
    advice = advise_pile(board, place_at(board, lens, *place), lens.size)
    assert told in advice.message
    assert (advice.correction is None) == ("lower" not in advice.message)
    assert len(advice.corners) == 4


@pytest.mark.parametrize("mount", [0.0, 180.0])
@pytest.mark.parametrize(("right_deg", "told"), [(-9.0, "left"), (9.0, "right")])
def test_left_and_right_are_those_of_a_person_behind_the_camera(
    mount: float, right_deg: float, told: str
) -> None:
    board = load_board("hexagon-55")
    pose = turned(place_at(board, LENS, 90.0, 100.0, 660.0), (0.0, right_deg, mount))
    assert f"to the {told} of the board" in advise_pile(board, pose, LENS.size).message
