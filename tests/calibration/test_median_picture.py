"""The median of several pictures."""

import tracemalloc

import numpy as np
import pytest

from calibration.camera import median_picture


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_is_the_median_of_each_pixel(count: int) -> None:
    rng = np.random.default_rng(count)
    images = [rng.integers(0, 256, (7, 5, 3), dtype=np.uint8) for _ in range(count)]
    median = median_picture(images)
    assert median.dtype == np.uint8
    np.testing.assert_array_equal(median, np.median(np.stack(images), axis=0).astype(np.uint8))


def test_takes_little_more_memory_than_one_picture() -> None:
    """A Zero 2 W has 512 MB: the median of whole pictures would take ten times a picture's memory."""
    images = [np.zeros((480, 640, 3), np.uint8) for _ in range(9)]
    tracemalloc.start()
    try:
        median_picture(images)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * images[0].nbytes
