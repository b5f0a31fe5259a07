"""JSON and TOML, parsed strictly: depth, digits and size are limited before parsing.

Python's parsers accept what the standards forbid (NaN, duplicate keys, lone surrogates), and short malicious
files of brackets or dots can take minutes or overflow the stack.
"""

import json
import math
import re
import tomllib
from typing import Any

from calibration.files.disk import Unreadable
from toc_pi.messages import said

DEEPEST = 24
"""Brackets in brackets; settings with a rule set of their own need six."""

MOST_DIGITS = 40  # of one number
MOST_DOTS = 8  # in one key of a TOML file

# Why a text is refused, for messages.
_TOO_DEEP = said("brackets are nested more than {depth} deep", depth=DEEPEST)
_TOO_LONG = said("a number has more than {count} digits", count=MOST_DIGITS)

TOML_BYTES = 100_000
"""Ten times the longest board file. Python's parser takes up to 4 s for a million bytes."""

# What is looked for in a text before it is parsed.
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TOML_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""' r"|'''.*?'''" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'" r"|#[^\n]*", re.DOTALL
)
_TOML_NUMBER = re.compile(rf"(?<![\w-])[+-]?\d[\w.+-]{{{MOST_DIGITS},}}")
_TOML_DOTS = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_DOTS + 1},}}")
_HALF_LETTER = re.compile(r"\\u[dD][89a-fA-F]")  # a surrogate, half of a character, written as an escape


class NotValid(Unreadable):
    """A text isn't what it should be; the message says what, and where if that is known."""


def parse_json(text: str | bytes) -> Any:
    """The content of a JSON text; numbers are finite, and no key comes twice.

    Raises:
        NotValid: it isn't JSON, or its brackets or numbers exceed the limits.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        if _is_too_deep(text, _JSON_STRING):
            raise NotValid(said("not JSON ({why})", why=_TOO_DEEP))
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_int=_whole,
            parse_float=_finite,
            object_pairs_hook=_once,
        )
        if _HALF_LETTER.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise NotValid("not JSON (not UTF-8 text)") from error
    except UnicodeEncodeError as error:
        raise NotValid("not JSON (it contains half a character, a lone surrogate)") from error
    except json.JSONDecodeError as error:
        raise NotValid(said("line {lineno}: not JSON ({msg})", lineno=error.lineno, msg=error.msg)) from error
    return value


def parse_toml(text: str) -> dict[str, Any]:
    """The content of a TOML text.

    Raises:
        NotValid: it isn't TOML, or its brackets, numbers or keys exceed the limits.
    """
    if len(text) > TOML_BYTES:
        raise NotValid(said("larger than {size} MB, the limit", size=f"{TOML_BYTES / 1e6:g}"))
    if _is_too_deep(text, _TOML_STRING):
        raise NotValid(said("not TOML: {why}", why=_TOO_DEEP))
    bare = _TOML_STRING.sub("s", text)
    if _TOML_NUMBER.search(bare):
        raise NotValid(said("not TOML: {why}", why=_TOO_LONG))
    if _TOML_DOTS.search(bare):
        raise NotValid(said("not TOML: a key has more than {most} dots", most=MOST_DOTS))
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise NotValid(said("not TOML: {why}", why=error)) from error


def _is_too_deep(text: str, string: re.Pattern[str]) -> bool:
    """Whether there are brackets in brackets in brackets …, strings left out."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", string.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _refuse_constant(name: str) -> float:
    raise NotValid(said("not JSON ({name} isn't a number)", name=name))


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise NotValid(said("not JSON ({why})", why=_TOO_LONG))
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise NotValid(said("not JSON (a number is too large: {digits})", digits=digits[:MOST_DIGITS]))
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise NotValid(said("{name} is named twice", name=key[:MOST_DIGITS]))
            seen.add(key)
    return made
