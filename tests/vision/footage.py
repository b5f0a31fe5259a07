"""The small footage of tests/data/vision: two boards, half size, with their truth."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import learn_looks
from calibration.appearance.sampling_grid import PawnSet
from calibration.board.board_file import load_board
from calibration.camera.lens import make_pose
from calibration.setup.calibration_file import Calibration

Image = NDArray[np.uint8]
FOLDER = Path(__file__).parents[1] / "data" / "vision"
SIZE = (640, 360)


@dataclass(frozen=True)
class Footage:
    """A clip's few pictures."""

    name: str
    calibration: Calibration
    setup: Image
    stills: tuple[tuple[Image, Mapping[str, str], frozenset[str]], ...]
    hands: tuple[Image, ...]


@cache
def footage(name: str) -> Footage:
    """One clip, calibrated on its set-up picture."""
    told = json.loads((FOLDER / "truth.json").read_text())[name]
    board = load_board(told["board"])
    lens = told["pose"]
    pose = make_pose(
        np.array(lens["rvec"]), np.array(lens["translation"]), lens["focal"], (319.5, 179.5), lens["k1"]
    )
    setup = picture(name, told["setup"])
    pawns = PawnSet(**told["pawns"])
    camps = {hole: hole[0] for hole in board.holes if hole[1:2] == "C"}
    looks = learn_looks([setup], board, pose, pawns, camps)
    stills = tuple(
        (picture(name, row["picture"]), row["holes"], frozenset(row["fresh"])) for row in told["stills"]
    )
    hands = tuple(picture(name, hand) for hand in told["hands"])
    calibration = Calibration(board, pose, told["error_px"], pawns, looks, SIZE, told["colours"])
    return Footage(name, calibration, setup, stills, hands)


def clips() -> Iterator[Footage]:
    """All of them."""
    yield from map(footage, ("kitchen", "jumps"))


def picture(name: str, file: str) -> Image:
    """One picture."""
    return np.asarray(cv2.imread(str(FOLDER / name / file)), np.uint8)


def learned_in(setup: Image, clip: Footage) -> Calibration:
    """The clip's calibration with the looks of another set-up picture."""
    told = clip.calibration
    camps = {hole: hole[0] for hole in told.board.holes if hole[1] == "C"}
    return replace(told, looks=learn_looks([setup], told.board, told.pose, told.pawns, camps))


def dimmed(image: Image) -> Image:
    """A picture in the room's light alone."""
    return np.asarray(np.clip(image * 0.6, 0, 255), np.uint8)


def varnished(image: Image) -> Image:
    """The same with a lamp on that half of the varnished board mirrors, up to something's straight shadow."""
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    edge = 1 / (1 + np.exp(-(x + 0.3 * y - 0.58 * width) / 6))
    inside = np.exp(-(np.hypot((x - 0.55 * width) / 190, (y - 0.5 * height) / 130) ** 4))
    mirrored = (edge * inside)[..., None] * np.array((15.0, 70.0, 130.0))
    return np.asarray(np.clip(image * 0.6 + mirrored, 0, 255), np.uint8)
