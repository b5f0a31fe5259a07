"""Whether a hole, with its rim and the wood around, still shows the same pattern as when it was empty.

Light changes the contrast of a pattern and adds a gradient; a reflection also changes its colours. A pawn
hides the pattern; only one that is small and blurred, in a ring of paint as dark as itself, looks like it.
"""

import numpy as np

from calibration.appearance.sampling_grid import COLUMNS, POINTS
from calibration.arrays import Mask, Singles
from toc_pi.vision.planes import sum_points, to_ratios

_ALIKE = 0.78, 0.88
"""Least correlation with the empty hole, over the grid and over a pawn's body.

With 0.82 for the second, 97 % of the empty holes in 339 still pictures of 24 films, single and averaged,
and 14 of 2,382 pawns reach both, all of them pegs 6 pixels wide: a kept pattern makes an empty hole about
e**5 times likelier (`KEPT`). A black pawn with a white head, in a black ring on pale wood, reaches 0.85 in
any light, and empty holes 0.9 and more except in hard shadows and blurred. In three pictures each of five
films in eleven lights, 0.88 instead of 0.82 made no further hole wrong, and 1,312 of 20,625 unsure instead
of 1,290; there are more only in hard shadows and stripes of sun.
"""

_DARK_HOLE = 0.35  # logarithm: a hole is at least this much darker than the wood around
KEPT = 5.0  # log odds against any pawn where a hole shows its own pattern
_PLAIN = 0.1  # logarithm: a smaller contrast is no pattern


def find_pattern(empty: Singles) -> Singles:
    """The pattern of each hole.

    Args:
        empty: (3, holes, POINTS) blue, green and red of the empty board.

    Returns:
        (holes, POINTS) log brightness without mean and gradient.
    """
    return _without_gradient(to_ratios(empty)[0])


def find_dark_hole(pattern: Singles) -> Mask:
    """(holes, POINTS) where each empty hole itself is dark: a pawn would hide that."""
    return np.asarray(pattern < -_DARK_HOLE)


def shows_pattern(bright: Singles, pattern: Singles, inside: Mask) -> Mask:
    """(k) whether holes show their patterns.

    Args:
        bright: (k, POINTS) log brightness, as seen.
        pattern: (k, POINTS) of the same holes.
        inside: (k, POINTS) the points on a pawn's body there.
    """
    seen = _without_gradient(bright)
    both = np.stack([seen, pattern, seen * seen, pattern * pattern, seen * pattern])
    over_grid = _correlation(sum_points(both) / np.float32(POINTS))
    body = inside.astype(np.float32)
    both *= body
    size = np.asarray(np.maximum(sum_points(body), 1), np.float32)
    over_body = _correlation(sum_points(both) / size)
    return np.asarray((over_grid > _ALIKE[0]) & (over_body > _ALIKE[1]))


def _correlation(means: Singles) -> Singles:
    """(k) Pearson's; 0 where there is no pattern.

    Args:
        means: (5, k) of what is seen, of the pattern, of their squares, and of their product.
    """
    seen, pattern, seen_2, pattern_2, product = means
    power = pattern_2 - pattern * pattern
    norm = np.sqrt(np.maximum(power * (seen_2 - seen * seen), np.float32(1e-18)))
    return np.asarray(np.where(power > np.float32(_PLAIN**2), (product - seen * pattern) / norm, 0.0))


def _without_gradient(bright: Singles) -> Singles:
    """Values without their mean and gradient."""
    return np.asarray(bright - (bright @ _LINEAR_BASIS) @ _LINEAR_BASIS.T)


def _linear_basis() -> Singles:
    """(POINTS, 3) an orthonormal basis of linear functions over a grid."""
    row, column = np.divmod(np.arange(POINTS), COLUMNS)
    return np.asarray(np.linalg.qr(np.column_stack([np.ones(POINTS), row, column]))[0], np.float32)


_LINEAR_BASIS = _linear_basis()
"""A constant and the gradients along rows and columns, orthonormal."""
