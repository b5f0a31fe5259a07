"""The types of arrays that rooms pass to each other; shapes and units are in the docstrings."""

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Singles = NDArray[np.float32]
Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
