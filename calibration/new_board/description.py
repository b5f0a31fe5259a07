"""A user's description of a new board."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.board.board import Point

HOME_ENTRIES = (-2, -1, 0)
"""Where pawns turn home, counted from the next start hole; the first is the most common."""
CAMPS = ("holes", "areas", "none")  # kinds of camps, see `BoardDescription`


@dataclass(frozen=True, slots=True)
class BoardDescription:
    """A user's description of a new board.

    Attributes:
        name: of the board.
        outline: the corners of the top face in the picture, px, clockwise from any.
        width_mm: of the board's top face, between its leftmost and rightmost corners in the picture.
        height_mm: of a rectangle; equal to the width if left out.
        starts: each seat's start hole in the picture, px, clockwise; empty for a board of another game.
        home_entry: printed number of the hole at which a pawn may turn home; 0, −1 or −2 is that far from the
            next start hole, however many holes a seat has; None where the picture is to tell.
        centre: whether there is the hole X.
        thickness: mm.
        hole_diameter: mm; measured if left out.
        holes: holes tapped by hand, px, by name: these alone for another game, corrections else.
        stretch: track holes per seat; counted if left out.
        camps: one of `CAMPS`: in holes, in areas without holes, or none, so that pawns wait beside the board;
            "" where the picture is to tell.
        areas: four corners of each seat's area, px, seat after seat; for camps that are areas.
    """

    name: str
    outline: tuple[Point, ...]
    width_mm: float
    height_mm: float | None = None
    starts: tuple[Point, ...] = ()
    home_entry: int | None = HOME_ENTRIES[0]
    centre: bool = False
    thickness: float = 18.0
    hole_diameter: float | None = None
    holes: Mapping[str, Point] = field(default_factory=dict)
    stretch: int | None = None
    camps: str = "holes"
    areas: tuple[Point, ...] = ()
