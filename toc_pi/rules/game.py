"""A game between two plays: board, hands, stock, whose turn it is, and what he owes. Pure: no chance.

Chance comes in as a function that shuffles. A referee at a real table sees no hands; there `face_down`
stands for it, and all cards that nobody has shown are `UNKNOWN`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from calibration.holes import Hole, Seat, start_hole
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.pack import UNKNOWN, Cards, in_order, pack_of
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table

Phase = Literal["deal", "exchange", "play", "over"]
Again = Literal["", "same", "now", "later"]
Shuffle = Callable[[Cards], Cards]


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that a game is between two plays. Players are numbers, in the order of their first seats.

    Attributes:
        position: the board.
        hands: each player's cards, ace first; `UNKNOWN` ones are those that nobody has shown.
        stock: the rest of the pack, the next card first.
        used: cards played, discarded and thrown since the pack was shuffled, the oldest first.
        dealer: who deals now (or has dealt).
        deals: how many deals this pack has seen.
        turn: whose turn it is, in the exchange who gives next.
        phase: what comes next: a deal, an exchange, a play, or nothing more.
        again: what a joker leaves the player on turn to do: another card with the `same` pawn, any `now`,
            or a right that he may use or keep (`later`); empty at the beginning of a turn.
        pawn: under `same`, where that pawn stands; None where that couldn't be told, then any pawn will do.
        rights: for each player, how many cards his jokers allow him besides (`joker_again` later).
        ten: in this turn a 10 was played, which hits the next player when it ends (`ten_next`).
        struck: the player on turn was hit by a 10 and throws one card.
        gifts: in an exchange, what each player has laid down for his team-mate; empty before he has.
        exchanged: teams that have exchanged their cards in this deal, or don't want to.
        places: teams that have finished, the winner first.
        away: players who are dealt no cards: they left, or have finished while the others go on.
    """

    position: Position
    hands: tuple[Cards, ...]
    stock: Cards = ()
    used: Cards = ()
    dealer: int = 0
    deals: int = 0
    turn: int = 0
    phase: Phase = "deal"
    again: Again = ""
    pawn: Hole | None = None
    rights: tuple[int, ...] = ()
    ten: bool = False
    struck: bool = False
    gifts: tuple[Cards, ...] = ()
    exchanged: frozenset[int] = frozenset()
    places: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()


def face_down(cards: Cards) -> Cards:
    """Shuffle so that nobody knows what comes: as many unknown cards."""
    return (UNKNOWN,) * len(cards)


def new_game(rules: RuleSet, table: Table, first: Seat) -> GameState:
    """A game before its first deal.

    Args:
        rules: what is played.
        table: who plays.
        first: a seat of the player who begins; the dealer sits on his right (RULES 4).

    Raises:
        BadInput: nobody owns `first`, or the pack is too small to serve everybody.
    """
    players = table.players
    beginner = player_of(table, first)
    needed, there = len(players) * max(rules.deal), len(pack_of(rules))
    if needed > there:
        raise BadInput(
            said(
                "deal: {count} players with {max} cards need {needed}; the pack has {there}",
                count=len(players),
                max=max(rules.deal),
                needed=needed,
                there=there,
            )
        )
    out = (
        frozenset((start_hole(seats[0]), seats[0]) for seats in players) if rules.quick_start else frozenset()
    )
    return GameState(
        position=Position(pawns=out, fresh=frozenset(hole for hole, _ in out)),
        hands=((),) * len(players),
        dealer=(beginner - 1) % len(players),
        turn=beginner,
        rights=(0,) * len(players),
        gifts=((),) * len(players),
    )


def player_of(table: Table, seat: Seat) -> int:
    """Whose seat it is.

    Raises:
        BadInput: nobody's.
    """
    for number, seats in enumerate(table.players):
        if seat in seats:
            return number
    raise BadInput(said("seat {seat}: nobody plays it", seat=seat))


def teams_of(table: Table) -> tuple[tuple[int, ...], ...]:
    """The players of each team, by number, clockwise."""
    return tuple(
        tuple(number for number, seats in enumerate(table.players) if seats[0] in team)
        for team in table.teams
    )


def team_of(table: Table, player: int) -> int:
    """Which team a player belongs to."""
    return next(number for number, members in enumerate(teams_of(table)) if player in members)


def finished(table: Table, position: Position) -> tuple[int, ...]:
    """The teams all of whose pawns are home (RULES 4, the end), by number."""
    return tuple(number for number, team in enumerate(table.teams) if table.is_home(position, team))


def winners(table: Table, game: GameState) -> tuple[Seat, ...]:
    """The seats that have won; none as long as nobody has."""
    if not game.places:
        return ()
    return table.teams[game.places[0]]


def play_on(table: Table, game: GameState) -> GameState:
    """Let the others go on for the places: who has finished lays his cards down and gets no more."""
    left = game
    for team in game.places:
        for player in teams_of(table)[team]:
            left = leave(left, player)
    if len(game.places) >= len(teams_of(table)) - 1:
        return replace(left, phase="over")
    return pass_on(replace(left, phase="play"), left.turn)


def leave(game: GameState, player: int) -> GameState:
    """Let a player leave: his cards are laid down, his pawns stay, and he is passed over.

    An exchange that isn't finished is called off; what was given comes back.
    """
    kept = tuple(in_order(hand + gift) for hand, gift in zip(game.hands, game.gifts, strict=True))
    gone = replace(
        game,
        hands=tuple(() if number == player else hand for number, hand in enumerate(kept)),
        gifts=((),) * len(kept),
        used=game.used + kept[player],
        away=game.away | {player},
    )
    if game.phase == "exchange":
        return pass_on(replace(gone, phase="play"), game.dealer)
    if game.turn == player and game.phase == "play":
        return pass_on(gone, player)
    return gone


def come_back(game: GameState, player: int) -> GameState:
    """Let a player who left take part again from the next deal on."""
    return replace(game, away=game.away - {player})


def next_with_cards(game: GameState, player: int) -> int | None:
    """The next player clockwise who has cards, the player himself last; None where nobody has."""
    count = len(game.hands)
    for step in range(1, count + 1):
        if game.hands[(player + step) % count]:
            return (player + step) % count
    return None


def pass_on(game: GameState, player: int) -> GameState:
    """Give the turn to the next player with cards after `player`; where nobody has any, a deal comes next."""
    clean = replace(game, again="", pawn=None, ten=False, struck=False)
    following = next_with_cards(game, player)
    if following is None:
        return replace(clean, phase="deal")
    return replace(clean, turn=following)


def draw(game: GameState, player: int, count: int, shuffle: Shuffle, drawn: Cards = ()) -> GameState:
    """Let a player draw; where the stock is empty, the used cards are shuffled first (RULES 4, deals).

    Args:
        game: before.
        player: who draws.
        count: how many cards; fewer where none are left at all.
        shuffle: makes a new stock of the used cards.
        drawn: the cards, where the stock is face down and somebody knows them.

    Raises:
        BadInput: a drawn card that isn't the stock's next one.
    """
    stock, used, hand = game.stock, game.used, list(game.hands[player])
    for number in range(count):
        if not stock and used:
            stock, used = shuffle(used), ()
        if not stock:
            break
        card, stock = stock[0], stock[1:]
        if number < len(drawn):
            if card not in (UNKNOWN, drawn[number]):
                raise BadInput(
                    said(
                        "drew {drawn}, but the next card of the stock is {card}",
                        drawn=drawn[number],
                        card=card,
                    )
                )
            card = drawn[number]
        hand.append(card)
    return replace(game, stock=stock, used=used, hands=with_hand(game, player, tuple(hand)))


def with_hand(game: GameState, player: int, hand: Cards) -> tuple[Cards, ...]:
    """All hands, with that of one player changed."""
    return tuple(in_order(hand) if number == player else other for number, other in enumerate(game.hands))
