"""How a filmed game went, as data, and where the last page shows it on a screen of any size."""

from dataclasses import dataclass, replace
from typing import Literal

from calibration.holes import Seat
from toc_pi.screen.frames import Rect, Size, finger_of

NEXT = "next"  # the choice that a tap anywhere makes


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, shown large, and what it counts; `good` and `bad` have those colours."""

    number: int
    words: str
    tone: Literal["plain", "good", "bad"] = "plain"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a seat stands: its name, how many pawns are home, and how often one was sent back."""

    seat: Seat
    name: str
    home: int
    sent_back: str = ""


@dataclass(frozen=True, slots=True)
class FlaggedMove:
    """A move that wasn't allowed: whose, with which card as printed, and why."""

    seat: Seat
    card: str
    why: str


@dataclass(frozen=True, slots=True)
class Summary:
    """How a filmed game went.

    Attributes:
        title: large.
        lines: all of it as text, the last line being how to go on.
        close: how to leave the page.
        winners: seats; empty if nobody has won.
        figures: numbers.
        standings: all seats.
        judged: a heading for the faults, or that there were none.
        faults: moves that weren't allowed, in order.
        more: what stands for faults without room; `{count}` of them.
    """

    title: str
    lines: tuple[str, ...]
    close: str
    winners: tuple[Seat, ...] = ()
    figures: tuple[Figure, ...] = ()
    standings: tuple[SeatResult, ...] = ()
    judged: str = ""
    faults: tuple[FlaggedMove, ...] = ()
    more: str = "{count}"

    @property
    def go_on(self) -> str:
        """How to go on."""
        return self.lines[-1]


# Lengths and font sizes, px at 800 by 480.
MARGIN, GAP = 14, 8
TITLE, FIGURE, PLAYER, FAULT, WAY, CLOSE = 46, 72, 28, 27, 46, 24
ROOMIER, TIGHTER = 1.25, 0.82  # the scale of heights where there is much room, and on the smallest screens
NAME, NUMBER, LABEL, WORDS, HEADING, SMALL = 38, 34, 18, 20, 22, 17
BOARD_SHARE = 0.45  # largest share of the width that the board takes
TALL_BOARD = 0.44  # and of the height, above the rest
LEAST_BOARD = 400  # the height of a screen from which it has room
FEW_FAULTS = 5  # so many have room below players with a line of their own
GROWS = 0.8  # how much of a larger screen its text takes part in
ROOMY = 440  # the height from which each player has a line of its own


@dataclass(frozen=True, slots=True)
class EndPlaces:
    """Where the parts are; `board` is None where there is no room for it, `row` is a fault's height, px."""

    board: Rect | None
    title: Rect
    figures: Rect
    players: tuple[Rect, ...]
    faults: Rect
    row: int
    way: Rect
    close: Rect


def unit_of(size: Size) -> float:
    """The scale of a screen relative to 800 by 480: nothing is tapped here, so that more of it is text."""
    return max(finger_of(size) / 67, GROWS * min(max(size) / 800, min(size) / 480))


def place_end(size: Size, seats: int, faults: int = 0) -> EndPlaces:
    """Place the parts on a screen of some size, px, for so many seats and faults."""
    unit = unit_of(size)

    def px(length: float) -> int:
        return round(length * unit)

    width, height = size
    margin, gap = px(MARGIN), px(GAP)
    tight = 1.0 if max(size) > LEAST_BOARD * 1.5 else TIGHTER
    close = Rect(margin, height - px(CLOSE) - gap / 2, width - 2 * margin, px(CLOSE))
    way = Rect(margin, close.top - px(tight * WAY), width - 2 * margin, px(tight * WAY))
    room = Rect(margin, margin, width - 2 * margin, way.top - gap - margin)
    board = None
    if height > width:
        side = min(room.width, TALL_BOARD * height)
        board = Rect(room.left + (room.width - side) / 2, room.top, side, side)
        room = Rect(room.left, board.bottom + gap, room.width, room.bottom - board.bottom - gap)
    elif height >= LEAST_BOARD:
        side = min(BOARD_SHARE * width, room.height)
        board = Rect(room.left, room.top + (room.height - side) / 2, side, side)
        room = Rect(board.right + margin, room.top, room.right - board.right - margin, room.height)
    columns = 1 if seats <= 4 and faults <= FEW_FAULTS and room.height >= px(ROOMY) else 2
    scale = ROOMIER if columns == 1 else tight
    title = replace(room, height=px(scale * TITLE))
    figures = Rect(room.left, title.bottom + gap / 2, room.width, px(scale * FIGURE))
    row = px(max(1.0, scale) * PLAYER)
    rows, wide = -(-seats // columns), (room.width - (columns - 1) * 2 * gap) / columns
    players = tuple(
        Rect(
            room.left + at // rows * (wide + 2 * gap),
            figures.bottom + gap + at % rows * row,
            wide,
            row,
        )
        for at in range(seats)
    )
    top = max(place.bottom for place in players) + gap
    below = Rect(room.left, top, room.width, room.bottom - top)
    return EndPlaces(board, title, figures, players, below, px(max(1.0, scale) * FAULT), way, close)
