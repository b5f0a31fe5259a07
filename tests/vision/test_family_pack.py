"""A family's pack: what is learned from confirmed looks, and what that changes about a reading."""

from functools import reduce

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.arrays import Floats
from toc_pi.errors import BadInput
from toc_pi.events import RANKS, Card
from toc_pi.vision.cards.family_pack import (
    BOUND,
    LOOK,
    MOST,
    MOST_MEANS,
    UNKNOWN_PACK,
    FamilyPack,
    alike,
    combined,
    pack_json,
    pack_of,
    with_look,
)
from toc_pi.vision.cards.laid_card import SURE

SEVEN, EIGHT = Card("7"), Card("8")
seeds = st.integers(0, 2**32 - 1)
ranks = st.sampled_from(RANKS)
MANY = len(RANKS) + 1


def some_look(rng: np.random.Generator) -> Floats:
    """A look as the network gives it: most numbers are 0."""
    return np.maximum(rng.normal(-0.5, 1, LOOK), 0)


def seen(look: Floats, rng: np.random.Generator, noise: float = 0.03) -> Floats:
    return look + rng.normal(0, noise, LOOK) * np.linalg.norm(look)


def some_shares(rng: np.random.Generator) -> Floats:
    return rng.dirichlet(np.full(MANY, 0.3))


def learned(*looks: tuple[Card, Floats]) -> FamilyPack:
    return reduce(lambda pack, one: with_look(pack, *one), looks, UNKNOWN_PACK)


@given(seeds)
def test_a_pack_that_knows_nothing_changes_nothing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shares = some_shares(rng)
    assert combined(UNKNOWN_PACK, shares, some_look(rng)) is shares


@given(seeds, st.lists(ranks, min_size=1, max_size=30))
def test_probabilities_stay_probabilities(seed: int, taught: list[Card]) -> None:
    rng = np.random.default_rng(seed)
    pack = learned(*((rank, some_look(rng)) for rank in taught))
    told = combined(pack, some_shares(rng), some_look(rng))
    assert told.sum() == pytest.approx(1)
    assert (told >= 0).all()


@given(seeds, st.lists(ranks, min_size=1, max_size=30))
def test_a_pack_never_overrules_the_network_by_more_than_its_bound(seed: int, taught: list[Card]) -> None:
    rng = np.random.default_rng(seed)
    pack = learned(*((rank, some_look(rng)) for rank in taught))
    shares = some_shares(rng) * 0.99 + 0.01 / MANY
    moved = np.log(combined(pack, shares, some_look(rng)) / shares)
    assert np.ptp(moved) <= 2 * BOUND + 1e-9


@given(seeds, st.lists(ranks, min_size=1, max_size=30), ranks)
def test_a_rank_surely_read_never_becomes_surely_another(seed: int, taught: list[Card], read: Card) -> None:
    rng = np.random.default_rng(seed)
    looks = [some_look(rng) for _ in range(3)]
    pack = learned(*((rank, looks[rng.integers(3)]) for rank in taught))
    shares = some_shares(rng) * (1 - SURE)
    shares[RANKS.index(read)] += SURE
    told = combined(pack, shares, looks[0])
    assert told.argmax() == RANKS.index(read) or told.max() < SURE


@given(seeds, st.permutations(range(12)))
def test_the_order_of_the_cards_matters_no_more_than_that_old_looks_fade(seed: int, order: list[int]) -> None:
    rng = np.random.default_rng(seed)
    kinds = [some_look(rng) for _ in range(6)]
    looks = [(RANKS[i % 3], seen(kinds[i % 6], rng, 0.01)) for i in range(12)]
    one, other = learned(*looks), learned(*(looks[i] for i in order))
    shares, look = some_shares(rng), seen(kinds[0], rng)
    assert combined(one, shares, look) == pytest.approx(combined(other, shares, look), abs=0.03)


@given(seeds)
def test_a_known_look_is_evidence_for_its_rank_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    look = some_look(rng)
    shares = np.full(MANY, 1 / MANY)
    told = combined(learned((SEVEN, look)), shares, seen(look, rng))
    assert told.argmax() == RANKS.index(SEVEN)
    others = np.delete(told, RANKS.index(SEVEN))
    assert others == pytest.approx(others[0])


@given(seeds, st.integers(1, 200))
def test_a_pack_stays_small_and_its_weights_bounded(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    pack = learned(*((SEVEN, some_look(rng)) for _ in range(count)))
    assert len(pack.means[SEVEN]) <= MOST_MEANS
    assert all(0 < each.weight <= MOST for each in pack.means[SEVEN])
    assert all(np.linalg.norm(each.look) == pytest.approx(1, abs=0.01) for each in pack.means[SEVEN])


def test_a_look_that_never_comes_again_fades_away() -> None:
    rng = np.random.default_rng(1)
    wrong, right = some_look(rng), some_look(rng)
    pack = learned((SEVEN, wrong), *((SEVEN, seen(right, rng, 0.01)) for _ in range(60)))
    assert len(pack.means[SEVEN]) == 1
    other = learned((SEVEN, wrong), *((EIGHT, right) for _ in range(60)))
    assert other.means[SEVEN] == learned((SEVEN, wrong)).means[SEVEN]  # other ranks' cards fade nothing


def test_what_a_learned_pack_tells_is_right_as_often_as_it_says() -> None:
    """Cards of packs whose ranks have looks of their own, and a network that is often wrong."""
    rng = np.random.default_rng(2)
    told, right = [], []
    for _ in range(60):
        kinds = {rank: some_look(rng) for rank in RANKS}
        pack = learned(*((rank, seen(kinds[rank], rng)) for rank in RANKS for _ in range(2)))
        for rank in RANKS:
            logits = rng.normal(0, 1, MANY)
            logits[RANKS.index(rank)] += 2
            shares = np.exp(logits) / np.exp(logits).sum()
            found = combined(pack, shares, seen(kinds[rank], rng, 0.05))
            told.append(found.max())
            right.append(found.argmax() == RANKS.index(rank))
    assert np.mean(right) >= np.mean(told) - 0.01
    assert np.mean(right) > 0.98


def test_ranks_that_look_the_same_are_told() -> None:
    rng = np.random.default_rng(3)
    six, seven = some_look(rng), some_look(rng)
    pack = learned((Card("6"), six), (SEVEN, seven), (EIGHT, seen(seven, rng, 0.005)))
    assert alike(pack) == ((SEVEN, EIGHT),)
    assert alike(learned((Card("6"), six), (SEVEN, seven))) == ()


@pytest.mark.parametrize("look", [np.zeros(LOOK), np.full(LOOK, np.nan), np.full(LOOK, np.inf)])
def test_what_is_no_direction_teaches_nothing_and_says_nothing(look: Floats) -> None:
    pack = learned((SEVEN, some_look(np.random.default_rng(4))))
    shares = np.full(MANY, 1 / MANY)
    assert with_look(pack, EIGHT, look) is pack
    assert combined(pack, shares, look) is shares


def test_looks_of_another_network_mean_nothing() -> None:
    pack = FamilyPack("old", learned((SEVEN, some_look(np.random.default_rng(5)))).means)
    assert pack.of_network("old") is pack
    assert pack.of_network("new") == FamilyPack("new")


@given(seeds, st.lists(ranks, max_size=60))
def test_a_pack_is_stored_and_read_again(seed: int, taught: list[Card]) -> None:
    rng = np.random.default_rng(seed)
    pack = learned(*((rank, some_look(rng)) for rank in taught))
    again = pack_of(pack_json(pack))
    assert pack_json(again) == pack_json(pack)


GOOD = pack_json(learned((SEVEN, some_look(np.random.default_rng(6)))))
LOOKS = GOOD["looks"]["7"]


@pytest.mark.parametrize(
    "found",
    [
        None,
        [],
        {**GOOD, "version": 99},
        {**GOOD, "network": 3},
        {**GOOD, "looks": {"11": LOOKS}},
        {**GOOD, "looks": {"7": []}},
        {**GOOD, "looks": {"7": LOOKS * (MOST_MEANS + 1)}},
        {**GOOD, "looks": {"7": [{"weight": 0.0, "look": LOOKS[0]["look"]}]}},
        {**GOOD, "looks": {"7": [{"weight": 1.0, "look": [0.0] * LOOK}]}},
        {**GOOD, "looks": {"7": [{"weight": 1.0, "look": LOOKS[0]["look"][1:]}]}},
        {**GOOD, "looks": {"7": [{"weight": True, "look": LOOKS[0]["look"]}]}},
        {**GOOD, "looks": {"7": [{"weight": 1.0, "look": ["0"] * LOOK}]}},
    ],
)
def test_what_is_no_pack_is_refused(found: object) -> None:
    with pytest.raises(BadInput):
        pack_of(found)
