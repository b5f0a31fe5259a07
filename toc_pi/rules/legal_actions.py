"""The actions open to the player on turn (RULES 4): all that are legal with the known cards of his hand."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from calibration.holes import is_home
from toc_pi.rules.actions import Action, CardPlayed, Deal, Discard, Give, Keep, Stop, Throw
from toc_pi.rules.engine import engine_of
from toc_pi.rules.game import (
    GameState,
    team_of,
    teams_of,
)
from toc_pi.rules.legal import is_forced, legal_moves
from toc_pi.rules.pack import UNKNOWN
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.same_pawn import same_pawn_moves
from toc_pi.rules.table import Table


def plays(rules: RuleSet, table: Table, game: GameState) -> tuple[CardPlayed, ...]:
    """Every legal play with the known cards of the player on turn, each result of a card once (M15)."""
    return tuple(
        CardPlayed(card, result)
        for card in dict.fromkeys(game.hands[game.turn])
        if card != UNKNOWN
        for result in results(rules, table, game, card)
    )


def results(rules: RuleSet, table: Table, game: GameState, card: Card) -> tuple[Position, ...]:
    """Every distinct result of one card for the player on turn; after a joker perhaps only with its pawn."""
    seat = table.players[game.turn][0]
    if game.again == "same" and game.pawn is not None:
        moves = same_pawn_moves(rules, table, game.position, seat, game.pawn, card)
        return tuple(dict.fromkeys(result for result, _ in moves))
    return legal_moves(rules, table, game.position, seat, card)


def must_play(rules: RuleSet, table: Table, game: GameState, hand: Iterable[Card]) -> bool:
    """Whether must-play requires the player on turn to play one of these cards (`not_forced`)."""
    if game.struck or game.again == "later":
        return False
    known = [card for card in dict.fromkeys(hand) if card != UNKNOWN]
    if game.again == "same" and game.pawn is not None:
        if "home" in rules.not_forced and is_home(game.pawn):
            return False
        return any(card not in rules.not_forced and results(rules, table, game, card) for card in known)
    engine, seat = engine_of(rules, table), table.players[game.turn][0]
    number = engine.encode(game.position)
    return any(is_forced(engine, number, seat, card) for card in known)


def choices(rules: RuleSet, table: Table, game: GameState) -> tuple[Action, ...]:
    """All actions open to the player on turn; if a deal comes next, to deal.

    Unknown cards are left out: their plays are unknown.
    """
    if game.phase == "over":
        return ()
    if game.phase == "deal":
        return (Deal(),)
    if game.phase == "exchange":
        return tuple(_exchange_choices(rules, game))
    return tuple(_play_choices(rules, table, game))


def gift_size(rules: RuleSet, game: GameState) -> int:
    """How many cards each player gives in the exchange of this deal (RULES 4, `exchange`)."""
    return 2 if rules.exchange == "two-one" and game.deals == 1 else 1


def _play_choices(rules: RuleSet, table: Table, game: GameState) -> Iterator[Action]:
    hand = tuple(dict.fromkeys(game.hands[game.turn]))
    if game.struck:
        yield from (Discard(card) for card in hand)
        return
    if may_exchange_now(rules, table, game):
        yield from (Give((card,)) for card in hand)
    yield from plays(rules, table, game)
    if game.again == "later":
        yield Stop()
    elif not must_play(rules, table, game, hand):
        if game.again or rules.cannot_play != "throw":
            yield from (Discard(card) for card in hand)
        if not game.again and rules.cannot_play != "discard":
            yield Throw(game.hands[game.turn])


def _exchange_choices(rules: RuleSet, game: GameState) -> Iterator[Action]:
    if rules.exchange == "optional" and not any(game.gifts):
        yield Keep()
    size = min(gift_size(rules, game), len(game.hands[game.turn]))
    yield from (Give(cards) for cards in dict.fromkeys(combinations(game.hands[game.turn], size)))


def may_exchange_now(rules: RuleSet, table: Table, game: GameState) -> bool:
    """`at-turn`: once a deal, before one's own play, while every team-mate has a card to give."""
    if rules.exchange != "at-turn" or game.again or game.struck:
        return False
    team = team_of(table, game.turn)
    members = [player for player in teams_of(table)[team] if player not in game.away]
    return team not in game.exchanged and len(members) > 1 and all(game.hands[player] for player in members)
