"""The discs of a new board: diameter, exact positions, and repetition at other seats.

The diameter is twice the radius at which most discs have an edge all around. Most boards repeat one part
around their middle: a hole hidden by a knot, a shadow or a pawn is visible at other seats, and a spot in the
wood isn't.
"""

import math
from collections.abc import Callable

import cv2
import numpy as np

from calibration.arrays import Floats, Image, Singles

_RADII = 120  # number of radii at which the edge is measured
_TURNS = 32  # number of directions in which it is measured at each radius
_DARKEST = 10.0  # grey levels added before a logarithm, so that noise in the dark isn't amplified

NARROWEST, WIDEST = 0.08, 0.5
"""Least and greatest radius of a hole, as a share of the distance to its neighbour."""

_WIDE = 0.05  # spread of the holes' radii, as a share of the radius: lens, perspective, wear
# Least strength of an edge (change of the logarithm a pixel, summed over three colours), and how many times
# stronger than the others it must be.
_FAINTEST, _STANDS_OUT = 0.03, 1.5
_STRAY = 0.6  # how far beside the middle a hole may have been tapped, as a share of the radius
# How far beside the middle a hole may have been tapped, as a share of the distance to its neighbour; of this
# and `_STRAY` the smaller distance holds.
_NEAREST = 0.15
_PRICE = 0.2  # the share of an edge's strength that the farthest allowed middle loses
_OFFSETS = 13  # number of middles that are tried along each axis


def measure_radius(flat: Image, middles: Floats, pitch: float) -> float:
    """The radius of round holes, cells or printed discs, px; 0.0 if they have no edge all around.

    Args:
        flat: (h, w, 3) BGR, seen from straight above.
        middles: (n, 2) px, of the holes, `pitch` px apart; a few may be wrong.
    """
    away = np.linspace(NARROWEST * pitch / 2, 1.15 * WIDEST * pitch, _RADII)
    clear = np.median(_edges(_logs(flat), middles, away, np.median), axis=0)
    # Edges at similar radii are combined, with a tolerance that grows with the radius.
    near = np.exp(-0.5 * ((away[:, None] - away[None]) / (_WIDE * away[:, None])) ** 2)
    clear = (near @ clear) / near.sum(axis=1)
    inner = (away <= WIDEST * pitch) & (away >= NARROWEST * pitch)
    best = int(np.argmax(np.where(inner, clear, -1.0)))
    least = max(_FAINTEST, _STANDS_OUT * float(np.median(clear)))
    return float(away[best]) if clear[best] > least else 0.0


def refine_centres(flat: Image, middles: Floats, radius: float, pitch: float) -> Floats:
    """The middles of round holes of a known radius, (n, 2) px, from where they were tapped."""
    offsets = np.linspace(-1.0, 1.0, _OFFSETS) * min(_STRAY * radius, _NEAREST * pitch)
    shifts = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
    away = radius * np.linspace(1 - 3 * _WIDE, 1 + 3 * _WIDE, 9)
    logs = _logs(flat)
    clear = np.stack([_edges(logs, middles + shift, away, np.mean).max(axis=1) for shift in shifts])
    clear *= (1.0 - _PRICE * np.hypot(*shifts.T) / offsets[-1])[:, None]
    return np.asarray(middles + shifts[clear.argmax(axis=0)])


def _logs(flat: Image) -> Singles:
    return np.asarray(np.log(flat.astype(np.float32) + np.float32(_DARKEST)), np.float32)


def _edges(logs: Singles, middles: Floats, away: Floats, usual: Callable[..., Floats]) -> Floats:
    """(n, radii): strength of the edge all around each middle at each radius.

    Colours are combined around the middle first, since print inside a hole has no edge all around. A median
    tolerates an inexact middle; a mean peaks at the exact one.
    """
    turn = np.linspace(0, 2 * np.pi, _TURNS, endpoint=False)
    x = middles[:, 0, None, None] + np.cos(turn)[:, None] * away
    y = middles[:, 1, None, None] + np.sin(turn)[:, None] * away
    at_x, at_y = (part.reshape(len(middles), -1).astype(np.float32) for part in (x, y))
    seen = cv2.remap(logs, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    round_about = np.asarray(seen, np.float64).reshape(len(middles), _TURNS, len(away), 3)
    step = np.gradient(usual(round_about, axis=1), away, axis=1)
    return np.asarray(np.abs(step).sum(axis=2))


# Least share of the discs that a rotation must map onto others for the board to be symmetric under it.
_REPEATS = 0.6
# Discs within this distance, in pitches, count as the same: a wide lens shifts them by up to 0.3.
_SAME_PITCHES = 0.4
_FITS = 4  # refits of each rotation to the pairs that it brings together


def repeat_discs(seen: Floats, middle: Floats, seats: int, pitch: float) -> tuple[Floats, Floats]:
    """Discs, (m, 2) mm, that more than one seat has, and (k, 2) where discs are missing that others have.

    The detected discs are (n, 2) mm, around the middle, `pitch` mm apart.
    """
    tried = [_turned(seen, middle, 2 * math.pi * step / seats, pitch) for step in range(1, seats)]
    turns = [turned for turned in tried if turned is not None]
    if not turns:
        return seen, np.zeros((0, 2))
    found = np.array([_nearest(seen, turned) < _SAME_PITCHES * pitch for turned in turns])
    kept = found.sum(axis=0) >= len(turns) // 3  # with only two equal seats, neither is known to be right
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
    """The discs rotated around the middle, fitted to the detected discs; None if few coincide."""
    spin = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    turned = (seen - middle) @ spin + middle
    for _ in range(_FITS):
        apart = np.linalg.norm(turned[:, None] - seen, axis=2)
        pairs = apart.min(axis=1) < _SAME_PITCHES * pitch
        if pairs.mean() < _REPEATS / 2:
            return None
        turned = laid_over(seen, seen[pairs], seen[apart.argmin(axis=1)][pairs])
    share = float((_nearest(turned, seen) < _SAME_PITCHES * pitch).mean())
    return np.asarray(turned) if share >= _REPEATS else None


def laid_over(points: Floats, before: Floats, after: Floats) -> Floats:
    """Points (m, 2) moved by the rotation and shift that best bring points (n, 2) onto others.

    Source: W. Kabsch, A solution for the best rotation to relate two sets of vectors, 1976.
    """
    start, end = before.mean(axis=0), after.mean(axis=0)
    left, _, right = np.linalg.svd((before - start).T @ (after - end))
    turn = left @ np.diag([1.0, np.sign(np.linalg.det(left @ right))]) @ right
    return np.asarray((points - start) @ turn + end)


def _nearest(points: Floats, others: Floats) -> Floats:
    """The distance of each point to the nearest of others, (n,)."""
    return np.asarray(np.linalg.norm(points[:, None] - others, axis=2).min(axis=1))


def pitch_of(places: Floats) -> float:
    """The usual distance of holes, (n, 2), to their nearest neighbours."""
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(len(places)) * 1e9
    return float(np.median(apart.min(axis=1)))
