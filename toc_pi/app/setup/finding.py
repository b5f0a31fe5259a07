"""Finds a table's board: in a clip's set-up pictures, at a game's start, and after a break.

At the start of a game the pawns' appearance is learned from full camps. After a power cut they are all over
the board: if camps were wrongly taken for full, empty holes would be learned as pawns.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from calibration.board.board import Board
from calibration.camera import flat, project
from calibration.errors import BadBoard, CannotSee
from calibration.holes import PAWNS_A_SEAT, Hole, Seat, is_camp
from calibration.setup.calibration_file import Calibration, load_calibration
from calibration.setup.placement_check import PlacementErrors, find_placement_errors
from calibration.setup.proposal import calibrate
from hardware.camera import Camera, Frame, Picture
from toc_pi.app.recording.clip import Clip
from toc_pi.errors import BadInput
from toc_pi.messages import joined, said
from toc_pi.phrases import Phrases
from toc_pi.reporting import Report, no_report
from toc_pi.store.folder import is_special_file, quarantine, raise_if_closed, write_over
from toc_pi.store.table_config import TableConfig
from toc_pi.vision.occlusion.cover import free_pictures, holes_under_occluder
from toc_pi.vision.reading import make_reader, read_anywhere
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

Calibrate = Callable[[Sequence[Picture]], Calibration]  # finds the board in still pictures; raises CannotSee
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
                    "a hand or something else lies over the board: {holes} haven't been seen free yet; "
                    "take it away; if it belongs there, leave it for a minute",
                    holes=unseen_holes(found),
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


def unseen_holes(found: Calibration) -> str:
    """The names of the holes that a hand covered at set-up; of the nearest one, if it was beside them."""
    if found.occluder is None:
        return ""
    under = holes_under_occluder(found.occluder, found) or {found.occluder.nearest_hole}
    return _listed(tuple(hole for hole in found.board.names if hole in under))


def _listed(holes: tuple[str, ...]) -> str:
    return ", ".join(holes[:MAX_NAMED]) + " …" * (len(holes) > MAX_NAMED)


def warnings_of(found: Calibration, camouflaged: tuple[str, ...], phrases: Phrases) -> tuple[str, ...]:
    """Warnings of pawns that look alike or like the paint of their holes, small holes, and too much noise."""
    pairs = (phrases.alike(one, other) for one, other in found.looks.alike)
    painted = [phrases.camouflaged(camouflaged)] if camouflaged else []
    return (*pairs, *painted, *(phrases.say(doubt) for doubt in reliability_warnings(found)))


def _clear_away(path: Path, why: str, tell: Report) -> None:
    try:
        tell(said("{why}; it was put aside as {aside}", why=why, aside=quarantine(path).name))
    except OSError as error:
        tell(said("{why}; it can't be put aside ({fault})", why=why, fault=error.strerror))


def _still_fits(
    kept: Calibration | None, pictures: Sequence[Picture], stands: Mapping[Hole, Seat] | None = None
) -> Calibration | None:
    """The stored calibration re-posed to the picture; None if it doesn't fit, or if the reading differs from
    `stands`.
    """
    height, width = pictures[-1].shape[:2]
    if kept is None or kept.size != (width, height):
        return None
    reading, reader = read_anywhere(pictures[-1], make_reader(kept))
    seen = {Hole(hole): Seat(pawn) for hole, pawn in reading.holes.items()}
    fits = reading.state in ("clear", "hand") if stands is None else seen == stands
    return reader.model.calibration if fits else None


class BoardRelocator:
    """Finds the board: at a game's start, after a break, and when the camera is back.

    At the start the pawns are learned from full camps. Later that calibration reads them wherever they are;
    only if it doesn't fit (the camera was missing so far, was replaced, or moved too far) they are learned
    from their settled holes, once they are observed there. The first move of a game may be made while the
    camera is away: once a game has begun the camps needn't be full, whatever is settled.

    Args:
        stood: returns the settled holes of all pawns, camps included.
        tell: called with a message when a file is quarantined.
        seen: a fresh calibration of the same table; None if there is none.
        resumed: whether the game began earlier, so that the stored calibration is of this table.
    """

    def __init__(
        self,
        table: TableConfig,
        path: Path,
        stood: Callable[[], Mapping[Hole, Seat]],
        tell: Report = no_report,
        seen: Calibration | None = None,
        *,
        resumed: bool = False,
    ) -> None:
        self._table = table
        self._path = path
        self._stood = stood
        self._tell = tell
        self._begun = resumed
        self._seen = seen if seen is not None and seen.board == table.board else None
        if seen is not None and table.corners is None:
            at = project(flat(seen.board.taps), seen.pose)
            table = replace(table, corners=tuple((float(x), float(y)) for x, y in at))
        self._at_start = BoardFinder(table)
        self._learn: tuple[Mapping[Hole, Seat], Calibrate] = ({}, self._at_start)

    def __call__(self, pictures: Sequence[Picture]) -> Calibration:
        """Find it, and store the calibration for resuming the game after a break.

        Raises:
            BadInput: as `find_board`.
            CannotSee: with advice that a person can follow.
            OutOfCamps: a pawn isn't where it should be.
        """
        stood = self._stood()
        if not self._begun and all(map(is_camp, stood)):
            found = _still_fits(self._seen, pictures, self._table.camps) or self._at_start(pictures)
            self._begun = True
            return _kept(found, self._path, self._tell)
        kept = _still_fits(load_kept(self._path, self._table.board, self._tell), pictures)
        if kept is not None:
            return kept
        if self._learn[0] != stood:
            standing_so = {str(hole): str(seat) for hole, seat in stood.items()}
            self._learn = stood, BoardFinder(replace(self._table, standing=standing_so), todo=AS_RECORDED)
        return _kept(self._learn[1](pictures), self._path, self._tell)


def find_anywhere(table: TableConfig, path: Path, tell: Report = no_report) -> Calibrate:
    """Find a table's board in any position, with the stored calibration; else from full camps."""
    learn = BoardFinder(table)

    def find(pictures: Sequence[Picture]) -> Calibration:
        kept = _still_fits(load_kept(path, table.board, tell), pictures)
        return kept or _kept(learn(pictures), path, tell)

    return find


def load_kept(path: Path, board: Board, tell: Report = no_report) -> Calibration | None:
    """Load a board's stored calibration; None if there is no usable one. A damaged file is quarantined."""
    if not os.path.lexists(path):
        return None
    try:
        if is_special_file(path):
            raise BadBoard(said("{path}: it isn't a file", path=path))
        kept = load_calibration(path)
    except BadBoard as error:
        try:
            raise_if_closed(error, path)
        except OSError as closed:
            tell(said("{path}: {why}", path=path, why=closed.strerror))
            return None
        _clear_away(path, str(error), tell)
        return None
    if kept.board != board:
        tell(said("{path}: it is of another board, {name}; it isn't used", path=path, name=kept.board.name))
        return None
    return kept


def _kept(found: Calibration, path: Path, tell: Report) -> Calibration:
    """Store and return the calibration; without a stored one, resuming needs the settled pawns."""
    if is_special_file(path):
        _clear_away(path, said("{path}: it isn't a file", path=path), tell)
    with suppress(OSError):
        found.save(path, write_over)
    return found
