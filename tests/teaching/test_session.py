"""A lesson at the board: every lesson of every rule set can be set up, failed, put back and learned."""

from collections.abc import Mapping

import pytest

from calibration.holes import Hole, Seat
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.teaching.lessons import Lesson, lesson_named, lessons_of
from toc_pi.teaching.session import Begin, NotYet, Right, Session, SetUpStep, Show, Wrong, decline, see

Board = dict[Hole, Seat]


def follow(step: SetUpStep, board: Mapping[Hole, Seat]) -> Board:
    """Carry out a step."""
    after = dict(board)
    if step.start is not None:
        assert after.pop(step.start) == step.seat
    if step.end is not None:
        after[step.end] = step.seat
    return after


def set_up(session: Session, board: Board) -> tuple[Session, Board, int]:
    """Follow the steps until the position is set up."""
    for count in range(20):
        session, replies = see(session, board)
        if replies == (Begin(),):
            return session, board, count
        (step,) = replies
        assert isinstance(step, SetUpStep)
        board = follow(step, board)
    pytest.fail("the position is never reached")


def every_lesson() -> list[Lesson]:
    return [lesson for name in NAMES for lesson in lessons_of(load_ruleset(name), Table(centre=True))]


def test_every_lesson_can_be_set_up_got_wrong_and_learned() -> None:
    for lesson in every_lesson():
        session, board, steps = set_up(Session(lesson), {})
        assert steps == len(lesson.position.pawns)
        for tries, mistake in enumerate(lesson.wrong[:2], start=1):
            is_declined = mistake.holes == board
            session, replies = decline(session) if is_declined else see(session, mistake.holes)
            assert replies[0] == Wrong(dict(mistake.holes), (mistake.reason,), tries)
            if not is_declined:
                assert isinstance(replies[-1], SetUpStep)
                session, board, _ = set_up(session, dict(mistake.holes))
        session, replies = see(session, dict(lesson.right[-1].pawns))
        assert replies == (Right(3 - min(2, len(lesson.wrong))),)
        assert session.phase == "after"


def test_what_stood_there_before_is_cleared_away_first() -> None:
    lesson = lesson_named(load_ruleset("quebec"), Table(), "moving")
    _, board, steps = set_up(Session(lesson), {Hole("b3"): Seat("b"), Hole("a2"): Seat("c")})
    assert board == dict(lesson.position.pawns)
    assert steps == 3


def test_a_legal_move_that_misses_the_point_is_no_mistake_of_rules() -> None:
    lesson = lesson_named(load_ruleset("quebec"), Table(), "capturing")
    session, board, _ = set_up(Session(lesson), {})
    del board[Hole("c2")]
    board[Hole("c8")] = Seat("a")
    _, replies = see(session, board)
    assert replies[0] == NotYet(1)


def test_after_the_third_mistake_the_answer_is_shown_and_one_star_is_left() -> None:
    lesson = lesson_named(load_ruleset("quebec"), Table(), "moving")
    session, _, _ = set_up(Session(lesson), {})
    for tries in (1, 2, 3):
        session, replies = see(session, dict(lesson.wrong[0].holes))
        assert any(isinstance(reply, Show) for reply in replies) is (tries == 3)
        session, _, _ = set_up(session, dict(lesson.wrong[0].holes))
    _, replies = see(session, dict(lesson.right[0].pawns))
    assert replies == (Right(1),)


def test_a_board_that_has_not_changed_and_pawns_in_camps_say_nothing() -> None:
    lesson = lesson_named(load_ruleset("quebec"), Table(), "moving")
    session, board, _ = set_up(Session(lesson), {})
    waiting = {Hole("aC1"): Seat("a"), Hole("bC2"): Seat("b")}
    assert see(session, board | waiting) == (session, ())


def test_a_mistake_is_put_back_pawn_by_pawn() -> None:
    lesson = lesson_named(load_ruleset("quebec"), Table(), "capturing")
    session, _, _ = set_up(Session(lesson), {})
    session, replies = see(session, {Hole("a3"): Seat("a"), Hole("c8"): Seat("a")})
    assert isinstance(replies[0], Wrong)
    assert replies[0].reasons == ("sent-back",)
    assert replies[-1] == SetUpStep(Seat("a"), Hole("c8"), Hole("c2"), 2)
    session, replies = see(session, {Hole("a3"): Seat("a"), Hole("c2"): Seat("a")})
    assert replies == (SetUpStep(Seat("b"), None, Hole("a9"), 1),)
