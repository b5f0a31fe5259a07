"""The summary of a filmed game, and the window that shows film, screen and summary."""

import pytest
from pygame import MOUSEBUTTONDOWN
from pygame.event import Event, post

from calibration.holes import Hole, Seat
from toc_pi.app.summary import MOST_FLAGGED, sum_up, words_beside
from toc_pi.phrases import LANGUAGES, Phrases
from toc_pi.referee.effects import Ended, Settled, TakenBack, Verdict
from toc_pi.referee.events import Card
from toc_pi.screen.film_view import FilmWindow, place_parts
from toc_pi.screen.layout import SIZE
from toc_pi.screen.window import Tapped

A, B = Seat("a"), Seat("b")
COLOURS = {A: "red", B: "blue"}


def verdict(n: int, *, legal: bool = True, captured: tuple[Seat, ...] = ()) -> Verdict:
    holes = {Hole("a3"): A}
    reasons = () if legal else ("wrong-distance",)
    return Verdict(
        float(n), n, A, "card", Card("5"), (), legal, captured, holes, frozenset(), {}, frozenset(), reasons
    )


def settled(n: int, holes: dict[Hole, Seat]) -> Settled:
    return Settled(float(n), n, A, "legal", holes, frozenset())


def lines(*happened: object, language: str = "en") -> tuple[str, ...]:
    phrases = Phrases(language, COLOURS, lambda _: {"en": "six holes were gone", "fr": "six trous"})
    return sum_up(happened, (A, B), phrases, language).lines


def test_turns_flags_captures_and_the_standing() -> None:
    home = {Hole("aH1"): A, Hole("aH4"): A, Hole("b3"): B}
    told = lines(verdict(1, captured=(B,)), settled(1, home), verdict(2, legal=False), verdict(2))
    assert told == (
        "Turns: 2. Moves allowed: 2, flagged: 1.",
        "Not allowed, 2. red, 5: six holes were gone",
        "Sent back to camp: blue 1.",
        "Nobody has won yet. Pawns at home: red 2, blue 0.",
        "At your own table: toc-pi play",
    )


def test_a_turn_that_was_taken_back_counts_no_more() -> None:
    told = lines(verdict(1), verdict(2, captured=(B,)), TakenBack(3.0, 2, A))
    assert told[0].startswith("Turns: 1.")
    assert told[1] == "No pawn was sent back to camp."


def test_who_has_won_is_said() -> None:
    assert lines(verdict(1), Ended(2.0, (A,)))[-2] == "The game is over. red won."


def test_many_flags_are_counted() -> None:
    told = lines(*(verdict(n, legal=False) for n in range(1, MOST_FLAGGED + 4)))
    assert told[MOST_FLAGGED + 1] == "… and 3 more that were not allowed."


def test_a_film_in_which_nothing_happened_has_a_summary() -> None:
    for language in LANGUAGES:
        assert lines(language=language)[-1].endswith("toc-pi play")


def test_both_languages_have_the_same_words() -> None:
    assert words_beside("en").keys() == words_beside("fr").keys()


@pytest.mark.parametrize(
    "screen", [(1280, 720), (800, 480), (480, 800), (1920, 1080), (320, 240), (720, 720)]
)
@pytest.mark.parametrize("film", [(1280, 720), (640, 480), (480, 640)])
def test_film_and_screen_lie_whole_beside_each_other(screen: tuple[int, int], film: tuple[int, int]) -> None:
    first, second = place_parts(screen, film)
    assert not first.colliderect(second)
    for part, size in ((first, film), (second, SIZE)):
        assert 0 <= part.left < part.right <= screen[0]
        assert 0 <= part.top < part.bottom <= screen[1]
        assert abs(part.width / part.height - size[0] / size[1]) < 0.03 * size[0] / size[1]


def test_a_tap_is_a_pause_and_closes_the_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = FilmWindow((1280, 720), hidden=True)
    try:
        window.events()
        tap = Event(MOUSEBUTTONDOWN, button=1, pos=(300, 300), touch=False)
        post(tap)
        assert Tapped("pause") in window.events()
        window.sum_up(sum_up((), (A, B), Phrases("en", COLOURS), "en"))
        post(tap)
        assert Tapped("next") in window.events()
    finally:
        window.close()
