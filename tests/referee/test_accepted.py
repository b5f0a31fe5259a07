"""The board that is accepted with "accept anyway": the one that is seen, but nothing misread."""

from sitting import at_position, played

from calibration.holes import Hole, Seat


def test_a_flagged_board_is_accepted_as_it_is_seen_then() -> None:
    table = at_position("a3:a a5:a a9:a a12:a b3:b")
    table.unsure = {Hole("a12"): {"": 0.8, "a": 0.2}}
    table.play(
        "a", "7", "a3:a a5:a a17:a b3:b", away=1, seconds=3.0
    )  # the pawn from a12 lies beside the board
    assert table.verdicts()[-1][:2] == (1, False)
    assert {hole for hole, _ in table.referee.state.open.flag.pawns} >= {"a12"}  # type: ignore[union-attr]
    table.unsure = {}
    table.move("a3:a a5:a a17:a b3:b")
    assert table.state == "flagged"
    table.tap("a", "accept")
    assert table.record == "a17:a a3:a a5:a b3:b"


def test_a_pawn_misread_for_a_moment_is_not_accepted() -> None:
    table = played("a3:a a9:a b3:b", "a", "5", "a3:a a15:a b3:b")
    assert table.verdicts()[-1][:2] == (1, False)
    table.board = {**table.board, Hole("a12"): Seat("a")}
    del table.board[Hole("a15")]
    table.show()
    table.tap("a", "accept")
    assert table.record == "a15:a a3:a b3:b"
