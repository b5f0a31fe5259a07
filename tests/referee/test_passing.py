"""Passing: with a card that allows it, or keeping a second card for later, and nothing else."""

from dataclasses import replace

import pytest
from sitting import Sitting, at_position, game_of, played, put

from toc_pi.effects import Notice, Settled, Turn, Verdict
from toc_pi.events import HINTS, Declared
from toc_pi.referee.declaring import offered_by
from toc_pi.rules.ruleset import NAMES, load_ruleset, ruleset_from


def with_house(position: str, rules: str, *house: str) -> Sitting:
    return put(Sitting(game_of(rules, *house)), position)


@pytest.mark.parametrize("rules", NAMES)
def test_where_nobody_passes_a_pass_is_refused_kindly_and_ends_no_turn(rules: str) -> None:
    table = Sitting(game_of(rules, teams=False))
    table.tap("a", "pass")
    assert table.effects_of(Notice)[-1].code == "no-passing"
    assert not table.effects_of(Settled)
    assert table.referee.turn().seat == "a"
    assert not offered_by(load_ruleset(rules)).allows("pass")


def test_a_jack_that_may_pass_is_played_by_a_pass() -> None:
    table = with_house("a3:a b3:b", "quebec", "jack-pass")
    table.tap("a", "pass")
    said = table.effects_of(Verdict)[-1]
    assert (said.do, said.card, said.legal) == ("pass", "J", True)
    assert table.record == "a3:a b3:b"
    assert "J" in table.referee.state.course.used
    assert table.effects_of(Turn)[-1].seat == "b"


def test_a_pass_after_a_card_is_that_card_with_nothing_moved() -> None:
    table = with_house("a3:a b3:b", "quebec", "jack-pass")
    table.card("a", "J")
    table.tap("a", "pass")
    assert [(v.do, v.card, v.legal) for v in table.effects_of(Verdict)] == [("pass", "J", True)]


def test_a_card_that_has_to_move_a_pawn_is_no_pass() -> None:
    table = with_house("a3:a b3:b", "quebec", "jack-pass")
    table.card("a", "5")
    table.tap("a", "pass")
    assert table.effects_of(Notice)[-1].code == "not-unmoved"
    assert not table.effects_of(Verdict)
    table.move("a8:a b3:b")
    assert table.verdicts() == [(1, True, ())], "the card still counts"


def test_where_two_cards_pass_somebody_has_to_say_which() -> None:
    family = ruleset_from({"base": "quebec", "cards": {"J": ["swap", "pass"], "2": ["2", "pass"]}})
    table = Sitting(replace(game_of("quebec"), rules=family))
    table.tap("a", "pass")
    assert table.effects_of(Notice)[-1].code == "no-card"


def test_a_second_card_after_a_joker_is_kept_for_later_by_a_pass() -> None:
    table = at_position("a3:a b3:b", "fadoq")
    table.play("a", "*", "a3:a a0:a b3:b")
    assert table.effects_of(Turn)[-1].hint == "may-play-again"
    table.tap("a", "pass")
    assert table.effects_of(Turn)[-1].seat == "b"
    assert table.referee.state.course.rights[0] == 1


def test_a_pass_settles_no_flag() -> None:
    table = with_house("a3:a b3:b", "quebec", "jack-pass")
    table.play("a", "5", "a9:a b3:b")
    table.tap("a", "pass")
    assert table.effects_of(Notice)[-1].code == "flag-stands"
    assert table.state == "flagged"


def test_a_new_deal_names_the_dealer_the_cards_and_who_gives_to_whom() -> None:
    table = Sitting(game_of("quebec"))
    for seat in "abcd":
        table.throw(seat, "2 3 5 6 8")
    deal = table.effects_of(Notice)[-1]
    assert deal.code == "new-deal"
    assert dict(deal.values) == {
        "seat": "d",
        "cards": "4",
        "exchange": "one",
        "gift": "1",
        "gives": "a>c c>a b>d d>b",
    }


def test_where_nobody_has_a_partner_nothing_is_exchanged() -> None:
    table = Sitting(game_of("quebec", teams=False))
    for seat in "abcd":
        table.throw(seat, "2 3 5 6 8")
    assert dict(table.effects_of(Notice)[-1].values) == {"seat": "d", "cards": "4"}


@pytest.mark.parametrize("do", ["accept", "undo"])
def test_a_button_that_stands_by_nobodys_seat_is_understood(do: str) -> None:
    table = played("a3:a b3:b", "a", "5", "a9:a b3:b")
    table.tell(Declared(table.t, "", do))
    assert not [notice for notice in table.effects_of(Notice) if notice.code == "unknown-seat"]
    assert table.state != "flagged"


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_offers_what_the_rules_allow_in_each_kind_of_turn(name: str) -> None:
    rules = load_ruleset(name)
    offered = offered_by(rules)
    assert offered.allows("throw") == (rules.cannot_play in ("throw", "either"))
    assert offered.allows("discard") == (rules.cannot_play in ("discard", "either"))
    for hint in HINTS:
        assert offered.allows("undo", hint)
        assert offered.allows("accept", hint)
        assert offered.allows("card", hint) == (hint != "discard-one")
        assert offered.allows("pass", hint) == (hint == "may-play-again")
        assert not offered.allows("throw", hint) or hint == ""
        assert offered.allows("discard", hint) or hint in ("", "may-play-again")
    assert not offered.allows("discard", "may-play-again")  # the card is kept
    assert offered.longest_hand == max(rules.deal)
    assert set(offered.cards) == set(rules.cards)


def test_where_a_jack_may_pass_a_screen_offers_it_in_each_turn_in_which_a_card_is_played() -> None:
    offered = offered_by(load_ruleset("quebec", ("jack-pass",)))
    assert [hint for hint in HINTS if not offered.allows("pass", hint)] == ["discard-one"]
