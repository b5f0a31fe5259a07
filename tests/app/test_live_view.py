"""The camera's view during the set-up: the board is found by trial, tracked, and lost again."""

import tomllib
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.camera.lens import flat, project
from calibration.errors import CannotSee
from calibration.pose.estimation import find_pose
from calibration.pose.found_pose import FoundPose
from hardware.camera import Picture
from hardware.capture import Film
from hardware.errors import DeviceFailed
from toc_pi.app.camera_faults import CameraFault
from toc_pi.app.camera_status import NARROWEST_HOLE_PX
from toc_pi.app.live_view import LiveView

SAMPLE = Path(str(files("toc_pi.data") / "sample"))
CLIP = tomllib.loads((SAMPLE / "clip.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def picture() -> Picture:
    film = Film(SAMPLE / "film.mp4")
    frame = film.read()
    film.close()
    assert frame is not None
    return frame.image


class Tried:
    """Finds the sample's board, and records which boards were tried."""

    def __init__(self) -> None:
        self.boards: list[str] = []

    def __call__(self, picture: Picture, board: Board) -> FoundPose:
        self.boards.append(board.name)
        if board.name != "square-40":
            raise CannotSee("it isn't there")
        return find_pose([picture], board, corners=CLIP["corners"], focal=CLIP["focal"])


def test_a_board_with_four_like_sides_is_found_before_colours_are_known(
    picture: Picture,
) -> None:
    view = LiveView(no_camera, ("square-40",))
    view.step(picture)
    found, _ = view.known
    assert found is not None
    corners = project(
        flat(tuple(load_board("square-40").outline)),
        find_pose([picture], load_board("square-40"), corners=CLIP["corners"], focal=CLIP["focal"]).pose,
    )
    for x, y in found.outline:
        assert np.hypot(*(corners - (x, y)).T).min() < 3.0, "its outline, whichever way round"


def no_camera() -> Film:
    raise DeviceFailed("no camera found")


def test_the_board_is_found_among_others_followed_and_lost(picture: Picture) -> None:
    tried = Tried()
    view = LiveView(no_camera, ("octagon-70", "square-40", "cross-45"), tried)
    view.step(picture)
    assert view.known == (None, "the board isn't found: check the board's name, show all of it, "
                                "take hands and cloths away")  # fmt: skip
    for _ in range(3):
        view.step(picture)
    assert tried.boards == ["octagon-70", "square-40"], "once it is found, it is only looked at again"
    found, said = view.known
    assert found is not None
    assert (found.board, found.whole, said) == ("square-40", True, "")
    assert len(found.outline) == len(load_board("square-40").outline)
    assert NARROWEST_HOLE_PX < found.hole_px < 12, "this film is read well: it isn't too far away"
    assert 45 < found.elevation_deg < 55
    dark = np.zeros_like(picture)
    view.step(dark)
    assert view.known == (None, "the picture is black: take the cap off the lens, or switch a light on")


def test_a_missing_camera_is_reported_and_nothing_waits_for_it() -> None:
    view = LiveView(no_camera, ("square-40",), Tried())
    view.start()
    try:
        for _ in range(1000):
            seen = view.look()
            if seen.fault is not None:
                break
        assert seen.fault in (None, CameraFault.MISSING)
        assert seen.frame is None
    finally:
        view.stop()
