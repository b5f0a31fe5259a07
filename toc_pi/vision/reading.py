"""One picture to which holes hold which pawns, by explaining the picture (no memory, no rules)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Pose
from calibration.record import Calibration
from toc_pi.vision.cover import Backdrop, find_cover, hang_backdrop
from toc_pi.vision.decision import decide
from toc_pi.vision.evidence import gather
from toc_pi.vision.eye import Eye, open_eye

Image = NDArray[np.uint8]

State = Literal["clear", "hand", "moved", "blind"]

_DARK = 18  # grey levels of the brightest twentieth, below which nothing can be read
_FLAT = 10  # grey levels between dark and bright parts of a picture, at least


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


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """Tables for one pose: made once, used for every picture."""

    eye: Eye
    backdrop: Backdrop


def open_reader(calibration: Calibration, pose: Pose | None = None) -> Reader:
    """Make the tables for a pose (the calibration's own, if none is given)."""
    eye = open_eye(calibration, pose)
    return Reader(eye, hang_backdrop(eye, trust_table=pose is None))


def read_picture(image: Image, calibration: Calibration, before: Reading | None = None) -> Reading:
    """Read one picture.

    Args:
        image: (h, w, 3), of the calibration's camera.
        calibration: board, pose, looks.
        before: the last accepted reading, for holes that are hidden now.
    """
    return read_with(image, open_reader(calibration), before)


def read_with(image: Image, reader: Reader, before: Reading | None = None) -> Reading:
    """Read one picture with tables that were made before."""
    eye = reader.eye
    if _is_blind(image):
        return Reading("blind")
    evidence = gather(image, eye)
    seen = decide(evidence, eye, None if before is None else before.probability)
    cover = find_cover(image, frozenset(seen.holes), eye, reader.backdrop)
    state: State = "hand" if cover.hand else "clear"
    holes = {hole: pawn for hole, pawn in seen.holes.items() if hole not in cover.hidden}
    return Reading(state, holes, seen.unsure | cover.hidden, seen.probability, seen.white)


def _is_blind(image: Image) -> bool:
    """Whether nothing can be read in a picture: too dark, or all of one colour."""
    few = image[::16, ::16].reshape(-1, 3).max(axis=1)
    low, high = np.percentile(few, [5, 95])
    return bool(high < _DARK or high - low < _FLAT)
