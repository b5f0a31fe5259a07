"""Whether a player whose hand is unknown may have had nothing to play."""

from dataclasses import replace
from math import comb

import pytest
from test_match import game_rules_of

from calibration.holes import Seat
from toc_pi.belief.plays import chance_of_stuck
from toc_pi.rules.game import UNKNOWN, GameState, new_game
from toc_pi.rules.position import Card, Position


def course_of(rules: str, cards: int, used: str = "") -> GameState:
    """A game in which seat a is on turn with some unknown cards."""
    game_rules = game_rules_of(rules)
    begun = new_game(game_rules.game.rules, game_rules.game.table, Seat("a"))
    hands = ((UNKNOWN,) * cards, (), (), ())
    return replace(begun, phase="play", hands=hands, used=tuple(map(Card, used.split())))


@pytest.mark.parametrize("cards", [1, 3, 5])
@pytest.mark.parametrize(("board", "playable"), [("", 8), ("b3:b", 12), ("a3:a b3:b", 52)])
def test_the_chance_of_being_stuck_is_that_of_a_hand_without_a_playable_card(
    cards: int, board: str, playable: int
) -> None:
    # An ace and a king bring a pawn out; a five moves an opponent's; a pawn of one's own moves with any card.
    chance = chance_of_stuck(game_rules_of("toc"), (Position.parse(board),), course_of("toc", cards))
    assert chance == pytest.approx(comb(52 - playable, cards) / comb(52, cards))


def test_cards_that_have_been_shown_are_in_no_hand() -> None:
    shown = course_of("toc", 5, "A A A A K K K K 2")
    assert chance_of_stuck(game_rules_of("toc"), (Position.parse(""),), shown) == 1.0


def test_a_player_without_cards_is_stuck() -> None:
    assert chance_of_stuck(game_rules_of("toc"), (Position.parse("a3:a b3:b"),), course_of("toc", 0)) == 1.0


def test_a_card_counts_as_playable_only_if_every_position_requires_it() -> None:
    # A fresh pawn on the next hole blocks the way; an ordinary one doesn't.
    blocked, free = Position.parse("a17:a b0:b*"), Position.parse("a17:a b0:b")

    def chance(*record: Position) -> float:
        return chance_of_stuck(game_rules_of("quebec"), record, course_of("quebec", 5))

    assert chance(free) == 0.0
    assert chance(free, blocked) == chance(blocked) > 0.0
