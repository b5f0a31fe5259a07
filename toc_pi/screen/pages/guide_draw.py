"""Draws a guide onto a surface."""

from collections.abc import Mapping
from dataclasses import replace

import pygame

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes
from toc_pi.languages import face_of
from toc_pi.screen import sprites
from toc_pi.screen.board_draw import BoardCanvas, draw_arrow, draw_board, draw_number, pawn_radius
from toc_pi.screen.canvas import Canvas
from toc_pi.screen.fonts import Fonts, shortened
from toc_pi.screen.frames import LARGER, Rect, frame_of
from toc_pi.screen.layout import camp_circle, place_board
from toc_pi.screen.pages.guide import CARD_WIDTH, Guide, PlacedGuide
from toc_pi.screen.pages.page import Key
from toc_pi.screen.palette import colour_of, palette_of
from toc_pi.screen.scene import Scene
from toc_pi.screen.ways import numbered

# Font sizes, in fingers.
TITLE, TEXT, MORE, KEY, CARD = 0.56, 0.4, 0.33, 0.4, 0.52
LEAST_CARD = 0.42
"""Least width of a card that lies there, in fingers."""
ROOMY, ROOMY_LARGER = 4.5, 1.2
"""Height of text, in fingers, from which larger letters are used, large ones or not, and their scale."""


def draw_guide(
    guide: Guide, placed: PlacedGuide, scene: Scene, surface: pygame.Surface, fonts: Fonts
) -> None:
    """Draw it.

    Args:
        guide: what to show.
        placed: where, from `guide_layout.place_guide`.
        scene: of the game under it: its board, colours and night.
        surface: overwritten.
        fonts: from `fonts.load_fonts`.
    """
    palette = palette_of(scene.night)
    canvas = Canvas(surface, fonts, palette)
    surface.fill(palette.felt)
    holes: dict[Hole, int] = {}
    if guide.pawns is not None and not scene.named:
        text, more = numbered((guide.text, guide.more), holes)
        guide = replace(guide, text=text, more=more)
    if placed.frame is not None and guide.pawns is not None:
        _board(guide, placed, scene, canvas, holes)
    finger = frame_of(surface.get_size()).finger
    _title(guide, placed.title, scene, canvas)
    if placed.card is not None:
        _card(face_of(guide.card, scene.faces), placed.card, canvas)
    top, roomy = placed.text.top, placed.text.height + placed.more.height > ROOMY * finger
    for text, rect, size, colour in (
        (guide.text, placed.text, TEXT, palette.bright),
        (guide.more, placed.more, MORE, palette.soft),
    ):
        if size == MORE and guide.hand:
            rect = _hand(guide, replace(rect, top=top, height=rect.bottom - top), canvas)
        if not text or rect.height <= 0:
            continue
        # Large text must leave room for the text below it.
        grows = scene.large and (roomy or size == MORE or not guide.more)
        letters = round(size * finger * (LARGER if grows else ROOMY_LARGER if roomy else 1.0))
        font, lines = fonts.paragraph(text, letters, rect.width, rect.bottom - top)
        canvas.lines(font, lines, (rect.left, top), colour)
        top = min(top + (len(lines) + 0.5) * font.get_linesize(), max(top, placed.more.top))
    for key, rect in placed.keys:
        _key(key, rect, finger, canvas)


def _title(guide: Guide, rect: Rect, scene: Scene, canvas: Canvas) -> None:
    fonts, palette = canvas.fonts, canvas.palette
    left = rect.left
    if guide.seat is not None:
        radius = int(0.34 * rect.height)
        colour = palette.pawn(colour_of(scene.colours.get(guide.seat, "")))
        canvas.put(sprites.sign(guide.seat, colour, radius), (left + 1.2 * radius, rect.middle[1]))
        left += 2.6 * radius
    room = rect.right - left
    size = round(TITLE * rect.height)
    font, lines = fonts.paragraph(guide.title, size, room, rect.height)
    if len(lines) <= 1:
        font = fonts.fitting(guide.title, size, room, bold=True)
        lines = (shortened(guide.title, font, room),)
    top = rect.middle[1] - len(lines) * font.get_linesize() / 2
    canvas.lines(font, lines, (left, top), palette.bright)


def _hand(guide: Guide, rect: Rect, canvas: Canvas) -> Rect:
    """Cards side by side; returns the room beside them."""
    finger, palette = frame_of(canvas.surface.get_size()).finger, canvas.palette
    high = min(rect.height, finger, rect.width / len(guide.hand))
    wide = max(CARD_WIDTH * high, LEAST_CARD * finger)
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
    canvas.box(rect, 6, canvas.palette.paper, canvas.palette.ink)
    font = canvas.fonts.fitting(card, round(0.7 * rect.height), rect.width - 6, bold=True)
    canvas.put(font.render(card, True, canvas.palette.ink), rect.middle)


def _key(key: Key, rect: Rect, finger: float, canvas: Canvas) -> None:
    fonts, palette = canvas.fonts, canvas.palette
    fill = palette.pressed if key.on else palette.amber if key.strong else palette.paper
    ink = palette.ink
    if key.plain:
        fill, ink = palette.felt_dark, palette.soft
    canvas.box(rect, round(finger / 7), fill)
    short = len(key.label) <= 2
    font, lines = fonts.paragraph(
        key.label, round((CARD if short else KEY) * finger), rect.width - 8, rect.height - 6
    )
    canvas.label(rect.middle, fonts.bold(round(CARD * finger)) if short else font, lines, ink)


def _board(
    guide: Guide, placed: PlacedGuide, scene: Scene, canvas: Canvas, holes: Mapping[Hole, int]
) -> None:
    """The guide's board and arrows; all other pawns are in their camps."""
    frame = placed.frame
    assert frame is not None
    assert guide.pawns is not None
    still = replace(
        scene,
        pawns=_with_camps(guide.pawns, scene),
        fresh=guide.fresh,
        unsure=frozenset(),
        question=None,
        repair={},
        picked=None,
        verdict=None,
    )
    surface, fonts, palette = canvas.surface, canvas.fonts, canvas.palette
    draw_board(still, surface, fonts, frame, palette, frozenset())
    view = place_board(scene.face, frame)
    radius = pawn_radius(still, view)
    ground = BoardCanvas(surface, fonts, palette, view=view, radius=radius, text=frame.text)
    numbers: dict[Hole, int] = {}
    for way in guide.ways:
        camp = ground.view.point(camp_circle(scene.face, way.seat)[0])
        start, end = way.start or camp, way.end or camp
        if {way.start, way.end} - {None} - scene.face.holes.keys():
            continue
        captured = way.end is None
        colour = palette.bad if captured else palette.soft if way.pale else palette.calm
        draw_arrow(ground, still, (start, end), colour, thin=captured or way.pale or way.number > 0)
        if way.number and way.end is not None:
            numbers[way.end] = way.number
    for hole, number in numbers.items():
        draw_number(ground, number, view.point(scene.face.holes[hole]))
    for hole, number in holes.items():
        if hole in scene.face.holes:
            x, y = view.point(scene.face.holes[hole])
            draw_number(ground, number, (x + ground.radius, y - ground.radius))


def _with_camps(pawns: Mapping[Hole, Seat], scene: Scene) -> dict[Hole, Seat]:
    """All pawns: those not on the board are in their camps."""
    shown = dict(pawns)
    for seat in scene.seats:
        waiting = PAWNS_A_SEAT - sum(owner == seat for owner in pawns.values())
        for hole in camp_holes(seat)[: max(0, waiting)]:
            if hole in scene.face.holes:
                shown[hole] = seat
    return shown
