"""Strict JSON and TOML parsing, with limits of depth, digits and size.

Python's parsers accept what the standards forbid (NaN, duplicate keys, lone surrogates), and a short file of
dots can take them minutes.
"""

import json
import math
import re
import tomllib
from typing import Any

from calibration.files.disk import Unreadable
from toc_pi.messages import said

DEEPEST = 24  # nesting depth; settings with a custom rule set need six
MAX_DIGITS = 40  # of one number
MAX_DOTS = 8  # in one key of a TOML file

# Reasons for refusing a text, for messages.
_TOO_DEEP = said("brackets are nested more than {depth} deep", depth=DEEPEST)
_TOO_LONG = said("a number has more than {count} digits", count=MAX_DIGITS)

TOML_BYTES = 100_000
"""Ten times the longest board file. Python's parser takes up to 4 s for a million bytes."""

_TOML_DOTS = re.compile(rf"(?:[\w\"'-]++[ \t]*+\.[ \t]*+){{{MAX_DOTS + 1},}}")
_HALF_LETTER = re.compile(r"\\u[dD][89a-fA-F]")  # a surrogate, half of a character, written as an escape


class NotValid(Unreadable):
    """A text is invalid; the message says why, and where if that is known."""


def parse_json(text: str | bytes) -> Any:
    """Parse a JSON text; numbers must be finite, and keys unique.

    Raises:
        NotValid: it isn't JSON, or its brackets or numbers exceed the limits.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_int=_whole,
            parse_float=_finite,
            object_pairs_hook=_once,
        )
        if _depth(value) > DEEPEST:
            raise RecursionError
        if _HALF_LETTER.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise NotValid(said("not JSON ({why})", why=_TOO_DEEP)) from error
    except UnicodeDecodeError as error:
        raise NotValid("not JSON (not UTF-8 text)") from error
    except UnicodeEncodeError as error:
        raise NotValid("not JSON (it contains half a character, a lone surrogate)") from error
    except json.JSONDecodeError as error:
        raise NotValid(said("line {lineno}: not JSON ({msg})", lineno=error.lineno, msg=error.msg)) from error
    return value


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text.

    Raises:
        NotValid: it isn't TOML, or its brackets, numbers or keys exceed the limits.
    """
    if len(text) > TOML_BYTES:
        raise NotValid(said("larger than {size} MB, the limit", size=f"{TOML_BYTES / 1e6:g}"))
    if _TOML_DOTS.search(text):
        raise NotValid(said("not TOML: a key has more than {most} dots", most=MAX_DOTS))
    try:
        content = tomllib.loads(text)
        if _depth(content) > DEEPEST:
            raise RecursionError
    except RecursionError as error:
        raise NotValid(said("not TOML: {why}", why=_TOO_DEEP)) from error
    except ValueError as error:
        raise NotValid(said("not TOML: {why}", why=error)) from error
    return content


def _depth(value: object) -> int:
    """The nesting depth of lists and tables.

    Raises:
        ValueError: a whole number has too many digits.
    """
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, list | dict)]:
        depth += 1
        level = [inner for one in level for inner in (one.values() if isinstance(one, dict) else one)]
        if any(isinstance(one, int) and abs(one) >= 10**MAX_DIGITS for one in level):
            raise ValueError(_TOO_LONG)
    return depth


def _refuse_constant(name: str) -> float:
    raise NotValid(said("not JSON ({name} isn't a number)", name=name))


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise NotValid(said("not JSON ({why})", why=_TOO_LONG))
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise NotValid(said("not JSON (a number is too large: {digits})", digits=digits[:MAX_DIGITS]))
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise NotValid(said("{name} is named twice", name=key[:MAX_DIGITS]))
            seen.add(key)
    return made
