"""Likelihood of each pawn, from the pixels where its body would be.

Video has sharp brightness and coarse (subsampled) colour, so the two are judged separately, and a body's
colour may be mixed with that of its surroundings.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.appearance.sampling_grid import Mask, Singles
from toc_pi.vision.appearance_model import WHITE_SPREAD, AppearanceModel, Indices
from toc_pi.vision.ground import RATIO_NOISE
from toc_pi.vision.planes import (
    CAP,
    EFFECTIVE_SIZE,
    TEMPERING,
    counts,
    limit_above,
    log_variance,
    pick,
    ratios_under,
    to_likelihood,
    to_ratios,
)

OWN_LIGHTS = (0.0, -0.35, -0.75, 0.35)  # log brightness of a body's light relative to the ground's
_SUN = 0.75  # one more such light beside sunny ground
_OWN_LIGHT = 0.35  # its usual deviation
_PARTED = 12.0  # cost of two lights on one body
_TINT = 0.12  # spread of the light's colour per unit of its log brightness
_MIXES = ((1.0, 0.0), (0.6, 1.0), (0.3, 2.5))  # share of the body's own colour, and its cost
_RETURNED = 2.3
"""Log odds against a pawn of the seat whose pawn stood in a hole at set-up, if it looks unlike that one.

It is the logarithm of ten, as for another seat's pawn. In 108 still pictures of nine re-recorded films of a
board with painted camps, read singly and averaged, 3 holes are wrong and sure with it, 20 are without it:
camp holes that their pawns had left.
"""

_OTHER = 10.0  # misfit of a point under "something else"
_COLOURED = 1.0  # mean squared misfit up to which a pawn surely shows its coloured side
_WHITE_FROM = (0.3, 0.45, 0.6)  # candidates of the height share above which a fresh pawn is white
_WHITE_BRIGHTER = 0.3  # log brightness of white relative to the ground around
_WHITE_TINT = 0.4  # share of the ground's colour that is due to the lamp
_WHITE_VARIES = (0.3, 0.08, 0.1)  # spread of white between lamps and boards
_WHITE_FAR = 0.15  # scale of the robust weights when the white is estimated
_WHITE_ROUNDS = 3  # iterations of the estimate of the white
_WHITE_PRICE = 1.5  # squared misfit of a white face, besides its deviation from the expected white
_WHITE_EDGE = 0.08  # of the height: within this distance of its edge, either colour may be seen
_FOOT = 1.3  # maximum extra weight of the coloured foot, which identifies the pawn


@dataclass(frozen=True, slots=True, eq=False)
class Bodies:
    """The points to be explained.

    Attributes:
        rows: (k) holes.
        first: (k + 1) where the points of each begin.
        quarters: (4 * k) where its quarters begin, see `AppearanceModel`.
        use: (n) indices among the model's points on bodies.
        sunny: (holes) whether some of the ground around is much brighter than most, so a pawn there may be
            too.
    """

    rows: Indices
    first: Indices
    quarters: Indices
    use: Indices
    sunny: Mask


def weigh_bodies(
    ratios: Singles, noise: Singles, gain: Singles, asked: Bodies, model: AppearanceModel
) -> tuple[Singles, Singles]:
    """Log likelihoods of each pawn, of each pawn showing white, and of something else.

    Args:
        ratios: (3, holes, POINTS) as seen.
        noise: (holes, POINTS) variance of the sensor's noise.
        gain: (3, holes) how the light has changed, logarithms.
        asked: the points to be explained.
        model: the appearance model.

        Returns:
            (states, n) float32 log likelihoods, and (states, n) squared misfits.
    """
    looks, white_face = model.calibration.looks, model.calibration.pawns.white_face
    kinds, count = len(looks.names), len(asked.use)
    out = np.full((kinds * (1 + white_face) + 1, count), -20.0, np.float32)
    far = np.full(out.shape, _OTHER, np.float32)
    if not count:
        return out, far
    hole, flat = model.hole[asked.use], model.flat[asked.use]
    mine = ratios.reshape(3, -1).take(flat, 1)
    grain = noise.ravel()[flat]
    lit = np.exp(gain).take(hole, 1)
    _, *ground = to_ratios(model.empty.reshape(3, -1).take(flat, 1) * lit)
    # Axes: colours, lights, pawns, points.
    wide = model.pawn_variance.take(asked.use, 2)
    wide += (np.array(RATIO_NOISE, np.float32)[:, None] * grain)[:, None]
    size = counts(asked.first)
    sunny = asked.sunny[asked.rows].repeat(size)
    lights = np.array(OWN_LIGHTS + (_SUN,) * bool(sunny.any()), np.float32)[:, None, None]
    bright, *own = ratios_under(model.bodies.take(asked.use, 2) * lit[:, None], np.exp(lights.ravel()))
    bright -= mine[0]
    bright *= bright
    bright /= wide[0]
    misfits = limit_above(bright)
    misfits += _mixed(mine[1:], own, ground, wide[1:], lights)
    misfits[len(OWN_LIGHTS) :, :, ~sunny] = np.float32(2 * CAP)
    chosen = _own_lights(misfits, (lights / np.float32(_OWN_LIGHT)) ** 2, asked)
    best = pick(misfits, chosen)
    scatter = log_variance(wide)
    far[:kinds] = best
    out[:kinds] = to_likelihood(best, scatter)
    _stay(out, far, mine, grain, lit, asked, model)
    out[-1] = np.float32(-0.5) * (np.float32(_OTHER) + scatter.min(axis=0))
    if white_face:
        mean = np.add.reduceat(best, asked.first[:-1], axis=1).min(axis=0) / size
        doubtful = mean > _COLOURED
        if doubtful.any():
            some = np.flatnonzero(np.repeat(doubtful, size))
            first = np.concatenate([[0], np.cumsum(size[doubtful])])
            part = Bodies(asked.rows[doubtful], first, first[:0], asked.use[some], asked.sunny)
            white, unlike = _white(
                mine.take(some, 1),
                grain[some],
                gain,
                part,
                out[:kinds].take(some, 1),
                best.take(some, 1),
                model,
            )
            for table, found in ((out, white), (far, unlike)):
                for row, mine_now in zip(table[kinds:-1], found, strict=True):
                    row[some] = mine_now
    return out, far


def _stay(
    out: Singles,
    far: Singles,
    mine: Singles,
    grain: Singles,
    lit: Singles,
    asked: Bodies,
    model: AppearanceModel,
) -> None:
    """Compare pawns that haven't been moved with their own set-up picture, where that fits better.

    Where it doesn't, their hole would hold another pawn of their seat, or the same one after a journey.
    """
    kind = model.unmoved.pawn[asked.rows]
    if not (kind >= 0).any():
        return
    sizes = counts(asked.first)
    some = np.flatnonzero(np.repeat(kind >= 0, sizes))
    use, first = asked.use[some], np.concatenate([[0], np.cumsum(sizes[kind >= 0])])[:-1]
    wide = model.unmoved.variance.take(use, 1)
    wide += np.array(RATIO_NOISE, np.float32)[:, None] * grain[some]
    own = to_ratios(model.unmoved.bodies.take(use, 1) * lit.take(some, 1))
    bright, red, blue = (
        (plane - seen) ** 2 / part for plane, seen, part in zip(own, mine.take(some, 1), wide, strict=True)
    )
    misfit = limit_above(bright) + limit_above(red + blue)
    told = to_likelihood(misfit, log_variance(wide))
    which = np.repeat(kind, np.where(kind >= 0, sizes, 0))
    effective = np.minimum(sizes, EFFECTIVE_SIZE) * TEMPERING
    out[which, some] -= np.repeat(_RETURNED / effective, np.where(kind >= 0, sizes, 0)).astype(np.float32)
    gained = np.add.reduceat(told - out[which, some], first)
    better = np.repeat(gained > 0, sizes[kind >= 0])
    which, some = which[better], some[better]
    out[which, some] = told[better]
    # A smaller spread gives a larger misfit, though the fit is no worse.
    far[which, some] = np.minimum(far[which, some], misfit[better])


def _own_lights(misfits: Singles, price: Singles, asked: Bodies) -> Indices:
    """(pawns, n) the light on each point: one on the whole body, or two, each on one half."""
    parts = np.add.reduceat(misfits, asked.quarters, axis=2)
    parts = parts.reshape(*parts.shape[:2], -1, 4) + price[..., None] / 4
    # Quarters are lower left, lower right, upper left, upper right.
    halves = parts[..., [0, 2, 0, 1]] + parts[..., [1, 3, 2, 3]]
    best = halves.min(axis=0)
    whole = halves[..., 0] + halves[..., 1]
    one = whole.argmin(axis=0)
    options = np.stack(
        [whole.min(axis=0), best[..., 0] + best[..., 1] + _PARTED, best[..., 2] + best[..., 3] + _PARTED]
    )
    which = options.argmin(axis=0)[..., None]
    at = halves.argmin(axis=0)
    across, along = at[..., [0, 0, 1, 1]], at[..., [2, 3, 2, 3]]
    lit = np.where(which == 0, one[..., None], np.where(which == 1, across, along))
    sizes = np.append(asked.quarters[1:], misfits.shape[2]) - asked.quarters
    return np.repeat(lit.reshape(len(lit), -1), sizes, axis=1)


def _mixed(
    mine: Singles, own: list[Singles], ground: list[Singles], wide: Singles, lights: Singles
) -> Singles:
    """Colour misfit of a body whose colour video compression may have mixed with the ground's."""
    tint = (np.float32(_TINT) * lights) ** 2
    scale = [1 / (part + tint) for part in wide]
    best = np.full(own[0].shape, CAP, np.float32)
    flat = best.reshape(1, -1)
    for share, price in _MIXES:
        red, blue = (
            # The body's own colour, recovered from a mix.
            part - (seen - np.float32(1 - share) * other) / np.float32(share)
            for part, seen, other in zip(own, mine, ground, strict=True)
        )
        red *= red
        red *= scale[0]
        blue *= blue
        blue *= scale[1]
        red += blue
        if price:
            red *= np.float32(share * share)
            red += np.float32(price)
        cv2.min(flat, red.reshape(1, -1), dst=flat)
    return best


def _white(
    mine: Singles,
    grain: Singles,
    gain: Singles,
    asked: Bodies,
    coloured: Singles,
    misfits: Singles,
    model: AppearanceModel,
) -> tuple[Singles, Singles]:
    """(pawns, n) log likelihoods of pawns that are white above and coloured below.

    The appearance of white in this light is unknown: it is estimated from each pawn's upper part, with a
    prior.
    """
    starts, size = asked.first[:-1], counts(asked.first)
    rise = model.height_share[asked.use]
    expected = np.float32(_WHITE_TINT) * model.wood_ratios.take(asked.rows, 1)
    expected[0] = model.wood_ratios[0, asked.rows] + np.float32(_WHITE_BRIGHTER)
    expected[0] += gain.sum(axis=0)[asked.rows] / np.float32(3)
    expected[1] += (gain[2] - gain[1])[asked.rows]
    expected[2] += (gain[0] - gain[1])[asked.rows]
    varies = np.array(_WHITE_VARIES, np.float32)[:, None]
    hold = (np.float32(_WHITE_FAR) / varies) ** 2
    spread = (
        np.array(WHITE_SPREAD, np.float32)[:, None] ** 2 + np.array(RATIO_NOISE, np.float32)[:, None] * grain
    )
    likeliest = coloured.max(axis=0)
    apart = coloured - likeliest
    least = misfits.min(axis=0)
    # Axes: shares, colours, points, or holes where they are summed up.
    shares = np.array(_WHITE_FROM, np.float32)[:, None]
    above = rise >= shares
    counted = above.astype(np.float32)[:, None]
    found = np.broadcast_to(expected, (len(shares), *expected.shape))
    for _ in range(_WHITE_ROUNDS):
        trust = mine - np.repeat(found, size, axis=2)
        trust *= np.float32(1 / _WHITE_FAR)
        trust *= trust
        trust += np.float32(1)
        np.divide(counted, trust, out=trust)
        total = np.add.reduceat(trust, starts, axis=2) + hold
        trust *= mine
        found = (np.add.reduceat(trust, starts, axis=2) + hold * expected) / total
    off = mine - np.repeat(found, size, axis=2)
    off *= off
    off /= spread
    off_white = limit_above(off[:, 0].copy()) + limit_above(off[:, 1] + off[:, 2])
    pale = to_likelihood(off_white, log_variance(spread))
    # Only the foot identifies the pawn: its points stand for all.
    coloured_points = size - np.add.reduceat(counted[:, 0], starts, axis=1)
    louder = np.minimum(np.maximum(size / np.maximum(coloured_points, 1.0), 1.0), _FOOT).astype(np.float32)
    louder = louder.repeat(size, axis=1)
    either = np.abs(rise - shares) < _WHITE_EDGE
    odd = (((found - expected) / varies) ** 2).sum(axis=1) + np.float32(_WHITE_PRICE)
    effective = np.minimum(size, EFFECTIVE_SIZE) * TEMPERING
    price = (0.5 * odd / effective).astype(np.float32).repeat(size, axis=1)
    # Axes: shares, pawns, points.
    white = above | either
    now = np.where(white, np.float32(0), louder)[:, None] * apart
    pale = np.where(either, np.maximum(pale, likeliest), pale)
    now += (np.where(white, pale, likeliest) - price)[:, None]
    chosen = np.repeat(np.add.reduceat(now, starts, axis=2).argmax(axis=0), size, axis=1)
    rows = chosen * len(rise) + np.arange(len(rise))
    pale_far = np.where(either, np.minimum(off_white, least), off_white)
    far = np.where(white.take(rows), pale_far.take(rows), misfits)
    return pick(now, chosen), far
