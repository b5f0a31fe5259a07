"""The layout of the window, for a screen of any size: pixels, no drawing.

Both drawing and touch handling use it, so a button is tapped where it is seen.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.board.board import Point
from calibration.holes import Hole, Seat, seat_of
from toc_pi.screen.board_face import Face, middle_of
from toc_pi.screen.frames import SIZE, Rect, ScreenParts, frame_of, in_rows
from toc_pi.screen.pages.page import Key
from toc_pi.screen.panel import Panel

USUAL = frame_of(SIZE)  # the layout of a screen of the usual size
BOARD_MARGIN = 0.03  # around the board, as a share of the shorter side of its area
# In fingers: the title, the least height of a message, a card beside the title.
TITLE_HEIGHT = 0.96
SLIM_TITLE = 0.8
STRIP_TITLE = 1.3
BOX_HEIGHT = 1.2
CARD_WIDTH = 0.9
FLIP_WIDTH = 1.3
# Height of a panel below the title, in fingers, from which orders without cards are at most so many in a row.
ROOMY, ROOMY_COLUMNS = 7.0, 2
# Width of a letter of an order, px at 800 by 480, and its most lines.
LETTER, ORDER_LINES = 7.6, 3
SHORT_LABEL = 2
FEW_ANSWERS = 3
MENU = Key("menu", "")
# How far beside a hole a touch still counts, in fingers.
REACH = 0.25


@dataclass(frozen=True, slots=True)
class Button:
    """A choice and its rectangle."""

    choice: Key
    rect: Rect


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """The layout of a panel; `box` has height 0 if there is no room left.

    The status line is None if it is below the title. `flip` turns to the other page, on a screen with pages;
    `may` shows possible moves, at the end of the title; `menu` opens the menu.
    """

    title: Rect
    card: Rect
    box: Rect
    answers: tuple[Button, ...]
    keys: tuple[Button, ...]
    orders: tuple[Button, ...]
    status: Rect | None
    board: bool = True
    flip: tuple[Button, ...] = ()
    menu: tuple[Button, ...] = ()
    may: tuple[Button, ...] = ()

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons; the menu's key may overlap the board's corner."""
        return (*self.menu, *self.may, *self.answers, *self.keys, *self.orders, *self.flip)


@dataclass(frozen=True, slots=True)
class BoardView:
    """The mapping from the board's frame to the window: `px = offset + scale * mm`."""

    scale: float
    left: float
    top: float

    def point(self, place: Point) -> Point:
        """A point of the board in the window, px."""
        return self.left + self.scale * place[0], self.top + self.scale * place[1]


def place_board(face: Face, frame: ScreenParts = USUAL) -> BoardView:
    """Fit the board into its part of the window, seat a at the bottom."""
    xs, ys = zip(*face.outline, strict=True)
    room = frame.board.inset(BOARD_MARGIN * min(frame.board.width, frame.board.height))
    scale = min(room.width / (max(xs) - min(xs)), room.height / (max(ys) - min(ys)))
    middle = room.middle
    left = middle[0] - scale * (min(xs) + max(xs)) / 2
    top = middle[1] - scale * (min(ys) + max(ys)) / 2
    return BoardView(scale, left, top)


def place_panel(panel: Panel, frame: ScreenParts = USUAL) -> PanelLayout:
    """Stack the panel's parts: the title at the top, buttons from the bottom up, the message in between."""
    if frame.side is not None and panel.on_board:
        return _beside_the_board(panel, frame, frame.side)
    room, gap = frame.panel, frame.gap
    usual = frame_of(
        frame.size
    )  # large text enlarges neither title nor rows of keys: the sentence needs room
    crowded = len(panel.answers) > FEW_ANSWERS or (bool(panel.keys) and frame.grown > 1)
    slim = bool(panel.keys or panel.answers) and (crowded or room.height < 6 * frame.finger)
    title = (SLIM_TITLE if slim else TITLE_HEIGHT) * frame.finger
    if not (panel.keys or panel.answers):
        title = max(title, min(88 * usual.text, 0.2 * room.height))
    flip: tuple[Button, ...] = ()
    right = room.right
    if frame.paged and panel.flip is not None:
        wide = FLIP_WIDTH * frame.finger
        flip = (Button(panel.flip, Rect(right - wide, room.top, wide, frame.finger)),)
        right -= wide + 2 * gap
        title = max(title, frame.finger)
    menu = place_menu(frame, right if frame.paged else None) if panel.menu else ()
    if menu and frame.paged:
        right = menu[0].rect.left - gap
        title = max(title, frame.finger)
    may: tuple[Button, ...] = ()
    if panel.may is not None:
        title = max(title, frame.finger)
        may = (Button(panel.may, Rect(right - frame.finger, room.top, frame.finger, title)),)
        right = may[0].rect.left - 2 * gap
    told = frame.paged and panel.status  # a notice below the name needs the card's room
    card = CARD_WIDTH * title if panel.card and not told else 0.0
    columns = _even(len(panel.orders), _fitting(panel.orders, usual.panel.width, usual))
    if not (panel.keys or panel.answers) and room.height - title >= ROOMY * frame.finger:
        columns = min(columns, ROOMY_COLUMNS)
    orders, bottom = _grid(panel.orders, columns, frame, room.bottom)
    keys, bottom = _grid(panel.keys, _key_columns(len(panel.keys), room.width, frame), frame, bottom)
    top = room.top + title + gap
    least = max(BOX_HEIGHT * frame.finger, 0.2 * room.height)
    answers, bottom = _answers(panel.answers, frame, bottom, top + least)
    return PanelLayout(
        title=Rect(room.left, room.top, right - room.left - card - (2 * gap if card else 0), title),
        card=Rect(right - card, room.top, card, title),
        box=Rect(room.left, top, room.width, max(0.0, bottom - top)),
        answers=answers,
        keys=keys,
        orders=orders,
        status=_status(frame, menu),
        board=not frame.paged,
        flip=flip,
        menu=menu,
        may=may,
    )


def place_menu(frame: ScreenParts, right: float | None = None) -> tuple[Button, ...]:
    """The menu's key: in the board's lower left corner; without a board, beside the page key."""
    finger = frame.finger
    if right is not None:
        return (Button(MENU, Rect(right - finger, frame.panel.top, finger, finger)),)
    stacked = frame.board.right >= frame.size[0]
    bottom = frame.board.bottom if stacked else frame.size[1]
    return (Button(MENU, Rect(0.0, bottom - finger, finger, finger)),)


def _status(frame: ScreenParts, menu: tuple[Button, ...]) -> Rect | None:
    """The status line, moved aside if it would overlap the menu's key."""
    line = frame.status
    if line is None or not menu or menu[0].rect.bottom <= line.top:
        return line
    left = menu[0].rect.right + frame.gap
    return Rect(left, line.top, line.right - left, line.height)


def _beside_the_board(panel: Panel, frame: ScreenParts, side: Rect) -> PanelLayout:
    """The strip beside the board's page: whose turn it is, and a few orders."""
    gap, finger = frame.gap, frame.finger
    beside = side.height > side.width
    flip = () if panel.flip is None or (panel.whole and beside and not panel.menu) else (panel.flip,)
    shown = (*(panel.orders if len(panel.orders) <= 2 else ()), *flip)
    if beside:
        buttons, bottom = _grid(shown, 1, frame, side.bottom, side)
        title = Rect(side.left, side.top, side.width, STRIP_TITLE * finger)
        rest = Rect(side.left, title.bottom + gap, side.width, max(0.0, bottom - title.bottom - gap))
    else:
        buttons, bottom = _grid(shown, len(shown), frame, side.bottom, side)
        half = side.width * 0.4
        title = Rect(side.left, side.top, half, bottom - side.top)
        rest = Rect(side.left + half + gap, side.top, side.width - half - gap, bottom - side.top)
    flips = tuple(button for button in buttons if button.choice == panel.flip)
    orders = tuple(button for button in buttons if button.choice != panel.flip)
    card = Rect(title.right, title.top, 0, 0)
    menu: tuple[Button, ...] = ()
    if panel.menu and flips:
        menu, flips = _beside_each_other(flips[0], frame)
    return PanelLayout(title, card, rest, (), (), orders, None, True, flips, menu)


def _beside_each_other(flip: Button, frame: ScreenParts) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """The menu's key and the page key, in the page key's place."""
    rect, taken = flip.rect, frame.finger + frame.gap
    menu = Rect(rect.left, rect.top, frame.finger, rect.height)
    rest = Rect(rect.left + taken, rect.top, rect.width - taken, rect.height)
    return (Button(MENU, menu),), (Button(flip.choice, rest),)


def button_at(places: PanelLayout, x: float, y: float) -> Key | None:
    """The button at a touched point, px."""
    return next((button.choice for button in places.buttons if button.rect.holds(x, y)), None)


def hole_at(face: Face, x: float, y: float, frame: ScreenParts = USUAL) -> Hole | None:
    """The hole at a touched point, px: the nearest one, if near enough."""
    view = place_board(face, frame)
    place = (x - view.left) / view.scale, (y - view.top) / view.scale
    nearest = min(face.holes, key=lambda hole: math.dist(face.holes[hole], place))
    reach_mm = max(face.pitch_mm, REACH * frame.finger / view.scale)
    return nearest if math.dist(face.holes[nearest], place) <= reach_mm else None


def place_lamp(face: Face, seat: Seat) -> Point:
    """The place of a seat's lamp: on the board's edge, facing that player; board frame, mm."""
    own = [place for hole, place in face.holes.items() if seat_of(hole) == seat]
    middle = middle_of(face.outline)
    towards = middle_of([face.holes[hole] for hole in face.holes if hole[:2] == f"{seat}C"] or own)
    return _edge(face.outline, middle, towards)


def camp_circle(face: Face, seat: Seat) -> tuple[Point, float]:
    """The circle around a seat's camp: its middle and radius, mm."""
    camp = [place for hole, place in face.holes.items() if hole[:2] == f"{seat}C"]
    middle = middle_of(camp)
    return middle, max(math.dist(middle, place) for place in camp) + 0.62 * face.pitch_mm


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


def _even(count: int, most: int) -> int:
    """The number of columns, at most `most`, that fills the rows most evenly."""
    rows = -(-count // max(1, most))
    return max(1, -(-count // max(1, rows)))


def _key_columns(count: int, width: float, frame: ScreenParts) -> int:
    return _even(count, int((width + frame.gap) // (frame.finger + frame.gap)))


def _fitting(choices: Sequence[Key], width: float, frame: ScreenParts) -> int:
    """The most columns that are as wide as a finger and have room for the labels."""
    letters = max((_letters(choice.label, ORDER_LINES) for choice in choices), default=0)
    wide = max(frame.finger, (LETTER * letters + 12) * frame.text / frame.grown)
    return int((width + frame.gap) // (wide + frame.gap))


def _letters(label: str, lines: int) -> int:
    """The number of letters on the longest line of a label broken into lines."""
    return max(*(len(word) for word in label.split()), -(-len(label) // lines))


def _answers(
    choices: Sequence[Key], frame: ScreenParts, bottom: float, least_top: float
) -> tuple[tuple[Button, ...], float]:
    """Place answers in the fewest columns that leave room for the question; short ones side by side."""
    width = frame.panel.width
    if all(len(choice.label) <= SHORT_LABEL for choice in choices):
        return _grid(choices, _key_columns(len(choices), width, frame), frame, bottom)
    most = max(int((width + frame.gap) // (1.8 * frame.finger + frame.gap)), _fitting(choices, width, frame))
    for columns in range(1, max(1, most) + 1):
        placed = _grid(choices, columns, frame, bottom)
        if placed[1] >= least_top:
            break
    return placed


def _grid(
    choices: Sequence[Key], columns: int, frame: ScreenParts, bottom: float, room: Rect | None = None
) -> tuple[tuple[Button, ...], float]:
    """Rows of equal buttons that end at `bottom`, and the bottom of the remaining room.

    Buttons of the last row share its width if there are at most half a row.
    """
    if not choices:
        return (), bottom
    room, gap, height = room or frame.panel, frame.gap, frame.finger
    rows = -(-len(choices) // columns)
    top = bottom - rows * height - (rows - 1) * gap
    placed = in_rows(choices, columns, replace(room, top=top), height, gap, spread=0.5)
    return tuple(Button(*each) for each in placed), top - gap - round(0.06 * height)
