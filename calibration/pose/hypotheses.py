"""Batches of pose hypotheses: projected, scored on a map of blobs, perturbed, refined, and the best kept.

Random search ends about half a hole off; least squares then moves all hypotheses at once until blobs lie near
their holes.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from calibration.arrays import Floats, Indices, Mask, Singles
from calibration.camera import Pose
from calibration.features import Blobs


@dataclass(frozen=True, slots=True, eq=False)
class PoseSearch:
    """The search problem: what to find, and in which picture.

    Attributes:
        points: (n, 3), mm: the holes that should be visible.
        blobs: of the picture.
        origin: (3,), mm: the board's middle.
        half_mm: from there to its edge.
        focal: range of focal lengths, px.
        k1: range of radial distortions.
        rng: the random generator; the same seed gives the same hypotheses.
    """

    points: Floats
    blobs: Blobs
    origin: Floats
    half_mm: float
    focal: tuple[float, float]
    k1: tuple[float, float]
    rng: np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Hypotheses:
    """A batch of poses with independent parameters: changing one leaves the others as they are.

    Attributes:
        rotation: (b, 3, 3), from the board's frame to the camera's.
        middle: (b, 2), px from the picture's centre: undistorted projection of the board's middle.
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

    def take(self, chosen: Indices) -> "Hypotheses":
        """The hypotheses with the given indices, in that order."""
        return _each(self, lambda name: getattr(self, name)[chosen])

    def pose(self, index: int) -> Pose:
        """One hypothesis as a pose."""
        focal, rotation = self.focal[index], self.rotation[index]
        middle = np.array([*(self.middle[index] / focal), 1.0]) * (focal / self.scale[index])
        translation = middle - rotation @ self.origin
        return Pose(rotation, translation, float(focal), self.centre, float(self.k1[index]))


def hypotheses_of(poses: list[Pose], origin: Floats) -> Hypotheses:
    """A batch of poses, at least one, all with the same lens centre, around a point of the board, (3,) mm."""
    rotation = np.stack([pose.rotation for pose in poses])
    focal, k1 = np.array([(pose.focal, pose.k1) for pose in poses]).T
    middle = rotation @ origin + np.stack([pose.translation for pose in poses])
    place = focal[:, None] * middle[:, :2] / middle[:, 2:]
    return Hypotheses(rotation, place, focal / middle[:, 2], focal, k1, origin, poses[0].centre)


def join(batches: list[Hypotheses]) -> Hypotheses:
    """Concatenate batches that share origin and lens centre."""
    return _each(batches[0], lambda name: np.concatenate([getattr(batch, name) for batch in batches]))


def _each(like: Hypotheses, values: Callable[[str], Any]) -> Hypotheses:
    """A batch with its per-hypothesis values replaced."""
    batched: dict[str, Any] = {name: values(name) for name in ("rotation", "middle", "scale", "focal", "k1")}
    return replace(like, **batched)


def project_all(points: Floats, hypotheses: Hypotheses) -> Singles:
    """Project points of the board, (n, 3) mm, with every hypothesis.

    Returns:
        (2, b, n), x and y, px of the raw picture; far outside for what lies behind a camera.
    """
    away = (points - hypotheses.origin).astype(np.float32)
    # In units of the depth at the board's middle, so that nothing depends on millimetres.
    by_depth = (hypotheses.scale / hypotheses.focal).astype(np.float32)[:, None]
    focal, k1 = (values.astype(np.float32)[:, None] for values in (hypotheses.focal, hypotheses.k1))
    turned = hypotheses.rotation.astype(np.float32).reshape(-1, 3) @ away.T
    plane = np.ascontiguousarray(turned.reshape(len(hypotheses), 3, -1).swapaxes(0, 1))
    plane *= by_depth
    depth = plane[2]
    depth += np.float32(1)
    behind = depth <= 0.05
    np.maximum(depth, 0.05, out=depth)
    plane = plane[:2]
    plane += (hypotheses.middle.astype(np.float32) / focal).T[..., None]
    plane /= depth
    bend = np.maximum(1 + k1 * (plane[0] * plane[0] + plane[1] * plane[1]), 0.2)
    plane *= focal
    plane *= bend
    plane += np.asarray(hypotheses.centre, np.float32)[:, None, None]
    plane[:, behind] = -1e4
    return plane


def blob_map(sought: PoseSearch, radius: float, shrink: int | None = None) -> tuple[Singles, int]:
    """The likelihood of a hole's middle at each place, 0 to 1, and the map's reduction factor.

    A blob may be `radius` px from where it is expected; without `shrink` that also determines the reduction.
    """
    if shrink is None:
        shrink = 1 if radius < 4 else 2 if radius < 8 else 4 if radius < 20 else 8
    plane, at, weight = _sow(sought, shrink)
    if not len(weight):
        return plane, shrink
    np.maximum.at(plane, at, weight.astype(np.float32))
    sigma = radius / shrink / 1.5
    plane = np.asarray(cv2.GaussianBlur(plane, (0, 0), sigma), np.float32)
    return np.minimum(plane * np.float32(2 * math.pi * sigma**2), np.float32(1.0)), shrink


def _sow(sought: PoseSearch, shrink: int) -> tuple[Singles, tuple[Indices, Indices], Floats]:
    """An empty map, the row and column of each blob on it, and its weight, 0 to 1.

    The blob at half the rank of the last hole has weight 1; stronger ones count no more.
    """
    blobs = sought.blobs
    width, height = (math.ceil(side / shrink) for side in blobs.size)
    place = np.round((blobs.points + 0.5) / shrink - 0.5).astype(np.intp)
    at = np.clip(place[:, 1], 0, height - 1), np.clip(place[:, 0], 0, width - 1)
    plane = np.zeros((height, width), np.float32)
    if not len(place):
        return plane, at, blobs.strength
    strong = blobs.strength[min(len(blobs.strength) - 1, len(sought.points) // 2)]
    return plane, at, np.minimum(blobs.strength / strong, 1.0)


def score(hypotheses: Hypotheses, points: Floats, plane: Singles, shrink: int) -> Singles:
    """(b,), 0 to 1: the mean of a map over the points of each hypothesis; outside it counts as 0."""
    at, within = _cells(project_all(points, hypotheses), plane, shrink)
    return np.asarray((plane.take(at) * within).mean(axis=1), np.float32)


def _cells(pixels: Singles, plane: Singles, shrink: int) -> tuple[Indices, Mask]:
    """The cells of a map at pixels, (2, …): the flat index (0 outside), and whether it is within."""
    column, row = np.floor((pixels + np.float32(0.5)) / np.float32(shrink)).astype(np.intp)
    height, width = plane.shape[:2]
    within = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    row *= width
    row += column
    row *= within
    return row, np.asarray(within)


def perturb(hypotheses: Hypotheses, times: int, size_px: float, sought: PoseSearch) -> Hypotheses:
    """(b * times) random neighbours of (b) hypotheses, grouped by hypothesis.

    A hole at the board's edge moves by about `size_px`.
    """
    many = hypotheses.take(np.repeat(np.arange(len(hypotheses)), times))
    edge_px = many.scale * sought.half_mm
    size = size_px * sought.rng.exponential(0.8, len(many))
    normal = sought.rng.standard_normal((len(many), 8))
    # A tilt moves the edge only through perspective and foreshortening, so it needs more.
    turn = normal[:, :3] * (size / edge_px)[:, None] * np.array([2.0, 2.0, 0.7])
    zoom = np.exp(normal[:, 3] * np.minimum(3.0 * size / edge_px, 0.1))
    bend = size / edge_px * np.minimum((many.focal / edge_px) ** 2, 12.0)
    return Hypotheses(
        rotations(turn) @ many.rotation,
        many.middle + 0.6 * normal[:, 5:7] * size[:, None],
        many.scale * np.exp(normal[:, 7] * 0.7 * size / edge_px),
        np.clip(many.focal * zoom, *sought.focal),
        np.clip(many.k1 + normal[:, 4] * np.minimum(0.7 * bend, 0.08), *sought.k1),
        many.origin,
        many.centre,
    )


def hill_climb(
    hypotheses: Hypotheses, sought: PoseSearch, steps: Sequence[tuple[float, int, int]]
) -> Hypotheses:
    """Try random neighbours of hypotheses in decreasing steps, keeping the best.

    Args:
        steps: for each: radius in px, how many hypotheses to keep, how many neighbours of each to try.
    """
    for radius, keep, times in steps:
        plane, shrink = blob_map(sought, radius)
        if len(hypotheses) > keep:
            marks = score(hypotheses, sought.points, plane, shrink)
            hypotheses = hypotheses.take(np.argsort(-marks, kind="stable")[:keep])
        tried = join([hypotheses, perturb(hypotheses, times, radius, sought)])
        order = np.argsort(-score(tried, sought.points, plane, shrink), kind="stable")
        own = np.arange(len(hypotheses))
        family = np.concatenate([own, np.repeat(own, times)])
        _, first = np.unique(family[order], return_index=True)
        hypotheses = tried.take(order[np.sort(first)])
    return hypotheses


def rotations(turns: Floats) -> Floats:
    """(b, 3) rotation vectors as (b, 3, 3) matrices, by Rodrigues' formula."""
    angle = np.linalg.norm(turns, axis=1)
    x, y, z = (turns / np.maximum(angle, 1e-12)[:, None]).T
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)
    sine, cosine = np.sin(angle)[:, None, None], np.cos(angle)[:, None, None]
    return np.asarray(np.eye(3) + sine * cross + (1 - cosine) * (cross @ cross))


_NUDGES = 8  # number of parameters of a pose: rotation (3), place (2), scale, focal length, k1
_NUDGE_PX = 0.5  # about how far the board's edge moves by one step of a numerical derivative
_PULLS = 2  # iterations with each neighbourhood width
_DAMPING = 0.02  # Levenberg-Marquardt damping, as a share of the diagonal
_SIGMA = 0.1  # prior spread of the focal length's logarithm, and of k1, around where the refinement began


def refine(hypotheses: Hypotheses, sought: PoseSearch, sigmas_px: Sequence[float]) -> Hypotheses:
    """Move every hypothesis so that each hole lies at the weighted mean of the blobs around it.

    All blobs in a hole's neighbourhood count, so a row that is half a hole off doesn't settle on the wrong
    neighbours; the neighbourhoods, `sigmas_px` wide, shrink step by step. The order stays.

    Source: Granger and Pennec, Multi-scale EM-ICP, 2002.
    """
    believed = np.log(hypotheses.focal), hypotheses.k1
    for sigma in sigmas_px:
        pull = _pull(sought, sigma)
        for _ in range(_PULLS):
            hypotheses = _step(hypotheses, sought, pull, sigma, believed)
    return hypotheses


def _pull(sought: PoseSearch, sigma: float) -> tuple[Singles, int]:
    """A map, (h, w, 3), and its reduction factor.

    It has the sums of x, of y, px, and of the weights of the blobs around each cell.
    """
    shrink = 1 if sigma < 4 else 2
    plane, at, weight = _sow(sought, shrink)
    sums = np.zeros((*plane.shape, 3), np.float32)
    np.add.at(sums, at, np.column_stack([weight[:, None] * sought.blobs.points, weight]).astype(np.float32))
    return np.asarray(cv2.GaussianBlur(sums, (0, 0), sigma / shrink), np.float32), shrink


def _step(
    hypotheses: Hypotheses,
    sought: PoseSearch,
    pull: tuple[Singles, int],
    sigma: float,
    believed: tuple[Floats, Floats],
) -> Hypotheses:
    """One step of `refine`; `believed` are the logarithms of the focal lengths and the k1 at its start."""
    plane, shrink = pull
    nudge = _nudges(hypotheses, sought.half_mm)
    index = np.arange(_NUDGES)
    tried = join([hypotheses, *(_nudged(hypotheses, nudge * row) for row in np.eye(_NUDGES))])
    pixels = project_all(sought.points, tried).reshape(2, _NUDGES + 1, len(hypotheses), -1)
    here = pixels[:, 0]
    at, within = _cells(here, plane, shrink)
    x, y, mass = np.moveaxis(plane.reshape(-1, 3)[at], -1, 0)
    weight = np.minimum(mass * np.float32(2 * np.pi * (sigma / shrink) ** 2), 1.0) * within
    away = _interleave(np.stack([x, y]) / np.maximum(mass, 1e-9) - here)
    slope = _interleave(pixels[:, 1:] - here[:, None]).transpose(1, 2, 3, 0)  # (b, n, 2, 8), per nudge
    held = slope * weight[..., None, None]
    normal = np.einsum("bncp,bncq->bpq", held, slope)
    gradient = np.einsum("bncp,bnc->bp", held, away)
    for at_lens, (value, usual) in enumerate(
        zip((np.log(hypotheses.focal), hypotheses.k1), believed, strict=True), start=6
    ):
        stiff = (sigma * nudge[:, at_lens] / _SIGMA) ** 2
        normal[:, at_lens, at_lens] += stiff
        gradient[:, at_lens] += stiff * (usual - value) / nudge[:, at_lens]
    normal[:, index, index] *= 1 + _DAMPING
    normal[:, index, index] += 1e-6
    step = np.linalg.solve(normal, gradient[..., None])[..., 0]
    step = np.clip(step, -2 * sigma / _NUDGE_PX, 2 * sigma / _NUDGE_PX)
    moved = _nudged(hypotheses, nudge * step)
    return replace(moved, focal=np.clip(moved.focal, *sought.focal), k1=np.clip(moved.k1, *sought.k1))


def _interleave(planes: Singles) -> Floats:
    """(…, 2) from planes of x and y, (2, …)."""
    return np.ascontiguousarray(np.moveaxis(planes, 0, -1), np.float64)


def _nudges(hypotheses: Hypotheses, half_mm: float) -> Floats:
    """(b, 8): steps of rotation, place, scale and lens; each moves the board's edge by about half a pixel."""
    edge_px = hypotheses.scale * half_mm
    turn = _NUDGE_PX / edge_px
    lens = turn * np.minimum((hypotheses.focal / edge_px) ** 2, 12.0)
    place = np.full(len(hypotheses), _NUDGE_PX)
    return np.column_stack([turn, turn, turn, place, place, turn, 2 * turn, lens])


def _nudged(hypotheses: Hypotheses, by: Floats) -> Hypotheses:
    """(b) hypotheses, changed by (b, 8): rotation, place in px, log of scale and of focal length, k1."""
    return replace(
        hypotheses,
        rotation=rotations(by[:, :3]) @ hypotheses.rotation,
        middle=hypotheses.middle + by[:, 3:5],
        scale=hypotheses.scale * np.exp(by[:, 5]),
        focal=hypotheses.focal * np.exp(by[:, 6]),
        k1=hypotheses.k1 + by[:, 7],
    )
