"""What crosses the board's edge in a single picture: an arm, or a thing that lies half on the board.

At set-up there is no earlier picture to compare with. But the pose gives the board's edge to a pixel, and it
looks much the same all around. Where something lies over it, both sides have another colour, and there is no
edge between them. Every piece of the edge is compared with what lies to its left and right; a small network
(one hidden layer of a dozen cells), fitted to pictures with and without hands, weighs the differences.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import Image
from calibration.appearance.sampling_grid import PawnSet
from calibration.board.board import Board
from calibration.camera.lens import Floats, Pose, flat
from calibration.occlusion.board_edge import Mask, Rim, hide_pawns, not_light, unroll
from calibration.pose.verification import log_light, patch_half_mm, verify

Indices = NDArray[np.intp]

LENGTHS = (6, 8, 12, 17, 24, 34, 48, 68, 96)
"""Lengths of the pieces that are compared, in columns of `board_edge.STEP_MM`."""

_BESIDE, _GAP = 10, 3
"""Number of columns on either side that a piece is compared with, and of those left out between."""

_EVERY = 2
"""Step between the beginnings of pieces, in columns."""

_LEAST_COLOUR, _LEAST_LIGHT = 0.03, 0.12
"""Pieces that differ less from their neighbours, both in colour and in brightness (logarithms), aren't
weighed."""

_NUMBERS = 18
"""Number of measurements of a piece itself; see `_numbers`."""

_NEAREST = 5
"""Number of empty holes near a column whose likeness to a hole is a measurement of it."""

_CAPS = (0.5, 1.2, 0.5, 1.2, 0.6, 1.2, 2.0, 2.0, 2.0, 2.0, 2.0, 0.3, 1.5, 9.0, 9.0, 0.8, 1.2, 9.0, 9.0, 9.0)
"""Largest values of the measurements, in the order of `_numbers` and `holes_near`. The network was fitted to
measurements limited like this (tools/fit_crossing.py; the pictures and results are in docs/decisions/0008 and
0009): after a change it has to be fitted again."""

_MOST = 4
"""Maximum number of crossings that are reported."""

_APART_MM = 60.0
"""Least distance between the middles of two crossings."""

_HOPELESS = 0.0
"""After a crossing with log odds below this none is added."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Something that lies over the board's edge.

    Attributes:
        weight: its log odds.
        start, end: mm, where on the edge it begins and ends.
    """

    weight: float
    start: tuple[float, float]
    end: tuple[float, float]


def find_crossings(
    image: Image, board: Board, pose: Pose, holes: Mapping[str, str], pawns: PawnSet
) -> tuple[Crossing, ...]:
    """The few likeliest places where something may cross the board's edge, likeliest first.

    Args:
        image: (h, w, 3) BGR.
        board: what lies there.
        pose: where the camera stands, proved.
        holes: which pawn stands where.
        pawns: their declared kind and size.

    Returns:
        Nothing where no piece of the edge differs from its neighbours.
    """
    rim = unroll(image, board, pose, hide_pawns(image.shape[1::-1], board, pose, holes, pawns))
    pieces = compare(rim)
    if not len(pieces.first):
        return ()
    marks = weigh(measure(pieces, rim, holes_near(image, board, pose, holes, rim)))
    middles = rim.places[(pieces.first + pieces.length // 2) % len(rim)]
    found: list[Crossing] = []
    kept: list[int] = []
    for piece in np.argsort(-marks, kind="stable"):
        apart = [float(np.hypot(*(middles[piece] - middles[other]))) for other in kept]
        if len(kept) == _MOST or any(away < _APART_MM for away in apart):
            continue
        start, end = (
            rim.places[at % len(rim)]
            for at in (pieces.first[piece], pieces.first[piece] + pieces.length[piece])
        )
        kept.append(int(piece))
        found.append(
            Crossing(float(marks[piece]), (float(start[0]), float(start[1])), (float(end[0]), float(end[1])))
        )
        if marks[piece] < _HOPELESS:
            break
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Pieces of the rim that differ from both their neighbours.

    Attributes:
        first, length: (n), columns.
        numbers: (n, k), how they differ.
    """

    first: Indices
    length: Indices
    numbers: Floats


class _Means:
    """Means over any span of a closed strip."""

    def __init__(self, rim: Rim) -> None:
        step = np.abs(rim.outer - rim.brink).sum(axis=1, keepdims=True)
        board = np.hstack([rim.inner, rim.brink])
        table = np.hstack([rim.outer, rim.beyond, step])
        on, beside = rim.on[:, None], rim.beside[:, None]
        values = np.hstack(
            [np.where(on, board, 0), np.where(beside, table, 0), np.where(rim.on, rim.likeness, 0)[:, None]]
        )
        counts = np.hstack([on, beside]).astype(np.float64)
        self.size = len(rim)
        self._values, self._counts = self._summed(values), self._summed(counts)

    @staticmethod
    def _summed(values: Floats) -> Floats:
        thrice = np.concatenate([values, values, values])
        return np.concatenate([np.zeros((1, values.shape[1])), np.cumsum(thrice, axis=0)])

    def __call__(self, start: Indices, end: Indices) -> tuple[Floats, Floats]:
        """(n, 14) means and (n, 2) counts of columns seen, on the board and beside it."""
        low, high = start + self.size, end + self.size
        counts = self._counts[high] - self._counts[low]
        which = np.array([0] * 6 + [1] * 7 + [0])
        return (self._values[high] - self._values[low]) / np.maximum(counts[:, which], 1), counts


def compare(rim: Rim) -> Pieces:
    """Every piece of the rim against what lies to its left and right."""
    means = _Means(rim)
    first = np.arange(0, len(rim), _EVERY)
    sharp = _sharpness(rim)
    found: list[tuple[Indices, Indices, Floats]] = []
    for length in LENGTHS:
        if length > len(rim) // 3:
            break
        sides = _sides(means, first, length)
        ends_sharp = np.minimum(sharp[first], sharp[(first + length) % len(rim)])
        numbers = _numbers(sides, rim.relief[first], ends_sharp, length)
        kept = sides.fair & ((numbers[:, 0] > _LEAST_COLOUR) | (numbers[:, 1] > _LEAST_LIGHT))
        found.append((first[kept], np.full(int(kept.sum()), length, np.intp), numbers[kept]))
    if not found:
        return Pieces(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros((0, _NUMBERS)))
    return Pieces(*(np.concatenate(part) for part in zip(*found, strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """Means over pieces of one length and what lies beside them; (n, 14) each.

    Attributes:
        whole: of the piece.
        parts: of its beginning, its middle and its end.
        left, right: of its neighbours.
        fair: (n) bool, enough of the board's side is seen of all three.
        beside: (n) bool, enough of the table's side too.
    """

    whole: Floats
    parts: tuple[Floats, ...]
    left: Floats
    right: Floats
    fair: Mask
    beside: Mask

    def least_colour(self, at: int) -> Floats:
        """(n): the smallest distance of a part from a neighbour that light doesn't explain."""
        return np.asarray(
            np.min(
                [not_light(one[:, at : at + 3], other[:, at : at + 3]) for one, other in self._pairs], axis=0
            )
        )

    def least_light(self, at: int) -> Floats:
        """(n): the smallest difference of a part's brightness from a neighbour's."""
        return np.asarray(np.min([np.abs(one[:, at] - other[:, at]) for one, other in self._pairs], axis=0))

    @property
    def _pairs(self) -> list[tuple[Floats, Floats]]:
        return [(part, other) for part in self.parts for other in (self.left, self.right)]


def _sides(means: _Means, first: Indices, length: int) -> _Sides:
    whole, seen = means(first, first + length)
    left, seen_left = means(first - _GAP - _BESIDE, first - _GAP)
    right, seen_right = means(first + length + _GAP, first + length + _GAP + _BESIDE)
    third = max(2, length // 3)
    starts = (0, (length - third) // 2, length - third)
    parts = tuple(means(first + at, first + at + third)[0] for at in starts)
    fair = (seen[:, 0] >= 0.7 * length) & (seen_left[:, 0] >= 5) & (seen_right[:, 0] >= 5)
    beside = (seen[:, 1] >= 0.6 * length) & (seen_left[:, 1] >= 4) & (seen_right[:, 1] >= 4)
    return _Sides(whole, parts, left, right, fair, beside)


def _numbers(sides: _Sides, relief: Floats, ends_sharp: Floats, length: int) -> Floats:
    """(n, 18): what the network weighs of each piece; `edge_crossings.json` was fitted to this order."""
    whole, left, right, beside = sides.whole, sides.left, sides.right, sides.beside
    unknown = np.full(len(whole), -1.0)
    return np.column_stack(
        [
            sides.least_colour(0),
            sides.least_light(0),
            not_light(left[:, :3], right[:, :3]),
            np.abs(left[:, 0] - right[:, 0]),
            np.where(beside, sides.least_colour(6), unknown),
            np.where(beside, sides.least_light(6), unknown),
            np.where(beside, whole[:, 12], unknown),
            np.where(beside, np.minimum(left[:, 12], right[:, 12]), unknown),
            np.where(beside, np.maximum(left[:, 12], right[:, 12]), unknown),
            whole[:, 13],
            np.minimum(left[:, 13], right[:, 13]),
            relief,
            ends_sharp,
            np.full(len(whole), np.log(length)),
            whole[:, 0],
            not_light(whole[:, 6:9], whole[:, 9:12]) * beside,
            np.abs(whole[:, 6] - whole[:, 3]) * beside,
            np.std([part[:, 0] for part in sides.parts], axis=0),
        ]
    )


def _sharpness(rim: Rim) -> Floats:
    """(n): how steeply the board's colour changes along the edge around each column."""
    inner = np.where(rim.on[:, None], rim.inner, np.nan)
    change = np.nan_to_num(np.abs(np.roll(inner, -2, axis=0) - np.roll(inner, 2, axis=0)).sum(axis=1))
    return np.asarray(np.max([np.roll(change, by) for by in range(-4, 5)], axis=0))


def holes_near(image: Image, board: Board, pose: Pose, holes: Mapping[str, str], rim: Rim) -> Floats:
    """(n, 2): how much the empty holes nearest to each column look like holes, and how much all do."""
    places = np.array([place for hole, place in board.holes.items() if hole not in holes])
    alike = verify(log_light(image), flat(places), pose, patch_half_mm(board)).alike
    known = np.isfinite(alike)
    if known.sum() < _NEAREST:
        return np.ones((len(rim), 2))
    apart = np.hypot(*(rim.places[:, None] - places[known][None]).transpose(2, 0, 1))
    nearest = np.argsort(apart, axis=1)[:, :_NEAREST]
    return np.column_stack([alike[known][nearest].mean(axis=1), np.full(len(rim), np.median(alike[known]))])


def measure(pieces: Pieces, rim: Rim, near: Floats) -> Floats:
    """(n, 26): the network's inputs for each piece, capped.

    Args:
        pieces: of the rim.
        rim: whose.
        near: from `holes_near`.
    """
    middle = (pieces.first + pieces.length // 2) % len(rim)
    numbers = np.nan_to_num(np.hstack([pieces.numbers, near[middle]]))
    numbers = np.clip(numbers, [-1.0] * 14 + [-9.0] * 6, _CAPS)
    colour, light, step, usual_step = numbers[:, 0], numbers[:, 1], numbers[:, 6], numbers[:, 7]
    gone = np.clip((usual_step - step) / (np.maximum(usual_step, 0) + 0.15), -1, 1) * (step >= 0)
    further = [
        gone,
        np.clip(numbers[:, 10] - numbers[:, 9], -2, 2),
        gone * np.minimum(colour, 0.2) * 5,
        gone * np.minimum(light, 0.5) * 2,
        np.log(np.maximum(colour, 0.01)),
        np.log(np.maximum(light, 0.01)),
    ]
    return np.column_stack([numbers, *further])


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A network with one hidden layer over what `measure` gives; fitted by tools/fit_crossing.py.

    Attributes:
        middle, spread: (k), mean and deviation of the inputs that it was fitted to.
        cells: (k, cells), the hidden layer's weights.
        bias, out: (cells), the hidden layer's biases and the output's weights.
        threshold: the output's bias.
    """

    middle: Floats
    spread: Floats
    cells: Floats
    bias: Floats
    out: Floats
    threshold: float

    def weigh(self, numbers: Floats) -> Floats:
        """(n): the logarithm of odds for a crossing, from (n, k) numbers."""
        shown = np.tanh((numbers - self.middle) / self.spread @ self.cells + self.bias)
        return np.asarray(shown @ self.out + self.threshold)


def read_network(text: str) -> Network:
    """A network as edge_crossings.json has it."""
    told = json.loads(text)
    middle, spread, cells, bias, out = (
        np.array(told[key], np.float64) for key in ("middle", "spread", "cells", "bias", "out")
    )
    return Network(middle, spread, cells, bias, out, float(told["threshold"]))


@lru_cache(maxsize=1)
def _network() -> Network:
    fitted = resources.files("calibration.occlusion").joinpath("edge_crossings.json")
    return read_network(fitted.read_text("utf-8"))


def weigh(numbers: Floats) -> Floats:
    """(n): the logarithm of odds for a crossing, from `measure`."""
    return _network().weigh(numbers)
