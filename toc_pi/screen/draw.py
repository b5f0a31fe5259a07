"""Draws a scene onto a surface of any size."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from calibration.board.board import Point
from calibration.holes import PAWNS_A_SEAT
from toc_pi.screen import sprites
from toc_pi.screen.board_draw import BoardCanvas, draw_board, draw_lamp, draw_number, draw_pawn
from toc_pi.screen.canvas import MIN_FONT, Canvas, Fonts, broken, shortened
from toc_pi.screen.frames import Rect, ScreenParts, Size, frame_of
from toc_pi.screen.layout import Button, PanelLayout, button_at, hole_at, place_board, place_panel
from toc_pi.screen.palette import Colour, palette_of
from toc_pi.screen.panel import Box, Mark, MessageLine, Panel, Title
from toc_pi.screen.scene import GOOD, WRONG, Scene
from toc_pi.screen.scene_panel import panel_of

# Verdicts: capitals 5.8 mm high are 10 minutes of arc at two metres, twice the legibility threshold (ISO
# 9241-303); capitals are 0.73 of the font size, and a finger is 9 mm.
VERDICT_MM, CAPITAL = 5.8, 0.729
FINGER_MM = 9.0
# Font sizes and lengths, px at 800 by 480.
NAME, BELOW, HEADLINE, SENTENCE, ANSWER, KEY, ORDER, STATUS = 46, 24, 34, 26, 26, 28, 20, 21
LINE_HEIGHT, LINE_LETTERS = 34, 25
SIGN = 42
CARD, LEAST_CARD, CARD_SHAPE = 170, 64, 0.72  # a card in a message: its height, its width relative to that
PLAYER_HEIGHT, TALLEST_PLAYER = 35, 46
LONG_BELOW = 24
# A narrower strip, in fingers, gets short texts.
NARROW = 2.8
# With more winners than this, signs are drawn above names.
SIGNS_BESIDE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Canvas):
    """The drawing context of the panel."""

    scene: Scene
    frame: ScreenParts

    @property
    def ground(self) -> BoardCanvas:
        """The board's drawing context, for pawns and lamps."""
        board, text = self.scene.board, self.frame.text
        view = place_board(board.face, self.frame)
        return BoardCanvas(
            self.surface, self.fonts, self.palette, board=board, view=view, radius=12, text=text
        )

    @property
    def usual(self) -> "Sheet":
        """The sheet with text that isn't large."""
        frame = self.frame
        return replace(self, frame=replace(frame, text=frame.text / frame.grown, grown=1.0))

    def px(self, size: float) -> int:
        """A length or font size specified for 800 by 480, scaled to this screen."""
        return self.frame.letters(size)

    def plate(self, rect: Rect, fill: Colour, edge: Colour | None = None) -> None:
        """A rectangle with round corners."""
        self.box(rect, self.px(10), fill, edge)


@dataclass(frozen=True, slots=True)
class GamePage:
    """The game as a page of the window, with the lamps that are lit now.

    `frame` is how the window is divided; None for the default.
    """

    scene: Scene
    lit: frozenset[str] = frozenset()
    frame: ScreenParts | None = None

    def draw(self, surface: pygame.Surface, fonts: Fonts) -> None:
        """Draw it onto a surface of the window's size."""
        frame, panel = self._frame(surface.get_size()), panel_of(self.scene)
        palette, places = palette_of(self.scene.preferences.night), place_panel(panel, frame)
        surface.fill(palette.felt)
        sheet = Sheet(surface, fonts, palette, scene=self.scene, frame=frame)
        if places.board:
            draw_board(self.scene, sheet, frame, self.lit, panel)
        draw_panel(sheet, panel, places, self.lit)
        for button in places.menu:
            _menu(sheet, button.rect)

    def tap(self, size: Size, x: float, y: float) -> str | None:
        """The choice at a touched point, px: of a button, a hole or the board."""
        scene, frame = self.scene, self._frame(size)
        places = place_panel(panel_of(scene), frame)
        if (choice := button_at(places, x, y)) is not None:
            return choice.key
        if not places.board or not frame.board.holds(x, y):
            return None
        if scene.board.by_hand:
            hole = hole_at(scene.board.face, x, y, frame)
            return None if hole is None else f"hole:{hole}"
        return "names" if scene.preferences.taps else None

    def _frame(self, size: Size) -> ScreenParts:
        return self.frame or frame_of(size, large=self.scene.preferences.large)


def _menu(sheet: Sheet, rect: Rect) -> None:
    """The usual menu sign: three bars."""
    box = pygame.Rect(*map(round, (rect.left, rect.top, rect.width, rect.height))).inflate(-6, -6)
    pygame.draw.rect(sheet.surface, sheet.palette.paper, box, border_radius=box.width // 6)
    pygame.draw.rect(sheet.surface, sheet.palette.ink, box, 2, border_radius=box.width // 6)
    bar = pygame.Rect(0, 0, round(0.55 * box.width), max(3, box.height // 12))
    for step in (-1, 0, 1):
        bar.center = box.centerx, box.centery + step * box.height // 5
        pygame.draw.rect(sheet.surface, sheet.palette.ink, bar, border_radius=2)


def draw_panel(sheet: Sheet, panel: Panel, places: PanelLayout, lit: frozenset[str]) -> None:
    """Draw everything beside the board."""
    narrow = places.title.width < NARROW * sheet.frame.finger
    below = panel.title.below
    if places.status is None and panel.status and not narrow:
        below = panel.status
    title = replace(panel.title, name=panel.title.short) if narrow and panel.title.short else panel.title
    _title(sheet, title, below, places.title)
    if panel.card and places.card.width:
        _card(sheet, places.card, panel)
    for button in places.may:
        _may(sheet, button.rect)
    top, end = places.box.top, places.box.bottom
    if panel.box is not None and places.box.height > 0:
        drawn = _narrow_message if narrow else _cards_message if panel.box.cards else _message
        top = drawn(sheet, panel.box, places.box) + sheet.px(10)
    if end - top >= sheet.px(PLAYER_HEIGHT) * len(panel.players) and not places.flip:
        _players(sheet, panel, Rect(places.box.left, top, places.box.width, end - top))
    _answers(sheet, places.answers)
    _keys(sheet, places.keys)
    _orders(sheet, (*places.orders, *places.flip))
    if places.status is not None:
        _status(sheet.usual, places.status, panel.status, lit)


def _title(sheet: Sheet, title: Title, below: str, rect: Rect) -> None:
    left, top, fonts = rect.left, rect.top, sheet.fonts
    many = len(title.seats) > SIGNS_BESIDE
    radius = min(sheet.px(12 if many else 25 if len(title.seats) < 2 else 15), int(0.34 * rect.height))
    if many:
        radius = min(radius, int(rect.height / 6))
    reach = sprites.sign_reach(radius)  # its outlines would be cut at the edge
    for seat in title.seats:
        draw_pawn(sheet.ground, seat, (left + reach, top + (reach if many else rect.height / 2)), radius)
        left += 2 * reach + sheet.px(4)
    if many:  # names go below the signs
        left, top = rect.left, top + 2 * reach + 2
    room, height = rect.right - left, rect.bottom - top
    size = min(sheet.px(NAME), int((0.5 if len(below) < LONG_BELOW else 0.36) * height))
    letters = fonts.fitting(title.name, size, room, bold=True)
    name = letters.render(shortened(title.name, letters, room), True, sheet.palette.bright)
    left_over = height - 0.9 * name.get_height()
    font, lines = fonts.paragraph(below, min(sheet.px(BELOW), int(0.32 * height) + 2), room, left_over)
    top += (height - 0.9 * name.get_height() - font.get_linesize() * len(lines)) / 2
    sheet.surface.blit(name, (left, top - 0.05 * name.get_height()))
    sheet.lines(font, lines, (left, top + 0.9 * name.get_height()), sheet.palette.soft)


def _may(sheet: Sheet, rect: Rect) -> None:
    """A question mark on a key."""
    sheet.plate(rect, sheet.palette.paper, sheet.palette.calm)
    letter = sheet.fonts.bold(round(0.6 * rect.height)).render("?", True, sheet.palette.calm)
    sheet.put(letter, rect.middle)


def _card(sheet: Sheet, rect: Rect, panel: Panel) -> None:
    size = min(sheet.px(52), int(0.8 * rect.height))
    sheet.card(rect, panel.card, size, radius=sheet.px(10), pad=10)
    if panel.card_crossed:
        corners = [
            (rect.left + 8, rect.bottom - 12),
            (rect.left + 12, rect.bottom - 8),
            (rect.right - 8, rect.top + 12),
            (rect.right - 12, rect.top + 8),
        ]
        picture, corner = sprites.polygon(corners, sheet.palette.bad)
        sheet.surface.blit(picture, corner)


def verdict_letters(frame: ScreenParts) -> int:
    """The smallest font size of a verdict that is legible at two metres, px."""
    return round(VERDICT_MM * frame.finger / FINGER_MM / CAPITAL)


def _headline(sheet: Sheet, box: Box, room: float) -> pygame.font.Font:
    """The font of the headline; a verdict's is legible from afar."""
    judged = box.mark in (Mark.TICK, Mark.CROSS)
    size = max(sheet.px(HEADLINE), verdict_letters(sheet.frame)) if judged else sheet.px(HEADLINE)
    return sheet.fonts.fitting(box.headline, size, room, bold=True)


def _head_sheet(sheet: Sheet, box: Box, rect: Rect) -> Sheet:
    """How sign and headline are drawn: as usual if large ones leave too little room for the sentence."""
    head = max(sheet.px(SIGN), 1.2 * sheet.px(HEADLINE)) if box.headline else 0.0
    beside = 0 if box.headline else sheet.px(SIGN + 12)
    width, height = rect.width - 2 * sheet.px(12) - beside, rect.height - head - sheet.px(12)
    return sheet if _has_room(sheet, box.sentence, width, height) else sheet.usual


def _message(sheet: Sheet, box: Box, rect: Rect) -> float:
    """Draw a message; returns its bottom, px."""
    head_sheet = _head_sheet(sheet, box, rect)
    palette, pad = sheet.palette, head_sheet.px(12)
    edge = {Mark.TICK: palette.good, Mark.CROSS: palette.bad}.get(box.mark, palette.calm)
    inner = rect.width - 2 * pad
    sign = min(head_sheet.px(SIGN), int(rect.height - pad))
    if not box.headline and not _has_room(sheet, box.sentence, inner - sign - pad, rect.height - pad):
        sign = 0
    line_height, head = float(sheet.px(LINE_HEIGHT)), 0.0
    smallest = sheet.usual.px(SENTENCE) if sheet.frame.grown > 1 else MIN_FONT
    font, box = None, _that_fits(head_sheet, box, rect, smallest)
    if box.headline:
        font = _headline(head_sheet, box, inner - sign - pad)
        head = min(max(sign, font.get_linesize()) + pad / 2, rect.height)
    if box.lines and sheet.frame.grown > 1:  # large lines rather come closer than fewer
        least = line_height / sheet.frame.grown
        line_height = min(line_height, max(least, (rect.height - head) / len(box.lines)))
    shown = box.lines[: max(0, int((rect.height - head) // line_height))] if box.headline else ()
    used = head + line_height * len(shown) if box.headline else pad / 3
    beside = sign + pad if sign and not box.headline else 0
    text_font, lines = sheet.fonts.paragraph(
        box.sentence, sheet.px(SENTENCE), inner - beside, rect.height - used - pad / 3
    )
    wanted = used + text_font.get_linesize() * len(lines) + (pad if lines or shown else 0)
    height = min(rect.height, max(wanted, sign + pad))
    sheet.plate(Rect(rect.left, rect.top, rect.width, height), palette.paper, edge)
    left, top = rect.left + pad, rect.top + pad / 2
    if font is None:
        top = rect.top + (height - sign) / 2
    if sign >= sheet.px(16):
        at = (left, rect.top + max(0.0, head - sign) / 2 if font else top)
        sheet.surface.blit(sprites.mark(box.mark, sign, palette), at)
        _letter(sheet, box.mark, (at[0] + sign / 2, at[1] + sign / 2), sign)
    if font is None:
        middle = rect.top + (height - text_font.get_linesize() * len(lines)) / 2
        sheet.lines(text_font, lines, (left + beside, middle), palette.ink)
        return rect.top + height
    words = font.render(box.headline, True, edge)
    sheet.surface.blit(words, (left + sign + pad, rect.top + (head - words.get_height()) / 2))
    aside = left + sign + 2 * pad + words.get_width()
    if box.lines and not shown:
        room, small = rect.right - pad - aside - sheet.px(36), sheet.fonts.plain(MIN_FONT)
        line = next((one for one in reversed(box.lines) if small.size(one.text)[0] <= room), None)
        if line is not None:
            _line(sheet, line, (aside, rect.top + head / 2), rect.right - pad)
        elif (seat := box.lines[-1].seat) is not None and room >= 0:  # at least whose move it was
            draw_pawn(sheet.ground, seat, (aside + sheet.px(14), rect.top + head / 2), sheet.px(14))
    top = rect.top + head
    for line in shown:
        _line(sheet, line, (left, top + line_height / 2), rect.right - pad)
        top += line_height
    sheet.lines(text_font, lines, (left, top), palette.ink)
    return rect.top + height


def _cards_message(sheet: Sheet, box: Box, rect: Rect) -> float:
    """Draw a message with cards: one beside its words, several below them; returns its bottom, px."""
    usual, pad, count = sheet.usual, sheet.usual.px(12), len(box.cards)
    inner, gap = rect.width - 2 * pad, sheet.usual.px(8)
    font = sheet.fonts.fitting(box.headline, usual.px(SENTENCE), inner, bold=True)
    head = font.get_linesize() if count > 1 else 0
    high = min(rect.height - 2 * pad - head, usual.px(CARD))
    wide = min(CARD_SHAPE * high, (inner - (count - 1) * gap) / count)
    high = min(high, wide / CARD_SHAPE)
    if high < usual.px(LEAST_CARD):
        return _message(sheet, replace(box, headline=" ".join(box.cards), sentence="", cards=()), rect)
    height = min(rect.height, head + high + 2 * pad)
    sheet.plate(Rect(rect.left, rect.top, rect.width, height), sheet.palette.paper, sheet.palette.calm)
    left, top = rect.left + pad, rect.top + pad
    for number, card in enumerate(box.cards):
        at = Rect(left + number * (wide + gap), top + head, wide, high)
        sheet.card(at, card, round(0.6 * high), radius=round(0.1 * high), pad=round(0.16 * wide))
    if count > 1:
        sheet.lines(font, (box.headline,), (left, rect.top + pad / 2), sheet.palette.calm)
        return rect.top + height
    beside = left + wide + 2 * pad
    font = sheet.fonts.fitting(box.headline, usual.px(HEADLINE), rect.right - pad - beside, bold=True)
    room = rect.right - pad - beside, high - font.get_linesize()
    small, lines = sheet.fonts.paragraph(box.sentence, sheet.px(SENTENCE), *room)
    top += (high - font.get_linesize() - small.get_linesize() * len(lines)) / 2
    sheet.lines(font, (box.headline,), (beside, top), sheet.palette.calm)
    sheet.lines(small, lines, (beside, top + font.get_linesize()), sheet.palette.ink)
    return rect.top + height


def _has_room(sheet: Sheet, sentence: str, width: float, height: float) -> bool:
    """Whether a sentence has room: not if large text would have to be smaller there."""
    letters = sheet.px(SENTENCE)
    return sheet.frame.grown == 1 or sheet.fonts.paragraph_size(sentence, letters, width, height) == letters


def _that_fits(sheet: Sheet, box: Box, rect: Rect, smallest: int) -> Box:
    """A message without its headline or its sentence, if there isn't room for both, a sentence no smaller."""
    if not (box.headline and box.sentence):
        return box
    least = sheet.fonts.plain(smallest).get_linesize() + sheet.px(SIGN + 10)
    if box.mark in (Mark.TICK, Mark.CROSS):
        letters = sheet.fonts.bold(verdict_letters(sheet.frame)).get_linesize()
        fits = rect.height > max(least, letters + sheet.px(10) + sheet.fonts.plain(MIN_FONT).get_linesize())
        return box if fits else replace(box, sentence="")
    return box if rect.height > least else replace(box, headline="")


def _letter(sheet: Sheet, mark: Mark, at: Point, size: int) -> None:
    """The letter in a message's sign, if it has one."""
    if (text := _LETTERS.get(mark)) is not None:
        letter = sheet.fonts.bold(round(0.76 * size)).render(text, True, sheet.palette.paper)
        sheet.put(letter, at)


def _narrow_message(sheet: Sheet, box: Box, rect: Rect) -> float:
    """A message beside the board's page: its sign, with the headline below."""
    palette, usual = sheet.palette, sheet.usual  # only the text is enlarged
    pad = usual.px(8)
    edge = {Mark.TICK: palette.good, Mark.CROSS: palette.bad}.get(box.mark, palette.calm)
    text = box.sentence if box.mark is Mark.HAND and box.sentence else box.headline or box.sentence
    text = box.short or text
    told = box.sentence if box.mark is Mark.WORD and not box.short else ""
    whole = bool(told) and _finds_room(sheet, told, rect, pad)
    text = told if whole else text
    if box.mark is Mark.HOME and box.lines:
        text = box.lines[0].text
    if box.cards:
        text = f"{box.headline}: {' '.join(box.cards)}"
    judged = box.mark in (Mark.TICK, Mark.CROSS)
    large = round(min(0.6 * rect.width, usual.px(2 * SIGN)))
    is_high = rect.height > large + 3 * pad + 1.4 * sheet.px(SENTENCE)  # a line below the large sign
    wanted = large if judged and is_high else usual.px(SIGN)
    sign = wanted if rect.height > 2 * wanted + 3 * pad or judged else 0
    if whole and box.headline:
        sign = 0  # the sentence needs its room
    letters, lines = sheet.fonts.paragraph(
        text, sheet.px(SENTENCE), rect.width - 2 * pad, max(0.0, rect.height - sign - 3 * pad)
    )
    height = min(rect.height, sign + 3 * pad + letters.get_linesize() * len(lines))
    sheet.plate(Rect(rect.left, rect.top, rect.width, height), palette.paper, edge)
    at = rect.left + (rect.width - sign) / 2, rect.top + pad
    if sign:
        sheet.surface.blit(sprites.mark(box.mark, sign, palette), at)
        _letter(sheet, box.mark, (at[0] + sign / 2, at[1] + sign / 2), sign)
    ink = edge if sign else palette.ink
    sheet.lines(letters, lines, (rect.left + pad, rect.top + sign + 2 * pad), ink)
    return rect.top + height


def _finds_room(sheet: Sheet, sentence: str, rect: Rect, pad: float) -> bool:
    """Whether a sentence fits beside the board's page, in the smallest letters at least."""
    lines = broken(sheet.fonts.plain(MIN_FONT), sentence, rect.width - 2 * pad)
    return len(lines) * sheet.fonts.plain(MIN_FONT).get_linesize() <= rect.height - 3 * pad


def _line(sheet: Sheet, line: MessageLine, at: Point, right: float) -> None:
    """A line of a message: its number, a seat's sign and its text, up to `right` px."""
    left, middle = at
    if line.number:
        draw_number(sheet.ground, line.number, (left + sheet.px(11), middle))
        left += sheet.px(30)
    if line.seat is not None:
        draw_pawn(sheet.ground, line.seat, (left + sheet.px(14), middle), sheet.px(12))
        left += sheet.px(36)
    font = sheet.fonts.fitting(line.text, sheet.px(LINE_LETTERS), right - left)
    words = font.render(line.text, True, sheet.palette.ink)
    sheet.surface.blit(words, (left, middle - words.get_height() / 2))


def _answers(sheet: Sheet, buttons: Sequence[Button]) -> None:
    """Large buttons, all bold if each fits on a line so; else a long answer is broken into lines."""
    bold = sheet.fonts.bold(sheet.px(KEY))
    short = all(bold.size(button.choice.label)[0] <= button.rect.width - 16 for button in buttons)
    for button in buttons:
        rect, label = button.rect, button.choice.label
        sheet.plate(rect, sheet.palette.paper, sheet.palette.calm)
        if short:
            sheet.label(rect.middle, bold, (label,), sheet.palette.ink)
        else:
            sheet.centred(rect, label, sheet.px(ANSWER), sheet.palette.ink, (12, 4))


def _keys(sheet: Sheet, buttons: Sequence[Button]) -> None:
    """The card keys, all in one font size."""
    if not buttons:
        return
    labels = [button.choice.label for button in buttons]
    size = sheet.fonts.size_for(labels, sheet.px(KEY), buttons[0].rect.width - 8, bold=True)
    for button in buttons:
        pressed = button.choice.on
        edge = sheet.palette.good if button.choice.key.startswith("told") else None
        sheet.plate(button.rect, sheet.palette.pressed if pressed else sheet.palette.paper, edge)
        letters = sheet.fonts.bold(size).render(button.choice.label, True, sheet.palette.ink)
        sheet.put(letters, button.rect.middle)


def _orders(sheet: Sheet, buttons: Sequence[Button]) -> None:
    """Buttons with labels of one or more lines, all in one font size."""
    size, pads = sheet.px(ORDER), (8, 2)
    for button in buttons:
        room = button.rect.width - pads[0], button.rect.height - pads[1]
        size = min(size, sheet.fonts.paragraph_size(button.choice.label, size, *room))
    for button in buttons:
        sheet.plate(button.rect, sheet.palette.pressed if button.choice.on else sheet.palette.paper)
        sheet.centred(button.rect, button.choice.label, size, sheet.palette.ink, pads)


def _status(sheet: Sheet, rect: Rect, text: str, lit: frozenset[str]) -> None:
    """The last line, with the lamps for wrong and right at its end."""
    palette, right = sheet.palette, rect.right
    for name, letter, colour in ((GOOD, "✓", palette.green_on), (WRONG, "✗", palette.red_on)):
        mark = sheet.fonts.bold(sheet.px(20)).render(
            letter, True, palette.bright if name in lit else palette.soft
        )
        sheet.put(mark, (right - sheet.px(10), rect.middle[1]))
        draw_lamp(sheet.ground, (right - sheet.px(30), rect.middle[1]), name in lit, colour)
        right -= sheet.px(46)
    if text:
        font, lines = sheet.fonts.paragraph(text, sheet.px(STATUS), right - rect.left, rect.height)
        top = rect.top + (rect.height - font.get_linesize() * len(lines)) / 2
        sheet.lines(font, lines, (rect.left, top), palette.soft)


def _players(sheet: Sheet, panel: Panel, rect: Rect) -> None:
    """Every seat with its sign and name, and a place for each pawn that is home."""
    palette = sheet.palette
    height = min(sheet.px(TALLEST_PLAYER), rect.height / len(panel.players))
    for row, player in enumerate(panel.players):
        middle = rect.top + height * (row + 0.5)
        draw_pawn(sheet.ground, player.seat, (rect.left + sheet.px(16), middle), sheet.px(12))
        acts = player.seat in panel.title.seats
        font = (sheet.fonts.bold if acts else sheet.fonts.plain)(sheet.px(SENTENCE))
        words = font.render(player.name, True, palette.bright if acts else palette.soft)
        sheet.surface.blit(words, (rect.left + sheet.px(40), middle - words.get_height() / 2))
        for number in range(PAWNS_A_SEAT):
            at = (rect.right - sheet.px(16 + 26 * (PAWNS_A_SEAT - 1 - number)), middle)
            if number < player.home:
                draw_pawn(sheet.ground, player.seat, at, sheet.px(9))
            else:
                sheet.put(sprites.disc(sheet.px(4), palette.felt_dark, palette.soft, 2), at)


# Marks that are drawn as a letter.
_LETTERS = {Mark.QUESTION: "?", Mark.WORD: "!", Mark.HAND: "♠"}
