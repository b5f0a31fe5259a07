"""Writes values as TOML, for files and for messages about files."""

import json
import math
import re
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

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
