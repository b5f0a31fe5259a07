"""A game that goes on after a break: where its pawns stood, and its board found again as it lies now.

At the beginning of a game the eye learns what pawns look like from full camps. After a power cut they stand
all over the board: camps that were taken for full would teach it that empty holes are pawns.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from calibration.board import Board
from calibration.errors import BadBoard
from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes
from calibration.record import Calibration, load_calibration
from hardware.camera import Picture
from toc_pi.app.finding import find_board
from toc_pi.store.saved import Saved
from toc_pi.store.table_settings import TableSettings
from toc_pi.vision.reading import open_reader, read_anywhere

Find = Callable[[Sequence[Picture]], Calibration]


def standing_at_break(saved: Saved, seats: Sequence[Seat]) -> Mapping[Hole, Seat]:
    """Where all pawns stood when a game was left: out of the camps as on record, in them as last seen.

    Args:
        saved: the game.
        seats: of the board.
    """
    out = {} if saved.state is None else dict(saved.state.record[0].pawns)
    for seat in seats:
        waiting = PAWNS_A_SEAT - sum(owner == seat for owner in out.values())
        camp = sorted(camp_holes(seat), key=lambda hole: saved.seen.get(hole) != seat)
        out |= dict.fromkeys(camp[:waiting], seat)
    return out


def find_again(
    table: TableSettings,
    stood: Mapping[Hole, Seat],
    kept: Calibration | None,
    pictures: Sequence[Picture],
) -> Calibration:
    """Find the board of a game that goes on.

    What was learnt at the game's beginning knows the pawns wherever they stand now; only where it doesn't fit
    (another camera, or moved too far) they are learnt anew, from where they stood.

    Args:
        table: its settings.
        stood: where all pawns stood.
        kept: what was learnt at the beginning; None where it is lost.
        pictures: of the still board, (h, w, 3) uint8, BGR.

    Raises:
        CannotSee: with advice that a person can follow.
    """
    height, width = pictures[-1].shape[:2]
    if kept is not None and kept.size == (width, height):
        reading, reader = read_anywhere(pictures[-1], open_reader(kept))
        if reading.state in ("clear", "hand"):
            return reader.eye.calibration
    names = {str(hole): str(seat) for hole, seat in stood.items()}
    return find_board(replace(table, standing=names), pictures)


def load_kept(path: Path, board: Board) -> Calibration | None:
    """What was learnt of a board at the beginning; None where there is nothing that can be used."""
    try:
        kept = load_calibration(path)
    except BadBoard:
        return None
    return kept if kept.board == board else None


def keep_found(find: Find, path: Path) -> Find:
    """Find a board, and keep what was learnt of it for a game that goes on after a break."""

    def found(pictures: Sequence[Picture]) -> Calibration:
        calibration = find(pictures)
        # Without it a game that goes on is found from where its pawns stood.
        with suppress(OSError):
            calibration.save(path)
        return calibration

    return found
