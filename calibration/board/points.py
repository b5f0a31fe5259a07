"""Points and areas on a board, and how a board file writes them."""

import math
from collections.abc import Sequence

from toc_pi.messages import said

Point = tuple[float, float]

LARGEST_MM = 5000.0
"""The largest coordinate in a board file."""

LONGEST_NAME = 64
"""Characters of a name of a board or a hole, and of any value that a message repeats."""


def inside(place: Point, outline: tuple[Point, ...]) -> bool:
    """Whether a point lies within a polygon (for a point exactly on an edge the answer is arbitrary)."""
    x, y = place
    odd = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd


def area(outline: tuple[Point, ...]) -> float:
    """Signed area of a polygon, mm²: positive when it runs clockwise as seen (y points down)."""
    return 0.5 * sum(
        x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True)
    )


def towards_middle(point: Point, corners: tuple[Point, ...]) -> Point:
    """A point just within an area's corner."""
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    return point[0] + 0.02 * (x - point[0]), point[1] + 0.02 * (y - point[1])


def as_point(value: object) -> Point | None:
    """A point [x, y] in millimetres; None for anything else."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    for number in value:
        if isinstance(number, bool) or not isinstance(number, int | float):
            return None
        if not abs(number) <= LARGEST_MM:
            return None
    return float(value[0]), float(value[1])


def is_degenerate(taps: tuple[Point, ...]) -> bool:
    """Whether three of the four points lie nearly on one line, so that they don't determine a perspective."""
    spread = max(math.dist(one, other) for one in taps for other in taps)
    for left_out in range(4):
        triangle = tuple(point for index, point in enumerate(taps) if index != left_out)
        if abs(area(triangle)) < 0.01 * spread * spread:
            return True
    return False


def shorten_list(names: Sequence[str]) -> str:
    """The first few names, and how many more."""
    shown = ", ".join(map(shorten, names[:6]))
    return shown if len(names) <= 6 else said("{names} and {count} more", names=shown, count=len(names) - 6)


def number_text(value: float) -> str:
    """A number as a board file has it."""
    return repr(round(float(value), 3))


def point_text(place: Point) -> str:
    """A point as a board file has it."""
    return f"[{number_text(place[0])}, {number_text(place[1])}]"


def shorten(name: str, most: int = LONGEST_NAME) -> str:
    """A name for a message, truncated if long."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def as_toml(value: object) -> str:
    """A value as a board file has it, truncated if long; "a table" for any table."""
    return shorten(_whole_as_toml(value))


def _whole_as_toml(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value[:LONGEST_NAME]))}]"
    return "a table" if isinstance(value, dict) else str(value)
