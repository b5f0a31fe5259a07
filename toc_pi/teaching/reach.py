"""Which holes each rank can capture on, from each hole: attack tables for the evaluation.

An approximation that is good enough to estimate risk: it ignores blocked paths and splits that can't be
completed. Only `legal` gives what may really be played.
"""

from dataclasses import dataclass
from functools import lru_cache

from toc_pi.rules.engine import Engine
from toc_pi.rules.pack import JOKER
from toc_pi.rules.position import Card
from toc_pi.rules.use import Use
from toc_pi.rules.uses import uses_of


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """The attacks of a pawn on the track.

    Attributes:
        ranks: the ranks of the pack, in a fixed order.
        hits: [rank][hole], the mask of the track holes on which the rank captures from that hole.
        out: for each rank, whether it brings a pawn out (and captures on the start hole).
        good_for: for each rank, the features of `worth` that it adds when held in hand.
    """

    ranks: tuple[Card, ...]
    hits: tuple[tuple[int, ...], ...]
    out: tuple[bool, ...]
    good_for: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=64)
def reach_of(engine: Engine) -> Reach:
    """The attacks of each rank under a rule set at a table, cached."""
    ranks = tuple(engine.rules.cards)
    uses = [[use for use, _ in uses_of(engine.rules, rank)] for rank in ranks]
    length = engine.masks.length
    return Reach(
        ranks,
        tuple(tuple(_hits(engine, own, hole) for hole in range(length)) for own in uses),
        tuple(any(use.kind == "out" for use in own) for own in uses),
        tuple(_good_for(rank, own) for rank, own in zip(ranks, uses, strict=True)),
    )


# The feature of a kept card (see `worth`) by what the card can do.
_KEPT = {"out": "keep-out", "split": "keep-split", "back": "keep-back", "swap": "keep-swap"}


def _good_for(rank: Card, uses: list[Use]) -> tuple[str, ...]:
    kinds = {use.kind for use in uses}
    found = tuple(feature for kind, feature in _KEPT.items() if kind in kinds)
    return (*found, "keep-joker") if rank == JOKER else found


def _hits(engine: Engine, uses: list[Use], hole: int) -> int:
    m = engine.masks
    found = 0
    for use in uses:
        n = use.number
        if use.kind in ("forward", "any"):
            found |= 1 << (hole + n) % m.length
            found |= m.between(hole, n) if use.mows else 0
        elif use.kind == "back":
            found |= 1 << (hole - n) % m.length
            found |= m.between(hole - n, n) if use.mows else 0
        elif use.kind == "split":
            found |= m.between(hole, n + 1)
    return found
