"""The pawns' size, if the given one is wrong or missing."""

import cv2
import numpy as np
import pytest
from stills import Still, load_still

from calibration.appearance.looks import body_hull
from calibration.appearance.pawn_set import USUAL, PawnSet
from calibration.appearance.pawn_size import fit_pawns
from calibration.appearance.sampling_grid import make_sampling_grids
from calibration.camera import flat, project

TRUE = {
    "005": PawnSet("marble", 15.1, 14.1, white_face=False),
    "006": PawnSet("peg", 28.6, 5.9, white_face=False),
}
"""As hinted with those pictures: within 15 %."""


def fitted(name, pawns, usual=()):
    still = load_still(name)
    return fit_pawns(still.image, still.board, still.pose, pawns, still.holes, usual).pawns


@pytest.mark.parametrize("name", sorted(TRUE))
@pytest.mark.parametrize("wrong", [0.65, 1.4])
def test_a_wrong_given_size_is_corrected(name, wrong):
    true = TRUE[name]
    found = fitted(name, PawnSet(true.kind, wrong * true.height, wrong * true.diameter, white_face=False))
    assert found.height == pytest.approx(true.height, rel=0.2)
    assert found.diameter == pytest.approx(true.diameter, rel=0.25)


def test_a_peg_is_distinguished_from_the_default_pawn():
    found = fitted("006", PawnSet("cylinder", 20.0, 10.0, white_face=False), USUAL)
    assert found.height == pytest.approx(28.6, rel=0.2)
    assert found.diameter == pytest.approx(5.9, rel=0.3)


def test_without_a_visible_pawn_the_given_size_stays():
    still = load_still("005")
    pawns = PawnSet("halma", 24.0, 12.0, white_face=True)
    dark = np.zeros_like(still.image)
    assert fit_pawns(dark, still.board, still.pose, pawns, still.holes).pawns == pawns
    assert fit_pawns(still.image, still.board, still.pose, pawns, {}).pawns == pawns


def painted(still: Still, pawns: PawnSet, reach: float):
    """The picture with a disc of paint in its own colour below each pawn, `reach` mm around its foot."""
    grids = make_sampling_grids(still.board, still.pose, pawns)
    turns = np.linspace(0, 2 * np.pi, 40)
    ring = reach * np.column_stack([np.cos(turns), np.sin(turns)])
    image, bodies = still.image.copy(), np.zeros(still.image.shape[:2], np.uint8)
    for hole in still.holes:
        body = np.zeros_like(bodies)
        cv2.fillConvexPoly(body, body_hull(grids, grids.names.index(hole)), 1)
        edge = project(flat(np.array(still.board.holes[hole]) + ring), still.pose)
        colour = np.median(still.image[body > 0], axis=0)
        cv2.fillConvexPoly(image, edge.round().astype(np.int32), colour.tolist())
        bodies |= body
    image[bodies > 0] = still.image[bodies > 0]
    return image


@pytest.mark.parametrize("name", sorted(TRUE))
def test_paint_in_the_pawns_colour_is_not_taken_for_a_part_of_them(name):
    still, true = load_still(name), TRUE[name]
    found = fit_pawns(painted(still, true, 18.0), still.board, still.pose, true, still.holes).pawns
    assert found.height == pytest.approx(true.height, rel=0.1)
    assert found.diameter == pytest.approx(true.diameter, rel=0.1)
