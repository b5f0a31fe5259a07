"""Likelihood of the empty board at each hole, and evidence for a pawn from the points around it.

The board is explained in the light around, with one more light allowed for each hole (a shadow, a stripe of
sun) with straight edges: a shadow darkens the hole and its rim equally, a pawn replaces them.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.appearance.sampling_grid import POINTS
from calibration.arrays import Indices, Mask, Singles
from toc_pi.vision.appearance_model import HALVES, AppearanceModel
from toc_pi.vision.inpainted import lower_inpainted_misfit
from toc_pi.vision.planes import (
    EFFECTIVE_SIZE,
    KEPT,
    TEMPERING,
    counts,
    log_variance,
    misfit_of,
    ratio_noise,
    ratios_under,
    sum_points,
    to_likelihood,
    to_ratios,
)

LIGHTS = (-0.3, -0.6, -0.9, -1.25, 0.3, 0.6, 0.9)  # other lights on the ground, log brightness
_TINT = 0.12  # spread of the other light's colour per unit of its log brightness
_LIGHT_SPREAD = 0.12  # spread of its log brightness around the values tried
_EXPLAINED = 0.8  # mean misfit up to which a grid needs no other light
_LIGHT_PRICE = 4.0  # cost of one more light over the whole grid
_EDGE_PRICE = 9.0  # cost of one more light with an edge
_RULED_OUT = -3.0  # log odds, without the prior, below which no pawn is considered where the pattern is kept
_BLUR_ROUGHNESS = 4.0  # extra weight of the roughness in a picture without any fine detail


@dataclass(frozen=True, slots=True, eq=False)
class BoardLikelihood:
    """The evidence for the empty board.

    Attributes:
        misfit: (n) squared misfit of each point on a body, in the order of `AppearanceModel.first`.
        variance: (3, holes, POINTS) variance of all points.
        bonus: (holes) evidence for a pawn from points beside the body: without a shadow they look as usual.
        mean_misfit: (holes) mean misfit of the board in the best light.
        surely_empty: (holes) which show their own pattern and so hold no pawn, however badly the board
            fits.
    """

    misfit: Singles
    variance: Singles
    bonus: Singles
    mean_misfit: Singles
    surely_empty: Mask

    def log_likelihood(self, use: Indices, model: AppearanceModel) -> Singles:
        """Log likelihoods of some of the points on bodies."""
        wide = self.variance.reshape(3, -1).take(model.points.flat[use], 1)
        return to_likelihood(self.misfit[use], log_variance(wide))


def evaluate_board(
    seen: Singles,
    noise: Singles,
    gain: Singles,
    blur: float,
    plain_misfit: float,
    pattern_kept: Mask,
    model: AppearanceModel,
) -> BoardLikelihood:
    """Explain every grid by the empty board.

    Args:
        seen: (3, holes, POINTS) ratios, as seen.
        noise: (holes, POINTS) variance of the sensor's noise.
        gain: (3, holes) how the light has changed.
        blur: how much of the fine detail is lost, 0 to 1.
        plain_misfit: mean misfit up to which a hole is known to be empty.
        pattern_kept: (holes) which show the same pattern as when they were empty.
    """
    variance = ratio_noise(noise)
    variance += model.empty.variance
    if blur:
        variance += np.float32(blur * _BLUR_ROUGHNESS) * model.roughness
    expected = model.empty.levels * np.exp(gain)[:, :, None]
    misfit = misfit_of(to_ratios(expected), seen, variance)
    total, outside_total = sum_points(misfit), sum_points(misfit * model.outside_body)
    flat = model.points.flat
    size = np.maximum(counts(model.points.first), 1)
    # Most holes are explained: other lights are tried only where it matters. Points beside a body contribute
    # at most half of their misfit as evidence for a pawn.
    undecided = (total - outside_total) / size + 0.5 / POINTS * outside_total > plain_misfit
    unexplained = np.flatnonzero((total > _EXPLAINED * POINTS) & (undecided | model.never_seen))
    surely_empty = np.zeros(len(total), np.bool_)
    keeping = unexplained[pattern_kept[unexplained]]
    surely_empty[keeping] = _rules_out_pawns(keeping, misfit, variance, model)
    unexplained = unexplained[~surely_empty[unexplained]]
    if len(unexplained):
        own = [values.take(unexplained, 1) for values in (seen, variance, gain)]
        misfit[unexplained], total[unexplained], outside_total[unexplained] = _fit_second_light(
            own[0], own[1], own[2], misfit[unexplained], unexplained, model
        )
    # Points beside the body are evidence for a pawn as far as the shadow needed by the board fits them worse.
    body_total = np.add.reduceat(misfit.ravel()[flat], model.points.first[:-1])
    bonus = np.zeros(len(total), np.float32)
    bonus[unexplained] = 0.5 * (total - outside_total - body_total)[unexplained]
    if model.never_seen.any():
        lower_inpainted_misfit(misfit, seen, variance, expected, gain, model.empty.inpainted)
    on_bodies = misfit.ravel()[flat]
    body_total = np.add.reduceat(on_bodies, model.points.first[:-1])
    mean_misfit = body_total / size + np.maximum(bonus, 0) / POINTS
    return BoardLikelihood(on_bodies, variance, bonus, np.asarray(mean_misfit, np.float32), surely_empty)


def _rules_out_pawns(holes: Indices, misfit: Singles, variance: Singles, model: AppearanceModel) -> Mask:
    """(k) whether even a pawn that explained each point of a hole's body perfectly would be unlikely there.

    This holds for holes that show their own pattern, in a picture with compression or noise that the board
    doesn't explain: evaluating other lights and pawns there would take a third of the reading's time.
    """
    if not len(holes):
        return np.zeros(0, np.bool_)
    points, first = points_of(holes, model.points.first)
    flat = model.points.flat[points]
    board_likelihood = to_likelihood(
        misfit.ravel()[flat], log_variance(variance.reshape(3, -1).take(flat, 1))
    )
    size = counts(first)
    best_pawn = np.float32(-0.5) * model.pawns.least_log_variance[points]
    mean = np.add.reduceat(best_pawn - board_likelihood, first[:-1]) / size
    effective = np.minimum(model.points.weight[model.points.first[holes]] * size, EFFECTIVE_SIZE)
    return np.asarray(mean * effective * TEMPERING - KEPT < _RULED_OUT)


def points_of(rows: Indices, first: Indices) -> tuple[Indices, Indices]:
    """The points of some holes, concatenated, and where each hole's begin."""
    sizes = first[rows + 1] - first[rows]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    return np.arange(starts[-1]) + np.repeat(first[rows] - starts[:-1], sizes), starts


def _fit_second_light(
    seen: Singles, variance: Singles, gain: Singles, plain: Singles, holes: Indices, model: AppearanceModel
) -> tuple[Singles, Singles, Singles]:
    """The misfit of each point, of the whole grid, and of the points beside the body, with one more light.

    It lies over the whole grid or on one side of a straight edge.
    """
    lights = np.array(LIGHTS, np.float32)
    rows = np.arange(len(holes))
    # Axes: colours, lights, holes, points.
    empty = model.empty.levels.take(holes, 1) * np.exp(gain)[..., None]
    colour_spread = (np.float32(_TINT) * lights[:, None, None]) ** 2
    spreads = np.float32(_LIGHT_SPREAD**2), colour_spread, colour_spread
    wide = [own + spread for own, spread in zip(variance, spreads, strict=True)]
    misfit = misfit_of(ratios_under(empty, np.exp(lights)), seen, wide)
    change = misfit - plain
    over_grid, beyond_edge, edges = _gain_by_light(change, model.shadow_masks)
    total = np.minimum(over_grid, beyond_edge)
    chosen = total.argmin(axis=0)
    total = total[chosen, rows]
    lit = model.shadow_masks.T[edges[chosen, rows]] > 0
    lit |= (over_grid[chosen, rows] < beyond_edge[chosen, rows])[:, None]
    lit &= (total < 0)[:, None]
    misfit_chosen = np.where(lit, misfit[chosen, rows], plain)
    outside = model.outside_body[holes]
    change *= outside
    outside_change = np.minimum(*_gain_by_light(change, model.shadow_masks)[:2]).min(axis=0)
    outside_total = sum_points(plain * outside) + np.minimum(outside_change, 0)
    return misfit_chosen, sum_points(plain) + np.minimum(total, 0), outside_total


def _gain_by_light(change: Singles, shadow_masks: Singles) -> tuple[Singles, Singles, Indices]:
    """The change of total misfit by lights, with their cost; negative is better than the light around.

    (lights, holes) each: over the whole grid, beyond the best edge, and the index of that edge. Edges that
    can't win aren't searched: their value is infinite.
    """
    flat = change.reshape(-1, POINTS)
    total = sum_points(flat)
    # Lower bound: no edge can gain more than all points that gain anything.
    best_possible = sum_points(np.asarray(cv2.threshold(flat, 0, 0, cv2.THRESH_TRUNC)[1], np.float32))
    beyond_edge, at = np.full(len(flat), np.inf, np.float32), np.zeros(len(flat), np.intp)
    over_grid = total + np.float32(_LIGHT_PRICE)
    best = np.minimum(over_grid.reshape(change.shape[:2]).min(axis=0), 0) - np.float32(_EDGE_PRICE)
    candidates = np.flatnonzero(best_possible.reshape(change.shape[:2]) < best)
    if len(candidates):
        one_side = flat[candidates] @ shadow_masks[:, : 2 * HALVES]
        sums = np.concatenate([one_side, total[candidates, None] - one_side[:, :HALVES]], axis=1)
        at[candidates] = best_edge = sums.argmin(axis=1)
        beyond_edge[candidates] = sums[np.arange(len(sums)), best_edge] + np.float32(_EDGE_PRICE)
    pairs = change.shape[:2]
    return over_grid.reshape(pairs), beyond_edge.reshape(pairs), at.reshape(pairs)
