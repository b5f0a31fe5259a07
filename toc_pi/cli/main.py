"""The command `toc-pi`: imports a subcommand when it is called and turns errors into exit statuses."""

import argparse
import errno
import gc
import io
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NoReturn, TypeVar

from calibration.errors import BadBoard, CannotSee
from hardware.errors import BadFilm, DeviceFailed
from toc_pi.cli.terminal import (
    BAD_INPUT,
    CANNOT_SEE,
    DAMAGED,
    DEVICE_FAILED,
    INTERRUPTED,
    complain,
    in_words,
)
from toc_pi.errors import BadInput, DamagedStore, did_you_mean, short
from toc_pi.languages import speak_with_gettext
from toc_pi.messages import said


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand.

    Attributes:
        module: in `toc_pi.cli`, with `arguments(command)`, what the command takes (`cli/arguments.py`), and
            `execute(command, options)`, which returns the exit status.
        summary: one line for `toc-pi --help`.
        example: a call that works as written.
        package: the Debian package with the module; "" for the program's own.
    """

    module: str
    summary: str
    example: str
    package: str = ""


COMMANDS = {
    "play": Command("appliance", "an evening at the table: camera, screen, lamps", "toc-pi play --new"),
    "watch": Command("watching", "referee a filmed game", "toc-pi watch sample --no-screen"),
    "calibrate": Command(
        "finding",
        "find the board, pose, lens and colours in pictures",
        "toc-pi calibrate sample -o sample.calibration",
    ),
    "read": Command(
        "reading",
        "say which pawns are in which holes",
        "toc-pi read evening.png --calibration sample.calibration",
    ),
    "board": Command("boards", "learn, check, list and show board files", "toc-pi board list"),
    "targets": Command(
        "boards", "a sheet of markers to print, for boards that are hard to see", "toc-pi targets"
    ),
    "judge": Command(
        "judging",
        "judge events from standard input instead of a film",
        "toc-pi judge --table CLIP < events.jsonl",
    ),
    "legal": Command(
        "rules", "every legal result of a card, as JSON Lines", "toc-pi legal - < positions.jsonl"
    ),
    "explain": Command("rules", "why a move is illegal, as JSON Lines", "toc-pi explain - < moves.jsonl"),
    "hint": Command("teaching", "the best plays of a hand, as JSON Lines", "toc-pi hint - < hands.jsonl"),
    "learn": Command("teaching", "the lessons of a rule set", "toc-pi learn --rules quebec"),
    "cards": Command("cards", "teach the camera a family's own pack", "toc-pi cards learn"),
    "games": Command("games", "list earlier games", "toc-pi games"),
    "export": Command("games", "an earlier game as JSON Lines", "toc-pi export 1"),
    "report": Command(
        "games", "an earlier game as one page, to keep or to print", "toc-pi report 1 -o sunday.html"
    ),
    "record": Command(
        "recording",
        "record footage in the clip format",
        "toc-pi record new-clip --clip sample",
    ),
    "config": Command("games", "show the settings, or an example to begin with", "toc-pi config --example"),
    "rules": Command("rules", "a rule set for people, in French or English", "toc-pi rules quebec"),
    "test": Command("devices", "try the lamps, buttons, camera, screen or sound", "toc-pi test lamps"),
    "publish": Command("publishing", "tell a hall of tables what happens at this one", "toc-pi publish"),
    "hall": Command(
        "hall",
        "run a hall of tables, or add and remove accounts",
        "toc-pi hall add-table t01",
        package="toc-pi-hall",
    ),
    "lamps-off": Command("lamps", "switch off the lamps that a program left on", "toc-pi lamps-off"),
    "doctor": Command("doctor", "say what this machine has and what it lacks", "toc-pi doctor"),
}

DEFAULT = "play"

STATUS: dict[type[Exception], int] = {
    BadInput: BAD_INPUT,
    BadBoard: BAD_INPUT,
    BadFilm: BAD_INPUT,
    CannotSee: CANNOT_SEE,
    DeviceFailed: DEVICE_FAILED,
    DamagedStore: DAMAGED,
}

ParserAction = TypeVar("ParserAction", bound=argparse.Action)

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""No room where the output goes: on the disk, within a quota, or within the limit of a file's size."""
_UNWRITTEN = (*_NO_ROOM, errno.EIO, errno.EBADF)
"""Also that a disk or a terminal fails, or is open for reading alone."""
_OPTION = re.compile(r"--?[A-Za-z][\w-]*")


class Help(argparse.HelpFormatter):
    """Help in the person's language, translated from English."""

    def add_text(self, text: str | None) -> None:
        """Add the text above or below the arguments."""
        super().add_text(text and in_words(text))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and in_words(action.help)


class Overview(Help, argparse.RawDescriptionHelpFormatter):
    """The same, without rewrapping lines."""


class Parser(argparse.ArgumentParser):
    """An argument parser in the person's language; its errors are one line, raised as BadInput."""

    def __init__(self, formatter_class: type[Help] = Help, **arguments: Any) -> None:
        super().__init__(formatter_class=formatter_class, **arguments)
        # A corner may be a little outside the picture: -5,310 is a value rather than an option.
        self._negative_number_matcher = re.compile(r"^-[\d.,]+$")

    def error(self, message: str) -> NoReturn:
        """Reject the arguments, as BadInput."""
        where = self.prog.removeprefix("toc-pi").strip()
        why = said("{where}: {why}", where=where, why=message) if where else message
        raise BadInput("{why} (see {command} --help)", why=why, command=self.prog)

    def _print_message(self, message: str, file: Any = None) -> None:
        print(message, end="", file=file, flush=True)  # argparse's own drops what the disk refuses

    def _add_action(self, action: ParserAction) -> ParserAction:
        if isinstance(action.metavar, str):
            action.metavar = in_words(action.metavar)
        return super()._add_action(action)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        refused = said(
            "invalid choice: {value}{perhaps} (choose from {choices})",
            value=f"'{short(value)}'",
            perhaps=did_you_mean(value, choices),
            choices=", ".join(choices),
        )
        raise argparse.ArgumentError(action, in_words(refused))

    def refuse_unknown_options(self, arguments: Sequence[str]) -> None:
        """Report an unknown option before any missing argument, as BadInput."""
        known = set(_options_of(self))
        for word in arguments:
            if word == "--":
                return
            option = word.partition("=")[0]
            if not _OPTION.fullmatch(option) or option in known:
                continue
            if option.startswith("--") and sum(one.startswith(option) for one in known) == 1:
                continue  # argparse accepts an unambiguous prefix of an option
            self.error(
                said(
                    "unknown option {option}{perhaps}",
                    option=short(option),
                    perhaps=did_you_mean(option, known),
                )
            )


def _options_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every option of a parser and of those below it."""
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _options_of(below)


def main(arguments: Sequence[str], loaded: Callable[[], object] | None = None) -> int:
    """Run one command, given by what follows `toc-pi` on the command line.

    Args:
        loaded: called once the command is loaded, before it begins.

    Returns:
        The exit status of CONTRACT: 0 done, 1 a defect, 2 bad input, 3 can't see, 4 a device, 5 damaged data.
    """
    try:
        speak_with_gettext()
        _write_any_letter()
        status = _dispatch(arguments, loaded)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader of the pipe has gone
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if _is_interrupt(error):
            return INTERRUPTED
        for kind, status in STATUS.items():
            if isinstance(error, kind):
                complain(str(error))
                return status
        if isinstance(error, PermissionError) and error.filename is not None:
            complain("{path}: can't be read ({why})", path=error.filename, why=error.strerror)
            return BAD_INPUT
        if isinstance(error, OSError) and error.errno in _UNWRITTEN and error.filename is None:
            if error.errno in _NO_ROOM:
                complain("the disk that the output goes to is full")
            else:
                complain("the output can't be written ({why})", why=error.strerror)
            return DEVICE_FAILED
        traceback.print_exc()
        return 1
    finally:
        _drop_unwritten()


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether Ctrl-C caused an error: while a library is loaded, it may become any other one."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def run(loaded: Callable[[], object] | None = None) -> NoReturn:
    """Run the command that was called; `loaded` as `main` takes it.

    The matrices here are small: the threads of the linear-algebra library, whose number is fixed when numpy
    is first imported, only wait for each other and take processor time from camera and screen.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    gc.disable()  # while modules are loaded there is hardly any garbage, and looking for it takes a tenth
    _write_all()
    sys.exit(main(sys.argv[1:], loaded))


def _version() -> str:
    from importlib import metadata

    try:
        return f"toc-pi {metadata.version('toc-pi')}"
    except metadata.PackageNotFoundError:
        return "toc-pi, run from its folder"


def _write_any_letter() -> None:
    """Make file names that aren't UTF-8 printable: their invalid bytes are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _write_all() -> None:
    """Write line by line where Python's output is unbuffered, and forgets what a full disk didn't take."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and isinstance(stream.buffer, io.RawIOBase):
        lines = io.BufferedWriter(stream.buffer)
        sys.stdout = io.TextIOWrapper(lines, encoding=stream.encoding, line_buffering=True)


def _drop_unwritten() -> None:
    """Discard what can't be written: Python would try it again at exit, and fail with a status of its own."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def parser_of(name: str) -> Parser:
    """The argument parser of one command, for the command line, the manual page and completion."""
    command = COMMANDS[name]
    summary = in_words(command.summary)
    parser = Parser(
        prog=f"toc-pi {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=said("example: {call}", call=command.example),
    )
    for add in _module_of(command).arguments(name):
        add(parser)
    return parser


def _module_of(command: Command) -> ModuleType:
    """Import a command's module.

    Raises:
        BadInput: it is in a package that isn't installed.
    """
    module = f"toc_pi.cli.{command.module}"
    if command.package and find_spec(module) is None:
        raise BadInput(
            "this command is in a package of its own (sudo apt install ./{package}_*.deb)",
            package=command.package,
        )
    return import_module(module)


def _dispatch(arguments: Sequence[str], loaded: Callable[[], object] | None) -> int:
    if not arguments or arguments[0] in COMMANDS:
        name = arguments[0] if arguments else DEFAULT
        parser = parser_of(name)
        parser.refuse_unknown_options(arguments[1:])
        module = _module_of(COMMANDS[name])
        if not gc.isenabled():
            gc.freeze()  # what was loaded stays, and is never looked through again
            gc.enable()
        options = parser.parse_args(arguments[1:])
        if getattr(options, "part", name) is None:
            parser.print_help()
            return 0
        if loaded is not None:
            loaded()
        status: int = module.execute(name, options)
        return status
    overview = Parser(
        prog="toc-pi",
        description="A companion beside a real Toc board.",
        epilog="\n".join(f"  {name:<11}{in_words(command.summary)}" for name, command in COMMANDS.items())
        + f"\n\n{in_words('toc-pi COMMAND --help shows each with an example.')}",
        formatter_class=Overview,
    )
    overview.add_argument(
        "--version", action="version", version=_version(), help="show which version this is"
    )
    overview.add_argument("command", metavar="COMMAND", choices=COMMANDS, help="one of those below")
    overview.refuse_unknown_options(arguments[:1])
    overview.parse_args(arguments[:1])
    return 0
