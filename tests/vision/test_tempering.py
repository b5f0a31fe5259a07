"""Tempering: how much weight evidence for a pawn or an empty hole has where its explanation fits badly.

The likelihoods and misfits are given; the tables of a small board are real.
"""

import math

import pytest
from given_evidence import ALONE, FULL, PAWN, HoleEvidence, given, model_of

from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.decision import decide


def worth_of(
    model: AppearanceModel, hole: str, score: float, fits: tuple[float, float, float], kept: bool = False
) -> float:
    """The log odds of pawn a against the empty hole, where the points alone would give this score."""
    gap = (score - PAWN + 5.0 * kept) / FULL
    row = decide(given(model, **{hole: HoleEvidence({"a": gap}, fits=fits, kept=kept)}), model).probability[
        hole
    ]
    return math.log(row["a"] / row[""])


@pytest.mark.parametrize(
    ("hole", "fits", "worth"),
    [
        (ALONE, (9.0, 1.0, 9.0), 4.0),
        (ALONE, (9.0, 3.0, 9.0), 4.0),
        (ALONE, (12.0, 6.0, 12.0), 4.0 * 0.5**1.5),  # beyond a misfit of 3 a pawn counts less
        (ALONE, (15.0, 12.0, 15.0), 4.0 * 0.25**1.5),
        (ALONE, (4.0, 1.0, 9.0), 4.0),
        (ALONE, (2.5, 1.0, 9.0), 4.0 - 3.0 * 0.5),  # the board explains it nearly as well
        (ALONE, (1.0, 1.0, 9.0), 4.0 - 3.0),
        (ALONE, (9.0, 1.0, 2.5), 4.0 - 3.0 * 0.5),  # or another pawn does
        (ALONE, (1.0, 2.5, 9.0), 0.3),  # never less than this
        ("aC1", (9.0, 6.0, 9.0), 4.0 * 0.5**1.5),
        ("aC1", (2.5, 1.0, 9.0), 4.0 - 3.0 * 0.5),
    ],
)
def test_evidence_for_a_pawn_has_less_weight_where_it_fits_badly_or_something_else_fits_as_well(
    hole: str, fits: tuple[float, float, float], worth: float
) -> None:
    assert worth_of(model_of(), hole, 4.0, fits) == pytest.approx(worth, abs=1e-3)


@pytest.mark.parametrize(
    ("hole", "fits", "worth"),
    [
        (ALONE, (1.0, 9.0, 9.0), 4.0),
        (ALONE, (5.0, 9.0, 9.0), 4.0),
        (ALONE, (10.0, 15.0, 15.0), 4.0 * 0.5**1.5),  # beyond a misfit of 5
        (ALONE, (2.0, 3.5, 9.0), 4.0 - 3.0 * 0.5),
        (ALONE, (2.0, 1.1, 9.0), 0.3),  # never less than this
        ("aC1", (1.0, 9.0, 9.0), 4.0),
        ("aC1", (6.0, 12.0, 12.0), 4.0 * 0.5**1.5),  # never seen empty: beyond a misfit of 3
        ("aC1", (2.0, 3.5, 9.0), 4.0 - 4.5 * 0.5),
        ("aC1", (2.0, 2.9, 9.0), 4.0 - 4.5 * 0.7),
    ],
)
def test_evidence_for_an_empty_hole_has_less_weight_where_it_fits_badly_or_a_pawn_fits_as_well(
    hole: str, fits: tuple[float, float, float], worth: float
) -> None:
    assert worth_of(model_of(), hole, -4.0, fits) == pytest.approx(-worth, abs=1e-3)


@pytest.mark.parametrize(
    ("hole", "fits", "worth"),
    [
        (ALONE, (3.0, 2.1, 9.0), 20.0 - 3.0 * 1.3),
        (ALONE, (3.0, 1.9, 9.0), 2.0),
        ("aC1", (2.0, 2.1, 9.0), 20.0 - 4.5 * (1 - 0.1 / 3)),
        ("aC1", (2.0, 1.9, 9.0), 2.0),
    ],
)
def test_evidence_for_an_empty_hole_has_little_weight_where_a_pawn_fits_better(
    hole: str, fits: tuple[float, float, float], worth: float
) -> None:
    """By 1 at least where the hole was seen empty, by anything where it never was."""
    assert worth_of(model_of(), hole, -20.0, fits) == pytest.approx(-worth, abs=1e-2)


@pytest.mark.parametrize(("score", "contested"), [(-4.0, True), (-11.0, True), (-13.0, False)])
def test_a_likely_pawn_that_fits_better_contests_a_hole_that_shows_its_pattern(
    score: float, contested: bool
) -> None:
    worth = worth_of(model_of(), ALONE, score, (5.0, 2.0, 9.0), kept=True)
    assert (worth > -3.0) == contested


def test_evidence_for_an_empty_hole_from_its_pattern_has_full_weight() -> None:
    assert worth_of(model_of(), ALONE, -20.0, (10.0, 1.0, 9.0), kept=True) == pytest.approx(-20.0, abs=1e-2)
