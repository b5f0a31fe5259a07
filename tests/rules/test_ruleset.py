"""Rule sets as data: the seven, house rules, a family's file with its faults; what is left of a pack."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation_reader import read_cards

from toc_pi.errors import BadInput
from toc_pi.rules.game import UNKNOWN, in_order, pack_of, unseen, without, write_cards
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.ruleset import NAMES, house_rules, load_family, load_ruleset, ruleset_from
from toc_pi.rules.ruleset_content import PARAMETERS, Use


def uses(name: str, card: str, *house: str) -> list[str]:
    return [str(use) for use in load_ruleset(name, house).uses(Card(card))]


@pytest.mark.parametrize("name", NAMES)
def test_every_value_says_where_it_comes_from(name: str) -> None:
    rules = load_ruleset(name)
    assert set(rules.sources) >= {*PARAMETERS, *rules.cards}
    assert all(rules.sources.values())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rule", sorted(house_rules()))
def test_section_6_every_house_rule_goes_with_every_set(name: str, rule: str) -> None:
    assert load_ruleset(name, [rule]).house == (rule,)


def test_section_6_also_and_add_come_after_and_add_up() -> None:
    assert uses("toc", "J", "jack-pass", "jack-eleven") == ["swap", "11", "pass"]
    assert uses("saut", "A", "ace-eleven") == ["out", "1", "11"]
    assert load_ruleset("toc", ["five-free", "home-free"]).not_forced == {"5", "home"}


def test_section_6_the_king_mows_or_not_whatever_else_he_does() -> None:
    assert uses("tock", "K", "king-plain") == ["out", "13", "centre"]
    assert uses("quebec", "K", "king-mows") == ["out", "13 !"]
    assert Card("K") not in load_ruleset("tac-tik", ["king-mows"]).cards


def test_section_6_jokers_come_and_go() -> None:
    assert pack_of(load_ruleset("toc", ["joker-any"])).count(Card("*")) == 2
    assert load_ruleset("tock", ["joker-any"]).joker_again == "none"
    assert Card("*") not in pack_of(load_ruleset("tock", ["no-jokers"]))


@pytest.mark.parametrize(
    "house",
    [
        ("new-lap", "no-new-lap"),
        ("king-mows", "king-plain"),
        ("five-own", "five-any"),
        ("joker-any", "no-jokers"),
        ("no-pass", "no-pass-own"),
        ("jump-may", "no-jump"),
    ],
)
def test_section_6_two_that_contradict_are_refused_together(house: tuple[str, str]) -> None:
    with pytest.raises(BadInput, match=f"{house[0]} and {house[1]} contradict"):
        load_ruleset("fadoq", house)


def test_section_6_two_that_agree_go_together() -> None:
    rules = load_ruleset("quebec", ["no-own-capture", "no-team-capture"])
    assert not rules.own_capture
    assert not rules.team_capture


def test_an_unknown_name_is_refused_with_what_is_allowed() -> None:
    with pytest.raises(BadInput, match="allowed are toc, tock"):
        load_ruleset("ludo")
    with pytest.raises(BadInput, match="allowed are new-lap"):
        load_ruleset("toc", ["new-laps"])


@pytest.mark.parametrize(
    "text", ["out", "swap", "pass", "any-card", "7", "-4", "opp 5", "any 5 !", "split 7 !", "18"]
)
def test_section_3_a_use_is_written_as_it_is_read(text: str) -> None:
    assert str(Use.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["19", "0", "split 1", "split 10", "out !", "7!", "07", "opp5", "", "−4", "7 ! "]
)
def test_section_6_anything_else_is_no_use(text: str) -> None:
    with pytest.raises(BadInput, match="isn't a use of a card"):
        Use.parse(text)


FAMILY = """
base = "fadoq"
name = "At Lucie's"
[cards]
10 = ["out", "10"]
7 = ["split 7 !"]
2 = []
[parameters]
jump = "none"
not_forced = ["5", "home"]
"""


def test_section_6_a_familys_file(tmp_path: Path) -> None:
    path = tmp_path / "lucie.toml"
    path.write_text(FAMILY)
    rules = load_family(path, ["jump-must"])
    assert rules.name == "At Lucie's"
    assert [str(use) for use in rules.uses(Card("10"))] == ["out", "10"]
    assert Card("2") not in rules.cards
    assert rules.jump == "must"  # base, file, house rules
    assert rules.not_forced == {"5", "home"}


def test_section_6_all_faults_of_a_file_are_reported() -> None:
    content = {
        "base": "ludo",
        "name": 3,
        "colour": "red",
        "cards": {"11": ["1"], "A": ["19", 3], "5": "5"},
        "parameters": {"spill": 1, "deal": [], "split_pawns": True, "players": 3, "not_forced": ["x"]},
    }
    with pytest.raises(BadInput) as refused:
        ruleset_from(content, where="lucie.toml")
    message = str(refused.value)
    parts = (
        'base = "ludo"',
        "name = 3",
        "colour isn't a key",
        "cards.11",
        "'19'",
        "cards.5",
        "parameters.spill = 1",
        "parameters.deal = []",
        "parameters.split_pawns = true",
        "parameters.players",
        "parameters.not_forced",
    )
    for part in parts:
        assert part in message
    assert message.count("lucie.toml") >= 10


@pytest.mark.parametrize(
    ("key", "value"), [("split_pawns", 0), ("split_pawns", 8), ("deal", [8]), ("deal", [0])]
)
def test_a_number_beyond_what_is_allowed_is_refused(key: str, value: object) -> None:
    with pytest.raises(BadInput, match=f"parameters.{key} = "):
        ruleset_from({"base": "toc", "parameters": {key: value}})


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="can't be read"):
        load_family(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("base = ")
    with pytest.raises(BadInput, match="not TOML"):
        load_family(tmp_path / "bad.toml")


def test_rule_sets_are_values() -> None:
    assert load_ruleset("toc", ["spill"]) == load_ruleset("toc", ["spill"])
    assert len({load_ruleset("toc"), load_ruleset("toc"), load_ruleset("tock")}) == 2


SIZES = {"toc": 52, "tock": 54, "tock-variant": 54, "tac-tik": 48, "quebec": 52, "saut": 54, "fadoq": 54}

cards = st.lists(st.sampled_from((*RANKS, UNKNOWN)), max_size=9).map(tuple)


def test_packs_have_the_sizes_of_the_rules() -> None:
    """RULES 3, the last line."""
    assert {name: len(pack_of(load_ruleset(name))) for name in NAMES} == SIZES


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
