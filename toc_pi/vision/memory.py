"""What a hole was seen to hold before, where the picture of now says little of it."""

from collections.abc import Mapping, Set

_FLOOR, _CEILING = 0.02, 0.9  # hidden or not, a pawn may have come or gone since

Odds = Mapping[str, float]


def recall(
    now: Mapping[str, Odds], seen: Mapping[str, float], doubtful: Set[str], before: Mapping[str, Odds]
) -> dict[str, Odds]:
    """Mix what was seen before into what is seen now, as far as a hole is hidden.

    What stands in full view speaks for itself, however doubtful: a black pawn on black paint mustn't be
    outvoted by the memory of an empty hole.

    Args:
        now: odds of every hole's pawns ("" for none), from this picture alone.
        seen: how much of each hole is in view, 0 to 1.
        doubtful: the holes to mix for; the others stay as they are.
        before: odds as they were thought of before; a hole that it doesn't name has no memory.

    Returns:
        The odds of every hole, each row adding up to 1.
    """
    return {
        hole: _mixed(row, seen[hole], before[hole]) if hole in doubtful and hole in before else row
        for hole, row in now.items()
    }


def _mixed(now: Odds, seen: float, before: Odds) -> Odds:
    hidden = 1.0 - seen
    weight = {
        pawn: chance**seen * min(max(before.get(pawn, 0.0), _FLOOR), _CEILING) ** hidden
        for pawn, chance in now.items()
    }
    total = sum(weight.values())
    return {pawn: value / total for pawn, value in weight.items()}
