"""Boards without camps: pawns on no hole wait beside the board, and are reported as if they were in camps.

The observer sees nothing beside the board. At set-up the pawns stand in their homes so that their looks can
be learnt; until a pawn has been taken out of there it still counts as waiting.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from calibration.board.board import Board
from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes, is_home, seat_of, seats_of
from calibration.setup.calibration_file import Calibration
from hardware.camera import Picture
from toc_pi.events import Event, Seen, ViewChanged
from toc_pi.vision.observer import Observer

Happened = TypeVar("Happened", bound=Event)

_MAY = 0.02
"""A pawn less probable than this isn't expected in an unsure hole."""

_MIN_COUNT = 3
"""Number of a home's four pawns that must be surely seen for it to be set up; the others may be there."""


def has_no_camps(board: Board) -> bool:
    """Whether a board has no camps of any kind."""
    return board.seats > 0 and not board.has_camp_holes and not board.camps


@dataclass(frozen=True, slots=True)
class WaitingPawns:
    """Which pawns wait on such a board.

    Attributes:
        seats: of the board.
        at_home: pawns that haven't left their homes since the set-up.
    """

    seats: tuple[Seat, ...]
    at_home: Mapping[Hole, Seat]

    def after(self, holes: Mapping[Hole, Seat], unsure: frozenset[Hole]) -> "WaitingPawns":
        """The state after an observation: which pawns still wait in homes."""
        if self._is_set_up(holes, unsure):
            seats = {*holes.values()}
            homes = {hole: seat_of(hole) for hole in (*holes, *unsure)}
            return replace(
                self,
                at_home={hole: seat for hole, seat in homes.items() if seat is not None and seat in seats},
            )
        left = {
            hole: seat for hole, seat in self.at_home.items() if holes.get(hole) == seat or hole in unsure
        }
        return replace(self, at_home=left)

    def _is_set_up(self, holes: Mapping[Hole, Seat], unsure: frozenset[Hole]) -> bool:
        if any(not is_home(hole) or seat_of(hole) != seat for hole, seat in holes.items()):
            return False
        if any(not is_home(hole) for hole in unsure):
            return False
        sure, may = Counter(holes.values()), Counter(map(seat_of, unsure))
        return len(sure) > 1 and all(
            count >= _MIN_COUNT and count + may[seat] == PAWNS_A_SEAT for seat, count in sure.items()
        )

    def complete(
        self,
        holes: Mapping[Hole, Seat],
        unsure: frozenset[Hole],
        probability: Mapping[Hole, Mapping[str, float]],
    ) -> tuple[Mapping[Hole, Seat], frozenset[Hole], Mapping[Hole, Mapping[str, float]]]:
        """The observation with the waiting pawns, as if each seat had a camp."""
        stands = {hole: seat for hole, seat in holes.items() if hole not in self.at_home}
        open_holes = {hole for hole in unsure if hole not in self.at_home}
        odds = {hole: row for hole, row in probability.items() if hole not in self.at_home}
        odds |= {hole: {"": 1.0} for hole in self.at_home}
        for seat in self.seats:
            waits = max(0, PAWNS_A_SEAT - sum(owner == seat for owner in stands.values()))
            chances = [probability.get(hole, {}).get(seat, 0.0) for hole in open_holes]
            doubtful = [chance for chance in chances if chance > _MAY][:waits]
            for number, hole in enumerate(camp_holes(seat)):
                standing = 1.0
                if number >= waits:
                    standing = 0.0
                elif number >= waits - len(doubtful):
                    standing = 1.0 - sorted(doubtful)[waits - 1 - number]
                    open_holes.add(hole)
                odds[hole] = {"": 1.0 - standing, seat: standing}
                if standing == 1.0 and hole not in open_holes:
                    stands[hole] = seat
        return stands, frozenset(open_holes), odds


class WaitingPawnsFilter:
    """Adds the waiting pawns of a board without camps to each observation."""

    def __init__(self, board: Board) -> None:
        self._waiting = WaitingPawns(seats_of(board.seats), {})

    def fill(self, event: Happened) -> Happened:
        """The event; an observation with the pawns that wait."""
        if not isinstance(event, Seen):
            return event
        self._waiting = self._waiting.after(event.holes, event.unsure)
        holes, unsure, odds = self._waiting.complete(event.holes, event.unsure, event.probability)
        return replace(event, holes=holes, unsure=unsure, probability=odds)


class WaitingPawnsObserver(Observer):
    """An observer that reports waiting pawns too: for a table whose screen shows them."""

    def __init__(self, calibration: Calibration) -> None:
        super().__init__(calibration)
        self._filter = WaitingPawnsFilter(calibration.board)

    def look(self, t: float, image: Picture) -> tuple[Seen | ViewChanged, ...]:
        """The observations and view changes that follow from this picture."""
        return tuple(map(self._filter.fill, super().look(t, image)))


def open_observer(calibration: Calibration) -> Observer:
    """The observer of a table's pictures once its board is found."""
    return (WaitingPawnsObserver if has_no_camps(calibration.board) else Observer)(calibration)
