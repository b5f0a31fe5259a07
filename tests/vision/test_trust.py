"""When the eye can't be trusted it says so: small holes, a noisy sensor."""

from dataclasses import replace

import numpy as np
import pytest
from footage import clips, footage

from calibration.lens import flat, project
from toc_pi.app.doubts import doubts_of
from toc_pi.phrases import LANGUAGES, Phrases
from toc_pi.vision.trust import NOISIEST, SMALLEST_PX, find_doubts


def across(name: str) -> float:
    """The smallest hole's width in the clip's pictures, px."""
    told = footage(name).calibration
    places = np.array(list(told.board.holes.values()))
    aside = np.array([told.board.hole_diameter, 0.0])
    ends = [project(flat(places + share * aside), told.pose) for share in (-0.5, 0.5)]
    return float(np.hypot(*(ends[1] - ends[0]).T).min())


@pytest.mark.parametrize("times", [0.9, 1.1])
def test_holes_too_small_are_told_of(times: float) -> None:
    for clip in clips():
        told = clip.calibration
        nearer = times * SMALLEST_PX / across(clip.name)
        board = replace(told.board, hole_diameter=told.board.hole_diameter * nearer)
        assert ("small" in find_doubts(replace(told, board=board))) == (times < 1)


@pytest.mark.parametrize("times", [0.9, 1.1])
def test_too_much_noise_is_told_of(times: float) -> None:
    told = footage("kitchen").calibration
    noisy = replace(told, looks=replace(told.looks, noise=times * NOISIEST))
    assert ("grainy" in find_doubts(noisy)) == (times > 1)


def test_doubts_are_told_in_every_language() -> None:
    told = footage("kitchen").calibration
    noisy = replace(told, looks=replace(told.looks, noise=2 * NOISIEST))
    said = {doubts_of(noisy, Phrases(language, {}))[-1] for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
