"""Model of a family's own pack: embeddings of its cards, learned from confirmed cards.

A look is an embedding of LOOK numbers, of unit length, that the network computes beside its probabilities.
For each rank a few means of looks are kept (the four suits look different), older ones weighing less.

Sources: a class is represented by the means of a few looks (Snell et al., Prototypical Networks for Few-shot
Learning, 2017), of unit length (Wang et al., SimpleShot, 2019); these are added to the logits of the
trained network (Zhang et al., Tip-Adapter, 2022), here as the logarithm of a likelihood ratio, which is a
measured line of the similarity (Brümmer and du Preez, Application-independent evaluation of speaker
detection, 2006). `research/measure.py pack` measures it.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from calibration.arrays import Floats
from toc_pi.errors import Faults
from toc_pi.events import RANKS, Card

LOOK = 64
"""Dimension of a look."""
MOST_MEANS = 8
"""Maximum number of means per rank."""
JOIN = 0.96
"""Similarity above which a look is merged into a mean."""
FADE = 0.96
"""Factor on the weights of a rank's means when another look of it is learned."""
LEAST, MOST = 0.2, 12.0
"""Weight below which a mean is dropped, and largest weight."""
SLOPE, MIDDLE = 16.0, 0.8
"""The line of a rank's log likelihood ratio over the similarity of its nearest mean: slope and zero."""
BOUND = 3.0
"""Largest absolute ratio: low enough that a pack exchanged for another one misleads nobody."""
ALIKE = 0.96
"""Similarity of two ranks' means above which they can't be distinguished; readable packs stay below."""
VERSION = 1


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of similar looks.

    Attributes:
        look: unit vector, with 16-bit precision.
        weight: effective number of looks in it.
    """

    look: tuple[float, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class FamilyPack:
    """The learned model of a pack.

    Attributes:
        network: the name of the network that made the looks; others' looks aren't comparable.
        means: of each confirmed rank, heaviest first.
    """

    network: str = ""
    means: Mapping[Card, tuple[Mean, ...]] = field(default_factory=dict)

    def of_network(self, name: str) -> "FamilyPack":
        """This pack, if that network made it; else an empty one."""
        return self if self.network == name else FamilyPack(name)


UNKNOWN_PACK = FamilyPack()
"""A pack without any learned card."""


def with_look(pack: FamilyPack, rank: Card, look: Floats) -> FamilyPack:
    """A pack updated by a look, (LOOK,), of a rank; unchanged if the look has no direction."""
    length = float(np.linalg.norm(look))
    if not (math.isfinite(length) and length > 0):
        return pack
    new = np.asarray(look, np.float64) / length
    means = [replace(each, weight=each.weight * FADE) for each in pack.means.get(rank, ())]
    near = [float(np.dot(new, each.look)) for each in means]
    at = int(np.argmax(near)) if near else -1
    if near and (near[at] >= JOIN or len(means) == MOST_MEANS):
        old = means[at]
        means[at] = Mean(_direction(old.weight * np.array(old.look) + new), min(old.weight + 1.0, MOST))
    else:
        means.append(Mean(_direction(new)))
    kept = sorted((each for each in means if each.weight >= LEAST), key=lambda each: -each.weight)
    return replace(pack, means={**pack.means, rank: tuple(kept)})


def _direction(look: Floats) -> tuple[float, ...]:
    unit = look / np.linalg.norm(look)
    return tuple(round(float(each), 4) for each in unit.astype(np.float16))


def combined(pack: FamilyPack, shares: Floats, look: Floats) -> Floats:
    """The network's probabilities, combined with the pack's evidence.

    Args:
        shares: (len(RANKS) + 1) of each rank, and of no card's face.
        look: (LOOK,).

    Returns:
        Probabilities that sum to one; `shares` itself if the pack has no evidence.
    """
    length = float(np.linalg.norm(look))
    if not pack.means or not (math.isfinite(length) and length > 0):
        return shares
    logs = np.log(np.maximum(shares, 1e-9))
    for rank, means in pack.means.items():
        nearest = max(float(np.dot(look, each.look)) for each in means) / length
        logs[RANKS.index(rank)] += min(max(SLOPE * (nearest - MIDDLE), -BOUND), BOUND)
    found = np.exp(logs - logs.max())
    return np.asarray(found / found.sum())


def alike(pack: FamilyPack) -> tuple[tuple[Card, Card], ...]:
    """The pairs of ranks with looks that can't be distinguished."""
    known = {rank: np.array([each.look for each in means]) for rank, means in pack.means.items()}
    order = sorted(known, key=RANKS.index)
    return tuple((a, b) for a, b in combinations(order, 2) if (known[a] @ known[b].T).max() >= ALIKE)


def pack_json(pack: FamilyPack) -> dict[str, Any]:
    """A pack as stored: numbers only."""
    looks = {
        rank: [{"weight": round(each.weight, 3), "look": list(each.look)} for each in pack.means[rank]]
        for rank in RANKS
        if rank in pack.means
    }
    return {"version": VERSION, "network": pack.network, "looks": looks}


def pack_of(found: Any) -> FamilyPack:
    """Parse a pack written by `pack_json`.

    Raises:
        BadInput: it is invalid; lists every fault.
    """
    faults = Faults()
    content = found if isinstance(found, dict) else {}
    network, looks = content.get("network"), content.get("looks")
    if content.get("version") != VERSION or not isinstance(network, str) or not isinstance(looks, dict):
        faults.fault("not a pack of cards")
        looks = {}
    for rank, means in looks.items():
        if rank not in RANKS:
            faults.fault("looks of {rank}; allowed are {ranks}", rank=rank, ranks=" ".join(RANKS))
        elif not isinstance(means, list) or not 0 < len(means) <= MOST_MEANS or not all(map(_is_mean, means)):
            faults.fault("looks of {rank} that aren't directions of {count} numbers", rank=rank, count=LOOK)
    faults.refuse()
    means_of = {Card(rank): tuple(_means(means)) for rank, means in looks.items()}
    return FamilyPack(str(network), means_of)


def _means(rows: list[Any]) -> Iterator[Mean]:
    for row in rows:
        yield Mean(tuple(map(float, row["look"])), float(row["weight"]))


def _is_mean(row: Any) -> bool:
    """Whether a stored row is a mean: a weight and a direction."""
    if not isinstance(row, dict) or set(row) != {"weight", "look"} or not isinstance(row["look"], list):
        return False
    numbers = [row["weight"], *row["look"]]
    if len(row["look"]) != LOOK or not all(type(each) in (int, float) for each in numbers):
        return False
    return 0 < row["weight"] <= MOST and abs(math.hypot(*row["look"]) - 1) < 0.01
