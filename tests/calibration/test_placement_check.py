"""A wrongly declared set-up is noticed in the picture; a right one is never rejected."""

import pytest
from stills import Still, load_still

from calibration.appearance.looks import without_pawns
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import make_sampling_grids
from calibration.pose.found_pose import FoundPose
from calibration.pose.orientation import turned_pose
from calibration.setup.placement_check import PlacementErrors, find_placement_errors
from calibration.setup.proposal import learn

PAWNS = {
    "005": PawnSet("marble", 15.1, 14.1, white_face=False),
    "006": PawnSet("peg", 28.6, 5.9, white_face=False),
    "008": PawnSet("halma", 24.0, 12.0, white_face=True),
}
NAMES = sorted(PAWNS)


def differs(still: Still, name: str, declared: dict[str, str]) -> PlacementErrors:
    """How a picture differs from the declared placement."""
    found = learn([still.image], still.board, FoundPose(still.pose, 0.5, 0.9), PAWNS[name], declared, {})
    return find_placement_errors([still.image], found, declared)


def out_of_camp(still: Still) -> tuple[str, str]:
    """An empty camp hole, and the hole with a pawn of its seat."""
    return next(
        (camp, hole)
        for camp in still.board.holes
        if camp[1:2] == "C" and camp not in still.holes
        for hole, pawn in still.holes.items()
        if pawn == camp[0] and hole[1:2] != "C"
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_right_placement_is_never_rejected(name: str) -> None:
    still = load_still(name)
    assert not differs(still, name, still.holes)


@pytest.mark.parametrize("name", NAMES)
def test_full_camps_that_are_not_full_are_named(name: str) -> None:
    still = load_still(name)
    full = {hole: hole[0] for hole in still.board.holes if hole[1:2] == "C"}
    wrong = differs(still, name, full)
    assert wrong
    assert not {*wrong.missing} & still.holes.keys()
    assert {*wrong.undeclared} <= still.holes.keys()


@pytest.mark.parametrize("name", ["005", "006"])
def test_one_pawn_that_stands_elsewhere_is_named_where_it_is_or_isnt(name: str) -> None:
    still = load_still(name)
    camp, hole = out_of_camp(still)
    declared = {place: pawn for place, pawn in still.holes.items() if place != hole} | {camp: camp[0]}
    wrong = differs(still, name, declared)
    assert set(wrong.missing) | set(wrong.undeclared) <= {camp, hole}
    assert wrong


def test_a_pawn_of_another_seat_is_named() -> None:
    still = load_still("005")
    wrong = differs(still, "005", still.holes | {"aC1": "b"})
    assert dict(wrong.wrong_colour) == {"aC1": "a"}


def test_pawns_that_stand_nowhere_are_named() -> None:
    still = load_still("005")
    free = iter(hole for hole in still.board.holes if hole not in still.holes and hole[1:2] not in ("C", "H"))
    declared = {next(free): pawn for pawn in still.holes.values()}
    assert differs(still, "005", declared).missing


def test_seats_that_all_look_the_same_are_not_there() -> None:
    still = load_still("005")
    beside = turned_pose(still.pose, still.board, 0.0, (9.0, 9.0))
    full = {hole: hole[0] for hole in still.board.holes if hole[1:2] == "C"}
    found = learn([still.image], still.board, FoundPose(beside, 0.5, 0.9), PAWNS["005"], full, {})
    assert len(find_placement_errors([still.image], found, full).missing) == 16


def test_seats_that_nobody_plays_may_have_no_pawns() -> None:
    still = load_still("005")
    playing = {hole: pawn for hole, pawn in still.holes.items() if pawn in "ac"}
    without = still.image.copy()
    grids = make_sampling_grids(still.board, still.pose, PAWNS["005"])
    gone = [grids.names.index(hole) for hole in still.holes if hole not in playing]
    without, _ = without_pawns(without, still.board, still.pose, grids, gone)
    found = learn([without], still.board, FoundPose(still.pose, 0.5, 0.9), PAWNS["005"], playing, {})
    assert not find_placement_errors([without], found, playing)
