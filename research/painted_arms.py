"""Arms painted over pictures of a clean board: any skin, any sleeve, any direction.

They are flat and simple on purpose: they teach how something crosses the board's edge rather than the look of
hands.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Image
from calibration.board.board import Board
from calibration.camera import Pose, flat, project

Map = NDArray[np.float32]

SKINS = np.array(
    [[150, 180, 225], [120, 155, 205], [95, 130, 185], [60, 85, 135], [40, 55, 95], [28, 36, 60]], np.float32
)
"""BGR, in even light."""


def paint_arm(
    image: Image, board: Board, pose: Pose, rng: np.random.Generator, *, tips: bool = False
) -> tuple[Image, float]:
    """A copy of a picture with an arm that reaches over the board.

    Args:
        image: (h, w, 3) BGR.
        board: the board.
            pose: of the camera.
            rng: random generator.
            tips: whether only fingertips, or little more, are over the board's edge.

    Returns:
        The picture, and the hidden area of the board, mm².
    """
    picture, _, hidden = paint_masked_arm(image, board, pose, rng, tips=tips)
    return picture, hidden


def paint_masked_arm(
    image: Image,
    board: Board,
    pose: Pose,
    rng: np.random.Generator,
    *,
    tips: bool = False,
    skin: int | None = None,
) -> tuple[Image, Map, float]:
    """As `paint_arm`, with (h, w) 1 where the arm is between the two; `skin` is one of SKINS, or any."""
    outline = np.asarray(board.outline)
    goal = _goal(board, outline, rng, tips=tips)
    tip = project(np.array([[*goal, -rng.uniform(5, 30)]]), pose)[0]
    mm = pose.focal / float(np.linalg.norm(pose.camera - np.array([*goal, 0.0])))
    middle = project(flat(outline.mean(axis=0)[None]), pose)[0]
    angle = float(np.arctan2(*(tip - middle)[::-1])) + rng.normal(0, 0.6)
    mask, across, along, hand_end = _shape(image.shape[:2], tip, angle, mm, rng)
    on_board = cv2.fillPoly(
        np.zeros(image.shape[:2], np.uint8), [project(flat(outline), pose).round().astype(np.int32)], 1
    )
    wood = np.median(image[on_board > 0], axis=0) + 5
    light = float(wood.mean()) / rng.uniform(110, 190)
    tint = (wood / wood.mean()) ** rng.uniform(0, 0.6)
    which = int(rng.integers(len(SKINS))) if skin is None else skin
    bare = SKINS[which] * light * tint * rng.uniform(0.8, 1.2)
    cloth = rng.integers(0, 255, 3) * light if rng.random() < 0.7 else bare
    cuff = hand_end + rng.uniform(-10, 80) * mm if rng.random() < 0.85 else 0.6 * hand_end
    shading = 1 + rng.normal(0, 0.25) * across - rng.uniform(0.1, 0.5) * across**2
    shading = shading * np.exp(0.15 * rng.uniform(0.2, 1.5) * _grain(mask.shape, rng))
    painted = np.where((along > cuff)[..., None], cloth, bare) * shading[..., None]
    painted = painted + rng.normal(0, 1, mask.shape)[..., None]
    out = image * (1 - rng.uniform(0.1, 0.6) * cast_shadow(mask, mm, rng)[..., None])
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.6, 1.3))[..., None]
    out = out * (1 - soft) + painted * soft
    hidden = float((mask[on_board > 0] > 0.5).sum()) / mm**2
    return np.clip(out, 0, 255).astype(np.uint8), mask, hidden


def relight(image: Image, rng: np.random.Generator) -> Image:
    """A copy of a picture in another exposure and another light's colour."""
    curve = 255 * (image / 255.0) ** rng.uniform(0.8, 1.25) * rng.uniform(0.6, 1.5)
    return np.clip(np.clip(curve, 0, 255) * (1 + rng.normal(0, 0.06, 3)), 0, 255).astype(np.uint8)


def _goal(board: Board, outline: Floats, rng: np.random.Generator, *, tips: bool) -> Floats:
    """The end of the longest finger, mm: any hole, or a place near the edge."""
    if not tips and rng.random() < 0.5:
        places = list(board.holes.values())
        return np.array(places[rng.integers(len(places))])
    side = rng.integers(len(outline))
    start, end = outline[side], outline[(side + 1) % len(outline)]
    place = start + (end - start) * rng.uniform(0.1, 0.9)
    inward = outline.mean(axis=0) - place
    depth = rng.uniform(8, 32) if tips else rng.uniform(4, 40)
    return np.asarray(place + inward / np.linalg.norm(inward) * depth)


def _shape(
    size: tuple[int, ...], tip: Floats, angle: float, mm: float, rng: np.random.Generator
) -> tuple[Map, Map, Map, float]:
    """The arm's mask, each pixel's place across (-1 to 1) and along (px) its axis, and the hand's end."""
    fingers = rng.uniform(25, 75) * mm
    hand_end = fingers + rng.uniform(60, 90) * mm
    palm, wrist, arm = (rng.uniform(*span) * mm for span in ((32, 48), (24, 33), (30, 55)))
    thick = rng.uniform(5, 9) * mm
    down, right = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    away = np.array([np.cos(angle), np.sin(angle)])
    along = np.asarray((right - tip[0]) * away[0] + (down - tip[1]) * away[1], np.float32)
    aside = np.asarray(-(right - tip[0]) * away[1] + (down - tip[1]) * away[0], np.float32)
    places = [fingers - 1, fingers, fingers + 0.3 * (hand_end - fingers), hand_end]
    half = np.interp(
        along,
        [*places, hand_end + 40 * mm, hand_end + 400 * mm],
        [0, 0.6 * palm, palm, wrist, 0.85 * arm, arm],
    )
    body = (along > 0.8 * fingers) & (np.abs(aside) < half)
    mask, across = np.zeros(along.shape, np.float32), np.zeros(along.shape, np.float32)
    mask[body] = 1
    across[body] = aside[body] / np.maximum(half[body], 1)
    count = int(rng.integers(1, 5)) if rng.random() < 0.8 else 0
    for finger in range(count):
        off = (finger - (count - 1) / 2) * thick * 2.2
        end = np.array([rng.uniform(0, 0.35) * fingers, off * rng.uniform(0.3, 1)])
        root = np.array([fingers + 0.5 * palm, off])
        length = float(np.linalg.norm(root - end))
        way = (root - end) / length
        on = np.clip((along - end[0]) * way[0] + (aside - end[1]) * way[1], 0, length)
        apart = np.hypot(along - end[0] - on * way[0], aside - end[1] - on * way[1])
        new = (apart < thick) & (mask == 0)
        mask[apart < thick] = 1
        across[new] = apart[new] / thick
    if not count:
        mask[np.hypot(along - 0.9 * fingers, aside) < palm] = 1
    return mask, across, along, hand_end


def _grain(size: tuple[int, ...], rng: np.random.Generator) -> Map:
    rough = rng.normal(0, 1, (size[0] // 12, size[1] // 12)).astype(np.float32)
    return np.asarray(cv2.resize(rough, (size[1], size[0]), interpolation=cv2.INTER_LINEAR), np.float32)


def cast_shadow(mask: Map, mm: float, rng: np.random.Generator) -> Map:
    """The shadow of a mask, displaced a little: (h, w), 0 to 1."""
    small = cv2.GaussianBlur(cv2.resize(mask, None, fx=0.25, fy=0.25), (0, 0), rng.uniform(0.5, 4))
    whole = cv2.resize(small, mask.shape[::-1])
    aside = np.array([[1, 0, rng.normal(0, 25) * mm], [0, 1, rng.normal(0, 25) * mm]], np.float32)
    return np.asarray(cv2.warpAffine(whole, aside, mask.shape[::-1]), np.float32)
