"""The camera's view while a table is set up: its newest picture, and the board and pawns found in it.

The board is searched in its own thread, on a small computer for up to a minute: the screen never waits for
it. The board may not be chosen yet, so all shipped boards are tried besides the chosen one.
"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from calibration.appearance.sampling_grid import PawnSet
from calibration.arrays import Floats
from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.camera import Pose, flat, median_picture, project
from calibration.errors import BadBoard, CannotSee
from calibration.holes import Seat
from calibration.pose.tracking import check_pose
from calibration.setup.calibration_file import Calibration
from calibration.setup.proposal import TableProposal, calibrate, propose_table
from hardware.camera import Camera, Frame, Picture
from toc_pi.app.camera.camera_watch import CameraWorker
from toc_pi.app.camera.inspection import CameraFault
from toc_pi.app.setup.finding import differs
from toc_pi.messages import joined, said
from toc_pi.screen.face import middle_of

PICTURES, STEP_S = 8, 0.1
"""Number of pictures that are looked at together, and the least time between two of them. In one picture by
a small lamp the sensor's noise is larger than far holes: on a film of a board in such light it is found in
eight of them, and never in one."""

Point = tuple[float, float]
Corners = tuple[Point, ...]

BEYOND = 1.5
"""How far from the board's middle a seat's sign is drawn, in distances of its camp."""


@dataclass(frozen=True, slots=True)
class SeenPawns:
    """What a picture shows of the pawns in their camps.

    Attributes:
        colours: the word for the colour of each seat's pawns; empty where they aren't in their camps.
        kind: their kind and size.
        empty: seats that have no pawns.
        alike: pairs of seats whose pawns can't be told apart.
        unsure: seats whose pawns may well be called by another colour.
        kind_sure: whether their kind is sure.
        advice: what a person can do if they can't be judged; "" if they can.
    """

    colours: Mapping[Seat, str]
    kind: PawnSet
    empty: frozenset[Seat] = frozenset()
    alike: tuple[tuple[Seat, Seat], ...] = ()
    unsure: frozenset[Seat] = frozenset()
    kind_sure: bool = True
    advice: str = ""


class Propose(Protocol):
    """Finds out what stands on a table; see `propose_table`."""

    def __call__(
        self, images: Sequence[Picture], boards: Sequence[Board], *, corners: Sequence[Point] | None = None
    ) -> TableProposal:
        """Find a board and its pawns."""
        ...


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board in the picture.

    Attributes:
        board: its name.
        outline: its corners, px.
        hole_px: the width of the farthest hole, px.
        elevation_deg: the camera's elevation above the board, degrees.
        whole: whether all corners are in the picture.
        seats: where to show each seat, px.
        pawns: what is seen of them.
        calibration: learnt from the pictures.
        taps: the board's `taps`, px.
        pictures: in which it was last seen.
    """

    board: str
    outline: tuple[Point, ...]
    hole_px: float
    elevation_deg: float
    whole: bool
    seats: tuple[tuple[Seat, Point], ...]
    pawns: SeenPawns
    calibration: Calibration
    taps: tuple[Point, ...] = ()
    pictures: tuple[Picture, ...] = field(default=(), compare=False, repr=False)

    def learn(self, pawns: PawnSet, colours: Mapping[str, str]) -> Calibration:
        """Learn the same pawns as those of another kind.

        The seats keep their letters, which unsure colours may not tell on a board that looks the same from
        every side.

        Raises:
            CannotSee: it isn't seen, with advice.
        """
        board = self.calibration.board
        holes = {hole: seat for hole, seat in board.set_up.items() if Seat(seat) not in self.pawns.empty}
        return calibrate(self.pictures, board, pawns=pawns, holes=holes, colours=colours, corners=self.taps)


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


@dataclass(slots=True)
class _BoardSearch:
    """The thread's state: what it found, and where it was last."""

    proposal: TableProposal | None = None
    last: TableProposal | None = None
    result: tuple[FoundBoard | None, str] = (None, "")


class LiveView(CameraWorker):
    """Reads a camera's pictures, and finds the board in them.

    Args:
        open_camera: opens it; called in a thread, again after each failure.
        boards: those to try, the likeliest first.
        corners: where people tapped the `taps` of the first of them, px; then only that one is tried.
        propose: finds one of them, and its pawns.
        live: whether it is a camera; else a film.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        boards: Sequence[str],
        corners: Corners | None = None,
        propose: Propose = propose_table,
        *,
        live: bool = True,
    ) -> None:
        super().__init__(open_camera, live=live, count=PICTURES, apart_s=STEP_S)
        self._boards = _loaded(boards if corners is None else boards[:1])
        self._corners = corners
        self._propose = propose
        self._search = _BoardSearch()

    def look(self) -> LiveStatus:
        """The current status; must be polled, since the camera is kept running here."""
        self.poll()
        fault = self._watch.fault
        found, advice_text = self._search.result
        if fault is not None:
            return LiveStatus(None if fault is not CameraFault.OPENING else self.newest, fault)
        return LiveStatus(self.newest, None, found, advice_text)

    @property
    def known(self) -> tuple[FoundBoard | None, str]:
        """The board, or what a person can do if it isn't found."""
        return self._search.result

    def work(self, _epoch: int, frames: tuple[Frame, ...]) -> None:
        """Search the board in the newest pictures."""
        try:
            self.search([frame.image for frame in frames])
        except Exception:
            # No picture may end the set-up: go on with the next one.
            traceback.print_exc()
            self._search.proposal, self._search.result = None, (None, "")

    def search(self, pictures: Sequence[Picture]) -> None:
        """Process the latest pictures: check that the board is still where it was, else search for it."""
        search = self._search
        known = search.proposal
        if known is not None and _stands(known, pictures):
            if _pawns_of(known).advice:
                known = search.proposal = search.last = self._near(pictures, known) or known
            search.result = (self._in_picture(known, pictures), "")
            return
        search.proposal, search.result = None, (None, search.result[1])
        try:
            found = None if search.last is None else self._near(pictures, search.last)
            found = found or self._propose(pictures, [*self._boards.values()], corners=self._corners)
        except CannotSee as error:
            search.result = (None, str(error))
            return
        search.proposal = search.last = found
        search.result = (self._in_picture(found, pictures), "")

    def _near(self, pictures: Sequence[Picture], known: TableProposal) -> TableProposal | None:
        """What stands on a board near its last place, with the same seats; None if it isn't there."""
        try:
            return self._propose(pictures, [known.board], corners=known.corners)
        except CannotSee:
            return None

    def _in_picture(self, found: TableProposal, pictures: Sequence[Picture]) -> FoundBoard:
        height, width = pictures[-1].shape[:2]
        board, pose = found.board, found.calibration.pose
        corners = project(flat(tuple(board.outline)), pose)
        inside = (corners >= 0).all() and (corners <= (width - 1, height - 1)).all()
        middle = project(flat([middle_of(list(board.outline))]), pose)[0]
        signs = middle + BEYOND * (np.array([*found.places.values()]) - middle)
        signs = signs.clip((0, 0), (width - 1, height - 1))
        return FoundBoard(
            next(name for name, one in self._boards.items() if one == board),
            _points(corners),
            hole_px(board, pose),
            pose.elevation_deg,
            bool(inside),
            tuple(zip(map(Seat, found.places), _points(signs), strict=True)),
            _pawns_of(found),
            found.calibration,
            found.corners,
            tuple(pictures),
        )


def _loaded(names: Sequence[str]) -> Mapping[str, Board]:
    """Boards by their names in the settings; those whose file is gone are left out."""
    boards: dict[str, Board] = {}
    for name in names:
        with suppress(BadBoard):
            boards[name] = load_board(name)
    return boards


def _stands(known: TableProposal, pictures: Sequence[Picture]) -> bool:
    """Whether a board is still where it was: in the newest picture, or where that is too noisy, in all."""
    board, pose = known.board, known.calibration.pose
    return check_pose(pictures[-1], board, pose).ok or check_pose(median_picture(pictures), board, pose).ok


def _advice(found: TableProposal) -> str:
    """What a person can do if the pawns can't be judged."""
    if found.calibration.occluder is not None:
        return said("a hand or something else lies over the board: take it away")
    if found.misplaced:
        return joined((differs(found.misplaced), said("put all pawns into their camps")))
    if not found.pawns_sure:
        return said("I'm not sure that I see pawns: put them all into their camps")
    return ""


def _pawns_of(found: TableProposal) -> SeenPawns:
    return SeenPawns(
        {Seat(seat): one.word for seat, one in found.colours.items()},
        found.pawns,
        frozenset(map(Seat, found.empty)),
        tuple((Seat(one), Seat(other)) for one, other in found.alike),
        frozenset(Seat(seat) for seat, one in found.colours.items() if not one.sure),
        found.kind_sure,
        _advice(found),
    )


def _points(places: Floats) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in places)


def hole_px(board: Board, pose: Pose) -> float:
    """The width of the farthest hole in the picture, px."""
    places = flat(tuple(board.holes.values()))
    return board.hole_diameter * pose.focal / float(np.linalg.norm(places - pose.camera, axis=1).max())
