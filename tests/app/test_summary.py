"""The summary of a filmed game, and the window that shows film, screen and summary."""

from itertools import combinations
from typing import Any

import pygame
import pytest
from pygame import MOUSEBUTTONDOWN
from pygame.event import Event, post

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat
from toc_pi.app.film_summary import MAX_FLAGGED, course_of, summary_of
from toc_pi.effects import Ended, Settled, TakenBack, Turn, Verdict
from toc_pi.events import Card
from toc_pi.languages import LANGUAGES, Language
from toc_pi.phrases import Phrases
from toc_pi.screen.canvas import Fonts, load_fonts
from toc_pi.screen.changes import after
from toc_pi.screen.film_view import FilmWindow, place_film, place_game
from toc_pi.screen.frames import Size
from toc_pi.screen.pages.end_layout import place_end
from toc_pi.screen.pages.end_page import EndPage
from toc_pi.screen.scene import opening, tapped
from toc_pi.screen.window import Tapped

A, B = Seat("a"), Seat("b")
COLOURS = {A: "red", B: "blue"}


def verdict(n: int, *, legal: bool = True, captured: tuple[Seat, ...] = ()) -> Verdict:
    holes = {Hole("a3"): A}
    reasons = () if legal else ("wrong-distance",)
    return Verdict(
        float(n), n, A, "card", Card("5"), (), legal, captured, holes, frozenset(), {}, frozenset(), reasons
    )


REASON = {
    "en": "With the 10 a pawn goes 10 holes; that was 8: purple from b3 to b11.",
    "fr": "Avec le 10 un pion avance de 10 trous\u00a0; c'était 8\u00a0: violet de b3 à b11.",
}


def why(_: Verdict) -> dict[str, str]:
    """A reason that names holes, in each language."""
    return REASON


def settled(n: int, holes: dict[Hole, Seat]) -> Settled:
    return Settled(float(n), n, A, "legal", holes, frozenset())


def lines(*happened: object, language: Language = "en") -> tuple[str, ...]:
    phrases = Phrases(language, COLOURS, lambda _: {"en": "six holes were gone", "fr": "six trous"})
    return summary_of(course_of(happened), (A, B), phrases, "toc-pi play").lines


def test_turns_flags_captures_and_the_standing() -> None:
    home = {Hole("aH1"): A, Hole("aH4"): A, Hole("b3"): B}
    summary = lines(verdict(1, captured=(B,)), settled(1, home), verdict(2, legal=False), verdict(2))
    assert summary == (
        "2 turns were played. One move wasn't allowed:",
        "Turn 2, red with the 5: six holes were gone",
        "Sent back to camp: blue 1.",
        "Nobody has won yet. Pawns at home: red 2.",
        "toc-pi play",
    )


def test_a_turn_that_was_taken_back_counts_no_more() -> None:
    summary = lines(verdict(1), verdict(2, captured=(B,)), TakenBack(3.0, 2, A))
    assert summary[0] == "One turn was played. Every move was allowed."
    assert summary[1] == "No pawn was sent back to camp."


def test_the_winner_is_named() -> None:
    assert lines(verdict(1), Ended(2.0, (A,)))[-2] == "The game is over. red won."


def test_many_flags_are_counted() -> None:
    summary = lines(*(verdict(n, legal=False) for n in range(1, MAX_FLAGGED + 4)))
    assert summary[MAX_FLAGGED + 1] == "… and 3 more."


def test_a_film_in_which_nothing_happened_has_a_summary() -> None:
    for language in LANGUAGES:
        assert lines(language=language)[-1].endswith("toc-pi play")


@pytest.mark.parametrize("screen", [(1280, 720), (800, 480), (480, 320), (720, 1280), (1920, 1080)])
@pytest.mark.parametrize("film", [(1280, 720), (640, 480), (480, 640)])
def test_film_board_and_words_lie_whole_beside_each_other(screen: Size, film: Size) -> None:
    film_area, game = place_film(screen, film), place_game(screen, film)
    assert game.status is not None
    parts = (film_area, game.board, game.panel, game.status)
    for part in parts:
        assert min(part.left, part.top) >= 0
        assert part.right <= screen[0]
        assert part.bottom <= screen[1]
    for one, other in combinations(parts, 2):
        across = one.left < other.right and other.left < one.right
        assert not (across and one.top < other.bottom and other.top < one.bottom), (one, other)
    assert abs(film_area.width / film_area.height - film[0] / film[1]) < 0.03 * film[0] / film[1]
    assert min(game.board.width, game.board.height) >= 0.4 * min(screen), "the board is worth looking at"


@pytest.mark.parametrize("size", [(1280, 720), (800, 480), (480, 320), (720, 1280)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_a_film_the_reason_is_read_whole(
    size: Size, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[str, tuple[str, ...]]] = []
    paragraph = Fonts.paragraph

    def kept(self: Fonts, text: str, most: int, width: float, height: float) -> Any:
        font, found = paragraph(self, text, most, width, height)
        shown.append((text, found))
        return font, found

    monkeypatch.setattr(Fonts, "paragraph", kept)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = FilmWindow(size, hidden=True)
    try:
        scene = tapped(opening(load_board("square-40"), COLOURS, language), "names")
        assert scene is not None
        scene = after(scene, Turn(0.0, 1, A))
        scene = after(scene, verdict(1, legal=False), REASON[language])
        window.show(scene)
        window.present()
    finally:
        window.close()
    assert REASON[language] in [" ".join(found) for text, found in shown if text == REASON[language]]


SIZES = ((480, 320), (800, 480), (1280, 720), (1920, 1080), (720, 1280), (480, 800), (400, 300))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_the_parts_of_the_last_page_lie_whole_beside_each_other(size: Size, seats: int) -> None:
    places = place_end(size, seats)
    parts = [places.title, places.figures, *places.players, places.faults, places.way, places.close]
    parts += [] if places.board is None else [places.board]
    for part in parts:
        assert min(part.left, part.top, part.width, part.height) >= 0, part
        assert part.right <= size[0]
        assert part.bottom <= size[1]
    for one, other in combinations(parts, 2):
        across = one.left < other.right - 1 and other.left < one.right - 1
        assert not (across and one.top < other.bottom - 1 and other.top < one.bottom - 1), (one, other)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wrong", [0, 1, 5, 12])
def test_all_words_of_the_last_page_fit(
    size: Size, language: Language, wrong: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    render = pygame.font.Font.render

    class Watched(pygame.font.Font):
        def render(self, text: str, *how: Any) -> pygame.Surface:
            drawn.append(text)
            picture = render(self, text, *how)
            assert picture.get_width() <= size[0] - 10, text
            return picture

    monkeypatch.setattr(pygame.font, "Font", Watched)
    pygame.font.init()
    flags = [verdict(n, legal=False) for n in range(1, wrong + 1)]
    seats = tuple(map(Seat, "abcd"))
    phrases = Phrases(language, dict(zip(seats, ("purple", "orange", "yellow", "black"), strict=True)), why)
    summary = summary_of(course_of(flags), seats, phrases, "toc-pi play")
    scene = opening(load_board("square-40"), COLOURS, language)
    EndPage(summary, scene).draw(pygame.Surface(size), load_fonts())
    assert summary.title in drawn
    assert summary.close in drawn
    assert summary.go_on in drawn
    assert not [text for text in drawn if text.endswith("…")]
    for figure in summary.figures:
        assert figure.words in drawn
    told = " ".join(drawn)
    shown = told.count(phrases.face("5") + " ") if wrong else 0
    more = [fault for fault in range(1, wrong + 1) if summary.more.format(count=fault) in drawn]
    assert shown + sum(more) >= wrong, "each is shown, or counted"
    assert wrong > 3 or not more, "a few are shown on any screen"


def test_the_last_page_names_no_holes() -> None:
    summary = summary_of(course_of([verdict(1, legal=False)]), (A, B), Phrases("en", COLOURS, why), "")
    assert summary.faults[0].why == "With the 10 a pawn goes 10 holes; that was 8."


def test_a_tap_is_a_pause_and_closes_the_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = FilmWindow((1280, 720), hidden=True)
    try:
        window.events()
        tap = Event(MOUSEBUTTONDOWN, button=1, pos=(300, 300), touch=False)
        post(tap)
        assert Tapped("pause") in window.events()
        window.show(opening(load_board("square-40"), COLOURS))
        window.finish(summary_of(course_of(()), (A, B), Phrases("en", COLOURS), ""))
        post(tap)
        assert Tapped("next") in window.events()
    finally:
        window.close()
