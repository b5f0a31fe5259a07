"""The pawns' size, if the given one is wrong or missing."""

import numpy as np
import pytest
from stills import load_still

from calibration.appearance.pawn_size import fit_pawns
from calibration.appearance.sampling_grid import KINDS, PawnSet

TRUE = {
    "005": PawnSet("marble", 15.1, 14.1, white_face=False),
    "006": PawnSet("peg", 28.6, 5.9, white_face=False),
}
"""As hinted with those pictures: within 15 %."""


def fitted(name, told, kinds=()):
    still = load_still(name)
    return fit_pawns(still.image, still.board, still.pose, told, still.holes, kinds)


@pytest.mark.parametrize("name", sorted(TRUE))
@pytest.mark.parametrize("wrong", [0.65, 1.4])
def test_a_wrong_given_size_is_corrected(name, wrong):
    true = TRUE[name]
    found = fitted(name, PawnSet(true.kind, wrong * true.height, wrong * true.diameter, white_face=False))
    assert found.height == pytest.approx(true.height, rel=0.2)
    assert found.diameter == pytest.approx(true.diameter, rel=0.25)


def test_a_peg_is_distinguished_from_the_default_pawn():
    found = fitted("006", PawnSet("cylinder", 20.0, 10.0, white_face=False), KINDS)
    assert found.height == pytest.approx(28.6, rel=0.2)
    assert found.diameter == pytest.approx(5.9, rel=0.3)


def test_without_a_visible_pawn_the_given_size_stays():
    still = load_still("005")
    told = PawnSet("halma", 24.0, 12.0, white_face=True)
    dark = np.zeros_like(still.image)
    assert fit_pawns(dark, still.board, still.pose, told, still.holes) == told
    assert fit_pawns(still.image, still.board, still.pose, told, {}) == told
