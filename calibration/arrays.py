"""Array types shared by the rooms, with shapes and units in docstrings; and medians."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Singles = NDArray[np.float32]
Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
_Real = TypeVar("_Real", np.float32, np.float64)


def median(values: Singles) -> np.float32:
    """The median of single precision numbers, at least one; for few values four times faster than numpy's."""
    half = len(values) // 2
    if len(values) % 2:
        return np.float32(np.partition(values, half)[half])
    low, high = np.partition(values, (half - 1, half))[half - 1 : half + 1]
    return np.float32((low + high) * np.float32(0.5))


def nan_median(values: NDArray[_Real], axis: int) -> NDArray[_Real]:
    """The median along an axis, ignoring NaN, many times faster than numpy's; NaN if there are no numbers."""
    ordered = np.sort(values, axis=axis)  # NaN sorts last
    count = np.isfinite(ordered).sum(axis=axis, keepdims=True)
    low, high = (np.take_along_axis(ordered, at, axis) for at in (np.maximum(count - 1, 0) // 2, count // 2))
    return np.asarray(((low + high) / 2).squeeze(axis), values.dtype)
