"""What a hall shows in parts, put together again, as the pages do."""

from collections.abc import Mapping
from typing import Any


def whole(seen: Mapping[str, Any], topic: str) -> Any:
    """The content of a topic and of those with its further parts; None if one of them is missing."""
    if (first := seen.get(topic)) is None:
        return None
    parts = [first, *(seen.get(f"{topic}/{number}") for number in range(2, first["parts"] + 1))]
    if None in parts:
        return None
    return {
        key: [one for part in parts for one in part[key]] if isinstance(held, list) else held
        for key, held in first.items()
    }
