"""Finding a board: right to a twelfth of a hole's distance, or not at all."""

import numpy as np
import pytest
from stills import load_still, pitches_off, taps_of

from calibration.board import load_board
from calibration.errors import CannotSee
from calibration.pose import find_pose
from calibration.turns import turned_pose, turns_of

BAR = 0.08


@pytest.mark.parametrize("name", ["005", "006", "008"])
def test_without_help_the_pose_is_right_and_proved(name):
    still = load_still(name)
    found = find_pose([still.image], still.board, focal=1.1 * still.focal, holes=still.holes)
    assert pitches_off(found.pose, still) < BAR / 2
    assert found.share > 0.6
    assert found.error_px < 1.0
    assert found.pose.focal == pytest.approx(still.focal, rel=0.03)


def test_without_a_focal_length_too():
    still = load_still("005")
    found = find_pose([still.image], still.board, holes=still.holes)
    assert pitches_off(found.pose, still) < BAR / 2


@pytest.mark.parametrize("name", ["005", "006", "008"])
def test_taps_may_be_15_pixels_off(name):
    still = load_still(name)
    shaken = taps_of(still) + np.array([[12, -9], [-14, 5], [8, 12], [-6, -14]])
    found = find_pose([still.image], still.board, corners=shaken.tolist(), holes=still.holes)
    assert pitches_off(found.pose, still) < BAR / 2


def test_in_noise_and_little_light_too():
    still = load_still("008")
    noise = np.random.default_rng(1).normal(0, 6, still.image.shape)
    dim = (0.4 * still.image + noise).clip(0, 255).astype(np.uint8)
    found = find_pose([dim], still.board, focal=still.focal, holes=still.holes)
    assert pitches_off(found.pose, still) < BAR


def test_another_board_is_refused():
    still = load_still("006")
    with pytest.raises(CannotSee, match="board's name"):
        find_pose([still.image], load_board("cross-45"), focal=still.focal)


def test_taps_elsewhere_are_refused_or_overruled_never_followed():
    still = load_still("005")
    wrong = np.roll(taps_of(still), 1, axis=0) + 60
    try:
        found = find_pose([still.image], still.board, corners=wrong.tolist(), holes=still.holes)
    except CannotSee:
        return
    assert pitches_off(found.pose, still) < BAR


def test_a_board_half_outside_is_refused():
    still = load_still("005")
    half = np.zeros_like(still.image)
    half[:, 640:] = still.image[:, :640]
    with pytest.raises(CannotSee):
        find_pose([half], still.board, focal=still.focal, holes=still.holes)


@pytest.mark.parametrize(
    ("picture", "advice"),
    [
        (np.full((720, 1280, 3), 2, np.uint8), "cap"),
        (np.full((720, 1280, 3), 180, np.uint8), "covers the lens"),
    ],
)
def test_where_nothing_is_seen_the_advice_fits(picture, advice):
    with pytest.raises(CannotSee, match=advice):
        find_pose([picture], load_board("square-40"))


def test_full_camps_look_the_same_from_every_side_unless_colours_are_told():
    still = load_still("005")
    symmetric = {hole: "a" for hole in still.board.holes if hole[1] == "C"}
    with pytest.raises(CannotSee, match="from several sides"):
        find_pose([still.image], still.board, focal=still.focal, holes=symmetric)


def test_turns_of_a_square_board_and_of_a_hexagon():
    quarters = [round(angle) % 360 for angle, share in turns_of(load_board("square-40")) if share > 0.9]
    assert sorted(quarters) == [0, 90, 180, 270]
    assert len([1 for _, share in turns_of(load_board("star-60")) if share > 0.9]) == 6


def test_four_quarter_turns_are_none():
    still = load_still("005")
    pose = still.pose
    for _ in range(4):
        pose = turned_pose(pose, still.board, 90)
    assert pitches_off(pose, still) < 1e-6
