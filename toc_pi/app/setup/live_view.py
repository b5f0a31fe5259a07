"""The camera's view while a table is set up: its newest picture, and the board and pawns found in it.

The board is searched in its own thread, on a small computer for up to a minute: the screen never waits for
it. The board may not be chosen yet, so all shipped boards are tried besides the chosen one.
"""

import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.appearance.pawn_set import PawnSet
from calibration.arrays import Floats
from calibration.board.board import Board, Point, Points
from calibration.board.board_file import load_board
from calibration.camera import Pose, flat, median_picture, project
from calibration.errors import BadBoard, CannotSee
from calibration.holes import Seat
from calibration.pose.tracking import check_pose
from calibration.setup.calibration_file import Calibration
from calibration.setup.card_place import advise_pile
from calibration.setup.place_advice import correction_of
from calibration.setup.proposal import TableProposal, calibrate, propose_table
from hardware.camera import Camera, Frame, Picture
from toc_pi.app.camera.camera_reader import film_of, open_camera
from toc_pi.app.camera.camera_service import CameraService
from toc_pi.app.setup.finding import differs
from toc_pi.app.setup.setup_steps import CameraStatus, SeenPawns
from toc_pi.messages import joined, said
from toc_pi.screen.board_face import middle_of
from toc_pi.vision.cards.lying_cards import LyingCards

PICTURES, STEP_S = 8, 0.1
"""Number of pictures that are looked at together, and the least time between two of them. In one picture by
a small lamp the sensor's noise is larger than far holes: on a film of a board in such light it is found in
eight of them, and never in one."""

CARDS_S = 3.0  # between two searches for cards


BEYOND = 1.5
"""How far from the board's middle a seat's sign is drawn, in distances of its camp."""


Propose = Callable[..., TableProposal]
"""Finds out what stands on a table, as `propose_table` does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBoard(CameraStatus):
    """A board in the picture.

    Attributes:
        outline, taps: the board's, px.
        calibration: learnt from the pictures.
        images: in which it was last seen.
    """

    outline: Points
    pawns: SeenPawns
    calibration: Calibration
    taps: Points
    images: tuple[Picture, ...] = field(compare=False, repr=False)

    def learn(self, pawns: PawnSet, colours: Mapping[str, str]) -> Calibration:
        """Learn the same pawns as those of another kind.

        The seats keep their letters, which unsure colours may not tell on a board that looks the same from
        every side.

        Raises:
            CannotSee: it isn't seen, with advice.
        """
        board = self.calibration.board
        holes = {hole: seat for hole, seat in board.set_up.items() if Seat(seat) not in self.pawns.empty}
        learnt = calibrate(self.images, board, pawns=pawns, holes=holes, corners=self.taps)
        return replace(learnt, colours=dict(colours))


class LiveView(CameraService):
    """Reads a camera's pictures, and finds the board in them.

    Args:
        open_camera: opens it; called in a thread, again after each failure.
        boards: those to try, the likeliest first.
        corners: where people tapped the `taps` of the first of them, px; then only that one is tried.
        live: whether it is a camera; else a film.

    Attributes:
        known: the board, or what a person can do if it isn't found.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        boards: Sequence[str],
        corners: Points | None = None,
        propose: Propose = propose_table,
        *,
        live: bool = True,
    ) -> None:
        super().__init__(open_camera, live=live, count=PICTURES, apart_s=STEP_S)
        self._boards = load_boards(boards if corners is None else boards[:1])
        self._corners = corners
        self._propose = propose
        self._cards = LyingCards()
        self._looked_s, self._shows_cards = -np.inf, False
        # What the thread found, and where it was last.
        self._proposal: TableProposal | None = None
        self._last: TableProposal | None = None
        self.known: tuple[FoundBoard | None, str] = (None, "")

    def look(self) -> CameraStatus:
        """What is seen now, a `FoundBoard` once there is one; must be polled, to keep the camera running."""
        self.poll()
        found, advice = self.known
        if found is not None and not self.fault:
            return found
        return CameraStatus(self.fault, "" if self.fault else advice, pictures=self.newest is not None)

    def work(self, _epoch: int, frames: tuple[Frame, ...]) -> None:
        """Search the board in the newest pictures."""
        try:
            self.search([frame.image for frame in frames])
        except Exception:
            # No picture may end the set-up: go on with the next one.
            traceback.print_exc()
            self._proposal, self.known = None, (None, "")

    def search(self, pictures: Sequence[Picture]) -> None:
        """Process the latest pictures: check that the board is still where it was, else search for it."""
        found = self._proposal
        if found is not None and _stands(found, pictures):
            if _advice(found):
                found = self._near(pictures, found) or found
        else:
            self._proposal, self.known = None, (None, self.known[1])
            try:
                found = None if self._last is None else self._near(pictures, self._last)
                found = found or self._propose(pictures, [*self._boards.values()], corners=self._corners)
            except CannotSee as error:
                self.known = (None, str(error))
                return
        self._proposal = self._last = found
        self.known = (self._in_picture(found, pictures), "")

    def _near(self, pictures: Sequence[Picture], known: TableProposal) -> TableProposal | None:
        """What stands on a board near its last place, with the same seats; None if it isn't there."""
        try:
            return self._propose(pictures, [known.calibration.board], corners=known.corners)
        except CannotSee:
            return None

    def _cards_lie_in(self, pictures: Sequence[Picture], board: Board, pose: Pose) -> bool:
        """Whether cards lie beside the board, or did; looked for only now and then until there are some."""
        now = time.monotonic()
        if not self._shows_cards and now >= self._looked_s + CARDS_S:
            half = max(1, len(pictures) // 2)
            halves = median_picture(pictures[:half]), median_picture(pictures[-half:])
            self._shows_cards = self._cards.lie_in(halves, board, pose)
            self._looked_s = time.monotonic()
        return self._shows_cards

    def _in_picture(self, found: TableProposal, pictures: Sequence[Picture]) -> FoundBoard:
        height, width = pictures[-1].shape[:2]
        board, pose = found.calibration.board, found.calibration.pose
        corners = project(flat(tuple(board.outline)), pose)
        middle = project(flat([middle_of(list(board.outline))]), pose)[0]
        signs = middle + BEYOND * (np.array([*found.places.values()]) - middle)
        signs = signs.clip((0, 0), (width - 1, height - 1))
        correction = correction_of(board, pose, (width, height))
        pile = None
        if correction is None:
            pile = advise_pile(board, pose, (width, height), pictures[-1])
        return FoundBoard(
            board=next(name for name, one in self._boards.items() if one == board),
            outline=_points(corners),
            correction=correction,
            pile=pile,
            cards=pile is not None and pile.readable and self._cards_lie_in(pictures, board, pose),
            pictures=True,
            seats=dict(zip(map(Seat, found.places), _points(signs), strict=True)),
            pawns=_pawns_of(found),
            calibration=found.calibration,
            taps=found.corners,
            images=tuple(pictures),
        )


def load_boards(names: Iterable[str]) -> Mapping[str, Board]:
    """Boards by their names in the settings; those whose file is gone are left out."""
    boards: dict[str, Board] = {}
    for name in names:
        with suppress(BadBoard):
            boards[name] = load_board(name)
    return boards


def _stands(known: TableProposal, pictures: Sequence[Picture]) -> bool:
    """Whether a board is still where it was: in the newest picture, or where that is too noisy, in all."""
    board, pose = known.calibration.board, known.calibration.pose
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
        found.calibration.pawns,
        frozenset(map(Seat, found.empty)),
        tuple((Seat(one), Seat(other)) for one, other in found.calibration.looks.alike),
        frozenset(Seat(seat) for seat, one in found.colours.items() if not one.sure),
        found.kind_sure,
        _advice(found),
    )


def _points(places: Floats) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in places)


def open_view(name: str, boards: Sequence[str], corners: Points | None) -> LiveView:
    """Look through the camera that the settings name, or at a film; arguments as of `LiveView`.

    Raises:
        DeviceFailed, BadFilm: it can't be opened.
    """
    film = film_of(name)
    view = LiveView(lambda: film or open_camera(name), boards, corners, live=film is None)
    view.start()
    return view
