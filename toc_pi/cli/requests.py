"""Requests as JSON Lines, answered line by line; a fault is reported in place of an answer."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from calibration.files.disk import Unreadable, chunks
from calibration.files.documents import NotValid, parse_json
from calibration.holes import USUAL_STRETCH, Hole, Seat
from toc_pi.cli.arguments import given
from toc_pi.cli.terminal import BAD_INPUT, LONGEST_COMPLAINT, complain
from toc_pi.errors import BadInput, short
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import RuleSet, load_ruleset, ruleset_from
from toc_pi.rules.table import Table

Request = Mapping[str, Any]

LONGEST_LINE = 1_000_000
"""Maximum bytes of a request; one with a full board has about a thousand."""
LONGEST_PASSED = 500_000_000  # bytes of a line that is too long and is skipped
# The id of a request that can't be parsed, so that the answer can name it.
_ID = re.compile(rb'"id"\s*:\s*(\d{1,18}(?![\d.eE])|"[\w .:-]*")')


def answer_lines(command: str, path: str, answer: Callable[[Request], Mapping[str, Any]]) -> int:
    """Answer every line of a file or of standard input.

    Returns:
        0; 2 if a request was impossible (its answer says why, the others are answered).

    Raises:
        BadInput: the file can't be read.
    """
    impossible = 0
    for line in request_lines(given(path)):
        if not line.strip():
            continue
        reply: dict[str, Any] = {"id": _guess_id(line)}
        try:
            if len(line) > LONGEST_LINE:
                raise BadInput("the line is longer than {size} MB, the limit", size=f"{LONGEST_LINE / 1e6:g}")
            request = _read(line)
            reply["id"] = request.get("id")
            reply.update(answer(request))
        except BadInput as error:
            reply["error"] = " ".join(str(error)[:LONGEST_COMPLAINT].split())
            impossible += 1
        print(json.dumps(reply), flush=True)
    if impossible:
        complain(
            "{command}: impossible requests: {count}; their lines say why", command=command, count=impossible
        )
    return BAD_INPUT if impossible else 0


def situation(request: Request) -> tuple[RuleSet, Table, Position, Seat]:
    """The rules, table, position and seat of a request.

    Raises:
        BadInput: what is wrong with the request, and where.
    """
    rules = _rules(request)
    stretch = number(request, "stretch", USUAL_STRETCH)
    table = Table(
        seats=number(request, "seats"),
        home_entry=number(request, "home_entry", stretch - 2),
        centre=_is_true(request, "centre"),
        players=_groups(request, "players"),
        teams=_groups(request, "teams"),
        stretch=stretch,
    )
    fresh = frozenset(map(Hole, texts(request, "fresh")))
    before = Position(frozenset(pawns(request, "holes").items()), fresh)
    table.check(before)
    return rules, table, before, Seat(text(request, "seat"))


def _rules(request: Request) -> RuleSet:
    house = texts(request, "house")
    if "ruleset" in request:
        if "rules" in request:
            raise BadInput("rules and ruleset are both given; one is allowed")
        return ruleset_from(request["ruleset"], house)
    return load_ruleset(text(request, "rules"), house)


def request_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file or of standard input, as they arrive.

    A line longer than a request can be is truncated; its rest is skipped.

    Raises:
        BadInput: the file can't be read, or a line never ends.
    """
    rest, passed = b"", 0
    try:
        with closing(chunks(path)) as parts:
            for part in parts:
                *lines, rest = (rest + part).split(b"\n")
                for line in lines:
                    if not passed:
                        yield line
                    passed = 0
                if len(rest) > LONGEST_LINE:
                    if not passed:
                        yield rest
                    passed += len(rest)
                    rest = b""
                    if passed > LONGEST_PASSED:
                        raise BadInput(
                            "{path}: a line that never ends; what comes after it isn't read", path=path
                        )
    except Unreadable as error:
        raise BadInput("{path}: {why}", path=short(path), why=error) from error
    if rest and not passed:
        yield rest


def _read(line: bytes) -> Request:
    """A line as a JSON object.

    Raises:
        BadInput: it isn't one.
    """
    try:
        request = parse_json(line)
    except NotValid as error:
        raise BadInput("the line is no JSON: {why}", why=str(error).removeprefix("line 1: ")) from error
    if not isinstance(request, dict):
        raise BadInput("the line is no JSON object; a request is one")
    return request


def _guess_id(line: bytes) -> object:
    """The id in a line that may be invalid JSON, to match the answer to it; None if it isn't plain."""
    found = _ID.search(line)
    return None if found is None else json.loads(found[1])


def pawns(request: Request, key: str) -> dict[Hole, Seat]:
    """An object of hole -> seat."""
    value = _needed(request, key)
    if not isinstance(value, dict):
        raise BadInput("{key} = {value}; an object of hole and seat is needed", key=key, value=shown(value))
    for hole, seat in value.items():
        if not isinstance(seat, str):
            raise BadInput(
                "{key}.{hole} = {seat}; a seat's letter is needed", key=key, hole=hole, seat=shown(seat)
            )
    return {Hole(hole): Seat(seat) for hole, seat in value.items()}


def _groups(request: Request, key: str) -> tuple[tuple[Seat, ...], ...]:
    """Players or teams: lists of seats; empty by default."""
    value = request.get(key)
    if value is None:
        return ()
    is_lists = isinstance(value, list) and all(isinstance(group, list) for group in value)
    if not is_lists or not all(isinstance(seat, str) for group in value for seat in group):
        raise BadInput("{key} = {value}; a list of lists of seats is needed", key=key, value=shown(value))
    return tuple(tuple(map(Seat, group)) for group in value)


def texts(request: Request, key: str) -> tuple[str, ...]:
    """A list of texts; empty by default."""
    value = request.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadInput("{key} = {value}; a list of texts is needed", key=key, value=shown(value))
    return tuple(value)


def text(request: Request, key: str) -> str:
    """A required text."""
    value = _needed(request, key)
    if not isinstance(value, str):
        raise BadInput("{key} = {value}; a text is needed", key=key, value=shown(value))
    return value


def number(request: Request, key: str, usual: int | None = None) -> int:
    """A whole number; required if there is no default."""
    if usual is not None and request.get(key) is None:
        return usual
    value = _needed(request, key)
    if type(value) is not int:
        raise BadInput("{key} = {value}; a whole number is needed", key=key, value=shown(value))
    return value


def _is_true(request: Request, key: str) -> bool:
    value = request.get(key)
    if value is not None and not isinstance(value, bool):
        raise BadInput("{key} = {value}; true or false is needed", key=key, value=shown(value))
    return bool(value)


def _needed(request: Request, key: str) -> Any:
    if key not in request:
        raise BadInput("{key} is missing", key=key)
    return request[key]


def shown(value: object) -> str:
    """A value for a message, truncated if long."""
    written = json.dumps(value)
    return written if len(written) <= 60 else f"{written[:57]}..."
