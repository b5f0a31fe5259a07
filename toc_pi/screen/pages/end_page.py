"""The last page of a filmed game: how it went, who stands where, what wasn't allowed, and how to go on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from calibration.holes import PAWNS_A_SEAT
from toc_pi.screen import sprites
from toc_pi.screen.board_draw import BoardCanvas, draw_board, draw_pawn
from toc_pi.screen.canvas import MIN_FONT, Canvas, Fonts, broken, shortened
from toc_pi.screen.frames import Rect, Size, frame_of
from toc_pi.screen.pages.end_layout import (
    FAULT,
    GAP,
    HEADING,
    LABEL,
    NAME,
    NEXT,
    NUMBER,
    SMALL,
    WORDS,
    EndPlaces,
    Figure,
    FlaggedMove,
    SeatResult,
    Summary,
    place_end,
    unit_of,
)
from toc_pi.screen.palette import INK, Colour, palette_of
from toc_pi.screen.panel import Mark
from toc_pi.screen.scene import Scene, ShownGame, seat_lamp


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCanvas(Canvas):
    """The drawing context: `unit` is the scale relative to 800 by 480."""

    ground: BoardCanvas
    unit: float

    def px(self, length: float) -> int:
        """A length specified for 800 by 480, scaled to this screen."""
        return round(length * self.unit)

    def text(self, text: str, size: float, place: Rect, ink: Colour, *, bold: bool = False) -> float:
        """A line at the left of a rectangle, as large as fits; returns its right end, px."""
        font = self.fonts.fitting(text, self.px(size), place.width, bold=bold)
        drawn = font.render(shortened(text, font, place.width), True, ink)
        self.surface.blit(drawn, (place.left, place.middle[1] - drawn.get_height() / 2))
        return place.left + drawn.get_width()


@dataclass(frozen=True, slots=True)
class EndPage:
    """The page in the window, with the board as it was left."""

    summary: Summary
    scene: Scene

    def draw(self, surface: pygame.Surface, fonts: Fonts) -> None:
        """Draw it onto a surface of the window's size."""
        size, palette = surface.get_size(), palette_of(self.scene.preferences.night)
        surface.fill(palette.felt)
        places = place_end(size, len(self.summary.standings), len(self.summary.faults))
        scene = replace(self.scene, game=ShownGame(winners=self.summary.winners))
        frame = replace(frame_of(size), board=places.board or Rect(0, 0, *size), side=None)
        hidden = surface if places.board else pygame.Surface(size)
        lit = frozenset(map(seat_lamp, self.summary.winners))
        ground = replace(draw_board(scene, Canvas(hidden, fonts, palette), frame, lit), surface=surface)
        canvas = EndCanvas(surface, fonts, palette, ground=ground, unit=unit_of(size))
        _title(self.summary, places.title, canvas)
        _figures(self.summary.figures, places.figures, canvas)
        for standing, place in zip(self.summary.standings, places.players, strict=True):
            _standing(standing, place, canvas, won=standing.seat in self.summary.winners)
        _faults(self.summary, places, canvas)
        canvas.box(places.way, canvas.px(10), palette.amber)
        font = fonts.fitting(
            self.summary.go_on, canvas.px(WORDS), places.way.width - canvas.px(16), bold=True
        )
        canvas.put(font.render(self.summary.go_on, True, INK), places.way.middle)
        canvas.centred(places.close, self.summary.close, canvas.px(SMALL), palette.soft, (0, 0))

    def tap(self, size: Size, x: float, y: float) -> str | None:  # noqa: ARG002  # anywhere
        """Every touch leaves the page."""
        return NEXT


def _title(summary: Summary, place: Rect, canvas: EndCanvas) -> None:
    """The winners' signs, or those of all; and the title."""
    seats = summary.winners or tuple(standing.seat for standing in summary.standings)
    radius = canvas.px(15 if len(seats) < 3 else 9)
    reach = sprites.sign_reach(radius)
    signs = len(seats) * (2 * reach + canvas.px(3)) + canvas.px(6)
    ink = canvas.palette.amber if summary.winners else canvas.palette.bright
    beside = replace(place, left=place.left + signs, width=place.width - signs)
    if not summary.winners:  # the title comes first: it isn't about the seats
        end = canvas.text(summary.title, NAME, replace(place, width=place.width - signs), ink, bold=True)
        beside = replace(place, left=end + canvas.px(10))
    left = place.left if summary.winners else beside.left
    for at, seat in enumerate(seats):
        middle = left + reach + at * (2 * reach + canvas.px(3)), place.middle[1]
        draw_pawn(canvas.ground, seat, middle, radius)
    if summary.winners:
        canvas.text(summary.title, NAME, beside, ink, bold=True)


def _figures(figures: Sequence[Figure], room: Rect, canvas: EndCanvas) -> None:
    """A plate for each number."""
    palette, gap = canvas.palette, canvas.px(GAP)
    inks = {"plain": palette.ink, "good": palette.good, "bad": palette.bad}
    wide = (room.width - gap * (len(figures) - 1)) / max(1, len(figures))
    size = canvas.fonts.size_for([one.words for one in figures], canvas.px(LABEL), wide - canvas.px(10))
    for at, figure in enumerate(figures):
        place = Rect(room.left + at * (wide + gap), room.top, wide, room.height)
        canvas.box(place, canvas.px(10), palette.paper)
        number = canvas.fonts.bold(canvas.px(NUMBER)).render(str(figure.number), True, inks[figure.tone])
        canvas.put(number, (place.middle[0], place.top + 0.38 * place.height))
        words = canvas.fonts.plain(size).render(figure.words, True, palette.ink)
        canvas.put(words, (place.middle[0], place.top + 0.79 * place.height))


def _standing(standing: SeatResult, place: Rect, canvas: EndCanvas, *, won: bool) -> None:
    """A seat: its sign and name, how often it was sent back, and a place for each pawn that is home."""
    palette, middle = canvas.palette, place.middle[1]
    radius = canvas.px(9)
    reach = sprites.sign_reach(radius)
    draw_pawn(canvas.ground, standing.seat, (place.left + reach, middle), radius)
    step = canvas.px(22)
    right = place.right - PAWNS_A_SEAT * step
    for number in range(PAWNS_A_SEAT):
        at = right + (number + 0.5) * step, middle
        if number < standing.home:
            draw_pawn(canvas.ground, standing.seat, at, canvas.px(7))
        else:
            canvas.put(sprites.disc(canvas.px(4), palette.felt_dark, palette.soft, 2), at)
    left = place.left + 2 * reach + canvas.px(6)
    ink = palette.amber if won else palette.bright
    name = replace(place, left=left, width=right - left - canvas.px(6))
    end = canvas.text(standing.name, WORDS, name, ink, bold=won)
    small = canvas.fonts.plain(max(MIN_FONT, canvas.px(SMALL - 2)))
    told = small.render(standing.sent_back, True, palette.soft)
    if end + canvas.px(8) + told.get_width() <= right - canvas.px(6):
        canvas.surface.blit(told, (end + canvas.px(8), middle - told.get_height() / 2))


def _faults(summary: Summary, places: EndPlaces, canvas: EndCanvas) -> None:
    """A plate with what wasn't allowed; with a tick if everything was."""
    palette, pad, room = canvas.palette, canvas.px(10), places.faults
    faults = summary.faults
    edge = palette.bad if faults else palette.good
    inner = Rect(room.left + pad, room.top + pad / 2, room.width - 2 * pad, room.height - pad)
    mark = min(canvas.px(26), int(inner.height))
    # Without a board there is little room, and the number of faults is above.
    heading = Rect(inner.left, inner.top, inner.width, mark + pad / 2 if places.board or not faults else 0.0)
    below = replace(inner, top=heading.bottom, height=inner.bottom - heading.bottom)
    size, rows = _rows(summary, below, places.row, canvas)
    bottom = rows[-1][1].bottom if rows else heading.bottom
    canvas.box(replace(room, height=bottom + pad / 2 - room.top), canvas.px(10), palette.paper, edge)
    if heading.height:
        sign = sprites.mark(Mark.CROSS if faults else Mark.TICK, mark, palette)
        canvas.surface.blit(sign, (heading.left, heading.top + (heading.height - mark) / 2))
        beside = replace(heading, left=heading.left + mark + pad, width=heading.width - mark - pad)
        canvas.text(summary.judged, HEADING, beside, edge, bold=True)
    font = canvas.fonts.plain(size)
    for (fault, lines), place in rows:
        left = place.left
        if fault is not None:
            left = _whose(fault, place, canvas)
        canvas.lines(
            font,
            lines,
            (left, place.top + (place.height - len(lines) * font.get_linesize()) / 2),
            palette.ink,
        )


FlaggedRow = tuple[tuple[FlaggedMove | None, tuple[str, ...]], Rect]


def _rows(summary: Summary, room: Rect, row: int, canvas: EndCanvas) -> tuple[int, tuple[FlaggedRow, ...]]:
    """The font size of the faults, and those that fit; the last line says how many more there are."""
    size = max(MIN_FONT, canvas.px(WORDS))
    while True:
        rows = tuple(_stacked(summary, size, room, row, canvas))
        all_fit = not summary.faults or (rows and rows[-1][0][0] is not None)
        if all_fit or size == MIN_FONT:
            return size, rows
        size -= 1


def _stacked(summary: Summary, size: int, room: Rect, row: int, canvas: EndCanvas) -> Iterator[FlaggedRow]:
    """Faults in one font size below each other, as many as fit; rows come closer if there are many."""
    font, top = canvas.fonts.plain(size), room.top
    wide = room.width - _beside(canvas)
    faults, line = summary.faults, font.get_linesize() + canvas.px(3)
    row = max(line, min(row, int(room.height / max(1, len(faults)))))
    for at, fault in enumerate(faults):
        lines = broken(font, fault.why, wide)
        high = max(row, len(lines) * font.get_linesize() + canvas.px(3))
        last = at == len(faults) - 1
        if top + high + (0 if last else line) > room.bottom + 1:
            if top + line <= room.bottom + 1:
                more = summary.more.format(count=len(faults) - at)
                yield (None, (more,)), Rect(room.left, top, room.width, line)
            return
        yield (fault, lines), Rect(room.left, top, room.width, high)
        top += high


def _beside(canvas: EndCanvas) -> int:
    """The width of a fault's sign and card."""
    return canvas.px(34) + 2 * sprites.sign_reach(canvas.px(8)) + canvas.px(12)


def _whose(fault: FlaggedMove, place: Rect, canvas: EndCanvas) -> float:
    """The sign of who moved, and the card; returns the right end, px."""
    radius = min(canvas.px(8), int(0.32 * place.height))
    reach = sprites.sign_reach(canvas.px(8))
    draw_pawn(canvas.ground, fault.seat, (place.left + reach, place.middle[1]), radius)
    high = min(canvas.px(FAULT - 4), place.height - 2)
    card = Rect(place.left + 2 * reach + canvas.px(4), 0.0, canvas.px(34), high)
    card = replace(card, top=place.middle[1] - card.height / 2)
    canvas.card(card, fault.card, canvas.px(WORDS), radius=canvas.px(4), pad=4)
    return place.left + _beside(canvas)
