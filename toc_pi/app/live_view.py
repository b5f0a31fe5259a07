"""The camera's view while a table is set up: its newest picture, and the board found in it.

The board is searched in its own thread, on a small computer for up to a minute: the screen never waits for
it. The board may not be chosen yet, so all shipped boards are tried in turn besides the chosen one.
"""

import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.camera.lens import Pose, flat, project
from calibration.errors import BadBoard, CannotSee
from calibration.pose.advice import advice
from calibration.pose.estimation import find_pose
from calibration.pose.found_pose import FoundPose
from calibration.pose.tracking import check_pose
from hardware.camera import Camera, Frame, Picture
from toc_pi.app.camera_faults import CameraFault
from toc_pi.app.camera_watch import CameraWatch
from toc_pi.app.inspection import Timing

WAIT_S = 0.5  # longest wait for a picture before the thread checks whether it has to stop

FindBoard = Callable[[Picture, Board], FoundPose]


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board in the picture.

    Attributes:
        board: its name.
        outline: its corners, px.
            hole_px: the width of the farthest hole, px.
            elevation_deg: the camera's elevation above the board, degrees.
            whole: whether all corners are in the picture.
    """

    board: str
    outline: tuple[tuple[float, float], ...]
    hole_px: float
    elevation_deg: float
    whole: bool


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """What to show now.

    Attributes:
        frame: the newest picture; None before the first, or while none arrives.
        fault: the camera's fault; None for none.
        found: the board.
        advice: what a person can do if it isn't found; "" before the first search.
    """

    frame: Frame | None = None
    fault: CameraFault | None = None
    found: FoundBoard | None = None
    advice: str = ""


def find(picture: Picture, board: Board) -> FoundPose:
    """Find a board with any placement of pawns; their colours aren't known yet, so any orientation will do.

    Raises:
        CannotSee: it can't be verified to be there.
    """
    return find_pose([picture], board, any_way=True)


@dataclass(slots=True)
class _BoardSearch:
    """The thread's state: which boards to try, and what it found."""

    boards: tuple[str, ...]
    at: int = 0
    pose: tuple[str, Board, Pose] | None = None
    result: tuple[FoundBoard | None, str] = field(default=(None, ""))


class LiveView:
    """Reads a camera's pictures, and finds the board in them.

    Args:
        open_camera: opens it; called in a thread, again after each failure.
            boards: those to try, the likeliest first.
            find: finds one of them.
            clock: monotonic, seconds.
            live: whether it is a camera; else a film.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        boards: Sequence[str],
        find: FindBoard = find,
        clock: Callable[[], float] = time.monotonic,
        *,
        live: bool = True,
    ) -> None:
        self._find = find
        self._frame: Frame | None = None
        self._fresh = threading.Condition()
        self._stopped = threading.Event()
        self._search = _BoardSearch(tuple(dict.fromkeys(boards)))
        self._fault: CameraFault | None = None
        timing = Timing(live=live, ahead_s=0.0)
        self._watch = CameraWatch(open_camera, timing, self.give, lambda _: None, clock, live=live)
        self._thread = threading.Thread(target=self._run, name="finder", daemon=True)

    def start(self) -> None:
        """Start the camera and the search."""
        self._watch.look()
        self._thread.start()

    def look(self) -> LiveStatus:
        """The current status; must be polled, since the camera is kept running here."""
        lost = self._watch.look()
        if lost is not None and not lost.over:
            self._frame = None
        fault = self._watch.fault
        found, advice_text = self._search.result
        if fault is not None:
            return LiveStatus(None if fault is not CameraFault.OPENING else self._frame, fault)
        return LiveStatus(self._frame, None, found, advice_text)

    @property
    def known(self) -> tuple[FoundBoard | None, str]:
        """The board, or what a person can do if it isn't found."""
        return self._search.result

    def stop(self) -> None:
        """Stop searching and close the camera; one that hangs is abandoned."""
        self._stopped.set()
        with self._fresh:
            self._fresh.notify_all()
        self._watch.end(self._thread)

    def give(self, frame: Frame) -> None:
        """Store a picture; called in the camera's thread."""
        with self._fresh:
            self._frame = frame
            self._fresh.notify()

    def _run(self) -> None:
        last: Frame | None = None
        while not self._stopped.is_set():
            with self._fresh:
                if self._frame is last:
                    self._fresh.wait(WAIT_S)
                frame = self._frame
            if frame is None or frame is last or self._stopped.is_set():
                continue
            last = frame
            try:
                self.step(frame.image)
            except Exception:
                # No picture may end the set-up: go on with the next one.
                traceback.print_exc()
                self._search.pose, self._search.result = None, (None, "")

    def step(self, picture: Picture) -> None:
        """Process one picture: check that the board is still where it was, else search for the next one."""
        search = self._search
        if search.pose is not None:
            name, board, pose = search.pose
            if check_pose(picture, board, pose).ok:
                search.result = (_found(name, board, pose, picture), "")
                return
            search.pose, search.result = None, (None, "")
        if not search.boards:
            return
        name = _next(search)
        try:
            board = load_board(name)
            pose = self._find(picture, board).pose
        except BadBoard:
            return
        except CannotSee:
            # Advice from the search of a wrong board would mislead: use the picture's own.
            search.result = (None, advice(picture, tapped=False))
            return
        search.at = search.boards.index(name)
        search.pose = name, board, pose
        search.result = (_found(name, board, pose, picture), "")


def _next(search: _BoardSearch) -> str:
    """The next board to try: the likeliest every other time, the others in turn."""
    boards, at = search.boards, search.at
    search.at += 1
    if at % 2 == 0 or len(boards) == 1:
        return boards[0]
    return boards[1 + at // 2 % (len(boards) - 1)]


def _found(name: str, board: Board, pose: Pose, picture: Picture) -> FoundBoard:
    height, width = picture.shape[:2]
    corners = project(flat(tuple(board.outline)), pose)
    inside = (corners >= 0).all() and (corners <= (width - 1, height - 1)).all()
    return FoundBoard(
        name,
        tuple((float(x), float(y)) for x, y in corners),
        hole_px(board, pose),
        pose.elevation_deg,
        bool(inside),
    )


def hole_px(board: Board, pose: Pose) -> float:
    """The width of the farthest hole in the picture, px."""
    places = flat(tuple(board.holes.values()))
    return board.hole_diameter * pose.focal / float(np.linalg.norm(places - pose.camera, axis=1).max())
