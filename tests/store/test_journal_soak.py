"""kill -9 a thousand times at a random moment of a running game (`make soak`)."""

from pathlib import Path
from random import Random

import pytest
from kills import kill_often


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_kills_lose_nothing(tmp_path: Path, seed: int) -> None:
    assert kill_often(tmp_path / "games.sqlite", 100, Random(seed)) == []
