"""Draws a scene's board: pawns, moves, doubtful holes, repairs, names and lamps."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import pygame

from calibration.board.board import Point
from calibration.holes import Hole, Seat, is_camp, is_home
from toc_pi.effects import Verdict
from toc_pi.screen import sprites
from toc_pi.screen.board_face import doubted, repair_steps, route, way_back, ways_gone, ways_home
from toc_pi.screen.canvas import Canvas
from toc_pi.screen.frames import ScreenParts
from toc_pi.screen.layout import BoardView, camp_circle, place_board, place_lamp
from toc_pi.screen.palette import INK, PAPER, Colour, colour_of
from toc_pi.screen.panel import Mark, Panel
from toc_pi.screen.scene import LessonTask, Scene, ShownBoard, seat_lamp

NAME_LETTERS = 0.78
"""Height of a hole's name, as a share of the distance between neighbouring holes."""
MIN_NAME = 13
"""Smallest font size of a hole's name, px on a screen of the usual size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCanvas(Canvas):
    """The drawing context of the board: where it is, a pawn's radius, px, and the scale of text and lines."""

    board: ShownBoard
    view: BoardView
    radius: int
    text: float

    def px(self, size: float) -> int:
        """A length specified for 800 by 480, scaled to this screen."""
        return max(1, round(size * self.text))

    @property
    def places(self) -> Mapping[Hole, Point]:
        """The place of each hole, px."""
        return {hole: self.view.point(place) for hole, place in self.board.face.holes.items()}

    def colour(self, seat: Seat) -> Colour:
        """The colour of a seat's pawns in this light."""
        return self.palette.pawn(colour_of(self.board.colours.get(seat, "")))

    def camp(self, seat: Seat) -> Point:
        """The middle of a seat's camp, px."""
        return self.view.point(camp_circle(self.board.face, seat)[0])

    def ring(self, at: Point, wider: float, colour: Colour, width: int) -> None:
        """A ring around a pawn, wider by a length specified for 800 by 480."""
        self.put(sprites.ring(self.radius + self.px(wider), colour, width), at)


def draw_board(
    scene: Scene, canvas: Canvas, frame: ScreenParts, lit: frozenset[str], panel: Panel | None = None
) -> BoardCanvas:
    """Draw the board with its pawns; moves are drawn only while the panel shows their verdict.

    Returns:
        The drawing context, to draw more on the board.
    """
    judged = panel is not None and panel.box is not None and panel.box.mark in (Mark.TICK, Mark.CROSS)
    board, game, palette = scene.board, scene.game, canvas.palette
    view = place_board(board.face, frame)
    radius = max(6, round(0.54 * board.face.pitch_mm * view.scale))
    text = min(frame.text, frame.board.width / 420)
    ground = BoardCanvas(
        canvas.surface, canvas.fonts, palette, board=board, view=view, radius=radius, text=text
    )
    colours = tuple((seat, colour_of(board.colours.get(seat, ""))) for seat in board.seats)
    empty = sprites.board(board.face, frame, colours, palette)
    canvas.surface.blit(empty, (frame.board.left, frame.board.top))
    _camps(scene, ground)
    places = ground.places
    for hole, seat in board.pawns.items():
        if hole in places:
            draw_pawn(ground, seat, places[hole], radius)
            if hole in game.fresh:
                ground.ring(places[hole], 6, palette.bright, 2)
    if board.picked is not None:
        ground.ring(places[board.picked], 9, palette.calm, ground.px(4))
    _mendings(game.repair, ground)
    if game.task is not None:
        _shown(game.task, ground)
    if judged and game.verdict is not None:
        _moved(game.verdict, ground)
    elif game.taken is not None and not game.repair and not board.by_hand:
        _taken_back(game.taken, ground)
    _doubts(doubted(game.question), ground, {} if panel is None else panel.holes)
    if scene.preferences.named:
        _names(scene, ground)
    for seat in board.seats:
        at = view.point(place_lamp(board.face, seat))
        draw_lamp(ground, at, seat_lamp(seat) in lit, palette.lamp_on)
    return ground


def draw_pawn(ground: BoardCanvas, seat: Seat, at: Point, radius: int) -> None:
    """A pawn: its seat's sign."""
    ground.put(sprites.sign(seat, ground.colour(seat), radius), at)


def draw_lamp(ground: BoardCanvas, at: Point, shines: bool, colour: Colour) -> None:
    """A lamp; a lit one is larger, with a glow around it."""
    if shines:
        ground.put(sprites.glow(ground.px(34), colour), at)
    fill = colour if shines else ground.palette.lamp_off
    ground.put(sprites.disc(ground.px(9 if shines else 7), fill, INK, 2), at)


def _camps(scene: Scene, ground: BoardCanvas) -> None:
    """A ring in each seat's colour around its camp, so that an empty camp can be identified."""
    for seat in scene.board.seats:
        at = ground.camp(seat)
        radius = round(camp_circle(scene.board.face, seat)[1] * ground.view.scale)
        if scene.game.turn is not None and scene.game.turn.seat == seat:
            ground.put(sprites.glow(round(1.9 * radius), ground.palette.lamp_on), at)
        ground.put(sprites.ring(radius + 1, INK, 5), at)
        ground.put(sprites.ring(radius, ground.colour(seat), 3), at)
        if seat in scene.preferences.chairs:
            _tag(scene.preferences.names.get(seat, ""), ground, seat)


def _tag(who: str, ground: BoardCanvas, seat: Seat) -> None:
    """The program's name at a camp: nobody sits there."""
    x, y = ground.camp(seat)
    name = ground.fonts.bold(ground.px(17)).render(who, True, PAPER)
    back = sprites.rounded(name.get_width() + 10, name.get_height() + 2, 6, INK)
    reach = camp_circle(ground.board.face, seat)[1]
    at = x, y + reach * ground.view.scale + name.get_height() / 2
    ground.put(back, at)
    ground.put(name, at)


def _doubts(asked: Iterable[Hole], ground: BoardCanvas, numbers: Mapping[Hole, int]) -> None:
    """Undecided holes, and those that a sentence or a question is about."""
    places, unsure, radius = ground.places, ground.board.unsure, ground.radius
    for hole in unsure & places.keys():
        ground.put(sprites.disc(radius, ground.palette.paper, INK, 1), places[hole])
        ground.put(ground.fonts.bold(2 * radius).render("?", True, ground.palette.ink), places[hole])
    for hole in dict.fromkeys((*numbers, *asked)):
        if hole in places and (hole in numbers or hole not in unsure):
            x, y = places[hole]
            ground.ring((x, y), 8, ground.palette.amber, ground.px(3))
            draw_number(ground, numbers.get(hole, 0), (x + radius, y - radius))


def _mendings(repair: Mapping[Hole, str], ground: BoardCanvas) -> None:
    """The repair: a number at each place, a pale pawn where one is missing, and an arrow to it."""
    places, pawns, radius = ground.places, ground.board.pawns, ground.radius
    for number, one in enumerate(repair_steps(repair, pawns), 1):
        place = one.end if one.end is not None else one.start
        if place is None or place not in places:
            continue
        at = places[place]
        if one.seat is not None and pawns.get(place) != one.seat:
            ground.put(sprites.faint(sprites.sign(one.seat, ground.colour(one.seat), radius)), at)
        ground.ring(at, 9, ground.palette.amber, ground.px(4))
        if one.seat is None:
            font, rim = ground.fonts.bold(2 * radius + ground.px(12)), ground.px(2)
            for x, y in ((-rim, 0), (rim, 0), (0, -rim), (0, rim)):  # its outline
                ground.put(font.render("✗", True, ground.palette.paper), (at[0] + x, at[1] + y))
            ground.put(font.render("✗", True, ground.palette.bad), at)
        elif one.start is not None and one.start in places:
            draw_arrow(ground, (one.start, place), ground.palette.calm)
        draw_number(ground, number, (at[0] + radius + ground.px(7), at[1] - radius - ground.px(7)))


def _shown(task: LessonTask, ground: BoardCanvas) -> None:
    """A demonstrated move: an arrow for each pawn, in the colour of what is right or of what isn't."""
    colour = ground.palette.bad if task.shows == "wrong" else ground.palette.good
    for start, end, seat in task.ways:
        if end in ground.places and (start is None or start in ground.places):
            draw_arrow(ground, (start or ground.camp(seat), end), colour)


def draw_number(ground: BoardCanvas, number: int, at: Point) -> None:
    """The number of a line of a message, or of a hole in it, in a small disc; a question mark for none."""
    ground.put(sprites.disc(ground.px(10), ground.palette.amber, INK, 1), at)
    text = str(number) if number else "?"
    ground.put(ground.fonts.bold(ground.px(18)).render(text, True, INK), at)


def _moved(verdict: Verdict, ground: BoardCanvas) -> None:
    """Arrows: after an illegal move the way back, after a legal one the move, with thin ones for captures."""
    places, bad = ground.places, ground.palette.bad
    back = ways_home(verdict, ground.board.face) if verdict.legal else way_back(verdict, ground.board.pawns)
    for start, end, _ in back:
        if start in places and end in places:
            draw_arrow(ground, (start, end), bad, thin=verdict.legal)
    for start, end, seat in ways_gone(verdict) if verdict.legal else ():
        if end in places and (start in places or is_camp(start)):
            draw_arrow(ground, (start if start in places else ground.camp(seat), end), ground.palette.calm)


def _taken_back(taken: Verdict, ground: BoardCanvas) -> None:
    """Arrows for the pawns of a move that was taken back and that still stand where it led."""
    places, pawns = ground.places, ground.board.pawns
    for start, end, seat in way_back(replace(taken, back_to=taken.before), pawns):
        if start in places and end in places and pawns.get(start) == seat and pawns.get(end) != seat:
            draw_arrow(ground, (start, end), ground.palette.calm)


def draw_arrow(
    ground: BoardCanvas, ends: tuple[Hole | Point, Hole | Point], colour: Colour, *, thin: bool = False
) -> None:
    """An arrow along the holes between two, or straight from or to a point outside them, px.

    A dot marks each hole on the way, so that they can be counted; pawns there stay visible.
    """
    (start, end), places, face = ends, ground.places, ground.board.face
    holes = route(face, start, end) if isinstance(start, str) and isinstance(end, str) else ()
    points = [places[one] if isinstance(one, str) else one for one in holes or ends]
    long = sum(math.dist(*pair) for pair in pairwise(points))
    edge = 0 if thin else ground.radius + ground.px(4)
    if long - edge < 1:
        return
    tail = min(ground.radius + 2.0, 0.3 * (long - edge))
    head = min(ground.px(16 if thin else 22), 0.6 * (long - edge))
    line = tuple(sprites.trimmed(points, tail, edge))
    shaft = ground.px(8) * (0.5 if thin else 1.0)
    picture, corner = sprites.arrow(line, colour, ground.palette.paper, shaft, head)
    if not thin:
        ground.ring(points[-1], 8, colour, ground.px(4))
    ground.surface.blit(picture, corner)
    paper = ground.palette.paper
    for hole in holes[1:-1]:
        if (seat := ground.board.pawns.get(hole)) is not None:
            draw_pawn(ground, seat, places[hole], ground.radius)
        elif math.dist(places[hole], points[-1]) > edge + head:
            ground.put(sprites.disc(max(1, round(0.25 * shaft)), paper, paper, 0), places[hole])


def _names(scene: Scene, ground: BoardCanvas) -> None:
    """Names beside holes, as used in sentences; where there isn't room for all, the most relevant ones.

    No name covers a hole, a pawn or another name: each stands where it finds room around its hole.
    """
    size = max(ground.px(MIN_NAME), round(NAME_LETTERS * scene.board.face.pitch_mm * ground.view.scale))
    font, places = ground.fonts.bold(size), ground.places
    marked = {hole for hole in places if hole in scene.board.pawns or is_home(hole) or hole[1:] == "0"}
    reach = {hole: (1.2 if hole in marked else 0.6) * ground.radius for hole in places}
    taken = [_around(places[hole], reach[hole]) for hole in places]
    room = ground.surface.get_rect()
    middle = _middle(places.values())
    for hole in sorted((hole for hole in places if not is_camp(hole)), key=lambda one: _telling(scene, one)):
        name = font.render(hole, True, ground.palette.ink)
        for at in _beside(places[hole], name.get_size(), reach[hole] + 3, middle):
            area = name.get_rect(center=(round(at[0]), round(at[1])))
            if room.contains(area) and area.inflate(5, 0).collidelist(taken) < 0:
                taken.append(area)
                ground.put(
                    sprites.rounded(area.width + 4, area.height - 2, 4, ground.palette.paper), area.center
                )
                ground.put(name, area.center)
                break


def _around(at: Point, reach: float) -> pygame.Rect:
    """The square around a hole, px."""
    return pygame.Rect(round(at[0] - reach), round(at[1] - reach), round(2 * reach), round(2 * reach))


def _middle(points: Iterable[Point]) -> Point:
    across, down = zip(*points, strict=True)
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def _beside(at: Point, size: tuple[int, int], reach: float, middle: Point) -> Iterator[Point]:
    """Middles of a name of a size beside a hole: away from the board's middle, toward it, along the row."""
    wide, high = reach + size[0] / 2, reach + size[1] / 2
    ways = [(wide, 0.0), (-wide, 0.0), (0.0, high), (0.0, -high)]
    out = at[0] - middle[0], at[1] - middle[1]
    ways.sort(key=lambda way: -(way[0] * out[0] / wide + way[1] * out[1] / high))
    for along, down in ways:
        yield at[0] + along, at[1] + down


def _telling(scene: Scene, hole: Hole) -> tuple[int, str]:
    """Sort key for names: those in the message first, then pawns, start holes, every fifth hole."""
    meant = {*doubted(scene.game.question), *scene.game.repair}
    if scene.game.verdict is not None:
        meant |= {hole for way in ways_gone(scene.game.verdict) for hole in way[:2]}
    number = hole.lstrip("abcdefghHX")
    fifth = number in ("5", "10", "15")
    ranks = (hole in meant, hole in scene.board.pawns, number == "0", fifth, "H" in hole)
    return next((rank for rank, true in enumerate(ranks) if true), len(ranks)), hole
