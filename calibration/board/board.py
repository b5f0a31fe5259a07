"""A board: its outline, holes and heights, and points and areas on it (FOOTAGE.md, "Board file")."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from calibration.holes import USUAL_STRETCH, Hole, Seat, camp_holes, is_camp, is_home

Point = tuple[float, float]
Points = tuple[Point, ...]


def inside(place: Point, outline: tuple[Point, ...]) -> bool:
    """Whether a point lies inside a polygon (arbitrary for points exactly on an edge)."""
    x, y = place
    odd = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd


def area(outline: tuple[Point, ...]) -> float:
    """Signed area of a polygon, mm²: positive when it runs clockwise as seen (y points down)."""
    return 0.5 * sum(
        x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True)
    )


# The values of `game` in a board file.
TOC = "toc"
OTHER = "other"  # any other game: such a board is read, but no play is judged


@dataclass(frozen=True, slots=True)
class Board:
    """A board: coordinates in millimetres on its top face, x right, y down, seat a at the bottom edge.

    Attributes:
        name: usually its file's stem.
        game: "toc", or "other" for a board that is read but never refereed.
        seats: 4, 6 or 8; 0 for another game.
        home_entry: printed number of the hole at which pawns turn home; 0 for another game.
        centre: whether there is the hole X.
        outline: corners of the top face, clockwise, closed implicitly.
        taps: four well-spread points for a person to tap.
        thickness: height of the top face above the table, mm.
        hole_diameter: mm.
        holes: every hole's middle, in the file's order.
        stretch: track holes per seat; 0 for another game.
        camps: each seat's camp as an area without holes, corners clockwise; empty where camps have holes, and
            where there are none.
    """

    name: str
    game: str
    seats: int
    home_entry: int
    centre: bool
    outline: tuple[Point, ...]
    taps: tuple[Point, Point, Point, Point]
    thickness: float
    hole_diameter: float
    holes: Mapping[str, Point]
    stretch: int = USUAL_STRETCH
    camps: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of every place a pawn can have: holes, and places in camp areas."""
        waiting = [hole for seat in self.camps for hole in camp_holes(Seat(seat))]
        return (*self.holes, *waiting)

    @property
    def set_up(self) -> Mapping[str, str]:
        """The placement at set-up, by hole: every camp is full, or every home if there are no camps."""
        if not self.seats:
            return {}
        waits = is_camp if self.has_camp_holes or self.camps else is_home
        return {name: name[0] for name in self.names if waits(Hole(name))}

    @property
    def has_camp_holes(self) -> bool:
        """Whether camps have holes; else they are areas (`camps`), or pawns wait beside the board."""
        return self.seats > 0 and any(is_camp(Hole(hole)) for hole in self.holes)

    @property
    def pitch_mm(self) -> float:
        """Median distance of a hole to its nearest neighbour, mm."""
        return _pitch_mm(tuple(self.holes.values()))


@lru_cache(maxsize=8)
def _pitch_mm(holes: tuple[Point, ...]) -> float:
    import numpy as np  # imported only here: rules and settings are read without numpy

    places = np.array(holes)
    away = places[:, None] - places[None]
    apart = np.einsum("ijk,ijk->ij", away, away)
    np.fill_diagonal(apart, np.inf)
    return float(np.sqrt(np.median(apart.min(axis=1))))
