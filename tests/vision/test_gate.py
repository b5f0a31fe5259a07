"""The gate: noise is no movement, however dark the room; a finger is, and a lamp is neither."""

import cv2
import numpy as np
import pytest
from footage import Image, footage

from toc_pi.vision.view import Change, board_mask, compare, glance

LOOKS = footage("kitchen").calibration


def taken(level: float, noise: float, seed: int, thing: bool = False) -> Image:
    """The kitchen's setup at a share of its light, as a sensor of so much noise sees it."""
    picture = cv2.resize(footage("kitchen").setup, (1280, 720)).astype(np.float32)
    if thing:
        cv2.circle(picture, (640, 380), 28, (60.0, 70.0, 110.0), -1)
    grain = np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(picture * level + grain + 0.5, 0, 255).astype(np.uint8)


def change_of(one: Image, two: Image, noise: float) -> Change:
    mask = board_mask(LOOKS.board, LOOKS.pose, LOOKS.size, LOOKS.pawns.height)
    return compare(glance(two), glance(one), mask, noise)


@pytest.mark.parametrize("level", [1.0, 0.4, 0.15])
@pytest.mark.parametrize("noise", [1.0, 4.0, 6.0])
def test_a_noisy_picture_of_a_still_board_is_still(level: float, noise: float) -> None:
    for seed in range(0, 8, 2):
        change = change_of(taken(level, noise, seed), taken(level, noise, seed + 1), noise)
        assert change.still
        assert not change.lit


@pytest.mark.parametrize("level", [1.0, 0.4])
@pytest.mark.parametrize("noise", [1.0, 6.0])
def test_a_thing_that_comes_is_movement_even_in_noise(level: float, noise: float) -> None:
    assert not change_of(taken(level, noise, 1), taken(level, noise, 2, thing=True), noise).still


def test_a_lamp_is_no_movement() -> None:
    change = change_of(taken(0.7, 1.0, 1), taken(1.0, 1.0, 2), 1.0)
    assert change.lit
    assert change.still
