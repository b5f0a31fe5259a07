"""Pawns that nobody has moved: they look as they did when they were learned, in the very same hole.

A black peg on black paint is nearly what an empty hole may look like, but nothing is as like it as itself.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.colours import Looks, to_ratios
from calibration.patches import Places, Singles, sample
from toc_pi.vision.planes import as_planes

Indices = NDArray[np.intp]

_SPREAD = (0.06, 0.04, 0.04)  # of its ratios from look to look, at least
_ROUGH = 0.6  # share of the change within a pixel that adds to it
_STEPS = ((0.8, 0.0), (-0.8, 0.0), (0.0, 0.8), (0.0, -0.8))


@dataclass(frozen=True, slots=True, eq=False)
class Unmoved:
    """How the pawns looked in their holes.

    Attributes:
        kind: (holes) which pawn stood there, -1 for none.
        bodies: (3, n) float32, blue, green and red of the points on a body.
        spread: (3, n) float32, squared spread of their ratios, but for the noise.
    """

    kind: Indices
    bodies: Singles
    spread: Singles


def find_unmoved(looks: Looks, places: Places, hole: Indices, point: Indices) -> Unmoved:
    """Look up the pawns that stood.

    Args:
        looks: whose.
        places: grids of the same pose.
        hole, point: (n) the points on bodies, see `Eye`.
    """
    standing = looks.standing
    kind = np.full(len(places.names), -1)
    if standing is None:
        return Unmoved(kind, np.zeros((3, len(hole)), np.float32), np.ones((3, len(hole)), np.float32))
    for index, name in enumerate(places.names):
        if standing.holes.get(name) in looks.names:
            kind[index] = looks.names.index(standing.holes[name])
    points = places.points[hole, point]
    seen = sample(standing.picture, points[None])[0]
    ratios = to_ratios(seen)
    steps = [
        to_ratios(sample(standing.picture, points[None] + np.array(step, np.float32))[0]) for step in _STEPS
    ]
    rough = np.mean([(step - ratios) ** 2 for step in steps], axis=0)
    return Unmoved(kind, as_planes(seen), as_planes(np.array(_SPREAD) ** 2 + _ROUGH**2 * rough))
