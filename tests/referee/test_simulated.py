"""Random games with a noisy camera: no wrong verdict, none missed, no deadlock (many more: `make soak`)."""

from random import Random

import pytest
from golden_evenings import (
    RESTLESS_FREE,
    RESTLESS_STRICT,
    RESTLESS_UNTOLD,
    STRICT,
    STRICT_TURNS,
    UNTOLD,
    play_restless,
    play_strict,
    play_untold,
)
from simulator import Chances, Evening, random_game

CHANGED = "the referee says something else, or at another moment: read tools/golden_evenings.py"


@pytest.mark.parametrize("seed", range(9001, 9025, 2))
def test_random_evenings_are_refereed_without_a_fault(seed: int) -> None:
    report, path, lines = play_strict(seed)
    assert report.complaints == []
    assert report.turns >= STRICT_TURNS or report.ended
    if seed in STRICT:
        assert lines.splitlines() == path.read_text(encoding="utf-8").splitlines(), CHANGED


@pytest.mark.parametrize("seed", range(8))
def test_evenings_on_which_hardly_a_card_is_tapped_are_understood(seed: int) -> None:
    report, path, lines = play_untold(seed)
    assert report.count("flagged") == report.count("wrong player") == report.count("key") == 0, report.notes
    assert report.named >= 0.85 * report.moves, report.notes  # 0.98 of many evenings
    assert report.questions <= 2
    if seed in UNTOLD:
        assert lines.splitlines() == path.read_text(encoding="utf-8").splitlines(), CHANGED


@pytest.mark.parametrize("seed", [*RESTLESS_STRICT, *RESTLESS_UNTOLD, *RESTLESS_FREE])
def test_restless_evenings_match_their_golden_files(seed: int) -> None:
    path, lines = play_restless(seed)
    assert lines.splitlines() == path.read_text(encoding="utf-8").splitlines(), CHANGED


@pytest.mark.parametrize("seed", range(9101, 9104))
def test_with_clear_eyes_every_verdict_comes_within_a_second(seed: int) -> None:
    rng = Random(seed)
    clear = Chances(illegal=0.2, unsure=0.0, misread=0.0, half=0.0)
    report = Evening(random_game(rng), rng, clear).play(most_turns=40)
    assert report.complaints == []
    assert report.slow == []
    assert report.questions == 0
