"""Colours that can't be distinguished are reported before the game, and only then."""

import pytest
from stills import load_still

from calibration.appearance.looks import learn_looks
from calibration.appearance.pawn_set import PawnSet

PAWNS = {
    "005": PawnSet("marble", 15.1, 14.1, white_face=False),
    "006": PawnSet("peg", 28.6, 5.9, white_face=False),
}


def alike(name, holes):
    still = load_still(name)
    return learn_looks([still.image], still.board, still.pose, PAWNS[name], holes).alike


@pytest.mark.parametrize("name", sorted(PAWNS))
def test_different_colours_are_distinguished(name):
    assert alike(name, load_still(name).holes) == ()


@pytest.mark.parametrize("name", sorted(PAWNS))
def test_one_colour_under_two_names_is_not(name):
    holes = load_still(name).holes
    own_holes = [hole for hole, pawn in sorted(holes.items()) if pawn == "a"]
    assert len(own_holes) == 4
    assert alike(name, holes | dict.fromkeys(own_holes[::2], "z")) == (("a", "z"),)


@pytest.mark.parametrize("name", sorted(PAWNS))
def test_a_pawn_that_a_hand_has_lifted_makes_no_two_colours_alike(name):
    still = load_still(name)
    empty = next(hole for hole in still.board.holes if hole not in still.holes and hole.startswith("b"))
    for seat in sorted(set(still.holes.values())):
        own_holes = [hole for hole, pawn in sorted(still.holes.items()) if pawn == seat]
        if len(own_holes) < 4:
            continue
        lifted = {hole: pawn for hole, pawn in still.holes.items() if hole != own_holes[0]} | {empty: seat}
        assert alike(name, lifted) == (), seat
