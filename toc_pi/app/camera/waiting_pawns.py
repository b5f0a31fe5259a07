"""Boards without camps: pawns on no hole wait beside the board and are reported as if they were in camps.

The observer sees nothing beside the board. At set-up the pawns are in their homes so that their appearance
can be learned; a pawn counts as waiting until it has been taken out of there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from calibration.board.board import Board
from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes, is_home, seat_of, seats_of
from calibration.setup.calibration_file import Calibration
from hardware.camera import Picture
from toc_pi.events import CardsHeld, Event, Looked, Seen
from toc_pi.vision.cards.pile_tracker import PileTracker
from toc_pi.vision.observer import Observer

Happened = TypeVar("Happened", bound=Event | CardsHeld)

_MAY = 0.02  # a less likely pawn isn't expected in an uncertain hole

_MIN_COUNT = 3
"""How many of a home's four pawns must be certain for it to count as set up."""


def has_no_camps(board: Board) -> bool:
    """Whether a board has no camps of any kind."""
    return board.seats > 0 and not board.has_camp_holes and not board.camps


class WaitingPawns:
    """Adds the waiting pawns to observations of such a board."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self._seats = tuple(seats)
        self._at_home: Mapping[Hole, Seat] = {}  # pawns that haven't left their homes since the set-up

    def fill(self, event: Happened) -> Happened:
        """The event; an observation gets a camp for each seat's waiting pawns."""
        if not isinstance(event, Seen):
            return event
        self._at_home = _waiting_at_home(event) if _is_set_up(event) else self._left_at_home(event)
        holes, unsure, odds = self._completed(event)
        return replace(event, holes=holes, unsure=unsure, probability=odds)

    def _left_at_home(self, seen: Seen) -> Mapping[Hole, Seat]:
        return {
            hole: seat
            for hole, seat in self._at_home.items()
            if seen.holes.get(hole) == seat or hole in seen.unsure
        }

    def _completed(
        self, seen: Seen
    ) -> tuple[Mapping[Hole, Seat], frozenset[Hole], Mapping[Hole, Mapping[str, float]]]:
        at_home = self._at_home
        stands = {hole: seat for hole, seat in seen.holes.items() if hole not in at_home}
        unsure = {hole for hole in seen.unsure if hole not in at_home}
        odds = {**seen.probability, **{hole: {"": 1.0} for hole in at_home}}
        for seat in self._seats:
            waits = max(0, PAWNS_A_SEAT - sum(owner == seat for owner in stands.values()))
            chances = [seen.probability.get(hole, {}).get(seat, 0.0) for hole in unsure]
            doubtful = [chance for chance in chances if chance > _MAY][:waits]
            for number, hole in enumerate(camp_holes(seat)):
                standing = 1.0
                if number >= waits:
                    standing = 0.0
                elif number >= waits - len(doubtful):
                    standing = 1.0 - sorted(doubtful)[waits - 1 - number]
                    unsure.add(hole)
                odds[hole] = {"": 1.0 - standing, seat: standing}
                if standing == 1.0 and hole not in unsure:
                    stands[hole] = seat
        return stands, frozenset(unsure), odds


def _is_set_up(seen: Seen) -> bool:
    """Whether all pawns are in their homes, where their appearance can be learned."""
    if any(not is_home(hole) or seat_of(hole) != seat for hole, seat in seen.holes.items()):
        return False
    if not all(map(is_home, seen.unsure)):
        return False
    sure, may = Counter(seen.holes.values()), Counter(map(seat_of, seen.unsure))
    return len(sure) > 1 and all(
        count >= _MIN_COUNT and count + may[seat] == PAWNS_A_SEAT for seat, count in sure.items()
    )


def _waiting_at_home(seen: Seen) -> Mapping[Hole, Seat]:
    seats = {*seen.holes.values()}
    homes = {hole: seat_of(hole) for hole in (*seen.holes, *seen.unsure)}
    return {hole: seat for hole, seat in homes.items() if seat is not None and seat in seats}


class WaitingPawnsObserver(Observer):
    """An observer that also reports waiting pawns, for a table's screen."""

    def __init__(self, calibration: Calibration, cards: PileTracker | None = None) -> None:
        super().__init__(calibration, cards)
        self._waiting = WaitingPawns(seats_of(calibration.board.seats))

    def look(self, t: float, image: Picture) -> tuple[Looked, ...]:
        """The observations and view changes that follow from this picture."""
        return tuple(map(self._waiting.fill, super().look(t, image)))


OpenCardWatch = Callable[[Board], PileTracker]


def open_observer(calibration: Calibration, watch_cards: OpenCardWatch | None = None) -> Observer:
    """The observer of a calibrated table; with `watch_cards` also of the pile."""
    cards = None if watch_cards is None else watch_cards(calibration.board)
    return (WaitingPawnsObserver if has_no_camps(calibration.board) else Observer)(calibration, cards)
