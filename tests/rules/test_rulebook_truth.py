"""The rule pages and the engine agree: each sentence is tested on a board."""

from functools import cache

import pytest

from toc_pi.errors import BadInput
from toc_pi.languages import load_texts
from toc_pi.rule_pages.pages import RulesPage, make_page
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, RuleSet, house_rules, load_ruleset
from toc_pi.rules.table import Table

SAY = load_texts("rulebook", "en")["say"]
PAIRS = Table(teams=(("a", "c"), ("b", "d")))
COLOURS = Table(players=(("a", "c"), ("b", "d")))

# With one of these sentences on the page, this card gives this result on this board; without it, not.
PROBES = [
    (PAIRS, ["lap_yes"], "d17:a", "6", "a5:a"),
    (PAIRS, ["own_yes", "team_only_no"], "a2:a a8:a", "6", "a8:a"),
    (PAIRS, ["own_yes", "own_no"], "a2:a a8:c", "6", "a8:a"),
    (PAIRS, ["passing_free"], "a2:a a4:a", "6", "a4:a a8:a"),
    (PAIRS, ["passing_free", "passing_own"], "a2:a a4:b", "6", "a4:b a8:a"),
    (PAIRS, ["protected_fresh"], "a12:a b0:b", "6", "b0:a"),
    (PAIRS, ["protected_fresh", "protected_own-start"], "a12:a b0:d", "6", "b0:a"),
    (PAIRS, ["jump_none", "jump_may"], "a1:a", "6", "a7:a"),
    (PAIRS, ["jump_may", "jump_must"], "a1:a", "6", "b7:a"),
    (PAIRS, ["jump_over", "jump_blocked"], "d1:a", "6", "a7:a"),
    (PAIRS, ["king_mows"], "a1:a a5:b", "K", "a14:a"),
    (PAIRS, ["As many as you like"], "a1:a a3:a a8:a", "7", "a13:a a2:a a4:a"),
    (PAIRS, ["seven_team"], "a1:a c1:c", "7", "a3:a c6:c"),
    (
        PAIRS,
        ["seven_team", "seven_spill"],
        "aH2:a aH3:a aH4:a d15:a c1:c",
        "7",
        "aH1:a aH2:a aH3:a aH4:a c6:c",
    ),
    (PAIRS, ["five_opponent", "five_any"], "b3:b", "5", "b8:b"),
    (PAIRS, ["five_own", "five_any"], "a3:a", "5", "a8:a"),
    (PAIRS, ["four_back", "four_both"], "a13:a", "4", "a9:a"),
    (PAIRS, ["four_forward", "four_both"], "a10:a", "4", "a14:a"),
    (PAIRS, ["jack_own_none", "jack_own_fresh"], "a0:a b3:b", "J", "a0:b b3:a"),
    (PAIRS, ["jack_other_none", "jack_other_fresh"], "a3:a b0:b", "J", "a3:b b0:a"),
    (PAIRS, ["jack_own_none"], "a0:a* b3:b", "J", "a0:b b3:a"),
    (PAIRS, ["jack_other_none", "jack_other_fresh", "jack_other_own-start"], "a3:a b0:d", "J", "a3:d b0:a"),
    (COLOURS, ["jack_two_yes"], "a3:a b3:c", "J", "a3:c b3:a"),
    (PAIRS, ["stuck"], "aH4:a c3:c", "6", "aH4:a c9:c"),
]


@pytest.mark.parametrize("name", NAMES)
def test_what_a_page_says_can_be_played(name: str) -> None:
    """Every probe, for the rule set alone and with each house rule."""
    for rules, page in _pages(name):
        text = "\n".join(answer.text for answer in (*page.play, *page.questions))
        for table, keys, board, card, result in PROBES:
            if Card(card) not in rules.cards:
                continue
            says = any(_begins(key) in text for key in keys)
            before, after = Position.parse(board), Position.parse(result)
            plays = after in legal_moves(rules, table, before, table.players[0][0], Card(card))
            assert says == plays, f"{name} {rules.house}: {keys} with {card} on {board}"


@pytest.mark.parametrize("name", NAMES)
def test_who_can_turn_in_with_a_five(name: str) -> None:
    """`five_home`: a neighbour's pawn, where the 5 moves it at all."""
    for rules, page in _pages(name):
        five = next(answer.text for answer in page.questions if answer.topic == "five")
        found = legal_moves(rules, PAIRS, Position.parse("a15:b"), PAIRS.players[0][0], Card("5"))
        moves = SAY["five_opponent"] in five or SAY["five_any"] in five
        assert (Position.parse("bH4:b") in found) == (moves and SAY["five_home_all"] in five)


@pytest.mark.parametrize("name", NAMES)
def test_the_cards_that_bring_out_are_named(name: str) -> None:
    """And those that use the centre; the page names no other."""
    centre = Table(centre=True)
    for rules, page in _pages(name):
        does = dict(page.cards)
        for card in rules.cards:
            if "any other card" in does[card]:
                continue
            out = legal_moves(rules, PAIRS, Position.parse(""), PAIRS.players[0][0], card)
            assert (Position.parse("a0:a*") in out) == ("brings a pawn out" in does[card])
            middle = legal_moves(rules, centre, Position.parse("a7:a"), centre.players[0][0], card)
            assert (Position.parse("X:a") in middle) == ("the centre" in does[card])


def _begins(key: str) -> str:
    """A sentence, or the longest constant part of a template; a text that isn't a key is used as it is."""
    parts = SAY.get(key, key).replace("{card}", "{").replace("{n}", "{").replace("{most}", "{").split("{")
    return max((part.strip(" .") for part in parts), key=len)


@cache
def _pages(name: str) -> list[tuple[RuleSet, RulesPage]]:
    """A rule set alone and with each house rule, and their pages."""
    found = [load_ruleset(name)]
    for house in house_rules():
        try:
            found.append(load_ruleset(name, (house,)))
        except BadInput:
            continue
    return [(rules, make_page(rules, "en")) for rules in found]
