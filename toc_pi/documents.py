"""Reads files given by people (text, TOML, JSON), with faults as one-line errors; writes TOML values."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from calibration.files import disk, documents
from toc_pi.errors import BadInput, short


@contextmanager
def with_file_name(path: Path) -> Iterator[None]:
    """Add a file's name to why its content can't be used, as BadInput."""
    try:
        yield
    except disk.Unreadable as error:
        raise BadInput("{path}: {why}", path=short(path), why=error) from error


def read_text(path: Path, most_bytes: int = disk.TEXT_BYTES) -> str:
    """A text file; `/dev/stdin` is standard input.

    Raises:
        BadInput: there is none, it is too large, or no text.
    """
    with with_file_name(path):
        return disk.read_text(path, most_bytes)


def read_toml(path: Path, *, given: bool = False) -> dict[str, Any]:
    """The content of a TOML file.

    Args:
        given: whether a person named it for this once; then it may be a pipe.

    Raises:
        BadInput: it is missing, can't be read, or is no TOML.
    """
    with with_file_name(path):
        return documents.parse_toml(disk.read_text(path, plain=not given))


def read_json(path: Path, *, given: bool = False) -> Any:
    """The content of a JSON file; arguments and errors as of `read_toml`."""
    with with_file_name(path):
        return documents.parse_json(disk.read_text(path, plain=not given))


LONGEST_SHOWN = 60  # characters of a value in a message


def toml(value: Any) -> str:
    """A value on one line.

    Raises:
        TypeError: TOML has no such values.
    """
    if isinstance(value, Mapping):
        inside = ", ".join(f"{toml_key(key)} = {toml(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, date | time | datetime):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return json.dumps(value)


def toml_key(name: str) -> str:
    """A key, quoted if necessary."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml(name)


def shown(value: object) -> str:
    """A value as in the file, shortened for a message."""
    text = toml(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
