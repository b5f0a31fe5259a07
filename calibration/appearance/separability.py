"""Which pawns can be distinguished by colour, in this light: is each nearer to its own kind than to another?

Each pawn is compared with the rest of its own kind and with the other kind, in the way that reading compares:
its brightness may differ by a shadow or by sun.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from calibration.arrays import Mask, Singles

TELLING = 2.2
"""How much nearer a pawn must be to its own kind than to the other, in squared spreads a point. Measured: two
halves of one kind differ by at most 1.8 (145 of 146), two kinds by at least 2.5 (337 of 337)."""

_LIGHTS = np.array([0.0, 0.35, -0.35, -0.75], np.float32)
"""Changes of light that are tried, logarithms of brightness."""

_MIN_SPREAD = np.array([0.13, 0.06, 0.06], np.float32) ** 2
"""Variance of brightness and of the two colour ratios, logarithms, that is added to each kind's own."""

_CAP = 9.0  # largest squared distance of one point, in spreads, for brightness and for colour each
_MIN_POINTS = 12  # a pawn with fewer visible points isn't compared

_ENOUGH, _STRANGE = 4, 6.0
"""With at least this number of pawns of a kind, one that differs from the others by this much is left out.
Measured with one strange pawn among four: it lowers false warnings from 108 of 366 to 2."""


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
    """The pairs of pawns that can't be distinguished, by name.

    Args:
        views: of each pawn's name, those that stand on the board.
    """
    seen = {
        name: _alike_in_itself([view for view in mine if view.free.sum() >= _MIN_POINTS])
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

    Most likely it shows no pawn: a hand in the picture lifted it, or hides it. With it, the kind's spread
    would be so large that everything would look like it.
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
    # Few pawns say little about a single point: the whole body's mean is added as half a pawn.
    look = ((looks * free).sum(axis=0) + 0.5 * middle) / (count + 0.5)
    spread = (((looks - look) ** 2 * free).sum(axis=0) + wide**2) / (count + 1.0)
    return np.asarray(look, np.float32), np.asarray(spread + _MIN_SPREAD, np.float32)


def _misfit(view: PawnView, kind: _Kind) -> float:
    """The distance of a pawn from a kind, squared spreads a point, in the light that fits best."""
    look, spread = (part[view.free] for part in kind)
    apart = view.look[view.free] - look
    colour = np.minimum((apart[:, 1:] ** 2 / spread[:, 1:]).sum(axis=1), _CAP)
    bright = np.minimum((apart[:, 0] - _LIGHTS[:, None]) ** 2 / spread[:, 0], _CAP)
    return float((colour + bright).mean(axis=1).min())
