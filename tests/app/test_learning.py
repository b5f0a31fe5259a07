"""Lessons on the screen: every lesson of every rule set is learned by tapping, and stars are kept."""

from pathlib import Path
from typing import cast

import pytest

from calibration.board import load_board
from calibration.holes import Hole, Seat, camp_holes, is_camp
from toc_pi.app.learning import Lessons, Room, Stars, enter, learn, tap
from toc_pi.errors import DamagedStore
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.panel import say
from toc_pi.screen.scene import Language
from toc_pi.screen.window import Quit, Tapped, Window, WindowEvent
from toc_pi.store.progress import NAME, load_progress, save_progress
from toc_pi.teaching.lessons import lessons_of
from toc_pi.teaching.session import next_step
from toc_pi.teaching.told import COLOURS

BOARD = load_board("square-40")


def course(rules: str = "quebec", language: Language = "en") -> Lessons:
    table = Table(BOARD.seats, BOARD.home_entry, BOARD.centre, stretch=BOARD.stretch)
    return Lessons(BOARD, lessons_of(load_ruleset(rules), table), COLOURS, language)


def move_to(room: Room, wanted: Position) -> Room:
    """Move pawns on the screen, hole by hole, until they stand so; what is landed on goes to its camp."""
    for _ in range(30):
        out = {hole: seat for hole, seat in room.scene.pawns.items() if not is_camp(hole)}
        if out == dict(wanted.pawns):
            return room
        step = next_step(out, dict(wanted.pawns))
        camp = camp_holes(step.seat)
        start = step.start or next(hole for hole in camp if hole in room.scene.pawns)
        end = step.end or next(hole for hole in camp if hole not in room.scene.pawns)
        room = tap(tap(room, f"hole:{start}"), f"hole:{end}")
    pytest.fail(f"{wanted} is never reached")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_lesson_of_a_rule_set_is_learned_by_taps(name: str, language: Language) -> None:
    room = enter(course(name, language), {})
    for lesson in room.course.lessons:
        assert room.session.lesson == lesson
        assert say(room.scene).card == lesson.card
        assert room.course.told.lesson(lesson, "before") in room.scene.noted
        room = tap(move_to(room, lesson.right[0]), "done")
        assert "★★★" in room.scene.asking
        room = tap(room, "answer:next")
    assert room.over
    assert room.stars == dict.fromkeys((one.name for one in room.course.lessons), 3)


def test_mistakes_get_their_reason_another_try_and_the_third_one_the_answer() -> None:
    room = enter(course(), {"coming-out": 3, "moving": 3})
    lesson = room.session.lesson
    assert lesson.name == "capturing"
    for tries in (1, 2, 3):
        room = tap(move_to(room, Position(frozenset(lesson.wrong[0].holes.items()))), "done")
        assert "another number of holes" in room.scene.asking
        assert ("captures blue" in room.scene.asking) is (tries == 3)
        room = tap(room, "answer:again")
        assert not room.over
        out = {hole: seat for hole, seat in room.scene.pawns.items() if not is_camp(hole)}
        assert out == dict(lesson.position.pawns)
    room = tap(move_to(room, lesson.right[0]), "done")
    assert "★☆☆" in room.scene.asking


def test_who_says_that_nothing_can_be_played_is_told_otherwise() -> None:
    room = tap(enter(course(), {}), "done")
    assert "must" in room.scene.asking or "can be played" in room.scene.asking
    assert [answer.key for answer in say(room.scene).answers] == ["answer:again", "answer:later"]


def test_a_move_that_is_begun_can_be_taken_back_and_no_card_is_asked_for() -> None:
    room = enter(course(), {"coming-out": 1})
    assert say(room.scene).keys == ()
    moved = tap(tap(room, "hole:a2"), "hole:a5")
    assert moved.scene.pawns != room.scene.pawns
    assert tap(moved, "restore").scene.pawns == room.scene.pawns
    assert tap(moved, "undo").scene.pawns == room.scene.pawns


class Hands:
    """Stands for the window: gives the taps that it was given, and keeps what was shown."""

    def __init__(self, *taps: WindowEvent) -> None:
        self._taps = list(taps)
        self.shown = 0

    def show(self, _scene: object) -> None:
        self.shown += 1

    def events(self) -> tuple[WindowEvent, ...]:
        return (self._taps.pop(0),) if self._taps else (Quit(),)


def test_stars_are_kept_as_soon_as_they_are_won_and_leaving_ends_it() -> None:
    kept: list[Stars] = []
    hands = Hands(Tapped("hole:aC1"), Tapped("hole:a0"), Tapped("done"), Quit())
    stars = learn(cast(Window, hands), course(), {}, kept.append)
    assert kept == [{"coming-out": 3}] == [stars]
    later = Hands(Tapped("done"), Tapped("answer:later"), Tapped("done"))
    assert learn(cast(Window, later), course(), stars, kept.append) == stars
    assert later.shown == 3


def test_who_does_nothing_for_an_hour_has_gone() -> None:
    times = iter([0.0, 1000.0, 4000.0])

    class Nobody(Hands):
        def events(self) -> tuple[WindowEvent, ...]:
            return ()

    assert learn(cast(Window, Nobody()), course(), {}, print, lambda: next(times)) == {}


def test_each_pupil_has_stars_of_his_own(tmp_path: Path) -> None:
    save_progress(tmp_path / "state", "Léa", {"moving": 2})
    save_progress(tmp_path / "state", "", {"moving": 3})
    assert load_progress(tmp_path / "state", "Léa") == {"moving": 2}
    assert load_progress(tmp_path / "state", "") == {"moving": 3}
    assert load_progress(tmp_path / "state", "Zoé") == {}


@pytest.mark.parametrize(
    "content", [b"\xb0", b"{", b"[]", b'{"a": {"moving": 9}}', b'{"a": {"moving": true}}', b""]
)
def test_damaged_stars_are_put_aside_and_said_once(content: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(DamagedStore, match="aside"):
        load_progress(tmp_path, "a")
    assert load_progress(tmp_path, "a") == {}
    assert [path.read_bytes() for path in tmp_path.glob("*damaged*")] == [content]


def test_a_pawn_of_another_seat_goes_to_its_own_camp() -> None:
    room = enter(course(), {"coming-out": 3, "moving": 3})
    room = tap(tap(room, "hole:a3"), "hole:a9")
    assert sum(seat == Seat("b") and is_camp(hole) for hole, seat in room.scene.pawns.items()) == 4
    assert room.scene.pawns[Hole("a9")] == Seat("a")
