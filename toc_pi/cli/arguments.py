"""Command-line values: points, files to read and to write, standard input as `-`."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, get_args

from calibration.board.board import Point
from calibration.files.disk import STDIN, kind_of
from toc_pi import documents
from toc_pi.belief.game import Declare
from toc_pi.errors import BadInput, short, there_already
from toc_pi.messages import said
from toc_pi.store.table_config import CAMERAS, FARTHEST_PX, is_camera

LONGEST_NAME_BYTES = 240
"""Longest file name, leaving room for the suffix added while it is written."""


Number = TypeVar("Number", int, float)
Add = Callable[[Any], object]
"""Adds something to a parser, or to a group of one."""
Arguments = tuple[Add, ...]
"""What a command takes."""


def argument(*names: str, **options: Any) -> Add:
    """An argument, as `ArgumentParser.add_argument` takes it."""
    return lambda parser: parser.add_argument(*names, **options)


def either(*arguments: Add) -> Add:
    """Options of which one at most may be given."""
    return lambda parser: add_all(parser.add_mutually_exclusive_group(), arguments)


def part(name: str, *arguments: Add, **options: Any) -> Add:
    """One of the parts of a command, with its arguments; options as of `add_parser`."""
    return lambda below: add_all(below.add_parser(name, **options), arguments)


def parts(metavar: str, *each: Add) -> Add:
    """The parts of a command, of which one is named after it."""
    return lambda parser: add_all(parser.add_subparsers(dest="part", metavar=metavar), each)


def add_all(parser: Any, arguments: Iterable[Add]) -> None:
    """Add arguments to a parser, in order."""
    for add in arguments:
        add(parser)


def number(
    kind: Callable[[str], Number], fits: Callable[[Number], bool], told: str, **values: object
) -> Callable[[str], Number]:
    """The type of an argument within limits; `told` is the message for `value`s beyond them."""

    def read(text: str) -> Number:
        value = kind(text)
        if not fits(value):
            raise BadInput(told, value=f"{value:g}", **values)
        return value

    read.__name__ = kind.__name__  # for argparse's own messages
    return read


REFEREE_OPTIONS: Arguments = (
    argument(
        "--declare",
        choices=get_args(Declare),
        default="strict",
        help="free: ignore the cards that the clip declares, and work them out from the moves; camera: read "
        "the cards that are laid on the pile (default: %(default)s)",
    ),
    argument(
        "--explain-referee",
        action="store_true",
        help="print the referee's best three stories on standard error as they change: for makers",
    ),
)
"""Who tells the cards, and whether the referee explains itself, for commands that judge a clip."""


def explainer(options: argparse.Namespace) -> Callable[[str], None] | None:
    """What prints a line of the referee's stories, where `--explain-referee` was given."""
    return partial(print, file=sys.stderr) if options.explain_referee else None


def given(path: str | Path) -> Path:
    """The file of a path argument: `-` is standard input."""
    return STDIN if str(path) == "-" else Path(path)


def read_points(texts: Iterable[str], key: str) -> tuple[Point, ...]:
    """Points of a picture, px.

    Args:
        texts: `x,y` each.
        key: the option, for messages.

    Raises:
        BadInput: one is no point, too far outside any picture, or given twice.
    """
    points = []
    for text in texts:
        try:
            x, y = (float(part) for part in text.split(","))
        except ValueError as error:
            raise BadInput(
                "{key} {value}: x,y in pixels is allowed, as in 212,118", key=key, value=short(text)
            ) from error
        if not (abs(x) < FARTHEST_PX and abs(y) < FARTHEST_PX):
            raise BadInput("{key} {value}: too far outside the picture", key=key, value=short(text))
        points.append((x, y))
    if len(set(points)) < len(points):
        raise BadInput("{key}: two points are the same; different ones are allowed", key=key)
    return tuple(points)


def read_json(path: Path) -> Any:
    """The content of a JSON file.

    Raises:
        BadInput: it can't be read, or is no JSON.
    """
    return documents.read_json(given(path), given=True)


def check_camera(name: str) -> None:
    """Reject an invalid camera name.

    Raises:
        BadInput: the settings don't allow it.
    """
    if not is_camera(name):
        raise BadInput("--camera {name}: allowed: {CAMERAS}", name=short(name), CAMERAS=CAMERAS)


def check_writable(out: Path | None) -> None:
    """Reject a file that couldn't be written, before any work is done for it.

    Raises:
        BadInput: there is no such folder, it can't be written to, or the file is a folder.
    """
    if str(out) == "-":
        raise BadInput("- is standard input; name a file to write")
    if out is None:
        return
    if "\0" in str(out):
        raise BadInput("a file's name has no zero byte")
    is_too_long = len(os.fsencode(out.name)) > LONGEST_NAME_BYTES
    if kind_of(out.parent) != "folder" or not os.access(out.parent, os.W_OK) or kind_of(out) == "folder":
        raise BadInput("{path}: can't be written there", path=short(out))
    if is_too_long:
        raise BadInput("{out}: can't be written (File name too long)", out=short(out))


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Report a file that can't be written, or a new one that exists, as BadInput."""
    try:
        yield
    except FileExistsError as error:
        raise there_already(out) from error
    except OSError as error:
        raise BadInput("{path}: can't be written ({why})", path=out, why=error.strerror) from error


def write_new(out: Path, text: str) -> None:
    """Write a new file; one that exists, or can't be written, is BadInput."""
    with writing(out), out.open("x", encoding="utf-8") as file:
        file.write(text)


REQUESTS = argument(
    "requests",
    nargs="?",
    default="-",
    metavar="FILE",
    help=said("JSON Lines, a request a line; - for standard input"),
)
"""The argument of a command that answers requests, a line each."""
