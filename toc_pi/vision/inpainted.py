"""Possible appearance of the board under pawns of the set-up, where it was never seen empty.

The inpainted board can be wrong there: a painted pad in the pawns' own colour extends under them, or a hole
is deeper than its neighbours. So the board may have one of the colours seen beside the hole, and the hole may
be darker, both at a cost. A pawn of the pad's colour is distinguished from the pad by the hole that it would
hide.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.looks import LearnedAppearance
from calibration.appearance.sampling_grid import SamplingGrids, sample
from calibration.arrays import Indices, Singles
from calibration.board.board import Board
from calibration.camera import Pose, to_board
from toc_pi.vision.planes import (
    ROUGH,
    as_planes,
    counts,
    limit_above,
    measure_roughness,
    misfit_of,
    to_ratios,
)

_UNSEEN_POINTS = 3.0  # with more unseen points than this on a body, a pawn is always considered
_COLOURS = 8  # colours taken from beside each hole
_SAMPLED = 3.0  # of the hole's diameter: distance within which they are taken
_DISC = 0.62  # of the hole's diameter: radius of its dark disc
_LIGHTS = (0.0, 0.5, -0.5)  # log brightness of light on the paint, relative to the light around
_POINT_COST = 1.0  # cost of paint at each point
_HOLE_COST = 20.0  # cost of paint at each hole
_LIGHT_COST = 6.0  # cost of another light on a hole's paint
_DARK_COST = 6.0  # cost of a darker hole at a point
_DARK_CAP = 3.0  # cap of the colour misfit: a dark hole's colour is unreliable


@dataclass(frozen=True, slots=True, eq=False)
class Inpainted:
    """Where the board was never seen, and the colours beside it.

    Attributes:
        never_seen: (holes) bool, where the board was never seen empty, so that a pawn may still be there.
        rows: (h) holes with points that may be painted.
        colours: (3, colours, h) float32, blue, green and red of the colours seen beside each.
        points: (n) flat indices of these points, hole by hole; first: (h + 1) where each hole's begin.
        dark_points: (m) flat indices of the points in holes that were never seen.
    """

    never_seen: NDArray[np.bool_]
    rows: Indices
    colours: Singles
    points: Indices
    first: Indices
    dark_points: Indices


def find_inpainted(
    board: Board, pose: Pose, grids: SamplingGrids, empty: Singles, guessed: Singles
) -> Inpainted:
    """Find where the board was never seen.

    `empty` is (holes, POINTS, 3) BGR of the empty board, `guessed` (holes, POINTS) 1 where it was never seen.
    """
    never_seen = np.where(grids.inside, guessed, 0).sum(axis=1) > _UNSEEN_POINTS
    width = empty.shape[1]
    rows: list[int] = []
    colours: list[NDArray[np.float32]] = []
    points: list[Indices] = []
    dark_points: list[Indices] = []
    for index in np.flatnonzero(never_seen):
        spots = to_board(grids.points[index].astype(np.float64), pose)
        distance = np.hypot(*(spots - np.array(board.holes[grids.names[index]])).T) / board.hole_diameter
        outside_disc, unseen, known = distance > _DISC, guessed[index] > 0.5, guessed[index] < 0.01
        dark_points.append(index * width + np.flatnonzero(unseen & ~outside_disc))
        seen = known & outside_disc & (distance < _SAMPLED)
        if seen.sum() < _COLOURS:
            seen = known & outside_disc
        if seen.sum() < _COLOURS or not (unseen & outside_disc).any():
            continue
        visible = empty[index, seen]
        ranks = np.linspace(0, len(visible) - 1, _COLOURS).round().astype(int)
        rows.append(int(index))
        colours.append(visible[np.argsort(visible.sum(axis=1))][ranks])
        points.append(index * width + np.flatnonzero(unseen & outside_disc))
    return Inpainted(
        never_seen,
        np.array(rows, np.intp),
        as_planes(np.array(colours, np.float32).reshape(-1, _COLOURS, 3).transpose(1, 0, 2)),
        np.concatenate([*points, np.zeros(0, np.intp)]).astype(np.intp),
        np.concatenate([[0], np.cumsum([len(indices) for indices in points])]).astype(np.intp),
        np.concatenate([*dark_points, np.zeros(0, np.intp)]).astype(np.intp),
    )


def lower_inpainted_misfit(
    misfit: Singles, ratios: Singles, wide: Singles, lit: Singles, gain: Singles, inpainted: Inpainted
) -> None:
    """Lower the misfit of the empty board where it was only inpainted and paint or a dark hole fits better.

    Args:
        misfit: (holes, POINTS), changed in place.
        ratios: (3, holes, POINTS) as seen.
        wide: (3, holes, POINTS) variance.
        lit: (3, holes, POINTS) blue, green and red of the inpainted board, in the light around.
        gain: (3, holes) log change of that light since the set-up.
    """
    flat = misfit.ravel()
    if len(inpainted.rows):
        size = counts(inpainted.first)
        # Where the inpainted board fits well, paint can't win: it costs something at every point, and once.
        may_win = (
            np.add.reduceat((flat[inpainted.points] - np.float32(_POINT_COST)).clip(0), inpainted.first[:-1])
            > _HOLE_COST
        )
        if may_win.any():
            points, size = inpainted.points[np.repeat(may_win, size)], size[may_win]
            seen, spread = (values.reshape(3, -1).take(points, 1) for values in (ratios, wide))
            lit_colours = inpainted.colours[:, :, may_win] * np.exp(gain[:, None, inpainted.rows[may_win]])
            flat[points] = _paint_misfit(flat[points], seen, spread, lit_colours, size)
    dark_points = inpainted.dark_points[flat[inpainted.dark_points] > _DARK_COST]
    if len(dark_points):
        expected = to_ratios(lit.reshape(3, -1).take(dark_points, 1))
        seen, spread = (values.reshape(3, -1).take(dark_points, 1) for values in (ratios, wide))
        np.maximum(seen[0], expected[0], out=seen[0])  # a darker point fits as well
        dark_misfit = misfit_of(expected, seen, spread, _DARK_CAP)
        flat[dark_points] = np.minimum(flat[dark_points], dark_misfit + np.float32(_DARK_COST))


def _paint_misfit(
    board_misfit: Singles, seen: Singles, spread: Singles, colours: Singles, size: Indices
) -> Singles:
    """(n) the misfit of points, some of them painted, that have a misfit under the inpainted board.

    `seen` and `spread` are (3, n) ratios and variances, `colours` (3, colours, holes) BGR of the paints
    possible at each hole, `size` (holes) how many points each has.
    """
    paints = np.concatenate([colours * np.float32(np.exp(light)) for light in _LIGHTS], axis=1)
    # Axes: colours and lights, points.
    parts = [np.repeat(plane, size, axis=1) for plane in to_ratios(paints)]
    misfit = misfit_of(parts, seen, spread) + np.float32(_POINT_COST)
    gain = np.add.reduceat(limit_above(misfit - board_misfit, 0.0), np.cumsum(size) - size, axis=1)
    gain += np.float32(_HOLE_COST)
    gain[_COLOURS:] += np.float32(_LIGHT_COST)
    chosen = np.repeat(gain.argmin(axis=0), size)
    better = np.repeat(gain.min(axis=0) < 0, size)
    paint_misfit = misfit[chosen, np.arange(len(chosen))]
    return np.asarray(np.where(better, np.minimum(paint_misfit, board_misfit), board_misfit), np.float32)


_SPREAD = (0.06, 0.04, 0.04)  # least spread of its ratios between pictures


@dataclass(frozen=True, slots=True, eq=False)
class Unmoved:
    """The pawns as seen in their holes at set-up.

    Attributes:
        pawn: (holes) which pawn stood there, -1 for none.
        bodies: (3, n) float32, blue, green and red of the points on a body.
        variance: (3, n) float32, variance of their ratios, without the noise.
    """

    pawn: Indices
    bodies: Singles
    variance: Singles


def find_unmoved(looks: LearnedAppearance, grids: SamplingGrids, hole: Indices, point: Indices) -> Unmoved:
    """Sample the set-up's pawns.

    Args:
        hole, point: (n) the points on bodies, see `AppearanceModel`.
    """
    standing = looks.standing
    kind = np.full(len(grids.names), -1)
    if standing is None:
        return Unmoved(kind, np.zeros((3, len(hole)), np.float32), np.ones((3, len(hole)), np.float32))
    for index, name in enumerate(grids.names):
        if standing.holes.get(name) in looks.names:
            kind[index] = looks.names.index(standing.holes[name])
    points = grids.points[hole, point][None]
    seen, rough = sample(standing.picture, points)[0], measure_roughness(standing.picture, points)[0]
    return Unmoved(kind, as_planes(seen), as_planes(np.array(_SPREAD) ** 2 + ROUGH**2 * rough))
