"""Possible appearance of the board under pawns that stood there at set-up, where it was never seen empty.

The inpainted board can be wrong there: a painted pad in the pawns' own colour reaches under them, or a hole
is deeper than its neighbours. So the board may have one of the colours seen beside the hole, and the hole may
be darker, both at a cost. A pawn of the pad's colour is distinguished from the pad by the hole that it would
hide.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.sampling_grid import Places, Singles
from calibration.board.board import Board
from calibration.camera.lens import Pose, to_board
from toc_pi.vision.planes import CAP, as_planes, cap, counts, to_ratios

Indices = NDArray[np.intp]

_UNSEEN = 3.0  # from this number of unseen points on a body, a pawn is always considered
_COLOURS = 8  # colours taken from beside each hole
_REACH = 3.0  # of the hole's diameter: distance within which they are taken
_DISC = 0.62  # of the hole's diameter: radius of its dark disc
_LIGHTS = (0.0, 0.5, -0.5)  # log brightness of light on the paint, relative to the light around
_POINT = 1.0  # cost of paint at each point
_ONCE = 20.0  # cost of paint at each hole
_LIT = 6.0  # cost of another light on a hole's paint
_DARK = 6.0  # cost of a darker hole at a point
_DARK_CAP = 3.0  # cap of the colour misfit: a dark hole's colour is unreliable


@dataclass(frozen=True, slots=True, eq=False)
class Paint:
    """Where the board was never seen, and the colours beside it.

    Attributes:
        unseen: (holes) bool, where the board was never seen empty, so that a pawn may still be there.
        rows: (h) holes with points that may be painted.
        colours: (3, colours, h) float32, blue, green and red of the colours seen beside each.
        points: (n) flat indices of these points, hole by hole; first: (h + 1) where each hole's begin.
        dark: (m) flat indices of the points in holes that were never seen.
    """

    unseen: NDArray[np.bool_]
    rows: Indices
    colours: Singles
    points: Indices
    first: Indices
    dark: Indices


def find_paint(board: Board, pose: Pose, places: Places, empty: Singles, guessed: Singles) -> Paint:
    """Find where the board was never seen.

    Args:
        board, pose, places: belonging together.
        empty: (holes, POINTS, 3) BGR of the empty board.
        guessed: (holes, POINTS) 1 where it was never seen.
    """
    unseen = np.where(places.inside, guessed, 0).sum(axis=1) > _UNSEEN
    width = empty.shape[1]
    rows: list[int] = []
    colours: list[NDArray[np.float32]] = []
    points: list[Indices] = []
    dark: list[Indices] = []
    for index in np.flatnonzero(unseen):
        spots = to_board(places.points[index].astype(np.float64), pose)
        away = np.hypot(*(spots - np.array(board.holes[places.names[index]])).T) / board.hole_diameter
        beyond, never, known = away > _DISC, guessed[index] > 0.5, guessed[index] < 0.01
        dark.append(index * width + np.flatnonzero(never & ~beyond))
        seen = known & beyond & (away < _REACH)
        if seen.sum() < _COLOURS:
            seen = known & beyond
        if seen.sum() < _COLOURS or not (never & beyond).any():
            continue
        mine = empty[index, seen]
        ranks = np.linspace(0, len(mine) - 1, _COLOURS).round().astype(int)
        rows.append(int(index))
        colours.append(mine[np.argsort(mine.sum(axis=1))][ranks])
        points.append(index * width + np.flatnonzero(never & beyond))
    return Paint(
        unseen,
        np.array(rows, np.intp),
        as_planes(np.array(colours, np.float32).reshape(-1, _COLOURS, 3).transpose(1, 0, 2)),
        np.concatenate([*points, np.zeros(0, np.intp)]).astype(np.intp),
        np.concatenate([[0], np.cumsum([len(mine) for mine in points])]).astype(np.intp),
        np.concatenate([*dark, np.zeros(0, np.intp)]).astype(np.intp),
    )


def repaint(
    misfit: Singles, ratios: Singles, wide: Singles, lit: Singles, gain: Singles, paint: Paint
) -> None:
    """Lower the misfit of the empty board where it was only inpainted and paint or a dark hole fits better.

    Args:
        misfit: (holes, POINTS), changed in place.
        ratios: (3, holes, POINTS) as seen.
        wide: (3, holes, POINTS) variance.
        lit: (3, holes, POINTS) blue, green and red of the inpainted board, in the light around.
        gain: (3, holes) log change of that light since the set-up.
        paint: of the same pose.
    """
    flat = misfit.ravel()
    if len(paint.rows):
        size = counts(paint.first)
        # Where the inpainted board fits well, paint can't win: it costs something at every point, and once.
        may = np.add.reduceat((flat[paint.points] - np.float32(_POINT)).clip(0), paint.first[:-1]) > _ONCE
        if may.any():
            points, size = paint.points[np.repeat(may, size)], size[may]
            mine, spread = (values.reshape(3, -1).take(points, 1) for values in (ratios, wide))
            now = paint.colours[:, :, may] * np.exp(gain[:, None, paint.rows[may]])
            flat[points] = _painted(flat[points], mine, spread, now, size)
    dark = paint.dark[flat[paint.dark] > _DARK]
    if len(dark):
        guess = to_ratios(lit.reshape(3, -1).take(dark, 1))
        bright, red, blue = (ratios[part].ravel()[dark] - plane for part, plane in enumerate(guess))
        spread = wide.reshape(3, -1).take(dark, 1)
        deep = np.minimum(np.maximum(bright, 0) ** 2 / spread[0], np.float32(CAP))
        deep += np.minimum(red * red / spread[1] + blue * blue / spread[2], np.float32(_DARK_CAP))
        flat[dark] = np.minimum(flat[dark], deep + np.float32(_DARK))


def _painted(guessed: Singles, mine: Singles, spread: Singles, colours: Singles, size: Indices) -> Singles:
    """(n) the misfit of points, some of them painted.

    Args:
        guessed: (n) their misfit under the inpainted board.
        mine, spread: (3, n) their ratios as seen, and variance.
        colours: (3, colours, holes) BGR of the paints possible at each hole.
        size: (holes) how many points each hole has.
    """
    several = np.concatenate([colours * np.float32(np.exp(light)) for light in _LIGHTS], axis=1)
    # Axes: colours and lights, points.
    parts = [np.repeat(plane, size, axis=1) for plane in to_ratios(several)]
    for part, own, variance in zip(parts, mine, spread, strict=True):
        part -= own
        part *= part
        part /= variance
    near, red, blue = parts
    red += blue
    cap(near)
    near += cap(red)
    near += np.float32(_POINT)
    gained = np.add.reduceat(cap(near - guessed, 0.0), np.cumsum(size) - size, axis=1)
    gained += np.float32(_ONCE)
    gained[_COLOURS:] += np.float32(_LIT)
    chosen = np.repeat(gained.argmin(axis=0), size)
    better = np.repeat(gained.min(axis=0) < 0, size)
    taken = near[chosen, np.arange(len(chosen))]
    return np.asarray(np.where(better, np.minimum(taken, guessed), guessed), np.float32)
