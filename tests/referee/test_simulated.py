"""Random games before a noisy camera: no wrong verdict, none missed, no deadlock (many more: `make soak`)."""

from random import Random

import pytest
from simulator import Chances, Evening, random_game


@pytest.mark.parametrize("seed", range(9001, 9013))
def test_random_evenings_are_refereed_without_a_fault(seed: int) -> None:
    rng = Random(seed)
    report = Evening(random_game(rng), rng).play(most_turns=60)
    assert report.complaints == []
    assert report.turns >= 60 or report.ended


@pytest.mark.parametrize("seed", range(9101, 9104))
def test_with_clear_eyes_every_verdict_comes_within_a_second(seed: int) -> None:
    rng = Random(seed)
    clear = Chances(illegal=0.2, unsure=0.0, misread=0.0, half=0.0)
    report = Evening(random_game(rng), rng, clear).play(most_turns=40)
    assert report.complaints == []
    assert report.slow == []
    assert report.questions == 0
