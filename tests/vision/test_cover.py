"""Hands, things and reflections: what counts as covering the board, and what doesn't."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from footage import (
    DARK_SKIN,
    Image,
    arms_beside_the_holes,
    as_picture,
    bumped,
    clips,
    dimmed,
    drawn,
    footage,
    learned_in,
    lit,
    varnished,
    with_cover,
    wrong,
)

from calibration.camera import project
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.occlusion.cover import compare_ground, find_cover
from toc_pi.vision.reading import Reader, make_reader, read_anywhere, read_with

SKIN = (110.0, 140.0, 200.0)
NEAR_PX = 18.0
"""From the middle of an arm's end, which is 22 px wide to either side."""
SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def with_arm(image: Image, reader: Reader, hole: str) -> Image:
    """A picture with an arm laid over it, from the left edge to a hole."""
    x, y = reader.model.grids.foot[reader.model.grids.names.index(hole)]
    over = np.zeros(image.shape[:2], np.float32)
    cv2.line(over, (-40, round(y) + 30), (round(x), round(y)), 1.0, 44)
    over = cv2.GaussianBlur(over, (0, 0), 1.0)[..., None]
    shade = np.linspace(1.1, 0.8, image.shape[0])[:, None, None]
    return as_picture(image * (1 - over) + over * np.array(SKIN) * shade)


def test_an_arm_over_any_hole_is_a_hand_and_nothing_near_it_is_read(readers: dict[str, Reader]) -> None:
    for clip in clips():
        reader = readers[clip.name]
        image, truth, _ = clip.stills[1]
        names, feet = reader.model.grids.names, reader.model.grids.foot
        for hole in names[::9]:
            reading = read_with(with_arm(image, reader, hole), reader)
            assert reading.state == "hand"
            near = np.hypot(*(feet - feet[names.index(hole)]).T) < NEAR_PX
            assert {name for name, close in zip(names, near, strict=True) if close} <= reading.unsure
            assert not wrong(reading, truth)


@pytest.mark.parametrize("step", [1, 2])
def test_what_is_printed_on_a_card_is_no_pawn(step: int, readers: dict[str, Reader]) -> None:
    """A white card on the track, printed at three holes with the look of a pawn there."""
    for clip in clips():
        calibration, grids = clip.calibration, readers[clip.name].model.grids
        outlines = {
            hole: points[inside].astype(np.float32)
            for hole, points, inside in zip(grids.names, grids.points, grids.inside, strict=True)
        }
        for image, truth, _ in clip.stills[:3]:
            for seat in ("a", "c"):
                under = [f"{seat}{number}" for number in range(5, 5 + 3 * step, step)]
                if truth.keys() & under:
                    continue
                at = np.array([calibration.board.holes[hole] for hole in under])
                along = (at[-1] - at[0]) / np.hypot(*(at[-1] - at[0]))
                half = (np.hypot(*(at[-1] - at[0])) / 2 + 22) * along, 30 * along[::-1] * (-1, 1)
                corners = [at.mean(axis=0) + a * half[0] + b * half[1] for a, b in SQUARE]
                edge = project(np.array([[*corner, -0.4] for corner in corners]), calibration.pose)
                card = image.copy()
                cv2.fillPoly(card, [edge.round().astype(np.int32)], (235, 238, 238))
                pawn = outlines[next(hole for hole, name in truth.items() if name == seat)]
                x, y = pawn.round().astype(int).T
                colour = np.median(image[np.clip(y, 0, 359), np.clip(x, 0, 639)], axis=0)
                for hole in under:
                    print_on = cv2.convexHull(outlines[hole]).round().astype(np.int32)
                    cv2.fillConvexPoly(card, print_on, tuple(map(float, colour)))
                reading = read_with(cv2.GaussianBlur(card, (0, 0), 0.6), readers[clip.name])
                assert reading.state == "hand" or reading.unsure.issuperset(under)


def test_an_arm_that_lies_next_to_the_holes_and_hides_none_is_no_hand(readers: dict[str, Reader]) -> None:
    for clip in clips():
        reader = readers[clip.name]
        for arm in arms_beside_the_holes(clip, 44):
            cover = find_cover(with_cover(clip.setup, arm, DARK_SKIN), reader.model, reader.free_field)
            assert not cover.hand
            assert not cover.hidden.any()


def test_a_hand_is_seen_after_the_camera_was_bumped() -> None:
    clip = footage("kitchen")
    reader = make_reader(clip.calibration)
    for image in clip.hands:
        reading, _ = read_anywhere(bumped(image, 1.5, 7.0, -4.0), reader)
        assert reading.state == "hand"
    assert read_anywhere(bumped(clip.stills[0][0], 1.5, 7.0, -4.0), reader)[0].state == "clear"


def test_a_badly_guessed_camp_with_a_tint_up_to_the_boards_edge_is_no_hand() -> None:
    """The board under the set-up's pawns was never seen: its estimate may be far off."""
    clip = footage("kitchen")
    calibration = clip.calibration
    unseen = cv2.dilate((calibration.looks.known == 0).astype(np.uint8), np.ones((9, 9), np.uint8))[..., None]
    guessed = np.where(unseen > 0, (20, 30, 120), calibration.looks.empty).astype(np.uint8)
    reader = make_reader(replace(calibration, looks=replace(calibration.looks, empty=guessed)))
    image = clip.stills[0][0]
    foot = clip.outline()
    x, y = calibration.board.holes["aC1"]
    start = project(np.array([[x, y, 0.0]]), calibration.pose)[0]
    middles = (foot + np.roll(foot, 1, axis=0)) / 2
    end = middles[np.hypot(*(middles - start).T).argmin()]
    tinted = lit(image, (1.0, 1.0, 0.8), drawn(image, start, end, 15))
    assert not find_cover(tinted, reader.model, reader.free_field).hand


def test_a_board_under_a_cloth_is_never_read() -> None:
    for clip in clips():
        calibration = clip.calibration
        corners = clip.outline(-30.0)
        middle = corners.mean(axis=0)
        cloth = clip.stills[0][0].copy()
        grown = (middle + 1.15 * (corners - middle)).round().astype(np.int32)
        cv2.fillPoly(cloth, [grown], (150, 80, 60))
        weave = np.random.default_rng(4).normal(0, 4.0, cloth.shape)
        reading, _ = read_anywhere(as_picture(cloth + weave), make_reader(calibration))
        assert reading.state in ("hand", "moved", "blind")


def test_a_lamps_reflection_beside_the_board_or_across_its_edge_that_goes_out_is_no_hand() -> None:
    """A bright soft spot on a varnished table at set-up; nothing but the spot is missing later."""
    clip = footage("kitchen")
    height, width = clip.setup.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    edges = (clip.outline() + np.roll(clip.outline(), 1, axis=0)) / 2
    beside = [((0.97 * width, 0.5 * height), 50, 200), ((0.9 * width, 0.9 * height), 50, 200)]
    for at, wide_px, bright in (*beside, *((edge, 45, 110) for edge in edges)):
        spot = bright * np.exp(-(((x - at[0]) / wide_px) ** 2) - ((y - at[1]) / wide_px) ** 2)
        reader = make_reader(learned_in(as_picture(clip.setup + spot[..., None]), clip))
        assert read_with(clip.stills[0][0], reader).state == "clear"


def test_a_reflection_over_half_of_a_varnished_board_that_goes_out_is_no_hand() -> None:
    """If only the light has changed, all holes and lines are still visible."""
    clip = footage("jumps")
    reader = make_reader(learned_in(varnished(clip.setup), clip))
    image = clip.stills[0][0]
    assert not find_cover(dimmed(image), reader.model, reader.free_field).hand


def test_an_arm_that_joins_a_reflection_gone_out_is_still_an_arm() -> None:
    """From at least three of four sides: the vanished reflection is connected with the arm."""
    clip = footage("jumps")
    reader = make_reader(learned_in(varnished(clip.setup), clip))
    image = clip.stills[0][0]
    detected = 0
    corners = clip.outline()
    for one, two in zip(corners, np.roll(corners, 1, axis=0), strict=True):
        edge = (one + two) / 2
        outward = (edge - corners.mean(axis=0)) / np.hypot(*(edge - corners.mean(axis=0)))
        arm = drawn(image, edge - 24 * outward, edge + 700 * outward, 26)
        now = as_picture(dimmed(image) * (1 - arm) + arm * 0.6 * np.array(DARK_SKIN))
        detected += find_cover(now, reader.model, reader.free_field).hand
    assert detected >= 3


@pytest.mark.parametrize(("tint", "covered"), [(0.1, False), (0.35, True)])
def test_a_sheet_of_a_colour_that_no_light_gives_the_board_is_a_thing(
    tint: float, covered: bool, readers: dict[str, Reader]
) -> None:
    for clip in clips():
        model = readers[clip.name].model
        camps = np.array([hole[1] == "C" for hole in model.grids.names])
        index = model.grids.names.index("a7")
        x, y = model.grids.foot[index].round().astype(int)
        sheet = clip.setup.copy()
        wood = np.median(clip.setup[y - 30 : y + 30, x - 30 : x + 30], axis=(0, 1))
        cv2.rectangle(
            sheet, (x - 30, y - 30), (x + 30, y + 30), tuple(wood * (1, 1, np.exp(tint))), cv2.FILLED
        )
        ground = compare_ground(compute_evidence(sheet, model)[0], camps, model)
        assert (ground.hidden[index], ground.share > 0) == (covered, covered), clip.name


def test_a_hole_below_a_sheet_of_the_boards_own_colour_is_unsure(
    readers: dict[str, Reader],
) -> None:
    for clip in clips():
        reader = readers[clip.name]
        x, y = reader.model.grids.foot[reader.model.grids.names.index("a7")].round().astype(int)
        sheet = clip.setup.copy()
        wood = np.median(clip.setup[y - 30 : y + 30, x - 30 : x + 30], axis=(0, 1))
        cv2.rectangle(sheet, (x - 30, y - 30), (x + 30, y + 30), tuple(wood), cv2.FILLED)
        assert "a7" not in read_with(clip.setup, reader).unsure
        assert "a7" in read_with(sheet, reader).unsure, clip.name


@pytest.mark.parametrize("light", [(0.5, 0.5, 0.5), (0.62, 0.75, 0.9), (1.15, 1.05, 0.95)])
def test_a_lamp_for_the_whole_room_is_no_thing(
    light: tuple[float, float, float], readers: dict[str, Reader]
) -> None:
    for clip in clips():
        model = readers[clip.name].model
        now = as_picture(model.calibration.looks.empty * np.array(light))
        ground = compare_ground(compute_evidence(now, model)[0], np.zeros(len(model.ground), np.bool_), model)
        assert not ground.hidden.any()
        assert ground.share == 0.0
