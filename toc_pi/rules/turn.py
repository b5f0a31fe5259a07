"""A player's actions (RULES 4): which are legal with the known cards, and what they change. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from calibration.holes import is_home
from toc_pi.errors import BadInput
from toc_pi.rules.engine import engine_of
from toc_pi.rules.game import (
    JOKER,
    TEN,
    UNKNOWN,
    Action,
    CardPlayed,
    Cards,
    Deal,
    Discard,
    ExtraPlay,
    GameState,
    Give,
    Keep,
    Shuffle,
    Stop,
    Throw,
    TurnCorrection,
    draw,
    face_down,
    finished,
    in_order,
    next_with_cards,
    pack_of,
    pass_on,
    team_of,
    teams_of,
    with_hand,
    without,
)
from toc_pi.rules.legal import is_forced, legal_moves, played_pawn, same_pawn_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table

FindResults = Callable[[RuleSet, Table, GameState, Card], tuple[Position, ...]]
"""Finds results of one card for the player on turn."""


def results(rules: RuleSet, table: Table, game: GameState, card: Card) -> tuple[Position, ...]:
    """Every distinct result of one card for the player on turn; after a joker perhaps only with its pawn."""
    seat = table.players[game.turn][0]
    if game.again == "same" and game.pawn is not None:
        moves = same_pawn_moves(rules, table, game.position, seat, game.pawn, card)
        return tuple(dict.fromkeys(result for result, _ in moves))
    return legal_moves(rules, table, game.position, seat, card)


def plays(
    rules: RuleSet, table: Table, game: GameState, find: FindResults = results
) -> tuple[CardPlayed, ...]:
    """Every legal play with the known cards of the player on turn, each result of a card once (M15)."""
    return tuple(
        CardPlayed(card, result)
        for card in dict.fromkeys(game.hands[game.turn])
        if card != UNKNOWN
        for result in find(rules, table, game, card)
    )


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


def choices(rules: RuleSet, table: Table, game: GameState, find: FindResults = results) -> tuple[Action, ...]:
    """All actions open to the player on turn; if a deal comes next, to deal.

    Unknown cards are left out: their plays are unknown.

    Args:
        find: which results of a card are offered.
    """
    if game.phase == "over":
        return ()
    if game.phase == "deal":
        return (Deal(),)
    if game.phase == "exchange":
        return tuple(_exchange_choices(rules, game))
    return tuple(_play_choices(rules, table, game, find))


def gift_size(rules: RuleSet, game: GameState) -> int:
    """How many cards each player gives in the exchange of this deal (RULES 4, `exchange`)."""
    return 2 if rules.exchange == "two-one" and game.deals == 1 else 1


def _play_choices(rules: RuleSet, table: Table, game: GameState, find: FindResults) -> Iterator[Action]:
    hand = tuple(dict.fromkeys(game.hands[game.turn]))
    if game.struck:
        yield from (Discard(card) for card in hand)
        return
    if may_exchange_now(rules, table, game):
        yield from (Give((card,)) for card in hand)
    yield from plays(rules, table, game, find)
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


_AGAIN: Mapping[str, ExtraPlay] = {"none": "", "same": "same", "now": "now", "later": "later"}
# The phase in which each action is possible; the others are possible in several.
_PHASES: Mapping[type[Action], str] = {
    Deal: "deal",
    Keep: "exchange",
    **dict.fromkeys((CardPlayed, Discard, Throw, Stop), "play"),
}


def apply(  # noqa: C901  # a case for each action
    rules: RuleSet, table: Table, game: GameState, action: Action, shuffle: Shuffle = face_down
) -> GameState:
    """The game after an action.

    Args:
        action: the action of the player `game.turn`. Whether a play's result is legal isn't checked.
        shuffle: orders the pack when needed; by default all cards become unknown.

    Raises:
        BadInput: an action that isn't allowed in this phase, or a card that the player can't have.
    """
    if type(action) in _PHASES:
        _expect(game, _PHASES[type(action)])
    match action:
        case Deal(hands):
            return _deal(rules, table, game, hands, shuffle)
        case Give(cards):
            if game.phase != "exchange":
                _expect(game, "play")
                if not may_exchange_now(rules, table, game):
                    raise BadInput("give: no exchange is open now")
            return _give(rules, table, game, cards)
        case Keep():
            if rules.exchange != "optional" or any(game.gifts):
                raise BadInput(f"keep: the exchange {rules.exchange} isn't left to the players")
            return _begin(table, replace(game, exchanged=game.exchanged | {team_of(table, game.turn)}))
        case CardPlayed(card, result, drawn):
            rules.uses(card)
            return _play(rules, table, game, card, result, drawn, shuffle)
        case Discard(card, drawn):
            return _discard(rules, game, card, drawn, shuffle)
        case Throw(cards, drawn):
            return _throw(rules, game, cards, drawn, shuffle)
        case Stop():
            if game.again != "later":
                raise BadInput("stop: there is no second card to keep for later")
            return _end_turn(rules, game)
        case TurnCorrection(player, hand):
            back = game if game.phase != "exchange" else replace(game, gifts=((),) * len(game.hands))
            plain = replace(back, phase="play", again="", pawn=None, ten=False, struck=False)
            return replace(plain, turn=player, hands=with_hand(plain, player, hand))


def _expect(game: GameState, phase: str) -> None:
    if game.phase != phase:
        raise BadInput(f"{phase}: the game is at {game.phase} now")


def _deal(
    rules: RuleSet, table: Table, game: GameState, hands: tuple[Cards, ...], shuffle: Shuffle
) -> GameState:
    serving = [player for player in range(len(game.hands)) if player not in game.away]
    if not serving:
        raise BadInput("deal: everybody has left")
    stock, used, dealer, deals = game.stock, game.used, game.dealer, game.deals
    size = rules.deal[min(deals, len(rules.deal) - 1)]
    if deals == 0 or len(stock) < size * len(serving):
        if deals:
            dealer = (dealer + 1) % len(game.hands)
        stock, used, deals, size = shuffle(pack_of(rules)), (), 0, rules.deal[0]
    served = [game.hands[player] for player in range(len(game.hands))]
    for place, player in enumerate(serving):
        cards = stock[place * size : (place + 1) * size]
        if hands and hands[player]:
            if len(hands[player]) != size:
                raise BadInput(f"deal: {len(hands[player])} cards for a player; this deal has {size}")
            for card in hands[player]:
                cards = without(cards, card)
            cards = hands[player]
        served[player] = in_order(cards)
    dealt = replace(
        game,
        stock=stock[size * len(serving) :],
        used=used,
        dealer=dealer,
        deals=deals + 1,
        hands=tuple(served),
        exchanged=frozenset(),
        gifts=((),) * len(game.hands),
    )
    return _begin(
        table, replace(dealt, phase="exchange" if rules.exchange not in ("none", "at-turn") else "play")
    )


def _begin(table: Table, game: GameState) -> GameState:
    """Go to the next player who gives a card, or to the first play of the deal."""
    count = len(game.hands)
    order = [(game.dealer + step) % count for step in range(1, count + 1)]
    if game.phase == "exchange":
        for player in order:
            members = [mate for mate in teams_of(table)[team_of(table, player)] if mate not in game.away]
            if player in members and len(members) > 1 and team_of(table, player) not in game.exchanged:
                return replace(game, turn=player)
    return pass_on(replace(game, phase="play"), game.dealer)


def _give(rules: RuleSet, table: Table, game: GameState, cards: Cards) -> GameState:
    giver, size = game.turn, gift_size(rules, game)
    if len(cards) != size:
        raise BadInput(f"give: {len(cards)} cards; {size} are given in this deal")
    hand = without(game.hands[giver], *cards)
    gifts = tuple(cards if player == giver else gift for player, gift in enumerate(game.gifts))
    laid = replace(game, hands=with_hand(game, giver, hand), gifts=gifts)
    team = team_of(table, giver)
    members = [player for player in teams_of(table)[team] if player not in game.away]
    following = members[(members.index(giver) + 1) % len(members)]
    if not gifts[following]:
        return replace(laid, phase="exchange", turn=following)
    for number, player in enumerate(members):
        received = laid.hands[player] + gifts[members[number - 1]]
        laid = replace(laid, hands=with_hand(laid, player, received))
    done = replace(laid, gifts=((),) * len(game.hands), exchanged=game.exchanged | {team})
    if rules.exchange == "at-turn":
        return replace(done, phase="play", turn=following)
    return _begin(table, done)


def _play(
    rules: RuleSet,
    table: Table,
    game: GameState,
    card: Card,
    result: Position,
    drawn: Cards,
    shuffle: Shuffle,
) -> GameState:
    player = game.turn
    hand = without(game.hands[player], card)
    again = _second_card(rules, card)
    rights = list(game.rights)
    rights[player] += (again == "later") - (game.again == "later")
    played = replace(
        game,
        position=result,
        hands=with_hand(game, player, hand),
        used=(*game.used, card),
        rights=tuple(rights),
        ten=game.ten or card == TEN,
        again="",
        pawn=None,
    )
    home = [team for team in finished(table, result) if team not in game.places]
    if home:
        return replace(played, places=(*game.places, *home), phase="over")
    if rules.draw or again:
        played = draw(played, player, 1, shuffle, drawn)
    if again in ("same", "now"):
        pawn = None
        if again == "same":
            seat = table.players[player][0]
            pawn = played_pawn(rules, table, game.position, seat, card, result, game.pawn)
        return _go_on(rules, replace(played, again=again, pawn=pawn))
    return _go_on(rules, played)


def _second_card(rules: RuleSet, card: Card) -> ExtraPlay:
    """The second play that a card allows; none for a joker with `any-card`, which only moves (RULES 3)."""
    if card != JOKER or any(use.kind == "any-card" for use in rules.uses(card)):
        return ""
    return _AGAIN[rules.joker_again]


def _discard(rules: RuleSet, game: GameState, card: Card, drawn: Cards, shuffle: Shuffle) -> GameState:
    player = game.turn
    laid = replace(
        game,
        hands=with_hand(game, player, without(game.hands[player], card)),
        used=(*game.used, card),
        again="",
        pawn=None,
    )
    stays_full = rules.cannot_play == "either" and not (game.struck or game.again)
    if (rules.draw and game.again != "same") or stays_full:
        laid = draw(laid, player, 1, shuffle, drawn)
    return _end_turn(rules, laid) if game.struck else _go_on(rules, laid)


def _throw(rules: RuleSet, game: GameState, cards: Cards, drawn: Cards, shuffle: Shuffle) -> GameState:
    player = game.turn
    hand = game.hands[player]
    if len(cards) != len(hand):
        raise BadInput(f"throw: {len(cards)} cards shown, the hand has {len(hand)}")
    without(hand, *cards)
    laid = replace(game, hands=with_hand(game, player, ()), used=game.used + cards)
    if rules.draw or rules.cannot_play == "either":
        laid = draw(laid, player, len(hand), shuffle, drawn)
    return _go_on(rules, laid)


def _go_on(rules: RuleSet, game: GameState) -> GameState:
    """Let the player on turn play again if a joker allows it; otherwise end their turn."""
    if game.again in ("same", "now") and game.hands[game.turn]:
        return game
    if game.rights[game.turn] and game.hands[game.turn]:
        return replace(game, again="later", pawn=None)
    return _end_turn(rules, game)


def _end_turn(rules: RuleSet, game: GameState) -> GameState:
    """Go to the next player with cards; a 10 hits them (RULES 4, `ten_next`)."""
    player = game.turn
    struck = next_with_cards(game, player) if game.ten and rules.ten_next != "none" else None
    if struck is None or struck == player:
        return pass_on(game, player)
    if rules.ten_next == "pass":
        return pass_on(game, struck)
    return replace(pass_on(game, player), struck=True)
