"""Follows the track of a new board: the discs between one start hole and the next."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Floats
from calibration.errors import CannotSee
from calibration.holes import STRETCHES, seats_of, track_hole
from toc_pi.messages import said

_LONGEST_STEP = 1.45  # longest step from a track hole to the next, in pitches; the shortest is as far below 1

# The cost of a walk along the track is the sum of squares of its steps' relative errors, plus:
_OUTWARD = 0.03  # for each pitch that a hole lies nearer to the middle than the outermost disc
_LEFT_OUT = 0.5  # for each undetected hole


def follow_track(
    places: Floats, pitch: float, starts: Floats, stretch: int | None
) -> tuple[dict[str, Floats], list[int], int]:
    """The track's holes, with undetected ones between their neighbours; the remaining discs; the stretch.

    Args:
        places: the discs, (n, 2), mm.
        pitch: from one hole to the next, mm.
        starts: about where each seat's start hole is, (seats, 2), mm, clockwise.
        stretch: track holes per seat; None to count them.

    Raises:
        CannotSee: a piece of it can't be followed.
    """
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(len(places)) * 1e6
    seats = len(starts)
    names = seats_of(seats)
    begin = [int(np.argmin(np.linalg.norm(places - start, axis=1))) for start in starts]
    sides = [_walk(places, apart, pitch, begin[side]) for side in range(seats)]
    lasts = [begin[(side + 1) % seats] for side in range(seats)]
    there = {
        length: [side.path(length, last) for side, last in zip(sides, lasts, strict=True)]
        for length in (STRETCHES if stretch is None else (stretch,))
    }
    # All seats have the same number of holes: the number with the most even steps wins.
    counted = min(
        there,
        key=lambda length: (
            sum(path is None for path in there[length]),
            sum(_uneven(path, places, pitch) for path in there[length] if path is not None),
        ),
    )
    holes: dict[str, Floats] = {}
    used: set[int] = set()
    for number, path in enumerate(there[counted]):
        if path is None:
            raise CannotSee(
                said(
                    "the holes between {names}0 and {names2}0 can't be followed: take the picture from "
                    "straight above, or tap those holes (--holes)",
                    names=names[number],
                    names2=names[(number + 1) % seats],
                )
            )
        between = _between(path, places)
        for step, place in enumerate(between):
            holes[track_hole(counted * number + step, seats, counted)] = place
        used |= {index for _, index in path[:-1]}
    return holes, [index for index in range(len(places)) if index not in used], counted


@dataclass(frozen=True, slots=True, eq=False)
class _Walks:
    """The cheapest walks from one start, of every length, to every disc.

    Attributes:
        cost: (steps + 1, n), unevenness of their steps; infinite if there is no walk.
        come: the predecessor of each (step, disc).
    """

    cost: Floats
    come: Mapping[tuple[int, int], tuple[int, int]]

    def path(self, length: int, last: int) -> list[tuple[int, int]] | None:
        """The cheapest walk to a disc in a number of steps, as pairs of step and disc; None for none."""
        if not math.isfinite(float(self.cost[length, last])):
            return None
        path = [(length, last)]
        while path[-1][0] > 0:
            path.append(self.come[path[-1]])
        return path[::-1]


def _uneven(path: Sequence[tuple[int, int]], places: Floats, pitch: float) -> float:
    """Unevenness of a walk's steps, in pitches; undetected holes add a cost."""
    cost = 0.0
    for (step, index), (after, to) in itertools.pairwise(path):
        apart = float(np.linalg.norm(places[to] - places[index]))
        cost += (apart / ((after - step) * pitch) - 1) ** 2 + _LEFT_OUT * (after - step - 1)
    return cost


def _between(path: Sequence[tuple[int, int]], places: Floats) -> list[Floats]:
    """The holes of a walk except the last; undetected ones lie between their neighbours."""
    holes: list[Floats] = []
    for (step, index), (after, to) in itertools.pairwise(path):
        holes.append(places[index])
        if after - step == 2:
            holes.append((places[index] + places[to]) / 2)
    return holes


def _walk(places: Floats, apart: Floats, pitch: float, first: int) -> _Walks:
    """Walks from a start hole along discs that lie a step apart."""
    # At the tip of a star the first home hole is as near as the next track hole: the track is the outer one.
    away = np.linalg.norm(places - places.mean(axis=0), axis=1)
    inner = _OUTWARD * (away.max() - away) / pitch
    most = STRETCHES[-1]
    cost = np.full((most + 1, len(places)), np.inf)
    come: dict[tuple[int, int], tuple[int, int]] = {}
    cost[0, first] = 0.0
    for step in range(most):
        for index in np.nonzero(np.isfinite(cost[step]))[0]:
            for length, fine in ((1, 0.0), (2, _LEFT_OUT)):
                if step + length > most:
                    continue
                off = apart[index] / (length * pitch) - 1
                for to in np.nonzero(np.abs(off) < _LONGEST_STEP - 1)[0]:
                    total = cost[step, index] + float(off[to]) ** 2 + float(inner[to]) + fine
                    if total < cost[step + length, to]:
                        cost[step + length, to] = total
                        come[step + length, int(to)] = step, int(index)
    return _Walks(cost, come)
