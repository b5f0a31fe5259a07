"""Makes a calibration from set-up pictures, of a described table or of an unknown one.

The pose is found and verified, then the pawns are learned. If nobody has said which seat has which letter, a
board that looks the same from every side doesn't show it: then seat a is the one nearest to the bottom of the
picture.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.appearance.areas import AreaAppearance, find_camp_pawns, with_area_holes
from calibration.appearance.colours import ColourWord, name_colours
from calibration.appearance.looks import learn_looks, pawn_colours
from calibration.appearance.pawn_set import COLOURS, USUAL, PawnSet
from calibration.appearance.pawn_size import UNKNOWN, FittedPawns, fit_pawns
from calibration.arrays import Image
from calibration.board.board import TOC, Board, Point
from calibration.camera import flat, median_picture, project
from calibration.errors import CannotSee
from calibration.occlusion.occluder import find_occluder, occluder_mask
from calibration.pose.estimation import find_board, find_pose, standing
from calibration.pose.found_pose import FoundPose
from calibration.pose.orientation import same_looking
from calibration.setup.calibration_file import Calibration
from calibration.setup.placement_check import PlacementErrors, find_placement_errors, seats_without_pawns


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
    """Find the board in still pictures and learn the appearance of its holes and pawns.

    Args:
        images: pictures of the board at set-up, (h, w, 3) BGR, all of one size. No hand should be in them;
            if one rests in most of them, nothing is learned under it.
        board: the table's.
        pawns: their kind and size, as hinted; None if unknown.
        holes: which pawn stands in which hole; None: every camp is full, the rest is empty.
        colours: the pawns' colours, as words; None if unknown.
        corners: the board's `taps` in the picture, px, up to 15 px off; None to find it without help.
        focal: px, within 15 %; None if unknown.

    Raises:
        CannotSee: no pose could be verified, or no pawn is seen; the message is advice.
    """
    occupied = {hole: pawn for hole, pawn in standing(board, holes).items() if hole in board.names}
    found = find_pose(
        images, board, corners=corners, focal=focal, holes=occupied, colours=colours, pawns=pawns or UNKNOWN
    )
    sized = _measure_pawns(images[-1], board, found, pawns, occupied).pawns
    return learn(images, board, found, sized, occupied, colours or {})


def _measure_pawns(
    image: Image, board: Board, found: FoundPose, pawns: PawnSet | None, holes: Mapping[str, str]
) -> FittedPawns:
    """Kind and size of the pawns, from hints and a picture."""
    hinted = pawns or UNKNOWN
    spotted, stands, _ = _in_holes(image, board, found, hinted, holes)
    return fit_pawns(image, spotted, found.pose, hinted, stands, () if pawns else USUAL)


def _in_holes(
    image: Image, board: Board, found: FoundPose, pawns: PawnSet, holes: Mapping[str, str]
) -> tuple[Board, Mapping[str, str], AreaAppearance | None]:
    """The board with a hole under each pawn in an area, the placement, and the areas' appearance."""
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
    """The calibration for a verified pose.

    Raises:
        CannotSee: no pawn is declared, or none of a kind is visible.
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


@dataclass(frozen=True, slots=True, eq=False)
class TableProposal:
    """A table as the camera sees it, to be corrected by the players.

    Attributes:
        kind_sure: whether the pawns' kind is certain; else ask.
        colours: of each seat that has pawns, a word of `COLOURS`, all different; unsure ones are to be asked.
        misplaced: deviations from the initial placement, as `PlacementErrors`.
        corners: the board's `taps` in the picture, px: with these and the board's name the same pose and the
            same letters are found again.
        places: of each of the board's seats, px in the picture: the middle of where its pawns begin.
        calibration: learnt from the same pictures, in the same light. The letters of its board's seats are a
            proposal where that looks the same from several sides. Whether pawns have a white face is seen
            only once one is in play: false.
    """

    kind_sure: bool
    colours: Mapping[str, ColourWord]
    misplaced: PlacementErrors
    corners: tuple[Point, Point, Point, Point]
    places: Mapping[str, Point]
    calibration: Calibration

    @property
    def pawns_sure(self) -> bool:
        """Whether there are pawns at all: on an empty board neither their kind nor some colour is certain.

        Measured on 23 films with all pawns set up (also by night, by webcam, with hands beside the board):
        true on each. Of 21 boards without pawns 12 are refused before; of the others it is false on 7.
        """
        return self.kind_sure or all(one.sure for one in self.colours.values())

    @property
    def empty(self) -> frozenset[str]:
        """The board's seats without pawns."""
        return frozenset(self.places) - frozenset(self.colours)


def propose_table(
    images: Sequence[Image], boards: Sequence[Board], *, corners: Sequence[Point] | None = None
) -> TableProposal:
    """Identify the table, with no hint but the candidate boards.

    Args:
        images: one or several pictures of the still table, (h, w, 3) BGR, all of one size, with every pawn in
            its camp (in its home, where the board has no camps) and no hands.
        boards: of Toc; the candidates, the likeliest first.
        corners: the board's `taps` in the picture, px, up to 15 px off; None to find it without help.

    Raises:
        CannotSee: no board could be verified, or no pawns are seen; the message is advice.
    """
    picture = median_picture(images)  # in poor light a single one is too noisy to find small holes in
    board, found = find_board([picture], [board for board in boards if board.game == TOC], corners)
    if corners is None:
        found = _upright(board, found)
    calibration, kind_sure = _learnt(images, picture, board, found, board.set_up)
    absent = seats_without_pawns(images, calibration)
    holes = {hole: seat for hole, seat in board.set_up.items() if seat not in absent}
    if not holes:
        raise CannotSee("no pawns are seen: put all pawns into their camps")
    if absent:
        calibration, kind_sure = _learnt(images, picture, board, found, holes)
    return TableProposal(
        kind_sure,
        name_colours(pawn_colours(calibration.looks), COLOURS),
        find_placement_errors(images, calibration, holes),
        _points(project(flat(board.taps), found.pose)),  # type: ignore[arg-type]
        _places(board, found),
        calibration,
    )


def _learnt(
    images: Sequence[Image], picture: Image, board: Board, found: FoundPose, holes: Mapping[str, str]
) -> tuple[Calibration, bool]:
    """The calibration from pictures of pawns of an unknown kind, and whether their kind is certain."""
    fitted = _measure_pawns(picture, board, found, None, holes)
    return learn(images, board, found, fitted.pawns, holes, {}), fitted.sure


def _upright(board: Board, found: FoundPose) -> FoundPose:
    """Of equally plausible orientations, the one with seat a at the bottom of the picture."""
    ways = [replace(found, pose=pose) for pose in same_looking(board, found.pose)]
    return max(ways, key=lambda way: _places(board, way)["a"][1])


def _places(board: Board, found: FoundPose) -> Mapping[str, Point]:
    """The middle of each seat's initial places, px."""
    camps = {
        seat: board.camps.get(seat)
        or [board.holes[hole] for hole, pawn in board.set_up.items() if pawn == seat]
        for seat in sorted({*board.set_up.values()})
    }
    middles = [tuple(np.mean(corners, axis=0)) for corners in camps.values()]
    return dict(zip(camps, _points(project(flat(middles), found.pose)), strict=True))


def _points(pixels: np.ndarray) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in pixels)
