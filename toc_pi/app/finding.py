"""The setup pictures of a clip, and a table's board found in such pictures."""

from collections.abc import Sequence

from calibration.record import Calibration
from calibration.setup import calibrate
from hardware.camera import Camera, Frame, Picture
from toc_pi.app.clip import Clip
from toc_pi.errors import BadInput
from toc_pi.store.table_settings import TableSettings

SETUP_PICTURES = 8


def setup_pictures(clip: Clip, film: Camera) -> list[Frame]:
    """The pictures in which a clip's board lies still with all pawns in their camps, evenly chosen.

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
        raise BadInput(f"{clip.folder}: setup = [{begin:g}, {end:g}] lies outside the film")
    return chosen


def find_board(table: TableSettings, pictures: Sequence[Picture]) -> Calibration:
    """Find the board while all pawns stand in their camps.

    Args:
        table: its settings.
        pictures: of the still board, (h, w, 3) uint8, BGR.

    Raises:
        BadInput: nobody told where the pawns of another game stand.
        CannotSee: with advice that a person can follow.
    """
    if not table.camps:
        raise BadInput(
            f"board {table.board.name} is one of another game: tell where its pawns stand at set-up "
            "(--holes FILE, or standing = { hole = pawn } in the settings)"
        )
    return calibrate(
        pictures,
        table.board,
        pawns=table.pawns,
        holes={str(hole): str(seat) for hole, seat in table.camps.items()},
        colours={str(seat): colour for seat, colour in table.colours.items()},
        corners=table.corners,
        focal=table.focal,
    )
