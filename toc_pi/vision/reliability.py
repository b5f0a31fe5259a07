"""Limits beyond which readings aren't reliable: small holes, a noisy sensor, pawns in their own paint."""

from collections.abc import Mapping

import numpy as np

from calibration.camera import flat, noise_table, project
from calibration.holes import Hole, is_home
from calibration.setup.calibration_file import Calibration
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.board_likelihood import evaluate_board
from toc_pi.vision.decision import PRIOR_PAWN
from toc_pi.vision.pawn_likelihood import evaluate_pawns, pawn_points
from toc_pi.vision.planes import EFFECTIVE_SIZE, TEMPERING, counts, to_ratios

MIN_PX = 3.0
"""Least diameter of the smallest hole in the picture, px.

Measured on eight films scaled down step by step (research/measure.py limits, 5,622 holes a step): down to
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
    doubts = ("small",) if hole_px(calibration) < MIN_PX else ()
    return (*doubts, "grainy") if calibration.looks.noise > NOISIEST else doubts


def hole_px(calibration: Calibration) -> float:
    """The diameter of the smallest hole in the pictures, px."""
    board, pose = calibration.board, calibration.pose
    places = np.array(list(board.holes.values()), np.float64)
    half = np.array([board.hole_diameter / 2, 0.0])
    across = np.hypot(*(project(flat(places + half), pose) - project(flat(places - half), pose)).T)
    return float(across.min())


MIN_ODDS = 12.0
"""Expected log odds of a pawn in such a hole, below which reading may miss it.

Each seat's pawn was pasted into its own start and home holes in 66 still pictures of 22 films. Below this
limit 46 were surely right, 108 unsure, and 4 surely read as empty holes. Above it 1,639 were right, 79
unsure, and 27 read as empty: all of these marbles pasted, without its reflection, where a lamp is reflected.
"""

_MAX_RATIO = 8.0  # cap of one point's log likelihood ratio, as in `decision`


def find_camouflaged(model: AppearanceModel) -> tuple[str, ...]:
    """The pawns that reading may miss in a start or home hole of their own seat."""
    names = model.calibration.looks.names
    faint = {_owner(hole) for hole, odds in expected_odds(model).items() if odds < MIN_ODDS}
    return tuple(name for name in names if name in faint)


def expected_odds(model: AppearanceModel) -> Mapping[str, float]:
    """The log odds of each seat's pawn in its start and home holes, if it looks exactly as predicted."""
    looks, holes = model.calibration.looks, model.grids.names
    owners = [_owner(hole) if model.calibration.board.seats else "" for hole in holes]
    rows = np.array(
        [index for index, owner in enumerate(owners) if owner in looks.names and not model.never_seen[index]],
        np.intp,
    )
    if not len(rows):
        return {}
    points = pawn_points(rows, np.zeros(len(holes), np.bool_), model)
    use, first = points.indices, points.first
    size = counts(first)
    pawns = np.array([looks.names.index(owners[index]) for index in rows])
    flat = model.points.flat[use]
    light = model.empty.levels.copy()
    light.reshape(3, -1)[:, flat] = model.pawns.levels[:, np.repeat(pawns, size), use]
    ratios = np.stack(to_ratios(light))
    by_grey = noise_table(looks.noise, looks.noise_by_grey)
    noise = np.exp(-2 * ratios[0]) * by_grey[light[1].clip(0, 255).astype(np.intp)] ** 2
    noise, gain = np.asarray(noise, np.float32), np.zeros((3, len(holes)), np.float32)
    ground = evaluate_board(ratios, noise, gain, 0.0, 0.0, points.sunny, model)
    bodies, _ = evaluate_pawns(ratios, noise, gain, points, model)
    gap = bodies[np.repeat(pawns, size), np.arange(len(use))] - ground.log_likelihood(use, model)
    mean = np.add.reduceat(gap.clip(-_MAX_RATIO, _MAX_RATIO), first[:-1]) / size + ground.bonus[rows] / size
    effective = np.minimum(model.points.weight[model.points.first[rows]] * size, EFFECTIVE_SIZE) * TEMPERING
    odds = mean * effective + np.log(PRIOR_PAWN / len(looks.names))
    return {holes[index]: float(score) for index, score in zip(rows, odds, strict=True)}


def _owner(hole: str) -> str:
    """The seat whose start or home hole this is, or nothing."""
    return hole[0] if hole[1:] == "0" or is_home(Hole(hole)) else ""
