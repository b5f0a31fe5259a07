"""Boards whose holes are large in the picture: their insides aren't mistaken for their middles."""

import cv2
import numpy as np
import pytest

from calibration.board.board import Board
from calibration.board.board_file import parse_board
from calibration.camera import flat, make_pose, project
from calibration.pose.estimation import find_pose

SIZE = (1280, 960)
SHARE = 0.55  # a hole's diameter, in pitches
PITCH_MM = 30.0


def marble_board() -> Board:
    """A board of another game, with bowls for marbles and without any symmetry."""
    cells = [(x, y) for x in range(9) for y in range(7) if x in (0, 4) or y in (2, 6)]
    places = [(PITCH_MM * (x + 1), PITCH_MM * (y + 1)) for x, y in cells]
    holes = "\n".join(f"T{index} = [{x}, {y}]" for index, (x, y) in enumerate(places))
    frame = "[[0, 0], [300, 0], [300, 240], [0, 240]]"
    return parse_board(
        f'name = "bowls"\ngame = "other"\noutline = {frame}\ntaps = {frame}\nthickness = 18\n'
        f"hole_diameter = {SHARE * PITCH_MM}\n[holes]\n{holes}\n",
        "bowls.toml",
    )


def bowls_seen(board: Board, width: float, stray_mm: float = 0.0):
    """The board from above, its bowls dark on one side; their true places, px, and a marker for the taps.

    Args:
        width: of the board, as a share of the picture's.
        stray_mm: how far the drill strayed, standard deviation along each axis.
    """
    rng = np.random.default_rng(5)
    focal = 1000.0
    away = focal * 300.0 / (width * SIZE[0])
    rotation = cv2.Rodrigues(np.array([0.25, 0.0, 0.12]))[0]
    translation = np.array([0, 0, away]) - rotation @ np.array([150.0, 120.0, 0.0])
    pose = make_pose(cv2.Rodrigues(rotation)[0], translation, focal, (639.5, 479.5), -0.05)
    places = np.array(list(board.holes.values())) + rng.normal(0, 1, (len(board.holes), 2)) * stray_mm
    grain = cv2.GaussianBlur(rng.normal(0, 60, (SIZE[1], SIZE[0], 1)).astype(np.float32), (0, 0), 3)
    image = np.clip(np.array([120, 165, 190]) + grain[..., None], 0, 255).astype(np.float32)
    radius = SHARE * PITCH_MM / 2
    for x, y in places:
        # A bowl, lighter than its shaded side, and a spot that is darker still.
        for (dx, dy), size, grey in (((0, 0), 1.0, 105), ((0.25, -0.2), 0.7, 60), ((0.42, -0.32), 0.3, 18)):
            turn = np.linspace(0, 2 * np.pi, 40)
            ring = np.column_stack([np.cos(turn), np.sin(turn)]) * radius * size
            rim = project(flat(ring + np.array([x + dx * radius, y + dy * radius])), pose)
            paint = (0.7 * grey, 0.9 * grey, grey)
            cv2.fillConvexPoly(image, np.round(rim * 16).astype(np.int32), paint, cv2.LINE_AA, 4)
    seen = cv2.GaussianBlur(image, (0, 0), 0.8) + rng.normal(0, 2, image.shape)
    return (
        np.clip(seen, 0, 255).astype(np.uint8),
        project(flat(places), pose),
        project(flat(board.taps), pose),
    )


@pytest.mark.parametrize("width", [0.35, 0.6, 0.85])
def test_the_pose_is_right_whatever_the_size_of_the_holes(width):
    board = marble_board()
    image, places, taps = bowls_seen(board, width)
    found = find_pose([image], board, corners=(taps + 6).tolist(), holes={})
    off = project(flat(list(board.holes.values())), found.pose) - places
    pitch_px = width * SIZE[0] * PITCH_MM / 300
    assert np.linalg.norm(off, axis=1).mean() / pitch_px < 0.04


@pytest.mark.parametrize("stray_mm", [0.8, 1.6])
def test_the_error_that_is_told_is_how_far_the_holes_are_off(stray_mm):
    board = marble_board()
    image, places, taps = bowls_seen(board, 0.6, stray_mm)
    found = find_pose([image], board, corners=(taps + 6).tolist(), holes={})
    off = project(flat(list(board.holes.values())), found.pose) - places
    true_px = float(np.sqrt((off**2).sum(axis=1).mean()))
    assert 1 / 1.5 < found.error_px / true_px < 1.5
