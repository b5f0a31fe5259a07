"""The command `calibrate`: from a clip or pictures to a calibration."""

import json
from argparse import Namespace
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.appearance.pawn_set import KINDS, SIZE_MM, PawnSet
from calibration.arrays import Image
from calibration.board.board import TOC, Board, Points
from calibration.board.board_file import load_board
from calibration.camera import flat, project
from calibration.errors import CannotSee
from calibration.files.disk import kind_of
from calibration.holes import Seat
from calibration.pose.estimation import standing
from calibration.pose.found_pose import CORNERS_HELP
from calibration.setup.calibration_file import Calibration
from calibration.setup.card_place import advise_pile
from hardware.capture import Film
from toc_pi.app.recording.clip import Clip, load_clip, shipped_clips
from toc_pi.app.setup.board_taps import tap_corners
from toc_pi.app.setup.finding import (
    LearntCalibration,
    differs,
    placement_errors,
    setup_pictures,
    unseen_holes,
    warnings_of,
    without_hands,
)
from toc_pi.cli.arguments import (
    Arguments,
    argument,
    check_writable,
    given,
    number,
    read_json,
    read_points,
    writing,
)
from toc_pi.cli.reading import read_picture
from toc_pi.cli.terminal import INTERRUPTED, complain, progress, say
from toc_pi.errors import BadInput, short
from toc_pi.languages import spoken
from toc_pi.messages import said
from toc_pi.phrases import Phrases
from toc_pi.store.table_config import FOCAL_PX
from toc_pi.vision.appearance_model import make_appearance_model
from toc_pi.vision.reliability import find_camouflaged

CORNERS_OFF_PX = 22.0
"""Corners that are farther from the found ones are reported: they may be 15 px off along each axis."""


@dataclass(frozen=True, slots=True, eq=False)
class _Described:
    """A table as described on the command line and by the clip.

    Attributes:
        images: setup pictures, (h, w, 3).
        board: the table's board.
        hints: for `calibrate`: pawns, their holes and colours, focal length; None where unknown.
        corners: the board's four tapped points, px; None to find it without them.
        spare_corners: points to fall back on.
        promised: whether full camps are guaranteed by the clip format, so that a mismatch is only a
                warning.
    """

    images: tuple[Image, ...]
    board: Board
    hints: Mapping[str, Any]
    corners: Points | None
    spare_corners: Points | None
    promised: bool


def arguments(_command: str) -> Arguments:
    return (
        argument(
            "what",
            nargs="+",
            metavar="CLIP or PICTURE",
            help=said(
                "a clip's folder, a shipped clip ({clips}), or pictures of the set-up",
                clips=" ".join(shipped_clips()),
            ),
        ),
        argument("--board", metavar="B", help="a shipped board's name or a board file"),
        argument(
            "--corners",
            nargs=4,
            metavar="x,y",
            help="the board's four taps in the picture, in the file's order",
        ),
        argument(
            "--tap",
            action="store_true",
            help="tap the board's four points in a window, if it isn't found without them",
        ),
        argument(
            "--focal",
            type=number(
                float,
                lambda value: FOCAL_PX[0] <= value <= FOCAL_PX[1],
                "--focal {value}: {least} to {most} pixels are allowed",
                least=f"{FOCAL_PX[0]:g}",
                most=f"{FOCAL_PX[1]:g}",
            ),
            metavar="F",
            help="focal length in pixels, within 15 %%",
        ),
        argument(
            "--holes",
            type=Path,
            metavar="FILE",
            help="JSON: which pawn stands in which hole (default: full camps)",
        ),
        argument(
            "--pawns",
            metavar="KIND,HEIGHT,WIDTH",
            help=said(
                "the pawns' kind ({kinds}), height and width in mm (for pictures)", kinds="|".join(KINDS)
            ),
        ),
        argument("--colours", metavar="a=red,b=blue,…", help="the pawns' colours (for pictures)"),
        argument(
            "--declare",
            choices=["camera"],
            help="camera: say where cards are to be laid so that it can read them",
        ),
        argument("-o", dest="out", type=Path, metavar="FILE", help="write the calibration there"),
        argument("--json", action="store_true", help="one JSON object on stdout"),
    )


def execute(_command: str, options: Namespace) -> int:
    """Find the board and learn its looks.

    Returns:
        0; 130 if the tapping window was closed.

    Raises:
        BadInput, BadBoard: the arguments or files are wrong.
        CannotSee: the board isn't found, or the pawns aren't in their declared holes.
        DeviceFailed: there is no display to tap on.
    """
    check_writable(options.out)
    table = _table(options)
    if options.tap:
        corners = tap_corners(table.images[0], table.board, table.corners)
        if corners is None:
            complain("left, nothing was written")
            return INTERRUPTED
        table = replace(table, corners=corners)
    with progress("looking for the board …"):
        learnt = _found(table)
        errors = placement_errors(learnt, standing(table.board, table.hints["holes"]))
    if errors:
        wrong = said(
            "{differs}; set the pawns up that way, or say with --holes FILE where they are",
            differs=differs(errors),
        )
        if not table.promised:
            raise CannotSee(wrong)
        complain(wrong)
    found = learnt.calibration
    _compare_corners(found, table.corners)
    phrases = Phrases(spoken(), {Seat(pawn): colour for pawn, colour in table.hints["colours"].items()})
    for doubt in warnings_of(found, find_camouflaged(make_appearance_model(found)), phrases):
        complain(doubt)
    if options.out is not None:
        with writing(options.out):
            found.save(options.out)
    if found.occluder is not None:
        complain(
            "a hand or something else lies over the board: {holes} weren't seen free, and what it hides "
            "isn't learnt; take it away and calibrate again",
            holes=unseen_holes(found),
        )
    if options.json:
        print(json.dumps(_as_json(found)), flush=True)
        return 0
    say(
        "{board}: found, {angle}° above the table, holes {error} px from where they should be",
        board=table.board.name,
        angle=f"{found.pose.elevation_deg:.0f}",
        error=f"{found.error_px:.1f}",
    )
    if options.declare == "camera":
        say(advise_pile(table.board, found.pose, found.size, table.images[-1]).message)
    if options.out is not None:
        say("written to {path}", path=options.out)
    return 0


def _as_json(found: Calibration) -> dict[str, Any]:
    """The object that `calibrate --json` prints (CONTRACT, `calibrate`)."""
    pose = found.pose
    taps = project(flat(found.board.taps), pose)
    return {
        "board": found.board.name,
        "error_px": round(found.error_px, 3),
        "elevation_deg": round(pose.elevation_deg, 2),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in taps],
        "focal": round(pose.focal, 1),
        "k1": round(pose.k1, 4),
    }


def _compare_corners(found: Calibration, corners: Points | None) -> None:
    """Report if one of the board's four taps was found far from where it was given."""
    if corners is None:
        return
    taps = project(flat(found.board.taps), found.pose)
    off_px = float(np.hypot(*(taps - np.asarray(corners, np.float64)).T).max())
    if off_px > CORNERS_OFF_PX:
        complain(
            "the board was found up to {px} px from the corners that were given: check the outline that "
            "toc-pi read --show draws, and if it is wrong, give the corners again",
            px=f"{off_px:.0f}",
        )


def _found(table: _Described) -> LearntCalibration:
    try:
        return without_hands(table.images, table.board, corners=table.corners, **table.hints)
    except CannotSee as error:
        if table.corners is None and table.spare_corners is not None:
            return without_hands(table.images, table.board, corners=table.spare_corners, **table.hints)
        if str(error) in CORNERS_HELP:
            raise CannotSee(
                said("{why}; or tap its four corners (--tap, or typed: --corners)", why=error)
            ) from error
        raise


def _table(options: Namespace) -> _Described:
    corners = None if options.corners is None else read_points(options.corners, "--corners")
    clip = _clip(options.what)
    if clip is None:
        for name in options.what:
            if not kind_of(given(name)):
                raise BadInput("{path}: no such picture or clip", path=short(name))
        if options.board is None:
            raise BadInput("--board is missing: a shipped board's name (toc-pi board list) or a board file")
        board = load_board(str(given(options.board)))
        images = tuple(read_picture(Path(path)) for path in options.what)
        if len({image.shape for image in images}) > 1:
            raise BadInput("the pictures differ in size; use those of one camera")
        hints: dict[str, Any] = {"pawns": None, "colours": {}, "focal": None}
        spare = None
    else:
        board = (
            clip.board if options.board in (None, clip.board.name) else load_board(str(given(options.board)))
        )
        with closing(Film(clip.film)) as film:
            images = tuple(frame.image for frame in setup_pictures(clip, film))
        colours = {str(seat): word for seat, word in clip.colours.items()}
        hints = {"pawns": clip.pawns, "colours": colours, "focal": clip.focal}
        spare = clip.corners if board.name == clip.board.name else None
    told = {
        "pawns": None if options.pawns is None else _pawns(options.pawns),
        "holes": _declared_holes(options.holes, board, clip),
        "colours": None if options.colours is None else _colours(options.colours),
        "focal": options.focal,
    }
    return _Described(
        images=images,
        board=board,
        hints={**told, **{key: hint for key, hint in hints.items() if told[key] is None}},
        corners=corners,
        spare_corners=spare,
        promised=clip is not None and options.holes is None,
    )


def _clip(what: list[str]) -> Clip | None:
    folders = [name for name in what if kind_of(name) == "folder" or name in shipped_clips()]
    if not folders:
        return None
    if len(what) > 1:
        raise BadInput("{path} is a clip; give one clip, or pictures", path=folders[0])
    return load_clip(folders[0])


def _declared_holes(path: Path | None, board: Board, clip: Clip | None) -> Mapping[str, str] | None:
    """The pawns' holes at set-up; None for full camps, which only a Toc board has.

    Raises:
        BadInput: they aren't given for another game's board.
    """
    if path is not None:
        return read_holes(path, board)
    if clip is not None and clip.standing:
        return clip.standing
    if board.game != TOC:
        raise BadInput(
            "board {name} is one of another game: say with --holes FILE which pawn is where", name=board.name
        )
    return None


def read_holes(path: Path, board: Board) -> Mapping[str, str]:
    """Read a file of hole -> pawn.

    Raises:
        BadInput: it can't be read, or names holes that the board doesn't have.
    """
    declared = read_json(path)
    if not isinstance(declared, dict) or not all(
        isinstance(pawn, str) and pawn for pawn in declared.values()
    ):
        raise BadInput('{path}: a JSON object hole → pawn is expected, as in {{"a0": "a"}}', path=path)
    foreign = [hole for hole in declared if hole not in board.names]
    if foreign:
        raise BadInput(
            "{path}: {holes}: the board {board} has no such hole",
            path=path,
            holes=short(", ".join(foreign[:5])),
            board=board.name,
        )
    return declared


def _pawns(text: str) -> PawnSet:
    try:
        kind, height, diameter = text.split(",")
        pawns = PawnSet(kind, float(height), float(diameter), white_face=False)
    except ValueError as error:
        raise BadInput(
            "--pawns {value}: a kind and two sizes are expected, as in halma,24,12", value=short(text)
        ) from error
    least, most = SIZE_MM
    if kind not in KINDS or not all(least <= size <= most for size in (pawns.height, pawns.diameter)):
        raise BadInput(
            "--pawns {value}: {kinds}, and {least} to {most} mm, are allowed",
            value=short(text),
            kinds=", ".join(KINDS),
            least=f"{least:g}",
            most=f"{most:g}",
        )
    return pawns


def _colours(text: str) -> Mapping[str, str]:
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(pawn and colour for pawn, _, colour in pairs):
        raise BadInput("--colours {value}: pawn=colour is expected, as in a=red,b=blue", value=short(text))
    return {pawn.strip(): colour.strip() for pawn, _, colour in pairs}
