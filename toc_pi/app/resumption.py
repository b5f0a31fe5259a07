"""Resuming a game after a break: its pawns' positions, and finding its board again.

At the start of a game the pawns' appearance is learned from full camps. After a power cut they are all over
the board: if camps were wrongly taken for full, empty holes would be learned as pawns.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from calibration.board.board import Board
from calibration.camera import flat, project
from calibration.errors import BadBoard
from calibration.holes import Hole, Seat, is_camp
from calibration.setup.calibration_file import Calibration, load_calibration
from hardware.camera import Picture
from toc_pi.app.camera.board_watcher import Calibrate
from toc_pi.app.setup.finding import AS_RECORDED, BoardFinder
from toc_pi.messages import said
from toc_pi.reporting import Report, no_report
from toc_pi.store.folder import is_special_file, quarantine, raise_if_closed, write_over
from toc_pi.store.table_config import TableConfig
from toc_pi.vision.reading import make_reader, read_anywhere


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
        if (kept := self._still_known(pictures)) is not None:
            return kept
        if self._learn[0] != stood:
            standing_so = {str(hole): str(seat) for hole, seat in stood.items()}
            self._learn = stood, BoardFinder(replace(self._table, standing=standing_so), todo=AS_RECORDED)
        return _kept(self._learn[1](pictures), self._path, self._tell)

    def _still_known(self, pictures: Sequence[Picture]) -> Calibration | None:
        """The stored calibration, if it still fits."""
        return _still_fits(load_kept(self._path, self._table.board, self._tell), pictures)


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
