"""Earlier probabilities of a hole's contents, as a prior where the current picture shows little of it."""

from collections.abc import Mapping, Set

_FLOOR, _CEILING = 0.02, 0.9  # limits of earlier probabilities: a pawn may have come or gone since

Odds = Mapping[str, float]


def apply_temporal_prior(
    now: Mapping[str, Odds], visible: Mapping[str, float], doubtful: Set[str], before: Mapping[str, Odds]
) -> dict[str, Odds]:
    """Combine current probabilities with earlier ones, as far as a hole is hidden.

    A hole in full view isn't changed, however doubtful: the memory of an empty hole mustn't outweigh a black
    pawn on black paint. Whether it looks as it did is weighed in `hole_changes`.

    Args:
        now: probabilities of every hole's pawns ("" for none), from this picture alone.
        visible: share of each hole that is in view, 0 to 1.
        doubtful: the holes to combine; the others stay as they are.
        before: earlier probabilities; holes left out have none.

        Returns:
            The probabilities of every hole, each row adding up to 1.
    """
    return {
        hole: _blend(row, visible[hole], before[hole]) if hole in doubtful and hole in before else row
        for hole, row in now.items()
    }


def _blend(now: Odds, visible: float, before: Odds) -> Odds:
    hidden = 1.0 - visible
    weight = {
        pawn: chance**visible * min(max(before.get(pawn, 0.0), _FLOOR), _CEILING) ** hidden
        for pawn, chance in now.items()
    }
    total = sum(weight.values())
    return {pawn: value / total for pawn, value in weight.items()}
