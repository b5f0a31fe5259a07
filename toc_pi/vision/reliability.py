"""Limits beyond which readings aren't reliable: holes too small in the picture, a sensor too noisy."""

import numpy as np

from calibration.camera.lens import flat, project
from calibration.setup.calibration_file import Calibration

SMALLEST_PX = 3.0
"""Diameter of the smallest hole in the picture, px.

Measured on eight films scaled down step by step (research/limits_of_sight.py, 5,622 holes a step): down to
2.9 px no hole was wrong, and at most 1.9 % of a board's holes were unsure; at 2.5 px two were wrong but sure,
at 1.5 px five.
"""

NOISIEST = 8.5
"""Noise, grey levels, between two pictures of the set-up.

In the same films, made noisier step by step, no hole was wrong up to 15.7. Unsure holes increase: on the
worst board 2.6 % at 8.4, 4.1 % at 10.5, 8.8 % at 15.7.
"""


def reliability_warnings(calibration: Calibration) -> tuple[str, ...]:
    """Reasons why a calibration's pictures are hard to read: `small`, `grainy`, or none."""
    doubts = ("small",) if hole_px(calibration) < SMALLEST_PX else ()
    return (*doubts, "grainy") if calibration.looks.noise > NOISIEST else doubts


def hole_px(calibration: Calibration) -> float:
    """The diameter of the smallest hole in the pictures, px."""
    board, pose = calibration.board, calibration.pose
    places = np.array(list(board.holes.values()), np.float64)
    half = np.array([board.hole_diameter / 2, 0.0])
    across = np.hypot(*(project(flat(places + half), pose) - project(flat(places - half), pose)).T)
    return float(across.min())
