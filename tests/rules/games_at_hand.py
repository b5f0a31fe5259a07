"""Tables and games for the tests of the turn: known hands, a known board, a card played."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from calibration.holes import Seat
from toc_pi.rules.game import (
    UNKNOWN,
    Action,
    CardPlayed,
    Cards,
    GameState,
    Shuffle,
    in_order,
    new_game,
    pack_of,
)
from toc_pi.rules.legal import ask, is_forced
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.rules.turn import apply, choices

FOUR, PAIRS = Table(), Table(teams=(("a", "c"), ("b", "d")))
TABLES = {
    "four": FOUR,
    "two pairs": PAIRS,
    "two colours": Table(players=(("a", "c"), ("b", "d"))),
    "two of four": Table(players=(("a",), ("c",)), home_entry=18),
    "three of six": Table(6, 17, True, players=(("a",), ("c",), ("e",))),
    "three pairs": Table(6, 16, teams=(("a", "d"), ("b", "e"), ("c", "f"))),
    "two threes": Table(6, 18, True, teams=(("a", "c", "e"), ("b", "d", "f"))),
    "two fours": Table(8, 17, True, teams=(("a", "c", "e", "g"), ("b", "d", "f", "h"))),
    "eight": Table(8, 16, True),
}


def shuffler(random: Random) -> Shuffle:
    """A random shuffle."""
    return lambda cards: tuple(random.sample(cards, len(cards)))


def cards(text: str) -> Cards:
    """Cards as words."""
    return in_order(Card(word) for word in text.split())


def dealt(rules: RuleSet, table: Table, *hands: str, board: str = "", stock: str = "") -> GameState:
    """A game in which the first player plays next, the first hands are known, and the next cards too."""
    game = new_game(rules, table, table.players[0][0])
    held = [cards(hand) for hand in hands]
    held += [(UNKNOWN,) * 5] * (len(table.players) - len(held))
    left = pack_of(rules)[: len(pack_of(rules)) - sum(map(len, held))]
    known = tuple(Card(word) for word in stock.split()) or left
    return replace(
        game, position=Position.parse(board), hands=tuple(held), stock=known, deals=1, phase="play"
    )


def seat_on_turn(table: Table, game: GameState) -> Seat:
    """The first seat of the player on turn."""
    return table.players[game.turn][0]


def kinds(actions: Iterable[Action]) -> set[str]:
    """The kinds of the actions."""
    return {type(action).__name__ for action in actions}


def play(rules: RuleSet, table: Table, game: GameState, card: str) -> GameState:
    """Play a card in the first possible way."""
    return apply(
        rules,
        table,
        game,
        next(a for a in choices(rules, table, game) if isinstance(a, CardPlayed) and a.card == card),
    )


def has_forced_play(rules: RuleSet, table: Table, position: Position, seat: Seat, *shown: Card) -> bool:
    """Whether must-play requires a play of any of these cards."""
    return any(is_forced(*ask(rules, table, position, seat, card), seat, card) for card in shown)
