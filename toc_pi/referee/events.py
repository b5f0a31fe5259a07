"""The referee's input: events with their time in seconds, as frozen values; and what players can declare."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from calibration.holes import Seat
from toc_pi.rules.position import RANKS
from toc_pi.rules.position import Card as Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.seen import Seen as Seen
from toc_pi.seen import View as View
from toc_pi.seen import ViewChanged as ViewChanged

Do = Literal["card", "discard", "throw", "accept", "undo", "redo", "pass"]
Hint = Literal["", "again", "same-pawn", "may-play-again", "discard-one"]
"""What is special about a turn: the player plays again after a joker (any pawn, or the same one), may do so,
or was hit by a ten and discards one card."""

VIEWS: tuple[View, ...] = get_args(View)
"""Every view of the camera."""

ACTIONS: tuple[Do, ...] = get_args(Do)
"""Everything that may be declared."""


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
    """

    t: float
    seat: Seat
    do: Do
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    n: int = 0


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


Event = (
    Seen
    | ViewChanged
    | Declared
    | MovedBy
    | NotPassed
    | Answered
    | Tick
    | Paused
    | Resumed
    | Dealt
    | LeftTable
)


HINTS: tuple[Hint, ...] = get_args(Hint)
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
    actions: Mapping[Hint, frozenset[Do]]
    longest_hand: int

    def allows(self, do: Do, hint: Hint = "") -> bool:
        """Whether something may be declared in such a turn."""
        return do in self.actions[hint]


EVERYTHING = Offered(RANKS, dict.fromkeys(HINTS, frozenset(ACTIONS)), LONGEST_HAND)
"""For screens without a rule set."""


def offered_by(rules: RuleSet) -> Offered:
    """What can be declared under a rule set, house rules included (RULES 3 and 4)."""
    always = frozenset[Do](("card", "accept", "undo"))
    passes = frozenset[Do](("pass",)) if passing_cards(rules) else frozenset[Do]()
    stuck: Mapping[str, frozenset[Do]] = {
        "discard": frozenset(("discard",)),
        "throw": frozenset(("throw",)),
        "either": frozenset(("discard", "throw")),
    }
    after_joker = always | passes | stuck["discard"]
    actions: Mapping[Hint, frozenset[Do]] = {
        "": always | passes | stuck[rules.cannot_play],
        "again": after_joker,
        "same-pawn": after_joker,
        # The second play may be kept for later.
        "may-play-again": always | frozenset[Do](("pass",)),
        "discard-one": frozenset(("discard", "accept", "undo")),
    }
    return Offered(tuple(rules.cards), actions, max(rules.deal))


def passing_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The ranks that can be played so that nothing moves (`pass`, RULES 3)."""
    return tuple(card for card, uses in rules.cards.items() if any(use.kind == "pass" for use in uses))
