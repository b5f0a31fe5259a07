"""Pawns that have the colour of the paint around their own holes are noticed beforehand."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from footage import Footage, clips, footage

from calibration.appearance.looks import body_hull
from calibration.setup.calibration_file import Calibration
from toc_pi.app.film_session import calibrated_line
from toc_pi.app.setup.finding import warnings_of
from toc_pi.languages import LANGUAGES
from toc_pi.phrases import Phrases
from toc_pi.vision.appearance_model import AppearanceModel, make_appearance_model
from toc_pi.vision.observer import Observer
from toc_pi.vision.reliability import MIN_ODDS, expected_odds, find_camouflaged


def drawn(model: AppearanceModel, hole: str, pawn: str, image: np.ndarray) -> np.ndarray:
    """A picture in which a pawn's predicted colours cover its place in a hole."""
    index = model.grids.names.index(hole)
    points = slice(model.points.first[index], model.points.first[index + 1])
    colour = model.pawns.levels[:, model.calibration.looks.names.index(pawn), points].mean(axis=1)
    return np.asarray(cv2.fillConvexPoly(image.copy(), body_hull(model.grids, index), colour.tolist()))


def painted(clip: Footage, hole: str) -> Calibration:
    """A calibration whose board is painted like the hole's own pawn wherever that would be seen."""
    calibration = clip.calibration
    empty = drawn(make_appearance_model(calibration), hole, hole[0], calibration.looks.empty)
    return replace(calibration, looks=replace(calibration.looks, empty=empty))


def test_on_the_boards_of_the_tests_every_pawn_is_visible_in_its_holes() -> None:
    for clip in clips():
        assert find_camouflaged(make_appearance_model(clip.calibration)) == (), clip.name


@pytest.mark.parametrize("hole", ["a0", "c0"])
def test_a_pawn_painted_like_its_hole_is_named(hole: str) -> None:
    calibration = painted(footage("jumps"), hole)
    model = make_appearance_model(calibration)
    assert find_camouflaged(model) == (hole[0],)
    assert [name for name, odds in expected_odds(model).items() if odds < MIN_ODDS] == [hole]


def test_the_line_of_a_found_board_names_camouflaged_pawns() -> None:
    clip = footage("jumps")
    for found, named in ((painted(clip, "a0"), {"camouflaged": ["a"]}), (clip.calibration, {})):
        line = calibrated_line(0.0, found, Observer(found).camouflaged)
        assert {key: what for key, what in line.items() if key == "camouflaged"} == named


def test_the_warning_names_the_pawn_in_every_language() -> None:
    calibration = painted(footage("jumps"), "a0")
    named = Observer(calibration).camouflaged
    said = {
        language: warnings_of(calibration, named, Phrases(language, {"a": "green"})) for language in LANGUAGES
    }
    assert all(len(sentences) == 1 for sentences in said.values())
    assert len({sentences[0] for sentences in said.values()}) == len(LANGUAGES)
