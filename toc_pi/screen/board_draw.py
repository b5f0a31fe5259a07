"""Draws a scene's board: pawns, moves, doubtful holes, repairs, names and lamps."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import pygame

from calibration.holes import Hole, Seat, is_camp
from toc_pi.effects import Verdict
from toc_pi.screen import sprites
from toc_pi.screen.canvas import Canvas
from toc_pi.screen.face import doubted, mendings, route, way_back, ways_gone, ways_home
from toc_pi.screen.frames import Point, ScreenParts
from toc_pi.screen.layout import BoardView, camp_circle, place_board, place_lamp
from toc_pi.screen.palette import INK, PAPER, Colour, colour_of
from toc_pi.screen.panel import Mark, Panel
from toc_pi.screen.scene import LessonTask, Scene, seat_lamp

NAME_LETTERS = 0.78
"""Height of a hole's name, as a share of the distance between neighbouring holes."""
MIN_NAME = 13
"""Smallest font size of a hole's name, px on a screen of the usual size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCanvas(Canvas):
    """The drawing context of the board.

    Attributes:
        view: where the board is.
        radius: of a pawn, px.
        text: scale of text and lines relative to 800 by 480.
    """

    view: BoardView
    radius: int
    text: float

    def px(self, size: float) -> int:
        """A length specified for 800 by 480, scaled to this screen."""
        return max(1, round(size * self.text))


def draw_board(
    scene: Scene, canvas: Canvas, frame: ScreenParts, lit: frozenset[str], panel: Panel | None = None
) -> BoardCanvas:
    """Draw the board with its pawns; moves are drawn only while the panel shows their verdict.

    Returns:
        The drawing context, to draw more on the board.
    """
    judged = panel is not None and panel.box is not None and panel.box.mark in (Mark.TICK, Mark.CROSS)
    view, palette = place_board(scene.board.face, frame), canvas.palette
    radius = max(6, round(0.54 * scene.board.face.pitch_mm * view.scale))
    text = min(frame.text, frame.board.width / 420)
    ground = BoardCanvas(canvas.surface, canvas.fonts, palette, view=view, radius=radius, text=text)
    colours = tuple((seat, colour_of(scene.board.colours.get(seat, ""))) for seat in scene.board.seats)
    board = sprites.board(scene.board.face, frame, colours, palette)
    canvas.surface.blit(board, (frame.board.left, frame.board.top))
    _camps(scene, ground)
    places = {hole: view.point(place) for hole, place in scene.board.face.holes.items()}
    for hole, seat in scene.board.pawns.items():
        if hole in places:
            draw_pawn(scene, ground, seat, places[hole], ground.radius)
            if hole in scene.game.fresh:
                ground.put(sprites.ring(ground.radius + ground.px(6), palette.bright, 2), places[hole])
    if scene.board.picked is not None:
        ground.put(
            sprites.ring(ground.radius + ground.px(9), palette.calm, ground.px(4)), places[scene.board.picked]
        )
    _mendings(scene, ground, places)
    if scene.game.task is not None:
        _shown(scene.game.task, ground, scene, places)
    if judged and scene.game.verdict is not None:
        _moved(scene, scene.game.verdict, ground, places)
    _doubts(scene, ground, places, {} if panel is None else panel.holes)
    if scene.preferences.named:
        _names(scene, ground, places)
    for seat in scene.board.seats:
        draw_lamp(
            ground, view.point(place_lamp(scene.board.face, seat)), seat_lamp(seat) in lit, palette.lamp_on
        )
    return ground


def draw_pawn(scene: Scene, ground: BoardCanvas, seat: Seat, at: Point, radius: int) -> None:
    """A pawn: its seat's sign."""
    ground.put(sprites.sign(seat, _colour(scene, ground, seat), radius), at)


def _colour(scene: Scene, ground: BoardCanvas, seat: Seat) -> Colour:
    return ground.palette.pawn(colour_of(scene.board.colours.get(seat, "")))


def draw_lamp(ground: BoardCanvas, at: Point, shines: bool, colour: Colour) -> None:
    """A lamp; a lit one is larger, with a glow around it."""
    if shines:
        ground.put(sprites.glow(ground.px(34), colour), at)
    fill = colour if shines else ground.palette.lamp_off
    ground.put(sprites.disc(ground.px(9 if shines else 7), fill, INK, 2), at)


def _camps(scene: Scene, ground: BoardCanvas) -> None:
    """A ring in each seat's colour around its camp, so that an empty camp can be identified."""
    for seat in scene.board.seats:
        middle, reach = camp_circle(scene.board.face, seat)
        at, radius = ground.view.point(middle), round(reach * ground.view.scale)
        if scene.game.turn is not None and scene.game.turn.seat == seat:
            ground.put(sprites.glow(round(1.9 * radius), ground.palette.lamp_on), at)
        ground.put(sprites.ring(radius + 1, INK, 5), at)
        ground.put(sprites.ring(radius, _colour(scene, ground, seat), 3), at)
        if seat in scene.preferences.chairs:
            _tag(scene, ground, seat)


def _tag(scene: Scene, ground: BoardCanvas, seat: Seat) -> None:
    """The program's name at a camp: nobody sits there."""
    middle, reach = camp_circle(scene.board.face, seat)
    x, y = ground.view.point(middle)
    name = ground.fonts.bold(ground.px(17)).render(scene.preferences.names.get(seat, ""), True, PAPER)
    back = sprites.rounded(name.get_width() + 10, name.get_height() + 2, 6, INK)
    at = x, y + reach * ground.view.scale + name.get_height() / 2
    ground.put(back, at)
    ground.put(name, at)


def _doubts(
    scene: Scene, ground: BoardCanvas, places: Mapping[Hole, Point], numbers: Mapping[Hole, int]
) -> None:
    """Undecided holes, and those that a sentence or a question is about."""
    for hole in scene.board.unsure & places.keys():
        _unsure(ground, places[hole])
    for hole in dict.fromkeys((*numbers, *doubted(scene.game.question))):
        if hole in places and (hole in numbers or hole not in scene.board.unsure):
            colour = ground.palette.amber
            ground.put(sprites.ring(ground.radius + ground.px(8), colour, ground.px(3)), places[hole])
            draw_number(ground, numbers.get(hole, 0), _beside(places[hole], ground.radius))


def _beside(at: Point, radius: float) -> Point:
    return at[0] + radius, at[1] - radius


def _unsure(ground: BoardCanvas, at: Point) -> None:
    ground.put(sprites.disc(ground.radius, ground.palette.paper, INK, 1), at)
    ground.put(ground.fonts.bold(2 * ground.radius).render("?", True, ground.palette.ink), at)


def _mendings(scene: Scene, ground: BoardCanvas, places: dict[Hole, Point]) -> None:
    """The repair: a number at each place, a pale pawn where one is missing, and an arrow to it."""
    for number, one in enumerate(mendings(scene.game.repair, scene.board.pawns), 1):
        place = one.end if one.end is not None else one.start
        if place is None or place not in places:
            continue
        at, radius = places[place], ground.radius
        if one.seat is not None and scene.board.pawns.get(place) != one.seat:
            sign = sprites.sign(one.seat, _colour(scene, ground, one.seat), radius)
            ground.put(sprites.faint(sign), at)
        ground.put(sprites.ring(radius + ground.px(9), ground.palette.amber, ground.px(4)), at)
        if one.seat is None:
            cross = ground.fonts.bold(2 * radius + ground.px(12)).render("✗", True, ground.palette.bad)
            ground.put(cross, at)
        elif one.start is not None and one.start in places:
            draw_arrow(ground, scene, (one.start, place), ground.palette.calm)
        _badge(ground, str(number), (at[0] + radius + ground.px(7), at[1] - radius - ground.px(7)))


def _shown(task: LessonTask, ground: BoardCanvas, scene: Scene, places: dict[Hole, Point]) -> None:
    """A demonstrated move: an arrow for each pawn, in the colour of what is right or of what isn't."""
    colour = ground.palette.bad if task.shows == "wrong" else ground.palette.good
    for start, end, seat in task.ways:
        begin = start or ground.view.point(camp_circle(scene.board.face, seat)[0])
        if end in places and (start is None or start in places):
            draw_arrow(ground, scene, (begin, end), colour)


def _badge(ground: BoardCanvas, text: str, at: Point) -> None:
    """A number or a sign in a small disc."""
    ground.put(sprites.disc(ground.px(10), ground.palette.amber, INK, 1), at)
    ground.put(ground.fonts.bold(ground.px(18)).render(text, True, INK), at)


def draw_number(ground: BoardCanvas, number: int, at: Point) -> None:
    """The number of a line of a message, or of a hole in it; a question mark for none."""
    _badge(ground, str(number) if number else "?", at)


def _moved(scene: Scene, verdict: Verdict, ground: BoardCanvas, places: dict[Hole, Point]) -> None:
    """Arrows: after an illegal move the way back, after a legal one the move, with thin ones for captures."""
    if not verdict.legal:
        for start, end, _ in way_back(verdict, scene.board.pawns):
            if start in places and end in places:
                draw_arrow(ground, scene, (start, end), ground.palette.bad)
        return
    for start, end, _ in ways_home(verdict, scene.board.face):
        if start in places and end in places:
            draw_arrow(ground, scene, (start, end), ground.palette.bad, thin=True)
    for start, end, seat in ways_gone(verdict):
        if end in places and (start in places or is_camp(start)):
            begin = start if start in places else ground.view.point(camp_circle(scene.board.face, seat)[0])
            draw_arrow(ground, scene, (begin, end), ground.palette.calm)


def draw_arrow(
    ground: BoardCanvas,
    scene: Scene,
    ends: tuple[Hole | Point, Hole | Point],
    colour: Colour,
    *,
    thin: bool = False,
) -> None:
    """An arrow along the holes between two, or straight from or to a point outside them, px.

    A dot marks each hole on the way, so that they can be counted; pawns there stay visible.
    """
    start, end = ends
    places = {hole: ground.view.point(place) for hole, place in scene.board.face.holes.items()}
    holes = route(scene.board.face, start, end) if isinstance(start, str) and isinstance(end, str) else ()
    points = [places[hole] for hole in holes] or [
        places[one] if isinstance(one, str) else one for one in ends
    ]
    long, edge = (
        sum(math.dist(*pair) for pair in pairwise(points)),
        0 if thin else ground.radius + ground.px(4),
    )
    if long - edge < 1:
        return
    tail = min(ground.radius + 2.0, 0.3 * (long - edge))
    head = min(ground.px(16 if thin else 22), 0.6 * (long - edge))
    line = tuple(sprites.trimmed(points, tail, edge))
    shaft = ground.px(8) * (0.5 if thin else 1.0)
    picture, corner = sprites.arrow(line, colour, ground.palette.paper, shaft, head)
    if not thin:
        ground.put(sprites.ring(ground.radius + ground.px(8), colour, ground.px(4)), points[-1])
    ground.surface.blit(picture, corner)
    for hole in holes[1:-1]:
        if (seat := scene.board.pawns.get(hole)) is not None:
            draw_pawn(scene, ground, seat, places[hole], ground.radius)
        elif math.dist(places[hole], points[-1]) > edge + head:
            ground.put(
                sprites.disc(max(1, round(0.25 * shaft)), ground.palette.paper, ground.palette.paper, 0),
                places[hole],
            )


def _names(scene: Scene, ground: BoardCanvas, places: dict[Hole, Point]) -> None:
    """Names on holes, as used in sentences; if there isn't room for all, the most relevant ones."""
    size = max(ground.px(MIN_NAME), round(NAME_LETTERS * scene.board.face.pitch_mm * ground.view.scale))
    font = ground.fonts.bold(size)
    taken: list[pygame.Rect] = []
    for hole in sorted(
        (hole for hole in places if not is_camp(hole)), key=lambda hole: _telling(scene, hole)
    ):
        name = font.render(hole, True, PAPER)
        back = sprites.rounded(name.get_width() + 4, name.get_height(), 4, INK)
        area = back.get_rect(center=(round(places[hole][0]), round(places[hole][1])))
        if area.collidelist(taken) < 0:
            taken.append(area)
            ground.put(back, area.center)
            ground.put(name, area.center)


def _telling(scene: Scene, hole: Hole) -> tuple[int, str]:
    """Sort key for names: those in the message first, then pawns, start holes, every fifth hole."""
    meant = {*doubted(scene.game.question), *scene.game.repair}
    if scene.game.verdict is not None:
        meant |= {hole for way in ways_gone(scene.game.verdict) for hole in way[:2]}
    number = hole.lstrip("abcdefghHX")
    ranks = (
        hole in meant,
        hole in scene.board.pawns,
        number == "0",
        number in ("5", "10", "15"),
        "H" in hole,
    )
    return next((rank for rank, true in enumerate(ranks) if true), len(ranks)), hole
