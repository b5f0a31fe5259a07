"""Which colour word people would use for each seat's pawns, whatever the lamp's colour and strength."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.appearance.looks import Looks, to_ratios
from calibration.arrays import Floats

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
"""Names of colours and about how they look; any other name is taken as unknown."""

_BRIGHT, _HUE, _SATURATION = 0.5, 0.22, 0.5
"""Spread of pawns of one word: brightness, hue and saturation, logarithms. Pawns without a hue have `_HUE`
in every direction."""

_GREY = 0.3  # colours with ratios as small as this have no hue
_CAP = 16.0  # largest squared distance of a pawn from a word

_WARMER, _WARMTHS = np.array([0.6, -0.8]), np.linspace(-0.3, 0.6, 10)
"""Direction in which lamps change red to green and blue to green, from daylight to warm ones, and how far."""

_EXPOSURES = np.linspace(-0.8, 0.8, 9)  # brightness of the picture, relative to that of `PAINTS`, logarithms
_USUAL_WARMTH, _USUAL_EXPOSURE = 0.25, 0.5  # spread of both

_SURE = 4.0
"""By how much every other word of a seat must be farther, in squared spreads, for the word to be sure."""


@dataclass(frozen=True, slots=True)
class ColourWord:
    """The colour of a seat's pawns.

    Attributes:
        word: of those that were possible.
        sure: whether no other word would do nearly as well; else people have to be asked.
    """

    word: str
    sure: bool


def pawn_colours(looks: Looks) -> Mapping[str, Floats]:
    """The usual colour of each pawn's body: brightness, red to green and blue to green, logarithms."""
    seen = np.isfinite(looks.body).all(axis=2) & (looks.body != 0).any(axis=2)
    colours = [np.median(body[shown], axis=0) for body, shown in zip(looks.body, seen, strict=True)]
    return {
        name: np.asarray(colour + np.array([looks.light[0], 0, 0]))
        for name, colour in zip(looks.names, colours, strict=True)
    }


def name_colours(colours: Mapping[str, Floats], words: Sequence[str]) -> Mapping[str, ColourWord]:
    """A different word for each seat: those that fit all seats best, under one lamp.

    Args:
        colours: of each seat, from `pawn_colours`.
        words: keys of `PAINTS`, at least as many as seats.
    """
    seats = sorted(colours)
    warmth, exposure = (part.ravel() for part in np.meshgrid(_WARMTHS, _EXPOSURES))
    lamps = np.column_stack([exposure, warmth[:, None] * _WARMER])
    usual = (warmth / _USUAL_WARMTH) ** 2 + (exposure / _USUAL_EXPOSURE) ** 2
    shown = np.stack([colours[seat] for seat in seats]) - lamps[:, None]
    apart = np.stack([_distance(shown, word) for word in words], axis=2)
    best, chosen = _assign(apart, usual)
    return {
        seat: ColourWord(words[chosen[at]], _assign(_without(apart, at, chosen[at]), usual)[0] - best > _SURE)
        for at, seat in enumerate(seats)
    }


def _without(apart: Floats, seat: int, word: int) -> Floats:
    """The same distances, with one word impossible for one seat."""
    without = apart.copy()
    without[:, seat, word] = 10 * _CAP
    return without


def _distance(shown: Floats, word: str) -> Floats:
    """Squared distance of (..., 3) colours from a word, in spreads, capped."""
    paint = to_ratios(np.array(PAINTS[word], np.uint8))
    apart = shown - paint
    strength = float(np.hypot(*paint[1:]))
    far = (apart[..., 0] / _BRIGHT) ** 2
    if strength < _GREY:
        return np.asarray(np.minimum(far + (apart[..., 1:] ** 2).sum(axis=-1) / _HUE**2, _CAP))
    along = paint[1:] / strength
    more = apart[..., 1:] @ along
    beside = apart[..., 1:] @ np.array([-along[1], along[0]])
    return np.asarray(np.minimum(far + (more / _SATURATION) ** 2 + (beside / _HUE) ** 2, _CAP))


def _assign(apart: Floats, usual: Floats) -> tuple[float, tuple[int, ...]]:
    """The different words that fit best in any one lamp.

    Args:
        apart: (lamps, seats, words) squared distances.
        usual: (lamps) of each lamp from the usual one.

    Returns:
        The sum of squared distances, and the index of each seat's word.
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
