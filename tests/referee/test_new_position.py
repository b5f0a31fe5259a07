"""A different position after a cover: lost sight, never a verdict; and how the game goes on."""

from sitting import LEGAL, Sitting, at_position, game_of, sit

from calibration.holes import Hole, Seat
from toc_pi.effects import Notice, Repair, Settled, Verdict
from toc_pi.events import CameraView
from toc_pi.rules.position import Position

ELSEWHERE = "a0:a aH2:a b16:b c4:b c5:d c8:d d1:d d4:c cH4:c"


def covered(view: CameraView, position: str = ELSEWHERE, seconds: float = 2.0) -> Sitting:
    """After two turns the camera is covered, and then the position is different."""
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"), teams=False)
    table.view(view)
    table.wait(2.0)
    table.lay(dict(Position.parse(position).pawns))
    table.reach(0.4)
    table.clear(seconds)
    return table


def test_another_board_is_lost_sight_and_no_verdict() -> None:
    for view in ("blind", "hand"):
        table = covered(view)
        assert len(table.verdicts()) == 2
        assert table.effects_of(Notice)[-1].code == "lost-sight"
        assert dict(table.effects_of(Repair)[-1].holes)["b0"] == "b"


def test_whoever_plays_on_is_judged_from_the_board_that_was_seen() -> None:
    for view in ("blind", "hand"):
        table = covered(view, seconds=1.6)
        table.play("c", "8", "a0:a aH2:a b16:b c4:b c5:d c8:d d1:d d12:c cH4:c")
        assert table.verdicts()[2:] == [(3, *LEGAL)]
        assert dict(table.effects_of(Verdict)[-1].before)["d4"] == "c"
        assert dict(table.effects_of(Repair)[-1].holes) == {}
        table.play("d", "2", "a0:a aH2:a b16:b c4:b c7:d c8:d d1:d d12:c cH4:c")
        assert table.verdicts()[3:] == [(4, *LEGAL)]


def test_a_wrong_move_from_the_board_that_was_seen_is_flagged() -> None:
    table = covered("blind")
    table.play("c", "8", "a0:a aH2:a b16:b c4:b c5:d c8:d d1:d d13:c cH4:c")
    assert table.verdicts()[2:] == [(3, False, ("wrong-distance",))]
    table.move("a0:a aH2:a b16:b c4:b c5:d c8:d d1:d d12:c cH4:c")
    assert table.verdicts()[3:] == [(3, *LEGAL)]


IN_A_ROW = {
    Hole("c5"): {"a": 0.06, "b": 0.06, "d": 0.84, "": 0.04},
    Hole("c4"): {"a": 0.20, "b": 0.40, "d": 0.12, "": 0.28},
    Hole("c3"): {"a": 0.15, "b": 0.10, "d": 0.14, "": 0.61},
    Hole("c2"): {"a": 0.12, "b": 0.12, "d": 0.12, "": 0.64},
    Hole("c1"): {"a": 0.12, "b": 0.12, "d": 0.12, "": 0.64},
}
"""A crowd seen along its row: each pawn hides the next."""


def test_a_move_beside_a_crowd_that_hides_itself_is_judged_from_the_board_that_was_seen() -> None:
    table = covered("blind", seconds=0.1)
    table.unsure = IN_A_ROW
    table.wait(2.0)
    table.play("c", "8", "a0:a aH2:a b16:b c4:b c5:d c8:d d1:d d12:c cH4:c", seconds=3.0)
    assert table.verdicts()[2:] == [(3, *LEGAL)]
    assert dict(table.effects_of(Verdict)[-1].before)["c5"] == "d"


def test_what_a_crowd_hid_when_it_was_first_seen_is_no_wrong_move() -> None:
    table = covered("blind", seconds=0.1)
    table.unsure = {Hole("c4"): {"d": 0.6, "b": 0.4}, Hole("c5"): {"b": 0.6, "d": 0.4}}
    table.wait(2.0)
    table.card("c", "8")
    table.unsure = {}
    table.move("a0:a aH2:a b16:b c4:b c5:d c8:d d1:d d12:c cH4:c", seconds=3.0)
    assert table.verdicts()[2:] == [(3, *LEGAL)]


def test_putting_it_right_pawn_by_pawn_is_no_play() -> None:
    table = covered("blind", "a5:a b3:b d1:d")
    table.card("c", "K")
    table.wait(2.0)
    table.move("a0:a b3:b d1:d", seconds=1.5)
    table.move("a0:a b0:b d1:d", seconds=1.5)
    table.move("a0:a b0:b", seconds=1.5)
    assert table.verdicts()[2:] == []
    assert dict(table.effects_of(Repair)[-1].holes) == {}
    table.move("a0:a b0:b c0:c")
    assert table.verdicts()[2:] == [(3, *LEGAL)]


def test_another_board_may_be_accepted_by_a_tap() -> None:
    table = covered("blind")
    table.tap("c", "accept")
    assert table.effects_of(Settled)[-1].how == "accepted"
    assert table.record.replace("*", "") == str(Position.parse(ELSEWHERE))
    table.play("d", "2", "a0:a aH2:a b16:b c4:b c7:d c8:d d1:d d4:c cH4:c")
    assert table.verdicts()[-1] == (4, *LEGAL)


def test_a_move_that_was_declared_counts_although_the_camera_was_covered() -> None:
    table = sit(("a", "K", "a0:a"), ("b", "K", "a0:a b0:b"))
    table.card("c", "K")
    table.view("blind")
    table.wait(2.0)
    table.lay(dict(Position.parse("a0:a b0:b c0:c").pawns))
    table.clear(0.5)
    assert table.verdicts()[2:] == [(3, *LEGAL)]


def test_a_board_never_seen_at_rest_is_no_verdict_either() -> None:
    table = covered("blind", seconds=0.1)
    table.play("c", "8", "a0:a aH2:a b16:b c4:b c5:d c8:d d1:d d12:c cH4:c", seconds=3.0)
    assert table.verdicts()[2:] == []
    assert table.state == "lost"


def test_a_camp_that_still_seems_to_hold_the_pawn_that_came_out() -> None:
    table = sit(("a", "K", "a0:a"))
    table.card("b", "K")
    table.reach(0.5)
    table.board[Hole("b0")] = Seat("b")  # four in the camp as before
    table.clear(1.0)
    assert table.verdicts()[1:] == [(2, *LEGAL)]
    table.card("c", "K")
    table.reach(0.5)
    table.board[Hole("c0")] = table.board.pop(Hole("cC1"))
    table.clear(8.0)
    assert table.verdicts()[2:] == [(3, *LEGAL)]
    assert not table.effects_of(Notice)


def test_two_colours_in_a_camp_hole_never_make_an_illegal_move() -> None:
    table = Sitting(game_of())
    table.card("a", "6")
    table.board[Hole("a6")] = Seat("a")
    table.wait(8.0)
    assert table.verdicts() == []


def glance(table: Sitting, position: str = "") -> None:
    """The view is clear for a moment: for one look, after a hand that may have changed the board."""
    table.reach(0.4)
    if position:
        table.lay(dict(Position.parse(position).pawns))
    table.clear(0.1)


def test_two_moments_that_agree_are_enough_to_play_on_from() -> None:
    table = covered("blind", seconds=0.1)
    glance(table)
    table.view("hand")
    table.card("c", "8")
    glance(table, ELSEWHERE.replace("d4", "d12"))
    assert table.verdicts()[2:] == [(3, *LEGAL)]


def test_two_moments_that_differ_are_no_board_to_play_on_from() -> None:
    table = covered("blind", seconds=0.1)
    glance(table, ELSEWHERE.replace("c8", "c9"))
    table.view("hand")
    table.card("c", "8")
    glance(table, ELSEWHERE.replace("d4", "d12"))
    table.wait(2.0)
    assert len(table.verdicts()) == 2


def test_a_board_of_many_unsure_holes_is_filled_as_they_look() -> None:
    table = covered("blind", seconds=0.1)
    pawns = dict(Position.parse(ELSEWHERE).pawns)
    odds = {"a": 0.05, "b": 0.05, "c": 0.05, "d": 0.05, "": 0.05}
    table.unsure = {hole: odds | {str(pawns[hole]): 0.8} for hole in list(pawns)[:5]}
    glance(table)
    glance(table)
    assert dict(table.referee.state.situation.candidates[0]) == pawns


def test_an_unsure_hole_doesnt_make_a_wrong_move_of_four_pawns_a_new_position() -> None:
    table = at_position("a3:a a5:a d5:d c5:c", teams=False)
    table.unsure = {Hole("d12"): {"": 0.49, "d": 0.51}, Hole("dC2"): {"": 0.51, "d": 0.49}}
    table.move("a3:d d5:a a5:c c5:a", seconds=1.0)
    table.card("a", "J")
    table.wait(1.0)
    assert table.verdicts() == [(1, False, ("too-many-pawns",))]


def test_cards_declared_before_the_one_that_is_judged_from_the_board_that_was_seen_count_as_accepted() -> (
    None
):
    table = covered("blind")
    table.card("c", "9")
    table.play("d", "2", "a0:a aH2:a b16:b c4:b c7:d c8:d d1:d d4:c cH4:c")
    assert [(settled.n, settled.seat, settled.how) for settled in table.effects_of(Settled)][2:] == [
        (3, "c", "accepted"),
        (4, "d", "legal"),
    ]
    assert table.verdicts()[2:] == [(4, *LEGAL)]
    assert [notice.code for notice in table.effects_of(Notice)] == ["lost-sight", "found-again"]
