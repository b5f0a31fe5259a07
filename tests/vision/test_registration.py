"""Registering a small picture to the first one: a known shift is found, and undone."""

import cv2
import numpy as np
import pytest
from footage import footage
from numpy.typing import NDArray

from toc_pi.vision.motion_gate import GreyPicture, Registration, Shift, make_field, to_grey_picture

TOLD = footage("kitchen").calibration
FIELD = make_field(TOLD.board, TOLD.pose, TOLD.pawns, TOLD.size)
FIRST = to_grey_picture(footage("kitchen").setup)


def moved(x: float, y: float, turn: float = 0.0, gain: float = 1.0) -> GreyPicture:
    """The first small picture, shifted by some of its pixels and rotated about the field's middle."""
    rows, columns = np.nonzero(FIELD.mask)
    middle = (float(columns.mean()), float(rows.mean()))
    move = cv2.getRotationMatrix2D(middle, -np.degrees(turn), 1.0)
    move[:, 2] += (x, y)
    levels: NDArray[np.float32] = cv2.warpAffine(
        FIRST.levels, move, FIRST.levels.shape[::-1], flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    levels = levels * np.float32(gain)
    return GreyPicture(levels, np.asarray(cv2.log(levels), np.float32))


@pytest.fixture(scope="module")
def registration() -> Registration:
    return Registration(FIRST, FIELD)


def found(registration: Registration, now: GreyPicture) -> Shift:
    shift = registration.estimate_shift(now)
    assert shift is not None
    return shift


@pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (0.5, -0.3), (1.5, 1.0), (-2.5, 0.4), (0.0, 3.0)])
@pytest.mark.parametrize("gain", [1.0, 0.7])
def test_a_shift_is_found_whatever_the_light(
    registration: Registration, x: float, y: float, gain: float
) -> None:
    shift = found(registration, moved(x, y, gain=gain))
    assert (shift.x, shift.y) == pytest.approx((x, y), abs=0.08)
    assert shift.rotation_rad == pytest.approx(0.0, abs=0.0006)


@pytest.mark.parametrize("turn", [0.002, -0.0015])
def test_a_turn_is_found(registration: Registration, turn: float) -> None:
    shift = found(registration, moved(0.4, 0.2, turn))
    assert shift.rotation_rad == pytest.approx(turn, abs=0.0005)
    assert (shift.x, shift.y) == pytest.approx((0.4, 0.2), abs=0.1)  # about the middle of the field


def test_a_pawn_that_moved_has_little_weight(registration: Registration) -> None:
    now = moved(1.0, 0.5)
    levels = now.levels.copy()
    cv2.circle(levels, (150, 90), 14, 40.0, cv2.FILLED)
    shift = found(registration, GreyPicture(levels, np.asarray(cv2.log(levels), np.float32)))
    assert (shift.x, shift.y) == pytest.approx((1.0, 0.5), abs=0.08)


def test_what_is_shifted_or_turned_too_far_was_bumped(registration: Registration) -> None:
    assert registration.estimate_shift(moved(3.5, 0.0)) is not None
    for x, y in ((0.0, 4.2), (0.0, -4.3), (4.2, 4.2)):
        assert registration.estimate_shift(moved(x, y)) is None
    reach = np.hypot(*(np.argwhere(FIELD.mask) - np.argwhere(FIELD.mask).mean(axis=0)).T).max()
    for turn in (1.0, -1.0):
        assert registration.estimate_shift(moved(0.0, 0.0, 0.28 * turn / reach)) is not None
        assert registration.estimate_shift(moved(0.0, 0.0, 0.45 * turn / reach)) is None


@pytest.mark.parametrize(("x", "y", "turn"), [(0.6, -0.4, 0.0), (-2.0, 1.3, 0.0), (0.3, 0.2, 0.0015)])
def test_a_picture_is_warped_onto_the_first(
    registration: Registration, x: float, y: float, turn: float
) -> None:
    now = moved(x, y, turn)
    warped = registration.warp(now, found(registration, now))
    off = [np.abs(one.logs - FIRST.logs)[FIELD.mask].mean() for one in (warped, now)]
    assert off[0] < 0.4 * off[1]
    levels = [np.abs(one.levels - FIRST.levels)[FIELD.mask].mean() for one in (warped, now)]
    assert levels[0] < 0.4 * levels[1]
    assert warped.logs.shape == now.logs.shape


def test_a_picture_that_hardly_moved_stays_as_it_is(registration: Registration) -> None:
    now = moved(0.0, 0.0)
    assert registration.warp(now, Shift(0.029, -0.029, 0.0)) is now
    for shift in (Shift(0.031, 0.0, 0.0), Shift(0.0, -0.031, 0.0), Shift(0.0, 0.0, 0.001)):
        assert registration.warp(now, shift) is not now


def test_without_edges_nothing_is_known_to_have_moved() -> None:
    even = GreyPicture(np.full_like(FIRST.levels, 90.0), np.full_like(FIRST.logs, 4.5))
    assert Registration(even, FIELD).estimate_shift(moved(2.0, 0.0)) == Shift(0.0, 0.0, 0.0)
