"""The diameter of a board's holes: the radius at which most of them have an edge all round."""

from collections.abc import Callable

import cv2
import numpy as np

from calibration.arrays import Floats, Image, Singles

_RADII = 120  # number of radii at which the edge is measured
_TURNS = 32  # number of directions in which it is measured at each radius
_DARKEST = 10.0  # grey levels added before a logarithm, so that noise in the dark isn't amplified

NARROWEST, WIDEST = 0.08, 0.5
"""Least and greatest radius of a hole, as a share of the distance to its neighbour."""

_WIDE = 0.05  # spread of the holes' radii, as a share of the radius: lens, perspective, wear

_FAINTEST, _STANDS_OUT = 0.03, 1.5
"""Least strength of an edge (change of the logarithm a pixel, summed over three colours), and how many times
stronger than the others it must be."""

_STRAY = 0.6  # how far beside the middle a hole may have been tapped, as a share of the radius

_NEAREST = 0.15
"""How far beside the middle a hole may have been tapped, as a share of the distance to its neighbour; of this
and `_STRAY` the smaller distance holds."""

_PRICE = 0.2  # the share of an edge's strength that a middle as far as allowed beside the tap loses
_STEPS = 13  # number of middles that are tried along each axis


def measure_radius(flat: Image, middles: Floats, pitch: float) -> float:
    """The radius of round holes, cells or printed discs, px; 0.0 where no edge goes round them.

    Args:
        flat: (h, w, 3) BGR, seen from straight above.
        middles: (n, 2) px, of the holes; a few may be no holes.
        pitch: px, from a hole to its neighbour.
    """
    away = np.linspace(NARROWEST * pitch / 2, 1.15 * WIDEST * pitch, _RADII)
    clear = np.median(_edges(_logs(flat), middles, away, np.median), axis=0)
    clear = _smooth(clear, away)
    inner = away <= WIDEST * pitch
    inner &= away >= NARROWEST * pitch
    best = int(np.argmax(np.where(inner, clear, -1.0)))
    least = max(_FAINTEST, _STANDS_OUT * float(np.median(clear)))
    return float(away[best]) if clear[best] > least else 0.0


def refine_centres(flat: Image, middles: Floats, radius: float, pitch: float) -> Floats:
    """The middles of round holes of a known radius, (n, 2) px, from where they were tapped."""
    offsets = np.linspace(-1.0, 1.0, _STEPS) * min(_STRAY * radius, _NEAREST * pitch)
    shifts = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
    away = radius * np.linspace(1 - 3 * _WIDE, 1 + 3 * _WIDE, 9)
    logs = _logs(flat)
    clear = np.stack([_edges(logs, middles + shift, away, np.mean).max(axis=1) for shift in shifts])
    clear *= (1.0 - _PRICE * np.hypot(*shifts.T) / offsets[-1])[:, None]
    return np.asarray(middles + shifts[clear.argmax(axis=0)])


def _logs(flat: Image) -> Singles:
    return np.asarray(np.log(flat.astype(np.float32) + np.float32(_DARKEST)), np.float32)


def _edges(logs: Singles, middles: Floats, away: Floats, usual: Callable[..., Floats]) -> Floats:
    """(n, radii): how clear the edge is that goes all round each middle at each radius.

    Colours are combined round the middle first, since print inside a hole has no edge all round it. A median
    tolerates an inexact middle; a mean is largest at the exact one.
    """
    turn = np.linspace(0, 2 * np.pi, _TURNS, endpoint=False)
    x = middles[:, 0, None, None] + np.cos(turn)[:, None] * away
    y = middles[:, 1, None, None] + np.sin(turn)[:, None] * away
    at: tuple[Singles, Singles] = (
        x.reshape(len(middles), -1).astype(np.float32),
        y.reshape(len(middles), -1).astype(np.float32),
    )
    seen = cv2.remap(logs, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    round_about = np.asarray(seen, np.float64).reshape(len(middles), _TURNS, len(away), 3)
    step = np.gradient(usual(round_about, axis=1), away, axis=1)
    return np.asarray(np.abs(step).sum(axis=2))


def _smooth(clear: Floats, away: Floats) -> Floats:
    """Edges that lie about as far out counted together, the farther the looser."""
    apart = (away[:, None] - away[None]) / (_WIDE * away[:, None])
    near = np.exp(-0.5 * apart**2)
    return np.asarray((near @ clear) / near.sum(axis=1))
