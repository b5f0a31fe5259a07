"""The camera's view during the set-up: the board is found by trial, tracked, and lost again."""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest
from filmed import first_picture, no_camera

from calibration.appearance.pawn_set import PawnSet
from calibration.board.board import Board, Point
from calibration.holes import Seat
from calibration.setup.proposal import TableProposal, propose_table
from hardware.camera import Picture
from toc_pi.app.camera.camera_events import CameraFault
from toc_pi.app.setup.live_view import LiveView, Propose

CARDS = Path(__file__).parents[1] / "data" / "cards"
SAMPLE = Path(str(files("toc_pi.data") / "sample"))
CLIP = tomllib.loads((SAMPLE / "clip.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def picture() -> Picture:
    return first_picture(SAMPLE / "film.mp4")


class Tried:
    """Proposes as the program does; records which boards were tried, and where."""

    def __init__(self) -> None:
        self.boards: list[tuple[list[str], bool]] = []

    def __call__(
        self, images: Sequence[Picture], boards: Sequence[Board], *, corners: Sequence[Point] | None = None
    ) -> TableProposal:
        self.boards.append(([board.name for board in boards], corners is not None))
        return propose_table(images, boards, corners=corners)


def test_a_table_is_proposed_followed_lost_and_found_again_the_same_way_round(picture: Picture) -> None:
    tried = Tried()
    view = LiveView(no_camera, ("square-40", "cross-45"), propose=tried)
    for _ in range(3):
        view.search([picture])
    assert tried.boards == [(["square-40", "cross-45"], False)], "once found, it is only looked at again"
    found, said = view.known
    assert found is not None
    assert (found.board, found.correction, said) == ("square-40", None, "")
    assert sorted(found.pawns.colours.values()) == sorted(CLIP["colours"].values())
    assert (found.pawns.kind.kind, found.pawns.advice) == (CLIP["pawns"]["kind"], "")
    view.search([np.zeros_like(picture)])
    assert view.known == (None, "the picture is black: take the cap off the lens, or switch a light on")
    view.search([picture])
    assert tried.boards[-1] == (["square-40"], True)
    again = view.known[0]
    assert again is not None
    assert again.pawns.colours == found.pawns.colours
    view.search([picture.copy()])
    assert view.known[0] == again, "what is seen is compared with what is shown, but for its pictures"


def test_where_to_lay_the_cards_is_known_and_a_pack_beside_the_board_is_seen(picture: Picture) -> None:
    pack = first_picture(CARDS / "film.mp4")
    seen, told = [], []
    for shown in (pack, picture):
        view = LiveView(no_camera, ("square-40",))
        view.search([shown, shown.copy()])
        found = view.known[0]
        assert found is not None
        assert found.pile is not None
        told.append(found.pile.message)
        seen.append(found.cards)
    assert seen == [True, False]
    assert told == [
        f"lay the cards {where}, face up, or where you like within the picture"
        for where in ("between board and camera", "in the middle of the board")
    ]


def test_pawns_of_another_kind_than_seen_are_learnt_at_the_same_seats(picture: Picture) -> None:
    view = LiveView(no_camera, ("square-40",))
    view.search([picture])
    found = view.known[0]
    assert found is not None
    words = dict(zip("abcd", [found.pawns.colours[Seat(seat)] for seat in "bcda"], strict=True))
    learnt = found.learn(PawnSet("cylinder", 18.0, 10.0, white_face=True), words)
    assert (learnt.pawns.kind, learnt.pawns.white_face, learnt.colours) == ("cylinder", True, words)
    assert np.abs(learnt.pose.rotation - found.calibration.pose.rotation).max() < 0.02


def test_pawns_that_may_not_be_there_are_looked_for_again(picture: Picture) -> None:
    view = LiveView(no_camera, ("square-40",), propose=unsure_at_first())
    advice = []
    for _ in range(2):
        view.search([picture])
        found = view.known[0]
        assert found is not None
        advice.append(found.pawns.advice)
    assert advice == ["I'm not sure that I see pawns: put them all into their camps", ""]


def unsure_at_first() -> Propose:
    """Finds a table, the first time as if it weren't sure of any pawn."""
    first = [True]

    def propose(
        images: Sequence[Picture], boards: Sequence[Board], *, corners: Sequence[Point] | None = None
    ) -> TableProposal:
        found = propose_table(images, boards, corners=corners)
        if not first:
            return found
        first.clear()
        unsure = {seat: replace(colour, sure=False) for seat, colour in found.colours.items()}
        return replace(found, kind_sure=False, colours=unsure)

    return propose


def test_a_hand_over_the_board_is_told_of_until_it_is_gone(picture: Picture) -> None:
    height, width = picture.shape[:2]
    arm = np.array([[1.0, 0.47], [0.57, 0.49], [0.5, 0.53], [0.5, 0.58], [0.57, 0.62], [1.0, 0.65]])
    reaching = picture.copy()
    cv2.fillPoly(reaching, [(arm * (width, height)).astype(np.int32)], (118, 150, 200), cv2.LINE_AA)
    view = LiveView(no_camera, ("square-40",))
    view.search([cv2.GaussianBlur(reaching, (0, 0), 0.8).astype(np.uint8)])
    found = view.known[0]
    assert found is not None
    assert "take it away" in found.pawns.advice
    view.search([picture])
    found = view.known[0]
    assert found is not None
    assert found.pawns.advice == ""


def test_a_missing_camera_is_reported_and_nothing_waits_for_it() -> None:
    view = LiveView(no_camera, ("square-40",))
    view.start()
    try:
        for _ in range(1000):
            seen = view.look()
            if seen.fault:
                break
        assert seen.fault in ("", CameraFault.MISSING)
        assert not seen.pictures
    finally:
        view.stop()
