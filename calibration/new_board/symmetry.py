"""Holes inferred from another seat's part of the board: most boards repeat one part round their middle."""

from collections.abc import Mapping

import numpy as np

from calibration.arrays import Floats

LIKE_PITCHES = 0.25
"""Two parts of a track are copies when no hole is farther off than this, in pitches."""


def copy_of(
    tracks: Mapping[str, Floats], known: Mapping[str, Floats], seat: str, pitch: float
) -> Floats | None:
    """A seat's holes, copied from the same holes of the seat whose part of the board is most similar.

    Args:
        tracks: each seat's part of the track, (n, 2), mm, in order.
        known: the wanted holes of other seats, (m, 2), mm, in any order.
        seat: whose are wanted.
        pitch: mm.

    Returns:
        (m, 2), mm; None where no known seat's part is a copy of this one's.
    """
    best: tuple[float, Floats] | None = None
    for other, holes in known.items():
        turn, start, end = _movement(tracks[other], tracks[seat])
        off = np.linalg.norm((tracks[other] - start) @ turn + end - tracks[seat], axis=1)
        worst = float(off.max())
        if worst < LIKE_PITCHES * pitch and (best is None or worst < best[0]):
            best = worst, np.asarray((holes - start) @ turn + end)
    return None if best is None else best[1]


def _movement(before: Floats, after: Floats) -> tuple[Floats, Floats, Floats]:
    """The rotation (no scaling, no reflection) that best maps points onto others, and both centroids.

    Source: W. Kabsch, A solution for the best rotation to relate two sets of vectors, 1976.
    """
    start, end = before.mean(axis=0), after.mean(axis=0)
    left, _, right = np.linalg.svd((before - start).T @ (after - end))
    flip = np.diag([1.0, np.sign(np.linalg.det(left @ right))])
    return np.asarray(left @ flip @ right), start, end
