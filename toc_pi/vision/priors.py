"""Evidence beyond a single picture: a hole's earlier appearance, and the number of pawns of each seat.

A doubtful hole is compared with itself when it was last read with certainty. This needs no model of boards or
pawns: a black peg on black paint is hard to see, its arrival isn't. Colours are compared only where nothing
in other holes has come, gone or been in front. If little of a hole is visible, its earlier probabilities are
the prior.

An empty camp hole that was never seen empty may look just like its pawn. Five pawns of one seat are one too
many, and the least certain is the likeliest false positive. (This is counting, not knowledge of the rules.)
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.sampling_grid import SamplingGrids
from calibration.arrays import Floats, Indices, Mask, Singles
from calibration.board.board import Board
from calibration.holes import PAWNS_A_SEAT, seats_of
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.decision import SURE, SURELY_EMPTY, UNSURE, Decision, normalise
from toc_pi.vision.evidence import Evidence
from toc_pi.vision.planes import ROUGH, counts, misfit_of, ratio_noise

_FLOOR, _CEILING = 0.02, 0.9  # limits of earlier probabilities: a pawn may have come or gone since


def apply_temporal_prior(log: Floats, visible: Floats, before: Floats) -> Floats:
    """Combine current probabilities with earlier ones, weighted by how much of a hole is hidden.

    A fully visible hole isn't changed, however doubtful: the memory of an empty hole mustn't outweigh a black
    pawn on black paint. `apply_hole_changes` evaluates whether it looks as before.

    Args:
        log: (k, contents) log probabilities from this picture alone.
        visible: (k) share of each hole that is in view, 0 to 1.
        before: (k, contents) earlier log probabilities.
    """
    shown = visible[:, None]
    return normalise(shown * log + (1.0 - shown) * before.clip(np.log(_FLOOR), np.log(_CEILING)))


# Standard deviation of an unchanged point's ratios, without noise: small shifts, light, compression.
_SPREAD = (0.12, 0.09, 0.09)

_ODDS, _BY_MISFIT, _BY_USUAL = -4.8, 2.64, -2.06
"""Log odds that a doubtful hole has changed: constant, per mean misfit of its points, per usual misfit.

Fitted by logistic regression, with the odds of the present picture as offset, to 907 doubtful holes, 254 of
them changed, in thirteen re-recorded films of seven clips. A later fit, to 3,519 doubtful holes of 35 films
of all eight clips, gave -4.81, 1.89, -1.79.
"""

_MAX_UNCHANGED, _MAX_CHANGED = 2.5, 1.5
"""Limits of these log odds: that a hole hasn't changed, and that it has.

That it looks as before has few other causes; that it looks otherwise may also be a shadow or compression. On
1,267 doubtful holes of nineteen such films 436 become sure with these limits, none wrongly; the mean log loss
is 0.42, 0.76 without the comparison. On the 3,519 of 35 films: 1,486, none wrongly, 0.21 and 0.68. With 3.0
for the first, one of the 1,267 is wrong; with 2.5 for the second, dark pegs in a strongly compressed film
were surely read as empty.
"""

_USUAL = 0.95  # quantile of the misfits of certainly unchanged holes that counts as usual
_MIN_HOLES = 6  # certainly unchanged holes
_MIN_POINTS = 8  # comparable points of a hole
_MIN_VISIBLE = 0.3  # visible share of a hole


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceAppearance:
    """The appearance of each hole when it was last read with certainty.

    Attributes:
        grids: the sampling grids.
        content: (holes) its content as in `Decision`; `UNSURE` if it was never certain.
        others: (holes, holes) the content of all holes then, one row for each hole.
        ratios: (3, holes, POINTS) float32, brightness, red to green and blue to green, logarithms.
        noise_variance: (holes, POINTS) float32, variance of the sensor's noise, relative to brightness.
        light: (3, holes) the light around it, as ratios.
    """

    grids: SamplingGrids
    content: Indices
    others: Indices
    ratios: Singles
    noise_variance: Singles
    light: Singles


def update_last_sure(
    last: ReferenceAppearance | None, evidence: Evidence, model: AppearanceModel, content: Indices
) -> ReferenceAppearance:
    """Update the reference appearance of holes that are certain now; `content` as in `Decision`."""
    sure, light = content != UNSURE, _light(evidence, model)
    now = ReferenceAppearance(
        model.grids,
        content,
        np.where(sure[:, None], content, UNSURE),
        evidence.ratios,
        evidence.noise_variance,
        light,
    )
    if sure.all() or last is None or last.grids is not model.grids:
        return now
    row = sure[:, None]
    return ReferenceAppearance(
        model.grids,
        np.where(sure, content, last.content),
        np.where(row, content, last.others),
        np.where(row, evidence.ratios, last.ratios),
        np.where(row, evidence.noise_variance, last.noise_variance),
        np.where(sure, light, last.light),
    )


def apply_hole_changes(
    decision: Decision, evidence: Evidence, model: AppearanceModel, last: ReferenceAppearance | None
) -> Decision:
    """Combine the odds of doubtful holes in one picture with whether they look as when last certain."""
    if last is None or last.grids is not model.grids:
        return decision
    now, first = decision.content, model.points.first
    doubtful = (now == UNSURE) & (last.content != UNSURE) & (decision.visible >= _MIN_VISIBLE)
    unchanged = (now != UNSURE) & (now == last.content)
    if not doubtful.any() or np.count_nonzero(unchanged) < _MIN_HOLES:
        return decision
    misfit = _misfit(evidence, model, last)
    mean = np.add.reduceat(misfit, first[:-1]) / counts(first)
    usual = float(np.quantile(mean[unchanged], _USUAL))
    log, compared = decision.log.copy(), np.zeros_like(decision.sure)
    for index in np.flatnonzero(doubtful).tolist():
        points = _comparable(index, now, last.others[index], model)
        if np.count_nonzero(points) >= _MIN_POINTS:
            own = float(misfit[first[index] : first[index + 1]][points].mean())
            changed = _ODDS + _BY_MISFIT * own + _BY_USUAL * usual
            log[index, last.content[index]] -= min(max(changed, -_MAX_UNCHANGED), _MAX_CHANGED)
            compared[index] = True
    log = normalise(log)
    return replace(
        decision,
        log=log,
        sure=decision.sure | (compared & (log.max(axis=1) >= np.log(SURE))),
        occupied=np.where(compared, log[:, 0] <= np.log(1.0 - SURE), decision.occupied),
    )


def _light(evidence: Evidence, model: AppearanceModel) -> Singles:
    """(3, holes) the light around each hole: brightness, red to green, blue to green, logarithms."""
    blue, green, red = evidence.gain + model.empty.surrounding_logs.mean(axis=2)
    return np.stack([(blue + green + red) / 3, red - green, blue - green])


def _misfit(evidence: Evidence, model: AppearanceModel, last: ReferenceAppearance) -> NDArray[np.float32]:
    """(n) squared misfit of each point on a body between then and now, in its expected variance, capped."""
    light = _light(evidence, model) - last.light
    then = (last.ratios + light[:, :, None]).reshape(3, -1).take(model.points.flat, 1)
    now = evidence.ratios.reshape(3, -1).take(model.points.flat, 1)
    noise = (evidence.noise_variance + last.noise_variance).ravel().take(model.points.flat)
    wide = np.array(_SPREAD, np.float32)[:, None] ** 2 + ratio_noise(noise)
    wide += np.float32(ROUGH**2) * model.roughness.reshape(3, -1).take(model.points.flat, 1)
    return misfit_of(then, now, wide)


def _comparable(index: int, now: Indices, then: Indices, model: AppearanceModel) -> Mask:
    """Which points of a hole show neither a nearer pawn nor a change in another hole."""
    points = np.ones(int(model.points.first[index + 1] - model.points.first[index]), np.bool_)
    for link in model.overlaps[index]:
        content = now[link.hole]
        if content == UNSURE or content != then[link.hole] or (link.nearer and content > 0):
            points[link.points] = False
    return points


_POSSIBLE = 0.05  # pawns with a lower probability are ignored
_COUNT_TEMPERING = 0.7  # tempering exponent of odds that contradict each other
_CROWDED = 2.0  # expected pawns per possible pawn from which the whole picture is doubtful
_ODDS_BOUND = 55.0  # bound of all log odds
_COUNT_ROUNDS = 8  # at most; thirty give the same in 2,880 readings of eight clips, plain and spoiled
_SETTLED = 1e-2  # change of a count's log factor from which another round is needed


def pawn_limits(board: Board) -> Mapping[str, int]:
    """How many pawns each seat can have; empty for another game."""
    return dict.fromkeys(map(str, seats_of(board.seats)), PAWNS_A_SEAT)


def condition_on_counts(decision: Decision, limits: Mapping[str, int], guessed: Mask) -> Decision:
    """Condition the probabilities of all holes on the number of pawns of each name.

    Args:
        limits: maximum number of pawns of each name; others are unlimited.
        guessed: (holes) which were never seen empty, where false positives are likely.

    Returns:
        The same with conditional probabilities. A surely occupied hole may become unsure, and empty only if
        it was never seen empty. A pawn that shows only white is identified as the one that isn't elsewhere,
        if its hole was seen empty before. Something that looks like neither board nor pawn stays unsure,
        unless the board there was inpainted. So does a doubtful hole that was never seen empty if far too
        many holes may hold its pawn: then the light causes the doubt, and the count is no evidence.
    """
    most = np.array([limits.get(name, len(decision.names)) for name in decision.contents])
    chances, was = decision.chances, decision.log.argmax(axis=1)
    possible = chances > _POSSIBLE
    too_many = possible & (possible.sum(axis=0) > most)
    some_pawn = ~decision.sure & decision.occupied & ~guessed
    counted = too_many.any(axis=1) | some_pawn
    if not counted.any():
        return decision
    here = decision.sure[:, None] & (was[:, None] == np.arange(len(most)))
    # Pawns that are all surely elsewhere are ruled out; only the likeliest of them may be one too many.
    elsewhere = np.where(counted[:, None] & (here.sum(axis=0) >= most) & ~here, chances, 0.0)
    rival = too_many & (elsewhere == elsewhere.max(axis=1, keepdims=True))
    ruled_out = (elsewhere > 0) & ~rival
    left = np.where(ruled_out, SURELY_EMPTY, decision.log)
    log = normalise(left + _count_factors(left, too_many & ~ruled_out, most))
    content = log.argmax(axis=1)
    certain = counted & (log.max(axis=1) >= np.log(SURE))
    expected = np.where(possible, chances, 0.0).sum(axis=0)
    crowded = (possible & (expected > _CROWDED * most)).any(axis=1)
    kept = decision.sure & (~counted | (certain & (content == was)))
    identified = certain & (content > 0) & some_pawn
    doubtful = np.where(guessed, crowded & ~here[:, 1:].any(axis=1), decision.maybe_unknown)
    emptied = certain & (content == 0) & (guessed | ~decision.sure) & ~doubtful
    return replace(decision, log=log, sure=kept | identified | emptied)


def _count_factors(log: Floats, too_many: Mask, most: Indices) -> Floats:
    """(holes, contents) the log factors by which the numbers of pawns change weights: all seats at once.

    This is loopy belief propagation between holes, each with one content, and contents, each in at most
    `most` of the holes marked in `too_many`: a factor is one count's evidence, given the others.
    """
    factors = np.zeros_like(log)
    others = 1.0 - np.eye(log.shape[1])
    pawns = too_many.any(axis=0)
    block = np.ix_(too_many.any(axis=1), pawns)
    for _ in range(_COUNT_ROUNDS):
        odds = log - np.log(np.exp(log + factors) @ others)
        own = np.where(too_many, odds.clip(-_ODDS_BOUND, _ODDS_BOUND), -np.inf)[block]
        change = condition_on_limit(own.T, most[pawns]).T - own
        updated = np.where(too_many[block], change, 0.0)
        settled = np.allclose(updated, factors[block], atol=_SETTLED)
        factors[block] = updated
        if settled:
            break
    return factors


def condition_on_limit(log_odds: Floats, limit: Indices) -> Floats:
    """Log odds of independent events given that at most `limit` of them are true, from (…, n) log odds.

    The number of true events has a Poisson binomial distribution. If the odds contradict the limit, they must
    be overconfident, so they are tempered.
    """
    both = np.stack([log_odds, _COUNT_TEMPERING * log_odds])
    yes, no = 1.0 / (1.0 + np.exp(-both)), 1.0 / (1.0 + np.exp(both))
    # Axes: plain and tempered, …, the event left out, the number of true others.
    count = np.zeros((*both.shape, int(limit.max(initial=0)) + 1))
    count[..., 0] = 1.0
    for index in range(both.shape[-1]):
        updated = count * no[..., index, None, None]
        updated[..., 1:] += count[..., :-1] * yes[..., index, None, None]
        updated[..., index, :] = count[..., index, :]
        count = updated
    room = limit[..., None, None] - np.arange(count.shape[-1])
    cases = np.stack([yes * (count * (room > 0)).sum(axis=-1), no * (count * (room >= 0)).sum(axis=-1)])
    total = cases.sum(axis=0)
    possible = total[0, ..., -1:]
    cases /= np.maximum(total, np.finfo(float).tiny)
    mixed = np.log(np.maximum(possible * cases[:, 0] + (1.0 - possible) * cases[:, 1], np.exp(-_ODDS_BOUND)))
    return np.asarray(mixed[0] - mixed[1])
