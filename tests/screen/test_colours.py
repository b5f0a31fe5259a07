"""Everything is distinguishable and legible without hue: WCAG contrast, three kinds of colour blindness."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt
import pygame
import pytest
from guides import guides
from letters import letters
from packs import pack_pages
from places import place_pages
from screen_table import COLOURS as EIGHT
from screen_table import altered, board, standing, verdict
from states import states
from walks import walk_pages

from calibration.holes import Seat, seats_of, start_hole
from toc_pi.app.film_summary import course_of, summary_of
from toc_pi.app.menu import MenuContext, Name, menu_page
from toc_pi.app.setup.answers import Answers
from toc_pi.effects import Ended, Turn
from toc_pi.events import Card, Seen
from toc_pi.languages import Language
from toc_pi.phrases import Phrases
from toc_pi.screen import sprites
from toc_pi.screen.canvas import load_fonts
from toc_pi.screen.changes import after
from toc_pi.screen.draw import GamePage
from toc_pi.screen.frames import frame_of
from toc_pi.screen.layout import place_board, place_panel
from toc_pi.screen.pages.end_page import EndPage
from toc_pi.screen.pages.page_draw import KeyPage
from toc_pi.screen.palette import COLOURS, DAY, INK, NIGHT, PAPER, Colour, Palette
from toc_pi.screen.scene import Scene, opening
from toc_pi.screen.scene_panel import panel_of
from toc_pi.screen.window import WindowPage

Floats = npt.NDArray[np.float64]

# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE
# TVCG 15 (2009), the matrices of severity 1.0, for linear RGB.
BLINDNESS = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TEXT, SHAPE = 4.5, 3.0
palettes = pytest.mark.parametrize("palette", [DAY, NIGHT], ids=["day", "night"])
blindness = pytest.mark.parametrize("kind", BLINDNESS)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours: 1 if equal, 21 for black and white.

    Source: WCAG 2.1, contrast ratio and relative luminance.
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def seen(picture: Floats, kind: str) -> Floats:
    """A picture, (…, 3) RGB of 0 to 255, as seen without one kind of cones."""
    parts = picture / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    linear = np.clip(linear @ np.array(BLINDNESS[kind]).T, 0, 1)
    return 255 * np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def as_seen(colour: Colour, kind: str) -> Colour:
    red, green, blue = (round(part) for part in seen(np.array(colour, float), kind))
    return red, green, blue


def _pairs(palette: Palette) -> dict[str, tuple[Colour, Colour, float]]:
    """Pairs of foreground and background: texts, then shapes."""
    return {
        "title": (palette.bright, palette.felt, TEXT),
        "less important words": (palette.soft, palette.felt, TEXT),
        "keys": (palette.ink, palette.paper, TEXT),
        "a pressed key": (palette.ink, palette.pressed, TEXT),
        "a right verdict": (palette.good, palette.paper, TEXT),
        "a wrong verdict": (palette.bad, palette.paper, TEXT),
        "a message": (palette.calm, palette.paper, TEXT),
        "a number": (INK, palette.amber, TEXT),
        "a name": (PAPER, INK, TEXT),
        "a key": (palette.paper, palette.felt, 1.15),
        "a hole": (palette.hole, palette.wood, SHAPE),
        "a place at home in the list": (palette.soft, palette.felt, SHAPE),
        "the edge of a sign": (INK, palette.wood if palette is DAY else PAPER, SHAPE),
        "a shining lamp": (palette.lamp_on, palette.lamp_off, SHAPE),
        "the green lamp": (palette.green_on, palette.lamp_off, SHAPE),
        "the red lamp": (palette.red_on, palette.lamp_off, SHAPE),
    }


@palettes
def test_words_and_shapes_stand_off_their_ground(palette: Palette) -> None:
    for name, (one, other, least) in _pairs(palette).items():
        assert contrast(one, other) >= least, (name, contrast(one, other))


class Watched(pygame.Surface):
    """A surface that notes what each text that is put on it is written on."""

    found: ClassVar[list[tuple[str, float]]] = []

    def blit(self, source: pygame.Surface, dest: Any, *more: Any, **kept: Any) -> pygame.Rect:
        """Put a picture on it; a text is compared with what was there."""
        if isinstance(source, Written):
            area = source.get_rect(topleft=(round(dest[0]), round(dest[1]))).clip(self.get_rect())
            if area.width and area.height:
                under = np.median(pygame.surfarray.array3d(self.subsurface(area)).reshape(-1, 3), axis=0)
                red, green, blue = (round(float(part)) for part in under)
                self.found.append((source.text, contrast(source.ink, (red, green, blue))))
        return super().blit(source, dest, *more, **kept)


class Written(pygame.Surface):
    """A drawn text."""

    text = ""
    ink: Colour = (0, 0, 0)


class Font(pygame.font.Font):
    """A font whose texts know their colour."""

    def render(self, text: str, smooth: bool, ink: Colour, *more: Any) -> pygame.Surface:
        """Draw a text."""
        picture = super().render(text, smooth, ink, *more)
        written = Written(picture.get_size(), pygame.SRCALPHA)
        written.blit(picture, (0, 0))
        written.text, written.ink = text, ink
        return written


def _everything(night: bool) -> Iterator[tuple[str, WindowPage]]:
    """Every kind of page, by day or by night."""
    language: Language = "en"
    scenes = {name: altered(scene, night=night) for name, scene in states(language).items()}
    yield from ((name, GamePage(scene)) for name, scene in scenes.items())
    yield from ((name, KeyPage(guide, scene=scenes["turn"])) for name, guide in guides(language).items())
    for name, page in {**walk_pages(language), **place_pages(language), **pack_pages(language)}.items():
        yield name, replace(page, scene=scenes["turn"]) if isinstance(page, KeyPage) else page
    facts = MenuContext(Answers(), brightness=0.5, may_switch_off=True)
    for at in ("menu", "new", "language", "sound", "brightness", "hints", "declare", "games", "diagnosis"):
        yield f"menu {at}", KeyPage(menu_page(cast(Name, at), facts), scene=scenes["turn"])
    seats = tuple(map(Seat, "abcd"))
    told = replace(verdict("a0:a", "a5:a", legal=False), card=Card("5"))
    phrases = Phrases(language, EIGHT, lambda _: {"en": "Six.", "fr": "Six."})
    for happened in ((told,), (told, Ended(2.0, (Seat("a"),))), ()):
        summary = summary_of(course_of(happened), seats, phrases, "toc-pi play")
        yield "end", EndPage(summary, scenes["turn"])


@pytest.mark.parametrize("night", [False, True])
def test_every_text_of_every_page_stands_off_what_it_is_written_on(
    night: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.font.init()
    monkeypatch.setattr(pygame.font, "Font", Font)
    fonts, faint = load_fonts(), set[tuple[str, str, float]]()
    for name, page in _everything(night):
        Watched.found.clear()
        page.draw(Watched((800, 480)), fonts)
        assert len(Watched.found) > 1, name
        # A cross over a pawn is a shape, with an outline of its own.
        words = [found for found in Watched.found if any(letter.isalnum() for letter in found[0])]
        faint |= {(name, text, round(ratio, 1)) for text, ratio in words if ratio < TEXT}
    assert not faint


@pytest.mark.parametrize("name", COLOURS)
def test_a_swatch_is_seen_on_its_own_colour(name: str) -> None:
    surface = pygame.Surface((40, 40))
    surface.fill(COLOURS[name])
    swatch = sprites.swatch(12, COLOURS[name])
    surface.blit(swatch, swatch.get_rect(center=(20, 20)))
    row = [contrast(tuple(surface.get_at((x, 20))[:3]), COLOURS[name]) for x in range(20)]
    assert max(row) >= SHAPE


@palettes
@blindness
def test_they_do_so_for_the_colour_blind(palette: Palette, kind: str) -> None:
    for name, (one, other, least) in _pairs(palette).items():
        ratio = contrast(as_seen(one, kind), as_seen(other, kind))
        # Texts keep a contrast of 3:1 with any colour vision.
        assert ratio >= min(least, SHAPE) - 0.4, (name, ratio)


@pytest.fixture
def table() -> Scene:
    scene = opening(board("octagon-70"), EIGHT)
    pawns = standing(" ".join(f"{seat}3:{seat}" for seat in seats_of(8)), 8)
    return after(after(scene, Seen(0.0, pawns)), Turn(0.0, 1, Seat("a")))


def _drawn(scene: Scene) -> Floats:
    """(720, 1280, 3) RGB."""
    surface = pygame.Surface((1280, 720))
    GamePage(scene).draw(surface, letters())
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(float)


def _grey(picture: Floats) -> Floats:
    return picture @ np.array([0.2126, 0.7152, 0.0722])


def _luminances(picture: Floats) -> Floats:
    parts = picture / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


@blindness
@pytest.mark.parametrize("night", [False, True])
def test_every_pawn_start_and_home_stands_off_the_wood(table: Scene, kind: str, night: bool) -> None:
    frame = frame_of((1280, 720))
    scene = altered(table, night=night)
    light = _luminances(seen(_drawn(scene), kind))
    view = place_board(scene.board.face, frame)
    wood = np.median(light[300:420, 200:300])
    for seat in scene.board.seats:
        for hole in (f"{seat}3", start_hole(seat), f"{seat}H1", f"{seat}H4"):
            x, y = map(round, view.point(scene.board.face.holes[hole]))
            reach = round(0.6 * scene.board.face.pitch_mm * view.scale)
            here = light[y - reach : y + reach + 1, x - reach : x + reach + 1]
            low, high = np.quantile(here, [0.06, 0.94])
            best = max((wood + 0.05) / (low + 0.05), (high + 0.05) / (wood + 0.05))
            assert best >= SHAPE, (hole, best)


@blindness
def test_two_seats_signs_differ_without_their_hue(kind: str) -> None:
    pictures = {}
    for seat, name in EIGHT.items():
        surface = pygame.Surface((30, 30))
        surface.fill(DAY.wood)
        sign = sprites.sign(seat, COLOURS[name], 8)
        surface.blit(sign, ((30 - sign.get_width()) // 2, (30 - sign.get_height()) // 2))
        pictures[seat] = _grey(seen(pygame.surfarray.array3d(surface).astype(float), kind))
    for one, other in combinations(pictures, 2):
        assert np.abs(pictures[one] - pictures[other]).mean() > 8, (one, other)


@pytest.mark.parametrize("radius", [6, 7, 9, 12])
def test_black_looks_black_and_white_white_however_small(radius: int) -> None:
    for seat in seats_of(8):
        light = {}
        for name in ("black", "white"):
            surface = pygame.Surface((40, 40))
            surface.fill(DAY.wood)
            sign = sprites.sign(seat, COLOURS[name], radius)
            surface.blit(sign, ((40 - sign.get_width()) // 2, (40 - sign.get_height()) // 2))
            middle = _grey(pygame.surfarray.array3d(surface).astype(float))[18:22, 18:22]
            light[name] = middle.mean()
        assert light["black"] < 90, (seat, light)
        assert light["white"] > 190, (seat, light)


@blindness
def test_the_list_of_players_shows_empty_places(kind: str) -> None:
    scene = after(opening(board(), EIGHT), Seen(0.0, standing("bH1:b")))
    scene = after(scene, Turn(0.0, 2, Seat("a")))
    box = place_panel(panel_of(scene), frame_of((1280, 720))).box
    part = slice(round(box.top), round(box.bottom)), slice(round(box.right) - 160, round(box.right))
    light = _luminances(seen(_drawn(scene), kind)[part])
    assert (light.max() + 0.05) / (np.median(light) + 0.05) >= SHAPE
