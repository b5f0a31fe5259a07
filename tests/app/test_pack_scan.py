"""Laying a pack down for the camera to learn it: counting, putting right, and what is learned when."""

from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from toc_pi.app.cards.pack_scan import (
    JOKER,
    PackScan,
    drop,
    end,
    in_order,
    lay,
    name,
    take,
    to_learn,
)
from toc_pi.events import RANKS, Card, CardLaid


def sure(n: int, card: str) -> CardLaid:
    return CardLaid(float(n), n, {Card(card): 0.999}, Card(card))


def unsure(n: int, card: str) -> CardLaid:
    return CardLaid(float(n), n, {Card(card): 0.6, Card("K"): 0.4})


def laid(*cards: str, size: int = 52, order: tuple[Card, ...] = ()) -> PackScan:
    seen = (sure(n, card) for n, card in enumerate(cards, 1))
    return reduce(lay, seen, PackScan(size, order))


@given(st.permutations(in_order(54)))
def test_a_pack_in_any_order_is_complete_and_learned_whole(cards: list[Card]) -> None:
    laying, learned = PackScan(54), list[tuple[int, Card]]()
    for n, card in enumerate(cards, 1):
        assert not laying.complete
        after = lay(laying, sure(n, card))
        learned += to_learn(laying, after)
        laying = after
    assert laying.complete
    assert laying.done == 54
    assert learned == list(enumerate(cards, 1))


def test_a_card_is_learned_once_the_next_one_lies_there() -> None:
    one, two = laid("7"), laid("7", "8")
    assert list(to_learn(PackScan(52), one)) == []
    assert list(to_learn(one, two)) == [(1, "7")]
    assert list(to_learn(two, end(two))) == [(2, "8")]


def test_a_card_that_is_not_sure_is_asked_for_and_not_learned() -> None:
    laying = lay(laid("7"), unsure(2, "8"))
    assert (laying.last_state, laying.done) == ("ask", 1)
    assert list(to_learn(laying, lay(laying, sure(3, "9")))) == []
    named = name(laying, Card("8"))
    assert (named.last_state, named.done) == ("right", 2)
    assert list(to_learn(named, lay(named, sure(3, "9")))) == [(2, "8")]


def test_a_wrong_card_is_put_right() -> None:
    named = name(laid("7"), Card("A"))
    assert named.last_state == "right"
    assert list(to_learn(named, lay(named, sure(2, "9")))) == [(1, "A")]


def test_a_card_seen_again_keeps_its_name() -> None:
    named = name(lay(PackScan(52), unsure(1, "8")), Card("8"))
    assert lay(named, sure(1, "K")).cards[0].card == "8"


def test_a_fifth_card_of_a_rank_is_a_misreading_and_is_not_learned() -> None:
    five = laid(*"77777")
    assert (five.last_state, five.done) == ("too-many", 4)
    assert list(to_learn(five, end(five))) == []
    assert name(five, Card("A")).done == 5


def test_a_pack_of_52_has_no_joker() -> None:
    assert laid(JOKER).last_state == "too-many"
    assert laid(JOKER, JOKER, size=54).last_state == "right"


def test_in_the_told_order_an_unsure_card_is_what_the_order_says() -> None:
    laying = lay(PackScan(52, in_order(52)), unsure(1, "K"))
    assert (laying.last_state, laying.cards[0].card) == ("right", "A")


def test_in_the_told_order_another_card_surely_read_is_asked_for() -> None:
    laying = lay(PackScan(52, in_order(52)), sure(1, "K"))
    assert laying.last_state == "ask"
    assert list(to_learn(laying, lay(laying, sure(2, "2")))) == []
    assert name(laying, Card("A")).last_state == "right"


def test_a_card_taken_back_or_dropped_was_never_laid() -> None:
    assert take(laid("7", "8"), 2) == laid("7")
    assert drop(laid("7", "8")) == laid("7")
    assert drop(PackScan(52)) == name(PackScan(52), RANKS[0]) == PackScan(52)
