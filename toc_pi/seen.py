"""What vision reports and the referee takes: the board as seen, and whether it can be seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from calibration.holes import Hole, Seat

View = Literal["watching", "hand", "moved", "blind", "light"]
"""The camera's view: clear, a hand over the board, a bumped board, nothing visible, or a change of light."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The board as read from the camera (or tapped on the screen): still, without hands, and clear.

    May be sent on each change or repeatedly: an equal second one changes nothing.

    Attributes:
        t: seconds.
        holes: the surely occupied holes, camps and homes included, with the seat of the pawn.
        unsure: undecided holes; every hole in neither is surely empty.
        probability: for a hole, its possible contents ("" for empty) with their probabilities, 0 to 1. For
            holes left out, `holes` and `unsure` hold.
        white: for an occupied hole, the probability that its pawn's white side is up. Empty where pawns have
            none.
    """

    t: float
    holes: Mapping[Hole, Seat]
    unsure: frozenset[Hole] = frozenset()
    probability: Mapping[Hole, Mapping[str, float]] = field(default_factory=dict)
    white: Mapping[Hole, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ViewChanged:
    """The camera's view from now on."""

    t: float
    state: View
