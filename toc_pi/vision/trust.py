"""From where on the eye can't be trusted: holes too small in the picture, a sensor too noisy."""

import numpy as np

from calibration.lens import flat, project
from calibration.record import Calibration

SMALLEST_PX = 4.0
"""Across the smallest hole. Chosen, not measured: in the films that were read it is 5.8 px and more."""

NOISIEST = 7.5
"""Grey levels between two pictures of the set-up: at 7.3 all turns of a film were judged; none had more."""


def find_doubts(calibration: Calibration) -> tuple[str, ...]:
    """What makes a calibration's pictures hard to read: `small`, `grainy`, or nothing."""
    doubts = ("small",) if hole_px(calibration) < SMALLEST_PX else ()
    return (*doubts, "grainy") if calibration.looks.noise > NOISIEST else doubts


def hole_px(calibration: Calibration) -> float:
    """How wide the smallest hole is in the pictures."""
    board, pose = calibration.board, calibration.pose
    places = np.array(list(board.holes.values()), np.float64)
    half = np.array([board.hole_diameter / 2, 0.0])
    across = np.hypot(*(project(flat(places + half), pose) - project(flat(places - half), pose)).T)
    return float(across.min())
