"""Bumps, covers, fallen pawns and unsure holes: never a verdict against a player."""

from sitting import LEGAL, at_position, sit

from calibration.holes import Hole
from toc_pi.effects import Notice, Question, Repair, Settled, Verdict
from toc_pi.events import Answered


def test_when_several_moved_and_nothing_fits_nobody_is_blamed() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), ("c", "K", "a0:a b0:b c0:c"))
    count = len(table.verdicts())
    table.card("d", "K")
    table.play("a", "3", "a9:a b0:b c5:c d1:d", seconds=8.0)
    assert len(table.verdicts()) == count
    assert table.state == "lost"
    table.tap("a", "accept")
    assert [settled.how for settled in table.effects_of(Settled)][-2:] == ["accepted", "accepted"]
    assert table.state == "at-rest"
    table.play("b", "6", "a9:a b6:b c5:c d1:d")
    assert table.verdicts()[-1] == (6, *LEGAL)


def test_a_lamp_a_bump_and_a_cover_give_no_verdict() -> None:
    table = sit(("a", "K", "a0:a"))
    table.card("b", "K")
    for view in ("light", "moved", "blind"):
        mark = len(table.effects)
        table.view(view)
        table.wait(1.0)
        table.clear(2.0)
        assert not [e for e in table.effects[mark:] if isinstance(e, Verdict | Notice | Repair)]
    table.move("a0:a b0:b")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_knocked_pawn_is_lost_sight_and_repaired() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.view("moved")
    del table.board[Hole("a0")]
    table.wait(0.5)
    table.clear(8.0)
    assert table.state == "lost"
    assert table.effects_of(Notice)[-1].code == "lost-sight"
    assert dict(table.effects_of(Repair)[-1].holes) == {"a0": "a"}
    table.move("a0:a b0:b")
    assert table.state == "at-rest"
    assert dict(table.effects_of(Repair)[-1].holes) == {}
    assert len(table.verdicts()) == 2


def test_a_pawn_knocked_over_while_a_card_is_declared_is_no_verdict() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.card("c", "K")
    del table.board[Hole("a0")]
    table.wait(8.0)
    assert table.state == "lost"
    table.move("a0:a b0:b")
    table.move("a0:a b0:b c0:c")
    assert table.verdicts()[2:] == [(3, *LEGAL)]


def test_a_legal_move_counts_although_another_pawn_has_fallen() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.view("moved")
    del table.board[Hole("a0")]
    table.clear(1.0)
    table.card("c", "K")
    table.reach(0.5)
    table.board[Hole("c0")] = table.board.pop(Hole("cC1"))
    table.clear(1.0)
    assert table.verdicts()[2:] == [(3, *LEGAL)]
    assert table.record == "a0:a* b0:b* c0:c*"
    table.wait(8.0)
    assert dict(table.effects_of(Repair)[-1].holes) == {"a0": "a"}


def test_an_unsure_hole_is_asked_about_and_one_tap_answers() -> None:
    table = at_position("a0:a* b0:b*")
    table.card("a", "6")
    table.unsure = {
        Hole("a6"): {"a": 0.5, "": 0.5},
        Hole("a5"): {"a": 0.5, "": 0.5},
        Hole("a0"): {"a": 0.4, "": 0.6},
    }
    table.move("a5:a b0:b", seconds=8.0)
    question = table.effects_of(Question)[-1]
    assert len(table.effects_of(Question)) == 1
    other = next(choice for choice in question.choices if question.values.get(choice) == "a:a0>a5")
    table.tell(Answered(table.t, question.id, other))
    assert table.verdicts()[-1] == (1, False, ("wrong-distance",))


def test_a_flag_outlasts_a_bump() -> None:
    table = sit(("a", "K", "a0:a"))
    table.play("b", "K", "a0:a b1:b")
    assert table.verdicts()[1:] == [(2, False, ("wrong-start",))]
    table.view("moved")
    table.move("b1:b c3:a d3:d", seconds=3.0)
    assert table.state == "flagged"
    table.move("a0:a", seconds=1.0)
    table.move("a0:a b0:b")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_turn_taken_back_that_still_lies_there_is_going_back_again_once_sight_is_found() -> None:
    table = sit(("a", "K", "a0:a"))
    table.tap("a", "undo")
    table.view("moved")
    table.wait(0.3)
    table.play("a", "9", "b7:a b9:b c5:c d3:d d9:d", seconds=2.0)
    assert table.state == "lost"
    table.move("a0:a")
    assert table.state == "returning"
    table.move("")
    assert table.state == "at-rest"
