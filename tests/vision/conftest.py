"""The readers of the clips in half size, opened once a module."""

import pytest
from footage import clips

from toc_pi.vision.reading import Reader, make_reader


@pytest.fixture(scope="module")
def readers() -> dict[str, Reader]:
    return {clip.name: make_reader(clip.calibration) for clip in clips()}
