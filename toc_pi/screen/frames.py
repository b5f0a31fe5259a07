"""A screen of any size divided between board and panel, the size of a finger on it, rows of keys; no drawing.

They are side by side on a wide screen; on a tall one the board is above the panel. The smallest screens show
one of them at a time, as pages, with a key to switch.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from calibration.board.board import Point

Size = tuple[int, int]
Item = TypeVar("Item")

SIZE: Size = (800, 480)
"""The usual screen, of a 5-inch panel."""
MIN_SIZE: Size = (400, 300)
"""A smaller window shows a picture of this size, scaled down."""
FINGERS: tuple[tuple[float, float], ...] = ((577.0, 58.0), (933.0, 67.0), (1469.0, 75.0))
"""Diagonal in px, and px in 9 mm, of 3.5-inch 480x320, 5-inch 800x480 and 7-inch 1280x720 panels."""
ACROSS = 5
"""Keys side by side in a panel beside the board, each at least as wide as a finger."""
PANEL_SHARE = 0.38
"""Least width of a panel beside the board, as a share of the screen's."""
STACKED_FINGERS, MIN_STACKED = 8.4, 7.5
"""The height of a panel below a board, in fingers: the usual one, and on a small screen."""
MIN_BOARD = 0.5
"""Share of the screen's shorter side; if the board were smaller, it gets a page of its own."""
LARGER = 1.3
"""Scale of large text."""
LARGE_BOARD = 0.68
"""Share of the screen's shorter side that the board keeps beside large text."""
STATUS_SHARE = 0.6
"""Height of the status line, in fingers."""
TIGHT = 4
"""Margin around a panel with a page of its own, px."""
USUAL_PANEL = (359.0, 456.0)
"""Panel size for which font sizes are specified."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, px."""

    left: float
    top: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    @property
    def right(self) -> float:
        """Its right edge, px."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its bottom edge, px."""
        return self.top + self.height

    @property
    def middle(self) -> Point:
        """Its middle, px."""
        return self.left + self.width / 2, self.top + self.height / 2

    def inset(self, by: float) -> "Rect":
        """The rectangle shrunk by a margin on each side."""
        return Rect(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class ScreenParts:
    """A screen's parts.

    Attributes:
        size: (width, height), px.
        finger: 9 mm on it, px: the smallest key.
        text: scale of text relative to 800 by 480.
        board: of the board.
        panel: of text and keys.
        status: of the status line and the lamps for right and wrong; None if there is no room.
        side: on a screen with pages, the strip beside the board's page; else None.
        grown: how much larger text is than usual.
    """

    size: Size
    finger: float
    text: float
    board: Rect
    panel: Rect
    status: Rect | None = None
    side: Rect | None = None
    grown: float = 1.0

    @property
    def paged(self) -> bool:
        """Whether board and panel are separate pages."""
        return self.side is not None

    @property
    def gap(self) -> float:
        """Gap between keys, px."""
        return round(self.finger * 0.09)

    def letters(self, size: float) -> int:
        """A font size specified for 800 by 480, scaled to this screen."""
        return round(size * self.text)


def finger_of(size: Size) -> float:
    """9 mm, px, on a typical panel with this resolution."""
    diagonal: float = (size[0] ** 2 + size[1] ** 2) ** 0.5
    (low, small), (middle, usual), (high, large) = FINGERS
    if diagonal <= middle:
        finger = small + (usual - small) * (diagonal - low) / (middle - low)
    else:
        finger = usual + (large - usual) * (diagonal - middle) / (high - middle)
    return max(small, min(finger, large * max(1.0, diagonal / high)))


@lru_cache(maxsize=16)
def frame_of(size: Size = SIZE, *, large: bool = False) -> ScreenParts:
    """Divide a screen of at least `MIN_SIZE`; `large` text gets a larger panel if the board leaves room."""
    grown = LARGER if large else 1.0
    width, height = size
    finger = round(finger_of(size))
    margin = round(0.18 * finger)
    line = round(STATUS_SHARE * finger)
    least_panel = (ACROSS + 0.09 * (ACROSS - 1)) * finger + 2 * margin
    least = MIN_BOARD * min(size)
    wide = round(max(least_panel, PANEL_SHARE * width, width - height))
    stacked = min(STACKED_FINGERS * finger, max(MIN_STACKED * finger, height - LARGE_BOARD * width))
    tall = round(max(stacked, height - width))
    if large:
        wide = max(wide, round(min(LARGER * wide, width - LARGE_BOARD * height)))
        tall = max(tall, round(min(LARGER * tall, height - LARGE_BOARD * width)))
    status = side = None
    if width >= height and width - wide >= least:
        board, panel = Rect(0, 0, width - wide, height - line), Rect(width - wide, 0, wide, height)
        status = Rect(margin, height - line, width - wide - margin, line)
    elif width < height and height - tall >= least:
        board, panel = Rect(0, 0, width, height - tall), Rect(0, height - tall, width, tall - line)
        status = Rect(margin, height - line, width - 2 * margin, line)
    else:
        panel, strip = Rect(0, 0, width, height), round(2.4 * finger)
        if width >= height:
            board, side = Rect(0, 0, width - strip, height), Rect(width - strip, 0, strip, height)
        else:
            board, side = Rect(0, 0, width, height - strip), Rect(0, height - strip, width, strip)
        side = side.inset(TIGHT)
    panel = panel.inset(TIGHT if side else margin)
    text = max(finger / 67, min(panel.width / USUAL_PANEL[0], panel.height / USUAL_PANEL[1]))
    return ScreenParts(size, finger, grown * text, board, panel, status, side, grown)


def in_rows(
    items: Sequence[Item], columns: int, room: Rect, high: float, gap: float, *, spread: float = 0.0
) -> tuple[tuple[Item, Rect], ...]:
    """Place items of equal size from left to right in rows from the top of a room, whose height isn't used.

    A row that is filled up to the share `spread` has its width divided among its items.
    """
    found = []
    for at, item in enumerate(items):
        row, column = divmod(at, columns)
        in_row = min(columns, len(items) - row * columns)
        count = in_row if in_row <= spread * columns else columns
        wide = (room.width - (count - 1) * gap) / count
        found.append(
            (item, Rect(room.left + column * (wide + gap), room.top + row * (high + gap), wide, high))
        )
    return tuple(found)
