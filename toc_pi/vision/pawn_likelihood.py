"""Likelihood of each pawn, from the pixels where its body would be.

Video has sharp brightness and coarse (subsampled) colour, so they are evaluated separately, and a body's
colour may be mixed with that of its surroundings.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Indices, Mask, Singles
from toc_pi.vision.appearance_model import WHITE_SPREAD, AppearanceModel
from toc_pi.vision.board_likelihood import points_of
from toc_pi.vision.planes import (
    CAP,
    EFFECTIVE_SIZE,
    TEMPERING,
    counts,
    limit_above,
    log_variance,
    misfit_of,
    pick,
    ratio_noise,
    ratios_under,
    to_likelihood,
    to_ratios,
)

OWN_LIGHTS = (0.0, -0.35, -0.75, 0.35)  # log brightness of a body's light relative to the ground's
_SUN = 0.75  # one more such light beside sunny ground
_OWN_LIGHT = 0.35  # its usual deviation
_TWO_LIGHTS_COST = 12.0  # cost of two lights on one body
_TINT = 0.12  # spread of the light's colour per unit of its log brightness
_COLOUR_MIXES = ((1.0, 0.0), (0.6, 1.0), (0.3, 2.5))  # share of the body's own colour, and its cost
_REPLACED = 2.3
"""Log odds against a pawn of the seat whose pawn stood in a hole at set-up, if it looks unlike that one.

It is the logarithm of ten, as for another seat's pawn. In 108 still pictures of nine re-recorded films of a
board with painted camps, read singly and averaged, 3 holes are wrong and sure with it, 20 are without it:
camp holes that their pawns had left.
"""

_OTHER_MISFIT = 10.0  # misfit of a point under "something else"
_COLOURED_FITS = 1.0  # mean squared misfit up to which a pawn surely shows its coloured side
_WHITE_FROM = (0.3, 0.45, 0.6)  # candidates of the height share above which a fresh pawn is white
_WHITE_BRIGHTER = 0.3  # log brightness of white relative to the ground around
_WHITE_TINT = 0.4  # share of the ground's colour that is due to the lamp
_WHITE_VARIES = (0.3, 0.08, 0.1)  # spread of white between lamps and boards
_WHITE_FAR = 0.15  # scale of the robust weights when the white is estimated
_WHITE_ROUNDS = 3  # iterations of the estimate of the white
_WHITE_PRICE = 1.5  # squared misfit of a white face, besides its deviation from the expected white
_WHITE_EDGE = 0.08  # of the height: within this distance of its edge, either colour may be seen
_FOOT_WEIGHT = 1.3  # maximum extra weight of the coloured foot, which identifies the pawn


@dataclass(frozen=True, slots=True, eq=False)
class PawnPoints:
    """The points on the bodies of the pawns that are evaluated.

    Attributes:
        holes: (k) holes.
        first: (k + 1) where the points of each begin.
        quarters: (4 * k) where its quarters begin, see `AppearanceModel`.
        indices: (n) indices among the model's points on bodies.
        sunny: (holes) whether some of the ground around is much brighter than most, so a pawn there may be
            too.
    """

    holes: Indices
    first: Indices
    quarters: Indices
    indices: Indices
    sunny: Mask


def pawn_points(holes: Indices, sunny: Mask, model: AppearanceModel) -> PawnPoints:
    """The points on the bodies of pawns in some holes; for the arguments see `PawnPoints`."""
    indices, first = points_of(holes, model.points.first)
    quarters = model.points.quarters.reshape(-1, 4)[holes] + (first[:-1] - model.points.first[holes])[:, None]
    return PawnPoints(holes, first, quarters.ravel(), indices, sunny)


def evaluate_pawns(
    seen_ratios: Singles, noise: Singles, gain: Singles, points: PawnPoints, model: AppearanceModel
) -> tuple[Singles, Singles]:
    """Log likelihoods of each pawn, of each pawn showing white, and of something else.

    Args:
        seen_ratios: (3, holes, POINTS) as seen.
        noise: (holes, POINTS) variance of the sensor's noise.
        gain: (3, holes) how the light has changed, logarithms.

    Returns:
        (states, n) float32 log likelihoods, and (states, n) squared misfits.
    """
    looks, white_face = model.calibration.looks, model.calibration.pawns.white_face
    kinds, count = len(looks.names), len(points.indices)
    likelihoods = np.full((kinds * (1 + white_face) + 1, count), -20.0, np.float32)
    misfits = np.full(likelihoods.shape, _OTHER_MISFIT, np.float32)
    if not count:
        return likelihoods, misfits
    hole, flat = model.points.hole[points.indices], model.points.flat[points.indices]
    seen = seen_ratios.reshape(3, -1).take(flat, 1)
    noise_variances = noise.ravel()[flat]
    light_factors = np.exp(gain).take(hole, 1)
    _, *board_ratios = to_ratios(model.empty.levels.reshape(3, -1).take(flat, 1) * light_factors)
    # Axes: colours, lights, pawns, points.
    variance = model.pawns.variance.take(points.indices, 2)
    variance += ratio_noise(noise_variances)[:, None]
    size = counts(points.first)
    sunny = points.sunny[points.holes].repeat(size)
    lights = np.array(OWN_LIGHTS + (_SUN,) * bool(sunny.any()), np.float32)[:, None, None]
    brightness, *own_ratios = ratios_under(
        model.pawns.levels.take(points.indices, 2) * light_factors[:, None], np.exp(lights.ravel())
    )
    brightness -= seen[0]
    brightness *= brightness
    brightness /= variance[0]
    by_light = limit_above(brightness)
    by_light += _colour_misfit(seen[1:], own_ratios, board_ratios, variance[1:], lights)
    by_light[len(OWN_LIGHTS) :, :, ~sunny] = np.float32(2 * CAP)
    chosen_lights = _choose_lights(by_light, (lights / np.float32(_OWN_LIGHT)) ** 2, points)
    best_misfits = pick(by_light, chosen_lights)
    log_variances = log_variance(variance)
    misfits[:kinds] = best_misfits
    likelihoods[:kinds] = to_likelihood(best_misfits, log_variances)
    _compare_unmoved(likelihoods, misfits, seen, noise_variances, light_factors, points, model)
    likelihoods[-1] = np.float32(-0.5) * (np.float32(_OTHER_MISFIT) + log_variances.min(axis=0))
    if white_face:
        mean_misfits = np.add.reduceat(best_misfits, points.first[:-1], axis=1).min(axis=0) / size
        white_possible = mean_misfits > _COLOURED_FITS
        if white_possible.any():
            chosen_points = np.flatnonzero(np.repeat(white_possible, size))
            first = np.concatenate([[0], np.cumsum(size[white_possible])])
            white_points = PawnPoints(
                points.holes[white_possible], first, first[:0], points.indices[chosen_points], points.sunny
            )
            white_likelihoods, white_misfits = _evaluate_white_faces(
                seen.take(chosen_points, 1),
                noise_variances[chosen_points],
                gain,
                white_points,
                likelihoods[:kinds].take(chosen_points, 1),
                best_misfits.take(chosen_points, 1),
                model,
            )
            likelihoods[kinds:-1, chosen_points] = white_likelihoods
            misfits[kinds:-1, chosen_points] = white_misfits
    return likelihoods, misfits


def _compare_unmoved(
    likelihoods: Singles,
    misfits: Singles,
    seen: Singles,
    noise_variance: Singles,
    light_factors: Singles,
    points: PawnPoints,
    model: AppearanceModel,
) -> None:
    """Compare unmoved pawns with their own set-up picture, where that fits better.

    Where it doesn't, their hole would hold another pawn of their seat, or the same one after a move.
    """
    pawn = model.pawns.unmoved.pawn[points.holes]
    if not (pawn >= 0).any():
        return
    sizes = counts(points.first)
    chosen = np.flatnonzero(np.repeat(pawn >= 0, sizes))
    indices, first = points.indices[chosen], np.concatenate([[0], np.cumsum(sizes[pawn >= 0])])[:-1]
    variance = model.pawns.unmoved.variance.take(indices, 1)
    variance += ratio_noise(noise_variance[chosen])
    expected = to_ratios(model.pawns.unmoved.bodies.take(indices, 1) * light_factors.take(chosen, 1))
    misfit = misfit_of(expected, seen.take(chosen, 1), variance)
    log_likelihood = to_likelihood(misfit, log_variance(variance))
    those = np.where(pawn >= 0, sizes, 0)
    rows = np.repeat(pawn, those)
    cost = _REPLACED / (np.minimum(sizes, EFFECTIVE_SIZE) * TEMPERING)
    likelihoods[rows, chosen] -= np.repeat(cost, those).astype(np.float32)
    gained = np.add.reduceat(log_likelihood - likelihoods[rows, chosen], first)
    better = np.repeat(gained > 0, sizes[pawn >= 0])
    rows, chosen = rows[better], chosen[better]
    likelihoods[rows, chosen] = log_likelihood[better]
    # A smaller spread gives a larger misfit, though the fit is no worse.
    misfits[rows, chosen] = np.minimum(misfits[rows, chosen], misfit[better])


def _choose_lights(by_light: Singles, light_cost: Singles, points: PawnPoints) -> Indices:
    """(pawns, n) the light on each point: one on the whole body, or two, each on one half."""
    by_quarter = np.add.reduceat(by_light, points.quarters, axis=2)
    by_quarter = by_quarter.reshape(*by_quarter.shape[:2], -1, 4) + light_cost[..., None] / 4
    # Quarters are lower left, lower right, upper left, upper right.
    by_half = by_quarter[..., [0, 2, 0, 1]] + by_quarter[..., [1, 3, 2, 3]]
    best_halves = by_half.min(axis=0)
    whole_body = by_half[..., 0] + by_half[..., 1]
    whole_light = whole_body.argmin(axis=0)
    options = np.stack(
        [
            whole_body.min(axis=0),
            best_halves[..., 0] + best_halves[..., 1] + _TWO_LIGHTS_COST,
            best_halves[..., 2] + best_halves[..., 3] + _TWO_LIGHTS_COST,
        ]
    )
    which = options.argmin(axis=0)[..., None]
    half_lights = by_half.argmin(axis=0)
    across, along = half_lights[..., [0, 0, 1, 1]], half_lights[..., [2, 3, 2, 3]]
    lights = np.where(which == 0, whole_light[..., None], np.where(which == 1, across, along))
    sizes = np.append(points.quarters[1:], by_light.shape[2]) - points.quarters
    return np.repeat(lights.reshape(len(lights), -1), sizes, axis=1)


def _colour_misfit(
    seen: Singles, expected: list[Singles], board: list[Singles], variance: Singles, lights: Singles
) -> Singles:
    """Colour misfit of a body whose colour video compression may have mixed with the ground's."""
    tint_variance = (np.float32(_TINT) * lights) ** 2
    scale = [1 / (part + tint_variance) for part in variance]
    least = np.full(expected[0].shape, CAP, np.float32)
    flat = least.reshape(1, -1)
    for share, cost in _COLOUR_MIXES:
        red, blue = (
            # The body's own colour, recovered from a mix.
            part - (seen_plane - np.float32(1 - share) * other) / np.float32(share)
            for part, seen_plane, other in zip(expected, seen, board, strict=True)
        )
        red *= red
        red *= scale[0]
        blue *= blue
        blue *= scale[1]
        red += blue
        if cost:
            red *= np.float32(share * share)
            red += np.float32(cost)
        cv2.min(flat, red.reshape(1, -1), dst=flat)
    return least


def _evaluate_white_faces(
    seen: Singles,
    noise_variance: Singles,
    gain: Singles,
    points: PawnPoints,
    coloured_likelihoods: Singles,
    coloured_misfits: Singles,
    model: AppearanceModel,
) -> tuple[Singles, Singles]:
    """(pawns, n) log likelihoods of pawns that are white above and coloured below.

    The appearance of white in this light is unknown: it is estimated from each pawn's upper part, with a
    prior.
    """
    starts, size = points.first[:-1], counts(points.first)
    heights = model.points.height_share[points.indices]
    expected = _expected_white(points.holes, gain, model)
    white_sd = np.array(_WHITE_VARIES, np.float32)[:, None]
    prior_weight = (np.float32(_WHITE_FAR) / white_sd) ** 2
    variance = np.array(WHITE_SPREAD, np.float32)[:, None] ** 2 + ratio_noise(noise_variance)
    best_coloured = coloured_likelihoods.max(axis=0)
    relative = coloured_likelihoods - best_coloured
    least_misfit = coloured_misfits.min(axis=0)
    # Axes: shares, colours, points, or holes where they are summed up.
    shares = np.array(_WHITE_FROM, np.float32)[:, None]
    above = heights >= shares
    counted = above.astype(np.float32)[:, None]
    estimate = np.broadcast_to(expected, (len(shares), *expected.shape))
    for _ in range(_WHITE_ROUNDS):
        weights = seen - np.repeat(estimate, size, axis=2)
        weights *= np.float32(1 / _WHITE_FAR)
        weights *= weights
        weights += np.float32(1)
        np.divide(counted, weights, out=weights)
        total = np.add.reduceat(weights, starts, axis=2) + prior_weight
        weights *= seen
        estimate = (np.add.reduceat(weights, starts, axis=2) + prior_weight * expected) / total
    white_misfits = misfit_of(np.repeat(estimate.swapaxes(0, 1), size, axis=2), seen, variance)
    white_likelihoods = to_likelihood(white_misfits, log_variance(variance))
    # Only the foot identifies the pawn: its points stand for all.
    coloured_points = size - np.add.reduceat(counted[:, 0], starts, axis=1)
    foot_weight = np.minimum(np.maximum(size / np.maximum(coloured_points, 1.0), 1.0), _FOOT_WEIGHT)
    foot_weight = foot_weight.astype(np.float32).repeat(size, axis=1)
    near_edge = np.abs(heights - shares) < _WHITE_EDGE
    deviation = (((estimate - expected) / white_sd) ** 2).sum(axis=1) + np.float32(_WHITE_PRICE)
    effective = np.minimum(size, EFFECTIVE_SIZE) * TEMPERING
    cost = (0.5 * deviation / effective).astype(np.float32).repeat(size, axis=1)
    # Axes: shares, pawns, points.
    is_white = above | near_edge
    likelihoods = np.where(is_white, np.float32(0), foot_weight)[:, None] * relative
    white_likelihoods = np.where(near_edge, np.maximum(white_likelihoods, best_coloured), white_likelihoods)
    likelihoods += (np.where(is_white, white_likelihoods, best_coloured) - cost)[:, None]
    chosen_shares = np.repeat(np.add.reduceat(likelihoods, starts, axis=2).argmax(axis=0), size, axis=1)
    rows = chosen_shares * len(heights) + np.arange(len(heights))
    edge_misfits = np.where(near_edge, np.minimum(white_misfits, least_misfit), white_misfits)
    result_misfits = np.where(is_white.take(rows), edge_misfits.take(rows), coloured_misfits)
    return pick(likelihoods, chosen_shares), result_misfits


def _expected_white(holes: Indices, gain: Singles, model: AppearanceModel) -> Singles:
    """(3, k) the prior mean of white at each hole: brighter than the wood, with part of the lamp's colour."""
    wood = model.empty.wood_ratios.take(holes, 1)
    expected = np.float32(_WHITE_TINT) * wood
    expected[0] = wood[0] + np.float32(_WHITE_BRIGHTER)
    expected[0] += gain.sum(axis=0)[holes] / np.float32(3)
    expected[1] += (gain[2] - gain[1])[holes]
    expected[2] += (gain[0] - gain[1])[holes]
    return expected
