"""What the points of each hole's grid speak for: the empty board, or one of the pawns.

Every point gets a log likelihood of each explanation; points that a nearer pawn covers have no say; what
stands behind an empty hole explains its points as well as the board does.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import light_terms, to_ratios
from calibration.lens import Pose
from calibration.patches import COLUMNS, ROWS, Mask, Places, Singles, lay_places, sample
from calibration.record import Calibration

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

_CAP = 18.0  # a point's squared misfit counts at most this much
_BRIGHTNESS, _COLOUR = 0.07, 0.05  # least spread of what the board shows, logarithms
_OTHER = -0.5 * 11.0  # log likelihood, beside the spreads, of something that nobody told of
_POINTS_COUNT = 14.0  # so many points may speak at full voice; neighbours aren't independent
_PRIOR_PAWN = 0.12
_SURE = 0.93
_WHITE_FROM = 0.42  # share of the height above which a fresh pawn is white, about


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """A calibration's tables for one pose.

    Attributes:
        calibration: whose.
        pose: where the camera stands now.
        places: the grids.
        ground: (holes, 3) float32, the empty board there.
        rough: (holes, 3) float32, how much it changes within a pixel.
        known: (holes, POINTS) bool, whether it was really seen.
        hole, point: (n) for each point on a body: whose grid, and which of its points.
        first: (holes + 1) where each hole's points begin.
        around: (m) points of the grid beside the body.
        near: (holes, 9) each hole's nearest holes, itself first.
        falls: (holes) brightness of the light at each hole.
        overlaps: for each hole (other hole, whether it is nearer, its points that the other's body covers).
    """

    calibration: Calibration
    pose: Pose
    places: Places
    ground: Singles
    rough: Singles
    known: Mask
    hole: NDArray[np.intp]
    point: NDArray[np.intp]
    first: NDArray[np.intp]
    around: NDArray[np.intp]
    near: NDArray[np.intp]
    falls: Singles
    overlaps: tuple[tuple[tuple[int, bool, NDArray[np.intp]], ...], ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the evidence comes to; see `Reading`."""

    holes: Mapping[str, str]
    unsure: frozenset[str]
    probability: Mapping[str, Mapping[str, float]]
    white: Mapping[str, float]


def open_eye(calibration: Calibration, pose: Pose | None = None) -> Eye:
    """Make the tables for a pose (the calibration's own, if none is given)."""
    board, looks = calibration.board, calibration.looks
    pose = calibration.pose if pose is None else pose
    places = lay_places(board, pose, calibration.pawns)
    ground = to_ratios(sample(looks.empty, places.points))
    steps = [
        to_ratios(sample(looks.empty, places.points + np.float32(step)))
        for step in ([0.7, 0.0], [-0.7, 0.0], [0.0, 0.7], [0.0, -0.7])
    ]
    rough = np.sqrt(np.mean([(step - ground) ** 2 for step in steps], axis=0))
    known = sample(looks.known, places.points) > 250
    hole, point = np.nonzero(places.inside)
    first = np.searchsorted(hole, np.arange(len(places.names) + 1))
    beside = ~places.inside.any(axis=0)
    around = np.flatnonzero(beside)[:: max(1, int(beside.sum()) // 36)]
    spots = np.array([board.holes[name] for name in places.names])
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1))
    near = np.argsort(apart, axis=1)[:, :9]
    falls = light_terms(board, list(map(tuple, spots))) @ looks.light
    return Eye(
        calibration,
        pose,
        places,
        ground,
        np.asarray(rough, np.float32),
        known,
        hole,
        point,
        first,
        around,
        near,
        falls.astype(np.float32),
        _overlaps(places),
    )


def _overlaps(places: Places) -> tuple[tuple[tuple[int, bool, NDArray[np.intp]], ...], ...]:
    out: list[list[tuple[int, bool, NDArray[np.intp]]]] = [[] for _ in places.names]
    for far, row in enumerate(places.covers):
        for near, hidden in row:
            mine = np.flatnonzero(places.inside[far])
            taken = np.flatnonzero(hidden[mine])
            if len(taken):
                out[far].append((near, True, taken))
    for near, others in enumerate(places.behind):
        mine = np.flatnonzero(places.inside[near])
        for far in others:
            outline = cv2.convexHull(places.points[far][places.inside[far]])
            taken = np.array(
                [
                    i
                    for i, p in enumerate(places.points[near][mine])
                    if cv2.pointPolygonTest(outline, (float(p[0]), float(p[1])), False) >= 0
                ],
                np.intp,
            )
            if len(taken):
                out[near].append((far, False, taken))
    return tuple(tuple(row) for row in out)


def weigh(image: Image, eye: Eye) -> Weighed:
    """Explain one picture."""
    seen = to_ratios(
        np.asarray(
            cv2.remap(
                image,
                eye.places.points[:, :, 0],
                eye.places.points[:, :, 1],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.uint8,
        )
    )
    gain = _gain(seen, eye)
    looks = eye.calibration.looks
    mine = seen[eye.hole, eye.point]
    level = np.exp(mine[:, :1])
    noise = looks.noise / level * np.array([0.6, 1.2, 1.2], np.float32)
    board = _board_likelihood(mine, noise, gain, eye)
    pawns, white = _pawn_likelihoods(mine, noise, gain, eye)
    return _decide(board, pawns, white, eye)


def _gain(seen: Singles, eye: Eye) -> Singles:
    """(holes, 3): how the light at each hole differs from the set-up's, smooth over the board."""
    change = seen[:, eye.around] - eye.ground[:, eye.around]
    local = np.median(change, axis=1)
    return np.asarray(np.median(local[eye.near], axis=1), np.float32)


def _sum(values: Singles, eye: Eye) -> Singles:
    """Add up each hole's points: (n, ...) to (holes, ...)."""
    return np.asarray(np.add.reduceat(values, eye.first[:-1], axis=0))


def _board_likelihood(mine: Singles, noise: Singles, gain: Singles, eye: Eye) -> Singles:
    """(n): log likelihood of the empty board, under the light around or one other light a hole."""
    guess = np.where(eye.known[eye.hole, eye.point], 0.0, 1.0).astype(np.float32)[:, None]
    wide = np.sqrt(
        np.array([_BRIGHTNESS, _COLOUR, _COLOUR], np.float32) ** 2
        + (0.6 * eye.rough[eye.hole, eye.point]) ** 2
        + noise**2
        + guess * np.array([0.25, 0.08, 0.08], np.float32) ** 2
    )
    off = mine - eye.ground[eye.hole, eye.point] - gain[eye.hole]
    colour = ((off[:, 1:] / wide[:, 1:]) ** 2).sum(axis=1)
    plain = (off[:, 0] / wide[:, 0]) ** 2
    best = np.minimum(plain + colour, _CAP)
    total = _sum(best, eye)
    for light in (-0.9, -0.45, 0.45):
        # A shadow's or a sun stripe's colour differs a little from what falls around it.
        slack = np.sqrt(wide[:, 1:] ** 2 + (0.15 * light) ** 2)
        other = ((off[:, 0] - light) / np.hypot(wide[:, 0], 0.15)) ** 2 + ((off[:, 1:] / slack) ** 2).sum(
            axis=1
        )
        other = np.minimum(np.minimum(other + 1.0, best), _CAP)
        sums = _sum(other, eye) + 6.0
        better = (sums < total)[eye.hole]
        best = np.where(better, other, best)
        total = np.minimum(total, sums)
    return np.asarray(-0.5 * best - np.log(wide).sum(axis=1), np.float32)


def _pawn_likelihoods(
    mine: Singles, noise: Singles, gain: Singles, eye: Eye
) -> tuple[Singles, Singles | None]:
    """(n, pawns) log likelihoods of each pawn, and the same for each pawn showing white."""
    looks = eye.calibration.looks
    lit = mine.copy()
    lit -= gain[eye.hole]
    lit[:, 0] -= eye.falls[eye.hole]
    body = looks.body[:, eye.point]
    wide = np.sqrt(looks.spread[:, eye.point] ** 2 + np.array([0.08, 0.05, 0.05], np.float32) ** 2 + noise**2)
    off = lit[None] - body
    shift = _own_light(off, wide, eye)
    out = np.empty((len(mine), len(looks.names)), np.float32)
    for row in range(len(looks.names)):
        moved = off[row, :, 0] - shift[row][eye.hole]
        slack = wide[row, :, 1:] ** 2 + (0.15 * shift[row][eye.hole, None]) ** 2
        misfit = (moved / wide[row, :, 0]) ** 2 + (off[row, :, 1:] ** 2 / slack).sum(axis=1)
        price = (shift[row] / 0.45) ** 2 / np.maximum(np.diff(eye.first), 1)
        out[:, row] = -0.5 * (np.minimum(misfit, _CAP) + price[eye.hole]) - np.log(wide[row]).sum(axis=1)
    if not eye.calibration.pawns.white_face:
        return out, None
    share = (eye.point // COLUMNS).astype(np.float32) / (ROWS - 1) * 1.38 - 0.22
    plain = np.array([0.45, -0.05, -0.1], np.float32)
    pale = np.array([0.3, 0.12, 0.2], np.float32)
    white = -0.5 * np.minimum((((lit - plain) / pale) ** 2).sum(axis=1), _CAP) - np.log(pale).sum()
    above = np.clip((share - _WHITE_FROM + 0.12) / 0.24, 0.0, 1.0)[:, None]
    both = np.logaddexp(
        np.log(np.maximum(above, 1e-6)) + white[:, None], np.log(np.maximum(1.0 - above, 1e-6)) + out
    )
    return out, np.asarray(both, np.float32)


def _own_light(off: Singles, wide: Singles, eye: Eye) -> Singles:
    """(pawns, holes): how much brighter each pawn would be than at set-up, held near nothing."""
    trust = 1.0 / wide[:, :, 0] ** 2
    found = np.zeros((len(off), len(eye.first) - 1), np.float32)
    for _ in range(2):
        left = off[:, :, 0] - found[:, eye.hole]
        use = trust / (1.0 + (left / 0.3) ** 2)
        total = np.add.reduceat(use, eye.first[:-1], axis=1)
        summed = np.add.reduceat(use * off[:, :, 0], eye.first[:-1], axis=1)
        found = summed / (total + 4.0 / 0.45**2)
    return np.clip(found, -1.2, 0.8)


def _decide(board: Singles, pawns: Singles, white: Singles | None, eye: Eye) -> Weighed:
    """Settle all holes together: near ones cover far ones, far ones show through empty ones."""
    looks, places = eye.calibration.looks, eye.places
    count, kinds = len(places.names), len(looks.names)
    states = pawns if white is None else np.concatenate([pawns, white], axis=1)
    weight = places.weight[eye.hole, eye.point]
    other = np.float32(_OTHER - 3 * np.log(0.08))
    gap = np.clip(states - board[:, None], -8.0, 8.0)
    voices = _sum(weight, eye)
    score = _sum(gap * weight[:, None], eye) / np.maximum(voices, 1.0)[:, None]
    scale = np.minimum(voices, _POINTS_COUNT)
    prior = np.float32(np.log(_PRIOR_PAWN / kinds))
    held = np.where((score * scale[:, None]).max(axis=1) + prior > 0, score.argmax(axis=1), -1)
    loud = scale.copy()
    share = np.ones(count)
    alien = _sum((np.maximum(board, states.max(axis=1)) - other) * weight, eye) / np.maximum(voices, 1.0)
    order = np.argsort(places.distance)
    for _ in range(3):
        changed = False
        for index in order:
            links = [link for link in eye.overlaps[index] if held[link[0]] >= 0]
            if not links:
                continue
            start, stop = eye.first[index], eye.first[index + 1]
            free = np.ones(stop - start, np.bool_)
            back = board[start:stop].copy()
            for link, nearer, taken in sorted(links, key=lambda link: places.distance[link[0]], reverse=True):
                if nearer:
                    free[taken] = False
                else:
                    generic = _generic(eye, index, taken, int(held[link]) % kinds, states, start)
                    back[taken] = np.maximum(generic, back[taken] - 1.0)
            use = weight[start:stop] * free
            total = float(use.sum())
            mine = np.clip(states[start:stop] - back[:, None], -8.0, 8.0)
            score[index] = (mine * use[:, None]).sum(axis=0) / max(total, 1.0)
            loud[index] = min(total, _POINTS_COUNT)
            share[index] = total / max(float(voices[index]), 1e-6)
            best = np.maximum(back, states[start:stop].max(axis=1))
            alien[index] = float(((best - other) * use).sum() / max(total, 1.0))
            before = held[index]
            held[index] = int(score[index].argmax()) if (score[index] * loud[index]).max() + prior > 0 else -1
            changed |= bool(before != held[index])
        if not changed:
            break
    return _probabilities(score * loud[:, None], loud, share, alien, eye, white is not None)


def _generic(
    eye: Eye, index: int, taken: NDArray[np.intp], kind: int, states: Singles, start: int
) -> Singles:
    """How well a pawn that stands farther away explains points of a hole's grid: about as well as its own."""
    return states[start + taken, kind] - np.float32(0.5)


def _probabilities(
    score: Singles, loud: Singles, share: Floats, alien: Singles, eye: Eye, white: bool
) -> Weighed:
    names = eye.calibration.looks.names
    kinds = len(names)
    # Points aren't independent and the model isn't exact: the sum of logarithms is taken with a pinch.
    logits = 0.5 * score + np.log(_PRIOR_PAWN / kinds)
    if white:
        logits[:, kinds:] += np.log(0.3)
    every = np.concatenate([np.zeros((len(score), 1)), logits], axis=1)
    every -= every.max(axis=1, keepdims=True)
    odds = np.exp(every)
    odds /= odds.sum(axis=1, keepdims=True)
    holes, unsure, table, faces = {}, set(), {}, {}
    for index, hole in enumerate(eye.places.names):
        row = odds[index]
        mine = {"": float(row[0])}
        for kind, name in enumerate(names):
            mine[name] = float(row[1 + kind] + (row[1 + kinds + kind] if white else 0.0))
        best = max(mine, key=lambda name: mine[name])
        table[hole] = mine
        if mine[best] < _SURE or share[index] < 0.15 or alien[index] < 0.0:
            unsure.add(hole)
        elif best:
            holes[hole] = best
        if best and white:
            kind = names.index(best)
            faces[hole] = float(row[1 + kinds + kind] / max(row[1 + kind] + row[1 + kinds + kind], 1e-9))
    return Weighed(holes, frozenset(unsure), table, faces)
