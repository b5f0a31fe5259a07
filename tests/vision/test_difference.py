"""Differences that light doesn't explain, and the masks made from them."""

import numpy as np
import pytest
from footage import clips
from hypothesis import given
from hypothesis import strategies as st

from toc_pi.vision.occlusion.background import WIDTH, shrink
from toc_pi.vision.occlusion.difference import find_difference, open_mask
from toc_pi.vision.reading import make_reader


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.floats(0.3, 0.97))
def test_opening_takes_away_and_adds_nothing(seed: int, size: int, full: float) -> None:
    mask = (np.random.default_rng(seed).random((23, 31)) < full).astype(np.uint8)
    block = np.ones((size, size), np.uint8)
    opened = open_mask(mask, block)
    assert not (opened & ~mask & 1).any()
    np.testing.assert_array_equal(open_mask(opened, block), opened)
    fits = np.lib.stride_tricks.sliding_window_view(mask, (size, size)).all(axis=(2, 3))
    for row, column in np.argwhere(fits):
        assert opened[row : row + size, column : column + size].all()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (854, 480), (640, 480), (320, 240), (200, 150)])
def test_a_picture_is_made_small_whatever_its_size(size: tuple[int, int]) -> None:
    width, height = size
    ramp = np.linspace(20, 220, width, dtype=np.float32)[None, :, None]
    small = shrink(np.broadcast_to(ramp, (height, width, 3)).astype(np.uint8))
    assert small.shape == (round(height * WIDTH / width), WIDTH, 3)
    np.testing.assert_allclose(small[:, :, 0].mean(axis=0), np.linspace(20, 220, WIDTH), atol=1.5)


@pytest.mark.parametrize("light", [(0.5, 0.5, 0.5), (0.62, 0.75, 0.9), (1.15, 1.05, 0.95)])
def test_a_lamp_for_the_whole_room_is_explained(light: tuple[float, float, float]) -> None:
    for clip in clips():
        looks = clip.calibration.looks
        background = make_reader(clip.calibration).background
        now = np.clip(looks.empty * np.array(light), 0, 255).astype(np.uint8)
        seen = find_difference(now, background, looks.noise)
        assert seen.strong.mean() < 0.0002
        assert seen.structure_lost.mean() < 0.002
