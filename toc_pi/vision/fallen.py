"""Detects pawns lying across a hole: they are visible beyond the outline of a standing pawn.

Reading evaluates how well a standing pawn explains the picture on its body. A pawn that lies there, pointing
away from the camera, explains it nearly as well, but is also visible beside that body.
"""

import cv2
import numpy as np

from calibration.appearance.looks import body_hull
from calibration.appearance.sampling_grid import COLUMNS, POINTS, ROWS
from calibration.arrays import Indices, Mask, Singles
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.board_likelihood import LIGHTS
from toc_pi.vision.decision import Decision
from toc_pi.vision.evidence import Evidence
from toc_pi.vision.planes import RATIO_NOISE, counts, misfit_of, to_ratios

# Mean squared misfit below which a pawn counts as standing, in units of the picture's median misfit.
_FITS = 1.4
# Points beside the body that look like it and not like the board, as a share of the body's own points.
_BEYOND = 0.07

_LIKE, _BETTER = 4.0, 2.0
"""Squared misfit of a point that looks like the body, and how much worse the board must explain it.

Measured by `research/measure.py lying`: in 1,076 still pictures of eight clips with a pawn lying across an
empty hole, 36 holes were wrong and sure without this check and 13 are with it. Most of those are black
pawns, which look like a deep shadow, and pawns that lie just within the outline of a standing one. Of 3,296
standing pawns in 16 films, five with people at the rim and three with a sensor's noise, none is reported as
fallen.
"""

_RIM = 0.2  # of a diameter: points as close as this to another pawn's outline are ignored
_SOFT_PX = 3.5
"""Cameras blur colours over this distance, so points closer to the pawn's own outline are ignored.

A webcam showed the paint of a home around a pawn of 6 pixels more like the pawn than the set-up had, up to
2.5 pixels away; the pawn was reported as fallen, and a legal move as illegal.
"""
# Least and largest spread of a body's ratios, (3, 1).
_OWN_LEAST, _OWN_MOST = np.array([[0.2, 0.07, 0.07], [0.4, 0.15, 0.15]], np.float32)[..., None]
_ANY_LIGHT = np.array((0.0, *LIGHTS), np.float32)  # lights on the board that are tried, log brightness
_LOOSE = 0.12  # how much another light's strength may differ, and its colour, per unit of brightness
# The variance of the ratios in each of these lights.
_LIGHT_WIDE = np.square(_LOOSE * np.stack([_ANY_LIGHT != 0, _ANY_LIGHT, _ANY_LIGHT]), dtype=np.float32)
_LIGHT_PRICE = 1.0  # cost of another light, as a misfit
_ASIDE = (0, -1, 1, -COLUMNS, COLUMNS)  # neighbours on the grid: lines and paint may be slightly displaced
_EMPTY = 0.5  # probability of an empty hole below which it may hold a pawn
_MIN_POINTS = 10  # points of a body that must be in view


def find_fallen(evidence: Evidence, decision: Decision, model: AppearanceModel) -> Mask:
    """(holes) whose pawn can't be standing, since it is visible beside the standing body as well."""
    fallen = np.zeros(len(model.grids.names), np.bool_)
    if model.calibration.pawns.kind == "marble":
        return fallen  # it looks the same in any orientation
    suspects = _poorly_explained(evidence, decision, model)
    if not len(suspects):
        return fallen
    may_stand = decision.chances[:, 0] < _EMPTY
    seen = evidence.ratios.take(suspects, 1)
    inside = model.grids.inside[suspects]
    median_colours, spread = _median_colours(seen, _in_view(suspects, may_stand, model))
    wide = np.minimum(spread, _OWN_MOST) ** 2 + _OWN_LEAST**2
    like = misfit_of(np.repeat(median_colours[..., None], POINTS, axis=2), seen, wide[..., None])
    extra_points = ~_dilate_bodies(inside) & (model.guessed[suspects] < 0.5) & (like < _LIKE)
    least_points = _BEYOND * inside.sum(axis=1)
    for at in np.flatnonzero(extra_points.sum(axis=1) > least_points):
        index = int(suspects[at])
        points = np.flatnonzero(extra_points[at])
        noise = float(spread[1:, at].max())  # a body has one colour
        for offset in _ASIDE:
            shifted = (points + offset).clip(0, POINTS - 1)
            board = _board_misfit(seen[:, at, points], shifted, index, evidence.gain[:, index], noise, model)
            points = points[like[at, points] + _BETTER < board]
            if len(points) <= least_points[at]:
                break
        else:
            points = _outside(points, index, _SOFT_PX, index, model)
            beyond = _outside_other_pawns(points, index, may_stand, model)
            fallen[index] = len(beyond) > least_points[at]
    return fallen


def _poorly_explained(evidence: Evidence, decision: Decision, model: AppearanceModel) -> Indices:
    """Holes that certainly hold a pawn but where no pawn explains the body well."""
    is_occupied = ((decision.content > 0) | decision.occupied)[evidence.candidates]
    if not is_occupied.any():
        return evidence.candidates[:0]
    pawns = evidence.state_misfit[: len(model.calibration.looks.names)]
    fits = np.add.reduceat(pawns, evidence.first[:-1], axis=1).min(axis=0) / counts(evidence.first)
    ordered = np.sort(fits[is_occupied])
    usual = float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    return np.asarray(evidence.candidates[is_occupied & (fits > _FITS * max(1.0, usual))], np.intp)


def _in_view(suspects: Indices, may_stand: Mask, model: AppearanceModel) -> Mask:
    """(asked, POINTS): the points on the bodies that no nearer pawn may hide."""
    body = model.grids.inside[suspects].copy()
    for visible, index in zip(body, suspects, strict=True):
        for link in model.overlaps[index]:
            if link.nearer and may_stand[link.hole]:
                visible[model.points.point[model.points.first[index] + link.points]] = False
    return body


def _median_colours(seen: Singles, body: Mask) -> tuple[Singles, Singles]:
    """Median ratios of each body, and their spread; bodies out of view match nothing."""
    count = body.sum(axis=1)
    middle = (np.maximum(count, 1) - 1) // 2

    def median(values: Singles) -> Singles:
        ordered = np.sort(np.where(body, values, np.float32(np.inf)), axis=2)
        return np.asarray(ordered[:, np.arange(len(body)), middle])

    medians = median(seen)
    spread = np.float32(1.5) * median(np.abs(seen - medians[..., None]))
    medians[:, count < _MIN_POINTS] = np.inf
    return medians, spread


def _dilate_bodies(inside: Mask) -> Mask:
    """(n, POINTS): bodies and the points of the grid next to them."""
    grid = np.zeros((len(inside), ROWS + 2, COLUMNS + 2), np.bool_)
    grid[:, 1:-1, 1:-1] = inside.reshape(-1, ROWS, COLUMNS)
    tall = grid[:, :-2] | grid[:, 1:-1] | grid[:, 2:]
    return np.asarray((tall[..., :-2] | tall[..., 1:-1] | tall[..., 2:]).reshape(inside.shape))


def _board_misfit(
    seen: Singles, at: Indices, index: int, gain: Singles, noise: float, model: AppearanceModel
) -> Singles:
    """(n) squared misfit of some points of the empty board, each in the best-fitting light."""
    light = np.exp(gain[:, None] + _ANY_LIGHT)
    lit = to_ratios(model.empty.levels[:, index, at][:, None] * light[..., None])
    grain = RATIO_NOISE[:, None] / RATIO_NOISE[-1] * np.float32(noise**2)
    wide = (model.empty.variance[:, index, at] + grain)[:, None] + _LIGHT_WIDE[..., None]
    misfit = misfit_of(lit, seen, wide)
    misfit[1:] += np.float32(_LIGHT_PRICE)
    return np.asarray(misfit.min(axis=0))


def _outside_other_pawns(points: Indices, index: int, may_stand: Mask, model: AppearanceModel) -> Indices:
    """The points of a hole's grid that no other pawn covers."""
    grids = model.grids
    grid = grids.points[index]
    rim = max(1.0, _RIM * model.calibration.pawns.diameter * float(grids.scale[index]))
    reach = 2 * float(np.ptp(grid, axis=0).max())
    near = may_stand & (np.abs(grids.foot - grids.foot[index]).max(axis=1) < reach)
    near[index] = False
    for other in np.flatnonzero(near):
        points = _outside(points, int(other), rim, index, model)
    return points


def _outside(points: Indices, other: int, rim: float, index: int, model: AppearanceModel) -> Indices:
    """The points of a hole's grid that lie farther than `rim` pixels outside a pawn's outline."""
    hull, grid = body_hull(model.grids, other), model.grids.points[index]
    away = [cv2.pointPolygonTest(hull, (float(x), float(y)), True) for x, y in grid[points]]
    return points[np.array(away) < -rim]
