"""Two thousand whole games before a noisy camera (`make soak`; hours)."""

from random import Random

import pytest
from simulator import Evening, random_game

GAMES = 2000
AT_ONCE = 20
MOST_TURNS = 3000


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, GAMES, AT_ONCE))
def test_whole_games_are_refereed_without_a_fault(first: int) -> None:
    faults = []
    for seed in range(first, first + AT_ONCE):
        rng = Random(seed)
        report = Evening(random_game(rng), rng).play(MOST_TURNS)
        faults += [f"game {seed}: {complaint}" for complaint in report.complaints[:1]]
    assert faults == []
