"""A lesson at the board: every lesson of every rule set can be set up, failed, put back and learned."""

from calibration.holes import Hole, Seat
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.board_face import repair_steps
from toc_pi.teaching.lesson_attempt import (
    Begin,
    LessonAttempt,
    NotYet,
    Placement,
    Right,
    Wrong,
    finish,
    look,
    repair,
)
from toc_pi.teaching.lessons import Lesson, lesson_named, lessons_of


def of_quebec(name: str) -> Lesson:
    return lesson_named(load_ruleset("quebec"), Table(), name)


def carry_out(board: Placement, wanted: Placement) -> tuple[dict[Hole, Seat], int]:
    """Follow the steps from one board to another."""
    after = dict(board)
    moved = repair_steps(repair(board, wanted), board)
    for step in moved:
        if step.start is not None:
            assert after.pop(step.start) == (step.seat or board[step.start])
        if step.end is not None:
            assert step.seat is not None
            after[step.end] = step.seat  # instead of what stands there
    return after, len(moved)


def set_up(session: LessonAttempt) -> LessonAttempt:
    session, reply = look(session, 0.0, session.before)
    assert reply == Begin()
    return session


def test_every_lesson_can_be_got_wrong_put_back_and_learned() -> None:
    for lesson in (one for name in NAMES for one in lessons_of(load_ruleset(name), Table(centre=True))):
        session = LessonAttempt(lesson)
        assert (look(session, 0.0, {})[1] is None) is bool(session.before)
        session = set_up(session)
        for mistake in lesson.wrong[:2]:
            session, _ = look(session, 1.0, mistake.holes)
            session, reply = finish(session)
            assert reply == Wrong(mistake.holes, (mistake.reason,))
            if mistake.holes != session.before:
                assert session.phase == "put-back"
                session = set_up(session)
        session, reply = look(session, 2.0, dict(lesson.right[-1].pawns))
        assert reply == Right(3 - min(2, len(lesson.wrong)))
        assert session.phase == "after"


def test_a_position_is_reached_pawn_by_pawn_and_what_stands_there_is_cleared_away_first() -> None:
    wanted = dict(of_quebec("moving").position.pawns)
    assert carry_out({}, wanted) == (wanted, len(wanted))
    assert carry_out({Hole("b3"): Seat("b"), Hole("a2"): Seat("c")}, wanted) == (wanted, 2)
    taken = repair(
        {Hole("a3"): Seat("a"), Hole("c8"): Seat("a")}, dict(of_quebec("capturing").position.pawns)
    )
    assert [*taken.items()] == [("c8", ""), ("c2", "a"), ("a9", "b")]


def test_a_legal_move_that_misses_the_point_is_no_mistake_of_rules() -> None:
    session = set_up(LessonAttempt(of_quebec("capturing")))
    board = {hole: seat for hole, seat in session.before.items() if hole != "c2"} | {Hole("c8"): Seat("a")}
    session, _ = look(session, 1.0, board)
    assert finish(session)[1] == NotYet()


def test_however_often_a_try_is_wrong_one_star_is_left() -> None:
    session = set_up(LessonAttempt(of_quebec("moving")))
    for tries in range(4):
        assert session.tries == tries
        session, _ = finish(look(session, 1.0, session.lesson.wrong[0].holes)[0])
        session = set_up(session)
    assert look(session, 2.0, dict(session.lesson.right[0].pawns))[1] == Right(1)


def test_a_board_that_has_not_changed_and_pawns_in_camps_say_nothing() -> None:
    session = set_up(LessonAttempt(of_quebec("moving")))
    waiting = {Hole("aC1"): Seat("a"), Hole("bC2"): Seat("b")}
    assert look(session, 60.0, {**session.before, **waiting}) == (session, None)
