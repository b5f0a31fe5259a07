"""Rendered pictures with their truth, shared by the tests of this folder."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import Floats, Image
from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.camera import Pose, flat, make_pose, picture_centre, project, to_board

DATA = Path(__file__).parents[1] / "data" / "calibration"


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """One picture with its pawns and the true camera pose."""

    image: Image
    board: Board
    holes: dict[str, str]
    colours: dict[str, str]
    focal: float
    pose: Pose


def load_still(name: str) -> Still:
    """The picture `name`.jpg; its pose follows exactly from the four points of the board in its truth."""
    truth = json.loads((DATA / f"{name}.json").read_text())
    image = np.asarray(cv2.imread(str(DATA / f"{name}.jpg")), np.uint8)
    own = DATA / truth["board"]
    board = load_board(own if own.is_file() else truth["board"])
    centre = picture_centre((image.shape[1], image.shape[0]))
    matrix = np.array([[truth["focal"], 0, centre[0]], [0, truth["focal"], centre[1]], [0, 0, 1.0]])
    lens = np.array([truth["k1"], 0, 0, 0, 0])
    tapped = "taps4" in truth
    corners = flat(board.taps if tapped else board.outline[:4])
    seen = np.array(truth["taps4" if tapped else "outline4"])
    _, rvec, shift = cv2.solvePnP(corners, seen, matrix, lens, flags=cv2.SOLVEPNP_IPPE)
    rvec, shift = cv2.solvePnPRefineLM(corners, seen, matrix, lens, rvec, shift)
    pose = make_pose(rvec, shift, truth["focal"], centre, truth["k1"])
    return Still(image, board, truth["holes"], truth["colours"], truth["focal"], pose)


def pitches_off(found: Pose, still: Still) -> float:
    """The mean error of a pose's holes, in pitches."""
    places = flat(list(still.board.holes.values()))
    there = to_board(project(places, found), still.pose)
    return float(np.linalg.norm(there - places[:, :2], axis=1).mean()) / still.board.pitch_mm


def taps_of(still: Still) -> Floats:
    """(4, 2) px: the true places of the board's four tapped points."""
    return project(flat(still.board.taps), still.pose)


def turned_camera(image: Image, pose: Pose, rvec: tuple[float, float, float]) -> tuple[Image, Pose]:
    """The picture after a rotation of the camera about itself, and its pose."""
    from calibration.camera import undistort_points

    turn = np.asarray(cv2.Rodrigues(np.array(rvec))[0])
    height, width = image.shape[:2]
    column, row = np.meshgrid(np.arange(width), np.arange(height))
    pixels = np.column_stack([column.ravel(), row.ravel()]).astype(np.float64)
    rays = np.column_stack([undistort_points(pixels, pose), np.ones(len(pixels))]) @ turn
    plane = rays[:, :2] / rays[:, 2:]
    bend = 1 + pose.k1 * (plane * plane).sum(axis=1, keepdims=True)
    at = (pose.focal * bend * plane + np.array(pose.centre)).astype(np.float32).reshape(height, width, 2)
    moved = cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    now = Pose(turn @ pose.rotation, turn @ pose.translation, pose.focal, pose.centre, pose.k1)
    return np.asarray(moved, np.uint8), now
