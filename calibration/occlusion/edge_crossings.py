"""Finds what crosses the board's edge in a single picture: an arm, or an object half on the board.

At set-up there is no earlier picture to compare with. But the pose gives the board's edge to a pixel, and it
looks much the same all around. Where something covers it, both sides have another colour, and there is no
edge between them. The strip of picture along the edge is sampled column by column all around the board; every
piece of it is compared with its left and right neighbours; a small network (one hidden layer of a dozen
cells), fitted to pictures with and without hands, weighs the differences.
"""

import json
import warnings
from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import resources

import cv2
import numpy as np

from calibration.appearance.colours import distance_beyond_light, to_ratios
from calibration.appearance.pawn_set import PawnSet
from calibration.arrays import Floats, Image, Indices, Mask, nan_median
from calibration.board.board import Board, Point
from calibration.camera import Pose, circle, flat, project
from calibration.pose.found_pose import hole_likeness

STEP_MM = 1.5  # length of edge per column of the strip
_ACROSS = np.arange(-16.0, 12.5, 1.0)  # millimetres from the edge: negative on the board, positive beside it

# Parts of the strip, mm from the edge: for `EdgeStrip.colours`, and for the profile of brightness across.
_PARTS = (-11.0, -3.0), (-5.0, -1.5), (1.5, 5.0), (6.0, 11.0)
_PROFILE = (-14.0, 4.0)
_SHORTEST_MM = 20.0  # shorter sides of the outline are left out
_SEEN = 0.6  # share of a part of the strip that must be free of pawns for its colour to count
_BLUR_PX = 1.0  # sigma of the Gaussian that smooths the picture first
_SHARP = 0.4  # change of direction, radians, from which a point of the outline is a corner
# Length of edge that is left out on either side of a corner. Real corners are rounded, and at those of a dark
# board on a dark table false crossings were found; see docs/decisions/0009.
_CORNER_MM = 12.0
# Least height and width that a pawn is taken to hide, and a factor on the size given, which may be wrong.
_TALL_MM, _WIDE_MM, _MORE = 30.0, 12.5, 1.2


@dataclass(frozen=True, slots=True, eq=False)
class EdgeStrip:
    """The board's edge, column by column, clockwise and closed.

    Attributes:
        places: (n, 2), mm, the column's place on the edge.
        colours: (n, 4, 3): of the board, farther from the edge and right next to it; of what lies beside it.
        board_visible, table_visible: (n) bool, whether the board and its surroundings are visible there.
        profile_correlation: (n), of the brightness across the edge with the side's median profile, at most 1.
        profile_contrast: (n), the side's median change of brightness across the edge.
    """

    places: Floats
    colours: Floats
    board_visible: Mask
    table_visible: Mask
    profile_correlation: Floats
    profile_contrast: Floats

    def __len__(self) -> int:
        return len(self.places)


def mask_pawns(
    size: tuple[int, ...], board: Board, pose: Pose, holes: Collection[str], pawns: PawnSet
) -> Image:
    """(h, w) uint8, 255 where a pawn in one of the holes may be visible."""
    hidden = np.zeros(size[::-1], np.uint8)
    radius = max(_MORE * pawns.diameter, _WIDE_MM) / 2
    tall = max(_MORE * pawns.height, _TALL_MM)
    for hole in holes:
        body = np.concatenate([circle(board.holes[hole], radius, 12, z) for z in (0.0, -tall)])
        seen = project(body, pose).astype(np.float32)
        cv2.fillConvexPoly(hidden, cv2.convexHull(seen).round().astype(np.int32), 255)
    return np.asarray(cv2.dilate(hidden, np.ones((5, 5), np.uint8)), np.uint8)


def sample_edge_strip(image: Image, board: Board, pose: Pose, hidden: Image) -> EdgeStrip:
    """Unroll the strip along a board's edge; `hidden` is from `mask_pawns`."""
    smooth = np.asarray(cv2.GaussianBlur(image, (0, 0), _BLUR_PX), np.uint8)
    corners = _corners(np.asarray(board.outline))
    strips = []
    for at, side in enumerate(board_sides(board)):
        if side.length >= _SHORTEST_MM:
            steps = np.arange(0, side.length, STEP_MM)
            clear = (steps >= corners[at]) & (steps <= side.length - corners[(at + 1) % len(corners)])
            places = side.start + steps[:, None] * side.along
            strips.append(_sample_side(smooth, places, side.outward, pose, hidden, clear))
    return EdgeStrip(
        *(np.concatenate([getattr(one, each.name) for one in strips]) for each in fields(EdgeStrip))
    )


@dataclass(frozen=True, slots=True, eq=False)
class BoardSide:
    """One side of a board's outline: where it starts, (2,) mm, its length, mm, and two unit vectors, (2,)."""

    start: Floats
    length: float
    along: Floats
    outward: Floats


def board_sides(board: Board) -> list[BoardSide]:
    """The sides of a board's outline, in its order."""
    outline = np.asarray(board.outline)
    middle = outline.mean(axis=0)
    sides = []
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        length = float(np.linalg.norm(end - start))
        along = (end - start) / max(length, 1e-6)
        outward = np.array([along[1], -along[0]])
        if outward @ ((start + end) / 2 - middle) < 0:
            outward = -outward
        sides.append(BoardSide(start, length, along, outward))
    return sides


def _corners(outline: Floats) -> Floats:
    """(n): length of edge to leave out on either side of each point of the outline, mm."""
    ways = np.roll(outline, -1, axis=0) - outline
    bearing = np.arctan2(ways[:, 1], ways[:, 0])
    turn = np.abs(np.angle(np.exp(1j * (bearing - np.roll(bearing, 1)))))
    return np.where(turn > _SHARP, _CORNER_MM, 0.0)


def _sample_side(
    image: Image, places: Floats, outward: Floats, pose: Pose, hidden: Image, clear: Mask
) -> EdgeStrip:
    spots = places[:, None] + _ACROSS[None, :, None] * outward
    pixels = project(flat(spots.reshape(-1, 2)), pose).astype(np.float32)
    across, down = np.moveaxis(pixels.reshape(*spots.shape), -1, 0)
    seen = to_ratios(np.asarray(cv2.remap(image, across, down, cv2.INTER_LINEAR), np.uint8))
    away = cv2.remap(hidden, across, down, cv2.INTER_NEAREST, borderValue=255) > 0
    seen[away] = np.nan

    def within(span: tuple[float, float]) -> Mask:
        return np.asarray((span[0] <= _ACROSS) & (span[1] >= _ACROSS))

    def shown(span: tuple[float, float]) -> Mask:
        return np.asarray((~away[:, within(span)]).mean(axis=1) > _SEEN)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # columns behind pawns have no mean
        colours = [nan_median(seen[:, within(span)], axis=1) for span in _PARTS]
        profile = seen[:, within(_PROFILE), 0].astype(np.float64)
        profile -= np.nanmean(profile, axis=1, keepdims=True)
        usual = np.nan_to_num(nan_median(profile, axis=0))
    power = float((usual * usual).sum())
    likeness = np.nansum(profile * usual, axis=1) / max(power, 1e-3)
    four = np.stack(colours, axis=1).astype(np.float64)
    known = np.asarray(np.isfinite(four).all(axis=2))
    on = clear & shown((-11.0, -1.0)) & known[:, :2].all(axis=1)
    beside = on & shown((1.5, 11.0)) & known[:, 2:].all(axis=1)
    relief = np.full(len(places), np.sqrt(power / len(usual)))
    return EdgeStrip(places, four, on, beside, np.where(on, likeness, 0.0), relief)


LENGTHS = (6, 8, 12, 17, 24, 34, 48, 68, 96)  # of the pieces that are compared, in columns of `STEP_MM`
_BESIDE, _GAP = 10, 3  # columns on either side to compare a piece with, and columns left out between
_EVERY = 2  # step between the beginnings of pieces, in columns
# Pieces with a smaller difference, in colour and in brightness (logarithms), aren't evaluated.
_MIN_COLOUR, _MIN_LIGHT = 0.03, 0.12
_FEATURES = 18  # number of measurements of a piece itself; see `_features`
_NEAREST = 5  # number of empty holes near a column whose likeness to a hole is a measurement of it

_CAPS = (0.5, 1.2, 0.5, 1.2, 0.6, 1.2, 2.0, 2.0, 2.0, 2.0, 2.0, 0.3, 1.5, 9.0, 9.0, 0.8, 1.2, 9.0, 9.0, 9.0)
"""Limits of the measurements, in the order of `_features` and `nearby_hole_likeness`. The network was fitted
to measurements limited like this (research/fit_crossing.py; pictures and results are in docs/decisions/0008
and 0009): refit it after a change.
"""

_MAX_CROSSINGS = 4  # maximum number of reported crossings
_APART_MM = 60.0  # least distance between the middles of two crossings
_MIN_LOG_ODDS = 0.0  # after a crossing with log odds below this none is added


@dataclass(frozen=True, slots=True)
class Crossing:
    """Something that crosses the board's edge.

    Attributes:
        log_odds: of being real.
        start, end: mm, where on the edge it begins and ends.
    """

    log_odds: float
    start: Point
    end: Point


def find_crossings(
    image: Image, board: Board, pose: Pose, holes: Collection[str], pawns: PawnSet
) -> tuple[Crossing, ...]:
    """The most likely places where something crosses the board's edge, likeliest first.

    Empty if no piece differs from its neighbours. `holes` hold pawns; the pose is verified.
    """
    strip = sample_edge_strip(image, board, pose, mask_pawns(image.shape[1::-1], board, pose, holes, pawns))
    pieces = compare_pieces(strip)
    if not len(pieces.first):
        return ()
    likeness = nearby_hole_likeness(image, board, pose, holes, strip)
    log_odds = _network().log_odds(network_inputs(pieces, strip, likeness))
    starts, middles, ends = (
        strip.places[(pieces.first + at) % len(strip)] for at in (0, pieces.length // 2, pieces.length)
    )
    kept: list[int] = []
    for piece in np.argsort(-log_odds, kind="stable").tolist():
        if (np.hypot(*(middles[kept] - middles[piece]).T) >= _APART_MM).all():
            kept.append(piece)
            if log_odds[piece] < _MIN_LOG_ODDS or len(kept) == _MAX_CROSSINGS:
                break
    return tuple(Crossing(float(log_odds[at]), _point(starts[at]), _point(ends[at])) for at in kept)


def _point(place: Floats) -> Point:
    return float(place[0]), float(place[1])


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


def compare_pieces(strip: EdgeStrip) -> EdgePieces:
    """Compare every piece of the strip with its left and right neighbours."""
    means = _StripMeans(strip)
    first = np.arange(0, len(strip), _EVERY)
    sharp = _sharpness(strip)
    found = [(first[:0], first[:0], np.zeros((0, _FEATURES)))]
    for length in (length for length in LENGTHS if length <= len(strip) // 3):
        ends_sharp = np.minimum(sharp[first], sharp[(first + length) % len(strip)])
        numbers, comparable = _features(means, first, length, strip.profile_contrast[first], ends_sharp)
        kept = comparable & ((numbers[:, 0] > _MIN_COLOUR) | (numbers[:, 1] > _MIN_LIGHT))
        found.append((first[kept], np.full(int(kept.sum()), length, np.intp), numbers[kept]))
    return EdgePieces(*(np.concatenate(part) for part in zip(*found, strict=True)))


class _StripMeans:
    """Means over any span of a closed strip."""

    def __init__(self, strip: EdgeStrip) -> None:
        step = np.abs(strip.colours[:, 2] - strip.colours[:, 1]).sum(axis=1, keepdims=True)
        values = np.hstack([strip.colours.reshape(-1, 12), step, strip.profile_correlation[:, None]])
        # The first six and the last are of the board, the others of what lies beside it.
        self._side = np.array([0] * 6 + [1] * 7 + [0])
        shown = np.column_stack([strip.board_visible, strip.table_visible])
        self.size = len(strip)
        self._values = self._summed(np.where(shown[:, self._side], values, 0))
        self._counts = self._summed(shown.astype(np.float64))

    @staticmethod
    def _summed(values: Floats) -> Floats:
        thrice = np.concatenate([values, values, values])
        return np.concatenate([np.zeros((1, values.shape[1])), np.cumsum(thrice, axis=0)])

    def __call__(self, start: Indices, end: Indices) -> tuple[Floats, Floats]:
        """(n, 14) means and (n, 2) counts of columns seen, on the board and beside it."""
        low, high = start + self.size, end + self.size
        counts = self._counts[high] - self._counts[low]
        return (self._values[high] - self._values[low]) / np.maximum(counts[:, self._side], 1), counts


def _features(
    means: _StripMeans, first: Indices, length: int, relief: Floats, ends_sharp: Floats
) -> tuple[Floats, Mask]:
    """(n, 18): the network's features of each piece; (n): whether enough of it and its neighbours is visible.

    `edge_crossings.json` was fitted to this order.
    """
    whole, seen = means(first, first + length)
    left, seen_left = means(first - _GAP - _BESIDE, first - _GAP)
    right, seen_right = means(first + length + _GAP, first + length + _GAP + _BESIDE)
    third = max(2, length // 3)
    parts = [means(first + at, first + at + third)[0] for at in (0, (length - third) // 2, length - third)]
    comparable = (seen[:, 0] >= 0.7 * length) & (seen_left[:, 0] >= 5) & (seen_right[:, 0] >= 5)
    beside = (seen[:, 1] >= 0.6 * length) & (seen_left[:, 1] >= 4) & (seen_right[:, 1] >= 4)
    pairs = [(part, other) for part in parts for other in (left, right)]

    def least_apart(at: int) -> tuple[Floats, Floats]:
        """The smallest difference of a part from a neighbour beyond light, and in brightness."""
        colour = [distance_beyond_light(one[:, at : at + 3], other[:, at : at + 3]) for one, other in pairs]
        light = [np.abs(one[:, at] - other[:, at]) for one, other in pairs]
        return np.min(colour, axis=0), np.min(light, axis=0)

    on_table = [*least_apart(6), whole[:, 12]]
    on_table += [chosen(left[:, 12], right[:, 12]) for chosen in (np.minimum, np.maximum)]
    numbers = [
        *least_apart(0),
        distance_beyond_light(left[:, :3], right[:, :3]),
        np.abs(left[:, 0] - right[:, 0]),
        *(np.where(beside, values, -1.0) for values in on_table),
        whole[:, 13],
        np.minimum(left[:, 13], right[:, 13]),
        relief,
        ends_sharp,
        np.full(len(whole), np.log(length)),
        whole[:, 0],
        distance_beyond_light(whole[:, 6:9], whole[:, 9:12]) * beside,
        np.abs(whole[:, 6] - whole[:, 3]) * beside,
        np.std([part[:, 0] for part in parts], axis=0),
    ]
    return np.column_stack(numbers), np.asarray(comparable)


def _sharpness(strip: EdgeStrip) -> Floats:
    """(n): gradient of the board's colour along the edge around each column."""
    inner = np.where(strip.board_visible[:, None], strip.colours[:, 0], np.nan)
    change = np.nan_to_num(np.abs(np.roll(inner, -2, axis=0) - np.roll(inner, 2, axis=0)).sum(axis=1))
    return np.asarray(np.max([np.roll(change, by) for by in range(-4, 5)], axis=0))


def nearby_hole_likeness(
    image: Image, board: Board, pose: Pose, holes: Collection[str], strip: EdgeStrip
) -> Floats:
    """(n, 2): likeness to a hole of the empty holes nearest to each column, and of all holes."""
    places, alike = hole_likeness(image, board, pose, holes)
    known = np.isfinite(alike)
    if known.sum() < _NEAREST:
        return np.ones((len(strip), 2))
    apart = np.hypot(*(strip.places[:, None] - places[known][None]).transpose(2, 0, 1))
    nearest = np.argsort(apart, axis=1)[:, :_NEAREST]
    return np.column_stack([alike[known][nearest].mean(axis=1), np.full(len(strip), np.median(alike[known]))])


def network_inputs(pieces: EdgePieces, strip: EdgeStrip, near: Floats) -> Floats:
    """(n, 26): the network's inputs for each piece, capped; `near` is from `nearby_hole_likeness`."""
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
    """A network with one hidden layer over `network_inputs`; fitted by research/fit_crossing.py.

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
        """(n): log odds of a crossing, from (n, k) inputs."""
        shown = np.tanh((inputs - self.middle) / self.spread @ self.cells + self.bias)
        return np.asarray(shown @ self.out + self.threshold)


def read_network(text: str) -> Network:
    """Parse a network from edge_crossings.json."""
    stored = json.loads(text)
    middle, spread, cells, bias, out = (
        np.array(stored[key], np.float64) for key in ("middle", "spread", "cells", "bias", "out")
    )
    return Network(middle, spread, cells, bias, out, float(stored["threshold"]))


@lru_cache(maxsize=1)
def _network() -> Network:
    fitted = resources.files("calibration.occlusion").joinpath("edge_crossings.json")
    return read_network(fitted.read_text("utf-8"))
