"""The files of boards: read and checked with every fault at once, and written (FOOTAGE.md, "Board file")."""

from importlib import resources
from pathlib import Path

from calibration.board.board import (
    TOC,
    Board,
    number_text,
    point_text,
    shorten,
)
from calibration.board.board_reader import BoardReader
from calibration.errors import BadBoard
from calibration.files.disk import NotThere, Unreadable, kind_of, read_text, write_whole
from calibration.files.documents import NotValid, parse_toml
from toc_pi.messages import joined, said

MAX_FAULTS = 20  # faults of one file that a message lists; of the others it gives the number
LONGEST_PATH = 200  # characters of a path in a message


def shipped_boards() -> tuple[str, ...]:
    """The names of the boards that come with the program."""
    folder = resources.files("calibration").joinpath("boards")
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_board(name: str | Path) -> Board:
    """Read a board file.

    Args:
        name: the stem of a shipped file (`square-40`) or the path of a file.

    Raises:
        BadBoard: there is no such board, or its file has faults; the message lists them all.
    """
    text = str(name)
    if text in shipped_boards():
        shipped = resources.files("calibration").joinpath("boards", f"{text}.toml")
        return parse_board(shipped.read_text("utf-8"), f"{text}.toml")
    path, shown = Path(name), shorten(text, LONGEST_PATH)
    if path.suffix != ".toml" and not kind_of(path):
        raise BadBoard(
            said(
                "{name}: no such board; shipped are {names}, or give a .toml file",
                name=shown,
                names=", ".join(shipped_boards()),
            )
        )
    try:
        content = read_text(path)
    except NotThere as error:
        raise BadBoard(
            said(
                "{path}: no such file; shipped boards are {names}",
                path=shown,
                names=", ".join(shipped_boards()),
            )
        ) from error
    except Unreadable as error:
        raise BadBoard(said("{told}: {why}", told=shown, why=error)) from error
    return parse_board(content, text)


def parse_board(text: str, source: str) -> Board:
    """Make a board of a file's text.

    Args:
        text: TOML.
        source: how messages call the file.

    Raises:
        BadBoard: every fault, parted by semicolons.
    """
    try:
        table = parse_toml(text)
    except NotValid as error:
        raise BadBoard(said("{source}: {why}", source=source, why=error)) from error
    reader = BoardReader(table)
    board = reader.board()
    if reader.faults or board is None:
        more = len(reader.faults) - MAX_FAULTS
        listed = reader.faults[:MAX_FAULTS] + ([said("and {count} more", count=more)] if more > 0 else [])
        raise BadBoard(said("{source}: {names}", source=source, names=joined(listed)))
    return board


def format_board(board: Board) -> str:
    """A board as the text of its file; `parse_board` gives the same board back."""
    toc = board.game == TOC
    lines = [f'name = "{board.name}"']
    if toc:
        lines += [f"seats = {board.seats}", f"stretch = {board.stretch}", f"home_entry = {board.home_entry}"]
        lines += [f"centre = {str(board.centre).lower()}"]
    else:
        lines += [f'game = "{board.game}"']
    lines += [
        f"outline = [{', '.join(map(point_text, board.outline))}]",
        f"taps = [{', '.join(map(point_text, board.taps))}]",
        f"thickness = {number_text(board.thickness)}",
        f"hole_diameter = {number_text(board.hole_diameter)}",
        "",
        *(["[camps]"] if board.camps else []),
        *(f"{seat} = [{', '.join(map(point_text, corners))}]" for seat, corners in board.camps.items()),
        *([""] if board.camps else []),
        "[holes]",
        *(f"{hole} = {point_text(place)}" for hole, place in board.holes.items()),
    ]
    return "\n".join(lines) + "\n"


def write_board(board: Board, path: str | Path) -> None:
    """Write a board's file.

    Raises:
        BadBoard: it can't be written there.
    """
    try:
        write_whole(Path(path), format_board(board).encode())
    except OSError as error:
        raise BadBoard(said("{path}: can't be written ({why})", path=path, why=error.strerror)) from error
