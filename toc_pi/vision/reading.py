"""One picture to which holes hold which pawns, by explaining the picture (no memory, no rules)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.record import Calibration
from toc_pi.vision.decision import decide
from toc_pi.vision.evidence import gather
from toc_pi.vision.eye import Eye, open_eye

Image = NDArray[np.uint8]

State = Literal["clear", "hand", "moved", "blind"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture says.

    Attributes:
        state: "clear", "hand" (an arm over the board), "moved" (the board isn't where the calibration says)
            or "blind" (too dark, covered, no board).
        holes: the occupied holes that it is sure of, with their pawns.
        unsure: the holes that it won't decide.
        probability: for every hole, how probable each pawn is, "" for none.
        white: with white faces, for each occupied hole how probably the pawn there shows white.
    """

    state: State
    holes: Mapping[str, str] = field(default_factory=dict)
    unsure: frozenset[str] = frozenset()
    probability: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    white: Mapping[str, float] = field(default_factory=dict)


def read_picture(image: Image, calibration: Calibration, before: Reading | None = None) -> Reading:
    """Read one picture.

    Args:
        image: (h, w, 3), of the calibration's camera.
        calibration: board, pose, looks.
        before: the last accepted reading, for holes that are hidden now.
    """
    return read_with(image, open_eye(calibration), before)


def read_with(image: Image, eye: Eye, before: Reading | None = None) -> Reading:
    """Read one picture with tables that were made before."""
    seen = decide(gather(image, eye), eye)
    return Reading("clear", seen.holes, seen.unsure, seen.probability, seen.white)
