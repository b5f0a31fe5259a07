"""Set-up pictures that a hand reaches over aren't used."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from footage import Footage, Image, as_picture, clips, dimmed, footage

sys.path.append(str(Path(__file__).parents[2] / "research"))
from painted_arms import paint_masked_arm

from calibration.appearance.sampling_grid import make_sampling_grids
from toc_pi.vision.occlusion.cover import free_pictures

HOLES = 3


def at_set_up(clip: Footage, count: int) -> list[Image]:
    """The set-up picture as often as asked, each time with a sensor's noise."""
    rng = np.random.default_rng(2)
    shape = clip.setup.shape
    return [as_picture(clip.setup + rng.normal(0, 2, shape)) for _ in range(count)]


def arm_over(clip: Footage, seed: int) -> tuple[Image, np.ndarray]:
    """An arm over three holes or more, in a picture of the set-up, and where it is."""
    calibration, rng = clip.calibration, np.random.default_rng(seed)
    x, y = (
        make_sampling_grids(calibration.board, calibration.pose, calibration.pawns).foot.round().astype(int).T
    )
    while True:
        image, mask, _ = paint_masked_arm(clip.setup, calibration.board, calibration.pose, rng)
        if int((mask[y.clip(0, 359), x.clip(0, 639)] > 0.5).sum()) >= HOLES:
            return image, cv2.GaussianBlur(mask, (0, 0), 0.9)[..., None]


@pytest.mark.parametrize("covered", [{5}, {0, 3}, {0, 1, 2}, {1, 2, 3, 5}])
def test_pictures_with_a_resting_hand_are_left_out(covered: set[int]) -> None:
    for seed, clip in enumerate(clips()):
        image, over = arm_over(clip, seed)
        pictures = at_set_up(clip, 6)
        for at in covered:
            shown = pictures[at] * (1 - over) + image * over
            pictures[at] = as_picture(shown)
        free = free_pictures(pictures, clip.calibration)
        used = {at for at, one in enumerate(pictures) if any(one is kept for kept in free)}
        assert used == set(range(6)) - covered


def test_without_a_hand_all_pictures_are_used() -> None:
    for clip in clips():
        pictures = at_set_up(clip, 6)
        pictures[2] = dimmed(pictures[2])
        assert free_pictures(pictures, clip.calibration) is pictures


def test_where_no_picture_is_free_all_are_used() -> None:
    clip = footage("kitchen")
    hands = [arm_over(clip, seed)[0] for seed in range(2)]
    assert free_pictures(hands, clip.calibration) is hands
    assert free_pictures(hands[:1], clip.calibration) == hands[:1]
