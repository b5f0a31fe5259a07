"""Requests as JSON Lines, answered line by line; a fault is reported in place of an answer."""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from calibration.files.disk import chunks
from calibration.files.documents import NotValid, parse_json
from calibration.holes import USUAL_STRETCH, Hole, Seat
from toc_pi.cli.arguments import given
from toc_pi.cli.terminal import BAD_INPUT, LONGEST_COMPLAINT, complain
from toc_pi.documents import with_file_name
from toc_pi.errors import BadInput
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
    """Answer every line of a file or of standard input; returns the exit status.

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
        sys.stdout.writelines(_written(reply))
        sys.stdout.flush()
    if impossible:
        complain(
            "{command}: impossible requests: {count}; their lines say why", command=command, count=impossible
        )
    return BAD_INPUT if impossible else 0


def _written(reply: Mapping[str, Any]) -> Iterator[str]:
    """An answer as a line of JSON, in pieces; a list that an iterator gives is written as it comes."""
    lead = "{"
    for key, value in reply.items():
        yield f"{lead}{json.dumps(key)}: "
        lead = ", "
        if isinstance(value, Iterator):
            yield "["
            for place, one in enumerate(value):
                yield f"{', ' if place else ''}{json.dumps(one)}"
            yield "]"
        else:
            yield json.dumps(value)
    yield "}\n"


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
        centre=checked(request, "centre", lambda value: isinstance(value, bool), "true or false", False),
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
    """The lines of a file or of standard input, as they arrive; those longer than a request are truncated.

    Raises:
        BadInput: the file can't be read, or a line never ends.
    """
    rest, passed = b"", 0
    with with_file_name(path), closing(chunks(path)) as parts:
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
    found = checked(request, key, lambda value: isinstance(value, dict), "an object of hole and seat")
    for hole, seat in found.items():
        checked({(name := f"{key}.{hole}"): seat}, name, _is_text, "a seat's letter")
    return {Hole(hole): Seat(seat) for hole, seat in found.items()}


def _groups(request: Request, key: str) -> tuple[tuple[Seat, ...], ...]:
    """Players or teams: lists of seats; empty by default."""
    found = checked(request, key, _is_groups, "a list of lists of seats", [])
    return tuple(tuple(map(Seat, group)) for group in found)


def texts(request: Request, key: str) -> tuple[str, ...]:
    """A list of texts; empty by default."""
    return tuple(checked(request, key, _is_texts, "a list of texts", []))


def text(request: Request, key: str) -> str:
    """A required text."""
    return str(checked(request, key, _is_text, "a text"))


def number(request: Request, key: str, usual: int | None = None) -> int:
    """A whole number; required if there is no default."""
    return int(checked(request, key, lambda value: type(value) is int, "a whole number", usual))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_groups(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_texts, value))


def checked(
    request: Request, key: str, is_right: Callable[[Any], bool], needed: str, usual: object = None
) -> Any:
    """A value of a request.

    Args:
        request: an object.
        key: which of its values.
        is_right: whether a value is allowed.
        needed: what is, in words.
        usual: instead of a missing value and of null; None if the value is required.

    Raises:
        BadInput: it is missing, or not allowed.
    """
    value = request.get(key)
    if value is None and usual is not None:
        return usual
    if key not in request:
        raise BadInput("{key} is missing", key=key)
    if not is_right(value):
        raise BadInput("{key} = {value}; {needed} is needed", key=key, value=shown(value), needed=needed)
    return value


def shown(value: object) -> str:
    """A value for a message, truncated if long."""
    written = json.dumps(value)
    return written if len(written) <= 60 else f"{written[:57]}..."
