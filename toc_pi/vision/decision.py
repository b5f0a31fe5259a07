"""From the points' likelihoods to what stands in each hole, all holes together.

A near pawn hides what is behind it and has the say over its points; what stands behind an empty hole explains
that hole's points as well as the board does.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from toc_pi.vision.evidence import PINCH, VOICES, Evidence
from toc_pi.vision.eye import Eye

Floats = NDArray[np.float64]

SURE = 0.95
PRIOR_PAWN = 0.12
PRIOR_OTHER = 0.002
_LIMIT = 8.0  # one point's say
_LEAST_SEEN = 0.2  # of a body's points, or nothing can be said
_WHITE_PRIOR = 0.3
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """See `Reading`.

    Attributes:
        seen: the share of a pawn's body in each hole that nothing stands before, 0 to 1.
    """

    holes: Mapping[str, str]
    unsure: frozenset[str]
    probability: Mapping[str, Mapping[str, float]]
    white: Mapping[str, float]
    seen: Mapping[str, float]


def decide(evidence: Evidence, eye: Eye) -> Decision:
    """Settle all holes.

    Args:
        evidence: of one picture.
        eye: the tables that it was gathered with.
    """
    places = eye.places
    kinds = len(eye.calibration.looks.names)
    states = np.concatenate(
        [evidence.pawns, *([] if evidence.white is None else [evidence.white]), evidence.other[:, None]],
        axis=1,
    )
    prior = np.log(_priors(states.shape[1] - 1, kinds))
    weight = places.weight[eye.hole, eye.point]
    size = np.diff(eye.first)
    gap = np.clip(states - evidence.board[:, None], -_LIMIT, _LIMIT) * weight[:, None]
    voices = np.add.reduceat(weight, eye.first[:-1])
    mean = np.add.reduceat(gap, eye.first[:-1], axis=0) / np.maximum(voices, 1.0)[:, None]
    mean += (evidence.bonus / np.maximum(size, 1))[:, None]
    mean[~evidence.open] = -_LIMIT
    loud = np.minimum(voices, VOICES)
    share = np.ones(len(size))
    score = mean * (loud * PINCH)[:, None] + prior
    held = np.where(score.max(axis=1) > 0, score.argmax(axis=1), -1)
    held[held == states.shape[1] - 1] = -1
    order = np.argsort(places.distance)
    for _ in range(_ROUNDS):
        changed = False
        for index in order:
            links = [link for link in eye.overlaps[index] if held[link.other] >= 0]
            if not links or not evidence.open[index]:
                continue
            own = slice(int(eye.first[index]), int(eye.first[index + 1]))
            free = np.ones(size[index], np.bool_)
            behind = evidence.board[own].copy()
            for link in links:
                if link.nearer:
                    free[link.points] = False
                else:
                    generic = states[own.start + link.points, int(held[link.other])] - np.float32(0.5)
                    behind[link.points] = np.maximum(generic, behind[link.points] - np.float32(1.0))
            use = weight[own] * free
            total = float(use.sum())
            mine = np.clip(states[own] - behind[:, None], -_LIMIT, _LIMIT)
            now = (mine * use[:, None]).sum(axis=0) / max(total, 1.0)
            now += evidence.bonus[index] / size[index]
            score[index] = now * min(total, VOICES) * PINCH + prior
            share[index] = total / max(float(voices[index]), 1e-6)
            previous, best = held[index], int(score[index].argmax())
            held[index] = best if score[index, best] > 0 and best < states.shape[1] - 1 else -1
            changed |= bool(previous != held[index])
        if not changed:
            break
    return _told(np.asarray(score, np.float64), share, eye, evidence.white is not None)


def _priors(states: int, kinds: int) -> Floats:
    """How probable each pawn, each pawn showing white, and something else are in any hole."""
    white = states > kinds
    pawn = np.full(kinds, PRIOR_PAWN / kinds)
    return np.concatenate([pawn, *([pawn * _WHITE_PRIOR] if white else []), [PRIOR_OTHER]])


def _told(score: Floats, share: Floats, eye: Eye, white: bool) -> Decision:
    names = ("", *eye.calibration.looks.names)
    kinds = len(names) - 1
    every = np.concatenate([np.zeros((len(score), 1)), score], axis=1)
    every -= every.max(axis=1, keepdims=True)
    odds = np.exp(every)
    odds /= odds.sum(axis=1, keepdims=True)
    table = odds[:, : 1 + kinds].copy()
    if white:
        table[:, 1:] += odds[:, 1 + kinds : 1 + 2 * kinds]
    sure = (table.max(axis=1) >= SURE) & (share >= _LEAST_SEEN)
    holes, unsure, probability, faces = {}, set(), {}, {}
    for index, hole in enumerate(eye.places.names):
        row = table[index]
        if not sure[index]:
            unsure.add(hole)
            row = row / max(float(row.sum()), 1e-9)
        best = int(row.argmax())
        probability[hole] = dict(zip(names, row.tolist(), strict=True))
        if best and sure[index]:
            holes[hole] = names[best]
        if best and white:
            faces[hole] = float(odds[index, best + kinds] / max(table[index, best], 1e-9))
    seen = dict(zip(eye.places.names, np.clip(share, 0.0, 1.0).tolist(), strict=True))
    return Decision(holes, frozenset(unsure), probability, faces, seen)
