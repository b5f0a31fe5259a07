"""What is learnt at set-up, and its file."""

from pathlib import Path

import numpy as np
import pytest
from footage import footage

from calibration.appearance.looks import learn_looks
from calibration.errors import BadBoard, CannotSee
from calibration.setup.calibration_file import load_calibration
from calibration.setup.privacy import board_pixels


def test_colours_that_look_alike_are_named_before_the_game() -> None:
    clip = footage("kitchen")
    calibration = clip.calibration
    camps = {hole: hole[0] for hole in calibration.board.holes if hole[1] == "C"}
    # Two camps hold pawns of one colour; seat b's camp is declared with two kinds.
    mixed = {hole: ("x" if hole in ("bC1", "bC2") else pawn) for hole, pawn in camps.items()}
    looks = learn_looks([clip.setup], calibration.board, calibration.pose, calibration.pawns, mixed)
    assert ("b", "x") in looks.alike


def test_four_plain_colours_are_distinguished() -> None:
    for name in ("kitchen", "jumps"):
        assert footage(name).calibration.looks.alike == ()


def test_a_board_without_pawns_teaches_nothing() -> None:
    calibration = footage("kitchen").calibration
    with pytest.raises(CannotSee):
        learn_looks([footage("kitchen").setup], calibration.board, calibration.pose, calibration.pawns, {})


def test_a_mid_game_picture_teaches_enough() -> None:
    clip = footage("jumps")
    calibration = clip.calibration
    image, truth, _ = clip.stills[1]
    looks = learn_looks([image], calibration.board, calibration.pose, calibration.pawns, truth)
    assert looks.names == ("a", "b", "c", "d")
    assert np.isfinite(looks.body).all()


def test_a_calibration_survives_its_file(tmp_path: Path) -> None:
    calibration = footage("kitchen").calibration
    calibration.save(tmp_path / "table")
    again = load_calibration(tmp_path / "table")
    assert again.board == calibration.board
    assert again.pawns == calibration.pawns
    assert dict(again.colours) == dict(calibration.colours)
    assert np.allclose(again.pose.rotation, calibration.pose.rotation)
    shown = board_pixels(calibration.board, calibration.pose, calibration.pawns, calibration.size) > 0
    assert (again.looks.empty == calibration.looks.empty)[shown].all()
    assert not again.looks.has_surroundings
    assert again.size == calibration.size


@pytest.mark.parametrize("damage", ["missing", "empty", "text", "cut", "foreign"])
def test_a_damaged_calibration_is_refused_in_one_line(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "table"
    if damage == "empty":
        path.write_bytes(b"")
    elif damage == "text":
        path.write_text("hello")
    elif damage == "cut":
        footage("kitchen").calibration.save(path)
        path.write_bytes(path.read_bytes()[:2000])
    elif damage == "foreign":
        with path.open("wb") as file:
            np.savez(file, something=np.zeros(3))
    with pytest.raises(BadBoard) as caught:
        load_calibration(path)
    assert "\n" not in str(caught.value)
