"""What the referee is told, each thing with the second at which it happened: frozen values, nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from calibration.holes import Hole, Seat
from toc_pi.belief.episode import View as View
from toc_pi.rules.position import Card as Card

Do = Literal["card", "discard", "throw", "accept", "undo", "pass"]
VIEWS: tuple[View, ...] = get_args(View)
DOINGS: tuple[Do, ...] = get_args(Do)


@dataclass(frozen=True, slots=True)
class Seen:
    """The board as the eye (or a finger on the screen) shows it: still, free of hands, and clear.

    It may come once for each change or again and again: a second one that says the same changes nothing.

    Attributes:
        t: seconds.
        holes: the occupied holes that the eye is sure of, camps and homes too, with the seat of the pawn.
        unsure: holes that it won't decide; every hole in neither is surely empty.
        probability: for a hole, what may stand there ("" for nothing) with its probability, 0 to 1. A hole
            that is left out is as `holes` and `unsure` say.
        white: for an occupied hole, the probability that its pawn shows a white face. Empty where the pawns
            have no white face.
    """

    t: float
    holes: Mapping[Hole, Seat]
    unsure: frozenset[Hole] = frozenset()
    probability: Mapping[Hole, Mapping[str, float]] = field(default_factory=dict)
    white: Mapping[Hole, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ViewChanged:
    """What kind of view the camera has from now on: clear, a hand, bumped, nothing, or a change of light."""

    t: float
    state: View


@dataclass(frozen=True, slots=True)
class Declared:
    """What a player tapped (FOOTAGE: `declared.jsonl`).

    Attributes:
        t: seconds.
        seat: whose player tapped.
        do: what; `accept` lets the flagged move stand, `undo` takes back the last turn.
        card: the card, for `card` and `discard`; None for a card that the referee has worked out to be one of
            several, or none.
        cards: the hand that is laid down, for `throw`; the ranks that explain a card which nobody declared.
    """

    t: float
    seat: Seat
    do: Do
    card: Card | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Disputed:
    """Somebody tapped "that is not what happened": the last turn is open again, the pawns stay."""

    t: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A tap on one of a question's choices."""

    t: float
    question: int
    choice: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; one every quarter of a second or so is enough."""

    t: float


@dataclass(frozen=True, slots=True)
class Paused:
    """The players rest: nothing on the board counts until they go on."""

    t: float


@dataclass(frozen=True, slots=True)
class Resumed:
    """The players go on, or the program was started again: the board is compared with the record first."""

    t: float


@dataclass(frozen=True, slots=True)
class Dealt:
    """A new deal was handed out (and exchanged); hands are full again.

    Attributes:
        t: seconds.
        cards: how many cards each player holds; 0 for as many as the rules say.
    """

    t: float
    cards: int = 0


@dataclass(frozen=True, slots=True)
class LeftTable:
    """The player of a seat leaves, or comes back: his seats are passed over, his pawns stay."""

    t: float
    seat: Seat
    back: bool = False


Event = Seen | ViewChanged | Declared | Disputed | Answered | Tick | Paused | Resumed | Dealt | LeftTable
