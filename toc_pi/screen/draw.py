"""A scene onto a surface; changes nothing but the surface."""

import math
from collections.abc import Sequence

import pygame

from calibration.holes import PAWNS_A_SEAT, Seat
from toc_pi.referee.effects import Verdict
from toc_pi.screen import sprites
from toc_pi.screen.fonts import Fonts
from toc_pi.screen.layout import (
    PANEL_LEFT,
    PANEL_WIDTH,
    PLAYER_HEIGHT,
    TALLEST_PLAYER,
    Button,
    Rect,
    View,
    camp_circle,
    place_board,
    place_lamp,
    place_panel,
)
from toc_pi.screen.panel import Box, Line, Mark, Panel, Title, say
from toc_pi.screen.scene import GOOD, WRONG, Scene, seat_lamp
from toc_pi.screen.shapes import INK, PAPER, Colour, Point, colour_of
from toc_pi.screen.ways import mendings, way_back, ways_home

FELT: Colour = (22, 58, 46)
FELT_LIGHT: Colour = (58, 104, 86)
FELT_DARK: Colour = (14, 42, 33)
SOFT: Colour = (196, 212, 200)
AMBER: Colour = (255, 190, 60)
LAMP_OFF: Colour = (74, 60, 48)
LAMP_ON: Colour = (255, 226, 120)
RED_ON: Colour = (255, 70, 60)
GREEN_ON: Colour = (90, 230, 120)
# Of a message: its sign and headline, then a line with a seat's sign each.
BOX_HEAD = 60
LINE_HEIGHT = 34
SIGN = 42
# More winners than these have their signs above their names.
SIGNS_BESIDE = 2
ORDER_LETTERS = 26
PRESSED: Colour = (250, 205, 40)


def draw(scene: Scene, surface: pygame.Surface, fonts: Fonts, lit: frozenset[str] = frozenset()) -> None:
    """Draw a scene.

    Args:
        scene: what to show.
        surface: 800 by 480 px, overwritten.
        fonts: from `fonts.load_fonts`.
        lit: the names of the lamps that shine at this moment.
    """
    panel = say(scene)
    judged = panel.box is not None and panel.box.mark in (Mark.TICK, Mark.CROSS)
    surface.fill(FELT)
    _board(scene, surface, fonts, lit, judged)
    _panel(scene, panel, surface, fonts, lit)


def _board(scene: Scene, surface: pygame.Surface, fonts: Fonts, lit: frozenset[str], judged: bool) -> None:
    """The board with its pawns; arrows only while their verdict stands beside it."""
    view = place_board(scene.face)
    surface.blit(sprites.board(scene.face), (0, 0))
    _camps(scene, surface, view)
    radius = _pawn_radius(scene, view)
    for hole, seat in scene.pawns.items():
        if hole in scene.face.holes:
            _pawn(scene, surface, seat, view.point(scene.face.holes[hole]), radius)
            if hole in scene.fresh:
                _centred(surface, sprites.ring(radius + 6, PAPER, 2), view.point(scene.face.holes[hole]))
    for hole in scene.unsure:
        if hole in scene.face.holes:
            _unsure(surface, fonts, view.point(scene.face.holes[hole]), radius)
    if scene.picked is not None:
        at = view.point(scene.face.holes[scene.picked])
        _centred(surface, sprites.ring(radius + 9, sprites.CALM, 4), at)
    _mendings(scene, surface, fonts, view, radius)
    if judged and scene.verdict is not None:
        _arrows(scene, scene.verdict, surface, view, radius)
    for seat in scene.seats:
        middle = view.point(place_lamp(scene.face, seat))
        _lamp(surface, middle, seat_lamp(seat) in lit, LAMP_ON)


def _camps(scene: Scene, surface: pygame.Surface, view: View) -> None:
    """A ring in each seat's colour around its camp, so that an empty camp is known too."""
    for seat in scene.seats:
        middle, reach = camp_circle(scene.face, seat)
        if scene.turn is not None and scene.turn.seat == seat:
            _centred(surface, sprites.glow(round(1.9 * reach * view.scale), LAMP_ON), view.point(middle))
        ring = sprites.ring(round(reach * view.scale), colour_of(scene.colours.get(seat, "")), 3)
        _centred(surface, ring, view.point(middle))


def _pawn_radius(scene: Scene, view: View) -> int:
    return max(7, round(0.54 * scene.face.pitch_mm * view.scale))


def _pawn(scene: Scene, surface: pygame.Surface, seat: Seat, at: Point, radius: int) -> None:
    _centred(surface, sprites.sign(seat, colour_of(scene.colours.get(seat, "")), radius), at)


def _unsure(surface: pygame.Surface, fonts: Fonts, at: Point, radius: int) -> None:
    _centred(surface, sprites.disc(radius, PAPER, INK, 1), at)
    _centred(surface, fonts.bold(2 * radius).render("?", True, INK), at)


def _mendings(scene: Scene, surface: pygame.Surface, fonts: Fonts, view: View, radius: int) -> None:
    """What to put right: a number at each place, a pale pawn where one is missing, an arrow to it."""
    holes = scene.face.holes
    for number, one in enumerate(mendings(scene.repair, scene.pawns), 1):
        place = one.end if one.end is not None else one.start
        if place is None or place not in holes:
            continue
        at = view.point(holes[place])
        if one.seat is not None and scene.pawns.get(place) != one.seat:
            colour = colour_of(scene.colours.get(one.seat, ""))
            _centred(surface, sprites.faint(sprites.sign(one.seat, colour, radius)), at)
        _centred(surface, sprites.ring(radius + 9, AMBER, 4), at)
        if one.seat is None:
            _centred(surface, fonts.bold(2 * radius + 12).render("✗", True, sprites.BAD), at)
        elif one.start is not None and one.start in holes:
            _arrow(surface, view.point(holes[one.start]), at, radius, sprites.CALM)
        _number(surface, fonts, number, (at[0] + radius + 7, at[1] - radius - 7))


def _number(surface: pygame.Surface, fonts: Fonts, number: int, at: Point) -> None:
    _centred(surface, sprites.disc(10, AMBER, INK, 1), at)
    _centred(surface, fonts.bold(18).render(str(number), True, INK), at)


def _arrows(scene: Scene, verdict: Verdict, surface: pygame.Surface, view: View, radius: int) -> None:
    """After a wrong move the way back; after a right one, the way home of what was captured."""
    colour = sprites.CALM if verdict.legal else sprites.BAD
    ways = ways_home(verdict, scene.face) if verdict.legal else way_back(verdict, scene.pawns)
    for start, end, _ in ways:
        if start in scene.face.holes and end in scene.face.holes:
            places = (view.point(scene.face.holes[start]), view.point(scene.face.holes[end]))
            _arrow(surface, *places, radius, colour)


def _arrow(surface: pygame.Surface, start: Point, end: Point, radius: int, colour: Colour) -> None:
    """An arrow from the rim of one pawn to the middle of a hole; its edge keeps it off wood and pawns."""
    length = math.dist(start, end)
    if length < 1:
        return
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = min(22.0, 0.6 * length)
    half, shaft, tail = 0.62 * head, 4.0, min(radius + 2.0, 0.3 * length)

    def place(along: float, aside: float) -> Point:
        return start[0] + dx * along - dy * aside, start[1] + dy * along + dx * aside

    neck = length - head
    outline = [
        place(min(tail, neck), shaft),
        place(neck, shaft),
        place(neck, half),
        place(length, 0.0),
        place(neck, -half),
        place(neck, -shaft),
        place(min(tail, neck), -shaft),
    ]
    picture, corner = sprites.polygon(outline, colour, PAPER, 2.5)
    _centred(surface, sprites.ring(radius + 8, colour, 4), end)
    surface.blit(picture, corner)


def _lamp(surface: pygame.Surface, at: Point, shines: bool, colour: Colour) -> None:
    if shines:
        _centred(surface, sprites.glow(34, colour), at)
    _centred(surface, sprites.disc(9 if shines else 7, colour if shines else LAMP_OFF, INK, 2), at)


def _panel(scene: Scene, panel: Panel, surface: pygame.Surface, fonts: Fonts, lit: frozenset[str]) -> None:
    places = place_panel(panel)
    _title(scene, panel.title, surface, fonts, places.title)
    if panel.card:
        _card(surface, fonts, places.card, panel.card, panel.card_crossed)
    top, end = places.box.top, places.box.top + places.box.height
    if panel.box is not None:
        top = _message(scene, panel.box, surface, fonts, places.box) + 10
    if end - top >= PLAYER_HEIGHT * len(panel.players):
        _players(scene, panel, surface, fonts, top, min(TALLEST_PLAYER, (end - top) / len(panel.players)))
    _answers(surface, fonts, places.answers)
    _keys(surface, fonts, places.keys)
    _orders(surface, fonts, places.orders)
    if panel.status:
        _status(surface, fonts, places.status, panel.status)
    for at, name, letter, colour in ((728, WRONG, "✗", RED_ON), (770, GOOD, "✓", GREEN_ON)):
        middle = (at, places.status.middle[1])
        _lamp(surface, middle, name in lit, colour)
        _centred(
            surface, fonts.bold(20).render(letter, True, PAPER if name in lit else SOFT), (at + 20, middle[1])
        )


def _title(scene: Scene, title: Title, surface: pygame.Surface, fonts: Fonts, rect: Rect) -> None:
    left, top = rect.left, rect.top
    many = len(title.seats) > SIGNS_BESIDE
    radius = 14 if many else 30 if len(title.seats) < 2 else 18
    for seat in title.seats:
        at = (left + radius, top + (radius if many else rect.height / 2))
        _pawn(scene, surface, seat, at, radius)
        left += 2 * radius + 10
    if many:  # their names go below them
        left, top = rect.left, top + 2 * radius + 2
    room = rect.left + rect.width - left
    name = fonts.fitting(title.name, 46, room, bold=True).render(title.name, True, PAPER)
    below = fonts.fitting(title.below, 26, room).render(title.below, True, SOFT)
    top += (rect.top + rect.height - top - name.get_height() - below.get_height()) / 2
    surface.blit(name, (left, top))
    surface.blit(below, (left, top + name.get_height() - 2))


def _card(surface: pygame.Surface, fonts: Fonts, rect: Rect, card: str, crossed: bool) -> None:
    width, height = int(rect.width), int(rect.height)
    surface.blit(sprites.rounded(width, height, 9, PAPER, INK), (rect.left, rect.top))
    text = "★" if card == "*" else card
    face = fonts.fitting(text, 52, rect.width - 10, bold=True).render(text, True, INK)
    _centred(surface, face, rect.middle)
    if crossed:
        corners = [
            (rect.left + 8, rect.top + height - 12),
            (rect.left + 12, rect.top + height - 8),
            (rect.left + width - 8, rect.top + 12),
            (rect.left + width - 12, rect.top + 8),
        ]
        picture, corner = sprites.polygon(corners, sprites.BAD)
        surface.blit(picture, corner)


def _message(scene: Scene, box: Box, surface: pygame.Surface, fonts: Fonts, rect: Rect) -> float:
    """Draw a message and say where it ends, px."""
    inner = rect.width - 28
    told = box.lines[: max(0, int((rect.height - BOX_HEAD) // LINE_HEIGHT))]
    used = BOX_HEAD + LINE_HEIGHT * len(told) if box.headline else 16
    beside = 0 if box.headline else SIGN + 12
    font, lines = fonts.paragraph(box.sentence, 26, inner - beside, rect.height - used - 6)
    wanted = used + font.get_linesize() * len(lines) + (10 if lines or told else 4)
    height = min(rect.height, max(wanted, SIGN + 22))
    edge = {Mark.TICK: sprites.GOOD, Mark.CROSS: sprites.BAD}.get(box.mark, sprites.CALM)
    surface.blit(sprites.rounded(int(rect.width), int(height), 12, PAPER, edge), (rect.left, rect.top))
    left, top = rect.left + 14, rect.top + 11
    surface.blit(sprites.mark(box.mark, SIGN), (left, top))
    if (text := _LETTERS.get(box.mark)) is not None:
        _centred(surface, fonts.bold(32).render(text, True, PAPER), (left + SIGN / 2, top + SIGN / 2))
    if not box.headline:
        _lines(
            surface, font, lines, (left + beside, rect.top + (height - font.get_linesize() * len(lines)) / 2)
        )
        return rect.top + height
    words = fonts.fitting(box.headline, 34, inner - 58, bold=True).render(box.headline, True, edge)
    surface.blit(words, (left + SIGN + 12, top + (SIGN - words.get_height()) / 2))
    top += SIGN + 9
    for line in told:
        _line(scene, line, surface, fonts, (left, top + 15), rect.left + rect.width - 10)
        top += LINE_HEIGHT
    _lines(surface, font, lines, (left, top))
    return rect.top + height


def _line(scene: Scene, line: Line, surface: pygame.Surface, fonts: Fonts, at: Point, right: float) -> None:
    """A line of a message: its number, a seat's sign, its words, up to `right` px."""
    left, middle = at
    if line.number:
        _number(surface, fonts, line.number, (left + 11, middle))
        left += 30
    if line.seat is not None:
        _pawn(scene, surface, line.seat, (left + 14, middle), 12)
        left += 36
    words = fonts.fitting(line.text, 25, right - left).render(line.text, True, INK)
    surface.blit(words, (left, middle - words.get_height() / 2))


def _lines(
    surface: pygame.Surface, font: pygame.font.Font, lines: Sequence[str], at: Point, colour: Colour = INK
) -> None:
    for number, line in enumerate(lines):
        surface.blit(font.render(line, True, colour), (at[0], at[1] + number * font.get_linesize()))


def _answers(surface: pygame.Surface, fonts: Fonts, buttons: Sequence[Button]) -> None:
    """Large buttons; a long answer is broken into lines."""
    for button in buttons:
        rect, label = button.rect, button.choice.label
        surface.blit(
            sprites.rounded(int(rect.width), int(rect.height), 10, PAPER, sprites.CALM), (rect.left, rect.top)
        )
        if fonts.bold(28).size(label)[0] <= rect.width - 16:
            _centred(surface, fonts.bold(28).render(label, True, INK), rect.middle)
            continue
        font, lines = fonts.paragraph(label, 26, rect.width - 16, rect.height - 4)
        top = rect.middle[1] - font.get_linesize() * (len(lines) - 1) / 2
        for number, line in enumerate(lines):
            _centred(
                surface, font.render(line, True, INK), (rect.middle[0], top + number * font.get_linesize())
            )


def _keys(surface: pygame.Surface, fonts: Fonts, buttons: Sequence[Button]) -> None:
    """The cards, all in letters of one size."""
    if not buttons:
        return
    labels = [button.choice.label for button in buttons]
    font = fonts.bold(fonts.size_for(labels, 26, buttons[0].rect.width - 8, bold=True))
    for button in buttons:
        rect = button.rect
        fill = PRESSED if button.choice.pressed else PAPER
        surface.blit(sprites.rounded(int(rect.width), int(rect.height), 10, fill), (rect.left, rect.top))
        _centred(surface, font.render(button.choice.label, True, INK), rect.middle)


def _orders(surface: pygame.Surface, fonts: Fonts, buttons: Sequence[Button]) -> None:
    """Small buttons with a label of one line or two, all in letters of one size."""
    size = ORDER_LETTERS
    for button in buttons:
        rect = button.rect
        size = min(size, fonts.paragraph_size(button.choice.label, size, rect.width - 8, rect.height - 2))
    for button in buttons:
        rect = button.rect
        fill = PRESSED if button.choice.pressed else PAPER
        surface.blit(sprites.rounded(int(rect.width), int(rect.height), 10, fill), (rect.left, rect.top))
        font, lines = fonts.paragraph(button.choice.label, size, rect.width - 8, rect.height - 2)
        top = rect.middle[1] - font.get_linesize() * (len(lines) - 1) / 2
        for number, line in enumerate(lines):
            at = (rect.middle[0], top + number * font.get_linesize())
            _centred(surface, font.render(line, True, INK), at)


def _status(surface: pygame.Surface, fonts: Fonts, rect: Rect, text: str) -> None:
    font, lines = fonts.paragraph(text, 22, rect.width, rect.height)
    top = rect.top + (rect.height - font.get_linesize() * len(lines)) / 2
    _lines(surface, font, lines, (rect.left, top), SOFT)


def _players(
    scene: Scene, panel: Panel, surface: pygame.Surface, fonts: Fonts, top: float, height: float
) -> None:
    """Every seat with its sign and name, and a place for each pawn that is home."""
    for row, player in enumerate(panel.players):
        middle = top + height * (row + 0.5)
        _pawn(scene, surface, player.seat, (PANEL_LEFT + 16, middle), 12)
        acts = player.seat in panel.title.seats
        words = (fonts.bold if acts else fonts.plain)(26).render(player.name, True, PAPER if acts else SOFT)
        surface.blit(words, (PANEL_LEFT + 40, middle - words.get_height() / 2))
        for number in range(PAWNS_A_SEAT):
            at = (PANEL_LEFT + PANEL_WIDTH - 16 - 26 * (PAWNS_A_SEAT - 1 - number), middle)
            if number < player.home:
                _pawn(scene, surface, player.seat, at, 9)
            else:
                _centred(surface, sprites.disc(4, FELT_DARK, FELT_LIGHT, 2), at)


def _centred(surface: pygame.Surface, picture: pygame.Surface, at: Point) -> None:
    width, height = picture.get_size()
    surface.blit(picture, (round(at[0] - width / 2), round(at[1] - height / 2)))


_LETTERS = {Mark.QUESTION: "?", Mark.WORD: "!", Mark.HAND: "♠"}
