"""Whether a hole with its rim and the wood around still shows the pattern that it showed when it was empty.

Light changes how strong a pattern is, and lays a slope over it; a reflection changes its colours as well. But
nothing that stands in a hole looks like that hole.
"""

import numpy as np

from calibration.appearance.sampling_grid import COLUMNS, POINTS, Mask, Singles
from toc_pi.vision.planes import to_ratios

_ALIKE = 0.78, 0.82  # correlation with the empty hole, over the grid and over the body: pawns stay below 0.75
_HOLLOW = 0.35  # logarithm: a hole is darker than the wood around by more
_PLAIN = 0.1  # logarithm: what differs less than so much is no pattern


def find_pattern(empty: Singles) -> Singles:
    """The pattern of each hole.

    Args:
        empty: (3, holes, POINTS) blue, green and red of the empty board.

    Returns:
        (holes, POINTS) logarithms of brightness, but for their mean and slope.
    """
    return _level(to_ratios(empty)[0])


def find_hollow(pattern: Singles) -> Mask:
    """(holes, POINTS) where each empty hole itself is dark: whatever stands there hides that."""
    return np.asarray(pattern < -_HOLLOW)


def is_kept(bright: Singles, pattern: Singles, inside: Mask) -> Mask:
    """(k) whether holes show their patterns.

    Args:
        bright: (k, POINTS) logarithms of brightness, as seen.
        pattern: (k, POINTS) of the same holes.
        inside: (k, POINTS) the points on the body that would stand there.
    """
    seen = _level(bright)
    whole, body = np.ones(seen.shape, np.float32), inside.astype(np.float32)
    over_grid, over_body = _alike(seen, pattern, whole), _alike(seen, pattern, body)
    return np.asarray((over_grid > _ALIKE[0]) & (over_body > _ALIKE[1]))


def _alike(seen: Singles, pattern: Singles, mask: Singles) -> Singles:
    """(k) Pearson's correlation within a mask; 0 where there is no pattern."""
    size = np.maximum(mask.sum(axis=1, keepdims=True), 1)
    seen = (seen - (seen * mask).sum(axis=1, keepdims=True) / size) * mask
    pattern = (pattern - (pattern * mask).sum(axis=1, keepdims=True) / size) * mask
    power = (pattern * pattern).sum(axis=1)
    norm = np.sqrt((seen * seen).sum(axis=1) * power)
    clear = power > _PLAIN**2 * size[:, 0]
    return np.asarray(np.where(clear, (seen * pattern).sum(axis=1) / np.maximum(norm, 1e-9), 0.0))


def _level(bright: Singles) -> Singles:
    """Without mean and slope."""
    return np.asarray(bright - (bright @ _SLOPES) @ _SLOPES.T)


def _slopes() -> Singles:
    """(POINTS, 3) an orthonormal basis of all planes over a grid."""
    row, column = np.divmod(np.arange(POINTS), COLUMNS)
    return np.asarray(np.linalg.qr(np.column_stack([np.ones(POINTS), row, column]))[0], np.float32)


_SLOPES = _slopes()
