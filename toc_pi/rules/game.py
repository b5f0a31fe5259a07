"""The pack, the state of a game between two plays (board, hands, stock, turn), and players' actions. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from calibration.holes import Hole, Seat, start_hole
from toc_pi.errors import BadInput
from toc_pi.rules.position import RANKS, Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table

JOKER = Card("*")
TEN = Card("10")
CARDS_A_RANK = 4
JOKERS = 2

# A card that is face down in the stock, or in a hand at a real table.
UNKNOWN = Card("?")

Cards = tuple[Card, ...]


def pack_of(rules: RuleSet) -> Cards:
    """All cards of a rule set's pack: four of each rank that has a use, two jokers (RULES 3)."""
    return tuple(
        card
        for card in RANKS
        if rules.cards.get(card)
        for _ in range(JOKERS if card == JOKER else CARDS_A_RANK)
    )


def unseen(rules: RuleSet, shown: Iterable[Card]) -> Mapping[Card, int]:
    """How many cards of each rank may still come up in this pack.

    Args:
        rules: the rule set of the pack.
        shown: cards played, discarded or thrown since the pack was shuffled; unknown ones don't count.

    Returns:
        Every rank of the pack with its count; negative if more were shown than exist (a fifth ace).

    Raises:
        BadInput: a card that this pack doesn't have.
    """
    left = Counter(pack_of(rules))
    for card in shown:
        if card == UNKNOWN:
            continue
        if card not in left:
            raise BadInput(f"card {card} is not in this pack; it has {' '.join(left)}")
        left[card] -= 1
    return dict(left)


def in_order(cards: Iterable[Card]) -> Cards:
    """Cards in order: ace to king, jokers, then unknown ones."""
    return tuple(sorted(cards, key=_place))


def without(cards: Cards, *gone: Card) -> Cards:
    """Remove cards from some; an unknown card is removed where the card isn't among the known ones.

    Raises:
        BadInput: a card that can't be among them.
    """
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
        elif UNKNOWN in left:
            left.remove(UNKNOWN)
        else:
            raise BadInput(f"card {card} is not among {write_cards(cards)}")
    return tuple(left)


def write_cards(cards: Iterable[Card]) -> str:
    """Write cards with commas, unknown ones as a number behind a question mark: `A,10,K,?2`; none: `-`."""
    known = in_order(cards)
    hidden = known.count(UNKNOWN)
    words = [str(card) for card in known if card != UNKNOWN] + ([f"?{hidden}"] if hidden else [])
    return ",".join(words) or "-"


def _place(card: Card) -> int:
    return RANKS.index(card) if card in RANKS else len(RANKS)


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer deals. `hands`: the cards of each player, where they are known."""

    hands: tuple[Cards, ...] = ()


@dataclass(frozen=True, slots=True)
class Give:
    """The player on turn gives cards to their team-mate; `UNKNOWN` ones if they weren't seen."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Keep:
    """The player on turn declines an optional exchange."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card is played. `result`: the board after it; `drawn`: the card drawn after it, if known."""

    card: Card
    result: Position
    drawn: Cards = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """A card is discarded without effect: nothing could be played, or a 10 requires it."""

    card: Card
    drawn: Cards = ()


@dataclass(frozen=True, slots=True)
class Throw:
    """The whole hand is laid down. `cards`: those that were shown."""

    cards: Cards
    drawn: Cards = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """The player keeps their right to another card for later."""


@dataclass(frozen=True, slots=True)
class TurnCorrection:
    """The players deviate from the rules: this player is on turn and holds these cards."""

    player: int
    hand: Cards


Action = Deal | Give | Keep | CardPlayed | Discard | Throw | Stop | TurnCorrection


GamePhase = Literal["deal", "exchange", "play", "over"]
ExtraPlay = Literal["", "same", "now", "later"]
Shuffle = Callable[[Cards], Cards]


@dataclass(frozen=True, slots=True)
class GameState:
    """The whole state of a game between two plays. Players are numbered in the order of their first seats.

    Attributes:
        position: the board.
        hands: each player's cards, ace first; `UNKNOWN` for those that haven't been shown.
        stock: the rest of the pack, the next card first.
        used: cards played, discarded and thrown since the pack was shuffled, the oldest first.
        dealer: who deals now (or has dealt).
        deals: how many deals this pack has seen.
        turn: whose turn it is; in the exchange, who gives next.
        phase: what comes next: a deal, an exchange, a play, or nothing more.
        again: what the player on turn may or must do after a joker: play another card with the `same` pawn,
            any card `now`, or use or keep a right (`later`); empty at the beginning of a turn.
        pawn: under `same`, the hole of that pawn; None if it is unknown, then any pawn may be moved.
        rights: for each player, the extra cards that their jokers allow (`joker_again` later).
        ten: in this turn a 10 was played, which hits the next player when it ends (`ten_next`).
        struck: the player on turn was hit by a 10 and throws one card.
        gifts: in an exchange, the cards that each player has given so far.
        exchanged: teams that have exchanged cards in this deal, or declined to.
        places: teams that have finished, the winner first.
        away: players who get no cards: they left, or finished while the others go on.
    """

    position: Position
    hands: tuple[Cards, ...]
    stock: Cards = ()
    used: Cards = ()
    dealer: int = 0
    deals: int = 0
    turn: int = 0
    phase: GamePhase = "deal"
    again: ExtraPlay = ""
    pawn: Hole | None = None
    rights: tuple[int, ...] = ()
    ten: bool = False
    struck: bool = False
    gifts: tuple[Cards, ...] = ()
    exchanged: frozenset[int] = frozenset()
    places: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()


def face_down(cards: Cards) -> Cards:
    """The shuffle of a real table: the same number of unknown cards."""
    return (UNKNOWN,) * len(cards)


def new_game(rules: RuleSet, table: Table, first: Seat) -> GameState:
    """A game before its first deal.

    Args:
        first: a seat of the player who begins; the dealer sits on their right (RULES 4).

    Raises:
        BadInput: nobody owns `first`, or the pack is too small to serve everybody.
    """
    players = table.players
    beginner = player_of(table, first)
    needed, there = len(players) * max(rules.deal), len(pack_of(rules))
    if needed > there:
        raise BadInput(
            f"deal: {len(players)} players with {max(rules.deal)} cards need {needed}; the pack has {there}"
        )
    out = {start_hole(seats[0]): seats[0] for seats in players} if rules.quick_start else {}
    return GameState(
        position=Position(frozenset(out.items()), frozenset(out)),
        hands=((),) * len(players),
        dealer=(beginner - 1) % len(players),
        turn=beginner,
        rights=(0,) * len(players),
        gifts=((),) * len(players),
    )


def player_of(table: Table, seat: Seat) -> int:
    """The number of the player who owns a seat.

    Raises:
        BadInput: nobody owns it.
    """
    for number, seats in enumerate(table.players):
        if seat in seats:
            return number
    raise BadInput(f"seat {seat}: nobody plays it")


def teams_of(table: Table) -> tuple[tuple[int, ...], ...]:
    """The players of each team, by number, clockwise."""
    return tuple(
        tuple(number for number, seats in enumerate(table.players) if seats[0] in team)
        for team in table.teams
    )


def team_of(table: Table, player: int) -> int:
    """The number of a player's team."""
    return next(number for number, members in enumerate(teams_of(table)) if player in members)


def finished(table: Table, position: Position) -> tuple[int, ...]:
    """The teams all of whose pawns are home (RULES 4, the end), by number."""
    return tuple(number for number, team in enumerate(table.teams) if table.is_home(position, team))


def winners(table: Table, game: GameState) -> tuple[Seat, ...]:
    """The seats that have won; empty as long as nobody has."""
    return table.teams[game.places[0]] if game.places else ()


def play_on(table: Table, game: GameState) -> GameState:
    """Let the others play on for the places: finished players lay down their cards and get no more."""
    left = game
    for team in game.places:
        for player in teams_of(table)[team]:
            left = leave(left, player)
    if len(game.places) >= len(teams_of(table)) - 1:
        return replace(left, phase="over")
    return pass_on(replace(left, phase="play"), left.turn)


def leave(game: GameState, player: int) -> GameState:
    """Let a player leave: their cards are laid down, their pawns stay, their turns are skipped.

    An unfinished exchange is cancelled, and the cards given are returned.
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
    """The next player clockwise who has cards, the same player last; None where nobody has."""
    count = len(game.hands)
    order = ((player + step) % count for step in range(1, count + 1))
    return next((other for other in order if game.hands[other]), None)


def pass_on(game: GameState, player: int) -> GameState:
    """Give the turn to the next player with cards after `player`; if nobody has any, a deal comes next."""
    clean = replace(game, again="", pawn=None, ten=False, struck=False)
    following = next_with_cards(game, player)
    return replace(clean, phase="deal") if following is None else replace(clean, turn=following)


def draw(game: GameState, player: int, count: int, shuffle: Shuffle, drawn: Cards = ()) -> GameState:
    """Let a player draw; where the stock is empty, the used cards are shuffled first (RULES 4, deals).

    Args:
        count: how many cards; fewer are drawn if none are left.
        shuffle: makes a new stock of the used cards.
        drawn: the cards drawn, where they are known although the stock is face down.

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
                raise BadInput(f"drew {drawn[number]}, but the next card of the stock is {card}")
            card = drawn[number]
        hand.append(card)
    return replace(game, stock=stock, used=used, hands=with_hand(game, player, tuple(hand)))


def with_hand(game: GameState, player: int, hand: Cards) -> tuple[Cards, ...]:
    """All hands, with one player's replaced."""
    return tuple(in_order(hand) if number == player else other for number, other in enumerate(game.hands))
