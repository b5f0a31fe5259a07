"""All that can happen, as frozen values with their time in seconds; and what players can declare.

The vocabulary that vision, referee, store and screen share; vision makes `Seen` and `ViewChanged`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NewType, get_args

from calibration.holes import Hole, Seat

Card = NewType("Card", str)
"""A rank: A, 2 … 10, J, Q, K or * for a joker; suits never matter."""

RANKS = tuple(Card(rank) for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K", "*"))

CameraView = Literal["watching", "hand", "moved", "blind", "light"]
"""The camera's view: clear, a hand over the board, a bumped board, nothing visible, or a change of light."""


Do = Literal["card", "discard", "throw", "accept", "undo", "redo", "pass"]
TurnHint = Literal["", "again", "same-pawn", "may-play-again", "discard-one"]
"""What is special about a turn: the player plays again after a joker (any pawn, or the same one), may do so,
or was hit by a ten and discards one card."""

ACTIONS: tuple[Do, ...] = get_args(Do)
"""Everything that may be declared."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The board as read from the camera (or tapped on the screen): still, without hands, and clear.

    May be sent on each change or repeatedly: an equal second one changes nothing.

    Attributes:
        t: seconds.
        holes: the surely occupied holes, camps and homes included, with the seat of the pawn.
        unsure: undecided holes; every hole in neither is surely empty.
        probability: for a hole, its possible contents ("" for empty) with their probabilities, 0 to 1. For
            holes left out, `holes` and `unsure` hold.
        white: for an occupied hole, the probability that its pawn's white side is up. Empty where pawns have
            none.
    """

    t: float
    holes: Mapping[Hole, Seat]
    unsure: frozenset[Hole] = frozenset()
    probability: Mapping[Hole, Mapping[str, float]] = field(default_factory=dict)
    white: Mapping[Hole, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ViewChanged:
    """The camera's view from now on."""

    t: float
    state: CameraView


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration tapped by a player (FOOTAGE: `declared.jsonl`).

    Attributes:
        t: seconds.
        seat: the player's seat.
        do: what was declared; `accept` accepts the flagged move, `undo` takes back the last turn, or a card
            that wasn't played yet; `redo` takes back the last `undo`.
        card: the card, for `card` and `discard`; None for an undeclared card that several ranks explain, or
            none.
        cards: the whole hand, for `throw`; for an undeclared card the ranks that explain the move.
        n: for `card`, the turn whose card it is, where the tapped key named one; 0 for the open turn.
        laid: the numbers of the cards on the pile that the camera saw for it (`CardLaid.n`).
        told: people said which card it is, where the camera reads cards, too.
    """

    t: float
    seat: Seat
    do: Do
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    n: int = 0
    laid: tuple[int, ...] = ()
    told: bool = False


UNSEEN = 0
"""The number of a card that must lie on the pile, though nobody saw it; those that are seen count from 1."""


@dataclass(frozen=True, slots=True)
class CardLaid:
    """The camera saw a card that was laid on the pile, as soon as it lay bare and still.

    Whose it is, and whether it was played or discarded, isn't seen: order and board tell. A later event with
    the same `n` replaces this one: the card was seen better, or worse than was thought.

    Attributes:
        t: seconds; when it lay there, not when it was read.
        n: its number among all cards laid, from 1, over the whole film or evening: 1, 2, 3 … without gaps.
        ranks: the probability of each rank, those below 0.001 left out; empty for a card that lies face down
            or can't be read at all. They are the reader's alone: it knows no rules, and counts no cards.
        card: the rank where it is sure (wrong at most once in a thousand); else None.
    """

    t: float
    n: int
    ranks: Mapping[Card, float]
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CardTaken:
    """Card `n` was taken back from the pile, where it had lain open; the cards below it are still there.

    Not sent for a card that is only covered, or pushed with the pile. A card that is laid down again has a
    new number.
    """

    t: float
    n: int


@dataclass(frozen=True, slots=True)
class PileGathered:
    """The whole pile was taken from the table, to be shuffled and dealt again.

    Numbers go on with the next one. Not sent for a pile that was pushed or straightened.
    """

    t: float


@dataclass(frozen=True, slots=True)
class CardsHeld:
    """Cards were held up to the camera while they were asked for: those that it has surely read so far.

    Attributes:
        t: seconds.
        cards: of each rank as many as were seen at once.
    """

    t: float
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MovedBy:
    """Somebody tapped who it was that moved in turn `n`, the last or the flagged one: it is judged again."""

    t: float
    n: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class NotPassed:
    """Somebody tapped that one of the `Verdict.passed` of turn `n` laid no card down.

    That turn was played ahead of them; if it is the last one, it is their turn now.
    """

    t: float
    n: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Answered:
    """A tap on one of a question's choices."""

    t: float
    question: int
    choice: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; about four a second are enough."""

    t: float


@dataclass(frozen=True, slots=True)
class Paused:
    """The players pause: changes of the board don't count until `Resumed`."""

    t: float


@dataclass(frozen=True, slots=True)
class Resumed:
    """The players go on, or the program was restarted: the board is first compared with the record."""

    t: float


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards were dealt (and exchanged): hands are full again.

    Attributes:
        t: seconds.
        cards: cards in each hand; 0 for the number given by the rules.
    """

    t: float
    cards: int = 0


@dataclass(frozen=True, slots=True)
class LeftTable:
    """A player leaves or comes back; while they are away their seats are skipped and their pawns stay."""

    t: float
    seat: Seat
    back: bool = False


OnPile = CardLaid | CardTaken | PileGathered
"""What the camera sees of the pile."""

Looked = Seen | ViewChanged | OnPile | CardsHeld
"""What an observer sees."""

Event = (
    Seen
    | ViewChanged
    | Declared
    | CardLaid
    | CardTaken
    | PileGathered
    | MovedBy
    | NotPassed
    | Answered
    | Tick
    | Paused
    | Resumed
    | Dealt
    | LeftTable
)


HINTS: tuple[TurnHint, ...] = get_args(TurnHint)
"""The kinds of turns, as `Turn` gives them to screens."""

LONGEST_HAND = 7
"""Number of cards in a hand that screens without a rule set have room for."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The declarations that a screen offers.

    Attributes:
        cards: the ranks of the pack.
        actions: what may be declared in each kind of turn.
        longest_hand: the largest number of cards in a hand.
    """

    cards: tuple[Card, ...]
    actions: Mapping[TurnHint, frozenset[Do]]
    longest_hand: int

    def allows(self, do: Do, hint: TurnHint = "") -> bool:
        """Whether something may be declared in such a turn."""
        return do in self.actions[hint]


EVERYTHING = Offered(RANKS, dict.fromkeys(HINTS, frozenset(ACTIONS)), LONGEST_HAND)
"""For screens without a rule set."""
