"""The commands `board` and `targets`: describing boards, and printing markers for finding them."""

from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

from calibration.board.board import OTHER, TOC, Board, Point
from calibration.board.board_file import load_board, shipped_boards, write_board
from calibration.features import sheet
from calibration.holes import CENTRE, STRETCHES, Hole, is_camp, is_home
from calibration.new_board.description import CAMPS, BoardDescription
from calibration.new_board.learn import LearntBoard, holes_in_picture, learn_board
from toc_pi.app.setup.board_taps import tap_board
from toc_pi.cli.arguments import (
    Arguments,
    argument,
    check_writable,
    given,
    number,
    part,
    parts,
    read_json,
    read_points,
    write_new,
)
from toc_pi.cli.reading import draw_holes_on, read_picture, write_picture
from toc_pi.cli.terminal import INTERRUPTED, complain, progress, say
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.drawing import draw_board
from toc_pi.rules.position import Position
from toc_pi.rules.table import Table

_WIDTH = 78  # of a drawn board, characters
_LINE_HEIGHT = 2.0
"""Height of a terminal's character cell, in widths."""


def arguments(command: str) -> Arguments:
    if command == "targets":
        return (
            argument(
                "-o",
                dest="out",
                type=Path,
                default=Path("targets.svg"),
                metavar="FILE.svg",
                help="a new file (default: targets.svg)",
            ),
        )
    check = part(
        "check",
        argument("board", metavar="FILE", help="a board file, or a shipped board's name"),
        help="say what is wrong with a board file",
        epilog="example: toc-pi board check attic.toml",
    )
    listing = part(
        "list", help="list the boards that ship with the program", epilog="example: toc-pi board list"
    )
    show = part(
        "show",
        argument("board", metavar="BOARD", help="a shipped board's name, or a board file"),
        help="draw a board",
        epilog="example: toc-pi board show square-40",
    )
    learn = part(
        "learn",
        *_OF_LEARN,
        help="make a new board file from one picture of the empty board, taken from above",
        epilog="example: toc-pi board learn attic.jpg --width 400 (taps in a window), or with --outline "
        "212,40 1010,44 1012,690 208,684 --starts 510,610 290,320 700,110 930,400 (typed)",
    )
    return (parts("learn|check|list|show", listing, check, show, learn),)


def _length(key: str) -> Callable[[str], float]:
    return number(float, lambda value: 1 <= value <= 3000, "{key} {value}: 1 to 3000 mm are allowed", key=key)


# First what is seen in the picture, then what is known of the board's game, holes and camps.
_OF_LEARN: Arguments = (
    argument("picture", metavar="PICTURE", type=Path, help="of the empty board, from above"),
    argument(
        "--outline",
        nargs="+",
        metavar="x,y",
        help="the board's corners in the picture, clockwise; left out: they are tapped in a window",
    ),
    argument(
        "--width",
        type=_length("--width"),
        required=True,
        metavar="MM",
        help="width, from its leftmost to its rightmost corner in the picture",
    ),
    argument(
        "--height",
        type=_length("--height"),
        metavar="MM",
        help="height of the board, if it isn't as high as it is wide",
    ),
    argument(
        "--starts",
        nargs="+",
        default=[],
        metavar="x,y",
        help="each seat's start hole, clockwise from a; left out: they are tapped in a window",
    ),
    argument(
        "--game",
        choices=(TOC, OTHER),
        default=TOC,
        help="other: every hole of another game's board is tapped",
    ),
    argument(
        "--home-entry",
        type=int,
        metavar="N",
        help="the printed number at which a pawn turns home (default: as the picture shows it)",
    ),
    argument(
        "--stretch",
        type=number(
            int,
            STRETCHES.__contains__,
            "--stretch {value}: {STRETCHES} to {STRETCHES2} are allowed",
            STRETCHES=STRETCHES[0],
            STRETCHES2=STRETCHES[-1],
        ),
        metavar="N",
        help="holes of the track that a seat has, 12 to 24 (default: counted between the start holes)",
    ),
    argument(
        "--camps",
        choices=CAMPS,
        default=CAMPS[0],
        help="where pawns wait: in holes, in areas (recesses, painted fields), "
        "or none: beside the board (default: holes)",
    ),
    argument(
        "--areas",
        nargs="+",
        default=[],
        metavar="x,y",
        help="with --camps areas: four corners of each seat's area, clockwise, seat after seat; "
        "left out: they are tapped in a window",
    ),
    argument("--centre", action="store_true", help="the board has a hole in its middle"),
    argument("--thickness", type=_length("--thickness"), default=18.0, metavar="MM", help="default: 18"),
    argument("--hole-diameter", type=_length("--hole-diameter"), metavar="MM", help="default: measured"),
    argument(
        "--holes",
        type=Path,
        metavar="FILE",
        help="JSON: hole → [x, y] in the picture, for holes tapped by hand",
    ),
    argument("--show", type=Path, metavar="OUT.png", help="draw what was found over the picture, to look at"),
    argument("--name", help="default: the file's"),
    argument("-o", dest="out", type=Path, metavar="FILE.toml", help="default: the picture's name"),
)


def execute(command: str, options: Namespace) -> int:
    """Run `board` or `targets`.

    Returns:
        0; 130 if the tapping window was closed.

    Raises:
        BadInput, BadBoard: the arguments or files are wrong.
        CannotSee: a picture doesn't show the holes.
    """
    if command == "targets":
        return _targets(options.out)
    if options.part == "list":
        for name in shipped_boards():
            say(_summary(load_board(name)))
    elif options.part == "check":
        say("{board}: nothing is wrong", board=_summary(load_board(str(given(options.board)))))
    elif options.part == "show":
        board = load_board(str(given(options.board)))
        say(_summary(board))
        print(_drawing(board))
    else:
        return _learn(options)
    return 0


def _drawing(board: Board) -> str:
    """A Toc board in the usual drawing of positions; another game's holes at their places."""
    if board.game != TOC:
        return draw_holes(board)
    return draw_board(
        Position(frozenset()), Table(board.seats, board.home_entry, board.centre, stretch=board.stretch)
    )


def draw_holes(board: Board) -> str:
    """A board's holes as text at their places: numbers on the track, - homes, o camps, + the centre.

    Boards of other games show a dot for each hole.
    """
    xs, ys = zip(*board.holes.values(), strict=True)
    left, top, span = min(xs), min(ys), max(max(xs) - min(xs), 1.0)
    step = span / (_WIDTH - 2)
    rows = [[" "] * _WIDTH for _ in range(round((max(ys) - top) / step / _LINE_HEIGHT) + 1)]
    for hole, (x, y) in board.holes.items():
        column, row = round((x - left) / step), round((y - top) / step / _LINE_HEIGHT)
        for offset, letter in enumerate(_mark(hole, board)):
            if column + offset < _WIDTH and rows[row][column + offset] in (" ", "·"):
                rows[row][column + offset] = letter
    return "\n".join("".join(row).rstrip() for row in rows)


def _mark(hole: str, board: Board) -> str:
    if board.game != TOC:
        return "·"
    if hole == CENTRE:
        return "+"
    if is_home(Hole(hole)) or is_camp(Hole(hole)):
        return "-" if is_home(Hole(hole)) else "o"
    return {"0": hole, "7": "7"}.get(hole[1:], "·")


def _summary(board: Board) -> str:
    x, y = zip(*board.outline, strict=True)
    size = f"{(max(x) - min(x)) / 10:g} × {(max(y) - min(y)) / 10:g} cm"
    if board.game != TOC:
        return said(
            "{name}: another game's, {count} holes, {size}",
            name=board.name,
            count=len(board.holes),
            size=size,
        )
    camps = "" if board.has_camp_holes else ", camps without holes" if board.camps else ", no camps"
    return said(
        "{name}: {seats} seats of {stretch} holes, home at {entry}, {size}{centre}{camps}",
        name=board.name,
        seats=board.seats,
        stretch=board.stretch,
        entry=board.home_entry,
        size=size,
        centre=", a hole in the middle" if board.centre else "",
        camps=camps,
    )


def _learn(options: Namespace) -> int:
    image = read_picture(options.picture)
    out: Path = options.out or options.picture.with_suffix(".toml")
    check_writable(out)
    check_writable(options.show)
    description = BoardDescription(
        name=options.name or out.stem,
        outline=read_points(options.outline or (), "--outline"),
        width_mm=options.width,
        height_mm=options.height,
        starts=read_points(options.starts, "--starts"),
        home_entry=options.home_entry,
        stretch=options.stretch,
        camps=options.camps,
        areas=read_points(options.areas, "--areas"),
        centre=options.centre,
        thickness=options.thickness,
        hole_diameter=options.hole_diameter,
        holes={} if options.holes is None else _tapped(options.holes),
    )
    taps_areas = description.camps == "areas" and not description.areas
    if description.outline and (description.starts or description.holes) and not taps_areas:
        with progress("looking for the holes …"):
            learnt: LearntBoard | None = learn_board(image, description)
    else:
        learnt = tap_board(image, description, options.game)
    if learnt is None:
        complain("left, nothing was written")
        return INTERRUPTED
    board = learnt.board
    write_board(board, out)
    if options.show is not None:
        # Few labels on a Toc board, whose holes are close together.
        labels = {hole: hole if board.game != TOC else _label(hole) for hole in board.holes}
        holes = holes_in_picture(board, learnt.description)
        write_picture(options.show, draw_holes_on(image, holes, labels))
    say(
        "{board}, holes of {size} mm; written to {path}",
        board=_summary(board),
        size=f"{board.hole_diameter:g}",
        path=out,
    )
    print(draw_holes(board))
    _complain_of(learnt)
    return 0


def _complain_of(learnt: LearntBoard) -> None:
    """Name what the picture doesn't show, so that somebody checks it."""
    if "entry" in learnt.unclear:
        complain(
            "where pawns turn home isn't seen clearly, so {entry} is taken; if it is wrong, say it "
            "(--home-entry)",
            entry=learnt.board.home_entry,
        )
    if learnt.guessed:
        complain(
            "not seen, so placed like the others: {holes}; check them (--show), and tap them if they "
            "are wrong (--holes)",
            holes=", ".join(learnt.guessed),
        )


def _label(hole: str) -> str:
    if is_camp(Hole(hole)) or is_home(Hole(hole)):
        return hole if hole.endswith("1") else ""
    return hole if hole == CENTRE or hole[1:] in ("0", "7") else hole[1:]


def _targets(out: Path) -> int:
    check_writable(out)
    if out.suffix.lower() != ".svg":
        raise BadInput("{path}: the sheet is written as .svg, which any browser prints", path=out)
    write_new(out, sheet())
    say("written to {path}: print it at 100 %, cut out the four markers", path=out)
    return 0


def _tapped(path: Path) -> Mapping[str, Point]:
    content = read_json(path)
    try:
        return {str(hole): (float(x), float(y)) for hole, (x, y) in content.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise BadInput('{path}: hole → [x, y] is expected, as in {{"a0": [512, 610]}}', path=path) from error
