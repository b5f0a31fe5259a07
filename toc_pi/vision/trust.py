"""From where on the eye can't be trusted: holes too small in the picture, a sensor too noisy."""

import numpy as np

from calibration.camera.lens import flat, project
from calibration.setup.calibration_file import Calibration

SMALLEST_PX = 3.0
"""Across the smallest hole, in the picture.

Eight films made smaller step by step (tools/limits_of_sight.py, 5,622 holes a step): down to 2.9 pixels none
was wrong and at most 1.9 % of a board's were unsure; at 2.5 pixels two were wrong and sure, at 1.5 five.
"""

NOISIEST = 8.5
"""Grey levels between two pictures of the set-up.

In the same films, made noisier step by step, no hole was wrong up to 15.7. What grows is doubt: on the worst
board 2.6 % of the holes are unsure at 8.4, 4.1 % at 10.5, 8.8 % at 15.7.
"""


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
