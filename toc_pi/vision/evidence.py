"""How well each point of the holes' grids is explained by the empty board, and by each pawn.

The board is explained under the light around, with one more light allowed a hole (a shadow, a sun stripe)
whose edges are straight: a shadow darkens the hole and its rim alike, a pawn replaces them. Films keep
brightness sharp and colour coarse, so the two are judged apart, and a body's colour may be mixed with its
surroundings'.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import DARKEST, to_ratios
from calibration.patches import POINTS, Mask, Singles
from toc_pi.vision.eye import Eye, Indices

Image = NDArray[np.uint8]

LIGHTS = (0.0, -0.3, -0.6, -0.9, -1.25, 0.3, 0.6, 0.9)  # other lights on the ground, logarithms
OWN_LIGHTS = (0.0, -0.35, -0.75, 0.35)  # on a body, against the ground's
_OWN_LIGHT = 0.35  # how much it usually differs
CAP = 9.0  # a point's squared misfit in brightness, or in colour, counts at most this much
_SPREAD = (0.07, 0.05, 0.05)  # least spread of the board's ratios
_BODY_SPREAD = (0.13, 0.06, 0.06)  # and of a body's
_GUESS = (0.15, 0.04, 0.05)  # more where the empty board was never seen
_TINT = 0.12  # how much the other light's colour may differ, a unit of brightness
_LOOSE = 0.12  # how much its strength may differ from those that are tried
_EXPLAINED = 0.8  # mean misfit of a grid that needs no other light
_LIGHT_PRICE = 4.0  # of one more light over the whole grid, and with an edge
_EDGE_PRICE = 9.0
_MIXES = ((1.0, 0.0), (0.6, 1.0), (0.3, 2.5))  # share of the body's own colour, and its price
_OTHER = 10.0  # misfit at which something that nobody told of explains a point as well
_FADED = 4.0  # added to grey levels before the gain's logarithm
_PLAIN = 2.2  # a hole whose points the board explains better than this on average holds no pawn


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Log likelihoods of the points on the bodies, grouped by hole as `Eye.first` says.

    Attributes:
        board: (n) float32.
        pawns: (n, pawns) float32.
        white: the same for pawns that show white, or None.
        other: (n) of something that nobody told of.
        bonus: (holes) what the points beside the body add for "a pawn": they are plain without a shadow.
        open: (holes) bool, whether a pawn is possible at all; `pawns` means nothing elsewhere.
        gain: (holes, 3) how the light has changed since the set-up, BGR logarithms.
        plain: (holes) mean misfit of the empty board at the best light.
    """

    board: Singles
    pawns: Singles
    white: Singles | None
    other: Singles
    bonus: Singles
    open: Mask
    gain: Singles
    plain: Singles


def gather(image: Image, eye: Eye) -> Evidence:
    """Explain one picture's points."""
    points = eye.places.points
    seen = np.asarray(
        cv2.remap(image, points[:, :, 0], points[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
    ratios = to_ratios(seen)
    gain = _gain(seen, eye)
    noise = _noise(ratios, eye)
    board, bonus, plain = _board(ratios, noise, gain, eye)
    bodies = np.repeat(np.arange(len(eye.first) - 1), np.diff(eye.first))
    opened = (plain > _PLAIN) | (np.where(eye.places.inside, eye.guessed, 0).sum(axis=1) > 3)
    use = np.flatnonzero(opened[bodies])
    pawns, white, other = _pawns(ratios, noise, gain, use, eye)
    return Evidence(board, pawns, white, other, bonus, opened, gain, plain)


def _gain(seen: NDArray[np.uint8], eye: Eye) -> Singles:
    """(holes, 3): how the light at each hole differs from the set-up's, smooth over the board."""
    now = seen[:, eye.around].astype(np.float32) + np.float32(_FADED)
    then = eye.empty[:, eye.around] + np.float32(_FADED)
    local = np.median(_log(now / then), axis=1)
    return np.asarray(np.median(local[eye.near], axis=1), np.float32)


def _noise(ratios: Singles, eye: Eye) -> Singles:
    """(holes, POINTS): the sensor's noise as a logarithm, at each point's brightness."""
    return np.asarray(eye.calibration.looks.noise * _exp(-ratios[..., 0]), np.float32)


def _log(values: Singles) -> Singles:
    flat = np.ascontiguousarray(values, np.float32)
    return np.asarray(cv2.log(flat.reshape(1, -1)), np.float32).reshape(flat.shape)


def _exp(values: Singles) -> Singles:
    flat = np.ascontiguousarray(values, np.float32)
    return np.asarray(cv2.exp(flat.reshape(1, -1)), np.float32).reshape(flat.shape)


def _ratios(values: Singles) -> tuple[Singles, Singles, Singles]:
    """Brightness, red to green, blue to green of BGR grey levels."""
    logs = _log(values + np.float32(DARKEST))
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return (blue + green + red) / np.float32(3), red - green, blue - green


def _board(ratios: Singles, noise: Singles, gain: Singles, eye: Eye) -> tuple[Singles, Singles, Singles]:
    """Log likelihoods of the empty board, what the points around say for a pawn, and the mean misfit."""
    guess = eye.guessed
    wide = [
        _SPREAD[0] ** 2
        + (0.6 * eye.rough[..., 0]) ** 2
        + (0.7 * noise) ** 2
        + guess * np.float32(_GUESS[0] ** 2),
        *(
            _SPREAD[part] ** 2
            + (0.6 * eye.rough[..., part]) ** 2
            + (1.4 * noise) ** 2
            + guess * np.float32(_GUESS[part] ** 2)
            for part in (1, 2)
        ),
    ]
    final = _misfit(ratios, wide, gain, eye.empty, 0.0)
    every = final.sum(axis=1)
    best, best_free = every.copy(), np.where(eye.places.inside, np.float32(0), final).sum(axis=1)
    # Most holes are plain: other lights are tried where something is to be explained.
    odd = np.flatnonzero(every > _EXPLAINED * POINTS)
    if len(odd):
        part = [side[odd] for side in wide]
        final[odd], best[odd], best_free[odd] = _relit(
            ratios[odd], part, gain[odd], eye.empty[odd], final[odd], eye.places.inside[odd], eye.edges
        )
    # What isn't on the body counts for a pawn as far as the shadow that the board would need spoils it.
    mine = final[eye.hole, eye.point]
    body = np.add.reduceat(mine, eye.first[:-1])
    bonus = 0.5 * (best - best_free - body)
    spread = 0.5 * (np.log(wide[0]) + np.log(wide[1]) + np.log(wide[2]))
    likelihood = -0.5 * mine - spread[eye.hole, eye.point]
    misfit = body / np.maximum(np.diff(eye.first), 1) + np.maximum(bonus, 0) / POINTS
    return (
        np.asarray(likelihood, np.float32),
        np.asarray(bonus, np.float32),
        np.asarray(misfit, np.float32),
    )


def _misfit(ratios: Singles, wide: list[Singles], gain: Singles, empty: Singles, light: float) -> Singles:
    """Squared misfit of the board under a light, of each point, capped."""
    bright, red, blue = _ratios(empty * _exp(gain + np.float32(light))[:, None])
    tint = np.float32((_TINT * light) ** 2)
    loose = np.float32(0.0 if light == 0.0 else _LOOSE**2)
    in_light = (ratios[..., 0] - bright) ** 2 / (wide[0] + loose)
    in_colour = (ratios[..., 1] - red) ** 2 / (wide[1] + tint)
    in_colour += (ratios[..., 2] - blue) ** 2 / (wide[2] + tint)
    return np.asarray(np.minimum(in_light, CAP) + np.minimum(in_colour, CAP), np.float32)


def _relit(
    ratios: Singles,
    wide: list[Singles],
    gain: Singles,
    empty: Singles,
    plain: Singles,
    inside: Mask,
    edges: Singles,
) -> tuple[Singles, Singles, Singles]:
    """The best of one more light, over the whole grid or beyond a straight edge.

    Returns:
        Each point's misfit under it, the whole grid's, and that of the points beside the body alone.
    """
    every = plain.sum(axis=1)
    free = np.where(inside, np.float32(0), plain).sum(axis=1)
    best, best_free, final = every.copy(), free.copy(), plain.copy()
    rows = np.arange(len(plain))
    for light in LIGHTS[1:]:
        misfit = _misfit(ratios, wide, gain, empty, light)
        less = misfit - plain
        whole = every + less.sum(axis=1) + np.float32(_LIGHT_PRICE)
        cut = less @ edges
        at = cut.argmin(axis=1)
        edged = every + cut[rows, at] + np.float32(_EDGE_PRICE)
        now = np.minimum(whole, edged)
        for row in np.flatnonzero(now < best):
            beyond = edges[:, at[row]] > 0
            final[row] = misfit[row] if whole[row] < edged[row] else np.where(beyond, misfit[row], plain[row])
        best = np.minimum(best, now)
        less[inside] = 0
        whole = free + less.sum(axis=1) + np.float32(_LIGHT_PRICE)
        edged = free + (less @ edges).min(axis=1) + np.float32(_EDGE_PRICE)
        best_free = np.minimum(best_free, np.minimum(whole, edged))
    return final, best, best_free


def _pawns(
    ratios: Singles, noise: Singles, gain: Singles, use: Indices, eye: Eye
) -> tuple[Singles, Singles | None, Singles]:
    """Log likelihoods at the points `use` of each pawn, of each pawn showing white, of something else."""
    looks = eye.calibration.looks
    total, kinds = len(eye.hole), len(looks.names)
    hole, point = eye.hole[use], eye.point[use]
    mine, dim = ratios[hole, point], noise[hole, point]
    _, ground_red, ground_blue = _ratios(eye.empty[hole, point] * _exp(gain[hole]))
    lit = _exp(gain)[hole]
    starts = np.flatnonzero(np.diff(hole, prepend=-1))
    groups = np.cumsum(np.diff(hole, prepend=hole[:1]) != 0) if len(hole) else np.zeros(0, np.intp)
    out = np.full((total, kinds), -20.0, np.float32)
    other = np.full(total, -20.0, np.float32)
    if not len(use):
        return out, None if not eye.calibration.pawns.white_face else out.copy(), other
    # Axes: pawns, lights, points.
    spread = eye.spread[:, use] ** 2
    wide = [
        spread[:, None, :, part] + np.float32(_BODY_SPREAD[part] ** 2) + (np.float32(grain) * dim) ** 2
        for part, grain in ((0, 0.7), (1, 1.4), (2, 1.4))
    ]
    lights = np.array(OWN_LIGHTS, np.float32)[:, None]
    bright, red, blue = _ratios((eye.bodies[:, use] * lit)[:, None] * _exp(lights)[:, :, None])
    misfits = np.minimum((mine[:, 0] - bright) ** 2 / wide[0], np.float32(CAP))
    misfits += _mixed(mine, red, blue, ground_red, ground_blue, wide, lights)
    sums = np.add.reduceat(misfits, starts, axis=2) + (lights / np.float32(_OWN_LIGHT)) ** 2
    chosen = sums.argmin(axis=1)[:, groups]
    best = np.take_along_axis(misfits, chosen[:, None], axis=1)[:, 0]
    scatter = 0.5 * (np.log(wide[0]) + np.log(wide[1]) + np.log(wide[2]))[:, 0]
    out[use] = (-0.5 * best - scatter).T
    other[use] = -0.5 * _OTHER - scatter.min(axis=0)
    if not eye.calibration.pawns.white_face:
        return out, None, other
    return out, _white(mine, dim, gain, use, out, eye), other


def _mixed(
    mine: Singles,
    red: Singles,
    blue: Singles,
    ground_red: Singles,
    ground_blue: Singles,
    wide: list[Singles],
    lights: Singles,
) -> Singles:
    """Misfit in colour of a body whose colour a film may have mixed with the ground's."""
    tint = (np.float32(_TINT) * lights) ** 2
    wide_red, wide_blue = wide[1] + tint, wide[2] + tint
    best = np.full(red.shape, CAP, np.float32)
    for share, price in _MIXES:
        own, rest = np.float32(share), np.float32(1 - share)
        off_red = (mine[:, 1] - rest * ground_red) - own * red
        off_blue = (mine[:, 2] - rest * ground_blue) - own * blue
        misfit = off_red * off_red / wide_red + off_blue * off_blue / wide_blue + np.float32(price)
        np.minimum(best, misfit, out=best)
    return best


_WHITE_FROM = (0.3, 0.45, 0.6)  # share of the height above which a fresh pawn may be white
_WHITE_BRIGHTER = 0.3  # than the ground around
_WHITE_TINT = 0.4  # of the ground's colour, for a lamp's share in it
_WHITE_VARIES = (0.3, 0.08, 0.1)  # from lamp to lamp and board to board
_WHITE_SPREAD = (0.13, 0.05, 0.06)  # over one pawn
_WHITE_PRICE = 1.5
_WHITE_EDGE = 0.08  # of the height: so near to the edge of the white either may be seen
_FOOT = 1.3  # how much louder a coloured foot speaks of whose pawn it is, at most
VOICES = 14.0  # so many points of a hole speak at full voice; neighbours aren't independent
PINCH = 0.55  # the model isn't exact: sums of logarithms are taken with a pinch


def _hole_voices(size: NDArray[np.generic]) -> NDArray[np.float32]:
    """By how much a hole's mean log likelihood is multiplied; what is said once a hole is divided by it."""
    return np.asarray(np.minimum(size, VOICES) * PINCH, np.float32)


def _white(
    ratios: Singles, dim: Singles, gain: Singles, use: Indices, coloured: Singles, eye: Eye
) -> Singles:
    """Log likelihoods of pawns that show white above and their colour below.

    What white looks like in this light isn't known before: each pawn's own upper part says it, within reason.
    """
    hole = eye.hole[use]
    starts = np.flatnonzero(np.diff(hole, prepend=-1))
    size = np.diff(np.append(starts, len(hole)))
    ground = np.median(np.stack(_ratios(eye.empty[:, eye.around]), axis=-1), axis=1)[hole[starts]]
    expected = np.empty((len(starts), 3), np.float32)
    expected[:, 0] = ground[:, 0] + gain.mean(axis=1)[hole[starts]] + np.float32(_WHITE_BRIGHTER)
    expected[:, 1] = _WHITE_TINT * ground[:, 1] + (gain[:, 2] - gain[:, 1])[hole[starts]]
    expected[:, 2] = _WHITE_TINT * ground[:, 2] + (gain[:, 0] - gain[:, 1])[hole[starts]]
    varies = np.array(_WHITE_VARIES, np.float32)
    spread = (
        np.array(_WHITE_SPREAD, np.float32) ** 2 + (dim[:, None] * np.array([0.7, 1.4, 1.4], np.float32)) ** 2
    )
    scatter = 0.5 * np.log(spread).sum(axis=1)
    mine = coloured[use]
    best = np.full_like(mine, -20.0)
    best_sums = np.full((len(starts), mine.shape[1]), -np.inf, np.float32)
    for share in _WHITE_FROM:
        above = eye.rise[use] >= share
        found = expected.copy()
        for _ in range(3):
            off = ratios - np.repeat(found, size, axis=0)
            trust = above[:, None] / (1.0 + (off / 0.15) ** 2)
            total = np.add.reduceat(trust, starts, axis=0)
            summed = np.add.reduceat(trust * ratios, starts, axis=0)
            hold = (0.15 / varies) ** 2
            found = (summed + hold * expected) / (total + hold)
        off = (ratios - np.repeat(found, size, axis=0)) ** 2 / spread
        pale = -0.5 * (np.minimum(off[:, 0], CAP) + np.minimum(off[:, 1] + off[:, 2], CAP)) - scatter
        # The foot alone tells whose pawn it is: its points speak for all.
        below = np.add.reduceat((~above).astype(np.float32), starts)
        louder = np.repeat(np.clip(size / np.maximum(below, 1.0), 1.0, _FOOT), size)[:, None]
        likeliest = mine.max(axis=1, keepdims=True)
        foot = likeliest + louder * (mine - likeliest)
        either = np.abs(eye.rise[use] - share) < _WHITE_EDGE
        now = np.where(above[:, None], pale[:, None], foot)
        now[either] = np.maximum(pale[either, None], likeliest[either])
        odd = (((found - expected) / varies) ** 2).sum(axis=1) + _WHITE_PRICE
        now -= np.repeat(0.5 * odd / _hole_voices(size), size)[:, None].astype(np.float32)
        sums = np.add.reduceat(now, starts, axis=0)
        better = np.repeat(sums > best_sums, size, axis=0)
        best = np.where(better, now, best)
        best_sums = np.maximum(best_sums, sums)
    out = np.full_like(coloured, -20.0)
    out[use] = best
    return out
