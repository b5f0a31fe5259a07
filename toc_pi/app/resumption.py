"""Resuming a game after a break: where its pawns were, and finding its board again.

At the start of a game the looks of pawns are learnt from full camps. After a power cut they are all over the
board: camps wrongly taken for full would teach empty holes as pawns.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from calibration.board.board import Board
from calibration.camera import flat, project
from calibration.errors import BadBoard
from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes, is_camp
from calibration.setup.calibration_file import Calibration, load_calibration
from hardware.camera import Picture
from toc_pi.app.camera.board_watcher import Calibrate
from toc_pi.app.setup.finding import AS_RECORDED, BoardFinder, find_board
from toc_pi.messages import said
from toc_pi.rules.position import Position
from toc_pi.store.folder import is_odd, quarantine
from toc_pi.store.games import Saved
from toc_pi.store.table_settings import TableSettings
from toc_pi.vision.reading import make_reader, read_anywhere

Tell = Callable[[str], None]


def _silently(_: str) -> None:
    """Ignore a message."""


def _clear_away(path: Path, why: str, tell: Tell) -> None:
    try:
        tell(said("{why}; it was put aside as {aside}", why=why, aside=quarantine(path).name))
    except OSError as error:
        tell(said("{why}; it can't be put aside ({fault})", why=why, fault=error.strerror))


def standing_at_break(saved: Saved, seats: Sequence[Seat]) -> Mapping[Hole, Seat]:
    """The holes of all pawns at the break: outside the camps as on record, in them as last seen.

    Args:
        saved: the game.
        seats: of the board.
    """
    out = Position(frozenset()) if saved.state is None else saved.state.record[0]
    return standing(out, seats, saved.seen)


def standing(
    position: Position, seats: Sequence[Seat], seen: Mapping[Hole, Seat] | None = None
) -> Mapping[Hole, Seat]:
    """The holes of all pawns: outside the camps as on record, in them as last seen, or in their order."""
    out, known = dict(position.pawns), seen or {}
    for seat in seats:
        waiting = PAWNS_A_SEAT - sum(owner == seat for owner in out.values())
        camp = sorted(camp_holes(seat), key=lambda hole: known.get(hole) != seat)
        out |= dict.fromkeys(camp[:waiting], seat)
    return out


def find_again(
    table: TableSettings,
    stood: Mapping[Hole, Seat],
    kept: Calibration | None,
    pictures: Sequence[Picture],
) -> Calibration:
    """Find the board of a resumed game.

    The calibration learnt at the start reads the pawns wherever they are now; only if it doesn't fit (another
    camera, or moved too far) they are learnt again from their recorded holes.

    Args:
        table: its settings.
        stood: the holes of all pawns at the break.
        kept: the calibration from the start; None if it is lost.
        pictures: of the still board, (h, w, 3) uint8, BGR.

    Raises:
        CannotSee: with advice that a person can follow.
    """
    return _still_fits(kept, pictures) or find_board(_standing_so(table, stood), pictures)


def _still_fits(
    kept: Calibration | None, pictures: Sequence[Picture], stands: Mapping[Hole, Seat] | None = None
) -> Calibration | None:
    """The earlier calibration at the board's place now; None if the picture can't be read with it.

    Args:
        kept: the earlier one.
        pictures: of the still board.
        stands: where pawns have to be seen, and no others; None if they may be anywhere.
    """
    height, width = pictures[-1].shape[:2]
    if kept is None or kept.size != (width, height):
        return None
    reading, reader = read_anywhere(pictures[-1], make_reader(kept))
    seen = {Hole(hole): Seat(pawn) for hole, pawn in reading.holes.items()}
    fits = reading.state in ("clear", "hand") if stands is None else seen == stands
    return reader.model.calibration if fits else None


def _standing_so(table: TableSettings, stood: Mapping[Hole, Seat]) -> TableSettings:
    return replace(table, standing={str(hole): str(seat) for hole, seat in stood.items()})


class Finder:
    """Finds the board whenever needed: at a game's start, after a break, and when the camera is back.

    At the start the pawns are learnt from full camps. Later that calibration is used; if it doesn't fit (the
    camera was missing until now, or is another one) they are learnt from their recorded holes, once they are
    seen to be there.

    Args:
        table: its settings.
        path: of the stored calibration.
        stood: returns the recorded holes of all pawns, camps included.
        tell: called with a message when a file is put aside.
        seen: what was learnt of the same table a moment ago; None if nothing was.
    """

    def __init__(
        self,
        table: TableSettings,
        path: Path,
        stood: Callable[[], Mapping[Hole, Seat]],
        tell: Tell = _silently,
        seen: Calibration | None = None,
    ) -> None:
        self._table = table
        self._path = path
        self._stood = stood
        self._tell = tell
        self._seen = seen
        near = table
        if seen is not None and table.corners is None:
            at = project(flat(seen.board.taps), seen.pose)
            near = replace(table, corners=tuple((float(x), float(y)) for x, y in at))
        self._learn_at_start = BoardFinder(near)
        self._begin = keep_found(self._at_start, path, tell)
        self._learn: tuple[Mapping[Hole, Seat], Calibrate] = ({}, self._begin)

    def __call__(self, pictures: Sequence[Picture]) -> Calibration:
        """Find it.

        Raises:
            BadInput: as `find_board`.
            CannotSee: with advice that a person can follow.
            OutOfCamps: a pawn isn't where it should be.
        """
        stood = self._stood()
        if all(map(is_camp, stood)):
            return self._begin(pictures)
        found = _still_fits(load_kept(self._path, self._table.board, self._tell), pictures)
        if found is not None:
            return found
        if self._learn[0] != stood:
            learn = BoardFinder(_standing_so(self._table, stood), todo=AS_RECORDED)
            self._learn = stood, keep_found(learn, self._path, self._tell)
        return self._learn[1](pictures)

    def _at_start(self, pictures: Sequence[Picture]) -> Calibration:
        """Find it with all pawns in their camps: as it was seen a moment ago, else it is learnt."""
        seen = self._seen if self._seen is not None and self._seen.board == self._table.board else None
        return _still_fits(seen, pictures, self._table.camps) or self._learn_at_start(pictures)


def find_anywhere(table: TableSettings, path: Path, tell: Tell = _silently) -> Calibrate:
    """Find a table's board with any placement of pawns, by an earlier calibration; else from full camps.

    Args:
        table: its settings.
        path: of the stored calibration.
        tell: called with a message when a file is put aside.
    """
    learn = keep_found(BoardFinder(table), path, tell)

    def find(pictures: Sequence[Picture]) -> Calibration:
        return _still_fits(load_kept(path, table.board, tell), pictures) or learn(pictures)

    return find


def load_kept(path: Path, board: Board, tell: Tell = _silently) -> Calibration | None:
    """Load a board's stored calibration; None if there is no usable one.

    Args:
        path: the file; if damaged, it is put aside.
        board: whose calibration it must be.
        tell: called with a message when a file is put aside.
    """
    if not os.path.lexists(path):
        return None
    try:
        if is_odd(path):
            raise BadBoard(said("{path}: it isn't a file", path=path))
        kept = load_calibration(path)
    except BadBoard as error:
        _clear_away(path, str(error), tell)
        return None
    if kept.board != board:
        tell(said("{path}: it is of another board, {name}; it isn't used", path=path, name=kept.board.name))
        return None
    return kept


def keep_found(find: Calibrate, path: Path, tell: Tell = _silently) -> Calibrate:
    """Wrap `find` so that the calibration is stored for resuming the game after a break."""

    def found(pictures: Sequence[Picture]) -> Calibration:
        calibration = find(pictures)
        if is_odd(path):
            _clear_away(path, said("{path}: it isn't a file", path=path), tell)
        # Without it a resumed game's board is found from its recorded pawns.
        with suppress(OSError):
            calibration.save(path)
        return calibration

    return found
