"""Which pawns can be told apart by colour: is each nearer to its own kind than to the other, in this light?

Each pawn is judged by what the rest of its own kind looks like, and by what the other kind looks like, as a
reader would judge it: brightness may be another where a shadow or the sun falls on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Mask = NDArray[np.bool_]

TELLING = 2.2
"""By so much, as squared spreads a point, a pawn must be nearer to its own kind. Halves of one kind differ by
at most 1.8 (145 of 146), two kinds by at least 2.5 (337 of 337)."""

_LIGHTS = np.array([0.0, 0.35, -0.35, -0.75], np.float32)
_LEAST_SPREAD = np.array([0.13, 0.06, 0.06], np.float32) ** 2
_CAP = 9.0
_FEWEST_POINTS = 12
_ENOUGH, _STRANGE = 4, 6.0
"""Of so many pawns of a kind one may be a stranger: so unlike the others, squared spreads a point."""


@dataclass(frozen=True, slots=True, eq=False)
class PawnView:
    """One pawn as it is seen.

    Attributes:
        look: (POINTS, 3), its colours over its grid, as `looks.Looks.body` has them.
        free: (POINTS) bool, where it is seen.
    """

    look: Singles
    free: Mask


_Kind = tuple[Singles, Singles]


def find_alike(views: Mapping[str, Sequence[PawnView]]) -> tuple[tuple[str, str], ...]:
    """The pairs of pawns that can't be told apart, by name.

    Args:
        views: of each pawn's name, those that stand on the board.
    """
    seen = {
        name: _alike_in_itself([view for view in mine if view.free.sum() >= _FEWEST_POINTS])
        for name, mine in views.items()
    }
    kinds = {name: _kind(mine) for name, mine in seen.items() if mine}
    own = {
        name: [
            _misfit(view, _kind(seen[name][:at] + seen[name][at + 1 :] or seen[name]))
            for at, view in enumerate(seen[name])
        ]
        for name in kinds
    }
    found = []
    for pair in combinations(sorted(kinds), 2):
        further = [
            _misfit(view, kinds[other]) - mine
            for name, other in (pair, pair[::-1])
            for view, mine in zip(seen[name], own[name], strict=True)
        ]
        if float(np.median(further)) < TELLING:
            found.append(pair)
    return tuple(found)


def _alike_in_itself(views: Sequence[PawnView]) -> list[PawnView]:
    """A kind's pawns without the one that looks like none of the others.

    It is no pawn, most likely: lifted off its hole by the hand that is in the picture, or hidden. Left in, it
    would make its kind look like anything.
    """
    if len(views) < _ENOUGH:
        return list(views)
    unlike = [_misfit(view, _kind([*views[:at], *views[at + 1 :]])) for at, view in enumerate(views)]
    worst = int(np.argmax(unlike))
    return [view for at, view in enumerate(views) if at != worst or unlike[at] < _STRANGE]


def _kind(views: Sequence[PawnView]) -> _Kind:
    """What some pawns look like, (POINTS, 3), and the square of how much that varies."""
    looks = np.stack([view.look for view in views])
    free = np.stack([view.free for view in views])[..., None]
    shown = looks[free[..., 0]]
    middle = np.median(shown, axis=0)
    wide = 1.4826 * np.median(np.abs(shown - middle), axis=0)
    count = free.sum(axis=0)
    # A few pawns say little about one point: what the whole body looks like joins as half of one more.
    look = ((looks * free).sum(axis=0) + 0.5 * middle) / (count + 0.5)
    spread = (((looks - look) ** 2 * free).sum(axis=0) + wide**2) / (count + 1.0)
    return np.asarray(look, np.float32), np.asarray(spread + _LEAST_SPREAD, np.float32)


def _misfit(view: PawnView, kind: _Kind) -> float:
    """How unlike a kind a pawn looks, squared spreads a point, in the light that suits best."""
    look, spread = (part[view.free] for part in kind)
    apart = view.look[view.free] - look
    colour = np.minimum((apart[:, 1:] ** 2 / spread[:, 1:]).sum(axis=1), _CAP)
    bright = np.minimum((apart[:, 0] - _LIGHTS[:, None]) ** 2 / spread[:, 0], _CAP)
    return float((colour + bright).mean(axis=1).min())
