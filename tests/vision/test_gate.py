"""The gate: noise is no movement, however dark the room; a finger is, a lamp or a shaken table is neither."""

import cv2
import numpy as np
import pytest
from footage import Image, footage

from calibration.camera.lens import project
from toc_pi.vision.gate import Gate
from toc_pi.vision.view import Change, hole_field

TOLD = footage("kitchen").calibration
FIELD = hole_field(TOLD.board, TOLD.pose, TOLD.pawns, TOLD.size)


def taken(level: float, noise: float, seed: int, thing: bool = False, blur: float = 0.0) -> Image:
    """The kitchen's setup at a share of its light, as a sensor of so much noise sees it."""
    picture = cv2.resize(footage("kitchen").setup, (1280, 720)).astype(np.float32)
    if thing:
        cv2.circle(picture, (640, 380), 28, (60.0, 70.0, 110.0), -1)
    grain = np.random.default_rng(seed).normal(0, noise, picture.shape).astype(np.float32)
    if blur:  # denoising spreads it over neighbours, and scaling down leaves more of it
        grain = cv2.GaussianBlur(grain, (0, 0), blur) * np.float32(2 * np.sqrt(np.pi) * blur)
    return np.clip(picture * level + grain + 0.5, 0, 255).astype(np.uint8)


def changes(pictures: list[Image]) -> list[Change]:
    gate = Gate(FIELD)
    return [change for picture in pictures if (change := gate.look(picture)[1]) is not None]


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


def test_the_pop_of_a_key_frame_is_no_movement() -> None:
    """Every so often a stream is coded anew, and its noise with it."""
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
    gate = Gate(FIELD)
    gate.look(picture)
    _, change = gate.look(np.asarray(shaken, np.uint8))
    assert change is not None
    assert change.still
    laid = gate.settled(np.asarray(shaken, np.uint8))
    part = np.s_[150:570, 340:940]
    apart = np.abs(laid[part].astype(float) - picture[part]).mean()
    assert apart < 0.6 * np.abs(shaken[part].astype(float) - picture[part]).mean()


def test_what_moves_beside_the_holes_is_nobodys_business() -> None:
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
