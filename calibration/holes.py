"""Names and order of seats and holes, shared by every room (FOOTAGE.md); standard library only."""

import re
from functools import lru_cache
from typing import NewType

Seat = NewType("Seat", str)
Hole = NewType("Hole", str)

SEATS = tuple(Seat(letter) for letter in "abcdefgh")  # the seats of the largest board, clockwise
SEAT_COUNTS = (4, 6, 8)  # numbers of seats that a board may have
USUAL_STRETCH = 18  # default number of track holes per seat
STRETCHES = range(12, 25)  # numbers of track holes per seat that boards have
PAWNS_A_SEAT = 4  # number of pawns, of home holes and of camp holes of each seat
CENTRE = Hole("X")  # the hole in the middle of the board, on boards that have one
# A hole's name, such as a0, bH4 or cC1: seat, and number of the home, camp or track hole.
_NAME = re.compile(r"([a-h])(?:H([1-4])|C([1-9]\d?)|(\d|1\d|2[0-3]))")

MAX_NAMES = 1024  # size of the caches of names; all boards together have fewer


def seats_of(count: int) -> tuple[Seat, ...]:
    """The seats of a board with `count` seats, clockwise."""
    return SEATS[:count]


def start_hole(seat: Seat) -> Hole:
    """The hole where a seat's pawns enter."""
    return Hole(f"{seat}0")


def track_hole(index: int, seats: int, stretch: int) -> Hole:
    """The track hole at `index`, counted clockwise from a0; any whole number, laps wrap."""
    seat, number = divmod(index % (stretch * seats), stretch)
    return Hole(f"{SEATS[seat]}{number}")


def track_index(hole: Hole, stretch: int) -> int | None:
    """The position of a hole on the track, clockwise from a0; None for homes, camps and the centre."""
    found = _read(hole)
    if found is None or found[4] is None:
        return None
    return stretch * SEATS.index(Seat(found[1])) + int(found[4])


def home_holes(seat: Seat) -> tuple[Hole, ...]:
    """H1 … H4 of a seat, the first one reached first."""
    return tuple(Hole(f"{seat}H{number}") for number in range(1, PAWNS_A_SEAT + 1))


def camp_holes(seat: Seat) -> tuple[Hole, ...]:
    """C1 … C4 of a seat; where a camp is an area without holes, the names of the pawns seen in it."""
    return tuple(Hole(f"{seat}C{number}") for number in range(1, PAWNS_A_SEAT + 1))


def is_camp(hole: Hole) -> bool:
    """Whether a hole belongs to a camp."""
    found = _read(hole)
    return found is not None and found[3] is not None


def is_home(hole: Hole) -> bool:
    """Whether a hole belongs to a home."""
    found = _read(hole)
    return found is not None and found[2] is not None


def seat_of(hole: Hole) -> Seat | None:
    """The seat of a hole's name; None for the centre and for holes of other games."""
    found = _read(hole)
    return Seat(found[1]) if found else None


def home_entries(stretch: int) -> tuple[int, int, int]:
    """The printed numbers at which pawns may turn home."""
    return stretch - 2, stretch - 1, stretch


def board_holes(seats: int, centre: bool, stretch: int) -> tuple[Hole, ...]:
    """Every hole of a Toc board: the track in order, then homes, camps and the centre."""
    track = [track_hole(index, seats, stretch) for index in range(stretch * seats)]
    homes = [hole for seat in seats_of(seats) for hole in home_holes(seat)]
    camps = [hole for seat in seats_of(seats) for hole in camp_holes(seat)]
    return (*track, *homes, *camps, *([CENTRE] if centre else []))


@lru_cache(MAX_NAMES)
def _read(hole: str) -> re.Match[str] | None:
    """The parts of a name, or None; cached, since names recur all the time."""
    return _NAME.fullmatch(hole)
