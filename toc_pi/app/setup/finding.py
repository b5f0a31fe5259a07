"""Chooses the set-up pictures of a clip, and finds a table's board in such pictures."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from calibration.board.board import Board
from calibration.errors import CannotSee
from calibration.holes import PAWNS_A_SEAT, Hole, Seat
from calibration.setup.calibration_file import Calibration
from calibration.setup.placement_check import PlacementErrors, find_placement_errors
from calibration.setup.proposal import calibrate
from hardware.camera import Camera, Frame, Picture
from toc_pi.app.recording.clip import Clip
from toc_pi.errors import BadInput
from toc_pi.messages import joined, said
from toc_pi.phrases import Phrases
from toc_pi.store.table_config import TableConfig
from toc_pi.vision.occlusion.cover import free_pictures, holes_under_occluder
from toc_pi.vision.reliability import reliability_warnings

SETUP_PICTURES = 8
"""Number of pictures from which the board is learned."""

MAX_NAMED = 8
"""Maximum number of holes that a message names."""

BELIEVED_AFTER_S = 60.0
"""If a few holes look wrong for this long, the declared placement is believed instead of the picture."""

# What players are asked to do where the picture contradicts the declared placement.
AS_RECORDED = "put the pawns where the game has them; if they are there already, leave them for a minute"
SET_THEM_UP = "put all pawns into their camps; if they are there already, leave them for a minute"

_HAND = "a hand"  # among the holes that are wrong


@dataclass(frozen=True, slots=True, eq=False)
class LearntCalibration:
    """A calibration, and the pictures that it was learnt from.

    Attributes:
        free: the set-up pictures without a hand over the board; all of them if every one has a hand.
    """

    calibration: Calibration
    free: Sequence[Picture]


class OutOfCamps(CannotSee):
    """The board is found, but pawns aren't in their camps, or where they were in a resumed game.

    Attributes:
        repair: each hole that looks wrong, with the pawn that should be there ("" for none).
        todo: what to do about it.
    """

    def __init__(self, errors: PlacementErrors, camps: Mapping[Hole, Seat], todo: str = SET_THEM_UP) -> None:
        super().__init__(joined((differs(errors), todo)))
        self.todo = todo
        wrong = map(Hole, (*errors.missing, *errors.wrong_colour, *errors.undeclared))
        self.repair = {hole: str(camps.get(hole, "")) for hole in wrong}


def setup_pictures(clip: Clip, film: Camera) -> list[Frame]:
    """Evenly spaced pictures in which a clip's board is still with all pawns in their camps.

    The film is read up to the end of the set-up.

    Raises:
        BadInput: the film has no picture in that span.
        BadFilm: the film can't be read.
    """
    begin, end = clip.setup
    step = (end - begin) / SETUP_PICTURES
    chosen: list[Frame] = []
    while (frame := film.read()) is not None:
        if frame.t >= begin and (not chosen or frame.t >= chosen[-1].t + step):
            chosen.append(frame)
        if frame.t >= end - step / 2:
            break
    if not chosen:
        raise BadInput(
            "{path}: setup = [{begin}, {end}] lies outside the film",
            path=clip.folder,
            begin=f"{begin:g}",
            end=f"{end:g}",
        )
    return chosen


def find_board(table: TableConfig, pictures: Sequence[Picture]) -> Calibration:
    """Find the board while all pawns stand in their camps; see `learn_board`."""
    return learn_board(table, pictures).calibration


def learn_board(table: TableConfig, pictures: Sequence[Picture]) -> LearntCalibration:
    """Find the board, still and while all pawns stand in their camps.

    Raises:
        BadInput: for another game's board, the settings don't give its pawns' holes.
        CannotSee: with advice that a person can follow.
    """
    if not table.placement:
        raise BadInput(
            "board {name} is one of another game: say where its pawns are at set-up (--holes FILE, "
            "or standing = {{ hole = pawn }} in the settings)",
            name=table.board.name,
        )
    hints = {
        "pawns": table.pawns,
        "holes": table.placement,
        "colours": {str(seat): colour for seat, colour in table.colours.items()},
        "focal": table.focal,
    }
    if table.corners is not None:
        # The board or the camera may have been moved since its corners were tapped or seen.
        with suppress(CannotSee):
            return without_hands(pictures, table.board, corners=table.corners, **hints)
    return without_hands(pictures, table.board, **hints)


def without_hands(pictures: Sequence[Picture], board: Board, **hints: Any) -> LearntCalibration:
    """Calibrate, and again from the free pictures alone if a hand is over the board in some of them.

    Arguments and errors are those of `calibrate`.
    """
    found = calibrate(pictures, board, **hints)
    free = free_pictures(pictures, found)
    return LearntCalibration(found if len(free) == len(pictures) else calibrate(free, board, **hints), free)


def placement_errors(learnt: LearntCalibration, holes: Mapping[str, str]) -> PlacementErrors:
    """Where set-up pictures contradict the declared placement.

    Pawns that stand elsewhere, near the board's edge, can be taken for a hand that lies across it. So errors
    count, too, if there is a hand but some of them are beside it.
    """
    found, free = learnt.calibration, learnt.free
    if found.occluder is None or len(free) == 1:
        return find_placement_errors(free, found, holes)
    errors = find_placement_errors(free, replace(found, occluder=None), holes)
    named = {*errors.missing, *errors.undeclared, *errors.wrong_colour}
    return errors if named - holes_under_occluder(found.occluder, found) else PlacementErrors()


class BoardFinder:
    """Finds a table's board at the beginning of a game, once the pawns stand in their camps.

    Args:
        find: finds the board, and learns the pawns' looks in the table's declared placement.
        clock: monotonic, seconds.
        todo: the advice if a pawn is elsewhere.
    """

    def __init__(
        self,
        table: TableConfig,
        find: Callable[[TableConfig, Sequence[Picture]], LearntCalibration] = learn_board,
        clock: Callable[[], float] = time.monotonic,
        todo: str = SET_THEM_UP,
    ) -> None:
        self._table = table
        self._find = find
        self._todo = todo
        self._clock = clock
        self._wrong: frozenset[str] = frozenset()
        self._since_s = 0.0

    def __call__(self, pictures: Sequence[Picture]) -> Calibration:
        """Find it, as `learn_board`.

        Raises:
            OutOfCamps: a pawn isn't where it should be.
        """
        learnt = self._find(self._table, pictures)
        found, camps, hand = learnt.calibration, self._table.camps, learnt.calibration.occluder
        errors = placement_errors(learnt, self._table.placement)
        elsewhere = OutOfCamps(errors, camps, self._todo)
        wrong = frozenset(elsewhere.repair) | ({_HAND} if hand else frozenset())
        if wrong and not self._believed(wrong):
            if errors or hand is None:
                raise elsewhere
            raise CannotSee(
                said(
                    "a hand or something else lies over the board near {hole}: take it away; "
                    "if it belongs there, leave it for a minute",
                    hole=hand.nearest_hole,
                )
            )
        # What is left there for so long belongs to the table.
        return found if hand is None else replace(found, occluder=None)

    def _believed(self, wrong: frozenset[str]) -> bool:
        """Whether the same has been reported as wrong for long enough to be believed."""
        now = self._clock()
        if not wrong & self._wrong:
            self._since_s = now
        self._wrong = wrong
        return len(wrong) <= PAWNS_A_SEAT and now - self._since_s >= BELIEVED_AFTER_S


def differs(errors: PlacementErrors) -> str:
    """How a picture differs from the declared placement, with the names of the holes."""
    found = []
    if errors.missing:
        found.append(said("no pawn on {holes}", holes=_listed(errors.missing)))
    if errors.undeclared:
        found.append(said("an unexpected pawn on {holes}", holes=_listed(errors.undeclared)))
    if errors.wrong_colour:
        found.append(said("an unexpected colour on {holes}", holes=_listed(tuple(errors.wrong_colour))))
    return joined(found)


def _listed(holes: tuple[str, ...]) -> str:
    return ", ".join(holes[:MAX_NAMED]) + " …" * (len(holes) > MAX_NAMED)


def warnings_of(found: Calibration, camouflaged: tuple[str, ...], phrases: Phrases) -> tuple[str, ...]:
    """Warnings of pawns that look alike or like the paint of their holes, small holes, and too much noise."""
    pairs = (phrases.alike(one, other) for one, other in found.looks.alike)
    painted = [phrases.camouflaged(camouflaged)] if camouflaged else []
    return (*pairs, *painted, *(phrases.say(doubt) for doubt in reliability_warnings(found)))
