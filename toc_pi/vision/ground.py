"""Likelihood of the empty board at each hole, and evidence for a pawn from the points around it.

The board is explained in the light around, with one more light allowed for each hole (a shadow, a stripe of
sun) with straight edges: a shadow darkens the hole and its rim equally, a pawn replaces them.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.appearance.sampling_grid import POINTS, Mask, Singles
from toc_pi.vision.appearance_model import HALVES, AppearanceModel, Indices
from toc_pi.vision.inpainted import lower_inpainted_misfit
from toc_pi.vision.pattern import KEPT
from toc_pi.vision.planes import (
    EFFECTIVE_SIZE,
    TEMPERING,
    counts,
    limit_above,
    log_variance,
    ratios_under,
    sum_points,
    to_likelihood,
    to_ratios,
)

LIGHTS = (-0.3, -0.6, -0.9, -1.25, 0.3, 0.6, 0.9)  # other lights on the ground, log brightness
RATIO_NOISE = (0.5, 2.0, 2.0)  # variance of a ratio per variance of a channel's relative noise
_TINT = 0.12  # spread of the other light's colour per unit of its log brightness
_LOOSE = 0.12  # spread of its log brightness around the values tried
_EXPLAINED = 0.8  # mean misfit up to which a grid needs no other light
_LIGHT_PRICE = 4.0  # cost of one more light over the whole grid
_EDGE_PRICE = 9.0  # cost of one more light with an edge
_HOPELESS = -3.0  # log odds, without the prior, below which no pawn is considered where the pattern is kept
_SMEARED = 4.0  # extra weight of the roughness in a picture without any fine detail


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The evidence for the empty board.

    Attributes:
        misfit: (n) squared misfit of each point on a body, in the order of `AppearanceModel.first`.
        wide: (3, holes, POINTS) variance of all points.
        bonus: (holes) evidence for a pawn from points beside the body: without a shadow they look as usual.
        plain: (holes) mean misfit of the board in the best light.
        empty: (holes) which show their own pattern and can't hold a pawn, however badly the board fits.
    """

    misfit: Singles
    wide: Singles
    bonus: Singles
    plain: Singles
    empty: Mask

    def weigh(self, use: Indices, model: AppearanceModel) -> Singles:
        """Log likelihoods of some of the points on bodies."""
        wide = self.wide.reshape(3, -1).take(model.flat[use], 1)
        return to_likelihood(self.misfit[use], log_variance(wide))


def weigh_ground(
    ratios: Singles,
    noise: Singles,
    gain: Singles,
    blur: float,
    settled: float,
    kept: Mask,
    model: AppearanceModel,
) -> Ground:
    """Explain every grid by the empty board.

    Args:
        ratios: (3, holes, POINTS) as seen.
        noise: (holes, POINTS) variance of the sensor's noise.
        gain: (3, holes) how the light has changed.
        blur: how much of the fine detail is lost, 0 to 1.
        settled: mean misfit up to which a hole is known to be empty.
        kept: (holes) which show the same pattern as when they were empty.
        model: the appearance model.
    """
    wide = np.array(RATIO_NOISE, np.float32)[:, None, None] * noise
    wide += model.variance
    if blur:
        wide += np.float32(blur * _SMEARED) * model.roughness
    lit = model.empty * np.exp(gain)[:, :, None]
    final = _misfit(ratios, wide, to_ratios(lit), None)
    best, best_free = sum_points(final), sum_points(final * model.outside_body)
    flat = model.flat
    size = np.maximum(counts(model.first), 1)
    # Most holes are explained: other lights are tried only where it matters. Points beside a body contribute
    # at most half of their misfit as evidence for a pawn.
    open_still = (best - best_free) / size + 0.5 / POINTS * best_free > settled
    odd = np.flatnonzero((best > _EXPLAINED * POINTS) & (open_still | model.inpainted.never_seen))
    empty = np.zeros(len(best), np.bool_)
    same = odd[kept[odd]]
    empty[same] = _is_hopeless(same, final, wide, model)
    odd = odd[~empty[odd]]
    if len(odd):
        final[odd], best[odd], best_free[odd] = _relit(
            ratios.take(odd, 1), wide.take(odd, 1), gain.take(odd, 1), final[odd], odd, model
        )
    # Points beside the body are evidence for a pawn as far as the shadow needed by the board fits them worse.
    mine = final.ravel()[flat]
    body = np.add.reduceat(mine, model.first[:-1])
    bonus = np.zeros(len(best), np.float32)
    bonus[odd] = 0.5 * (best - best_free - body)[odd]
    if model.inpainted.never_seen.any():
        lower_inpainted_misfit(final, ratios, wide, lit, gain, model.inpainted)
        mine = final.ravel()[flat]
        body = np.add.reduceat(mine, model.first[:-1])
    plain = body / size + np.maximum(bonus, 0) / POINTS
    return Ground(mine, wide, bonus, np.asarray(plain, np.float32), empty)


def _is_hopeless(rows: Indices, misfit: Singles, wide: Singles, model: AppearanceModel) -> Mask:
    """(k) whether even a pawn that explained each point of a hole's body perfectly would be unlikely there.

    This holds for holes that show their own pattern, in a picture whose compression or noise the board
    doesn't explain: other lights and pawns would take a third of the reading's time there.
    """
    if not len(rows):
        return np.zeros(0, np.bool_)
    use, first = points_of(rows, model.first)
    flat = model.flat[use]
    board = to_likelihood(misfit.ravel()[flat], log_variance(wide.reshape(3, -1).take(flat, 1)))
    size = counts(first)
    mean = np.add.reduceat(np.float32(-0.5) * model.least_log_variance[use] - board, first[:-1]) / size
    effective = np.minimum(model.weight[model.first[rows]] * size, EFFECTIVE_SIZE)
    return np.asarray(mean * effective * TEMPERING - KEPT < _HOPELESS)


def points_of(rows: Indices, first: Indices) -> tuple[Indices, Indices]:
    """The points of some holes, concatenated, and where each hole's begin."""
    sizes = first[rows + 1] - first[rows]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    return np.arange(starts[-1]) + np.repeat(first[rows] - starts[:-1], sizes), starts


def _misfit(
    ratios: Singles, wide: Singles, empty: tuple[Singles, Singles, Singles], lights: Singles | None
) -> Singles:
    """Squared misfit of each point under the board in some lights, capped.

    Args:
        ratios: (3, holes, POINTS) as seen.
        wide: (3, holes, POINTS) variance.
        empty: (…, holes, POINTS) each, ratios of the board in those lights; overwritten.
        lights: (lights, 1, 1) log brightness relative to the light around; None for that light only.
    """
    bright, red, blue = empty
    tint = 0.0 if lights is None else np.float32(_TINT**2) * lights * lights
    loose = np.float32(0.0 if lights is None else _LOOSE**2)
    bright -= ratios[0]
    bright *= bright
    bright /= wide[0] + loose
    red -= ratios[1]
    red *= red
    red /= wide[1] + tint
    blue -= ratios[2]
    blue *= blue
    blue /= wide[2] + tint
    red += blue
    limit_above(bright)
    bright += limit_above(red)
    return bright


def _relit(
    ratios: Singles, wide: Singles, gain: Singles, plain: Singles, odd: Indices, model: AppearanceModel
) -> tuple[Singles, Singles, Singles]:
    """The best fit with one more light, over the whole grid or on one side of a straight edge.

    Returns:
        The misfit of each point, of the whole grid, and of the points beside the body.
    """
    lights = np.array(LIGHTS, np.float32)
    rows = np.arange(len(odd))
    # Axes: colours, lights, holes, points.
    around = model.empty.take(odd, 1) * np.exp(gain)[..., None]
    misfit = _misfit(ratios, wide, ratios_under(around, np.exp(lights)), lights[:, None, None])
    less = misfit - plain
    whole, edged, at = _gained(less, model.shadow_masks)
    gained = np.minimum(whole, edged)
    chosen = gained.argmin(axis=0)
    gained = gained[chosen, rows]
    beyond = model.shadow_masks.T[at[chosen, rows]] > 0
    beyond |= (whole[chosen, rows] < edged[chosen, rows])[:, None]
    beyond &= (gained < 0)[:, None]
    final = np.where(beyond, misfit[chosen, rows], plain)
    beside = model.outside_body[odd]
    less *= beside
    free = np.minimum(*_gained(less, model.shadow_masks)[:2]).min(axis=0)
    best_free = sum_points(plain * beside) + np.minimum(free, 0)
    return final, sum_points(plain) + np.minimum(gained, 0), best_free


def _gained(less: Singles, edges: Singles) -> tuple[Singles, Singles, Indices]:
    """The change of total misfit by lights, with their cost; negative is better than the light around.

    Args:
        less: (lights, holes, POINTS) change of the misfit, negative where it is smaller.
        edges: see `AppearanceModel`.

    Returns:
        (lights, holes) each: over the whole grid, beyond the best edge, and the index of that edge. Edges
        that can't win aren't searched: their value is infinite.
    """
    flat = less.reshape(-1, POINTS)
    total = sum_points(flat)
    # Lower bound: no edge can gain more than all points that gain anything.
    most = sum_points(np.asarray(cv2.threshold(flat, 0, 0, cv2.THRESH_TRUNC)[1], np.float32))
    edged, at = np.full(len(flat), np.inf, np.float32), np.zeros(len(flat), np.intp)
    whole = total + np.float32(_LIGHT_PRICE)
    best = np.minimum(whole.reshape(less.shape[:2]).min(axis=0), 0) - np.float32(_EDGE_PRICE)
    hopeful = np.flatnonzero(most.reshape(less.shape[:2]) < best)
    if len(hopeful):
        one_side = flat[hopeful] @ edges[:, : 2 * HALVES]
        cut = np.concatenate([one_side, total[hopeful, None] - one_side[:, :HALVES]], axis=1)
        at[hopeful] = best_edge = cut.argmin(axis=1)
        edged[hopeful] = cut[np.arange(len(cut)), best_edge] + np.float32(_EDGE_PRICE)
    pairs = less.shape[:2]
    return whole.reshape(pairs), edged.reshape(pairs), at.reshape(pairs)
