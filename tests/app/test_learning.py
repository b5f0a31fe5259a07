"""Lessons on the screen: every lesson of every rule set is learned by tapping, and stars are stored."""

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat, camp_holes, is_camp
from toc_pi.app.teaching.learning import enter, open_lesson, pass_time, tap
from toc_pi.app.teaching.pupil import HOLD_S, WHOLE_S, Lessons, PupilState
from toc_pi.errors import DamagedStore
from toc_pi.languages import Language, face_of
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.board_face import repair_steps
from toc_pi.screen.panel import Mark
from toc_pi.screen.scene_panel import panel_of
from toc_pi.store.people import LESSONS_FILE, Stars, load_progress, save_progress
from toc_pi.teaching.lesson_attempt import repair
from toc_pi.teaching.lessons import lessons_of
from toc_pi.teaching.play_phrases import COLOURS

BOARD = load_board("square-40")


def course(rules: str = "quebec", language: Language = "en") -> Lessons:
    table = Table(BOARD.seats, BOARD.home_entry, BOARD.centre, stretch=BOARD.stretch)
    return Lessons(BOARD, lessons_of(load_ruleset(rules), table), COLOURS, language)


def at(name: str) -> PupilState:
    """A pupil of quebec who has seen what a lesson shows first."""
    return tap(tap(enter(course(), {}), f"lesson:{name}"), "go")


def out(room: PupilState) -> dict[Hole, Seat]:
    return {hole: seat for hole, seat in room.scene.board.pawns.items() if not is_camp(hole)}


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
        step = repair_steps(repair(out(room), dict(wanted.pawns)), out(room))[0]
        camp = camp_holes(step.seat or out(room)[Hole(step.start or "")])
        start = step.start or next(hole for hole in camp if hole in room.scene.board.pawns)
        end = step.end or next(hole for hole in camp if hole not in room.scene.board.pawns)
        room = tap(tap(room, f"hole:{start}"), f"hole:{end}")
    pytest.fail(f"{wanted} is never reached")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_lesson_of_a_rule_set_is_learned_by_taps(name: str, language: Language) -> None:
    room = enter(course(name, language), {})
    phrases = room.course.phrases
    for lesson in room.course.lessons:
        assert room.lesson == lesson
        if lesson.show != "nothing":
            assert keys(room) == ["go"]
            room = tap(room, "go")
        assert said(room).startswith(phrases.lesson(lesson, "before"))
        if lesson.hand.ask:
            assert [key.key for key in panel_of(room.scene).keys] == [
                f"card:{card}" for card in lesson.hand.cards
            ]
            room = tap(room, f"card:{lesson.hand.right[0]}" if lesson.hand.right else "cant")
            assert said(room) == phrases.lesson(lesson, "do")
        assert panel_of(room.scene).card == face_of(lesson.card)
        assert (room.course.phrases.say("tap") in said(room)) is (lesson == room.course.lessons[0])
        room = move_to(room, lesson.right[0])
        box = panel_of(room.scene).box
        assert box is not None
        assert (box.mark, box.sentence) == (Mark.TICK, room.course.phrases.lesson(lesson, "after"))
        assert "★★★" in box.headline
        room = tap(room, "next")
    assert room.over
    assert room.stars == dict.fromkeys((one.name for one in room.course.lessons), 3)


def test_the_first_lesson_shows_a_pawn_s_whole_way_before_it_asks() -> None:
    room = enter(course(), {})
    assert room.lesson.name == "aim"
    way = []
    for tenths in range(round(10 * (WHOLE_S + HOLD_S))):
        room = pass_time(room, 5000.0 + tenths / 10)  # a window's clock starts anywhere
        way.append(next(iter(out(room)), "camp"))
    assert list(dict.fromkeys(way))[:4] == ["camp", "a0", "a1", "a2"]
    assert way[-1] == "aH4"
    assert len(dict.fromkeys(way)) > 60
    assert tap(room, "hole:aH4") == room, "nothing can be moved before it is the pupil's turn"
    assert out(tap(room, "go")) == dict(room.lesson.position.pawns)


def test_what_a_rule_forbids_is_shown_with_its_reason() -> None:
    room = tap(enter(course(), {}), "lesson:protected-from-capture")
    box = panel_of(room.scene).box
    assert box is not None
    assert (box.mark, "blue" in box.sentence.lower()) == (Mark.CROSS, True)
    assert room.frames[-1] == room.lesson.wrong[0].holes
    assert said(tap(room, "go")) == room.course.phrases.lesson(room.lesson, "before")


def test_whoever_asks_is_shown_the_answer_for_one_star() -> None:
    room = at("moving")
    assert keys(room) == ["look"]
    for _ in range(3):
        room = tap(room, "look")
        assert dict(room.frames[-1]) == {Hole("a8"): Seat("a")}
        room = tap(room, "go")
    assert move_to(room, room.lesson.right[0]).stars == {"moving": 2}


@pytest.mark.parametrize("rules", NAMES)
def test_a_wrong_card_of_a_hand_is_explained_and_costs_a_star(rules: str) -> None:
    stars: Stars = {}
    for lesson in course(rules).lessons:
        if not lesson.hand.ask:
            continue
        room = tap(enter(course(rules), {}), f"lesson:{lesson.name}")
        wrong = next(card for card in lesson.hand.cards if card not in lesson.hand.right)
        room = tap(room, f"card:{wrong}")
        assert said(room) == room.course.phrases.lesson(lesson, "no", wrong)
        if lesson.hand.ask == "play":
            room = tap(room, "cant")
            assert said(room) == room.course.phrases.say("one_can")
        room = tap(room, f"card:{lesson.hand.right[0]}" if lesson.hand.right else "cant")
        stars = move_to(room, lesson.right[0]).stars | stars
    assert {"deal": 1, "laying-down": 2}.items() <= stars.items()
    assert ("exchange" in stars) is (load_ruleset(rules).exchange != "none")


def test_cards_have_the_letters_of_the_pack() -> None:
    room = enter(replace(course("toc"), faces="VDR"), {})
    shown = {}
    for lesson in room.course.lessons:
        if not lesson.hand.ask:
            shown[lesson.card] = panel_of(open_lesson(room, lesson).scene).card
    assert {"J": "V", "K": "R"}.items() <= shown.items()


def test_mistakes_get_their_reason_another_try_and_the_third_one_the_answer() -> None:
    room = at("capturing")
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
        assert room.scene.game.task is not None
        assert bool(room.scene.game.task.ways) is (tries == 3)
    room = move_to(room, lesson.right[0])
    box = panel_of(room.scene).box
    assert box is not None
    assert "★☆☆" in box.headline


def test_on_a_small_screen_the_answer_is_read_before_the_board_is_shown_again() -> None:
    room = at("moving")
    wrong = tap(tap(tap(room, "hole:a2"), "hole:a5"), "done")
    right = tap(tap(room, "hole:a2"), "hole:a8")
    for answered in (wrong, right):
        panel = panel_of(answered.scene)
        assert (panel.on_board, panel.flip is not None) == (False, True)
    assert panel_of(enter(course(), {}).scene).on_board, "what is shown is shown on the board"


def test_a_wrong_move_waits_for_a_tap_and_a_right_one_counts_at_once() -> None:
    room = at("moving")
    wrong = tap(tap(room, "hole:a2"), "hole:a5")
    assert wrong.session.tries == 0
    assert keys(wrong) == ["restore", "done"]
    right = tap(tap(room, "hole:a2"), "hole:a8")
    assert right.stars["moving"] == 3
    assert keys(right) == ["once-more", "next"]
    assert tap(tap(right, "hole:a8"), "hole:a9").scene.board.pawns == right.scene.board.pawns, (
        "what is done is done"
    )


def test_a_wrong_claim_that_nothing_can_be_played_is_corrected() -> None:
    room = at("must-play")
    assert keys(room) == ["look", "cant"]
    room = tap(room, "cant")
    box = panel_of(room.scene).box
    assert box is not None
    assert box.mark is Mark.CROSS
    assert keys(room) == ["again"]
    assert said(tap(room, "again")).startswith(room.course.phrases.lesson(room.lesson, "before"))


def test_a_legal_move_beside_the_point_is_no_mistake_against_the_rules() -> None:
    room = at("capturing")
    room = tap(tap(tap(room, "hole:c2"), "hole:c8"), "done")
    box = panel_of(room.scene).box
    assert box is not None
    assert box.mark is Mark.WORD
    assert box.sentence == room.course.phrases.say("not_yet")


def test_a_move_that_is_begun_can_be_taken_back_and_no_card_is_asked_for() -> None:
    room = at("moving")
    assert panel_of(room.scene).keys == ()
    moved = tap(tap(room, "hole:a2"), "hole:a5")
    assert moved.scene.board.pawns != room.scene.board.pawns
    assert tap(moved, "restore").scene.board.pawns == room.scene.board.pawns
    assert tap(moved, "undo").scene.board.pawns == room.scene.board.pawns


def test_any_lesson_can_be_chosen_and_learned_again() -> None:
    room = at("jack-swaps")
    assert room.lesson.name == "jack-swaps"
    room = move_to(room, room.lesson.right[0])
    again = tap(tap(room, "once-more"), "go")
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
    (tmp_path / LESSONS_FILE).write_bytes(content)
    with pytest.raises(DamagedStore, match="aside"):
        load_progress(tmp_path, "a")
    assert load_progress(tmp_path, "a") == {}
    assert [path.read_bytes() for path in tmp_path.glob("*damaged*")] == [content]


def test_a_pawn_of_another_seat_goes_to_its_own_camp() -> None:
    room = at("capturing")
    room = tap(tap(room, "hole:a3"), "hole:a9")
    assert sum(seat == Seat("b") and is_camp(hole) for hole, seat in room.scene.board.pawns.items()) == 4
    assert room.scene.board.pawns[Hole("a9")] == Seat("a")
