"""Where everything stands in the window: pixels of a window 800 wide and 480 high, no drawing.

The window asks it where a finger landed, `draw` where to paint; so a button is tapped where it is seen.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from calibration.holes import Hole, Seat, seat_of
from toc_pi.screen.panel import Choice, Panel
from toc_pi.screen.scene import Face, Point

SIZE = (800, 480)
BOARD_MARGIN = 14
PANEL_LEFT = 492
PANEL_WIDTH = 296
GAP = 6
TITLE_TOP = 14
TITLE_HEIGHT = 88
BOX_TOP = TITLE_TOP + TITLE_HEIGHT + 10
BOTTOM = 434.0
STATUS_TOP = 440
STATUS_HEIGHT = 38
# The two lamps for right and wrong stand at the right end of the last line.
LAMPS_WIDTH = 80
KEY_COLUMNS = 5
KEY_HEIGHT = 48
ORDER_HEIGHT = 44
# Orders with longer labels stand in two columns.
SHORT_ORDER = 12
# The height of an answer: three of them, or more.
ANSWER_HEIGHTS = (62, 47)
# More answers than these stand side by side, then four in a row; cards always do.
ANSWERS_IN_ONE_COLUMN = 4
ANSWERS_IN_TWO_COLUMNS = 6
SHORT_LABEL = 2
# How far beside a hole a finger may land, px.
FINGER = 16
PLAYER_HEIGHT = 35
TALLEST_PLAYER = 46


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, px."""

    left: float
    top: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height

    @property
    def middle(self) -> Point:
        """Its middle, px."""
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Button:
    """A choice and where it stands."""

    choice: Choice
    rect: Rect


@dataclass(frozen=True, slots=True)
class Places:
    """Where the parts of a panel stand; `box` is empty (height 0) where there is no room left."""

    title: Rect
    card: Rect
    box: Rect
    answers: tuple[Button, ...]
    keys: tuple[Button, ...]
    orders: tuple[Button, ...]
    status: Rect

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Everything that can be tapped."""
        return (*self.answers, *self.keys, *self.orders)


@dataclass(frozen=True, slots=True)
class View:
    """How the board's frame lies in the window: `px = offset + scale * mm`."""

    scale: float
    left: float
    top: float

    def point(self, place: Point) -> Point:
        """A point of the board in the window, px."""
        return self.left + self.scale * place[0], self.top + self.scale * place[1]


def place_board(face: Face) -> View:
    """Lay the board into the left part of the window, as large as it goes, seat a at the bottom."""
    xs, ys = zip(*face.outline, strict=True)
    room = SIZE[1] - 2 * BOARD_MARGIN
    scale = room / max(max(xs) - min(xs), max(ys) - min(ys))
    left = SIZE[1] / 2 - scale * (min(xs) + max(xs)) / 2
    top = SIZE[1] / 2 - scale * (min(ys) + max(ys)) / 2
    return View(scale, left, top)


def place_panel(panel: Panel) -> Places:
    """Stack the panel's parts: the title above, buttons from the bottom up, the message in what is left."""
    orders, bottom = _grid(panel.orders, _order_columns(panel.orders), ORDER_HEIGHT, BOTTOM)
    keys, bottom = _grid(panel.keys, KEY_COLUMNS, KEY_HEIGHT, bottom)
    columns = _columns(panel.answers)
    rows = -(-len(panel.answers) // columns)
    answers, bottom = _grid(panel.answers, columns, ANSWER_HEIGHTS[rows > 3], bottom)
    card_width = 66 if panel.card else 0
    return Places(
        title=Rect(PANEL_LEFT, TITLE_TOP, PANEL_WIDTH - card_width, TITLE_HEIGHT),
        card=Rect(PANEL_LEFT + PANEL_WIDTH - 64, TITLE_TOP, 64, TITLE_HEIGHT),
        box=Rect(PANEL_LEFT, BOX_TOP, PANEL_WIDTH, max(0.0, bottom - BOX_TOP)),
        answers=answers,
        keys=keys,
        orders=orders,
        status=Rect(PANEL_LEFT, STATUS_TOP, PANEL_WIDTH - LAMPS_WIDTH, STATUS_HEIGHT),
    )


def button_at(places: Places, x: float, y: float) -> Choice | None:
    """What stands where a finger landed, px."""
    return next((button.choice for button in places.buttons if button.rect.holds(x, y)), None)


def hole_at(face: Face, x: float, y: float) -> Hole | None:
    """The hole under a finger, px: the nearest one, if it is near enough to be meant."""
    view = place_board(face)
    place = (x - view.left) / view.scale, (y - view.top) / view.scale
    nearest = min(face.holes, key=lambda hole: math.dist(face.holes[hole], place))
    reach_mm = max(face.pitch_mm, FINGER / view.scale)
    return nearest if math.dist(face.holes[nearest], place) <= reach_mm else None


def place_lamp(face: Face, seat: Seat) -> Point:
    """Where a seat's lamp sits: on the board's edge, where that player looks at it; board frame, mm."""
    own = [place for hole, place in face.holes.items() if seat_of(hole) == seat]
    middle = _middle(face.outline)
    towards = _middle([face.holes[hole] for hole in face.holes if hole[:2] == f"{seat}C"] or own)
    return _edge(face.outline, middle, towards)


def camp_circle(face: Face, seat: Seat) -> tuple[Point, float]:
    """The circle around a seat's camp: its middle and radius, mm."""
    camp = [place for hole, place in face.holes.items() if hole[:2] == f"{seat}C"]
    middle = _middle(camp)
    return middle, max(math.dist(middle, place) for place in camp) + 0.62 * face.pitch_mm


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _edge(outline: Sequence[Point], start: Point, towards: Point) -> Point:
    """Where the ray from `start` through `towards` leaves a convex or star-shaped outline."""
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    farthest = 1.0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        ex, ey = bx - ax, by - ay
        cross = dx * ey - dy * ex
        if abs(cross) < 1e-9:
            continue
        along = ((ax - start[0]) * ey - (ay - start[1]) * ex) / cross
        within = ((ax - start[0]) * dy - (ay - start[1]) * dx) / cross
        if along > 0 and -1e-9 <= within <= 1 + 1e-9:
            farthest = max(farthest, along)
    return start[0] + farthest * dx, start[1] + farthest * dy


def _columns(choices: Sequence[Choice]) -> int:
    count = len(choices)
    if all(len(choice.label) <= SHORT_LABEL for choice in choices):
        return max(1, min(count, 4))
    if count <= ANSWERS_IN_ONE_COLUMN:
        return 1
    return 2 if count <= ANSWERS_IN_TWO_COLUMNS else 4


def _order_columns(choices: Sequence[Choice]) -> int:
    brief = all(len(choice.label) <= SHORT_ORDER for choice in choices)
    return max(1, len(choices)) if brief or len(choices) == 1 else 2


def _grid(
    choices: Sequence[Choice], columns: int, height: float, bottom: float
) -> tuple[tuple[Button, ...], float]:
    """Rows of equal buttons that end at `bottom`, and where the rest of the panel ends then.

    One that is left alone in the last of several rows of two has the whole row.
    """
    if not choices:
        return (), bottom
    rows = -(-len(choices) // columns)
    width = (PANEL_WIDTH - (columns - 1) * GAP) / columns
    alone = columns == 2 and len(choices) % 2 == 1
    top = bottom - rows * height - (rows - 1) * GAP
    buttons = tuple(
        Button(
            choice,
            Rect(
                PANEL_LEFT + index % columns * (width + GAP),
                top + index // columns * (height + GAP),
                PANEL_WIDTH if alone and index == len(choices) - 1 else width,
                height,
            ),
        )
        for index, choice in enumerate(choices)
    )
    return buttons, top - GAP - 4
