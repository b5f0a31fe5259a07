"""Shade and sun that come and go: neither covers the board, and a hand among them is noticed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from footage import Footage, Image, as_picture, clips, drawn, footage, learned_in, lit, stripes, wrong

from calibration.camera import project
from toc_pi.vision.occlusion.cover import find_cover
from toc_pi.vision.reading import Reader, Reading, make_reader, read_with

SHADE = (0.42, 0.42, 0.42)
BLUE_SHADE = (0.7, 0.5, 0.4)


SHADOWS = {
    "bar": ((0.4, 0.38, 0.36), 0.7, 2000.0, 0.17),
    "blinds": ((0.45, 0.42, 0.4), -0.4, 90.0, 0.45),
    "blue": ((0.5, 0.42, 0.36), 0.2, 2000.0, 0.2),
    "sun": ((1.3, 1.5, 1.6), 1.2, 2000.0, 0.2),
}


@pytest.mark.parametrize("kind", SHADOWS)
def test_shadows_and_sun_stripes_are_no_hands(kind: str, readers: dict[str, Reader]) -> None:
    factors, slope, period_px, share = SHADOWS[kind]
    for clip in clips():
        for number, (image, _, _) in enumerate(clip.stills[::2]):
            for shift_px in (0.0, 1500.0 + 40 * number):
                where = stripes(image, slope, period_px, share, shift_px)
                assert read_with(lit(image, factors, where), readers[clip.name]).state == "clear"


@pytest.mark.parametrize("light", [(0.55, 0.5, 0.45), (0.45, 0.42, 0.4)])
def test_a_shadows_edge_makes_no_wrong_hole(
    light: tuple[float, float, float], readers: dict[str, Reader]
) -> None:
    for image, truth, _ in footage("kitchen").stills:
        for shift_px in range(0, 213, 20):
            where = stripes(image, 0.5, 213.0, 0.45, shift_px)
            reading = read_with(lit(image, light, where), readers["kitchen"])
            assert not wrong(reading, truth)


def is_noticed(reading: Reading) -> bool:
    """Whether nothing is read through a hand: it is reported, or the holes below are unsure."""
    return reading.state == "hand" or len(reading.unsure) >= 3


def test_a_hand_in_a_shadow_is_a_hand(readers: dict[str, Reader]) -> None:
    clip = footage("kitchen")
    for image in clip.hands:
        where = stripes(image, 0.5, 2000.0, 0.15)
        assert is_noticed(read_with(lit(image, (0.55, 0.5, 0.48), where), readers["kitchen"]))


@pytest.mark.parametrize("kind", SHADOWS)
def test_a_hand_under_stripes_of_shade_or_sun_is_noticed(kind: str, readers: dict[str, Reader]) -> None:
    factors, slope, period_px, share = SHADOWS[kind]
    for clip in clips():
        for hand in clip.hands:
            for shift_px in (0.0, 40.0):
                where = stripes(hand, slope, period_px, share, shift_px)
                reading = read_with(lit(hand, factors, where), readers[clip.name])
                # A dark bar that hides most of a hand leaves the holes below it unsure.
                assert is_noticed(reading) if kind == "bar" else reading.state == "hand"


def on_a_checked_cloth(image: Image, clip: Footage) -> Image:
    """The same on a tablecloth with green and white squares."""
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    squares = np.where(((x // 18 + y // 18) % 2 > 0)[..., None], (205.0, 215.0, 215.0), (40.0, 110.0, 30.0))
    calibration = clip.calibration
    corners = np.array([[*corner, 0.0] for corner in calibration.board.outline])
    board = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(board, [project(corners, calibration.pose).round().astype(np.int32)], 1)
    beside = cv2.dilate(board, np.ones((25, 25), np.uint8)) == 0
    return np.where(beside[..., None], squares, image).astype(np.uint8)


def test_a_cloth_whose_pattern_is_seen_is_no_hand_where_shade_has_moved() -> None:
    clip = footage("kitchen")
    looks = clip.calibration.looks
    cloth = on_a_checked_cloth(looks.empty, clip)
    then = replace(looks, empty=lit(cloth, BLUE_SHADE, stripes(cloth, -0.3, 110.0, 0.2)))
    reader = make_reader(replace(clip.calibration, looks=then))
    for image, _, _ in clip.stills[:2]:
        for moved in (0.2, 0.4, 0.6):
            cloth = on_a_checked_cloth(image, clip)
            now = lit(cloth, BLUE_SHADE, stripes(image, -0.3, 110.0, 0.2, moved * 110.0))
            assert read_with(now, reader).state == "clear"


@pytest.mark.parametrize(
    ("light", "period_px", "wide"),
    [((1.25, 1.4, 1.5), 120.0, 0.4), (SHADE, 120.0, 0.4), ((0.45, 0.36, 0.3), 60.0, 0.5)],
)
def test_sun_and_shade_that_have_moved_since_the_set_up_are_no_hand(
    light: tuple[float, float, float], period_px: float, wide: float
) -> None:
    clip = footage("jumps")
    looks = clip.calibration.looks
    then = replace(looks, empty=lit(looks.empty, light, stripes(looks.empty, 0.4, period_px, wide)))
    reader = make_reader(replace(clip.calibration, looks=then))
    for image, _, _ in clip.stills[:3]:
        for share in (0.3, 0.5):
            now = lit(image, light, stripes(image, 0.4, period_px, wide, share * period_px))
            assert read_with(now, reader).state == "clear"
    for hand in clip.hands if light == SHADE else ():
        now = lit(hand, light, stripes(hand, 0.4, period_px, wide, 0.3 * period_px))
        assert read_with(now, reader).state == "hand"


DEEP = (0.42, 0.4, 0.4)


def in_striped_shade(clip: Footage, period_px: float, share: float) -> Reader:
    """A reader whose set-up had the board in dark stripes of shade."""
    looks = clip.calibration.looks
    shaded = lit(looks.empty, DEEP, stripes(looks.empty, 0.4, period_px, share))
    return make_reader(replace(clip.calibration, looks=replace(looks, empty=shaded)))


@pytest.mark.parametrize(("period_px", "share"), [(80.0, 0.16), (60.0, 0.2), (100.0, 0.12)])
def test_narrow_stripes_of_shade_that_have_moved_on_are_no_hand(period_px: float, share: float) -> None:
    clip = footage("kitchen")
    reader = in_striped_shade(clip, period_px, share)
    for image, _, _ in clip.stills[:1]:
        for moved in (0.15, 0.3, 0.5):
            now = lit(image, DEEP, stripes(image, 0.4, period_px, share, moved * period_px))
            assert read_with(now, reader).state == "clear"
    for hand in clip.hands:
        now = lit(hand, DEEP, stripes(hand, 0.4, period_px, share, 0.15 * period_px))
        assert is_noticed(read_with(now, reader))


def test_a_hole_that_shade_has_left_is_no_pawn_while_it_is_seen() -> None:
    clip = footage("kitchen")
    reader = in_striped_shade(clip, 70.0, 0.3)
    for image, truth, _ in clip.stills[:2]:
        for moved in (0.15, 0.3, 0.5):
            now = lit(image, DEEP, stripes(image, 0.4, 70.0, 0.3, moved * 70.0))
            reading = read_with(as_picture(now * 1.5), reader)
            assert not wrong(reading, truth)


def test_a_shadow_along_the_edge_that_has_gone_is_no_fingertip() -> None:
    """Nothing is known beyond the edge, and nothing of another colour is visible on it."""
    clip = footage("kitchen")
    calibration = clip.calibration
    corners = clip.outline()
    inner = corners + 0.01 * (corners.mean(axis=0) - corners)
    for one, two in zip(inner, np.roll(inner, 1, axis=0), strict=True):
        start, end = one + 0.3 * (two - one), one + 0.7 * (two - one)
        empty = lit(calibration.looks.empty, (0.4, 0.4, 0.4), drawn(clip.setup, start, end, 5))
        reader = make_reader(
            replace(calibration, looks=replace(calibration.looks, empty=empty, has_surroundings=False))
        )
        assert not find_cover(clip.stills[0][0], reader.model, reader.free_field).hand


@pytest.mark.parametrize("way", [(1.0, 0.2), (-0.7, 0.7), (0.3, -1.0)])
def test_the_boards_own_shadow_on_the_table_is_no_arm(
    way: tuple[float, float], readers: dict[str, Reader]
) -> None:
    """One of two lamps goes out: places that only it lit are nearly black then."""
    for clip in clips():
        calibration = clip.calibration
        thick = calibration.board.thickness
        shadow = np.zeros(clip.setup.shape[:2], np.float32)
        for share in np.linspace(0, 1, 8):
            fallen = np.array(calibration.board.outline) + 1.5 * share * thick * np.array(way)
            ground = np.column_stack([fallen, np.full(len(fallen), thick)])
            cv2.fillPoly(shadow, [project(ground, calibration.pose).round().astype(np.int32)], 1.0)
        top = np.array([[*corner, 0.0] for corner in calibration.board.outline])
        cv2.fillPoly(shadow, [project(top, calibration.pose).round().astype(np.int32)], 0.0)
        shadow = cv2.GaussianBlur(shadow, (0, 0), 0.8)[..., None]
        for image, _, _ in clip.stills[:2]:
            assert read_with(lit(image, (0.15, 0.12, 0.1), shadow), readers[clip.name]).state == "clear"


@pytest.mark.parametrize("way_px", [(20.0, 7.0), (-18.0, 9.0), (0.0, 18.0)])
def test_shadows_that_pawns_cast_at_set_up_are_no_things_once_they_have_gone(
    way_px: tuple[float, float],
) -> None:
    """Nor are a pawn's reflections in varnish: the board there was never seen without them."""
    for clip in clips():
        grids = make_reader(clip.calibration).model.grids
        camps = [
            points[inside].astype(np.float32)
            for hole, points, inside in zip(grids.names, grids.points, grids.inside, strict=True)
            if hole[1] == "C"
        ]
        shade = np.zeros(clip.setup.shape[:2], np.float32)
        for length, dark in ((0.3, 1.0), (0.6, 1.0), (1.0, 1.0), (0.0, 0.0)):
            for body in camps:
                fallen = cv2.convexHull(body + np.float32(length) * np.array(way_px, np.float32))
                cv2.fillConvexPoly(shade, fallen.round().astype(np.int32), dark)
        then = lit(clip.setup, (0.3, 0.3, 0.3), cv2.GaussianBlur(shade, (0, 0), 0.8)[..., None])
        reader = make_reader(learned_in(then, clip))
        for image, _, _ in clip.stills[:3]:
            cover = find_cover(image, reader.model, reader.free_field)
            assert not cover.hand
            assert not cover.hidden.any()


def test_a_faint_tint_beside_the_board_is_no_hand_while_the_light_changes(readers: dict[str, Reader]) -> None:
    """Sun returning to a floor has a colour that shade and sun alone don't quite explain."""
    for clip in clips():
        image = clip.stills[0][0]
        for x, top in ((40, 0), (250, 300), (470, 300)):
            tinged, dimmer = np.zeros((2, *image.shape[:2]), np.float32)
            tinged[top : top + 60, x : x + 60] = 1
            dimmer[:26] = top > 0
            dimmer[-26:] = top == 0
            now = lit(image, (1.05, 0.96, 1.05), cv2.GaussianBlur(tinged, (0, 0), 0.8)[..., None])
            now = lit(now, (0.8, 0.8, 0.8), cv2.GaussianBlur(dimmer, (0, 0), 0.8)[..., None])
            assert read_with(now, readers[clip.name]).state == "clear"
