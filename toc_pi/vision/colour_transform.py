"""Colour changes beyond a gain: narrow-band lamps and other tone curves.

A lamp of another colour multiplies blue, green and red by a factor each, which can be measured on the wood
around a hole. A narrow-band lamp, or a camera that boosts saturation, also mixes channels; a camera's tone
curve makes dark parts darker or paler. Both are estimated from known colours in the picture: the board, its
paint, and unmoved pawns. Colours far from these keep a larger uncertainty.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calibration.appearance.colours import DARKEST
from calibration.appearance.sampling_grid import POINTS, SamplingGrids
from calibration.arrays import Floats, Indices, Mask, Singles
from toc_pi.vision.inpainted import Unmoved

GAMMA = 2.2  # of the pictures: light is additive, grey levels aren't
_BLACK = np.float32(1)  # grey level that represents no light
_OTHERS = ((1, 2), (0, 2), (0, 1))  # for blue, green and red, the channels mixed into it
_TERMS = 4  # shares of the two other channels, slope and curvature of the tone curve
# Of the terms: prior standard deviations in the set-up's light and in another one; limits of their values.
_USUAL = np.array((0.3, 0.3, 0.6, 0.2))
_LOOSE = np.array((1.0, 1.0, 0.6, 0.2))
_LOWER, _UPPER = np.array((-0.4, -0.4, -0.8, -0.5)), np.array((5.0, 5.0, 2.0, 0.5))
_EVERY, _FIRST = 11, 3  # every n-th point of the grids is used; at first, every n-th of these
# A residual belongs to something else if it is larger than _FAR (logarithm) and _NOISES (standard deviations
# of noise) together.
_OUTLIER = 0.3
_NOISES = 3.0
# While colours may have changed much, the limit is _WIDEST at first and smaller by a factor in each round.
_WIDEST, _NARROWER, _NEAREST = 1.0, 0.6, 0.12  # first limit, factor, last limit
_RESIDUAL = 0.06  # logarithm: residual of points that are explained
_ROUNDS = 6  # of the fit
_EFFECTIVE_SIZE = 1.5  # effective sample size of a hole's points
_UNCHANGED = 0.12  # logarithm: largest change of the pawns' colours that counts as the set-up's light
# Least distance of a transform from no change, standard deviations: real changes of light are at least 5.5
# away, those made by a film's codec less than 2.3.
_SIGNIFICANT = 4.0
_COST_RATIO = 0.95  # a transform must reduce the cost of the gain alone by this factor


@dataclass(frozen=True, slots=True, eq=False)
class PredictedColours:
    """Some reference points with the colours that a transform predicts for them.

    Attributes:
        points: (m) flat indices into (holes, POINTS); hole: (m) their holes; which: (m) indices of reference
            points.
        board: (3, m) grey levels of the empty board.
        derivatives: (3, 4, m) derivatives of their logarithms by the terms.
        on_pawns: (k) which of the m are where pawns stood at set-up.
        pawn_levels, pawn_derivatives: the same two with those pawns.
    """

    points: Indices
    hole: Indices
    which: Indices
    board: Singles
    derivatives: Singles
    on_pawns: Indices
    pawn_levels: Singles
    pawn_derivatives: Singles


@dataclass(frozen=True, eq=False)
class ReferenceColours:
    """Known colours of some points of the holes' grids.

    Attributes:
        points: (n) flat indices into (holes, POINTS); hole: (n) their holes.
        board: (3, n) BGR of the empty board.
        with_pawns: (3, n) the same with the set-up's pawns.
        had_pawn: (holes) bool, in which holes these stood.
        wood: (3, holes) BGR of plain wood in each hole's light.
        neighbours: (holes, k) each hole's nearest holes.
        pawn_derivatives: (3, 4, pawns) derivatives of the logarithms of each seat's pawns by the terms.
        hidden_by: for each hole, which of the n points a pawn in it hides.
    """

    points: Indices
    hole: Indices
    board: Singles
    with_pawns: Singles
    had_pawn: Mask
    wood: Singles
    neighbours: Indices
    pawn_derivatives: Singles
    hidden_by: tuple[Indices, ...]

    @cached_property
    def subset(self) -> PredictedColours:
        """Some of the points, in the set-up's colours."""
        return _predict(self, np.zeros((3, _TERMS)), _FIRST)


@dataclass(frozen=True, slots=True, eq=False)
class ColourTransform:
    """A change of colours beyond a gain: crosstalk between channels, and another tone curve.

    Attributes:
        terms: (3, 4) for blue, green and red: the shares of the other channels, and the tone curve.
        covariance: (3, 4, 4) their covariance.
        cost: mean robust residual of the reference points, 0 to 1.
    """

    terms: Floats
    covariance: Floats
    cost: float


def choose_references(
    empty: Singles,
    unmoved: Unmoved,
    flat: Indices,
    wood: Singles,
    neighbours: Indices,
    bodies: Singles,
    grids: SamplingGrids,
) -> ReferenceColours:
    """Choose the reference points and compute their colours.

    Args:
        empty: (3, holes, POINTS) BGR of the empty board.
        unmoved: the set-up's pawns, at the points on bodies.
        flat: (m) indices of those in (holes, POINTS).
        wood: (3, holes) ratios of the board around each hole.
        neighbours: (holes, k) each hole's nearest holes.
        bodies: (3, pawns, m) BGR of each pawn.
    """
    had_pawn = unmoved.pawn >= 0
    points = np.arange(0, len(had_pawn) * POINTS, _EVERY)
    board = empty.reshape(3, -1)
    seen = board.copy()
    on_pawn = had_pawn[flat // POINTS]
    seen[:, flat[on_pawn]] = unmoved.bodies[:, on_pawn]
    bright = np.median(wood[0][neighbours], axis=1)
    red, blue = np.median(wood[1:], axis=1)
    green = bright - (red + blue) / 3
    plain = np.exp(np.stack([green + blue, green, green + red])) - DARKEST
    pawns = np.median(bodies, axis=2)
    typical_wood = np.repeat(np.median(plain, axis=1)[:, None], pawns.shape[1], axis=1)
    _, derivatives = apply_transform(pawns, typical_wood, np.zeros((3, _TERMS)))
    return ReferenceColours(
        points,
        points // POINTS,
        board[:, points],
        seen[:, points],
        had_pawn,
        plain.astype(np.float32),
        neighbours,
        derivatives,
        _hidden_by(grids, points),
    )


def _predict(references: ReferenceColours, terms: Floats, every: int = 1) -> PredictedColours:
    """One in every few reference points under a transform."""
    which = np.arange(0, len(references.points), every)
    hole, wood = references.hole[which], references.wood
    logs, derivatives = apply_transform(references.board[:, which], wood[:, hole], terms)
    on_pawns = np.flatnonzero(references.had_pawn[hole])
    stood = references.with_pawns[:, which[on_pawns]]
    pawn_logs, pawn_derivatives = apply_transform(stood, wood[:, hole[on_pawns]], terms)
    levels, pawn_levels = (np.exp(part) - np.float32(DARKEST) for part in (logs, pawn_logs))
    points = references.points[which]
    return PredictedColours(points, hole, which, levels, derivatives, on_pawns, pawn_levels, pawn_derivatives)


def _hidden_by(grids: SamplingGrids, points: Indices) -> tuple[Indices, ...]:
    """For each hole, the points that its pawn hides: on its own body, and on grids behind it."""
    indices = np.full(len(grids.names) * POINTS, -1)
    indices[points] = np.arange(len(points))
    hidden: list[list[Indices]] = [
        [POINTS * hole + np.flatnonzero(points_of)] for hole, points_of in enumerate(grids.inside)
    ]
    for far, row in enumerate(grids.covers):
        for near, mask in row:
            hidden[near].append(POINTS * far + np.flatnonzero(mask))
    chosen = (indices[np.concatenate(points_of)] for points_of in hidden)
    return tuple(points_of[points_of >= 0] for points_of in chosen)


def apply_transform(values: Singles, wood: Singles, terms: Floats) -> tuple[Singles, Singles]:
    """(3, n) log of transformed colours plus DARKEST, and (3, 4, n) their derivatives by the terms.

    `values` are (3, n) grey levels, `wood` those of the wood there, which doesn't change.
    """
    base = np.log(np.maximum(wood, np.float32(1)) + _BLACK)
    share = np.exp(np.float32(GAMMA) * (np.log(np.maximum(values, np.float32(0)) + _BLACK) - base))
    least = np.exp(np.float32(-GAMMA) * base) * np.float32(_BLACK**GAMMA)
    first, second, steep, bend = terms.astype(np.float32).T[:, :, None]
    one, two = (share[list(others)] for others in zip(*_OTHERS, strict=True))
    whole = 1 + first + second
    light = np.maximum((share + first * one + second * two) / whole, least)
    q = np.log(light) * np.float32(1 / GAMMA)
    level = np.maximum(np.exp(base + (1 + steep + bend * q) * q), _BLACK)
    above = level + (np.float32(DARKEST) - _BLACK)
    felt = level / above
    rate = felt * (1 + steep + 2 * bend * q) * np.float32(1 / GAMMA) / whole
    slope = np.stack([rate * (one / light - 1), rate * (two / light - 1), felt * q, felt * q * q], axis=1)
    return np.log(above), slope


def estimate_transform(
    logs: Singles, gain: Singles, references: ReferenceColours, blur: float, noise: Singles
) -> tuple[ColourTransform | None, Mask]:
    """Estimate the colour transform from the set-up's picture to another one.

    Args:
        logs: (3, holes, POINTS) log of blue, green and red as seen, plus DARKEST.
        gain: (3, holes) log change of the light around.
        blur: how much of the fine detail is lost, 0 to 1: blur makes dark holes paler, too.
        noise: (256) standard deviation of the sensor's noise for each grey level.

    Returns:
        The transform, or None if the gain is enough or no transform fits better; and which of the points
        `ReferenceColours.subset` don't match their known colour without a transform.
    """
    zero = np.zeros((3, _TERMS))
    residuals, derivatives = _residuals(logs, gain, references.subset, len(references.had_pawn), _OUTLIER)
    transform = _step(residuals, derivatives, len(references.had_pawn), zero, _OUTLIER, _USUAL)
    outliers = _outliers(residuals, logs, references.subset, noise)
    if largest_change(transform.terms, references) < _UNCHANGED * (1 + blur):
        return None, outliers
    limit, terms, predicted = _WIDEST, zero, _predict(references, zero)
    plain = _refine(logs, gain, references, predicted, zero, _NEAREST).cost
    # The gain is measured on paint too, whose colour change the terms must explain: use an even colour of
    # light.
    bright = gain.mean(axis=0)
    even_gain = bright + np.median(gain - bright, axis=1, keepdims=True)
    for _ in range(_ROUNDS):
        even_gain = even_gain + _gain_correction(logs, even_gain, references, predicted, limit)
        transform = _refine(logs, even_gain, references, predicted, terms, limit)
        terms = transform.terms
        predicted = _predict(references, terms)
        limit = max(_NARROWER * limit, _NEAREST)
    even_gain = even_gain + _gain_correction(logs, even_gain, references, predicted, limit)
    last = _refine(logs, even_gain, references, predicted, terms, _NEAREST)
    fits_better = last.cost < _COST_RATIO * plain and significance(transform) > _SIGNIFICANT
    return transform if fits_better else None, outliers


def largest_change(terms: Floats, references: ReferenceColours) -> float:
    """The largest log change of the pawns' colours, to first order."""
    return float(np.abs(terms[:, None] @ references.pawn_derivatives).max(initial=0.0))


def significance(transform: ColourTransform) -> float:
    """The Mahalanobis distance of the terms from zero.

    A board of plain wood is hardly evidence for saturated colours: there even large terms are uncertain.
    """
    squared = sum(
        terms @ np.linalg.solve(covariance, terms)
        for terms, covariance in zip(transform.terms, transform.covariance, strict=True)
    )
    return float(np.sqrt(max(squared, 0.0)))


def find_outliers(
    logs: Singles, gain: Singles, references: ReferenceColours, transform: ColourTransform, noise: Singles
) -> Mask:
    """Which of the points `ReferenceColours.subset` don't match their known colour under a transform.

    Args:
        logs, gain, references, noise: see `estimate_transform`; the gain is the one under the transform.
    """
    predicted = _predict(references, transform.terms, _FIRST)
    residuals, _ = _residuals(logs, gain, predicted, len(references.had_pawn), _OUTLIER)
    return _outliers(residuals, logs, predicted, noise)


def _outliers(residuals: Singles, logs: Singles, predicted: PredictedColours, noise: Singles) -> Mask:
    """Which residuals are larger than light, paint and noise explain; dark points are noisier."""
    seen = np.exp(logs.reshape(3, -1).take(predicted.points, 1))
    levels = (seen - np.float32(DARKEST), predicted.board)
    sd = np.maximum(*(noise.take(level.astype(np.intp), mode="clip") for level in levels))
    spread = np.float32(_NOISES) * sd / seen
    return np.asarray((np.abs(residuals) > np.hypot(np.float32(_OUTLIER), spread)).any(axis=0))


def _residuals(
    logs: Singles, gain: Singles, predicted: PredictedColours, holes: int, limit: float
) -> tuple[Singles, Singles]:
    """Residuals of points against their known colours, and their derivatives by the terms."""
    lit = np.exp(gain).astype(np.float32).take(predicted.hole, 1)
    seen = logs.reshape(3, -1).take(predicted.points, 1)
    residuals = seen - np.log(predicted.board * lit + np.float32(DARKEST))
    derivatives = predicted.derivatives
    on_pawns = predicted.on_pawns
    if len(on_pawns):
        pawn_residuals = seen[:, on_pawns] - np.log(
            predicted.pawn_levels * lit[:, on_pawns] + np.float32(DARKEST)
        )
        # A pawn may have left: each hole is taken as empty or not, whichever fits better.
        cost_difference = _robust_cost(pawn_residuals, limit) - _robust_cost(residuals[:, on_pawns], limit)
        gone = np.bincount(predicted.hole[on_pawns], cost_difference, minlength=holes) > 0
        stays = ~gone[predicted.hole[on_pawns]]
        residuals[:, on_pawns[stays]] = pawn_residuals[:, stays]
        derivatives = derivatives.copy()
        derivatives[:, :, on_pawns[stays]] = predicted.pawn_derivatives[:, :, stays]
    return residuals, derivatives


def _refine(
    logs: Singles,
    gain: Singles,
    references: ReferenceColours,
    predicted: PredictedColours,
    terms: Floats,
    limit: float,
) -> ColourTransform:
    """One iteration of the fit, linearised at `predicted`."""
    holes = len(references.had_pawn)
    return _step(*_residuals(logs, gain, predicted, holes, limit), holes, terms, limit, _LOOSE)


def _step(
    residuals: Singles, derivatives: Singles, holes: int, terms: Floats, limit: float, prior_sd: Floats
) -> ColourTransform:
    """One robust Gauss-Newton step with a prior."""
    weights = _robust_weights(residuals, limit)
    effective = min(1.0, _EFFECTIVE_SIZE * holes / max(len(weights), 1))
    variance = ((residuals * residuals) @ weights) / max(float(weights.sum()), 1e-6)
    weight = weights * (np.float32(effective) / np.maximum(variance, np.float32(_RESIDUAL**2)))[:, None]
    weighted = derivatives * weight[:, None]
    covariance = np.asarray(
        np.linalg.inv(weighted @ derivatives.swapaxes(1, 2) + np.diag(prior_sd**-2.0)), np.float64
    )
    step = (weighted @ residuals[:, :, None])[..., 0] - terms / prior_sd**2
    updated = terms + (covariance @ step[..., None])[..., 0]
    return ColourTransform(
        np.minimum(np.maximum(updated, _LOWER), _UPPER),
        covariance,
        float(_robust_cost(residuals, limit).mean()),
    )


def _gain_correction(
    logs: Singles, gain: Singles, references: ReferenceColours, predicted: PredictedColours, limit: float
) -> Singles:
    """(3, holes) correction of the gain: the median residual of neighbouring holes."""
    holes = len(references.had_pawn)
    residuals, _ = _residuals(logs, gain, predicted, holes, limit)
    weights = _robust_weights(residuals, limit)
    total = np.bincount(predicted.hole, weights, minlength=holes) + 1e-6
    means = np.stack(
        [np.bincount(predicted.hole, weights * plane, minlength=holes) / total for plane in residuals]
    )
    return np.asarray(np.median(means[:, references.neighbours], axis=2), np.float32)


def _robust_weights(residuals: Singles, limit: float) -> Singles:
    return np.asarray(1 / (1 + (residuals * residuals).sum(axis=0) / np.float32(limit**2)) ** 2, np.float32)


def _robust_cost(residuals: Singles, limit: float) -> Singles:
    """(n) robust (bounded) residuals, 0 to 1."""
    square = (residuals * residuals).sum(axis=0)
    return np.asarray(square / (square + np.float32(limit**2)), np.float32)
