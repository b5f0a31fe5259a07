"""Board files: parsed with all faults reported at once, and written (FOOTAGE.md, "Board file")."""

from functools import lru_cache
from importlib import resources
from pathlib import Path

from calibration.board.board import TOC, Board, Points
from calibration.board.board_reader import TOC_KEYS, BoardReader, number_text, point_text, shorten
from calibration.errors import BadBoard
from calibration.files.disk import NotThere, Unreadable, kind_of, read_text, write_whole
from calibration.files.documents import NotValid, parse_toml
from toc_pi.messages import joined, said

MAX_FAULTS = 20  # faults of one file that a message lists; for the rest it gives their number
LONGEST_PATH = 200  # characters of a path in a message


def shipped_boards() -> tuple[str, ...]:
    """The names of the shipped boards."""
    folder = resources.files("calibration").joinpath("boards")
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_board(name: str | Path) -> Board:
    """Read a board file: a shipped one by its stem (`square-40`), any other by its path.

    Raises:
        BadBoard: there is no such board, or its file has faults; the message lists them all.
    """
    text, shipped = str(name), shipped_boards()
    if text in shipped:
        return _shipped_board(text)
    path, shown, names = Path(name), shorten(text, LONGEST_PATH), ", ".join(shipped)
    if path.suffix != ".toml" and not kind_of(path):
        raise BadBoard(
            said("{name}: no such board; shipped are {names}, or give a .toml file", name=shown, names=names)
        )
    try:
        content = read_text(path)
    except NotThere as error:
        raise BadBoard(
            said("{path}: no such file; shipped boards are {names}", path=shown, names=names)
        ) from error
    except Unreadable as error:
        raise BadBoard(said("{told}: {why}", told=shown, why=error)) from error
    return parse_board(content, text)


@lru_cache(maxsize=16)
def _shipped_board(name: str) -> Board:
    """Read once: pages of the set-up ask for it whenever they are drawn."""
    file = resources.files("calibration").joinpath("boards", f"{name}.toml")
    return parse_board(file.read_text("utf-8"), f"{name}.toml")


def parse_board(text: str, source: str) -> Board:
    """Parse a board file's text; messages call the file `source`.

    Raises:
        BadBoard: all faults, separated by semicolons.
    """
    try:
        reader = BoardReader(parse_toml(text))
    except NotValid as error:
        raise BadBoard(said("{source}: {why}", source=source, why=error)) from error
    board = reader.board()
    if board is None:
        more = len(reader.faults) - MAX_FAULTS
        listed = reader.faults[:MAX_FAULTS] + ([said("and {count} more", count=more)] if more > 0 else [])
        raise BadBoard(said("{source}: {names}", source=source, names=joined(listed)))
    return board


def format_board(board: Board) -> str:
    """A board as the text of its file; `parse_board` is the inverse."""
    of_game = [f'game = "{board.game}"']
    if board.game == TOC:
        of_game = [f"{key} = {getattr(board, key)}" for key in TOC_KEYS[:3]]
        of_game += [f"centre = {str(board.centre).lower()}"]
    camps = [f"{seat} = {_points_text(corners)}" for seat, corners in board.camps.items()]
    lines = [
        f'name = "{board.name}"',
        *of_game,
        f"outline = {_points_text(board.outline)}",
        f"taps = {_points_text(board.taps)}",
        f"thickness = {number_text(board.thickness)}",
        f"hole_diameter = {number_text(board.hole_diameter)}",
        "",
        *(["[camps]", *camps, ""] if camps else []),
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


def _points_text(points: Points) -> str:
    return f"[{', '.join(map(point_text, points))}]"
