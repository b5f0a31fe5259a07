"""The pawns of the set-up: as long as one hasn't been moved, it looks as in its own picture in the same hole.

A black peg on black paint looks much like an empty hole; its own picture is the best model of it.
"""

from dataclasses import dataclass

import numpy as np

from calibration.appearance.looks import Looks
from calibration.appearance.sampling_grid import SamplingGrids, sample
from calibration.arrays import Indices, Singles
from toc_pi.vision.planes import ROUGH, as_planes, measure_roughness

_SPREAD = (0.06, 0.04, 0.04)  # least spread of its ratios between pictures


@dataclass(frozen=True, slots=True, eq=False)
class Unmoved:
    """The pawns as seen in their holes at set-up.

    Attributes:
        pawn: (holes) which pawn stood there, -1 for none.
        bodies: (3, n) float32, blue, green and red of the points on a body.
        variance: (3, n) float32, variance of their ratios, without the noise.
    """

    pawn: Indices
    bodies: Singles
    variance: Singles


def find_unmoved(looks: Looks, grids: SamplingGrids, hole: Indices, point: Indices) -> Unmoved:
    """Sample the set-up's pawns.

    Args:
        looks: the calibration's looks.
        grids: grids of the same pose.
        hole, point: (n) the points on bodies, see `AppearanceModel`.
    """
    standing = looks.standing
    kind = np.full(len(grids.names), -1)
    if standing is None:
        return Unmoved(kind, np.zeros((3, len(hole)), np.float32), np.ones((3, len(hole)), np.float32))
    for index, name in enumerate(grids.names):
        if standing.holes.get(name) in looks.names:
            kind[index] = looks.names.index(standing.holes[name])
    points = grids.points[hole, point][None]
    seen, rough = sample(standing.picture, points)[0], measure_roughness(standing.picture, points)[0]
    return Unmoved(kind, as_planes(seen), as_planes(np.array(_SPREAD) ** 2 + ROUGH**2 * rough))
