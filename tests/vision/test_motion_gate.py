"""The gate: noise isn't movement, however dark the room; a finger is; a lamp or a shaken table isn't."""

import cv2
import numpy as np
import pytest
from footage import Image, as_picture, footage

from calibration.camera import project
from toc_pi.vision.motion_gate import Change, MotionGate, make_field

TOLD = footage("kitchen").calibration
FIELD = make_field(TOLD.board, TOLD.pose, TOLD.pawns, TOLD.size)


def taken(level: float, noise: float, seed: int, thing: bool = False, blur: float = 0.0) -> Image:
    """The kitchen's setup at a share of its light, as a sensor of so much noise sees it."""
    picture = cv2.resize(footage("kitchen").setup, (1280, 720)).astype(np.float32)
    if thing:
        cv2.circle(picture, (640, 380), 28, (60.0, 70.0, 110.0), -1)
    grain = np.random.default_rng(seed).normal(0, noise, picture.shape).astype(np.float32)
    if blur:  # denoising spreads it over neighbours, and scaling down leaves more of it
        grain = cv2.GaussianBlur(grain, (0, 0), blur) * np.float32(2 * np.sqrt(np.pi) * blur)
    return as_picture(picture * level + grain + 0.5)


def changes(pictures: list[Image]) -> list[Change]:
    gate = MotionGate(FIELD)
    return [change for picture in pictures if (change := gate.process(picture)[1]) is not None]


@pytest.mark.parametrize("level", [1.0, 0.4, 0.15])
@pytest.mark.parametrize(("noise", "blur"), [(1.0, 0.0), (6.0, 0.0), (3.0, 1.5), (5.0, 2.5)])
def test_a_noisy_picture_of_a_still_board_is_still(level: float, noise: float, blur: float) -> None:
    for change in changes([taken(level, noise, seed, blur=blur) for seed in range(5)]):
        assert change.still
        assert not change.lit


@pytest.mark.parametrize("level", [1.0, 0.4])
@pytest.mark.parametrize(("noise", "blur"), [(1.0, 0.0), (6.0, 0.0), (3.0, 1.5)])
def test_a_thing_that_comes_is_movement_even_in_noise(level: float, noise: float, blur: float) -> None:
    film = [taken(level, noise, seed, seed == 4, blur) for seed in range(5)]
    *before, now = changes(film)
    assert all(change.still for change in before)
    assert not now.still


def grainy(picture: Image, noise: float, seed: int, shade: float = 1.0) -> Image:
    """A picture with coarse noise, and with a share of its light over some of the field."""
    light = np.ones(picture.shape[:2], np.float32)
    cv2.circle(light, (640, 380), 40, shade, -1)
    light = cv2.GaussianBlur(light, (0, 0), 6)
    grain = np.random.default_rng(seed).normal(0, noise, picture.shape).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 3.0) * np.float32(6 * np.sqrt(np.pi))
    return as_picture(picture * light[:, :, None] + grain + 0.5)


def test_noise_in_the_shade_of_an_arm_is_no_movement() -> None:
    """Nothing in the free field is as dark: the noise there is extrapolated from brighter places."""
    bright = np.maximum(taken(1.0, 0.0, 0), 90)
    free = [grainy(bright, 6.0, seed) for seed in range(6)]
    shady = [grainy(bright, 6.0, seed, shade=0.1) for seed in range(10, 16)]
    assert all(change.still for change in changes(free + shady)[len(free) :])


def test_still_pictures_of_a_grainy_camera_are_averaged_until_something_moves() -> None:
    clean, gate = taken(0.4, 0.0, 0), MotionGate(FIELD)
    noise = []
    for seed in range(6):
        picture = taken(0.4, 6.0, seed)
        gate.process(picture)
        noise.append(float(np.std(gate.denoised(picture).astype(np.float32) - clean)))
    assert noise[1] == pytest.approx(6.0, rel=0.1)
    assert noise[-1] < 0.55 * noise[1]
    moved = taken(0.4, 6.0, 9, thing=True)
    gate.process(moved)
    assert (gate.denoised(moved) == moved).all()


def test_pictures_without_noise_are_left_as_they_are() -> None:
    gate = MotionGate(FIELD)
    for step in range(4):
        picture = taken(1 - 0.02 * step, 0.0, step)
        gate.process(picture)
        assert gate.denoised(picture) is picture


def test_the_pop_of_a_key_frame_is_no_movement() -> None:
    """A stream has key frames now and then, which change its noise."""
    film = [taken(0.4, 4.0, 1, blur=1.5)] * 6 + [taken(0.4, 4.0, 2, blur=1.5)] * 6
    assert all(change.still for change in changes(film))


def test_a_lamp_is_no_movement() -> None:
    for change in changes([taken(0.7, 1.0, 1), taken(1.0, 1.0, 2)]):
        assert change.lit
        assert change.still


def test_an_exposure_that_creeps_is_neither_light_nor_movement() -> None:
    for change in changes([taken(1 - 0.05 * step, 1.0, step) for step in range(6)]):
        assert change.still
        assert not change.lit


@pytest.mark.parametrize(("x", "y", "turn"), [(2.3, 0.0, 0.0), (-1.6, 2.1, 0.0), (5.0, -6.0, 0.1)])
def test_a_table_that_shakes_is_still(x: float, y: float, turn: float) -> None:
    picture = taken(1.0, 0.0, 0)
    move = cv2.getRotationMatrix2D((640, 360), turn, 1.0)
    move[:, 2] += (x, y)
    shaken = cv2.warpAffine(picture, move, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
    gate = MotionGate(FIELD)
    gate.process(picture)
    _, change = gate.process(np.asarray(shaken, np.uint8))
    assert change is not None
    assert change.still
    laid = gate.denoised(np.asarray(shaken, np.uint8))
    part = np.s_[150:570, 340:940]
    apart = np.abs(laid[part].astype(float) - picture[part]).mean()
    assert apart < 0.6 * np.abs(shaken[part].astype(float) - picture[part]).mean()


def test_what_moves_beside_the_holes_is_ignored() -> None:
    corners = project(np.array([[x, y, 0.0] for x, y in TOLD.board.outline]), TOLD.pose) * 2
    middle = corners.mean(axis=0)
    for corner in corners:
        away = corner + 0.2 * (corner - middle)
        film = []
        for step in range(4):
            picture = taken(1.0, 1.0, step)
            at = (away + 6 * step).round().astype(int)
            cv2.circle(picture, (int(at[0]), int(at[1])), 40, (90, 110, 160), -1)
            film.append(picture)
        assert all(change.still for change in changes(film))
