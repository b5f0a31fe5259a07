"""The small footage of tests/data/vision with its truth: two clips in half size, two in full size."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import learn_looks
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import make_sampling_grids
from calibration.board.board_file import load_board
from calibration.camera import make_pose, project
from calibration.setup.calibration_file import Calibration

Image = NDArray[np.uint8]
FOLDER = Path(__file__).parents[1] / "data" / "vision"
SIZE = (640, 360)
FULL_SIZE = ("lamp-light", "tac")  # another camera, lamp and pawns; another board, with marbles
DARK_SKIN = (60.0, 90.0, 150.0)


@dataclass(frozen=True)
class Footage:
    """A clip's few pictures."""

    name: str
    calibration: Calibration
    setup: Image
    stills: tuple[tuple[Image, Mapping[str, str], frozenset[str]], ...]
    hands: tuple[Image, ...]

    @property
    def camps(self) -> dict[str, str]:
        """Where the pawns stand at set-up."""
        return {hole: hole[0] for hole in self.calibration.board.holes if hole[1:2] == "C"}

    def outline(self, z: float = 0.0) -> NDArray[np.float64]:
        """The board's corners, or places over or below them, px."""
        corners = [[x, y, z] for x, y in self.calibration.board.outline]
        return project(np.array(corners), self.calibration.pose)


def as_picture(values: NDArray[np.generic]) -> Image:
    """Grey levels as a camera gives them."""
    return np.clip(values, 0, 255).astype(np.uint8)


def wrong(seen: Any, truth: Mapping[str, str]) -> set[str]:
    """The holes of a reading or an observation that are sure, and not as in truth."""
    sure = {*seen.holes, *truth} - seen.unsure
    return {hole for hole in sure if seen.holes.get(hole) != truth.get(hole)}


def bumped(image: Image, angle_deg: float, x_px: float, y_px: float) -> Image:
    """A picture in half size, turned and shifted."""
    turn = cv2.getRotationMatrix2D((320, 180), angle_deg, 1.0)
    turn[:, 2] += (x_px, y_px)
    return np.asarray(cv2.warpAffine(image, turn, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def drawn(image: Image, start: NDArray[Any], end: NDArray[Any], wide_px: int) -> NDArray[np.float32]:
    """A mask of a line in a picture, (h, w, 1), 0 to 1, with soft edges."""
    over = np.zeros(image.shape[:2], np.float32)
    cv2.line(over, *(tuple(map(int, np.round(point))) for point in (start, end)), 1.0, wide_px)
    return cv2.GaussianBlur(over, (0, 0), 0.8)[..., None]


@cache
def footage(name: str) -> Footage:
    """One clip, calibrated on its set-up picture."""
    truth = json.loads((FOLDER / "truth.json").read_text())[name]
    board = load_board(truth["board"])
    lens = truth["pose"]
    width, height = truth.get("size", SIZE)
    centre = ((width - 1) / 2, (height - 1) / 2)
    pose = make_pose(np.array(lens["rvec"]), np.array(lens["translation"]), lens["focal"], centre, lens["k1"])
    setup = picture(name, truth["setup"])
    pawns = PawnSet(**truth["pawns"])
    camps = {hole: hole[0] for hole in board.holes if hole[1:2] == "C"}
    looks = learn_looks([setup], board, pose, pawns, camps)
    stills = tuple(
        (picture(name, row["picture"]), row["holes"], frozenset(row["fresh"])) for row in truth["stills"]
    )
    hands = tuple(picture(name, hand) for hand in truth["hands"])
    calibration = Calibration(board, pose, truth["error_px"], pawns, looks, (width, height), truth["colours"])
    return Footage(name, calibration, setup, stills, hands)


def clips() -> Iterator[Footage]:
    """The clips in half size: most tests need no more pixels."""
    yield from map(footage, ("kitchen", "jumps"))


def picture(name: str, file: str) -> Image:
    """One picture."""
    return np.asarray(cv2.imread(str(FOLDER / name / file)), np.uint8)


def learned_in(setup: Image, clip: Footage) -> Calibration:
    """The clip's calibration with looks learned from another set-up picture."""
    was = clip.calibration
    return replace(was, looks=learn_looks([setup], was.board, was.pose, was.pawns, clip.camps))


def dimmed(image: Image) -> Image:
    """A picture in the room's light alone."""
    return np.asarray(np.clip(image * 0.6, 0, 255), np.uint8)


def varnished(image: Image) -> Image:
    """The same with a lamp reflected by half of the varnished board, up to a straight shadow."""
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    edge = 1 / (1 + np.exp(-(x + 0.3 * y - 0.58 * width) / 6))
    inside = np.exp(-(np.hypot((x - 0.55 * width) / 190, (y - 0.5 * height) / 130) ** 4))
    mirrored = (edge * inside)[..., None] * np.array((15.0, 70.0, 130.0))
    return np.asarray(np.clip(image * 0.6 + mirrored, 0, 255), np.uint8)


def arms_beside_the_holes(clip: Footage, wide_px: int) -> Iterator[NDArray[np.float32]]:
    """Masks, 0 to 1, of arms that come in from all sides and end just before they would hide a pawn."""
    calibration = clip.calibration
    grids = make_sampling_grids(calibration.board, calibration.pose, calibration.pawns)
    x, y = np.concatenate([points[on] for points, on in zip(grids.points, grids.inside, strict=True)]).T
    bodies = np.zeros(SIZE[::-1], np.uint8)
    bodies[y.round().astype(int).clip(0, SIZE[1] - 1), x.round().astype(int).clip(0, SIZE[0] - 1)] = 1
    bodies = cv2.dilate(bodies, np.ones((5, 5), np.uint8))
    corners = project(np.array([[*corner, 0.0] for corner in calibration.board.outline]), calibration.pose)
    for one, two in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        for share in (0.2, 0.35, 0.5, 0.65, 0.8):
            edge = one + share * (two - one)
            outward = (edge - corners.mean(axis=0)) / np.hypot(*(edge - corners.mean(axis=0)))
            last = None
            for reach in range(-40, 40, 2):
                ends = ((edge + far * outward).round().astype(int) for far in (-reach, 600))
                start, end = (tuple(map(int, end)) for end in ends)
                arm = cv2.line(np.zeros(SIZE[::-1], np.uint8), start, end, 1, wide_px)
                if (arm & bodies).any():
                    break
                last = arm
            if last is not None:
                yield cv2.GaussianBlur(last.astype(np.float32), (0, 0), 0.8)[..., None]


def with_cover(image: Image, cover: NDArray[np.float32], colour: tuple[float, float, float]) -> Image:
    """A picture with something laid over it."""
    return as_picture(image * (1 - cover) + cover * np.array(colour))


def stripes(
    image: Image, slope: float, period_px: float, share: float, shift_px: float = 0.0
) -> NDArray[np.float32]:
    """(h, w, 1) float32: 1 in parallel stripes, sharp but for a pixel."""
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    inside = ((x + slope * y + shift_px) % period_px) < share * period_px
    return cv2.GaussianBlur(inside.astype(np.float32), (0, 0), 0.8)[..., None]


def lit(image: Image, factors: tuple[float, float, float], where: NDArray[np.float32]) -> Image:
    """A picture whose blue, green and red are multiplied by these factors where the mask is 1."""
    return as_picture(image * (1 + where * (np.array(factors) - 1)))
