"""The readers of the clips in half size, opened once a module."""

import pytest
from footage import clips

from toc_pi.vision.reading import Reader, open_reader


@pytest.fixture(scope="module")
def readers() -> dict[str, Reader]:
    return {clip.name: open_reader(clip.calibration) for clip in clips()}
