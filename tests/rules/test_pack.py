"""The pack: what is in it, and what is still to come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation_reader import read_cards

from toc_pi.errors import BadInput
from toc_pi.rules.game import UNKNOWN, in_order, pack_of, unseen, without, write_cards
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.ruleset import NAMES, load_ruleset

SIZES = {"toc": 52, "tock": 54, "tock-variant": 54, "tac-tik": 48, "quebec": 52, "saut": 54, "fadoq": 54}

cards = st.lists(st.sampled_from((*RANKS, UNKNOWN)), max_size=9).map(tuple)


def test_packs_have_the_sizes_of_the_rules() -> None:
    """RULES 3, the last line."""
    assert {name: len(pack_of(load_ruleset(name))) for name in NAMES} == SIZES


def test_house_rules_change_the_pack() -> None:
    """`joker-any` gives a pack without jokers two, `no-jokers` takes them away."""
    assert len(pack_of(load_ruleset("toc", ("joker-any",)))) == 54
    assert len(pack_of(load_ruleset("tock", ("no-jokers",)))) == 52


def test_a_fifth_ace_can_be_questioned() -> None:
    """The number of unseen cards becomes negative if too many were shown."""
    rules = load_ruleset("tock")
    left = unseen(rules, [Card("A")] * 3 + [Card("*"), UNKNOWN])
    assert (left[Card("A")], left[Card("*")], left[Card("K")]) == (1, 1, 4)
    assert unseen(rules, [Card("A")] * 5)[Card("A")] == -1


def test_a_card_of_another_pack_is_refused() -> None:
    """No kings in tac-tik."""
    with pytest.raises(BadInput, match="card K is not in this pack"):
        unseen(load_ruleset("tac-tik"), [Card("K")])


@given(cards)
def test_cards_are_read_as_they_were_written(hand: tuple[Card, ...]) -> None:
    """Order doesn't matter, unknown cards are counted."""
    assert read_cards(write_cards(hand)) == in_order(hand)


@given(cards)
def test_unknown_cards_stand_in_for_known_ones(hand: tuple[Card, ...]) -> None:
    """Each card laid down leaves one less, known or not."""
    for card in hand:
        assert len(without(hand, card)) == len(hand) - 1
    assert without((UNKNOWN, Card("2")), Card("K")) == ("2",)
    with pytest.raises(BadInput, match="card K is not among 2"):
        without((Card("2"),), Card("K"))
