"""What a page about a game shows besides its words: a board with arrows, and cards that lie there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from calibration.holes import Hole, Seat
from toc_pi.rules.position import Position
from toc_pi.screen.board_draw import draw_arrow, draw_board, draw_number
from toc_pi.screen.canvas import MIN_FONT, Canvas
from toc_pi.screen.frames import Rect, ScreenParts, Size, frame_of
from toc_pi.screen.pages.page import Page
from toc_pi.screen.scene import Scene

CARD_WIDTH = 0.72
"""Width of a card, relative to its height."""
MIN_CARD = 0.42
"""Least width of a card that lies there, in touches."""


def board_frame(size: Size, board: Rect) -> ScreenParts:
    """A screen of which a board fills a rectangle, px."""
    text = max(0.7, min(board.width, board.height) / 420)
    return replace(frame_of(size), board=board, status=None, side=None, text=text)


def draw_card(card: str, rect: Rect, canvas: Canvas) -> None:
    """A card as printed; "" for one that is face down."""
    if card:
        canvas.card(rect, card, round(0.7 * rect.height), radius=6, pad=6)
    else:
        canvas.box(rect, 6, canvas.palette.calm, canvas.palette.paper)


def draw_hand(hand: Sequence[str], rect: Rect, touch: int, canvas: Canvas) -> Rect:
    """Cards side by side, unless they would be too small to read; returns the room beside them."""
    high = min(rect.height, touch, rect.width / max(1, len(hand)))
    if not hand or high < MIN_FONT:
        return rect
    wide = max(CARD_WIDTH * high, MIN_CARD * touch)
    step = wide + 0.1 * high
    for number, card in enumerate(hand):
        draw_card(card, Rect(rect.left + number * step, rect.top, wide, high), canvas)
    used = len(hand) * step
    return replace(rect, left=rect.left + used, width=rect.width - used)


def draw_position(
    page: Page,
    pawns: Mapping[Hole, Seat],
    room: Rect,
    scene: Scene,
    canvas: Canvas,
    holes: Mapping[Hole, int],
) -> None:
    """The scene's board with a page's pawns and arrows; all other pawns are in their camps.

    Args:
        holes: numbers that are drawn beside holes.
    """
    frame, face = board_frame(canvas.surface.get_size(), room), scene.board.face
    shown, palette = scene.board.standing(Position(frozenset(pawns.items()))), canvas.palette
    board = replace(scene.board, pawns=shown, unsure=frozenset(), picked=None)
    game = replace(scene.game, fresh=page.fresh, question=None, repair={}, verdict=None)
    still = replace(scene, board=board, game=game)
    ground = replace(draw_board(still, canvas, frame, frozenset()), text=frame.text)
    numbers: dict[Hole, int] = {}
    for way in page.ways:
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
