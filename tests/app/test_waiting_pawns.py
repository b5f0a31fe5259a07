"""Boards without camps: a pawn on no hole waits, and a pawn of the set-up waits in its home."""

from collections.abc import Mapping

from calibration.holes import Hole, Seat, camp_holes, home_holes, seats_of
from toc_pi.app.camera.waiting_pawns import WaitingPawns
from toc_pi.events import Seen

SEATS = seats_of(4)
HOMES = {hole: seat for seat in SEATS for hole in home_holes(seat)}
CAMPS = {hole: seat for seat in SEATS for hole in camp_holes(seat)}


def board(text: str) -> dict[Hole, Seat]:
    return {Hole(pawn[:-2]): Seat(pawn[-1]) for pawn in text.split()}


def sight(
    holes: Mapping[Hole, Seat], unsure: str = "", odds: Mapping[Hole, Mapping[str, float]] | None = None
) -> Seen:
    return Seen(0.0, holes, frozenset(map(Hole, unsure.split())), odds or {})


def test_the_pawns_of_the_set_up_wait_in_their_homes() -> None:
    waiting = WaitingPawns(SEATS)
    assert waiting.fill(sight(HOMES)).holes == CAMPS
    half = {hole: seat for hole, seat in HOMES.items() if seat in "cd"}
    assert waiting.fill(sight(half)).holes == CAMPS
    # A pawn that has left its home and is there again has come home.
    again = waiting.fill(sight({**half, Hole("aH1"): Seat("a")})).holes
    assert again[Hole("aH1")] == "a"
    assert sum(seat == "a" for seat in again.values()) == 4


def test_an_unsure_home_hole_is_part_of_the_set_up() -> None:
    seen = {hole: seat for hole, seat in HOMES.items() if hole != "bH3"}
    filled = WaitingPawns(SEATS).fill(sight(seen, "bH3"))
    assert (filled.holes, filled.unsure) == (CAMPS, frozenset())


def test_homes_that_were_reached_in_play_are_homes() -> None:
    seen = board("aH4:a aH3:a b3:b")
    filled = WaitingPawns(SEATS).fill(sight(seen))
    assert {hole: seat for hole, seat in filled.holes.items() if "C" not in hole} == seen
    assert (sum(seat == "a" for seat in filled.holes.values()), filled.unsure) == (4, frozenset())


def test_an_unsure_hole_leaves_one_waiting_pawn_unsure() -> None:
    filled = WaitingPawns(SEATS).fill(sight(board("a3:a"), "b5", {Hole("b5"): {"": 0.4, "a": 0.6}}))
    assert filled.unsure == {"b5", "aC3"}
    assert [hole for hole, seat in filled.holes.items() if seat == "a"] == ["a3", "aC1", "aC2"]
    assert filled.probability[Hole("aC3")] == {"": 0.6, "a": 0.4}
    assert filled.probability[Hole("aC4")]["a"] == 0.0
    assert sum(seat == "b" for seat in filled.holes.values()) == 4
