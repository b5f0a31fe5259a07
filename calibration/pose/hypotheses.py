"""Pose hypotheses, many at once: projected, scored on a map of blobs, perturbed, and the best ones kept."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Pose
from calibration.features import Blobs, Plane


@dataclass(frozen=True, slots=True, eq=False)
class Hypotheses:
    """A batch of poses with independent parameters: changing one leaves the others as they are.

    Attributes:
        rotation: (b, 3, 3), from the board's frame to the camera's.
        middle: (b, 2), px from the picture's centre: where the board's middle is seen without distortion.
        scale: (b,), px a mm there (focal over depth).
        focal: (b,), px.
        k1: (b,).
        origin: (3,), mm: the board's middle.
        centre: px, the lens's centre.
    """

    rotation: Floats
    middle: Floats
    scale: Floats
    focal: Floats
    k1: Floats
    origin: Floats
    centre: tuple[float, float]

    def __len__(self) -> int:
        return len(self.scale)

    def take(self, chosen: NDArray[np.intp]) -> "Hypotheses":
        """Those at the given numbers, in their order."""
        return _each(self, lambda name: getattr(self, name)[chosen])

    def pose(self, index: int) -> Pose:
        """One of them as a pose."""
        depth = self.focal[index] / self.scale[index]
        middle = np.array([*(self.middle[index] / self.focal[index]), 1.0]) * depth
        rotation = self.rotation[index]
        return Pose(
            rotation,
            middle - rotation @ self.origin,
            float(self.focal[index]),
            self.centre,
            float(self.k1[index]),
        )


def hypotheses_of(poses: list[Pose], origin: Floats) -> Hypotheses:
    """A batch of poses around a point of the board.

    Args:
        poses: at least one, all with the same lens centre.
        origin: (3,), mm.
    """
    rotation = np.stack([pose.rotation for pose in poses])
    focal = np.array([pose.focal for pose in poses])
    middle = rotation @ origin + np.stack([pose.translation for pose in poses])
    return Hypotheses(
        rotation,
        focal[:, None] * middle[:, :2] / middle[:, 2:],
        focal / middle[:, 2],
        focal,
        np.array([pose.k1 for pose in poses]),
        origin,
        poses[0].centre,
    )


def join(batches: list[Hypotheses]) -> Hypotheses:
    """Several batches as one; they share origin and lens centre."""
    return _each(batches[0], lambda name: np.concatenate([getattr(batch, name) for batch in batches]))


def _each(like: Hypotheses, values: Callable[[str], Any]) -> Hypotheses:
    """Hypotheses with other values of what differs from one to the next."""
    batched: dict[str, Any] = {name: values(name) for name in ("rotation", "middle", "scale", "focal", "k1")}
    return replace(like, **batched)


def project_all(points: Floats, hypotheses: Hypotheses) -> Plane:
    """Project points of the board with every hypothesis.

    Args:
        points: (n, 3), mm, board frame.

    Returns:
        (b, n, 2), px of the raw picture; far outside for what lies behind a camera.
    """
    away = (points - hypotheses.origin).astype(np.float32)
    seen = away @ hypotheses.rotation.transpose(0, 2, 1).astype(np.float32)
    # In units of the depth at the board's middle, so that nothing depends on millimetres.
    by_depth = (hypotheses.scale / hypotheses.focal).astype(np.float32)[:, None]
    depth = 1 + seen[:, :, 2] * by_depth
    focal = hypotheses.focal.astype(np.float32)[:, None, None]
    middle = hypotheses.middle.astype(np.float32)[:, None, :] / focal
    plane = (middle + seen[:, :, :2] * by_depth[:, :, None]) / np.maximum(depth, 0.05)[:, :, None]
    bend = 1 + hypotheses.k1.astype(np.float32)[:, None] * (plane * plane).sum(axis=2)
    pixels = focal * plane * np.maximum(bend, 0.2)[:, :, None] + np.asarray(hypotheses.centre, np.float32)
    return np.asarray(np.where(depth[:, :, None] > 0.05, pixels, -1e4), np.float32)


def blob_map(blobs: Blobs, radius: float, holes: int, shrink: int | None = None) -> tuple[Plane, int]:
    """How likely it is that a hole's middle lies at each place, from 0 to 1.

    Args:
        radius: px, how far a blob may be from where it is expected.
        holes: how many the board has. The blob at half that rank has strength 1; stronger ones count no more.
        shrink: how many times smaller than the picture the map should be; None to choose by the radius.

    Returns:
        The map, and how many times smaller than the picture it is.
    """
    if shrink is None:
        shrink = 1 if radius < 4 else 2 if radius < 8 else 4 if radius < 20 else 8
    width, height = (math.ceil(side / shrink) for side in blobs.size)
    plane = np.zeros((height, width), np.float32)
    if not len(blobs.points):
        return plane, shrink
    place = np.round((blobs.points + 0.5) / shrink - 0.5).astype(np.intp)
    column = np.clip(place[:, 0], 0, width - 1)
    row = np.clip(place[:, 1], 0, height - 1)
    strong = blobs.strength[min(len(blobs.strength) - 1, holes // 2)]
    np.maximum.at(plane, (row, column), np.minimum(blobs.strength / strong, 1.0).astype(np.float32))
    sigma = radius / shrink / 1.5
    plane = np.asarray(cv2.GaussianBlur(plane, (0, 0), sigma), np.float32) * np.float32(
        2 * math.pi * sigma**2
    )
    return np.minimum(plane, np.float32(1.0)), shrink


def score(hypotheses: Hypotheses, points: Floats, plane: Plane, shrink: int) -> Plane:
    """The mean of a map where each hypothesis expects the points; outside the picture counts as 0.

    Returns:
        (b,), 0 to 1.
    """
    pixels = project_all(points, hypotheses)
    column = np.floor((pixels[:, :, 0] + 0.5) / shrink).astype(np.int32)
    row = np.floor((pixels[:, :, 1] + 0.5) / shrink).astype(np.int32)
    height, width = plane.shape
    within = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    at = np.where(within, row * width + column, 0)
    return np.asarray((plane.ravel()[at] * within).mean(axis=1), np.float32)


@dataclass(frozen=True, slots=True)
class LensLimits:
    """What focal length (px) and radial distortion a lens may have; perturbed hypotheses stay within."""

    focal: tuple[float, float]
    k1: tuple[float, float] = (-0.32, 0.10)


def perturb(
    hypotheses: Hypotheses,
    times: int,
    size_px: float,
    half_mm: float,
    limits: LensLimits,
    chance: np.random.Generator,
) -> Hypotheses:
    """Random neighbours of every hypothesis.

    Args:
        times: how many of each.
        size_px: about how far a hole at the board's edge moves, px.
        half_mm: from the board's middle to its edge.
        chance: the random generator; the same seed gives the same neighbours.

    Returns:
        (b * times), the neighbours of the first hypothesis first.
    """
    many = hypotheses.take(np.repeat(np.arange(len(hypotheses)), times))
    count = len(many)
    edge_px = many.scale * half_mm
    size = size_px * chance.exponential(0.8, count)
    normal = chance.standard_normal((count, 8))
    # A tilt moves the edge only by its perspective and its foreshortening: it needs more.
    turn = normal[:, :3] * (size / edge_px)[:, None] * np.array([2.0, 2.0, 0.7])
    focal = np.clip(many.focal * np.exp(normal[:, 3] * np.minimum(3.0 * size / edge_px, 0.1)), *limits.focal)
    bend = size / edge_px * np.minimum((many.focal / edge_px) ** 2, 12.0)
    k1 = np.clip(many.k1 + normal[:, 4] * np.minimum(0.7 * bend, 0.08), *limits.k1)
    return Hypotheses(
        rotations(turn) @ many.rotation,
        many.middle + 0.6 * normal[:, 5:7] * size[:, None],
        many.scale * np.exp(normal[:, 7] * 0.7 * size / edge_px),
        focal,
        k1,
        many.origin,
        many.centre,
    )


def hill_climb(
    hypotheses: Hypotheses,
    points: Floats,
    blobs: Blobs,
    steps: Sequence[tuple[float, int, int]],
    half_mm: float,
    limits: LensLimits,
    chance: np.random.Generator,
) -> tuple[Hypotheses, Plane]:
    """Try random neighbours of hypotheses and keep the better ones, with smaller and smaller steps.

    Args:
        points: (n, 3), mm: the holes that should be seen.
        steps: for each: radius in px, how many hypotheses to keep, how many neighbours of each to try.

    Returns:
        What was kept, best first, with its score on the last map.
    """
    for radius, keep, times in steps:
        plane, shrink = blob_map(blobs, radius, len(points))
        if len(hypotheses) > keep:
            marks = score(hypotheses, points, plane, shrink)
            hypotheses = hypotheses.take(np.argsort(-marks, kind="stable")[:keep])
        tried = join([hypotheses, perturb(hypotheses, times, radius, half_mm, limits, chance)])
        marks = score(tried, points, plane, shrink)
        family = np.concatenate([np.arange(len(hypotheses)), np.repeat(np.arange(len(hypotheses)), times)])
        order = np.argsort(-marks, kind="stable")
        _, first = np.unique(family[order], return_index=True)
        best = order[np.sort(first)]
        hypotheses, marks = tried.take(best), marks[best]
    return hypotheses, marks


def rotations(turns: Floats) -> Floats:
    """(b, 3) axes times angles as (b, 3, 3) rotations, by Rodrigues' formula."""
    angle = np.linalg.norm(turns, axis=1)
    axis = turns / np.maximum(angle, 1e-12)[:, None]
    cross = np.zeros((len(turns), 3, 3))
    cross[:, 0, 1], cross[:, 0, 2] = -axis[:, 2], axis[:, 1]
    cross[:, 1, 0], cross[:, 1, 2] = axis[:, 2], -axis[:, 0]
    cross[:, 2, 0], cross[:, 2, 1] = -axis[:, 1], axis[:, 0]
    sine, cosine = np.sin(angle)[:, None, None], np.cos(angle)[:, None, None]
    return np.asarray(np.eye(3) + sine * cross + (1 - cosine) * (cross @ cross))
