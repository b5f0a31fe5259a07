"""Rendered pictures of boards: wood, holes, recesses, pawns with shadows, blur and noise."""

import cv2
import numpy as np

from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import profile
from calibration.board.board import Board
from calibration.camera import Pose, flat, make_pose, project

PAINT = {"red": (45, 40, 175), "blue": (150, 75, 40), "green": (70, 120, 50), "yellow": (50, 170, 210)}
"""BGR."""

SCALE = 4.0
"""Pixels per millimetre of the board's top view, before projection into the camera."""


def pose_over(board: Board, *, elevation: float = 50.0, turn: float = 12.0, size=(1280, 720)) -> Pose:
    """A camera that sees the whole board from seat a's side, looking down at an angle, degrees."""
    outline = np.array(board.outline)
    middle, span = (outline.min(axis=0) + outline.max(axis=0)) / 2, float(np.ptp(outline, axis=0).max())
    focal = 0.8 * size[0]
    up, round_ = np.radians(elevation), np.radians(turn)
    away = 1.15 * focal * span / size[1]
    spot = away * np.array([np.sin(round_) * np.cos(up), np.cos(round_) * np.cos(up), -np.sin(up)])
    ahead = -spot / np.linalg.norm(spot)
    right = np.cross([0.0, 0.0, -1.0], ahead)
    right = (
        -right / np.linalg.norm(right) if right @ np.array([1.0, 0, 0]) < 0 else right / np.linalg.norm(right)
    )
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    translation = -rotation @ (np.array([*middle, 0.0]) + spot)
    rvec = cv2.Rodrigues(rotation)[0].ravel()
    return make_pose(rvec, translation, focal, ((size[0] - 1) / 2, (size[1] - 1) / 2), 0.0)


def render(
    board: Board,
    pose: Pose,
    pawns: PawnSet,
    standing: dict[tuple[float, float] | str, str],
    *,
    size=(1280, 720),
    seed: int = 1,
    light=(1.0, 1.0, 1.0),
    noise: float = 1.5,
) -> np.ndarray:
    """Render a picture.

    Args:
        standing: paint of each pawn by its hole, or by its place, mm.
        light: the lamp's blue, green and red.
    """
    rng = np.random.default_rng(11)
    image = _table(board, pose, size, rng)
    feet = {(board.holes[at] if isinstance(at, str) else at): PAINT[paint] for at, paint in standing.items()}
    for foot in feet:
        _shadow(image, foot, pose, pawns)
    image = cv2.GaussianBlur(image, (0, 0), 0.8)
    for foot in sorted(feet, key=lambda at: -np.linalg.norm(pose.camera - [*at, 0.0])):
        _pawn(image, foot, feet[foot], pose, pawns)
    image = cv2.GaussianBlur(image, (0, 0), 0.7) * np.array(light, np.float32)
    return np.clip(image + np.random.default_rng(seed).normal(0, noise, image.shape), 0, 255).astype(np.uint8)


def _table(board: Board, pose: Pose, size, rng) -> np.ndarray:
    """The board on its table, (h, w, 3) float32."""
    outline = np.array(board.outline)
    low = outline.min(axis=0) - 20
    width, height = np.round((np.ptp(outline, axis=0) + 40) * SCALE).astype(int)

    def at(points):
        return np.round((np.array(points) - low) * SCALE).astype(np.int32)

    grain = rng.normal(0, 1, (height // 3, max(2, width // 90)))
    grain = cv2.resize(
        cv2.GaussianBlur(grain, (0, 0), 1.5), (int(width), int(height)), interpolation=cv2.INTER_CUBIC
    )
    top = np.zeros((height, width, 4), np.float32)
    wood = np.array([95, 150, 190], np.float32) * (1 + 0.05 * grain[..., None].astype(np.float32))
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [at(board.outline)], 255, cv2.LINE_AA)
    top[..., :3], top[..., 3] = wood, mask
    for corners in board.camps.values():
        dark = np.zeros((height, width), np.uint8)
        cv2.fillPoly(dark, [at(corners)], 255, cv2.LINE_AA)
        depth = cv2.GaussianBlur(dark, (0, 0), 1.5 * SCALE).astype(np.float32) / 255
        top[..., :3] *= 1 - (dark[..., None] / 255) * (0.22 + 0.25 * (1 - depth[..., None]))
    for x, y in board.holes.values():
        radius = round(board.hole_diameter / 2 * SCALE)
        middle = tuple(int(v) for v in at([(x, y)])[0])
        cv2.circle(top, middle, radius, (30, 42, 55, 255), -1, cv2.LINE_AA)
        cv2.ellipse(
            top, middle, (radius, radius), 0, 20, 160, (120, 165, 200, 255), max(1, radius // 5), cv2.LINE_AA
        )
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) / SCALE + low
    seen = project(flat([tuple(corner) for corner in corners]), pose).astype(np.float32)
    warp = cv2.getPerspectiveTransform(
        np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32), seen
    )
    shown = cv2.warpPerspective(top, warp, size, flags=cv2.INTER_AREA)
    cloth = cv2.GaussianBlur(rng.normal(0, 14, (size[1], size[0], 1)).astype(np.float32), (0, 0), 2.5)
    table = np.array([110, 118, 112], np.float32) + cloth.reshape(size[1], size[0], 1) * 2
    share = shown[..., 3:] / 255
    return np.ascontiguousarray(table * (1 - share) + shown[..., :3] * share, np.float32)


def _rings(foot, pose: Pose, pawns: PawnSet) -> list[tuple[float, np.ndarray]]:
    """Outlines of the body's circles from foot to head: how high, 0 to 1, and (n, 2) px."""
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    return [
        (z / pawns.height, project(np.column_stack([foot + r * ring, np.full(24, -z)]), pose))
        for z, r in profile(pawns)
        if r > 0
    ]


def _shadow(image: np.ndarray, foot, pose: Pose, pawns: PawnSet) -> None:
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = pawns.diameter / 2 * np.column_stack([np.cos(turn), np.sin(turn)])
    cast = np.vstack([foot + ring, foot + 0.5 * ring + pawns.height * np.array([0.45, -0.2])])
    outline = (
        cv2.convexHull(project(flat([tuple(at) for at in cast]), pose).astype(np.float32))
        .round()
        .astype(np.int32)
    )
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outline, 255)
    image *= 1 - 0.3 * cv2.GaussianBlur(mask, (0, 0), 1.5)[..., None].astype(np.float32) / 255


def _pawn(image: np.ndarray, foot, paint, pose: Pose, pawns: PawnSet) -> None:
    for rise, outline in _rings(foot, pose, pawns):
        colour = np.array(paint, float) * (0.55 + 0.5 * rise)
        cv2.fillConvexPoly(image, (outline * 16).round().astype(np.int32), colour.tolist(), cv2.LINE_AA, 4)
    _, top = _rings(foot, pose, pawns)[-3]
    shine = top.mean(axis=0) - np.array([0.2 * np.ptp(top[:, 0]), 0.0])
    radius = max(1, round(0.12 * float(np.ptp(top[:, 0]))))
    cv2.circle(image, tuple(int(v) for v in shine.round()), radius, (235, 235, 235), -1, cv2.LINE_AA)


def spread(board: Board, seat: str, count: int, pawns: PawnSet, seed: int) -> list[tuple[float, float]]:
    """Places in a seat's area where pawns have room beside each other."""
    rng = np.random.default_rng(seed)
    corners = np.array(board.camps[seat])
    rim = corners.astype(np.float32)
    places: list[tuple[float, float]] = []
    while len(places) < count:
        x, y = rng.uniform(corners.min(axis=0), corners.max(axis=0))
        deep = cv2.pointPolygonTest(rim, (float(x), float(y)), True)
        if deep > 0.55 * pawns.diameter and all(
            np.hypot(x - a, y - b) > 1.05 * pawns.diameter for a, b in places
        ):
            places.append((float(x), float(y)))
        elif rng.random() < 0.001:
            places.clear()
    return places
