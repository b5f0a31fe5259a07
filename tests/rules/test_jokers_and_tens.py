"""The turn after a joker, and what a 10 costs the next player (RULES 4)."""

from dataclasses import replace

import pytest
from games_at_hand import FOUR, cards, dealt, kinds, play, seat_on_turn

from calibration.holes import Hole, Seat
from toc_pi.rules.game import CardPlayed, Discard, Stop
from toc_pi.rules.legal import same_pawn_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset, ruleset_from
from toc_pi.rules.table import Table
from toc_pi.rules.turn import apply, choices


def test_joker_now_plays_one_more_card_at_once() -> None:
    """saut: the player draws one and plays one more card, with any pawn; then the next player."""
    rules = load_ruleset("saut")
    game = play(rules, FOUR, dealt(rules, FOUR, "* 3 4 6 8", stock="9 9 9 9"), "*")
    assert (seat_on_turn(FOUR, game), game.again, len(game.hands[0])) == ("a", "now", 5)
    game = play(rules, FOUR, game, "3")
    assert (seat_on_turn(FOUR, game), len(game.hands[0])) == ("b", 4)


def test_joker_now_without_a_playable_card_discards_one() -> None:
    """saut: the only pawn is fresh, and the card drawn plays nothing: one is discarded."""
    rules = load_ruleset("saut")
    game = dealt(rules, FOUR, "* 5 5 J J", stock="5 9")
    game = play(rules, FOUR, game, "*")
    assert kinds(choices(rules, FOUR, game)) == {"Discard"}
    assert seat_on_turn(FOUR, apply(rules, FOUR, game, Discard(Card("5")))) == "b"


def test_joker_later_is_a_right_that_may_be_kept() -> None:
    """fadoq: a card more at once or at any later turn; each joker gives one such card."""
    rules = load_ruleset("fadoq")
    game = dealt(rules, FOUR, "* 3 4 6 8", stock="8 8 8 8 8 8 8 8")
    game = play(rules, FOUR, game, "*")
    assert (game.again, game.rights[0]) == ("later", 1)
    assert kinds(choices(rules, FOUR, game)) == {"CardPlayed", "Stop"}
    kept = apply(rules, FOUR, game, Stop())
    assert (seat_on_turn(FOUR, kept), kept.rights[0], kept.again) == ("b", 1, "")
    later = play(rules, FOUR, replace(kept, turn=0), "3")
    assert (seat_on_turn(FOUR, later), later.again) == ("a", "later")
    used = play(rules, FOUR, later, "6")
    assert (seat_on_turn(FOUR, used), used.rights[0], len(used.hands[0])) == ("b", 0, 5)


def test_joker_same_moves_that_very_pawn() -> None:
    """tock: the pawn that came out goes on, with the whole of a 7 and no other pawn."""
    rules = load_ruleset("tock")
    game = dealt(rules, FOUR, "* 5 7 7 J", board="b3:a c4:b", stock="9 9")
    out = next(
        a for a in choices(rules, FOUR, game) if isinstance(a, CardPlayed) and Hole("a0") in a.result.fresh
    )
    game = apply(rules, FOUR, game, out)
    assert (game.again, game.pawn, len(game.hands[0])) == ("same", "a0", 5)
    results = {str(a.card): str(a.result) for a in choices(rules, FOUR, game) if isinstance(a, CardPlayed)}
    assert results == {"5": "a5:a b3:a c4:b", "7": "a7:a b3:a c4:b", "9": "a9:a b3:a c4:b"}


def test_joker_same_follows_its_pawn_where_it_can() -> None:
    """tock: after eighteen holes it is the pawn that moved; a jack may swap it only with another's pawn."""
    rules = load_ruleset("tock")
    game = dealt(rules, FOUR, "* J J J J", board="a3:a d3:a c4:b", stock="J")
    moved = Position.parse("b3:a d3:a c4:b")
    game = apply(rules, FOUR, game, CardPlayed(Card("*"), moved))
    assert game.pawn == "b3"
    assert [str(a.result) for a in choices(rules, FOUR, game) if isinstance(a, CardPlayed)] == [
        "b3:b c4:a d3:a"
    ]


def test_joker_same_without_a_card_for_that_pawn_discards_one_without_drawing() -> None:
    """tock: the jack may not swap a pawn on its start hole; one card goes, none is drawn."""
    rules = load_ruleset("tock")
    game = dealt(rules, FOUR, "* J J J J", board="c4:b d3:a", stock="J 9")
    game = apply(rules, FOUR, game, CardPlayed(Card("*"), Position.parse("a0:a* c4:b d3:a")))
    assert kinds(choices(rules, FOUR, game)) == {"Discard"}
    after = apply(rules, FOUR, game, Discard(Card("J")))
    assert (seat_on_turn(FOUR, after), len(after.hands[0])) == ("b", 4)


def test_joker_same_without_a_card_draws_nothing_even_where_one_draws() -> None:
    """A family's fadoq with the joker of tock: its forced discard isn't replaced."""
    rules = ruleset_from({"base": "fadoq", "parameters": {"joker_again": "same"}})
    game = dealt(rules, FOUR, "* 4 4 4 4", board="d16:a", stock="4 9")
    game = apply(rules, FOUR, game, CardPlayed(Card("*"), Position.parse("aH2:a")))
    assert (game.again, len(game.hands[0])) == ("same", 5)
    assert kinds(choices(rules, FOUR, game)) == {"Discard"}
    after = apply(rules, FOUR, game, Discard(Card("4")))
    assert (seat_on_turn(FOUR, after), len(after.hands[0])) == ("b", 4)


@pytest.mark.parametrize(
    ("board", "pawn", "card", "expected"),
    [
        ("a3:a a5:a", "a3", "7", {"a10:a a5:a"}),
        ("a3:a a5:a", "a3", "2", {"a5:a"}),
        ("a7:a a5:a", "a7", "2", {"X:a a5:a", "a5:a a9:a"}),
        ("d15:a", "d15", "3", {"a0:a", "aH2:a"}),
        ("aH1:a", "aH1", "3", {"aH4:a"}),
        ("a3:a a5:b", "a3", "J", {"a3:b a5:a"}),
        ("a3:a a5:a", "a3", "J", set[str]()),
        ("a3:a b5:b", "a3", "5", {"a8:a b5:b"}),
        ("aH1:a b5:b", "aH1", "5", set[str]()),
        ("a3:b", "a3", "5", set[str]()),
    ],
)
def test_one_pawn_alone(board: str, pawn: str, card: str, expected: set[str]) -> None:
    """What a card does with one pawn and no other (RULES 4, `same`)."""
    found = same_pawn_moves(
        load_ruleset("tock"), Table(centre=True), Position.parse(board), Seat("a"), Hole(pawn), Card(card)
    )
    assert {str(result) for result, _ in found} == expected


def test_ten_throws_costs_the_next_player_a_card() -> None:
    """tock: the player throws one card by choice; a thrown ten has no effect."""
    rules = load_ruleset("tock")
    game = dealt(rules, FOUR, "10 3 4 6 8", "A 10 K 2 2", board="a1:a")
    game = play(rules, FOUR, game, "10")
    assert (seat_on_turn(FOUR, game), game.struck) == ("b", True)
    assert choices(rules, FOUR, game) == tuple(Discard(card) for card in cards("A 2 10 K"))
    game = apply(rules, FOUR, game, Discard(Card("10")))
    assert (seat_on_turn(FOUR, game), game.struck) == ("c", False)


def test_ten_skips_costs_the_next_player_his_turn() -> None:
    """House rule ten-skips: the player keeps the cards; if nobody else has cards nothing happens."""
    rules = load_ruleset("quebec", ("ten-skips", "no-exchange"))
    game = dealt(rules, FOUR, "10 10 4 6 8", board="a1:a")
    after = play(rules, FOUR, game, "10")
    assert (seat_on_turn(FOUR, after), len(after.hands[1])) == ("c", 5)
    alone = replace(game, hands=(game.hands[0], (), (), ()))
    assert seat_on_turn(FOUR, play(rules, FOUR, alone, "10")) == "a"


def test_after_a_joker_a_ten_counts_once_at_the_end() -> None:
    """tock, saut with tens: the next player is hit when the whole turn is over."""
    rules = load_ruleset("saut", ("ten-throws",))
    game = dealt(rules, FOUR, "* 10 4 6 8", board="a1:a", stock="9")
    game = play(rules, FOUR, game, "*")
    game = play(rules, FOUR, game, "10")
    assert (seat_on_turn(FOUR, game), game.struck, game.ten) == ("b", True, False)
