"""Joint probabilities of all holes, given that no seat has more pawns than it began with.

An empty camp hole that was never seen empty may look just like its pawn. Five pawns of one seat are one too
many, and the least certain is the likeliest to be none. (This is counting, not knowledge of the rules.)
"""

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import replace

import numpy as np

from calibration.arrays import Floats
from calibration.board.board import Board
from calibration.holes import PAWNS_A_SEAT, seats_of
from toc_pi.vision.decision import SURE, Decision

_POSSIBLE = 0.05  # pawns with a lower probability are ignored
_TEMPERING = 0.7  # tempering exponent of odds that contradict each other
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
        decision: each hole by itself.
        limits: how many pawns of a name there can be; names left out are unlimited.
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
            chances = condition_on_limit(np.array([_odds(row, pawn) for row in left.values()]), limit)
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
    """Probabilities of independent events, given that at most `limit` of them are true.

    Where the odds contradict that limit, they must be overconfident, so they are tempered.

    Args:
        odds: (n,) of each event, by itself.
        limit: 0 or more.

    Returns:
        (n,) probabilities, 0 to 1.
    """
    odds_in_bounds = np.clip(odds, 1.0 / _ODDS_BOUND, _ODDS_BOUND)
    plain, possible = _condition(odds_in_bounds, limit)
    tempered, _ = _condition(odds_in_bounds**_TEMPERING, limit)
    return possible * plain + (1.0 - possible) * tempered


def _condition(odds: Floats, limit: int) -> tuple[Floats, float]:
    """Probabilities given the limit, and the probability of the limit: a Poisson binomial distribution."""
    yes, no = odds / (1.0 + odds), 1.0 / (1.0 + odds)
    # Axes: which event is left out, how many of the others are true.
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
    """A row without pawns that surely are elsewhere, unless that leaves nothing."""
    left = {pawn: 0.0 if pawn in pawns else chance for pawn, chance in row.items()}
    total = sum(left.values())
    return {pawn: chance / total for pawn, chance in left.items()} if total > 1.0 / _ODDS_BOUND else row


def _odds(row: Mapping[str, float], pawn: str) -> float:
    return row[pawn] / max(_rest(row, pawn), 1.0 / _ODDS_BOUND)


def _with_probability(row: Mapping[str, float], pawn: str, chance: float) -> Mapping[str, float]:
    """A row with one pawn's probability set, the others keeping their proportions."""
    rest = _rest(row, pawn)
    if not rest:
        return {name: {pawn: chance, "": 1.0 - chance}.get(name, 0.0) for name in row}
    return {name: chance if name == pawn else value * (1.0 - chance) / rest for name, value in row.items()}


def _rest(row: Mapping[str, float], pawn: str) -> float:
    return sum(chance for name, chance in row.items() if name != pawn)
