"""From set-up pictures to a calibration: the pose is found and verified, then the pawns are learnt."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from calibration.appearance.area_looks import AreaLooks, find_camp_pawns
from calibration.appearance.areas import with_area_holes
from calibration.appearance.looks import learn_looks
from calibration.appearance.pawn_size import UNKNOWN, USUAL, fit_pawns
from calibration.appearance.sampling_grid import PawnSet
from calibration.arrays import Image
from calibration.board.board import Board
from calibration.camera import median_picture
from calibration.occlusion.occluder import find_occluder, occluder_mask
from calibration.pose.estimation import find_pose, standing
from calibration.pose.found_pose import FoundPose
from calibration.setup.calibration_file import Calibration


def calibrate(
    images: Sequence[Image],
    board: Board,
    *,
    pawns: PawnSet | None = None,
    holes: Mapping[str, str] | None = None,
    colours: Mapping[str, str] | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    focal: float | None = None,
) -> Calibration:
    """Find the board in still pictures and learn what its holes and pawns look like.

    Args:
        images: pictures of the board at set-up, (h, w, 3) BGR, all of one size. No hand should be in them;
            if one rests in most of them, nothing is learnt under it.
        board: which one it is.
        pawns: their kind and size, as hinted; None if unknown.
        holes: which pawn stands in which hole; None: every camp is full, the rest is empty.
        colours: the pawns' colours, as words; None if unknown.
        corners: the board's `taps` in the picture, px, up to 15 px off; None to find it without help.
        focal: px, within 15 %; None if unknown.

    Raises:
        CannotSee: no pose could be verified, or no pawn is seen; the message is advice.
    """
    occupied = standing(board, holes)
    occupied = {hole: pawn for hole, pawn in occupied.items() if hole in board.names}
    found = find_pose(
        images, board, corners=corners, focal=focal, holes=occupied, colours=colours, pawns=pawns or UNKNOWN
    )
    sized = measure_pawns(images[-1], board, found, pawns, occupied)
    return learn(images, board, found, sized, occupied, colours or {})


def measure_pawns(
    image: Image, board: Board, found: FoundPose, pawns: PawnSet | None, holes: Mapping[str, str]
) -> PawnSet:
    """Kind and size of the pawns, as hinted or unknown, from a picture of where they stand."""
    hinted = pawns or UNKNOWN
    spotted, stands, _ = _in_holes(image, board, found, hinted, holes)
    return fit_pawns(image, spotted, found.pose, hinted, stands, () if pawns else USUAL)


def _in_holes(
    image: Image, board: Board, found: FoundPose, pawns: PawnSet, holes: Mapping[str, str]
) -> tuple[Board, Mapping[str, str], AreaLooks | None]:
    """The board with a hole under each pawn in an area, what stands where, and the areas' looks."""
    if not board.camps:
        return board, holes, None
    waiting = find_camp_pawns(image, board, found.pose, pawns, holes)
    stands = {hole: pawn for hole, pawn in holes.items() if hole in board.holes}
    return with_area_holes(board, waiting.spots), {**stands, **waiting.holes}, waiting.looks


def learn(
    images: Sequence[Image],
    board: Board,
    found: FoundPose,
    pawns: PawnSet,
    holes: Mapping[str, str],
    colours: Mapping[str, str],
) -> Calibration:
    """The calibration that follows from a verified pose.

    Raises:
        CannotSee: no pawn is declared on the board, or none of a kind can be seen.
    """
    height, width = images[-1].shape[:2]
    spotted, stands, areas = _in_holes(images[-1], board, found, pawns, holes)
    occluder = find_occluder(median_picture(images), spotted, found.pose, stands, pawns)
    covered = None if occluder is None else occluder_mask(occluder, (width, height))
    looks = learn_looks(images, spotted, found.pose, pawns, stands, covered)
    if areas is not None and looks.standing is not None:
        own = {hole: pawn for hole, pawn in looks.standing.holes.items() if hole in board.holes}
        looks = replace(looks, standing=replace(looks.standing, holes=own))
    return Calibration(
        board, found.pose, found.error_px, pawns, looks, (width, height), dict(colours), occluder, areas
    )
