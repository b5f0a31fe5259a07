"""How a screen of any size is shared between board and panel, and how large a finger is on it; no drawing.

Beside each other on a wide screen, the board above the panel on a tall one. On the smallest ones there is
room for one of them only, and a key turns from one page to the other.
"""

from dataclasses import dataclass
from functools import lru_cache

Size = tuple[int, int]
Point = tuple[float, float]

SIZE: Size = (800, 480)
"""The usual screen, of a 5-inch panel."""
LEAST: Size = (400, 300)
"""A smaller window shows a picture of this size, scaled down."""
FINGERS: tuple[tuple[float, float], ...] = ((577.0, 58.0), (933.0, 67.0), (1469.0, 75.0))
"""Pixels of a screen's diagonal, and of 9 mm on it: 480x320 of 3.5 inches, 800x480 of 5, 1280x720 of 7."""
ACROSS = 5
"""So many keys stand side by side beside a board, as wide as a finger at least."""
PANEL_SHARE = 0.38
STACKED_FINGERS = 8.4
"""The height of a panel below a board, in fingers."""
LEAST_BOARD = 0.5
"""A smaller board, of the screen's shorter side, isn't worth looking at: it has a page of its own."""
LARGER = 1.2
"""How much larger large letters are."""
LARGE_BOARD = 0.75
"""Beside large letters the board keeps so much of the screen's shorter side."""
STATUS_SHARE = 0.6
"""The height of the last line, of a finger."""
TIGHT = 4
"""Around a panel that has the screen for itself, px."""
USUAL_PANEL = (359.0, 456.0)
"""The room for which sizes of letters are written down."""


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
        """Where it ends, px."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Where it ends below, px."""
        return self.top + self.height

    @property
    def middle(self) -> Point:
        """Its middle, px."""
        return self.left + self.width / 2, self.top + self.height / 2

    def inset(self, by: float) -> "Rect":
        """The rectangle within it, so far from its edges."""
        return Rect(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class ScreenParts:
    """A screen's parts.

    Attributes:
        size: (width, height), px.
        finger: 9 mm on it, px: no key is smaller.
        text: how large letters are, of those at 800 by 480.
        board: where the board stands.
        panel: where words and keys stand.
        status: where the last line and the lamps for right and wrong stand; None where there is no room.
        side: on a screen with pages, the strip beside the board's page; else None.
    """

    size: Size
    finger: float
    text: float
    board: Rect
    panel: Rect
    status: Rect | None = None
    side: Rect | None = None

    @property
    def paged(self) -> bool:
        """Whether board and panel each have the screen for themselves."""
        return self.side is not None

    @property
    def gap(self) -> float:
        """Between two keys, px."""
        return round(self.finger * 0.09)

    def letters(self, size: float) -> int:
        """A size of letters that was written down for 800 by 480, on this screen."""
        return round(size * self.text)


def finger_of(size: Size) -> float:
    """9 mm on the panel that usually has so many pixels, px."""
    diagonal: float = (size[0] ** 2 + size[1] ** 2) ** 0.5
    (low, small), (middle, usual), (high, large) = FINGERS
    if diagonal <= middle:
        finger = small + (usual - small) * (diagonal - low) / (middle - low)
    else:
        finger = usual + (large - usual) * (diagonal - middle) / (high - middle)
    return max(small, min(finger, large * max(1.0, diagonal / high)))


@lru_cache(maxsize=16)
def frame_of(size: Size = SIZE, *, large: bool = False) -> ScreenParts:
    """Share a screen.

    Args:
        size: (width, height), px, at least `LEAST`.
        large: letters are large, and the panel takes more of the screen where the board can spare it.
    """
    grown = LARGER if large else 1.0
    width, height = size
    finger = round(finger_of(size))
    margin = round(0.18 * finger)
    line = round(STATUS_SHARE * finger)
    least_panel = (ACROSS + 0.09 * (ACROSS - 1)) * finger + 2 * margin
    least = LEAST_BOARD * min(size)
    wide = round(max(least_panel, PANEL_SHARE * width, width - height))
    tall = round(max(STACKED_FINGERS * finger, height - width))
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
    return ScreenParts(size, finger, grown * text, board, panel, status, side)
