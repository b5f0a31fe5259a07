"""The pawns as players describe them: shape, size and colours, in words that settings use."""

from dataclasses import dataclass

KINDS = ("peg", "halma", "marble", "cylinder")  # the shapes that pawns may have
COLOURS = ("red", "yellow", "green", "blue", "black", "white", "orange", "purple")  # colour names

SIZE_MM = (1.0, 100.0)  # smallest and largest height and diameter


@dataclass(frozen=True, slots=True)
class PawnSet:
    """Kind and size of the pawns; the sizes given can be wrong by 15 %.

    Attributes:
        kind: peg, halma, marble or cylinder.
        height: mm above the board.
        diameter: mm, where it is widest.
        white_face: a fresh pawn stands white side up.
    """

    kind: str
    height: float
    diameter: float
    white_face: bool


USUAL = (
    PawnSet("peg", 28.0, 6.0, white_face=False),
    PawnSet("halma", 24.0, 12.0, white_face=False),
    PawnSet("marble", 11.0, 14.5, white_face=False),
    PawnSet("cylinder", 18.0, 10.0, white_face=False),
)
"""Common pawn sizes, one of each kind."""
