"""A calibration's file: written, read again, and rejected with a message if damaged."""

import errno
import json
import os
import threading
from dataclasses import replace

import numpy as np
import pytest

from calibration.appearance.areas import SHADES, AreaAppearance
from calibration.appearance.looks import LearnedAppearance
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import POINTS
from calibration.board.board_file import load_board
from calibration.camera import make_pose
from calibration.errors import BadBoard
from calibration.occlusion.occluder import WIDTH, Occluder
from calibration.setup.calibration_file import Calibration, load_calibration


@pytest.fixture
def path(tmp_path):
    """The file of a calibration whose pictures are small."""
    body = np.zeros((1, POINTS, 3), np.float32)
    picture = np.full((90, 160, 3), 90, np.uint8)
    looks = LearnedAppearance(picture, picture[:, :, 0], ("a",), body, body + 1, np.zeros(6), 2.0, ())
    pose = make_pose([0.6, 0.1, 0], [-200, -200, 800.0], 140.0, (79.5, 44.5), -0.1)
    pawns = PawnSet("halma", 24.0, 12.0, white_face=False)
    path = tmp_path / "table"
    Calibration(load_board("square-40"), pose, 0.4, pawns, looks, (160, 90), {"a": "red"}).save(path)
    return path


def change(path, **changes):
    """Rewrite the file with other arrays, or other values in its JSON."""
    with np.load(path) as arrays:
        kept = {name: arrays[name] for name in arrays.files}
    metadata = json.loads(kept["told"].tobytes())
    metadata |= {key: value for key, value in changes.items() if key not in kept}
    kept |= {key: value for key, value in changes.items() if key in kept}
    kept["told"] = np.frombuffer(json.dumps(metadata).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez(file, **kept)


def test_what_was_written_is_read(path):
    read = load_calibration(path)
    assert read.board == load_board("square-40")
    assert read.pose.focal == 140.0
    assert read.colours == {"a": "red"}


def test_areas_and_an_occluder_are_read_from_one_file(path):
    board = load_board("tac-tik-45")
    look = np.ones((SHADES, 6), np.float32)
    areas = AreaAppearance(dict.fromkeys(board.camps, look), {"a": look})
    occluder = Occluder(np.ones((180, WIDTH), np.uint8), np.full((180, WIDTH, 3), 90, np.uint8), "a0")
    replace(load_calibration(path), board=board, areas=areas, occluder=occluder).save(path)
    read = load_calibration(path)
    assert read.areas is not None
    assert set(read.areas.floors) == set(board.camps)
    assert read.occluder is not None
    assert read.occluder.nearest_hole == "a0"


@pytest.mark.parametrize(
    "changes",
    [
        {"focal": float("nan")},
        {"focal": -140.0},
        {"error_px": float("inf")},
        {"translation": np.zeros((2, 2))},
        {"light": np.full(6, np.nan)},
        {"board": {"name": "square-40"}},
        {"focal": 1e-300},
        {"focal": 1e9},
        {"centre": [1e9, 4.0]},
        {"k1": 1e300},
        {"rvec": np.full(3, np.nan)},
        {"translation": np.full(3, 1e300)},
        {"translation": np.array([1e4, -200.0, 800.0])},
        {"translation": np.array([-200.0, -200.0, -800.0])},
        {"noise": "2.0 grey levels"},
        {"noise": float("nan")},
        {"noise": 1e300},
        {"noise": 0.0},
        {"noise_by_grey": ["a"] * 8},
        {"pawns": {"kind": "halma", "height": 24.0, "diameter": 0, "white_face": False}},
        {"pawns": {"kind": "halma", "height": "24", "diameter": 12.0, "white_face": False}},
        {"pawns": {"kind": "halma", "height": 1e300, "diameter": 12.0, "white_face": False}},
        {"pawns": {"kind": "halma", "height": 24.0, "diameter": 12.0, "white_face": "no"}},
        {"body": np.full((1, POINTS, 3), 1e10, np.float32)},
        {"spread": np.full((1, POINTS, 3), -1.0, np.float32)},
        {"light": np.full(6, 1e4)},
        {"alike": [["a", "z"]]},
        {"standing": {"z9": "a"}},
    ],
)
def test_impossible_values_are_refused_in_one_line(path, changes):
    change(path, **changes)
    with pytest.raises(BadBoard, match="toc-pi calibrate") as caught:
        load_calibration(path)
    assert "\n" not in str(caught.value)


def test_a_board_that_is_none_is_refused(path):
    with np.load(path) as arrays:
        board = json.loads(arrays["told"].tobytes())["board"]
    change(path, board={**board, "hole_diameter": -7})
    with pytest.raises(BadBoard, match="damaged"):
        load_calibration(path)


def test_single_broken_bits_are_noticed_or_do_no_harm(path):
    whole = path.read_bytes()
    rng = np.random.default_rng(5)
    for _ in range(150):
        broken = bytearray(whole)
        # The archive's directory is at its end: damage there must be detected, too.
        at = len(broken) - 1 - int(rng.integers(0, 900))
        broken[at] ^= 1 << int(rng.integers(0, 8))
        path.write_bytes(bytes(broken))
        try:
            read = load_calibration(path)
        except BadBoard:
            continue
        assert read.pose.focal == 140.0


def test_a_disk_that_fills_up_leaves_the_old_one(path, monkeypatch):
    whole, found = path.read_bytes(), load_calibration(path)

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        found.save(path)
    assert path.read_bytes() == whole
    assert list(path.parent.iterdir()) == [path]


def test_a_link_stays_a_link(path, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(path)
    load_calibration(path).save(link)
    assert link.is_symlink()
    assert load_calibration(link).pose.focal == 140.0


def test_one_that_comes_through_a_pipe_is_read(path, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(path.read_bytes(),))
    writer.start()
    assert load_calibration(pipe).pose.focal == 140.0
    writer.join()
