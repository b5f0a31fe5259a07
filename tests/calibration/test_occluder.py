"""A hand in the only picture of a set-up: detected, outlined, and recognized when the picture is read."""

import cv2
import numpy as np
import pytest
from stills import load_still

from calibration.appearance.looks import learn_looks
from calibration.appearance.pawn_set import PawnSet
from calibration.camera import flat, project
from calibration.occlusion.edge_crossings import find_crossings
from calibration.occlusion.occluder import find_occluder, is_occluder_present, occluder_mask
from calibration.occlusion.unseen_holes import find_unseen_holes
from calibration.pose.found_pose import FoundPose
from calibration.setup.calibration_file import load_calibration
from calibration.setup.proposal import learn
from toc_pi.vision.reading import make_reader, read_with

PAWNS = PawnSet("cylinder", 16.0, 10.0, white_face=False)


def occluder_of(still):
    return find_occluder(still.image, still.board, still.pose, still.holes, PAWNS)


@pytest.mark.parametrize("name", ["005", "006"])
def test_nothing_lies_over_a_clean_board(name):
    assert occluder_of(load_still(name)) is None


@pytest.mark.parametrize("factor", [0.5, 1.4])
def test_nor_in_another_exposure(factor):
    still = load_still("005")
    lit = np.clip(still.image * factor, 0, 255).astype(np.uint8)
    assert find_occluder(lit, still.board, still.pose, still.holes, PAWNS) is None


def test_a_hand_is_noticed_where_it_reaches_over_the_edge():
    still = load_still("008")
    found = occluder_of(still)
    assert found is not None
    rows, columns = np.nonzero(occluder_mask(found, still.image.shape[1::-1]))
    # It comes in from the lower right.
    assert 900 < np.median(columns) < 1280
    assert 300 < np.median(rows) < 720


def test_it_is_known_again_and_only_then():
    still = load_still("008")
    found = occluder_of(still)
    assert is_occluder_present(still.image, found)
    assert is_occluder_present(np.clip(0.8 * still.image, 0, 255).astype(np.uint8), found)
    gone = still.image.copy()
    mask = occluder_mask(found, still.image.shape[1::-1]) > 0
    gone[mask] = (40, 90, 60)
    assert not is_occluder_present(gone, found)


def test_nothing_is_learnt_under_it():
    still = load_still("008")
    found = occluder_of(still)
    covered = occluder_mask(found, still.image.shape[1::-1])
    looks = learn_looks([still.image], still.board, still.pose, PAWNS, still.holes, covered)
    assert not looks.known[covered > 0].any()
    assert (looks.empty[covered > 0] != still.image[covered > 0]).any(axis=1).mean() > 0.8


def test_a_calibration_keeps_it(tmp_path):
    still = load_still("008")
    calibration = learn([still.image], still.board, FoundPose(still.pose, 0.5, 0.9), PAWNS, still.holes, {})
    assert calibration.occluder is not None
    calibration.save(tmp_path / "table")
    again = load_calibration(tmp_path / "table").occluder
    assert again is not None
    assert again.nearest_hole == calibration.occluder.nearest_hole
    assert again.mask.any()
    assert not (again.mask > calibration.occluder.mask).any()
    assert is_occluder_present(still.image, again), "known again by what is seen of it on the board"


def with_an_arm(image, hand, sleeve):
    """A copy with an arm with a dark sleeve over the board; each part from one place to another."""
    out = image.copy()
    for colour, (start, end, width) in (((120, 155, 205), hand), ((60, 40, 30), sleeve)):
        cv2.line(out, start, end, colour, width, cv2.LINE_AA)
    return cv2.GaussianBlur(out, (0, 0), 0.8)


@pytest.mark.parametrize(
    ("hand", "sleeve"),
    [
        (((800, 420), (1130, 470), 75), ((1130, 470), (1290, 500), 100)),
        # A pawn of the camp is half behind this one.
        (((640, 600), (640, 500), 75), ((640, 640), (650, 725), 110)),
    ],
)
def test_later_pictures_are_read_with_what_was_learnt_beside_it(hand, sleeve):
    still = load_still("005")
    found = FoundPose(still.pose, 0.5, 0.9)
    image = with_an_arm(still.image, hand, sleeve)
    calibration = learn([image], still.board, found, PAWNS, still.holes, {})
    assert calibration.occluder is not None
    reader = make_reader(calibration)
    assert read_with(image, reader).state == "hand"
    later = read_with(still.image, reader)
    assert later.state == "clear"
    assert len(later.unsure) < 10
    sure = {hole for hole in still.board.holes if hole not in later.unsure}
    assert {hole: later.holes.get(hole) for hole in sure} == {hole: still.holes.get(hole) for hole in sure}


def test_what_hides_several_holes_is_noticed_though_it_crosses_no_edge():
    """A hand comes in over a side of the board that isn't in the picture."""
    still = load_still("005")
    free = [hole for hole in ("d8", "d9", "d10", "d11", "d12", "d13") if hole not in still.holes]
    seen = project(flat([still.board.holes[hole] for hole in free]), still.pose).round().astype(int)
    image = still.image.copy()
    cv2.polylines(image, [seen.astype(np.int32)], False, (120, 155, 205), 44, cv2.LINE_AA)
    image = cv2.GaussianBlur(image, (0, 0), 0.8)
    assert find_unseen_holes(still.image, still.board, still.pose, still.holes) == ()
    assert {"d8", "d9", "d10"} <= {*find_unseen_holes(image, still.board, still.pose, still.holes)}
    calibration = learn([image], still.board, FoundPose(still.pose, 0.5, 0.9), PAWNS, still.holes, {})
    reading = read_with(image, make_reader(calibration))
    assert {*free} <= reading.unsure
    assert reading.state == "hand"


def test_a_hand_that_rests_in_most_of_several_pictures_is_noticed():
    still = load_still("005")
    found = FoundPose(still.pose, 0.5, 0.9)
    hand = with_an_arm(still.image, ((800, 420), (1130, 470), 75), ((1130, 470), (1290, 500), 100))
    free, covered = still.image, hand
    resting = learn([covered, covered, free], still.board, found, PAWNS, still.holes, {})
    assert resting.occluder is not None
    passing = learn([free, covered, free], still.board, found, PAWNS, still.holes, {})
    assert passing.occluder is None


def test_where_nothing_differs_there_is_no_crossing():
    still = load_still("005")
    grey = np.full_like(still.image, 120)
    assert find_crossings(grey, still.board, still.pose, still.holes, PAWNS) == ()
