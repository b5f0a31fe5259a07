"""Prior knowledge about a board and its pose, before it is searched for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from calibration.appearance.sampling_grid import PawnSet


@dataclass(frozen=True, slots=True)
class Hints:
    """What a person, the settings or printed markers say; whatever is left out is unknown.

    Attributes:
        corners: the board's `taps` in the picture, px, in their order, up to 15 px off.
        focal: focal length, px, within 15 %.
        holes: which pawn stands in which hole; every other hole is empty.
        colours: the colour of each seat's (or kind of) pawns, as a word.
        pawns: their kind and size, where camps are areas.
        any_way: where the board lies is enough; which seat is where may stay open.
    """

    corners: Sequence[tuple[float, float]] | None = None
    focal: float | None = None
    holes: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] | None = None
    pawns: PawnSet | None = None
    any_way: bool = False
