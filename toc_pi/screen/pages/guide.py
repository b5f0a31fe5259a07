"""A teaching page, as data: a board with arrows, a few words, keys; shown over a running game.

It is independent of size: `guide_layout` places it on a screen, `guide_draw` draws it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.holes import Hole, Seat
from toc_pi.screen.face import Face
from toc_pi.screen.frames import Rect, ScreenParts, Size, frame_of
from toc_pi.screen.layout import hole_at
from toc_pi.screen.pages.page import Key


@dataclass(frozen=True, slots=True)
class Way:
    """An arrow on the board.

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
class Guide:
    """One page.

    Attributes:
        title: large.
        seat: of the sign before the title.
        card: the card shown beside it; "" for none.
        text: the main text.
        more: smaller text below it.
        pawns: the position shown, without camps; None for no board.
        fresh: the holes of its fresh pawns.
        ways: the arrows on it, the main one last.
        cards: card keys instead of a board.
        keys: at the bottom.
        hand: cards that lie before the smaller text; "" for one that is face down.
    """

    title: str
    seat: Seat | None = None
    card: str = ""
    text: str = ""
    more: str = ""
    pawns: Mapping[Hole, Seat] | None = None
    fresh: frozenset[Hole] = frozenset()
    ways: tuple[Way, ...] = ()
    cards: tuple[Key, ...] = ()
    keys: tuple[Key, ...] = field(default_factory=tuple)
    hand: tuple[str, ...] = ()


TITLE = 0.8
"""Height of the title, in fingers."""
CARD_WIDTH = 0.72
"""Width of a card, relative to its height."""
WORDS = 2.7
"""The least width of the words beside a board, in fingers."""
TALL_WORDS = 2.6
"""The least height of the words below a board, in fingers."""
CARDS_TEXT = 1.5
"""The height of the words above a page of cards, in fingers."""
MORE_SHARE = 0.42
"""Share of `more` in the text's height."""


@dataclass(frozen=True, slots=True)
class PlacedGuide:
    """The layout of a guide.

    Attributes:
        title, text, more: of the texts; height 0 if empty.
        card: of the card; None if there is none.
        frame: its board is the guide's; None if no board is shown.
        keys: each key with its place.
    """

    title: Rect
    text: Rect
    more: Rect
    card: Rect | None
    frame: ScreenParts | None
    keys: tuple[tuple[Key, Rect], ...]


def place_guide(guide: Guide, size: Size) -> PlacedGuide:
    """Place a guide on a screen.

    Args:
        guide: what to show.
        size: (width, height), px.
    """
    frame = frame_of(size)
    finger, gap = frame.finger, max(3.0, frame.gap)
    area = Rect(0, 0, *size).inset(gap)
    keys, bottom = _grid(guide.keys, area, finger, gap)
    room = Rect(area.left, area.top, area.width, bottom - area.top)
    if guide.cards:
        return _cards(guide, room, finger, gap, keys)
    if guide.pawns is None:
        return _words(guide, room, finger, gap, None, keys)
    if size[0] >= size[1]:
        side = min(room.height, room.width - WORDS * finger - gap)
        board = Rect(room.left, room.top, side, room.height)
        words = Rect(room.left + side + gap, room.top, room.width - side - gap, room.height)
    else:
        side = min(room.width, room.height - TALL_WORDS * finger - gap)
        board = Rect(room.left, room.top, room.width, side)
        words = Rect(room.left, room.top + side + gap, room.width, room.height - side - gap)
    text = max(0.7, min(board.width, board.height) / 420)
    shown = replace(frame, board=board, panel=words, status=None, side=None, text=text)
    return _words(guide, words, finger, gap, shown, keys)


def key_or_hole(placed: PlacedGuide, face: Face, x: float, y: float) -> str | None:
    """What is at a touched point, px: a key's key, `hole:b12`, or None."""
    for key, rect in placed.keys:
        if not key.plain and rect.holds(x, y):
            return key.key
    if placed.frame is None or not placed.frame.board.holds(x, y):
        return None
    hole: Hole | None = hole_at(face, x, y, placed.frame)
    return None if hole is None else f"hole:{hole}"


def _words(
    guide: Guide,
    room: Rect,
    finger: float,
    gap: float,
    frame: ScreenParts | None,
    keys: tuple[tuple[Key, Rect], ...],
) -> PlacedGuide:
    """Place the title, the card beside it, and the texts below."""
    high = TITLE * finger
    wide = CARD_WIDTH * high if guide.card else 0.0
    title = Rect(room.left, room.top, room.width - wide - (gap if wide else 0), high)
    card = Rect(title.right + gap, room.top, wide, high) if wide else None
    top = room.top + high + gap
    left = max(0.0, room.bottom - top)
    lower = bool(guide.more or guide.hand)
    more = (left - gap) * MORE_SHARE if lower and guide.text else left if lower else 0.0
    text = left - more - (gap if more and guide.text else 0) if guide.text else 0.0
    below = Rect(room.left, room.bottom - more, room.width, more)
    return PlacedGuide(title, Rect(room.left, top, room.width, text), below, card, frame, keys)


def _cards(
    guide: Guide, room: Rect, finger: float, gap: float, keys: tuple[tuple[Key, Rect], ...]
) -> PlacedGuide:
    """Place card keys in rows at the bottom; texts get the room above."""
    placed, top = _grid(guide.cards, room, finger, gap)
    above = Rect(room.left, room.top, room.width, top - room.top)
    return replace(_words(guide, above, finger, gap, None, ()), keys=(*placed, *keys))


def _grid(
    keys: tuple[Key, ...], room: Rect, finger: float, gap: float
) -> tuple[tuple[tuple[Key, Rect], ...], float]:
    """Rows of equal keys at the bottom of a room, and the bottom of the remaining room."""
    if not keys:
        return (), room.bottom
    most = max(1, int((room.width + gap) // (finger + gap)))
    rows = -(-len(keys) // most)
    columns = -(-len(keys) // rows)
    wide = (room.width - (columns - 1) * gap) / columns
    top = room.bottom - rows * finger - (rows - 1) * gap
    found = []
    for at, key in enumerate(keys):
        row, column = divmod(at, columns)
        found.append((key, Rect(room.left + column * (wide + gap), top + row * (finger + gap), wide, finger)))
    return tuple(found), top - gap
