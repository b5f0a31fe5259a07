"""How two small pictures are compared: what is movement, what is light, and where the gate looks."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from footage import footage
from numpy.typing import NDArray

from calibration.camera import project
from toc_pi.vision.motion_gate import (
    WIDTH,
    Change,
    Field,
    GreyPicture,
    Noise,
    detect_change,
    fill_enclosed,
    make_field,
    to_grey_picture,
)

QUIET = Noise((0.002,) * 10, (0.002,) * 10)
HEIGHT = 180
WHOLE = Field(np.ones((HEIGHT, WIDTH), np.bool_), (slice(0, HEIGHT), slice(0, WIDTH)))
LEVEL = 100.0


def shown(change: NDArray[np.float32] | float) -> GreyPicture:
    """A uniform picture with a change of its logarithms."""
    logs = np.full((HEIGHT, WIDTH), math.log(LEVEL), np.float32) + np.float32(change)
    return GreyPicture(np.exp(logs), logs)


def apart(change: NDArray[np.float32] | float) -> Change:
    return detect_change(shown(change), shown(0.0), WHOLE, QUIET)


def patch(size: int, by: float) -> NDArray[np.float32]:
    """A square that is brighter."""
    out = np.zeros((HEIGHT, WIDTH), np.float32)
    out[60 : 60 + size, 90 : 90 + size] = by
    return out


def test_what_has_changed_by_a_twelfth_has_moved() -> None:
    assert apart(patch(20, 0.079)) == Change(0.0, 0.0, False)
    # The rims are blurred over five pixels: of a change at the threshold, the inner part counts.
    moved = apart(patch(20, 0.081))
    assert moved.moved == pytest.approx(16**2 / (HEIGHT * WIDTH))
    assert not moved.lit
    assert apart(patch(20, -0.081)).moved == moved.moved


def test_a_field_is_still_where_less_than_four_pixels_in_ten_thousand_have_changed() -> None:
    assert Change(0.00039, 0.5, False).still
    assert not Change(0.00041, 0.0, False).still
    assert Change(0.5, 0.00039, True).still
    assert not Change(0.0, 0.00041, True).still
    assert not apart(patch(9, 0.3)).still
    assert apart(patch(3, 0.12)).still


@pytest.mark.parametrize(("by", "lit"), [(0.11, False), (0.13, True), (-0.11, False), (-0.13, True)])
def test_a_jump_of_an_eighth_all_over_is_light_and_no_movement(by: float, lit: bool) -> None:
    change = apart(by)
    assert change.lit == lit
    assert change.still
    assert change.moved == 0.0


@pytest.mark.parametrize(("share", "lit"), [(0.37, False), (0.43, True)])
@pytest.mark.parametrize("by", [0.3, -0.3])
def test_light_changes_at_least_two_fifths_of_the_field(share: float, lit: bool, by: float) -> None:
    part = np.zeros((HEIGHT, WIDTH), np.float32)
    part[:, : round(share * WIDTH)] = by
    change = apart(part)
    assert change.lit == lit
    assert change.moved == pytest.approx(share, abs=0.02)


def test_only_what_is_no_soft_shadow_is_rough() -> None:
    x = np.arange(WIDTH, dtype=np.float32)[None] + np.zeros((HEIGHT, 1), np.float32)
    soft = 0.4 * np.exp(-(((x - 160) / 40) ** 2)).astype(np.float32)
    change = apart(soft)
    assert change.moved > 0.1
    assert change.rough == 0.0
    assert apart(patch(12, 0.3)).rough > 0.001
    assert apart(soft + patch(12, 0.3)).rough > 0.001


def test_noise_is_no_movement() -> None:
    loud = Noise((0.05,) * 10, (0.05,) * 10)
    assert detect_change(shown(patch(20, 0.2)), shown(0.0), WHOLE, loud).moved == 0.0
    assert detect_change(shown(patch(20, 0.3)), shown(0.0), WHOLE, loud).moved > 0.0


def test_what_moves_outside_the_mask_is_not_seen() -> None:
    mask = WHOLE.mask.copy()
    mask[50:90, 80:120] = False
    assert detect_change(shown(patch(20, 0.5)), shown(0.0), Field(mask, WHOLE.crop), QUIET).still
    nothing = Field(np.zeros_like(mask), WHOLE.crop)
    assert detect_change(shown(patch(20, 0.5)), shown(0.0), nothing, QUIET) == Change(0.0, 0.0, False)


@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (1281, 721), (400, 300)])
def test_a_small_picture_keeps_the_proportions_and_the_green(size: tuple[int, int]) -> None:
    width, height = size
    image = np.zeros((height, width, 3), np.uint8)
    image[..., 1] = 90
    image[:, width // 2 :, 1] = 200
    image[..., 2] = 255
    small = to_grey_picture(image)
    assert small.levels.shape == (round(height * WIDTH / width), WIDTH)
    assert small.levels[10, 10] == pytest.approx(90 + 20, abs=0.5)
    assert small.levels[10, -10] == pytest.approx(200 + 20, abs=0.5)
    assert small.logs == pytest.approx(np.log(small.levels), abs=1e-4)
    rises = np.flatnonzero(np.diff(small.levels[10]) > 10)
    assert rises.tolist() == pytest.approx([158, 159, 160], abs=1)


def test_a_field_is_filled_and_has_room_around_it() -> None:
    ring = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.circle(ring, (150, 90), 40, 1, 2)
    field = fill_enclosed(ring)
    assert field.mask[90, 150]
    assert not field.mask[90, 195]
    assert field.mask.sum() == pytest.approx(math.pi * 41**2, rel=0.03)
    top, left = (int(part.start) for part in field.crop)
    bottom, right = (int(part.stop) for part in field.crop)
    assert (top, bottom) == (90 - 41 - 12, 90 + 42 + 12)
    assert (left, right) == (150 - 41 - 12, 150 + 42 + 12)
    edge = fill_enclosed(np.ones((HEIGHT, WIDTH), np.uint8))
    assert (edge.crop[0].start, edge.crop[1].start) == (0, 0)


@pytest.mark.parametrize("diameters", [(8.0, 12.0), (12.0, 8.0)])
def test_the_field_is_the_holes_or_their_pawns_and_a_quarter_of_a_pitch_around_them(
    diameters: tuple[float, float],
) -> None:
    calibration = footage("kitchen").calibration
    calibration = replace(
        calibration,
        board=replace(calibration.board, hole_diameter=diameters[0]),
        pawns=replace(calibration.pawns, diameter=diameters[1]),
    )
    field = make_field(calibration.board, calibration.pose, calibration.pawns, calibration.size)
    assert field.mask.shape == (180, WIDTH)
    wide = (
        0.5 * max(calibration.board.hole_diameter, calibration.pawns.diameter)
        + 0.25 * calibration.board.pitch_mm
    )
    turn = np.linspace(0, 2 * np.pi, 60)
    ring = wide * np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])
    seen = [
        project(np.array([*place, 0.0]) + ring, calibration.pose)
        for place in calibration.board.holes.values()
    ]
    feet = (np.concatenate(seen) + 0.5) * (WIDTH / calibration.size[0]) - 0.5
    rows, _ = np.nonzero(field.mask)
    assert rows.max() == pytest.approx(feet[:, 1].max(), abs=0.7)
    assert rows.min() < feet[:, 1].min() - 2  # the pawns that would stand in the farthest holes
    assert field.mask[tuple(np.array(field.mask.shape) // 2)]
