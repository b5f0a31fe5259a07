"""The orientation of a board, determined by its pawns' places, likeness and colours."""

import numpy as np
import pytest
from stills import load_still, pitches_off, taps_of

from calibration.errors import CannotSee
from calibration.features import log_light
from calibration.pose.estimation import find_pose
from calibration.pose.found_pose import PoseHints, patch_half_mm
from calibration.pose.orientation import choose_orientation, turned_pose


def test_pawns_of_one_name_look_alike_only_the_right_way_round():
    still = load_still("005")
    # Half-empty camps: their free and occupied holes alone aren't enough evidence.
    camps = {hole: pawn for hole, pawn in still.holes.items() if hole[1] == "C"}
    start = turned_pose(still.pose, still.board, 90)
    found = _chosen(still, start, camps)
    assert pitches_off(found, still) < 0.1


def test_pawns_that_go_by_their_colour_need_no_other_word():
    still = load_still("005")
    camps = {"aC1": "a", "bC2": "b", "dC2": "d"}
    named = {hole: still.colours[pawn] for hole, pawn in camps.items()}
    start = turned_pose(still.pose, still.board, 90)
    with pytest.raises(CannotSee, match="from several sides"):
        _chosen(still, start, camps)
    found = _chosen(still, start, named)
    assert pitches_off(found, still) < 0.1


def test_corners_in_a_wrong_order_are_refused_if_the_pawns_colours_contradict_them():
    still = load_still("eight")
    wrong = np.roll(taps_of(still), 1, axis=0).tolist()
    with pytest.raises(CannotSee, match="the other way round"):
        find_pose([still.image], still.board, corners=wrong, focal=still.focal, colours=still.colours)


@pytest.mark.parametrize("turned", [1, 2, 3])
def test_a_side_that_fits_the_holes_is_refused_if_the_pawns_colours_contradict_it(turned):
    still = load_still("005")
    played = {hole: pawn for hole, pawn in still.holes.items() if hole[1] != "C"}
    seats = list(still.colours)
    colours = dict(zip(seats, np.roll(list(still.colours.values()), turned).tolist(), strict=True))
    assert pitches_off(_chosen(still, still.pose, played, still.colours), still) < 0.1
    with pytest.raises(CannotSee, match="the other way round"):
        _chosen(still, still.pose, played, colours)


def _chosen(still, start, holes, colours=None):
    hints = PoseHints(holes=holes) if colours is None else PoseHints(holes=holes, colours=colours)
    half_mm = patch_half_mm(still.board)
    return choose_orientation(still.image, log_light(still.image), still.board, start, hints, half_mm)
