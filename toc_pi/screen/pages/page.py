"""A page of large keys, as data: one step of the set-up or the menu, or help beside a board.

It is independent of size: `place_page` places it on a screen, in several sheets if necessary.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from calibration.holes import Hole, Seat
from toc_pi.screen.frames import LARGER, Rect, Size, finger_of, in_rows

LESS, MORE = "less", "more"
"""The keys added by the layout: the sheet before, and the next one, of the same page."""


class Shape(StrEnum):
    """The arrangement of a page's keys."""

    LIST = "list"
    LETTERS = "letters"
    CARDS = "cards"
    DRAWINGS = "drawings"
    PICTURE = "picture"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Key:
    """A large key.

    Attributes:
        key: its name on the page.
        label: a few words.
        below: a sentence under the label.
        on: whether a switch is on, or a choice is selected; None for other keys.
        seat: of the sign before the label.
        colour: of that sign, a word of FOOTAGE.md; without a seat, of a dot.
        board: a shipped board drawn as an icon before the label.
        pawn: a kind of pawn drawn, in the key's colour, with `Shape.DRAWINGS` over the label.
        cards: drawn before the label, as printed on them.
        plain: only text, not tappable.
        at: where it belongs around the page's picture, of which only the order from left to right and from
            top to bottom counts; None for a key beside the picture.
        strong: the default choice, highlighted.
        tap: what a tap means to whoever shows the page; None if the name tells.
    """

    key: str
    label: str
    below: str = ""
    on: bool | None = None
    seat: Seat | None = None
    colour: str = ""
    board: str = ""
    pawn: str = ""
    cards: tuple[str, ...] = ()
    plain: bool = False
    strong: bool = False
    at: tuple[float, float] | None = None
    tap: object = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PageArrow:
    """An arrow on a page's board.

    Attributes:
        seat: the pawn's seat.
        start: from; None for its camp.
        end: to; None for its camp (captured).
        number: the same as in the text; 0 for none.
        pale: done already, or not the subject of the text.
    """

    seat: Seat
    start: Hole | None
    end: Hole | None
    number: int = 0
    pale: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One step.

    Attributes:
        step: its name; a page with another name begins at its first sheet.
        title: large.
        text: one or two sentences under it; with `Shape.TEXT` all that the keys leave free; line breaks
            separate paragraphs.
        keys: the choices.
        feet: keys at the bottom of every sheet: back, and on.
        shape: the arrangement of the keys.
        typed: with `Shape.LETTERS`, the text typed so far.
        sentences: the keys have sentences under their labels and need more room.
        large: use large text.
        board: with `Shape.PICTURE`, the board that is drawn where there is no picture; "" for none.
        seat: of the sign before the title.
        card: beside the title, as printed; "" for none.
        more: with `Shape.TEXT`, smaller text below the text.
        hand: cards before the smaller text, as printed; "" for one that is face down.
        pawns: with `Shape.TEXT`, the position on a board beside it, without camps; None for no board.
        fresh: the holes of its fresh pawns.
        ways: the arrows on it, the main one last.
    """

    step: str
    title: str
    text: str = ""
    keys: tuple[Key, ...] = ()
    feet: tuple[Key, ...] = ()
    shape: Shape = Shape.LIST
    typed: str = ""
    sentences: bool = False
    large: bool = False
    board: str = ""
    seat: Seat | None = None
    card: str = ""
    more: str = ""
    hand: tuple[str, ...] = ()
    pawns: Mapping[Hole, Seat] | None = None
    fresh: frozenset[Hole] = frozenset()
    ways: tuple[PageArrow, ...] = ()

    @property
    def around(self) -> tuple[Key, ...]:
        """The keys around the picture."""
        return tuple(key for key in self.keys if key.at is not None)


LETTER_COLUMNS = 8
"""Number of keys in a row of the keyboard."""
TALLEST, WIDEST = 1.7, 6.0
"""Largest size of a key, in touches."""
NARROWEST, LOWEST = 3.4, 1.0
"""Smallest size of a key with a label, in touches."""
NARROWEST_SENTENCE, LOWEST_SENTENCE = 5.2, 1.3
"""Smallest size of a key with a sentence under its label, in touches."""
SHORT_LABEL, SHORT_SENTENCE, NARROWEST_SHORT = 20, 60, 4.0
"""Letters of a label and of a sentence of three lines, and the smallest width of a key with such ones."""
MANY_SHEETS, SHORT_BELOW = 3, 30
"""Where large text needs more sheets than this, keys stand closer, without what is longer under their labels
than so many letters."""
TITLE, TITLE_OF_A_SEAT = 0.62, 0.8
"""Height of the title, in touches: without and with a seat's sign and a card."""
KEY_TO_READ = 1.5
"""Height of a key with a sentence below a text, in touches: three lines under its label."""
WORDS_BESIDE, WORDS_BELOW = 2.7, 2.6
"""The least width of the words beside a board, and their least height below one, in touches."""
MOST_FEET = 4
"""More keys than this at the bottom are in rows of equal ones."""
DRAWN_COLUMNS = 4, 2
"""Most keys with drawings beside each other, on a wide screen and on a tall one."""
TALLEST_DRAWN = 3.4
"""Largest height of a key with a drawing, in touches."""
OUTER_FOOT = 0.25
"""Width of the first and of the last key at the bottom, as a share of the page's."""
PICTURE_SHARE = 0.62
"""Width of the picture on a page that has keys beside it, as a share of the page's."""
TEXT, TEXT_OF_A_PICTURE, TEXT_OF_SEATS = 0.72, 0.98, 0.42
"""Height of the text under the title, in touches: two lines, three, or one."""
MIN_PICTURE = 0.3
"""Width of a picture with keys on both sides, as a share of the page's."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The layout of a sheet: texts (height 0 if left out), picture or board or None, keys with the feet."""

    title: Rect
    text: Rect
    picture: Rect | None
    keys: tuple[tuple[Key, Rect], ...]
    sheets: int


def touch_px(size: Size) -> int:
    """The least width and height of a key on a screen, px: 9 mm."""
    return round(finger_of(size))


def place_page(page: Page, size: Size, sheet: int = 0) -> Placed:
    """Place a sheet of a page on a screen of some size, px; the number of the sheet wraps around."""
    touch = touch_px(size)
    gap = max(4, touch // 10)
    width, height = size[0] - 2 * gap, size[1] - gap
    if page.shape is Shape.TEXT:
        return _reading(page, Rect(gap, gap / 2, width, height - gap / 2), touch, gap)
    title = Rect(gap, gap / 2, width, TITLE * touch)
    top = title.height + gap
    if page.shape is Shape.LETTERS:
        area = Rect(gap, top, width, height - top)
        return Placed(title, _no(area), None, _letters(page.keys, area, gap, touch), 1)
    lines = TEXT_OF_SEATS if page.around else TEXT_OF_A_PICTURE if page.shape is Shape.PICTURE else TEXT
    text = Rect(gap, top - gap / 2, width, lines * touch if page.text else 0.0)
    top = text.bottom + gap / 2
    bottom = height - ((touch + gap) if page.feet else 0)
    area = Rect(gap, top, width, bottom - top)
    shown, feet, sheets = page.keys, page.feet, 1
    picture, keys = None, tuple[tuple[Key, Rect], ...]()
    if page.around:
        if area.height < (touch + gap) * ((len(page.around) + 1) // 2) - gap < area.width:  # a low screen
            area, text = Rect(gap, gap, width, bottom - gap), _no(area)
        picture, keys = _around(page.around, area, gap, touch)
        if not text.height:
            title = replace(picture, height=title.height)
            picture = replace(picture, top=title.bottom, height=picture.bottom - title.bottom)
    elif page.shape is Shape.CARDS:
        keys = _letters(shown, area, gap, touch)
    elif page.shape is Shape.DRAWINGS:
        columns = min(len(shown), DRAWN_COLUMNS[area.width < area.height])
        keys = _stack(shown, columns, len(shown), area, touch, gap, TALLEST_DRAWN)
    elif page.shape is Shape.PICTURE:
        picture, keys = _picture(shown, area, gap, touch)
    else:
        columns, rows = _grid_of(page, area, touch, gap)
        readable = any(key.plain and key.below for key in shown)  # what is under them is what is read
        if page.large and not readable and len(shown) > MANY_SHEETS * columns * rows:
            shown = tuple(key if len(key.below) < SHORT_BELOW else replace(key, below="") for key in shown)
            columns, rows = _grid_of(replace(page, large=False, sentences=False), area, touch, gap)
        most = columns * rows
        sheets = max(1, -(-len(shown) // most))
        at = sheet % sheets
        keys = _stack(shown[at * most : (at + 1) * most], columns, rows, area, touch, gap)
        if sheets > 1:  # the way on stays rightmost
            feet = (*feet[:1], Key(LESS, "◀"), Key(MORE, f"{at + 1}/{sheets} ▶"), *feet[1:])
    under = Rect(gap, height - touch, width, touch)
    return Placed(title, text, picture, (*keys, *_feet(feet, under, touch, gap)), sheets)


def _reading(page: Page, room: Rect, touch: int, gap: int) -> Placed:
    """Place a text in all the room that its keys leave free, beside or below a board if there is one."""
    most = max(1, int((room.width + gap) // (touch + gap)))
    if len(page.feet) > MOST_FEET:
        feet = _from_below(page.feet, room, most, touch, gap)
    else:
        feet = tuple(_feet(page.feet, replace(room, top=room.bottom - touch, height=touch), touch, gap))
    room = _above(room, feet, gap)
    if page.sentences:
        most = 2 if room.width >= room.height else 1
    high = KEY_TO_READ * touch if page.sentences else touch
    keys = _from_below(page.keys, room, most, high, gap)
    room, board = _above(room, keys, gap), None
    if page.pawns is not None:
        if room.width >= room.height:
            board = replace(room, width=min(room.height, room.width - WORDS_BESIDE * touch - gap))
            room = Rect(board.right + gap, room.top, room.right - board.right - gap, room.height)
        else:
            board = replace(room, height=min(room.width, room.height - WORDS_BELOW * touch - gap))
            room = Rect(room.left, board.bottom + gap, room.width, room.bottom - board.bottom - gap)
    title = replace(room, height=(TITLE if page.seat is None else TITLE_OF_A_SEAT) * touch)
    text = Rect(room.left, title.bottom, room.width, room.bottom - title.bottom)
    return Placed(title, text, board, (*keys, *feet), 1)


def _from_below(
    keys: tuple[Key, ...], room: Rect, most: int, high: float, gap: int
) -> tuple[tuple[Key, Rect], ...]:
    """Keys in the fewest rows, filled evenly, at the bottom of a room."""
    rows = -(-len(keys) // most)
    top = room.bottom - rows * (high + gap) + gap
    return in_rows(keys, -(-len(keys) // max(1, rows)), replace(room, top=top), high, gap)


def _above(room: Rect, keys: tuple[tuple[Key, Rect], ...], gap: int) -> Rect:
    """What keys at its bottom leave of a room."""
    return replace(room, height=keys[0][1].top - gap - room.top) if keys else room


def _feet(feet: tuple[Key, ...], room: Rect, touch: int, gap: int) -> Iterator[tuple[Key, Rect]]:
    """The way back at the left and the way on at the right, which never move; the others between them."""
    wide = OUTER_FOOT * room.width
    for key in feet[:1]:
        alone = len(feet) == 1 and key.key != "back"  # some end a walk, in a sentence
        yield key, replace(room, width=2 * wide if alone else wide)
    end = len(feet) - (len(feet) > 1 and feet[-1].key != MORE)
    between, last = feet[1:end], feet[end:]
    turning = [key for key in between if key.key in (LESS, MORE)]
    left, free = room.left + wide + gap, room.width - 2 * wide - (len(between) + 1) * gap
    for key in between:
        across = free / len(between)
        if len(turning) < len(between):  # words need more room than arrows
            across = (
                touch if key in turning else (free - len(turning) * touch) / (len(between) - len(turning))
            )
        yield key, replace(room, left=left, width=across)
        left += across + gap
    for key in last:
        yield key, replace(room, left=room.right - wide, width=wide)


def first_sheet(page: Page, size: Size) -> int:
    """The sheet at which a page opens: that of the choice in force, in a list of choices."""
    chosen = [key.key for key in page.keys if key.on]
    if not chosen or any(key.on is None for key in page.keys):
        return 0
    sheets = (place_page(page, size, sheet).keys for sheet in range(place_page(page, size).sheets))
    return next(at for at, keys in enumerate(sheets) if any(key.key == chosen[0] for key, _ in keys))


def key_at(placed: Placed, x: float, y: float) -> Key | None:
    """The key at a touched point, px."""
    return next((key for key, rect in placed.keys if not key.plain and rect.holds(x, y)), None)


def _no(area: Rect) -> Rect:
    return Rect(area.left, area.top, 0.0, 0.0)


def _grid_of(page: Page, area: Rect, touch: int, gap: int) -> tuple[int, int]:
    """Columns and rows: the fewest columns that hold all keys of at least the minimum size."""
    narrow, low = (NARROWEST_SENTENCE, LOWEST_SENTENCE) if page.sentences else (NARROWEST, LOWEST)
    short = (len(key.label) <= SHORT_LABEL and len(key.below) <= SHORT_SENTENCE for key in page.keys)
    if page.sentences and not page.large and all(short):
        narrow = NARROWEST_SHORT
    if page.large:
        narrow, low = LARGER * narrow, LARGER * low
    count = len(page.keys)
    most = max(1, int((area.width + gap) // (narrow * touch + gap)))
    rows = max(1, int((area.height + gap) // (low * touch + gap)))
    columns = next((columns for columns in range(1, most + 1) if columns * rows >= count), most)
    if columns == 1 and count > 2 and most > 1 and area.width > WIDEST * 1.5 * touch:
        columns = 2
    return columns, rows


def _stack(
    keys: tuple[Key, ...],
    columns: int,
    rows: int,
    area: Rect,
    touch: int,
    gap: int,
    tallest: float = TALLEST,
) -> tuple[tuple[Key, Rect], ...]:
    """Keys in rows that share an area's height, up to so many touches each."""
    used = min(rows, max(1, -(-len(keys) // columns)))
    high = min(tallest * touch, (area.height - (used - 1) * gap) / used)
    return in_rows(keys, columns, area, high, gap)


def _letters(keys: tuple[Key, ...], area: Rect, gap: int, touch: int) -> tuple[tuple[Key, Rect], ...]:
    """Rows of eight, or fewer on a narrow screen; keys of the last row share its width."""
    between = max(2, gap // 2)
    most = min(LETTER_COLUMNS, int((area.width + between) // (0.97 * touch + between)))
    rows = -(-len(keys) // most)
    high = min(TALLEST * touch, (area.height - (rows - 1) * between) / rows)
    above = area.bottom - rows * (high + between) + between
    return in_rows(keys, most, replace(area, top=above), high, between, spread=1.0)


def _picture(
    keys: tuple[Key, ...], area: Rect, gap: int, touch: int
) -> tuple[Rect, tuple[tuple[Key, Rect], ...]]:
    """The live picture, with keys beside it, or below it on a tall screen."""
    count = len(keys)
    if area.width < area.height:
        high = count * (touch + gap)
        picture = replace(area, height=area.height - high)
        room = Rect(area.left, picture.bottom + gap, area.width, high - gap)
    else:
        wide = area.width * (PICTURE_SHARE if count else 1.0)
        picture = replace(area, width=wide)
        room = Rect(area.left + wide + gap, area.top, area.width - wide - gap, area.height)
    return picture, _stack(keys, 1, max(1, count), room, touch, gap)


def _around(
    keys: tuple[Key, ...], area: Rect, gap: int, touch: int
) -> tuple[Rect, tuple[tuple[Key, Rect], ...]]:
    """The picture, and keys in their order around it: on both sides, or above and below a tall screen's."""
    half = (len(keys) + 1) // 2
    if area.width >= area.height:
        wide = min(NARROWEST * touch, (1 - MIN_PICTURE) / 2 * area.width)
        left, right = replace(area, width=wide), Rect(area.right - wide, area.top, wide, area.height)
        across = _by(keys, 0)
        sides = _by(across[:half], 1), _by(across[half:], 1)
        rooms = [([[key] for key in side], room) for side, room in zip(sides, (left, right), strict=True)]
        inside = Rect(left.right + gap, area.top, right.left - left.right - 2 * gap, area.height)
    else:
        down = _by(keys, 1)
        rows = [_by(down[at : at + 2], 0) for at in range(0, len(down), 2)]
        over = (len(rows) + 1) // 2
        above, below = over * (touch + gap), (len(rows) - over) * (touch + gap)
        inside = Rect(area.left, area.top + above, area.width, area.height - above - below)
        rooms = [
            (rows[:over], replace(area, height=above - gap)),
            (rows[over:], Rect(area.left, inside.bottom + gap, area.width, below - gap)),
        ]
    return inside, tuple(pair for rows, room in rooms for pair in _rows(rows, room, gap, touch))


def _by(keys: Iterable[Key], axis: int) -> list[Key]:
    return sorted(keys, key=lambda key: key.at[axis] if key.at else 0.0)


def _rows(rows: Sequence[Sequence[Key]], room: Rect, gap: int, touch: int) -> Iterator[tuple[Key, Rect]]:
    """Rows of keys, spread over the height of a room."""
    slot = (room.height + gap) / len(rows)
    high = min(TALLEST * touch, slot - gap)
    for number, row in enumerate(rows):
        top = room.top + number * slot + (slot - gap - high) / 2
        yield from in_rows(row, len(row), replace(room, top=top), high, gap)
