"""A table's board found in its setup pictures, with all that people told about it."""

from collections.abc import Sequence

from calibration.record import Calibration
from calibration.setup import calibrate
from hardware.camera import Picture
from toc_pi.store.table_settings import TableSettings


def find_board(table: TableSettings, pictures: Sequence[Picture]) -> Calibration:
    """Find the board while all pawns stand in their camps.

    Args:
        table: its settings.
        pictures: of the still board, (h, w, 3) uint8, BGR.

    Raises:
        CannotSee: with advice that a person can follow.
    """
    return calibrate(
        pictures,
        table.board,
        pawns=table.pawns,
        holes={str(hole): str(seat) for hole, seat in table.camps.items()},
        colours={str(seat): colour for seat, colour in table.colours.items()},
        corners=table.corners,
        focal=table.focal,
    )
