"""Lessons on the screen: every lesson of every rule set is learned by tapping, and stars are stored."""

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat, camp_holes, is_camp
from toc_pi.app.learning import Lessons, PupilState, enter, open_lesson, tap
from toc_pi.errors import DamagedStore
from toc_pi.faces import face_of
from toc_pi.languages import Language
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.panel import Mark
from toc_pi.screen.scene_panel import panel_of
from toc_pi.store.progress import NAME, load_progress, save_progress
from toc_pi.teaching.lessons import lessons_of
from toc_pi.teaching.play_phrases import COLOURS
from toc_pi.teaching.session import next_step

BOARD = load_board("square-40")


def course(rules: str = "quebec", language: Language = "en") -> Lessons:
    table = Table(BOARD.seats, BOARD.home_entry, BOARD.centre, stretch=BOARD.stretch)
    return Lessons(BOARD, lessons_of(load_ruleset(rules), table), COLOURS, language)


def out(room: PupilState) -> dict[Hole, Seat]:
    return {hole: seat for hole, seat in room.scene.pawns.items() if not is_camp(hole)}


def said(room: PupilState) -> str:
    """The sentence that the screen shows."""
    box = panel_of(room.scene).box
    assert box is not None
    return box.sentence


def keys(room: PupilState) -> list[str]:
    return [order.key for order in panel_of(room.scene).orders]


def move_to(room: PupilState, wanted: Position) -> PupilState:
    """Move pawns on the screen, hole by hole, to a position; captured pawns go to their camps."""
    for _ in range(30):
        if out(room) == dict(wanted.pawns):
            return room
        step = next_step(out(room), dict(wanted.pawns))
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
        assert room.lesson == lesson
        assert panel_of(room.scene).card == face_of(lesson.card)
        assert said(room).startswith(room.course.phrases.lesson(lesson, "before"))
        assert (room.course.phrases.say("tap") in said(room)) is (lesson == room.course.lessons[0])
        room = move_to(room, lesson.right[0])
        box = panel_of(room.scene).box
        assert box is not None
        assert (box.mark, box.sentence) == (Mark.TICK, room.course.phrases.lesson(lesson, "after"))
        assert "★★★" in box.headline
        room = tap(room, "next")
    assert room.over
    assert room.stars == dict.fromkeys((one.name for one in room.course.lessons), 3)


def test_cards_have_the_letters_of_the_pack() -> None:
    room = enter(replace(course("toc"), faces="VDR"), {})
    shown = {}
    for lesson in room.course.lessons:
        shown[lesson.card] = panel_of(open_lesson(room, lesson).scene).card
    assert {"J": "V", "K": "R"}.items() <= shown.items()


def test_mistakes_get_their_reason_another_try_and_the_third_one_the_answer() -> None:
    room = enter(course(), {"coming-out": 3, "moving": 3})
    lesson = room.lesson
    assert lesson.name == "capturing"
    for tries in (1, 2, 3):
        room = tap(move_to(room, Position(frozenset(lesson.wrong[0].holes.items()))), "done")
        box = panel_of(room.scene).box
        assert box is not None
        assert box.mark is Mark.CROSS
        assert "6 goes 6 holes; that was 7" in box.sentence
        assert keys(room) == ["again"]
        room = tap(room, "again")
        assert out(room) == dict(lesson.position.pawns)
        assert ("captures blue" in said(room)) is (tries == 3)
        assert room.scene.task is not None
        assert bool(room.scene.task.ways) is (tries == 3)
    room = move_to(room, lesson.right[0])
    box = panel_of(room.scene).box
    assert box is not None
    assert "★☆☆" in box.headline


def test_a_wrong_move_waits_for_a_tap_and_a_right_one_counts_at_once() -> None:
    room = enter(course(), {"coming-out": 3})
    wrong = tap(tap(room, "hole:a2"), "hole:a5")
    assert wrong.session.tries == 0
    assert keys(wrong) == ["restore", "done"]
    right = tap(tap(room, "hole:a2"), "hole:a8")
    assert right.stars["moving"] == 3
    assert keys(right) == ["once-more", "next"]
    assert tap(tap(right, "hole:a8"), "hole:a9").scene.pawns == right.scene.pawns, "what is done is done"


def test_a_wrong_claim_that_nothing_can_be_played_is_corrected() -> None:
    room = enter(course(), {})
    assert keys(room) == ["cant"]
    room = tap(room, "cant")
    box = panel_of(room.scene).box
    assert box is not None
    assert box.mark is Mark.CROSS
    assert keys(room) == ["again"]
    assert said(tap(room, "again")).startswith(room.course.phrases.lesson(room.lesson, "before"))


def test_a_legal_move_beside_the_point_is_no_mistake_against_the_rules() -> None:
    room = enter(course(), {"coming-out": 3, "moving": 3})
    room = tap(tap(tap(room, "hole:c2"), "hole:c8"), "done")
    box = panel_of(room.scene).box
    assert box is not None
    assert box.mark is Mark.WORD
    assert box.sentence == room.course.phrases.say("not_yet")


def test_a_move_that_is_begun_can_be_taken_back_and_no_card_is_asked_for() -> None:
    room = enter(course(), {"coming-out": 1})
    assert panel_of(room.scene).keys == ()
    moved = tap(tap(room, "hole:a2"), "hole:a5")
    assert moved.scene.pawns != room.scene.pawns
    assert tap(moved, "restore").scene.pawns == room.scene.pawns
    assert tap(moved, "undo").scene.pawns == room.scene.pawns


def test_any_lesson_can_be_chosen_and_learned_again() -> None:
    room = tap(enter(course(), {}), "lesson:jack-swaps")
    assert room.lesson.name == "jack-swaps"
    room = move_to(room, room.lesson.right[0])
    again = tap(room, "once-more")
    assert out(again) == dict(room.lesson.position.pawns)
    assert tap(room, "next").lesson.name != "jack-swaps"
    assert tap(room, "later").over


def test_each_pupil_has_stars_of_his_own(tmp_path: Path) -> None:
    save_progress(tmp_path / "state", "Léa", {"moving": 2})
    save_progress(tmp_path / "state", "", {"moving": 3})
    assert load_progress(tmp_path / "state", "Léa") == {"moving": 2}
    assert load_progress(tmp_path / "state", "") == {"moving": 3}
    assert load_progress(tmp_path / "state", "Zoé") == {}


@pytest.mark.parametrize(
    "content", [b"\xb0", b"{", b"[]", b'{"a": {"moving": 9}}', b'{"a": {"moving": true}}', b""]
)
def test_damaged_stars_are_put_aside_and_reported_once(content: bytes, tmp_path: Path) -> None:
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
