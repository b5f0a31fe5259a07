"""The board's top face as it is drawn, with a place for each pawn of a camp without holes."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from calibration.board.board import Board
from calibration.holes import USUAL_STRETCH, Hole, Seat, camp_holes, seats_of, start_hole

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Face:
    """The board's top face, in its own frame: mm, x right, y down, seat a at the bottom.

    Attributes:
        outline: its corners.
        holes: every hole's centre, and a place for each pawn in a camp without holes.
        pitch_mm: median distance between neighbouring holes.
        bare: the places without a hole.
        areas: camps without holes, their corners.
        stretch: track holes of each seat.
        home_entry: the printed number of the hole where a pawn may turn into its home.
    """

    outline: tuple[Point, ...]
    holes: Mapping[Hole, Point]
    pitch_mm: float
    bare: frozenset[Hole] = frozenset()
    areas: tuple[tuple[Point, ...], ...] = ()
    stretch: int = USUAL_STRETCH
    home_entry: int = USUAL_STRETCH - 2

    def __hash__(self) -> int:
        """Hashable, as the drawn board is cached by its face."""
        return hash((self.outline, tuple(self.holes.items())))


def face_of_board(board: Board) -> Face:
    """The face of a Toc board."""
    waiting = camp_places(board)
    return Face(
        outline=tuple(board.outline),
        holes=MappingProxyType({**{Hole(name): place for name, place in board.holes.items()}, **waiting}),
        pitch_mm=board.pitch_mm,
        bare=frozenset(waiting),
        areas=tuple(board.camps.values()),
        stretch=board.stretch,
        home_entry=board.home_entry,
    )


_APART = 1.25
"""Distance between pawns' places, in hole distances; two by two in a camp."""

_STEPS = 44
"""Steps of the grid of places that are tried, along each side of the board."""

_FREE = 2.3
"""Distance from holes, in hole distances, beyond which more room is no better."""

_NEARER = 0.12
"""Weight of the distance to the seat's start hole relative to room."""


def camp_places(board: Board) -> Mapping[Hole, Point]:
    """A place, mm, for each pawn of a camp without holes; empty for boards whose camps have holes."""
    if board.has_camp_holes or not board.seats:
        return {}
    middle = middle_of(list(board.outline))
    places: dict[Hole, Point] = {}
    step = _APART * board.pitch_mm
    for seat in seats_of(board.seats):
        area = board.camps.get(seat)
        at = middle_of(list(area)) if area else _free_place(board, seat, middle, [*places.values()])
        if area:
            step = min(_APART * board.pitch_mm, 0.8 * min(math.dist(at, corner) for corner in area))
        corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        for hole, (across, down) in zip(camp_holes(seat), corners, strict=True):
            places[hole] = at[0] + step * across, at[1] + step * down
    return places


def _free_place(board: Board, seat: Seat, middle: Point, taken: Sequence[Point]) -> Point:
    """The place on the board with the most room near a seat's start hole."""
    start, pitch = board.holes[start_hole(seat)], board.pitch_mm
    xs, ys = zip(*board.outline, strict=True)
    low, high = (min(xs), min(ys)), (max(xs), max(ys))
    rim = _APART * pitch

    def worth(place: Point) -> float:
        room = min(math.dist(place, other) for other in (*board.holes.values(), *taken))
        return min(room / pitch, _FREE) - _NEARER * math.dist(place, start) / pitch

    rows = [low[1] + rim + (high[1] - low[1] - 2 * rim) * step / _STEPS for step in range(_STEPS + 1)]
    columns = [low[0] + rim + (high[0] - low[0] - 2 * rim) * step / _STEPS for step in range(_STEPS + 1)]
    side = math.pi / board.seats
    sector = [(x, y) for x in columns for y in rows if _turn((x, y), start, middle) <= side]
    return max(sector, key=worth)


def _turn(place: Point, start: Point, middle: Point) -> float:
    """The angle between two places, seen from the middle."""
    one, other = (math.atan2(at[1] - middle[1], at[0] - middle[0]) for at in (place, start))
    return abs((one - other + math.pi) % (2 * math.pi) - math.pi)


def middle_of(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
