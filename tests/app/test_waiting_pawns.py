"""Boards without camps: a pawn on no hole waits, and a pawn of the set-up waits in its home."""

from calibration.holes import Hole, Seat, camp_holes, home_holes, seats_of
from toc_pi.app.camera.waiting_pawns import WaitingPawns

SEATS = seats_of(4)
HOMES = {hole: seat for seat in SEATS for hole in home_holes(seat)}
CAMPS = {hole: seat for seat in SEATS for hole in camp_holes(seat)}
NOBODY = WaitingPawns(SEATS, {})


def board(text: str) -> dict[Hole, Seat]:
    return {Hole(pawn[:-2]): Seat(pawn[-1]) for pawn in text.split()}


def test_the_pawns_of_the_set_up_wait_in_their_homes() -> None:
    waits = NOBODY.after(HOMES, frozenset())
    assert waits.complete(HOMES, frozenset(), {})[0] == CAMPS
    half = {hole: seat for hole, seat in HOMES.items() if seat in "cd"}
    waits = waits.after(half, frozenset())
    assert waits.complete(half, frozenset(), {})[0] == CAMPS
    # A pawn that has left its home and is there again has come home.
    again = waits.after({**half, Hole("aH1"): Seat("a")}, frozenset())
    holes, _, _ = again.complete({**half, Hole("aH1"): Seat("a")}, frozenset(), {})
    assert holes[Hole("aH1")] == "a"
    assert sum(seat == "a" for seat in holes.values()) == 4


def test_an_unsure_home_hole_is_part_of_the_set_up() -> None:
    seen = {hole: seat for hole, seat in HOMES.items() if hole != "bH3"}
    waits = NOBODY.after(seen, frozenset({Hole("bH3")}))
    assert waits.complete(seen, frozenset({Hole("bH3")}), {})[:2] == (CAMPS, frozenset())


def test_homes_that_were_reached_in_play_are_homes() -> None:
    seen = board("aH4:a aH3:a b3:b")
    holes, unsure, _ = NOBODY.after(seen, frozenset()).complete(seen, frozenset(), {})
    assert {hole: seat for hole, seat in holes.items() if "C" not in hole} == seen
    assert (sum(seat == "a" for seat in holes.values()), unsure) == (4, frozenset())


def test_an_unsure_hole_leaves_one_waiting_pawn_unsure() -> None:
    seen, doubtful = board("a3:a"), frozenset({Hole("b5")})
    odds = {Hole("b5"): {"": 0.4, "a": 0.6}}
    holes, unsure, rows = NOBODY.complete(seen, doubtful, odds)
    assert unsure == {"b5", "aC3"}
    assert [hole for hole, seat in holes.items() if seat == "a"] == ["a3", "aC1", "aC2"]
    assert rows[Hole("aC3")] == {"": 0.6, "a": 0.4}
    assert rows[Hole("aC4")]["a"] == 0.0
    assert sum(seat == "b" for seat in holes.values()) == 4
