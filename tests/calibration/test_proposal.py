"""What set-up pictures show of a table that nobody has described."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.appearance.colours import PAINTS, name_colours, to_ratios
from calibration.appearance.pawn_set import COLOURS
from calibration.board.board_file import load_board
from calibration.errors import CannotSee
from calibration.pose.estimation import find_board, find_pose
from calibration.setup.proposal import propose_table

DATA = Path(__file__).parents[1] / "data" / "vision"
TRUTH = json.loads((DATA / "truth.json").read_text())
NOISE = 45.0  # grey levels
BOARDS = [load_board(name) for name in ("cross-45", "square-40")]


def set_up(clip):
    return np.asarray(cv2.imread(str(DATA / clip / TRUTH[clip]["setup"])), np.uint8)


@cache
def proposed(clip):
    """What is proposed for a clip's set-up picture."""
    return propose_table([set_up(clip)], BOARDS)


def by_seat(proposal, true):
    """The proposed words by the true seats: a quarter turn of these boards is a matter of naming."""
    words = {seat: colour.word for seat, colour in proposal.colours.items()}
    seats = sorted(proposal.places)
    turns = [
        dict(zip(seats, [words.get(seat) for seat in seats[k:] + seats[:k]], strict=True)) for k in range(4)
    ]
    return max(turns, key=lambda turn: sum(turn[seat] == word for seat, word in true.items()))


@pytest.mark.parametrize("clip", ["jumps", "lamp-light", "tac"])
def test_board_colours_kind_and_size_are_seen_without_a_hint(clip):
    true = TRUTH[clip]
    proposal = proposed(clip)
    assert proposal.calibration.board.name == true["board"]
    assert by_seat(proposal, true["colours"]) == true["colours"]
    assert (proposal.calibration.pawns.kind, proposal.kind_sure) == (true["pawns"]["kind"], True)
    assert proposal.calibration.pawns.height == pytest.approx(true["pawns"]["height"], rel=0.15)
    assert proposal.calibration.pawns.diameter == pytest.approx(true["pawns"]["diameter"], rel=0.15)
    assert not proposal.misplaced
    assert not proposal.calibration.looks.alike
    assert proposal.places["a"][1] == max(y for _, y in proposal.places.values())


def sensor_noise(image, rng, spread):
    """A small sensor's noise by a dim lamp, spread over neighbouring pixels."""
    noise = cv2.GaussianBlur(rng.normal(0, 1, image.shape).astype(np.float32), (0, 0), 0.8)
    return np.clip(image + spread * noise / noise.std(), 0, 255).astype(np.uint8)


def test_what_noise_hides_in_one_picture_is_seen_in_several_together():
    clip, rng = "tac", np.random.default_rng(3)
    pictures = [sensor_noise(set_up(clip), rng, NOISE) for _ in range(8)]
    with pytest.raises(CannotSee):
        find_board(pictures[-1:], BOARDS[:1])
    proposal = propose_table(pictures, BOARDS[:1])
    assert by_seat(proposal, TRUTH[clip]["colours"]) == TRUTH[clip]["colours"]


def test_white_pegs_on_white_paint_seen_from_above_are_pawns():
    picture = cv2.imread(str(DATA.parent / "calibration" / "white-pegs.jpg"))
    proposal = propose_table([picture], [load_board("octagon-70")])
    assert not proposal.empty
    assert not proposal.kind_sure, "paint of the pawns' own colour hides their outlines"
    assert "white" in {colour.word for colour in proposal.colours.values()}


def test_pawns_with_tops_of_another_colour_are_all_seen_and_their_kind_is_asked():
    """Halma pawns whose upper half is white: what is left of them below has the height of a marble."""
    picture = cv2.imread(str(DATA.parent / "calibration" / "two-coloured.jpg"))
    proposal = propose_table([picture], BOARDS[1:])
    assert {colour.word for colour in proposal.colours.values()} == {"yellow", "green", "white", "blue"}
    assert not proposal.misplaced
    assert (proposal.calibration.looks.alike, proposal.empty) == ((), frozenset())
    assert not proposal.kind_sure


def test_on_a_board_without_pawns_it_is_unsure_that_there_are_any():
    picture = cv2.imread(str(DATA.parent / "calibration" / "no-pawns.jpg"))
    assert not propose_table([picture], BOARDS).pawns_sure
    assert proposed("tac").pawns_sure


def test_the_corners_of_a_proposal_lead_to_the_same_seats_again():
    image = set_up("tac")
    proposal = proposed("tac")
    found = find_pose([image], proposal.calibration.board, corners=proposal.corners)
    assert np.abs(found.pose.rotation - proposal.calibration.pose.rotation).max() < 0.02


def test_a_seat_without_pawns_is_seen():
    image = set_up("lamp-light")
    everybody = proposed("lamp-light")
    seat = next(seat for seat, colour in everybody.colours.items() if colour.word == "red")
    looks = everybody.calibration.looks
    x, y = np.rint(everybody.places[seat]).astype(int)
    image[y - 70 : y + 60, x - 70 : x + 70] = looks.empty[y - 70 : y + 60, x - 70 : x + 70]
    proposal = propose_table([image], BOARDS)
    assert proposal.empty == {seat}
    assert {colour.word for colour in proposal.colours.values()} == {"black", "yellow", "green"}


def test_pawns_of_two_seats_that_look_alike_are_named():
    image = set_up("lamp-light")
    everybody = proposed("lamp-light")
    yellow, green = (
        next(seat for seat, colour in everybody.colours.items() if colour.word == word)
        for word in ("yellow", "green")
    )
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    x, y = np.rint(everybody.places[green]).astype(int)
    hsv[..., 0] = np.where((hsv[..., 1] > 110) & (hsv[..., 0] > 28) & (hsv[..., 0] < 75), 24, hsv[..., 0])
    near = np.zeros(hsv.shape[:2], bool)
    near[y - 70 : y + 60, x - 70 : x + 70] = True
    assert near.any()
    image[near] = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[near]
    proposal = propose_table([image], BOARDS[1:])
    assert (
        proposal.calibration.looks.alike == (tuple(sorted((yellow, green))),)
        or not proposal.colours[green].sure
    )


def test_nothing_is_proposed_without_a_board():
    with pytest.raises(CannotSee, match="isn't found"):
        propose_table(
            [cv2.GaussianBlur(np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8), (0, 0), 1)],
            BOARDS,
        )


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.55, 0.95, 1.2), (1.15, 1.0, 0.9), (0.4, 0.5, 0.6)])
@pytest.mark.parametrize(
    "table",
    ["red blue green yellow", "black white orange purple", " ".join(COLOURS), "white yellow", "red orange"],
)
def test_colours_are_named_in_any_lamp(lamp, table):
    words = dict(zip("abcdefgh", table.split(), strict=False))
    lit = {seat: np.array(PAINTS[word]) * lamp for seat, word in words.items()}
    colours = {seat: to_ratios(np.clip(bgr, 0, 255).astype(np.uint8)) for seat, bgr in lit.items()}
    named = name_colours(colours, COLOURS)
    assert {seat: colour.word for seat, colour in named.items()} == words


def test_two_seats_of_one_colour_are_both_to_be_asked():
    red, blue = (to_ratios(np.array(PAINTS[word], np.uint8)) for word in ("red", "blue"))
    named = name_colours({"a": red, "b": red, "c": blue}, COLOURS)
    assert [named[seat].sure for seat in "abc"] == [False, False, True]
