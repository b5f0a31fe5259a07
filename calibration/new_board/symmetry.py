"""Discs of a new board that other seats have at the same place, and those that none has.

Most boards repeat one part round their middle: a hole that a knot, a shadow or a pawn hides is seen at other
seats, and a spot in the wood isn't.
"""

import math

import numpy as np

from calibration.arrays import Floats

_REPEATS = 0.6
"""Least share of the discs that a turn must bring onto others, for the board to repeat itself in it."""

_SAME_PITCHES = 0.4
"""Two discs within this distance, in pitches, are the same: a wide lens moves them by up to 0.3."""

_FITS = 4  # how often each turn is fitted to the pairs that it brings together


def repeat_discs(seen: Floats, middle: Floats, seats: int, pitch: float) -> tuple[Floats, Floats]:
    """The discs that more than one seat has, and where discs are missing that others have.

    Args:
        seen: the discs, (n, 2), mm.
        middle: of the board, mm.
        pitch: from one hole to the next, mm.

    Returns:
        (m, 2) of the discs seen, and (k, 2) of those missing, mm.
    """
    tried = [_turned(seen, middle, 2 * math.pi * step / seats, pitch) for step in range(1, seats)]
    turns = [turned for turned in tried if turned is not None]
    if not turns:
        return seen, np.zeros((0, 2))
    found = np.array([_nearest(seen, turned) < _SAME_PITCHES * pitch for turned in turns])
    kept = found.sum(axis=0) >= len(turns) // 3  # with two seats alike, neither is known to be the right one
    votes = np.vstack([turned[kept] for turned in turns])
    votes = votes[_nearest(votes, seen[kept]) >= _SAME_PITCHES * pitch]
    missing = []
    while len(votes):
        near = np.linalg.norm(votes[:, None] - votes, axis=2) < _SAME_PITCHES * pitch
        most = near[near.sum(axis=1).argmax()]
        if most.sum() < len(turns) / 2:
            break
        missing.append(np.median(votes[most], axis=0))
        votes = votes[_nearest(votes, np.array(missing[-1:])) >= 2 * _SAME_PITCHES * pitch]
    return seen[kept], np.array(missing).reshape(-1, 2)


def _turned(seen: Floats, middle: Floats, angle: float, pitch: float) -> Floats | None:
    """The discs turned round the middle, fitted to where discs are seen; None where few come onto others."""
    spin = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    turned = (seen - middle) @ spin + middle
    for _ in range(_FITS):
        apart = np.linalg.norm(turned[:, None] - seen, axis=2)
        pairs = apart.min(axis=1) < _SAME_PITCHES * pitch
        if pairs.mean() < _REPEATS / 2:
            return None
        there = seen[apart.argmin(axis=1)][pairs]
        start, end = seen[pairs].mean(axis=0), there.mean(axis=0)
        turned = (seen - start) @ rotation(seen[pairs] - start, there - end) + end
    share = float((_nearest(turned, seen) < _SAME_PITCHES * pitch).mean())
    return np.asarray(turned) if share >= _REPEATS else None


def rotation(before: Floats, after: Floats) -> Floats:
    """The rotation (2, 2) that best maps points (n, 2) around their middle onto others: `before @ rotation`.

    Source: W. Kabsch, A solution for the best rotation to relate two sets of vectors, 1976.
    """
    left, _, right = np.linalg.svd(before.T @ after)
    return np.asarray(left @ np.diag([1.0, np.sign(np.linalg.det(left @ right))]) @ right)


def _nearest(points: Floats, others: Floats) -> Floats:
    """The distance of each point to the nearest of others, (n,)."""
    return np.asarray(np.linalg.norm(points[:, None] - others, axis=2).min(axis=1))


def pitch_of(places: Floats) -> float:
    """The usual distance of holes, (n, 2), to their nearest neighbours."""
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(len(places)) * 1e9
    return float(np.median(apart.min(axis=1)))
