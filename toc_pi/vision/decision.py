"""From the points' likelihoods to what stands in each hole, all holes together.

A near pawn hides what is behind it and has the say over its points; what stands behind an empty hole explains
that hole's points as well as the board does.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.patches import Singles
from toc_pi.vision.evidence import CAP, Evidence
from toc_pi.vision.eye import Eye

Floats = NDArray[np.float64]

SURE = 0.95
PRIOR_PAWN = 0.12
_VOICES = 14.0  # so many points speak at full voice; neighbours aren't independent
_PINCH = 0.55  # the model isn't exact: sums of logarithms are taken with a pinch
_LIMIT = 8.0  # one point's say
_ODDITY = -0.5 * 1.15 * CAP  # mean log likelihood, spreads aside, of something that nobody told of
_LEAST_SEEN = 0.2  # of a body's points, or nothing can be said
_WHITE_PRIOR = 0.3
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """See `Reading`."""

    holes: Mapping[str, str]
    unsure: frozenset[str]
    probability: Mapping[str, Mapping[str, float]]
    white: Mapping[str, float]


def decide(evidence: Evidence, eye: Eye) -> Decision:
    """Settle all holes."""
    places = eye.places
    kinds = len(eye.calibration.looks.names)
    states = (
        evidence.pawns if evidence.white is None else np.concatenate([evidence.pawns, evidence.white], axis=1)
    )
    weight = places.weight[eye.hole, eye.point]
    size = np.diff(eye.first)
    gap = np.clip(states - evidence.board[:, None], -_LIMIT, _LIMIT) * weight[:, None]
    voices = np.add.reduceat(weight, eye.first[:-1])
    mean = np.add.reduceat(gap, eye.first[:-1], axis=0) / np.maximum(voices, 1.0)[:, None]
    mean += (evidence.bonus / np.maximum(size, 1))[:, None]
    mean[~evidence.open] = -_LIMIT
    loud = np.minimum(voices, _VOICES)
    share = np.ones(len(size))
    fit = np.add.reduceat(
        np.maximum(evidence.board, states.max(axis=1)) * weight, eye.first[:-1]
    ) / np.maximum(voices, 1.0)
    prior = np.log(PRIOR_PAWN / kinds)
    held = np.where((mean * loud[:, None]).max(axis=1) * _PINCH + prior > 0, mean.argmax(axis=1), -1)
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
            mean[index] = (mine * use[:, None]).sum(axis=0) / max(total, 1.0)
            mean[index] += evidence.bonus[index] / size[index] * (len(links) == 0)
            loud[index] = min(total, _VOICES)
            share[index] = total / max(float(voices[index]), 1e-6)
            fit[index] = float((np.maximum(behind, states[own].max(axis=1)) * use).sum() / max(total, 1.0))
            before = held[index]
            best = int(mean[index].argmax())
            held[index] = best if mean[index, best] * loud[index] * _PINCH + prior > 0 else -1
            changed |= bool(before != held[index])
        if not changed:
            break
    return _told(mean * loud[:, None], share, fit, eye, evidence)


def _told(score: Singles, share: Floats, fit: Singles, eye: Eye, evidence: Evidence) -> Decision:
    names = eye.calibration.looks.names
    kinds = len(names)
    logits = _PINCH * score.astype(np.float64) + np.log(PRIOR_PAWN / kinds)
    if evidence.white is not None:
        logits[:, kinds:] += np.log(_WHITE_PRIOR)
    every = np.concatenate([np.zeros((len(score), 1)), logits], axis=1)
    every -= every.max(axis=1, keepdims=True)
    odds = np.exp(every)
    odds /= odds.sum(axis=1, keepdims=True)
    colour = odds[:, 1 : 1 + kinds]
    table = np.concatenate([odds[:, :1], colour], axis=1)
    if evidence.white is not None:
        table[:, 1:] += odds[:, 1 + kinds :]
    best = table.argmax(axis=1)
    sure = (table.max(axis=1) >= SURE) & (share >= _LEAST_SEEN)
    holes, unsure, probability, white = {}, set(), {}, {}
    for index, hole in enumerate(eye.places.names):
        probability[hole] = dict(zip(("", *names), table[index].tolist(), strict=True))
        if not sure[index]:
            unsure.add(hole)
        elif best[index]:
            holes[hole] = names[best[index] - 1]
        if best[index] and evidence.white is not None:
            kind = best[index] - 1
            white[hole] = float(odds[index, 1 + kinds + kind] / max(table[index, 1 + kind], 1e-9))
    return Decision(holes, frozenset(unsure), probability, white)
