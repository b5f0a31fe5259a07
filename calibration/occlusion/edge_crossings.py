"""Finds what crosses the board's edge in a single picture: an arm, or an object that lies half on the board.

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

from calibration.appearance.looks import distance_beyond_light
from calibration.appearance.sampling_grid import PawnSet
from calibration.arrays import Floats, Image, Indices, Mask
from calibration.board.board import Board
from calibration.camera import Pose
from calibration.occlusion.board_edge import EdgeStrip, mask_pawns, sample_edge_strip
from calibration.pose.found_pose import hole_likeness

LENGTHS = (6, 8, 12, 17, 24, 34, 48, 68, 96)
"""Lengths of the pieces that are compared, in columns of `board_edge.STEP_MM`."""

_BESIDE, _GAP = 10, 3
"""Number of columns on either side that a piece is compared with, and of those left out between."""

_EVERY = 2  # step between the beginnings of pieces, in columns

_MIN_COLOUR, _MIN_LIGHT = 0.03, 0.12
"""Pieces that differ less from their neighbours, both in colour and in brightness (logarithms), aren't
weighed."""

_FEATURES = 18  # number of measurements of a piece itself; see `_features`
_NEAREST = 5  # number of empty holes near a column whose likeness to a hole is a measurement of it

_CAPS = (0.5, 1.2, 0.5, 1.2, 0.6, 1.2, 2.0, 2.0, 2.0, 2.0, 2.0, 0.3, 1.5, 9.0, 9.0, 0.8, 1.2, 9.0, 9.0, 9.0)
"""Largest values of the measurements, in the order of `_features` and `nearby_hole_likeness`. The network
was fitted to measurements limited like this (research/fit_crossing.py; the pictures and results are in
docs/decisions/0008 and 0009): after a change it has to be fitted again."""

_MAX_CROSSINGS = 4  # maximum number of crossings that are reported
_APART_MM = 60.0  # least distance between the middles of two crossings
_MIN_LOG_ODDS = 0.0  # after a crossing with log odds below this none is added


@dataclass(frozen=True, slots=True)
class Crossing:
    """Something that lies over the board's edge.

    Attributes:
        log_odds: its log odds.
        start, end: mm, where on the edge it begins and ends.
    """

    log_odds: float
    start: tuple[float, float]
    end: tuple[float, float]


def find_crossings(
    image: Image, board: Board, pose: Pose, holes: Mapping[str, str], pawns: PawnSet
) -> tuple[Crossing, ...]:
    """The few likeliest places where something may cross the board's edge, likeliest first.

    Args:
        pose: where the camera stands, proved.

    Returns:
        Nothing where no piece of the edge differs from its neighbours.
    """
    strip = sample_edge_strip(image, board, pose, mask_pawns(image.shape[1::-1], board, pose, holes, pawns))
    pieces = compare_pieces(strip)
    if not len(pieces.first):
        return ()
    log_odds = crossing_log_odds(
        network_inputs(pieces, strip, nearby_hole_likeness(image, board, pose, holes, strip))
    )
    middles = strip.places[(pieces.first + pieces.length // 2) % len(strip)]
    found: list[Crossing] = []
    kept: list[int] = []
    for piece in np.argsort(-log_odds, kind="stable"):
        apart = [float(np.hypot(*(middles[piece] - middles[other]))) for other in kept]
        if len(kept) == _MAX_CROSSINGS or any(away < _APART_MM for away in apart):
            continue
        start, end = (
            strip.places[at % len(strip)]
            for at in (pieces.first[piece], pieces.first[piece] + pieces.length[piece])
        )
        kept.append(int(piece))
        found.append(
            Crossing(
                float(log_odds[piece]), (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
            )
        )
        if log_odds[piece] < _MIN_LOG_ODDS:
            break
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class EdgePieces:
    """Pieces of the strip that differ from both their neighbours.

    Attributes:
        first, length: (n), columns.
        features: (n, k), how they differ.
    """

    first: Indices
    length: Indices
    features: Floats


class _StripMeans:
    """Means over any span of a closed strip."""

    def __init__(self, strip: EdgeStrip) -> None:
        step = np.abs(strip.table_edge - strip.board_edge).sum(axis=1, keepdims=True)
        board = np.hstack([strip.board_inside, strip.board_edge])
        table = np.hstack([strip.table_edge, strip.table_outside, step])
        on, beside = strip.board_visible[:, None], strip.table_visible[:, None]
        values = np.hstack(
            [
                np.where(on, board, 0),
                np.where(beside, table, 0),
                np.where(strip.board_visible, strip.profile_correlation, 0)[:, None],
            ]
        )
        counts = np.hstack([on, beside]).astype(np.float64)
        self.size = len(strip)
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


def compare_pieces(strip: EdgeStrip) -> EdgePieces:
    """Every piece of the strip against what lies to its left and right."""
    means = _StripMeans(strip)
    first = np.arange(0, len(strip), _EVERY)
    sharp = _sharpness(strip)
    found: list[tuple[Indices, Indices, Floats]] = []
    for length in LENGTHS:
        if length > len(strip) // 3:
            break
        sides = _compare_length(means, first, length)
        ends_sharp = np.minimum(sharp[first], sharp[(first + length) % len(strip)])
        numbers = _features(sides, strip.profile_contrast[first], ends_sharp, length)
        kept = sides.comparable & ((numbers[:, 0] > _MIN_COLOUR) | (numbers[:, 1] > _MIN_LIGHT))
        found.append((first[kept], np.full(int(kept.sum()), length, np.intp), numbers[kept]))
    if not found:
        return EdgePieces(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros((0, _FEATURES)))
    return EdgePieces(*(np.concatenate(part) for part in zip(*found, strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class _Comparison:
    """Means over pieces of one length and what lies beside them; (n, 14) each.

    Attributes:
        whole: of the piece.
        parts: of its beginning, its middle and its end.
        left, right: of its neighbours.
        comparable: (n) bool, enough of the board's side is seen of all three.
        table_comparable: (n) bool, enough of the table's side too.
    """

    whole: Floats
    parts: tuple[Floats, ...]
    left: Floats
    right: Floats
    comparable: Mask
    table_comparable: Mask

    def least_colour(self, at: int) -> Floats:
        """(n): the smallest distance of a part from a neighbour that light doesn't explain."""
        return np.asarray(
            np.min(
                [
                    distance_beyond_light(one[:, at : at + 3], other[:, at : at + 3])
                    for one, other in self._pairs
                ],
                axis=0,
            )
        )

    def least_light(self, at: int) -> Floats:
        """(n): the smallest difference of a part's brightness from a neighbour's."""
        return np.asarray(np.min([np.abs(one[:, at] - other[:, at]) for one, other in self._pairs], axis=0))

    @property
    def _pairs(self) -> list[tuple[Floats, Floats]]:
        return [(part, other) for part in self.parts for other in (self.left, self.right)]


def _compare_length(means: _StripMeans, first: Indices, length: int) -> _Comparison:
    whole, seen = means(first, first + length)
    left, seen_left = means(first - _GAP - _BESIDE, first - _GAP)
    right, seen_right = means(first + length + _GAP, first + length + _GAP + _BESIDE)
    third = max(2, length // 3)
    starts = (0, (length - third) // 2, length - third)
    parts = tuple(means(first + at, first + at + third)[0] for at in starts)
    comparable = (seen[:, 0] >= 0.7 * length) & (seen_left[:, 0] >= 5) & (seen_right[:, 0] >= 5)
    table_comparable = (seen[:, 1] >= 0.6 * length) & (seen_left[:, 1] >= 4) & (seen_right[:, 1] >= 4)
    return _Comparison(whole, parts, left, right, comparable, table_comparable)


def _features(sides: _Comparison, relief: Floats, ends_sharp: Floats, length: int) -> Floats:
    """(n, 18): what the network weighs of each piece; `edge_crossings.json` was fitted to this order."""
    whole, left, right, beside = sides.whole, sides.left, sides.right, sides.table_comparable
    unknown = np.full(len(whole), -1.0)
    return np.column_stack(
        [
            sides.least_colour(0),
            sides.least_light(0),
            distance_beyond_light(left[:, :3], right[:, :3]),
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
            distance_beyond_light(whole[:, 6:9], whole[:, 9:12]) * beside,
            np.abs(whole[:, 6] - whole[:, 3]) * beside,
            np.std([part[:, 0] for part in sides.parts], axis=0),
        ]
    )


def _sharpness(strip: EdgeStrip) -> Floats:
    """(n): how steeply the board's colour changes along the edge around each column."""
    inner = np.where(strip.board_visible[:, None], strip.board_inside, np.nan)
    change = np.nan_to_num(np.abs(np.roll(inner, -2, axis=0) - np.roll(inner, 2, axis=0)).sum(axis=1))
    return np.asarray(np.max([np.roll(change, by) for by in range(-4, 5)], axis=0))


def nearby_hole_likeness(
    image: Image, board: Board, pose: Pose, holes: Mapping[str, str], strip: EdgeStrip
) -> Floats:
    """(n, 2): how much the empty holes nearest to each column look like holes, and how much all do."""
    places, alike = hole_likeness(image, board, pose, holes)
    known = np.isfinite(alike)
    if known.sum() < _NEAREST:
        return np.ones((len(strip), 2))
    apart = np.hypot(*(strip.places[:, None] - places[known][None]).transpose(2, 0, 1))
    nearest = np.argsort(apart, axis=1)[:, :_NEAREST]
    return np.column_stack([alike[known][nearest].mean(axis=1), np.full(len(strip), np.median(alike[known]))])


def network_inputs(pieces: EdgePieces, strip: EdgeStrip, near: Floats) -> Floats:
    """(n, 26): the network's inputs for each piece, capped.

    Args:
        near: from `nearby_hole_likeness`.
    """
    middle = (pieces.first + pieces.length // 2) % len(strip)
    features = np.nan_to_num(np.hstack([pieces.features, near[middle]]))
    features = np.clip(features, [-1.0] * 14 + [-9.0] * 6, _CAPS)
    colour, light, step, usual_step = features[:, 0], features[:, 1], features[:, 6], features[:, 7]
    gone = np.clip((usual_step - step) / (np.maximum(usual_step, 0) + 0.15), -1, 1) * (step >= 0)
    further = [
        gone,
        np.clip(features[:, 10] - features[:, 9], -2, 2),
        gone * np.minimum(colour, 0.2) * 5,
        gone * np.minimum(light, 0.5) * 2,
        np.log(np.maximum(colour, 0.01)),
        np.log(np.maximum(light, 0.01)),
    ]
    return np.column_stack([features, *further])


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A network with one hidden layer over what `network_inputs` gives; fitted by research/fit_crossing.py.

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

    def log_odds(self, inputs: Floats) -> Floats:
        """(n): the logarithm of odds for a crossing, from (n, k) numbers."""
        shown = np.tanh((inputs - self.middle) / self.spread @ self.cells + self.bias)
        return np.asarray(shown @ self.out + self.threshold)


def read_network(text: str) -> Network:
    """A network as edge_crossings.json has it."""
    stored = json.loads(text)
    middle, spread, cells, bias, out = (
        np.array(stored[key], np.float64) for key in ("middle", "spread", "cells", "bias", "out")
    )
    return Network(middle, spread, cells, bias, out, float(stored["threshold"]))


@lru_cache(maxsize=1)
def _network() -> Network:
    fitted = resources.files("calibration.occlusion").joinpath("edge_crossings.json")
    return read_network(fitted.read_text("utf-8"))


def crossing_log_odds(inputs: Floats) -> Floats:
    """(n): the logarithm of odds for a crossing, from `network_inputs`."""
    return _network().log_odds(inputs)
