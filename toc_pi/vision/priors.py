"""Evidence beyond a single picture: a hole's earlier appearance, and the number of pawns of each seat.

A doubtful hole is compared with itself when it was last read with certainty. This needs no model of boards or
pawns: a black peg on black paint is hard to see, its arrival isn't. Colours are compared only where nothing
in other holes has come, gone or been in front. If little of a hole is visible, its earlier probabilities are
the prior.

An empty camp hole that was never seen empty may look just like its pawn. Five pawns of one seat are one too
many, and the least certain is the likeliest false positive. (This is counting, not knowledge of the rules.)
"""

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.appearance.sampling_grid import SamplingGrids
from calibration.arrays import Floats, Mask, Singles
from calibration.board.board import Board
from calibration.holes import PAWNS_A_SEAT, seats_of
from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.decision import SURE, Decision
from toc_pi.vision.evidence import Evidence
from toc_pi.vision.planes import ROUGH, capped_misfit, counts, ratio_noise

_FLOOR, _CEILING = 0.02, 0.9  # limits of earlier probabilities: a pawn may have come or gone since

PawnProbabilities = Mapping[str, float]


def apply_temporal_prior(
    now: Mapping[str, PawnProbabilities],
    visible: Mapping[str, float],
    doubtful: Set[str],
    before: Mapping[str, PawnProbabilities],
) -> dict[str, PawnProbabilities]:
    """Combine current probabilities with earlier ones, weighted by how much of a hole is hidden.

    A fully visible hole isn't changed, however doubtful: the memory of an empty hole mustn't outweigh a black
    pawn on black paint. `apply_hole_changes` evaluates whether it looks as before.

    Args:
        now: probabilities of every hole's pawns ("" for none), from this picture alone.
        visible: share of each hole that is in view, 0 to 1.
        doubtful: the holes to combine; the others stay as they are.
        before: earlier probabilities; holes left out have none.
    """
    return {
        hole: _blend(row, visible[hole], before[hole]) if hole in doubtful and hole in before else row
        for hole, row in now.items()
    }


def _blend(now: PawnProbabilities, visible: float, before: PawnProbabilities) -> PawnProbabilities:
    hidden = 1.0 - visible
    weight = {
        pawn: chance**visible * min(max(before.get(pawn, 0.0), _FLOOR), _CEILING) ** hidden
        for pawn, chance in now.items()
    }
    total = sum(weight.values())
    return {pawn: value / total for pawn, value in weight.items()}


Contents = NDArray[np.int8]

_UNSURE = -1
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
        content: (holes) its content: index among the pawns' names, from 1; 0 empty; -1 never certain.
        others: (holes, holes) the content of all holes then, one row for each hole.
        ratios: (3, holes, POINTS) float32, brightness, red to green and blue to green, logarithms.
        noise_variance: (holes, POINTS) float32, variance of the sensor's noise, relative to brightness.
        light: (3, holes) the light around it, as ratios.
    """

    grids: SamplingGrids
    content: Contents
    others: Contents
    ratios: Singles
    noise_variance: Singles
    light: Singles


@dataclass(frozen=True, slots=True)
class HoleChanges:
    """Change of doubtful holes since they were last read with certainty.

    Attributes:
        misfit: mean squared misfit of each hole's comparable points.
        before: the content of the doubtful holes then, "" for empty.
        usual: the misfit that few of the certainly unchanged holes exceed.
    """

    misfit: Mapping[str, float]
    before: Mapping[str, str]
    usual: float


def update_last_sure(
    last: ReferenceAppearance | None, evidence: Evidence, model: AppearanceModel, holes: Mapping[str, str]
) -> ReferenceAppearance:
    """Update the reference appearance of holes that are certain now: the content of each, "" for empty."""
    content, light = _content(holes, model), _light(evidence, model)
    sure = content != _UNSURE
    if sure.all() or last is None or last.grids is not model.grids:
        others = np.where(sure[:, None], content, np.int8(_UNSURE))
        return ReferenceAppearance(
            model.grids, content, others, evidence.ratios, evidence.noise_variance, light
        )
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
    changes = None if last is None else measure_changes(decision, evidence, model, last)
    if changes is None:
        return decision
    rows = {}
    for hole, misfit in changes.misfit.items():
        odds = _ODDS + _BY_MISFIT * misfit + _BY_USUAL * changes.usual
        odds = min(max(odds, -_MAX_UNCHANGED), _MAX_CHANGED)
        rows[hole] = with_change(decision.probability[hole], changes.before[hole], odds)
    # Consequences of these probabilities.
    likeliest = {hole: max(row, key=row.__getitem__) for hole, row in rows.items()}
    sure = {hole: pawn for hole, pawn in likeliest.items() if rows[hole][pawn] >= SURE}
    occupied = {hole for hole, row in rows.items() if row[""] <= 1.0 - SURE}
    return replace(
        decision,
        holes={**decision.holes, **{hole: pawn for hole, pawn in sure.items() if pawn}},
        unsure=decision.unsure - sure.keys(),
        probability={**decision.probability, **rows},
        occupied=(decision.occupied - rows.keys()) | occupied,
    )


def measure_changes(
    decision: Decision, evidence: Evidence, model: AppearanceModel, last: ReferenceAppearance
) -> HoleChanges | None:
    """The change of doubtful holes since they were last certain; None if unknown."""
    if last.grids is not model.grids:
        return None
    names = model.grids.names
    unsure = decision.unsure
    now = _content({hole: decision.holes.get(hole, "") for hole in names if hole not in unsure}, model)
    doubtful = np.flatnonzero((now == _UNSURE) & (last.content != _UNSURE)).tolist()
    unchanged = (now != _UNSURE) & (now == last.content)
    if not doubtful or np.count_nonzero(unchanged) < _MIN_HOLES:
        return None
    misfit = _misfit(evidence, model, last)
    mean = np.add.reduceat(misfit, model.points.first[:-1]) / counts(model.points.first)
    found: dict[str, float] = {}
    for index in doubtful:
        points = _comparable(index, now, last.others[index], model)
        if decision.visible[names[index]] >= _MIN_VISIBLE and np.count_nonzero(points) >= _MIN_POINTS:
            own = misfit[model.points.first[index] : model.points.first[index + 1]]
            found[names[index]] = float(own[points].mean())
    kinds = ("", *model.calibration.looks.names)
    before = {names[index]: kinds[last.content[index]] for index in doubtful}
    return HoleChanges(found, before, float(np.quantile(mean[unchanged], _USUAL)))


def _content(holes: Mapping[str, str], model: AppearanceModel) -> Contents:
    """(holes) the content of each, as in `ReferenceAppearance`."""
    kinds = {name: number for number, name in enumerate(("", *model.calibration.looks.names))}
    return np.array([kinds[holes[name]] if name in holes else _UNSURE for name in model.grids.names], np.int8)


def _light(evidence: Evidence, model: AppearanceModel) -> Singles:
    """(3, holes) the light around each hole: brightness, red to green, blue to green, logarithms."""
    blue, green, red = evidence.gain + model.empty.surrounding_logs.mean(axis=2)
    return np.stack([(blue + green + red) / 3, red - green, blue - green])


def _misfit(evidence: Evidence, model: AppearanceModel, last: ReferenceAppearance) -> NDArray[np.float32]:
    """(n) squared misfit of each point on a body between then and now, in its expected variance, capped."""
    light = _light(evidence, model) - last.light
    apart = (evidence.ratios - last.ratios - light[:, :, None]).reshape(3, -1).take(model.points.flat, 1)
    noise = (evidence.noise_variance + last.noise_variance).ravel().take(model.points.flat)
    wide = np.array(_SPREAD, np.float32)[:, None] ** 2 + ratio_noise(noise)
    wide += np.float32(ROUGH**2) * model.roughness.reshape(3, -1).take(model.points.flat, 1)
    return capped_misfit(apart, wide)


def _comparable(index: int, now: Contents, then: Contents, model: AppearanceModel) -> Mask:
    """Which points of a hole show neither a nearer pawn nor a change in another hole."""
    points = np.ones(int(model.points.first[index + 1] - model.points.first[index]), np.bool_)
    for link in model.overlaps[index]:
        content = now[link.hole]
        if content == _UNSURE or content != then[link.hole] or (link.nearer and content > 0):
            points[link.points] = False
    return points


def with_change(row: Mapping[str, float], was: str, odds: float) -> Mapping[str, float]:
    """A hole's probabilities, given the log odds that its content has changed."""
    weight = {pawn: chance if pawn == was else chance * float(np.exp(odds)) for pawn, chance in row.items()}
    total = sum(weight.values())
    return {pawn: value / total for pawn, value in weight.items()}


_POSSIBLE = 0.05  # pawns with a lower probability are ignored
_COUNT_TEMPERING = 0.7  # tempering exponent of odds that contradict each other
_CROWDED = 2.0  # expected pawns per possible pawn from which the whole picture is doubtful
_ODDS_BOUND = 1e24  # bound of all odds


def pawn_limits(board: Board) -> Mapping[str, int]:
    """How many pawns each seat can have; empty for another game."""
    return dict.fromkeys(map(str, seats_of(board.seats)), PAWNS_A_SEAT)


def condition_on_counts(
    decision: Decision, limits: Mapping[str, int], guessed: Set[str] = frozenset()
) -> Decision:
    """Condition the probabilities of all holes on the number of pawns of each name.

    Args:
        limits: maximum number of pawns of each name; others are unlimited.
        guessed: holes that were never seen empty, where false positives are likely.

    Returns:
        The same with conditional probabilities. A surely occupied hole may become unsure, and empty only if
        it was never seen empty. A pawn that shows only white is identified as the one that isn't elsewhere,
        if its hole was seen empty before. Something that looks like neither board nor pawn stays unsure,
        unless the board there was inpainted. So does a doubtful hole that was never seen empty if far too
        many holes may hold its pawn: then the light causes the doubt, and the count is no evidence.
    """
    count = Counter(decision.holes.values())
    complete = {pawn for pawn, limit in limits.items() if count[pawn] >= limit}
    odds: dict[str, Mapping[str, float]] = {}
    crowded: set[str] = set()
    doubtful = {hole: row for hole, row in decision.probability.items() if row[""] < 1.0 - _POSSIBLE / 2}
    for pawn, limit in limits.items():
        rows = {hole: odds.get(hole, row) for hole, row in doubtful.items() if row[pawn] > _POSSIBLE}
        if sum(row[pawn] for row in rows.values()) > _CROWDED * limit:
            crowded |= rows.keys()
        if len(rows) > limit:
            left = {
                hole: _renormalise_without(row, complete - {pawn, decision.holes.get(hole, "")})
                for hole, row in rows.items()
            }
            chances = condition_on_limit(np.array([_odds_of(row, pawn) for row in left.values()]), limit)
            odds |= {
                hole: _with_probability(left[hole], pawn, p)
                for hole, p in zip(rows, chances.tolist(), strict=True)
            }
    some_pawn = (decision.unsure & decision.occupied) - guessed
    for hole in some_pawn - odds.keys():
        odds[hole] = _renormalise_without(decision.probability[hole], complete)
    if not odds:
        return decision
    weak = {hole for hole in odds if max(odds[hole].values()) < SURE}
    refuted = {hole for hole, pawn in decision.holes.items() if hole in odds and odds[hole][pawn] < SURE}
    identified = {hole: max(odds[hole], key=odds[hole].__getitem__) for hole in odds.keys() & some_pawn}
    identified = {hole: pawn for hole, pawn in identified.items() if pawn and odds[hole][pawn] >= SURE}
    empty = {hole for hole in odds.keys() & (decision.unsure | guessed) if odds[hole][""] >= SURE} - (
        (decision.maybe_unknown - guessed) | (crowded & guessed - decision.holes.keys())
    )
    return replace(
        decision,
        holes={hole: pawn for hole, pawn in decision.holes.items() if hole not in refuted} | identified,
        unsure=(decision.unsure | weak | refuted) - empty - identified.keys(),
        probability={**decision.probability, **odds},
    )


def condition_on_limit(odds: Floats, limit: int) -> Floats:
    """(n,) probabilities of independent events with (n,) odds, given that at most `limit` of them are true.

    If the odds contradict the limit, they must be overconfident, so they are tempered.
    """
    odds_in_bounds = np.clip(odds, 1.0 / _ODDS_BOUND, _ODDS_BOUND)
    plain, possible = _condition(odds_in_bounds, limit)
    tempered, _ = _condition(odds_in_bounds**_COUNT_TEMPERING, limit)
    return possible * plain + (1.0 - possible) * tempered


def _condition(odds: Floats, limit: int) -> tuple[Floats, float]:
    """Probabilities given the limit, and the probability of the limit: a Poisson binomial distribution."""
    yes, no = odds / (1.0 + odds), 1.0 / (1.0 + odds)
    # Axes: the event left out, the number of true others.
    count = np.zeros((len(odds), limit + 1))
    count[:, 0] = 1.0
    for index, (true, false) in enumerate(zip(yes, no, strict=True)):
        updated = count * false
        updated[:, 1:] += count[:, :-1] * true
        updated[index] = count[index]
        count = updated
    is_true, is_false = yes * count[:, :limit].sum(axis=1), no * count.sum(axis=1)
    total = is_true + is_false
    probabilities = np.divide(is_true, total, out=np.zeros_like(total), where=total > 0)
    return probabilities, float(total[-1]) if len(total) else 0.0


def _renormalise_without(row: Mapping[str, float], pawns: Set[str]) -> Mapping[str, float]:
    """A row without pawns that are certainly elsewhere, unless that leaves nothing."""
    left = {pawn: 0.0 if pawn in pawns else chance for pawn, chance in row.items()}
    total = sum(left.values())
    return {pawn: chance / total for pawn, chance in left.items()} if total > 1.0 / _ODDS_BOUND else row


def _odds_of(row: Mapping[str, float], pawn: str) -> float:
    return row[pawn] / max(_rest(row, pawn), 1.0 / _ODDS_BOUND)


def _with_probability(row: Mapping[str, float], pawn: str, chance: float) -> Mapping[str, float]:
    """A row with one pawn's probability set, the others keeping their proportions."""
    rest = _rest(row, pawn)
    if not rest:
        return {name: {pawn: chance, "": 1.0 - chance}.get(name, 0.0) for name in row}
    return {name: chance if name == pawn else value * (1.0 - chance) / rest for name, value in row.items()}


def _rest(row: Mapping[str, float], pawn: str) -> float:
    return sum(chance for name, chance in row.items() if name != pawn)
