"""Colour ratios: the effect of light on them, which pawns they distinguish, and colour names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Mask, Singles

DARKEST = 10.0  # grey levels added before a logarithm, so that noise in the dark isn't amplified
_LOG = np.log(np.arange(256, dtype=np.float32) + np.float32(DARKEST))  # of each grey level, for lookup


def to_ratios(values: NDArray[np.uint8] | Singles) -> Singles:
    """(…, 3) brightness, red to green and blue to green of BGR grey levels, (…, 3), as logarithms."""
    if values.dtype == np.uint8:
        logs = _LOG[values]
    else:
        logs = np.log(np.asarray(values, np.float32) + np.float32(DARKEST))
    out = np.empty(logs.shape, np.float32)
    out[..., 0] = (logs[..., 0] + logs[..., 1] + logs[..., 2]) / 3
    out[..., 1] = logs[..., 2] - logs[..., 1]
    out[..., 2] = logs[..., 0] - logs[..., 1]
    return out


TO_SKY = (-0.66, 0.75)  # direction of light from lamp to sky, in red to green and blue to green

# Change of the ratios per unit of brightness (all logarithms) that light alone can cause: toward
# darker and bluer or brighter and warmer, and in any other way.
_SKYWARD, _ANYWAY = 0.3, 0.08


def distance_beyond_light(colours: NDArray[np.floating], others: NDArray[np.floating]) -> Floats:
    """The distance of two colours (…, 3) beyond what a change of light (sun, sky, lamp, shadow) explains."""
    apart = colours - others
    depth = np.abs(apart[..., 0])
    along = apart[..., 1:] @ np.array(TO_SKY)
    across = np.abs(apart[..., 1:] @ np.array((TO_SKY[1], -TO_SKY[0])))
    # Shadows are bluer and sunlight is warmer: differences in that direction count less.
    allowed = np.where(-apart[..., 0] * along > 0, _SKYWARD, _ANYWAY) * depth
    return np.asarray(
        np.hypot(np.maximum(np.abs(along) - allowed, 0), np.maximum(across - _ANYWAY * depth, 0))
    )


def usual_colour(seen: Singles) -> tuple[Singles, Singles]:
    """The median of (n, …) values, and their spread: a standard deviation from absolute deviations."""
    middle = np.median(seen, axis=0)
    return middle, 1.4826 * np.median(np.abs(seen - middle), axis=0)


TELLING = 2.2
"""How much closer a pawn must be to its own kind than to the other, in squared spreads per point. Measured:
two halves of one kind differ by at most 1.8 (145 of 146), two kinds by at least 2.5 (337 of 337).
"""

# Changes of light that are tried, logarithms of brightness.
_LIGHTS = np.array([0.0, 0.35, -0.35, -0.75], np.float32)
# Variance of brightness and of the two colour ratios, logarithms, that is added to each kind's.
_ADDED = np.array([0.13, 0.06, 0.06], np.float32) ** 2
_POINT_CAP = 9.0  # largest squared distance of one point, in spreads, for brightness and for colour each
_MIN_POINTS = 12  # a pawn with fewer visible points isn't compared
# With at least this number of pawns of a kind, one that differs from the others by this much is left out.
# Measured with one strange pawn among four: it lowers false warnings from 108 of 366 to 2.
_ENOUGH, _STRANGE = 4, 6.0


@dataclass(frozen=True, slots=True, eq=False)
class PawnView:
    """The appearance of one pawn in the picture.

    Attributes:
        look: (POINTS, 3), its colours over its grid, as in `LearnedAppearance.body`.
        free: (POINTS) bool, where it is visible.
    """

    look: Singles
    free: Mask


_Kind = tuple[Singles, Singles]


def find_alike(views: Mapping[str, Sequence[PawnView]]) -> tuple[tuple[str, str], ...]:
    """Pairs of pawn names whose colours can't be distinguished, from the pawns on the board.

    Each pawn is compared with the rest of its own kind and with the other kind, as reading does: brightness
    may differ by shadow or sun.
    """
    seen = {
        name: _alike_in_itself([view for view in mine if view.free.sum() >= _MIN_POINTS])
        for name, mine in views.items()
    }
    kinds = {name: _kind(mine) for name, mine in seen.items() if mine}
    own = {name: _own_misfits(seen[name]) for name in kinds}
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
    """A kind's pawns, without one that looks like none of the others.

    That one most likely shows no pawn but a hand, or a hole whose pawn was lifted. It would make the kind's
    spread so large that everything would match.
    """
    if len(views) < _ENOUGH:
        return list(views)
    unlike = _own_misfits(views)
    worst = int(np.argmax(unlike))
    return [view for at, view in enumerate(views) if at != worst or unlike[at] < _STRANGE]


def _own_misfits(views: Sequence[PawnView]) -> list[float]:
    """The distance of each pawn from the others of its kind."""
    return [_misfit(view, _kind([*views[:at], *views[at + 1 :]] or views)) for at, view in enumerate(views)]


def _kind(views: Sequence[PawnView]) -> _Kind:
    """The mean appearance of some pawns, (POINTS, 3), and its variance."""
    looks = np.stack([view.look for view in views])
    free = np.stack([view.free for view in views])[..., None]
    shown = looks[free[..., 0]]
    middle, wide = usual_colour(shown)
    count = free.sum(axis=0)
    # Few pawns say little about a single point: the whole body's mean is added as half a pawn.
    look = ((looks * free).sum(axis=0) + 0.5 * middle) / (count + 0.5)
    spread = (((looks - look) ** 2 * free).sum(axis=0) + wide**2) / (count + 1.0)
    return np.asarray(look, np.float32), np.asarray(spread + _ADDED, np.float32)


def _misfit(view: PawnView, kind: _Kind) -> float:
    """The distance of a pawn from a kind, in squared spreads per point, in the best-fitting light."""
    look, spread = (part[view.free] for part in kind)
    apart = view.look[view.free] - look
    colour = np.minimum((apart[:, 1:] ** 2 / spread[:, 1:]).sum(axis=1), _POINT_CAP)
    bright = np.minimum((apart[:, 0] - _LIGHTS[:, None]) ** 2 / spread[:, 0], _POINT_CAP)
    return float((colour + bright).mean(axis=1).min())


PAINTS = {  # BGR as a lamp of neutral light shows them
    "red": (40, 35, 190),
    "yellow": (45, 180, 220),
    "green": (60, 130, 45),
    "blue": (170, 80, 35),
    "black": (32, 32, 32),
    "white": (215, 225, 230),
    "orange": (35, 110, 225),
    "purple": (130, 50, 95),
    "brown": (40, 65, 100),
    "grey": (125, 125, 125),
    "pink": (150, 120, 220),
}
"""Colour names and their approximate appearance; other names count as unknown."""

# Spread of pawns of one name: brightness, hue and saturation, logarithms. Pawns without hue have `_HUE` in
# every direction.
_BRIGHT, _HUE, _SATURATION = 0.5, 0.22, 0.5
_GREY = 0.3  # colours with ratios as small as this have no hue
_WORD_CAP = 16.0  # largest squared distance of a pawn from a word
# Direction in which lamps change red to green and blue to green, from daylight to warm ones, and how far.
_WARMER, _WARMTHS = np.array([0.6, -0.8]), np.linspace(-0.3, 0.6, 10)
_EXPOSURES = np.linspace(-0.8, 0.8, 9)  # brightness of the picture, relative to that of `PAINTS`, logarithms
_USUAL_WARMTH, _USUAL_EXPOSURE = 0.25, 0.5  # spread of both
# By how much every other word of a seat must be farther, in squared spreads, for the word to be sure.
_SURE = 4.0


@dataclass(frozen=True, slots=True)
class ColourWord:
    """The colour name of a seat's pawns.

    Attributes:
        word: one of the candidates.
        sure: whether no other name fits nearly as well; else the players have to be asked.
    """

    word: str
    sure: bool


def name_colours(colours: Mapping[str, Floats], words: Sequence[str]) -> Mapping[str, ColourWord]:
    """A different colour name for each seat: keys of `PAINTS` that fit all seats best, under one lamp."""
    seats = sorted(colours)
    warmth, exposure = (part.ravel() for part in np.meshgrid(_WARMTHS, _EXPOSURES))
    lamps = np.column_stack([exposure, warmth[:, None] * _WARMER])
    usual = (warmth / _USUAL_WARMTH) ** 2 + (exposure / _USUAL_EXPOSURE) ** 2
    shown = np.stack([colours[seat] for seat in seats]) - lamps[:, None]
    apart = np.stack([_distance(shown, word) for word in words], axis=2)
    best, chosen = _assign(apart, usual)
    named = {}
    for at, seat in enumerate(seats):
        others = apart.copy()
        others[:, at, chosen[at]] = 10 * _WORD_CAP
        named[seat] = ColourWord(words[chosen[at]], _assign(others, usual)[0] - best > _SURE)
    return named


def _distance(shown: Floats, word: str) -> Floats:
    """Squared distance of (..., 3) colours from a word, in spreads, capped."""
    paint = to_ratios(np.array(PAINTS[word], np.uint8))
    apart = shown - paint
    strength = float(np.hypot(*paint[1:]))
    far = (apart[..., 0] / _BRIGHT) ** 2
    if strength < _GREY:
        return np.asarray(np.minimum(far + (apart[..., 1:] ** 2).sum(axis=-1) / _HUE**2, _WORD_CAP))
    along = paint[1:] / strength
    more = apart[..., 1:] @ along
    beside = apart[..., 1:] @ np.array([-along[1], along[0]])
    return np.asarray(np.minimum(far + (more / _SATURATION) ** 2 + (beside / _HUE) ** 2, _WORD_CAP))


def _assign(apart: Floats, usual: Floats) -> tuple[float, tuple[int, ...]]:
    """The sum of squared distances, and the different words, by index, that fit best in any one lamp.

    `apart` (lamps, seats, words) and `usual` (lamps), of each lamp from the usual one, are squared distances.
    """
    lamps, seats, words = apart.shape
    # Of each set of used words, as bits: the least sum, and the last word.
    least = np.full((lamps, 1 << words), np.inf)
    least[:, 0] = usual
    sets = np.arange(1 << words)
    last = np.zeros((seats, lamps, 1 << words), np.int8)
    for seat in range(seats):
        following = np.full_like(least, np.inf)
        for word in range(words):
            free = sets[sets >> word & 1 == 0]
            total, used = least[:, free] + apart[:, seat, word, None], free | 1 << word
            better = total < following[:, used]
            following[:, used] = np.where(better, total, following[:, used])
            last[seat][:, used] = np.where(better, np.int8(word), last[seat][:, used])
        least = following
    lamp, used = np.unravel_index(int(np.argmin(least)), least.shape)
    chosen: list[int] = []
    rest = int(used)
    for seat in reversed(range(seats)):
        chosen.append(int(last[seat, lamp, rest]))
        rest ^= 1 << chosen[-1]
    return float(least[lamp, used]), tuple(chosen[::-1])
