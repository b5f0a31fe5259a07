"""Draws a page onto a surface."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from calibration.board.board import Points
from calibration.board.board_file import load_board
from calibration.holes import Hole
from toc_pi.screen import sprites
from toc_pi.screen.board_face import face_of_board, numbered
from toc_pi.screen.canvas import Canvas, Fonts, shortened
from toc_pi.screen.frames import LARGER, Rect, Size, frame_of
from toc_pi.screen.layout import hole_at
from toc_pi.screen.pages.page import TITLE, Key, Page, Shape, key_at, place_page, touch_px
from toc_pi.screen.pages.page_board import CARD_WIDTH, board_frame, draw_card, draw_hand, draw_position
from toc_pi.screen.pages.tapping_draw import surface_of
from toc_pi.screen.palette import INK, Colour, colour_of, palette_of
from toc_pi.screen.scene import Scene, ScreenPreferences
from toc_pi.screen.sprites import pawn

if TYPE_CHECKING:  # not needed for the first page
    from calibration.setup.correction import Direction


SIGN_SHARE = 0.26
"""Radius of a seat's sign in the picture, in touches."""
TITLE_LETTERS = 0.7
"""Font size of a title, as a share of its height without a sign."""
READ, SHOWN, SMALLER = 0.42, 0.34, 0.33
"""Font sizes of a text that is read, of one above keys, and of one below a text, in touches."""
ROOMY, ROOMIER = 4.5, 1.2
"""The height from which a text that is read is larger, in touches, and its scale."""
SHORT_LABEL = 2
"""Letters of a label that is drawn like a card's."""
MORE_SHARE = 0.42
"""The least share of what is below a text in the height of both."""


ARROW = ((0.7, 0.0), (0.1, -0.5), (0.1, -0.2), (-0.6, -0.2), (-0.6, 0.2), (0.1, 0.2), (0.1, 0.5))
"""Corners of an arrow, in touches: along its direction and across it."""

_LEFT, _RIGHT, _UP, _DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)
ARROWS: "Mapping[Direction, tuple[tuple[float, float, tuple[int, int]], ...]]" = {
    "higher": ((0.12, 0.5, _UP), (0.88, 0.5, _UP)),
    "lower": ((0.12, 0.5, _DOWN), (0.88, 0.5, _DOWN)),
    "closer": ((0.12, 0.5, _RIGHT), (0.88, 0.5, _LEFT)),
    "farther": ((0.12, 0.5, _LEFT), (0.88, 0.5, _RIGHT)),
    "left": ((0.12, 0.5, _LEFT),),
    "right": ((0.88, 0.5, _RIGHT),),
    "down": ((0.5, 0.76, _DOWN),),
    "up": ((0.5, 0.24, _UP),),
}
"""The arrows of each change of a camera's place: where in the picture, as shares of it, and their direction.
Two for a move of the camera, one for a turn of its lens."""


@dataclass(frozen=True, slots=True, eq=False)
class LivePicture:
    """The camera's current picture.

    Attributes:
        image: (h, w, 3) uint8 BGR; None while there is none.
        outline: the board's corners in it, px; empty while it isn't found.
        signs: of seats, as keys; each is at its place in the picture, px.
        arrow: how the camera is to be moved or turned; None for not at all.
        card: the corners of a card where cards are to be laid, px; empty for none.
    """

    image: NDArray[np.uint8] | None = None
    outline: Points = ()
    signs: tuple[Key, ...] = ()
    arrow: "Direction | None" = None
    card: Points = ()

    def on_screen(self, room: Rect) -> tuple[float, float, float]:
        """Left, top and scale of the whole picture in a rectangle, px."""
        assert self.image is not None
        height, width = self.image.shape[:2]
        scale = min(room.width / width, room.height / height)
        left, top = (
            room.left + (room.width - scale * width) / 2,
            room.top + (room.height - scale * height) / 2,
        )
        return left, top, scale

    def sign_at(self, room: Rect, x: float, y: float, reach: float) -> Key | None:
        """The sign nearest to a touched point of the screen; None beyond a reach, px."""
        if self.image is None:
            return None
        left, top, scale = self.on_screen(room)
        places = [(key, (left + scale * key.at[0], top + scale * key.at[1])) for key in self.signs if key.at]
        near = [(math.dist((x, y), at), number) for number, (_, at) in enumerate(places)]
        away, nearest = min(near, default=(reach, 0))
        return places[nearest][0] if away < reach else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCanvas(Canvas):
    """The drawing context of a page, with the size of a finger, px, and the scale of text."""

    touch: int
    larger: float = 1.0


@dataclass(frozen=True, slots=True)
class KeyPage:
    """A sheet of a page in the window.

    Attributes:
        live: what the camera sees, for a page with a picture.
        scene: of the game under it, whose board, colours and preferences it takes; None for no game.
    """

    page: Page
    sheet: int = 0
    live: LivePicture | None = None
    scene: Scene | None = None

    def draw(self, surface: pygame.Surface, fonts: Fonts) -> None:
        """Draw it onto a surface of the window's size."""
        page, scene, size = self.page, self.scene, surface.get_size()
        liked = ScreenPreferences() if scene is None else scene.preferences
        palette, larger = palette_of(liked.night), LARGER if page.large or liked.large else 1.0
        placed, holes = place_page(page, size, self.sheet), dict[Hole, int]()
        canvas = PageCanvas(surface, fonts, palette, touch=touch_px(size), larger=larger)
        surface.fill(palette.felt)
        if page.pawns is not None and not liked.named:
            text, more = numbered((page.text, page.more), holes)
            page = replace(page, text=text, more=more)
        _title(page, placed.title, canvas, scene)
        if page.shape is Shape.TEXT:
            _words(page, placed.text, canvas)
        elif page.text and placed.text.height:
            _text(page.text, placed.text, SHOWN, canvas, palette.soft)
        if placed.picture is not None and page.pawns is not None and scene is not None:
            draw_position(page, page.pawns, placed.picture, scene, canvas, holes)
        elif placed.picture is not None:
            live = self.live or LivePicture()
            if page.board and (live.image is None or (page.around and not live.signs)):
                _drawing(page, placed.picture, canvas)
            else:
                _live(placed.picture, live, canvas)
        drawn = [pair for pair in placed.keys if page.shape is Shape.DRAWINGS and pair[0].colour]
        if drawn:
            _drawn_keys(drawn, canvas)
        for key, rect in placed.keys[len(drawn) :]:
            short = page.shape is Shape.TEXT and len(key.label) <= SHORT_LABEL
            _key(key, rect, canvas, letters=short or page.shape in (Shape.LETTERS, Shape.CARDS))

    def tap(self, size: Size, x: float, y: float) -> Key | None:
        """The key at a touched point, px; in the picture a seat's sign, or `hole:b12`."""
        placed = place_page(self.page, size, self.sheet)
        if (key := key_at(placed, x, y)) is not None:
            return key
        if placed.picture is None or not placed.picture.holds(x, y):
            return None
        if self.page.pawns is not None and self.scene is not None:
            hole = hole_at(self.scene.board.face, x, y, board_frame(size, placed.picture))
            return None if hole is None else Key(f"hole:{hole}", "")
        return None if self.live is None else self.live.sign_at(placed.picture, x, y, touch_px(size))


def _words(page: Page, room: Rect, canvas: PageCanvas) -> None:
    """A page's text, and below it cards and the smaller text."""
    lower, grows = bool(page.more or page.hand), ROOMIER if room.height > ROOMY * canvas.touch else 1.0
    above = replace(room, height=(1 - MORE_SHARE if lower else 1.0) * room.height)
    bottom = _text(page.text, above, grows * READ, canvas, canvas.palette.bright)
    below = Rect(room.left, bottom, room.width, room.bottom - bottom)
    below = draw_hand(page.hand, below, canvas.touch, canvas)
    _text(page.more, below, grows * SMALLER, canvas, canvas.palette.soft)


def _text(text: str, room: Rect, letters: float, canvas: PageCanvas, ink: Colour) -> float:
    """A text of one or more paragraphs, all in one font size, in touches at most; returns its bottom, px."""
    size = round(letters * canvas.touch * canvas.larger)
    parts, gap = text.split("\n"), size // 3
    if len(parts) == 1:
        font, lines = canvas.fonts.paragraph(text, size, room.width, room.height)
        paragraphs: tuple[tuple[str, ...], ...] = (lines,)
    else:
        font, paragraphs = canvas.fonts.paragraphs(parts, size, room.width, room.height, gap)
    top = room.top
    for lines in paragraphs:
        top = canvas.lines(font, lines, (room.left, top), ink) + gap
    return top


def _title(page: Page, room: Rect, canvas: PageCanvas, scene: Scene | None) -> None:
    """The title; for a seat with its sign, and a card if there is one, on several lines if necessary."""
    surface, fonts, palette = canvas.surface, canvas.fonts, canvas.palette
    size = round(TITLE_LETTERS * TITLE * canvas.touch)
    if page.shape is Shape.LETTERS:
        _typed(page, room, size, canvas)
        return
    if page.seat is None or scene is None:
        font = fonts.fitting(page.title, size, room.width, bold=True)
        surface.blit(font.render(page.title, True, palette.bright), (room.left, room.top))
        return
    if page.card:
        wide = CARD_WIDTH * room.height
        draw_card(page.card, Rect(room.right - wide, room.top, wide, room.height), canvas)
        room = replace(room, width=room.width - wide - canvas.touch // 10)
    radius = int(0.34 * room.height)
    colour = palette.pawn(colour_of(scene.board.colours.get(page.seat, "")))
    canvas.put(sprites.sign(page.seat, colour, radius), (room.left + 1.2 * radius, room.middle[1]))
    left, width = room.left + 2.6 * radius, room.width - 2.6 * radius
    font, lines = fonts.paragraph(page.title, size, width, room.height)
    if len(lines) <= 1:
        font = fonts.fitting(page.title, size, width, bold=True)
        lines = (shortened(page.title, font, width),)
    canvas.lines(font, lines, (left, room.middle[1] - len(lines) * font.get_linesize() / 2), palette.bright)


def _typed(page: Page, room: Rect, size: int, canvas: Canvas) -> None:
    """The title of a keyboard's page, and beside it what was typed."""
    surface, fonts, palette, half = canvas.surface, canvas.fonts, canvas.palette, room.width / 2
    font = fonts.fitting(page.title, size, half, bold=True)
    surface.blit(font.render(page.title, True, palette.soft), (room.left, room.top))
    line = pygame.Rect(room.left + half, room.top, half, room.height)
    pygame.draw.rect(surface, palette.paper, line, border_radius=6)
    typed = f"{page.typed}|"
    font = fonts.fitting(typed, size, half - 16, bold=True)
    surface.blit(
        font.render(typed, True, palette.ink),
        (line.left + 8, line.top + (room.height - font.get_height()) / 2),
    )


def _key(key: Key, rect: Rect, canvas: PageCanvas, *, letters: bool) -> None:
    surface, fonts, palette, touch = canvas.surface, canvas.fonts, canvas.palette, canvas.touch
    box = _box(rect)
    ink = palette.ink
    if key.plain:
        ink = palette.soft if letters else palette.bright
    else:
        fill, ink = palette.of_key(pressed=bool(key.on), strong=key.strong)
        pygame.draw.rect(surface, fill, box, border_radius=touch // 6)
    pad = touch // 7
    inside = box.inflate(-2 * pad, -pad)
    if letters:
        font = fonts.fitting(key.label, round(0.45 * touch), box.width - 4, bold=True)
        text = font.render(key.label, True, ink)
        surface.blit(text, text.get_rect(center=box.center))
        return
    if icon := _icon(key, min(inside.height, round((0.8 if key.at is None else 0.5) * touch))):
        surface.blit(icon, (inside.left, box.centery - icon.get_height() // 2))
        inside.left, inside.width = (
            inside.left + icon.get_width() + pad,
            inside.width - icon.get_width() - pad,
        )
    if key.cards:
        inside = _cards(key.cards, inside, canvas)
    if key.on is not None:
        size = touch // 3
        _check(surface, pygame.Rect(inside.right - size, box.centery - size // 2, size, size), ink, on=key.on)
        inside.width -= size + pad
    size = round((0.34 if key.below else 0.38) * touch * canvas.larger)
    if not key.below or not key.label:
        font, lines = fonts.paragraph(key.label or key.below, size, inside.width, inside.height)
        top = box.centery - len(lines) * font.get_linesize() / 2
        canvas.lines(font, lines, (inside.left, top), ink)
        return
    font = fonts.fitting(key.label, size, inside.width, bold=True)
    below_height = inside.height - font.get_linesize()
    small, lines = fonts.paragraph(key.below, round(0.28 * touch * canvas.larger), inside.width, below_height)
    top = box.centery - (font.get_linesize() + len(lines) * small.get_linesize()) / 2
    surface.blit(font.render(shortened(key.label, font, inside.width), True, ink), (inside.left, top))
    canvas.lines(small, lines, (inside.left, top + font.get_linesize()), ink)


def _cards(cards: Sequence[str], room: pygame.Rect, canvas: PageCanvas) -> pygame.Rect:
    """Cards, one over the other's edge; returns the room beside them."""
    high = min(room.height, round(0.9 * canvas.touch))
    wide = round(0.72 * high)
    step = min(round(0.62 * wide), (room.width // 2 - wide) // max(1, len(cards) - 1))
    for number, card in enumerate(cards):
        place = Rect(room.left + number * step, room.centery - high / 2, wide, high)
        canvas.box(place, 6, canvas.palette.paper, INK)
        font = canvas.fonts.bold(round(0.42 * high))
        text = font.render(card, True, INK)
        over = number < len(cards) - 1 and step < wide
        middle = place.left + (step if over else wide) / 2
        canvas.surface.blit(text, text.get_rect(center=(middle, place.middle[1])))
    used = wide + step * (len(cards) - 1) + canvas.touch // 5
    return pygame.Rect(room.left + used, room.top, room.width - used, room.height)


def _drawn_keys(keys: Sequence[tuple[Key, Rect]], canvas: PageCanvas) -> None:
    """Keys with a drawing over the label and its sentence, all of one size."""
    surface, fonts, palette, touch = canvas.surface, canvas.fonts, canvas.palette, canvas.touch
    pad = touch // 10
    boxes = [_box(rect).inflate(-2 * pad, -2 * pad) for _, rect in keys]
    size, room = round(0.34 * touch * canvas.larger), min(box.width for box in boxes)
    label = fonts.bold(fonts.size_for((key.label for key, _ in keys), size, room, bold=True))
    below = fonts.plain(fonts.size_for((key.below for key, _ in keys), round(0.8 * size), room))
    under = label.get_linesize() + (below.get_linesize() if any(key.below for key, _ in keys) else 0)
    side = max(0, min(*(box.height - under for box in boxes), room, 2 * touch))
    for (key, rect), inside in zip(keys, boxes, strict=True):
        fill = palette.pressed if key.on else palette.paper
        pygame.draw.rect(surface, fill, _box(rect), border_radius=touch // 6)
        if icon := _icon(key, side):
            surface.blit(
                icon, icon.get_rect(center=(inside.centerx, (inside.top + inside.bottom - under) // 2))
            )
        top = inside.bottom - under
        for font, line in ((label, key.label), (below, key.below)):
            text = font.render(shortened(line, font, inside.width), True, palette.ink)
            surface.blit(text, text.get_rect(midtop=(inside.centerx, top)))
            top += label.get_linesize()
        if key.on:
            mark = touch // 3
            _check(surface, pygame.Rect(inside.right - mark, inside.top, mark, mark), palette.ink, on=True)


def _box(rect: Rect) -> pygame.Rect:
    return pygame.Rect(round(rect.left), round(rect.top), round(rect.width), round(rect.height))


def _check(surface: pygame.Surface, box: pygame.Rect, ink: Colour, *, on: bool) -> None:
    """A box, with a tick if it is on, so that the state doesn't depend on colour."""
    pygame.draw.rect(surface, ink, box, 3, border_radius=4)
    if on:
        points = [
            (box.left + 0.2 * box.width, box.centery),
            (box.left + 0.45 * box.width, box.bottom - 0.22 * box.height),
            (box.right - 0.15 * box.width, box.top + 0.2 * box.height),
        ]
        pygame.draw.lines(surface, ink, False, points, 4)


def _icon(key: Key, size: int) -> pygame.Surface | None:
    if key.board:
        return _board_icon(key.board, size)
    if key.pawn:
        return pawn(key.pawn, colour_of(key.colour), size)
    if key.seat is not None:
        return sprites.sign(key.seat, colour_of(key.colour), round(0.4 * size))
    if key.colour:
        return sprites.swatch(round(0.36 * size), colour_of(key.colour))
    return None


@lru_cache(maxsize=64)
def _board_icon(name: str, size: int) -> pygame.Surface:
    """An icon of a board with its holes; `name` may be the path of a family's own board."""
    board = load_board(name)
    fine = 3 * size
    icon = pygame.Surface((fine, fine), pygame.SRCALPHA)
    xs, ys = zip(*board.outline, strict=True)
    scale = (fine - 6) / max(max(xs) - min(xs), max(ys) - min(ys))
    left, top = fine / 2 - scale * (min(xs) + max(xs)) / 2, fine / 2 - scale * (min(ys) + max(ys)) / 2

    def at(place: tuple[float, float]) -> tuple[float, float]:
        return left + scale * place[0], top + scale * place[1]

    pygame.draw.polygon(icon, (205, 170, 110), [at(corner) for corner in board.outline])
    pygame.draw.polygon(icon, INK, [at(corner) for corner in board.outline], 3)
    for place in board.holes.values():
        pygame.draw.circle(icon, INK, at(place), max(2.0, 0.3 * board.pitch_mm * scale))
    return pygame.transform.smoothscale(icon, (size, size))


def _drawing(page: Page, room: Rect, canvas: Canvas) -> None:
    """The page's board with each seat's start and home in its colour."""
    face = face_of_board(load_board(page.board))
    colours = tuple((key.seat, colour_of(key.colour)) for key in page.around if key.seat is not None)
    frame = replace(frame_of(canvas.surface.get_size()), board=room)
    canvas.surface.blit(sprites.board(face, frame, colours, canvas.palette), (room.left, room.top))


def _live(room: Rect, live: LivePicture, canvas: PageCanvas) -> None:
    """The whole camera picture with the board's outline."""
    surface, palette, frame = canvas.surface, canvas.palette, _box(room)
    pygame.draw.rect(surface, palette.felt_dark, frame)
    if live.image is None:
        pygame.draw.rect(surface, palette.felt_light, frame, 2)
        return
    height, width = live.image.shape[:2]
    left, top, scale = live.on_screen(room)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    step = max(1, int(1 / scale))
    picture = pygame.transform.scale(surface_of(np.ascontiguousarray(live.image[::step, ::step])), size)
    surface.blit(picture, (left, top))
    if len(live.outline) > 2:
        surface.set_clip(frame)
        for points, line in ((live.outline, palette.pressed), (live.card, palette.bright)):
            if points:
                corners = [(left + scale * x, top + scale * y) for x, y in points]
                pygame.draw.polygon(surface, INK, corners, 7)
                pygame.draw.polygon(surface, line, corners, 4)
        for key in live.signs:
            if key.seat is not None and key.at is not None:
                sign = sprites.sign(key.seat, colour_of(key.colour), round(SIGN_SHARE * canvas.touch))
                surface.blit(sign, sign.get_rect(center=(left + scale * key.at[0], top + scale * key.at[1])))
        surface.set_clip(None)
    if live.arrow is not None:
        whole = pygame.Rect(round(left), round(top), *size)
        for x, y, way in ARROWS[live.arrow]:
            _arrow((whole.left + x * whole.width, whole.top + y * whole.height), way, canvas)


def _arrow(at: tuple[float, float], way: tuple[int, int], canvas: PageCanvas) -> None:
    """A large arrow around a point."""
    surface, (x, y) = canvas.surface, way
    points = [
        (at[0] + canvas.touch * (x * along - y * across), at[1] + canvas.touch * (y * along + x * across))
        for along, across in ARROW
    ]
    pygame.draw.polygon(surface, canvas.palette.amber, points)
    pygame.draw.polygon(surface, INK, points, 3)
