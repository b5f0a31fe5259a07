"""The types of arrays that rooms pass to each other, shapes and units in the docstrings; and a median."""

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Singles = NDArray[np.float32]
Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


def median(values: Singles) -> np.float32:
    """The median of single precision numbers, at least one: as numpy's, in a quarter of the time for few."""
    half = len(values) // 2
    if len(values) % 2:
        return np.float32(np.partition(values, half)[half])
    low, high = np.partition(values, (half - 1, half))[half - 1 : half + 1]
    return np.float32((low + high) * np.float32(0.5))
