"""What the referee wants said, shown, lit and kept: frozen values in the order in which they count.

They carry codes and values, never sentences: `words` turns them into English and French.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from calibration.holes import Hole, Seat
from toc_pi.referee.events import Card, Do, View
from toc_pi.rules.particulars import Particulars

Hint = Literal["", "again", "same-pawn", "may-play-again", "discard-one"]
"""What is special about a turn: he plays again after a joker (any pawn, or the same
one), he may do so, or he was struck by a ten and discards one card."""

NoticeCode = Literal[
    "not-your-turn",
    "too-many-cards",
    "lost-sight",
    "found-again",
    "flag-stands",
    "new-deal",
    "nothing-to-accept",
    "nothing-to-take-back",
    "card-dropped",
    "no-card",
    "not-in-pack",
    "no-passing",
    "not-unmoved",
    "unknown-seat",
    "unsure",
    "not-understood",
]
QuestionCode = Literal["what-happened", "not-so"]
ChoiceKind = Literal["as-before", "legal", "other", "none", "card", "accept", "take-back"]
"""A choice is such a kind, followed by `-` and a number or a card where there are several of it."""


@dataclass(frozen=True, slots=True)
class Echo:
    """A tap was understood: what the players declared (CONTRACT: `declared`)."""

    t: float
    seat: Seat
    do: Do
    card: Card | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a turn was judged (CONTRACT: `verdict`).

    Attributes:
        t: seconds.
        n: the turn's number, from 1; the same until the turn is settled.
        seat: who acted.
        do: card, discard, throw or pass.
        card: what was played or discarded; None where it wasn't declared, and none or several fit.
        cards: the hand that was thrown; of a card that wasn't declared every rank that explains the move, the
            likeliest first, none where none does.
        legal: whether the rules allow it.
        captured: the seats whose pawns went back to camp, one entry a pawn, in order of seats.
        holes: the position as it now lies (camps left out).
        fresh: the holes whose pawns are fresh; where that can't be known, the likeliest.
        before: the position before the turn (camps left out).
        before_fresh: its fresh pawns.
        reasons: codes of RULES 7, the most telling first; empty when legal.
        back_to: the position to go back to (`before`), when illegal; else empty.
        particulars: what each reason can name of this very move, by code.
        nearest: where no rank explains a move, the one that comes nearest: `reasons` are about it.
    """

    t: float
    n: int
    seat: Seat
    do: Do
    card: Card | None
    cards: tuple[Card, ...]
    legal: bool
    captured: tuple[Seat, ...]
    holes: Mapping[Hole, Seat]
    fresh: frozenset[Hole]
    before: Mapping[Hole, Seat]
    before_fresh: frozenset[Hole]
    reasons: tuple[str, ...] = ()
    back_to: Mapping[Hole, Seat] = field(default_factory=dict)
    particulars: Mapping[str, Particulars] = field(default_factory=dict)
    nearest: Card | None = None

    @property
    def worked_out(self) -> bool:
        """Whether nobody declared the card."""
        return self.do == "card" and (self.card is None or bool(self.cards))


@dataclass(frozen=True, slots=True)
class CardSettled:
    """It is known now which card turn n was played with; several were possible (CONTRACT: `settled`)."""

    t: float
    n: int
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Settled:
    """A turn is over and counts from now on: position and freshness are the record.

    Attributes:
        t: seconds.
        n: its number.
        seat: who acted.
        how: judged `legal`, or `accepted` although it wasn't.
        holes: the position (camps left out).
        fresh: its fresh pawns, as far as known.
    """

    t: float
    n: int
    seat: Seat
    how: Literal["legal", "accepted"]
    holes: Mapping[Hole, Seat]
    fresh: frozenset[Hole]


@dataclass(frozen=True, slots=True)
class Cleared:
    """The flag of turn n is down, and the turn is still to be played.

    Attributes:
        t: seconds.
        n: the turn's number.
        righted: the board is right again; else the players say that it was another card, or take it back.
    """

    t: float
    n: int
    righted: bool = True


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Turn n was taken back and is open again; `hint` as in `Turn`."""

    t: float
    n: int
    seat: Seat
    hint: Hint = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that one tap answers (CONTRACT: `question`).

    Attributes:
        t: seconds.
        id: to be named in the answer, `Answered`.
        code: which question.
        values: what its sentence names: seat, card, from, to, hole …
        choices: the answers' codes, likeliest first; `values` has what a choice's own words need.
    """

    t: float
    id: int
    code: QuestionCode
    values: Mapping[str, str]
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A question needs no answer any more."""

    t: float
    id: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Pawns moved, no card was declared: these cards explain it, likeliest first; one tap declares."""

    t: float
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """The board and the record differ (CONTRACT: `repair`).

    Attributes:
        t: seconds.
        holes: every hole that differs, with what should stand there ("" for nothing), nearest first;
            empty once all is right again.
    """

    t: float
    holes: Mapping[Hole, str]


@dataclass(frozen=True, slots=True)
class Notice:
    """A kind word about the turn, no verdict.

    Attributes:
        t: seconds.
        code: which one.
        values: what its sentence names.
    """

    t: float
    code: NoticeCode
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """What kind of view the camera has (CONTRACT: `state`)."""

    t: float
    state: View


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is now.

    Attributes:
        t: seconds.
        n: the number of the turn that is open.
        seat: the seat whose player acts.
        hint: a code where newcomers need one, or "".
    """

    t: float
    n: int
    seat: Seat
    hint: Hint = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over (CONTRACT: `end`)."""

    t: float
    winners: tuple[Seat, ...]


Effect = (
    Echo
    | Verdict
    | Settled
    | CardSettled
    | Cleared
    | TakenBack
    | Question
    | Withdrawn
    | Offer
    | Repair
    | Notice
    | State
    | Turn
    | Ended
)
