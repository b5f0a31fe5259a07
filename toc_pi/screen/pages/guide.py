"""A teaching page: a board with arrows, a few words, keys; as data, its layout for any size, its drawing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import pygame

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes
from toc_pi.languages import face_of
from toc_pi.screen import sprites
from toc_pi.screen.board_draw import draw_arrow, draw_board, draw_number
from toc_pi.screen.board_face import numbered
from toc_pi.screen.canvas import MIN_FONT, Canvas, Fonts, shortened
from toc_pi.screen.frames import LARGER, Rect, ScreenParts, Size, frame_of, in_rows
from toc_pi.screen.layout import hole_at
from toc_pi.screen.pages.page import Key
from toc_pi.screen.palette import colour_of, palette_of
from toc_pi.screen.scene import Scene


@dataclass(frozen=True, slots=True)
class GuideArrow:
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
    ways: tuple[GuideArrow, ...] = ()
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
MORE_SHARE = 0.42
"""Share of `more` in the text's height."""


@dataclass(frozen=True, slots=True)
class PlacedGuide:
    """The layout of a guide: texts, height 0 if empty; card and board, None if there is none; keys."""

    title: Rect
    text: Rect
    more: Rect
    card: Rect | None
    frame: ScreenParts | None
    keys: tuple[tuple[Key, Rect], ...]


def place_guide(guide: Guide, size: Size) -> PlacedGuide:
    """Place a guide on a screen of some size, px."""
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
    top = room.bottom - rows * finger - (rows - 1) * gap
    return in_rows(keys, columns, replace(room, top=top), finger, gap), top - gap


# Font sizes, in fingers.
TITLE_LETTERS, TEXT_LETTERS, MORE_LETTERS, KEY_LETTERS, CARD_LETTERS = 0.56, 0.4, 0.33, 0.4, 0.52
MIN_CARD = 0.42
"""Least width of a card that lies there, in fingers."""
ROOMY, ROOMY_LARGER = 4.5, 1.2
"""Height of text, in fingers, from which larger letters are used, large ones or not, and their scale."""


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A teaching page in the window, over the scene of a game: its board, colours and night."""

    guide: Guide
    scene: Scene

    def draw(self, surface: pygame.Surface, fonts: Fonts) -> None:
        """Draw it onto a surface of the window's size."""
        guide, scene, placed = self.guide, self.scene, place_guide(self.guide, surface.get_size())
        palette = palette_of(scene.preferences.night)
        canvas = Canvas(surface, fonts, palette)
        surface.fill(palette.felt)
        holes: dict[Hole, int] = {}
        if guide.pawns is not None and not scene.preferences.named:
            text, more = numbered((guide.text, guide.more), holes)
            guide = replace(guide, text=text, more=more)
        if placed.frame is not None and guide.pawns is not None:
            _board(guide, placed, scene, canvas, holes)
        finger = frame_of(surface.get_size()).finger
        _title(guide, placed.title, scene, canvas)
        if placed.card is not None:
            _card(face_of(guide.card, scene.preferences.faces), placed.card, canvas)
        top, roomy = placed.text.top, placed.text.height + placed.more.height > ROOMY * finger
        for text, rect, size, colour in (
            (guide.text, placed.text, TEXT_LETTERS, palette.bright),
            (guide.more, placed.more, MORE_LETTERS, palette.soft),
        ):
            if size == MORE_LETTERS and guide.hand:
                rect = _hand(guide, replace(rect, top=top, height=rect.bottom - top), canvas)
            if not text or rect.height <= 0:
                continue
            # Large text must leave room for the text below it.
            grows = scene.preferences.large and (roomy or size == MORE_LETTERS or not guide.more)
            letters = round(size * finger * (LARGER if grows else ROOMY_LARGER if roomy else 1.0))
            font, lines = fonts.paragraph(text, letters, rect.width, rect.bottom - top)
            canvas.lines(font, lines, (rect.left, top), colour)
            top = min(top + (len(lines) + 0.5) * font.get_linesize(), max(top, placed.more.top))
        for key, rect in placed.keys:
            _key(key, rect, finger, canvas)

    def tap(self, size: Size, x: float, y: float) -> str | None:
        """What is at a touched point, px: a key's key, `hole:b12`, or None."""
        placed = place_guide(self.guide, size)
        for key, rect in placed.keys:
            if not key.plain and rect.holds(x, y):
                return key.key
        if placed.frame is None or not placed.frame.board.holds(x, y):
            return None
        hole = hole_at(self.scene.board.face, x, y, placed.frame)
        return None if hole is None else f"hole:{hole}"


def _title(guide: Guide, rect: Rect, scene: Scene, canvas: Canvas) -> None:
    fonts, palette = canvas.fonts, canvas.palette
    left = rect.left
    if guide.seat is not None:
        radius = int(0.34 * rect.height)
        colour = palette.pawn(colour_of(scene.board.colours.get(guide.seat, "")))
        canvas.put(sprites.sign(guide.seat, colour, radius), (left + 1.2 * radius, rect.middle[1]))
        left += 2.6 * radius
    room = rect.right - left
    size = round(TITLE_LETTERS * rect.height)
    font, lines = fonts.paragraph(guide.title, size, room, rect.height)
    if len(lines) <= 1:
        font = fonts.fitting(guide.title, size, room, bold=True)
        lines = (shortened(guide.title, font, room),)
    top = rect.middle[1] - len(lines) * font.get_linesize() / 2
    canvas.lines(font, lines, (left, top), palette.bright)


def _hand(guide: Guide, rect: Rect, canvas: Canvas) -> Rect:
    """Cards side by side, unless they would be too small to read; returns the room beside them."""
    finger, palette = frame_of(canvas.surface.get_size()).finger, canvas.palette
    high = min(rect.height, finger, rect.width / len(guide.hand))
    if high < MIN_FONT:
        return rect
    wide = max(CARD_WIDTH * high, MIN_CARD * finger)
    step = wide + 0.1 * high
    for number, card in enumerate(guide.hand):
        place = Rect(rect.left + number * step, rect.top, wide, high)
        if card:
            _card(card, place, canvas)
        else:
            canvas.box(place, 6, palette.calm, palette.paper)
    used = len(guide.hand) * step
    return replace(rect, left=rect.left + used, width=rect.width - used)


def _card(card: str, rect: Rect, canvas: Canvas) -> None:
    canvas.card(rect, card, round(0.7 * rect.height), radius=6, pad=6)


def _key(key: Key, rect: Rect, finger: float, canvas: Canvas) -> None:
    palette, size = canvas.palette, round(CARD_LETTERS * finger)
    fill, ink = palette.of_key(pressed=bool(key.on), strong=key.strong)
    if key.plain:
        fill, ink = palette.felt_dark, palette.soft
    canvas.box(rect, round(finger / 7), fill)
    if len(key.label) <= 2:
        canvas.label(rect.middle, canvas.fonts.bold(size), (key.label,), ink)
    else:
        canvas.centred(rect, key.label, round(KEY_LETTERS * finger), ink, (8, 6))


def _board(
    guide: Guide, placed: PlacedGuide, scene: Scene, canvas: Canvas, holes: Mapping[Hole, int]
) -> None:
    """The guide's board and arrows; all other pawns are in their camps."""
    frame, face, palette = placed.frame, scene.board.face, canvas.palette
    assert frame is not None
    assert guide.pawns is not None
    pawns = _with_camps(guide.pawns, scene)
    board = replace(scene.board, pawns=pawns, unsure=frozenset(), picked=None)
    game = replace(scene.game, fresh=guide.fresh, question=None, repair={}, verdict=None)
    still = replace(scene, board=board, game=game)
    ground = replace(draw_board(still, canvas, frame, frozenset()), text=frame.text)
    numbers: dict[Hole, int] = {}
    for way in guide.ways:
        if {way.start, way.end} - {None} - face.holes.keys():
            continue
        camp = ground.camp(way.seat)
        captured = way.end is None
        colour = palette.bad if captured else palette.soft if way.pale else palette.calm
        thin = captured or way.pale or way.number > 0
        draw_arrow(ground, (way.start or camp, way.end or camp), colour, thin=thin)
        if way.number and way.end is not None:
            numbers[way.end] = way.number
    for hole, number in numbers.items():
        draw_number(ground, number, ground.view.point(face.holes[hole]))
    for hole in holes.keys() & face.holes.keys():
        x, y = ground.view.point(face.holes[hole])
        draw_number(ground, holes[hole], (x + ground.radius, y - ground.radius))


def _with_camps(pawns: Mapping[Hole, Seat], scene: Scene) -> dict[Hole, Seat]:
    """All pawns: those not on the board are in their camps."""
    shown = dict(pawns)
    for seat in scene.board.seats:
        waiting = PAWNS_A_SEAT - sum(owner == seat for owner in pawns.values())
        for hole in camp_holes(seat)[: max(0, waiting)]:
            if hole in scene.board.face.holes:
                shown[hole] = seat
    return shown
